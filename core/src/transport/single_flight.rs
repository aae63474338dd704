//! Blocking work, shared by all callers that wait for the same result at the same time (single flight).
//!
//! Otherwise a slow name look-up would block one thread for each waiting call, until no thread is left for other names,
//! certificates and credentials.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

use crate::threads;

/// The work in progress, by key. Results are not kept.
pub(super) struct SingleFlight<K, V> {
    running: Running<K, V>,
}

type Running<K, V> = Arc<Mutex<Vec<(K, watch::Receiver<Option<V>>)>>>;

impl<K, V> SingleFlight<K, V>
where
    K: Clone + PartialEq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    pub(super) fn new() -> SingleFlight<K, V> {
        SingleFlight { running: Arc::default() }
    }

    /// The result of `work`, or of the same work if it is already running. The work continues after its last waiter has
    /// gone, because a thread in a system call cannot be cancelled; the next caller joins it.
    ///
    /// # Errors
    /// Those of [`threads::spawn`] if no thread can be started, or if the work panicked. The next call starts it again.
    pub(super) async fn get(&self, key: K, work: impl FnOnce() -> V + Send + 'static) -> io::Result<V> {
        let mut receiver = self.join(key, work)?;
        let panicked = || io::Error::other("the work that others wait for panicked");
        let done = receiver.wait_for(Option::is_some).await.map_err(|_| panicked())?;
        done.clone().ok_or_else(panicked)
    }

    fn join(
        &self,
        key: K,
        work: impl FnOnce() -> V + Send + 'static,
    ) -> io::Result<watch::Receiver<Option<V>>> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        // Work that panicked has no sender any more.
        running.retain(|(_, receiver)| receiver.has_changed().is_ok());
        if let Some((_, receiver)) = running.iter().find(|(of, _)| *of == key) {
            return Ok(receiver.clone());
        }
        let (sender, receiver) = watch::channel(None);
        let (list, done) = (Arc::clone(&self.running), key.clone());
        // Under the lock: the entry exists before the work can end, and there is none for work that did not start.
        threads::spawn(move || {
            let value = work();
            let mut running = list.lock().unwrap_or_else(PoisonError::into_inner);
            running.retain(|(of, _)| *of != done);
            drop(running);
            sender.send_replace(Some(value));
        })?;
        running.push((key, receiver.clone()));
        Ok(receiver)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn work_under_way_is_joined_and_what_is_done_is_done_anew() {
        let shared = Arc::new(SingleFlight::new());
        let ran = Arc::new(AtomicUsize::new(0));
        for round in 1..=2 {
            let (go, wait) = mpsc::channel::<()>();
            let mut wait = Some(wait);
            let mut waiting = tokio::task::JoinSet::new();
            for _ in 0..64 {
                let (shared, ran, wait) = (Arc::clone(&shared), Arc::clone(&ran), wait.take());
                let work = move || {
                    let _ended = wait.map(|wait| wait.recv());
                    ran.fetch_add(1, Ordering::SeqCst) + 1
                };
                // The work of the first caller is the one that runs.
                let mut receiver = shared.join("name", work).unwrap();
                waiting.spawn(async move { receiver.wait_for(Option::is_some).await.unwrap().unwrap() });
            }
            go.send(()).unwrap();
            while let Some(value) = waiting.join_next().await {
                assert_eq!(value.unwrap(), round);
            }
        }
        assert_eq!(ran.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn one_that_gives_up_does_not_have_it_done_twice() {
        let shared = SingleFlight::new();
        let (go, wait) = mpsc::channel::<()>();
        let first = shared.get(1, move || (wait.recv().is_ok(), 1));
        assert!(tokio::time::timeout(Duration::from_millis(5), first).await.is_err());
        let mut second = shared.join(1, || (false, 2)).unwrap();
        go.send(()).unwrap();
        assert_eq!(second.wait_for(Option::is_some).await.unwrap().unwrap(), (true, 1));
    }

    #[test]
    fn work_outlives_the_runtime_of_its_first_caller() {
        let runtime = || tokio::runtime::Builder::new_current_thread().build().unwrap();
        let shared = SingleFlight::new();
        let (go, wait) = mpsc::channel::<()>();
        let first = runtime().block_on(async { shared.join("k", move || wait.recv().map_or(1, |()| 2)) });
        drop(first.unwrap());
        let second = shared.join("k", || 3).unwrap();
        drop(go);
        let mut second = second;
        let value = runtime().block_on(async { second.wait_for(Option::is_some).await.unwrap().unwrap() });
        assert_eq!(value, 1);
    }

    #[tokio::test]
    async fn work_that_panics_leaves_nothing_behind() {
        let shared = SingleFlight::new();
        assert!(shared.get("k", || -> u8 { panic!("as this test asks") }).await.is_err());
        assert_eq!(shared.get("k", || 3).await.unwrap(), 3);
    }
}
