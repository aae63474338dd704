//! A failure as a flat value: taken from the core, or raised by the bridge itself.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::io;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use parlour::scarce::{self, NoThread, Scarce};
use parlour::setting::{name_of, spelled};
use parlour::{ErrorKind, Message};

use super::{Masked, header_lines};

/// How much of a body `Debug` prints.
const SHOWN_BODY: usize = 512;

/// How much of a panic's own words is kept.
const SHOWN_PANIC: usize = 300;

/// Why a call failed. Derefs to its [`ErrorFields`]; a clone shares them and costs nothing.
///
/// `Display` is one sentence for a log line, `Debug` lists every field. Neither shows a credential, nor the value of
/// a header that holds one. `Send + Sync`.
///
/// ```
/// use parlour_bridge::info::ErrorInfo;
/// let error = ErrorInfo::config("unknown setting `tiemout`");
/// assert_eq!((error.kind, error.retryable), ("Config", false));
/// assert!(error.to_string().contains("unknown setting `tiemout`"));
/// ```
#[derive(Clone)]
pub struct ErrorInfo(Arc<ErrorFields>);

/// Everything that is known about a failure.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct ErrorFields {
    /// The stable number of the kind.
    pub code: u16,
    /// The name of the kind, for example `"RateLimit"`.
    pub kind: &'static str,
    // generated: fields, from schema/errors.toml by `make generate`
    /// The HTTP status of the answer; 200 for an error inside a stream. `None` if no answer arrived.
    pub status: Option<u16>,
    /// The service's own type of the error, an open set, for example `"rate_limit_error"`. `None` if the answer has
    /// none.
    pub error_type: Option<String>,
    /// The service's own code of the error, an open set, which distinguishes errors of one type: for example
    /// `"contract_spend_limit_reached"`. `None` if the answer has none.
    pub error_code: Option<String>,
    /// Further details from the service, for example the `paths` of images that are too large. The text of a JSON
    /// object. `None` if the answer has none.
    pub details: Option<String>,
    /// The page on which the owner of an account that is on hold can appeal, of a failure `organization_on_hold`.
    /// `None` if the service names none.
    pub appeal_url: Option<String>,
    /// The id of the request at the service, to quote in a report. `None` if there is none.
    pub request_id: Option<String>,
    /// The delay that the service asked for; also one that was too long to wait for. `None` if it asked for none.
    pub retry_after: Option<Duration>,
    /// Why the call was not repeated (again): `"exhausted"`, `"budget_empty"`, `"not_retryable"`,
    /// `"retry_after_too_long"`, `"deadline_would_pass"`, `"server_said_no"`, `"spend_cap"` or `"hook"`. `None` for a
    /// failure that is never retried.
    pub not_retried: Option<&'static str>,
    /// The cause within the kind, an open set: of a lost connection `"dns"`, `"connect"`, `"connection_lost"`, `"tls"`,
    /// `"proxy"` or `"resources"`; of a limit of time or size its setting, such as `"answer_timeout"` or
    /// `"max_response_bytes"`. `None` where the kind says all.
    pub subkind: Option<&'static str>,
    /// The setting that the failure is about: the time limit that expired, the size that was exceeded, the value that
    /// was refused. The name is the same in every language, for example `"answer_timeout"`; an open set. `None` if it
    /// is about none.
    pub setting: Option<Cow<'static, str>>,
    /// Whether the same call may succeed later.
    pub retryable: bool,
    /// Whether the failure came inside a stream, after its headers.
    pub mid_stream: bool,
    /// Whether a stream broke off after its stop reason had arrived.
    pub saw_stop_reason: bool,
    /// Whether a 429 reports a spend cap, which waiting does not lift.
    pub spend_cap: bool,
    // end generated
    /// The message without the decoration of `display`. Not stable: do not match on it.
    pub message: String,
    /// The whole sentence, with advice what to do next.
    pub display: String,
    /// Header lines of the answer; empty if none arrived.
    pub headers: Vec<(String, String)>,
    /// The body of the answer as received, cut at the client's cap.
    pub body: Option<Bytes>,
    /// How often the request was sent; 0 if nothing was.
    pub attempts: u32,
    /// The waits between the attempts, oldest first.
    pub waits: Vec<Duration>,
    /// True for [`ErrorInfo::forked`]: the handle belongs to the parent process.
    pub forked: bool,
    /// The part of the message that had arrived when a stream failed.
    pub partial: Option<Message>,
}

impl ErrorInfo {
    /// A setting, an option or an argument that was refused before anything was sent. `message` is one clause that
    /// names it, and never holds the value of a credential.
    #[must_use]
    pub fn config(message: impl Into<String>) -> ErrorInfo {
        let kind = ErrorKind::Config;
        ErrorInfo::own(kind, message.into(), kind.advice())
    }

    /// As [`ErrorInfo::config`], about a setting: `path` is its name where it crosses the FFI boundary, behind the
    /// names of those that hold it. The sentence begins with it, as users of the host language write it; `rest`
    /// follows.
    #[must_use]
    pub fn about(path: &str, rest: &str) -> ErrorInfo {
        ErrorInfo::config(format!("{}{rest}", spelled(path))).with_setting(path)
    }

    /// The same failure, as one about a setting.
    #[must_use]
    pub(crate) fn with_setting(mut self, path: &str) -> ErrorInfo {
        Arc::make_mut(&mut self.0).setting = Some(name_of(path).to_owned().into());
        self
    }

    /// The caller gave up.
    #[must_use]
    pub fn cancelled() -> ErrorInfo {
        let kind = ErrorKind::Cancelled;
        ErrorInfo::own(kind, "given up by the caller".to_owned(), kind.advice())
    }

    /// A stream, call or port was used in a child process after `fork`, but was made in the parent.
    ///
    /// The core has no kind for it. It is of kind `Config`: nothing was sent in this process and the caller can put
    /// it right, whereas `Internal` would ask for a bug report. [`ErrorFields::forked`] tells it apart.
    #[must_use]
    pub fn forked() -> ErrorInfo {
        let message =
            "this call or stream was started before the process forked and belongs to the parent process";
        let mut error = ErrorInfo::own(
            ErrorKind::Config,
            message.to_owned(),
            "make the call or stream in the child process; the client itself can be used there",
        );
        Arc::make_mut(&mut error.0).forked = true;
        error
    }

    /// The whole message was asked for, but the stream failed before or was not read to its end. `partial` is what
    /// there is of it.
    #[must_use]
    pub fn unfinished(partial: Option<Message>) -> ErrorInfo {
        let mut error = ErrorInfo::own(
            ErrorKind::StreamEnded,
            "the stream did not come to its end: it failed, was closed, or was not read to the last event"
                .to_owned(),
            "take what there is from the partial message, or make the call again",
        );
        let fields = Arc::make_mut(&mut error.0);
        fields.retryable = false;
        fields.mid_stream = true;
        fields.partial = partial;
        error
    }

    /// The same failure, of a stream that has begun: its answer is billed.
    #[must_use]
    pub(crate) fn of_begun_stream(mut self) -> ErrorInfo {
        let fields = Arc::make_mut(&mut self.0);
        (fields.mid_stream, fields.retryable) = (true, false);
        self
    }

    /// The same failure with the partial message, which the consumer's side of a stream accumulates.
    #[must_use]
    pub(crate) fn with_partial(mut self, partial: Option<Message>) -> ErrorInfo {
        Arc::make_mut(&mut self.0).partial = partial;
        self
    }

    /// The same failure with a subkind.
    #[must_use]
    pub(crate) fn with_subkind(mut self, subkind: &'static str) -> ErrorInfo {
        Arc::make_mut(&mut self.0).subkind = Some(subkind);
        self
    }

    /// A defect of the library that was noticed.
    #[must_use]
    pub fn internal(message: impl Into<String>) -> ErrorInfo {
        let kind = ErrorKind::Internal;
        ErrorInfo::own(kind, message.into(), kind.advice())
    }

    /// A failure of the system at something that is not the network: of kind `Connection` and the subkind `resources`
    /// if threads, descriptors or memory are short, of kind `Internal` otherwise. `doing` is what could not be done, as
    /// a clause.
    #[must_use]
    pub fn system(doing: &str, error: &io::Error) -> ErrorInfo {
        match Scarce::of(error) {
            Some(scarce) => {
                let message = format!("{doing}: {}: {error}", scarce.text());
                ErrorInfo::own(ErrorKind::Connection, message, scarce::ADVICE).with_subkind(scarce::SUBKIND)
            }
            None => ErrorInfo::internal(format!("{doing}: {error}")),
        }
    }

    /// As [`ErrorInfo::system`], for lack of memory for an answer that has arrived: it was billed, and a retry would
    /// need as much.
    #[must_use]
    pub fn no_memory(doing: &str) -> ErrorInfo {
        let mut error = ErrorInfo::system(doing, &io::ErrorKind::OutOfMemory.into());
        Arc::make_mut(&mut error.0).retryable = false;
        error
    }

    /// As [`ErrorInfo::system`], of a thread that the system did not give.
    #[must_use]
    pub fn no_thread(doing: &str, error: io::Error) -> ErrorInfo {
        ErrorInfo::system(doing, &NoThread::wrap(error))
    }

    /// A panic that was caught; `payload` is what `catch_unwind` gave. Its first 300 characters are kept: the panic
    /// hook has printed them already, and a report without them helps nobody.
    #[must_use]
    pub fn panic(payload: &(dyn Any + Send)) -> ErrorInfo {
        let text = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
            (Some(text), _) => *text,
            (None, Some(text)) => text.as_str(),
            (None, None) => "no message",
        };
        let text: String = text.chars().take(SHOWN_PANIC).collect();
        ErrorInfo::internal(format!("a panic was caught: {text}"))
    }

    /// The fields themselves, for moving them out; copies them if this error is shared.
    #[must_use]
    pub fn into_fields(self) -> ErrorFields {
        Arc::unwrap_or_clone(self.0)
    }

    /// An error of the bridge. The sentence has the form of the core's.
    fn own(kind: ErrorKind, message: String, advice: &str) -> ErrorInfo {
        let message = parlour::one_line(&message).into_owned();
        let display = format!("{}: {message}; next: {advice}", kind.summary());
        ErrorInfo(Arc::new(ErrorFields {
            code: kind.code(),
            kind: kind.name(),
            retryable: kind.is_retryable(),
            message,
            display,
            ..ErrorFields::default()
        }))
    }
}

impl From<&parlour::Error> for ErrorInfo {
    fn from(error: &parlour::Error) -> ErrorInfo {
        ErrorInfo(Arc::new(ErrorFields {
            code: error.kind().code(),
            kind: error.kind().name(),
            // generated: values, from schema/errors.toml by `make generate`
            status: error.status(),
            error_type: error.error_type().map(str::to_owned),
            error_code: error.error_code().map(str::to_owned),
            details: error.details().map(|object| object.as_str().to_owned()),
            appeal_url: error.appeal_url(),
            request_id: error.request_id().map(str::to_owned),
            retry_after: error.retry_after(),
            not_retried: error.not_retried().map(|reason| reason.name()),
            subkind: error.subkind(),
            setting: error.setting().map(Cow::Borrowed),
            retryable: error.is_retryable(),
            mid_stream: error.is_mid_stream(),
            saw_stop_reason: error.saw_stop_reason(),
            spend_cap: error.is_spend_cap(),
            // end generated
            message: error.message().to_owned(),
            display: error.to_string(),
            headers: error.headers().map(|headers| header_lines(headers.iter())).unwrap_or_default(),
            body: error.body().cloned(),
            attempts: error.attempts().count(),
            waits: error.attempts().waits().to_vec(),
            forked: false,
            partial: error.partial_message().cloned(),
        }))
    }
}

impl From<parlour::Error> for ErrorInfo {
    fn from(error: parlour::Error) -> ErrorInfo {
        ErrorInfo::from(&error)
    }
}

impl Deref for ErrorInfo {
    type Target = ErrorFields;
    fn deref(&self) -> &ErrorFields {
        &self.0
    }
}

impl fmt::Display for ErrorInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.display)
    }
}

impl std::error::Error for ErrorInfo {}

impl fmt::Debug for ErrorInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for ErrorFields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = self.body.as_ref().map(|body| {
            String::from_utf8_lossy(body.get(..body.len().min(SHOWN_BODY)).unwrap_or_default()).into_owned()
        });
        f.debug_struct("ErrorInfo")
            .field("code", &self.code)
            .field("kind", &self.kind)
            // generated: shown, from schema/errors.toml by `make generate`
            .field("status", &self.status)
            .field("error_type", &self.error_type)
            .field("error_code", &self.error_code)
            .field("details", &self.details)
            .field("appeal_url", &self.appeal_url)
            .field("request_id", &self.request_id)
            .field("retry_after", &self.retry_after)
            .field("not_retried", &self.not_retried)
            .field("subkind", &self.subkind)
            .field("setting", &self.setting)
            .field("retryable", &self.retryable)
            .field("mid_stream", &self.mid_stream)
            .field("saw_stop_reason", &self.saw_stop_reason)
            .field("spend_cap", &self.spend_cap)
            // end generated
            .field("message", &self.message)
            .field("headers", &Masked(&self.headers))
            .field("body", &body)
            .field("attempts", &self.attempts)
            .field("waits", &self.waits)
            .field("forked", &self.forked)
            .field("partial_text", &self.partial.as_ref().map(Message::text))
            .finish_non_exhaustive()
    }
}
