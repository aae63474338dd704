//! The tools that the service defines and a program runs, for JavaScript. A failure that the model should read is
//! returned as `refusal` in place of the result, and is no exception.

use napi::{Env, Error, Result};
use napi_derive::napi;
use parlour_bridge::ErrorInfo;
use parlour_bridge::client_tools::{self, ClientCommand, ClientTool};

use crate::{environment, errors};

/// A command that was read, or why it cannot be.
#[napi(object, object_from_js = false)]
pub struct ReadCommand {
    /// The error text for the model; then nothing else is set.
    pub refusal: Option<String>,
    /// Which command it is; `other` for an unknown one.
    pub name: Option<&'static str>,
    /// JSON of its fields.
    pub input: Option<String>,
    /// The reply for the model if the command succeeded without output.
    pub done: Option<String>,
    /// The error text for the model if the program has no handler for the command.
    pub unsupported: Option<String>,
    /// The error text for the model if the path does not exist.
    pub not_found: Option<String>,
    /// The error text for the model if the path to create exists.
    pub exists: Option<String>,
}

/// A text that was made, or why it cannot be.
#[napi(object, object_from_js = false)]
pub struct MadeText {
    /// The error text for the model; then nothing else is set.
    pub refusal: Option<String>,
    /// The text.
    pub text: Option<String>,
    /// The reply for the model to an edit, once the file is written.
    pub reply: Option<String>,
}

impl From<std::result::Result<String, String>> for MadeText {
    fn from(made: std::result::Result<String, String>) -> MadeText {
        match made {
            Ok(text) => MadeText { refusal: None, text: Some(text), reply: None },
            Err(refusal) => MadeText { refusal: Some(refusal), text: None, reply: None },
        }
    }
}

fn named(env: Env, tool: &str) -> Result<ClientTool> {
    ClientTool::named(tool).map_err(|error| raised(env, error))
}

/// The definition of a tool as JSON; of a computer, actions that are not `supported` are turned off.
#[napi(catch_unwind)]
pub fn client_tool_definition(env: Env, tool: String, supported: Vec<String>) -> Result<String> {
    named(env, &tool)?.definition(&supported).map_err(|error| raised(env, error))
}

/// The command of a call; `member` is the name of a call that belongs to a toolset.
#[napi(catch_unwind)]
pub fn client_command(
    env: Env,
    tool: String,
    #[napi(ts_arg_type = "string | null")] member: Option<String>,
    input: String,
) -> Result<ReadCommand> {
    Ok(match named(env, &tool)?.command(member.as_deref(), &input) {
        Ok(ClientCommand { name, input, done, unsupported, not_found, exists }) => ReadCommand {
            refusal: None,
            name: Some(name),
            input: Some(input),
            done,
            unsupported: Some(unsupported),
            not_found,
            exists,
        },
        Err(refusal) => ReadCommand {
            refusal: Some(refusal),
            name: None,
            input: None,
            done: None,
            unsupported: None,
            not_found: None,
            exists: None,
        },
    })
}

/// The answer of a `view` command for a file.
#[napi(catch_unwind)]
pub fn client_show_file(input: String, text: String) -> MadeText {
    client_tools::show_file(&input, &text).into()
}

/// The answer of a `view` command for a directory: paths of entries, and their sizes in bytes.
#[napi(catch_unwind)]
pub fn client_show_directory(input: String, paths: Vec<String>, bytes: Vec<f64>) -> MadeText {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "sizes of files; `as` saturates"
    )]
    let sizes = bytes.into_iter().map(|size| size as u64);
    client_tools::show_directory(&input, paths.into_iter().zip(sizes)).into()
}

/// The text of a file after `str_replace` or `insert`, and the reply for the model.
#[napi(catch_unwind)]
pub fn client_edit(input: String, text: String) -> MadeText {
    match client_tools::edit(&input, &text) {
        Ok((text, reply)) => MadeText { refusal: None, text: Some(text), reply: Some(reply) },
        Err(refusal) => MadeText { refusal: Some(refusal), text: None, reply: None },
    }
}

/// The answer to a `cursor_position` command.
#[napi(catch_unwind)]
pub fn client_cursor_position(x: u32, y: u32) -> String {
    client_tools::cursor_position(x, y)
}

fn raised(env: Env, error: ErrorInfo) -> Error {
    errors::raise(environment::js(env), error)
}
