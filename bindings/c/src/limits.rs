//! Setters of a configuration for limits. The bridge's tables judge the values.

use std::mem::MaybeUninit;

use crate::abi::{PARLOUR_INVALID_ARGUMENT, parlour_result};
use crate::config::{parlour_config, set};
use crate::error::parlour_error;
use crate::fault::Fault;
use crate::text::parlour_str;

/// Instead of a number of milliseconds: for ever. 0 is no limit that anything could keep, and refused; so is more than
/// 10000000000000.
pub const PARLOUR_NO_LIMIT: i64 = -1;

/// The HTTP version to speak: one of PARLOUR_HTTP_....
pub type parlour_http_version = u32;

/// HTTP/1.1, the start.
pub const PARLOUR_HTTP_1: parlour_http_version = 1;
/// HTTP/2.
pub const PARLOUR_HTTP_2: parlour_http_version = 2;
/// The version that the TLS handshake negotiates.
pub const PARLOUR_HTTP_NEGOTIATE: parlour_http_version = 3;

/// Sets the limit for a connection to be made, in milliseconds. As for every limit, 0 is refused, and PARLOUR_NO_LIMIT
/// lifts it.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_connect_timeout_ms(
    config: Option<&mut parlour_config>,
    milliseconds: i64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("connect_timeout_ms", &limit(milliseconds))?))
}

/// Sets the limit for one attempt at a whole answer, in milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_answer_timeout_ms(
    config: Option<&mut parlour_config>,
    milliseconds: i64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("answer_timeout_ms", &limit(milliseconds))?))
}

/// Sets the longest time in a stream without a byte, in milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_stream_silence_timeout_ms(
    config: Option<&mut parlour_config>,
    milliseconds: i64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("stream_silence_timeout_ms", &limit(milliseconds))?))
}

/// Sets the longest time in a stream without progress, in milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_stream_progress_timeout_ms(
    config: Option<&mut parlour_config>,
    milliseconds: i64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("stream_progress_timeout_ms", &limit(milliseconds))?))
}

/// Sets the limit until the first event of a stream other than a ping, in milliseconds; none unless it is set.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_first_event_timeout_ms(
    config: Option<&mut parlour_config>,
    milliseconds: i64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("first_event_timeout_ms", &limit(milliseconds))?))
}

/// Sets the limit for one attempt at a whole answer that travels as a stream inside, in milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_long_answer_timeout_ms(
    config: Option<&mut parlour_config>,
    milliseconds: i64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("long_answer_timeout_ms", &limit(milliseconds))?))
}

/// Sets the limit for a call with all its attempts and waits, in milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_total_timeout_ms(
    config: Option<&mut parlour_config>,
    milliseconds: i64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("total_timeout_ms", &limit(milliseconds))?))
}

/// Sets how often a call is repeated at most.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_max_retries(
    config: Option<&mut parlour_config>,
    count: u32,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("max_retries", &count.to_string())?))
}

/// Sets whether a whole answer that could outlast its time limit is streamed inside and still given out whole.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_stream_long_answers(
    config: Option<&mut parlour_config>,
    on: bool,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("stream_long_answers", &on.to_string())?))
}

/// Sets the HTTP version to speak: one of PARLOUR_HTTP_....
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_http_version(
    config: Option<&mut parlour_config>,
    version: parlour_http_version,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| {
        let name = match version {
            PARLOUR_HTTP_1 => "1",
            PARLOUR_HTTP_2 => "2",
            PARLOUR_HTTP_NEGOTIATE => "negotiate",
            _ => return Err(Fault::Argument(PARLOUR_INVALID_ARGUMENT, "version")),
        };
        Ok(settings.set_text("http_version", name)?)
    })
}

/// Lets the credential travel over plain http to another machine; false unless it is set.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_allow_plain_http(
    config: Option<&mut parlour_config>,
    allow: bool,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("allow_plain_http", &allow.to_string())?))
}

/// Sets the size of the largest event that a stream may bring.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_max_event_bytes(
    config: Option<&mut parlour_config>,
    bytes: usize,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("max_event_bytes", &bytes.to_string())?))
}

/// Sets the size of the largest whole answer.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_max_response_bytes(
    config: Option<&mut parlour_config>,
    bytes: usize,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("max_response_bytes", &bytes.to_string())?))
}

/// Sets how much a stream may bring in all, unpacked; for a whole answer that travels as a stream inside, too.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_max_stream_bytes(
    config: Option<&mut parlour_config>,
    bytes: usize,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("max_stream_bytes", &bytes.to_string())?))
}

/// Sets how much of an error's body is kept.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_max_error_body_bytes(
    config: Option<&mut parlour_config>,
    bytes: usize,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("max_error_body_bytes", &bytes.to_string())?))
}

/// Lets the log hold request and response bodies, which hold what users said; false unless it is set.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_log_bodies(
    config: Option<&mut parlour_config>,
    log: bool,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("log_bodies", &log.to_string())?))
}

/// Adds a deprecated model, or changes the day from which on it answers no more: "2026-11-30", or empty text if that is
/// not known. Without data it is no deprecated model, whatever the service's list and the library's table say.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_deprecated_model(
    config: Option<&mut parlour_config>,
    model: parlour_str,
    day: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| match day.data.is_null() {
        true => Ok(settings.set_entry("deprecated_models", model.text("model")?, "null")?),
        false => Ok(settings.set_entry_text("deprecated_models", model.text("model")?, day.text("day")?)?),
    })
}

/// Lets the first request to a deprecated model leave a warning in the log, once for each model and client; true unless
/// it is set.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_deprecation_warnings(
    config: Option<&mut parlour_config>,
    warn: bool,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("deprecation_warnings", &warn.to_string())?))
}

/// Names the header for a random key that is the same on every attempt of a call.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_idempotency_header(
    config: Option<&mut parlour_config>,
    name: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_text("idempotency_header", name.text("name")?)?))
}

/// The longest limit that a setting takes: some 300 years.
const FOR_EVER: i64 = 10_000_000_000_000;

/// A limit as the JSON of a setting, which says whether it can be kept.
pub(crate) fn limit(milliseconds: i64) -> String {
    match milliseconds {
        PARLOUR_NO_LIMIT => FOR_EVER.to_string(),
        some => some.to_string(),
    }
}
