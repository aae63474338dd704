//! What all processes used together whose books a store adds up.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::tally::Tally;

/// What the calls of all processes used that keep a ledger with one store, for one service. In a
/// [`UsageReport`](super::UsageReport).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FleetUsage {
    /// Processes that made calls within the last seconds, this one included.
    pub processes: u32,
    /// All calls since the store has the book, also of processes that have ended.
    pub total: Tally,
    /// By model. Beyond 256 of a process the others are added up as `(others)`.
    pub models: BTreeMap<Box<str>, Tally>,
    /// By label, likewise.
    pub labels: BTreeMap<Box<str>, Tally>,
}

type Figures = BTreeMap<Box<str>, f64>;

/// A book as the store has it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Sum {
    total: Figures,
    models: BTreeMap<Box<str>, Figures>,
    labels: BTreeMap<Box<str>, Figures>,
}

impl FleetUsage {
    /// Reads the sum from a store.
    pub(crate) fn read(processes: u32, json: &str) -> Option<FleetUsage> {
        let Sum { total, models, labels } = serde_json::from_str(json).ok()?;
        let lines = |lines: BTreeMap<Box<str>, Figures>| -> BTreeMap<Box<str>, Tally> {
            lines.into_iter().map(|(name, figures)| (name, Tally::of_figures(&figures))).collect()
        };
        Some(FleetUsage {
            processes,
            total: Tally::of_figures(&total),
            models: lines(models),
            labels: lines(labels),
        })
    }
}
