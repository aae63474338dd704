//! Keeps the calls of a client within the rate limits of its key (spec §8.1 to §8.5, protocol §5.3 and §6).
//!
//! A [`Limiter`] belongs to a client and all its copies. It has one [`lane`] for each credential and model: token
//! buckets that the service's headers correct, a cool-down after a 429, and a queue. Lanes are pure state that is given
//! the time, and so is the cap of calls in flight that adapts; `limiter` adds the lock, the waiting and the wake-ups.
//!
//! Where several processes share a key, a [`lease`] takes the place of the buckets: what the process holds of the
//! limits, which are in a store ([`shared`] says what it has to be able to do).

mod adaptive;
mod bucket;
mod hedging;
mod lane;
#[cfg_attr(not(feature = "redis"), allow(dead_code, reason = "without the feature there is no store"))]
mod lease;
mod limiter;
mod queue;
mod recent;
mod report;
#[cfg_attr(not(feature = "redis"), allow(dead_code, reason = "without the feature there is no store"))]
mod shared;
mod sync;

pub(crate) use hedging::{Counts as HedgeCounts, Hedging, MOST as MOST_HEDGES, Measured};
pub(crate) use limiter::{Admission, Limiter, Limits, Permit};
pub use report::{Allowance, LimiterState, ModelLimits};
pub(crate) use shared::SharedStore;
#[cfg(all(test, feature = "redis"))]
pub(crate) use shared::{Amount, LaneName, Refused, Reported};
#[cfg(feature = "redis")]
pub(crate) use shared::{Ask, Given, Lanes, Shared};

/// What a client does about the rate limits of its key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Pacing {
    /// Nothing is counted and no header is kept.
    Off,
    /// The default: calls in flight, refusals and the newest headers are kept for
    /// [`Client::limiter_state`](crate::Client::limiter_state); no call waits.
    #[default]
    Observe,
    /// A call is sent when the limits have room for it. After a 429 all calls of the model wait; then one goes first,
    /// and the others follow at the rate that the limits allow.
    Pace,
}

/// Which calls go first while calls wait for a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Priority {
    /// The default: a person waits for the answer.
    #[default]
    Interactive,
    /// Work in bulk: behind the interactive calls, of which one in ten gives way to it, and never the last tenth of an
    /// allowance.
    Bulk,
}
