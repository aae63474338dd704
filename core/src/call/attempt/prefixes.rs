//! A call whose marked prefix another call is writing to the prompt cache waits for that.

use std::future::Future;
use std::sync::Arc;

use super::Call;
use crate::error::Result;
use crate::model::Usage;
use crate::prompt_cache::{Claimed, FIVE_MINUTES};

impl Call {
    /// Waits until no other call is writing a prefix of this one.
    pub(super) async fn wait_for_prefix(&mut self) -> Result<()> {
        let (Some(gate), Some(marked)) = (&self.shared.prompt_cache, &self.request.marked) else {
            return Ok(());
        };
        let clock = Arc::clone(&self.shared.settings.clock);
        let asked = clock.now();
        let mut pass = gate.enter_now(marked);
        let waits = pass.is_none();
        if waits {
            tracing::debug!(target: "parlour", "waiting for another call to write the prefix");
            let entered = self.in_time(gate.enter(marked)).await;
            pass = Some(entered.map_err(|error| self.finished(error))?);
        }
        let mut claim_waits = false;
        if let Some(pass) = &mut pass {
            // Unless another process writes it.
            let claimed = self.in_time(async {
                let mut waits = false;
                while let Claimed::Wait(pause) = pass.claim().await {
                    waits = true;
                    clock.sleep(pause).await;
                }
                waits
            });
            claim_waits = claimed.await.map_err(|error| self.finished(error))?;
        }
        if waits || claim_waits {
            let waited = clock.now().saturating_duration_since(asked);
            self.log.queued(waited);
            if let Some(record) = &mut self.record {
                record.queued += waited;
                record.waited_for_prefix = true;
            }
        }
        if let (Some(record), Some(pass)) = (&mut self.record, &pass) {
            record.prefix = Some(pass.expected);
        }
        if let Some(pass) = &mut pass {
            pass.renewal = self.renewal();
        }
        self.pass = pass.map(Box::new);
        self.write_ahead().await;
        Ok(())
    }

    /// Writes the prefixes by a request of its own, if the client does so and the answer would keep others waiting for
    /// them until it is complete. If that fails, the call goes on and writes them.
    async fn write_ahead(&mut self) {
        let is_whole = self.request.marked.as_ref().is_some_and(|marked| !marked.streams);
        if !is_whole || !self.pass.as_ref().is_some_and(|pass| pass.writes_ahead()) {
            return;
        }
        let left = self.remaining().map(|remaining| remaining.left);
        let Some(warm_up) = self.prompt().and_then(|prompt| prompt.request(&self.shared, left)) else {
            return;
        };
        match warm_up.await {
            Ok(usage) => {
                self.answer_begun();
                if let Some(pass) = &mut self.pass {
                    pass.used(&usage);
                }
            }
            Err(error) => {
                tracing::debug!(target: "parlour", kind = ?error.kind(), "the prefix was not written ahead");
            }
        }
    }

    /// The head of a success came.
    pub(super) fn head_came(&mut self) {
        if self.request.marked.as_ref().is_some_and(|marked| !marked.streams) {
            self.answer_begun();
        }
    }

    /// The answer has begun: others may read the prefix that this call wrote.
    pub(crate) fn answer_begun(&mut self) {
        if let Some(pass) = &mut self.pass {
            pass.began();
        }
    }

    /// The answer is complete, with these token counts.
    pub(super) fn prefix_used(&mut self, usage: &Usage) {
        let Some(pass) = &mut self.pass else { return };
        let is_lost = pass.used(usage);
        let Some(record) = &mut self.record else { return };
        record.prefix_lost = is_lost;
        if let Some(price) = self.shared.ledger.as_ref().and_then(|ledger| ledger.price(&record.model)) {
            pass.keep_alive(|lifetime| price.renewals(usage, lifetime > FIVE_MINUTES));
        }
    }

    /// The output of a wait, if it ends within the time of the call.
    pub(super) async fn in_time<T>(&self, wait: impl Future<Output = T>) -> Result<T> {
        let Some(remaining) = self.remaining() else { return Ok(wait.await) };
        let output = self.limit_clock().timeout(remaining.left, wait).await;
        output.ok_or_else(|| remaining.expired())
    }
}
