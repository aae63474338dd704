//! What a gate asks of a store that several processes share, and what it is given. `fleet` has the store; here is no
//! I/O.

use std::fmt;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::secret::Identity;

/// A store outside of the process, in which processes say which prefixes they write to the prompt cache.
pub(crate) trait SharedPrefixes: Send + Sync + fmt::Debug {
    /// Sends `ask` on a thread of the store. It never blocks. While the store has work it also asks for
    /// [`Prefixes::beat`] each second.
    fn prefixes(&self, gate: Weak<dyn Prefixes>, ask: PrefixAsk);
}

/// The gate of a client, as a store sees it.
pub(crate) trait Prefixes: Send + Sync {
    /// Claims of calls whose answers have not begun. A claim that is not repeated lapses.
    fn beat(&self) -> Vec<PrefixAsk>;
}

/// The store of a gate, and what names the client's own credential in it.
#[derive(Debug)]
pub(super) struct Sharing {
    pub(super) store: Arc<dyn SharedPrefixes>,
    pub(super) own: Identity,
}

/// A digest of a prefix, the same in all processes.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PrefixName(pub(crate) [u8; 32]);

impl fmt::Debug for PrefixName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PrefixName(..)")
    }
}

/// What a call says about its prefixes, in one round trip.
#[derive(Debug)]
pub(crate) struct PrefixAsk {
    /// Of the credential and the service.
    pub(crate) identity: Identity,
    /// Each prefix, and how long the service keeps it after each use.
    pub(crate) prefixes: Vec<(PrefixName, Duration)>,
    /// The number of the call within its process.
    pub(crate) call: u64,
    pub(crate) step: PrefixStep,
    /// Gets the answer, `None` if the store could not be reached.
    pub(crate) answer: Option<oneshot::Sender<Option<PrefixGiven>>>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum PrefixStep {
    /// The call is about to write the prefixes that are not in the cache.
    Claim,
    /// Its answer has begun: they are in the cache, for as long as they are kept after this moment.
    Began(Instant),
    /// It has failed, or was given up.
    Left,
}

/// What a store answers to a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PrefixGiven {
    /// A call of another process writes one of them.
    Wait,
    /// The call may go: how much longer each prefix is in the cache, `None` for those that it writes.
    Go(Vec<Option<Duration>>),
}
