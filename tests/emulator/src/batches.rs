//! Message batches (protocol §8.4): creation, life cycle, results. A batch ends after a number of status requests, by
//! the clock, or by a call of the library; never by chance.

use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use crate::answer::{Answer, Content, LINES, Refusal};
use crate::clock::rfc3339;
use crate::identity::Caller;
use crate::messages;
use crate::page::{self, Query};
use crate::record::Request;
use crate::state::{ServerState, lock};
use crate::validate::{self, Purpose};

/// A batch that has not ended by then expires, unless the builder says otherwise.
pub(crate) const LIFETIME: Duration = Duration::from_secs(24 * 3600);
/// Results are kept that long after the creation.
const KEPT: Duration = Duration::from_secs(29 * 24 * 3600);
/// Most requests of a batch.
const MAX_REQUESTS: usize = 100_000;
/// Most bytes of the bodies that made the kept batches. Beyond it old batches are forgotten.
const MAX_KEPT_BYTES: usize = 512 << 20;

/// All batches.
#[derive(Debug, Default)]
pub(crate) struct Batches {
    /// Oldest first.
    kept: Vec<Batch>,
    /// How often a request of that `custom_id` was handed in, deleted batches included.
    pub(crate) book: BTreeMap<String, u64>,
    /// How many batches were created.
    pub(crate) created: u64,
}

#[derive(Debug)]
struct Batch {
    id: String,
    owner: Caller,
    requests: Vec<(String, Value)>,
    /// Bytes of the body that made it.
    bytes: usize,
    created: SystemTime,
    polls: u32,
    cancelled: Option<SystemTime>,
    ended: Option<Ended>,
}

#[derive(Debug)]
struct Ended {
    at: SystemTime,
    results: Vec<Value>,
}

/// How the unfinished items of a batch end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Worked,
    Canceled,
    Expired,
}

impl Batch {
    fn end(&mut self, shared: &ServerState, way: Way) {
        if self.ended.is_some() {
            return;
        }
        let item = |(custom_id, params): &(String, Value)| {
            let result = match way {
                Way::Worked => work(shared, &self.owner, params),
                Way::Canceled => json!({"type": "canceled"}),
                Way::Expired => json!({"type": "expired"}),
            };
            json!({"custom_id": custom_id, "result": result})
        };
        // Any order is allowed; the reverse one catches clients that count on the order of the requests.
        let results = self.requests.iter().rev().map(item).collect();
        self.ended = Some(Ended { at: shared.clock.now(), results });
    }

    /// Ends a batch whose time has come.
    fn age(&mut self, shared: &ServerState) {
        let age = shared.clock.now().duration_since(self.created).unwrap_or_default();
        let takes = shared.config.batch_duration;
        if takes.is_some_and(|takes| age >= takes && takes < shared.config.batch_lifetime) {
            let way = if self.cancelled.is_some() { Way::Canceled } else { Way::Worked };
            self.end(shared, way);
        } else if age >= shared.config.batch_lifetime {
            self.end(shared, Way::Expired);
        }
    }

    fn status(&self) -> &'static str {
        match (&self.ended, self.cancelled) {
            (Some(_), _) => "ended",
            (None, Some(_)) => "canceling",
            (None, None) => "in_progress",
        }
    }

    fn counts(&self) -> Value {
        let count = |kind: &str| {
            let results = self.ended.iter().flat_map(|e| &e.results);
            results.filter(|r| r.pointer("/result/type").and_then(Value::as_str) == Some(kind)).count()
        };
        let processing = if self.ended.is_some() { 0 } else { self.requests.len() };
        json!({
            "processing": processing,
            "succeeded": count("succeeded"),
            "errored": count("errored"),
            "canceled": count("canceled"),
            "expired": count("expired"),
        })
    }

    fn archived(&self, now: SystemTime) -> Option<SystemTime> {
        let at = self.created + KEPT;
        (now >= at).then_some(at)
    }

    fn to_json(&self, shared: &ServerState) -> Value {
        let archived = self.archived(shared.clock.now());
        let has_results = self.ended.is_some() && archived.is_none();
        let url = has_results.then(|| format!("{}/v1/messages/batches/{}/results", shared.url(), self.id));
        json!({
            "id": self.id,
            "type": "message_batch",
            "processing_status": self.status(),
            "request_counts": self.counts(),
            "created_at": rfc3339(self.created),
            "expires_at": rfc3339(self.created + shared.config.batch_lifetime),
            "ended_at": self.ended.as_ref().map(|e| rfc3339(e.at)),
            "cancel_initiated_at": self.cancelled.map(rfc3339),
            "archived_at": archived.map(rfc3339),
            "results_url": url,
        })
    }
}

/// One item, validated only now; an error is the whole envelope.
fn work(shared: &ServerState, owner: &Caller, params: &Value) -> Value {
    let own = params.get("user_profile_id").and_then(Value::as_str);
    let other = own.zip(owner.profile.as_deref()).is_some_and(|(own, whole)| own != whole);
    let done = match other {
        true => Err(Refusal::at("user_profile_id", "the header of the batch names another profile")),
        false => messages::process(shared, owner, params, Purpose::BatchItem),
    };
    match done {
        Ok(done) => {
            lock(&shared.cache).begin(&done.writes);
            json!({"type": "succeeded", "message": done.message})
        }
        Err(refusal) => json!({"type": "errored", "error": refusal.envelope(&shared.ids.id("req_"))}),
    }
}

/// `POST /v1/messages/batches`.
pub(crate) fn create(shared: &ServerState, caller: &Caller, request: &Request) -> Result<Answer, Refusal> {
    let body = messages::parse(request)?;
    let requests = read_requests(&body, caller.beta)?;
    let mut batch = Batch {
        id: shared.ids.id("msgbatch_"),
        owner: caller.clone(),
        requests,
        bytes: request.body.len(),
        created: shared.clock.now(),
        polls: 0,
        cancelled: None,
        ended: None,
    };
    if shared.config.batch_duration.is_none() && shared.config.batch_polls_until_end == 0 {
        batch.end(shared, Way::Worked);
    }
    let answer = Answer::json(200, &batch.to_json(shared));
    let mut batches = lock(&shared.batches);
    batches.created += 1;
    for (id, _) in &batch.requests {
        *batches.book.entry(id.clone()).or_default() += 1;
    }
    batches.kept.push(batch);
    batches.forget(MAX_KEPT_BYTES);
    Ok(answer)
}

impl Batches {
    /// Forgets batches until those that stay were made of `most` bytes: the oldest that have ended first, then the
    /// oldest. The newest always stays.
    fn forget(&mut self, most: usize) {
        let mut kept: usize = self.kept.iter().map(|batch| batch.bytes).sum();
        for ended_only in [true, false] {
            let mut left = self.kept.len();
            self.kept.retain(|batch| {
                left -= 1;
                let stays = kept <= most || left == 0 || (ended_only && batch.ended.is_none());
                kept -= if stays { 0 } else { batch.bytes };
                stays
            });
        }
    }
}

fn read_requests(body: &Value, beta: bool) -> Result<Vec<(String, Value)>, Refusal> {
    let expected = || Refusal::at("requests", "an array with at least one request is required");
    let map = body.as_object().ok_or_else(expected)?;
    if let Some(key) = map.keys().find(|key| *key != "requests" && !beta) {
        return Err(Refusal::at(key, "extra inputs are not permitted"));
    }
    let list =
        map.get("requests").and_then(Value::as_array).filter(|l| !l.is_empty()).ok_or_else(expected)?;
    if list.len() > MAX_REQUESTS {
        return Err(Refusal::at("requests", format!("at most {MAX_REQUESTS}")));
    }
    let mut seen = HashSet::new();
    let mut requests = Vec::with_capacity(list.len());
    for (index, item) in list.iter().enumerate() {
        let at = |field: &str, what: &str| Refusal::at(format!("requests.{index}.{field}"), what);
        let id = item.get("custom_id").and_then(Value::as_str).filter(|id| validate::is_name(id));
        let id = id.ok_or_else(|| at("custom_id", "1 to 64 letters, digits, _ or -"))?;
        if !seen.insert(id) {
            return Err(at("custom_id", "must be unique within the batch"));
        }
        let params = item.get("params").filter(|p| p.is_object());
        let params = params.ok_or_else(|| at("params", "an object is required"))?;
        requests.push((id.to_owned(), params.clone()));
    }
    Ok(requests)
}

/// `GET /v1/messages/batches`: newest first.
pub(crate) fn list(shared: &ServerState, caller: &Caller, query: &str) -> Result<Answer, Refusal> {
    let mut batches = lock(&shared.batches);
    batches.kept.iter_mut().for_each(|batch| batch.age(shared));
    let own = batches.kept.iter().rev().filter(|b| b.owner.key == caller.key);
    let all: Vec<Value> = own.map(|b| b.to_json(shared)).collect();
    Ok(Answer::json(200, &page::by_id(&all, &Query::of(query))?))
}

/// `GET /v1/messages/batches/{id}`: each request brings the batch nearer to its end.
pub(crate) fn get(shared: &ServerState, caller: &Caller, id: &str) -> Result<Answer, Refusal> {
    with(shared, caller, id, |batch| {
        batch.polls += 1;
        if shared.config.batch_duration.is_some() {
            return Ok(Answer::json(200, &batch.to_json(shared)));
        }
        if batch.cancelled.is_some() {
            batch.end(shared, Way::Canceled);
        } else if batch.polls >= shared.config.batch_polls_until_end {
            batch.end(shared, Way::Worked);
        }
        Ok(Answer::json(200, &batch.to_json(shared)))
    })
}

/// `POST /v1/messages/batches/{id}/cancel`.
pub(crate) fn cancel(shared: &ServerState, caller: &Caller, id: &str) -> Result<Answer, Refusal> {
    with(shared, caller, id, |batch| {
        if batch.ended.is_some() {
            return Err(Refusal::bad(format!("The batch {id} has ended and cannot be canceled.")));
        }
        batch.cancelled = batch.cancelled.or_else(|| Some(shared.clock.now()));
        Ok(Answer::json(200, &batch.to_json(shared)))
    })
}

/// `DELETE /v1/messages/batches/{id}`.
pub(crate) fn delete(shared: &ServerState, caller: &Caller, id: &str) -> Result<Answer, Refusal> {
    with(shared, caller, id, |batch| match batch.ended {
        Some(_) => Ok(()),
        None => Err(Refusal::bad(format!("The batch {id} has not ended; cancel it first."))),
    })?;
    lock(&shared.batches).kept.retain(|batch| batch.id != id);
    Ok(Answer::json(200, &json!({"id": id, "type": "message_batch_deleted"})))
}

/// `GET /v1/messages/batches/{id}/results`: one JSON object per line.
pub(crate) fn results(shared: &ServerState, caller: &Caller, id: &str) -> Result<Answer, Refusal> {
    with(shared, caller, id, |batch| {
        if batch.archived(shared.clock.now()).is_some() {
            return Err(Refusal::not_found(format!("The results of the batch {id} are no longer kept.")));
        }
        let Some(ended) = &batch.ended else {
            return Err(Refusal::bad(format!("The batch {id} has not ended; it has no results yet.")));
        };
        let mut bytes = Vec::new();
        for line in &ended.results {
            bytes.extend(line.to_string().into_bytes());
            bytes.push(b'\n');
        }
        Ok(Answer { content: Content::Bytes { kind: LINES, bytes }, ..Answer::empty() })
    })
}

/// Ends all batches that have not ended, for callers of the library.
pub(crate) fn end_all(shared: &ServerState, way: Way) {
    lock(&shared.batches).kept.iter_mut().for_each(|batch| batch.end(shared, way));
}

fn with<T>(
    shared: &ServerState,
    caller: &Caller,
    id: &str,
    work: impl FnOnce(&mut Batch) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let mut batches = lock(&shared.batches);
    let found = batches.kept.iter_mut().find(|b| b.id == id && b.owner.key == caller.key);
    let batch = found.ok_or_else(|| Refusal::not_found(format!("There is no batch {id}.")))?;
    batch.age(shared);
    work(batch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_that_have_ended_are_forgotten_before_those_that_run() {
        let at = SystemTime::UNIX_EPOCH;
        let owner = Caller {
            key: "sk-1".to_owned(),
            vendor: "svc".to_owned(),
            beta: false,
            newer: false,
            older_files: false,
            older_skills: false,
            profile: None,
        };
        let batch = |id: &str, bytes: usize, ended: bool| Batch {
            id: id.to_owned(),
            owner: owner.clone(),
            requests: Vec::new(),
            bytes,
            created: at,
            polls: 0,
            cancelled: None,
            ended: ended.then(|| Ended { at, results: Vec::new() }),
        };
        let kept_of = |most: usize| {
            let kept = vec![batch("runs", 5, false), batch("old", 5, true), batch("new", 5, true)];
            let mut batches = Batches { kept, ..Batches::default() };
            batches.forget(most);
            batches.kept.iter().map(|batch| batch.id.clone()).collect::<Vec<_>>()
        };
        assert_eq!(kept_of(15), ["runs", "old", "new"]);
        assert_eq!(kept_of(14), ["runs", "new"]);
        assert_eq!(kept_of(9), ["new"]);
        assert_eq!(kept_of(0), ["new"]);
    }
}
