//! Reports a message that ended with another stop reason than `end_turn` (spec §2.5): a log record, a count on the
//! client, and the caller's hook.

use std::borrow::Cow;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use once_cell::race::OnceBox;
use tracing::Span;

use crate::call::trace;
use crate::error::short_line;
use crate::model::{Message, StopReason};

/// A message that ended with another stop reason than `end_turn`, as the hook of
/// [`ClientBuilder::on_stop`](crate::ClientBuilder::on_stop) is called with it (spec §2.5).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StopNotice {
    /// Why the model stopped; never [`StopReason::EndTurn`].
    pub stop_reason: StopReason,
    /// The id of the request at the service, if the answer had it. Quote it when you investigate.
    pub request_id: Option<String>,
    /// The id of the message.
    pub message_id: String,
    /// The model that answered.
    pub model: String,
}

/// The hook of a client.
pub(crate) type StopHook = Arc<dyn Fn(&StopNotice) + Send + Sync>;

/// How a client reports stop reasons.
#[derive(Clone, Default)]
pub(crate) struct Stops {
    counts: Arc<Counts>,
    hook: Option<StopHook>,
}

impl Stops {
    pub(crate) fn new(counts: Arc<Counts>, hook: Option<StopHook>) -> Stops {
        Stops { counts, hook }
    }

    pub(crate) fn counts(&self) -> StopReasonCounts {
        self.counts.read()
    }

    /// Handles an arrived message: completes its span, and reports a stop that is not the end of a turn. Costs one
    /// comparison for `end_turn` without a subscriber.
    pub(crate) fn arrived(&self, span: &Span, message: &Message, request_id: Option<&str>) {
        trace::message(span, message);
        if let Some(reason) = message.stop_reason.as_ref().filter(|reason| Stops::concerns(reason)) {
            let notice = StopNotice {
                stop_reason: reason.clone(),
                request_id: request_id.map(str::to_owned),
                message_id: message.id.clone(),
                model: message.model.clone(),
            };
            self.report(span, &notice);
        }
    }

    /// Whether this reason is reported.
    fn concerns(reason: &StopReason) -> bool {
        !reason.is_normal()
    }

    fn report(&self, span: &Span, notice: &StopNotice) {
        self.counts.add(&notice.stop_reason);
        let reason = &*shown(notice.stop_reason.as_str());
        let request_id = notice.request_id.as_deref().map(short_line);
        let request_id = request_id.as_deref();
        if notice.stop_reason.is_expected() {
            tracing::debug!(target: "parlour", parent: span, stop_reason = reason, request_id,
                "the model stopped before the end of its turn");
        } else {
            tracing::warn!(target: "parlour", parent: span, stop_reason = reason, request_id,
                "the answer did not end normally");
        }
        // The answer has arrived and was paid for: a failing hook must not lose it.
        if let Some(hook) = &self.hook
            && catch_unwind(AssertUnwindSafe(|| hook(notice))).is_err()
        {
            tracing::error!(target: "parlour", parent: span, stop_reason = reason, request_id,
                "the on_stop hook panicked; the answer is handed out all the same");
        }
    }
}

impl fmt::Debug for Stops {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stops").field("counts", &self.counts()).field("hook", &self.hook.is_some()).finish()
    }
}

/// How many messages of a client ended with which stop reason, `end_turn` excepted (spec §2.5). A copy of the numbers
/// at one moment; got from [`Client::stop_reason_counts`](crate::Client::stop_reason_counts).
///
/// ```
/// # fn report(client: &parlour::Client) {
/// for (reason, count) in client.stop_reason_counts().iter() {
///     println!("{reason}: {count}");
/// }
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StopReasonCounts(Vec<(StopReason, u64)>);

impl StopReasonCounts {
    /// The count of one reason; 0 if it never occurred.
    #[must_use]
    pub fn get(&self, reason: &StopReason) -> u64 {
        self.0.iter().find(|(known, _)| known == reason).map_or(0, |(_, count)| *count)
    }

    /// Every reason that occurred, with its count.
    pub fn iter(&self) -> impl Iterator<Item = (&StopReason, u64)> {
        self.0.iter().map(|(reason, count)| (reason, *count))
    }

    /// All of them together.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().map(|(_, count)| count).sum()
    }
}

/// The reasons of the protocol (§3.4) that are counted.
const KNOWN: [StopReason; 7] = [
    StopReason::MaxTokens,
    StopReason::StopSequence,
    StopReason::ToolUse,
    StopReason::PauseTurn,
    StopReason::Refusal,
    StopReason::ModelContextWindowExceeded,
    StopReason::Compaction,
];

/// Reasons that this version does not know are counted by name up to this many, so that a broken peer cannot fill
/// memory.
const NAMES: usize = 8;

/// A name that this version does not know is counted and logged up to this many bytes.
const MOST_BYTES: usize = 64;

/// Reasons beyond [`NAMES`], and names that are none.
const OTHERS: &str = "(other)";

/// A stop reason for a log: it is text of the service, of any length and with any characters.
fn shown(reason: &str) -> Cow<'_, str> {
    match is_name(reason) {
        true => Cow::Borrowed(reason),
        false => {
            let mut shown: String = reason.chars().take(MOST_BYTES).flat_map(char::escape_debug).collect();
            if reason.chars().nth(MOST_BYTES).is_some() {
                shown.push('\u{2026}');
            }
            Cow::Owned(shown)
        }
    }
}

/// Whether it looks like a stop reason.
fn is_name(reason: &str) -> bool {
    reason.len() <= MOST_BYTES && reason.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Counts without a lock: a forked child must not find one held by a thread that does not exist there.
#[derive(Default)]
pub(crate) struct Counts {
    known: [AtomicU64; KNOWN.len()],
    /// If two threads add a name at once, both create it and one is kept: no thread waits for another.
    named: [(OnceBox<StopReason>, AtomicU64); NAMES],
    others: AtomicU64,
}

impl Counts {
    fn add(&self, reason: &StopReason) {
        self.slot(reason).fetch_add(1, Ordering::Relaxed);
    }

    fn slot(&self, reason: &StopReason) -> &AtomicU64 {
        let mut known = KNOWN.iter().zip(&self.known);
        if let Some((_, slot)) = known.find(|(known, _)| *known == reason) {
            return slot;
        }
        let mut named = self.named.iter().take_while(|_| is_name(reason.as_str()));
        let named = named.find(|(name, _)| name.get_or_init(|| Box::new(reason.clone())) == reason);
        named.map_or(&self.others, |(_, slot)| slot)
    }

    fn read(&self) -> StopReasonCounts {
        let known = KNOWN.into_iter().zip(&self.known);
        let named = self.named.iter().filter_map(|(name, count)| Some((name.get()?.clone(), count)));
        let others = std::iter::once((StopReason::from(OTHERS), &self.others));
        let all = known.chain(named).chain(others);
        let all = all.map(|(reason, count)| (reason, count.load(Ordering::Relaxed)));
        StopReasonCounts(all.filter(|(_, count)| *count > 0).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_is_counted_by_its_name() {
        let counts = Counts::default();
        assert_eq!(counts.read(), StopReasonCounts::default());
        for reason in ["max_tokens", "tool_use", "max_tokens", "new_reason", "new_reason", "newer"] {
            counts.add(&StopReason::from(reason));
        }
        let read = counts.read();
        assert_eq!(read.get(&StopReason::MaxTokens), 2);
        assert_eq!(read.get(&StopReason::ToolUse), 1);
        assert_eq!(read.get(&StopReason::from("new_reason")), 2);
        assert_eq!(read.get(&StopReason::Refusal), 0);
        assert_eq!((read.total(), read.iter().count()), (6, 4));
    }

    #[test]
    fn invented_reasons_do_not_fill_memory() {
        let counts = Counts::default();
        for number in 0..100 {
            counts.add(&StopReason::from(format!("invented_{number}")));
        }
        let read = counts.read();
        assert_eq!((read.total(), read.iter().count()), (100, NAMES + 1));
        assert_eq!(read.get(&StopReason::from(OTHERS)), 100 - NAMES as u64);
        let counts = Counts::default();
        counts.add(&StopReason::from("x".repeat(65)));
        counts.add(&StopReason::from("two\nlines"));
        assert_eq!(counts.read().get(&StopReason::from(OTHERS)), 2);
    }

    #[test]
    fn a_reason_is_logged_in_part_and_on_one_line() {
        assert_eq!(shown("novel_reason"), "novel_reason");
        assert_eq!(shown("a\nWARN forged\u{1b}[0m"), "a\\nWARN forged\\u{1b}[0m");
        let long = "x".repeat(1_000_000);
        assert_eq!(shown(&long), format!("{}\u{2026}", &long[..64]));
    }
}
