//! One request and its answer on one connection.
//!
//! A pending answer keeps only the beginning of its head: bytes are read onto the stack, and body data is copied out
//! once. An open stream costs little more than its socket.

use std::fmt;
use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::HeaderValue;
use http::header::CONNECTION;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::runtime::Id;

use super::super::connection::Connection;
use super::super::failure::{broken_off, is_gone};
use super::super::{ChunkSource, Failure, Outgoing};
use super::answer::{Answer, Head};
use super::head::{Origin, asks_for, render};
use super::idle_pool::IdlePool;
use super::request_writer::RequestWriter;

/// Read from the connection at most this much at a time.
const READ: usize = 16 << 10;

pub(crate) struct Exchange {
    /// `None` once the answer was read to its end.
    connection: Option<Connection>,
    /// The unsent part of the request; the answer may begin before it is sent.
    writer: Option<RequestWriter>,
    /// Why the rest cannot be sent. There may still be an answer: a service that refuses a request does not read it to
    /// its end.
    write_error: Option<io::Error>,
    nothing_sent: bool,
    /// No byte has arrived.
    unanswered: bool,
    /// The service has closed the connection.
    closed: bool,
    answer: Answer,
    pool: Weak<IdlePool>,
    origin: Origin,
    /// The runtime whose driver watches the connection.
    runtime: Id,
}

/// The outcome of one read.
enum ReadOutcome {
    Data,
    End,
}

impl Exchange {
    pub(super) fn new(
        connection: Connection,
        runtime: Id,
        outgoing: &Outgoing,
        pool: &Arc<IdlePool>,
        origin: &Origin,
    ) -> Exchange {
        let asked = outgoing.headers.get_all(CONNECTION).iter().map(HeaderValue::as_bytes);
        Exchange {
            writer: Some(RequestWriter::new(render(outgoing), Arc::clone(&outgoing.body))),
            write_error: None,
            nothing_sent: true,
            unanswered: true,
            closed: false,
            answer: Answer::new(&outgoing.method, !asks_for("close", asked)),
            pool: Arc::downgrade(pool),
            origin: origin.clone(),
            runtime,
            connection: Some(connection),
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

    /// Whether the service closed the connection in place of an answer.
    pub(super) fn closed_unanswered(&self) -> bool {
        self.unanswered && self.closed
    }

    fn poll_head(&mut self, cx: &mut Context<'_>) -> Poll<Result<Head, Failure>> {
        self.send(cx);
        loop {
            let mut room = [MaybeUninit::uninit(); READ];
            let mut room = ReadBuf::uninit(&mut room);
            let outcome = match self.poll_read(cx, &mut room) {
                // A peer that closed may have answered first: read its answer, or the end of the connection, next.
                Poll::Pending => match self.write_error.take_if(|error| !is_gone(error)) {
                    Some(error) => return Poll::Ready(Err(broken_off(error))),
                    None => return Poll::Pending,
                },
                Poll::Ready(outcome) => outcome?,
            };
            if let ReadOutcome::End = outcome {
                self.closed = true;
                let why =
                    self.write_error.take().unwrap_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof));
                return Poll::Ready(Err(broken_off(why)));
            }
            self.unanswered = false;
            if let Some(head) = self.answer.head(room.filled())? {
                self.release_or_close();
                return Poll::Ready(Ok(head));
            }
        }
    }

    /// Writes as much as the connection accepts.
    fn send(&mut self, cx: &mut Context<'_>) {
        let (Some(writer), Some(connection)) = (&mut self.writer, &mut self.connection) else { return };
        let sent = writer.poll(cx, connection);
        self.nothing_sent = !writer.begun();
        match sent {
            Poll::Pending => return,
            Poll::Ready(Ok(())) => {}
            Poll::Ready(Err(error)) => {
                self.write_error = Some(error);
                self.answer.close_after();
            }
        }
        self.writer = None;
    }

    fn poll_read(
        &mut self,
        cx: &mut Context<'_>,
        room: &mut ReadBuf<'_>,
    ) -> Poll<Result<ReadOutcome, Failure>> {
        let Some(connection) = &mut self.connection else { return Poll::Ready(Ok(ReadOutcome::End)) };
        match ready!(Pin::new(connection).poll_read(cx, room)) {
            Ok(()) if room.filled().is_empty() => Poll::Ready(Ok(ReadOutcome::End)),
            Ok(()) => Poll::Ready(Ok(ReadOutcome::Data)),
            Err(error) => {
                self.closed = is_gone(&error) || error.kind() == io::ErrorKind::UnexpectedEof;
                Poll::Ready(Err(broken_off(error)))
            }
        }
    }

    /// Returns the connection to the pool once the answer was read, unless one side still uses it.
    fn release_or_close(&mut self) {
        if !self.answer.is_complete() {
            return;
        }
        let connection = self.connection.take();
        if self.answer.keeps_alive()
            && self.writer.is_none()
            && let Some(connection) = connection
            && let Some(pool) = self.pool.upgrade()
        {
            pool.put(&self.origin, connection, self.runtime);
        }
        self.writer = None;
    }

    /// Closes the connection.
    fn end(&mut self) {
        self.answer.give_up();
        self.connection = None;
        self.writer = None;
    }
}

impl ChunkSource for Exchange {
    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Failure>>> {
        if let Some(chunk) = self.answer.waiting() {
            return Poll::Ready(Some(Ok(chunk)));
        }
        self.send(cx);
        let failure = loop {
            if self.answer.is_complete() {
                return Poll::Ready(None);
            }
            if let Some(failure) = self.answer.failure() {
                break failure;
            }
            let mut room = [MaybeUninit::uninit(); READ];
            let mut room = ReadBuf::uninit(&mut room);
            match ready!(self.poll_read(cx, &mut room)) {
                Ok(ReadOutcome::Data) => {
                    let chunk = self.answer.body(room.filled());
                    self.release_or_close();
                    // `None`: only a line between chunks, or the end.
                    if let Some(chunk) = chunk {
                        return Poll::Ready(Some(Ok(chunk)));
                    }
                }
                Ok(ReadOutcome::End) => match self.answer.closed() {
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
