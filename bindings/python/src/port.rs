//! Ports for Python: a descriptor that an event loop watches, or that a thread waits on. It must not know which loop.

use std::collections::HashMap;
use std::os::fd::RawFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use parlour_bridge::{ErrorInfo, EventFd, IdlePorts, Wait};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::state::State;
use crate::{errors, exit};

/// Items that one drain takes at most, so that a loop with thousands of streams gets its turn.
const DRAIN: usize = 4096;
/// How long the main thread waits at a time: a signal that comes just before the wait interrupts nothing.
const SLICE: Duration = Duration::from_millis(50);

/// One per event loop or blocking consumer.
#[pyclass(frozen, module = "parlour._native")]
pub(crate) struct Port {
    shared: Arc<Shared>,
}

pub(crate) struct Shared {
    port: parlour_bridge::Port,
    wakes: Wakes,
    ops: Mutex<HashMap<u64, Weak<State>>>,
}

/// Ports with a descriptor whose operations are over.
static IDLE: IdlePorts<Idle> = IdlePorts::new();

struct Idle(Arc<Shared>);

impl AsRef<parlour_bridge::Port> for Idle {
    fn as_ref(&self) -> &parlour_bridge::Port {
        &self.0.port
    }
}

/// What tells that a port has something.
enum Wakes {
    /// Threads of the runtime raise it.
    EventFd(Arc<EventFd>),
    /// The loop watches the sockets themselves, behind one descriptor.
    Host(RawFd),
}

impl Wakes {
    fn fd(&self) -> RawFd {
        match self {
            Wakes::EventFd(signal) => signal.fd(),
            Wakes::Host(fd) => *fd,
        }
    }

    fn clear(&self) {
        match self {
            Wakes::EventFd(signal) => signal.clear(),
            // Readable for as long as there is something to look at.
            Wakes::Host(_) => {}
        }
    }
}

impl Shared {
    fn new(py: Python<'_>) -> PyResult<Arc<Shared>> {
        let signal = Arc::new(EventFd::new()?);
        let wake = Arc::clone(&signal);
        let port = parlour_bridge::Port::new(move || wake.raise());
        port.check().map_err(|error| errors::raise(py, error))?;
        Ok(Arc::new(Shared { port, wakes: Wakes::EventFd(signal), ops: Mutex::new(HashMap::new()) }))
    }

    fn hosted(py: Python<'_>) -> PyResult<Arc<Shared>> {
        let (port, fd) = parlour_bridge::Port::for_event_loop().map_err(|error| errors::raise(py, error))?;
        Ok(Arc::new(Shared { port, wakes: Wakes::Host(fd), ops: Mutex::new(HashMap::new()) }))
    }

    pub(crate) fn port(&self) -> &parlour_bridge::Port {
        &self.port
    }

    pub(crate) fn adopt(&self, token: u64, state: &Arc<State>) {
        self.ops().insert(token, Arc::downgrade(state));
    }

    pub(crate) fn forget(&self, token: u64) {
        // A child does not touch what it inherited.
        if self.port.check().is_ok() {
            self.ops().remove(&token);
        }
    }

    fn ops(&self) -> MutexGuard<'_, HashMap<u64, Weak<State>>> {
        self.ops.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Clears the descriptor, then the port: the order that loses no wake-up. Not in a child, whose descriptor is
    /// also its parent's.
    pub(crate) fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.try_clear().map_err(|error| errors::raise(py, error))
    }

    fn try_clear(&self) -> Result<(), ErrorInfo> {
        self.port.check()?;
        self.wakes.clear();
        self.port.clear()
    }

    /// Blocks this thread until the port is woken, with the interpreter released; signals of the process are
    /// handled as they come (decision 0009).
    pub(crate) fn wait(&self, py: Python<'_>) -> PyResult<()> {
        let Wakes::EventFd(signal) = &self.wakes else {
            return Err(errors::raise(
                py,
                ErrorInfo::config("only a loop can wait for what it drives itself"),
            ));
        };
        let slice = waiting_slice();
        loop {
            let outcome = py.detach(|| signal.wait(slice))?;
            py.check_signals()?;
            if outcome == Wait::Raised {
                return self.clear(py);
            }
        }
    }
}

/// How long this thread may wait before it looks for signals; `None` for as long as it takes.
pub(crate) fn waiting_slice() -> Option<Duration> {
    may_handle_signals().then_some(SLICE)
}

/// Whether Python runs its signal handlers on this thread: the main one, where that can be told. Asked of the system
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
        Ok(Port { shared: Shared::new(py)? })
    }

    /// A port for the loop of this thread, which watches the descriptor and drains the port when it is readable: calls
    /// run in `submit()` and `drain()`, without a thread in between.
    #[staticmethod]
    fn hosted(py: Python<'_>) -> PyResult<Port> {
        Ok(Port { shared: Shared::hosted(py)? })
    }

    /// A port for one operation: one whose operation is over, or a new one.
    #[staticmethod]
    fn borrow(py: Python<'_>) -> PyResult<Port> {
        Ok(Port { shared: IDLE.take().map_or_else(|| Shared::new(py), |idle| Ok(idle.0))? })
    }

    /// Keeps a port of `borrow()` whose operation is over for the next one.
    fn give_back(&self) {
        self.shared.wakes.clear();
        IDLE.give_back(Box::new(Idle(Arc::clone(&self.shared))));
    }

    /// The descriptor to watch for reading; it stays open as long as the port.
    fn fileno(&self) -> i32 {
        self.shared.wakes.fd()
    }

    /// What the operations that waited now have, as `(token, outcome)`: a list as from `take()`, an exception, or
    /// `None` if the operation should be asked again.
    fn drain<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        exit::keep_this_thread();
        self.shared.port.check().map_err(|error| errors::raise(py, error))?;
        self.shared.wakes.clear();
        let woken = py.detach(|| self.shared.port.drain(DRAIN)).map_err(|error| errors::raise(py, error))?;
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

    /// Clears the descriptor and forgets who raised it, for a port with one operation, which is asked afterwards.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.shared.clear(py)
    }

    /// Cancels every operation bound to this port.
    fn close(&self) {
        self.shared.port.close();
    }

    /// The log records that waited here: level, message, fields.
    fn logs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        logs(py, &self.shared.port)
    }

    /// The messages that ended with another stop reason than `end_turn`, for clients with a hook: number of the client,
    /// stop reason, request id, message id, model.
    fn stops(&self) -> Vec<Stop> {
        stops(&self.shared.port)
    }
}

/// A stop as Python takes it.
pub(crate) type Stop = (u64, String, Option<String>, String, String);

/// The messages that ended with another stop reason than `end_turn`.
pub(crate) fn stops(port: &parlour_bridge::Port) -> Vec<Stop> {
    if !port.has_stops() {
        return Vec::new();
    }
    let stops = port.stops().into_iter();
    stops
        .map(|stop| {
            let notice = stop.notice;
            let reason = notice.stop_reason.as_str().to_owned();
            (stop.client, reason, notice.request_id, notice.message_id, notice.model)
        })
        .collect()
}

/// The log records that waited at a port: level, message, fields.
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
        out.append((level, record.message, fields))?;
    }
    if dropped > 0 {
        out.append((30, format!("{dropped} log records were dropped: nobody took them"), PyDict::new(py)))?;
    }
    Ok(out)
}

impl Port {
    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }
}
