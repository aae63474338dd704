//! The prompt cache for JavaScript: markers where they pay, and where two requests part. The code below the FFI
//! boundary decides both.

use bytes::Bytes;
use napi::{Env, Result};
use napi_derive::napi;
use parlour_bridge::ErrorInfo;
use parlour_bridge::conversation as turns;
use parlour_bridge::wire::Body;

use crate::environment::js;
use crate::errors;
use crate::js::Bytes as Given;

fn thrown<T>(env: Env, result: std::result::Result<T, ErrorInfo>) -> Result<T> {
    result.map_err(|error| errors::raise(js(env), error))
}

fn body(given: Given) -> std::result::Result<Body, ErrorInfo> {
    Ok(Body::from_json_bytes(Bytes::from(given.0.unwrap_or_default()))?)
}

/// A request, JSON text or bytes, with cache markers where they pay, as JSON text.
#[napi(catch_unwind, ts_args_type = "request: string | Uint8Array, stable: string")]
pub fn mark_cache(env: Env, request: Given, stable: String) -> Result<String> {
    let marked = turns::mark_cache_json(&request.0.unwrap_or_default(), &stable);
    Ok(thrown(env, marked)?.0)
}

/// Where two requests part, JSON `{part, index, offset}`; null if the second repeats all of the first.
#[napi(
    catch_unwind,
    ts_args_type = "before: string | Uint8Array, now: string | Uint8Array",
    ts_return_type = "string | null"
)]
pub fn cache_change(env: Env, before: Given, now: Given) -> Result<Option<String>> {
    let change = body(before).and_then(|before| turns::cache_change_json(&before, &body(now)?));
    thrown(env, change)
}

/// The part of the request that an answer, as JSON, blames for a missed cache; null if it names none.
#[napi(catch_unwind, ts_return_type = "string | null")]
pub fn cache_miss_reported(env: Env, message: String) -> Result<Option<&'static str>> {
    thrown(env, turns::cache_miss_reported(message.as_bytes()))
}
