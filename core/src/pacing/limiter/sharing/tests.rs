//! A limiter and a store of the test's, on a clock that the test moves.

use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use crate::clock::ScriptedClock;
use crate::error::ErrorKind;
use crate::model::Usage;
use crate::pacing::limiter::tests::{Asking, headers, poll};
use crate::pacing::limiter::{Limiter, Limits, Permit};
use crate::pacing::shared::{Ask, Given, Lanes, Shared, SharedStore};
use crate::pacing::{Pacing, Priority};
use crate::secret::Identity;
use crate::service::rate_limits::RateLimitNames;

/// A store that keeps what it is asked, for the test to answer.
#[derive(Debug, Default)]
struct Store(Mutex<Vec<Ask>>);

impl SharedStore for Store {
    fn ask(&self, _: Weak<dyn Lanes>, asks: Vec<Ask>) {
        self.0.lock().unwrap().extend(asks);
    }
}

struct Host {
    limiter: Arc<Limiter>,
    clock: ScriptedClock,
    store: Arc<Store>,
}

impl Host {
    fn new() -> Host {
        let clock = ScriptedClock::manual();
        let names = Arc::new(RateLimitNames::of_vendor("svc"));
        let limits = Limits { pacing: Pacing::Pace, requests: Some(60), ..Limits::default() };
        let store = Arc::new(Store::default());
        let limiter = Limiter::new(limits, Arc::new(clock.clone()), names);
        let shared: Arc<dyn SharedStore> = Arc::<Store>::clone(&store);
        Host { limiter: Arc::new(limiter.shared(shared, Identity([1; 32]))), clock, store }
    }

    fn call(&self) -> Asking {
        let admission = self.limiter.admission((0, "m", false), (false, 400, 10), Priority::default());
        let limiter = Arc::clone(&self.limiter);
        Box::pin(async move { limiter.admit(&admission, None).await })
    }

    /// What the limiter asked since the test looked last.
    fn asked(&self) -> Vec<Ask> {
        std::mem::take(&mut self.store.0.lock().unwrap())
    }

    fn asked_once(&self) -> Ask {
        let mut asked = self.asked();
        assert_eq!(asked.len(), 1, "{asked:?}");
        asked.remove(0)
    }

    fn answer(&self, ask: &Ask, given: Option<Given>) {
        self.limiter.answered(&ask.lane, given);
    }

    fn advance(&self, seconds: f64) {
        self.clock.advance(Duration::from_secs_f64(seconds));
    }
}

/// So many requests of 60 a minute, shared by four processes.
fn given(requests: f64) -> Given {
    Given {
        granted: Some([requests, 0.0, 0.0, 0.0]),
        wait: Duration::ZERO,
        cool_down: Duration::ZERO,
        probe: false,
        processes: 4,
        buckets: [Some(Shared { limit: 60.0, level: 0.0, charged: 5.0 }), None, None, None],
    }
}

fn go(asking: &mut Asking) -> Permit {
    poll(asking).expect("it is let through").unwrap()
}

fn first(amount: [f64; 4]) -> f64 {
    let [requests, ..] = amount;
    requests
}

#[test]
fn calls_use_what_is_held_and_ask_for_more() {
    let host = Host::new();
    let mut calls = [host.call(), host.call(), host.call()];
    assert!(calls.iter_mut().all(|call| poll(call).is_none()));
    // One question for all that wait; the limits that the caller set are known.
    let ask = host.asked_once();
    assert_eq!((ask.needed.map(first), ask.known[0]), (Some(1.0), Some((60.0, 60.0))));
    host.answer(&ask, Some(given(2.0)));
    let [one, two, three] = &mut calls;
    let permits = [go(one), go(two)];
    assert!(poll(three).is_none());
    let ask = host.asked_once();
    assert_eq!((ask.needed.map(first), first(ask.held)), (Some(1.0), 0.0));
    host.answer(&ask, Some(given(2.0)));
    drop(go(three));
    // One is held: no round trip.
    drop(go(&mut host.call()));
    assert!(host.asked().is_empty());
    assert_eq!(host.limiter.state().models[0].requests.limit, Some(60));
    drop(permits);
}

#[test]
fn a_call_that_gets_nothing_asks_again_in_time() {
    let host = Host::new();
    let mut call = host.call();
    assert!(poll(&mut call).is_none());
    host.answer(
        &host.asked_once(),
        Some(Given { granted: None, wait: Duration::from_secs(3), ..given(0.0) }),
    );
    assert!(poll(&mut call).is_none() && host.asked().is_empty());
    host.advance(2.9);
    assert!(poll(&mut call).is_none() && host.asked().is_empty());
    host.advance(0.1);
    assert!(poll(&mut call).is_none());
    host.answer(&host.asked_once(), Some(given(1.0)));
    drop(go(&mut call));
}

#[test]
fn what_is_not_used_is_given_back() {
    let host = Host::new();
    let mut call = host.call();
    assert!(poll(&mut call).is_none());
    host.answer(&host.asked_once(), Some(given(5.0)));
    drop(go(&mut call));
    host.advance(1.0);
    let [ask] = &host.limiter.beat()[..] else { panic!("one lane") };
    let (held, returned) = (first(ask.held), first(ask.returned));
    assert!((0.0..1.0).contains(&held) && (held + returned - 4.0).abs() < 1e-9, "{held} {returned}");
    host.answer(ask, Some(Given { granted: None, ..given(0.0) }));
    // A lane that is not used any more has nothing to say.
    host.advance(1.0);
    host.limiter.beat().iter().for_each(|ask| host.answer(ask, Some(Given { granted: None, ..given(0.0) })));
    host.advance(60.0);
    host.limiter.beat().iter().for_each(|ask| host.answer(ask, Some(Given { granted: None, ..given(0.0) })));
    host.advance(60.0);
    assert!(host.limiter.beat().is_empty());
}

#[test]
fn a_refusal_is_told_to_all_and_what_is_held_is_worth_nothing() {
    let host = Host::new();
    let mut calls = [host.call(), host.call()];
    let [one, two] = &mut calls;
    assert!(poll(one).is_none());
    host.answer(&host.asked_once(), Some(given(5.0)));
    let error = crate::Error::new(ErrorKind::RateLimit, "too many").with_answer(429, &http::HeaderMap::new());
    go(one).failed(&error, Some(Duration::from_secs(7)));
    let ask = host.asked_once();
    assert!(ask.refused.is_some() && first(ask.held) == 0.0 && first(ask.returned) == 0.0, "{ask:?}");
    host.answer(&ask, Some(Given { granted: None, cool_down: Duration::from_secs(7), ..given(0.0) }));
    assert!(poll(two).is_none() && host.asked().is_empty());
    host.advance(7.0);
    assert!(poll(two).is_none());
    host.answer(&host.asked_once(), Some(Given { probe: true, ..given(1.0) }));
    let mut probe = go(two);
    // Others of this process wait for it too.
    let mut third = host.call();
    assert!(poll(&mut third).is_none() && host.asked().is_empty());
    probe.answered(200, &headers(&[]));
    let ask = host.asked_once();
    assert!(ask.probe_is_over, "{ask:?}");
}

#[test]
fn a_refusal_elsewhere_holds_calls_of_this_process() {
    let host = Host::new();
    let mut call = host.call();
    assert!(poll(&mut call).is_none());
    host.answer(&host.asked_once(), Some(given(5.0)));
    drop(go(&mut call));
    let [ask] = &host.limiter.beat()[..] else { panic!("one lane") };
    host.answer(ask, Some(Given { granted: None, cool_down: Duration::from_secs(4), ..given(0.0) }));
    let mut next = host.call();
    assert!(poll(&mut next).is_none());
    assert_eq!(host.limiter.state().models[0].cool_down, Some(Duration::from_secs(4)));
}

#[test]
fn without_the_store_each_process_has_an_equal_share_and_comes_back() {
    let host = Host::new();
    let mut call = host.call();
    assert!(poll(&mut call).is_none());
    host.answer(&host.asked_once(), Some(given(2.0)));
    drop(go(&mut call));
    drop(go(&mut host.call()));
    let mut call = host.call();
    assert!(poll(&mut call).is_none());
    host.answer(&host.asked_once(), None);
    // 15 a minute: one in four seconds.
    assert!(poll(&mut call).is_none());
    host.advance(3.9);
    assert!(poll(&mut call).is_none());
    host.advance(0.1);
    let mut permit = go(&mut call);
    // What an answer reports is that of all processes.
    permit.answered(
        200,
        &headers(&[("svc-ratelimit-requests-limit", "60"), ("svc-ratelimit-requests-remaining", "40")]),
    );
    assert_eq!(host.limiter.state().models[0].requests.limit, Some(15));
    // It is asked again each second, and calls do not wait for that.
    let ask = host.asked_once();
    assert!(ask.needed.is_none(), "{ask:?}");
    host.answer(&ask, None);
    drop(permit);
    assert!(host.asked().is_empty());
    host.advance(60.0);
    drop(go(&mut host.call()));
    let ask = host.asked_once();
    host.answer(&ask, Some(Given { granted: None, ..given(0.0) }));
    let mut call = host.call();
    assert!(poll(&mut call).is_none());
    host.answer(&host.asked_once(), Some(given(1.0)));
    drop(go(&mut call));
}

#[test]
fn what_was_charged_without_the_store_is_not_returned_to_it() {
    let host = Host::new();
    let mut call = host.call();
    assert!(poll(&mut call).is_none());
    host.answer(&host.asked_once(), None);
    let permit = go(&mut call);
    let error = crate::Error::new(ErrorKind::Config, "not sent");
    host.advance(1.0);
    let [ask] = &host.limiter.beat()[..] else { panic!("one lane") };
    host.answer(ask, Some(Given { granted: None, ..given(0.0) }));
    permit.failed(&error, None);
    // It would be held in addition to what the store gave out.
    let mut next = host.call();
    assert!(poll(&mut next).is_none());
    assert_eq!(first(host.asked_once().held), 0.0);
}

#[test]
fn a_store_that_was_never_there_leaves_the_limits_to_the_process() {
    let host = Host::new();
    let mut call = host.call();
    assert!(poll(&mut call).is_none());
    host.answer(&host.asked_once(), None);
    drop(go(&mut call));
    assert_eq!(host.limiter.state().models[0].requests.limit, Some(60));
}

#[test]
fn a_call_that_has_little_time_waits_for_the_store_and_not_long() {
    let host = Host::new();
    let admission = host.limiter.admission((0, "m", false), (false, 400, 10), Priority::default());
    let limiter = Arc::clone(&host.limiter);
    let left = Some(Duration::from_millis(300));
    let mut call: Asking = Box::pin(async move { limiter.admit(&admission, left).await });
    assert!(poll(&mut call).is_none());
    host.answer(&host.asked_once(), Some(given(1.0)));
    drop(go(&mut call));
    // A store that does not even fail is left alone after a second.
    let mut call = host.call();
    assert!(poll(&mut call).is_none());
    let ask = host.asked_once();
    host.advance(0.9);
    assert!(poll(&mut call).is_none());
    host.advance(0.1);
    assert!(poll(&mut call).is_none());
    // Its share is one call in four seconds.
    host.advance(4.0);
    drop(go(&mut call));
    host.answer(&ask, Some(given(1.0)));
    drop(go(&mut host.call()));
}

#[test]
fn tokens_that_were_not_used_serve_the_next_call() {
    let host = Host::new();
    let mut call = host.call();
    assert!(poll(&mut call).is_none());
    let tokens = Some(Shared { limit: 1_000.0, level: 0.0, charged: 0.0 });
    let granted = Some([2.0, 150.0, 0.0, 0.0]);
    let buckets = [given(0.0).buckets[0], tokens, None, None];
    host.answer(&host.asked_once(), Some(Given { granted, buckets, ..given(0.0) }));
    // 400 bytes are a hundred tokens, and ten may be answered.
    let mut permit = go(&mut call);
    let mut next = host.call();
    assert!(poll(&mut next).is_none());
    permit.used(&Usage { input_tokens: 30, output_tokens: 5, ..Usage::default() });
    drop(permit);
    assert!(poll(&mut next).is_some_and(|permit| permit.is_ok()));
}

#[test]
fn a_client_that_ends_gives_back_what_it_holds() {
    let host = Host::new();
    let mut call = host.call();
    assert!(poll(&mut call).is_none());
    let ask = host.asked_once();
    host.answer(&ask, Some(given(3.0)));
    assert_eq!(host.limiter.state().models[0].processes, Some(4));
    drop(go(&mut call));
    drop(call);
    let Host { limiter, store, .. } = host;
    drop(limiter);
    let asked = std::mem::take(&mut *store.0.lock().unwrap());
    let [last] = &asked[..] else { panic!("{asked:?}") };
    // A call without an outcome may have been sent.
    assert_eq!((last.leaves, first(last.returned), first(last.held)), (true, 2.0, 0.0));
}

#[test]
fn a_client_that_never_reached_the_store_has_nothing_to_give_back() {
    let host = Host::new();
    assert!(poll(&mut host.call()).is_none());
    let ask = host.asked_once();
    host.answer(&ask, None);
    let Host { limiter, store, .. } = host;
    drop(limiter);
    assert!(store.0.lock().unwrap().is_empty());
}
