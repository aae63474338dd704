//! The stream of a message: body chunks to events, its timeouts, another attempt where one is allowed, and the partial
//! result on failure. How a stream ends is decided in `reader`.

mod poll;
pub(crate) mod reader;
mod timeouts;
pub(crate) mod views;

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;
use http::HeaderMap;

use crate::call::answer::json_of;
use crate::call::attempt::{Call, Opened};
use crate::call::response::{Head, Response};
use crate::error::{Error, ErrorKind, Result};
use crate::model::{Message, Usage};
use crate::retry::Attempts;
use crate::service::rate_limits::RateLimits;
use crate::transport::HttpBody;
use crate::wire::event::Event;
use reader::{Limits, MessageReader, Purpose};
use timeouts::StreamTimeouts;
use views::{Snapshots, TextStream};

type Reopening = Pin<Box<dyn Future<Output = (Box<Call>, Result<Opened>)> + Send>>;

/// A streamed answer.
///
/// Take events with [`MessageStream::next`] (or as a [`futures_core::Stream`]), pieces of text with
/// [`MessageStream::text_stream`], or the whole with [`MessageStream::final_message`]; they can be mixed.
/// Events are accumulated, so that the message so far is available, unless the call was sent with
/// [`StreamCall::events_only`](crate::StreamCall::events_only).
///
/// Nothing is read ahead of the consumer: a slow consumer holds back the server (back-pressure). Dropping the stream
/// closes its connection unless it was read to its end.
///
/// A failure before any event but `ping` was handed out is retried by the client's policy. Afterwards nothing
/// is: the error carries the partial message. A stream is complete only with `message_stop`, and brings at most
/// [`max_stream_bytes`](crate::ClientBuilder::max_stream_bytes).
pub struct MessageStream {
    state: StreamState,
    /// `None` while the stream is opened again.
    call: Option<Box<Call>>,
    head: Head,
    attempts: Attempts,
    reader: MessageReader,
    timeouts: StreamTimeouts,
    /// The token counts so far, if the limiter or the ledger of the client wants them.
    usage: Option<Box<Usage>>,
    /// An event other than `ping` came.
    begun: bool,
    /// A hook wants the times of chunks.
    times_chunks: bool,
    /// The message is complete: further bytes change nothing.
    succeeded: bool,
    failed: bool,
}

enum StreamState {
    Reading(HttpBody),
    /// The body has ended; there may be a last event.
    Ending,
    /// Reading a whole JSON answer, or a body that does not declare its format.
    Collecting {
        body: HttpBody,
        bytes: Vec<u8>,
        is_json: bool,
    },
    /// Events made from a whole JSON answer, the last one first.
    Replaying(Vec<Event>),
    Reopening(Reopening),
    /// `message_stop` was handed out. Up to this many bytes of the rest of the body are drained, so that the connection
    /// can be reused.
    Draining(HttpBody, usize),
    Done,
}

impl MessageStream {
    pub(crate) fn new(call: Box<Call>, opened: Opened) -> MessageStream {
        MessageStream::with_purpose(call, opened, Purpose::Events)
    }

    fn with_purpose(call: Box<Call>, opened: Opened, purpose: Purpose) -> MessageStream {
        let limits = Limits::of(&call.shared.settings);
        let mut stream = MessageStream {
            state: StreamState::Done,
            head: opened.head.clone(),
            attempts: call.log.clone(),
            reader: MessageReader::new(limits, purpose),
            timeouts: StreamTimeouts::new(
                call.request.limit.duration(),
                call.shared.settings.timeouts.progress,
            )
            .on(call.limit_clock()),
            call: Some(call),
            usage: None,
            begun: false,
            times_chunks: false,
            succeeded: false,
            failed: false,
        };
        stream.begin(opened);
        stream
    }

    /// Does not accumulate the message.
    pub(crate) fn events_only(mut self) -> MessageStream {
        let logged = self.call.as_ref().is_some_and(|call| call.shared.settings.log_bodies);
        self.reader = self.reader.events_only(logged);
        self
    }

    /// Runs a whole-answer call as a stream and gives the assembled message.
    pub(crate) async fn assembled(mut call: Box<Call>) -> Result<Response<Message>> {
        let opened = call.open().await?;
        let purpose = Purpose::whole(&call.shared.settings);
        MessageStream::with_purpose(call, opened, purpose).final_message().await
    }

    /// The caller sees only the end.
    fn is_assembled(&self) -> bool {
        self.reader.purpose() != Purpose::Events
    }

    /// The head of the answer. It changes if the stream was retried before its first event.
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

    /// The message so far; `None` before it has begun. Tool input that is still arriving is completed tolerantly
    /// (protocol §4.7). A call is marked as incomplete until its `content_block_stop` has come. Always `None` for
    /// events alone.
    #[must_use]
    pub fn snapshot(&self) -> Option<Message> {
        self.reader.message().snapshot()
    }

    /// A block of the message so far, without the completion that [`snapshot`](Self::snapshot) applies.
    #[cfg(feature = "tools")]
    pub(crate) fn block(&self, index: u32) -> Option<&crate::model::ContentBlock> {
        self.reader.message().message()?.content.get(usize::try_from(index).ok()?)
    }

    /// Reads to the end and gives the whole message.
    ///
    /// # Errors
    /// As [`MessageStream::next`]; after an error was handed out already, [`ErrorKind::StreamEnded`];
    /// [`ErrorKind::Config`], and nothing is read, for events alone.
    pub async fn final_message(&mut self) -> Result<Response<Message>> {
        if !self.reader.message().is_shown() {
            return Err(Error::new(
                ErrorKind::Config,
                "this stream was asked for its events only and keeps no message; leave `events_only` away",
            ));
        }
        while let Some(event) = self.next().await {
            event?;
        }
        // A copy, and its JSON.
        self.reader.message().room_for_copies(2).map_err(|error| self.in_place_of_message(error))?;
        match self.reader.message().finished() {
            Some(message) if !self.failed => {
                Ok(Response::assembled(message, self.head.clone(), json_of, self.attempts.clone()))
            }
            partial => {
                let what = "the stream failed before; its error was handed out then";
                let error = Error::new(ErrorKind::StreamEnded, what).with_partial(partial);
                Err(self.in_place_of_message(error))
            }
        }
    }

    fn in_place_of_message(&self, error: Error) -> Error {
        error
            .with_retryable(false)
            .with_answer(self.head.status, self.head.headers())
            .with_attempts(self.attempts.clone())
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
        self.head.headers()
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
            StreamState::Reading(_)
            | StreamState::Ending
            | StreamState::Collecting { .. }
            | StreamState::Replaying(_) => "reading",
            StreamState::Reopening(_) => "retrying",
            StreamState::Draining(..) => "complete",
            StreamState::Done if self.failed => "failed",
            StreamState::Done => "done",
        };
        f.debug_struct("MessageStream")
            .field("state", &state)
            .field("head", &self.head)
            .field("attempts", &self.attempts)
            .finish()
    }
}
