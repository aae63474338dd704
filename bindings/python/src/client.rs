//! The client for Python: settings in, operations out.

use bytes::Bytes;
use parlour_bridge::credentials::Credential;
use parlour_bridge::hooks::HostHook;
use parlour_bridge::logs::Verbosity;
use parlour_bridge::{BlockingCall, CallRequest, Mode, blocking_port, keep_blocking_port, settings};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::body::Body;
use crate::mode::{TURN, mode_of};
use crate::op::Op;
use crate::port::{self, Port, PortInner, signal_check_interval};
use crate::resources::ResourceCall;
use crate::state::OpState;
use crate::text::Text;
use crate::{errors, exit, json_in, state};

/// The hooks of a client: the object to keep, and of each hook its name and its methods.
type Hooks = (Py<PyAny>, Vec<(String, Vec<String>)>);

/// A client of one service; any thread, and any process forked from this one.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct Client {
    client: parlour_bridge::Client,
    /// The host's hook for stop reasons; held for as long as there is a client that could call it.
    hook: Option<Py<PyAny>>,
    /// The chain of hooks; held likewise.
    hooks: Option<Py<PyAny>>,
}

#[pymethods]
impl Client {
    #[new]
    #[pyo3(signature = (settings, *, from_env = true, has_key_function = false, hook = None, hooks = None))]
    fn new(
        py: Python<'_>,
        settings: &Bound<'_, PyDict>,
        from_env: bool,
        has_key_function: bool,
        hook: Option<Py<PyAny>>,
        hooks: Option<Hooks>,
    ) -> PyResult<Client> {
        // It may hold the key.
        let json = json_in::secret_json(settings.as_any())?;
        let builder = settings::builder(&json, from_env).map_err(|error| errors::raise(py, error))?;
        let (hooks, described) =
            hooks.map_or((None, Vec::new()), |(kept, described)| (Some(kept), described));
        let made =
            described.into_iter().map(|(name, methods)| HostHook::new(name, methods.iter().map(|m| &**m)));
        let made = made.collect::<Result<_, _>>().map_err(|error| errors::raise(py, error))?;
        let client = if has_key_function {
            parlour_bridge::Client::with_host_credentials(builder, made)
        } else {
            parlour_bridge::Client::with_hooks(builder, made)
        };
        let client = client.map_err(|error| errors::raise(py, error))?;
        if hook.is_some() {
            client.watch_stops();
        }
        Ok(Client { client, hook, hooks })
    }

    /// The client's number in the records of `Port.stops()`; copies of the client share it.
    #[getter]
    fn number(&self) -> u64 {
        self.client.number()
    }

    /// How many messages of this client and its copies ended with which stop reason, `end_turn` excepted.
    #[getter]
    fn stop_reason_counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = self.client.stop_reason_counts().map_err(|error| errors::raise(py, error))?;
        let out = PyDict::new(py);
        for (reason, count) in counts {
            out.set_item(reason, count)?;
        }
        Ok(out)
    }

    /// The rate limits of the key as they are known and what waits for them, as JSON.
    #[getter]
    fn limiter_state(&self, py: Python<'_>) -> PyResult<String> {
        self.client.limiter_state().map_err(|error| errors::raise(py, error))
    }

    /// The state of this client and its copies at one moment, as JSON.
    fn stats(&self, py: Python<'_>) -> PyResult<String> {
        self.client.stats().map_err(|error| errors::raise(py, error))
    }

    /// What the message calls of this client and its copies used, as JSON. With `reset` the book begins anew.
    fn usage_report(&self, py: Python<'_>, reset: bool) -> PyResult<String> {
        self.client.usage_report(reset).map_err(|error| errors::raise(py, error))
    }

    /// The figures of the limiter and the ledger as a page for Prometheus.
    fn prometheus_text(&self, py: Python<'_>) -> PyResult<String> {
        self.client.prometheus_text().map_err(|error| errors::raise(py, error))
    }

    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.hook)?;
        visit.call(&self.hooks)
    }

    /// The address that calls go to.
    #[getter]
    fn base_url(&self, py: Python<'_>) -> PyResult<String> {
        self.client.base_url().map_err(|error| errors::raise(py, error))
    }

    /// The vendor in use.
    #[getter]
    fn vendor(&self, py: Python<'_>) -> PyResult<String> {
        self.client.vendor().map_err(|error| errors::raise(py, error))
    }

    /// The level that the environment asks for, numbered as in `logging`, 0 for none at all; `None` if it asks for
    /// none.
    #[getter]
    fn log_level(&self, py: Python<'_>) -> PyResult<Option<u32>> {
        let level = self.client.log_level().map_err(|error| errors::raise(py, error))?;
        Ok(level.map(|level| match level {
            Verbosity::Off => 0,
            Verbosity::Error => 40,
            Verbosity::Warn => 30,
            Verbosity::Info => 20,
            Verbosity::Debug => 10,
        }))
    }

    /// A copy with these options as defaults of its calls.
    fn with_options(&self, py: Python<'_>, options: &Bound<'_, PyDict>) -> PyResult<Client> {
        let json = json_in::secret_json(options.as_any())?;
        let options = settings::options(&json).map_err(|error| errors::raise(py, error))?;
        let hook = self.hook.as_ref().map(|hook| hook.clone_ref(py));
        let hooks = self.hooks.as_ref().map(|hooks| hooks.clone_ref(py));
        Ok(Client { client: self.client.with_options(options), hook, hooks })
    }

    /// Sends a call. Never blocks.
    ///
    /// `context` is that in which records and hooks of the call run; `Port.context()` returns it.
    #[pyo3(signature = (
        port, mode, body = None, options = None, credential = None, method = None, path = None, context = None
    ))]
    #[allow(clippy::too_many_arguments)]
    fn submit(
        &self,
        py: Python<'_>,
        port: &Bound<'_, Port>,
        mode: u8,
        body: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
        credential: Option<Text<'_>>,
        method: Option<Text<'_>>,
        path: Option<Text<'_>>,
        context: Option<Py<PyAny>>,
    ) -> PyResult<Op> {
        exit::guard_this_thread();
        let number = mode;
        let mode = mode_of(number)?;
        let call = call(py, mode, body, options, credential.as_deref(), method.as_deref(), path.as_deref())?;
        self.start(py, port.get().shared(), OpState::new(mode, number, context), call)
    }

    /// Sends a call for a whole answer and blocks the thread until it is there.
    #[pyo3(signature = (body, options = None, credential = None, mode = 0, method = None, path = None))]
    #[allow(clippy::too_many_arguments)]
    fn call(
        &self,
        py: Python<'_>,
        body: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
        credential: Option<Text<'_>>,
        mode: u8,
        method: Option<Text<'_>>,
        path: Option<Text<'_>>,
    ) -> PyResult<Py<PyAny>> {
        exit::guard_this_thread();
        let with_reply = mode == TURN;
        let mode = mode_of(mode)?;
        let call = call(py, mode, body, options, credential.as_deref(), method.as_deref(), path.as_deref())?;
        let port = blocking_port();
        let driven = self.client.prepare_blocking(&port, call).map_err(|error| errors::raise(py, error))?;
        let result = drive(py, mode, with_reply, driven);
        if port.has_logs() || port.has_stops() || port.has_ends() {
            port::deliver(py, &port);
        }
        keep_blocking_port(port);
        result
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Client(base_url={:?}, vendor={:?})", self.base_url(py)?, self.vendor(py)?))
    }
}

impl Client {
    fn start(
        &self,
        py: Python<'_>,
        port: &std::sync::Arc<PortInner>,
        state: std::sync::Arc<OpState>,
        call: CallRequest,
    ) -> PyResult<Op> {
        // On the port of an event loop the request is sent within this call.
        let op =
            py.detach(|| self.client.submit(port.port(), call)).map_err(|error| errors::raise(py, error))?;
        Ok(Op::new(op, state, port))
    }
}

/// Drives a call on this thread with the interpreter released; signals of the process are handled as they come
/// (loops §6), and an exception of a handler cancels the call.
fn drive(py: Python<'_>, mode: Mode, with_reply: bool, mut call: BlockingCall) -> PyResult<Py<PyAny>> {
    let interval = signal_check_interval();
    loop {
        let outcome = py.detach(|| call.run(interval));
        if let Err(interrupted) = py.check_signals() {
            py.detach(|| drop(call));
            return Err(interrupted);
        }
        match outcome {
            Some(Ok(answer)) => return state::whole(py, mode, with_reply, answer),
            Some(Err(error)) => return Err(errors::raise(py, error)),
            None => {}
        }
    }
}

fn call(
    py: Python<'_>,
    mode: Mode,
    body: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
    credential: Option<&str>,
    method: Option<&str>,
    path: Option<&str>,
) -> PyResult<CallRequest> {
    let is_message = matches!(mode, Mode::Create | Mode::CreateRaw | Mode::Stream);
    if let Some(resource) = body.and_then(|body| body.cast::<ResourceCall>().ok()) {
        let call = CallRequest { mode, ..resource.get().take()? };
        return with_settings(py, call, options, credential);
    }
    let made = body.and_then(|body| body.cast::<Body>().ok());
    let call = match (made, body) {
        (Some(made), _) if is_message => Ok(CallRequest::message_body(mode, made.get().body().clone())),
        (_, Some(body)) if is_message => Ok(CallRequest::message_body(mode, json_in::request(body)?)),
        (_, None) if is_message => CallRequest::message(mode, Bytes::new()),
        (_, body) => {
            let body = body.map_or_else(|| Ok(Bytes::new()), json_in::body)?;
            CallRequest::raw(mode, method.unwrap_or("GET"), path.unwrap_or_default().to_owned(), body)
        }
    };
    with_settings(py, call.map_err(|error| errors::raise(py, error))?, options, credential)
}

fn with_settings(
    py: Python<'_>,
    mut call: CallRequest,
    options: Option<&Bound<'_, PyDict>>,
    credential: Option<&str>,
) -> PyResult<CallRequest> {
    if let Some(options) = options {
        let json = json_in::secret_json(options.as_any())?;
        call.options = settings::options(&json).map_err(|error| errors::raise(py, error))?;
    }
    if let Some(key) = credential {
        call.credential = Some(Credential::api_key(key).map_err(|error| errors::raise(py, error.into()))?);
    }
    Ok(call)
}
