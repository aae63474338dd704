//! A ledger whose spending limits other processes keep too: calls that wait for the store, and the answers of it.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, PoisonError, Weak};
use std::task::{Context, Poll, Waker};
use std::time::Instant;

use super::fleet_usage::FleetUsage;
use super::running::{Passage, Running};
use super::shared::{BookAsk, SharedSpending, Spending, SpendingAsk, SpendingGiven};
use super::together::Together;
use super::{Amounts, Ledger, State, expected};
use crate::clock::Sleep;
use crate::error::Result;
use crate::model::Usage;
use crate::record::Record;

impl Ledger {
    /// Keeps the spending limits together with other processes that use the same service, in a store.
    pub(crate) fn shared(mut self, store: Arc<dyn SharedSpending>, service: &str) -> Ledger {
        let now = self.clock.now();
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        for running in &mut state.limits {
            let name = running.limit.name(service);
            *running = Running::shared(running.limit.clone(), name, now);
        }
        state.together = Some(Together::new(service, now));
        self.store = Some(store);
        self
    }

    /// Waits until the store has given room for a call.
    ///
    /// # Errors
    /// As [`Ledger::open`].
    pub(crate) fn wait(self: &Arc<Self>, record: &Record) -> impl Future<Output = Result<Amounts>> + use<> {
        let mut state = self.lock();
        state.waits += 1;
        Waiting {
            seq: state.waits,
            model: record.model.clone(),
            labels: record.labels.clone(),
            expected: record.reserved.as_deref().map(expected).unwrap_or_default(),
            ledger: Arc::clone(self),
            timer: None,
            has_left: false,
        }
    }

    /// What cannot wait for the report of the next second.
    pub(super) fn asks(&self, state: &mut State, now: Instant) -> Vec<SpendingAsk> {
        if self.store.is_none() {
            return Vec::new();
        }
        state.asks(false, now)
    }

    /// Sends them, without the lock.
    pub(super) fn send(self: &Arc<Self>, asks: Vec<SpendingAsk>) {
        if let Some(store) = self.store.as_ref().filter(|_| !asks.is_empty()) {
            store.spend(Arc::<Ledger>::downgrade(self) as Weak<dyn Spending>, asks);
        }
    }
}

impl State {
    fn asks(&mut self, beat: bool, now: Instant) -> Vec<SpendingAsk> {
        self.limits.iter_mut().enumerate().filter_map(|(index, limit)| limit.ask(index, beat, now)).collect()
    }
}

impl Spending for Ledger {
    fn beat(&self) -> Vec<SpendingAsk> {
        let now = self.clock.now();
        self.lock().asks(true, now)
    }

    fn spending_answered(&self, limit: usize, given: Option<SpendingGiven>) {
        let now = self.clock.now();
        let mut state = self.lock();
        let Some(running) = state.limits.get_mut(limit) else { return };
        running.answered(given.as_ref(), now);
        let woken = running.wakers();
        drop(state);
        woken.into_iter().for_each(Waker::wake);
    }

    fn book_beat(&self) -> Option<BookAsk> {
        let draft = self.lock().book_beat();
        draft.map(|draft| draft.ask())
    }

    fn book_was_not_sent(&self) {
        self.lock().book_was_not_sent();
    }

    fn book_answered(&self, usage: Option<FleetUsage>) {
        if let Some(together) = &mut self.lock().together {
            together.usage = usage;
        }
    }
}

impl Drop for Ledger {
    fn drop(&mut self) {
        let Some(store) = self.store.take() else { return };
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        let asks: Vec<_> =
            state.limits.iter().enumerate().filter_map(|(index, limit)| limit.last(index)).collect();
        if !asks.is_empty() {
            // Nobody waits for the answers.
            store.spend(Weak::<Ledger>::new() as Weak<dyn Spending>, asks);
        }
        if let Some(book) = state.last_book() {
            store.keep(Weak::<Ledger>::new() as Weak<dyn Spending>, book);
        }
    }
}

/// A call that waits for room in limits of a store. Dropping it ends the wait.
struct Waiting {
    ledger: Arc<Ledger>,
    model: Box<str>,
    labels: Vec<String>,
    expected: Usage,
    seq: u64,
    timer: Option<(Instant, Sleep)>,
    has_left: bool,
}

impl Waiting {
    /// The outcome, or when to look again.
    fn look(&self, waker: &Waker) -> Result<std::result::Result<Amounts, Instant>> {
        let Waiting { ledger, model, labels, expected, seq, .. } = self;
        let now = ledger.clock.now();
        let mut state = ledger.lock();
        if let Some(amounts) = state.reserve((model, labels), expected, ledger, now)? {
            return Ok(Ok(amounts));
        }
        let passages = state.passages((model, labels), expected, ledger, now)?;
        let mut woken = Vec::new();
        for (limit, passage) in state.limits.iter_mut().zip(&passages) {
            let Some(share) = limit.share_mut() else { continue };
            match passage {
                Passage::Waits(amount) => share.wait(*seq, *amount, waker),
                Passage::Takes(_) if share.has_room(*seq) => woken.extend(share.next_waker()),
                Passage::Takes(_) | Passage::Unconcerned => {}
            }
        }
        let asks = ledger.asks(&mut state, now);
        let mut at = None;
        for (limit, passage) in state.limits.iter_mut().zip(&passages) {
            if let (Passage::Waits(_), Some(share)) = (passage, limit.share_mut()) {
                at = at.into_iter().chain([share.look_at(now)]).min();
            }
        }
        drop(state);
        woken.into_iter().for_each(Waker::wake);
        ledger.send(asks);
        Ok(Err(at.unwrap_or(now)))
    }
}

impl Waiting {
    /// Leaves its place to the next, who asks.
    fn leave(&mut self) {
        if std::mem::replace(&mut self.has_left, true) {
            return;
        }
        let mut state = self.ledger.lock();
        let mut woken = Vec::new();
        for share in state.limits.iter_mut().filter_map(Running::share_mut) {
            share.leave(self.seq);
            woken.extend(share.next_waker());
        }
        drop(state);
        woken.into_iter().for_each(Waker::wake);
    }
}

impl Future for Waiting {
    type Output = Result<Amounts>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<Amounts>> {
        loop {
            let at = match self.look(cx.waker()) {
                Ok(Err(at)) => at,
                done => {
                    self.leave();
                    return Poll::Ready(done.map(|amounts| amounts.unwrap_or_default()));
                }
            };
            if self.timer.as_ref().is_none_or(|(set, _)| *set != at) {
                let wait = at.saturating_duration_since(self.ledger.clock.now());
                self.timer = Some((at, self.ledger.clock.sleep(wait)));
            }
            let Some((_, timer)) = &mut self.timer else { return Poll::Pending };
            match timer.as_mut().poll(cx) {
                Poll::Ready(()) => self.timer = None,
                Poll::Pending => return Poll::Pending,
            }
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.leave();
    }
}

#[cfg(test)]
mod tests;
