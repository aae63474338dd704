//! A host's event loop that drives calls itself, when it finds the descriptor readable. It must not know what the calls
//! do, nor which loop it is.
//!
//! An answer then passes through no other thread: the loop that waits for it is woken by its socket. Only timers and
//! names are the runtime's, whose threads ring when one of them is due.

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::io;
use std::os::fd::RawFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlour::Sockets;
use parlour_port::{Executor, Notifier, Task};

use crate::info::ErrorInfo;
use crate::reactor::Reactor;
use crate::runtime;

pub(crate) struct LoopDriver {
    reactor: Reactor,
    tasks: Executor,
    /// Clients whose connections are watched here, by their number.
    clients: Mutex<HashMap<u64, parlour::Client>>,
}

impl LoopDriver {
    /// # Errors
    /// Kind `Internal` if the system gives no descriptors.
    pub(crate) fn new() -> Result<LoopDriver, ErrorInfo> {
        let made = || {
            let reactor = Reactor::new()?;
            let waker = reactor.waker()?;
            // A counter that is full is readable already; there is nothing else that can fail.
            let tasks = Executor::new(move || drop(waker.wake()));
            Ok(LoopDriver { reactor, tasks, clients: Mutex::default() })
        };
        made().map_err(|error: io::Error| ErrorInfo::internal(format!("sockets cannot be watched: {error}")))
    }

    /// Readable when a turn is due.
    pub(crate) fn fd(&self) -> RawFd {
        self.reactor.fd()
    }

    pub(crate) fn notifier(&self) -> Notifier {
        self.tasks.notifier()
    }

    /// Starts a call: it runs on this thread until it has to wait.
    ///
    /// # Errors
    /// Kind `Internal` if the system gives no threads for timers.
    pub(crate) fn spawn(&self, call: impl Future<Output = ()> + Send + 'static) -> Result<Task, ErrorInfo> {
        let _timers = runtime::get()?.enter();
        Ok(self.tasks.spawn(call))
    }

    /// Looks at the sockets and runs what can go on, without waiting.
    ///
    /// # Errors
    /// Kind `Internal` if the system does not report on sockets.
    pub(crate) fn turn(&self) -> Result<(), ErrorInfo> {
        let _timers = runtime::get()?.enter();
        self.tasks
            .turn(|| self.reactor.look())
            .map_err(|error| ErrorInfo::internal(format!("sockets cannot be looked at: {error}")))
    }

    /// The twin of a client, by the client's number, whose connections are watched here.
    pub(crate) fn client(
        &self,
        number: u64,
        make: impl FnOnce(Arc<dyn Sockets>) -> parlour::Client,
    ) -> parlour::Client {
        self.clients().entry(number).or_insert_with(|| make(self.reactor.sockets())).clone()
    }

    /// Lets go of a client whose last copy is gone, and of its idle connections.
    pub(crate) fn forget(&self, number: u64) {
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
