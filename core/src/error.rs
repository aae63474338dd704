//! The one error of the crate.

mod about;
mod details;
pub(crate) mod envelope;
mod kind;
pub(crate) mod masking;
mod one_line;
pub mod scarce;

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use http::HeaderMap;

pub use kind::ErrorKind;
pub use one_line::one_line;
pub(crate) use one_line::{short_line, whole_line};

use crate::json::object::Object;
use crate::json::{Json, JsonError};
use crate::model::{Message, RequestError};
use crate::retry::{Attempts, StopReason};
use crate::secret::MaskedHeaders;
use crate::setting::Setting;
use masking::Secrets;

type Source = Box<dyn std::error::Error + Send + Sync + 'static>;

/// Why a call failed, with everything that is known about it.
///
/// `Display` is one sentence for a log line; `Debug` lists every part on lines of their own. Neither shows
/// the credential, nor the value of a header that carries one. Both, and [`message`](Error::message), include text of
/// the service on one line: control characters are escaped, and 4 KiB of it are shown. [`body`](Error::body) has all of
/// it.
///
/// ```
/// let error = parlour::Client::builder().api_key("k").base_url("not a url").build().unwrap_err();
/// assert_eq!(error.kind(), parlour::ErrorKind::Config);
/// assert!(!error.is_retryable());
/// ```
pub struct Error(Box<Parts>);

/// A `Result` with this crate's error.
pub type Result<T, E = Error> = std::result::Result<T, E>;

struct Parts {
    kind: ErrorKind,
    message: Cow<'static, str>,
    operation: Option<String>,
    error_type: Option<String>,
    error_code: Option<String>,
    status: Option<u16>,
    request_id: Option<String>,
    headers: Option<HeaderMap>,
    body: Option<Bytes>,
    attempts: Attempts,
    not_retried: Option<StopReason>,
    subkind: Option<&'static str>,
    setting: Option<Setting>,
    retry_after: Option<Duration>,
    retryable: bool,
    mid_stream: bool,
    saw_stop_reason: bool,
    spend_cap: bool,
    is_final: bool,
    partial: Option<Message>,
    source: Option<Source>,
}

impl Error {
    /// The kind: what to decide by (spec §7 rule 1).
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Whether the same call may succeed later. False as well where the service said so
    /// (`x-should-retry: false`, a spend cap) and where part of a stream was handed over already.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        self.0.retryable
    }

    /// The message without the decoration of `Display`. For an error answer it is the text of the service, which is not
    /// stable: do not match on it (protocol §5.1). One line of at most 4 KiB; control characters are escaped.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The HTTP status, if an answer arrived. 200 for an error inside a stream.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.0.status
    }

    /// The `error.type` string of the service, an open set.
    #[must_use]
    pub fn error_type(&self) -> Option<&str> {
        self.0.error_type.as_deref()
    }

    /// The `error.details.error_code` string of the service, an open set (protocol §5.6): distinguishes errors of the
    /// same type, such as a spend cap from a limit of requests. If it is unknown, decide by status and type.
    #[must_use]
    pub fn error_code(&self) -> Option<&str> {
        self.0.error_code.as_deref()
    }

    /// Further details from the service, the object `error.details`: for example the paths of images that are too
    /// large. Read from the body at each call.
    #[must_use]
    pub fn details(&self) -> Option<Json> {
        envelope::details(self.0.body.as_ref()?)
    }

    /// A text of the details.
    fn detail(&self, key: &str) -> Option<String> {
        Object::parse(self.details()?.as_str()).ok()?.field(key)
    }

    /// The id of the request at the service, from the header or the body.
    #[must_use]
    pub fn request_id(&self) -> Option<&str> {
        self.0.request_id.as_deref()
    }

    /// The headers of the answer, if one arrived.
    #[must_use]
    pub fn headers(&self) -> Option<&HeaderMap> {
        self.0.headers.as_ref()
    }

    /// The body of the answer as received, cut at the configured cap (1 MiB by default).
    #[must_use]
    pub fn body(&self) -> Option<&Bytes> {
        self.0.body.as_ref()
    }

    /// How often the call was sent and how long it waited in between.
    #[must_use]
    pub fn attempts(&self) -> &Attempts {
        &self.0.attempts
    }

    /// Why the call was not repeated (again): [`StopReason::BudgetEmpty`] if the client's retry budget prevented the
    /// retries that `max_retries` allows. `None` for a failure that is never retried: one inside a stream whose events
    /// were handed out, or one before anything was sent.
    #[must_use]
    pub fn not_retried(&self) -> Option<StopReason> {
        self.0.not_retried
    }

    /// The subkind as a stable word; an open set. For a lost connection `dns`, `connect`, `connection_lost`, `tls`,
    /// `proxy` or `resources` (threads, descriptors or memory are short in this process). For a time limit or a size
    /// limit, the name of its setting, such as `answer_timeout` or `max_response_bytes`. `content_blocks` of a message
    /// with too many of them, `content_encoding` of a body in a coding that was not requested. `None` where the kind,
    /// the status or [`error_type`](Self::error_type) says all.
    #[must_use]
    pub fn subkind(&self) -> Option<&'static str> {
        self.0.subkind
    }

    /// The setting that the failure is about: the time limit that expired, the size that was exceeded, the value that
    /// was refused. The name is the same in every language, mostly that of the method of
    /// [`ClientBuilder`](crate::ClientBuilder) or [`CallOptions`](crate::CallOptions); an open set.
    #[must_use]
    pub fn setting(&self) -> Option<&'static str> {
        self.0.setting.map(Setting::name)
    }

    /// The delay the service asked for, also if it was too long to wait for (protocol §7.3).
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// True if the error came inside a stream, after its headers.
    #[must_use]
    pub fn is_mid_stream(&self) -> bool {
        self.0.mid_stream
    }

    /// True if a stream broke off after its stop reason had arrived: the text may well be whole
    /// (protocol §4.6).
    #[must_use]
    pub fn saw_stop_reason(&self) -> bool {
        self.0.saw_stop_reason
    }

    /// True for a 429 for a spend cap, which waiting does not lift (protocol §5.3).
    #[must_use]
    pub fn is_spend_cap(&self) -> bool {
        self.0.spend_cap
    }

    /// The part of the message that had arrived, with the usage known so far, when a stream failed.
    #[must_use]
    pub fn partial_message(&self) -> Option<&Message> {
        self.0.partial.as_ref()
    }
}

/// How the modules build an error: private to the crate.
impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Error {
        Error::with_whole_message(kind, one_line::kept(message.into()))
    }

    /// An error with the unshortened message of the service. [`without`](Error::without) shortens it after masking,
    /// because cutting it first could leave an unrecognisable part of a secret.
    fn with_whole_message(kind: ErrorKind, message: Cow<'static, str>) -> Error {
        Error(Box::new(Parts {
            kind,
            message,
            operation: None,
            error_type: None,
            error_code: None,
            status: None,
            request_id: None,
            headers: None,
            body: None,
            attempts: Attempts::default(),
            not_retried: None,
            subkind: None,
            setting: None,
            retry_after: None,
            retryable: kind.is_retryable(),
            mid_stream: false,
            saw_stop_reason: false,
            spend_cap: false,
            is_final: false,
            partial: None,
            source: None,
        }))
    }

    pub(crate) fn config(message: impl Into<Cow<'static, str>>) -> Error {
        Error::new(ErrorKind::Config, message)
    }

    pub(crate) fn with_source(mut self, source: impl Into<Source>) -> Error {
        self.0.source = Some(source.into());
        self
    }

    pub(crate) fn with_subkind(mut self, subkind: Option<&'static str>) -> Error {
        self.0.subkind = subkind;
        self
    }

    /// The same failure, with what was being done in front of its message.
    pub(crate) fn within(mut self, doing: std::fmt::Arguments<'_>) -> Error {
        self.0.message = format!("{doing}: {}", self.0.message).into();
        self
    }

    pub(crate) fn with_retryable(mut self, retryable: bool) -> Error {
        self.0.retryable = retryable;
        self
    }

    pub(crate) fn with_error_type(mut self, error_type: Option<String>) -> Error {
        self.0.error_type = error_type.map(short);
        self
    }

    pub(crate) fn with_answer(mut self, status: u16, headers: &HeaderMap) -> Error {
        self.0.status = Some(status);
        self.0.headers = Some(headers.clone());
        if self.0.request_id.is_none() {
            self.0.request_id = crate::service::request_id(headers).map(|id| short_line(id).into_owned());
        }
        self
    }

    pub(crate) fn with_request_id(mut self, request_id: Option<String>) -> Error {
        if self.0.request_id.is_none() {
            self.0.request_id = request_id.map(short);
        }
        self
    }

    pub(crate) fn with_body(mut self, body: Bytes) -> Error {
        self.0.body = Some(body);
        self
    }

    pub(crate) fn with_error_code(mut self, code: Option<String>, spend_cap: bool, is_final: bool) -> Error {
        self.0.error_code = code.map(short);
        (self.0.spend_cap, self.0.is_final) = (spend_cap, is_final);
        self
    }

    /// Whether the service's error code means that a retry does not help, whatever the status.
    pub(crate) fn is_final(&self) -> bool {
        self.0.is_final
    }

    pub(crate) fn with_mid_stream(mut self, saw_stop_reason: bool) -> Error {
        self.0.mid_stream = true;
        self.0.saw_stop_reason = saw_stop_reason;
        self
    }

    pub(crate) fn with_partial(mut self, partial: Option<Message>) -> Error {
        self.0.partial = partial;
        self
    }

    pub(crate) fn with_retry_after(mut self, retry_after: Option<Duration>) -> Error {
        self.0.retry_after = retry_after;
        self
    }

    pub(crate) fn with_attempts(mut self, attempts: Attempts) -> Error {
        self.0.attempts = attempts;
        self
    }

    /// Whether the request may have been processed although the call failed: true for all errors but a refusal of the
    /// service.
    pub(crate) fn may_have_arrived(&self) -> bool {
        match self.status() {
            Some(status) => !matches!(status, 300..=407 | 409..=499 | 529),
            None => matches!(
                self.kind(),
                ErrorKind::Connection | ErrorKind::Timeout | ErrorKind::Decode | ErrorKind::Cancelled
            ),
        }
    }

    pub(crate) fn with_not_retried(mut self, reason: StopReason) -> Error {
        self.0.not_retried = Some(reason);
        self
    }

    /// Advice for the caller: that of the specific case where it is known, else that of the kind.
    fn advice(&self) -> &'static str {
        let p = &*self.0;
        if p.spend_cap {
            return "raise the spend limit of the account, or wait until it is reset: another attempt is refused too";
        }
        match p.kind {
            ErrorKind::Connection if p.subkind == Some(scarce::SUBKIND) => scarce::ADVICE,
            ErrorKind::BadRequest if tells_of_length(&p.message) => {
                "shorten the conversation, or what its tools return"
            }
            // Every path begins with the version, so a second one comes from the base URL.
            ErrorKind::NotFound if p.operation.as_deref().is_some_and(has_version_twice) => {
                "take the path out of the base URL: calls add /v1/... themselves"
            }
            kind => kind.advice(),
        }
    }

    pub(crate) fn with_operation(mut self, operation: String) -> Error {
        self.0.operation = Some(operation);
        self
    }

    /// Masks the secrets in everything that the service may have echoed (protocol §11 row 29), except in the headers,
    /// which were masked on arrival.
    pub(crate) fn without(mut self, secrets: &Secrets) -> Error {
        let masked = secrets.mask_text(&self.0.message);
        if masked != self.0.message {
            self.0.message = Cow::Owned(masked.into_owned());
        }
        if let Some(Cow::Owned(masked)) =
            self.0.error_type.as_deref().map(|text| secrets.mask_error_type(text))
        {
            self.0.error_type = Some(masked);
        }
        if let Some(Cow::Owned(masked)) =
            self.0.error_code.as_deref().map(|text| secrets.mask_error_type(text))
        {
            self.0.error_code = Some(masked);
        }
        if let Some(Cow::Owned(masked)) = self.0.request_id.as_deref().map(|text| secrets.mask_id(text)) {
            self.0.request_id = Some(masked);
        }
        self.0.body = self.0.body.take().map(|body| secrets.mask_bytes(body));
        self.on_one_line()
    }

    /// The message in its display form, for an error that holds no secret.
    pub(crate) fn on_one_line(mut self) -> Error {
        self.0.message = one_line::kept(std::mem::take(&mut self.0.message));
        self
    }
}

/// A name, a code or an id of the service.
fn short(text: String) -> String {
    match short_line(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(line) => line,
    }
}

/// Whether the service reports that a request does not fit the model's context.
fn tells_of_length(message: &str) -> bool {
    let message = message.to_ascii_lowercase();
    ["too long", "context window", "context limit"].iter().any(|words| message.contains(words))
}

fn has_version_twice(operation: &str) -> bool {
    let behind = operation.split_once("/v1/").map(|(_, rest)| rest);
    behind.is_some_and(|rest| rest.starts_with("v1/") || rest.contains("/v1/"))
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let p = &*self.0;
        write!(f, "{}", p.kind.summary())?;
        if let Some(operation) = &p.operation {
            write!(f, " ({operation})")?;
        }
        write!(f, ": {}", p.message)?;
        match (p.status, &p.error_type) {
            (Some(status), Some(kind)) => write!(f, "; status {status}, type {kind}")?,
            (Some(status), None) => write!(f, "; status {status}")?,
            (None, Some(kind)) => write!(f, "; type {kind}")?,
            (None, None) => {}
        }
        if let Some(code) = &p.error_code {
            write!(f, ", code {code}")?;
        }
        if p.attempts.count() > 1 {
            write!(f, "; {} attempts", p.attempts.count())?;
        }
        if p.not_retried == Some(StopReason::BudgetEmpty) {
            write!(f, "; not repeated: the retry budget of the client is empty ({})", Setting::BUDGET)?;
        }
        if let Some(id) = &p.request_id {
            write!(f, "; request id {id}")?;
        }
        if let Some(wait) = p.retry_after {
            write!(f, "; asked to wait {:.1} s", wait.as_secs_f64())?;
        }
        write!(f, "; next: {}", self.advice())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let p = &*self.0;
        let mut out = f.debug_struct("Error");
        out.field("kind", &p.kind).field("message", &p.message);
        if let Some(operation) = &p.operation {
            out.field("operation", operation);
        }
        if let Some(status) = p.status {
            out.field("status", &status);
        }
        if let Some(kind) = &p.error_type {
            out.field("error_type", kind);
        }
        if let Some(code) = &p.error_code {
            out.field("error_code", code);
        }
        if let Some(id) = &p.request_id {
            out.field("request_id", id);
        }
        out.field("attempts", &p.attempts).field("retryable", &p.retryable);
        if let Some(setting) = p.setting {
            out.field("setting", &setting.name());
        }
        if let Some(reason) = &p.not_retried {
            out.field("not_retried", reason);
        }
        if let Some(wait) = p.retry_after {
            out.field("retry_after", &wait);
        }
        if p.mid_stream {
            out.field("mid_stream", &true).field("saw_stop_reason", &p.saw_stop_reason);
        }
        if let Some(headers) = &p.headers {
            out.field("headers", &MaskedHeaders(headers));
        }
        if let Some(body) = &p.body {
            let head = body.get(..body.len().min(512)).unwrap_or_default();
            out.field("body", &String::from_utf8_lossy(head));
        }
        if let Some(partial) = &p.partial {
            out.field("partial_text", &one_line(&partial.text()));
        }
        if let Some(source) = &p.source {
            out.field("source", source);
        }
        out.finish()
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source.as_ref().map(|s| s.as_ref() as &(dyn std::error::Error + 'static))
    }
}

impl From<RequestError> for Error {
    fn from(error: RequestError) -> Error {
        match error.is_memory() {
            true => scarce::Scarce::Memory.error("the request could not be written", &error),
            false => Error::config(error.to_string()),
        }
        .with_source(error)
    }
}

impl From<JsonError> for Error {
    fn from(error: JsonError) -> Error {
        Error::new(ErrorKind::Decode, error.to_string()).with_source(error)
    }
}
