//! Where in a tree the walk is, kept as a chain of stack frames and spelled out only for an error.

use std::fmt;

use pyo3::prelude::*;
use pyo3::types::{PyString, PyStringMethods};

/// Steps shown from the root; a container that holds itself would give hundreds.
const SHOWN_STEPS: usize = 12;
/// Characters shown of one key.
const SHOWN_KEY: usize = 60;

/// One step, linked to the steps before it.
#[derive(Clone, Copy)]
pub(super) struct Path<'a> {
    up: Option<&'a Path<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Root,
    Member(&'a Bound<'a, PyString>),
    Item(usize),
}

impl<'a> Path<'a> {
    pub(super) const ROOT: Path<'static> = Path { up: None, step: Step::Root };

    pub(super) fn member<'b>(&'b self, key: &'b Bound<'b, PyString>) -> Path<'b> {
        Path { up: Some(self), step: Step::Member(key) }
    }

    pub(super) fn item<'b>(&'b self, index: usize) -> Path<'b> {
        Path { up: Some(self), step: Step::Item(index) }
    }

    /// Whether this is the data of a source: of an image or a document.
    pub(super) fn is_source_data(&self) -> bool {
        let is =
            |step: &Step<'_>, name: &str| matches!(step, Step::Member(key) if key.to_string_lossy() == name);
        is(&self.step, "data") && self.up.is_some_and(|up| is(&up.step, "source"))
    }

    /// Adds the path as a note to an error that comes from a value's own code.
    #[cold]
    pub(super) fn annotate(&self, py: Python<'_>, error: PyErr) -> PyErr {
        // Without the note the error is still the right one.
        let _ = error.value(py).call_method1("add_note", (format!("while serialising {self}"),));
        error
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut steps = Vec::new();
        let mut at = Some(self);
        while let Some(path) = at {
            steps.push(path.step);
            at = path.up;
        }
        if steps.len() == 1 {
            return f.write_str("value");
        }
        let mut first = true;
        for step in steps.iter().rev().take(SHOWN_STEPS + 1) {
            match step {
                Step::Root => continue,
                Step::Item(index) => write!(f, "[{index}]")?,
                Step::Member(key) => write_key(f, key, first)?,
            }
            first = false;
        }
        if steps.len() > SHOWN_STEPS + 1 {
            f.write_str("…")?;
        }
        Ok(())
    }
}

fn write_key(f: &mut fmt::Formatter<'_>, key: &Bound<'_, PyString>, first: bool) -> fmt::Result {
    let key = key.to_string_lossy();
    let mut letters = key.chars();
    let plain = letters.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && letters.all(|c| c.is_alphanumeric() || c == '_');
    let mut shown: String = key.chars().take(SHOWN_KEY).collect();
    if shown.len() < key.len() {
        shown.push('…');
    }
    match (plain, first) {
        (true, true) => f.write_str(&shown),
        (true, false) => write!(f, ".{shown}"),
        (false, _) => write!(f, "[{shown:?}]"),
    }
}

/// The name of a value's type for an error, with its module unless that is `builtins`.
pub(super) fn type_name(value: &Bound<'_, PyAny>) -> String {
    let kind = value.get_type();
    kind.fully_qualified_name().map_or_else(|_| "object".to_owned(), |name| name.to_string())
}
