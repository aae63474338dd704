//! All assertions about one call: its outcome against the case, and what holds for every call whatever the case says.

use crate::case::Step;
use crate::json::Json;
use crate::outcome::{End, Outcome};
use crate::pattern::{Mode, compare, short};

/// Differences between an outcome and the expectation of a step; empty if all holds.
#[must_use]
pub fn outcome(step: &Step, outcome: &Outcome) -> Vec<String> {
    let mut out = always(outcome);
    let expect = &step.expect;
    if let Some(either) = expect.get("either") {
        out.extend(any_of(either.items(), outcome));
        return out;
    }
    out.extend(end(expect, outcome));
    if let Some(list) = expect.get("events") {
        out.extend(events(list.items(), &outcome.events));
    }
    if let Some(text) = expect.get("text").and_then(Json::as_str) {
        out.extend(whole_text(text, outcome));
    }
    out.extend(message(expect, outcome));
    if let Some(pattern) = expect.get("done") {
        let line = match &outcome.end {
            End::Done(line) | End::Cancelled(line) => Some(line),
            End::Error(_) => None,
        };
        out.extend(compare(pattern, line, Mode::Like, "done"));
    }
    if let Some(list) = expect.get("items") {
        let found = Json::Array(outcome.items.clone());
        out.extend(compare(list, Some(&found), Mode::Like, "items"));
    }
    if let Some(list) = expect.get("partials") {
        out.extend(partials(list.items(), &outcome.items));
    }
    if let Some(pattern) = expect.get("answer") {
        let line = if let End::Done(line) = &outcome.end { line.get("answer") } else { None };
        out.extend(compare(pattern, line, Mode::Like, "answer"));
    }
    for key in ["attempts", "route", "rate_limits"] {
        if let Some(pattern) = expect.get(key) {
            out.extend(compare(pattern, outcome.last().and_then(|l| l.get(key)), Mode::Like, key));
        }
    }
    if let Some(list) = expect.get("waits_ms") {
        let ranges = list.items().iter().map(|range| match range.items() {
            [_, _] => Json::Object(vec![("$range".to_owned(), range.clone())]),
            _ => range.clone(),
        });
        let ranges = Json::Array(ranges.collect());
        out.extend(compare(&ranges, outcome.last().and_then(|l| l.get("waits_ms")), Mode::Like, "waits_ms"));
    }
    out.extend(words(expect, outcome));
    out
}

/// Compares how the call ended: with success, with an error, or cancelled.
fn end(expect: &Json, outcome: &Outcome) -> Vec<String> {
    let found = || outcome.describe();
    match (&outcome.end, expect.some("error"), expect.get("cancelled").and_then(Json::as_bool)) {
        (End::Error(line), Some(pattern), _) => {
            compare(pattern, Some(line), Mode::Like, "error").into_iter().collect()
        }
        (_, Some(pattern), _) => {
            vec![format!("expected an error like {}, found {}", short(pattern), found())]
        }
        (End::Cancelled(_), None, Some(true)) | (End::Done(_), None, Some(false) | None) => Vec::new(),
        (_, None, Some(true)) => vec![format!("expected to be cancelled, found {}", found())],
        (_, None, _) => vec![format!("expected success, found {}", found())],
    }
}

/// Searches the last line for words that it must not have, and counts words of the log.
fn words(expect: &Json, outcome: &Outcome) -> Vec<String> {
    let mut out = Vec::new();
    for word in expect.get("output_lacks").map(Json::items).unwrap_or_default() {
        let word = word.as_str().unwrap_or_default();
        if outcome.last().is_some_and(|l| l.to_string().contains(word)) {
            out.push(format!("the last line of the driver shows {word:?}"));
        }
    }
    for (text, times) in expect.get("log").map(Json::entries).unwrap_or_default() {
        let found = outcome.log.matches(text.as_str()).count() as u64;
        if times.as_u64() != Some(found) {
            out.push(format!("the log has {text:?} {found} times, not {times}"));
        }
    }
    out
}

/// Compares the observed states of a growing value: some of the expected states in their order, and the last one. Their
/// number depends on how the network cut the stream.
fn partials(wanted: &[Json], found: &[Json]) -> Vec<String> {
    let mut left = wanted.iter();
    let strange = |seen: &&Json| !left.any(|one| compare(one, Some(seen), Mode::Same, "partials").is_empty());
    if let Some(seen) = found.iter().find(strange) {
        return vec![format!("partials: {} is none of the values, or comes too late", short(seen))];
    }
    match (wanted.last(), found.last()) {
        (Some(last), Some(seen)) => compare(last, Some(seen), Mode::Same, "the last of partials"),
        (Some(last), None) => vec![format!("partials: nothing was seen, expected {}", short(last))],
        _ => Vec::new(),
    }
}

/// One of several endings, where the protocol leaves the choice to time: the differences to all if none fits.
fn any_of(endings: &[Json], found: &Outcome) -> Vec<String> {
    let mut out = Vec::new();
    for (i, expect) in endings.iter().enumerate() {
        let step = Step { call: Json::Null, expect: expect.clone() };
        let differences = outcome(&step, found);
        if differences.is_empty() {
            return Vec::new();
        }
        out.extend(differences.into_iter().map(|d| format!("ending {}: {d}", i + 1)));
    }
    out
}

fn message(expect: &Json, outcome: &Outcome) -> Vec<String> {
    let found = match &outcome.end {
        End::Done(line) => line.some("message"),
        _ => None,
    };
    let modes = [
        ("message", Mode::Same),
        ("message_like", Mode::Like),
        ("message_in_order", Mode::SameOrder),
        ("message_without_nulls", Mode::Same),
    ];
    let mut out = Vec::new();
    for (key, mode) in modes {
        if let Some(wanted) = expect.get(key) {
            let lean = key == "message_without_nulls";
            let found = found.map(|m| if lean { m.without_nulls() } else { m.clone() });
            let wanted = if lean { wanted.without_nulls() } else { wanted.clone() };
            out.extend(compare(&wanted, found.as_ref(), mode, "message"));
        }
    }
    out
}

fn whole_text(wanted: &str, outcome: &Outcome) -> Vec<String> {
    let told = match &outcome.end {
        End::Done(line) => line.get("text").and_then(Json::as_str).map(str::to_owned),
        _ => None,
    };
    let pieces = if outcome.texts.is_empty() { None } else { Some(outcome.texts.concat()) };
    let mut out = Vec::new();
    for (what, found) in [("the text of the answer", told), ("the pieces of text", pieces)] {
        if let Some(found) = found.filter(|found| found != wanted) {
            let (wanted, found) = (short(&Json::text(wanted)), short(&Json::Text(found)));
            out.push(format!("{what}: expected {wanted}, found {found}"));
        }
    }
    out
}

/// `"kind"`, `[kind, index]`, `[kind, index, pattern or exact raw text]`, `[…, pattern for the driver's line]`.
fn events(wanted: &[Json], found: &[Json]) -> Vec<String> {
    let mut out = Vec::new();
    if wanted.len() != found.len() {
        let kinds: Vec<&str> =
            found.iter().map(|e| e.get("kind").and_then(Json::as_str).unwrap_or("?")).collect();
        out.push(format!("{} events, expected {}: {}", found.len(), wanted.len(), shorten(&kinds.join(" "))));
        return out;
    }
    for (i, (want, have)) in wanted.iter().zip(found).enumerate() {
        let place = format!("events[{i}]");
        let parts = if want.items().is_empty() { std::slice::from_ref(want) } else { want.items() };
        let mut parts = parts.iter();
        let mut field = |key: &str, part: Option<&Json>| {
            if let Some(part) = part {
                out.extend(compare(part, have.get(key), Mode::Like, &format!("{place}.{key}")));
            }
        };
        field("kind", parts.next());
        field("index", parts.next());
        match parts.next() {
            Some(Json::Null) | None => {}
            Some(exact @ Json::Text(_)) => field("raw", Some(exact)),
            Some(pattern) => match have.get("raw").and_then(Json::as_str).map(Json::parse) {
                Some(Ok(json)) => {
                    out.extend(compare(pattern, Some(&json), Mode::Like, &format!("{place}.json")));
                }
                _ => out.push(format!("{place}: its raw text is not JSON: {}", short(have))),
            },
        }
        if let Some(pattern) = parts.next() {
            out.extend(compare(pattern, Some(have), Mode::Like, &place));
        }
    }
    out
}

fn shorten(text: &str) -> String {
    if text.len() < 400 { text.to_owned() } else { format!("{}…", text.get(..400).unwrap_or_default()) }
}

/// The rules for every call of every driver.
fn always(outcome: &Outcome) -> Vec<String> {
    let mut out = Vec::new();
    for (i, event) in outcome.events.iter().enumerate() {
        out.extend(event_line(event).into_iter().map(|what| format!("events[{i}]: {what}")));
    }
    if let Some(line) = outcome.last() {
        let waits = line.get("waits_ms").map_or(0, |w| w.items().len() as u64);
        match line.get("attempts").and_then(Json::as_u64) {
            None => out.push("the driver did not tell the attempts".to_owned()),
            Some(n) if n > 0 && waits + 1 < n => out.push(format!("{n} attempts but only {waits} waits")),
            Some(_) => {}
        }
    }
    match &outcome.end {
        End::Done(line) => {
            if let (Some(message), Some(text)) =
                (line.some("message"), line.get("text").and_then(Json::as_str))
                && message.get("too_deep_to_read").is_none()
            {
                let blocks = message.get("content").map(Json::items).unwrap_or_default().iter();
                let joined: String = blocks
                    .filter(|b| b.get("type").and_then(Json::as_str) == Some("text"))
                    .filter_map(|b| b.get("text").and_then(Json::as_str))
                    .collect();
                if joined != text {
                    out.push("the text of the answer is not what its text blocks hold".to_owned());
                }
            }
        }
        End::Error(line) => {
            for key in ["kind", "message", "display"] {
                if line.get(key).and_then(Json::as_str).is_none_or(str::is_empty) {
                    out.push(format!("the error has no {key}"));
                }
            }
            if line.get("retryable").and_then(Json::as_bool).is_none() {
                out.push("the error does not tell whether it is retryable".to_owned());
            }
        }
        End::Cancelled(_) => {}
    }
    out
}

/// Kind, index and pieces of an event agree with its raw text, which is judged by the harness's own reader.
fn event_line(event: &Json) -> Vec<String> {
    let Some(raw) = event.get("raw").and_then(Json::as_str) else {
        return vec!["no raw text".to_owned()];
    };
    let Ok(json) = Json::parse(raw) else { return Vec::new() };
    let mut out = Vec::new();
    if let (Some(kind), Some(told)) = (json.get("type").and_then(Json::as_str), event.get("kind"))
        && told.as_str() != Some(kind)
    {
        out.push(format!("kind {told} of a {kind} event"));
    }
    let delta = json.get("delta");
    let of_delta = |kind: &str, key: &str| {
        let same = delta.and_then(|d| d.get("type")).and_then(Json::as_str) == Some(kind);
        delta.filter(|_| same).and_then(|d| d.get(key)).and_then(Json::as_str)
    };
    let pieces = [
        ("text", of_delta("text_delta", "text")),
        ("partial_json", of_delta("input_json_delta", "partial_json")),
    ];
    for (key, inside) in pieces {
        if let Some(told) = event.get(key).and_then(Json::as_str)
            && inside.is_some_and(|inside| !same_piece(inside, told))
        {
            out.push(format!("{key} is {told:?} but its raw text says {:?}", inside.unwrap_or_default()));
        }
        if inside.is_some() && event.some(key).is_none() {
            out.push(format!("{key} is missing"));
        }
    }
    out
}

/// Whether a piece is what its raw text says. Half a character at either end, which the harness's reader shows as a
/// replacement mark, may be whole in the piece that ends it, and missing in the one that begins it.
fn same_piece(inside: &str, told: &str) -> bool {
    const MARK: char = '\u{fffd}';
    let ends = [Some(inside), inside.strip_suffix(MARK)];
    let mut later = told.chars();
    later.next();
    ends.into_iter().flatten().any(|inside| {
        inside == told
            || inside.strip_prefix(MARK) == Some(later.as_str())
            || inside == later.as_str() && told.starts_with(MARK)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Collector;

    fn judged(lines: &[&str], expect: &str) -> Vec<String> {
        let mut collector = Collector::default();
        let ended = lines.iter().find_map(|l| collector.line(Json::parse(l).unwrap()).unwrap()).unwrap();
        outcome(&Step { call: Json::Null, expect: Json::parse(expect).unwrap() }, &ended)
    }

    const EVENT: &str = r#"{"id":1,"type":"event","kind":"ping","index":null,"raw":"{\"type\":\"ping\"}"}"#;
    const DONE: &str = r#"{"id":1,"type":"done","attempts":1,"waits_ms":[],"text":"hi","message":"{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}"}"#;

    #[test]
    fn a_right_outcome_passes_and_each_wrong_part_is_named() {
        let good = r#"{"events":["ping"],"text":"hi","attempts":1,"message":{"content":[{"type":"text","text":"hi"}]}}"#;
        assert_eq!(judged(&[EVENT, DONE], good), Vec::<String>::new());
        for bad in [
            r#"{"events":[]}"#,
            r#"{"events":["pong"]}"#,
            r#"{"events":[["ping",null,"{}"]]}"#,
            r#"{"text":"ho"}"#,
            r#"{"attempts":2}"#,
            r#"{"waits_ms":[[1,2]]}"#,
            r#"{"message":{}}"#,
            r#"{"error":{"kind":"X"}}"#,
            r#"{"cancelled":true}"#,
            r#"{"done":{"status":200}}"#,
            r#"{"either":[{"text":"ho"}]}"#,
        ] {
            assert_eq!(judged(&[EVENT, DONE], bad).len(), 1, "{bad}");
        }
        let either = r#"{"either":[{"error":{"kind":"X"}},{"text":"hi"}]}"#;
        assert_eq!(judged(&[EVENT, DONE], either), Vec::<String>::new());
    }

    #[test]
    fn values_that_grow_are_seen_in_their_order_and_to_the_end() {
        let item = |json: &str| format!(r#"{{"id":1,"type":"item","json":"{json}"}}"#);
        let (one, two, three) = (item("[1]"), item("[1,2]"), item("[1,2,3]"));
        let expect = r#"{"partials":[[1],[1,2],[1,2,3]]}"#;
        for seen in [[&one, &two, &three].as_slice(), &[&three], &[&two, &three]] {
            let lines: Vec<&str> = seen.iter().map(|line| line.as_str()).chain([DONE]).collect();
            assert_eq!(judged(&lines, expect), Vec::<String>::new());
        }
        for seen in [[].as_slice(), &[&one, &two], &[&three, &one], &[&item("[9]"), &three]] {
            let lines: Vec<&str> = seen.iter().map(|line| line.as_str()).chain([DONE]).collect();
            assert_eq!(judged(&lines, expect).len(), 1, "{seen:?}");
        }
    }

    #[test]
    fn contradictions_inside_a_report_are_found_without_being_asked_for() {
        let odd = r#"{"id":1,"type":"event","kind":"pong","raw":"{\"type\":\"ping\"}"}"#;
        assert_eq!(judged(&[odd, DONE], "{}").len(), 1);
        let done =
            r#"{"id":1,"type":"done","attempts":3,"waits_ms":[5],"text":"x","message":"{\"content\":[]}"}"#;
        assert_eq!(judged(&[done], "{}").len(), 2);
        let error = r#"{"id":1,"type":"error","attempts":1,"kind":"X","message":"m"}"#;
        assert_eq!(judged(&[error], r#"{"error":{}}"#).len(), 2);
    }
}
