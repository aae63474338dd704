//! The lanes of a limiter that shares its limits with other processes: what it asks of their store, and the answers.

use std::sync::{Arc, PoisonError, Weak};
use std::task::Waker;
use std::time::Instant;

use super::{Limiter, State};
use crate::pacing::shared::{Ask, Given, LaneName, Lanes};

impl Limiter {
    /// The request of a lane to the store, if it has one now.
    pub(super) fn to_ask(&self, state: &mut State, lane: &Arc<LaneName>, now: Instant) -> Option<Ask> {
        self.store.as_ref()?;
        state.lanes.get_mut(lane)?.ask(lane, false, now)
    }

    /// Sends it, without the lock.
    pub(super) fn send(self: &Arc<Self>, ask: Option<Ask>) {
        if let (Some(store), Some(ask)) = (&self.store, ask) {
            let lanes: Weak<dyn Lanes> = Arc::<Limiter>::downgrade(self) as Weak<dyn Lanes>;
            store.ask(lanes, vec![ask]);
        }
    }
}

impl Drop for Limiter {
    fn drop(&mut self) {
        let Some(store) = self.store.take() else { return };
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        let asks: Vec<_> =
            state.lanes.iter_mut().filter_map(|(name, lane)| lane.give_all_back(name)).collect();
        if !asks.is_empty() {
            // Nobody waits for the answers.
            store.ask(Weak::<Limiter>::new() as Weak<dyn Lanes>, asks);
        }
    }
}

impl Lanes for Limiter {
    fn beat(&self) -> Vec<Ask> {
        let (mut state, now) = self.enter();
        state.lanes.iter_mut().filter_map(|(name, lane)| lane.ask(name, true, now)).collect()
    }

    fn answered(&self, name: &Arc<LaneName>, given: Option<Given>) {
        let (mut guard, now) = self.enter();
        if let Some(lane) = guard.lanes.get_mut(name) {
            lane.answered(given.as_ref(), now);
        }
        let wake = self.pump(&mut guard, name, None, now);
        drop(guard);
        wake.into_iter().for_each(Waker::wake);
    }
}

#[cfg(test)]
mod schedules;
#[cfg(test)]
mod tests;
