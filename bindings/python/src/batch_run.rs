//! A run of batches for Python: requests in, calls out that submit and read.

use parlour_bridge::batch_run::{self, BatchRunSettings};
use pyo3::prelude::*;

use crate::body::Body;
use crate::resources::{ResourceCall, seconds};
use crate::text::{FilePath, Text};
use crate::{errors, json_in};

/// A run of batches.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct BatchRun {
    run: batch_run::BatchRun,
}

#[pymethods]
impl BatchRun {
    /// Begins a run, or goes on with that of its journal; times in seconds.
    #[new]
    #[pyo3(signature = (state = None, requests = None, bytes = None, first = None, longest = None, limit = None))]
    fn new(
        py: Python<'_>,
        state: Option<FilePath>,
        requests: Option<usize>,
        bytes: Option<usize>,
        first: Option<f64>,
        longest: Option<f64>,
        limit: Option<f64>,
    ) -> PyResult<BatchRun> {
        let settings = BatchRunSettings {
            state: state.map(Into::into),
            requests_per_batch: requests,
            bytes_per_batch: bytes,
            first: seconds("first_pause", first)?,
            longest: seconds("longest_pause", longest)?,
            limit: seconds("limit", limit)?,
        };
        let run = batch_run::BatchRun::open(settings).map_err(|error| errors::raise(py, error))?;
        Ok(BatchRun { run })
    }

    /// Adds a request: an object, JSON, or a body that was made before. True if a full batch has to be submitted.
    fn push(&self, py: Python<'_>, custom_id: Text<'_>, params: &Bound<'_, PyAny>) -> PyResult<bool> {
        let pushed = match params.cast::<Body>() {
            Ok(made) => self.run.push_body(&custom_id, made.get().body().clone()),
            Err(_) => self.run.push(&custom_id, json_in::body(params)?),
        };
        pushed.map_err(|error| errors::raise(py, error))
    }

    /// The call that submits the full batch.
    fn submit(&self, py: Python<'_>) -> PyResult<ResourceCall> {
        ResourceCall::of(py, Ok(self.run.submit()))
    }

    /// Ends the run, and lets go of its journal.
    fn close(&self) {
        self.run.close();
    }

    /// The call that submits the rest and gives the results line by line.
    fn results(&self, py: Python<'_>) -> PyResult<ResourceCall> {
        ResourceCall::of(py, Ok(self.run.results()))
    }
}
