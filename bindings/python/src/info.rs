//! The head of an answer, as Python objects.

use parlour_bridge::HeadInfo;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

use crate::package::{HEADERS, RATE_LIMITS};

/// Status, headers, attempts and rate limits of an answer.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct ResponseInfo {
    head: HeadInfo,
    headers: PyOnceLock<Py<PyAny>>,
    rate_limits: PyOnceLock<Py<PyAny>>,
}

impl ResponseInfo {
    pub(crate) fn of(head: HeadInfo) -> ResponseInfo {
        ResponseInfo { head, headers: PyOnceLock::new(), rate_limits: PyOnceLock::new() }
    }
}

#[pymethods]
impl ResponseInfo {
    /// The HTTP status: 200 to 299.
    #[getter]
    fn status(&self) -> u16 {
        self.head.status()
    }

    /// The id of the request at the service.
    #[getter]
    fn request_id(&self) -> Option<&str> {
        self.head.request_id()
    }

    /// How often the request was sent.
    #[getter]
    fn attempts(&self) -> u32 {
        self.head.attempts()
    }

    /// The waits between the attempts, in seconds.
    #[getter]
    fn waits(&self) -> Vec<f64> {
        self.head.waits().iter().map(|wait| wait.as_secs_f64()).collect()
    }

    /// How long the attempts waited for room in the rate limits, in seconds.
    #[getter]
    fn queued(&self) -> f64 {
        self.head.queued_for().as_secs_f64()
    }

    /// The name of the route of the last attempt; `None` if it went to the service itself.
    #[getter]
    fn route(&self) -> Option<&str> {
        self.head.route()
    }

    /// The headers, as a `parlour.types.Headers`.
    #[getter]
    fn headers(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let made = self.headers.get_or_try_init(py, || {
            let class = HEADERS.get(py)?.into_bound(py);
            Ok::<_, PyErr>(class.call1((self.head.headers(),))?.unbind())
        })?;
        Ok(made.clone_ref(py))
    }

    /// The rate limits of the account, as a `parlour.types.RateLimits`.
    #[getter]
    fn rate_limits(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let made = self.rate_limits.get_or_try_init(py, || {
            let class = RATE_LIMITS.get(py)?.into_bound(py);
            let rows: Vec<_> = self
                .head
                .rate_rows()
                .into_iter()
                .map(|row| (row.name, row.limit, row.remaining, row.reset_unix_ms))
                .collect();
            let made = class.call_method1("_from_rows", (rows, self.head.remaining_tokens()))?;
            Ok::<_, PyErr>(made.unbind())
        })?;
        Ok(made.clone_ref(py))
    }

    fn __repr__(&self) -> String {
        let id = self.head.request_id().map_or_else(|| "None".to_owned(), |id| format!("{id:?}"));
        format!(
            "ResponseInfo(status={}, request_id={id}, attempts={})",
            self.head.status(),
            self.head.attempts()
        )
    }

    /// Pickles as the facts above.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let this = slf.get();
        let facts = PyDict::new(py);
        facts.set_item("status", this.head.status())?;
        facts.set_item("request_id", this.head.request_id())?;
        facts.set_item("headers", this.head.headers())?;
        facts.set_item("attempts", this.head.attempts())?;
        facts.set_item("waits", this.waits())?;
        facts.set_item("queued", this.queued())?;
        facts.set_item("route", this.route())?;
        facts.set_item("rate_limits", this.rate_limits(py)?)?;
        let restore = py.import("parlour._types.limits")?.getattr("_restore_response_info")?;
        Ok(PyTuple::new(py, [restore, PyTuple::new(py, [facts])?.into_any()])?.into_any())
    }
}
