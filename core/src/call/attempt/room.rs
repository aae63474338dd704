//! A call that waits for room in spending limits that other processes keep too.

use super::Call;
use crate::error::Result;

impl Call {
    /// Waits until the store has given room.
    ///
    /// # Errors
    /// [`ErrorKind::OverLimit`](crate::ErrorKind::OverLimit) if there is none; the time limit of the call.
    pub(super) async fn wait_for_room(&mut self) -> Result<()> {
        let (Some(ledger), Some(record)) = (&self.shared.ledger, &self.record) else { return Ok(()) };
        let asked = self.shared.settings.clock.now();
        let given = self.in_time(ledger.wait(record)).await.and_then(|given| given);
        let waited = self.shared.settings.clock.now().saturating_duration_since(asked);
        self.log.queued(waited);
        if let Some(record) = &mut self.record {
            record.queued += waited;
        }
        let amounts = given.map_err(|error| self.finished(error))?;
        if let Some(reserved) = self.record.as_mut().and_then(|record| record.reserved.as_mut()) {
            (reserved.amounts, reserved.waits) = (amounts, false);
        }
        Ok(())
    }
}
