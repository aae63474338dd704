//! `parlour._native`: the native half of the Python package. It converts values, carries wake-ups and waits; it must
//! not decide anything about calls, which is the core's, nor shape the interface for users, which is the Python half's.

mod batch_run;
mod body;
mod cache;
mod client;
mod client_tools;
mod conversation;
mod credential_request;
mod emulator;
mod errors;
mod event;
mod exit;
mod hook_question;
mod info;
mod json_in;
mod json_out;
mod mcp;
mod mode;
mod op;
mod package;
mod partial_json;
mod port;
mod raw_answer;
mod reply;
mod resources;
mod state;
mod structured;
mod text;
mod tool_failure;
mod tools;
mod turns;
mod uploads;

use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;

/// The native half of parlour. Use the package `parlour`.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::{
        block_growth, from_json, header_to_show, is_secret_header, option_slip, report_unraisable,
        runtime_configure, set_log_level, to_json,
    };
    #[pymodule_export]
    use crate::batch_run::BatchRun;
    #[pymodule_export]
    use crate::body::Body;
    #[pymodule_export]
    use crate::cache::{CacheChange, mark_cache};
    #[pymodule_export]
    use crate::client::Client;
    #[pymodule_export]
    use crate::client_tools::{
        client_command, client_cursor_position, client_edit, client_show_directory, client_show_file,
        client_tool_definition,
    };
    #[pymodule_export]
    use crate::conversation::{Repair, TokenSearch, Trimmed};
    #[pymodule_export]
    use crate::credential_request::CredentialRequest;
    #[pymodule_export]
    use crate::emulator::Emulator;
    #[pymodule_export]
    use crate::errors::{PartialMessage, error_table, no_thread};
    #[pymodule_export]
    use crate::event::{
        _event, ContentBlockDeltaEvent, ContentBlockStartEvent, ContentBlockStopEvent, Event,
        MessageDeltaEvent, MessageStartEvent, MessageStopEvent, PingEvent, UnknownEvent,
    };
    #[pymodule_export]
    use crate::hook_question::{HookCall, HookQuestion};
    #[pymodule_export]
    use crate::info::ResponseInfo;
    #[pymodule_export]
    use crate::json_out::{RawJson, register_models};
    #[pymodule_export]
    use crate::mcp::{mcp_check_name, mcp_to_blocks, mcp_to_contents, mcp_to_resource, mcp_to_turn};
    #[pymodule_export]
    use crate::op::Op;
    #[pymodule_export]
    use crate::partial_json::{PartialAnswer, PartialJSON};
    #[pymodule_export]
    use crate::port::Port;
    #[pymodule_export]
    use crate::raw_answer::RawAnswer;
    #[pymodule_export]
    use crate::reply::Reply;
    #[pymodule_export]
    use crate::resources::{BatchWriter, Pages, ResourceCall, refuse_webhook, typed};
    #[pymodule_export]
    use crate::structured::{AnswerPlan, transform_schema, usage_sum};
    #[pymodule_export]
    use crate::text::to_utf8;
    #[pymodule_export]
    use crate::tool_failure::{
        tool_arguments_invalid, tool_cancelled, tool_content, tool_denied, tool_not_sendable, tool_raised,
        tool_timed_out, tool_without_reason,
    };
    #[pymodule_export]
    use crate::tools::ToolLoop;
    #[pymodule_export]
    use crate::turns::Conversation;
    #[pymodule_export]
    use crate::uploads::{Feed, Upload};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::in_the_main_interpreter()?;
        parlour_bridge::speak(&parlour_bridge::spelling::PYTHON);
        crate::exit::guard_this_thread();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        for (name, number, _) in crate::mode::MODES {
            module.add(name, number)?;
        }
        Ok(())
    }
}

/// Refuses subinterpreters: classes and tables are kept once in the process. PyO3 looks only where it builds a
/// submodule.
#[allow(unsafe_code)]
fn in_the_main_interpreter() -> PyResult<()> {
    // SAFETY: both calls only read; the interpreter lock is held while a module is initialised.
    match unsafe { pyo3::ffi::PyInterpreterState_GetID(pyo3::ffi::PyInterpreterState_Get()) } {
        0 => Ok(()),
        _ => Err(pyo3::exceptions::PyImportError::new_err(
            "parlour works in the main interpreter only, not in a subinterpreter",
        )),
    }
}

/// The JSON text of a value, as it would be sent.
#[pyfunction]
fn to_json<'py>(py: Python<'py>, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, pyo3::types::PyBytes>> {
    Ok(pyo3::types::PyBytes::new(py, &json_in::to_json(value)?))
}

/// Plain Python values from JSON text.
#[pyfunction]
fn from_json(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    if let Ok(text) = text.cast::<pyo3::types::PyString>() {
        return json_out::plain(py, text::of(text)?.as_bytes());
    }
    json_out::plain(py, text.extract::<&[u8]>()?)
}

/// Reports an exception that can be raised to nobody, by `sys.unraisablehook`; `object` is what raised it.
#[pyfunction]
fn report_unraisable(py: Python<'_>, error: &Bound<'_, PyBaseException>, object: &Bound<'_, PyAny>) {
    PyErr::from_value(error.clone().into_any()).write_unraisable(py, Some(object));
}

/// Sets how many threads of this process serve what its callers and loops do not drive themselves. Before the first
/// call.
#[pyfunction]
fn runtime_configure(py: Python<'_>, worker_threads: u32) -> PyResult<()> {
    parlour_bridge::configure(parlour_bridge::RuntimeOptions { worker_threads })
        .map_err(|error| errors::raise(py, error))
}

/// By what deltas a block grows: `"text"`, `"thinking"`, `"input"`, `"compaction"`, or `None`.
#[pyfunction]
fn block_growth(kind: text::Text<'_>, has_input: bool) -> Option<&'static str> {
    Some(parlour_bridge::wire::BlockGrowth::of(&kind, has_input)?.as_str())
}

/// The refusal of a keyword that is a slip for one of these options; `None` if it is none.
#[pyfunction]
fn option_slip(name: text::Text<'_>, options: Vec<text::TextBuf>) -> Option<String> {
    let options = text::owned(options);
    let meant = parlour_bridge::slip(&name, options.iter().map(String::as_str))?;
    Some(parlour_bridge::slip_sentence(&name, meant))
}

/// Whether the core takes the value of a header of this name for a secret, whatever it is.
#[pyfunction]
fn is_secret_header(name: text::Text<'_>) -> bool {
    parlour_bridge::info::is_secret_header(&name)
}

/// The value of a header as it is shown: masked if it is a secret, an address without its query.
#[pyfunction]
fn header_to_show(name: text::Text<'_>, value: text::Text<'_>) -> String {
    parlour_bridge::info::header_to_show(&name, &value).into_owned()
}

/// Collects log records from this level on, numbered as in `logging`; 0 collects nothing. False if something else in
/// the process has taken the place of the log.
#[pyfunction]
fn set_log_level(level: u32) -> bool {
    use parlour_bridge::logs::{Verbosity, collect};
    collect(match level {
        0 => Verbosity::Off,
        1..=10 => Verbosity::Debug,
        11..=20 => Verbosity::Info,
        21..=30 => Verbosity::Warn,
        31..=40 => Verbosity::Error,
        _ => Verbosity::Off,
    })
}
