//! Writes a request: its head and the shared pieces of its body without copying them, or a body that is read while it
//! is sent.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use tokio::io::AsyncWrite;

use super::super::source::Reader;
use super::super::upload::Payload;
use super::head::Rendered;

/// Maximum number of buffers per vectored write.
const AT_ONCE: usize = 16;

pub(super) struct RequestWriter {
    head: Rendered,
    /// Bytes of the head that were written.
    head_sent: usize,
    /// The rest of the body piece that is being sent.
    current: Bytes,
    body: Arc<Payload>,
    next: usize,
    /// The reader of a body that is read while it is sent.
    reader: Option<Box<Reader>>,
}

impl RequestWriter {
    pub(super) fn new(head: Rendered, body: Arc<Payload>) -> RequestWriter {
        RequestWriter { head, head_sent: 0, current: Bytes::new(), body, next: 0, reader: None }
    }

    /// Whether any byte was written.
    pub(super) fn begun(&self) -> bool {
        self.head_sent > 0
    }

    /// Writes as much as possible, and reports it to the payload; ready when all of it was written.
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
                        // Bytes already written must not wait for the next piece.
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

    /// The next piece of a body that is read while it is sent.
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
