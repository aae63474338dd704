//! A consumer context of the host: its wake-up, the operations bound to it, the log records that wait for it.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use parlour_port::Capacity;

use crate::call::{Item, Take};
use crate::fork;
use crate::info::ErrorInfo;
use crate::log_ring::{EndRecord, LogRing, Record, StopRecord};
use crate::loop_driver::LoopDriver;

/// One per event loop, JavaScript environment, queue or blocking consumer. A clone is another handle. Operations
/// may be submitted from any thread; one thread at a time drains.
#[derive(Clone)]
pub struct Port {
    shared: Arc<PortInner>,
}

struct PortInner {
    port: parlour_port::Port<Item>,
    driver: Option<Arc<LoopDriver>>,
    generation: u32,
    next_token: AtomicU64,
    logs: Arc<LogRing>,
    ops: Mutex<Ops>,
}

/// The operations that a closing port has to cancel.
#[derive(Default)]
struct Ops {
    closed: bool,
    alive: Vec<Weak<dyn Cancel>>,
    /// The length of the list at which those that ended are removed.
    sweep_at: usize,
}

/// Cancels an operation when its port closes.
pub(crate) trait Cancel: Send + Sync {
    fn cancel(&self);
}

/// The items that a drain found for one operation.
#[derive(Debug)]
pub struct Woken {
    /// The operation's [`token`](crate::Op::token).
    pub token: u64,
    /// Its items: never [`Take::Armed`].
    pub take: Take,
}

impl Port {
    /// A port that wakes its consumer through `waker`, which is called on runtime threads: it must not block, must
    /// not enter the host language and must not call back into the port.
    pub fn new(waker: impl Fn() + Send + Sync + 'static) -> Port {
        Port::made(parlour_port::Port::new(waker), None)
    }

    /// A port whose consumer is an event loop that drives its calls itself, without a thread in between: it watches
    /// the descriptor, which lives as long as the port, and drains the port whenever that is readable. Calls are
    /// submitted, and run, on its thread alone.
    /// Calls of a client that may speak HTTP/2 are driven by the runtime; the consumer need not know.
    ///
    /// # Errors
    /// As [`ErrorInfo::system`] if the system gives no descriptors.
    #[cfg(unix)]
    pub fn for_event_loop() -> Result<(Port, std::os::fd::RawFd), ErrorInfo> {
        fork::watch();
        let driver = LoopDriver::new()?;
        let (fd, notifier) = (driver.fd(), driver.notifier());
        Ok((Port::made(parlour_port::Port::new(move || notifier.notify()), Some(Arc::new(driver))), fd))
    }

    fn made(port: parlour_port::Port<Item>, driver: Option<Arc<LoopDriver>>) -> Port {
        fork::watch();
        Port {
            shared: Arc::new(PortInner {
                port,
                driver,
                generation: fork::generation(),
                next_token: AtomicU64::new(1),
                logs: Arc::new(LogRing::default()),
                ops: Mutex::new(Ops { sweep_at: 64, ..Ops::default() }),
            }),
        }
    }

    /// The items of the armed operations, about `max` in all; another wake-up announces the rest. Clear the waker's
    /// signal before this. If the event loop drives the calls, they are polled first, until they would wait.
    ///
    /// # Errors
    /// As [`Port::check`]; kind `Internal` if the system does not report the readiness of a driving loop's sockets.
    pub fn drain(&self, max: usize) -> Result<Vec<Woken>, ErrorInfo> {
        self.check()?;
        if let Some(driver) = &self.shared.driver {
            driver.turn()?;
        }
        let batches = self.shared.port.drain(max);
        Ok(batches.into_iter().map(|(token, items)| Woken { token, take: Take::of(items) }).collect())
    }

    /// Whether operations got ready since the last drain. One atomic load.
    #[must_use]
    pub fn has_ready(&self) -> bool {
        self.shared.port.has_ready()
    }

    /// Wakes the consumer, as if an operation had items.
    pub fn wake(&self) {
        self.shared.port.wake();
    }

    pub(crate) fn loop_driver(&self) -> Option<&Arc<LoopDriver>> {
        self.shared.driver.as_ref()
    }

    /// Empties the ready list, for a port with one operation, which is asked itself afterwards.
    ///
    /// # Errors
    /// As [`Port::check`].
    pub fn clear(&self) -> Result<(), ErrorInfo> {
        self.check()?;
        self.shared.port.clear();
        Ok(())
    }

    /// Cancels every operation bound to this port; nothing is delivered afterwards, and none can be submitted.
    pub fn close(&self) {
        if self.check().is_err() {
            return;
        }
        let alive = {
            let mut ops = self.ops();
            ops.closed = true;
            std::mem::take(&mut ops.alive)
        };
        for op in alive.iter().filter_map(Weak::upgrade) {
            op.cancel();
        }
    }

    /// Whether log records wait. One atomic load.
    #[must_use]
    pub fn has_logs(&self) -> bool {
        self.shared.logs.has_logs()
    }

    /// The log records that waited, and how many were dropped because nobody came for them.
    #[must_use]
    pub fn logs(&self) -> (Vec<Record>, u64) {
        if self.check().is_err() { (Vec::new(), 0) } else { self.shared.logs.take_logs() }
    }

    /// Whether messages ended with another stop reason than `end_turn` (spec §2.5) since [`Port::stops`], for clients
    /// that [`Client::watch_stops`](crate::Client::watch_stops) was called of. One atomic load.
    #[must_use]
    pub fn has_stops(&self) -> bool {
        self.shared.logs.has_stops()
    }

    /// Those messages, the oldest first, and the last 1 024 of them. A record is here before the call's last item is.
    #[must_use]
    pub fn stops(&self) -> Vec<StopRecord> {
        if self.check().is_err() { Vec::new() } else { self.shared.logs.take_stops() }
    }

    /// Whether calls of clients with hooks ended since [`Port::ends`], and a hook wants to know. One atomic load.
    #[must_use]
    pub fn has_ends(&self) -> bool {
        self.shared.logs.has_ends()
    }

    /// The ends of calls that hooks want to know of, oldest first.
    #[must_use]
    pub fn ends(&self) -> Vec<EndRecord> {
        if self.check().is_err() { Vec::new() } else { self.shared.logs.take_ends() }
    }

    /// Whether this port may be used here.
    ///
    /// # Errors
    /// Kind `Internal` in a child that inherited the port from its parent by fork.
    pub fn check(&self) -> Result<(), ErrorInfo> {
        if self.shared.generation == fork::generation() { Ok(()) } else { Err(ErrorInfo::forked()) }
    }

    pub(crate) fn ring(&self) -> Arc<LogRing> {
        Arc::clone(&self.shared.logs)
    }

    pub(crate) fn queue(&self, capacity: Capacity) -> parlour_port::Queue<Item> {
        self.shared.port.queue(self.shared.next_token.fetch_add(1, Ordering::Relaxed), capacity)
    }

    /// Whether [`Port::close`] was called.
    pub(crate) fn is_closed(&self) -> bool {
        self.ops().closed
    }

    /// Remembers an operation for [`Port::close`]; false if the port was closed before.
    pub(crate) fn register(&self, op: Weak<dyn Cancel>) -> bool {
        let mut ops = self.ops();
        if ops.closed {
            return false;
        }
        if ops.alive.len() >= ops.sweep_at {
            ops.alive.retain(|op| op.strong_count() > 0);
            ops.sweep_at = (ops.alive.len() * 2).max(64);
        }
        ops.alive.push(op);
        true
    }

    fn ops(&self) -> std::sync::MutexGuard<'_, Ops> {
        self.shared.ops.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AsRef<Port> for Port {
    fn as_ref(&self) -> &Port {
        self
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        if self.check().is_err() {
            // Leaked: in a child its locks may be held by threads that do not exist.
            std::mem::forget(Arc::clone(&self.shared));
        }
    }
}

impl fmt::Debug for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Port").field("generation", &self.shared.generation).finish_non_exhaustive()
    }
}
