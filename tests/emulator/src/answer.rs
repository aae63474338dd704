//! The answer of the service before any fault is injected: status, headers, and a body of bytes or events. Also the
//! error envelope of protocol §5.1. Knows nothing of sockets.

use serde_json::{Map, Value, json};

use crate::cache::Writes;
use crate::fields::Fields;
use crate::script::SseItem;

/// A complete answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Fields,
    pub(crate) content: Content,
    /// What it writes to the prompt cache, which can be read once it has begun.
    pub(crate) writes: Writes,
}

/// The body of an answer.
#[derive(Debug)]
pub(crate) enum Content {
    /// No body at all.
    Empty,
    /// Bytes and their media type.
    Bytes { kind: &'static str, bytes: Vec<u8> },
    /// A stream made by the model: silences are filled with pings, some events are cut on the way.
    Events(Vec<SseItem>),
}

/// Media types the service sends.
pub(crate) const JSON: &str = "application/json";
pub(crate) const EVENTS: &str = "text/event-stream; charset=utf-8";
pub(crate) const LINES: &str = "application/x-jsonl";

impl Answer {
    /// No body, as a redirect has it.
    pub(crate) fn empty() -> Self {
        Self { status: 200, headers: Fields::new(), content: Content::Empty, writes: Writes::new() }
    }

    pub(crate) fn json(status: u16, body: &Value) -> Self {
        let content = Content::Bytes { kind: JSON, bytes: body.to_string().into_bytes() };
        Self { status, content, ..Self::empty() }
    }

    pub(crate) fn events(items: Vec<SseItem>) -> Self {
        Self { content: Content::Events(items), ..Self::empty() }
    }

    pub(crate) fn writing(mut self, write: Writes) -> Self {
        self.writes = write;
        self
    }

    pub(crate) fn with(mut self, headers: Fields) -> Self {
        self.headers.extend(headers);
        self
    }
}

/// A reason to say no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) kind: &'static str,
    pub(crate) message: String,
    pub(crate) headers: Fields,
    /// `error.details.error_code` (protocol §5.6).
    pub(crate) code: Option<&'static str>,
    /// The other fields of `error.details`.
    pub(crate) details: Vec<(&'static str, Value)>,
}

impl Refusal {
    pub(crate) fn new(status: u16, kind: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            kind,
            message: message.into(),
            headers: Fields::new(),
            code: None,
            details: Vec::new(),
        }
    }

    /// 400, the kind of nearly every check.
    pub(crate) fn bad(message: impl Into<String>) -> Self {
        Self::new(400, "invalid_request_error", message)
    }

    /// 400 for a field, the message opening with its path.
    pub(crate) fn at(path: impl std::fmt::Display, what: impl std::fmt::Display) -> Self {
        Self::bad(format!("{path}: {what}"))
    }

    /// Adds an `error_code` (protocol §5.6).
    pub(crate) fn code(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }

    /// Adds a field beside the code.
    pub(crate) fn detail(mut self, name: &'static str, value: Value) -> Self {
        self.details.push((name, value));
        self
    }

    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(404, "not_found_error", message)
    }

    /// The default refusal for a status (protocol §5.2).
    pub(crate) fn of_status(status: u16) -> Self {
        let (kind, message) = match status {
            401 => ("authentication_error", "The credential was not accepted."),
            402 => ("billing_error", "There is a problem with the payment of this account."),
            403 => ("permission_error", "The credential may not use this resource."),
            404 => ("not_found_error", "There is no such resource."),
            409 => ("conflict_error", "The resource is in another state than expected."),
            413 => ("request_too_large", "The request body is too large."),
            429 => ("rate_limit_error", "Too many requests or tokens in this minute."),
            504 => ("timeout_error", "The request took too long inside the service."),
            529 => ("overloaded_error", "The service has too much load at present."),
            500..=599 => ("api_error", "Something failed inside the service."),
            _ => ("invalid_request_error", "The request was not accepted."),
        };
        Self::new(status, kind, message)
    }

    pub(crate) fn with(mut self, headers: Fields) -> Self {
        self.headers.extend(headers);
        self
    }

    /// The envelope, whose request id equals the header.
    pub(crate) fn envelope(&self, request_id: &str) -> Value {
        let mut error = json!({"type": self.kind, "message": self.message});
        if let (Some(code), Some(error)) = (self.code, error.as_object_mut()) {
            let more = self.details.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
            let details: Map<String, Value> =
                std::iter::once(("error_code".to_owned(), json!(code))).chain(more).collect();
            error.insert("details".to_owned(), Value::Object(details));
        }
        json!({"type": "error", "error": error, "request_id": request_id})
    }

    pub(crate) fn into_answer(self, request_id: &str) -> Answer {
        Answer::json(self.status, &self.envelope(request_id)).with(self.headers)
    }
}
