//! The state of a spending limit: its use and the amounts kept for calls, of this process or of several.

use std::task::Waker;
use std::time::{Duration, Instant};

use super::share::{Room, Share};
use super::shared::{SharedName, SpendingAsk, SpendingGiven};
use super::spending::{Price, SpendingLimit, SpendingState};
use crate::error::{Error, ErrorKind, Result};
use crate::model::Usage;
use crate::record::LimitNotice;
use crate::setting::Setting;

/// A limit and what was used of it.
#[derive(Clone, Debug)]
pub(super) struct Running {
    pub(super) limit: SpendingLimit,
    /// For calls that have not ended.
    reserved: f64,
    /// A notice was given since the limit began anew.
    noticed: bool,
    count: Count,
}

/// Who counts what is used.
#[derive(Clone, Debug)]
enum Count {
    /// This process, from a time on.
    Own { since: Instant, used: f64 },
    /// A store, for several processes.
    Shared(Box<Share>),
}

/// What a call that ended used.
#[derive(Clone, Copy, Debug)]
pub(super) enum Used<'u> {
    /// No answer began.
    Nothing,
    /// An answer began and was cut: nobody knows how much of it was billed.
    Reserved,
    Counted(&'u Usage),
}

/// Whether a limit lets a call pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Passage {
    /// It does not concern it.
    Unconcerned,
    /// There is room for it, which takes so much.
    Takes(f64),
    /// The store has to be asked for so much.
    Waits(f64),
}

impl Running {
    pub(super) fn new(limit: SpendingLimit, now: Instant) -> Running {
        Running { limit, reserved: 0.0, noticed: false, count: Count::Own { since: now, used: 0.0 } }
    }

    /// A limit that other processes keep too, under this name.
    pub(super) fn shared(limit: SpendingLimit, name: SharedName, now: Instant) -> Running {
        Running { count: Count::Shared(Box::new(Share::new(name, now))), ..Running::new(limit, now) }
    }

    pub(super) fn share_mut(&mut self) -> Option<&mut Share> {
        match &mut self.count {
            Count::Own { .. } => None,
            Count::Shared(share) => Some(share),
        }
    }

    /// That of the call that asks the store next.
    pub(super) fn next_waker(&mut self) -> Option<Waker> {
        self.share_mut().and_then(|share| share.next_waker())
    }

    /// Those of the calls to wake after an answer of the store.
    pub(super) fn wakers(&mut self) -> Vec<Waker> {
        self.share_mut().map(|share| share.wakers()).unwrap_or_default()
    }

    /// Begins anew if the time for that has come.
    fn advance(&mut self, now: Instant) {
        let Running { limit, reserved, noticed, count } = self;
        let is_new = match count {
            Count::Own { since, used } => {
                let passed = now.saturating_duration_since(*since);
                let is_over = passed >= limit.within;
                if is_over {
                    let over = Duration::from_secs_f64(passed.as_secs_f64() % limit.within.as_secs_f64());
                    (*since, *used) = (now.checked_sub(over).unwrap_or(now), 0.0);
                }
                is_over
            }
            Count::Shared(share) => {
                if share.after_fork(now) {
                    *reserved = 0.0;
                }
                share.advance(limit, *reserved, now)
            }
        };
        *noticed &= !is_new;
    }

    /// The time that is left until the limit begins anew.
    fn reset(&self, now: Instant) -> Duration {
        match &self.count {
            Count::Own { since, .. } => {
                self.limit.within.saturating_sub(now.saturating_duration_since(*since))
            }
            Count::Shared(share) => share.reset(now),
        }
    }

    fn used(&self, now: Instant) -> f64 {
        match &self.count {
            Count::Own { used, .. } => *used,
            Count::Shared(share) => share.used(now),
        }
    }

    /// Kept for calls that have not ended, of all processes.
    fn kept(&self) -> f64 {
        match &self.count {
            Count::Own { .. } => self.reserved,
            Count::Shared(share) => self.reserved + share.others(),
        }
    }

    /// What a call of so many tokens takes of the limit.
    ///
    /// # Errors
    /// [`ErrorKind::OverLimit`] if there is not so much left; [`ErrorKind::Config`] if the model has no price.
    pub(super) fn room_for(
        &mut self,
        (model, labels): (&str, &[String]),
        expected: &Usage,
        price: Option<&Price>,
        now: Instant,
    ) -> Result<Passage> {
        if !self.limit.concerns(model, labels) {
            return Ok(Passage::Unconcerned);
        }
        let Some(amount) = self.limit.amount(expected, price) else {
            let text = format!("{} has no price of `{model}`, which a limit in money needs", Setting::PRICES);
            return Err(Error::about(Setting::PRICES, text));
        };
        self.advance(now);
        let room = match &self.count {
            _ if amount > self.limit.most() => Room::Refused,
            Count::Own { used, .. } if *used + self.reserved + amount <= self.limit.most() => Room::There,
            Count::Own { .. } => Room::Refused,
            Count::Shared(share) => share.room(amount, now),
        };
        match room {
            Room::There => Ok(Passage::Takes(amount)),
            Room::Wait => Ok(Passage::Waits(amount)),
            Room::Refused => Err(self.refusal(amount, now)),
        }
    }

    fn refusal(&self, amount: f64, now: Instant) -> Error {
        let text = format!(
            "the limit of {} has no room for this call: {} are used, {} are kept for calls in flight, and it may use \
            {} ({})",
            self.limit.describe(),
            rounded(self.used(now)),
            rounded(self.kept()),
            rounded(amount),
            Setting::SPENDING_LIMITS
        );
        Error::new(ErrorKind::OverLimit, text)
            .with_subkind(Some("spending"))
            .with_setting(Setting::SPENDING_LIMITS)
            .with_retry_after(Some(self.reset(now)))
    }

    /// Keeps so much for a call, or keeps it no more if it is less than zero.
    pub(super) fn reserve(&mut self, amount: f64, now: Instant) {
        self.reserved = (self.reserved + amount).max(0.0);
        if let Count::Shared(share) = &mut self.count {
            share.take(amount, now);
        }
    }

    /// A call ended for which `reserved` was kept; `usage` is what it used, or as much as was reserved. Returns a
    /// notice if the call crossed the mark.
    pub(super) fn settle(
        &mut self,
        reserved: f64,
        usage: Used<'_>,
        price: Option<&Price>,
        now: Instant,
    ) -> Option<LimitNotice> {
        self.advance(now);
        self.reserve(-reserved, now);
        let amount = match usage {
            Used::Nothing => 0.0,
            Used::Reserved => reserved,
            Used::Counted(usage) => self.limit.amount(usage, price).unwrap_or(reserved),
        };
        match &mut self.count {
            Count::Own { used, .. } => *used += amount,
            Count::Shared(share) => share.spent(amount),
        }
        let (used, most) = (self.used(now), self.limit.most());
        let crossed = !self.noticed && self.limit.notice_at.is_some_and(|at| used >= at * most);
        self.noticed |= crossed;
        let name = |name: &Option<Box<str>>| name.as_deref().map(str::to_owned);
        crossed.then(|| LimitNotice {
            limit: "spending",
            model: name(&self.limit.model),
            label: name(&self.limit.label),
            used,
            most,
        })
    }

    /// The next request to the store, if the limit has a store and needs one.
    pub(super) fn ask(&mut self, index: usize, beat: bool, now: Instant) -> Option<SpendingAsk> {
        self.advance(now);
        let Running { limit, reserved, count: Count::Shared(share), .. } = self else { return None };
        share.ask((index, limit), *reserved, beat, now)
    }

    /// The last report to the store, of a client that ends.
    pub(super) fn last(&self, index: usize) -> Option<SpendingAsk> {
        match &self.count {
            Count::Own { .. } => None,
            Count::Shared(share) => share.last((index, &self.limit)),
        }
    }

    /// The store answered, or could not be reached.
    pub(super) fn answered(&mut self, given: Option<&SpendingGiven>, now: Instant) {
        let Running { limit, reserved, noticed, count: Count::Shared(share) } = self else { return };
        match given {
            Some(given) => *noticed &= !share.given(given, now),
            None => share.lost(limit, *reserved, now),
        }
    }

    pub(super) fn state(&mut self, now: Instant) -> SpendingState {
        self.advance(now);
        SpendingState {
            label: self.limit.label.clone(),
            model: self.limit.model.clone(),
            is_cost: self.limit.is_cost(),
            most: self.limit.most(),
            used: self.used(now),
            reserved: self.kept(),
            reset: self.reset(now),
        }
    }
}

/// With four significant digits or so: costs are small, tokens are whole.
fn rounded(amount: f64) -> f64 {
    if amount >= 100.0 { amount.round() } else { (amount * 1e4).round() / 1e4 }
}
