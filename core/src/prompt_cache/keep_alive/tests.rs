//! Tests of which prefixes are kept alive, and of what a fork and a machine without threads leave.

use bytes::Bytes;

use super::*;
use crate::clock::ScriptedClock;
use crate::prompt_cache::Gate;

struct Nothing;

impl Renew for Nothing {
    fn renew(self: Arc<Self>, _until: Instant) -> Renewing {
        Box::pin(async { None })
    }
}

/// A thread that never does anything.
fn idle(renewals: Renewals) {
    std::mem::forget(renewals);
}

struct Scene {
    gate: Gate,
    kept: Arc<KeepAlive>,
    clock: ScriptedClock,
}

impl Scene {
    fn new(start: fn(Renewals)) -> Scene {
        let clock = ScriptedClock::new();
        let kept = KeepAlive::new(Arc::new(clock.clone()), Duration::from_secs(3600), start);
        Scene { gate: Gate::new(Arc::new(clock.clone()), false), kept, clock }
    }

    /// A call with this system prompt has ended, whose request has so many bytes.
    fn used(&self, system: &str, bytes: usize) {
        let mark = r#""cache_control":{"type":"ephemeral"}"#;
        let body = format!(r#"{{"system":[{{"type":"text","text":"{system}",{mark}}}]}}"#);
        let (marked, _) = self.gate.marked(0, || None, ("m", &Bytes::from(body), true)).unwrap();
        self.kept.used(&marked, self.clock.now(), 11, (Arc::new(Nothing), bytes));
    }

    fn count(&self) -> usize {
        self.kept.lock().kept.len()
    }
}

#[test]
fn the_prefixes_that_were_used_last_are_kept() {
    let scene = Scene::new(idle);
    for number in 0..MOST + 6 {
        scene.used(&number.to_string(), 10);
    }
    assert_eq!(scene.count(), MOST);
    // The oldest use of those is that of prefix 6, which is used again.
    scene.used("6", 10);
    scene.used("new", 10);
    let oldest = scene.kept.lock().kept.values().map(|kept| kept.number).min();
    assert_eq!(oldest, Some(9), "of prefix 8, as that of 7 has lapsed");
}

#[test]
fn their_requests_have_bounded_bytes() {
    let scene = Scene::new(idle);
    scene.used("too large", MOST_BYTES + 1);
    assert_eq!(scene.count(), 0);
    for number in 0..4 {
        scene.used(&number.to_string(), MOST_BYTES / 2);
    }
    assert_eq!(scene.count(), 2);
}

#[test]
fn without_a_thread_they_are_left_to_the_cache() {
    let scene = Scene::new(drop);
    scene.used("one", 10);
    assert_eq!(scene.count(), 0);
    scene.used("one", 10);
    assert_eq!(scene.kept.lock().waits_in, None, "the next use tries again");
}

#[test]
fn a_forked_child_has_a_thread_of_its_own() {
    static STARTED: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    let scene = Scene::new(|renewals| {
        STARTED.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        idle(renewals);
    });
    scene.used("one", 10);
    scene.used("two", 10);
    assert_eq!(STARTED.load(std::sync::atomic::Ordering::SeqCst), 1);
    scene.kept.lock().waits_in = Some(std::process::id().wrapping_add(1));
    scene.used("three", 10);
    assert_eq!(STARTED.load(std::sync::atomic::Ordering::SeqCst), 2);
    assert_eq!(scene.count(), 1, "the others are those of the parent");
}
