//! The prompt cache: markers in requests, and why it was missed. Where markers pay, and where two requests part, is the
//! core's.

use std::mem::MaybeUninit;

use parlour_bridge::ErrorInfo;
use parlour_bridge::conversation::{cache_change_json, cache_miss_reported, mark_cache_json};

use crate::abi::{PARLOUR_NOT_FOUND, parlour_result};
use crate::boundary::{fallible, transfer};
use crate::catch::value_or;
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::json_value::parlour_json;
use crate::message::parlour_message;
use crate::request::parlour_request;
use crate::text::parlour_str;

/// Places cache markers where they pay: at the ends of the tools and of the system prompt for `stable`, which is "5m"
/// or "1h", and at the end of the messages. A request that has markers of its own stays as it is. The request may be
/// the settings of a parlour_conversation. PARLOUR_FAILED for another lifetime.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_request_mark_cache(
    request: Option<&mut parlour_request>,
    stable: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (request, stable) = (require(request, "request")?, stable.text("stable")?);
        let (marked, placed) = mark_cache_json(request.json().as_bytes(), stable)?;
        if placed > 0 {
            *request = parlour_request::of_text(marked);
        }
        Ok(())
    })
}

/// Where two requests part, so that the prompt cache was read up to there at most: an object with "part" ("tools",
/// "system", "messages", ...), "index" (of a tool or a message; null for a part that is not a list) and "offset" (in
/// bytes). PARLOUR_NOT_FOUND if all of `before` is repeated. Free it with parlour_json_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_cache_change(
    before: Option<&parlour_request>,
    now: Option<&parlour_request>,
    out: Option<&mut MaybeUninit<*mut parlour_json>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (before, now, out) = (require(before, "before")?, require(now, "now")?, require(out, "out")?);
        let change = cache_change_json(&before.body()?, &now.body()?)?;
        let json = change.ok_or(Fault::Code(PARLOUR_NOT_FOUND))?;
        let read: parlour_json = serde_json::from_str(&json)
            .map_err(|error| ErrorInfo::internal(format!("a cache change cannot be read: {error}")))?;
        transfer(out, read);
        Ok(())
    })
}

/// The service's reason for a prompt cache miss: the name of a part of the request, as parlour_cache_change() returns
/// it; empty if the service gives none.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_cache_miss(message: Option<&parlour_message>) -> parlour_str {
    value_or(parlour_str::EMPTY, || {
        cache_miss_reported(message?.shared().json()).ok().flatten().map(parlour_str::of)
    })
}
