//! Bodies that the core made: a tool loop, a conversation and a structured answer pass them to a call. They never
//! become Python objects.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A request's body, ready to be sent. The first argument of `messages.create()` and similar methods.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct Body {
    body: parlour_bridge::wire::Body,
}

impl Body {
    pub(crate) fn of(body: parlour_bridge::wire::Body) -> Body {
        Body { body }
    }

    pub(crate) fn body(&self) -> &parlour_bridge::wire::Body {
        &self.body
    }
}

#[pymethods]
impl Body {
    /// The JSON text.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        crate::errors::bytes(py, &self.body.to_bytes())
    }

    fn __repr__(&self) -> String {
        format!("Body({} bytes)", self.body.to_bytes().len())
    }
}
