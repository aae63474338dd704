//! Tests of the gate with a store that other processes share.

use std::future::Future;
use std::sync::{Arc, Mutex, Weak};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::{Waiting, body, marked};
use crate::clock::ScriptedClock;
use crate::prompt_cache::gate::{Claimed, Expected, Gate, Pass};
use crate::prompt_cache::shared::{PrefixAsk, PrefixGiven, PrefixStep, Prefixes, SharedPrefixes};
use crate::secret::Identity;

/// A store that keeps what it was asked, and answers claims as a test wants.
#[derive(Debug, Default)]
struct Store {
    asked: Mutex<Vec<PrefixAsk>>,
}

impl SharedPrefixes for Store {
    fn prefixes(&self, _gate: Weak<dyn Prefixes>, ask: PrefixAsk) {
        self.asked.lock().unwrap().push(ask);
    }
}

impl Store {
    fn gate() -> (Arc<Gate>, Arc<Store>, ScriptedClock) {
        let clock = ScriptedClock::new();
        let store = Arc::<Store>::default();
        let gate = Gate::new(Arc::new(clock.clone()), false);
        (Arc::new(gate.shared(Arc::<Store>::clone(&store), Identity([3; 32]))), store, clock)
    }

    /// The steps that were asked since the last look, with the number of prefixes of each.
    fn steps(&self) -> Vec<(&'static str, usize)> {
        let name = |ask: PrefixAsk| match ask.step {
            PrefixStep::Claim => ("claim", ask.prefixes.len()),
            PrefixStep::Began(_) => ("began", ask.prefixes.len()),
            PrefixStep::Left => ("left", ask.prefixes.len()),
        };
        self.asked.lock().unwrap().drain(..).map(name).collect()
    }

    /// What a question to the store leads to with this answer. Some need not ask.
    fn answers<T>(&self, asking: impl Future<Output = T>, answer: Option<PrefixGiven>) -> T {
        let mut asking = std::pin::pin!(asking);
        let mut context = Context::from_waker(Waker::noop());
        if let Poll::Ready(found) = asking.as_mut().poll(&mut context) {
            return found;
        }
        let sender = self.asked.lock().unwrap().last_mut().unwrap().answer.take().unwrap();
        sender.send(answer).unwrap();
        match asking.poll(&mut context) {
            Poll::Ready(found) => found,
            Poll::Pending => panic!("the answer does not wake it"),
        }
    }

    fn claimed(&self, pass: &mut Pass, answer: Option<PrefixGiven>) -> Claimed {
        self.answers(pass.claim(), answer)
    }
}

#[test]
fn one_process_writes_a_prefix_and_the_others_wait() {
    let (gate, store, clock) = Store::gate();
    let one = marked(&gate, &body("long", "a"));
    let mut pass = gate.enter_now(&one).unwrap();
    assert_eq!(store.claimed(&mut pass, Some(PrefixGiven::Wait)), Claimed::Wait(Duration::from_millis(100)));
    assert_eq!(gate.beat().len(), 0, "it holds nothing");
    assert_eq!(store.claimed(&mut pass, Some(PrefixGiven::Go(vec![None]))), Claimed::Go);
    assert_eq!(pass.expected, Expected::Cold);
    // It says so again for as long as the answer has not begun.
    assert_eq!(gate.beat().len(), 1);
    pass.began();
    assert_eq!(gate.beat().len(), 0);
    drop(pass);
    assert_eq!(store.steps(), [("claim", 1), ("claim", 1), ("began", 1)]);
    // Who reads it does not ask; a later use renews it in the store too.
    let read = || {
        let mut pass = gate.enter_now(&one).unwrap();
        assert_eq!(store.claimed(&mut pass, None), Claimed::Go);
        pass.began();
        store.steps()
    };
    clock.advance(Duration::from_secs(74));
    assert_eq!(read(), []);
    clock.advance(Duration::from_secs(1));
    assert_eq!(read(), [("began", 1)]);
}

#[test]
fn a_prefix_that_another_process_wrote_is_read() {
    let (gate, store, clock) = Store::gate();
    let (one, other) = (marked(&gate, &body("long", "a")), marked(&gate, &body("long", "b")));
    let mut pass = gate.enter_now(&one).unwrap();
    let mut waiting = Waiting::new(&gate, &other);
    let left = vec![Some(Duration::from_secs(100))];
    assert_eq!(store.claimed(&mut pass, Some(PrefixGiven::Go(left))), Claimed::Go);
    assert_eq!(pass.expected, Expected::Warm);
    // Nobody waits for it in this process either.
    assert_eq!(waiting.woken(), 1);
    assert_eq!(waiting.poll().unwrap().expected, Expected::Warm);
    clock.advance(Duration::from_secs(101));
    assert_eq!(gate.enter_now(&other).unwrap().expected, Expected::Expired);
}

#[test]
fn a_call_that_is_given_up_gives_its_claim_back() {
    let (gate, store, _clock) = Store::gate();
    let one = marked(&gate, &body("long", "a"));
    let mut pass = gate.enter_now(&one).unwrap();
    {
        // Before the store has answered.
        let mut claim = std::pin::pin!(pass.claim());
        assert!(claim.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    }
    drop(pass);
    assert_eq!(store.steps(), [("claim", 1), ("left", 1)]);
    // Without the store the process goes on by itself.
    let mut pass = gate.enter_now(&one).unwrap();
    assert_eq!(store.claimed(&mut pass, None), Claimed::Go);
    assert_eq!(pass.expected, Expected::Cold);
}

#[test]
fn a_prefix_that_another_process_has_used_is_not_read_again() {
    let (gate, store, clock) = Store::gate();
    let one = marked(&gate, &body("long", "a"));
    gate.enter_now(&one).unwrap().began();
    clock.advance(Duration::from_secs(290));
    let mut pass = gate.enter_now(&one).unwrap();
    for (answer, left) in [
        (None, None),
        (Some(PrefixGiven::Go(vec![None])), None),
        // Its own last use.
        (Some(PrefixGiven::Go(vec![Some(Duration::from_secs(10))])), None),
        (Some(PrefixGiven::Wait), Some(Duration::from_secs(300))),
        (Some(PrefixGiven::Go(vec![Some(Duration::from_secs(200))])), Some(Duration::from_secs(200))),
    ] {
        assert_eq!(store.answers(pass.used_elsewhere(), answer), left);
    }
    drop(pass);
    clock.advance(Duration::from_secs(199));
    assert_eq!(gate.enter_now(&one).unwrap().expected, Expected::Warm);
    clock.advance(Duration::from_secs(2));
    assert_eq!(gate.enter_now(&one).unwrap().expected, Expected::Expired);
}
