//! The figures of calls that are added up.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use crate::json::seconds;
use crate::model::Usage;

/// What calls used: sums over all calls of a client, a model or a label.
///
/// Tokens are those of complete answers, as the service counted them. An answer that was cut or left was billed too, as
/// far as it was made: what is known of those is apart, in `interrupted_input_tokens` and `interrupted_output_tokens`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Tally {
    /// Calls that ended, in whichever way: the sum of the next four.
    pub calls: u64,
    /// Their answer is complete.
    pub completed: u64,
    /// They failed before an answer began.
    pub failed: u64,
    /// Their answer had begun and is not complete: it was cut, could not be read, or was left.
    pub interrupted: u64,
    /// They were left before an answer began.
    pub cancelled: u64,
    /// Requests that were sent.
    pub attempts: u64,
    /// Those of them that repeated another.
    pub retries: u64,
    /// Second attempts that were sent beside a slow first one
    /// ([`ClientBuilder::hedge`](crate::ClientBuilder::hedge)): among the attempts, not among the retries.
    pub hedges: u64,
    /// Those of them that answered first.
    pub hedges_won: u64,
    /// Input tokens that were neither written to nor read from the cache.
    pub input_tokens: u64,
    /// All output tokens, thinking included.
    pub output_tokens: u64,
    /// Output tokens used for thinking, where the service counts them apart.
    pub thinking_tokens: u64,
    /// Input tokens that were written to the cache for five minutes.
    pub cache_write_5m_tokens: u64,
    /// Input tokens that were written to the cache for an hour.
    pub cache_write_1h_tokens: u64,
    /// Input tokens that were read from the cache.
    pub cache_read_tokens: u64,
    /// Calls of a client that keeps prefixes in the cache
    /// ([`ClientBuilder::prompt_cache`](crate::ClientBuilder::prompt_cache)), none of whose prefixes was sent before.
    pub cache_cold: u64,
    /// Such calls whose prefixes had been sent, and were in the cache no longer.
    pub cache_expired: u64,
    /// Such calls that read nothing, although a prefix was in the cache by its lifetime.
    pub cache_lost: u64,
    /// Such calls that waited until another had written their prefix.
    pub cache_waits: u64,
    /// Web searches of the service.
    pub web_searches: u64,
    /// Pages that the service fetched.
    pub web_fetches: u64,
    /// All input tokens of interrupted answers, as far as they are known; and those of attempts that were cancelled
    /// because another answered first, which may be billed.
    pub interrupted_input_tokens: u64,
    /// Output tokens of interrupted answers, as far as they are known: at least so many were billed.
    pub interrupted_output_tokens: u64,
    /// What complete answers cost, with the input of attempts that were cancelled because another answered first, by
    /// the prices of [`ClientBuilder::price`](crate::ClientBuilder::price); 0 for a model without a price.
    pub cost: f64,
    /// What the cache saved by those prices: what its tokens would have cost as other input, less what they cost.
    /// Negative if more was written than was read again.
    pub cache_savings: f64,
    /// Calls whose answer was streamed to the caller and had a first event.
    pub streams: u64,
    /// From the begin of those calls to their first events, added up.
    #[serde(serialize_with = "seconds", rename = "first_event_seconds")]
    pub first_event: Duration,
    /// Waits between attempts, added up.
    #[serde(serialize_with = "seconds", rename = "waited_seconds")]
    pub waited: Duration,
    /// Waits for the rate limits, added up.
    #[serde(serialize_with = "seconds", rename = "queued_seconds")]
    pub queued: Duration,
    /// From the begin of each call to its end, added up.
    #[serde(serialize_with = "seconds", rename = "duration_seconds")]
    pub duration: Duration,
}

/// Applies a function to each figure of a tally and the same figure of another.
macro_rules! each {
    ($tally:ident, $other:ident, $count:ident, $time:ident) => {
        each!(@ $tally, $other, $count: calls completed failed interrupted cancelled attempts retries hedges hedges_won
            input_tokens output_tokens thinking_tokens cache_write_5m_tokens cache_write_1h_tokens cache_read_tokens
            cache_cold cache_expired cache_lost cache_waits web_searches web_fetches
            interrupted_input_tokens interrupted_output_tokens streams);
        each!(@ $tally, $other, $time: first_event waited queued duration);
    };
    (@ $tally:ident, $other:ident, $with:ident: $($field:ident)*) => {
        $($tally.$field = $tally.$field.$with($other.$field);)*
    };
}

/// Sets each figure of a tally to what a function makes of it and its name.
macro_rules! named {
    ($tally:ident, $count:ident, $time:ident) => {
        named!(@ $tally, $count: calls completed failed interrupted cancelled attempts retries hedges hedges_won
            input_tokens output_tokens thinking_tokens cache_write_5m_tokens cache_write_1h_tokens cache_read_tokens
            cache_cold cache_expired cache_lost cache_waits web_searches web_fetches
            interrupted_input_tokens interrupted_output_tokens streams);
        named!(@ $tally, $time: first_event waited queued duration);
    };
    (@ $tally:ident, $with:ident: $($field:ident)*) => {
        $($tally.$field = $with($tally.$field, stringify!($field));)*
    };
}

impl Tally {
    /// From figures by their names in JSON; those that are not named are 0.
    pub(super) fn of_figures(figures: &BTreeMap<Box<str>, f64>) -> Tally {
        let mut tally = Tally::default();
        let figure = |name: &str| figures.get(name).copied().unwrap_or_default();
        // A sum of counts has no fraction; what is no number is 0.
        let count = |_: u64, name: &str| figure(name).max(0.0) as u64;
        let time = |_: Duration, name: &str| {
            Duration::try_from_secs_f64(figure(&format!("{name}_seconds"))).unwrap_or_default()
        };
        named!(tally, count, time);
        tally.cost = figure("cost");
        tally.cache_savings = figure("cache_savings");
        tally
    }

    pub(super) fn add(&mut self, other: &Tally) {
        each!(self, other, saturating_add, saturating_add);
        self.cost += other.cost;
        self.cache_savings += other.cache_savings;
    }

    /// What was added since `earlier`.
    #[must_use]
    pub fn since(&self, earlier: &Tally) -> Tally {
        let mut difference = *self;
        let tally = &mut difference;
        each!(tally, earlier, saturating_sub, saturating_sub);
        tally.cost -= earlier.cost;
        tally.cache_savings -= earlier.cache_savings;
        difference
    }

    pub(super) fn add_usage(&mut self, usage: &Usage) {
        let written = usage.cache_creation_input_tokens.unwrap_or(0);
        // Without a breakdown it is the default lifetime (protocol §10.4).
        let hour = usage.cache_creation.as_ref().map_or(0, |parts| parts.ephemeral_1h_input_tokens);
        let tools = usage.server_tool_use.as_ref();
        self.input_tokens += usage.input_tokens;
        self.output_tokens += usage.output_tokens;
        self.thinking_tokens += usage.output_tokens_details.as_ref().map_or(0, |parts| parts.thinking_tokens);
        self.cache_write_5m_tokens += written.saturating_sub(hour);
        self.cache_write_1h_tokens += hour;
        self.cache_read_tokens += usage.cache_read_input_tokens.unwrap_or(0);
        self.web_searches += tools.and_then(|tools| tools.web_search_requests).unwrap_or(0);
        self.web_fetches += tools.and_then(|tools| tools.web_fetch_requests).unwrap_or(0);
    }
}
