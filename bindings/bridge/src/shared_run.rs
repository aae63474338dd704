//! A run of batches that a host and the calls of the run share: who has it, and that nobody else has it meanwhile.

use std::sync::{Arc, Mutex, PoisonError};

use crate::info::ErrorInfo;

/// A run. Clones are the same run.
#[derive(Clone, Debug)]
pub struct SharedRun {
    run: Arc<Mutex<Option<Box<parlour::BatchRun>>>>,
}

impl SharedRun {
    pub(crate) fn new(run: parlour::BatchRun) -> SharedRun {
        SharedRun { run: Arc::new(Mutex::new(Some(Box::new(run)))) }
    }

    /// Takes the run for a call; it comes back when the call ends or is given up.
    ///
    /// # Errors
    /// Kind `Config` while another call has it.
    pub(crate) fn take(&self) -> Result<RunInUse, ErrorInfo> {
        let run = self.run.lock().unwrap_or_else(PoisonError::into_inner).take().ok_or_else(in_use)?;
        Ok(RunInUse { home: self.clone(), run: Some(run) })
    }

    /// Takes the run, which does not come back.
    ///
    /// # Errors
    /// As [`take`](Self::take).
    pub(crate) fn take_for_good(&self) -> Result<Box<parlour::BatchRun>, ErrorInfo> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner).take().ok_or_else(in_use)
    }
}

fn in_use() -> ErrorInfo {
    ErrorInfo::config("this run has ended, or another call of it is under way")
}

/// A run that a call has.
pub(crate) struct RunInUse {
    home: SharedRun,
    run: Option<Box<parlour::BatchRun>>,
}

impl RunInUse {
    pub(crate) fn get(&mut self) -> Result<&mut parlour::BatchRun, ErrorInfo> {
        self.run.as_deref_mut().ok_or_else(in_use)
    }
}

impl Drop for RunInUse {
    fn drop(&mut self) {
        *self.home.run.lock().unwrap_or_else(PoisonError::into_inner) = self.run.take();
    }
}
