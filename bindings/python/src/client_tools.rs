//! The tools that the service defines and a program runs, for Python. A failure is raised as a `ValueError` whose text
//! is for the model.

use parlour_bridge::client_tools::{self, ClientCommand, ClientTool};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors;
use crate::text::{Text, TextBuf};

/// A command as Python takes it: name, JSON of its fields, and the replies if it is done, if the program does not
/// support it, if its path does not exist, if the path that it would make exists.
type Command = (&'static str, String, Option<String>, String, Option<String>, Option<String>);

fn named(py: Python<'_>, tool: &str) -> PyResult<ClientTool> {
    ClientTool::named(tool).map_err(|error| errors::raise(py, error))
}

/// The definition of a tool as JSON text.
#[pyfunction]
pub(crate) fn client_tool_definition(
    py: Python<'_>,
    tool: Text<'_>,
    supported: Vec<String>,
) -> PyResult<String> {
    named(py, &tool)?.definition(&supported).map_err(|error| errors::raise(py, error))
}

/// The command of a call; `member` is the name of a call that belongs to a toolset.
#[pyfunction]
pub(crate) fn client_command(
    py: Python<'_>,
    tool: Text<'_>,
    member: Option<Text<'_>>,
    input: Text<'_>,
) -> PyResult<Command> {
    let command = named(py, &tool)?.command(member.as_deref(), &input).map_err(PyValueError::new_err)?;
    let ClientCommand { name, input, done, unsupported, not_found, exists } = command;
    Ok((name, input, done, unsupported, not_found, exists))
}

/// The answer of `view` for a file.
#[pyfunction]
pub(crate) fn client_show_file(input: Text<'_>, text: Text<'_>) -> PyResult<String> {
    client_tools::show_file(&input, &text).map_err(PyValueError::new_err)
}

/// The answer of `view` for a directory.
#[pyfunction]
pub(crate) fn client_show_directory(input: Text<'_>, entries: Vec<(TextBuf, u64)>) -> PyResult<String> {
    let entries: Vec<_> = entries.into_iter().map(|(name, size)| (String::from(name), size)).collect();
    client_tools::show_directory(&input, entries).map_err(PyValueError::new_err)
}

/// The text of a file after `str_replace` or `insert`, and the reply to the model.
#[pyfunction]
pub(crate) fn client_edit(input: Text<'_>, text: Text<'_>) -> PyResult<(String, String)> {
    client_tools::edit(&input, &text).map_err(PyValueError::new_err)
}

/// The answer of `cursor_position`.
#[pyfunction]
pub(crate) fn client_cursor_position(x: u32, y: u32) -> String {
    client_tools::cursor_position(x, y)
}
