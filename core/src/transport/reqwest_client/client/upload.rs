//! The body of a request as reqwest takes it: the bytes of a [`Payload`], piece by piece.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

use crate::transport::Payload;
use crate::transport::source::Reader;

/// Pieces no larger than this are handed to the connection at once. A transport that copies its input (TLS does) then
/// copies this much at a time, not a whole image, and progress of a slow one is visible.
const PIECE: usize = 32 << 10;

/// A payload that is handed out without copying it.
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
    use crate::transport::{Progress, Segments};

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
