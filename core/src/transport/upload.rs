//! A request body that hands out the shared pieces of [`Segments`] without copying them. It must not know
//! JSON.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

use crate::body::Segments;

/// Pieces no larger than this are handed to the connection at once. A transport that flattens what it is
/// given (TLS does) then copies this much at a time, not a whole image.
const PIECE: usize = 128 << 10;

pub(super) struct Upload {
    segments: Segments,
    next: usize,
    current: Bytes,
    left: u64,
}

impl Upload {
    pub(super) fn new(segments: Segments) -> Upload {
        let left = segments.len() as u64;
        Upload { segments, next: 0, current: Bytes::new(), left }
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
            let Some(part) = self.segments.parts().get(self.next).cloned() else { return Poll::Ready(None) };
            self.current = part;
            self.next += 1;
        }
        let size = self.current.len().min(PIECE);
        let piece = self.current.split_to(size);
        self.left -= size as u64;
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}
