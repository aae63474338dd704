//! The result of a tool's call for the model, from facts that Python reports: the core chooses the form of a value and
//! the words of a failure.

use std::time::Duration;

use parlour_bridge::tools::{ToolFailure, content_json};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::json_in;
use crate::text::{Text, TextBuf, owned};

/// The content of a result for the value that a function returned, as JSON of a string or of an array of content
/// blocks.
#[pyfunction]
pub(crate) fn tool_content<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let json = json_in::to_json(value)?;
    // Our JSON is always UTF-8.
    let text = String::from_utf8_lossy(&json);
    Ok(PyBytes::new(value.py(), content_json(&text).as_bytes()))
}

/// For a call that the program denied without a reason.
#[pyfunction]
pub(crate) fn tool_denied() -> String {
    ToolFailure::Denied.to_string()
}

/// For a call that ran longer than its limit, in seconds.
#[pyfunction]
pub(crate) fn tool_timed_out(seconds: f64) -> String {
    let limit = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    ToolFailure::TimedOut(limit).to_string()
}

/// For a call whose input does not fit, with a reason for each place.
#[pyfunction]
pub(crate) fn tool_arguments_invalid(tool: Text<'_>, reasons: Vec<TextBuf>) -> String {
    let reasons = owned(reasons);
    let reasons: Vec<&str> = reasons.iter().map(String::as_str).collect();
    ToolFailure::InvalidArguments { tool: &tool, reasons: &reasons }.to_string()
}

/// For an exception: the name of its type and its text, which may be empty.
#[pyfunction]
pub(crate) fn tool_raised(name: Text<'_>, text: Text<'_>) -> String {
    ToolFailure::Raised { name: &name, text: &text }.to_string()
}

/// For a result that cannot be written as content.
#[pyfunction]
pub(crate) fn tool_not_sendable(reason: Text<'_>) -> String {
    ToolFailure::NotSendable { reason: &reason }.to_string()
}

/// For a call that was cancelled while it ran.
#[pyfunction]
pub(crate) fn tool_cancelled() -> String {
    ToolFailure::Cancelled.to_string()
}

/// For a tool that reports a failure without any content.
#[pyfunction]
pub(crate) fn tool_without_reason() -> String {
    ToolFailure::NoReason.to_string()
}
