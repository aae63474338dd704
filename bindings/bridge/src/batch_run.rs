//! A run of batches for a host: it passes its requests one by one, submits full batches, and reads the results as a
//! stream. The core splits, submits and recovers batches.

use std::path::PathBuf;
use std::time::Duration;

use bytes::Bytes;
use parlour::{BatchRunOptions, Body, CallOptions};

use crate::call::{CallRequest, Mode};
use crate::info::ErrorInfo;
use crate::resource::{Resource, Wait};
use crate::shared_run::SharedRun;

/// Settings of a run; unset ones have the core's defaults.
#[derive(Clone, Debug, Default)]
pub struct BatchRunSettings {
    /// The file of the journal.
    pub state: Option<PathBuf>,
    /// The maximum number of requests in a batch.
    pub requests_per_batch: Option<usize>,
    /// The maximum size of a batch in bytes.
    pub bytes_per_batch: Option<usize>,
    /// The first interval between polls of the batches.
    pub first: Option<Duration>,
    /// The longest interval between polls.
    pub longest: Option<Duration>,
    /// The time after which waiting ends; the batches continue.
    pub limit: Option<Duration>,
}

/// A run. Clones are the same run; one call of it at a time.
#[derive(Clone, Debug)]
pub struct BatchRun {
    run: SharedRun,
}

impl BatchRun {
    /// Starts a run, or continues that of its journal, which is read at once.
    ///
    /// # Errors
    /// Kind `Config` if the journal cannot be used.
    pub fn open(settings: BatchRunSettings) -> Result<BatchRun, ErrorInfo> {
        let wait = Wait {
            id: String::new(),
            first: settings.first,
            longest: settings.longest,
            limit: settings.limit,
        };
        let mut run = BatchRunOptions::new().wait(wait.settings(CallOptions::new()));
        if let Some(path) = settings.state {
            run = run.state(path);
        }
        if let Some(requests) = settings.requests_per_batch {
            run = run.requests_per_batch(requests);
        }
        if let Some(bytes) = settings.bytes_per_batch {
            run = run.bytes_per_batch(bytes);
        }
        let run = parlour::BatchRun::open(run)?;
        Ok(BatchRun { run: SharedRun::new(run) })
    }

    /// Adds a request; true if [`submit`](Self::submit) has to be called before the next one.
    ///
    /// # Errors
    /// Kind `Config` that names the request and its defect; nothing is added.
    pub fn push(&self, custom_id: &str, params: Bytes) -> Result<bool, ErrorInfo> {
        self.push_body(custom_id, Body::from_json_bytes(params)?)
    }

    /// [`push`](Self::push) of a body that was made before.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn push_body(&self, custom_id: &str, params: Body) -> Result<bool, ErrorInfo> {
        Ok(self.run.take()?.get()?.push(custom_id, params)?)
    }

    /// The call that submits full batches; its answer is a JSON array of the ids of the batches so far.
    #[must_use]
    pub fn submit(&self) -> CallRequest {
        CallRequest::resource(Mode::Raw, Resource::RunSubmit(self.run.clone()), Body::empty())
    }

    /// Ends the run, and closes its journal. Submitted batches stay submitted.
    pub fn close(&self) {
        drop(self.run.take_for_good());
    }

    /// The call that submits the rest and gives the results line by line, as those of one batch. It owns the run: when
    /// it ends for any reason, the journal is closed.
    #[must_use]
    pub fn results(&self) -> CallRequest {
        CallRequest::resource(Mode::RawStream, Resource::RunResults(self.run.clone()), Body::empty())
    }
}
