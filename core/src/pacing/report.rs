//! What a limiter knows, as a copy of its figures at one moment.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::Pacing;
use super::lane::Lane;
use crate::answer_headers::AnswerHeaders;
use crate::json::maybe_seconds;
use crate::service::rate_limits::{RateLimit, RateLimits};

/// The limits of a client's key as they are known, and what waits for them. Returned by
/// [`Client::limiter_state`](crate::Client::limiter_state).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct LimiterState {
    /// The client's setting.
    pub pacing: Pacing,
    /// Calls that were sent and have not ended, of all models.
    pub in_flight: u32,
    /// The cap of calls in flight that is in force; `None` if there is none.
    pub max_in_flight: Option<u32>,
    /// Each model that was called, in the order of their names.
    pub models: Vec<ModelLimits>,
}

/// The limits of one model.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ModelLimits {
    /// The model, as requests name it.
    pub model: String,
    /// Whether these are the limits of the speed `fast`.
    pub fast: bool,
    /// Whether these are the limits of a credential that calls brought along, in place of the client's.
    pub own_credential: bool,
    /// Calls that were sent and have not ended.
    pub in_flight: u32,
    /// Interactive calls that wait.
    pub waiting: u32,
    /// Bulk calls that wait.
    pub waiting_bulk: u32,
    /// How many answers refused a call for its limits, since the client was built.
    pub refusals: u64,
    /// How many processes share these limits, this one included, by the newest answer of their store
    /// ([`ClientBuilder::limits`](crate::ClientBuilder::limits)); `None` if the limits are those of this process alone.
    pub processes: Option<u32>,
    /// How long no call will be sent, after a refusal.
    #[serde(serialize_with = "maybe_seconds", rename = "cool_down_seconds")]
    pub cool_down: Option<Duration>,
    /// Requests per minute.
    pub requests: Allowance,
    /// Input and output tokens per minute together.
    pub tokens: Allowance,
    /// Input tokens per minute.
    pub input_tokens: Allowance,
    /// Output tokens per minute.
    pub output_tokens: Allowance,
}

/// What is left of one limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Allowance {
    /// Per minute; `None` if nobody stated it.
    pub limit: Option<u64>,
    /// What is left: while calls are paced by the client's own book, else as the newest answer reported it.
    pub remaining: Option<u64>,
    /// How long until the allowance is full again.
    #[serde(serialize_with = "maybe_seconds", rename = "reset_seconds")]
    pub reset: Option<Duration>,
}

#[cfg(test)]
impl ModelLimits {
    /// A model of which nothing is known.
    pub(crate) fn of(model: &str) -> ModelLimits {
        ModelLimits {
            model: model.to_owned(),
            fast: false,
            own_credential: false,
            in_flight: 0,
            waiting: 0,
            waiting_bulk: 0,
            refusals: 0,
            processes: None,
            cool_down: None,
            requests: Allowance::default(),
            tokens: Allowance::default(),
            input_tokens: Allowance::default(),
            output_tokens: Allowance::default(),
        }
    }
}

impl Serialize for Pacing {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(match self {
            Pacing::Off => "off",
            Pacing::Observe => "observe",
            Pacing::Pace => "pace",
        })
    }
}

/// The figures of a lane. `read` reads the headers of its newest answer.
pub(super) fn of_model(
    (model, fast, own_credential): (&str, bool, bool),
    lane: &mut Lane,
    paces: bool,
    read: impl FnOnce(&AnswerHeaders) -> RateLimits,
    now: Instant,
) -> ModelLimits {
    let reported = lane.headers.as_ref().map(|(headers, at)| (read(headers), *at));
    let levels = lane.levels(now);
    let [waiting, waiting_bulk] = lane.waiting();
    let count = |waiting: usize| u32::try_from(waiting).unwrap_or(u32::MAX);
    let family = |pick: fn(&RateLimits) -> RateLimit, own: Option<(f64, f64)>| {
        let reported = reported.as_ref().map(|(limits, at)| (pick(limits), *at));
        match own.filter(|_| paces) {
            Some((limit, level)) => booked(limit, level),
            None => reported.map_or_else(Allowance::default, |(family, at)| as_reported(family, at, now)),
        }
    };
    let [requests, tokens, input, output] = levels;
    ModelLimits {
        model: model.to_owned(),
        fast,
        own_credential,
        in_flight: lane.in_flight,
        waiting: count(waiting),
        waiting_bulk: count(waiting_bulk),
        refusals: lane.refusals,
        processes: lane.processes(),
        cool_down: lane.cool_down(now),
        requests: family(|limits| limits.requests, requests),
        tokens: family(
            |limits| {
                let mut tokens = limits.tokens;
                tokens.remaining = limits.remaining_tokens();
                tokens
            },
            tokens,
        ),
        input_tokens: match fast {
            true => family(|limits| limits.fast_input_tokens, input),
            false => family(|limits| limits.input_tokens, input),
        },
        output_tokens: match fast {
            true => family(|limits| limits.fast_output_tokens, output),
            false => family(|limits| limits.output_tokens, output),
        },
    }
}

fn booked(limit: f64, level: f64) -> Allowance {
    let full_in = if limit > 0.0 { (limit - level).max(0.0) * 60.0 / limit } else { 60.0 };
    Allowance {
        limit: Some(limit as u64),
        remaining: Some(level as u64),
        reset: Duration::try_from_secs_f64(full_in).ok(),
    }
}

/// As reported at `at`. The service names the moment of the reset by its own clock; a bucket is full a minute after it
/// was empty.
fn as_reported(family: RateLimit, at: Instant, now: Instant) -> Allowance {
    let reset =
        family.limit.zip(family.remaining).filter(|(limit, _)| *limit > 0).map(|(limit, remaining)| {
            let missing = limit.saturating_sub(remaining) as f64;
            Duration::from_secs_f64(missing * 60.0 / limit as f64)
                .saturating_sub(now.saturating_duration_since(at))
        });
    Allowance { limit: family.limit, remaining: family.remaining, reset }
}
