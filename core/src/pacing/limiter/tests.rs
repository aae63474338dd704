//! Waiting, wake-ups, cancellation and the figures of a limiter, on a clock that the test moves.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{OnceLock, Weak};
use std::task::{Context, Wake};
use std::time::SystemTime;

use super::*;
use crate::clock::ScriptedClock;
use crate::model::Usage;

pub(super) struct Host {
    pub(super) limiter: Arc<Limiter>,
    clock: ScriptedClock,
}

impl Host {
    pub(super) fn new(limits: Limits) -> Host {
        let clock = ScriptedClock::manual();
        let names = Arc::new(RateLimitNames::of_vendor("svc"));
        Host { limiter: Arc::new(Limiter::new(limits, Arc::new(clock.clone()), names)), clock }
    }

    fn pacing(requests: u32) -> Host {
        Host::new(Limits { pacing: Pacing::Pace, requests: Some(requests), ..Limits::default() })
    }

    pub(super) fn admission(&self, model: &str, priority: Priority) -> Arc<Admission> {
        self.limiter.admission((0, model, false), (false, 400, 10), priority)
    }

    /// A call that asks to be sent.
    fn call(&self, model: &str, left: Option<Duration>) -> Asking {
        let (limiter, admission) = (Arc::clone(&self.limiter), self.admission(model, Priority::default()));
        Box::pin(async move { limiter.admit(&admission, left).await })
    }

    pub(super) fn advance(&self, seconds: f64) {
        self.clock.advance(Duration::from_secs_f64(seconds));
    }

    fn model(&self) -> super::report::ModelLimits {
        self.limiter.state().models.swap_remove(0)
    }
}

pub(super) type Asking = Pin<Box<dyn Future<Output = Result<Permit>> + Send>>;

pub(super) fn poll(asking: &mut Asking) -> Option<Result<Permit>> {
    match asking.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => Some(result),
        Poll::Pending => None,
    }
}

fn go(asking: &mut Asking) -> Permit {
    poll(asking).expect("it is let through").unwrap()
}

pub(super) fn headers(pairs: &[(&'static str, &str)]) -> Arc<AnswerHeaders> {
    Arc::new(AnswerHeaders::of_lines(pairs.iter().map(|(name, value)| (*name, value.as_bytes()))))
}

#[test]
fn a_call_waits_until_the_limit_has_room() {
    let host = Host::pacing(2);
    let permits = [go(&mut host.call("m", None)), go(&mut host.call("m", None))];
    let mut third = host.call("m", None);
    assert!(poll(&mut third).is_none());
    assert_eq!((host.model().waiting, host.model().in_flight), (1, 2));
    host.advance(29.0);
    assert!(poll(&mut third).is_none());
    host.advance(1.0);
    drop(go(&mut third));
    // Another model has limits of its own.
    drop(go(&mut host.call("other", None)));
    drop(permits);
    assert_eq!((host.model().waiting, host.model().in_flight, host.limiter.state().in_flight), (0, 0, 0));
}

#[test]
fn what_cannot_be_sent_in_time_is_refused_at_once() {
    let host = Host::pacing(1);
    let _sent = go(&mut host.call("m", None));
    let mut waits = host.call("m", Some(Duration::from_secs(61)));
    assert!(poll(&mut waits).is_none());
    let error = poll(&mut host.call("m", Some(Duration::from_secs(61)))).unwrap().unwrap_err();
    assert_eq!((error.kind(), error.subkind(), error.status()), (ErrorKind::OverLimit, Some("pacing"), None));
    assert_eq!(error.retry_after(), Some(Duration::from_secs(120)));
    // A refusal meanwhile moves the first beyond its time.
    let charge = go(&mut host.call("other", None));
    drop(charge);
    host.limiter.change(&host.admission("m", Priority::default()).key, &mut |lane, now| {
        lane.refused(now, Some(Duration::from_secs(90)), false, now);
    });
    let error = poll(&mut waits).unwrap().unwrap_err();
    assert_eq!(error.subkind(), Some("pacing"));
    drop(waits);
    assert_eq!(host.model().waiting, 0);
}

#[test]
fn a_cap_of_calls_in_flight_holds_for_all_models() {
    let limits = Limits { pacing: Pacing::Off, max_in_flight: Some(2), ..Limits::default() };
    let host = Host::new(limits);
    let first = go(&mut host.call("a", None));
    let second = go(&mut host.call("b", None));
    let (mut third, mut fourth) = (host.call("a", None), host.call("b", None));
    assert!(poll(&mut third).is_none() && poll(&mut fourth).is_none());
    drop(first);
    let mut waiting = vec![third, fourth];
    let mut sent = Vec::new();
    waiting.retain_mut(|call| poll(call).map(|permit| sent.push(permit.unwrap())).is_none());
    assert_eq!((sent.len(), host.limiter.state().in_flight), (1, 2));
    drop(second);
    drop(go(&mut waiting.remove(0)));
    drop(sent);
    assert_eq!(host.limiter.state().in_flight, 0);
}

#[test]
fn models_share_a_cap_in_the_order_in_which_their_calls_came() {
    let limits = Limits { pacing: Pacing::Off, max_in_flight: Some(1), ..Limits::default() };
    let host = Host::new(limits);
    let mut held = go(&mut host.call("z", None));
    let mut waiting: Vec<_> = ["b", "a", "c", "a", "b"].map(|model| host.call(model, None)).into();
    waiting.iter_mut().for_each(|call| assert!(poll(call).is_none()));
    while !waiting.is_empty() {
        drop(held);
        held = go(&mut waiting.remove(0));
        waiting.iter_mut().for_each(|call| assert!(poll(call).is_none()));
    }
}

#[test]
fn bulk_calls_of_one_model_do_not_starve_beside_another_model() {
    let limits = Limits { pacing: Pacing::Off, max_in_flight: Some(1), ..Limits::default() };
    let host = Host::new(limits);
    let held = go(&mut host.call("a", None));
    let (limiter, admission) = (Arc::clone(&host.limiter), host.admission("b", Priority::Bulk));
    let mut bulk: Asking = Box::pin(async move { limiter.admit(&admission, None).await });
    let mut others: Vec<_> = (0..20).map(|_| host.call("a", None)).collect();
    assert!(poll(&mut bulk).is_none());
    others.iter_mut().for_each(|call| assert!(poll(call).is_none()));
    drop(held);
    let ahead = others.iter_mut().position(|call| match poll(call) {
        Some(permit) => {
            drop(permit);
            false
        }
        None => true,
    });
    assert_eq!(ahead, Some(9), "one in ten is a bulk call");
    drop(go(&mut bulk));
}

#[test]
fn bulk_calls_do_not_overtake_for_those_of_another_model() {
    let limits = Limits { pacing: Pacing::Off, max_in_flight: Some(1), ..Limits::default() };
    let host = Host::new(limits);
    let asks = |model: &str, priority| -> Asking {
        let (limiter, admission) = (Arc::clone(&host.limiter), host.admission(model, priority));
        Box::pin(async move { limiter.admit(&admission, None).await })
    };
    let held = go(&mut host.call("a", None));
    let mut last = asks("b", Priority::Bulk);
    let mut bulk: Vec<_> = (0..12).map(|_| asks("a", Priority::Bulk)).collect();
    bulk.iter_mut().chain([&mut last]).for_each(|call| assert!(poll(call).is_none()));
    // More than nine bulk calls go before the next one of the other model.
    drop(held);
    drop(go(&mut last));
    let mut last = asks("b", Priority::Bulk);
    assert!(poll(&mut last).is_none());
    bulk.drain(..10).for_each(|mut call| drop(go(&mut call)));
    let mut person = asks("b", Priority::Interactive);
    assert!(poll(&mut person).is_none());
    drop(go(&mut bulk.remove(0)));
    drop(go(&mut person));
}

#[test]
fn a_cap_that_adapts_follows_overloads_and_answers() {
    let limits = Limits { pacing: Pacing::Off, adaptive: true, max_in_flight: Some(40), ..Limits::default() };
    let host = Host::new(limits);
    let cap = || host.limiter.state().max_in_flight;
    assert_eq!(cap(), Some(16));
    let mut sent: Vec<_> = (0..16).map(|_| go(&mut host.call("m", None))).collect();
    let mut waits = host.call("m", None);
    assert!(poll(&mut waits).is_none());
    // An answer raises the cap, and the call that waits goes.
    host.advance(1.0);
    sent[0].answered(200, &headers(&[]));
    assert_eq!(cap(), Some(17));
    sent.push(go(&mut waits));
    // All of this round are refused: the cap falls once, and no call goes until enough have ended.
    for permit in &mut sent[1..16] {
        permit.answered(529, &headers(&[]));
    }
    assert_eq!(cap(), Some(11));
    let mut waits = host.call("m", None);
    while sent.len() > 11 {
        assert!(poll(&mut waits).is_none(), "{}", sent.len());
        sent.remove(0);
    }
    assert!(poll(&mut waits).is_none());
    sent.remove(0);
    sent.push(go(&mut waits));
    // An overload that a stream reports after its head counts too, once for the calls sent before.
    host.advance(1.0);
    let overloaded = Error::new(ErrorKind::Overloaded, "overloaded");
    let newest = sent.pop().unwrap();
    newest.failed(&overloaded, None);
    assert_eq!(cap(), Some(8));
    sent.remove(0).failed(&overloaded, None);
    assert_eq!(cap(), Some(8));
}

#[test]
fn slow_answers_lower_a_cap_that_adapts() {
    let host = Host::new(Limits { adaptive: true, ..Limits::default() });
    let answer = |seconds: f64, streams: bool| {
        let admission = host.limiter.admission((0, "m", false), (streams, 400, 10), Priority::default());
        let mut permit = host.limiter.admit_now(&admission).expect("there is room");
        host.advance(seconds);
        permit.answered(200, &headers(&[]));
    };
    for _ in 0..40 {
        answer(1.0, false);
        answer(0.1, true);
    }
    assert_eq!(host.limiter.state().max_in_flight, Some(16));
    // Whole answers are compared with whole ones: one takes as long as it always did.
    answer(1.0, false);
    assert_eq!(host.limiter.state().max_in_flight, Some(16));
    for _ in 0..8 {
        answer(0.5, true);
    }
    assert_eq!(host.limiter.state().max_in_flight, Some(11));
}

#[test]
fn a_dropped_wait_makes_room_for_the_next() {
    let host = Host::pacing(1);
    let _sent = go(&mut host.call("m", None));
    let (mut second, mut third) = (host.call("m", None), host.call("m", None));
    assert!(poll(&mut second).is_none() && poll(&mut third).is_none());
    host.advance(60.0);
    // It was let through by a poll of the other, and never looks.
    assert!(poll(&mut third).is_none());
    drop(second);
    drop(go(&mut third));
    assert_eq!(host.model().in_flight, 1);
}

#[test]
fn answers_correct_the_book() {
    let host = Host::new(Limits { pacing: Pacing::Pace, ..Limits::default() });
    let mut permit = go(&mut host.call("m", None));
    permit.answered(
        200,
        &headers(&[
            ("svc-ratelimit-requests-limit", "50"),
            ("svc-ratelimit-requests-remaining", "10"),
            ("svc-ratelimit-output-tokens-limit", "8000"),
            ("svc-ratelimit-output-tokens-remaining", "4000"),
        ]),
    );
    let known = host.model();
    assert_eq!((known.requests.limit, known.requests.remaining), (Some(50), Some(10)));
    assert_eq!(known.requests.reset, Some(Duration::from_secs(48)));
    assert_eq!(known.output_tokens.remaining, Some(4_500));
    permit.used(&Usage { output_tokens: 4, ..Usage::default() });
    drop(permit);
    assert_eq!(host.model().output_tokens.remaining, Some(4_506), "ten were reserved");
}

#[test]
fn an_observing_client_keeps_figures_and_holds_nobody_back() {
    let host = Host::new(Limits { pacing: Pacing::Observe, requests: Some(1), ..Limits::default() });
    let first = go(&mut host.call("m", None));
    let mut second = go(&mut host.call("m", None));
    second.answered(429, &headers(&[("x-ratelimit-remaining-tokens", "700")]));
    second.failed(&refused(), Some(Duration::from_secs(7)));
    let third = go(&mut host.call("m", None));
    let known = host.model();
    assert_eq!((known.in_flight, known.refusals, known.waiting), (2, 1, 0));
    assert_eq!(known.cool_down, Some(Duration::from_secs(7)));
    assert_eq!(known.tokens.remaining, Some(700));
    drop((first, third));
}

#[test]
fn an_attempt_that_was_not_carried_out_gives_back_its_share() {
    let host = Host::pacing(1);
    let permit = go(&mut host.call("m", None));
    let unsent = Error::new(ErrorKind::Config, "the key cannot be sent");
    permit.failed(&unsent, None);
    // The service refused the request itself: its tokens are not used, the request is.
    let permit = go(&mut host.call("m", None));
    let refused = Error::new(ErrorKind::BadRequest, "no such model").with_answer(400, headers(&[]).map());
    permit.failed(&refused, None);
    assert!(poll(&mut host.call("m", None)).is_none());
}

/// A refusal of a request: 429 without a wait that the service asks for.
fn refused() -> Error {
    Error::new(ErrorKind::RateLimit, "too many").with_answer(429, headers(&[]).map())
}

#[test]
fn nobody_is_sent_between_the_head_of_a_refusal_and_its_body() {
    let host = Host::pacing(2);
    let mut permits = [go(&mut host.call("m", None)), go(&mut host.call("m", None))];
    let mut waits = host.call("m", None);
    assert!(poll(&mut waits).is_none());
    for permit in &mut permits {
        permit.answered(429, &headers(&[]));
        assert!(poll(&mut waits).is_none(), "the share of the refused call is free, and not given out");
    }
    let [first, second] = permits;
    // A call that is left says nothing of its refusal; the other one begins a cool-down.
    drop(first);
    assert!(poll(&mut waits).is_none());
    second.failed(&refused(), Some(Duration::from_secs(7)));
    assert!(poll(&mut waits).is_none());
    host.advance(6.9);
    assert!(poll(&mut waits).is_none());
    host.advance(0.1);
    drop(go(&mut waits));
}

#[test]
fn a_refusal_whose_body_does_not_come_holds_the_others_for_a_second() {
    let host = Host::pacing(1);
    let mut permit = go(&mut host.call("m", None));
    let mut waits = host.call("m", None);
    permit.answered(429, &headers(&[]));
    assert!(poll(&mut waits).is_none());
    host.advance(1.0);
    drop(go(&mut waits));
    // One whose body says nothing of rate limits holds nobody once it is read.
    let mut waits = host.call("m", None);
    assert!(poll(&mut waits).is_none());
    host.advance(60.0);
    let mut other = go(&mut waits);
    other.answered(429, &headers(&[]));
    other.failed(
        &Error::new(ErrorKind::Billing, "the month's credit is spent").with_answer(429, headers(&[]).map()),
        None,
    );
    drop(go(&mut host.call("m", None)));
    drop(permit);
}

/// Counts how often it is woken.
#[derive(Default)]
struct Woken(AtomicU32);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_cool_down_wakes_all_that_wait_for_their_turn() {
    let host = Host::pacing(1);
    let permit = go(&mut host.call("m", None));
    let woken: [Arc<Woken>; 3] = Default::default();
    let mut waiting = woken.each_ref().map(|woken| {
        let mut call = host.call("m", Some(Duration::from_secs(200)));
        let waker = Waker::from(Arc::clone(woken));
        assert!(call.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
        call
    });
    permit.failed(&refused(), Some(Duration::from_secs(300)));
    for (call, woken) in waiting.iter_mut().zip(&woken) {
        // Their time ends before the cool-down does: they report it now, and not when the first one has gone.
        assert!(woken.0.load(Ordering::Relaxed) > 0);
        assert_eq!(poll(call).unwrap().unwrap_err().subkind(), Some("pacing"));
    }
}

/// A clock that may be read only while the limiter is locked.
#[derive(Debug)]
struct Locked(ScriptedClock, OnceLock<Weak<Limiter>>);

impl Clock for Locked {
    fn now(&self) -> Instant {
        let limiter = self.1.get().and_then(Weak::upgrade);
        assert!(limiter.is_none_or(|limiter| limiter.state.try_lock().is_err()), "the limiter is not locked");
        self.0.now()
    }

    fn wall(&self) -> SystemTime {
        self.0.wall()
    }

    fn sleep(&self, wait: Duration) -> Sleep {
        self.0.sleep(wait)
    }

    fn random(&self) -> f64 {
        self.0.random()
    }
}

/// Else a call would take what a bucket had before a thread was held up, and the bucket refill for the time since.
#[test]
fn the_time_is_read_while_the_limiter_is_locked() {
    let clock = Arc::new(Locked(ScriptedClock::manual(), OnceLock::new()));
    let names = Arc::new(RateLimitNames::of_vendor("svc"));
    let limits = Limits { pacing: Pacing::Pace, requests: Some(1), ..Limits::default() };
    let limiter = Arc::new(Limiter::new(limits, Arc::<Locked>::clone(&clock), names));
    clock.1.set(Arc::downgrade(&limiter)).unwrap();
    let ask = || -> Asking {
        let limiter = Arc::clone(&limiter);
        let admission = limiter.admission((0, "m", false), (false, 400, 10), Priority::default());
        Box::pin(async move { limiter.admit(&admission, None).await })
    };
    let mut sent = go(&mut ask());
    let (mut waits, mut given_up) = (ask(), ask());
    assert!(poll(&mut waits).is_none() && poll(&mut given_up).is_none());
    drop(given_up);
    sent.answered(200, &headers(&[]));
    sent.used(&Usage::default());
    drop(sent);
    clock.0.advance(Duration::from_secs(60));
    go(&mut waits).failed(&Error::new(ErrorKind::Config, "the key cannot be sent"), None);
    assert_eq!(limiter.state().in_flight, 0);
}

#[test]
fn idle_models_are_forgotten() {
    let host = Host::pacing(5);
    let _kept = go(&mut host.call("kept", None));
    for number in 0..2 * LANES {
        drop(go(&mut host.call(&format!("m{number}"), None)));
    }
    let models = host.limiter.state().models;
    assert_eq!(models.len(), LANES);
    assert!(models.iter().any(|model| model.model == "kept"));
}

#[test]
fn a_cap_for_each_service_holds_back_calls_to_that_service_alone() {
    let host = Host::new(Limits { max_in_flight_per_host: Some(2), ..Limits::default() });
    let to = |model: &str, origin: Option<&str>| -> Asking {
        let admission = host.admission(model, Priority::default());
        let admission = Arc::new(admission.elsewhere(None, None, origin.map(Arc::from)));
        let limiter = Arc::clone(&host.limiter);
        Box::pin(async move { limiter.admit(&admission, None).await })
    };
    let other = Some("https://other.example");
    // Whatever the model.
    let (one, _two) = (go(&mut to("a", None)), go(&mut to("b", None)));
    let (mut third, mut fourth) = (to("a", None), to("c", None));
    assert!(poll(&mut third).is_none() && poll(&mut fourth).is_none());
    let elsewhere = [go(&mut to("a", other)), go(&mut to("b", other))];
    let mut waits_elsewhere = to("a", other);
    assert!(poll(&mut waits_elsewhere).is_none());
    // Room at one service is none for calls to the other.
    drop(elsewhere);
    assert!(poll(&mut third).is_none());
    drop(go(&mut waits_elsewhere));
    drop(one);
    let third = go(&mut third);
    assert!(poll(&mut fourth).is_none());
    drop(third);
    drop(go(&mut fourth));
    assert_eq!(host.limiter.state().in_flight, 1);
}

#[test]
fn a_spare_attempt_takes_only_what_others_leave() {
    let host = Host::pacing(20);
    let admission = host.admission("m", Priority::Interactive);
    let permits: Vec<_> = (0..17).map(|_| go(&mut host.call("m", None))).collect();
    let spare = host.limiter.admit_spare(&admission).expect("a tenth and one more are left");
    assert_ne!(spare.admission.seq, admission.seq, "it is given up by itself");
    assert!(host.limiter.admit_spare(&admission).is_none(), "a tenth is left");
    let rest = [go(&mut host.call("m", None)), go(&mut host.call("m", None))];
    drop((permits, spare, rest));
    host.advance(60.0);

    go(&mut host.call("m", None)).failed(&refused(), Some(Duration::from_secs(5)));
    assert!(host.limiter.admit_spare(&admission).is_none(), "it cools down");
    host.advance(5.0);
    assert!(host.limiter.admit_spare(&admission).is_none(), "it would be the probe");
    let probe = go(&mut host.call("m", None));
    assert!(host.limiter.admit_spare(&admission).is_none(), "the probe is not answered");
    drop(probe);
    drop(host.limiter.admit_spare(&admission).expect("all is well again"));

    let limits = Limits { max_in_flight: Some(2), ..Limits::default() };
    let host = Host::new(limits);
    let first = go(&mut host.call("a", None));
    let spare = host.limiter.admit_spare(&first.admission).expect("nobody waits");
    assert!(host.limiter.admit_spare(&first.admission).is_none(), "the cap");
    let mut waits = host.call("b", None);
    assert!(poll(&mut waits).is_none());
    drop(spare);
    go(&mut waits);
    assert_eq!(host.limiter.state().in_flight, 1);
}

#[test]
fn without_pacing_the_newest_answer_says_what_is_left() {
    let host = Host::new(Limits::default());
    let admission = host.admission("m", Priority::Interactive);
    let report = |left: &str| {
        let family = [("svc-ratelimit-tokens-limit", "1000"), ("svc-ratelimit-tokens-remaining", left)];
        go(&mut host.call("m", None)).answered(200, &headers(&family));
    };
    report("99");
    assert!(host.limiter.admit_spare(&admission).is_none());
    host.advance(61.0);
    assert!(host.limiter.admit_spare(&admission).is_some(), "the report is old");
    report("100");
    assert!(host.limiter.admit_spare(&admission).is_some());
}
