//! The frame of an answer: status, headers, attempts, rate limits.

use std::mem::MaybeUninit;
use std::sync::OnceLock;
use std::time::Duration;

use parlour_bridge::HeadInfo;
use parlour_bridge::info::RateRow;

use crate::abi::{PARLOUR_NOT_FOUND, parlour_result};
use crate::boundary::coded;
use crate::catch::value_or;
use crate::fault::{Fault, require};
use crate::text::parlour_str;

/// Status, headers, attempts and rate limits of an answer. Always borrowed: from the message, the answer or the call
/// that it was asked of, and valid as long as that. Readable from any thread.
pub struct parlour_head {
    info: HeadInfo,
    lines: OnceLock<Vec<(String, String)>>,
    rows: OnceLock<Vec<parlour_rate_limit>>,
}

impl parlour_head {
    pub(crate) fn of(info: HeadInfo) -> parlour_head {
        parlour_head { info, lines: OnceLock::new(), rows: OnceLock::new() }
    }

    pub(crate) fn info(&self) -> &HeadInfo {
        &self.info
    }

    fn lines(&self) -> &[(String, String)] {
        self.lines.get_or_init(|| self.info.headers())
    }

    fn rows(&self) -> &[parlour_rate_limit] {
        self.rows.get_or_init(|| self.info.rate_rows().iter().map(parlour_rate_limit::of).collect())
    }
}

/// One limited quantity, as the answer reports it. A newer library may have more behind the last field.
#[repr(C)]
pub struct parlour_rate_limit {
    /// "requests", "tokens", "input_tokens", "output_tokens", "priority_input_tokens", "priority_output_tokens"; an
    /// open set. Static.
    pub name: parlour_str,
    /// The size of a full allowance; -1 if the answer does not say.
    pub limit: i64,
    /// How much of it is left; -1 if the answer does not say.
    pub remaining: i64,
    /// When it is full again: milliseconds since 1970 by the service's clock; -1 if the answer does not say.
    pub reset_unix_ms: i64,
}

impl parlour_rate_limit {
    fn of(row: &RateRow) -> parlour_rate_limit {
        parlour_rate_limit {
            name: parlour_str::of(row.name),
            limit: signed(row.limit),
            remaining: signed(row.remaining),
            reset_unix_ms: signed(row.reset_unix_ms),
        }
    }
}

// SAFETY: its only pointer is to a static text.
unsafe impl Send for parlour_rate_limit {}
// SAFETY: as above.
unsafe impl Sync for parlour_rate_limit {}

/// The HTTP status: 200 to 299; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_head_status(head: Option<&parlour_head>) -> u16 {
    value_or(0, || Some(head?.info.status()))
}

/// The id of the request at the service; empty if the answer has none. Borrowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_head_request_id(head: Option<&parlour_head>) -> parlour_str {
    value_or(parlour_str::EMPTY, || head?.info.request_id().map(parlour_str::of))
}

/// How often the request was sent.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_head_attempts(head: Option<&parlour_head>) -> u32 {
    value_or(0, || Some(head?.info.attempts()))
}

/// The number of waits between the attempts.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_head_wait_count(head: Option<&parlour_head>) -> usize {
    value_or(0, || Some(head?.info.waits().len()))
}

/// A wait in milliseconds with their fraction, the oldest first; -1 beyond the last.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_head_wait_ms(head: Option<&parlour_head>, index: usize) -> f64 {
    value_or(-1.0, || head?.info.waits().get(index).copied().map(milliseconds))
}

/// How long the attempts waited for room in the rate limits, in milliseconds with their fraction: the setting `pacing`.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_head_queued_ms(head: Option<&parlour_head>) -> f64 {
    value_or(0.0, || Some(milliseconds(head?.info.queued_for())))
}

/// The name of the route that the last attempt took, of the setting `routes`; empty if it went to the service itself.
/// Borrowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_head_route(head: Option<&parlour_head>) -> parlour_str {
    value_or(parlour_str::EMPTY, || head?.info.route().map(parlour_str::of))
}

/// The number of header lines.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_head_header_count(head: Option<&parlour_head>) -> usize {
    value_or(0, || Some(head?.lines().len()))
}

/// A header line, in the order of the answer; a name that arrived twice is listed twice. PARLOUR_NOT_FOUND beyond the
/// last. Both texts are borrowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_head_header_at(
    head: Option<&parlour_head>,
    index: usize,
    name: Option<&mut MaybeUninit<parlour_str>>,
    value: Option<&mut MaybeUninit<parlour_str>>,
) -> parlour_result {
    coded(|| at(require(head, "head")?.lines(), index, require(name, "name")?, require(value, "value")?))
}

/// The first value of a header, its name in any case. PARLOUR_NOT_FOUND if there is none. Borrowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_head_header(
    head: Option<&parlour_head>,
    name: parlour_str,
    value: Option<&mut MaybeUninit<parlour_str>>,
) -> parlour_result {
    coded(|| find(require(head, "head")?.lines(), name.text("name")?, require(value, "value")?))
}

/// The number of rate limits that the answer reports.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_head_rate_limit_count(head: Option<&parlour_head>) -> usize {
    value_or(0, || Some(head?.rows().len()))
}

/// A rate limit, always in the same order; NULL beyond the last. Borrowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_head_rate_limit_at(
    head: Option<&parlour_head>,
    index: usize,
) -> Option<&parlour_rate_limit> {
    value_or(None, || Some(head?.rows().get(index)))
}

/// The number of tokens left, from any header that reports it; -1 if none does.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_head_remaining_tokens(head: Option<&parlour_head>) -> i64 {
    value_or(-1, || Some(signed(head?.info.remaining_tokens())))
}

fn signed(number: Option<u64>) -> i64 {
    number.map_or(-1, |number| i64::try_from(number).unwrap_or(i64::MAX))
}

/// Converts whole seconds and the fraction separately, so that a value given in milliseconds is returned exactly.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    time.as_secs() as f64 * 1e3 + f64::from(time.subsec_nanos()) / 1e6
}

/// Writes one of the lines.
pub(crate) fn at(
    lines: &[(String, String)],
    index: usize,
    name: &mut MaybeUninit<parlour_str>,
    value: &mut MaybeUninit<parlour_str>,
) -> Result<(), Fault> {
    let (key, text) = lines.get(index).ok_or(Fault::Code(PARLOUR_NOT_FOUND))?;
    name.write(parlour_str::of(key));
    value.write(parlour_str::of(text));
    Ok(())
}

/// Writes the value of the first line with this name.
pub(crate) fn find(
    lines: &[(String, String)],
    name: &str,
    value: &mut MaybeUninit<parlour_str>,
) -> Result<(), Fault> {
    let found = lines.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
    let (_, text) = found.ok_or(Fault::Code(PARLOUR_NOT_FOUND))?;
    value.write(parlour_str::of(text));
    Ok(())
}
