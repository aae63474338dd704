//! Tools with functions of the host behind them, and the threads that call these.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use parlour_bridge::tools::{Call, ToolFailure, check_tool, content_json, toolset_of};
use parlour_bridge::wire::Tool;
use parlour_bridge::{ErrorInfo, EventFd, SignalMask};
use serde::de::IgnoredAny;

use crate::abi::{PARLOUR_INVALID_ARGUMENT, PARLOUR_NULL_ARGUMENT, parlour_result};
use crate::boundary::{coded, fallible, transfer};
use crate::catch::infallible;
use crate::content::parlour_content;
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::text::parlour_str;
use crate::tool_loop::{parlour_tool_call, parlour_tool_call_is_cancelled};
use crate::user::{User, parlour_free_fn};

/// Tools and the functions behind them. One thread at a time while it is changed; runs copy what they need.
#[derive(Clone)]
pub struct parlour_tools {
    entries: Vec<Arc<Entry>>,
    limits: String,
    timeout: Option<Duration>,
    approve: Option<Arc<Approve>>,
    early: bool,
}

/// The hook that is asked before calls.
struct Approve {
    function: Ask,
    user: User,
}

/// Where a tool's function puts its result. Borrowed: valid until the function returns.
pub struct parlour_tool_result {
    given: Option<Output>,
}

/// Runs a tool: reads the input of `call` and puts its output into `result`. Of several results the last counts; if
/// there is none, the model gets an error.
///
/// It is called on a thread of its own, which has all signals blocked, and together with other calls of the same turn.
/// It may block and may use every function of this header, also for calls of the same client. Its arguments are
/// borrowed until it returns. It must not leave by an exception or longjmp(). A call whose time limit is over, or whose
/// run was interrupted, goes on until it returns, and its result is dropped: long ones check
/// parlour_tool_call_is_cancelled().
pub type parlour_tool_fn = Option<
    unsafe extern "C" fn(user: *mut c_void, call: *const parlour_tool_call, result: *mut parlour_tool_result),
>;

type Function = unsafe extern "C" fn(*mut c_void, *const parlour_tool_call, *mut parlour_tool_result);

/// Whether a call may run. If it must not, `reason` takes the result for the model, like a tool's result; it may be
/// left unchanged.
///
/// It is called on the thread that runs the loop, before the function of each call, while calls that were begun go on.
/// It may block, for a person for example: this does not count towards the time limit of its call, but those of other
/// calls are checked only when it returns. Its arguments are borrowed until it returns. It must not leave by an
/// exception or longjmp().
pub type parlour_approve_fn = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        call: *const parlour_tool_call,
        reason: *mut parlour_tool_result,
    ) -> bool,
>;

type Ask = unsafe extern "C" fn(*mut c_void, *const parlour_tool_call, *mut parlour_tool_result) -> bool;

/// The result of a call: JSON of a string or of blocks.
pub(crate) struct Output {
    pub(crate) content: String,
    pub(crate) failed: bool,
}

/// A tool of the host. Calls that nobody waits for keep it alive.
pub(crate) struct Entry {
    /// The tool, or the toolset whose members it runs.
    name: String,
    is_toolset: bool,
    definition: String,
    function: Function,
    user: User,
}

/// Calls that ended, by their number within the run, and the descriptor that says so.
pub(crate) struct Ended {
    ready: EventFd,
    outputs: Mutex<Vec<(u64, Option<Output>)>>,
}

impl Ended {
    pub(crate) fn new() -> Result<Ended, ErrorInfo> {
        let ready = EventFd::new()
            .map_err(|error| ErrorInfo::system("no descriptor for wake-ups could be opened", &error))?;
        Ok(Ended { ready, outputs: Mutex::new(Vec::new()) })
    }

    pub(crate) fn readable(&self) -> &EventFd {
        &self.ready
    }

    /// The calls that ended since the last drain.
    pub(crate) fn drain_ended(&self) -> Vec<(u64, Option<Output>)> {
        self.ready.clear();
        std::mem::take(&mut *self.outputs.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Wakes the waiting thread for another reason than a call that ended.
    pub(crate) fn wake(&self) {
        self.ready.raise();
    }

    fn put_ended(&self, number: u64, output: Option<Output>) {
        self.outputs.lock().unwrap_or_else(PoisonError::into_inner).push((number, output));
        self.ready.raise();
    }
}

impl parlour_tools {
    pub(crate) fn run_limits(&self) -> Option<&[u8]> {
        crate::tool_loop::given_limits(&self.limits)
    }

    pub(crate) fn call_timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// Whether functions begin while their message arrives.
    pub(crate) fn begins_early(&self) -> bool {
        self.early
    }

    /// The result of a call that the host's hook denies; `None` if it may run.
    pub(crate) fn denial(&self, call: &Call) -> Option<Output> {
        let approve = self.approve.as_ref()?;
        let shown = parlour_tool_call::of(call.clone(), Arc::default());
        let mut reason = parlour_tool_result { given: None };
        // SAFETY: the host gave the function for this pointer, which lives as long as the hook; call and reason outlive
        // the call of the function.
        let may_run =
            unsafe { (approve.function)(approve.user.pointer(), &raw const shown, &raw mut reason) };
        let unsaid = || crate::json::text_of(Some(&ToolFailure::Denied.to_string()));
        let said = |reason: Option<Output>| reason.map_or_else(unsaid, |reason| reason.content);
        (!may_run).then(|| Output { content: said(reason.given), failed: true })
    }

    /// The tool that runs the calls of this name, or of the members of this toolset.
    pub(crate) fn entry_of(&self, name: &str, toolset: Option<&str>) -> Option<&Arc<Entry>> {
        let (name, is_toolset) = (toolset.unwrap_or(name), toolset.is_some());
        self.entries.iter().find(|entry| entry.name == name && entry.is_toolset == is_toolset)
    }

    /// Adds a tool whose definition was checked.
    fn put_entry(
        &mut self,
        definition: &Tool,
        function: Function,
        user: *mut c_void,
        user_free: parlour_free_fn,
    ) -> Result<(), Fault> {
        let toolset = definition.kind.as_deref().and_then(toolset_of);
        let (name, is_toolset) = match (&definition.name, toolset) {
            (Some(name), _) if !name.is_empty() => (name.clone(), false),
            (_, Some(toolset)) => (toolset, true),
            _ => return Err(ErrorInfo::config("a tool without a name, which only toolsets are").into()),
        };
        check_tool(definition)?;
        if self.entry_of(&name, is_toolset.then_some(name.as_str())).is_some() {
            let what = "is there already: names are unique in a request";
            return Err(ErrorInfo::config(format!("the tool `{name}` {what}")).into());
        }
        self.entries.push(Arc::new(Entry {
            name,
            is_toolset,
            definition: crate::json::text_of(Some(definition)),
            function,
            user: User::new(user, user_free),
        }));
        Ok(())
    }

    /// Adds the tools of another set, whose functions take the place of those of the same name; its limits and hooks
    /// stay behind.
    pub(crate) fn extend_entries(&mut self, others: &parlour_tools) {
        for other in &others.entries {
            self.entries.retain(|one| (&one.name, one.is_toolset) != (&other.name, other.is_toolset));
            self.entries.push(Arc::clone(other));
        }
    }

    /// Takes a tool out by its name, and a toolset by its type.
    pub(crate) fn remove_entry(&mut self, name: &str) {
        let toolset = toolset_of(name);
        self.entries.retain(|one| match one.is_toolset {
            true => Some(&one.name) != toolset.as_ref(),
            false => one.name != name,
        });
    }

    pub(crate) fn definitions(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.definition.as_str())
    }
}

impl Entry {
    /// Calls the function on a thread of its own.
    pub(crate) fn spawn_call(
        self: &Arc<Entry>,
        call: Call,
        cancelled: Arc<AtomicBool>,
        number: u64,
        ended: &Arc<Ended>,
    ) -> std::io::Result<()> {
        let (entry, ended) = (Arc::clone(self), Arc::clone(ended));
        let call = parlour_tool_call::of(call, cancelled);
        // Signals are for the threads of the host.
        let masked = SignalMask::new();
        let thread = std::thread::Builder::new().name("parlour-tool".to_owned()).spawn(move || {
            let mut result = parlour_tool_result { given: None };
            // A call that was cancelled before its thread started does no work.
            if !parlour_tool_call_is_cancelled(Some(&call)) {
                // SAFETY: the host gave the function for this pointer, which lives as long as the entry; call and
                // result outlive the call of the function.
                unsafe { (entry.function)(entry.user.pointer(), &raw const call, &raw mut result) };
            }
            // Before the end is reported: the host may free the tool's data once a run is over.
            drop(entry);
            ended.put_ended(number, result.given);
        });
        drop(masked);
        thread.map(drop)
    }
}

/// No tools. Free it with parlour_tools_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tools_new(out: Option<&mut MaybeUninit<*mut parlour_tools>>) -> parlour_result {
    coded(|| {
        let tools = parlour_tools {
            entries: Vec::new(),
            limits: String::new(),
            timeout: None,
            approve: None,
            early: false,
        };
        transfer(require(out, "out")?, tools);
        Ok(())
    })
}

/// Frees tools; NULL is allowed. Runs keep what they need.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tools_free(tools: Option<Box<parlour_tools>>) {
    infallible(|| drop(tools));
}

/// Adds a tool: its name, what it does and when to use it, the JSON Schema of its input, and the function that runs it.
/// `user` is retained until `user_free` (NULL is allowed) is called with it: when the tools and all runs with them are
/// freed and no call runs. On failure nothing is retained. PARLOUR_FAILED for a schema that is not one of an object,
/// and for a name that is taken.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tools_add(
    tools: Option<&mut parlour_tools>,
    name: parlour_str,
    description: parlour_str,
    schema_json: parlour_str,
    function: parlour_tool_fn,
    user: *mut c_void,
    user_free: parlour_free_fn,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (tools, name) = (require(tools, "tools")?, name.text("name")?);
        let function = function.ok_or(Fault::Argument(PARLOUR_NULL_ARGUMENT, "function"))?;
        if name.is_empty() {
            return Err(Fault::Argument(PARLOUR_INVALID_ARGUMENT, "name"));
        }
        let tool = Tool::new(name, description.text("description")?, schema_json.text("schema_json")?)
            .map_err(|error| ErrorInfo::config(format!("the tool cannot be used: {error}")))?;
        tools.put_entry(&tool, function, user, user_free)
    })
}

/// Adds a tool by its whole definition, as JSON: for those that the service defines and a program runs (protocol §1.6),
/// such as `{"type":"memory_20250818","name":"memory"}`, which parlour_client_tool_definition() gives. The function of
/// a toolset runs the calls of all its members; parlour_client_command() reads them. `user` is retained as for
/// parlour_tools_add(). PARLOUR_FAILED for a definition that is none, and for a name that is taken.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tools_add_definition(
    tools: Option<&mut parlour_tools>,
    definition_json: parlour_str,
    function: parlour_tool_fn,
    user: *mut c_void,
    user_free: parlour_free_fn,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (tools, definition) = (require(tools, "tools")?, definition_json.text("definition_json")?);
        let function = function.ok_or(Fault::Argument(PARLOUR_NULL_ARGUMENT, "function"))?;
        let definition: Tool = serde_json::from_str(definition)
            .map_err(|error| ErrorInfo::config(format!("this is no definition of a tool: {error}")))?;
        tools.put_entry(&definition, function, user, user_free)
    })
}

/// Sets the limits of runs: a JSON object as for parlour_tool_loop_new(), which is looked at when a run begins.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tools_set_limits(
    tools: Option<&mut parlour_tools>,
    limits_json: parlour_str,
) -> parlour_result {
    coded(|| {
        limits_json.text("limits_json")?.clone_into(&mut require(tools, "tools")?.limits);
        Ok(())
    })
}

/// Sets the most time that one call of a tool may take, in milliseconds; 0, the default, for no limit. One that takes
/// longer is answered with a failure, and the run goes on without it.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tools_set_timeout_ms(
    tools: Option<&mut parlour_tools>,
    timeout_ms: u64,
) -> parlour_result {
    coded(|| {
        let timeout = (timeout_ms > 0).then(|| Duration::from_millis(timeout_ms));
        require(tools, "tools")?.timeout = timeout;
        Ok(())
    })
}

/// Sets a hook that is asked before each call of a tool; NULL, the default, for none. `user` is retained as for
/// parlour_tools_add(), also until another hook is set.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tools_set_approve(
    tools: Option<&mut parlour_tools>,
    function: parlour_approve_fn,
    user: *mut c_void,
    user_free: parlour_free_fn,
) -> parlour_result {
    coded(|| {
        let tools = require(tools, "tools")?;
        tools.approve =
            function.map(|function| Arc::new(Approve { function, user: User::new(user, user_free) }));
        Ok(())
    })
}

/// Sets whether functions begin while the message that calls them still arrives, each as soon as its call is whole;
/// every request of a run is streamed then. false by default. If the message fails, or its stop reason is not
/// "tool_use", parlour_tool_call_is_cancelled() becomes true for the calls that have begun, and their results are
/// dropped: only for functions that may run in vain. Members of toolsets always wait.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tools_set_early(tools: Option<&mut parlour_tools>, early: bool) -> parlour_result {
    coded(|| {
        require(tools, "tools")?.early = early;
        Ok(())
    })
}

/// Answers with a text; `is_error` says that the tool failed, and the text, which the model reads, says why. Copied.
/// Only inside a tool's function.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_result_set_text(
    result: Option<&mut parlour_tool_result>,
    text: parlour_str,
    is_error: bool,
) -> parlour_result {
    coded(|| {
        let content = crate::json::text_of(Some(text.text("text")?));
        require(result, "result")?.given = Some(Output { content, failed: is_error });
        Ok(())
    })
}

/// As parlour_tool_result_set_text(), with blocks, such as images; it takes a copy of them. PARLOUR_INVALID_ARGUMENT
/// for content without a block.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_result_set_content(
    result: Option<&mut parlour_tool_result>,
    content: Option<&parlour_content>,
    is_error: bool,
) -> parlour_result {
    coded(|| {
        let blocks = require(content, "content")?.blocks();
        let blocks = blocks.map_err(|_| Fault::Argument(PARLOUR_INVALID_ARGUMENT, "content"))?;
        let content = crate::json::text_of(Some(&blocks));
        require(result, "result")?.given = Some(Output { content, failed: is_error });
        Ok(())
    })
}

/// Answers with what the tool returned, as JSON of any value. A string is text, and null is nothing. An object whose
/// "type" is "text", "image", "document", "search_result", "tool_reference" or "browser_state", and which has the
/// member that this type cannot do without ("text", "source", "tool_name" or "tabs"), is a content block, and an array
/// of nothing else is content blocks. Any other value is text: its JSON. Copied. PARLOUR_INVALID_ARGUMENT if it is no
/// JSON.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_result_set_value(
    result: Option<&mut parlour_tool_result>,
    value_json: parlour_str,
    is_error: bool,
) -> parlour_result {
    coded(|| {
        let value = value_json.text("value_json")?;
        if serde_json::from_str::<IgnoredAny>(value).is_err() {
            return Err(Fault::Argument(PARLOUR_INVALID_ARGUMENT, "value_json"));
        }
        let content = content_json(value).into_owned();
        require(result, "result")?.given = Some(Output { content, failed: is_error });
        Ok(())
    })
}

/// Answers with an exception of the tool's language: the name of its type and its text, of which the model reads 8192
/// bytes. Each may be empty. Copied.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_result_set_exception(
    result: Option<&mut parlour_tool_result>,
    type_name: parlour_str,
    text: parlour_str,
) -> parlour_result {
    coded(|| {
        let failure = ToolFailure::Raised { name: type_name.text("type_name")?, text: text.text("text")? };
        let content = crate::json::text_of(Some(&failure.to_string()));
        require(result, "result")?.given = Some(Output { content, failed: true });
        Ok(())
    })
}
