//! The head of an answer as one JSON text, which JavaScript parses at the first use.

use parlour_bridge::info::read_rate_limits;
use parlour_bridge::{HeadInfo, push_string};
use serde::Deserialize;

/// `[status, request id, attempts, [waits in ms], [[name, value], …], time in queues in ms]`
pub(crate) fn json(head: &HeadInfo) -> String {
    let mut out = String::with_capacity(1024);
    out.push('[');
    out.push_str(&head.status().to_string());
    out.push(',');
    match head.request_id() {
        Some(id) => push_string(&mut out, id),
        None => out.push_str("null"),
    }
    out.push(',');
    out.push_str(&head.attempts().to_string());
    out.push_str(",[");
    for (at, wait) in head.waits().iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        out.push_str(&(wait.as_secs_f64() * 1000.0).to_string());
    }
    out.push_str("],[");
    let mut first = true;
    for (name, value) in head.lines() {
        out.push_str(if first { "[" } else { ",[" });
        first = false;
        push_string(&mut out, name);
        out.push(',');
        push_string(&mut out, &String::from_utf8_lossy(value));
        out.push(']');
    }
    out.push_str("],");
    out.push_str(&(head.queued_for().as_secs_f64() * 1000.0).to_string());
    match head.route() {
        Some(route) => {
            out.push(',');
            push_string(&mut out, route);
        }
        None => out.push_str(",null"),
    }
    out.push(']');
    out
}

/// The parts of a head that rate limits are read from.
#[derive(Deserialize)]
struct Lines(
    serde::de::IgnoredAny,
    serde::de::IgnoredAny,
    serde::de::IgnoredAny,
    serde::de::IgnoredAny,
    Vec<(String, String)>,
    serde::de::IgnoredAny,
    serde::de::IgnoredAny,
);

/// The rate limits of a head as the core reads them: `[[[name, limit, remaining, reset], …], remaining tokens]`.
pub(crate) fn rate_limits(head: &str, vendor: &str) -> Result<String, serde_json::Error> {
    let lines: Lines = serde_json::from_str(head)?;
    let (rows, remaining_tokens) = read_rate_limits(&lines.4, vendor);
    let rows: Vec<_> =
        rows.into_iter().map(|row| (row.name, row.limit, row.remaining, row.reset_unix_ms)).collect();
    serde_json::to_string(&(rows, remaining_tokens))
}
