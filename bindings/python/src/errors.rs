//! Failures as Python exceptions: the flat facts of the bridge, given to the Python half, which has the classes. It
//! must not decide which class fits: that is a table over the core's codes.

use parlour_bridge::info::unfinished_inputs;
use parlour_bridge::{ErrorFields, ErrorInfo, wire};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::info::ResponseInfo;
use crate::package::MAKE_ERROR;
use crate::{exit, json_out};

/// The exception for a failure.
pub(crate) fn raise(py: Python<'_>, info: ErrorInfo) -> PyErr {
    make(py, info).map_or_else(|error| error, |exception| PyErr::from_value(exception))
}

/// The exception object for a failure.
pub(crate) fn make(py: Python<'_>, info: ErrorInfo) -> PyResult<Bound<'_, PyAny>> {
    exit::guard_this_thread();
    MAKE_ERROR.get(py)?.into_bound(py).call1((facts(py, info.into_fields())?,))
}

fn facts(py: Python<'_>, fields: ErrorFields) -> PyResult<Bound<'_, PyDict>> {
    let facts = PyDict::new(py);
    facts.set_item("code", fields.code)?;
    facts.set_item("kind", fields.kind)?;
    facts.set_item("message", fields.message)?;
    facts.set_item("display", fields.display)?;
    // generated: facts, from schema/errors.toml by `make generate`
    facts.set_item("status", fields.status)?;
    facts.set_item("error_type", fields.error_type)?;
    facts.set_item("error_code", fields.error_code)?;
    facts.set_item("details", fields.details)?;
    facts.set_item("appeal_url", fields.appeal_url)?;
    facts.set_item("request_id", fields.request_id)?;
    facts.set_item("retry_after", fields.retry_after.map(|wait| wait.as_secs_f64()))?;
    facts.set_item("not_retried", fields.not_retried)?;
    facts.set_item("subkind", fields.subkind)?;
    facts.set_item("setting", fields.setting)?;
    facts.set_item("retryable", fields.retryable)?;
    facts.set_item("mid_stream", fields.mid_stream)?;
    facts.set_item("saw_stop_reason", fields.saw_stop_reason)?;
    facts.set_item("spend_cap", fields.spend_cap)?;
    // end generated
    facts.set_item("headers", (!fields.headers.is_empty()).then_some(fields.headers))?;
    facts.set_item("body", fields.body.as_ref().map(|body| PyBytes::new(py, body)))?;
    facts.set_item("attempts", fields.attempts)?;
    facts.set_item("waits", fields.waits.iter().map(|wait| wait.as_secs_f64()).collect::<Vec<_>>())?;
    facts.set_item("forked", fields.forked)?;
    let partial = fields.partial.map(|message| PartialMessage { message });
    facts.set_item("partial", partial)?;
    Ok(facts)
}

/// The part of a message that had arrived when its stream failed. The Python object is made when a program asks for it:
/// a hostile stream has tens of thousands of blocks, and a loop would be held while they become objects.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct PartialMessage {
    message: wire::Message,
}

#[pymethods]
impl PartialMessage {
    /// The message, a new object at each call.
    fn read(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        model(py, &self.message, None)
    }
}

/// A copy as `bytes`.
///
/// # Errors
/// The library's own if Python has no memory for it.
pub(crate) fn bytes<'py>(py: Python<'py>, content: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let copy = PyBytes::new_with(py, content.len(), |room| {
        room.copy_from_slice(content);
        Ok(())
    });
    copy.map_err(|_| raise(py, ErrorInfo::no_memory("Python has no room for a copy of the body")))
}

/// A copy as `str`.
///
/// # Errors
/// As [`bytes`].
pub(crate) fn text<'py>(py: Python<'py>, content: &str) -> PyResult<Bound<'py, PyString>> {
    PyString::from_bytes(py, content.as_bytes())
        .map_err(|_| raise(py, ErrorInfo::no_memory("Python has no room for a copy of the text")))
}

/// A message of the core as the Python object, with the facts of its answer if there are any.
pub(crate) fn model(
    py: Python<'_>,
    message: &parlour_bridge::wire::Message,
    head: Option<Py<ResponseInfo>>,
) -> PyResult<Py<PyAny>> {
    let json = wire::to_json(message).map_err(|error| raise(py, error))?;
    json_out::message(py, &json, head.map(Py::into_any), &unfinished_inputs(message))
        .map_err(|error| short(py, error))
}

/// An error of Python's, or the library's own if Python has no memory for an object.
pub(crate) fn short(py: Python<'_>, error: PyErr) -> PyErr {
    match error.is_instance_of::<PyMemoryError>(py) {
        true => raise(py, ErrorInfo::no_memory("Python has no room for the message")),
        false => error,
    }
}

/// Raises the error of a thread that Python could not start; `doing` is its purpose, as a clause, and `cause` is the
/// message of Python.
///
/// # Errors
/// Always: a connection error of the subkind `resources`.
#[pyfunction]
pub(crate) fn no_thread(py: Python<'_>, doing: &str, cause: String) -> PyResult<()> {
    Err(raise(py, ErrorInfo::no_thread(doing, std::io::Error::other(cause))))
}

/// Every kind of failure: its code, its name, and whether it is worth repeating.
#[pyfunction]
pub(crate) fn error_table() -> Vec<(u16, &'static str, bool)> {
    parlour_bridge::error_table().iter().map(|row| (row.code, row.name, row.retryable)).collect()
}
