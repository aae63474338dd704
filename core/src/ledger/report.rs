//! The figures of a ledger, as a copy at one moment.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use super::fleet_usage::FleetUsage;
use super::spending::SpendingState;
use super::tally::Tally;
use crate::json::seconds;

/// What the calls of a client used since it was built, or since the book was begun anew. Returned by
/// [`Client::usage_report`](crate::Client::usage_report).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct UsageReport {
    /// How long the book has been kept.
    #[serde(serialize_with = "seconds", rename = "time_seconds")]
    pub time: Duration,
    /// All calls.
    pub total: Tally,
    /// By model, as requests name it. Beyond 4096 models the others are added up as `(others)`.
    pub models: BTreeMap<Box<str>, Tally>,
    /// By label; a call with several counts under each, one without counts under none. Bounded likewise.
    pub labels: BTreeMap<Box<str>, Tally>,
    /// The spending limits, in the order in which they were given. `reset` does not begin them anew.
    pub limits: Vec<SpendingState>,
    /// What all processes used together that keep a ledger with one store
    /// ([`ClientBuilder::limits`](crate::ClientBuilder::limits)): as the store knew it a second ago, or at the last
    /// report of a client that makes no calls. `None` without a store, or before it has answered.
    pub fleet: Option<FleetUsage>,
}

impl UsageReport {
    /// What was added since an earlier report of the same book.
    #[must_use]
    pub fn since(&self, earlier: &UsageReport) -> UsageReport {
        fn lines(
            now: &BTreeMap<Box<str>, Tally>,
            then: &BTreeMap<Box<str>, Tally>,
        ) -> BTreeMap<Box<str>, Tally> {
            let mut lines = now.clone();
            lines.retain(|name, tally| {
                *tally = tally.since(&then.get(name).copied().unwrap_or_default());
                *tally != Tally::default()
            });
            lines
        }
        UsageReport {
            time: self.time.saturating_sub(earlier.time),
            total: self.total.since(&earlier.total),
            models: lines(&self.models, &earlier.models),
            labels: lines(&self.labels, &earlier.labels),
            limits: self.limits.clone(),
            fleet: self.fleet.clone(),
        }
    }
}
