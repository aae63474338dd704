//! The text editor: the model looks at files and changes them.

use std::future::{Future, ready};

use serde::Serialize;

use super::fields::Fields;
use super::files::{CreateCommand, InsertCommand, StrReplaceCommand, ViewCommand, not_found};
use super::{CommandResult, unsupported};
use crate::json::Json;
use crate::model::Tool;
use crate::tools::toolbox::ToolError;

/// A command that the model sends to the editor (protocol §1.6).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "command", rename_all = "snake_case")]
#[non_exhaustive]
pub enum TextEditorCommand {
    /// Look at a file or a directory.
    View(ViewCommand),
    /// Make a file.
    Create(CreateCommand),
    /// Replace a text within a file.
    StrReplace(StrReplaceCommand),
    /// Put lines into a file.
    Insert(InsertCommand),
    /// Take the last edit of a file back; only `text_editor_20250124` asks for it.
    UndoEdit(UndoEditCommand),
    /// A command of a later version: the whole input.
    #[serde(untagged)]
    Other(Json),
}

/// Take the last edit of a file back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct UndoEditCommand {
    /// The file.
    pub path: String,
}

impl UndoEditCommand {
    /// The error for a file that does not exist.
    #[must_use]
    pub fn not_found(&self) -> ToolError {
        not_found(&self.path)
    }
}

impl TextEditorCommand {
    /// Reads the input of a call.
    ///
    /// # Errors
    /// For the model: the field that is missing or invalid.
    pub fn read(input: &Json) -> Result<TextEditorCommand, ToolError> {
        let fields = Fields::of("the text editor", input)?;
        Ok(match fields.text("command")?.as_str() {
            "view" => TextEditorCommand::View(ViewCommand::read(&fields)?),
            "create" => TextEditorCommand::Create(CreateCommand::read(&fields)?),
            "str_replace" => TextEditorCommand::StrReplace(StrReplaceCommand::read(&fields)?),
            "insert" => TextEditorCommand::Insert(InsertCommand::read(&fields)?),
            "undo_edit" => TextEditorCommand::UndoEdit(UndoEditCommand { path: fields.words("path")? }),
            _ => TextEditorCommand::Other(input.clone()),
        })
    }

    /// Which command it is, as the service names it; `other` for one that this version does not know.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            TextEditorCommand::View(_) => "view",
            TextEditorCommand::Create(_) => "create",
            TextEditorCommand::StrReplace(_) => "str_replace",
            TextEditorCommand::Insert(_) => "insert",
            TextEditorCommand::UndoEdit(_) => "undo_edit",
            TextEditorCommand::Other(_) => "other",
        }
    }

    /// The reply for a command that returned nothing.
    #[must_use]
    pub fn done(&self) -> Option<String> {
        match self {
            TextEditorCommand::Create(command) => Some(command.done()),
            TextEditorCommand::StrReplace(StrReplaceCommand { path, .. })
            | TextEditorCommand::Insert(InsertCommand { path, .. }) => {
                Some(format!("The file {path} has been edited."))
            }
            TextEditorCommand::UndoEdit(UndoEditCommand { path }) => {
                Some(format!("The last edit of {path} was undone."))
            }
            TextEditorCommand::View(_) | TextEditorCommand::Other(_) => None,
        }
    }
}

/// The files behind the text editor. Each command is a method; one that is not written answers that it is not
/// supported.
///
/// The paths come from the model: decide which of them it may see and change, before a file is opened.
pub trait TextEditorTool<C: Send + 'static = ()>: Send + Sync + 'static {
    /// The definition that is sent: [`Tool::text_editor`], with options if it should have some. With `max_characters`
    /// the model expects that a view is not longer, and [`view`](Self::view) has to shorten it.
    fn definition(&self) -> Tool {
        Tool::text_editor()
    }

    /// Look at a file or a directory: [`ViewCommand::show_file`] and [`ViewCommand::show_directory`] write the answer.
    fn view(&self, command: ViewCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("view"))
    }

    /// Make a file.
    fn create(&self, command: CreateCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("create"))
    }

    /// Replace a text within a file: [`StrReplaceCommand::apply`].
    fn str_replace(
        &self,
        command: StrReplaceCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("str_replace"))
    }

    /// Put lines into a file: [`InsertCommand::apply`].
    fn insert(&self, command: InsertCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("insert"))
    }

    /// Take the last edit of a file back.
    fn undo_edit(&self, command: UndoEditCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("undo_edit"))
    }

    /// A command that this version does not know: the whole input.
    fn other(&self, input: Json, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (input, context);
        ready(unsupported("other"))
    }

    /// Runs the method of a command. Override it to run code before and after each of them.
    fn dispatch(&self, command: TextEditorCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        async move {
            match command {
                TextEditorCommand::View(command) => self.view(command, context).await,
                TextEditorCommand::Create(command) => self.create(command, context).await,
                TextEditorCommand::StrReplace(command) => self.str_replace(command, context).await,
                TextEditorCommand::Insert(command) => self.insert(command, context).await,
                TextEditorCommand::UndoEdit(command) => self.undo_edit(command, context).await,
                TextEditorCommand::Other(input) => self.other(input, context).await,
            }
        }
    }
}
