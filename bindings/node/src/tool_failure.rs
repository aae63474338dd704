//! The sentences that the model reads in place of a result, from the facts that JavaScript has.

use std::time::Duration;

use napi_derive::napi;
use parlour_bridge::tools::ToolFailure;

/// For a call that the program denied without a reason.
#[napi(catch_unwind)]
pub fn tool_denied() -> String {
    ToolFailure::Denied.to_string()
}

/// For a call that ran longer than its limit, in milliseconds.
#[napi(catch_unwind)]
pub fn tool_timed_out(milliseconds: f64) -> String {
    let limit = Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or(Duration::MAX);
    ToolFailure::TimedOut(limit).to_string()
}

/// For a call whose input does not fit, with a reason for each place.
#[napi(catch_unwind)]
pub fn tool_arguments_invalid(tool: String, reasons: Vec<String>) -> String {
    let reasons: Vec<&str> = reasons.iter().map(String::as_str).collect();
    ToolFailure::InvalidArguments { tool: &tool, reasons: &reasons }.to_string()
}

/// For an exception: the name of its type and its text, which may be empty.
#[napi(catch_unwind)]
pub fn tool_raised(name: String, text: String) -> String {
    ToolFailure::Raised { name: &name, text: &text }.to_string()
}

/// For a tool that reports a failure without any content.
#[napi(catch_unwind)]
pub fn tool_without_reason() -> String {
    ToolFailure::NoReason.to_string()
}

/// For a call whose input was cut off.
#[napi(catch_unwind)]
pub fn tool_input_cut() -> String {
    ToolFailure::InputCut.to_string()
}

/// For a call whose input is no JSON object.
#[napi(catch_unwind)]
pub fn tool_input_not_object(raw: String) -> String {
    ToolFailure::InputNotObject { raw: &raw }.to_string()
}
