//! Spending limits and a store of the test's, on a clock that the test moves.

use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::{Arc, Mutex, Weak};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use super::*;
use crate::clock::ScriptedClock;
use crate::error::ErrorKind;
use crate::ledger::shared::Verdict;
use crate::ledger::{SpendingLimit, Tally, line};
use crate::record::Watcher;

/// A store that keeps what it is asked, for the test to answer.
#[derive(Debug, Default)]
struct Store(Mutex<Vec<SpendingAsk>>, Mutex<Vec<BookAsk>>);

impl SharedSpending for Store {
    fn spend(&self, _: Weak<dyn Spending>, asks: Vec<SpendingAsk>) {
        self.0.lock().unwrap().extend(asks);
    }

    fn keep(&self, _: Weak<dyn Spending>, ask: BookAsk) {
        self.1.lock().unwrap().push(ask);
    }
}

const HOUR: Duration = Duration::from_secs(3600);

struct Host {
    ledger: Arc<Ledger>,
    clock: ScriptedClock,
    store: Arc<Store>,
}

type Asking = Pin<Box<dyn Future<Output = Result<Amounts>>>>;

impl Host {
    /// A limit of 1 000 tokens an hour, and what else is given.
    fn new(more: Vec<SpendingLimit>) -> Host {
        let clock = ScriptedClock::manual();
        let limits = [vec![SpendingLimit::tokens(1000, HOUR).notice_at(0.5)], more].concat();
        let store = Arc::new(Store::default());
        let ledger = Ledger::new(Arc::new(clock.clone()), BTreeMap::new(), limits);
        let shared: Arc<dyn SharedSpending> = Arc::<Store>::clone(&store);
        Host { ledger: Arc::new(ledger.shared(shared, "http://127.0.0.1")), clock, store }
    }

    /// A call that may use so many tokens.
    fn call(&self, tokens: u64) -> Result<Record> {
        self.watched(tokens, &Seen::default())
    }

    /// A call whose notices are counted.
    fn watched(&self, tokens: u64, seen: &Seen) -> Result<Record> {
        let clock = Arc::clone(&self.ledger.clock);
        let operation = "POST /v1/messages".to_owned();
        let mut record =
            Record::new(clock, Default::default(), operation, Some("m"), vec!["blue".to_owned()]);
        record.watch(seen.clone());
        let expected = Usage { output_tokens: tokens, ..Usage::default() };
        self.ledger.open(&mut record, &expected).map(|()| record)
    }

    fn waiting(&self, record: &Record) -> Asking {
        assert!(record.awaits_room());
        Box::pin(self.ledger.wait(record))
    }

    fn asked(&self) -> Vec<SpendingAsk> {
        std::mem::take(&mut self.store.0.lock().unwrap())
    }

    fn asked_once(&self) -> SpendingAsk {
        let mut asked = self.asked();
        assert_eq!(asked.len(), 1, "{asked:?}");
        asked.remove(0)
    }

    /// A call with room that the store gives, besides `more`.
    fn admitted(&self, tokens: u64, more: f64) -> Record {
        let mut record = self.call(tokens).unwrap();
        if record.awaits_room() {
            let mut asking = self.waiting(&record);
            assert!(poll(&mut asking).is_none());
            let ask = self.asked_once();
            self.ledger.spending_answered(0, Some(given(ask.needed.unwrap() + more, ask.total)));
            admit(&mut record, poll(&mut asking).expect("there is room").unwrap());
        }
        record
    }

    fn advance(&self, seconds: f64) {
        self.clock.advance(Duration::from_secs_f64(seconds));
    }
}

/// How many notices calls had.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<usize>>);

impl Seen {
    fn count(&self) -> usize {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

impl Watcher for Seen {
    fn ended(&self, record: &mut Record) {
        *self.0.lock().unwrap() += record.notices.len();
    }
}

/// The store gives so much, of a limit of which so much is used.
fn given(granted: f64, used: f64) -> SpendingGiven {
    SpendingGiven {
        verdict: Verdict::Granted,
        granted,
        used,
        reserved: 0.0,
        processes: 4,
        window: 7,
        reset: Duration::from_secs(600),
    }
}

fn admit(record: &mut Record, amounts: Amounts) {
    let reserved = record.reserved.as_mut().unwrap();
    (reserved.amounts, reserved.waits) = (amounts, false);
}

fn poll(asking: &mut Asking) -> Option<Result<Amounts>> {
    match pin!(asking).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => Some(done),
        Poll::Pending => None,
    }
}

/// The call ends with an answer of so many tokens.
fn end(mut record: Record, tokens: u64) {
    record.answered(200, &Arc::default());
    record.used(&Usage { output_tokens: tokens, ..Usage::default() });
    record.completed();
}

fn state(host: &Host) -> (f64, f64) {
    let limits = host.ledger.report(false).limits;
    (limits[0].used, limits[0].reserved)
}

#[test]
fn calls_use_what_is_held_and_report_what_they_used() {
    let host = Host::new(Vec::new());
    let first = host.admitted(10, 20.0);
    // Held: no round trip, and no wait.
    let second = host.call(20).unwrap();
    assert!(!second.awaits_room() && host.asked().is_empty());
    assert_eq!(state(&host), (0.0, 30.0));
    end(first, 4);
    end(second, 25);
    assert_eq!(state(&host), (29.0, 0.0));
    host.advance(1.0);
    let report = host.ledger.beat().remove(0);
    assert_eq!((report.total, report.reserved, report.needed), (29.0, 0.0, None));
    host.ledger.spending_answered(0, Some(SpendingGiven { reserved: 5.0, ..given(0.0, 129.0) }));
    assert_eq!(state(&host), (129.0, 5.0), "of all processes");
    // In no use for a while: the store is not asked, and forgets the process.
    host.advance(11.0);
    assert!(host.ledger.beat().is_empty());
    // What was held is not used then: it may have been given to another process.
    assert!(host.call(1).unwrap().awaits_room());
}

#[test]
fn one_question_serves_all_that_wait() {
    let host = Host::new(Vec::new());
    let records: Vec<_> = (0..3).map(|_| host.call(10).unwrap()).collect();
    let mut asking: Vec<_> = records.iter().map(|record| host.waiting(record)).collect();
    assert!(poll(&mut asking[0]).is_none());
    let ask = host.asked_once();
    assert_eq!((ask.needed, ask.ahead), (Some(10.0), 0.0));
    assert!(poll(&mut asking[1]).is_none() && poll(&mut asking[2]).is_none() && host.asked().is_empty());
    host.ledger.spending_answered(0, Some(given(10.0, 0.0)));
    assert!(poll(&mut asking[0]).is_some_and(|done| done.is_ok()));
    drop(asking.remove(0));
    assert!(poll(&mut asking[0]).is_none());
    let ask = host.asked_once();
    assert_eq!((ask.needed, ask.ahead, ask.reserved), (Some(10.0), 10.0, 10.0));
    host.ledger.spending_answered(0, Some(given(20.0, 0.0)));
    assert!(asking.iter_mut().all(|asking| poll(asking).is_some_and(|done| done.is_ok())));
}

#[test]
fn a_refusal_is_an_error_and_holds_for_a_moment() {
    let host = Host::new(Vec::new());
    let record = host.call(100).unwrap();
    let mut asking = host.waiting(&record);
    assert!(poll(&mut asking).is_none());
    host.asked_once();
    let refused = SpendingGiven { verdict: Verdict::Refused, reserved: 20.0, ..given(0.0, 930.0) };
    host.ledger.spending_answered(0, Some(refused.clone()));
    let error = poll(&mut asking).unwrap().unwrap_err();
    assert_eq!((error.kind(), error.subkind()), (ErrorKind::OverLimit, Some("spending")));
    assert_eq!(error.retry_after(), Some(Duration::from_secs(600)));
    let text = error.to_string();
    assert!(text.contains("930 are used, 20 are kept"), "{text}");
    // A herd of calls does not ask for each; a smaller one does.
    assert_eq!(host.call(100).unwrap_err().kind(), ErrorKind::OverLimit);
    assert!(host.call(40).unwrap().awaits_room() && host.asked().is_empty());
    host.advance(0.2);
    assert!(host.call(100).unwrap().awaits_room());
    // More than the whole limit is never asked for.
    assert_eq!(host.call(1001).unwrap_err().kind(), ErrorKind::OverLimit);
}

#[test]
fn a_call_waits_for_what_others_give_back() {
    let host = Host::new(Vec::new());
    let record = host.call(100).unwrap();
    let mut asking = host.waiting(&record);
    assert!(poll(&mut asking).is_none());
    host.asked_once();
    let wait = SpendingGiven { verdict: Verdict::Wait, ..given(0.0, 850.0) };
    host.ledger.spending_answered(0, Some(wait));
    assert!(poll(&mut asking).is_none() && host.asked().is_empty(), "not at once");
    host.advance(0.2);
    assert!(poll(&mut asking).is_none());
    assert_eq!(host.asked_once().needed, Some(100.0));
    host.ledger.spending_answered(0, Some(given(100.0, 850.0)));
    assert!(poll(&mut asking).unwrap().is_ok());
}

#[test]
fn a_wait_that_is_dropped_leaves_its_place_to_the_next() {
    let host = Host::new(Vec::new());
    let (one, two) = (host.call(100).unwrap(), host.call(30).unwrap());
    let (mut first, mut second) = (host.waiting(&one), host.waiting(&two));
    assert!(poll(&mut first).is_none() && poll(&mut second).is_none());
    host.asked_once();
    drop(first);
    let refused = SpendingGiven { verdict: Verdict::Refused, ..given(0.0, 950.0) };
    host.ledger.spending_answered(0, Some(refused));
    assert!(poll(&mut second).is_none());
    assert_eq!(host.asked_once().needed, Some(30.0));
    host.ledger.spending_answered(0, Some(given(30.0, 950.0)));
    assert!(poll(&mut second).unwrap().is_ok());
}

/// Counts how often a call is woken.
#[derive(Default)]
struct Wakes(Mutex<usize>);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        *self.0.lock().unwrap() += 1;
    }
}

#[test]
fn an_answer_wakes_only_those_that_it_serves_and_the_one_that_asks_next() {
    let host = Host::new(Vec::new());
    let records: Vec<_> = (0..6).map(|_| host.call(10).unwrap()).collect();
    let mut asking: Vec<_> = records.iter().map(|record| host.waiting(record)).collect();
    let wakes: Vec<_> = records.iter().map(|_| Arc::new(Wakes::default())).collect();
    let poll_at = |asking: &mut Asking, at: usize| {
        let waker = Waker::from(Arc::clone(&wakes[at]));
        pin!(asking).poll(&mut Context::from_waker(&waker))
    };
    let woken =
        || wakes.iter().map(|wakes| std::mem::take(&mut *wakes.0.lock().unwrap())).collect::<Vec<_>>();
    for (at, asking) in asking.iter_mut().enumerate() {
        assert!(poll_at(asking, at).is_pending());
    }
    assert_eq!((host.asked_once().needed, woken()), (Some(10.0), vec![0; 6]));
    host.ledger.spending_answered(0, Some(given(20.0, 0.0)));
    assert_eq!(woken(), [1, 1, 1, 0, 0, 0]);
    // One that goes on wakes the next, once.
    assert!(poll_at(&mut asking[0], 0).is_ready());
    assert_eq!(woken(), [0, 1, 0, 0, 0, 0]);
    assert!(poll_at(&mut asking[1], 1).is_ready() && poll_at(&mut asking[2], 2).is_pending());
    asking.drain(..2);
    assert_eq!((host.asked_once().needed, woken()), (Some(10.0), vec![0, 0, 1, 0, 0, 0]));
    // A refusal goes from one to the next, without a question for each.
    let refused = SpendingGiven { verdict: Verdict::Refused, ..given(0.0, 990.0) };
    host.ledger.spending_answered(0, Some(refused));
    for at in 2..6 {
        assert_eq!(woken().iter().position(|wakes| *wakes > 0), Some(at));
        assert!(matches!(poll_at(&mut asking[at - 2], at), Poll::Ready(Err(_))));
    }
    assert!(host.asked().is_empty());
}

#[test]
fn a_call_that_looks_before_the_one_that_was_served_waits_for_it() {
    let host = Host::new(Vec::new());
    let (one, two) = (host.call(10).unwrap(), host.call(20).unwrap());
    let (mut first, mut second) = (host.waiting(&one), host.waiting(&two));
    assert!(poll(&mut first).is_none() && poll(&mut second).is_none());
    host.asked_once();
    host.ledger.spending_answered(0, Some(given(10.0, 0.0)));
    assert!(
        poll(&mut second).is_none() && host.asked().is_empty(),
        "what the first was given is not given back"
    );
    assert!(poll(&mut first).unwrap().is_ok());
    assert!(poll(&mut second).is_none());
    assert_eq!(host.asked_once().needed, Some(20.0));
}

#[test]
fn a_call_that_waits_for_two_limits_asks_each_once() {
    let host = Host::new(vec![SpendingLimit::tokens(2000, HOUR)]);
    let (one, two) = (host.call(100).unwrap(), host.call(40).unwrap());
    let (mut first, mut second) = (host.waiting(&one), host.waiting(&two));
    assert!(poll(&mut first).is_none() && poll(&mut second).is_none());
    assert_eq!(host.asked().iter().map(|ask| ask.needed).collect::<Vec<_>>(), [Some(100.0); 2]);
    host.ledger.spending_answered(0, Some(given(100.0, 0.0)));
    assert!(poll(&mut first).is_none());
    // The next one asks; what the first needs stays with it.
    let ask = host.asked_once();
    assert_eq!((ask.limit, ask.needed, ask.reserved), (0, Some(40.0), 100.0));
    host.ledger.spending_answered(0, Some(given(40.0, 0.0)));
    assert!(poll(&mut first).is_none() && poll(&mut second).is_none() && host.asked().is_empty());
    host.ledger.spending_answered(1, Some(given(100.0, 0.0)));
    assert!(poll(&mut first).unwrap().is_ok());
}

#[test]
fn a_limit_that_does_not_concern_a_call_is_not_asked_for() {
    let host = Host::new(vec![SpendingLimit::tokens(5, HOUR).of_label("red")]);
    let record = host.admitted(100, 0.0);
    end(record, 100);
    assert_eq!(host.ledger.beat().len(), 1);
}

#[test]
fn without_the_store_each_process_has_an_equal_share() {
    let host = Host::new(Vec::new());
    end(host.admitted(100, 0.0), 100);
    host.ledger.beat();
    host.ledger.spending_answered(0, Some(SpendingGiven { reserved: 100.0, ..given(0.0, 500.0) }));
    let record = host.call(100).unwrap();
    let mut asking = host.waiting(&record);
    assert!(poll(&mut asking).is_none());
    host.asked_once();
    host.ledger.spending_answered(0, None);
    // 1 000 less 500 and 100, for four processes.
    assert!(poll(&mut asking).unwrap().is_ok());
    let error = host.call(1).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OverLimit);
    // The time of the limit ends meanwhile.
    host.advance(601.0);
    let record = host.call(200).unwrap();
    assert!(!record.awaits_room());
    // The store is asked again; until it answers, calls go on.
    let ask = host.asked_once();
    assert_eq!((ask.needed, ask.known), (None, None));
    assert!(host.call(200).is_err());
    let back = SpendingGiven { window: 8, ..given(0.0, 40.0) };
    host.ledger.spending_answered(0, Some(back));
    assert!(host.call(10).unwrap().awaits_room(), "by the store again");
    drop(record);
}

#[test]
fn a_store_that_never_answers_holds_nobody_up() {
    let host = Host::new(Vec::new());
    let record = host.call(100).unwrap();
    let mut asking = host.waiting(&record);
    assert!(poll(&mut asking).is_none());
    host.asked_once();
    host.advance(1.0);
    // Nobody else is known: the whole limit.
    assert!(poll(&mut asking).unwrap().is_ok());
    assert!(!host.call(900).unwrap().awaits_room());
    // An answer that comes at last counts.
    host.ledger.spending_answered(0, Some(given(0.0, 0.0)));
    assert!(host.call(100).unwrap().awaits_room());
}

#[test]
fn the_mark_for_notices_is_of_all_processes() {
    let host = Host::new(Vec::new());
    let answered = |granted, used, window| {
        host.ledger.beat();
        host.ledger.spending_answered(0, Some(SpendingGiven { window, ..given(granted, used) }));
    };
    let seen = Seen::default();
    end(host.admitted(100, 0.0), 100);
    answered(300.0, 450.0, 7);
    end(host.watched(100, &seen).unwrap(), 60);
    assert_eq!(seen.count(), 1, "510 of 1 000");
    end(host.watched(100, &seen).unwrap(), 60);
    assert_eq!(seen.count(), 0, "once");
    answered(600.0, 0.0, 8);
    end(host.watched(600, &seen).unwrap(), 600);
    assert_eq!(seen.count(), 1, "in the next window again");
}

#[test]
fn a_client_that_ends_reports_for_the_last_time() {
    let host = Host::new(Vec::new());
    end(host.admitted(100, 50.0), 80);
    let Host { ledger, store, .. } = host;
    drop(ledger);
    let asks = std::mem::take(&mut *store.0.lock().unwrap());
    let last: Vec<_> = asks.iter().map(|ask| (ask.leaves, ask.total, ask.reserved)).collect();
    assert_eq!(last, [(true, 80.0, 0.0)]);
    // One that never used the store has nothing to say.
    let Host { ledger, store, .. } = Host::new(Vec::new());
    drop(ledger);
    assert!(store.0.lock().unwrap().is_empty());
}

#[test]
fn limits_have_one_name_if_they_are_the_same() {
    let day = |tokens: u64| SpendingLimit::tokens(tokens, 24 * HOUR);
    let name = |limit: &SpendingLimit| limit.name("https://a");
    assert!(name(&day(5)) == name(&day(5).notice_at(0.5)), "the mark is a matter of each process");
    let others = [day(6), day(5).of_label("x"), day(5).of_model("x"), SpendingLimit::cost(5.0, 24 * HOUR)];
    assert!(others.iter().all(|other| name(other) != name(&day(5))));
    assert!(day(5).name("https://b") != name(&day(5)));
}

/// The calls of each book that was sent since the last look, and whether its client had ended.
fn books(store: &Store) -> Vec<(u64, bool)> {
    let calls = |ask: &BookAsk| {
        let book: serde_json::Value = serde_json::from_str(&ask.book).unwrap();
        assert_eq!(book["total"], book["labels"]["blue"]);
        (book["total"]["calls"].as_u64().unwrap(), ask.leaves)
    };
    std::mem::take(&mut *store.1.lock().unwrap()).iter().map(calls).collect()
}

#[test]
fn the_book_is_sent_at_a_call_and_then_asked_for_each_second() {
    let host = Host::new(Vec::new());
    drop(host.admitted(10, 0.0));
    drop(host.admitted(10, 0.0));
    assert_eq!(books(&host.store), [(1, false)], "the second is in the report of the next second");
    let beats = || host.ledger.book_beat().map(|ask| ask.book.contains(r#""calls":2"#));
    assert_eq!(
        [(); 7].map(|()| beats()),
        [Some(true), Some(true), Some(true), Some(true), Some(true), None, None]
    );
    // A look asks too, and begins nothing anew for the others.
    assert_eq!(host.ledger.report(true).total.calls, 2);
    assert_eq!(books(&host.store), [(2, false)]);
    drop(host.admitted(10, 0.0));
    assert!(host.ledger.book_beat().unwrap().book.contains(r#""calls":3"#));
    let usage = FleetUsage::read(2, r#"{"total":{"calls":7,"cost":0.5,"waited_seconds":1.5},"models":{}}"#);
    host.ledger.book_answered(usage);
    let fleet = host.ledger.report(false).fleet.unwrap();
    assert_eq!((fleet.processes, fleet.total.calls, fleet.total.cost), (2, 7, 0.5));
    assert_eq!(fleet.total.waited, Duration::from_millis(1500));
    host.ledger.book_answered(None);
    assert_eq!(host.ledger.report(false).fleet, None);
    // A store without a thread never asks: the next look sends it again.
    assert_eq!(books(&host.store), []);
    host.ledger.book_was_not_sent();
    host.ledger.report(false);
    assert_eq!(books(&host.store), [(3, false)]);
    let store = Arc::clone(&host.store);
    drop(host);
    assert_eq!(books(&store).last(), Some(&(3, true)));
}

#[test]
fn the_store_has_a_bounded_number_of_lines_without_what_is_nothing() {
    let host = Host::new(Vec::new());
    let mut state = host.ledger.lock();
    for number in 0..300_u64 {
        let name = format!("tenant:{number:03}");
        let labels = &mut state.together.as_mut().unwrap().book.labels;
        line(labels, &name).add(&Tally { calls: number, ..Tally::default() });
    }
    let book = state.book_to_send().unwrap().ask().book;
    let book: serde_json::Value = serde_json::from_str(&book).unwrap();
    let labels = book["labels"].as_object().unwrap();
    assert_eq!(labels.len(), 257);
    assert_eq!(labels["(others)"], serde_json::json!({"calls": (256..300).sum::<u64>()}));
    assert_eq!(labels["tenant:255"], serde_json::json!({"calls": 255}));
    assert_eq!(book["total"], serde_json::json!({}));
}
