//! The begin of a call: it is one of those that run, and has a record if somebody wants to know how it ends.

use std::sync::Arc;

use super::Call;
use crate::call::call_log::Entry;
use crate::call::hooked::Hooked;
use crate::call::hooks::HookPoints;
use crate::call::running::{Entered, Started};
use crate::error::Result;
use crate::record::Record;

/// The facts of a call that its record has from the begin.
pub(crate) struct Beginning<'b> {
    pub(crate) model: Option<&'b str>,
    pub(crate) labels: Vec<String>,
    pub(crate) max_tokens: Option<u64>,
    pub(crate) streams: bool,
}

impl Call {
    /// Enters the call among those that run, and makes its record.
    ///
    /// # Errors
    /// [`ErrorKind::Draining`](crate::ErrorKind::Draining) if the client takes no more calls.
    pub(crate) fn begin(&mut self, about: Beginning<'_>) -> Result<()> {
        let Beginning { model, labels, max_tokens, streams } = about;
        let entered = self.shared.running.enter(Started {
            method: self.request.method.clone(),
            path: self.request.uri.path_and_query().cloned(),
            model: model.map(Box::from),
            streams,
            at: self.sent_at(),
        });
        let entered = entered.map_err(|error| self.finished(error))?;
        let settings = &self.shared.settings;
        let (hooks, call_log) = (&settings.hooks, &settings.call_log);
        self.hooked = Hooked::of(hooks, streams);
        if hooks.has(HookPoints::ALL) || self.shared.ledger.is_some() || call_log.is_some() {
            let operation = format!("{} {}", self.request.method, self.request.uri.path());
            let clock = Arc::clone(&settings.clock);
            let about = (Entered::id(&entered), Arc::clone(&settings.peer));
            let mut record = Box::new(Record::new(clock, about, operation, model, labels));
            (record.streams, record.max_tokens) = (streams, max_tokens);
            if hooks.has(HookPoints::END) {
                record.watch(hooks.clone());
            }
            if streams && hooks.times_chunks() {
                record.time_chunks();
            }
            if let Some(log) = call_log {
                record.watch(Entry(Arc::clone(log)));
            }
            self.record = Some(record);
        }
        self.running = Some(entered);
        Ok(())
    }
}
