//! The service on a thread of its own, for callers without an async runtime (tests in other languages above all).

use std::fmt;
use std::io;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::config::Builder;
use crate::emulator::Emulator;

/// A running service with its own thread. Everything of [`Emulator`] that does not wait is reached through `Deref`; the
/// waiting helpers have blocking variants. Dropping it stops the service and joins the thread.
pub struct BlockingEmulator {
    emulator: Arc<Emulator>,
    runtime: tokio::runtime::Handle,
    finish: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl BlockingEmulator {
    pub(crate) fn launch(config: Builder) -> io::Result<Self> {
        let (told, ready) = mpsc::channel();
        let (finish, finished) = oneshot::channel::<()>();
        let thread = std::thread::Builder::new().name("parlour-emulator".to_owned()).spawn(move || {
            let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
                Ok(runtime) => runtime,
                Err(error) => return drop(told.send(Err(error))),
            };
            runtime.block_on(async move {
                match Emulator::launch(config).await {
                    Ok(emulator) => {
                        let emulator = Arc::new(emulator);
                        let _ = told.send(Ok((Arc::clone(&emulator), tokio::runtime::Handle::current())));
                        let _ = finished.await;
                    }
                    Err(error) => drop(told.send(Err(error))),
                }
            });
        })?;
        let gone = || io::Error::other("the thread of the service ended before it was ready");
        let (emulator, runtime) = ready.recv().map_err(|_| gone())??;
        Ok(Self { emulator, runtime, finish: Some(finish), thread: Some(thread) })
    }

    /// Blocking variant of [`Emulator::wait_until`].
    pub fn wait_until(
        &self,
        within: Duration,
        holds: impl Fn(&Emulator) -> bool + Send + Sync + 'static,
    ) -> bool {
        let emulator = Arc::clone(&self.emulator);
        let (told, answer) = mpsc::channel();
        self.runtime.spawn(async move {
            let _ = told.send(emulator.wait_until(within, holds).await);
        });
        answer.recv().unwrap_or(false)
    }

    /// Blocking variant of [`Emulator::wait_closed_early`].
    #[must_use]
    pub fn wait_closed_early(&self, count: u64) -> bool {
        self.wait_until(Duration::from_secs(10), move |emu| emu.closed_early() >= count)
    }

    /// Blocking variant of [`Emulator::wait_requests`].
    #[must_use]
    pub fn wait_requests(&self, count: usize) -> bool {
        self.wait_until(Duration::from_secs(10), move |emu| emu.requests().len() >= count)
    }

    /// Blocking variant of [`Emulator::wait_open_connections`].
    #[must_use]
    pub fn wait_open_connections(&self, count: u64) -> bool {
        self.wait_until(Duration::from_secs(10), move |emu| emu.open_connections() == count)
    }
}

impl Deref for BlockingEmulator {
    type Target = Emulator;

    fn deref(&self) -> &Emulator {
        &self.emulator
    }
}

impl Drop for BlockingEmulator {
    fn drop(&mut self) {
        drop(self.finish.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl fmt::Debug for BlockingEmulator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.emulator.fmt(f)
    }
}
