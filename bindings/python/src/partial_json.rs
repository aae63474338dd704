//! JSON that still arrives, as Python objects that grow with it: each read updates the same objects by the changes, so
//! that reading a value after every piece costs no more than reading it once.
// A string grows in place, which only the interpreter's own function can do.
#![allow(unsafe_code)]

use parlour_bridge::partial_json::{Change, Kind, PartialJson as Arriving};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString};

use crate::event::Event;
use crate::json_out;
use crate::text::Text;

/// A JSON text that is still arriving, and its value so far.
#[pyclass(module = "parlour")]
pub(crate) struct PartialJSON {
    arriving: Arriving,
    copy: Copy,
}

/// The objects that are shown.
#[derive(Default)]
struct Copy {
    value: Option<Py<PyAny>>,
    /// The containers that may still grow, the outermost first.
    open: Vec<Py<PyAny>>,
    /// The key of the value that was added last, in the innermost dict of its depth.
    key: Option<Py<PyString>>,
    /// How many containers are around the value that was added last.
    depth: usize,
    /// The value that the last added value, a number, replaced in its dict.
    replaced: Option<Py<PyAny>>,
}

#[pymethods]
impl PartialJSON {
    #[new]
    #[pyo3(signature = (*, trailing_strings = true))]
    fn new(trailing_strings: bool) -> PartialJSON {
        PartialJSON { arriving: Arriving::new(trailing_strings), copy: Copy::default() }
    }

    /// Takes the next piece of the text. After an `error` nothing is taken any more.
    fn push(&mut self, piece: Text<'_>) {
        self.arriving.push(&piece);
    }

    /// The value so far; `None` as long as nothing of it can be shown. The same objects each time, which grow: copy
    /// them to keep a state.
    #[getter]
    fn value(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let PartialJSON { arriving, copy } = self;
        let mut result = Ok(());
        arriving.changes(|change| {
            if result.is_ok() {
                result = copy.take(py, change);
            }
        });
        result?;
        Ok(copy.value.as_ref().map(|value| value.clone_ref(py)))
    }

    /// Whether one whole value has arrived.
    #[getter]
    fn is_complete(&self) -> bool {
        self.arriving.is_complete()
    }

    /// Why the text can never become JSON, whatever follows.
    #[getter]
    fn error(&self) -> Option<String> {
        self.arriving.error()
    }

    fn __repr__(&self) -> String {
        let state = match (self.arriving.error(), self.arriving.is_complete()) {
            (Some(_), _) => "broken",
            (None, true) => "complete",
            (None, false) => "arriving",
        };
        format!("PartialJSON({state})")
    }
}

/// The structured answer of a stream as far as it has come.
#[pyclass(module = "parlour._native")]
pub(crate) struct PartialAnswer {
    partial: PartialJSON,
}

impl PartialAnswer {
    pub(crate) fn new(arriving: Arriving) -> PartialAnswer {
        PartialAnswer { partial: PartialJSON { arriving, copy: Copy::default() } }
    }
}

#[pymethods]
impl PartialAnswer {
    /// Takes events of the stream, in their order. Whether one of them brought a piece of the answer, and a value can
    /// be shown: the first piece may end within the name of what wraps it.
    fn take(&mut self, events: &Bound<'_, PyList>) -> PyResult<bool> {
        let mut is_new = false;
        for event in events.iter() {
            is_new |= event.cast::<Event>()?.get().give(&mut self.partial.arriving);
        }
        Ok(is_new && self.partial.arriving.value().is_some())
    }

    /// The value so far, as that of `PartialJSON`; without the object that wraps it, where one does.
    #[getter]
    fn value(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let value = self.partial.value(py)?;
        let (Some(name), Some(whole)) = (self.partial.arriving.wrapped_in(), &value) else {
            return Ok(value);
        };
        let Ok(whole) = whole.bind(py).cast::<PyDict>() else { return Ok(None) };
        Ok(whole.get_item(name)?.map(Bound::unbind))
    }

    /// Why the text can never become JSON, whatever follows.
    #[getter]
    fn error(&self) -> Option<String> {
        self.partial.error()
    }
}

impl Copy {
    fn take(&mut self, py: Python<'_>, change: Change<'_>) -> PyResult<()> {
        match change {
            Change::Add { depth, key, value } => {
                self.open.truncate(depth);
                self.depth = depth;
                self.replaced = None;
                let key = key.map(|key| PyString::new(py, key));
                let made = object(py, value)?;
                if matches!(value, Kind::Array(_) | Kind::Object(_)) {
                    self.open.push(made.clone().unbind());
                }
                if let (Some(container), None) = (self.around(py), &key) {
                    container.cast::<PyList>()?.append(&made)?;
                    self.key = None;
                    return Ok(());
                }
                self.key = key.map(Bound::unbind);
                if matches!(value, Kind::Number(_)) && self.depth > 0 {
                    self.replaced = self.last(py)?.map(Bound::unbind);
                }
                self.put(py, made)
            }
            Change::Append(text) => self.append(py, text),
            Change::Replace(number) => {
                let made = json_out::plain(py, number.as_bytes())?.into_bound(py);
                self.put(py, made)
            }
            // The core has no other change.
            _ => self.remove(py),
        }
    }

    /// The container of the value that was added last; none for the whole value.
    fn around<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        let place = self.depth.checked_sub(1)?;
        self.open.get(place).map(|container| container.bind(py).clone())
    }

    /// Puts a value in the place of the one that was added last.
    fn put(&mut self, py: Python<'_>, value: Bound<'_, PyAny>) -> PyResult<()> {
        match (self.around(py), &self.key) {
            (None, _) => {
                self.value = Some(value.unbind());
                Ok(())
            }
            (Some(dict), Some(key)) => dict.cast::<PyDict>()?.set_item(key, value),
            (Some(list), None) => {
                let list = list.cast::<PyList>()?;
                list.set_item(list.len().saturating_sub(1), value)
            }
        }
    }

    fn last<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(match (self.around(py), &self.key) {
            (None, _) => self.value.as_ref().map(|value| value.bind(py).clone()),
            (Some(dict), Some(key)) => dict.cast::<PyDict>()?.get_item(key)?,
            (Some(list), None) => {
                let list = list.cast::<PyList>()?;
                list.get_item(list.len().saturating_sub(1)).ok()
            }
        })
    }

    fn remove(&mut self, py: Python<'_>) -> PyResult<()> {
        let replaced = self.replaced.take();
        match (self.around(py), &self.key) {
            (None, _) => self.value = None,
            (Some(dict), Some(key)) => match replaced {
                Some(replaced) => dict.cast::<PyDict>()?.set_item(key, replaced)?,
                None => dict.cast::<PyDict>()?.del_item(key)?,
            },
            (Some(list), None) => {
                let list = list.cast::<PyList>()?;
                list.del_item(list.len().saturating_sub(1))?;
            }
        }
        Ok(())
    }

    /// Lets the string that was added last grow. It is taken out of its place for that: the interpreter grows a string
    /// in place only if nobody else refers to it, and copies it otherwise.
    fn append(&mut self, py: Python<'_>, text: &str) -> PyResult<()> {
        let Some(last) = self.last(py)? else { return Ok(()) };
        self.put(py, py.None().into_bound(py))?;
        let piece = PyString::new(py, text);
        let mut grown = last.into_ptr();
        // SAFETY: `grown` is an owned reference to a string, which the call takes and gives back, or replaces by NULL
        // with an exception set; the interpreter is attached.
        let grown = unsafe {
            pyo3::ffi::PyUnicode_Append(&raw mut grown, piece.as_ptr());
            Bound::from_owned_ptr_or_err(py, grown)?
        };
        self.put(py, grown)
    }
}

fn object<'py>(py: Python<'py>, value: Kind<'_>) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Kind::Bool(value) => PyBool::new(py, value).to_owned().into_any(),
        Kind::Number(text) => json_out::plain(py, text.as_bytes())?.into_bound(py),
        // Not one that the interpreter shares, so that it can grow.
        Kind::String(text) => PyString::new(py, text).into_any(),
        Kind::Array(_) => PyList::empty(py).into_any(),
        Kind::Object(_) => PyDict::new(py).into_any(),
        _ => py.None().into_bound(py),
    })
}
