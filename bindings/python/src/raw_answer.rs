//! A whole answer whose body is not decoded, as a Python object.

use bytes::Bytes;
use parlour_bridge::resources;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::info::ResponseInfo;
use crate::{errors, json_out};

/// A whole answer whose body is not decoded.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct RawAnswer {
    info: Py<ResponseInfo>,
    body: Bytes,
}

impl RawAnswer {
    pub(crate) fn of(info: Py<ResponseInfo>, body: Bytes) -> RawAnswer {
        RawAnswer { info, body }
    }

    pub(crate) fn body(&self) -> &Bytes {
        &self.body
    }
}

#[pymethods]
impl RawAnswer {
    /// Of a body that was read piece by piece.
    #[new]
    fn new(info: Py<ResponseInfo>, content: &[u8]) -> RawAnswer {
        RawAnswer::of(info, Bytes::copy_from_slice(content))
    }

    /// Status, headers, attempts and rate limits.
    #[getter]
    fn info(&self, py: Python<'_>) -> Py<ResponseInfo> {
        self.info.clone_ref(py)
    }

    /// The body.
    #[getter]
    fn content<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        errors::bytes(py, &self.body)
    }

    /// The body as text; bytes that are no UTF-8 become U+FFFD.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        errors::text(py, &String::from_utf8_lossy(&self.body))
    }

    /// The body as plain Python values.
    fn json(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        json_out::plain(py, &self.body)
    }

    /// The body as the class registered under the name of a root.
    fn typed(&self, py: Python<'_>, root: &str) -> PyResult<Py<PyAny>> {
        json_out::root(py, root, &self.body)
    }

    /// Why it is not the object that the endpoint of this name gives; `None` if it is.
    fn refusal(&self, endpoint: &str) -> Option<String> {
        resources::refusal(endpoint, &self.body)
    }

    /// The body as a message.
    fn message(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        json_out::message(py, &self.body, Some(self.info.clone_ref(py).into_any()), &[])
    }

    fn __repr__(&self) -> String {
        format!("RawAnswer({} bytes)", self.body.len())
    }
}
