//! Python values to JSON bytes: one walk over the tree, on the caller's thread, into one buffer.

mod foreign;
mod path;

use bytes::Bytes;
use parlour_bridge::{MAX_JSON_DEPTH, json_text, wire};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyDict, PyDictMethods, PyFloat, PyInt, PyList, PyString, PyTuple,
};
use zeroize::Zeroizing;

use path::Path;

use crate::body::Body;
use crate::errors;
use crate::package;
use crate::text;

/// The value as JSON text.
///
/// # Errors
/// `TypeError` for what JSON cannot express, `ValueError` for NaN, infinities and too deep nesting; both begin with
/// the path of the culprit, as in `messages[2].content[0].text`. Exceptions of a value's own code pass through
/// with the path as a note.
pub(crate) fn to_json(value: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    write(value, 512)
}

/// As [`to_json`], for settings and options, which may hold a credential: wiped when dropped, and given room at once
/// for all but the largest, because the old buffers of a growing vector are not wiped.
pub(crate) fn secret_json(value: &Bound<'_, PyAny>) -> PyResult<Zeroizing<Vec<u8>>> {
    write(value, 16 << 10).map(Zeroizing::new)
}

fn write(value: &Bound<'_, PyAny>, room: usize) -> PyResult<Vec<u8>> {
    // A value may bring code of its own.
    crate::exit::guard_this_thread();
    let mut walker = Walker { out: Vec::with_capacity(room), not_given: not_given(value.py()) };
    walker.value(value, &Path::ROOT, 0)?;
    Ok(walker.out)
}

/// The value as the body of a message request, as [`body`]: what was serialised here is JSON, and is not parsed for it.
///
/// # Errors
/// As [`body`], and kind `Config` for what is no object.
pub(crate) fn request(value: &Bound<'_, PyAny>) -> PyResult<wire::Body> {
    let body = match value.cast_exact::<PyDict>() {
        Ok(_) => wire::Body::from_written_json(to_json(value)?),
        Err(_) => wire::Body::from_json_bytes(body(value)?),
    };
    body.map_err(|error| errors::raise(value.py(), error.into()))
}

/// The value as request body: bytes are ready JSON and pass unchanged, `None` is an empty body, the rest is
/// serialised.
///
/// # Errors
/// As [`to_json`]; also `TypeError` for a `str`, which could mean JSON text or a JSON string.
pub(crate) fn body(value: &Bound<'_, PyAny>) -> PyResult<Bytes> {
    if value.is_none() {
        return Ok(Bytes::new());
    }
    if let Ok(ready) = value.cast::<PyBytes>() {
        return Ok(Bytes::copy_from_slice(ready.as_bytes()));
    }
    if let Ok(ready) = value.cast::<PyByteArray>() {
        return Ok(Bytes::from(ready.to_vec()));
    }
    if let Ok(made) = value.cast::<Body>() {
        return Ok(made.get().body().to_bytes());
    }
    if value.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("body: str is ambiguous; pass bytes for ready JSON, or a dict"));
    }
    to_json(value).map(Bytes::from)
}

/// The mark of arguments that were not given. `None` when the package around this module is not there yet.
fn not_given(py: Python<'_>) -> Option<Py<PyAny>> {
    package::NOT_GIVEN.get(py).ok()
}

/// The walk: the output so far, and the mark of members to leave out.
struct Walker {
    out: Vec<u8>,
    not_given: Option<Py<PyAny>>,
}

impl Walker {
    /// Writes one value. The exact built-in types come first, they are all that most requests hold.
    fn value(&mut self, value: &Bound<'_, PyAny>, path: &Path<'_>, depth: usize) -> PyResult<()> {
        if let Ok(text) = value.cast_exact::<PyString>() {
            self.string(text)
        } else if let Ok(dict) = value.cast_exact::<PyDict>() {
            self.dict(dict, path, depth)
        } else if let Ok(list) = value.cast_exact::<PyList>() {
            self.list(list, path, depth)
        } else if let Ok(number) = value.cast_exact::<PyInt>() {
            self.integer(number, path)
        } else if let Ok(flag) = value.cast_exact::<PyBool>() {
            self.boolean(flag.is_true());
            Ok(())
        } else if value.is_none() {
            self.out.extend_from_slice(b"null");
            Ok(())
        } else if let Ok(number) = value.cast_exact::<PyFloat>() {
            self.float(number.value(), path)
        } else if let Ok(tuple) = value.cast_exact::<PyTuple>() {
            self.tuple(tuple, path, depth)
        } else {
            self.foreign(value, path, depth)
        }
    }

    fn boolean(&mut self, flag: bool) {
        self.out.extend_from_slice(if flag { b"true" } else { b"false" });
    }

    fn string(&mut self, text: &Bound<'_, PyString>) -> PyResult<()> {
        json_text::write(&mut self.out, text::of(text)?.as_bytes());
        Ok(())
    }

    fn integer(&mut self, number: &Bound<'_, PyInt>, path: &Path<'_>) -> PyResult<()> {
        if let Ok(small) = number.extract::<i64>() {
            return write_number(&mut self.out, small);
        }
        // The digits of the number itself: a subclass may print anything.
        let digits = number
            .py()
            .get_type::<PyInt>()
            .call_method1("__repr__", (number,))
            .map_err(|error| path.annotate(number.py(), error))?;
        self.out.extend_from_slice(digits.cast::<PyString>()?.to_str()?.as_bytes());
        Ok(())
    }

    fn float(&mut self, number: f64, path: &Path<'_>) -> PyResult<()> {
        if !number.is_finite() {
            return Err(PyValueError::new_err(format!("{path}: JSON has no number {number}")));
        }
        write_number(&mut self.out, number)
    }

    fn dict(&mut self, dict: &Bound<'_, PyDict>, path: &Path<'_>, depth: usize) -> PyResult<()> {
        enter(path, depth)?;
        self.out.push(b'{');
        let mut first = true;
        let members = dict.len();
        let mut iter = dict.iter();
        // The iterator panics when the dict changes under it, and the code of a value's class may do that.
        for _ in 0..members {
            if dict.len() != members {
                return Err(PyRuntimeError::new_err(format!("{path}: changed while it was serialised")));
            }
            let Some((key, value)) = iter.next() else { break };
            self.member(&key, &value, path, depth, &mut first)?;
        }
        self.out.push(b'}');
        Ok(())
    }

    /// Writes `"key":value` unless the value is the mark of something not given.
    fn member(
        &mut self,
        key: &Bound<'_, PyAny>,
        value: &Bound<'_, PyAny>,
        path: &Path<'_>,
        depth: usize,
        first: &mut bool,
    ) -> PyResult<()> {
        if self.not_given.as_ref().is_some_and(|mark| value.is(mark)) {
            return Ok(());
        }
        let Ok(name) = key.cast::<PyString>() else {
            return Err(bad_key(key, path));
        };
        if !std::mem::replace(first, false) {
            self.out.push(b',');
        }
        self.string(name)?;
        self.out.push(b':');
        self.value(value, &path.member(name), depth + 1)
    }

    fn list(&mut self, list: &Bound<'_, PyList>, path: &Path<'_>, depth: usize) -> PyResult<()> {
        enter(path, depth)?;
        self.out.push(b'[');
        for (index, item) in list.iter().enumerate() {
            self.item(&item, index, path, depth)?;
        }
        self.out.push(b']');
        Ok(())
    }

    fn tuple(&mut self, tuple: &Bound<'_, PyTuple>, path: &Path<'_>, depth: usize) -> PyResult<()> {
        enter(path, depth)?;
        self.out.push(b'[');
        for (index, item) in tuple.iter_borrowed().enumerate() {
            self.item(&item, index, path, depth)?;
        }
        self.out.push(b']');
        Ok(())
    }

    fn item(&mut self, item: &Bound<'_, PyAny>, index: usize, path: &Path<'_>, depth: usize) -> PyResult<()> {
        if index > 0 {
            self.out.push(b',');
        }
        self.value(item, &path.item(index), depth + 1)
    }
}

/// Refuses to go deeper than [`MAX_JSON_DEPTH`], so that a list that holds itself ends in an error and not in a stack
/// overflow.
fn enter(path: &Path<'_>, depth: usize) -> PyResult<()> {
    if depth < MAX_JSON_DEPTH {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "{path}: nested deeper than {MAX_JSON_DEPTH} levels, or a container holds itself"
    )))
}

#[cold]
fn bad_key(key: &Bound<'_, PyAny>, path: &Path<'_>) -> PyErr {
    let kind = path::type_name(key);
    let shown = key.repr().map_or_else(|_| String::new(), |repr| format!(" ({repr})"));
    PyTypeError::new_err(format!("{path}: keys must be str, not {kind}{shown}"))
}

/// Writes an integer or a finite float in its shortest form that reads back as the same number.
fn write_number<N: serde::Serialize>(out: &mut Vec<u8>, number: N) -> PyResult<()> {
    serde_json::to_writer(out, &number).map_err(|error| PyValueError::new_err(error.to_string()))
}
