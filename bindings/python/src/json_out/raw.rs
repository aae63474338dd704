//! JSON that Python values cannot hold, kept as its text: in typed answers nothing is lost and nothing is refused
//! (protocol §11 rows 22 and 25). The parser decides which values are too large.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::text::TextBuf;

/// A part of an answer that Python values cannot hold, as its JSON text: nesting beyond 256 levels, a number beyond the
/// range of float, an integer of more digits than `int()` reads. Goes back into a request unchanged.
#[pyclass(frozen, eq, hash, name = "RawJSON", module = "parlour._native")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct RawJson {
    text: String,
}

impl RawJson {
    pub(super) fn of(text: &[u8]) -> RawJson {
        RawJson { text: String::from_utf8_lossy(text).into_owned() }
    }

    /// The text, to be sent.
    pub(crate) fn text_of(&self) -> &str {
        &self.text
    }
}

#[pymethods]
impl RawJson {
    #[new]
    fn new(text: TextBuf) -> RawJson {
        RawJson { text: text.into() }
    }

    /// The JSON text.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        const SHOWN: usize = 60;
        let text = &slf.get().text;
        match text.char_indices().nth(SHOWN) {
            Some((end, _)) => {
                format!("RawJSON({:?}... {} bytes)", text.get(..end).unwrap_or_default(), text.len())
            }
            None => format!("RawJSON({text:?})"),
        }
    }

    /// Pickles as its text.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let text = PyTuple::new(py, [PyString::new(py, &slf.get().text)])?;
        PyTuple::new(py, [slf.get_type().into_any(), text.into_any()])
    }
}
