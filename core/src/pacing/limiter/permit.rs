//! The right to send one attempt, and what becomes of it.

use std::sync::Arc;
use std::task::Waker;
use std::time::{Duration, Instant};

use super::{Admission, Limiter, OVERLOADED};
use crate::answer_headers::AnswerHeaders;
use crate::error::{Error, ErrorKind};
use crate::model::Usage;
use crate::pacing::Pacing;
use crate::pacing::adaptive::AdaptiveCap;
use crate::pacing::lane::{Amounts, Charge, Lane};
use crate::record::LimitNotice;
use crate::service::rate_limits::RateLimits;

/// The status of a request that the rate limits refuse.
const REFUSED: u16 = 429;

/// The right to send one attempt. Dropping it makes room for the next call.
#[derive(Debug)]
pub(crate) struct Permit {
    pub(super) limiter: Arc<Limiter>,
    pub(super) admission: Arc<Admission>,
    /// If calls are paced. Boxed: streams are open by the thousand, and few clients pace.
    pub(super) charge: Option<Box<Charge>>,
    pub(super) sent_at: Instant,
    pub(super) settled: bool,
    /// Whether an answer came.
    pub(super) answered: bool,
    /// Whether the waiting calls of the lane wait for the body of this refusal.
    pub(super) holds: bool,
}

impl Permit {
    /// Whether the tokens that the call used are of interest.
    pub(crate) fn wants_usage(&self) -> bool {
        self.charge.is_some() && !self.settled
    }

    /// The head of an answer came. Returns the limits whose use reached the fraction that was set for notices.
    pub(crate) fn answered(&mut self, status: u16, headers: &Arc<AnswerHeaders>) -> Vec<LimitNotice> {
        let is_first = !std::mem::replace(&mut self.answered, true);
        let limiter = &self.limiter;
        let mut notices = Vec::new();
        let counts = limiter.limits.pacing != Pacing::Off;
        if !counts && !limiter.limits.adaptive {
            return notices;
        }
        let notice_at = limiter.limits.notice_at.filter(|_| counts);
        let wanted = limiter.paces() || notice_at.is_some();
        let limits = wanted.then(|| RateLimits::counts(headers, &limiter.names));
        let (fast, seq) = (self.admission.key.fast, self.admission.seq);
        let is_refused = is_first && status == REFUSED;
        limiter.change_with_cap(&self.admission.key, &mut |lane, cap, in_flight, now| {
            if let Some(cap) = cap {
                self.adapt(status, (lane, cap), in_flight, now);
            }
            if !counts {
                return;
            }
            lane.headers = Some((Arc::clone(headers), now));
            if let Some(charge) = self.charge.as_deref().filter(|_| is_refused) {
                // Before the report, which lowers the level again if the service counts what it refuses.
                lane.used(charge, Amounts::default(), now);
                lane.refusal_begins(seq, now);
            }
            if let (Some(limits), Some(charge)) = (&limits, &self.charge) {
                lane.reported(limits, fast, charge, now);
                if is_first {
                    lane.counted(charge);
                }
            }
            if let (Some(limits), Some(at)) = (&limits, notice_at) {
                notices = lane.notices(limits, &self.admission.key.model, fast, at);
            }
            if status != REFUSED {
                lane.accepted(seq, self.sent_at, now);
            }
        });
        self.settled |= is_refused;
        self.holds |= is_refused && self.charge.is_some();
        notices
    }

    /// Adapts the cap of calls in flight to an answer.
    #[inline(never)]
    fn adapt(&self, status: u16, (lane, cap): (&mut Lane, &mut AdaptiveCap), in_flight: u32, now: Instant) {
        let wait = now.saturating_duration_since(self.sent_at);
        match status {
            OVERLOADED => cap.overloaded(self.sent_at, now),
            200..300 if lane.is_slow(self.admission.streams, wait) => cap.overloaded(self.sent_at, now),
            200..300 => cap.answered(in_flight),
            _ => {}
        }
    }

    /// The attempt failed: with a refusal for its limits, all calls of the model wait; what was not used is given back.
    pub(crate) fn failed(mut self, error: &Error, asked: Option<Duration>) {
        let was_settled = std::mem::replace(&mut self.settled, true);
        let refused = error.kind() == ErrorKind::RateLimit && !error.is_spend_cap();
        let ramp = error.error_code() == Some("ramp_limit_exceeded");
        let is_answered = error.status().is_some_and(|status| !(200..300).contains(&status));
        let paces = self.limiter.paces();
        let held = std::mem::take(&mut self.holds);
        self.limiter.change_with_cap(&self.admission.key, &mut |lane, cap, _, now| {
            if held {
                lane.refusal_is_read(self.admission.seq);
            }
            // Also within a stream that had begun with 200; after the status 529 it changes nothing more.
            if let Some(cap) = cap.filter(|_| error.kind() == ErrorKind::Overloaded) {
                cap.overloaded(self.sent_at, now);
            }
            if refused {
                lane.refused(self.sent_at, asked, ramp, now);
            }
            let Some(charge) = self.charge.as_ref().filter(|_| !was_settled) else { return };
            if is_answered {
                lane.used(charge, Amounts::of_call(0.0, 0.0), now);
            } else if !error.may_have_arrived() {
                lane.probe_was_not_sent(self.admission.seq);
                lane.used(charge, Amounts::default(), now);
            }
        });
        if refused && paces {
            self.limiter.wake_all(&self.admission.key);
            tracing::info!(
                target: "parlour",
                model = &*self.admission.key.model,
                "the rate limit was met; calls of this model wait until it has room"
            );
        }
    }

    /// The answer is complete. Input that was read from the cache does not count against the limits (protocol §6).
    pub(crate) fn used(&mut self, usage: &Usage) {
        if !self.wants_usage() {
            return;
        }
        self.settled = true;
        let input = usage.input_tokens.saturating_add(usage.cache_creation_input_tokens.unwrap_or(0));
        let used = Amounts::of_call(input as f64, usage.output_tokens as f64);
        self.limiter.change(&self.admission.key, &mut |lane, now| {
            if let Some(charge) = &self.charge {
                lane.used(charge, used, now);
            }
            lane.learn(self.admission.bytes, input as f64);
        });
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut guard = self.limiter.lock();
        guard.in_flight = guard.in_flight.saturating_sub(1);
        if let Some(lane) = guard.lanes.get_mut(&self.admission.key) {
            lane.in_flight = lane.in_flight.saturating_sub(1);
            lane.probe_is_over(self.admission.seq);
            if self.holds {
                lane.refusal_is_read(self.admission.seq);
            }
            if let Some(charge) = self.charge.as_deref().filter(|_| !self.answered) {
                lane.counted(charge);
            }
        }
        if !self.limiter.holds_back() {
            return;
        }
        let now = self.limiter.clock.now();
        let wake = self.limiter.pump(&mut guard, &self.admission.key, None, now);
        let ask = self.limiter.to_ask(&mut guard, &self.admission.key, now);
        drop(guard);
        wake.into_iter().for_each(Waker::wake);
        self.limiter.send(ask);
    }
}
