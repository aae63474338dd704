//! The prompt cache for Python: markers where they pay, and where two requests differ. The core decides both.

use parlour_bridge::conversation as turns;
use parlour_bridge::wire::Body;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::text::Text;
use crate::{errors, json_in, json_out};

/// Where two requests part, so that the prompt cache was read up to there at most (protocol §10.3, §10.7).
#[pyclass(frozen, get_all, eq, module = "parlour")]
#[derive(PartialEq, Eq)]
pub(crate) struct CacheChange {
    /// The part of the request.
    part: String,
    /// The element of `tools` or `messages`.
    index: Option<usize>,
    /// The byte in it.
    offset: usize,
}

#[pymethods]
impl CacheChange {
    /// Where the second request parts from the first; `None` if it repeats all of it.
    #[staticmethod]
    fn between(before: &Bound<'_, PyAny>, now: &Bound<'_, PyAny>) -> PyResult<Option<CacheChange>> {
        let py = before.py();
        let body = |given| {
            Body::from_json_bytes(json_in::body(given)?).map_err(|error| errors::raise(py, error.into()))
        };
        let change = turns::cache_change_json(&body(before)?, &body(now)?);
        let Some(json) = change.map_err(|error| errors::raise(py, error))? else { return Ok(None) };
        let read: serde_json::Value =
            serde_json::from_str(&json).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let number = |name: &str| read.get(name).and_then(|value| usize::try_from(value.as_u64()?).ok());
        let part = read.get("part").and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
        Ok(Some(CacheChange { part, index: number("index"), offset: number("offset").unwrap_or_default() }))
    }

    /// The reason of a cache miss that an answer reports: the name of a part of the request (protocol §10.9).
    #[staticmethod]
    fn reported_by(message: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        turns::cache_miss_reported(&json_in::body(message)?)
            .map_err(|error| errors::raise(message.py(), error))
    }

    fn __repr__(&self) -> String {
        let index = self.index.map_or_else(|| "None".to_owned(), |index| index.to_string());
        format!("CacheChange(part='{}', index={index}, offset={})", self.part, self.offset)
    }
}

/// A request with cache markers where they pay, as plain data.
#[pyfunction]
#[pyo3(signature = (request, /, *, stable = Text::from("5m")), text_signature = "(request, /, *, stable='5m')")]
pub(crate) fn mark_cache(request: &Bound<'_, PyAny>, stable: Text<'_>) -> PyResult<Py<PyAny>> {
    let py = request.py();
    let (marked, _placed) = turns::mark_cache_json(&json_in::body(request)?, &stable)
        .map_err(|error| errors::raise(py, error))?;
    json_out::plain(py, marked.as_bytes())
}
