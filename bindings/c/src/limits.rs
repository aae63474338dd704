//! Limits and versions as numbers, and the setters of a configuration that setters.rs does not have because of their
//! arguments. The bridge's tables judge the values.

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

/// The longest limit that a setting takes: some 300 years.
const FOR_EVER: i64 = 10_000_000_000_000;

/// A limit as the JSON of a setting, which says whether it can be kept.
pub(crate) fn limit(milliseconds: i64) -> String {
    match milliseconds {
        PARLOUR_NO_LIMIT => FOR_EVER.to_string(),
        some => some.to_string(),
    }
}
