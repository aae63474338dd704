//! Calls of the endpoints beside messages: names, ids and JSON in, calls out that are made or submitted like any other.
//! Paths, paging and the reading of results are the core's.

use std::mem::MaybeUninit;
use std::time::Duration;

use bytes::Bytes;
use parlour_bridge::resources::{self, Wait};
use parlour_bridge::uploads::{Part, Upload};
use parlour_bridge::wire::Body;
use parlour_bridge::{CallRequest, ErrorInfo, Mode, uploads};

use crate::abi::{PARLOUR_INVALID_ARGUMENT, parlour_result};
use crate::boundary::{fallible, transfer};
use crate::catch::infallible;
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::request::parlour_request;
use crate::text::parlour_str;
use crate::upload::parlour_upload;

/// A call of an endpoint beside messages, to be made by parlour_client_call(), parlour_client_submit_call() or
/// parlour_client_submit_call_callback(), any number of times. One thread at a time while it is changed; calls copy
/// what they need.
///
/// Endpoints have names: "messages.count_tokens", "models.list", "models.get", "batches.create", "batches.get",
/// "batches.list", "batches.cancel", "batches.delete", "batches.results", "files.upload", "files.get", "files.list",
/// "files.content", "files.delete", "skills.create", "skills.get", "skills.list", "skills.delete",
/// "skills.versions.create" and its like, "rate_limits.workspace" and its like. The page of endpoints of the
/// documentation lists them all. parlour_endpoint_request() makes any other request.
pub struct parlour_endpoint {
    form: Form,
}

enum Form {
    Named(Named),
    Raw(Raw),
    /// Operations that are more than a row of the table: results, waits, forms, runs.
    Made(Box<dyn Fn() -> Result<CallRequest, ErrorInfo> + Send + Sync>),
}

/// A row of the core's table and what fills it.
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) ids: Vec<String>,
    pub(crate) query: Vec<(String, String)>,
    body: Body,
}

/// Any request.
struct Raw {
    method: String,
    path: String,
    body: RawBody,
}

/// The body of any request: one of these.
enum RawBody {
    Json(Body),
    Content(Upload),
    Form(Vec<Part>),
}

impl Raw {
    fn call(&self, mode: Mode) -> Result<CallRequest, ErrorInfo> {
        let (method, path) = (self.method.as_str(), self.path.clone());
        match &self.body {
            RawBody::Json(body) => {
                let call = CallRequest::raw(mode, method, path, Bytes::new())?;
                Ok(CallRequest { body: body.clone(), ..call })
            }
            RawBody::Content(upload) => uploads::raw_content(mode, method, path, upload.clone()),
            RawBody::Form(parts) => uploads::raw_form(mode, method, path, parts.clone()),
        }
    }
}

impl parlour_endpoint {
    /// An endpoint that makes its call with a function.
    pub(crate) fn made(
        make: impl Fn() -> Result<CallRequest, ErrorInfo> + Send + Sync + 'static,
    ) -> parlour_endpoint {
        parlour_endpoint { form: Form::Made(Box::new(make)) }
    }

    /// The row that it names.
    pub(crate) fn named(&self) -> Result<&Named, Fault> {
        match &self.form {
            Form::Named(named) => Ok(named),
            Form::Raw(_) | Form::Made(_) => Err(not_fit()),
        }
    }

    /// The call, in one of the raw modes.
    pub(crate) fn call(&self, mode: Mode) -> Result<CallRequest, ErrorInfo> {
        let mut call = match &self.form {
            Form::Named(Named { name, ids, query, body }) => {
                resources::call_with_body(name, ids.clone(), query.clone(), body.clone())?
            }
            Form::Raw(raw) => return raw.call(mode),
            Form::Made(make) => make()?,
        };
        call.mode = mode;
        Ok(call)
    }

    fn fill(&mut self) -> Result<&mut Named, Fault> {
        match &mut self.form {
            Form::Named(named) => Ok(named),
            Form::Raw(_) | Form::Made(_) => Err(not_fit()),
        }
    }

    fn raw(&mut self) -> Result<&mut Raw, Fault> {
        match &mut self.form {
            Form::Raw(raw) => Ok(raw),
            Form::Named(_) | Form::Made(_) => Err(not_fit()),
        }
    }

    /// The parts of the form that is its body; other bodies are let go of.
    fn parts(&mut self) -> Result<&mut Vec<Part>, Fault> {
        let raw = self.raw()?;
        if !matches!(raw.body, RawBody::Form(_)) {
            raw.body = RawBody::Form(Vec::new());
        }
        match &mut raw.body {
            RawBody::Form(parts) => Ok(parts),
            RawBody::Json(_) | RawBody::Content(_) => Err(not_fit()),
        }
    }

    fn set_body(&mut self, body: Body) -> Result<(), Fault> {
        match &mut self.form {
            Form::Named(named) => named.body = body,
            Form::Raw(raw) => raw.body = RawBody::Json(body),
            Form::Made(_) => return Err(not_fit()),
        }
        Ok(())
    }
}

/// The argument is an endpoint of another kind.
fn not_fit() -> Fault {
    Fault::Argument(PARLOUR_INVALID_ARGUMENT, "endpoint")
}

/// A call of the endpoint of this name. PARLOUR_FAILED for a name that there is not. Free it with
/// parlour_endpoint_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_endpoint_new(
    name: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_endpoint>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (name, out) = (name.text("name")?, require(out, "out")?);
        resources::known(name)?;
        let name = name.to_owned();
        let named = Named { name, ids: Vec::new(), query: Vec::new(), body: Body::empty() };
        transfer(out, parlour_endpoint { form: Form::Named(named) });
        Ok(())
    })
}

/// Frees a call of an endpoint; NULL is allowed. Calls that were made with it go on.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_endpoint_free(endpoint: Option<Box<parlour_endpoint>>) {
    infallible(|| drop(endpoint));
}

/// Adds an id of the path, the outer one first: of a skill, then of its version. How many there must be is checked when
/// the call is made. PARLOUR_INVALID_ARGUMENT for calls that were not made by parlour_endpoint_new().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_endpoint_add_id(
    endpoint: Option<&mut parlour_endpoint>,
    id: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (endpoint, id) = (require(endpoint, "endpoint")?, id.text("id")?);
        endpoint.fill()?.ids.push(id.to_owned());
        Ok(())
    })
}

/// Adds a member of the query, unescaped; a name may occur several times. PARLOUR_INVALID_ARGUMENT as for
/// parlour_endpoint_add_id().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_endpoint_add_query(
    endpoint: Option<&mut parlour_endpoint>,
    name: parlour_str,
    value: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (endpoint, name, value) =
            (require(endpoint, "endpoint")?, name.text("name")?, value.text("value")?);
        endpoint.fill()?.query.push((name.to_owned(), value.to_owned()));
        Ok(())
    })
}

/// Sets the body, one JSON object, which is sent unchanged; none if it is empty. PARLOUR_FAILED if it is no JSON
/// object. PARLOUR_INVALID_ARGUMENT for calls that were made by neither parlour_endpoint_new() nor
/// parlour_endpoint_request().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_endpoint_set_body(
    endpoint: Option<&mut parlour_endpoint>,
    body_json: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (endpoint, json) = (require(endpoint, "endpoint")?, body_json.text("body_json")?);
        let body = match json.is_empty() {
            true => Body::empty(),
            false => {
                Body::from_json_bytes(Bytes::copy_from_slice(json.as_bytes())).map_err(ErrorInfo::from)?
            }
        };
        endpoint.set_body(body)
    })
}

/// Makes a message request the body, for "messages.count_tokens". The request may be freed. PARLOUR_INVALID_ARGUMENT as
/// for parlour_endpoint_set_body().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_endpoint_set_request(
    endpoint: Option<&mut parlour_endpoint>,
    request: Option<&parlour_request>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (endpoint, request) = (require(endpoint, "endpoint")?, require(request, "request")?);
        endpoint.set_body(request.body()?)
    })
}

/// Any request: a method, and a path below the base URL that starts with "/", query included. Without a body until it
/// is given one: JSON (parlour_endpoint_set_body()), the content of a file (parlour_endpoint_set_content()) or a form
/// (parlour_endpoint_add_field(), parlour_endpoint_add_file()); the last kind that is given counts. Free it with
/// parlour_endpoint_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_endpoint_request(
    method: parlour_str,
    path: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_endpoint>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (method, path, out) = (method.text("method")?, path.text("path")?, require(out, "out")?);
        let body = RawBody::Json(Body::empty());
        let raw = Raw { method: method.to_owned(), path: path.to_owned(), body };
        raw.call(Mode::Raw)?;
        transfer(out, parlour_endpoint { form: Form::Raw(raw) });
        Ok(())
    })
}

/// Makes the content of an upload the body, of its media type: bytes, a file, or what a function reads. The upload may
/// be freed. PARLOUR_FAILED for a media type that is not valid in a header, PARLOUR_INVALID_ARGUMENT for calls that
/// were not made by parlour_endpoint_request().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_endpoint_set_content(
    endpoint: Option<&mut parlour_endpoint>,
    upload: Option<&parlour_upload>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (endpoint, upload) = (require(endpoint, "endpoint")?, require(upload, "upload")?.content());
        let raw = endpoint.raw()?;
        uploads::raw_content(Mode::Raw, &raw.method, raw.path.clone(), upload.clone())?;
        raw.body = RawBody::Content(upload);
        Ok(())
    })
}

/// Adds a field of text to the form that is the body (multipart/form-data). PARLOUR_INVALID_ARGUMENT as for
/// parlour_endpoint_set_content().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_endpoint_add_field(
    endpoint: Option<&mut parlour_endpoint>,
    name: parlour_str,
    value: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let endpoint = require(endpoint, "endpoint")?;
        let (name, value) = (name.text("name")?.to_owned(), value.text("value")?.to_owned());
        endpoint.parts()?.push(Part::Text(name, value));
        Ok(())
    })
}

/// Adds a file to the form that is the body (multipart/form-data); it is read while it is sent. The upload may be
/// freed. PARLOUR_INVALID_ARGUMENT as for parlour_endpoint_set_content(); a value that is not valid in a header makes
/// the call fail.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_endpoint_add_file(
    endpoint: Option<&mut parlour_endpoint>,
    name: parlour_str,
    upload: Option<&parlour_upload>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (endpoint, name) = (require(endpoint, "endpoint")?, name.text("name")?.to_owned());
        let upload = require(upload, "upload")?.content();
        endpoint.parts()?.push(Part::File(name, upload));
        Ok(())
    })
}

/// The results of the batch of this id, to be submitted with PARLOUR_MODE_STREAM: each event is a line,
/// PARLOUR_EVENT_CHUNK with the result as JSON, or PARLOUR_EVENT_BROKEN for a line that is none. Free it with
/// parlour_endpoint_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_endpoint_results(
    batch_id: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_endpoint>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (id, out) = (batch_id.text("batch_id")?.to_owned(), require(out, "out")?);
        resources::results(&id)?;
        transfer(out, parlour_endpoint::made(move || resources::results(&id)));
        Ok(())
    })
}

/// As parlour_endpoint_results(), of a batch as the service gave it, from where it says they are; of another origin
/// than the client's they are asked for by the batch's id, so that no other origin sees the credential. The call fails
/// with PARLOUR_KIND_CONFIG if the batch has not ended. Free it with parlour_endpoint_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_endpoint_results_of(
    batch_json: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_endpoint>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (batch, out) = (batch_json.text("batch_json")?.to_owned(), require(out, "out")?);
        resources::results_of(batch.as_bytes())?;
        transfer(out, parlour_endpoint::made(move || resources::results_of(batch.as_bytes())));
        Ok(())
    })
}

/// Waits for the end of a batch: it is asked for with growing pauses, the first of `first_ms` (0 for 5 s), the longest
/// of `longest_ms` (0 for 60 s), each with some jitter; after `limit_ms` (0 for no limit) the call fails with
/// PARLOUR_KIND_TIMEOUT, and the batch goes on. Made whole, the answer is the batch that has ended; with
/// PARLOUR_MODE_STREAM each event is the batch in its current state. PARLOUR_INVALID_ARGUMENT for a negative time. Free
/// it with parlour_endpoint_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_endpoint_wait(
    batch_id: parlour_str,
    first_ms: i64,
    longest_ms: i64,
    limit_ms: i64,
    out: Option<&mut MaybeUninit<*mut parlour_endpoint>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (id, out) = (batch_id.text("batch_id")?.to_owned(), require(out, "out")?);
        let wait = Wait {
            id,
            first: interval(first_ms, "first_ms")?,
            longest: interval(longest_ms, "longest_ms")?,
            limit: interval(limit_ms, "limit_ms")?,
        };
        resources::wait(wait.clone())?;
        transfer(out, parlour_endpoint::made(move || resources::wait(wait.clone())));
        Ok(())
    })
}

/// Lets the running calls of the client end before the program exits: new calls of the client and all its copies are
/// refused from now on with PARLOUR_KIND_DRAINING, and the call waits until those that run have ended, at most
/// `limit_ms`. Calls that still run then go on. The answer is `{"ended": ..., "left": [...], "waited_seconds": ...}`:
/// how many calls ended, and those that still run, the oldest first, each with its `operation`, its `model` or null,
/// whether it `streams`, and its `running_seconds`. PARLOUR_INVALID_ARGUMENT for a negative time. Free it with
/// parlour_endpoint_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_endpoint_drain(
    limit_ms: i64,
    out: Option<&mut MaybeUninit<*mut parlour_endpoint>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let out = require(out, "out")?;
        let limit = interval(limit_ms, "limit_ms")?.unwrap_or_default();
        transfer(out, parlour_endpoint::made(move || Ok(resources::drain(limit))));
        Ok(())
    })
}

/// Writes the content of a file to `path`, whole or not at all, at most 1 GiB; the answer is `{"size_bytes": ...}`.
/// Free it with parlour_endpoint_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_endpoint_download(
    file_id: parlour_str,
    path: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_endpoint>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (id, path) = (file_id.text("file_id")?.to_owned(), path.text("path")?.to_owned());
        let out = require(out, "out")?;
        uploads::download(&id, &path, None)?;
        transfer(out, parlour_endpoint::made(move || uploads::download(&id, &path, None)));
        Ok(())
    })
}

/// As parlour_endpoint_download() of at most `max_bytes` bytes (0 for 1 GiB): beyond that the call fails with
/// PARLOUR_KIND_DECODE of the subkind `max_download_bytes`, and nothing is left at the path. Free it with
/// parlour_endpoint_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_endpoint_download_at_most(
    file_id: parlour_str,
    path: parlour_str,
    max_bytes: u64,
    out: Option<&mut MaybeUninit<*mut parlour_endpoint>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (id, path) = (file_id.text("file_id")?.to_owned(), path.text("path")?.to_owned());
        let out = require(out, "out")?;
        let most = (max_bytes > 0).then_some(max_bytes);
        uploads::download(&id, &path, most)?;
        transfer(out, parlour_endpoint::made(move || uploads::download(&id, &path, most)));
        Ok(())
    })
}

/// A time in milliseconds, none for 0.
pub(crate) fn interval(ms: i64, name: &'static str) -> Result<Option<Duration>, Fault> {
    match u64::try_from(ms) {
        Ok(0) => Ok(None),
        Ok(ms) => Ok(Some(Duration::from_millis(ms))),
        Err(_) => Err(Fault::Argument(PARLOUR_INVALID_ARGUMENT, name)),
    }
}
