//! What a gate says to a store that processes share, so that one of them writes a prefix and the others read it.
//!
//! Within a process one call has the pass for a prefix that is not in the cache. That call claims the prefix in the
//! store before it is sent, and waits while another process has claimed it. Without the store each process goes on by
//! itself.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::{Claim, Gate, Pass};
use crate::prompt_cache::prefixes::Prefix;
use crate::prompt_cache::shared::{
    PrefixAsk, PrefixGiven, PrefixName, PrefixStep, Prefixes, SharedPrefixes, Sharing,
};
use crate::secret::Identity;

/// How long a call waits before it looks again whether another process has written its prefix. Only one call of a
/// process looks.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// What a call does that claimed its prefixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claimed {
    Go,
    /// Another process writes one of them: look again after this time.
    Wait(Duration),
}

impl Gate {
    /// Shares what is known with other processes through a store, which knows the client's own credential by `own`.
    pub(crate) fn shared(mut self, store: Arc<dyn SharedPrefixes>, own: Identity) -> Gate {
        self.sharing = Some(Sharing { store, own });
        self
    }

    fn send(self: &Arc<Self>, ask: PrefixAsk) {
        if let Some(sharing) = &self.sharing {
            let gate: Weak<dyn Prefixes> = Arc::<Gate>::downgrade(self) as Weak<dyn Prefixes>;
            sharing.store.prefixes(gate, ask);
        }
    }
}

impl Prefixes for Gate {
    fn beat(&self) -> Vec<PrefixAsk> {
        let state = self.lock();
        state.claims.iter().map(|(call, claim)| claim.ask(*call, PrefixStep::Claim)).collect()
    }
}

impl Claim {
    fn ask(&self, call: u64, step: PrefixStep) -> PrefixAsk {
        let prefixes = self.prefixes.clone();
        PrefixAsk { identity: self.identity, prefixes, call, step, answer: None }
    }
}

impl Pass {
    /// Claims the prefixes that this call writes. Without the store the process goes on by itself.
    pub(crate) async fn claim(&mut self) -> Claimed {
        if self.gate.sharing.is_none() {
            return Claimed::Go;
        }
        let written = self.written();
        if written.is_empty() {
            return Claimed::Go;
        }
        let prefixes = written.iter().filter_map(|at| self.marked.prefixes.get(*at)).map(named).collect();
        match self.ask(prefixes).await {
            Some(PrefixGiven::Wait) => {
                self.gate.lock().claims.remove(&self.number);
                Claimed::Wait(LOOK_AGAIN)
            }
            Some(PrefixGiven::Go(left)) => {
                let there = written.into_iter().zip(left).filter_map(|(at, left)| Some((at, left?)));
                self.are_there(&there.collect::<Vec<_>>());
                Claimed::Go
            }
            None => Claimed::Go,
        }
    }

    /// How much longer the longest prefix is in the cache, if another process has used it, or is writing it.
    pub(crate) async fn used_elsewhere(&mut self) -> Option<Duration> {
        self.gate.sharing.as_ref()?;
        let at = self.marked.prefixes.len().checked_sub(1)?;
        let longest = named(self.marked.prefixes.last()?);
        let left = match self.ask(vec![longest]).await? {
            PrefixGiven::Wait => longest.1,
            PrefixGiven::Go(left) => left.first().copied().flatten().filter(|left| *left > longest.1 / 2)?,
        };
        self.gate.lock().claims.remove(&self.number);
        self.are_there(&[(at, left)]);
        Some(left)
    }

    /// Claims prefixes, and returns what the store says.
    async fn ask(&self, prefixes: Vec<(PrefixName, Duration)>) -> Option<PrefixGiven> {
        let claim = Claim { identity: self.marked.identity, prefixes };
        let (sender, given) = oneshot::channel();
        let ask = PrefixAsk { answer: Some(sender), ..claim.ask(self.number, PrefixStep::Claim) };
        // Before the answer: if the call is left meanwhile, the store learns that after the claim.
        self.gate.lock().claims.insert(self.number, claim);
        self.gate.send(ask);
        given.await.ok().flatten()
    }

    /// The answer has begun.
    pub(super) fn say_began(&self, sent: Instant) {
        self.gate.lock().claims.remove(&self.number);
        let prefixes = self.marked.prefixes.iter().map(named).collect();
        let used = Claim { identity: self.marked.identity, prefixes };
        self.gate.send(used.ask(self.number, PrefixStep::Began(sent)));
    }

    /// It has not, and will not.
    pub(super) fn say_left(&self) {
        let claim = self.gate.lock().claims.remove(&self.number);
        if let Some(claim) = claim {
            self.gate.send(claim.ask(self.number, PrefixStep::Left));
        }
    }
}

fn named(prefix: &Prefix) -> (PrefixName, Duration) {
    (prefix.name.unwrap_or_default(), prefix.lifetime)
}
