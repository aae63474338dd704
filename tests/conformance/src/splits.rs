//! The bodies of stream cases, fed to the core's decoder inside this process and cut at every byte: what comes out must
//! not depend on where the network cut.

use bytes::Bytes;
use parlour::testing::decode_all;
use parlour::{Error, Event, Message};

use crate::case::{Case, Step};
use crate::check;
use crate::json::Json;
use crate::lines;
use crate::outcome::{Collector, Outcome};

/// Bodies beyond this size are cut at some hundred places instead of all.
const EVERY_BYTE_LIMIT: usize = 16 * 1024;

/// The result of decoding a body in pieces.
pub struct Result {
    /// How many ways to cut were decoded.
    pub cuts: usize,
    /// Every difference; empty if all holds.
    pub differences: Vec<String>,
}

/// Decodes the body whole, byte by byte, and cut in two at every offset.
#[must_use]
pub fn every_byte(case: &Case) -> Result {
    let mut out = Result { cuts: 0, differences: Vec::new() };
    let (Some(body), Some(step)) = (case.divisible_body(), case.steps.first()) else { return out };
    if case.config.get("max_event_bytes").is_some() {
        // The decoder of this entry point runs with the default cap.
        return out;
    }
    let body = Bytes::copy_from_slice(body);
    let whole = decode_all(std::slice::from_ref(&body), MAX_EVENT_BYTES);
    out.cuts += 1;
    let step = Step { call: Json::Null, expect: of_the_body(&step.expect) };
    let uncut = match outcome(&whole) {
        Ok(outcome) => outcome,
        Err(problem) => {
            out.differences.push(problem);
            return out;
        }
    };
    out.differences.extend(check::outcome(&step, &uncut));
    let mut try_cut = |label: &dyn std::fmt::Display, chunks: &[Bytes]| {
        out.cuts += 1;
        let found = decode_all(chunks, MAX_EVENT_BYTES);
        let same = same(&found, &whole);
        if !same {
            let now = outcome(&found).map_or_else(|problem| problem, |o| o.describe());
            out.differences.push(format!("{label}: another result: {now}; uncut: {}", uncut.describe()));
        }
        same
    };
    let bytewise: Vec<Bytes> = (0..body.len()).map(|at| body.slice(at..=at)).collect();
    try_cut(&"byte by byte", &bytewise);
    let stride = if body.len() <= EVERY_BYTE_LIMIT { 1 } else { body.len() / 211 };
    for at in (1..body.len()).step_by(stride.max(1)) {
        if !try_cut(&format!("cut at {at}"), &[body.slice(..at), body.slice(at..)]) {
            break;
        }
    }
    out
}

/// The part of an expectation that a body alone can meet.
fn of_the_body(expect: &Json) -> Json {
    let mut out = Json::Object(Vec::new());
    if let Some(endings) = expect.get("either") {
        out.set("either", Json::Array(endings.items().iter().map(of_the_body).collect()));
    }
    for key in ["events", "message", "message_like", "message_in_order", "message_without_nulls"] {
        if let Some(value) = expect.get(key) {
            out.set(key, value.clone());
        }
    }
    if let Some(error) = expect.some("error") {
        let mut kept = Json::Object(Vec::new());
        for key in
            ["kind", "error_type", "message", "partial_message", "saw_stop_reason", "unfinished_inputs"]
        {
            if let Some(value) = error.get(key) {
                kept.set(key, value.clone());
            }
        }
        out.set("error", kept);
    }
    out
}

/// The default of the client (protocol §4.1 rule 11).
const MAX_EVENT_BYTES: usize = 64 << 20;

type Decoded = (Vec<Event>, std::result::Result<Message, Error>);

/// As a driver would report it.
fn outcome((events, result): &Decoded) -> std::result::Result<Outcome, String> {
    let last = match result {
        Ok(message) => {
            let mut line = lines::tagged("done");
            line.set("attempts", Json::int(1));
            line.set("waits_ms", Json::Array(Vec::new()));
            line.set("message", lines::message(message));
            line
        }
        Err(error) => lines::error(error),
    };
    let mut collector = Collector::default();
    for event in events {
        collector.line(lines::event(event))?;
    }
    collector.line(last)?.ok_or_else(|| "no outcome".to_owned())
}

/// The same to the letter: every event with all it tells, and the message or the error.
fn same(a: &Decoded, b: &Decoded) -> bool {
    let told = |e: &Event| e.index().map(|i| (i, e.text().is_some(), e.partial_json().is_some()));
    let events = a.0.len() == b.0.len()
        && a.0.iter().zip(&b.0).all(|(x, y)| {
            x == y && told(x) == told(y) && x.text() == y.text() && x.partial_json() == y.partial_json()
        });
    events
        && match (&a.1, &b.1) {
            (Ok(x), Ok(y)) => lines::message(x) == lines::message(y),
            (Err(x), Err(y)) => lines::error(x) == lines::error(y),
            _ => false,
        }
}
