//! Tasks that share a limiter whose limits are in a store, under schedules that shuttle draws: the store answers on a
//! thread of its own, in its time, or cannot be reached. `make shuttle` runs this.
#![cfg(shuttle)]

use std::collections::VecDeque;
use std::sync::{Arc, Weak};
use std::time::Duration;

use shuttle::future::{JoinHandle, spawn, yield_now};
use shuttle::{sync, thread};

use crate::error::{Error, ErrorKind};
use crate::model::Usage;
use crate::pacing::limiter::schedules::scene::{Scene, any, ask, explore, give_up, join};
use crate::pacing::limiter::tests::headers;
use crate::pacing::limiter::{Limiter, Limits};
use crate::pacing::shared::{Ask, Given, Lanes, Shared, SharedStore};
use crate::pacing::{Pacing, Priority};
use crate::secret::Identity;

/// What the store was asked and has not answered.
#[derive(Debug, Default)]
struct Store {
    asked: sync::Mutex<Asked>,
    more: sync::Condvar,
}

#[derive(Debug, Default)]
struct Asked {
    asks: VecDeque<(Weak<dyn Lanes>, Ask)>,
    is_closed: bool,
}

impl SharedStore for Store {
    fn ask(&self, lanes: Weak<dyn Lanes>, asks: Vec<Ask>) {
        let mut asked = self.asked.lock().unwrap();
        asked.asks.extend(asks.into_iter().map(|ask| (Weak::clone(&lanes), ask)));
        self.more.notify_one();
    }
}

impl Store {
    fn next(&self) -> Option<(Weak<dyn Lanes>, Ask)> {
        let mut asked = self.asked.lock().unwrap();
        loop {
            if let Some(next) = asked.asks.pop_front() {
                return Some(next);
            }
            if asked.is_closed {
                return None;
            }
            asked = self.more.wait(asked).unwrap();
        }
    }

    /// Answers until it is closed. Returns the requests that were given out and not returned.
    fn serve(&self, fails: bool) -> f64 {
        let mut given = 0.0;
        while let Some((lanes, ask)) = self.next() {
            given -= ask.returned[0];
            let Some(lanes) = lanes.upgrade() else { continue };
            if fails && any(3) == 0 {
                lanes.answered(&ask.lane, None);
                continue;
            }
            let granted = match ask.needed {
                Some(_) if any(3) == 0 => None,
                needed => Some(needed.map_or(0.0, |needed| needed[0] + any(2) as f64)),
            };
            given += granted.unwrap_or_default();
            let answer = Given {
                granted: granted.map(|requests| [requests, 0.0, 0.0, 0.0]),
                wait: Duration::from_millis(3),
                cool_down: Duration::ZERO,
                probe: false,
                processes: 2,
                buckets: [Some(Shared { limit: 60.0, level: 0.0, charged: given }), None, None, None],
            };
            lanes.answered(&ask.lane, Some(answer));
        }
        given
    }

    fn close(&self) {
        self.asked.lock().unwrap().is_closed = true;
        self.more.notify_one();
    }
}

/// Calls wait for the store and end in every way; between its answers a `step` of time passes. Returns the requests
/// that the store misses at the end, and those that the calls used.
fn share(fails: bool, step: Duration) -> (f64, f64) {
    let store = Arc::new(Store::default());
    let shared: Arc<dyn SharedStore> = Arc::<Store>::clone(&store);
    let limits = Limits { pacing: Pacing::Pace, requests: Some(60), ..Limits::default() };
    let scene = Scene::with(limits, |limiter| limiter.shared(shared, Identity([1; 32])));
    let server = {
        let store = Arc::clone(&store);
        thread::spawn(move || store.serve(fails))
    };
    let calls: Vec<_> = (0..4)
        .map(|number| {
            let scene = Arc::clone(&scene);
            spawn(async move {
                let priority = if number == 2 { Priority::Bulk } else { Priority::Interactive };
                let admission = scene.admission("m", priority);
                let mut permit = ask(&scene.limiter, &admission, None).await.unwrap();
                scene.use_up(1.0, 0.0);
                yield_now().await;
                match any(3) {
                    0 => {
                        permit.failed(&Error::new(ErrorKind::Config, "the key cannot be sent"), None);
                        scene.use_up(-1.0, 0.0);
                    }
                    1 => {
                        permit.answered(200, &headers(&[]));
                        yield_now().await;
                        permit.used(&Usage { output_tokens: 4, ..Usage::default() });
                    }
                    _ => {}
                }
            })
        })
        .collect();
    let given_up = any(3);
    let stopper = give_up(&calls, given_up);
    let mut steps = 0;
    while !calls.iter().all(JoinHandle::is_finished) {
        steps += 1;
        assert!(steps < 900, "a call was forgotten");
        scene.time.advance(step);
        if any(4) == 0 {
            let lanes: Weak<dyn Lanes> = Arc::<Limiter>::downgrade(&scene.limiter) as Weak<dyn Lanes>;
            store.ask(lanes, scene.limiter.beat());
        }
        thread::yield_now();
    }
    stopper.join().unwrap();
    join(calls, given_up);
    scene.is_at_rest();
    let [used, _] = scene.used();
    // The limiter gives back what it holds.
    let limiter = Arc::downgrade(&scene.limiter);
    drop(scene);
    store.close();
    let missed = server.join().unwrap();
    assert_eq!(limiter.strong_count(), 0, "a call that has ended keeps the limiter");
    (missed, used)
}

#[test]
fn what_the_store_gives_is_used_or_returned() {
    explore(|| {
        let (missed, used) = share(false, Duration::from_millis(1));
        assert_eq!(missed, used);
    });
}

#[test]
fn a_store_that_fails_or_is_late_forgets_no_call() {
    explore(|| _ = share(true, Duration::from_millis(300)));
}
