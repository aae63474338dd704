//! The progress of a request body: the shared pieces of [`Segments`], handed out without copying them, or the bytes of
//! a [`Source`], and how many of them were sent.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

use super::segments::Segments;
use super::source::{Reader, Source};

/// The body of a request, shared by the waiting call and the connection that sends it.
#[derive(Debug, Default)]
pub(crate) struct Payload {
    segments: Segments,
    /// Replaces the segments.
    source: Option<Arc<Source>>,
    /// Bytes of this attempt that the system or the framing has accepted; [`ALL`] when nothing is left.
    taken: AtomicU64,
}

/// The whole request was accepted, or no reader waits for the rest.
const ALL: u64 = u64::MAX;

/// The sending progress of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    NotBegun,
    /// This many bytes were accepted.
    Begun(u64),
    Done,
}

impl Payload {
    pub(crate) fn new(segments: Segments) -> Payload {
        Payload { segments, source: None, taken: AtomicU64::new(0) }
    }

    /// A body that is read while it is sent.
    pub(crate) fn streamed(source: Arc<Source>) -> Payload {
        Payload { segments: Segments::default(), source: Some(source), taken: AtomicU64::new(0) }
    }

    pub(crate) fn source(&self) -> Option<&Source> {
        self.source.as_deref()
    }

    /// Whether no other attempt can send it.
    pub(crate) fn is_used_up(&self) -> bool {
        self.source.as_ref().is_some_and(|source| source.is_used_up())
    }

    pub(crate) fn segments(&self) -> &Segments {
        &self.segments
    }

    /// The bytes, if they are in memory.
    pub(crate) fn parts_at_hand(&self) -> Option<&[Bytes]> {
        self.source.is_none().then(|| self.parts())
    }

    pub(super) fn parts(&self) -> &[Bytes] {
        self.segments.parts()
    }

    /// Its length in bytes, if it is known.
    pub(super) fn length(&self) -> Option<u64> {
        match &self.source {
            Some(source) => source.length(),
            None => Some(self.segments.len() as u64),
        }
    }

    /// Another attempt begins.
    pub(crate) fn start_over(&self) {
        self.taken.store(0, Ordering::Relaxed);
    }

    /// Adds to the number of accepted bytes.
    pub(crate) fn taken(&self, bytes: usize) {
        // One sender at a time counts; a waiter only asks whether the number has changed.
        let before = self.taken.load(Ordering::Relaxed);
        if before != ALL {
            self.taken.store(before.saturating_add(bytes as u64), Ordering::Relaxed);
        }
    }

    /// The request was sent completely, or an answer came and the rest is not waited for.
    pub(crate) fn all_taken(&self) {
        self.taken.store(ALL, Ordering::Relaxed);
    }

    pub(crate) fn progress(&self) -> Progress {
        match self.taken.load(Ordering::Relaxed) {
            0 => Progress::NotBegun,
            ALL => Progress::Done,
            bytes => Progress::Begun(bytes),
        }
    }
}

/// Pieces no larger than this are handed to the connection at once. A transport that copies its input (TLS does) then
/// copies this much at a time, not a whole image, and progress of a slow one is visible.
const PIECE: usize = 32 << 10;

pub(super) struct Upload {
    payload: Arc<Payload>,
    next: usize,
    current: Bytes,
    reader: Reader,
    /// `None` until the end if the length is unknown.
    left: Option<u64>,
}

impl Upload {
    /// Starts at the beginning, even if the payload was sent before and refused.
    pub(super) fn new(payload: Arc<Payload>) -> Upload {
        payload.start_over();
        let left = payload.length();
        Upload { payload, next: 0, current: Bytes::new(), reader: Reader::default(), left }
    }
}

impl Body for Upload {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let this = &mut *self;
        while this.current.is_empty() {
            this.current = match (this.payload.parts().get(this.next), this.payload.source()) {
                (Some(part), _) => part.clone(),
                (None, Some(source)) => match ready!(this.reader.poll(source, cx)) {
                    Some(piece) => piece?,
                    None => {
                        this.left = Some(0);
                        this.payload.all_taken();
                        return Poll::Ready(None);
                    }
                },
                (None, None) => return Poll::Ready(None),
            };
            this.next += 1;
        }
        let size = this.current.len().min(PIECE);
        let piece = this.current.split_to(size);
        this.left = this.left.map(|left| left.saturating_sub(size as u64));
        match this.left {
            Some(0) => this.payload.all_taken(),
            _ => this.payload.taken(size),
        }
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.left == Some(0)
    }

    fn size_hint(&self) -> SizeHint {
        self.left.map(SizeHint::with_exact).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::task::Waker;

    use super::*;

    #[test]
    fn an_upload_tells_how_far_it_is() {
        let json = format!(r#"{{"a":"{}"}}"#, "x".repeat(PIECE));
        let segments = Segments { parts: vec![Bytes::from(json)] };
        let payload = Arc::new(Payload::new(segments));
        let mut upload = Upload::new(Arc::clone(&payload));
        let mut cx = Context::from_waker(Waker::noop());
        assert_eq!(payload.progress(), Progress::NotBegun);
        let mut sizes = Vec::new();
        while let Poll::Ready(Some(Ok(frame))) = Pin::new(&mut upload).poll_frame(&mut cx) {
            sizes.push(frame.into_data().unwrap().len());
            let done = upload.is_end_stream();
            assert_eq!(payload.progress() == Progress::Done, done, "{sizes:?}");
        }
        assert_eq!(sizes, [PIECE, 8]);
        payload.start_over();
        assert_eq!(payload.progress(), Progress::NotBegun);
    }
}
