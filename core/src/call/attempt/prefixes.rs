//! A call whose marked prefix another call is writing to the prompt cache waits for that.

use std::future::Future;

use super::Call;
use crate::error::Result;
use crate::model::Usage;

impl Call {
    /// Waits until no other call is writing a prefix of this one.
    pub(super) async fn wait_for_prefix(&mut self) -> Result<()> {
        let (Some(gate), Some(marked)) = (&self.shared.prompt_cache, &self.request.marked) else {
            return Ok(());
        };
        let mut pass = gate.enter_now(marked);
        if pass.is_none() {
            let entering = gate.enter(marked);
            tracing::debug!(target: "parlour", "waiting for another call to write the prefix");
            let asked = self.shared.settings.clock.now();
            let entered = self.in_time(entering).await;
            let waited = self.shared.settings.clock.now().saturating_duration_since(asked);
            self.log.queued(waited);
            if let Some(record) = &mut self.record {
                record.queued += waited;
                record.waited_for_prefix = true;
            }
            pass = Some(entered.map_err(|error| self.finished(error))?);
        }
        if let (Some(record), Some(pass)) = (&mut self.record, &pass) {
            record.prefix = Some(pass.expected);
        }
        self.pass = pass.map(Box::new);
        Ok(())
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
        if let Some(record) = &mut self.record {
            record.prefix_lost = is_lost;
        }
    }

    /// The output of a wait, if it ends within the time of the call.
    pub(super) async fn in_time<T>(&self, wait: impl Future<Output = T>) -> Result<T> {
        let Some(remaining) = self.remaining() else { return Ok(wait.await) };
        let output = self.limit_clock().timeout(remaining.left, wait).await;
        output.ok_or_else(|| remaining.expired())
    }
}
