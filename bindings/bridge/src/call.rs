//! The values that cross between a host and a call: what it submits, and what it takes. They depend on no port, task or
//! runtime.

use bytes::Bytes;
use parlour::{Body, CallOptions, Credential, CredentialRequest, Event, Method};

use crate::info::{ErrorInfo, HeadInfo, UnfinishedInput};
use crate::resource::Resource;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A whole message: [`Item::Whole`] with its JSON, assembled if the call was carried as a stream.
    Create,
    /// A streamed message: [`Item::Opened`], [`Item::Event`]s, [`Item::End`].
    Stream,
    /// Any request: [`Item::Whole`] with the body as it came.
    Raw,
    /// A whole message as it came, never carried.
    CreateRaw,
    /// Any request: [`Item::Opened`], [`Item::Chunk`]s, [`Item::End`].
    RawStream,
}

/// One call, ready to be submitted or driven.
#[derive(Debug)]
pub struct CallRequest {
    /// What is asked for.
    pub mode: Mode,
    /// The request's JSON, or nothing for a raw request without a body.
    pub body: Body,
    /// What this call sets for itself.
    pub options: CallOptions,
    /// The host's credential, for clients whose host gives it.
    pub credential: Option<Credential>,
    /// Of a raw request.
    pub method: Method,
    /// Of a raw request: below the base URL, starting with `/`.
    pub path: String,
    /// What is asked for in place of `method` and `path`, in the raw modes.
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

    /// A message call with a body that was made before, by a conversation or a tool loop: nothing is read again.
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

    /// What is asked for, in a word: the name of an endpoint in the core's table, `batches.wait`, `batches.run`,
    /// `messages.create`, or `request` for a raw one.
    #[must_use]
    pub fn operation(&self) -> &'static str {
        match (self.resource.as_deref(), self.mode) {
            (Some(resource), _) => resource.operation(),
            (None, Mode::Raw | Mode::RawStream) => "request",
            (None, Mode::Create | Mode::CreateRaw | Mode::Stream) => "messages.create",
        }
    }

    /// Has the bytes of the answer given as they come. False, and nothing is changed, for what is more than one request, or has its
    /// bytes read already.
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
    /// Kind `Config` for a method that is none, or a body that is not one JSON object.
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
    /// The body. Of a message that came as a stream: its JSON.
    pub body: Bytes,
    /// Of a message: the tool inputs that must not be used.
    pub unfinished: Vec<UnfinishedInput>,
    /// Of a message: itself, where the core had to read it, as of every one with a call of a tool. For a host that hands it on to
    /// a [`ToolLoop`](crate::tools::ToolLoop) or a structured answer, which would read the body once more.
    pub message: Option<Box<parlour::Message>>,
}

/// What an operation delivers. `Whole`, `End` and `Failed` are the last.
#[derive(Debug)]
pub enum Item {
    /// The answer has begun. Comes again if it was begun anew before its first event.
    Opened(Box<HeadInfo>),
    /// An event of a streamed message.
    Event(Event),
    /// A piece of a raw body. Of the results of a batch: one line. Of a wait for a batch: the batch, as it was seen now.
    Chunk(Bytes),
    /// A line of the results of a batch that is no result: the failure names its number and has its text. Others follow.
    Broken(ErrorInfo),
    /// The whole answer.
    Whole(Box<Answer>),
    /// The core waits for a credential for this attempt: reply with [`Op::provide_credential`](crate::Op::provide_credential) or
    /// [`Op::refuse_credential`](crate::Op::refuse_credential).
    CredentialNeeded(Box<CredentialRequest>),
    /// The stream is complete.
    End,
    /// The call failed.
    Failed(ErrorInfo),
}

/// What there is for the host right now.
#[derive(Debug)]
pub enum Take {
    /// All there was, never empty.
    Items(Vec<Item>),
    /// Nothing yet; the port wakes its consumer when there is.
    Armed,
    /// Nothing will come: the operation was given up.
    Closed,
}

impl Take {
    pub(crate) fn of(items: Vec<Item>) -> Take {
        if items.is_empty() { Take::Closed } else { Take::Items(items) }
    }
}
