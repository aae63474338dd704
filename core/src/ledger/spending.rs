//! Limits on what calls may use within a time, in tokens or in money (spec §8.8).

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::error::{Error, ErrorKind, Result};
use crate::json::seconds;
use crate::model::Usage;
use crate::record::LimitNotice;
use crate::setting::Setting;

/// Prices of a model per million tokens, in a currency of the caller's. None is built in: they change.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Price {
    /// Input tokens that are neither written to nor read from the cache.
    pub input: f64,
    /// Output tokens.
    pub output: f64,
    /// Input tokens read from the cache.
    pub cache_read: f64,
    /// Input tokens written to the cache for five minutes.
    pub cache_write_5m: f64,
    /// Input tokens written to the cache for an hour.
    pub cache_write_1h: f64,
}

impl Price {
    /// Prices of input and output; those of the cache are in the usual relation to the price of input: 0.1 for what is
    /// read, 1.25 and 2 for what is written for five minutes and an hour (protocol §10.8).
    #[must_use]
    pub const fn new(input: f64, output: f64) -> Price {
        Price {
            input,
            output,
            cache_read: 0.1 * input,
            cache_write_5m: 1.25 * input,
            cache_write_1h: 2.0 * input,
        }
    }

    /// What an answer cost.
    pub(super) fn of(&self, usage: &Usage) -> f64 {
        let written = usage.cache_creation_input_tokens.unwrap_or(0);
        let hour = usage.cache_creation.as_ref().map_or(0, |parts| parts.ephemeral_1h_input_tokens);
        let tokens = [
            (usage.input_tokens, self.input),
            (usage.output_tokens, self.output),
            (usage.cache_read_input_tokens.unwrap_or(0), self.cache_read),
            (written.saturating_sub(hour), self.cache_write_5m),
            (hour, self.cache_write_1h),
        ];
        tokens.iter().map(|(tokens, price)| *tokens as f64 * price).sum::<f64>() / 1e6
    }

    /// What the cache saved: the cost of its tokens as other input, less their cost.
    pub(super) fn saved(&self, usage: &Usage) -> f64 {
        let (read, written) = (usage.cache_read_input_tokens, usage.cache_creation_input_tokens);
        let input = usage.input_tokens.saturating_add(read.unwrap_or(0)).saturating_add(written.unwrap_or(0));
        let without = Usage { input_tokens: input, output_tokens: usage.output_tokens, ..Usage::default() };
        self.of(&without) - self.of(usage)
    }

    pub(crate) fn is_sound(&self) -> bool {
        [self.input, self.output, self.cache_read, self.cache_write_5m, self.cache_write_1h]
            .iter()
            .all(|price| price.is_finite() && *price >= 0.0)
    }
}

/// At most so many tokens, or so much money, within a time: a call that would go beyond it is refused before anything
/// is sent.
///
/// ```
/// use parlour::SpendingLimit;
/// use std::time::Duration;
/// const DAY: Duration = Duration::from_secs(86_400);
/// let limits = [SpendingLimit::tokens(5_000_000, DAY), SpendingLimit::cost(20.0, DAY).of_label("tenant:blue")];
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a limit does nothing until it is given to a client"]
pub struct SpendingLimit {
    most: Most,
    within: Duration,
    label: Option<Box<str>>,
    model: Option<Box<str>>,
    /// The used fraction at which the end of a call has a notice.
    notice_at: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Most {
    /// Input and output; those read from the cache are not counted.
    Tokens(u64),
    Cost(f64),
}

impl SpendingLimit {
    /// At most so many input and output tokens within a time. Input that is read from the cache does not count.
    pub const fn tokens(most: u64, within: Duration) -> SpendingLimit {
        SpendingLimit { most: Most::Tokens(most), within, label: None, model: None, notice_at: None }
    }

    /// At most so much money, by the prices of [`ClientBuilder::price`](crate::ClientBuilder::price), within a time. A
    /// call of a model without a price is refused.
    pub const fn cost(most: f64, within: Duration) -> SpendingLimit {
        SpendingLimit { most: Most::Cost(most), within, label: None, model: None, notice_at: None }
    }

    /// Only for calls under this label ([`CallOptions::label`](crate::CallOptions::label)).
    pub fn of_label(mut self, label: impl Into<Box<str>>) -> SpendingLimit {
        self.label = Some(label.into());
        self
    }

    /// Only for calls of this model, as requests name it.
    pub fn of_model(mut self, model: impl Into<Box<str>>) -> SpendingLimit {
        self.model = Some(model.into());
        self
    }

    /// The end of the call with which this fraction of the limit is used, above 0 and at most 1, has a notice of it
    /// ([`CallEnd::notices`](crate::CallEnd::notices)): a soft threshold, that refuses nothing.
    pub const fn notice_at(mut self, fraction: f64) -> SpendingLimit {
        self.notice_at = Some(fraction);
        self
    }

    pub(crate) fn is_sound(&self) -> bool {
        let most = match self.most {
            Most::Tokens(most) => most > 0,
            Most::Cost(most) => most.is_finite() && most > 0.0,
        };
        most && !self.within.is_zero() && self.notice_at.is_none_or(|at| at > 0.0 && at <= 1.0)
    }

    fn concerns(&self, model: &str, labels: &[String]) -> bool {
        self.model.as_deref().is_none_or(|own| own == model)
            && self.label.as_deref().is_none_or(|own| labels.iter().any(|label| label == own))
    }

    /// An amount of this limit's kind: tokens, or the cost of them.
    fn amount(&self, usage: &Usage, price: Option<&Price>) -> Option<f64> {
        match self.most {
            Most::Tokens(_) => {
                let input = usage.input_tokens + usage.cache_creation_input_tokens.unwrap_or(0);
                Some((input + usage.output_tokens) as f64)
            }
            Most::Cost(_) => price.map(|price| price.of(usage)),
        }
    }

    fn most(&self) -> f64 {
        match self.most {
            Most::Tokens(most) => most as f64,
            Most::Cost(most) => most,
        }
    }

    fn describe(&self) -> String {
        let what = match self.most {
            Most::Tokens(most) => format!("{most} tokens"),
            Most::Cost(most) => format!("a cost of {most}"),
        };
        let of = |kind: &str, name: &Option<Box<str>>| {
            name.as_deref().map_or(String::new(), |name| format!(" of the {kind} `{name}`"))
        };
        format!(
            "{what} within {} s{}{}",
            self.within.as_secs_f64(),
            of("model", &self.model),
            of("label", &self.label)
        )
    }
}

/// A limit and what was used of it.
#[derive(Clone, Debug)]
pub(super) struct Running {
    limit: SpendingLimit,
    since: Instant,
    used: f64,
    /// For calls that have not ended.
    reserved: f64,
    /// A notice was given since the limit began anew.
    noticed: bool,
}

/// The state of a spending limit, as a copy at one moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SpendingState {
    /// The label that it is for, if it is for one.
    pub label: Option<Box<str>>,
    /// The model that it is for, if it is for one.
    pub model: Option<Box<str>>,
    /// Whether `most` and `used` are money; else they are tokens.
    pub is_cost: bool,
    /// The most that may be used within the time.
    pub most: f64,
    /// What was used of it.
    pub used: f64,
    /// What is kept for calls that have not ended.
    pub reserved: f64,
    /// How long until the time begins anew.
    #[serde(serialize_with = "seconds", rename = "reset_seconds")]
    pub reset: Duration,
}

impl Running {
    pub(super) fn new(limit: SpendingLimit, now: Instant) -> Running {
        Running { limit, since: now, used: 0.0, reserved: 0.0, noticed: false }
    }

    /// The time that is left until the limit begins anew, after it has, if that time has come.
    fn advance(&mut self, now: Instant) -> Duration {
        let within = self.limit.within;
        let passed = now.saturating_duration_since(self.since);
        if passed >= within {
            let over = Duration::from_secs_f64(passed.as_secs_f64() % within.as_secs_f64());
            self.since = now.checked_sub(over).unwrap_or(now);
            (self.used, self.noticed) = (0.0, false);
        }
        within.saturating_sub(now.saturating_duration_since(self.since))
    }

    /// What a call of so many tokens takes of the limit; `None` if the limit does not concern it.
    ///
    /// # Errors
    /// [`ErrorKind::OverLimit`] if there is not so much left; [`ErrorKind::Config`] if the model has no price.
    pub(super) fn room_for(
        &mut self,
        (model, labels): (&str, &[String]),
        expected: &Usage,
        price: Option<&Price>,
        now: Instant,
    ) -> Result<Option<f64>> {
        if !self.limit.concerns(model, labels) {
            return Ok(None);
        }
        let Some(amount) = self.limit.amount(expected, price) else {
            let text = format!("{} has no price of `{model}`, which a limit in money needs", Setting::PRICES);
            return Err(Error::about(Setting::PRICES, text));
        };
        let reset = self.advance(now);
        if self.used + self.reserved + amount <= self.limit.most() {
            return Ok(Some(amount));
        }
        let text = format!(
            "the limit of {} has no room for this call: {} are used, {} are kept for calls in flight, and it may use \
            {} ({})",
            self.limit.describe(),
            rounded(self.used),
            rounded(self.reserved),
            rounded(amount),
            Setting::SPENDING_LIMITS
        );
        Err(Error::new(ErrorKind::OverLimit, text)
            .with_subkind(Some("spending"))
            .with_setting(Setting::SPENDING_LIMITS)
            .with_retry_after(Some(reset)))
    }

    pub(super) fn reserve(&mut self, amount: f64) {
        self.reserved = (self.reserved + amount).max(0.0);
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
        self.reserved = (self.reserved - reserved).max(0.0);
        self.used += match usage {
            Used::Nothing => 0.0,
            Used::Reserved => reserved,
            Used::Counted(usage) => self.limit.amount(usage, price).unwrap_or(reserved),
        };
        let most = self.limit.most();
        let crossed = !self.noticed && self.limit.notice_at.is_some_and(|at| self.used >= at * most);
        self.noticed |= crossed;
        let name = |name: &Option<Box<str>>| name.as_deref().map(str::to_owned);
        crossed.then(|| LimitNotice {
            limit: "spending",
            model: name(&self.limit.model),
            label: name(&self.limit.label),
            used: self.used,
            most,
        })
    }

    pub(super) fn state(&mut self, now: Instant) -> SpendingState {
        let reset = self.advance(now);
        SpendingState {
            label: self.limit.label.clone(),
            model: self.limit.model.clone(),
            is_cost: matches!(self.limit.most, Most::Cost(_)),
            most: self.limit.most(),
            used: self.used,
            reserved: self.reserved,
            reset,
        }
    }
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

/// With four significant digits or so: costs are small, tokens are whole.
fn rounded(amount: f64) -> f64 {
    if amount >= 100.0 { amount.round() } else { (amount * 1e4).round() / 1e4 }
}
