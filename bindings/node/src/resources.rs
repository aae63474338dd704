//! The endpoints beside messages for JavaScript: names, ids and JSON in, calls out that are submitted like any other.
//! Paths, paging and limits are decided below the FFI boundary.

use std::time::Duration;

use napi::{Env, Error, Result, Status};
use napi_derive::napi;
use parlour_bridge::resources::{self, BatchWriter, Pages, Wait};
use parlour_bridge::{CallRequest, ErrorInfo, Mode};

use crate::environment::js;
use crate::errors;
use crate::js::{Bytes, Strings};
use crate::request_body::RequestBody;
use crate::spliced::spliced;

type Made<T> = std::result::Result<T, ErrorInfo>;

pub(crate) fn thrown<T>(env: Env, result: Made<T>) -> Result<T> {
    result.map_err(|error| errors::raise(js(env), error))
}

/// Names and values that alternate.
fn pairs(flat: Vec<String>) -> Vec<(String, String)> {
    let mut flat = flat.into_iter();
    std::iter::from_fn(|| Some((flat.next()?, flat.next()?))).collect()
}

/// A call of a resource, which is submitted once.
#[napi]
pub struct ResourceCall {
    call: Option<CallRequest>,
    /// It brings lines, which are asked for one by one.
    lines: bool,
}

impl ResourceCall {
    pub(crate) fn made(env: Env, call: Made<CallRequest>) -> Result<ResourceCall> {
        Ok(ResourceCall { call: Some(thrown(env, call)?), lines: false })
    }

    /// A call that brings the results of batches.
    pub(crate) fn of_lines(env: Env, call: Made<CallRequest>) -> Result<ResourceCall> {
        Ok(ResourceCall { lines: true, ..ResourceCall::made(env, call)? })
    }

    /// The call, and whether its answer arrives as lines.
    pub(crate) fn take(&mut self) -> Result<(CallRequest, bool)> {
        let used = || Error::new(Status::InvalidArg, "a call of a resource is submitted once");
        Ok((self.call.take().ok_or_else(used)?, self.lines))
    }
}

#[napi]
impl ResourceCall {
    /// The name of its endpoint, for example `models.list`. Empty once it was submitted.
    #[napi(getter, catch_unwind)]
    pub fn operation(&self) -> &'static str {
        self.call.as_ref().map_or("", CallRequest::operation)
    }

    /// Has the answer arrive in pieces, unchanged. Returns false, and changes nothing, for a call of more than one
    /// request.
    #[napi(catch_unwind)]
    pub fn stream(&mut self) -> bool {
        self.call.as_mut().is_some_and(CallRequest::stream_raw)
    }

    /// A call of an endpoint by its name, whose answer comes whole. `query`: names and values that alternate.
    #[napi(
        factory,
        catch_unwind,
        ts_args_type = "name: string, ids: Array<string>, query: Array<string>, body: string | Uint8Array | null"
    )]
    pub fn whole(
        env: Env,
        name: String,
        ids: Vec<String>,
        query: Vec<String>,
        body: Bytes,
    ) -> Result<ResourceCall> {
        let body = body.0.unwrap_or_default().into();
        ResourceCall::made(env, resources::call(&name, ids, pairs(query), body))
    }

    /// As `whole`, with a body that the core made.
    #[napi(factory, catch_unwind)]
    pub fn with_body(env: Env, name: String, ids: Vec<String>, body: &RequestBody) -> Result<ResourceCall> {
        ResourceCall::made(env, resources::call_with_body(&name, ids, Vec::new(), body.body.clone()))
    }

    /// A call of an endpoint by its name, whose answer comes in pieces.
    #[napi(factory, catch_unwind)]
    pub fn streamed(env: Env, name: String, ids: Vec<String>) -> Result<ResourceCall> {
        ResourceCall::made(env, resources::stream_of(&name, ids, Vec::new()))
    }

    /// The results of a batch line by line: of this id.
    #[napi(factory, catch_unwind)]
    pub fn results(env: Env, id: String) -> Result<ResourceCall> {
        ResourceCall::of_lines(env, resources::results(&id))
    }

    /// The results of a batch line by line: of this batch, as JSON.
    #[napi(factory, catch_unwind)]
    pub fn results_of(env: Env, batch: String) -> Result<ResourceCall> {
        ResourceCall::of_lines(env, resources::results_of(batch.as_bytes()))
    }

    /// Waits for the end of a batch; times are milliseconds. With `watched` it comes as a stream: the batch, as JSON,
    /// each time it was seen.
    #[napi(factory, catch_unwind)]
    pub fn wait(
        env: Env,
        id: String,
        first: Option<f64>,
        longest: Option<f64>,
        limit: Option<f64>,
        watched: bool,
    ) -> Result<ResourceCall> {
        // The caller refused invalid times: it knows the name of the option.
        let time = |ms: Option<f64>| ms.and_then(|ms| Duration::try_from_secs_f64(ms / 1000.0).ok());
        let wait = Wait { id, first: time(first), longest: time(longest), limit: time(limit) };
        let call = resources::wait(wait).map(|mut call| {
            if !watched {
                call.mode = Mode::Raw;
            }
            call
        });
        ResourceCall::made(env, call)
    }

    /// Waits for the end of the client's running calls, at most that many milliseconds.
    #[napi(factory, catch_unwind)]
    pub fn drain(env: Env, limit: f64) -> Result<ResourceCall> {
        // The caller refused an invalid time.
        let limit = Duration::try_from_secs_f64(limit / 1000.0).unwrap_or(Duration::MAX);
        ResourceCall::made(env, Ok(resources::drain(limit)))
    }
}

/// Why this answer of an endpoint, by its name, is not the object that was asked for; null if it is.
#[napi(catch_unwind)]
pub fn refusal_of(endpoint: String, body: String) -> Option<String> {
    resources::refusal(&endpoint, &body.into())
}

/// The pages of a list: which to ask for next. Never changes: each page has its own.
#[napi]
pub struct NativePages {
    pages: Pages,
}

#[napi]
impl NativePages {
    /// A list by its name. `query`: names and values that alternate.
    #[napi(constructor, catch_unwind)]
    pub fn new(env: Env, name: String, ids: Vec<String>, query: Vec<String>) -> Result<NativePages> {
        Ok(NativePages { pages: thrown(env, Pages::new(&name, ids, pairs(query)))? })
    }

    /// The call for the next page; null after the last one.
    #[napi(catch_unwind, ts_return_type = "ResourceCall | null")]
    pub fn next(&self, env: Env) -> Result<Option<ResourceCall>> {
        Ok(thrown(env, self.pages.next())?.map(|call| ResourceCall { call: Some(call), lines: false }))
    }

    /// Whether there is another page to ask for, as far as it is known.
    #[napi(getter, catch_unwind)]
    pub fn has_next(&self) -> bool {
        self.pages.has_next()
    }

    /// The request for the page after this one, which is given as JSON.
    #[napi(catch_unwind)]
    pub fn after(&self, env: Env, page: String) -> Result<NativePages> {
        let mut pages = self.pages.clone();
        thrown(env, pages.take(page.as_bytes()))?;
        Ok(NativePages { pages })
    }
}

/// Writes the body of a batch request by request.
#[napi]
pub struct NativeBatchWriter {
    writer: BatchWriter,
}

impl Default for NativeBatchWriter {
    fn default() -> NativeBatchWriter {
        NativeBatchWriter::new()
    }
}

#[napi]
impl NativeBatchWriter {
    /// Nothing is written.
    #[napi(constructor, catch_unwind)]
    #[must_use]
    pub fn new() -> NativeBatchWriter {
        NativeBatchWriter { writer: BatchWriter::new() }
    }

    /// Adds a request: JSON text or bytes. `strings` replace, in order, the strings of the one character U+0001 in the
    /// text.
    #[napi(
        catch_unwind,
        ts_args_type = "customId: string, params: string | Uint8Array, strings?: Array<string> | null"
    )]
    pub fn push(&mut self, env: Env, custom_id: String, params: Bytes, strings: Strings) -> Result<()> {
        let params = spliced(params.0.unwrap_or_default(), &strings)?;
        thrown(env, self.writer.push(&custom_id, params.into()))
    }

    /// As `push`, with a body that the core made.
    #[napi(catch_unwind)]
    pub fn push_body(&mut self, env: Env, custom_id: String, params: &RequestBody) -> Result<()> {
        thrown(env, self.writer.push_body(&custom_id, params.body.clone()))
    }

    /// The call that creates the batch; nothing is left.
    #[napi(catch_unwind)]
    pub fn finish(&mut self, env: Env) -> Result<ResourceCall> {
        let call = self.writer.finish();
        ResourceCall::made(env, call)
    }
}
