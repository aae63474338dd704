//! The event-loop driver: calls that a host's event loop drives itself when the descriptor is readable.
//!
//! An answer then passes through no other thread: the loop that waits for it is woken by its socket. Only timers and
//! name look-ups use the runtime, whose threads notify the loop when one of them is due.

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::io;
use std::os::fd::RawFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlour::IoDriver;
use parlour_port::{Executor, Notifier, Task};

use crate::info::ErrorInfo;
use crate::reactor::Reactor;
use crate::runtime;

pub(crate) struct LoopDriver {
    reactor: Reactor,
    executor: Executor,
    /// Clients whose connections are registered here, by their number.
    clients: Mutex<HashMap<u64, parlour::Client>>,
}

impl LoopDriver {
    /// # Errors
    /// As [`ErrorInfo::system`] if the system gives no descriptors.
    pub(crate) fn new() -> Result<LoopDriver, ErrorInfo> {
        let made = || {
            let reactor = Reactor::new()?;
            let waker = reactor.waker()?;
            // A full counter is readable already, and there is no other failure.
            let executor = Executor::new(move || drop(waker.wake()));
            Ok(LoopDriver { reactor, executor, clients: Mutex::default() })
        };
        made().map_err(|error: io::Error| ErrorInfo::system("sockets cannot be watched", &error))
    }

    /// Readable when the loop has to call [`turn`](Self::turn).
    pub(crate) fn fd(&self) -> RawFd {
        self.reactor.fd()
    }

    pub(crate) fn notifier(&self) -> Notifier {
        self.executor.notifier()
    }

    /// Starts a call: it runs on this thread until it has to wait.
    ///
    /// # Errors
    /// As [`runtime::get`], whose threads keep the timers.
    pub(crate) fn spawn(&self, call: impl Future<Output = ()> + Send + 'static) -> Result<Task, ErrorInfo> {
        let _timers = runtime::get()?.enter();
        Ok(self.executor.spawn(call))
    }

    /// Polls the sockets and runs the tasks that are ready, without waiting.
    ///
    /// # Errors
    /// Kind `Internal` if the system cannot report socket events.
    pub(crate) fn turn(&self) -> Result<(), ErrorInfo> {
        let _timers = runtime::get()?.enter();
        self.executor
            .turn(|| self.reactor.poll())
            .map_err(|error| ErrorInfo::system("sockets cannot be polled", &error))
    }

    /// The client with this number whose connections are registered with this loop.
    pub(crate) fn client(
        &self,
        number: u64,
        make: impl FnOnce(Arc<dyn IoDriver>) -> parlour::Client,
    ) -> parlour::Client {
        self.clients().entry(number).or_insert_with(|| make(self.reactor.sockets())).clone()
    }

    /// Drops a client whose last copy is gone, and its idle connections.
    pub(crate) fn forget_client(&self, number: u64) {
        let forgotten = self.clients().remove(&number);
        drop(forgotten);
    }

    fn clients(&self) -> MutexGuard<'_, HashMap<u64, parlour::Client>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for LoopDriver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoopDriver").field("fd", &self.fd()).finish_non_exhaustive()
    }
}
