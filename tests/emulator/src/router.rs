//! One request in, one plan out: records, takes the order of the script, and otherwise runs the checks and endpoints in
//! the order of protocol §12.1.

use crate::answer::{Answer, Refusal};
use crate::batches;
use crate::deliver::{self, Plan, Setting};
use crate::identity::Caller;
use crate::messages;
use crate::models;
use crate::record::Request;
use crate::script::{Reply, parse_replies};
use crate::state::Shared;

const MEGABYTE: usize = 1024 * 1024;

/// Most bytes of a request body on that path (protocol §12.1).
pub(crate) fn body_limit(path: &str) -> usize {
    if path == "/v1/messages/batches" { 256 * MEGABYTE } else { 32 * MEGABYTE }
}

/// Answers one request.
pub(crate) fn respond(shared: &Shared, request: Request) -> Plan {
    let now = shared.clock.now();
    if shared.config.keep_requests > 0 {
        shared.log.push(request.recorded(now));
    }
    let request_id = shared.ids.id("req_");
    let setting = Setting {
        request_id: &request_id,
        date: httpdate::fmt_http_date(now),
        pace: shared.config.pace,
        seed: shared.config.seed,
    };
    let order = match ordered(shared, &request) {
        Ok(order) => order,
        Err(refusal) => return plain(refusal.into_answer(&request_id), &setting),
    };
    let answer = if order.has_body() {
        None
    } else {
        Some(match order.status {
            Some(300..=399) => Answer::empty(),
            Some(status) if status != 200 && !order.default => {
                Refusal::of_status(status).into_answer(&request_id)
            }
            _ => serve(shared, &request).unwrap_or_else(|refusal| refusal.into_answer(&request_id)),
        })
    };
    deliver::plan(answer, &order, &setting).unwrap_or_else(|error| {
        let refusal = Refusal::new(500, "api_error", format!("The script cannot be followed: {error}"));
        plain(refusal.into_answer(&request_id), &setting)
    })
}

fn plain(answer: Answer, setting: &Setting<'_>) -> Plan {
    // A plain order has nothing that could fail to render.
    deliver::plan(Some(answer), &Reply::default(), setting).unwrap_or_else(|_| Plan::empty(500))
}

/// The order for this request: its own header first, then the script, then nothing special.
fn ordered(shared: &Shared, request: &Request) -> Result<Reply, Refusal> {
    if let Some(text) = request.header("x-emulator-fault") {
        let wrong = |e: &dyn std::fmt::Display| Refusal::at("x-emulator-fault", e);
        let replies = parse_replies(text).map_err(|e| wrong(&e))?;
        return replies.into_iter().next().ok_or_else(|| wrong(&"an empty list"));
    }
    if let Some(text) = request.header("x-emulator-status") {
        let status = text.trim().parse().ok().filter(|s| (200..=999).contains(s));
        return status.map(Reply::status).ok_or_else(|| Refusal::at("x-emulator-status", "200 to 999"));
    }
    Ok(shared.next_order().unwrap_or_default())
}

/// The endpoints.
enum Route<'a> {
    Create,
    Count,
    Models,
    Model(&'a str),
    BatchCreate,
    BatchList,
    BatchGet(&'a str),
    BatchCancel(&'a str),
    BatchDelete(&'a str),
    BatchResults(&'a str),
}

impl<'a> Route<'a> {
    fn find(method: &str, path: &'a str) -> Result<Self, Refusal> {
        let segments: Vec<&str> = path.split('/').skip(1).collect();
        let (known, allowed) = match segments.as_slice() {
            ["v1", "messages"] => ((method == "POST").then_some(Self::Create), "POST"),
            ["v1", "messages", "count_tokens"] => ((method == "POST").then_some(Self::Count), "POST"),
            ["v1", "models"] => ((method == "GET").then_some(Self::Models), "GET"),
            ["v1", "models", id] if !id.is_empty() => ((method == "GET").then_some(Self::Model(id)), "GET"),
            ["v1", "messages", "batches"] => match method {
                "POST" => (Some(Self::BatchCreate), ""),
                "GET" => (Some(Self::BatchList), ""),
                _ => (None, "GET, POST"),
            },
            ["v1", "messages", "batches", id] if !id.is_empty() => match method {
                "GET" => (Some(Self::BatchGet(id)), ""),
                "DELETE" => (Some(Self::BatchDelete(id)), ""),
                _ => (None, "GET, DELETE"),
            },
            ["v1", "messages", "batches", id, "cancel"] => {
                ((method == "POST").then_some(Self::BatchCancel(id)), "POST")
            }
            ["v1", "messages", "batches", id, "results"] => {
                ((method == "GET").then_some(Self::BatchResults(id)), "GET")
            }
            _ => return Err(Refusal::not_found(format!("There is nothing at {path}."))),
        };
        known.ok_or_else(|| {
            let refusal =
                Refusal::new(405, "invalid_request_error", format!("{path} does not take {method}."));
            refusal.with(vec![("allow".to_owned(), allowed.to_owned())])
        })
    }
}

/// An account the service pretends every key belongs to.
const ORGANIZATION: &str = "7f3c2b1a-5d4e-4f60-8a9b-0c1d2e3f4a5b";

fn serve(shared: &Shared, request: &Request) -> Result<Answer, Refusal> {
    let route = Route::find(&request.method, &request.path)?;
    if request.oversize {
        let most = body_limit(&request.path) / MEGABYTE;
        return Err(Refusal::new(413, "request_too_large", format!("The body is larger than {most} MB.")));
    }
    let caller = Caller::of(shared, request)?;
    let account = || vec![(format!("{}-organization-id", caller.vendor), ORGANIZATION.to_owned())];
    let done = match route {
        Route::Create => messages::create(shared, &caller, request),
        Route::Count => messages::count(shared, &caller, request),
        Route::Models => models::list(&request.query),
        Route::Model(id) => models::get(id),
        Route::BatchCreate => batches::create(shared, &caller, request),
        Route::BatchList => batches::list(shared, &caller, &request.query),
        Route::BatchGet(id) => batches::get(shared, &caller, id),
        Route::BatchCancel(id) => batches::cancel(shared, &caller, id),
        Route::BatchDelete(id) => batches::delete(shared, &caller, id),
        Route::BatchResults(id) => batches::results(shared, &caller, id),
    };
    done.map(|answer| answer.with(account())).map_err(|refusal| refusal.with(account()))
}
