//! The pool of idle connections.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};
use std::time::Duration;

use tokio::runtime::{Handle, Id};
use tokio::time::Instant;

use super::super::Pool;
use super::super::connection::Connection;
use super::head::Origin;

pub(super) struct IdlePool {
    /// Maximum number per origin.
    most: usize,
    limit: Option<Duration>,
    state: Mutex<PoolState>,
}

#[derive(Default)]
struct PoolState {
    /// A client calls one origin, rarely a second.
    waiting: Vec<(Origin, Vec<IdleConnection>)>,
    /// Whether a task closes expired connections.
    reaper_runs: bool,
}

impl PoolState {
    fn of(&mut self, origin: &Origin) -> Option<&mut Vec<IdleConnection>> {
        self.waiting.iter_mut().find(|(of, _)| of == origin).map(|(_, waiting)| waiting)
    }
}

struct IdleConnection {
    connection: Connection,
    since: Instant,
    /// The runtime whose driver watches the socket: on another runtime, nothing would wake its reader after this one
    /// has shut down.
    runtime: Id,
}

impl IdlePool {
    pub(super) fn new(settings: &Pool) -> Arc<IdlePool> {
        // A limit that the clock cannot express is no limit.
        let limit = settings.idle_timeout.filter(|limit| Instant::now().checked_add(*limit).is_some());
        Arc::new(IdlePool { most: settings.max_idle_per_host, limit, state: Mutex::default() })
    }

    /// An empty pool with the same limits.
    pub(super) fn empty_copy(&self) -> Arc<IdlePool> {
        Arc::new(IdlePool { most: self.most, limit: self.limit, state: Mutex::default() })
    }

    /// The most recently used connection that is still open and driven by this runtime.
    pub(super) async fn take(&self, origin: &Origin, runtime: Id) -> Option<Connection> {
        loop {
            let mut connection = self.pop(origin, runtime)?;
            if connection.is_reusable().await {
                return Some(connection);
            }
        }
    }

    fn pop(&self, origin: &Origin, runtime: Id) -> Option<Connection> {
        let mut state = self.lock();
        let waiting = state.of(origin)?;
        let at = waiting.iter().rposition(|one| one.runtime == runtime)?;
        let found = waiting.remove(at);
        // The ones before it have been idle for longer.
        if self.limit.is_some_and(|limit| found.since.elapsed() >= limit) {
            waiting.retain(|one| one.runtime != runtime);
            return None;
        }
        Some(found.connection)
    }

    /// Returns a connection to the pool that was opened on this `runtime`, wherever its answer was read.
    pub(super) fn put(self: &Arc<Self>, origin: &Origin, connection: Connection, runtime: Id) {
        let Ok(handle) = Handle::try_current() else { return };
        let one = IdleConnection { connection, since: Instant::now(), runtime };
        let mut state = self.lock();
        match state.of(origin) {
            Some(waiting) if waiting.len() < self.most => waiting.push(one),
            None if self.most > 0 => state.waiting.push((origin.clone(), vec![one])),
            _ => return,
        }
        if let Some(limit) = self.limit
            && !std::mem::replace(&mut state.reaper_runs, true)
        {
            handle.spawn(reap(ReaperGuard(Arc::downgrade(self)), limit));
        }
    }

    /// Closes expired connections, and returns when the next one expires.
    fn sweep(&self, limit: Duration) -> Option<Instant> {
        let mut state = self.lock();
        let now = Instant::now();
        state.waiting.retain_mut(|(_, waiting)| {
            waiting.retain(|one| now.duration_since(one.since) < limit);
            !waiting.is_empty()
        });
        let oldest = state.waiting.iter().flat_map(|(_, waiting)| waiting).map(|one| one.since).min();
        state.reaper_runs = oldest.is_some();
        oldest.map(|since| since + limit)
    }

    /// Closes all connections that this process made, and returns their number. Skips a pool whose lock is taken.
    pub(super) fn give_up(&self) -> usize {
        let mut given_up = Vec::new();
        {
            let mut state = match self.state.try_lock() {
                Ok(state) => state,
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => return 0,
            };
            let process = std::process::id();
            for (_, waiting) in &mut state.waiting {
                given_up.extend(waiting.extract_if(.., |one| one.connection.is_of(process)));
            }
        }
        // They are dropped here, outside the lock.
        given_up.len()
    }

    fn lock(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The reaper task's reference to the pool. The task may end with its runtime; another one then takes over.
struct ReaperGuard(Weak<IdlePool>);

impl Drop for ReaperGuard {
    fn drop(&mut self) {
        if let Some(idle) = self.0.upgrade() {
            idle.lock().reaper_runs = false;
        }
    }
}

async fn reap(mut watch: ReaperGuard, limit: Duration) {
    // The first sweep is when the first connection can expire, and not earlier: a connection in use would be missed,
    // and need another task when it returns.
    let mut next = Instant::now() + limit;
    loop {
        tokio::time::sleep_until(next).await;
        let Some(idle) = watch.0.upgrade() else { return };
        match idle.sweep(limit) {
            Some(due) => next = due,
            None => break,
        }
    }
    // The next task may be running already.
    watch.0 = Weak::new();
}
