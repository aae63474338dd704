//! The tools that the service defines and a program runs (protocol §1.6), for a host: the command of a call as JSON of
//! known shape, and the replies to the model. The core makes every decision.
//!
//! A failure is the text of the call's result for the model, and no error of the host.

use parlour::client_tools::{
    BashCommand, Edited, MemoryCommand, Point, TextEditorCommand, ToolReply, Toolset, ViewCommand,
    not_supported, toolsets,
};
use parlour::{Content, Json, Tool, ToolError};
use serde::Serialize;

use crate::info::ErrorInfo;
use crate::wire::to_json_text;

/// A parsed and validated command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientCommand {
    /// The name of the command at the service (`run` and `restart` of the shell); `other` for one that this version
    /// does not know.
    pub name: &'static str,
    /// Its fields as one JSON object; for `other` the original input.
    pub input: String,
    /// The reply to the model if the command returned nothing.
    pub done: Option<String>,
    /// The error for the model if the host does not implement the command.
    pub unsupported: String,
    /// The error for the model if the path does not exist.
    pub not_found: Option<String>,
    /// The error for the model if the new path exists already.
    pub exists: Option<String>,
}

/// One of the tools.
#[derive(Clone, Copy, Debug)]
pub enum ClientTool {
    /// `memory`
    Memory,
    /// `text_editor`
    TextEditor,
    /// `bash`
    Bash,
    /// A family of tools, such as `computer`.
    Toolset(&'static Toolset),
}

impl ClientTool {
    /// The tool of this name: `memory`, `text_editor`, `bash` or that of a toolset.
    ///
    /// # Errors
    /// Kind `Config` for another name.
    pub fn named(name: &str) -> Result<ClientTool, ErrorInfo> {
        match name {
            "memory" => Ok(ClientTool::Memory),
            "text_editor" => Ok(ClientTool::TextEditor),
            "bash" => Ok(ClientTool::Bash),
            _ => match toolsets().into_iter().find(|toolset| toolset.name() == name) {
                Some(toolset) => Ok(ClientTool::Toolset(toolset)),
                None => Err(ErrorInfo::config(format!(
                    "`{name}` is no tool that a program runs for the service: there are memory, text_editor, bash, {}",
                    toolsets().map(Toolset::name).join(", ")
                ))),
            },
        }
    }

    /// The definition as one JSON object. Of a toolset, members that are not `supported` are disabled.
    ///
    /// # Errors
    /// Kind `Config` for a toolset of which no member is supported: the service refuses it.
    pub fn definition(self, supported: &[String]) -> Result<String, ErrorInfo> {
        let tool = match self {
            ClientTool::Memory => Tool::memory(),
            ClientTool::TextEditor => Tool::text_editor(),
            ClientTool::Bash => Tool::bash(),
            ClientTool::Toolset(toolset) => {
                let is_there = |member: &str| supported.iter().any(|one| one == member);
                toolset.check(is_there)?;
                toolset.definition(is_there)
            }
        };
        to_json_text(&tool)
    }

    /// The command of a call. `member` is the name of a call that belongs to a toolset.
    ///
    /// # Errors
    /// For the model: the field that is missing or invalid.
    pub fn command(self, member: Option<&str>, input: &str) -> Result<ClientCommand, String> {
        let input = Json::parse(input).map_err(|error| format!("The input is no JSON: {error}"))?;
        match self {
            ClientTool::Memory => MemoryCommand::read(&input).map(|command| of_memory(&command)),
            ClientTool::TextEditor => TextEditorCommand::read(&input).map(|command| of_editor(&command)),
            ClientTool::Bash => {
                BashCommand::read(&input).map(|command| plain(command.name(), &command, command.done()))
            }
            ClientTool::Toolset(toolset) => toolset.read(member, &input).map(|command| match command {
                Some(command) => plain(command.name, &command.fields, command.done),
                None => plain("other", &input, None),
            }),
        }
        .map_err(|error| text_of(&error))?
    }
}

fn plain<T: Serialize>(
    name: &'static str,
    command: &T,
    done: Option<String>,
) -> Result<ClientCommand, String> {
    let input =
        to_json_text(command).map_err(|error| format!("The input does not fit: {}", error.message))?;
    let unsupported = text_of(&not_supported(name));
    Ok(ClientCommand { name, input, done, unsupported, not_found: None, exists: None })
}

fn of_memory(command: &MemoryCommand) -> Result<ClientCommand, String> {
    let mut read = plain(command.name(), command, command.done())?;
    (read.not_found, read.exists) = match command {
        MemoryCommand::View(command) => (Some(text_of(&command.not_found())), None),
        MemoryCommand::Create(command) => (None, Some(text_of(&command.exists()))),
        MemoryCommand::StrReplace(command) => (Some(text_of(&command.not_found())), None),
        MemoryCommand::Insert(command) => (Some(text_of(&command.not_found())), None),
        MemoryCommand::Delete(command) => (Some(text_of(&command.not_found())), None),
        MemoryCommand::Rename(command) => {
            (Some(text_of(&command.not_found())), Some(text_of(&command.exists())))
        }
        _ => (None, None),
    };
    Ok(read)
}

fn of_editor(command: &TextEditorCommand) -> Result<ClientCommand, String> {
    let mut read = plain(command.name(), command, command.done())?;
    (read.not_found, read.exists) = match command {
        TextEditorCommand::View(command) => (Some(text_of(&command.not_found())), None),
        TextEditorCommand::Create(command) => (None, Some(text_of(&command.exists()))),
        TextEditorCommand::StrReplace(command) => (Some(text_of(&command.not_found())), None),
        TextEditorCommand::Insert(command) => (Some(text_of(&command.not_found())), None),
        TextEditorCommand::UndoEdit(command) => (Some(text_of(&command.not_found())), None),
        _ => (None, None),
    };
    Ok(read)
}

/// The reply of `view` for a file with this text. `input` is that of the command.
///
/// # Errors
/// For the model: the requested lines do not exist, or are too many.
pub fn show_file(input: &str, text: &str) -> Result<String, String> {
    view_of(input)?.show_file(text).map_err(|error| text_of(&error))
}

/// The reply of `view` for a directory with these entries: paths relative to it, those of directories with `/` at their
/// end, and sizes in bytes.
///
/// # Errors
/// For the model: the input is that of no `view`.
pub fn show_directory<P: AsRef<str>>(
    input: &str,
    entries: impl IntoIterator<Item = (P, u64)>,
) -> Result<String, String> {
    Ok(view_of(input)?.show_directory(entries))
}

/// Applies `str_replace` or `insert` to a file's text. Returns the new text, and the reply for the model once it is
/// written.
///
/// # Errors
/// For the model: the place was not found, or there is more than one.
pub fn edit(input: &str, text: &str) -> Result<(String, String), String> {
    let edited = match edit_of(input)? {
        MemoryCommand::StrReplace(command) => command.apply(text),
        MemoryCommand::Insert(command) => command.apply(text),
        _ => return Err("This command changes no text.".to_owned()),
    };
    edited.map(|Edited { text, reply }| (text, reply)).map_err(|error| text_of(&error))
}

/// Applies a command to a file with this text: returns the text to write, if the command changes it, and the reply for
/// the model.
///
/// # Errors
/// As for [`show_file`] and [`edit`].
pub fn applied(input: &str, text: &str) -> Result<(Option<String>, String), String> {
    match edit_of(input)? {
        MemoryCommand::View(command) => {
            command.show_file(text).map(|reply| (None, reply)).map_err(|error| text_of(&error))
        }
        _ => edit(input, text).map(|(text, reply)| (Some(text), reply)),
    }
}

/// The reply of `cursor_position`.
#[must_use]
pub fn cursor_position(x: u32, y: u32) -> String {
    match ToolReply::point(Point { x, y }).content() {
        Some(Content::Text(text)) => text.clone(),
        _ => String::new(),
    }
}

/// Memory and editor share these commands.
fn edit_of(input: &str) -> Result<MemoryCommand, String> {
    let input = Json::parse(input).map_err(|error| format!("The input is no JSON: {error}"))?;
    MemoryCommand::read(&input).map_err(|error| text_of(&error))
}

fn view_of(input: &str) -> Result<ViewCommand, String> {
    match edit_of(input)? {
        MemoryCommand::View(command) => Ok(command),
        _ => Err("This command shows nothing.".to_owned()),
    }
}

/// The text of a failure; the core's failures here have no blocks.
fn text_of(error: &ToolError) -> String {
    match error.content() {
        Content::Text(text) => text.clone(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_its_fields_and_what_may_be_said_of_it() {
        let memory = ClientTool::named("memory").unwrap();
        let input = r#"{"command":"rename","old_path":"/memories/a","new_path":"/memories/b","x":1}"#;
        let command = memory.command(None, input).unwrap();
        assert_eq!(command.name, "rename");
        assert_eq!(
            command.input,
            r#"{"command":"rename","old_path":"/memories/a","new_path":"/memories/b"}"#
        );
        assert_eq!(command.done.as_deref(), Some("Successfully renamed /memories/a to /memories/b"));
        assert!(command.not_found.unwrap().contains("/memories/a does not exist"));
        assert!(command.exists.unwrap().contains("/memories/b already exists"));
        let computer = ClientTool::named("computer").unwrap();
        let command = computer.command(Some("screenshot"), "{}").unwrap();
        assert_eq!((command.name, command.input.as_str()), ("screenshot", r#"{"action":"screenshot"}"#));
        let error = computer.command(Some("zoom"), "{}").unwrap_err();
        assert_eq!(error, "Invalid arguments for computer:\n- region: missing");
        assert!(ClientTool::named("telephone").is_err());
    }

    #[test]
    fn definitions_turn_off_what_is_not_supported() {
        let computer = ClientTool::named("computer").unwrap();
        let some = computer.definition(&["screenshot".to_owned()]).unwrap();
        assert!(some.contains(r#""zoom":{"enabled":false}"#) && !some.contains("screenshot"), "{some}");
        assert!(computer.definition(&[]).is_err());
        let memory = ClientTool::named("memory").unwrap().definition(&[]).unwrap();
        assert_eq!(memory, r#"{"type":"memory_20250818","name":"memory"}"#);
    }

    #[test]
    fn texts_are_shown_and_edited() {
        let insert = r#"{"command":"insert","path":"/a","insert_line":0,"insert_text":"x"}"#;
        assert_eq!(edit(insert, "y\n").unwrap().0, "x\ny\n");
        let view = r#"{"command":"view","path":"/a"}"#;
        assert!(show_file(view, "x").unwrap().ends_with("     1\tx"));
        assert!(show_directory(view, [("b", 3)]).unwrap().ends_with("3B\t/a/b"));
        assert_eq!(applied(insert, "y").unwrap().0.as_deref(), Some("x\ny"));
        assert_eq!(applied(view, "x").unwrap(), (None, show_file(view, "x").unwrap()));
        assert!(edit(view, "x").is_err() && show_file(insert, "x").is_err());
        assert_eq!(cursor_position(3, 4), "X=3,Y=4");
    }
}
