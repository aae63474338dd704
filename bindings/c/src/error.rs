//! Failures as handles.

use std::mem::MaybeUninit;
use std::sync::OnceLock;

use parlour_bridge::ErrorInfo;

use crate::abi::parlour_result;
use crate::boundary::{coded, transfer};
use crate::catch::{infallible, value_or};
use crate::fault::require;
use crate::head::{at, milliseconds};
use crate::kinds::parlour_kind;
use crate::message::parlour_message;
use crate::text::parlour_str;

/// Why something failed. Independent of every other handle: it may be kept, read from any thread and freed at any
/// time. Texts are borrowed until the error is freed.
pub struct parlour_error {
    info: ErrorInfo,
    partial: OnceLock<Option<parlour_message>>,
}

impl parlour_error {
    pub(crate) fn of(info: ErrorInfo) -> parlour_error {
        parlour_error { info, partial: OnceLock::new() }
    }
}

impl From<ErrorInfo> for parlour_error {
    fn from(info: ErrorInfo) -> parlour_error {
        parlour_error::of(info)
    }
}

/// Frees an error; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_free(error: Option<Box<parlour_error>>) {
    infallible(|| drop(error));
}

/// Another handle of the same error, for an error that is borrowed. Free it with parlour_error_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_clone(
    error: Option<&parlour_error>,
    out: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    coded(|| {
        let copy = parlour_error::of(require(error, "error")?.info.clone());
        transfer(require(out, "out")?, copy);
        Ok(())
    })
}

/// The kind of the error: one of PARLOUR_KIND_..., or a number of a newer library. 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_kind(error: Option<&parlour_error>) -> parlour_kind {
    value_or(0, || Some(u32::from(error?.info.code)))
}

/// The name of the kind, for example "RateLimit".
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_kind_name(error: Option<&parlour_error>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(error?.info.kind)))
}

// generated: facts, from schema/errors.toml by `make generate`
/// The HTTP status of the answer; 200 for an error inside a stream. 0 if no answer arrived.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_status(error: Option<&parlour_error>) -> u16 {
    value_or(0, || error?.info.status)
}

/// The service's own type of the error, an open set, for example "rate_limit_error". Empty if the answer has none.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_type(error: Option<&parlour_error>) -> parlour_str {
    value_or(parlour_str::EMPTY, || error?.info.error_type.as_deref().map(parlour_str::of))
}

/// The service's own code of the error, an open set, which distinguishes errors of one type: for example
/// "contract_spend_limit_reached". Empty if the answer has none.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_service_code(error: Option<&parlour_error>) -> parlour_str {
    value_or(parlour_str::EMPTY, || error?.info.error_code.as_deref().map(parlour_str::of))
}

/// Further details from the service, for example the paths of images that are too large. The text of a JSON object.
/// Empty if the answer has none.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_details_json(error: Option<&parlour_error>) -> parlour_str {
    value_or(parlour_str::EMPTY, || error?.info.details.as_deref().map(parlour_str::of))
}

/// The page on which the owner of an account that is on hold can appeal, of a failure organization_on_hold. Empty if
/// the service names none.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_appeal_url(error: Option<&parlour_error>) -> parlour_str {
    value_or(parlour_str::EMPTY, || error?.info.appeal_url.as_deref().map(parlour_str::of))
}

/// The id of the request at the service, to quote in a report. Empty if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_request_id(error: Option<&parlour_error>) -> parlour_str {
    value_or(parlour_str::EMPTY, || error?.info.request_id.as_deref().map(parlour_str::of))
}

/// The delay that the service asked for, in milliseconds with their fraction; also one that was too long to wait for.
/// -1 if it asked for none.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_retry_after_ms(error: Option<&parlour_error>) -> f64 {
    value_or(-1.0, || error?.info.retry_after.map(milliseconds))
}

/// Why the call was not repeated (again): "exhausted", "budget_empty", "not_retryable", "retry_after_too_long",
/// "deadline_would_pass", "server_said_no", "spend_cap" or "hook". Empty for a failure that is never retried. Static.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_not_retried(error: Option<&parlour_error>) -> parlour_str {
    value_or(parlour_str::EMPTY, || error?.info.not_retried.map(parlour_str::of))
}

/// The cause within the kind, an open set: of a lost connection "dns", "connect", "connection_lost", "tls", "proxy" or
/// "resources"; of a limit of time or size its setting, such as "answer_timeout" or "max_response_bytes". Empty where
/// the kind says all. Static.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_subkind(error: Option<&parlour_error>) -> parlour_str {
    value_or(parlour_str::EMPTY, || error?.info.subkind.map(parlour_str::of))
}

/// The setting that the failure is about: the time limit that expired, the size that was exceeded, the value that was
/// refused. The name is the same in every language, for example "answer_timeout"; an open set. It is that of
/// parlour_config_set() or parlour_options_set() without its unit. Empty if it is about none.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_setting(error: Option<&parlour_error>) -> parlour_str {
    value_or(parlour_str::EMPTY, || error?.info.setting.as_deref().map(parlour_str::of))
}

/// Whether the same call may succeed later.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_is_retryable(error: Option<&parlour_error>) -> bool {
    value_or(false, || Some(error?.info.retryable))
}

/// Whether the failure came inside a stream, after its headers.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_is_mid_stream(error: Option<&parlour_error>) -> bool {
    value_or(false, || Some(error?.info.mid_stream))
}

/// Whether a stream broke off after its stop reason had arrived.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_saw_stop_reason(error: Option<&parlour_error>) -> bool {
    value_or(false, || Some(error?.info.saw_stop_reason))
}

/// Whether a 429 reports a spend cap, which waiting does not lift.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_is_spend_cap(error: Option<&parlour_error>) -> bool {
    value_or(false, || Some(error?.info.spend_cap))
}
// end generated

/// The message, without a prefix. Not stable: do not branch on it.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_message(error: Option<&parlour_error>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(&error?.info.message)))
}

/// One sentence for a log line: what happened, where, and what to do next. Shows no credential.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_display(error: Option<&parlour_error>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(&error?.info.display)))
}

/// How often the request was sent; 0 if nothing was.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_attempts(error: Option<&parlour_error>) -> u32 {
    value_or(0, || Some(error?.info.attempts))
}

/// The number of waits between the attempts.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_wait_count(error: Option<&parlour_error>) -> usize {
    value_or(0, || Some(error?.info.waits.len()))
}

/// A wait in milliseconds with their fraction, the oldest first; -1 beyond the last.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_wait_ms(error: Option<&parlour_error>, index: usize) -> f64 {
    value_or(-1.0, || error?.info.waits.get(index).copied().map(milliseconds))
}

/// The body of the answer as received, cut at the client's cap; empty if none arrived. Any bytes.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_body(error: Option<&parlour_error>) -> parlour_str {
    value_or(parlour_str::EMPTY, || error?.info.body.as_deref().map(parlour_str::of_bytes))
}

/// The number of header lines of the answer; 0 if none arrived.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_header_count(error: Option<&parlour_error>) -> usize {
    value_or(0, || Some(error?.info.headers.len()))
}

/// A header line, in the order of the answer. PARLOUR_NOT_FOUND beyond the last.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_header_at(
    error: Option<&parlour_error>,
    index: usize,
    name: Option<&mut MaybeUninit<parlour_str>>,
    value: Option<&mut MaybeUninit<parlour_str>>,
) -> parlour_result {
    coded(|| {
        at(&require(error, "error")?.info.headers, index, require(name, "name")?, require(value, "value")?)
    })
}

/// The first value of a header, its name in any case. PARLOUR_NOT_FOUND if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_header(
    error: Option<&parlour_error>,
    name: parlour_str,
    value: Option<&mut MaybeUninit<parlour_str>>,
) -> parlour_result {
    coded(|| {
        crate::head::find(
            &require(error, "error")?.info.headers,
            name.text("name")?,
            require(value, "value")?,
        )
    })
}

/// The part of the message that had arrived when a stream failed; NULL if nothing had. Borrowed until the error is
/// freed; parlour_message_clone() keeps it.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_error_partial_message(error: Option<&parlour_error>) -> Option<&parlour_message> {
    value_or(None, || {
        let error = error?;
        let partial = error.partial.get_or_init(|| {
            let message = error.info.partial.clone()?;
            Some(parlour_message::of_typed(message, None))
        });
        Some(partial.as_ref())
    })
}
