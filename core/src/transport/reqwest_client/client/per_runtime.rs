//! One client of reqwest for each runtime. Its connections have tasks, which run on the runtime that spawned them. A
//! call on another runtime would lose its connection when that runtime shuts down, although its request may have been
//! processed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::runtime::{Handle, Id};
use tokio::sync::oneshot;

/// The maximum number of runtimes whose connections are kept. Beyond it the oldest are closed.
const KEPT: usize = 64;

pub(super) struct PerRuntime {
    state: Arc<Mutex<RuntimeClients>>,
}

#[derive(Default)]
struct RuntimeClients {
    /// The number of clients kept so far.
    serial: u64,
    /// Built before any runtime was known: used by the first one.
    spare: Option<reqwest::Client>,
    /// In the order in which they were made.
    clients: Vec<OfRuntime>,
}

/// A kept client, and the number to remove it by.
#[derive(Clone)]
pub(super) struct Kept {
    pub(super) client: reqwest::Client,
    serial: u64,
}

struct OfRuntime {
    runtime: Id,
    kept: Kept,
    /// Dropping it ends the task that waits for the end of the runtime.
    _guarded: oneshot::Sender<()>,
}

impl PerRuntime {
    pub(super) fn new(spare: Option<reqwest::Client>) -> PerRuntime {
        PerRuntime { state: Arc::new(Mutex::new(RuntimeClients { serial: 0, spare, clients: Vec::new() })) }
    }

    /// The client of the runtime that polls the caller, if there is one.
    pub(super) fn get(&self) -> Option<Kept> {
        let handle = Handle::current();
        let mut state = self.lock();
        if let Some(known) = state.of(handle.id()) {
            return Some(known);
        }
        let spare = state.spare.take()?;
        Some(self.keep(state, &handle, spare))
    }

    /// Keeps this client for the runtime that polls the caller, unless another caller was faster; returns the client to
    /// use.
    pub(super) fn put(&self, client: reqwest::Client) -> Kept {
        let handle = Handle::current();
        let state = self.lock();
        match state.of(handle.id()) {
            Some(known) => known,
            None => self.keep(state, &handle, client),
        }
    }

    /// Makes the next caller build another client: the idle connections of this one close, and calls in flight keep
    /// theirs.
    pub(super) fn forget(&self, kept: &Kept) {
        let gone = self.lock().remove(kept.serial);
        drop(gone);
    }

    fn keep(
        &self,
        mut state: MutexGuard<'_, RuntimeClients>,
        handle: &Handle,
        client: reqwest::Client,
    ) -> Kept {
        let (guarded, dropped) = oneshot::channel();
        state.serial += 1;
        let kept = Kept { client, serial: state.serial };
        let oldest = (state.clients.len() >= KEPT).then(|| state.clients.remove(0));
        state.clients.push(OfRuntime { runtime: handle.id(), kept: kept.clone(), _guarded: guarded });
        drop(state);
        // Connections are closed outside the lock.
        drop(oldest);
        let guard = Guard { state: Arc::downgrade(&self.state), serial: kept.serial };
        handle.spawn(async move {
            let _guard = guard;
            let _ended = dropped.await;
        });
        kept
    }

    fn lock(&self) -> MutexGuard<'_, RuntimeClients> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RuntimeClients {
    fn of(&self, runtime: Id) -> Option<Kept> {
        let known = self.clients.iter().find(|known| known.runtime == runtime);
        known.map(|known| known.kept.clone())
    }

    fn remove(&mut self, serial: u64) -> Option<OfRuntime> {
        let at = self.clients.iter().position(|known| known.kept.serial == serial)?;
        Some(self.clients.remove(at))
    }
}

/// Held by a task of the runtime: dropped with it.
struct Guard {
    state: Weak<Mutex<RuntimeClients>>,
    serial: u64,
}

impl Drop for Guard {
    fn drop(&mut self) {
        let Some(state) = self.state.upgrade() else { return };
        let gone = state.lock().unwrap_or_else(PoisonError::into_inner).remove(self.serial);
        drop(gone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().build().unwrap()
    }

    fn client() -> reqwest::Client {
        reqwest::Client::builder().tls_backend_preconfigured(no_trust()).build().unwrap()
    }

    fn no_trust() -> rustls::ClientConfig {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(rustls::RootCertStore::empty())
            .with_no_client_auth()
    }

    #[test]
    fn each_runtime_has_its_own_and_takes_it_along() {
        let all = PerRuntime::new(Some(client()));
        let kept = || all.lock().clients.len();
        let (first, second) = (runtime(), runtime());
        first.block_on(async { assert!(all.get().is_some(), "the spare one") });
        second.block_on(async {
            assert!(all.get().is_none());
            all.put(client());
            all.put(client());
            assert!(all.get().is_some());
        });
        assert_eq!(kept(), 2);
        drop(first);
        assert_eq!(kept(), 1);
        drop(second);
        assert_eq!(kept(), 0);
    }

    #[test]
    fn one_that_is_forgotten_takes_no_other_along() {
        let all = PerRuntime::new(Some(client()));
        let runtime = runtime();
        runtime.block_on(async {
            let first = all.get().unwrap();
            all.forget(&first);
            assert!(all.get().is_none());
            let second = all.put(client());
            // Its number is the first one's no more.
            all.forget(&first);
            assert_eq!(all.get().unwrap().serial, second.serial);
            // The task of the first one ends, and leaves the second alone.
            while runtime.metrics().num_alive_tasks() > 1 {
                tokio::task::yield_now().await;
            }
            assert_eq!(all.get().unwrap().serial, second.serial);
        });
    }

    #[test]
    fn their_number_is_bounded_and_their_tasks_end_with_them() {
        let all = PerRuntime::new(None);
        let runtimes = (0..=KEPT).map(|_| runtime()).collect::<Vec<_>>();
        let tasks = |at: usize| runtimes[at].metrics().num_alive_tasks();
        for runtime in &runtimes {
            runtime.block_on(async { all.put(client()) });
        }
        assert_eq!(all.lock().clients.len(), KEPT);
        runtimes[0].block_on(async {
            while tasks(0) > 0 {
                tokio::task::yield_now().await;
            }
            assert!(all.get().is_none(), "the oldest made room");
        });
        assert_eq!(tasks(1), 1);
        drop(all);
        runtimes[1].block_on(async {
            while tasks(1) > 0 {
                tokio::task::yield_now().await;
            }
        });
    }
}
