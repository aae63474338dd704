//! What a hook sees: the request before an attempt, the failure after one, the end of the call.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Serialize;

use crate::call::request_view::RequestView;
use crate::error::{Error, ErrorKind};
use crate::json::{maybe_seconds, seconds};
use crate::model::Usage;
use crate::record::{End, LimitNotice, Peer, Record};
use crate::service::REQUEST_ID;

/// A call before an attempt. `Debug` shows no secret header, no query and no body.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HookCall {
    /// The call: the same text for all its attempts, and in [`CallEnd::id`]; other calls have others.
    pub id: String,
    /// The attempt that is about to be made: 1 for the first.
    pub attempt: u32,
    /// The model, if the request names one.
    pub model: Option<String>,
    /// The labels of the call ([`CallOptions::label`](crate::CallOptions::label)).
    pub labels: Vec<String>,
    /// Whether the answer is asked for as a stream.
    pub stream: bool,
    /// The request so far, with the headers of the hooks before this one; without the credential.
    pub request: RequestView,
}

/// An attempt that failed before content was given to the caller.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct HookFailure<'f> {
    /// The attempt: 1 for the first.
    pub attempt: u32,
    /// Why it failed.
    pub error: &'f Error,
    /// The wait before the next attempt as it is decided so far; `None` if the call ends with this error.
    pub next_wait: Option<Duration>,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallOutcome {
    /// The answer is complete.
    Completed,
    /// It failed before an answer began.
    Failed,
    /// Its answer had begun and is not complete: it was cut, could not be read, or was left.
    Interrupted,
    /// Its caller left it before an answer began.
    Cancelled,
}

/// The end of a call: its outcome, usage and times.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CallEnd {
    /// The call, as in [`HookCall::id`].
    pub id: String,
    /// How it ended.
    pub outcome: CallOutcome,
    /// Method and path, for example `POST /v1/messages`.
    pub operation: String,
    /// The model, if the request names one.
    pub model: Option<String>,
    /// The name of the route of the last attempt ([`Route`](crate::Route)); `None` if it went to the service itself.
    pub route: Option<String>,
    /// The labels of the call.
    pub labels: Vec<String>,
    /// Whether the answer was asked for as a stream.
    pub stream: bool,
    /// The limit of output tokens in the request, if it has one.
    pub max_tokens: Option<u64>,
    /// The id of the message, if the answer is one.
    pub response_id: Option<String>,
    /// The model that answered.
    pub response_model: Option<String>,
    /// Why the answer ended.
    pub stop_reason: Option<String>,
    /// The kind of the error, if it ended with one.
    #[serde(serialize_with = "name")]
    pub kind: Option<ErrorKind>,
    /// The cause within the kind.
    pub subkind: Option<&'static str>,
    /// The type that the service gave its error, for example `overloaded_error`.
    pub error_type: Option<String>,
    /// The HTTP status of the last answer, if one came.
    pub status: Option<u16>,
    /// The id of the request at the service.
    pub request_id: Option<String>,
    /// How often the request was sent or answered by a hook.
    pub attempts: u32,
    /// Whether the second of two attempts at once answered first; `None` if there was none beside the first
    /// ([`ClientBuilder::hedge`](crate::ClientBuilder::hedge)).
    pub hedge_won: Option<bool>,
    /// Whether a hook gave the answer, in place of the service.
    pub answered_by_hook: bool,
    /// The tokens of the answer, as far as they are known; of an answer that is not complete too.
    pub usage: Option<Usage>,
    /// Limits whose use reached the fraction that was set for notices with this call
    /// ([`ClientBuilder::notice_at`](crate::ClientBuilder::notice_at),
    /// [`SpendingLimit::notice_at`](crate::SpendingLimit::notice_at)).
    pub notices: Vec<LimitNotice>,
    /// Waits between attempts, in all.
    #[serde(serialize_with = "seconds", rename = "waited_seconds")]
    pub waited: Duration,
    /// Waits for the limits of the key, in all.
    #[serde(serialize_with = "seconds", rename = "queued_seconds")]
    pub queued: Duration,
    /// From the begin of the call to the first event of a stream.
    #[serde(serialize_with = "maybe_seconds", rename = "first_event_seconds")]
    pub first_event: Option<Duration>,
    /// From the begin of the call to its end.
    #[serde(serialize_with = "seconds", rename = "duration_seconds")]
    pub duration: Duration,
    /// When it ended, by the calendar; as JSON in seconds since 1970.
    #[serde(serialize_with = "since_1970")]
    pub ended_at: SystemTime,
    #[serde(skip)]
    pub(super) peer: Arc<Peer>,
    #[serde(skip)]
    pub(super) chunk_times: Arc<[Duration]>,
}

impl CallOutcome {
    /// As it is written in JSON.
    pub(super) const fn name(self) -> &'static str {
        match self {
            CallOutcome::Completed => "completed",
            CallOutcome::Failed => "failed",
            CallOutcome::Interrupted => "interrupted",
            CallOutcome::Cancelled => "cancelled",
        }
    }
}

impl Serialize for CallOutcome {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.name())
    }
}

impl CallEnd {
    pub(crate) fn of(record: &Record) -> CallEnd {
        let failure = record.failure.as_deref();
        let answer = record.answer.as_ref();
        let message = record.message.as_deref();
        CallEnd {
            id: String::from(&*record.id),
            outcome: match (record.end, answer.is_some()) {
                (End::Completed, _) => CallOutcome::Completed,
                (_, true) => CallOutcome::Interrupted,
                (End::Failed, false) => CallOutcome::Failed,
                (End::Left, false) => CallOutcome::Cancelled,
            },
            operation: record.operation.clone(),
            model: Some(&*record.model).filter(|model| !model.is_empty()).map(str::to_owned),
            route: record.route.as_deref().cloned(),
            labels: record.labels.clone(),
            stream: record.streams,
            max_tokens: record.max_tokens,
            response_id: message.map(|message| message.id.clone()),
            response_model: message.map(|message| message.model.clone()),
            stop_reason: message.and_then(|message| message.stop_reason.clone()),
            kind: failure.map(|failure| failure.kind),
            subkind: failure.and_then(|failure| failure.subkind),
            error_type: failure.and_then(|failure| failure.error_type.clone()),
            status: failure.and_then(|failure| failure.status).or_else(|| answer.map(|(status, _)| *status)),
            request_id: failure
                .and_then(|failure| failure.request_id.clone())
                .or_else(|| answer.and_then(|(_, headers)| headers.text(REQUEST_ID)).map(str::to_owned)),
            attempts: record.attempts.saturating_add(u32::from(record.hedge_won.is_some())),
            hedge_won: record.hedge_won,
            answered_by_hook: record.by_hook,
            usage: record.usage.clone(),
            notices: record.notices.clone(),
            waited: record.waited,
            queued: record.queued,
            first_event: record.first_event,
            duration: record.duration(),
            ended_at: record.wall(),
            peer: Arc::clone(&record.peer),
            chunk_times: record.chunk_times().into(),
        }
    }
}

fn name<S: serde::Serializer>(kind: &Option<ErrorKind>, out: S) -> Result<S::Ok, S::Error> {
    kind.map(|kind| kind.name()).serialize(out)
}

fn since_1970<S: serde::Serializer>(moment: &SystemTime, out: S) -> Result<S::Ok, S::Error> {
    seconds(&moment.duration_since(UNIX_EPOCH).unwrap_or_default(), out)
}
