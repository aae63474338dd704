//! The right to send an attempt that nobody needs: only from what all others leave.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{Admission, Limiter, Permit};
use crate::pacing::Priority;
use crate::pacing::lane::{LEFT_OVER, Lane};
use crate::service::rate_limits::RateLimits;

/// Headers that are older say nothing of a limit per minute.
const OLD: Duration = Duration::from_secs(60);

impl Limiter {
    /// The right to send another attempt of a call that has one, if nothing speaks against it: no call waits, its model
    /// does not cool down, and the limits have room beyond the tenth that bulk calls leave to others.
    pub(crate) fn admit_spare(self: &Arc<Self>, admission: &Admission) -> Option<Permit> {
        let (mut guard, now) = self.enter();
        if guard.lanes.values().any(Lane::has_waiting) {
            return None;
        }
        guard.seq += 1;
        // Another place than that of the call: each is given up by itself.
        let spare = Admission { priority: Priority::Bulk, seq: guard.seq, ..admission.clone() };
        let lane = self.lane_of(&mut guard, &admission.key, now)?;
        let is_free = lane.is_calm(now) && (self.paces() || self.reports_room(lane, admission.key.fast, now));
        drop(guard);
        if is_free { self.admit_now(&Arc::new(spare)) } else { None }
    }

    /// Whether the newest answer reports room: without pacing nothing else knows it.
    fn reports_room(&self, lane: &Lane, fast: bool, now: Instant) -> bool {
        let Some((headers, at)) = &lane.headers else { return true };
        if now.saturating_duration_since(*at) > OLD {
            return true;
        }
        let limits = RateLimits::counts(headers, &self.names);
        let (input, output) = match fast {
            true => (limits.fast_input_tokens, limits.fast_output_tokens),
            false => (limits.input_tokens, limits.output_tokens),
        };
        [limits.requests, limits.tokens, input, output].into_iter().all(|reported| {
            let (Some(most), Some(left)) = (reported.limit, reported.remaining) else { return true };
            left as f64 >= LEFT_OVER * most as f64
        })
    }
}
