//! Whatever comes, ends, fails or is left: no call that waits is forgotten, and nothing stays behind. A call is polled
//! only after it was woken, so that a wake-up that is lost shows.

use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Wake};

use proptest::prelude::*;

use super::tests::{Asking, Host, headers};
use super::*;

struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The calls of a client, and those that wait.
struct Calls {
    host: Host,
    waiting: Vec<(Asking, Arc<Woken>)>,
    sent: Vec<Permit>,
}

impl Calls {
    fn begin(&mut self, model: &'static str, priority: Priority) {
        let (limiter, admission) = (Arc::clone(&self.host.limiter), self.host.admission(model, priority));
        let asking: Asking = Box::pin(async move { limiter.admit(&admission, None).await });
        self.waiting.push((asking, Arc::new(Woken(AtomicBool::new(true)))));
    }

    /// Polls the calls that were woken, until none is.
    fn run(&mut self) {
        let mut polls = 0;
        while let Some(at) = self.waiting.iter().position(|(_, woken)| woken.0.swap(false, Ordering::Relaxed))
        {
            polls += 1;
            assert!(polls < 10_000, "calls wake each other for ever");
            let (asking, woken) = &mut self.waiting[at];
            let waker = Waker::from(Arc::clone(woken));
            if let Poll::Ready(permit) = asking.as_mut().poll(&mut Context::from_waker(&waker)) {
                self.sent.push(permit.expect("a call without a time limit waits"));
                drop(self.waiting.remove(at));
            }
        }
    }

    /// What the limiter counts: calls in flight, and calls that wait.
    fn counted(&self) -> (usize, usize) {
        let state = self.host.limiter.state();
        let waiting = state.models.iter().map(|model| model.waiting + model.waiting_bulk).sum::<u32>();
        (state.in_flight as usize, waiting as usize)
    }

    fn step(&mut self, what: u8, which: usize) {
        let one = |len: usize| if len == 0 { None } else { Some(which % len) };
        let model = if which.is_multiple_of(3) { "a" } else { "b" };
        match (what, one(self.sent.len()), one(self.waiting.len())) {
            (0..=3, _, _) => self.begin(model, Priority::Interactive),
            (4, _, _) => self.begin(model, Priority::Bulk),
            (5, Some(at), _) => drop(self.sent.swap_remove(at)),
            (6, Some(at), _) => drop(self.sent[at].answered(200, &headers(&[]))),
            (7, Some(at), _) => {
                let mut permit = self.sent.swap_remove(at);
                permit.answered(529, &headers(&[]));
                permit.failed(&Error::new(ErrorKind::Overloaded, "overloaded"), None);
            }
            (8, Some(at), _) => {
                let mut permit = self.sent.swap_remove(at);
                permit.answered(429, &headers(&[]));
                permit.failed(&Error::new(ErrorKind::RateLimit, "limit"), Some(Duration::from_secs(2)));
            }
            (9 | 10, _, Some(at)) => drop(self.waiting.swap_remove(at)),
            _ => self.host.advance(which as f64 / 10.0),
        }
    }
}

proptest! {
    #[test]
    fn no_call_is_forgotten_and_nothing_stays_behind(
        paces in any::<bool>(),
        requests in 1_u32..30,
        max_in_flight in proptest::option::of(1_u32..6),
        adaptive in any::<bool>(),
        steps in proptest::collection::vec((0_u8..13, 0_usize..200), 1..150),
    ) {
        let pacing = if paces { Pacing::Pace } else { Pacing::Observe };
        let limits = Limits { pacing, requests: Some(requests), max_in_flight, adaptive, ..Limits::default() };
        let mut calls = Calls { host: Host::new(limits), waiting: Vec::new(), sent: Vec::new() };
        for (what, which) in steps {
            calls.step(what, which);
            calls.run();
            prop_assert_eq!(calls.counted(), (calls.sent.len(), calls.waiting.len()));
            if let (Some(most), false) = (max_in_flight, adaptive) {
                prop_assert!(calls.sent.len() <= most as usize);
            }
        }
        // Every call that waits is sent in the end, whether the others end one by one or time passes.
        for _ in 0..600 {
            if calls.waiting.is_empty() {
                break;
            }
            drop(calls.sent.pop());
            calls.run();
            if calls.sent.is_empty() {
                calls.host.advance(60.0);
                calls.run();
            }
        }
        prop_assert_eq!(calls.waiting.len(), 0);
        drop(calls.sent);
        prop_assert_eq!(calls.host.limiter.state().in_flight, 0);
    }
}
