//! Work that blocks a thread, done once for all that wait for it at the same time.
//!
//! A name that is looked up slowly would otherwise block one thread for each call that waits for a connection, until
//! none is left for other names, certificates and credentials.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

/// What is being done, by key. Nothing is kept of what is done.
pub(super) struct Shared<K, V> {
    running: Running<K, V>,
}

type Running<K, V> = Arc<Mutex<Vec<(K, watch::Receiver<Option<V>>)>>>;

impl<K, V> Shared<K, V>
where
    K: Clone + PartialEq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    pub(super) fn new() -> Shared<K, V> {
        Shared { running: Arc::default() }
    }

    /// The result of `work`, or of the same work if it is under way. The work goes on after its last waiter gave up: a
    /// thread that waits for the system cannot be cancelled, and the next caller joins it. `None` if its runtime was shut
    /// down meanwhile, or if it panicked.
    pub(super) async fn get(&self, key: K, work: impl FnOnce() -> V + Send + 'static) -> Option<V> {
        let mut receiver = self.join(key, work);
        let done = receiver.wait_for(Option::is_some).await.ok()?;
        done.clone()
    }

    fn join(&self, key: K, work: impl FnOnce() -> V + Send + 'static) -> watch::Receiver<Option<V>> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        // Work that a runtime dropped has no sender any more.
        running.retain(|(_, receiver)| receiver.has_changed().is_ok());
        if let Some((_, receiver)) = running.iter().find(|(of, _)| *of == key) {
            return receiver.clone();
        }
        let (sender, receiver) = watch::channel(None);
        running.push((key.clone(), receiver.clone()));
        let list = Arc::clone(&self.running);
        tokio::task::spawn_blocking(move || {
            let value = work();
            let mut running = list.lock().unwrap_or_else(PoisonError::into_inner);
            running.retain(|(of, _)| *of != key);
            drop(running);
            sender.send_replace(Some(value));
        });
        receiver
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
        let shared = Arc::new(Shared::new());
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
                let mut receiver = shared.join("name", work);
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
        let shared = Shared::new();
        let (go, wait) = mpsc::channel::<()>();
        let first = shared.get(1, move || (wait.recv().is_ok(), 1));
        assert!(tokio::time::timeout(Duration::from_millis(5), first).await.is_err());
        let mut second = shared.join(1, || (false, 2));
        go.send(()).unwrap();
        assert_eq!(second.wait_for(Option::is_some).await.unwrap().unwrap(), (true, 1));
    }

    #[test]
    fn work_of_a_runtime_that_is_gone_is_begun_anew() {
        let runtime =
            || tokio::runtime::Builder::new_current_thread().max_blocking_threads(1).build().unwrap();
        let shared = Shared::new();
        let (go, wait) = mpsc::channel::<()>();
        let gone = runtime();
        let _told = gone.block_on(async {
            tokio::task::spawn_blocking(move || wait.recv());
            shared.join("k", || 1)
        });
        // Its only thread is busy: the work begins late or never.
        gone.shutdown_background();
        drop(go);
        let again = runtime().block_on(async {
            loop {
                if let Some(value) = shared.get("k", || 2).await {
                    return value;
                }
            }
        });
        assert!((1..=2).contains(&again), "whichever ran");
    }

    #[tokio::test]
    async fn work_that_panics_leaves_nothing_behind() {
        let shared = Shared::new();
        assert_eq!(shared.get("k", || -> u8 { panic!("as this test asks") }).await, None);
        assert_eq!(shared.get("k", || 3).await, Some(3));
    }
}
