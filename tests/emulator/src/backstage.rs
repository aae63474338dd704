//! Endpoints for tests under `/emulator/`, which no real service has: for programs that cannot call this library
//! because the service runs in another process. Neither recorded nor part of the script, and no key is needed.

use std::time::{Duration, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::answer::{Answer, Content, JSON, Refusal};
use crate::clock::rfc3339;
use crate::identity::ORGANIZATION;
use crate::page::Query;
use crate::record::Request;
use crate::state::{ServerState, lock};
use crate::webhook::{self, Webhook};

/// The last second of the year 9999, since 1970: RFC 3339 writes no later one.
const LAST: u64 = 253_402_300_799;

/// The answer to a request for the back stage; `None` for any other.
pub(crate) fn answer(shared: &ServerState, request: &Request) -> Option<Result<Answer, Refusal>> {
    let name = request.path.strip_prefix("/emulator/")?;
    let query = Query::of(&request.query);
    Some(match (request.method.as_str(), name) {
        ("GET", "book") => Ok(Answer::json(200, &book(shared))),
        ("GET", "usage") => Ok(Answer::json(200, &json!(*lock(&shared.usage)))),
        ("GET", "webhook") => served(shared, &query),
        _ => Err(Refusal::not_found(format!("There is nothing at {}.", request.path))),
    })
}

/// How often each request of a batch and each file was handed in.
fn book(shared: &ServerState) -> Value {
    let batches = lock(&shared.batches);
    let files = lock(&shared.files);
    json!({"batches": batches.created, "custom_ids": batches.book, "uploads": files.uploads})
}

/// A signed event as an answer. Query: `secret` (any number), `age` in seconds, `type`.
fn served(shared: &ServerState, query: &Query) -> Result<Answer, Refusal> {
    let secrets: Vec<&str> = query.all("secret").collect();
    let age = query.get("age").map_or(Ok(0), str::parse);
    let age = age.map_err(|_| Refusal::at("age", "seconds, negative for the future"))?;
    let signed = event(shared, &secrets, age, query.get("type").unwrap_or("session.idled"))?;
    let content = Content::Bytes { kind: JSON, bytes: signed.body };
    Ok(Answer { headers: signed.headers, content, ..Answer::empty() })
}

/// An event signed that many seconds ago.
pub(crate) fn event(
    shared: &ServerState,
    secrets: &[&str],
    age: i64,
    kind: &str,
) -> Result<Webhook, Refusal> {
    let now = shared.clock.now();
    let shift = Duration::from_secs(age.unsigned_abs());
    let at = if age < 0 { now.checked_add(shift) } else { now.checked_sub(shift) };
    let at = at.filter(|at| at.duration_since(UNIX_EPOCH).is_ok_and(|since| since.as_secs() <= LAST));
    let at = at.ok_or_else(|| Refusal::at("age", "a time from 1970 to 9999 is expected"))?;
    let body = json!({
        "type": "event",
        "id": shared.ids.id("evt_"),
        "created_at": rfc3339(at),
        "data": {"type": kind, "id": shared.ids.id("obj_"), "organization_id": ORGANIZATION},
    });
    let secrets = if secrets.is_empty() { &[webhook::SECRET][..] } else { secrets };
    webhook::sign(secrets, &shared.ids.id("msg_"), at, body.to_string().as_bytes())
}
