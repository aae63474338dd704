//! When a second attempt may start beside a slow first one. Pure state that is given the time and never sleeps: the
//! times from the begin of a call's first attempt to its first event, by model, and a budget.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The largest share of requests that a client may add. From a tenth on it is no measure against rare slow answers, but
/// a load of its own.
pub(crate) const MOST: f64 = 0.1;
/// The newest times that are kept of a model. With fewer the percentile moves by chance among slow answers: if 2 % are
/// slow, then of 256 more than 3 % are in one of seven cases, of 1 024 in one of seventy.
const WINDOW: usize = 1_024;
/// A percentile of fewer times is that of a handful of calls.
const MEASURED: usize = 100;
/// Models whose times are kept. The one that was not called for longest is forgotten first.
const MODELS: usize = 64;
/// Second attempts that the budget saves up at most, for slow answers that come together. A service that becomes slow
/// as a whole gets so many at once, and then the share.
const SAVED: f64 = 10.0;
/// How long no second attempt starts after the service refused one for its limits or its load.
const PAUSE: Duration = Duration::from_secs(60);

/// What the times of calls are kept by: the model, and whether the speed `fast` was asked for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Measured {
    pub(crate) model: Box<str>,
    pub(crate) fast: bool,
}

/// The second attempts of a client and all its copies.
pub(crate) struct Hedging {
    /// Second attempts for each call, at most; also the share of the times that are longer than the percentile.
    share: f64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Second attempts that may start.
    left: f64,
    paused_until: Option<Instant>,
    models: BTreeMap<Measured, Times>,
    /// Counts uses of `models`.
    uses: u64,
    counts: Counts,
}

/// How many second attempts there were, with those that run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) sent: u64,
    /// Those that were answered first.
    pub(crate) won: u64,
}

impl Hedging {
    /// At most `share` second attempts for each call, from above 0 to [`MOST`].
    pub(crate) fn new(share: f64) -> Hedging {
        Hedging { share, state: Mutex::default() }
    }

    /// The first attempt of a call begins. Returns the time after which a second one may start; `None` while too little
    /// is measured, or nothing may start anyway.
    pub(crate) fn begins(&self, call: &Measured, now: Instant) -> Option<Duration> {
        let mut state = self.lock();
        state.left = (state.left + self.share).min(SAVED);
        let delay = state.times(call).and_then(|times| times.exceeded_by(self.share))?;
        state.may_start(now).then_some(delay)
    }

    /// Takes a second attempt from the budget, if one may start.
    pub(crate) fn take(&self, now: Instant) -> bool {
        let mut state = self.lock();
        let may_start = state.may_start(now);
        if may_start {
            state.left -= 1.0;
            state.counts.sent += 1;
        }
        may_start
    }

    /// One that was taken was not sent.
    pub(crate) fn give_back(&self) {
        let mut state = self.lock();
        state.left = (state.left + 1.0).min(SAVED);
        state.counts.sent = state.counts.sent.saturating_sub(1);
    }

    /// A second attempt was answered first.
    pub(crate) fn won(&self) {
        self.lock().counts.won += 1;
    }

    /// A first attempt had its first event after this time, or a second one was faster by then: it is slow in both
    /// cases.
    pub(crate) fn measured(&self, call: &Measured, time: Duration) {
        let mut state = self.lock();
        if let Some(times) = state.times(call) {
            return times.add(time);
        }
        if state.models.len() >= MODELS {
            let oldest =
                state.models.iter().min_by_key(|(_, times)| times.used).map(|(call, _)| call.clone());
            oldest.map(|oldest| state.models.remove(&oldest));
        }
        let mut times = Times { used: state.uses, ..Times::default() };
        times.add(time);
        state.models.insert(call.clone(), times);
    }

    /// The service refused an attempt for its limits or its load.
    pub(crate) fn refused(&self, now: Instant) {
        self.lock().paused_until = now.checked_add(PAUSE);
    }

    pub(crate) fn counts(&self) -> Counts {
        self.lock().counts
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn times(&mut self, call: &Measured) -> Option<&mut Times> {
        self.uses += 1;
        let times = self.models.get_mut(call)?;
        times.used = self.uses;
        Some(times)
    }

    fn may_start(&self, now: Instant) -> bool {
        self.left >= 1.0 && self.paused_until.is_none_or(|until| now >= until)
    }
}

/// The newest times of a model.
#[derive(Default)]
struct Times {
    /// In microseconds, which is up to an hour; the oldest first.
    newest: VecDeque<u32>,
    /// The same by size. Four KiB are moved for a time at most, which takes less than to sort or to count them.
    sorted: Vec<u32>,
    used: u64,
}

impl Times {
    fn add(&mut self, time: Duration) {
        let time = u32::try_from(time.as_micros()).unwrap_or(u32::MAX);
        if self.newest.len() >= WINDOW
            && let Some(oldest) = self.newest.pop_front()
            && let Ok(at) = self.sorted.binary_search(&oldest)
        {
            self.sorted.remove(at);
        }
        self.newest.push_back(time);
        let at = self.sorted.partition_point(|known| *known < time);
        self.sorted.insert(at, time);
    }

    /// The time that this share of the times exceeds.
    fn exceeded_by(&self, share: f64) -> Option<Duration> {
        let count = self.sorted.len();
        if count < MEASURED {
            return None;
        }
        let longer = (count as f64 * share) as usize;
        let at = count.checked_sub(1 + longer)?;
        self.sorted.get(at).map(|time| Duration::from_micros(u64::from(*time)))
    }
}

#[cfg(test)]
mod tests;
