//! Text that Python gives. A `str` may hold halves of surrogate pairs, which UTF-8 and services refuse: they become
//! U+FFFD, each one character, wherever text goes out (decision 0018). Two halves that make a pair become its
//! character.

use std::borrow::Cow;
use std::ops::Deref;
use std::path::PathBuf;

use pyo3::exceptions::{PyFileNotFoundError, PyUnicodeEncodeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// An argument that is text; borrowed unless a surrogate was replaced.
pub(crate) struct Text<'a>(Cow<'a, str>);

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Text<'a> {
        Text(Cow::Borrowed(text))
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Text<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Text<'a>> {
        match object.extract::<&'a str>() {
            Ok(text) => Ok(Text(Cow::Borrowed(text))),
            Err(error) => match object.cast::<PyString>() {
                Ok(text) => Ok(Text(Cow::Owned(replaced(&text)?))),
                Err(_) => Err(error),
            },
        }
    }
}

/// An argument that is text, within another value.
pub(crate) struct TextBuf(String);

impl<'a, 'py> FromPyObject<'a, 'py> for TextBuf {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<TextBuf> {
        Ok(TextBuf(object.extract::<Text<'a>>()?.0.into_owned()))
    }
}

impl From<TextBuf> for String {
    fn from(text: TextBuf) -> String {
        text.0
    }
}

/// Several texts.
pub(crate) fn owned(texts: Vec<TextBuf>) -> Vec<String> {
    texts.into_iter().map(String::from).collect()
}

/// Pairs of texts.
pub(crate) fn owned_pairs(texts: Vec<(TextBuf, TextBuf)>) -> Vec<(String, String)> {
    texts.into_iter().map(|(one, other)| (one.into(), other.into())).collect()
}

/// The path of a file, which need not be UTF-8: Python has the bytes of such a name as halves of pairs of its own.
pub(crate) struct FilePath(PathBuf);

impl<'a, 'py> FromPyObject<'a, 'py> for FilePath {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<FilePath> {
        object.extract::<PathBuf>().map(FilePath).map_err(|error| {
            match error.is_instance_of::<PyUnicodeEncodeError>(object.py()) {
                true => PyFileNotFoundError::new_err("no file can have this name: it holds half a character"),
                false => error,
            }
        })
    }
}

impl From<FilePath> for PathBuf {
    fn from(path: FilePath) -> PathBuf {
        path.0
    }
}

/// The text as UTF-8.
///
/// # Errors
/// Those of Python for want of memory.
pub(crate) fn of<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, str>> {
    match text.to_str() {
        Ok(utf8) => Ok(Cow::Borrowed(utf8)),
        Err(_) => replaced(text).map(Cow::Owned),
    }
}

/// The text as UTF-8, with U+FFFD for halves of pairs. A subclass of `str` has no say in it.
#[cold]
fn replaced(text: &Bound<'_, PyString>) -> PyResult<String> {
    let py = text.py();
    let units = py.get_type::<PyString>().call_method1("encode", (text, "utf-16-le", "surrogatepass"))?;
    let (units, _) = units.cast::<PyBytes>()?.as_bytes().as_chunks::<2>();
    let units: Vec<u16> = units.iter().map(|unit| u16::from_le_bytes(*unit)).collect();
    Ok(String::from_utf16_lossy(&units))
}

/// The text as UTF-8.
#[pyfunction]
pub(crate) fn to_utf8<'py>(py: Python<'py>, text: Text<'_>) -> Bound<'py, PyBytes> {
    PyBytes::new(py, text.as_bytes())
}
