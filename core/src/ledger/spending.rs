//! Limits on what calls may use within a time, in tokens or in money (spec §8.8).

use std::time::Duration;

use serde::Serialize;

use super::shared::SharedName;
use crate::json::seconds;
use crate::model::Usage;

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

    /// How many requests that read the prompt of this answer, and generate nothing, cost no more than to write its
    /// marked prefix again for five minutes or an hour; 0 if it has none.
    pub(crate) fn renewals(&self, usage: &Usage, for_an_hour: bool) -> u32 {
        let read = usage.cache_read_input_tokens.unwrap_or(0);
        let prefix = read.saturating_add(usage.cache_creation_input_tokens.unwrap_or(0)) as f64;
        let write = if for_an_hour { self.cache_write_1h } else { self.cache_write_5m };
        let each = prefix * self.cache_read + usage.input_tokens as f64 * self.input;
        // Out of range where reading is free, or costs more than writing.
        (prefix * (write - self.cache_read) / each) as u32
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
    pub(super) within: Duration,
    pub(super) label: Option<Box<str>>,
    pub(super) model: Option<Box<str>>,
    /// The used fraction at which the end of a call has a notice.
    pub(super) notice_at: Option<f64>,
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

    pub(super) fn concerns(&self, model: &str, labels: &[String]) -> bool {
        self.model.as_deref().is_none_or(|own| own == model)
            && self.label.as_deref().is_none_or(|own| labels.iter().any(|label| label == own))
    }

    /// An amount of this limit's kind: tokens, or the cost of them.
    pub(super) fn amount(&self, usage: &Usage, price: Option<&Price>) -> Option<f64> {
        match self.most {
            Most::Tokens(_) => {
                let input = usage.input_tokens + usage.cache_creation_input_tokens.unwrap_or(0);
                Some((input + usage.output_tokens) as f64)
            }
            Most::Cost(_) => price.map(|price| price.of(usage)),
        }
    }

    pub(super) fn most(&self) -> f64 {
        match self.most {
            Most::Tokens(most) => most as f64,
            Most::Cost(most) => most,
        }
    }

    pub(super) fn is_cost(&self) -> bool {
        matches!(self.most, Most::Cost(_))
    }

    /// What names the limit in the store of processes that keep it together for one service.
    pub(super) fn name(&self, service: &str) -> SharedName {
        SharedName::of([service, &self.describe()])
    }

    pub(super) fn describe(&self) -> String {
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
