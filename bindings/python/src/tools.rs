//! The tool loop for Python: the bridge's, behind a lock. It must not run a tool nor wait for one.

use std::sync::{Mutex, MutexGuard, PoisonError};

use parlour_bridge::tools;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::body::Body;
use crate::op::Op;
use crate::reply::Reply;
use crate::text::Text;
use crate::turns::Conversation;
use crate::{errors, json_in, json_out};

/// A call as Python takes it: id, name, toolset, the input's JSON text, whether it was refused.
type Call = (String, String, Option<String>, String, bool);

/// The tool loop without I/O (protocol §9.1). Any thread; each method by itself.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct ToolLoop {
    inner: Mutex<tools::ToolLoop>,
}

impl ToolLoop {
    fn of(inner: tools::ToolLoop) -> ToolLoop {
        ToolLoop { inner: Mutex::new(inner) }
    }

    fn lock(&self) -> MutexGuard<'_, tools::ToolLoop> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn limits_json(limits: Option<&Bound<'_, PyDict>>) -> PyResult<Option<Vec<u8>>> {
    limits.map(|limits| json_in::to_json(limits.as_any())).transpose()
}

fn tuple(call: tools::Call) -> Call {
    (call.id, call.name, call.toolset, call.input, call.refused)
}

/// Whether there is a function for a name, or for the toolset it belongs to.
fn knows(
    functions: &Bound<'_, PyDict>,
    toolsets: &Bound<'_, PyDict>,
    name: &str,
    toolset: Option<&str>,
) -> bool {
    let (table, key) = match toolset {
        Some(toolset) => (toolsets, toolset),
        None => (functions, name),
    };
    // Looking for a plain string in a dict of them cannot fail but for want of memory.
    table.contains(PyString::new(table.py(), key)).unwrap_or(false)
}

#[pymethods]
impl ToolLoop {
    /// A loop that begins with this request.
    #[new]
    #[pyo3(signature = (request, limits = None))]
    fn new(
        py: Python<'_>,
        request: &Bound<'_, PyAny>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<ToolLoop> {
        let limits = limits_json(limits)?;
        let made = tools::ToolLoop::begin(json_in::body(request)?, limits.as_deref());
        made.map(ToolLoop::of).map_err(|error| errors::raise(py, error))
    }

    /// A loop that goes on with a conversation; `settings` is the request without `messages`.
    #[staticmethod]
    #[pyo3(signature = (conversation, settings, limits = None))]
    fn over(
        py: Python<'_>,
        conversation: &Bound<'_, Conversation>,
        settings: &Bound<'_, PyAny>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<ToolLoop> {
        let limits = limits_json(limits)?;
        let settings = json_in::body(settings)?;
        let made = tools::ToolLoop::over(&conversation.get().lock(), &settings, limits.as_deref());
        made.map(ToolLoop::of).map_err(|error| errors::raise(py, error))
    }

    /// Reads what `to_json()` wrote, in whatever language.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: Text<'_>) -> PyResult<ToolLoop> {
        tools::ToolLoop::from_json(&text).map(ToolLoop::of).map_err(|error| errors::raise(py, error))
    }

    /// The loop between two requests as JSON text.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        let json = self.lock().to_json();
        json.map_err(|error| errors::raise(py, error))
    }

    /// The next request; `None` at the end.
    fn request(&self, py: Python<'_>) -> PyResult<Option<Body>> {
        let body = self.lock().request();
        Ok(body.map_err(|error| errors::raise(py, error))?.map(Body::of))
    }

    /// Takes the answer to the last request; gives all calls of a turn that goes on with results. `functions` and
    /// `toolsets` have the names that can be run as keys.
    fn received(
        &self,
        py: Python<'_>,
        reply: &Bound<'_, Reply>,
        functions: &Bound<'_, PyDict>,
        toolsets: &Bound<'_, PyDict>,
    ) -> PyResult<Vec<Call>> {
        let known = |name: &str, toolset: Option<&str>| knows(functions, toolsets, name, toolset);
        let mut inner = self.lock();
        // A lock that two closures want: one of them is called.
        let cell = std::cell::RefCell::new(&mut *inner);
        let calls = reply.get().with(
            |json, unfinished| cell.borrow_mut().received(json, unfinished, known),
            |message| cell.borrow_mut().received_message(message, known),
        );
        drop(inner);
        Ok(calls.map_err(|error| errors::raise(py, error))?.into_iter().map(tuple).collect())
    }

    /// The calls of the last answer that have no result yet.
    fn open_calls(&self) -> Vec<Call> {
        self.lock().open_calls().into_iter().map(tuple).collect()
    }

    /// A call that may begin now, and marks it as begun; `None` if there is none. `functions` and `toolsets` as for
    /// `received()`: a call that neither has is answered.
    fn begin_call(&self, functions: &Bound<'_, PyDict>, toolsets: &Bound<'_, PyDict>) -> Option<Call> {
        let known = |name: &str, toolset: Option<&str>| knows(functions, toolsets, name, toolset);
        self.lock().begin_call_knowing(known).map(tuple)
    }

    /// Begins a call of the answer that is still arriving as this operation: the block with this index, whose end is
    /// among the events taken; `None` if it is no call or has to wait.
    fn begin_early(
        &self,
        op: &Bound<'_, Op>,
        index: usize,
        functions: &Bound<'_, PyDict>,
        toolsets: &Bound<'_, PyDict>,
    ) -> PyResult<Option<Call>> {
        let Some(block) = op.get().arrived_block(op.py(), index)? else { return Ok(None) };
        let known = |name: &str, toolset: Option<&str>| knows(functions, toolsets, name, toolset);
        Ok(self.lock().begin_early(&block, known).map(tuple))
    }

    /// Whether this call was begun and its result is still wanted.
    fn is_running(&self, id: Text<'_>) -> bool {
        self.lock().is_running(&id)
    }

    /// Takes the result of a call: a string, a list of content blocks, or one of these as JSON in `bytes`, which
    /// `tool_content()` made. False if it has one already.
    fn finish_call(
        &self,
        py: Python<'_>,
        id: Text<'_>,
        content: &Bound<'_, PyAny>,
        is_error: bool,
    ) -> PyResult<bool> {
        let taken = match content.cast::<PyBytes>() {
            Ok(json) => self.lock().finish_call(&id, json.as_bytes(), is_error),
            Err(_) => {
                let content = json_in::to_json(content)?;
                self.lock().finish_call(&id, &content, is_error)
            }
        };
        taken.map_err(|error| errors::raise(py, error))
    }

    /// Whether all calls of the last answer have their results.
    fn calls_done(&self) -> bool {
        self.lock().calls_done()
    }

    /// Says something with the next request, behind the results: a string, or a list of content blocks.
    fn say(&self, py: Python<'_>, content: &Bound<'_, PyAny>) -> PyResult<()> {
        let content = json_in::to_json(content)?;
        let said = self.lock().say(&content);
        said.map_err(|error| errors::raise(py, error))
    }

    /// Adds turns, a list of messages, to the next request.
    fn append(&self, py: Python<'_>, turns: &Bound<'_, PyAny>) -> PyResult<()> {
        let turns = json_in::to_json(turns)?;
        let appended = self.lock().append(&turns);
        appended.map_err(|error| errors::raise(py, error))
    }

    /// The turn with the results of the last answer; `None` if it made no calls.
    fn results(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let json = self.lock().results_json();
        let json = json.map_err(|error| errors::raise(py, error))?;
        json.map(|json| json_out::plain(py, json.as_bytes())).transpose()
    }

    /// Ends the loop.
    fn cancel(&self, py: Python<'_>) -> PyResult<()> {
        let done = self.lock().cancel();
        done.map_err(|error| errors::raise(py, error))
    }

    /// Why the loop is over; `None` while it is not.
    #[getter]
    fn end(&self) -> Option<&'static str> {
        self.lock().end()
    }

    /// How many answers there were.
    #[getter]
    fn requests(&self) -> u32 {
        self.lock().requests()
    }

    /// The tokens of all answers together, as a dict.
    #[getter]
    fn usage(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let json = self.lock().usage_json();
        json_out::plain(py, json.map_err(|error| errors::raise(py, error))?.as_bytes())
    }

    /// The request without its messages, as a dict.
    #[getter]
    fn settings(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let json = self.lock().settings_json();
        json_out::plain(py, json.map_err(|error| errors::raise(py, error))?.as_bytes())
    }

    /// Replaces the request without its messages.
    fn set_settings(&self, py: Python<'_>, settings: &Bound<'_, PyAny>) -> PyResult<()> {
        let json = json_in::to_json(settings)?;
        // Our JSON is always UTF-8.
        let text = String::from_utf8_lossy(&json);
        let set = self.lock().set_settings(&text);
        set.map_err(|error| errors::raise(py, error))
    }

    /// Adds a tool to the requests that follow; one of the same name takes the place of the one before.
    fn add_tool(&self, py: Python<'_>, definition: &Bound<'_, PyAny>) -> PyResult<()> {
        let definition = json_in::to_json(definition)?;
        let added = self.lock().add_tool(&definition);
        added.map_err(|error| errors::raise(py, error))
    }

    /// Adds a tool unless there is one of its name.
    fn offer_tool(&self, py: Python<'_>, definition: &Bound<'_, PyAny>) -> PyResult<bool> {
        let definition = json_in::to_json(definition)?;
        let added = self.lock().offer_tool(&definition);
        added.map_err(|error| errors::raise(py, error))
    }

    /// Takes a tool out of the requests that follow; false if there is none of this name.
    fn remove_tool(&self, name: Text<'_>) -> bool {
        self.lock().remove_tool(&name)
    }

    /// A copy of the history; it shares the bytes of the turns.
    fn conversation(&self) -> Conversation {
        Conversation::of(self.lock().conversation())
    }

    /// Replaces the history.
    fn set_conversation(&self, conversation: &Bound<'_, Conversation>) {
        let conversation = conversation.get().lock().clone();
        self.lock().set_conversation(&conversation);
    }
}
