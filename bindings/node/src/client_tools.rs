//! The tools that the service defines and a program runs, for JavaScript. What the model is to be told of a failure comes as
//! `refusal` where the result would stand, and is no exception.

use napi::{Env, Error, Result};
use napi_derive::napi;
use parlour_bridge::ErrorInfo;
use parlour_bridge::client_tools::{self, ClientCommand, ClientTool};

use crate::{environment, errors};

/// A command that was read, or why it cannot be.
#[napi(object, object_from_js = false)]
pub struct ReadCommand {
    /// What the model is told; then nothing else is set.
    pub refusal: Option<String>,
    /// Which command it is; `other` for an unknown one.
    pub name: Option<&'static str>,
    /// JSON of its fields.
    pub input: Option<String>,
    /// What the model is told if it was carried out without a word.
    pub done: Option<String>,
    /// What the model is told if nobody carries it out.
    pub unsupported: Option<String>,
    /// What the model is told if its path does not exist.
    pub not_found: Option<String>,
    /// What the model is told if the path that it would make exists.
    pub exists: Option<String>,
}

/// A text that was made, or why it cannot be.
#[napi(object, object_from_js = false)]
pub struct MadeText {
    /// What the model is told; then nothing else is set.
    pub refusal: Option<String>,
    /// The text.
    pub text: Option<String>,
    /// What the model is told of an edit, once it is written.
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

/// What a `view` answers for a file.
#[napi(catch_unwind)]
pub fn client_show_file(input: String, text: String) -> MadeText {
    client_tools::show_file(&input, &text).into()
}

/// What a `view` answers for a directory: paths of entries, and their sizes in bytes.
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

/// The text of a file after `str_replace` or `insert`, and what is told of it.
#[napi(catch_unwind)]
pub fn client_edit(input: String, text: String) -> MadeText {
    match client_tools::edit(&input, &text) {
        Ok((text, reply)) => MadeText { refusal: None, text: Some(text), reply: Some(reply) },
        Err(refusal) => MadeText { refusal: Some(refusal), text: None, reply: None },
    }
}

/// What `cursor_position` answers.
#[napi(catch_unwind)]
pub fn client_cursor_position(x: u32, y: u32) -> String {
    client_tools::cursor_position(x, y)
}

fn raised(env: Env, error: ErrorInfo) -> Error {
    errors::raise(environment::js(env), error)
}
