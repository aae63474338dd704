//! A lane whose limits other processes share: what it asks of their store, and the answers.

use std::sync::Arc;
use std::time::Instant;

use super::{Charge, Lane, Probe};
use crate::pacing::lease::Lease;
use crate::pacing::shared::{Ask, Given, LaneName};
use crate::secret::Identity;

impl Lane {
    /// Shares the limits with other processes, whose store knows the credential by this digest.
    pub(in crate::pacing) fn share(&mut self, identity: Identity, now: Instant) {
        self.lease = Some(Box::new(Lease::new(identity, now)));
    }

    /// What is held of limits that are shared, unless their store cannot be reached.
    pub(super) fn leading(&self) -> Option<&Lease> {
        self.lease.as_deref().filter(|lease| lease.leads())
    }

    pub(super) fn leading_mut(&mut self) -> Option<&mut Lease> {
        self.lease.as_deref_mut().filter(|lease| lease.leads())
    }

    /// How many processes share the limits, if any do.
    pub(in crate::pacing) fn processes(&self) -> Option<u32> {
        self.lease.as_ref().map(|lease| lease.processes())
    }

    /// The next request to the shared store, if there is one: with `beat` the report of each second, else only what
    /// cannot wait.
    pub(in crate::pacing) fn ask(&mut self, name: &Arc<LaneName>, beat: bool, now: Instant) -> Option<Ask> {
        if self.overdue_at().is_some_and(|at| now >= at) {
            self.answered(None, now);
        }
        self.lease.as_ref()?;
        let next = self.next().map(|(priority, _, amounts)| (amounts.each(), self.left_over(priority)));
        let next = next.filter(|(amounts, _)| {
            let is_ready = |lease: &Lease| lease.ready(*amounts, now).is_ok();
            let is_probed = matches!(self.probe, Probe::Sent(_, until) if until > now);
            !is_probed && self.cool_down(now).is_none() && !self.leading().is_some_and(is_ready)
        });
        let [interactive, bulk] = self.queued;
        let asked = (next, interactive.plus(bulk, 1.0).each());
        self.lease.as_mut()?.ask(name, beat, asked, &self.buckets, now)
    }

    /// The last request to the shared store, of a client that ends.
    pub(in crate::pacing) fn give_all_back(&mut self, name: &Arc<LaneName>) -> Option<Ask> {
        self.lease.as_mut()?.leave(name)
    }

    /// When calls go on without the shared store, if its answer has not come.
    pub(in crate::pacing) fn overdue_at(&self) -> Option<Instant> {
        self.leading()?.overdue_at()
    }

    /// The shared store answered, or could not be reached.
    pub(in crate::pacing) fn answered(&mut self, given: Option<&Given>, now: Instant) {
        let Some(lease) = &mut self.lease else { return };
        match given {
            Some(given) => {
                if let Some(until) = lease.given(given, now) {
                    self.cool_until = Some(self.cool_until.map_or(until, |known| known.max(until)));
                }
            }
            None => {
                if let Some(buckets) = lease.lost(now) {
                    for (own, share) in self.buckets.iter_mut().zip(buckets) {
                        *own = share.or(own.take());
                    }
                }
            }
        }
    }

    /// A call was answered, or will not be, that was charged to what is held of shared limits.
    pub(super) fn counted_in_store(&mut self, charge: &Charge) {
        if let Some(lease) = &mut self.lease {
            lease.counted(charge.prices);
        }
    }
}
