//! The stream of a message: body chunks to frames to events, the idle clocks, the end-of-stream rules
//! (protocol §4.6), and the partial result on failure. It must not know host languages.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Bytes, BytesMut};
use futures_core::Stream;
use http::HeaderMap;

use crate::accumulate::Accumulator;
use crate::api_error;
use crate::attempt::{Call, Opened, lost};
use crate::clocks::Clocks;
use crate::error::{Error, ErrorKind, Result};
use crate::event::{Decoded, Event, EventKind, decode};
use crate::limits::RateLimits;
use crate::messages::{is_event_stream, message_from_json};
use crate::model::Message;
use crate::response::{Attempts, Head, Response};
use crate::sse::{Frame, Framer};
use crate::trace;
use crate::transport::{ChunkSource, HttpBody};
use crate::views::{Snapshots, TextStream};

type Reopening = Pin<Box<dyn Future<Output = (Box<Call>, Result<Opened>)> + Send>>;

/// A streamed answer.
///
/// Take events with [`MessageStream::next`] (or as a [`futures_core::Stream`]), pieces of text with
/// [`MessageStream::text_stream`], or the whole with [`MessageStream::final_message`]; they can be mixed.
/// What was read is always accumulated, so that the message so far is at hand.
///
/// Nothing is read ahead of the consumer: one that is slow holds back the server. Dropping the stream closes
/// its connection unless it was read to its end.
///
/// A failure before any event but `ping` was handed out is retried by the client's policy. Afterwards nothing
/// is: the error carries the partial message. A stream is complete only with `message_stop`.
pub struct MessageStream {
    state: State,
    /// Away while the stream is opened again.
    call: Option<Box<Call>>,
    head: Head,
    attempts: Attempts,
    framer: Framer,
    message: Accumulator,
    clocks: Clocks,
    handed_out: bool,
    /// The caller sees only the end: failures at any point may be retried.
    carried: bool,
    failed: bool,
}

enum State {
    Reading(HttpBody),
    /// A whole JSON answer is being read.
    Collecting(HttpBody, BytesMut),
    /// Events made from a whole JSON answer, the last one first.
    Replaying(Vec<Event>),
    Reopening(Reopening),
    /// `message_stop` was handed out; the rest of the body is read for the connection's sake.
    Draining(HttpBody),
    Done,
}

impl MessageStream {
    pub(crate) fn new(call: Box<Call>, opened: Opened) -> MessageStream {
        let max_event = call.shared.settings.max_event_bytes;
        let mut stream = MessageStream {
            state: State::Done,
            head: opened.head.clone(),
            attempts: call.log.clone(),
            framer: Framer::new(max_event),
            message: Accumulator::default(),
            clocks: Clocks::new(&call),
            call: Some(call),
            handed_out: false,
            carried: false,
            failed: false,
        };
        stream.begin(opened);
        stream
    }

    /// Runs a whole-answer call as a stream and gives the assembled message.
    pub(crate) async fn carried(mut call: Box<Call>) -> Result<Response<Message>> {
        let opened = call.open().await?;
        let mut stream = MessageStream::new(call, opened);
        stream.carried = true;
        stream.final_message().await
    }

    /// The head of the answer. Another one if the stream was begun anew before its first event.
    #[must_use]
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The next event; `None` after the last. Cancel-safe: no event is lost if the future is dropped.
    ///
    /// # Errors
    /// Any [`ErrorKind`] that a stream can meet, with the partial message; nothing follows an error.
    pub async fn next(&mut self) -> Option<Result<Event>> {
        std::future::poll_fn(|cx| self.poll_event(cx)).await
    }

    /// An iterator over the pieces of text alone.
    pub fn text_stream(&mut self) -> TextStream<'_> {
        TextStream::new(self)
    }

    /// An iterator over the message as it grows, one snapshot an event.
    pub fn snapshots(&mut self) -> Snapshots<'_> {
        Snapshots::new(self)
    }

    /// The message so far; `None` before it has begun. Tool input that is still arriving is completed
    /// tolerantly (protocol §4.7) and marked as incomplete.
    #[must_use]
    pub fn snapshot(&self) -> Option<Message> {
        self.message.snapshot()
    }

    /// Reads to the end and gives the whole message.
    ///
    /// # Errors
    /// As [`MessageStream::next`]; after an error was handed out already, [`ErrorKind::StreamEnded`].
    pub async fn final_message(&mut self) -> Result<Response<Message>> {
        while let Some(event) = self.next().await {
            event?;
        }
        match self.message.finished() {
            Some(message) if !self.failed => {
                Ok(Response::assembled(message, self.head.clone(), json_of, self.attempts.clone()))
            }
            partial => Err(Error::new(
                ErrorKind::StreamEnded,
                "the stream failed before; its error was handed out then",
            )
            .with_retryable(false)
            .with_partial(partial)
            .with_answer(self.head.status, &self.head.headers)
            .with_attempts(self.attempts.clone())),
        }
    }

    /// Reads to the end and gives the text of the message: empty if it has none.
    ///
    /// # Errors
    /// As [`MessageStream::final_message`].
    pub async fn final_text(&mut self) -> Result<String> {
        Ok(self.final_message().await?.text())
    }

    /// The HTTP status: 200 to 299.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.head.status
    }

    /// The headers of the answer, at hand before the first event.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        &self.head.headers
    }

    /// The id of the request at the service.
    #[must_use]
    pub fn request_id(&self) -> Option<&str> {
        self.head.request_id()
    }

    /// The allowances of this key when the stream began (protocol §6).
    #[must_use]
    pub fn rate_limits(&self) -> RateLimits {
        self.head.rate_limits()
    }

    /// How often the call was sent and how long it waited.
    #[must_use]
    pub fn attempts(&self) -> &Attempts {
        &self.attempts
    }

    /// As [`MessageStream::next`], for those who poll.
    pub fn poll_event(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Event>>> {
        loop {
            match &mut self.state {
                State::Reading(body) => {
                    match self.framer.next() {
                        Ok(Some(frame)) => match self.frame(frame) {
                            Some(item) => return Poll::Ready(item),
                            None => continue,
                        },
                        Ok(None) => {}
                        Err(too_large) => {
                            let error = Error::new(
                                ErrorKind::Decode,
                                format!(
                                    "an event is larger than {} bytes (max_event_bytes)",
                                    too_large.limit
                                ),
                            );
                            if let Some(item) = self.fail(error) {
                                return Poll::Ready(item);
                            }
                            continue;
                        }
                    }
                    match body.poll_chunk(cx) {
                        Poll::Ready(Some(Ok(chunk))) => {
                            self.clocks.byte();
                            self.framer.push(chunk);
                        }
                        Poll::Ready(Some(Err(failure))) => {
                            let error = lost(failure, "while the stream was read");
                            if let Some(item) = self.fail(error) {
                                return Poll::Ready(item);
                            }
                        }
                        Poll::Ready(None) => {
                            if let Some(item) = self.body_ended() {
                                return Poll::Ready(item);
                            }
                        }
                        Poll::Pending => {
                            let error = ready!(self.clocks.poll(cx, self.call.as_deref()));
                            if let Some(item) = self.fail(error) {
                                return Poll::Ready(item);
                            }
                        }
                    }
                }
                State::Collecting(body, bytes) => match body.poll_chunk(cx) {
                    Poll::Ready(Some(Ok(chunk))) => {
                        self.clocks.byte();
                        self.clocks.progress();
                        bytes.extend_from_slice(&chunk);
                        let cap =
                            self.call.as_ref().map_or(usize::MAX, |c| c.shared.settings.max_response_bytes);
                        if bytes.len() > cap {
                            let error = Error::new(
                                ErrorKind::Decode,
                                format!("the answer is larger than {cap} bytes (max_response_bytes)"),
                            );
                            if let Some(item) = self.fail(error) {
                                return Poll::Ready(item);
                            }
                        }
                    }
                    Poll::Ready(Some(Err(failure))) => {
                        let error = lost(failure, "while the answer was read");
                        if let Some(item) = self.fail(error) {
                            return Poll::Ready(item);
                        }
                    }
                    Poll::Ready(None) => {
                        let json = std::mem::take(bytes).freeze();
                        match replay(&json) {
                            Ok(events) => self.state = State::Replaying(events),
                            Err(error) => {
                                let cap =
                                    self.call.as_ref().map_or(0, |c| c.shared.settings.max_error_body_bytes);
                                let error = error.with_body(json.slice(..json.len().min(cap)));
                                if let Some(item) = self.fail(error) {
                                    return Poll::Ready(item);
                                }
                            }
                        }
                    }
                    Poll::Pending => {
                        let error = ready!(self.clocks.poll(cx, self.call.as_deref()));
                        if let Some(item) = self.fail(error) {
                            return Poll::Ready(item);
                        }
                    }
                },
                State::Replaying(events) => match events.pop() {
                    Some(event) => {
                        if let Some(item) = self.event(event) {
                            return Poll::Ready(item);
                        }
                    }
                    None => self.complete(),
                },
                State::Reopening(reopening) => {
                    let (call, result) = ready!(reopening.as_mut().poll(cx));
                    self.attempts = call.log.clone();
                    self.call = Some(call);
                    match result {
                        Ok(opened) => self.begin(opened),
                        Err(error) => {
                            self.failed = true;
                            self.state = State::Done;
                            return Poll::Ready(Some(Err(error)));
                        }
                    }
                }
                State::Draining(body) => match body.poll_chunk(cx) {
                    // What follows the end of the message does not count (protocol §4.5 step 9), whenever it comes.
                    Poll::Ready(Some(Ok(_))) => {}
                    Poll::Ready(Some(Err(_)) | None) => self.complete(),
                    Poll::Pending => {
                        ready!(self.clocks.poll_grace(cx));
                        self.complete();
                    }
                },
                State::Done => return Poll::Ready(None),
            }
        }
    }

    /// Starts reading an answer.
    fn begin(&mut self, opened: Opened) {
        let sse = is_event_stream(&opened.head.headers)
            || !opened.head.headers.contains_key(http::header::CONTENT_TYPE);
        self.head = opened.head;
        self.clocks.byte();
        self.clocks.progress();
        self.state = match sse {
            true => State::Reading(opened.body),
            false => State::Collecting(opened.body, BytesMut::new()),
        };
    }

    fn frame(&mut self, frame: Frame) -> Option<Option<Result<Event>>> {
        match decode(frame) {
            Ok(Decoded::Event(event)) => self.event(event),
            Ok(Decoded::Skip) => None,
            Err(bad) => {
                let error = Error::new(
                    ErrorKind::Decode,
                    format!("the event `{}` is not valid JSON: {}", bad.name, bad.message),
                )
                .with_body(bad.data);
                self.fail(error)
            }
        }
    }

    /// Takes an event into the message. The outer `None` means that there is nothing to hand out yet.
    fn event(&mut self, event: Event) -> Option<Option<Result<Event>>> {
        match event.kind() {
            EventKind::Ping => return if self.carried { None } else { Some(Some(Ok(event))) },
            EventKind::Error => return self.fail(api_error::from_envelope(event.json_bytes())),
            _ => {}
        }
        if let Err(problem) = self.message.apply(&event) {
            return self.fail(Error::new(ErrorKind::StreamProtocol, problem));
        }
        self.clocks.progress();
        if !self.handed_out {
            self.handed_out = true;
            if let (Some(call), false) = (&mut self.call, self.carried) {
                // From now on nothing is repeated.
                call.forget_request();
            }
        }
        if event.kind() == EventKind::MessageStop {
            self.state = match std::mem::replace(&mut self.state, State::Done) {
                State::Reading(body) => State::Draining(body),
                other => other,
            };
            self.clocks.start_grace();
        }
        if self.carried { None } else { Some(Some(Ok(event))) }
    }

    fn body_ended(&mut self) -> Option<Option<Result<Event>>> {
        match self.framer.finish() {
            // Gateways sometimes close right after the last byte of an event (protocol §4.1 rule 8).
            Ok(Some(frame)) if serde_json::from_slice::<serde::de::IgnoredAny>(&frame.data).is_ok() => {
                return self.frame(frame);
            }
            _ => {}
        }
        let error = if self.message.saw_stop_reason() {
            Error::new(
                ErrorKind::StreamEnded,
                "the stream ended after its stop reason, but without message_stop",
            )
        } else if self.message.started() {
            Error::new(ErrorKind::StreamEnded, "the stream ended in the middle of the message")
        } else {
            // Safe to repeat: the service has said nothing.
            Error::new(ErrorKind::StreamEnded, "the stream ended before it began").with_retryable(true)
        };
        self.fail(error)
    }

    /// Ends the stream with an error, or begins another attempt if the caller has seen nothing yet.
    fn fail(&mut self, error: Error) -> Option<Option<Result<Event>>> {
        let error = error
            .with_answer(self.head.status, &self.head.headers)
            .with_mid_stream(self.message.saw_stop_reason())
            .with_partial(self.message.partial());
        self.state = State::Done;
        let seen = self.handed_out && !self.carried;
        // A cut of a carried call is a failed body read: nothing of it reached the caller.
        let error = if self.carried && error.kind() == ErrorKind::StreamEnded {
            error.with_retryable(true)
        } else {
            error
        };
        let Some(mut call) = self.call.take() else {
            self.failed = true;
            return Some(Some(Err(error)));
        };
        if seen {
            self.failed = true;
            let error = call.finished(error.with_retryable(false));
            self.call = Some(call);
            return Some(Some(Err(error)));
        }
        self.framer = Framer::new(call.shared.settings.max_event_bytes);
        self.message = Accumulator::default();
        self.handed_out = false;
        self.state = State::Reopening(Box::pin(async move {
            let result = match call.after(error).await {
                Ok(()) => call.open().await,
                Err(error) => Err(error),
            };
            (call, result)
        }));
        None
    }

    fn complete(&mut self) {
        self.state = State::Done;
        if let Some(call) = &self.call
            && self.message.is_finished()
        {
            call.succeeded();
            if let Some(message) = self.message.message() {
                trace::response_body(call, || json_of(message));
                call.shared.arrived(&call.span, message, self.head.request_id());
            }
        }
    }
}

impl Stream for MessageStream {
    type Item = Result<Event>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Event>>> {
        self.get_mut().poll_event(cx)
    }
}

impl fmt::Debug for MessageStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            State::Reading(_) | State::Collecting(..) | State::Replaying(_) => "reading",
            State::Reopening(_) => "retrying",
            State::Draining(_) => "complete",
            State::Done if self.failed => "failed",
            State::Done => "done",
        };
        f.debug_struct("MessageStream")
            .field("state", &state)
            .field("head", &self.head)
            .field("attempts", &self.attempts)
            .finish()
    }
}

/// The events that a whole message stands for, the last one first (protocol §11 row 16).
fn replay(json: &Bytes) -> Result<Vec<Event>> {
    let message = message_from_json(json)?;
    let mut events = crate::replay::events(&message);
    events.reverse();
    Ok(events)
}

/// The JSON text of an assembled message.
pub(crate) fn json_of(message: &Message) -> Bytes {
    // A message is made of maps with string keys and finite numbers: writing it cannot fail.
    serde_json::to_vec(message).map(Bytes::from).unwrap_or_default()
}

/// Frames, decodes and accumulates a stream that is there as a whole.
pub(crate) fn assemble(bytes: Bytes, max_event_bytes: usize) -> Result<Message> {
    let (_, result) = crate::testing::decode_all(&[bytes], max_event_bytes);
    result
}
