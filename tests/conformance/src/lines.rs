//! How the Rust client's values are written as lines of the driver protocol. Translation only, for the Rust driver and
//! for the runs inside the harness.

use std::time::{Duration, SystemTime};

use parlour::model::{ContentBlock, InputState};
use parlour::{Attempts, Error, Event, Message, RateLimit, RateLimits};

use crate::json::Json;

/// The fields of an `event` line.
#[must_use]
pub fn event(event: &Event) -> Json {
    let mut line = tagged("event");
    line.set("kind", Json::text(event.name()));
    line.set("index", event.index().map_or(Json::Null, Json::int));
    line.set("raw", Json::text(event.json()));
    if let Some(text) = event.text() {
        line.set("text", Json::text(text));
    }
    if let Some(text) = event.partial_json() {
        line.set("partial_json", Json::text(text));
    }
    line
}

/// The fields of an `error` line.
#[must_use]
pub fn error(error: &Error) -> Json {
    let mut line = tagged("error");
    line.set("kind", Json::text(error.kind().name()));
    // generated: facts, from schema/errors.toml by `make generate`
    line.set("status", error.status().map_or(Json::Null, Json::int));
    line.set("error_type", optional(error.error_type()));
    line.set("error_code", optional(error.error_code()));
    line.set("details", object(error.details()));
    line.set("appeal_url", optional(error.appeal_url().as_deref()));
    line.set("request_id", optional(error.request_id()));
    line.set("retry_after_ms", error.retry_after().map_or(Json::Null, millis));
    line.set("not_retried", optional(error.not_retried().map(|reason| reason.name())));
    line.set("subkind", optional(error.subkind()));
    line.set("setting", optional(error.setting()));
    line.set("retryable", Json::Bool(error.is_retryable()));
    line.set("mid_stream", Json::Bool(error.is_mid_stream()));
    line.set("saw_stop_reason", Json::Bool(error.saw_stop_reason()));
    line.set("spend_cap", Json::Bool(error.is_spend_cap()));
    // end generated
    line.set("message", Json::text(error.message()));
    line.set("display", Json::Text(error.to_string()));
    line.set("debug", Json::Text(format!("{error:?}")));
    line.set("partial_message", error.partial_message().map_or(Json::Null, message));
    line.set("unfinished_inputs", error.partial_message().map_or(Json::Null, unfinished_inputs));
    line.set("body", error.body().map_or(Json::Null, |b| Json::text(String::from_utf8_lossy(b))));
    attempts(&mut line, error.attempts());
    line
}

/// A message as JSON text inside a JSON string.
#[must_use]
pub fn message(message: &Message) -> Json {
    serde_json::to_string(message).map_or(Json::Null, Json::Text)
}

/// The tool inputs of a message that are not what the model meant to send: cut, or no JSON (protocol §9.5).
#[must_use]
pub fn unfinished_inputs(message: &Message) -> Json {
    let mut out = Vec::new();
    for (index, block) in message.content.iter().enumerate() {
        let state = match block {
            ContentBlock::ToolUse(tool) => &tool.input_state,
            ContentBlock::ServerToolUse(tool) => &tool.input_state,
            ContentBlock::McpToolUse(tool) => &tool.input_state,
            _ => continue,
        };
        let (name, raw) = match state {
            InputState::Incomplete { raw } => ("incomplete", raw),
            InputState::Invalid { raw } => ("invalid", raw),
            _ => continue,
        };
        let mut entry = Json::Object(vec![("index".to_owned(), Json::int(index))]);
        entry.set("state", Json::text(name));
        entry.set("raw", Json::text(raw));
        out.push(entry);
    }
    Json::Array(out)
}

/// Adds `attempts`, `waits_ms`, `queued_ms` and, for an attempt that took one, `route`.
pub fn attempts(line: &mut Json, attempts: &Attempts) {
    line.set("attempts", Json::int(attempts.count()));
    line.set("waits_ms", Json::Array(attempts.waits().iter().copied().map(millis).collect()));
    line.set("queued_ms", millis(attempts.queued_for()));
    if let Some(route) = attempts.route() {
        line.set("route", Json::text(route));
    }
}

/// The rate limits; missing ones are left out.
#[must_use]
pub fn rate_limits(limits: &RateLimits) -> Json {
    let mut out = Json::Object(Vec::new());
    for (name, limit) in limits.quantities() {
        if limit != RateLimit::default() {
            out.set(name, rate_limit(&limit));
        }
    }
    if let Some(tokens) = limits.remaining_tokens() {
        out.set("remaining_tokens", Json::int(tokens));
    }
    out
}

fn rate_limit(limit: &RateLimit) -> Json {
    let mut out = Json::Object(Vec::new());
    if let Some(n) = limit.limit {
        out.set("limit", Json::int(n));
    }
    if let Some(n) = limit.remaining {
        out.set("remaining", Json::int(n));
    }
    if let Some(after) = limit.reset.and_then(|at| at.duration_since(SystemTime::UNIX_EPOCH).ok()) {
        out.set("reset_unix_ms", Json::int(after.as_millis()));
    }
    out
}

/// Milliseconds with their fraction.
#[must_use]
pub fn millis(time: Duration) -> Json {
    Json::int(time.as_secs_f64() * 1000.0)
}

fn object(json: Option<parlour::Json>) -> Json {
    json.and_then(|json| Json::parse(json.as_str()).ok()).unwrap_or(Json::Null)
}

/// `null` or a string.
#[must_use]
pub fn optional(text: Option<&str>) -> Json {
    text.map_or(Json::Null, Json::text)
}

/// A line with its `type`.
#[must_use]
pub fn tagged(kind: &str) -> Json {
    Json::Object(vec![("type".to_owned(), Json::text(kind))])
}
