//! What of a request is still to be sent: its head and the shared pieces of its body, none of them copied. It must not
//! know what they mean.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use tokio::io::AsyncWrite;

use crate::body::Segments;

/// Pieces given to the system at once.
const AT_ONCE: usize = 16;

pub(super) struct Sending {
    /// What is left of the piece that is being sent.
    current: Bytes,
    body: Segments,
    next: usize,
    begun: bool,
}

impl Sending {
    pub(super) fn new(head: Bytes, body: Segments) -> Sending {
        Sending { current: head, body, next: 0, begun: false }
    }

    /// Whether any byte has left.
    pub(super) fn begun(&self) -> bool {
        self.begun
    }

    /// Sends what can be sent; ready when all of it is on its way.
    pub(super) fn poll<W: AsyncWrite + Unpin>(
        &mut self,
        cx: &mut Context<'_>,
        to: &mut W,
    ) -> Poll<io::Result<()>> {
        loop {
            while self.current.is_empty() {
                match self.body.parts().get(self.next) {
                    Some(part) => self.current = part.clone(),
                    None => return Pin::new(to).poll_flush(cx),
                }
                self.next += 1;
            }
            let mut pieces = [IoSlice::new(&[]); AT_ONCE];
            let all = std::iter::once(&self.current).chain(self.body.parts().iter().skip(self.next));
            let mut count = 0;
            for (slot, piece) in pieces.iter_mut().zip(all) {
                *slot = IoSlice::new(piece);
                count += 1;
            }
            let sent =
                ready!(Pin::new(&mut *to).poll_write_vectored(cx, pieces.get(..count).unwrap_or_default()))?;
            if sent == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.begun = true;
            self.advance(sent);
        }
    }

    fn advance(&mut self, mut sent: usize) {
        while sent > self.current.len() {
            sent -= self.current.len();
            let Some(part) = self.body.parts().get(self.next) else { break };
            self.current = part.clone();
            self.next += 1;
        }
        self.current.advance(sent.min(self.current.len()));
    }
}
