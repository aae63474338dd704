//! One request and its answer on one connection. It must not know where the connection came from, only where it goes
//! when the answer was read.
//!
//! Nothing is kept for an answer that is waited for but the piece of a line that came without its end: bytes are read
//! onto the stack, and what they hold of the body is copied out once. An open stream costs its socket and little more.

use std::fmt;
use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, ready};

use bytes::{Bytes, BytesMut};
use http::{Method, Request, Version};
use tokio::io::{AsyncRead, ReadBuf};
use ureq_proto::BodyMode;
use ureq_proto::client::state::{RecvBody, RecvResponse};
use ureq_proto::client::{Call, RecvBodyResult, RecvResponseResult, SendRequestResult};

use super::super::failure::broken_off;
use super::super::wire::Wire;
use super::super::{ChunkSource, Failure, FailureKind, Outgoing};
use super::head::{Origin, closes, keeps, render};
use super::pool::Idle;
use super::sending::Sending;

/// Read from the connection at most this much at a time.
const READ: usize = 16 << 10;
/// A head may be this long.
const MAX_HEAD: usize = 256 << 10;
/// The line before a chunk, or a trailer after the last, may be this long.
const MAX_LINE: usize = 16 << 10;

pub(crate) struct Exchange {
    /// `None` once the answer was read to its end.
    wire: Option<Wire>,
    /// What is still to be sent; an answer may begin before.
    sending: Option<Sending>,
    /// Why the rest cannot be sent. The answer may be there all the same: a service that refuses a request does not
    /// read it to its end.
    unsent: Option<io::Error>,
    nothing_sent: bool,
    stage: Stage,
    /// Read, and not the whole of a head or of a line.
    unread: Vec<u8>,
    /// Of the body, and not handed out.
    chunk: Option<Bytes>,
    /// Whether both sides want the connection to go on.
    keep: bool,
    home: Weak<Idle>,
    origin: Origin,
}

enum Stage {
    Head(Call<RecvResponse>),
    Body(Call<RecvBody>),
    /// Nothing follows.
    Over,
}

/// What one read brought.
enum Came {
    Data,
    End,
}

impl Exchange {
    pub(super) fn new(
        wire: Wire,
        outgoing: &Outgoing,
        home: &Arc<Idle>,
        origin: &Origin,
    ) -> Result<Exchange, Failure> {
        Ok(Exchange {
            sending: Some(Sending::new(render(outgoing), outgoing.body.clone())),
            unsent: None,
            nothing_sent: true,
            stage: Stage::Head(expecting(&outgoing.method).map_err(malformed)?),
            unread: Vec::new(),
            chunk: None,
            keep: !closes(&outgoing.headers),
            home: Arc::downgrade(home),
            origin: origin.clone(),
            wire: Some(wire),
        })
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
            if let Some(head) = self.consume(room.filled(), Exchange::parse_head)? {
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
                self.keep = false;
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

    /// Gives `parse` what was read with what was left before it, and keeps what it leaves.
    fn consume<T>(
        &mut self,
        read: &[u8],
        parse: impl FnOnce(&mut Self, &[u8]) -> Result<(usize, T), Failure>,
    ) -> Result<T, Failure> {
        if self.unread.is_empty() {
            let (used, result) = parse(self, read)?;
            self.unread.extend_from_slice(read.get(used..).unwrap_or_default());
            return Ok(result);
        }
        let mut joined = std::mem::take(&mut self.unread);
        joined.extend_from_slice(read);
        let (used, result) = parse(self, &joined)?;
        self.unread.extend_from_slice(joined.get(used..).unwrap_or_default());
        Ok(result)
    }

    fn parse_head(&mut self, bytes: &[u8]) -> Result<(usize, Option<Head>), Failure> {
        let Stage::Head(call) = &mut self.stage else { return Ok((0, None)) };
        let mut used = 0;
        let head = loop {
            let rest = bytes.get(used..).unwrap_or_default();
            let (length, head) = call.try_response(rest, false).map_err(malformed)?;
            used += length;
            match head {
                Some(head) => break head,
                // Heads that only inform (1xx) are taken one after another.
                None if length > 0 => {}
                None if rest.len() > MAX_HEAD => return Err(too_long("the head of the answer", MAX_HEAD)),
                None => return Ok((used, None)),
            }
        };
        self.keep &= match head.version() {
            Version::HTTP_11 => !closes(head.headers()),
            _ => keeps(head.headers()),
        };
        let Stage::Head(call) = std::mem::replace(&mut self.stage, Stage::Over) else {
            return Ok((used, None));
        };
        match call.proceed() {
            Some(RecvResponseResult::RecvBody(call)) => {
                self.stage = Stage::Body(call);
                let (length, chunk) = self.parse_body(bytes.get(used..).unwrap_or_default())?;
                used += length;
                self.chunk = chunk;
            }
            Some(RecvResponseResult::Cleanup(call)) => {
                self.keep &= !call.must_close_connection();
                self.over(used < bytes.len());
            }
            Some(RecvResponseResult::Redirect(call)) => {
                self.keep &= !call.must_close_connection();
                self.over(used < bytes.len());
            }
            None => {}
        }
        Ok((used, Some(Head { status: head.status(), headers: head.into_parts().0.headers })))
    }

    /// What these bytes hold of the body, if anything.
    fn parse_body(&mut self, bytes: &[u8]) -> Result<(usize, Option<Bytes>), Failure> {
        let Stage::Body(call) = &mut self.stage else { return Ok((0, None)) };
        let room = match call.body_mode() {
            BodyMode::LengthDelimited(left) => usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len()),
            _ => bytes.len(),
        };
        let mut body = BytesMut::zeroed(room);
        let (used, length) = call.read(bytes, &mut body).map_err(malformed)?;
        body.truncate(length);
        let until_closed = call.body_mode() == BodyMode::CloseDelimited;
        if call.can_proceed() && !until_closed {
            if let Stage::Body(call) = std::mem::replace(&mut self.stage, Stage::Over) {
                self.keep &= !must_close(call);
            }
            self.over(used < bytes.len());
        } else if bytes.len() - used > MAX_LINE {
            return Err(too_long("a line between chunks", MAX_LINE));
        }
        Ok((used, (!body.is_empty()).then(|| body.freeze())))
    }

    /// The answer was read: the connection goes back, unless one side is not done with it. What follows an answer that
    /// nobody asked for would be taken for the next one.
    fn over(&mut self, more_came: bool) {
        let wire = self.wire.take();
        if self.keep
            && !more_came
            && self.sending.is_none()
            && let Some(wire) = wire
            && let Some(home) = self.home.upgrade()
        {
            home.put(&self.origin, wire);
        }
        self.sending = None;
    }
}

impl ChunkSource for Exchange {
    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Failure>>> {
        if let Some(chunk) = self.chunk.take() {
            return Poll::Ready(Some(Ok(chunk)));
        }
        self.send(cx);
        loop {
            let Stage::Body(call) = &self.stage else { return Poll::Ready(None) };
            let until_closed = call.body_mode() == BodyMode::CloseDelimited;
            let mut room = [MaybeUninit::uninit(); READ];
            let mut room = ReadBuf::uninit(&mut room);
            let chunk = match ready!(self.poll_read(cx, &mut room)) {
                Ok(Came::Data) => self.consume(room.filled(), Exchange::parse_body),
                Ok(Came::End) if until_closed => {
                    self.end();
                    return Poll::Ready(None);
                }
                Ok(Came::End) => Err(broken_off(io::Error::from(io::ErrorKind::UnexpectedEof))),
                Err(failure) => Err(failure),
            };
            match chunk {
                Ok(Some(chunk)) => return Poll::Ready(Some(Ok(chunk))),
                // No more than a line between chunks, or the end.
                Ok(None) => {}
                Err(failure) => {
                    self.end();
                    return Poll::Ready(Some(Err(failure)));
                }
            }
        }
    }

    fn remaining(&self) -> Option<u64> {
        let waiting = self.chunk.as_ref().map_or(0, Bytes::len) as u64;
        match &self.stage {
            Stage::Body(call) => match call.body_mode() {
                BodyMode::LengthDelimited(left) => Some(left + waiting),
                _ => None,
            },
            _ => Some(waiting),
        }
    }
}

impl Exchange {
    /// Closes the connection.
    fn end(&mut self) {
        self.stage = Stage::Over;
        self.wire = None;
    }
}

impl fmt::Debug for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange").field("remaining", &self.remaining()).finish_non_exhaustive()
    }
}

/// The head of an answer.
pub(super) struct Head {
    pub(super) status: http::StatusCode,
    pub(super) headers: http::HeaderMap,
}

/// The state in which an answer is expected. The library is told nothing of the request but whether its answer has a
/// body, and sends none of it: it would write every byte that it sends to the log, the key among them.
fn expecting(method: &Method) -> Result<Call<RecvResponse>, ureq_proto::Error> {
    let mut request = Request::new(());
    if method == Method::HEAD {
        *request.method_mut() = Method::HEAD;
    }
    let mut call = Call::new(request)?.proceed();
    call.write(&mut [0; 64])?;
    match call.proceed()? {
        Some(SendRequestResult::RecvResponse(call)) => Ok(call),
        _ => Err(ureq_proto::Error::OutputOverflow),
    }
}

fn must_close(call: Call<RecvBody>) -> bool {
    match call.proceed() {
        Some(RecvBodyResult::Cleanup(call)) => call.must_close_connection(),
        Some(RecvBodyResult::Redirect(call)) => call.must_close_connection(),
        None => true,
    }
}

/// Whether a write failed because the peer has closed, which reading will tell as well.
fn is_gone(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
    matches!(error.kind(), BrokenPipe | ConnectionAborted | ConnectionReset)
}

fn malformed(error: ureq_proto::Error) -> Failure {
    Failure { kind: FailureKind::Malformed, source: Box::new(error) }
}

fn too_long(what: &str, limit: usize) -> Failure {
    let why = format!("{what} is longer than {limit} bytes");
    Failure { kind: FailureKind::Malformed, source: why.into() }
}
