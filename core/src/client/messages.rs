//! The resource `messages`: whole and streamed answers.

use std::future::IntoFuture;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use http::Method;

use crate::call::answer::{error_in, json_in, json_of, message_from_json};
use crate::call::attempt::Call;
use crate::call::format::{self, Format};
use crate::call::response::{Head, Response};
use crate::call::trace;
use crate::client::body::{Body, IntoBody};
use crate::client::options::CallOptions;
use crate::client::raw::{ByteStream, CallFuture};
use crate::client::{Client, RequestParts};
use crate::error::{Error, Result};
use crate::model::Message;
use crate::stream::MessageStream;
use crate::stream::reader::{Limits, MessageReader, Purpose, cut_off, read_whole};
use crate::transport::{Payload, Segments};

/// White space that is skipped before the first line of an unrequested event stream, at most.
const BLANK: usize = 4 << 10;

/// Sends messages to the model. Returned by [`Client::messages`].
#[derive(Clone, Copy, Debug)]
pub struct Messages<'a> {
    pub(crate) client: &'a Client,
}

impl<'a> Messages<'a> {
    pub(crate) fn new(client: &'a Client) -> Messages<'a> {
        Messages { client }
    }

    /// Requests a whole answer. Await the call to send it.
    ///
    /// An answer that could outlast its time limit is streamed internally and still returned whole, unless a limit was
    /// set for it (decision 0003).
    ///
    /// ```
    /// # async fn run(client: parlour::Client) -> Result<(), parlour::Error> {
    /// use parlour::{CallOptions, MessageRequest};
    /// let request = MessageRequest::new("svc-haiku-3-5", 256).user("Name three rivers.");
    /// let reply = client.messages().create(&request).with(CallOptions::new().max_retries(1)).await?;
    /// println!("{} after {} attempt(s)", reply.text(), reply.attempts().count());
    /// # Ok(()) }
    /// ```
    pub fn create(&self, request: impl IntoBody) -> CreateCall {
        CreateCall { client: self.client.clone(), body: request.into_body(), options: CallOptions::new() }
    }

    /// Requests a streamed answer. Await the call to send it; it resolves when the answer begins.
    ///
    /// ```
    /// # async fn run(client: parlour::Client) -> Result<(), parlour::Error> {
    /// use parlour::MessageRequest;
    /// let request = MessageRequest::new("svc-haiku-3-5", 256).user("Tell me a story.");
    /// let mut stream = client.messages().stream(&request).await?;
    /// while let Some(event) = stream.next().await {
    ///     if let Some(text) = event?.text() {
    ///         print!("{text}");
    ///     }
    /// }
    /// let message = stream.final_message().await?;
    /// println!("\n{:?}", message.usage);
    /// # Ok(()) }
    /// ```
    pub fn stream(&self, request: impl IntoBody) -> StreamCall {
        StreamCall {
            client: self.client.clone(),
            body: request.into_body(),
            options: CallOptions::new(),
            events_only: false,
        }
    }
}

/// A whole-answer call being put together; await it to send it. Dropping the future cancels the call and
/// closes its connection.
#[must_use = "a call does nothing until it is awaited"]
#[derive(Debug)]
pub struct CreateCall {
    client: Client,
    body: Result<Body>,
    options: CallOptions,
}

impl CreateCall {
    /// Uses these options for this call.
    pub fn with(mut self, options: CallOptions) -> CreateCall {
        self.options = options;
        self
    }

    /// Sends the call and returns the answer's body undecoded; never streamed internally. For callers that parse it
    /// themselves. A body that came without a length, ended by the end of its connection, cannot be distinguished from
    /// one that was cut: see [`RawCall`](crate::RawCall).
    ///
    /// # Errors
    /// As the call itself; a body that is not a message is no error here, one that holds an error is.
    #[must_use = "a call does nothing until it is awaited"]
    pub fn raw(self) -> CallFuture<Response<Bytes>> {
        Box::pin(Box::new(self).run_raw())
    }

    async fn run_raw(self: Box<Self>) -> Result<Response<Bytes>> {
        let shared = Arc::clone(&self.client.shared);
        let call = self.prepared_as(false, false)?;
        let unasked = Unasked::of(&call);
        let span = call.request.span.clone();
        let accept = |_: &Head, bytes: &Bytes| match error_in(bytes) {
            Some(error) => Err(error),
            None => Ok(bytes.clone()),
        };
        let cut = |_: &Head, _: &Bytes, error| unasked.purpose.judged_once_begun(error);
        let reply = call.whole(|| unasked.ends(), accept, |_| None, cut).await?;
        // Decode only if the quick check does not show a message that ended normally.
        if !std::str::from_utf8(&reply).is_ok_and(Message::is_plain)
            && let Ok(message) = Message::read(&reply)
        {
            shared.settings.stops.arrived(&span, &message, reply.request_id());
        }
        Ok(reply)
    }

    /// Sends the call and hands out the answer's body as it arrives, unread; its head is there at once. For callers
    /// that forward it: the body is not inspected, so an error in it or its stop reason is not reported.
    ///
    /// # Errors
    /// As [`RawCall::open`](crate::RawCall::open).
    #[must_use = "a call does nothing until it is awaited"]
    pub fn open(self) -> CallFuture<ByteStream> {
        Box::pin(Box::new(self).run_open())
    }

    async fn run_open(self: Box<Self>) -> Result<ByteStream> {
        ByteStream::open(self.prepared_as(false, true)?).await
    }

    /// Sends the call and returns the message as JSON text, for callers that build their own objects from it: a valid
    /// message is not parsed twice.
    ///
    /// # Errors
    /// As the call itself.
    #[must_use = "a call does nothing until it is awaited"]
    pub fn json(self) -> CallFuture<Response<MessageJson>> {
        Box::pin(Box::new(self).run_json())
    }

    async fn run_json(self: Box<Self>) -> Result<Response<MessageJson>> {
        let shared = Arc::clone(&self.client.shared);
        let (call, streamed_inside) = self.prepared()?;
        if streamed_inside {
            return Ok(MessageStream::assembled(call).await?.map(MessageJson::read));
        }
        let unasked = Unasked::of(&call);
        let span = call.request.span.clone();
        let read = |head: &Head, bytes: &Bytes| {
            let plain = format::declared(&head.headers).is_none();
            let text = std::str::from_utf8(format::without_bom(bytes)).unwrap_or_default();
            if plain && span.is_disabled() && Message::is_plain(text) {
                return Ok(MessageJson { json: json_in(bytes), message: None });
            }
            let message = unasked.message_of(head, bytes)?;
            let json = match format::of(&head.headers, bytes) {
                Format::Events => json_of(&message),
                Format::Json => json_in(bytes),
            };
            Ok(MessageJson { json, message: Some(Box::new(message)) })
        };
        let cut = |head: &Head, bytes: &Bytes, error| unasked.cut(head, bytes, error);
        let reply = call.whole(|| unasked.ends(), read, |json| json.message.as_deref(), cut).await?;
        if let Some(message) = &reply.message {
            shared.settings.stops.arrived(&span, message, reply.request_id());
        }
        Ok(reply)
    }

    async fn run(self: Box<Self>) -> Result<Response<Message>> {
        let shared = Arc::clone(&self.client.shared);
        let (call, streamed_inside) = self.prepared()?;
        if streamed_inside {
            return MessageStream::assembled(call).await;
        }
        let unasked = Unasked::of(&call);
        let span = call.request.span.clone();
        let accept = |head: &Head, bytes: &Bytes| unasked.message_of(head, bytes);
        let cut = |head: &Head, bytes: &Bytes, error| unasked.cut(head, bytes, error);
        let reply = call.whole(|| unasked.ends(), accept, |message| Some(message), cut).await?;
        shared.settings.stops.arrived(&span, &reply, reply.request_id());
        Ok(reply)
    }

    /// The prepared call. `says_stream` if the request asks for events, `stream` if the answer is taken as it arrives.
    ///
    /// Takes the box, as all of these do: held by value, the future of a call would reserve its space for as long as it
    /// lives, and a box that is emptied within the future is freed with the future.
    #[allow(clippy::boxed_local, reason = "see above")]
    fn prepared_as(self: Box<Self>, says_stream: bool, stream: bool) -> Result<Box<Call>> {
        let options = self.client.merged(self.options)?;
        let body = self.body?.spelled()?.spoken_in(self.client.dialect(&options))?;
        let mut call = prepare(&self.client, &body.spliced(&options.keys, says_stream)?, options, stream)?;
        // A body that is forwarded is not read ahead.
        call.hedge = None;
        Ok(call)
    }

    /// The prepared call, and whether it is streamed internally.
    #[allow(clippy::boxed_local, reason = "as prepared_as")]
    fn prepared(self: Box<Self>) -> Result<(Box<Call>, bool)> {
        let options = self.client.merged(self.options)?;
        let body = self.body?.spelled()?.spoken_in(self.client.dialect(&options))?;
        let streamed_inside = self.client.streams_inside(body.facts().max_tokens, &options);
        let body = body.spliced(&options.keys, streamed_inside)?;
        let mut call = prepare(&self.client, &body, options, streamed_inside)?;
        if streamed_inside {
            call.request.long_answer = Some(self.client.shared.settings.timeouts.long_answer);
        }
        Ok((call, streamed_inside))
    }
}

/// A message as JSON text. Returned by [`CreateCall::json`].
#[derive(Clone, Debug)]
pub struct MessageJson {
    json: Bytes,
    message: Option<Box<Message>>,
}

impl MessageJson {
    fn read(message: Message) -> MessageJson {
        MessageJson { json: json_of(&message), message: Some(Box::new(message)) }
    }

    /// The text: as received, or serialised if the message came as events.
    #[must_use]
    pub fn json(&self) -> &Bytes {
        &self.json
    }

    /// The message, if it had to be decoded: because it came as events, contains a tool call, ended in a way that needs
    /// attention, or is traced.
    #[must_use]
    pub fn message(&self) -> Option<&Message> {
        self.message.as_deref()
    }

    /// Takes the message out, if it had to be decoded; the text stays.
    pub fn take_message(&mut self) -> Option<Box<Message>> {
        self.message.take()
    }
}

impl IntoFuture for CreateCall {
    type Output = Result<Response<Message>>;
    type IntoFuture = CallFuture<Response<Message>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(Box::new(self).run())
    }
}

/// A streamed call being put together; await it to send it.
#[must_use = "a call does nothing until it is awaited"]
#[derive(Debug)]
pub struct StreamCall {
    client: Client,
    body: Result<Body>,
    options: CallOptions,
    events_only: bool,
}

impl StreamCall {
    /// Uses these options for this call.
    pub fn with(mut self, options: CallOptions) -> StreamCall {
        self.options = options;
        self
    }

    /// Delivers only the events: no message is accumulated, so that the stream's memory does not grow. There are no
    /// snapshots, no final message, and no partial message in an error.
    pub fn events_only(mut self) -> StreamCall {
        self.events_only = true;
        self
    }

    async fn run(self: Box<Self>) -> Result<MessageStream> {
        let events_only = self.events_only;
        let mut call = self.prepared()?;
        let opened = call.open().await?;
        let stream = MessageStream::new(call, opened);
        Ok(if events_only { stream.events_only() } else { stream })
    }

    #[allow(clippy::boxed_local, reason = "as CreateCall::prepared_as")]
    fn prepared(self: Box<Self>) -> Result<Box<Call>> {
        let options = self.client.merged(self.options)?;
        let body = self.body?.spelled()?.spoken_in(self.client.dialect(&options))?;
        prepare(&self.client, &body.spliced(&options.keys, true)?, options, true)
    }
}

impl IntoFuture for StreamCall {
    type Output = Result<MessageStream>;
    type IntoFuture = CallFuture<MessageStream>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(Box::new(self).run())
    }
}

fn prepare(client: &Client, body: &Body, options: CallOptions, stream: bool) -> Result<Box<Call>> {
    body.check_required()?;
    let settings = &client.shared.settings;
    let facts = body.facts();
    let span = trace::chat_span(
        &settings.service,
        &settings.base_url,
        facts.model.as_deref(),
        facts.max_tokens,
        stream,
    );
    let parts = RequestParts { method: Method::POST, uri: settings.messages_uri.clone(), body, stream };
    let admission = client.admission(body, &options, stream);
    let marked = client.marked(body, &options, stream);
    let routed = client.routed(body, &options);
    let hedge = client.hedged(body, &options).filter(|_| stream);
    let mut call = client.prepare(parts, options, span)?;
    call.request.admission = admission;
    if let Some((marked, body)) = marked {
        call.request.marked = Some(marked);
        if let Some(parts) = body {
            call.request.body = Some(Arc::new(Payload::new(Segments { parts })));
        }
    }
    (call.routed, call.hedge) = (routed, hedge);
    // Last: a call that was refused for its options is none.
    client.enter(&mut call, body)?;
    Ok(call)
}

impl Response<Message> {
    /// The message as JSON text: the body if it is JSON, else serialised. If the answer came as events although a whole
    /// one was requested, the body is those events (protocol §11 row 15).
    #[must_use]
    pub fn json(&self) -> Bytes {
        match format::of(&self.head().headers, self.body()) {
            Format::Events => json_of(self),
            Format::Json => json_in(self.body()),
        }
    }
}

/// Reads the answer to a request that did not ask for a stream: usually it is JSON, but some gateways send a stream
/// (protocol §11 rows 15 and 17).
#[derive(Clone, Copy)]
struct Unasked {
    limits: Limits,
    purpose: Purpose,
}

impl Unasked {
    fn of(call: &Call) -> Unasked {
        let settings = &call.shared.settings;
        let purpose = Purpose::whole(settings);
        Unasked { limits: Limits::of(settings), purpose }
    }

    fn reader(self) -> MessageReader {
        MessageReader::new(self.limits, self.purpose)
    }

    /// The message in an answer that is there.
    fn message_of(self, head: &Head, bytes: &Bytes) -> Result<Message> {
        match format::of(&head.headers, bytes) {
            Format::Events => read_whole(std::slice::from_ref(bytes), self.reader(), |_| {}),
            Format::Json => message_from_json(bytes),
        }
    }

    /// The error for an answer that was cut. An event stream follows the rule for calls that are streamed internally:
    /// the part that arrived is billed, and the error carries it.
    fn cut(self, head: &Head, bytes: &Bytes, error: Error) -> Error {
        match format::of(&head.headers, bytes) {
            Format::Events => cut_off(bytes, self.reader(), error),
            Format::Json => self.purpose.judged_once_begun(error),
        }
    }

    /// Watches the chunks of an answer for the end of a stream: `message_stop`, or an error.
    fn ends(self) -> impl FnMut(&Head, &Bytes) -> bool {
        enum Seen {
            /// The first bytes, whose format is not known yet.
            Start(BytesMut),
            Events(Box<MessageReader>),
            Json,
        }
        let mut seen = Seen::Start(BytesMut::new());
        move |head, chunk| {
            let chunk = match &mut seen {
                Seen::Json => return false,
                Seen::Events(_) => chunk.clone(),
                // The usual answer: no line of an event stream begins so.
                Seen::Start(start) if start.is_empty() && chunk.starts_with(b"{") => {
                    seen = Seen::Json;
                    return false;
                }
                Seen::Start(start) => {
                    let came: &[u8] = if start.is_empty() {
                        chunk
                    } else {
                        start.extend_from_slice(chunk);
                        start
                    };
                    match format::declared(&head.headers).or_else(|| format::sniffed(came)) {
                        Some(Format::Events) => {
                            let all = if start.is_empty() { chunk.clone() } else { start.split().freeze() };
                            seen = Seen::Events(Box::new(self.reader()));
                            all
                        }
                        // Too much white space for the beginning of a stream: it can be arbitrarily long.
                        None if came.len() <= BLANK => {
                            if start.is_empty() {
                                start.extend_from_slice(chunk);
                            }
                            return false;
                        }
                        Some(Format::Json) | None => {
                            seen = Seen::Json;
                            return false;
                        }
                    }
                }
            };
            let Seen::Events(reader) = &mut seen else { return false };
            // An error ends a stream as its last event does; the bytes are checked when they are decoded.
            let mut ended = reader.push(chunk).is_err();
            while !ended {
                match reader.next() {
                    Ok(Some(_)) => {}
                    Ok(None) => break,
                    Err(_) => ended = true,
                }
            }
            ended || reader.message().is_finished()
        }
    }
}
