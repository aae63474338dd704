//! Ports for Python: a descriptor that an event loop watches or a thread waits on. It must not know which loop.

use std::collections::HashMap;
use std::os::fd::RawFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use parlour_bridge::hooks;
use parlour_bridge::{ErrorInfo, EventFd, IdlePorts, Wait};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::state::OpState;
use crate::{errors, exit};

/// Items that one drain takes, about, so that thousands of streams do not starve the rest of the loop.
const MAX_DRAIN: usize = 4096;
/// How long the main thread waits before it checks for signals: one that arrives just before the wait does not
/// interrupt it.
const SIGNAL_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// One per event loop or blocking consumer.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct Port {
    shared: Arc<PortInner>,
}

pub(crate) struct PortInner {
    port: parlour_bridge::Port,
    notifier: Notifier,
    ops: Mutex<HashMap<u64, Weak<OpState>>>,
}

/// Ports whose operations have ended.
static IDLE: IdlePorts<Idle> = IdlePorts::new();

struct Idle(Arc<PortInner>);

impl AsRef<parlour_bridge::Port> for Idle {
    fn as_ref(&self) -> &parlour_bridge::Port {
        &self.0.port
    }
}

/// The descriptor that becomes readable when a port has items.
enum Notifier {
    /// Threads of the runtime raise it.
    EventFd(Arc<EventFd>),
    /// The loop watches the sockets themselves, behind one descriptor.
    Host(RawFd),
}

impl Notifier {
    fn fd(&self) -> RawFd {
        match self {
            Notifier::EventFd(signal) => signal.fd(),
            Notifier::Host(fd) => *fd,
        }
    }

    fn clear(&self) {
        match self {
            Notifier::EventFd(signal) => signal.clear(),
            // Level-triggered: readable for as long as a socket is ready.
            Notifier::Host(_) => {}
        }
    }
}

impl PortInner {
    fn new(py: Python<'_>) -> PyResult<Arc<PortInner>> {
        let signal = EventFd::new().map_err(|error| {
            errors::raise(py, ErrorInfo::system("no descriptor for wake-ups could be opened", &error))
        })?;
        let signal = Arc::new(signal);
        let wake = Arc::clone(&signal);
        let port = parlour_bridge::Port::new(move || wake.raise());
        port.check().map_err(|error| errors::raise(py, error))?;
        Ok(Arc::new(PortInner { port, notifier: Notifier::EventFd(signal), ops: Mutex::new(HashMap::new()) }))
    }

    fn hosted(py: Python<'_>) -> PyResult<Arc<PortInner>> {
        let (port, fd) = parlour_bridge::Port::for_event_loop().map_err(|error| errors::raise(py, error))?;
        Ok(Arc::new(PortInner { port, notifier: Notifier::Host(fd), ops: Mutex::new(HashMap::new()) }))
    }

    pub(crate) fn port(&self) -> &parlour_bridge::Port {
        &self.port
    }

    pub(crate) fn register(&self, token: u64, state: &Arc<OpState>) {
        self.ops().insert(token, Arc::downgrade(state));
    }

    pub(crate) fn deregister(&self, token: u64) {
        // A forked child leaves the tables of its parent alone: another thread may have held the lock.
        if self.port.check().is_ok() {
            self.ops().remove(&token);
        }
    }

    fn ops(&self) -> MutexGuard<'_, HashMap<u64, Weak<OpState>>> {
        self.ops.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Clears the descriptor, then the port: the order that loses no wake-up. Not in a child, whose descriptor is
    /// also its parent's.
    pub(crate) fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.try_clear().map_err(|error| errors::raise(py, error))
    }

    fn try_clear(&self) -> Result<(), ErrorInfo> {
        self.port.check()?;
        self.notifier.clear();
        self.port.clear()
    }

    /// Blocks this thread until the port is woken, with the interpreter released; signals of the process are
    /// handled as they come (loops §6).
    pub(crate) fn wait(&self, py: Python<'_>) -> PyResult<()> {
        let Notifier::EventFd(signal) = &self.notifier else {
            return Err(errors::raise(
                py,
                ErrorInfo::config("only a loop can wait for what it drives itself"),
            ));
        };
        let interval = signal_check_interval();
        loop {
            let outcome = py
                .detach(|| signal.wait(interval))
                .map_err(|error| errors::raise(py, ErrorInfo::system("waiting failed", &error)))?;
            py.check_signals()?;
            if outcome == Wait::Raised {
                return self.clear(py);
            }
        }
    }
}

/// How long this thread may wait before it checks for signals; `None` for no limit.
pub(crate) fn signal_check_interval() -> Option<Duration> {
    may_handle_signals().then_some(SIGNAL_CHECK_INTERVAL)
}

/// Whether Python runs its signal handlers on this thread: the main one, where that is known. Asked of the system
/// once for each thread of a process; the thread that forks becomes the main one.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn may_handle_signals() -> bool {
    thread_local! {
        static KNOWN: std::cell::Cell<Option<(u32, bool)>> = const { std::cell::Cell::new(None) };
    }
    let generation = parlour_bridge::generation();
    match KNOWN.get() {
        Some((known, main)) if known == generation => main,
        _ => {
            // SAFETY: both calls only read ids of this thread and process.
            let main = unsafe { libc::syscall(libc::SYS_gettid) == libc::c_long::from(libc::getpid()) };
            KNOWN.set(Some((generation, main)));
            main
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn may_handle_signals() -> bool {
    true
}

#[pymethods]
impl Port {
    #[new]
    fn new(py: Python<'_>) -> PyResult<Port> {
        Ok(Port { shared: PortInner::new(py)? })
    }

    /// A port for the loop of this thread, which watches the descriptor and drains the port when it is readable: calls
    /// run in `submit()` and `drain()`, without a thread in between.
    #[staticmethod]
    fn hosted(py: Python<'_>) -> PyResult<Port> {
        Ok(Port { shared: PortInner::hosted(py)? })
    }

    /// A port for one operation: an idle one, or a new one.
    #[staticmethod]
    fn borrow(py: Python<'_>) -> PyResult<Port> {
        Ok(Port { shared: IDLE.take().map_or_else(|| PortInner::new(py), |idle| Ok(idle.0))? })
    }

    /// Returns a port of `borrow()` whose operation has ended to the idle ones.
    fn give_back(&self) {
        self.shared.notifier.clear();
        IDLE.give_back(Box::new(Idle(Arc::clone(&self.shared))));
    }

    /// The descriptor to watch for reading; it stays open as long as the port.
    fn fileno(&self) -> i32 {
        self.shared.notifier.fd()
    }

    /// The armed operations that have items, as `(token, outcome)`: a list as from `take()`, an exception, or `None` if
    /// the operation is to be polled again.
    fn drain<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        exit::guard_this_thread();
        self.shared.port.check().map_err(|error| errors::raise(py, error))?;
        self.shared.notifier.clear();
        let woken =
            py.detach(|| self.shared.port.drain(MAX_DRAIN)).map_err(|error| errors::raise(py, error))?;
        let out = PyList::empty(py);
        for one in woken {
            let Some(state) = self.shared.ops().get(&one.token).and_then(Weak::upgrade) else { continue };
            state.absorb(one.take);
            let outcome = match state.ready(py) {
                Ok(Some(list)) => list.into_any(),
                Ok(None) => py.None().into_bound(py),
                Err(error) => error.into_value(py).into_bound(py).into_any(),
            };
            out.append((one.token, outcome))?;
        }
        Ok(out)
    }

    /// Clears the descriptor and the set of woken operations, for a port with one operation, which is polled
    /// afterwards.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.shared.clear(py)
    }

    /// Cancels every operation bound to this port, and releases their contexts.
    fn close(&self) {
        self.shared.port.close();
        let states: Vec<_> = self.shared.ops().values().filter_map(Weak::upgrade).collect();
        for state in states {
            state.drop_context();
        }
    }

    /// The context that the operation with this token keeps; `None` if it keeps none, or has been dropped.
    fn context(&self, py: Python<'_>, token: u64) -> Option<Py<PyAny>> {
        let state = self.shared.ops().get(&token).and_then(Weak::upgrade)?;
        state.context(py)
    }

    /// The log records collected at this port: level, message, fields, and the operation, 0 for none.
    fn logs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        logs(py, &self.shared.port)
    }

    /// The messages that ended with another stop reason than `end_turn`, for clients with a hook: number of the client,
    /// stop reason, request id, message id, model, and the operation. Then the ends of calls: number of the client,
    /// place of the hook, JSON, and the operation.
    fn stops<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        stops(py, &self.shared.port)
    }
}

/// What the hooks of clients are called for at their own time: see `Port.stops()`.
pub(crate) fn stops<'py>(py: Python<'py>, port: &parlour_bridge::Port) -> PyResult<Bound<'py, PyList>> {
    let out = PyList::empty(py);
    if port.has_stops() {
        for stop in port.stops() {
            let notice = stop.notice;
            let reason = notice.stop_reason.as_str();
            let ids = (notice.request_id, notice.message_id, notice.model);
            out.append((stop.client, reason, ids.0, ids.1, ids.2, stop.token))?;
        }
    }
    if port.has_ends() {
        for end in port.ends() {
            let json = hooks::end_json(&end.end, end.telemetry).map_err(|error| errors::raise(py, error))?;
            out.append((end.client, end.hook, json, end.token))?;
        }
    }
    Ok(out)
}

/// The log records collected at a port: level, message, fields, operation.
pub(crate) fn logs<'py>(py: Python<'py>, port: &parlour_bridge::Port) -> PyResult<Bound<'py, PyList>> {
    use parlour_bridge::logs::Verbosity;
    let (records, dropped) = port.logs();
    let out = PyList::empty(py);
    for record in records {
        let level = match record.level {
            Verbosity::Error => 40,
            Verbosity::Warn => 30,
            Verbosity::Info => 20,
            Verbosity::Off | Verbosity::Debug => 10,
        };
        let fields = PyDict::new(py);
        for (name, value) in record.fields {
            fields.set_item(name, value)?;
        }
        out.append((level, record.message, fields, record.token))?;
    }
    if dropped > 0 {
        let message = format!("{dropped} log records were dropped: nobody took them");
        out.append((30, message, PyDict::new(py), 0_u64))?;
    }
    Ok(out)
}

/// Delivers records that a blocking call has left at its port. The answer is there: a failed delivery is reported, and
/// does not replace it.
pub(crate) fn deliver(py: Python<'_>, port: &parlour_bridge::Port) {
    let delivered = || -> PyResult<()> {
        if port.has_logs() {
            py.import("parlour._io.log")?.call_method1("handle", (logs(py, port)?,))?;
        }
        if port.has_stops() || port.has_ends() {
            py.import("parlour._io.stops")?.call_method1("call", (stops(py, port)?,))?;
        }
        Ok(())
    };
    if let Err(error) = delivered() {
        error.write_unraisable(py, None);
    }
}

impl Port {
    /// Whether no log records and nothing for hooks wait here.
    pub(crate) fn is_quiet(&self) -> bool {
        let port = &self.shared.port;
        !(port.has_logs() || port.has_stops() || port.has_ends())
    }

    pub(crate) fn shared(&self) -> &Arc<PortInner> {
        &self.shared
    }
}
