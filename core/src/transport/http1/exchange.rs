//! One request and its answer on one connection. It must not know where the connection came from, only where it goes
//! when the answer was read.
//!
//! Nothing is kept for an answer that is waited for but the beginning of a head: bytes are read onto the stack, and what
//! they hold of the body is copied out once. An open stream costs its socket and little more.

use std::fmt;
use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::runtime::Id;

use super::super::failure::broken_off;
use super::super::wire::Wire;
use super::super::{ChunkSource, Failure, Outgoing};
use super::answer::{Answer, Head};
use super::head::{Origin, closes, render};
use super::pool::Idle;
use super::sending::Sending;

/// Read from the connection at most this much at a time.
const READ: usize = 16 << 10;

pub(crate) struct Exchange {
    /// `None` once the answer was read to its end.
    wire: Option<Wire>,
    /// What is still to be sent; an answer may begin before.
    sending: Option<Sending>,
    /// Why the rest cannot be sent. The answer may be there all the same: a service that refuses a request does not
    /// read it to its end.
    unsent: Option<io::Error>,
    nothing_sent: bool,
    answer: Answer,
    home: Weak<Idle>,
    origin: Origin,
    /// The one whose driver watches the connection.
    runtime: Id,
}

/// What one read brought.
enum Came {
    Data,
    End,
}

impl Exchange {
    pub(super) fn new(
        wire: Wire,
        runtime: Id,
        outgoing: &Outgoing,
        home: &Arc<Idle>,
        origin: &Origin,
    ) -> Exchange {
        Exchange {
            sending: Some(Sending::new(render(outgoing), Arc::clone(&outgoing.body))),
            unsent: None,
            nothing_sent: true,
            answer: Answer::new(&outgoing.method, !closes(&outgoing.headers)),
            home: Arc::downgrade(home),
            origin: origin.clone(),
            runtime,
            wire: Some(wire),
        }
    }

    /// Sends the request and reads the head of its answer.
    pub(super) async fn head(&mut self) -> Result<Head, Failure> {
        std::future::poll_fn(|cx| self.poll_head(cx)).await
    }

    /// Whether the service cannot have seen any of this request.
    pub(super) fn nothing_sent(&self) -> bool {
        self.nothing_sent
    }

    fn poll_head(&mut self, cx: &mut Context<'_>) -> Poll<Result<Head, Failure>> {
        self.send(cx);
        loop {
            let mut room = [MaybeUninit::uninit(); READ];
            let mut room = ReadBuf::uninit(&mut room);
            let came = match self.poll_read(cx, &mut room) {
                // A peer that closed may have answered before: what it sent is read next, or that it is gone.
                Poll::Pending => match self.unsent.take_if(|error| !is_gone(error)) {
                    Some(error) => return Poll::Ready(Err(broken_off(error))),
                    None => return Poll::Pending,
                },
                Poll::Ready(came) => came?,
            };
            if let Came::End = came {
                let why = self.unsent.take().unwrap_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof));
                return Poll::Ready(Err(broken_off(why)));
            }
            if let Some(head) = self.answer.head(room.filled())? {
                self.settle();
                return Poll::Ready(Ok(head));
            }
        }
    }

    /// Sends what the connection takes.
    fn send(&mut self, cx: &mut Context<'_>) {
        let (Some(sending), Some(wire)) = (&mut self.sending, &mut self.wire) else { return };
        let sent = sending.poll(cx, wire);
        self.nothing_sent = !sending.begun();
        match sent {
            Poll::Pending => return,
            Poll::Ready(Ok(())) => {}
            Poll::Ready(Err(error)) => {
                self.unsent = Some(error);
                self.answer.close_after();
            }
        }
        self.sending = None;
    }

    fn poll_read(&mut self, cx: &mut Context<'_>, room: &mut ReadBuf<'_>) -> Poll<Result<Came, Failure>> {
        let Some(wire) = &mut self.wire else { return Poll::Ready(Ok(Came::End)) };
        match ready!(Pin::new(wire).poll_read(cx, room)) {
            Ok(()) if room.filled().is_empty() => Poll::Ready(Ok(Came::End)),
            Ok(()) => Poll::Ready(Ok(Came::Data)),
            Err(error) => Poll::Ready(Err(broken_off(error))),
        }
    }

    /// Once the answer was read the connection goes back, unless one side is not done with it.
    fn settle(&mut self) {
        if !self.answer.is_over() {
            return;
        }
        let wire = self.wire.take();
        if self.answer.lets_go_on()
            && self.sending.is_none()
            && let Some(wire) = wire
            && let Some(home) = self.home.upgrade()
        {
            home.put(&self.origin, wire, self.runtime);
        }
        self.sending = None;
    }

    /// Closes the connection.
    fn end(&mut self) {
        self.answer.give_up();
        self.wire = None;
        self.sending = None;
    }
}

impl ChunkSource for Exchange {
    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Failure>>> {
        if let Some(chunk) = self.answer.waiting() {
            return Poll::Ready(Some(Ok(chunk)));
        }
        self.send(cx);
        let failure = loop {
            if self.answer.is_over() {
                return Poll::Ready(None);
            }
            if let Some(failure) = self.answer.failure() {
                break failure;
            }
            let mut room = [MaybeUninit::uninit(); READ];
            let mut room = ReadBuf::uninit(&mut room);
            match ready!(self.poll_read(cx, &mut room)) {
                Ok(Came::Data) => {
                    let chunk = self.answer.body(room.filled());
                    self.settle();
                    // `None`: no more than a line between chunks, or the end.
                    if let Some(chunk) = chunk {
                        return Poll::Ready(Some(Ok(chunk)));
                    }
                }
                Ok(Came::End) => match self.answer.closed() {
                    Ok(()) => self.end(),
                    Err(failure) => break failure,
                },
                Err(failure) => break failure,
            }
        };
        self.end();
        Poll::Ready(Some(Err(failure)))
    }

    fn remaining(&self) -> Option<u64> {
        self.answer.remaining()
    }
}

impl fmt::Debug for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange").field("remaining", &self.remaining()).finish_non_exhaustive()
    }
}

/// Whether a write failed because the peer has closed, which reading will tell as well.
fn is_gone(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
    matches!(error.kind(), BrokenPipe | ConnectionAborted | ConnectionReset)
}
