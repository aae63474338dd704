//! Tests of the gate: who writes a prefix, who waits for it, and what is expected of the cache afterwards.

mod sharing;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use bytes::Bytes;
use proptest::prelude::*;

use super::gate::{Entering, Expected, Gate, Pass};
use super::marked::Marked;
use super::prefixes::prefixes;
use crate::clock::ScriptedClock;
use crate::model::Usage;

const MARK: &str = r#""cache_control":{"type":"ephemeral"}"#;

/// A request with a marked system prompt and a question.
fn body(system: &str, question: &str) -> String {
    let system = format!(r#"[{{"type":"text","text":"{system}",{MARK}}}]"#);
    let messages = format!(r#"[{{"role":"user","content":"{question}"}}]"#);
    format!(r#"{{"model":"m","system":{system},"messages":{messages}}}"#)
}

fn gate() -> (Arc<Gate>, ScriptedClock) {
    let clock = ScriptedClock::new();
    (Arc::new(Gate::new(Arc::new(clock.clone()), false)), clock)
}

fn marked(gate: &Gate, json: &str) -> Arc<Marked> {
    extended(gate, json).0
}

/// With the body that is to be sent in its place, if there is one.
fn extended(gate: &Gate, json: &str) -> (Arc<Marked>, Option<String>) {
    let body = Bytes::copy_from_slice(json.as_bytes());
    let (marked, parts) = gate.marked(0, || None, ("m", &body, true)).unwrap();
    (marked, parts.map(|parts| String::from_utf8(parts.concat()).unwrap()))
}

fn usage(written: u64, read: u64) -> Usage {
    Usage {
        cache_creation_input_tokens: Some(written),
        cache_read_input_tokens: Some(read),
        ..Usage::default()
    }
}

#[derive(Default)]
struct Wakes(AtomicUsize);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// A call that waits, polled only when it was woken.
struct Waiting {
    entering: Entering,
    wakes: Arc<Wakes>,
}

impl Waiting {
    fn new(gate: &Arc<Gate>, marked: &Arc<Marked>) -> Waiting {
        let mut waiting = Waiting { entering: gate.enter(marked), wakes: Arc::default() };
        assert!(waiting.poll().is_none());
        waiting
    }

    fn poll(&mut self) -> Option<Pass> {
        let waker = Waker::from(Arc::clone(&self.wakes));
        match Pin::new(&mut self.entering).poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(pass) => Some(pass),
            Poll::Pending => None,
        }
    }

    fn woken(&self) -> usize {
        self.wakes.0.swap(0, Ordering::SeqCst)
    }
}

#[test]
fn one_writes_and_the_others_wait_until_its_answer_begins() {
    let (gate, _clock) = gate();
    let (one, other) = (marked(&gate, &body("long", "a")), marked(&gate, &body("long", "b")));
    let mut first = gate.enter_now(&one).unwrap();
    assert_eq!(first.expected, Expected::Cold);
    assert!(gate.enter_now(&other).is_none());
    let mut waiting = Waiting::new(&gate, &other);
    assert_eq!(waiting.woken(), 0);
    first.began();
    assert_eq!(waiting.woken(), 1);
    assert_eq!(waiting.poll().unwrap().expected, Expected::Warm);
    // A prefix of another text, model or credential is another one.
    assert_eq!(gate.enter_now(&marked(&gate, &body("short", "a"))).unwrap().expected, Expected::Cold);
    let elsewhere = gate.marked(7, || None, ("m", &Bytes::from(body("long", "a")), true)).unwrap().0;
    assert_eq!(gate.enter_now(&elsewhere).unwrap().expected, Expected::Cold);
}

#[test]
fn the_next_goes_ahead_if_the_first_fails_or_is_left() {
    let (gate, _clock) = gate();
    let marked = marked(&gate, &body("long", "a"));
    let first = gate.enter_now(&marked).unwrap();
    let (mut one, mut two) = (Waiting::new(&gate, &marked), Waiting::new(&gate, &marked));
    drop(first);
    assert_eq!((one.woken(), two.woken()), (1, 1));
    let second = one.poll().unwrap();
    assert_eq!(second.expected, Expected::Cold);
    assert!(two.poll().is_none());
    drop(second);
    assert_eq!(two.woken(), 1);
    assert!(two.poll().is_some());
}

#[test]
fn a_prefix_expires_and_is_renewed_by_each_use() {
    let (gate, clock) = gate();
    let marked = marked(&gate, &body("long", "a"));
    let enter = || {
        let mut pass = gate.enter_now(&marked).unwrap();
        pass.began();
        pass.expected
    };
    assert_eq!(enter(), Expected::Cold);
    for _ in 0..3 {
        clock.advance(Duration::from_secs(299));
        assert_eq!(enter(), Expected::Warm);
    }
    clock.advance(Duration::from_secs(301));
    assert_eq!(enter(), Expected::Expired);
}

#[test]
fn a_prefix_that_is_not_kept_is_waited_for_once() {
    let (gate, _clock) = gate();
    let marked = marked(&gate, &body("short", "a"));
    let mut first = gate.enter_now(&marked).unwrap();
    first.began();
    assert!(!first.used(&usage(0, 0)));
    let _second = gate.enter_now(&marked).unwrap();
    assert!(gate.enter_now(&marked).is_some(), "nobody waits for it again");
}

#[test]
fn a_prefix_that_is_gone_before_its_time_is_lost() {
    let (gate, _clock) = gate();
    let marked = marked(&gate, &body("long", "a"));
    let mut first = gate.enter_now(&marked).unwrap();
    first.began();
    assert!(!first.used(&usage(900, 0)));
    assert!(!gate.enter_now(&marked).unwrap().used(&usage(0, 900)));
    assert!(gate.enter_now(&marked).unwrap().used(&usage(900, 0)));
}

#[test]
fn prefixes_are_those_that_end_at_a_marker() {
    let keys = std::hash::RandomState::new();
    let of = |json: &str| {
        let all = prefixes("m", json.as_bytes(), &keys, false);
        for prefix in &all {
            assert!(json[prefix.marker.clone()].contains("ephemeral"));
        }
        all.into_iter().map(|prefix| (prefix.digest, prefix.lifetime)).collect::<Vec<_>>()
    };
    assert_eq!(of(r#"{"model":"m","messages":[{"role":"user","content":"a"}]}"#), []);
    assert_eq!(of("no JSON"), []);
    let tools = format!(r#""tools":[{{"name":"a"}},{{"name":"b",{MARK}}}]"#);
    let hour = r#""cache_control":{"type":"ephemeral","ttl":"1h"}"#;
    let system = format!(r#""system":[{{"type":"text","text":"s",{hour}}}]"#);
    let turns = |text: &str| {
        format!(r#""messages":[{{"role":"user","content":[{{"type":"text","text":"{text}"}}]}}]"#)
    };
    let one = of(&format!(r#"{{{tools},{system},{},{MARK}}}"#, turns("x")));
    let two = of(&format!(r#"{{{MARK},{},{system},{tools}}}"#, turns("y")));
    assert_eq!((one.len(), two.len()), (3, 3));
    // The order of members does not count, and neither does what follows a marker.
    assert_eq!((one[0], one[1]), (two[0], two[1]));
    assert_ne!(one[2], two[2]);
    let seconds: Vec<u64> = one.iter().map(|(_, lifetime)| lifetime.as_secs()).collect();
    assert_eq!(seconds, [300, 3600, 300]);
    // A marker is no content: without it, the prefix that ends later is the same.
    let unmarked = of(&format!(r#"{{{},{system},{}}}"#, tools.replace(&format!(",{MARK}"), ""), turns("x")));
    assert_eq!(unmarked, [one[1]]);
    // The automatic marker on a block that is marked adds nothing.
    let both = format!(
        r#"{{"messages":[{{"role":"user","content":[{{"type":"text","text":"x",{MARK}}}]}}],{MARK}}}"#
    );
    assert_eq!(of(&both).len(), 1);
    // A null is no marker.
    assert_eq!(of(r#"{"messages":[{"role":"user","content":"a"}],"cache_control":null}"#), []);
}

#[derive(Clone, Debug)]
enum Step {
    Enter(usize),
    Begin(usize),
    Leave(usize),
    GiveUp(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        (0..3_usize).prop_map(Step::Enter),
        (0..8_usize).prop_map(Step::Begin),
        (0..8_usize).prop_map(Step::Leave),
        (0..8_usize).prop_map(Step::GiveUp),
    ]
}

proptest! {
    /// Whatever calls do, a prefix has one writer at a time, and once all writers are gone nobody waits.
    #[test]
    fn nobody_is_forgotten(steps in prop::collection::vec(step(), 1..60)) {
        let (gate, _clock) = gate();
        let requests = [body("a", "1"), body("a", "2"), body("b", "1")].map(|json| marked(&gate, &json));
        let group = |request: usize| request / 2;
        let mut sent: Vec<(usize, Pass)> = Vec::new();
        let mut waiting: Vec<(usize, Waiting)> = Vec::new();
        let mut warm = [false; 2];
        let settle = |sent: &mut Vec<(usize, Pass)>, waiting: &mut Vec<(usize, Waiting)>| {
            let mut at = 0;
            while at < waiting.len() {
                let woken = waiting[at].1.woken() > 0;
                match if woken { waiting[at].1.poll() } else { None } {
                    Some(pass) => sent.push((waiting.remove(at).0, pass)),
                    None => at += 1,
                }
            }
        };
        for step in steps {
            match step {
                Step::Enter(request) => match gate.enter_now(&requests[request]) {
                    Some(pass) => sent.push((request, pass)),
                    None => waiting.push((request, Waiting::new(&gate, &requests[request]))),
                },
                Step::Begin(at) if at < sent.len() => {
                    sent[at].1.began();
                    warm[group(sent[at].0)] = true;
                }
                Step::Leave(at) if at < sent.len() => drop(sent.remove(at)),
                Step::GiveUp(at) if at < waiting.len() => drop(waiting.remove(at)),
                _ => {}
            }
            settle(&mut sent, &mut waiting);
            for (which, warm) in warm.iter().enumerate() {
                let of_group = sent.iter().filter(|(request, _)| group(*request) == which).count();
                prop_assert!(*warm || of_group <= 1, "two write one prefix");
                let waits = waiting.iter().any(|(request, _)| group(*request) == which);
                prop_assert!(!waits || (of_group == 1 && !warm), "a call waits for nobody");
            }
        }
    }
}

/// A call whose answer has begun.
fn answered(gate: &Arc<Gate>, marked: &Arc<Marked>) -> Expected {
    let mut pass = gate.enter_now(marked).expect("nobody writes");
    pass.began();
    pass.expected
}

#[test]
fn a_prefix_that_comes_again_after_its_lifetime_is_kept_for_an_hour() {
    let clock = ScriptedClock::new();
    let gate = Arc::new(Gate::new(Arc::new(clock.clone()), true));
    let ask = |seconds: u64| {
        clock.advance(Duration::from_secs(seconds));
        let (marked, sent) = extended(&gate, &body("long", &seconds.to_string()));
        let is_extended = sent.is_some();
        if let Some(sent) = sent {
            let expected = body("long", &seconds.to_string());
            let marker = r#""cache_control":{"type":"ephemeral","ttl":"1h"}"#;
            assert_eq!(sent.matches(r#""ttl":"1h""#).count(), 1);
            assert_eq!(
                sent.replace(&sent[sent.find("\"cache_control").unwrap()..][..marker.len()], MARK),
                expected
            );
        }
        (is_extended, answered(&gate, &marked))
    };
    assert_eq!(ask(0), (false, Expected::Cold));
    assert_eq!(ask(299), (false, Expected::Warm));
    // Five minutes were too short, and an hour is enough.
    assert_eq!(ask(600), (true, Expected::Expired));
    // As it was written, also soon after.
    assert_eq!(ask(10), (true, Expected::Warm));
    assert_eq!(ask(3599), (true, Expected::Warm));
    // An hour was too short as well: the cheaper lifetime.
    assert_eq!(ask(3601), (false, Expected::Expired));
    assert_eq!(ask(299), (false, Expected::Warm));
}

#[test]
fn those_that_wait_ask_for_the_lifetime_of_the_one_that_writes() {
    let clock = ScriptedClock::new();
    let gate = Arc::new(Gate::new(Arc::new(clock.clone()), true));
    let first = extended(&gate, &body("long", "a")).0;
    answered(&gate, &first);
    clock.advance(Duration::from_secs(400));
    let (writing, sent) = extended(&gate, &body("long", "b"));
    assert!(sent.is_some());
    let mut pass = gate.enter_now(&writing).unwrap();
    let (other, sent) = extended(&gate, &body("long", "c"));
    assert!(sent.is_some());
    let mut waiting = Waiting::new(&gate, &other);
    pass.began();
    assert_eq!(waiting.poll().unwrap().expected, Expected::Warm);
}

#[test]
fn markers_before_one_of_an_hour_ask_for_an_hour_too() {
    let clock = ScriptedClock::new();
    let gate = Arc::new(Gate::new(Arc::new(clock.clone()), true));
    let tool = |ttl: &str| format!(r#"[{{"name":"t","cache_control":{{"type":"ephemeral"{ttl}}}}}]"#);
    let request = |tools: &str, system: &str, messages: &str| {
        let system = format!(r#"[{{"type":"text","text":"{system}",{MARK}}}]"#);
        format!(r#"{{"cache_control":null,"messages":{messages},"system":{system},"tools":{tools}}}"#)
    };
    let plain = r#"[{"role":"user","content":"x"}]"#;
    answered(&gate, &extended(&gate, &request(&tool(""), "s", plain)).0);
    clock.advance(Duration::from_secs(400));
    // The tools come again with another system prompt, which is new: it is kept for five minutes.
    let (_, sent) = extended(&gate, &request(&tool(r#","ttl":"5m""#), "new", plain));
    let sent = sent.unwrap();
    assert_eq!((sent.matches(r#""ttl":"1h""#).count(), sent.matches("5m").count()), (1, 0), "{sent}");
    assert!(sent.ends_with(&tool(r#","ttl":"1h""#).replace("]", "]}")), "{sent}");
    // The whole comes again: both.
    let (_, sent) = extended(&gate, &request(&tool(""), "s", plain));
    assert_eq!(sent.unwrap().matches(r#""ttl":"1h""#).count(), 2);
    // Who asks for an hour has it.
    let (_, sent) = extended(&gate, &request(&tool(r#","ttl":"1h""#), "new", plain));
    assert_eq!(sent, None);
    // The marker of the whole request, which comes first in the text.
    let whole = |ttl: &str| format!(r#"{{"cache_control":{{"type":"ephemeral"{ttl}}},"messages":{plain}}}"#);
    answered(&gate, &extended(&gate, &whole("")).0);
    clock.advance(Duration::from_secs(400));
    assert_eq!(extended(&gate, &whole("")).1, Some(whole(r#","ttl":"1h""#)));
}

/// A conversation whose end is marked, after so many turns of each side.
fn talk(turns: usize) -> String {
    let mut messages = Vec::new();
    for turn in 0..=turns {
        let role = if turn % 2 == 0 { "user" } else { "assistant" };
        let mark = if turn == turns { format!(",{MARK}") } else { String::new() };
        messages
            .push(format!(r#"{{"role":"{role}","content":[{{"type":"text","text":"turn {turn}"{mark}}}]}}"#));
    }
    format!(r#"{{"model":"m","messages":[{}]}}"#, messages.join(","))
}

#[test]
fn a_marker_that_moves_with_a_conversation_reads_what_the_turn_before_wrote() {
    let (gate, clock) = gate();
    assert_eq!(answered(&gate, &marked(&gate, &talk(0))), Expected::Cold);
    assert_eq!(answered(&gate, &marked(&gate, &talk(2))), Expected::Warm);
    // What was read is renewed.
    clock.advance(Duration::from_secs(200));
    assert_eq!(answered(&gate, &marked(&gate, &talk(4))), Expected::Warm);
    clock.advance(Duration::from_secs(200));
    assert_eq!(answered(&gate, &marked(&gate, &talk(3))), Expected::Warm, "by way of the second turn");
    clock.advance(Duration::from_secs(301));
    assert_eq!(answered(&gate, &marked(&gate, &talk(6))), Expected::Expired);
    // Twenty blocks: that of the marker and nineteen before it.
    assert_eq!(answered(&gate, &marked(&gate, &talk(25))), Expected::Warm);
    assert_eq!(answered(&gate, &marked(&gate, &talk(46))), Expected::Cold, "too far behind");
    // A call waits for one that writes what it would read.
    let mut first = gate.enter_now(&marked(&gate, &talk(48))).unwrap();
    let mut waiting = Waiting::new(&gate, &marked(&gate, &talk(50)));
    first.began();
    assert_eq!(waiting.poll().unwrap().expected, Expected::Warm);
}

#[test]
fn the_end_of_a_conversation_with_long_pauses_is_kept_for_an_hour() {
    let clock = ScriptedClock::new();
    let gate = Arc::new(Gate::new(Arc::new(clock.clone()), true));
    let turn = |turns: usize, pause: u64| {
        clock.advance(Duration::from_secs(pause));
        let (marked, sent) = extended(&gate, &talk(turns));
        (sent.is_some(), answered(&gate, &marked))
    };
    assert_eq!(turn(0, 0), (false, Expected::Cold));
    assert_eq!(turn(2, 200), (false, Expected::Warm));
    assert_eq!(turn(4, 600), (true, Expected::Expired));
    assert_eq!(turn(6, 600), (true, Expected::Warm));
    assert_eq!(turn(8, 3599), (true, Expected::Warm));
    assert_eq!(turn(10, 3601), (false, Expected::Expired));
}

#[test]
fn names_of_prefixes_are_the_same_in_all_processes() {
    let names = |text: &str| {
        let all = prefixes("m", text.as_bytes(), &std::hash::RandomState::new(), true);
        all.into_iter().map(|prefix| prefix.name.unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(names(&body("long", "a")), names(&body("long", "b")));
    assert_ne!(names(&body("long", "a")), names(&body("longer", "a")));
}
