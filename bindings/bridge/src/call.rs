//! The values that cross between a host and a call: what it submits, and what it takes. They depend on no port, task or
//! runtime.

use bytes::Bytes;
use parlour::{Body, CallOptions, Credential, CredentialRequest, Event, Method};

use crate::hooks::HookQuestion;
use crate::info::{ErrorInfo, HeadInfo, UnfinishedInput};
use crate::resource::Resource;

/// The form in which a call delivers its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A whole message: [`Item::Whole`] with its JSON, assembled if the call was streamed internally.
    Create,
    /// A streamed message: [`Item::Opened`], [`Item::Event`]s, [`Item::End`].
    Stream,
    /// Any request: [`Item::Whole`] with the body as received.
    Raw,
    /// A whole message as received, never streamed internally.
    CreateRaw,
    /// Any request: [`Item::Opened`], [`Item::Chunk`]s, [`Item::End`].
    RawStream,
}

/// One call, ready to be submitted or driven.
#[derive(Debug)]
pub struct CallRequest {
    /// The form of the answer.
    pub mode: Mode,
    /// The request's JSON, or nothing for a raw request without a body.
    pub body: Body,
    /// The options of this call.
    pub options: CallOptions,
    /// The host's credential, for clients whose host gives it.
    pub credential: Option<Credential>,
    /// The method of a raw request.
    pub method: Method,
    /// The path of a raw request: below the base URL, starting with `/`.
    pub path: String,
    /// The endpoint that replaces `method` and `path`, in the raw modes.
    pub resource: Option<Box<Resource>>,
}

impl CallRequest {
    /// A message call with this JSON body.
    ///
    /// # Errors
    /// Kind `Config` if the body is not one JSON object.
    pub fn message(mode: Mode, body: Bytes) -> Result<CallRequest, ErrorInfo> {
        Ok(CallRequest::message_body(mode, Body::from_json_bytes(body)?))
    }

    /// A message call with a body from a conversation or a tool loop, which is not parsed again.
    #[must_use]
    pub fn message_body(mode: Mode, body: Body) -> CallRequest {
        CallRequest {
            mode,
            body,
            options: CallOptions::new(),
            credential: None,
            method: Method::POST,
            path: String::new(),
            resource: None,
        }
    }

    /// The name of the operation: that of an endpoint in the core's table, `batches.wait`, `batches.run`,
    /// `messages.create`, or `request` for a raw one.
    #[must_use]
    pub fn operation(&self) -> &'static str {
        match (self.resource.as_deref(), self.mode) {
            (Some(resource), _) => resource.operation(),
            (None, Mode::Raw | Mode::RawStream) => "request",
            (None, Mode::Create | Mode::CreateRaw | Mode::Stream) => "messages.create",
        }
    }

    /// Delivers the bytes of the answer as they arrive. False, without a change, for operations of several requests,
    /// and for those that decode the bytes.
    pub fn stream_raw(&mut self) -> bool {
        let is_one =
            self.resource.as_deref().is_none_or(|resource| matches!(resource, Resource::Endpoint(_)));
        if is_one {
            self.mode = Mode::RawStream;
        }
        is_one
    }

    /// A call of a resource; an empty `body` sends none. The mode says whether the answer comes whole or as it arrives.
    pub(crate) fn resource(mode: Mode, resource: Resource, body: Body) -> CallRequest {
        CallRequest { resource: Some(Box::new(resource)), ..CallRequest::message_body(mode, body) }
    }

    /// A raw request; an empty `body` sends none.
    ///
    /// # Errors
    /// Kind `Config` for an invalid method, or a body that is not one JSON object.
    pub fn raw(mode: Mode, method: &str, path: String, body: Bytes) -> Result<CallRequest, ErrorInfo> {
        let method = Method::from_bytes(method.to_ascii_uppercase().as_bytes())
            .map_err(|_| ErrorInfo::config(format!("`{method}` is not a request method")))?;
        let body = if body.is_empty() { Body::empty() } else { Body::from_json_bytes(body)? };
        Ok(CallRequest {
            mode,
            body,
            options: CallOptions::new(),
            credential: None,
            method,
            path,
            resource: None,
        })
    }
}

/// A whole answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Status, headers, attempts.
    pub head: HeadInfo,
    /// The body; for a message that came as a stream, its JSON.
    pub body: Bytes,
    /// For a message: the tool inputs that must not be used.
    pub unfinished: Vec<UnfinishedInput>,
    /// For a message that the core had to decode, as it does for every tool call: the message itself. A host passes it
    /// on to a [`ToolLoop`](crate::tools::ToolLoop) or a structured answer, which would otherwise decode the body
    /// again.
    pub message: Option<Box<parlour::Message>>,
}

/// What the core asks of the host's program. The call waits for the answer under its time limits.
#[derive(Debug)]
pub enum Question {
    /// For the credential of an attempt: reply with [`Op::provide_credential`](crate::Op::provide_credential) or
    /// [`Op::refuse_credential`](crate::Op::refuse_credential).
    Credential(CredentialRequest),
    /// For the result of a hook.
    Hook(HookQuestion),
}

/// An item that an operation delivers. `Whole`, `End` and `Failed` are the last.
#[derive(Debug)]
pub enum Item {
    /// The answer has begun. Sent again if the call was retried before the first event.
    Opened(Box<HeadInfo>),
    /// An event of a streamed message.
    Event(Event),
    /// A piece of a raw body; a line of the results of a batch; or the state of an awaited batch.
    Chunk(Bytes),
    /// An invalid line of the results of a batch: the failure names its number and has its text. Further lines follow.
    Broken(ErrorInfo),
    /// The whole answer.
    Whole(Box<Answer>),
    /// The core waits for an answer of the host's program.
    Asked(Box<Question>),
    /// The stream is complete.
    End,
    /// The call failed.
    Failed(ErrorInfo),
}

/// The items that are available to the host.
#[derive(Debug)]
pub enum Take {
    /// All available items, never empty.
    Items(Vec<Item>),
    /// No items yet; the port wakes its consumer when there are.
    Armed,
    /// No items will come: the operation was cancelled.
    Closed,
}

impl Take {
    pub(crate) fn of(items: Vec<Item>) -> Take {
        if items.is_empty() { Take::Closed } else { Take::Items(items) }
    }
}
