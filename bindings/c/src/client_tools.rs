//! The tools that the service defines and a program runs: their commands, read and checked, and the words of their
//! answers. Every decision is the core's.

use std::mem::MaybeUninit;

use parlour_bridge::ErrorInfo;
use parlour_bridge::client_tools::{self, ClientCommand, ClientTool};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::abi::parlour_result;
use crate::boundary::{fallible, transfer};
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::json_value::parlour_json;
use crate::text::parlour_str;

/// The result of a helper: the value, or the error for the model.
#[derive(Default, Serialize)]
struct Made<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    done: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unsupported: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_found: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exists: Option<String>,
}

impl Made<'_> {
    fn give(&self, out: &mut MaybeUninit<*mut parlour_json>) -> Result<(), Fault> {
        give_json(&crate::json::text_of(Some(self)), out)
    }

    fn refused(refusal: String) -> Self {
        Made { refusal: Some(refusal), ..Made::default() }
    }
}

fn give_json(json: &str, out: &mut MaybeUninit<*mut parlour_json>) -> Result<(), Fault> {
    let read: parlour_json = serde_json::from_str(json)
        .map_err(|error| ErrorInfo::config(format!("the command cannot be read: {error}")))?;
    transfer(out, read);
    Ok(())
}

/// The definition of a tool that the service defines and a program runs: "memory", "text_editor", "bash", "computer" or
/// "browser" (protocol §1.6). Of the last two, which are toolsets, the members in `supported_json`, an array of their
/// names, are offered; else it is empty. Free it with parlour_json_free(); parlour_json_text() is for
/// parlour_tools_add_definition(). PARLOUR_FAILED for another tool, and for a toolset without members.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_tool_definition(
    tool: parlour_str,
    supported_json: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_json>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (tool, supported) = (tool.text("tool")?, supported_json.text("supported_json")?);
        let out = require(out, "out")?;
        let supported: Vec<String> = match supported {
            "" => Vec::new(),
            names => serde_json::from_str(names).map_err(|error| {
                ErrorInfo::config(format!("`supported_json` is no array of names: {error}"))
            })?,
        };
        give_json(&ClientTool::named(tool)?.definition(&supported)?, out)
    })
}

/// Reads the input of a call of such a tool; `member` is the name of a call that belongs to a toolset, and else empty.
/// Gives an object with "name" (the command as the service names it; "run" and "restart" of the shell; "other" for one
/// that this version does not know), "input" (its fields, checked), "unsupported" (the result for the model if the
/// program does not implement the command), and where they apply "done" (if it was carried out and has no output),
/// "not_found" and "exists" (if its path does not exist, or is taken). An input that does not fit gives "refusal"
/// alone: the error for the model. Free it with parlour_json_free(). PARLOUR_FAILED for another tool.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_command(
    tool: parlour_str,
    member: parlour_str,
    input_json: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_json>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (tool, member) = (tool.text("tool")?, member.text("member")?);
        let (input, out) = (input_json.text("input_json")?, require(out, "out")?);
        let member = (!member.is_empty()).then_some(member);
        match ClientTool::named(tool)?.command(member, input) {
            Ok(ClientCommand { name, input, done, unsupported, not_found, exists }) => {
                let input = RawValue::from_string(input)
                    .map_err(|error| ErrorInfo::config(format!("the command cannot be read: {error}")))?;
                let made = Made {
                    name: Some(name),
                    input: Some(&input),
                    done,
                    unsupported: Some(unsupported),
                    not_found,
                    exists,
                    ..Made::default()
                };
                made.give(out)
            }
            Err(refusal) => Made::refused(refusal).give(out),
        }
    })
}

/// Applies a command to a file that has this text. `input_json` is "input" of parlour_client_command(). Gives an object
/// with "reply", the result for the model, and for `str_replace` and `insert` "text", the new text of the whole file,
/// to be written first; or "refusal" alone, the error for the model if a line or a place does not exist. Free it with
/// parlour_json_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_apply(
    input_json: parlour_str,
    text: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_json>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (input, text) = (input_json.text("input_json")?, text.text("text")?);
        let out = require(out, "out")?;
        let made = match client_tools::applied(input, text) {
            Ok((text, reply)) => Made { text, reply: Some(reply), ..Made::default() },
            Err(refusal) => Made::refused(refusal),
        };
        made.give(out)
    })
}

/// Makes the result of `view` for a directory. `entries_json` is an array of arrays of a path relative to it, that of a
/// directory with "/" at its end, and a size in bytes: `[["notes/", 0], ["notes/a.md", 12]]`. Gives what
/// parlour_client_apply() gives for a file; free it with parlour_json_free(). PARLOUR_FAILED for entries that are none.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_list(
    input_json: parlour_str,
    entries_json: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_json>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (input, entries) = (input_json.text("input_json")?, entries_json.text("entries_json")?);
        let out = require(out, "out")?;
        let entries: Vec<(String, u64)> = serde_json::from_str(entries).map_err(|error| {
            ErrorInfo::config(format!("`entries_json` is no array of paths and sizes: {error}"))
        })?;
        let made = match client_tools::show_directory(input, entries) {
            Ok(reply) => Made { reply: Some(reply), ..Made::default() },
            Err(refusal) => Made::refused(refusal),
        };
        made.give(out)
    })
}
