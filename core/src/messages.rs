//! The resource `messages`: whole and streamed answers. It must not know the transport.

use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, Method};

use crate::api_error;
use crate::body::{Body, IntoBody};
use crate::client::{Client, What};
use crate::error::{Error, ErrorKind, Result};
use crate::model::Message;
use crate::options::CallOptions;
use crate::response::{Head, Response};
use crate::stream::{MessageStream, assemble};
use crate::trace;

/// Sends messages to the model. Got from [`Client::messages`].
#[derive(Clone, Copy, Debug)]
pub struct Messages<'a> {
    client: &'a Client,
}

impl<'a> Messages<'a> {
    pub(crate) fn new(client: &'a Client) -> Messages<'a> {
        Messages { client }
    }

    /// Asks for a whole answer. Await the call to send it.
    ///
    /// An answer that could outlast its time limit is carried as a stream inside and still returned whole,
    /// unless a limit was set for it (design decision 3).
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

    /// Asks for a streamed answer. Await the call to send it; it resolves when the answer begins.
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
        StreamCall { client: self.client.clone(), body: request.into_body(), options: CallOptions::new() }
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

    /// Sends the call and gives the answer's body unread; never carried as a stream. For those who parse it
    /// themselves.
    ///
    /// # Errors
    /// As the call itself; a body that is not a message is no error here, one that holds an error is.
    pub async fn raw(self) -> Result<Response<Bytes>> {
        let options = self.client.merged(self.options)?;
        let body = self.body?.spliced(&options.keys, false)?;
        let call = prepare(&self.client, &body, options, false)?;
        let span = call.span.clone();
        let accept = |_: &Head, bytes: &Bytes| match error_in(bytes) {
            Some(error) => Err(error),
            None => Ok(bytes.clone()),
        };
        let reply = call.whole(accept).await?;
        // Read only if it is not seen at once that it ended as messages should.
        if !std::str::from_utf8(&reply).is_ok_and(Message::is_plain)
            && let Ok(message) = Message::read(&reply)
        {
            self.client.shared.arrived(&span, &message, reply.request_id());
        }
        Ok(reply)
    }

    /// Sends the call and gives the message as JSON text, for those who make objects of their own from it: what is
    /// certainly a message is not read a second time.
    ///
    /// # Errors
    /// As the call itself.
    pub async fn json(self) -> Result<Response<MessageJson>> {
        let shared = Arc::clone(&self.client.shared);
        let (call, carried) = self.prepared()?;
        if carried {
            return Ok(MessageStream::carried(call).await?.map(MessageJson::read));
        }
        let max_event = call.shared.settings.max_event_bytes;
        let span = call.span.clone();
        let read = |head: &Head, bytes: &Bytes| {
            let text = std::str::from_utf8(bytes).unwrap_or_default();
            if span.is_disabled() && !is_event_stream(&head.headers) && Message::is_plain(text) {
                return Ok(MessageJson { json: bytes.clone(), message: None });
            }
            let message = message_of(head, bytes, max_event)?;
            let json = match is_event_stream(&head.headers) {
                true => crate::stream::json_of(&message),
                false => bytes.clone(),
            };
            Ok(MessageJson { json, message: Some(Box::new(message)) })
        };
        let reply = call.whole(read).await?;
        if let Some(message) = &reply.message {
            shared.arrived(&span, message, reply.request_id());
        }
        Ok(reply)
    }

    async fn run(self) -> Result<Response<Message>> {
        let shared = Arc::clone(&self.client.shared);
        let (call, carried) = self.prepared()?;
        if carried {
            return MessageStream::carried(call).await;
        }
        let max_event = call.shared.settings.max_event_bytes;
        let span = call.span.clone();
        let reply = call.whole(|head, bytes| message_of(head, bytes, max_event)).await?;
        shared.arrived(&span, &reply, reply.request_id());
        Ok(reply)
    }

    /// The call, and whether it is carried as a stream.
    fn prepared(self) -> Result<(Box<crate::attempt::Call>, bool)> {
        let options = self.client.merged(self.options)?;
        let body = self.body?;
        let carried = self.client.carries(body.facts().max_tokens, &options);
        let body = body.spliced(&options.keys, carried)?;
        Ok((prepare(&self.client, &body, options, carried)?, carried))
    }
}

/// A message as JSON text. Got from [`CreateCall::json`].
#[derive(Clone, Debug)]
pub struct MessageJson {
    json: Bytes,
    message: Option<Box<Message>>,
}

impl MessageJson {
    fn read(message: Message) -> MessageJson {
        MessageJson { json: crate::stream::json_of(&message), message: Some(Box::new(message)) }
    }

    /// The text: as it came, or written anew for a message that came as events.
    #[must_use]
    pub fn json(&self) -> &Bytes {
        &self.json
    }

    /// The message, where it had to be read: because it came as events, holds a call of a tool, ended in a way that needs
    /// attention, or is traced.
    #[must_use]
    pub fn message(&self) -> Option<&Message> {
        self.message.as_deref()
    }
}

impl IntoFuture for CreateCall {
    type Output = Result<Response<Message>>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

/// A streamed call being put together; await it to send it.
#[must_use = "a call does nothing until it is awaited"]
#[derive(Debug)]
pub struct StreamCall {
    client: Client,
    body: Result<Body>,
    options: CallOptions,
}

impl StreamCall {
    /// Uses these options for this call.
    pub fn with(mut self, options: CallOptions) -> StreamCall {
        self.options = options;
        self
    }

    async fn run(self) -> Result<MessageStream> {
        let options = self.client.merged(self.options)?;
        let body = self.body?.spliced(&options.keys, true)?;
        let mut call = prepare(&self.client, &body, options, true)?;
        let opened = call.open().await?;
        Ok(MessageStream::new(call, opened))
    }
}

impl IntoFuture for StreamCall {
    type Output = Result<MessageStream>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

fn prepare(
    client: &Client,
    body: &Body,
    options: CallOptions,
    stream: bool,
) -> Result<Box<crate::attempt::Call>> {
    let settings = &client.shared.settings;
    let facts = body.facts();
    let span = trace::chat_span(settings, facts.model.as_deref(), facts.max_tokens, stream);
    let what = What { method: Method::POST, uri: settings.messages_uri.clone(), body, stream };
    client.prepare(what, options, span)
}

/// Whether an answer says it is an event stream.
pub(crate) fn is_event_stream(headers: &HeaderMap) -> bool {
    headers.get(http::header::CONTENT_TYPE).is_some_and(|value| {
        let value = value.as_bytes().trim_ascii_start();
        value.get(..17).is_some_and(|start| start.eq_ignore_ascii_case(b"text/event-stream"))
    })
}

impl Response<Message> {
    /// The message as JSON text: the body if it came as that, else written anew. The body of an answer that came as
    /// events although it was not asked for so is those events (protocol §11 row 15).
    #[must_use]
    pub fn json(&self) -> Bytes {
        match is_event_stream(self.headers()) {
            true => crate::stream::json_of(self),
            false => self.body().clone(),
        }
    }
}

/// The message in a whole answer: usually JSON, from some gateways a stream all the same (protocol §11
/// rows 15 and 17).
fn message_of(head: &Head, bytes: &Bytes, max_event_bytes: usize) -> Result<Message> {
    if is_event_stream(&head.headers) {
        return assemble(bytes.clone(), max_event_bytes);
    }
    message_from_json(bytes)
}

/// A message from its JSON; an error envelope in its place becomes that error.
pub(crate) fn message_from_json(bytes: &Bytes) -> Result<Message> {
    match Message::read(bytes) {
        Ok(message) => Ok(message),
        Err(error) => match error_in(bytes) {
            Some(api) => Err(api),
            None => Err(Error::new(ErrorKind::Decode, format!("the answer is not a message: {error}"))
                .with_source(error)),
        },
    }
}

/// The error that a success carries in its body, if it does.
fn error_in(bytes: &Bytes) -> Option<Error> {
    let text = std::str::from_utf8(bytes).ok()?;
    let object = crate::object::Object::parse(text).ok()?;
    (object.field::<String>("type")? == "error").then(|| api_error::from_envelope(bytes))
}
