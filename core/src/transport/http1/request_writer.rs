//! What of a request is still to be sent: its head and the shared pieces of its body, none of them copied; or a body that is
//! read as it is sent.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use tokio::io::AsyncWrite;

use super::super::source::Reader;
use super::super::upload::Payload;
use super::head::Rendered;

/// Pieces given to the system at once.
const AT_ONCE: usize = 16;

pub(super) struct RequestWriter {
    head: Rendered,
    /// So much of the head has left.
    head_sent: usize,
    /// What is left of the piece of the body that is being sent.
    current: Bytes,
    body: Arc<Payload>,
    next: usize,
    /// Of a body that is read: where it is.
    reader: Option<Box<Reader>>,
}

impl RequestWriter {
    pub(super) fn new(head: Rendered, body: Arc<Payload>) -> RequestWriter {
        RequestWriter { head, head_sent: 0, current: Bytes::new(), body, next: 0, reader: None }
    }

    /// Whether any byte has left.
    pub(super) fn begun(&self) -> bool {
        self.head_sent > 0
    }

    /// Sends what can be sent, and tells the body of it; ready when all of it is on its way.
    pub(super) fn poll<W: AsyncWrite + Unpin>(
        &mut self,
        cx: &mut Context<'_>,
        to: &mut W,
    ) -> Poll<io::Result<()>> {
        loop {
            while self.current.is_empty()
                && let Some(part) = self.body.parts().get(self.next)
            {
                self.current = part.clone();
                self.next += 1;
            }
            let head = self.head.bytes().get(self.head_sent..).unwrap_or_default();
            if head.is_empty() && self.current.is_empty() {
                match self.poll_source(cx) {
                    Poll::Ready(Some(piece)) => {
                        self.current = piece?;
                        continue;
                    }
                    Poll::Ready(None) => {}
                    Poll::Pending => {
                        // What was sent does not wait for what is not there yet.
                        if let Poll::Ready(flushed) = Pin::new(&mut *to).poll_flush(cx) {
                            flushed?;
                        }
                        return Poll::Pending;
                    }
                }
                ready!(Pin::new(to).poll_flush(cx))?;
                self.body.all_taken();
                return Poll::Ready(Ok(()));
            }
            let mut pieces = [IoSlice::new(&[]); AT_ONCE];
            let rest = self.body.parts().iter().skip(self.next);
            let all = [head, &self.current].into_iter().chain(rest.map(Bytes::as_ref));
            let mut count = 0;
            for (slot, piece) in pieces.iter_mut().zip(all.filter(|piece| !piece.is_empty())) {
                *slot = IoSlice::new(piece);
                count += 1;
            }
            let sent =
                ready!(Pin::new(&mut *to).poll_write_vectored(cx, pieces.get(..count).unwrap_or_default()))?;
            if sent == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.body.taken(sent);
            self.advance(sent);
        }
    }

    /// The next piece of a body that is read as it is sent.
    fn poll_source(&mut self, cx: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        match self.body.source() {
            Some(source) => self.reader.get_or_insert_default().poll_framed(source, cx),
            None => Poll::Ready(None),
        }
    }

    fn advance(&mut self, mut sent: usize) {
        let of_head = sent.min(self.head.bytes().len() - self.head_sent);
        self.head_sent += of_head;
        sent -= of_head;
        while sent > self.current.len() {
            sent -= self.current.len();
            let Some(part) = self.body.parts().get(self.next) else { break };
            self.current = part.clone();
            self.next += 1;
        }
        self.current.advance(sent.min(self.current.len()));
    }
}
