//! One request in, one plan out: records, takes the order of the script, and otherwise runs the checks and endpoints in
//! the order of protocol §12.1.

use crate::answer::{Answer, Refusal};
use crate::backstage;
use crate::batches;
use crate::configured;
use crate::deliver::{self, Plan, Setting};
use crate::files;
use crate::identity::{Caller, ORGANIZATION};
use crate::messages;
use crate::models;
use crate::record::Request;
use crate::script::{Fault, Reply, parse_replies};
use crate::skills;
use crate::state::ServerState;
use crate::stranger;

const MEGABYTE: usize = 1024 * 1024;

/// Most bytes of a request body on that path (protocol §12.1).
pub(crate) fn body_limit(path: &str) -> usize {
    match path {
        // The form around a file of 500 MB is a little larger.
        "/v1/files" => 501 * MEGABYTE,
        "/v1/messages/batches" => 256 * MEGABYTE,
        _ => 32 * MEGABYTE,
    }
}

/// Answers one request.
pub(crate) fn respond(shared: &ServerState, mut request: Request) -> Plan {
    if let Some((status, why)) = stranger::refused(&request) {
        let refusal = Refusal::new(status, "permission_error", why);
        let (request_id, date) = (shared.ids.id("req_"), httpdate::fmt_http_date(shared.clock.now()));
        let setting =
            Setting { request_id: &request_id, date, pace: shared.config.pace, seed: shared.config.seed };
        return plain(refusal.into_answer(&request_id), &setting);
    }
    let now = shared.clock.now();
    let hidden = backstage::answer(shared, &request);
    if hidden.is_none() && shared.config.keep_requests > 0 {
        shared.log.push(request.recorded(now));
    }
    let request_id = shared.ids.id("req_");
    let setting = Setting {
        request_id: &request_id,
        date: httpdate::fmt_http_date(now),
        pace: shared.config.pace,
        seed: shared.config.seed,
    };
    if let Some(done) = hidden {
        let answer = done.unwrap_or_else(|refusal| refusal.into_answer(&request_id));
        return plain(answer, &setting);
    }
    let taken = request.order.take();
    let order = match taken.map_or_else(|| ordered(shared, &request), Ok) {
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

/// How much of a request's body is read before the connection is reset, if its order says so, which is taken then.
pub(crate) fn broken_upload(shared: &ServerState, request: &mut Request) -> Option<u64> {
    if request.path.starts_with("/emulator/") {
        return None;
    }
    request.order = match request.header("x-emulator-fault") {
        Some(text) => {
            let own = parse_replies(text).ok().and_then(|replies| replies.into_iter().next());
            own.filter(|reply| matches!(reply.fault, Some(Fault::ResetUpload(_))))
        }
        None => shared.next_broken_upload(),
    };
    match request.order.as_ref()?.fault {
        Some(Fault::ResetUpload(bytes)) => Some(bytes),
        _ => None,
    }
}

/// Records a request whose body was never read to its end.
pub(crate) fn record_broken(shared: &ServerState, request: &Request) {
    if shared.config.keep_requests > 0 {
        shared.log.push(request.recorded(shared.clock.now()));
    }
}

fn plain(answer: Answer, setting: &Setting<'_>) -> Plan {
    // A plain order has nothing that could fail to render.
    deliver::plan(Some(answer), &Reply::default(), setting).unwrap_or_else(|_| Plan::empty(500))
}

/// The order for this request: its own header first, then the script, then a recording, then nothing special.
fn ordered(shared: &ServerState, request: &Request) -> Result<Reply, Refusal> {
    if let Some(text) = request.header("x-emulator-fault") {
        let wrong = |e: &dyn std::fmt::Display| Refusal::at("x-emulator-fault", e);
        let replies = parse_replies(text).map_err(|e| wrong(&e))?;
        return replies.into_iter().next().ok_or_else(|| wrong(&"an empty list"));
    }
    if let Some(text) = request.header("x-emulator-status") {
        let status = text.trim().parse().ok().filter(|s| (200..=999).contains(s));
        return status.map(Reply::status).ok_or_else(|| Refusal::at("x-emulator-status", "200 to 999"));
    }
    match (shared.next_order(), &shared.replay) {
        (Some(order), _) => Ok(order),
        (None, Some(replay)) => replay.next(request),
        (None, None) => Ok(Reply::default()),
    }
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
    FileCreate,
    FileList,
    FileGet(&'a str),
    FileContent(&'a str),
    FileDelete(&'a str),
    SkillCreate,
    SkillList,
    SkillGet(&'a str),
    SkillDelete(&'a str),
    VersionCreate(&'a str),
    VersionList(&'a str),
    VersionGet(&'a str, &'a str),
    VersionDelete(&'a str, &'a str),
    LimitsOfOrganization,
    LimitsOfWorkspace(&'a str),
    LimitsUpdate(&'a str, &'a str),
}

/// The methods of a path and their routes.
type Methods<'a> = Vec<(&'static str, Route<'a>)>;

impl<'a> Route<'a> {
    fn find(method: &str, path: &'a str) -> Result<Self, Refusal> {
        let methods = Self::at(path);
        if methods.is_empty() {
            return Err(Refusal::not_found(format!("There is nothing at {path}.")));
        }
        let allowed: Vec<&str> = methods.iter().map(|(method, _)| *method).collect();
        let found = methods.into_iter().find(|(known, _)| *known == method);
        found.map(|(_, route)| route).ok_or_else(|| {
            let refusal =
                Refusal::new(405, "invalid_request_error", format!("{path} does not take {method}."));
            refusal.with(vec![("allow".to_owned(), allowed.join(", "))])
        })
    }

    fn at(path: &'a str) -> Methods<'a> {
        let Some(path) = path.strip_prefix("/v1/") else { return Vec::new() };
        let segments: Vec<&str> = path.split('/').collect();
        // An empty segment is no id.
        if segments.contains(&"") {
            return Vec::new();
        }
        match segments.as_slice() {
            ["messages"] => vec![("POST", Self::Create)],
            ["messages", "count_tokens"] => vec![("POST", Self::Count)],
            ["models"] => vec![("GET", Self::Models)],
            ["models", id] => vec![("GET", Self::Model(id))],
            ["messages", "batches"] => vec![("GET", Self::BatchList), ("POST", Self::BatchCreate)],
            ["messages", "batches", id] => {
                vec![("GET", Self::BatchGet(id)), ("DELETE", Self::BatchDelete(id))]
            }
            ["messages", "batches", id, "cancel"] => vec![("POST", Self::BatchCancel(id))],
            ["messages", "batches", id, "results"] => vec![("GET", Self::BatchResults(id))],
            ["files"] => vec![("GET", Self::FileList), ("POST", Self::FileCreate)],
            ["files", id] => vec![("GET", Self::FileGet(id)), ("DELETE", Self::FileDelete(id))],
            ["files", id, "content"] => vec![("GET", Self::FileContent(id))],
            ["skills"] => vec![("GET", Self::SkillList), ("POST", Self::SkillCreate)],
            ["skills", id] => vec![("GET", Self::SkillGet(id)), ("DELETE", Self::SkillDelete(id))],
            ["skills", id, "versions"] => {
                vec![("GET", Self::VersionList(id)), ("POST", Self::VersionCreate(id))]
            }
            ["skills", id, "versions", version] => {
                vec![("GET", Self::VersionGet(id, version)), ("DELETE", Self::VersionDelete(id, version))]
            }
            ["organizations", "rate_limits"] => vec![("GET", Self::LimitsOfOrganization)],
            ["organizations", "workspaces", id, "rate_limits"] => vec![("GET", Self::LimitsOfWorkspace(id))],
            ["organizations", "workspaces", id, "rate_limits", rule] => {
                vec![("POST", Self::LimitsUpdate(id, rule))]
            }
            _ => Vec::new(),
        }
    }

    /// Whether it wants the administrative key.
    fn administers(&self) -> bool {
        matches!(self, Self::LimitsOfOrganization | Self::LimitsOfWorkspace(_) | Self::LimitsUpdate(..))
    }
}

fn serve(shared: &ServerState, request: &Request) -> Result<Answer, Refusal> {
    let route = Route::find(&request.method, &request.path)?;
    if request.oversize {
        let most = body_limit(&request.path) / MEGABYTE;
        return Err(Refusal::new(413, "request_too_large", format!("The body is larger than {most} MB.")));
    }
    let caller = Caller::of(shared, request)?;
    caller.administers(shared, route.administers())?;
    let account = || vec![(format!("{}-organization-id", caller.vendor), ORGANIZATION.to_owned())];
    let done = match route {
        Route::Create => messages::create(shared, &caller, request),
        Route::Count => messages::count(shared, &caller, request),
        Route::Models => models::list(shared, &request.query),
        Route::Model(id) => models::get(shared, id),
        Route::BatchCreate => batches::create(shared, &caller, request),
        Route::BatchList => batches::list(shared, &caller, &request.query),
        Route::BatchGet(id) => batches::get(shared, &caller, id),
        Route::BatchCancel(id) => batches::cancel(shared, &caller, id),
        Route::BatchDelete(id) => batches::delete(shared, &caller, id),
        Route::BatchResults(id) => batches::results(shared, &caller, id),
        Route::FileCreate => files::create(shared, &caller, request),
        Route::FileList => files::list(shared, &caller, &request.query),
        Route::FileGet(id) => files::get(shared, &caller, id),
        Route::FileContent(id) => files::content(shared, id),
        Route::FileDelete(id) => files::delete(shared, id),
        Route::SkillCreate => skills::create(shared, &caller, request),
        Route::SkillList => skills::list(shared, &caller, &request.query),
        Route::SkillGet(id) => skills::get(shared, &caller, id),
        Route::SkillDelete(id) => skills::delete(shared, id),
        Route::VersionCreate(id) => skills::add_version(shared, &caller, request, id),
        Route::VersionList(id) => skills::versions(shared, &caller, id, &request.query),
        Route::VersionGet(id, version) => skills::get_version(shared, &caller, id, version),
        Route::VersionDelete(id, version) => skills::delete_version(shared, &caller, id, version),
        Route::LimitsOfOrganization => configured::organization(shared, &request.query),
        Route::LimitsOfWorkspace(id) => configured::workspace(shared, id, &request.query),
        Route::LimitsUpdate(id, rule) => configured::update(shared, request, id, rule),
    };
    done.map(|answer| answer.with(account())).map_err(|refusal| refusal.with(account()))
}
