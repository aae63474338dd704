//! Tasks that share a limiter, under schedules that shuttle draws: wherever one takes the lock or wakes another, any
//! may go on. No call that waits is forgotten (shuttle reports the deadlock), nothing stays behind, and no limit is
//! exceeded.
//!
//! `make shuttle` runs this. A failure prints its schedule, which `shuttle::replay` repeats in the place of `explore`,
//! and of those that are drawn evenly the seed, with which `SHUTTLE_RANDOM_SEED=... make shuttle` begins.
#![cfg(shuttle)]

pub(super) mod scene;

use std::sync::atomic::Ordering;

use shuttle::future::{JoinHandle, spawn, yield_now};
use shuttle::thread;

use super::tests::headers;
use super::*;
use crate::model::Usage;
use scene::{RESERVED, Scene, any, ask, end, explore, give_up, join};

const MODEL: &str = "m";

fn unsent() -> Error {
    Error::new(ErrorKind::Config, "the key cannot be sent")
}

fn refused() -> Error {
    Error::new(ErrorKind::RateLimit, "too many").with_answer(429, headers(&[]).map())
}

/// Calls of two models and both priorities share a cap of two in flight; no time passes, so that nothing but a wake-up
/// helps a call on.
fn share_a_cap(limits: Limits) {
    let scene = Scene::new(Limits { pacing: Pacing::Off, ..limits });
    scene.most.store(2, Ordering::SeqCst);
    let calls: Vec<_> = [("a", 0), ("b", 1), ("a", 1), ("b", 0), ("a", 0)]
        .into_iter()
        .map(|(model, bulk)| {
            let scene = Arc::clone(&scene);
            spawn(async move {
                let priority = [Priority::Interactive, Priority::Bulk][bulk];
                let mut admission = scene.admission(model, priority);
                if model == "b" {
                    admission = Arc::new(admission.elsewhere(None, None, Some("https://b.example".into())));
                }
                let mut permit = ask(&scene.limiter, &admission, None).await.unwrap();
                let flying = scene.fly();
                yield_now().await;
                let status = [200, 529][any(2)];
                permit.answered(status, &headers(&[]));
                yield_now().await;
                drop(flying);
                match status {
                    529 => permit.failed(&Error::new(ErrorKind::Overloaded, "overloaded"), None),
                    _ => drop(permit),
                }
            })
        })
        .collect();
    let given_up = any(3);
    let stopper = give_up(&calls, given_up);
    join(calls, given_up);
    stopper.join().unwrap();
    end(scene);
}

#[test]
fn calls_share_a_cap() {
    explore(|| share_a_cap(Limits { max_in_flight: Some(2), ..Limits::default() }));
}

#[test]
fn calls_share_a_cap_that_adapts() {
    explore(|| share_a_cap(Limits { max_in_flight: Some(2), adaptive: true, ..Limits::default() }));
}

#[test]
fn each_host_has_a_cap() {
    explore(|| share_a_cap(Limits { max_in_flight_per_host: Some(1), ..Limits::default() }));
}

/// Calls give back what they reserved, and no time passes: the limits are full at the end, and all calls came to them.
#[test]
fn what_was_not_sent_is_given_back() {
    explore(|| {
        let scene = Scene::new(Limits {
            pacing: Pacing::Pace,
            max_in_flight: [None, Some(1), Some(2)][any(3)],
            requests: Some(2),
            tokens: Some(220),
            ..Limits::default()
        });
        let calls: Vec<_> = (0..5)
            .map(|number| {
                let scene = Arc::clone(&scene);
                spawn(async move {
                    let priority = if number == 1 { Priority::Bulk } else { Priority::Interactive };
                    let admission = scene.admission(MODEL, priority);
                    let permit = ask(&scene.limiter, &admission, None).await.unwrap();
                    let flying = scene.fly();
                    // One that is given up with its permit may have been sent, and is paid for.
                    if number > 1 {
                        yield_now().await;
                    }
                    drop(flying);
                    permit.failed(&unsent(), None);
                })
            })
            .collect();
        let stopper = give_up(&calls, 2);
        join(calls, 2);
        stopper.join().unwrap();
        let now = scene.time.now();
        let [requests, tokens, ..] = scene.limiter.lock().lanes.values_mut().next().unwrap().levels(now);
        assert_eq!((requests, tokens), (Some((2.0, 2.0)), Some((220.0, 220.0))));
        end(scene);
    });
}

impl Scene {
    /// A call with whatever end, after up to one refusal.
    async fn carry_out(self: Arc<Self>, priority: Priority, left: Option<Duration>) {
        let reserved = RESERVED as f64;
        let admission = self.admission(MODEL, priority);
        let mut is_refused = any(4) == 0;
        loop {
            let mut permit = match ask(&self.limiter, &admission, left).await {
                Ok(permit) => permit,
                Err(error) => {
                    assert!(error.subkind() == Some("pacing") && left.is_some(), "{error}");
                    return;
                }
            };
            let flying = self.fly();
            self.use_up(1.0, reserved);
            yield_now().await;
            if std::mem::take(&mut is_refused) {
                permit.answered(429, &headers(&[]));
                self.use_up(-1.0, -reserved);
                yield_now().await;
                drop(flying);
                permit.failed(&refused(), Some(Duration::from_secs([20, 45][any(2)])));
                continue;
            }
            match any(3) {
                0 => {
                    drop(flying);
                    permit.failed(&unsent(), None);
                    self.use_up(-1.0, -reserved);
                }
                1 => {
                    permit.answered(200, &headers(&[]));
                    yield_now().await;
                    permit.used(&Usage { output_tokens: 4, ..Usage::default() });
                    self.use_up(0.0, 4.0 - reserved);
                }
                // Dropped without a word: it may have used all that it reserved.
                _ => {}
            }
            return;
        }
    }
}

/// Calls end in every way while time passes.
#[test]
fn no_window_has_more_than_the_limit() {
    const LIMITS: [f64; 2] = [2.0, 30.0];
    explore(|| {
        let scene = Scene::new(Limits {
            pacing: Pacing::Pace,
            max_in_flight: [None, Some(2)][any(2)],
            requests: Some(LIMITS[0] as u32),
            output_tokens: Some(LIMITS[1] as u32),
            ..Limits::default()
        });
        let calls: Vec<_> = (0..5)
            .map(|number| {
                let priority = if number == 3 { Priority::Bulk } else { Priority::Interactive };
                let left = (number == 4).then_some(Duration::from_secs(50));
                spawn(Arc::clone(&scene).carry_out(priority, left))
            })
            .collect();
        let given_up = any(3);
        let stopper = give_up(&calls, given_up);
        let step = Duration::from_secs([5, 30][any(2)]);
        let mut samples = Vec::new();
        while !calls.iter().all(JoinHandle::is_finished) {
            // Twice for each step: the moment in between is a window too.
            scene.look(LIMITS, &mut samples);
            thread::yield_now();
            scene.look(LIMITS, &mut samples);
            assert!(samples.len() < 400, "a call was forgotten");
            scene.time.advance(step);
            thread::yield_now();
        }
        stopper.join().unwrap();
        join(calls, given_up);
        assert_eq!(scene.sample().charged, scene.used(), "what was charged was not used");
        end(scene);
    });
}

/// After a refusal one call goes, the others when it was answered or will not be. No time passes from the end of the
/// cool-down on: nothing else lets them go.
#[test]
fn one_call_goes_first_after_a_cool_down() {
    const COOL_DOWN: Duration = Duration::from_secs(10);
    explore(|| {
        let scene = Scene::new(Limits { pacing: Pacing::Pace, requests: Some(60), ..Limits::default() });
        let admission = scene.admission(MODEL, Priority::default());
        let mut permit = scene.limiter.admit_now(&admission).unwrap();
        permit.answered(429, &headers(&[]));
        permit.failed(&refused(), Some(COOL_DOWN));
        scene.most.store(1, Ordering::SeqCst);
        let given_up = any(3);
        let call = |number| {
            let scene = Arc::clone(&scene);
            spawn(async move {
                let admission = scene.admission(MODEL, Priority::default());
                let mut permit = ask(&scene.limiter, &admission, None).await.unwrap();
                let flying = scene.fly();
                // One that is given up with its permit may have been sent, and the others follow.
                if number >= given_up {
                    yield_now().await;
                    yield_now().await;
                }
                let how = any(3);
                if how == 0 {
                    drop(flying);
                    return permit.failed(&unsent(), None);
                }
                scene.most.store(u32::MAX, Ordering::SeqCst);
                if how == 1 {
                    permit.answered(200, &headers(&[]));
                }
            })
        };
        let mut calls: Vec<_> = (0..4).map(call).collect();
        let stopper = give_up(&calls, given_up);
        while scene.sample().cool_until.is_some() {
            scene.time.advance(COOL_DOWN / 4);
            thread::yield_now();
        }
        // The timer of a call that was held up when it set it is late. This one finds the end of the cool-down.
        calls.push(call(4));
        stopper.join().unwrap();
        join(calls, given_up);
        end(scene);
    });
}
