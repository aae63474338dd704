//! Contents of the Model Context Protocol as content blocks, and back, for Python. A content without a counterpart
//! raises
//! `ValueError` with a message for the program.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::text::Text;

/// Checks the name by which the model calls a tool of a server.
#[pyfunction]
pub(crate) fn mcp_check_name(name: Text<'_>) -> PyResult<()> {
    parlour_bridge::mcp::check_name(&name).map_err(PyValueError::new_err)
}

/// Content blocks of a server's answer: JSON in, JSON of an array out.
#[pyfunction]
pub(crate) fn mcp_to_blocks(value: Text<'_>) -> PyResult<String> {
    parlour_bridge::mcp::to_blocks(&value).map_err(PyValueError::new_err)
}

/// Text or content blocks as contents of a server: JSON in, JSON of an array out.
#[pyfunction]
pub(crate) fn mcp_to_contents(content: Text<'_>) -> PyResult<String> {
    parlour_bridge::mcp::to_contents(&content).map_err(PyValueError::new_err)
}

/// A message of a prompt as a turn for a request: JSON in, JSON out.
#[pyfunction]
pub(crate) fn mcp_to_turn(message: Text<'_>) -> PyResult<String> {
    parlour_bridge::mcp::to_turn(&message).map_err(PyValueError::new_err)
}

/// Text or content blocks as the contents of the resource with this URI: JSON in, JSON of an array out.
#[pyfunction]
pub(crate) fn mcp_to_resource(uri: Text<'_>, content: Text<'_>) -> PyResult<String> {
    parlour_bridge::mcp::to_resource(&uri, &content).map_err(PyValueError::new_err)
}
