//! What is known of one call while it runs. At its end the record is handed to those who keep books on it: the ledger,
//! and the hooks.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use serde::Serialize;

use crate::answer_headers::AnswerHeaders;
use crate::clock::Clock;
use crate::error::{Error, ErrorKind};
use crate::model::Usage;
use crate::prompt_cache::Expected;

/// Is called once for each call, when it is over.
pub(crate) trait Watcher: Send + Sync {
    fn ended(&self, record: &mut Record);
}

/// A limit whose use has reached the fraction that was set for notices: in
/// [`CallEnd::notices`](crate::CallEnd::notices) of the call that reached it, once until the limit begins anew or has
/// room again.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct LimitNotice {
    /// `spending`, for a limit of [`ClientBuilder::spending_limit`](crate::ClientBuilder::spending_limit); `requests`,
    /// `tokens`, `input_tokens` or `output_tokens`, for a rate limit of the key.
    pub limit: &'static str,
    /// The model that the limit is for; `None` if it is for all.
    pub model: Option<String>,
    /// The label that it is for, if it is for one.
    pub label: Option<String>,
    /// What is used of it: tokens, requests, or money.
    pub used: f64,
    /// The most that may be used.
    pub most: f64,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Completed,
    Failed,
    /// Its caller left it.
    Left,
}

/// The service that a call is made to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Peer {
    pub(crate) vendor: String,
    pub(crate) address: String,
    pub(crate) port: u16,
}

/// The facts of the message that a call was answered with.
#[derive(Clone, Debug)]
pub(crate) struct Answered {
    pub(crate) id: String,
    pub(crate) model: String,
    pub(crate) stop_reason: Option<String>,
}

/// The facts of the error that ended a call.
#[derive(Clone, Debug)]
pub(crate) struct Failed {
    pub(crate) kind: ErrorKind,
    pub(crate) subkind: Option<&'static str>,
    pub(crate) error_type: Option<String>,
    pub(crate) status: Option<u16>,
    pub(crate) request_id: Option<String>,
}

/// What the spending limits keep for a call.
#[derive(Clone, Debug)]
pub(crate) struct Reserved {
    /// By spending limit.
    pub(crate) amounts: Box<[Option<f64>]>,
    pub(crate) input_tokens: u64,
    pub(crate) output_tokens: u64,
    /// Nothing is kept yet: a store of several processes has to be asked first.
    pub(crate) waits: bool,
}

/// An attempt that was sent beside the one that the call used. The ledger counts it with the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beside {
    /// It is not known yet which of the two is used; or the service is known not to have made an answer.
    Unbilled,
    /// It was cancelled when the other was answered, and its input may be billed.
    Cancelled,
}

/// Chunks whose times are kept at most.
const CHUNKS: usize = 65_536;

/// When the chunks of a stream came.
#[derive(Debug)]
struct Chunks {
    /// The event before.
    before: Option<Instant>,
    /// From the event before to each chunk.
    times: Vec<Duration>,
}

/// One call. Its watchers are told when it is dropped, with the call.
pub(crate) struct Record {
    clock: Arc<dyn Clock>,
    /// Text that no other call has.
    pub(crate) id: Arc<str>,
    pub(crate) peer: Arc<Peer>,
    /// Method and path.
    pub(crate) operation: String,
    /// Of the last attempt, if that was not sent to the service itself.
    pub(crate) route: Option<Arc<String>>,
    /// Empty if the request names none.
    pub(crate) model: Box<str>,
    pub(crate) labels: Vec<String>,
    pub(crate) streams: bool,
    pub(crate) max_tokens: Option<u64>,
    begun_at: Instant,
    pub(crate) attempts: u32,
    /// Waits between attempts.
    pub(crate) waited: Duration,
    /// Waits for the rate limits.
    pub(crate) queued: Duration,
    pub(crate) first_event: Option<Duration>,
    /// If somebody wants their times.
    chunks: Option<Box<Chunks>>,
    pub(crate) usage: Option<Usage>,
    /// The head of a success: from here on tokens are billed.
    pub(crate) answer: Option<(u16, Arc<AnswerHeaders>)>,
    /// A hook answered the last attempt, in place of the service.
    pub(crate) by_hook: bool,
    /// What was expected of the prompt cache, if its prefixes are kept there.
    pub(crate) prefix: Option<Expected>,
    /// It waited for another call to write its prefix.
    pub(crate) waited_for_prefix: bool,
    /// A prefix that should have been in the prompt cache was not.
    pub(crate) prefix_lost: bool,
    pub(crate) failure: Option<Box<Failed>>,
    pub(crate) message: Option<Box<Answered>>,
    pub(crate) end: End,
    /// Limits whose use reached the fraction that was set for notices with this call.
    pub(crate) notices: Vec<LimitNotice>,
    /// Whether the second of two attempts at once was answered first, if there were two.
    pub(crate) hedge_won: Option<bool>,
    /// The attempt of these that is not used, if the ledger counts it.
    pub(crate) other: Option<Box<Record>>,
    /// Of the record of such an attempt, which is no call of its own.
    pub(crate) beside: Option<Beside>,
    /// If the ledger counts it.
    pub(crate) reserved: Option<Box<Reserved>>,
    watchers: Vec<Box<dyn Watcher>>,
}

impl Record {
    pub(crate) fn new(
        clock: Arc<dyn Clock>,
        (id, peer): (Arc<str>, Arc<Peer>),
        operation: String,
        model: Option<&str>,
        labels: Vec<String>,
    ) -> Record {
        Record {
            begun_at: clock.now(),
            clock,
            id,
            peer,
            operation,
            route: None,
            model: model.unwrap_or_default().into(),
            labels,
            streams: false,
            max_tokens: None,
            attempts: 0,
            waited: Duration::ZERO,
            queued: Duration::ZERO,
            first_event: None,
            chunks: None,
            usage: None,
            answer: None,
            by_hook: false,
            prefix: None,
            waited_for_prefix: false,
            prefix_lost: false,
            failure: None,
            message: None,
            end: End::Left,
            notices: Vec::new(),
            hedge_won: None,
            other: None,
            beside: None,
            reserved: None,
            watchers: Vec::new(),
        }
    }

    /// The record of an attempt beside that of this call.
    pub(crate) fn beside(&self) -> Record {
        let about = (Arc::clone(&self.id), Arc::clone(&self.peer));
        let mut beside = Record::new(
            Arc::clone(&self.clock),
            about,
            self.operation.clone(),
            Some(&self.model),
            self.labels.clone(),
        );
        (beside.streams, beside.max_tokens) = (self.streams, self.max_tokens);
        beside.beside = Some(Beside::Unbilled);
        beside
    }

    pub(crate) fn watch(&mut self, watcher: impl Watcher + 'static) {
        self.watchers.push(Box::new(watcher));
    }

    /// A request is about to be sent, or answered by a hook.
    pub(crate) fn sent(&mut self, by_hook: bool) {
        self.attempts = self.attempts.saturating_add(1);
        self.by_hook = by_hook;
    }

    /// The head of a success came.
    pub(crate) fn answered(&mut self, status: u16, headers: &Arc<AnswerHeaders>) {
        self.answer = Some((status, Arc::clone(headers)));
    }

    /// The first event of a stream came.
    pub(crate) fn first_event(&mut self) {
        let passed = self.duration();
        self.first_event.get_or_insert(passed);
    }

    /// Keeps the times of chunks from now on.
    pub(crate) fn time_chunks(&mut self) {
        self.chunks = Some(Box::new(Chunks { before: None, times: Vec::new() }));
    }

    /// Whether [`Record::event`] is of use.
    pub(crate) fn times_chunks(&self) -> bool {
        self.chunks.is_some()
    }

    /// An event of the stream came, which is a chunk of the output or not.
    pub(crate) fn event(&mut self, is_chunk: bool) {
        let Some(chunks) = &mut self.chunks else { return };
        let now = self.clock.now();
        let before = chunks.before.replace(now);
        if let Some(before) = before.filter(|_| is_chunk && chunks.times.len() < CHUNKS) {
            chunks.times.push(now.saturating_duration_since(before));
        }
    }

    /// From the event before to each chunk of the output, if they were timed.
    pub(crate) fn chunk_times(&self) -> &[Duration] {
        self.chunks.as_ref().map_or(&[], |chunks| &chunks.times)
    }

    /// The token counts so far.
    pub(crate) fn used(&mut self, usage: &Usage) {
        self.usage = Some(usage.clone());
    }

    pub(crate) fn completed(&mut self) {
        self.end = End::Completed;
    }

    pub(crate) fn failed(&mut self, error: &Error) {
        self.end = End::Failed;
        self.failure = Some(Box::new(Failed {
            kind: error.kind(),
            subkind: error.subkind(),
            error_type: error.error_type().map(str::to_owned),
            status: error.status(),
            request_id: error.request_id().map(str::to_owned),
        }));
    }

    /// The calendar time.
    pub(crate) fn wall(&self) -> SystemTime {
        self.clock.wall()
    }

    /// How long the call has taken.
    pub(crate) fn duration(&self) -> Duration {
        self.clock.now().saturating_duration_since(self.begun_at)
    }

    /// The most that it may use, if the ledger counts it.
    pub(crate) fn expected(&self) -> Option<Usage> {
        let Reserved { input_tokens, output_tokens, .. } = **self.reserved.as_ref()?;
        Some(Usage { input_tokens, output_tokens, ..Usage::default() })
    }

    /// Whether the spending limits have to ask a store before the call is sent.
    pub(crate) fn awaits_room(&self) -> bool {
        self.reserved.as_ref().is_some_and(|reserved| reserved.waits)
    }

    /// Whether the service has begun an answer that is billed.
    pub(crate) fn is_billed(&self) -> bool {
        self.answer.is_some() && !self.by_hook
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        if let (Some(other), Some(usage)) = (&mut self.other, &self.usage) {
            // Both had the same input.
            other.usage = Some(Usage {
                output_tokens: 0,
                output_tokens_details: None,
                server_tool_use: None,
                ..usage.clone()
            });
        }
        // The ledger comes last, and adds notices for the others.
        for watcher in std::mem::take(&mut self.watchers).into_iter().rev() {
            watcher.ended(self);
        }
    }
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Record")
            .field("operation", &self.operation)
            .field("attempts", &self.attempts)
            .field("end", &self.end)
            .finish_non_exhaustive()
    }
}
