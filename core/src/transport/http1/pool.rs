//! Connections that wait to be used again. It must not know what was said on them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::runtime::{Handle, Id};
use tokio::time::Instant;

use super::super::Pool;
use super::super::wire::Wire;
use super::head::Origin;

pub(super) struct Idle {
    /// Per origin.
    most: usize,
    limit: Option<Duration>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// A client calls one origin, rarely a second.
    waiting: Vec<(Origin, Vec<Waiting>)>,
    /// Whether a task closes those whose time is over.
    watched: bool,
}

impl State {
    fn of(&mut self, origin: &Origin) -> Option<&mut Vec<Waiting>> {
        self.waiting.iter_mut().find(|(of, _)| of == origin).map(|(_, waiting)| waiting)
    }
}

struct Waiting {
    wire: Wire,
    since: Instant,
    /// The runtime whose driver watches the socket: in another one nothing would wake its reader once that one is gone.
    runtime: Id,
}

impl Idle {
    pub(super) fn new(settings: &Pool) -> Arc<Idle> {
        Arc::new(Idle {
            most: settings.max_idle_per_host,
            // One so long that it never comes is none.
            limit: settings.idle_timeout.filter(|limit| Instant::now().checked_add(*limit).is_some()),
            state: Mutex::default(),
        })
    }

    /// An empty one with the same limits.
    pub(super) fn another(&self) -> Arc<Idle> {
        Arc::new(Idle { most: self.most, limit: self.limit, state: Mutex::default() })
    }

    /// The one used last that is still open, and is watched by this runtime.
    pub(super) async fn take(&self, origin: &Origin, runtime: Id) -> Option<Wire> {
        loop {
            let mut wire = self.pop(origin, runtime)?;
            if wire.is_quiet().await {
                return Some(wire);
            }
        }
    }

    fn pop(&self, origin: &Origin, runtime: Id) -> Option<Wire> {
        let mut state = self.lock();
        let waiting = state.of(origin)?;
        let at = waiting.iter().rposition(|one| one.runtime == runtime)?;
        let found = waiting.remove(at);
        // Those before it have waited longer.
        if self.limit.is_some_and(|limit| found.since.elapsed() >= limit) {
            waiting.retain(|one| one.runtime != runtime);
            return None;
        }
        Some(found.wire)
    }

    /// Keeps one that was opened on this `runtime`, wherever its answer was read.
    pub(super) fn put(self: &Arc<Self>, origin: &Origin, wire: Wire, runtime: Id) {
        let Ok(handle) = Handle::try_current() else { return };
        let one = Waiting { wire, since: Instant::now(), runtime };
        let mut state = self.lock();
        match state.of(origin) {
            Some(waiting) if waiting.len() < self.most => waiting.push(one),
            None if self.most > 0 => state.waiting.push((origin.clone(), vec![one])),
            _ => return,
        }
        if let Some(limit) = self.limit
            && !std::mem::replace(&mut state.watched, true)
        {
            handle.spawn(close_in_time(Watch(Arc::downgrade(self)), limit));
        }
    }

    /// Closes those whose time is over, and tells when the next one's is.
    fn sweep(&self, limit: Duration) -> Option<Instant> {
        let mut state = self.lock();
        let now = Instant::now();
        state.waiting.retain_mut(|(_, waiting)| {
            waiting.retain(|one| now.duration_since(one.since) < limit);
            !waiting.is_empty()
        });
        let oldest = state.waiting.iter().flat_map(|(_, waiting)| waiting).map(|one| one.since).min();
        state.watched = oldest.is_some();
        oldest.map(|since| since + limit)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The task's hold on the pool. It may end with its runtime; another one then watches.
struct Watch(Weak<Idle>);

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(idle) = self.0.upgrade() {
            idle.lock().watched = false;
        }
    }
}

async fn close_in_time(mut watch: Watch, limit: Duration) {
    // Looks when the first one's time may be over and not before: one that is in use would be missed, and the next to come
    // back would need another task.
    let mut next = Instant::now() + limit;
    loop {
        tokio::time::sleep_until(next).await;
        let Some(idle) = watch.0.upgrade() else { return };
        match idle.sweep(limit) {
            Some(due) => next = due,
            None => break,
        }
    }
    // The next one may be at work already.
    watch.0 = Weak::new();
}
