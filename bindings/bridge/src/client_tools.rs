//! The tools that the service defines and a program runs (protocol §1.6), as a host sees them: the command of a call as JSON of
//! known shape, and what the model is told. Every decision is the core's.
//!
//! A failure is the text that the model gets as the result of the call, and no error of the host.

use parlour::client_tools::{
    BashCommand, COMPUTER_ACTIONS, ComputerCommand, Edited, MemoryCommand, Point, TextEditorCommand,
    ToolReply, ViewCommand, computer_toolset, not_supported,
};
use parlour::{Content, Json, Tool, ToolError};
use serde::Serialize;

use crate::info::ErrorInfo;

/// A command, read and checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientCommand {
    /// Which command it is, as the service names it (`run` and `restart` of the shell); `other` for one that this version does not
    /// know.
    pub name: &'static str,
    /// Its fields as one JSON object; the input as it came for `other`.
    pub input: String,
    /// What the model is told if it was carried out without a word.
    pub done: Option<String>,
    /// What the model is told if nobody carries it out.
    pub unsupported: String,
    /// What the model is told if its path does not exist.
    pub not_found: Option<String>,
    /// What the model is told if the path that it would make exists.
    pub exists: Option<String>,
}

/// One of the tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientTool {
    /// `memory`
    Memory,
    /// `text_editor`
    TextEditor,
    /// `bash`
    Bash,
    /// `computer`
    Computer,
}

impl ClientTool {
    /// The tool of this name: `memory`, `text_editor`, `bash` or `computer`.
    ///
    /// # Errors
    /// Kind `Config` for another name.
    pub fn named(name: &str) -> Result<ClientTool, ErrorInfo> {
        match name {
            "memory" => Ok(ClientTool::Memory),
            "text_editor" => Ok(ClientTool::TextEditor),
            "bash" => Ok(ClientTool::Bash),
            "computer" => Ok(ClientTool::Computer),
            _ => Err(ErrorInfo::config(format!(
                "`{name}` is no tool that a program runs for the service: there are memory, text_editor, bash and computer"
            ))),
        }
    }

    /// The definition as one JSON object. Of a computer, actions that are not `supported` are turned off.
    ///
    /// # Errors
    /// Kind `Config` for a computer that supports no action: the service refuses a toolset without members.
    pub fn definition(self, supported: &[String]) -> Result<String, ErrorInfo> {
        let tool = match self {
            ClientTool::Memory => Tool::memory(),
            ClientTool::TextEditor => Tool::text_editor(),
            ClientTool::Bash => Tool::bash(),
            ClientTool::Computer => {
                let is_there = |action: &str| supported.iter().any(|one| one == action);
                if !COMPUTER_ACTIONS.iter().any(|action| is_there(action)) {
                    return Err(ErrorInfo::config(
                        "the computer tool supports no action: write those that it should have",
                    ));
                }
                computer_toolset(is_there)
            }
        };
        let json = Json::from_serialize(&tool)
            .map_err(|e| ErrorInfo::config(format!("the definition of a tool: {e}")))?;
        Ok(json.as_str().to_owned())
    }

    /// The command of a call. `member` is the name of a call that belongs to a toolset.
    ///
    /// # Errors
    /// What the model is told: what is missing or wrong.
    pub fn command(self, member: Option<&str>, input: &str) -> Result<ClientCommand, String> {
        let input = Json::parse(input).map_err(|error| format!("The input is no JSON: {error}"))?;
        match self {
            ClientTool::Memory => MemoryCommand::read(&input).map(|command| of_memory(&command)),
            ClientTool::TextEditor => TextEditorCommand::read(&input).map(|command| of_editor(&command)),
            ClientTool::Bash => {
                BashCommand::read(&input).map(|command| plain(command.name(), &command, command.done()))
            }
            ClientTool::Computer => ComputerCommand::read(member, &input)
                .map(|command| plain(command.name(), &command, command.done())),
        }
        .map_err(|error| text_of(&error))?
    }
}

fn plain<T: Serialize>(
    name: &'static str,
    command: &T,
    done: Option<String>,
) -> Result<ClientCommand, String> {
    let input = Json::from_serialize(command).map_err(|error| format!("The input does not fit: {error}"))?;
    let unsupported = text_of(&not_supported(name));
    Ok(ClientCommand {
        name,
        input: input.as_str().to_owned(),
        done,
        unsupported,
        not_found: None,
        exists: None,
    })
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

/// What a `view` answers for a file with this text. `input` is that of the command.
///
/// # Errors
/// What the model is told: the lines are not there, or too many.
pub fn show_file(input: &str, text: &str) -> Result<String, String> {
    view_of(input)?.show_file(text).map_err(|error| text_of(&error))
}

/// What a `view` answers for a directory with these entries: paths relative to it, those of directories with `/` at their end, and
/// sizes in bytes.
///
/// # Errors
/// What the model is told: the input is that of no `view`.
pub fn show_directory<P: AsRef<str>>(
    input: &str,
    entries: impl IntoIterator<Item = (P, u64)>,
) -> Result<String, String> {
    Ok(view_of(input)?.show_directory(entries))
}

/// What becomes of a file's text by `str_replace` or `insert`, and what the model is told once it is written.
///
/// # Errors
/// What the model is told: the place is not there, or there is more than one.
pub fn edit(input: &str, text: &str) -> Result<(String, String), String> {
    let edited = match edit_of(input)? {
        MemoryCommand::StrReplace(command) => command.apply(text),
        MemoryCommand::Insert(command) => command.apply(text),
        _ => return Err("This command changes no text.".to_owned()),
    };
    edited.map(|Edited { text, reply }| (text, reply)).map_err(|error| text_of(&error))
}

/// What a command on a file with this text comes to: the text to be written, of one that changes it, and what the model is told.
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

/// What `cursor_position` answers.
#[must_use]
pub fn cursor_position(x: u32, y: u32) -> String {
    match ToolReply::point(Point { x, y }).content() {
        Some(Content::Text(text)) => text.clone(),
        _ => String::new(),
    }
}

/// Commands on files are the same in memory and editor.
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

/// The words of a failure; the core's have no blocks.
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
