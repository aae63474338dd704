//! The test service as a Python object, for users' own tests. The service and the client share a process and nothing
//! else.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_emulator::{BlockingEmulator, Emulator as Service, Handle, Recorded, Settings};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::text::{self, Text, TextBuf};

/// How long one wait lasts before signals are looked at.
const SLICE: Duration = Duration::from_millis(50);

/// A Messages service on 127.0.0.1 with a thread of its own. All methods may be called from any thread.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct Emulator {
    service: Handle,
    /// The process that has the thread: a child of `fork` inherits this object, but not the thread.
    process: u32,
}

#[pymethods]
impl Emulator {
    /// Starts on a free port. `pace_ms` is the time between the events of the model's streams, `batch_polls` the number
    /// of the status request that finds a batch ended; `models="any"` has models taken that it does not know.
    #[new]
    #[pyo3(signature = (*, vendor=None, version=None, betas=None, seed=0, api_key=None, requests_per_minute=None,
        tokens_per_minute=None, input_tokens_per_minute=None, output_tokens_per_minute=None, pace_ms=0.0, batch_polls=2,
        keep_requests=10_000, port=0, models=None))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        vendor: Option<TextBuf>,
        version: Option<TextBuf>,
        betas: Option<Vec<TextBuf>>,
        seed: u64,
        api_key: Option<TextBuf>,
        requests_per_minute: Option<u64>,
        tokens_per_minute: Option<u64>,
        input_tokens_per_minute: Option<u64>,
        output_tokens_per_minute: Option<u64>,
        pace_ms: f64,
        batch_polls: u32,
        keep_requests: usize,
        port: u16,
        models: Option<TextBuf>,
    ) -> PyResult<Self> {
        let settings = Settings {
            vendor: vendor.map(String::from),
            version: version.map(String::from),
            betas: betas.map(text::owned),
            models: models.map(String::from),
            seed,
            api_key: api_key.map(String::from),
            requests_per_minute,
            tokens_per_minute,
            input_tokens_per_minute,
            output_tokens_per_minute,
            pace_ms,
            batch_polls: Some(batch_polls),
            keep_requests: Some(keep_requests),
            port,
            ..Settings::default()
        };
        let builder = settings.builder().map_err(|error| PyValueError::new_err(error.to_string()))?;
        crate::exit::guard_this_thread();
        let mask = mask_signals(py);
        let started = py.detach(|| Handle::start(builder));
        restore_signals(py, mask);
        let service = started.map_err(|error| PyOSError::new_err(format!("the emulator: {error}")))?;
        Ok(Self { service, process: std::process::id() })
    }

    /// Base address, for example `http://127.0.0.1:40123`.
    #[getter]
    fn url(&self) -> &str {
        self.service.url()
    }

    /// The key it accepts, as `x-api-key` or as bearer token.
    #[getter]
    fn api_key(&self) -> &str {
        self.service.api_key()
    }

    /// The requests seen so far, oldest first: dicts of method, path, query, headers (list of pairs), body (bytes),
    /// http_version, and the number of the connection. Also after [`Emulator::stop`].
    fn requests<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        crate::exit::guard_this_thread();
        let requests = py.detach(|| self.service.requests());
        let list = PyList::empty(py);
        for request in &requests {
            list.append(describe(py, request)?)?;
        }
        Ok(list)
    }

    /// Adds scripted replies, one JSON object or an array.
    fn script_json(&self, script: Text<'_>) -> PyResult<()> {
        self.running()?.script_json(&script).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Adds one scripted reply: a JSON object, or the name of a known fault, as a JSON string or bare.
    fn push_json(&self, reply: Text<'_>) -> PyResult<()> {
        self.running()?.push_json(&reply).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// How many scripted replies no request has used up.
    #[getter]
    fn script_left(&self) -> usize {
        self.service.script_left()
    }

    /// Forgets the requests seen and the rest of the script.
    fn clear(&self) -> PyResult<()> {
        self.running()?.clear();
        Ok(())
    }

    /// Replaces the accepted keys, as a rotation does. `api_key` keeps its value.
    fn set_keys(&self, keys: Vec<TextBuf>) -> PyResult<()> {
        let keys = text::owned(keys);
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        self.running()?.set_keys(&keys);
        Ok(())
    }

    /// Ends all batches now, their items worked off.
    fn end_batches(&self) -> PyResult<()> {
        self.running()?.end_batches();
        Ok(())
    }

    /// Connections that are open now.
    #[getter]
    fn open_connections(&self) -> u64 {
        self.service.open_connections()
    }

    /// Connections accepted since the start.
    #[getter]
    fn accepted_connections(&self) -> u64 {
        self.service.accepted_connections()
    }

    /// Responses whose client went away before their end.
    #[getter]
    fn closed_early(&self) -> u64 {
        self.service.closed_early()
    }

    /// Responses that were sent as planned.
    #[getter]
    fn answered(&self) -> u64 {
        self.service.answered()
    }

    /// Waits until that many requests were received. False: not within `timeout` seconds.
    #[pyo3(signature = (count, timeout=10.0))]
    fn wait_requests(&self, py: Python<'_>, count: usize, timeout: f64) -> PyResult<bool> {
        self.wait(py, timeout, move |service| service.requests().len() >= count)
    }

    /// Waits until that many responses were left early. False: not within `timeout` seconds.
    #[pyo3(signature = (count, timeout=10.0))]
    fn wait_closed_early(&self, py: Python<'_>, count: u64, timeout: f64) -> PyResult<bool> {
        self.wait(py, timeout, move |service| service.closed_early() >= count)
    }

    /// Waits until exactly that many connections are open. False: not within `timeout` seconds.
    #[pyo3(signature = (count, timeout=10.0))]
    fn wait_open_connections(&self, py: Python<'_>, count: u64, timeout: f64) -> PyResult<bool> {
        self.wait(py, timeout, move |service| service.open_connections() == count)
    }

    /// Closes the listener and every connection. Recorded requests stay readable. Does nothing the second time.
    fn stop(&self, py: Python<'_>) {
        if self.process == std::process::id() {
            crate::exit::guard_this_thread();
            py.detach(|| self.service.stop());
        }
    }

    fn __repr__(&self) -> String {
        format!("Emulator({:?})", self.service.url())
    }
}

impl Emulator {
    fn running(&self) -> PyResult<Arc<BlockingEmulator>> {
        self.service.running().ok_or_else(|| PyRuntimeError::new_err("the emulator is stopped"))
    }

    fn wait(
        &self,
        py: Python<'_>,
        timeout: f64,
        holds: impl Fn(&Service) -> bool + Clone + Send + Sync + 'static,
    ) -> PyResult<bool> {
        if self.process != std::process::id() {
            return Err(PyRuntimeError::new_err("the emulator runs in another process"));
        }
        let timeout = Duration::try_from_secs_f64(timeout)
            .map_err(|_| PyValueError::new_err("timeout must be seconds, at least 0"))?;
        let begun = Instant::now();
        crate::exit::guard_this_thread();
        loop {
            let service = self.running()?;
            let left = timeout.saturating_sub(begun.elapsed());
            let holds = holds.clone();
            let held = py.detach(move || service.wait_until(left.min(SLICE), holds));
            if held || left.is_zero() {
                return Ok(held);
            }
            py.check_signals()?;
        }
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            self.service.abandon();
        }
    }
}

fn describe<'py>(py: Python<'py>, request: &Recorded) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item(intern!(py, "method"), &request.method)?;
    dict.set_item(intern!(py, "path"), &request.path)?;
    dict.set_item(intern!(py, "query"), &request.query)?;
    dict.set_item(intern!(py, "headers"), &request.headers)?;
    dict.set_item(intern!(py, "body"), PyBytes::new(py, &request.body))?;
    dict.set_item(intern!(py, "http_version"), request.http_version)?;
    dict.set_item(intern!(py, "connection"), request.connection)?;
    Ok(dict)
}

/// Masks all signals of this thread but those that report a fault of its own, so that the service's thread is born
/// with the mask and the host's handlers run where the host expects them. `None` where the system has no such mask.
fn mask_signals(py: Python<'_>) -> Option<Bound<'_, PyAny>> {
    let signal = py.import(intern!(py, "signal")).ok()?;
    let all = signal.call_method0("valid_signals").ok()?;
    let faults: Vec<_> = ["SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGTRAP", "SIGABRT"]
        .into_iter()
        .filter_map(|name| signal.getattr(name).ok())
        .collect();
    let masked = all.call_method1("difference", (faults,)).ok()?;
    signal.call_method1("pthread_sigmask", (signal.getattr("SIG_SETMASK").ok()?, masked)).ok()
}

fn restore_signals(py: Python<'_>, before: Option<Bound<'_, PyAny>>) {
    let Some(before) = before else { return };
    let restored = py
        .import(intern!(py, "signal"))
        .and_then(|signal| signal.call_method1("pthread_sigmask", (signal.getattr("SIG_SETMASK")?, before)));
    if let Err(error) = restored {
        error.write_unraisable(py, None);
    }
}
