//! What a limiter asks of a store that several processes share, and what it is given. `fleet` has the store; here is no
//! I/O.

use std::fmt;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use super::bucket::Each;
use crate::secret::Identity;

/// A store outside of the process, in which several processes keep the limits of one key.
pub(crate) trait SharedStore: Send + Sync + fmt::Debug {
    /// Sends `asks` and has `lanes` learn of the outcome of each, on a thread of the store. It never blocks. While the
    /// store has work it also asks for [`Lanes::beat`] each second.
    fn ask(&self, lanes: Weak<dyn Lanes>, asks: Vec<Ask>);
}

/// The lanes of a limiter, as a store sees them.
pub(crate) trait Lanes: Send + Sync {
    /// Reports of the lanes that are in use. Without them the store gives to others what they hold.
    fn beat(&self) -> Vec<Ask>;

    /// The outcome of what a lane asked; `None` if the store could not be reached, or made no sense.
    fn answered(&self, lane: &Arc<LaneName>, given: Option<Given>);
}

/// Which limits a lane is of, in all processes alike.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LaneName {
    pub(crate) model: Box<str>,
    pub(crate) fast: bool,
    /// 0 for the client's own credential.
    pub(crate) credential: u64,
    /// The origin of a service that a route leads to, if it is not that of the client.
    pub(crate) origin: Option<Arc<str>>,
}

/// An amount of each bucket that is known to a process: requests, all tokens, input tokens, output tokens.
pub(crate) type Amount = Each<f64>;

/// What a lane asks of the store, in one round trip.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    pub(crate) lane: Arc<LaneName>,
    /// A keyed hash of the credential and the service; the same in all processes.
    pub(crate) identity: Identity,
    /// What the process keeps of what it was given.
    pub(crate) held: Amount,
    /// What its calls use that were sent and of which no answer has come: the service may not have counted them.
    pub(crate) sent: Amount,
    /// What it gives back; less than nothing if it used more.
    pub(crate) returned: Amount,
    /// What the next call needs, if one waits.
    pub(crate) needed: Option<Amount>,
    /// What it would take besides, for the calls after that.
    pub(crate) ahead: Amount,
    /// The share of each limit that the next call has to leave over.
    pub(crate) left_over: f64,
    /// Limit and level, for a store that does not know them.
    pub(crate) known: Each<Option<(f64, f64)>>,
    /// What the headers of an answer reported.
    pub(crate) reported: Each<Option<Reported>>,
    pub(crate) refused: Option<Refused>,
    /// The call that went first after a cool-down was answered.
    pub(crate) probe_is_over: bool,
    /// The client has ended: nothing is held any more.
    pub(crate) leaves: bool,
}

/// What an answer reported of one limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reported {
    pub(crate) limit: Option<f64>,
    pub(crate) remaining: Option<f64>,
    /// The largest error of these figures.
    pub(crate) rounding: f64,
    /// What the store had given out, as far as the process knew, when the request was sent, and when that was.
    pub(crate) charged: f64,
    pub(crate) sent_at: Instant,
}

/// A refusal by the service.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refused {
    /// Until when all processes wait.
    pub(crate) until: Instant,
    /// The measured rate of requests per minute of this process, if nobody states a limit.
    pub(crate) rate: Option<f64>,
}

/// What a store answers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Given {
    /// What the process may use from now on; `None` if the next call has to wait.
    pub(crate) granted: Option<Amount>,
    /// How long it has to wait then before it asks again.
    pub(crate) wait: Duration,
    pub(crate) cool_down: Duration,
    /// Whether the call goes first after a cool-down.
    pub(crate) probe: bool,
    /// Processes that use these limits, this one included.
    pub(crate) processes: u32,
    pub(crate) buckets: Each<Option<Shared>>,
}

/// A bucket of the store.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shared {
    /// Per minute.
    pub(crate) limit: f64,
    /// What is left in the store.
    pub(crate) level: f64,
    /// All that was ever given out.
    pub(crate) charged: f64,
}
