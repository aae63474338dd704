//! A request body on its way: the shared pieces of [`Segments`], handed out without copying them, and how much of it was
//! taken. It must not know JSON.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

use super::segments::Segments;

/// The body of a request, shared by the call that waits and the connection that sends it.
#[derive(Debug, Default)]
pub(crate) struct Payload {
    segments: Segments,
    /// Bytes of this attempt that were taken, by the system or by whoever frames them; [`ALL`] when nothing is left.
    taken: AtomicU64,
}

/// The whole of a request was taken, or nobody waits for the rest.
const ALL: u64 = u64::MAX;

/// How far an attempt has come with sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    NotBegun,
    /// So many bytes were taken.
    Begun(u64),
    Done,
}

impl Payload {
    pub(crate) fn new(segments: Segments) -> Payload {
        Payload { segments, taken: AtomicU64::new(0) }
    }

    pub(crate) fn segments(&self) -> &Segments {
        &self.segments
    }

    pub(super) fn parts(&self) -> &[Bytes] {
        self.segments.parts()
    }

    pub(super) fn len(&self) -> usize {
        self.segments.len()
    }

    /// Another attempt begins.
    pub(crate) fn start_over(&self) {
        self.taken.store(0, Ordering::Relaxed);
    }

    /// So many bytes more were taken.
    pub(crate) fn taken(&self, bytes: usize) {
        // One sender at a time counts; whoever waits only asks whether the number has changed.
        let before = self.taken.load(Ordering::Relaxed);
        if before != ALL {
            self.taken.store(before.saturating_add(bytes as u64), Ordering::Relaxed);
        }
    }

    /// Everything was taken; or an answer came, and what is left of the request is not waited for.
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

/// Pieces no larger than this are handed to the connection at once. A transport that flattens what it is
/// given (TLS does) then copies this much at a time, not a whole image; and a slow one is seen to move.
const PIECE: usize = 32 << 10;

pub(super) struct Upload {
    payload: Arc<Payload>,
    next: usize,
    current: Bytes,
    left: u64,
}

impl Upload {
    /// From the beginning, also of one that was sent before and refused.
    pub(super) fn new(payload: Arc<Payload>) -> Upload {
        payload.start_over();
        let left = payload.len() as u64;
        Upload { payload, next: 0, current: Bytes::new(), left }
    }
}

impl Body for Upload {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        while self.current.is_empty() {
            let Some(part) = self.payload.parts().get(self.next).cloned() else { return Poll::Ready(None) };
            self.current = part;
            self.next += 1;
        }
        let size = self.current.len().min(PIECE);
        let piece = self.current.split_to(size);
        self.left -= size as u64;
        match self.left {
            0 => self.payload.all_taken(),
            _ => self.payload.taken(size),
        }
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
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
