//! JSON bytes to Python objects, in one pass and without a tree in between: plain values, or instances of the classes
//! the Python package registered.

mod instance;
mod keys;
mod lookahead;
mod parser;
mod raw;
mod schema;

use std::sync::{Arc, Mutex, PoisonError};

use parlour_bridge::info::UnfinishedInput;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use keys::KeyCache;
use parser::Parser;
pub(crate) use raw::RawJson;
use schema::{Schema, Spec};

/// The description that `register_models` received last.
static SCHEMA: Mutex<Option<Arc<Schema>>> = Mutex::new(None);
/// Names of members met so far. A decoder that finds it locked (by another thread, or a finaliser that runs while a
/// text is decoded) does without it: no thread waits for the lock, so it cannot deadlock, not even in a child of
/// `fork`.
static KEYS: Mutex<Option<KeyCache>> = Mutex::new(None);

/// Takes the description of the model classes; see [`schema`] for its form. A later call replaces the earlier one.
///
/// # Errors
/// `TypeError` that names the place in the description that has another form, or a class that cannot be built
/// without its `__init__`.
#[pyfunction]
pub(crate) fn register_models(schema: &Bound<'_, PyDict>, roots: &Bound<'_, PyDict>) -> PyResult<()> {
    let schema = Arc::new(Schema::read(schema, roots)?);
    let before = SCHEMA.lock().unwrap_or_else(PoisonError::into_inner).replace(schema);
    drop(before);
    crate::package::forget();
    Ok(())
}

/// JSON as `dict`, `list`, `str`, `int`, `float`, `bool`, `None`.
///
/// # Errors
/// `ValueError` with the byte offset of invalid JSON, or for nesting beyond
/// [`MAX_JSON_DEPTH`](parlour_bridge::MAX_JSON_DEPTH).
pub(crate) fn plain(py: Python<'_>, bytes: &[u8]) -> PyResult<Py<PyAny>> {
    parse(py, bytes, None, None).map(Bound::unbind)
}

/// JSON as the class registered under a root name; plain values where the schema says nothing or the name is not
/// registered.
///
/// # Errors
/// As [`plain`].
pub(crate) fn root(py: Python<'_>, name: &str, bytes: &[u8]) -> PyResult<Py<PyAny>> {
    let schema = current();
    let spec = schema.as_deref().and_then(|schema| schema.root(name));
    parse(py, bytes, schema.as_deref(), spec).map(Bound::unbind)
}

/// A whole message as the class registered as root `message`, with the facts of its response in the slot
/// `_response` (`None` when there are none), and the state of its tool inputs in the slot `_unfinished` of their
/// blocks.
///
/// # Errors
/// As [`plain`].
pub(crate) fn message(
    py: Python<'_>,
    bytes: &[u8],
    response: Option<Py<PyAny>>,
    unfinished: &[UnfinishedInput],
) -> PyResult<Py<PyAny>> {
    let schema = current();
    let spec = schema.as_deref().and_then(|schema| schema.root("message"));
    let message = parse(py, bytes, schema.as_deref(), spec)?;
    if schema.as_deref().is_some_and(|schema| schema.owns(&message)) {
        let response = response.map_or_else(|| py.None().into_bound(py), |r| r.into_bound(py));
        instance::set_slot(&message, intern!(py, "_response"), &response)?;
        for input in unfinished {
            let block = message.getattr(intern!(py, "content"))?.get_item(input.index)?;
            mark_unfinished(&block, input)?;
        }
    }
    Ok(message.unbind())
}

/// A content block as the class registered for it, with the state of its input.
///
/// # Errors
/// As [`plain`].
pub(crate) fn block(
    py: Python<'_>,
    bytes: &[u8],
    unfinished: Option<&UnfinishedInput>,
) -> PyResult<Py<PyAny>> {
    let schema = current();
    let spec = schema.as_deref().and_then(|schema| schema.root("content_block"));
    let block = parse(py, bytes, schema.as_deref(), spec)?;
    if let Some(input) = unfinished
        && schema.as_deref().is_some_and(|schema| schema.owns(&block))
    {
        mark_unfinished(&block, input)?;
    }
    Ok(block.unbind())
}

fn mark_unfinished(block: &Bound<'_, PyAny>, input: &UnfinishedInput) -> PyResult<()> {
    let py = block.py();
    let fact = (input.state, input.raw.as_str()).into_pyobject(py)?;
    instance::set_slot(block, intern!(py, "_unfinished"), fact.as_any())
}

fn current() -> Option<Arc<Schema>> {
    SCHEMA.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

fn parse<'py>(
    py: Python<'py>,
    bytes: &[u8],
    schema: Option<&Schema>,
    spec: Option<&Spec>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut shared = KEYS.try_lock().ok();
    let mut own = None;
    let cache = match &mut shared {
        Some(shared) => &mut **shared,
        None => &mut own,
    };
    Parser::new(py, bytes, schema, cache.get_or_insert_with(KeyCache::new)).document(spec)
}
