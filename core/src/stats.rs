//! The state of a client at one moment, for health pages.

use std::time::Duration;

use serde::Serialize;

use crate::call::running::Load;
use crate::json::maybe_seconds;
use crate::pacing::{HedgeCounts, LimiterState};

/// The state of a client at one moment. Returned by [`Client::stats`](crate::Client::stats).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ClientStats {
    /// Calls of every kind that have not ended.
    pub running: u64,
    /// How long the oldest of them has run; `None` if none runs.
    #[serde(serialize_with = "maybe_seconds", rename = "oldest_running_seconds")]
    pub oldest_running: Option<Duration>,
    /// Calls of every kind that were begun since the client was built.
    pub begun: u64,
    /// Whether new calls are refused: see [`Client::drain`](crate::Client::drain).
    pub draining: bool,
    /// Message calls that were sent and have not ended; 0 with [`Pacing::Off`](crate::Pacing::Off).
    pub in_flight: u32,
    /// Message calls that wait for the rate limits or the cap of calls in flight.
    pub waiting: u32,
    /// How long the model that cools down longest will not be called, after a refusal for its limits; `None` if none
    /// does.
    #[serde(serialize_with = "maybe_seconds", rename = "cool_down_seconds")]
    pub cool_down: Option<Duration>,
    /// Second attempts that were started beside a slow first one
    /// ([`ClientBuilder::hedge`](crate::ClientBuilder::hedge)).
    pub hedges: u64,
    /// Those of them that answered first.
    pub hedges_won: u64,
    /// Retries that are left in the budget; `None` if it is off.
    pub retry_budget: Option<u32>,
}

impl ClientStats {
    pub(crate) fn new(
        load: &Load,
        limits: &LimiterState,
        hedges: HedgeCounts,
        retry_budget: Option<u32>,
    ) -> ClientStats {
        ClientStats {
            running: load.running,
            oldest_running: load.oldest,
            begun: load.begun,
            draining: load.draining,
            in_flight: limits.in_flight,
            waiting: limits.models.iter().map(|model| model.waiting + model.waiting_bulk).sum(),
            cool_down: limits.models.iter().filter_map(|model| model.cool_down).max(),
            hedges: hedges.sent,
            hedges_won: hedges.won,
            retry_budget,
        }
    }
}
