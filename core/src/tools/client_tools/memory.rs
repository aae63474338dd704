//! The memory tool: notes that the model keeps between conversations, in files that need not be files.

use std::future::{Future, ready};

use serde::Serialize;

use super::fields::Fields;
use super::files::{CreateCommand, InsertCommand, StrReplaceCommand, ViewCommand, not_found};
use super::{CommandResult, unsupported};
use crate::json::Json;
use crate::model::Tool;
use crate::tools::toolbox::ToolError;

/// A command that the model sends to the memory (protocol §1.6).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "command", rename_all = "snake_case")]
#[non_exhaustive]
pub enum MemoryCommand {
    /// Look at a file or a directory.
    View(ViewCommand),
    /// Make a file.
    Create(CreateCommand),
    /// Replace a text within a file.
    StrReplace(StrReplaceCommand),
    /// Put lines into a file.
    Insert(InsertCommand),
    /// Remove a file, or a directory with all it holds.
    Delete(DeleteCommand),
    /// Give another path to a file or a directory.
    Rename(RenameCommand),
    /// A command of a later version: the whole input.
    #[serde(untagged)]
    Other(Json),
}

/// Remove a file, or a directory with all it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DeleteCommand {
    /// The file or directory.
    pub path: String,
}

impl DeleteCommand {
    /// The reply after success.
    #[must_use]
    pub fn done(&self) -> String {
        format!("Successfully deleted {}", self.path)
    }

    /// The error for a path that does not exist.
    #[must_use]
    pub fn not_found(&self) -> ToolError {
        not_found(&self.path)
    }
}

/// Give another path to a file or a directory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RenameCommand {
    /// The path that it has.
    pub old_path: String,
    /// The path that it gets; nothing may be there.
    pub new_path: String,
}

impl RenameCommand {
    /// The reply after success.
    #[must_use]
    pub fn done(&self) -> String {
        format!("Successfully renamed {} to {}", self.old_path, self.new_path)
    }

    /// The error for a path to rename that does not exist.
    #[must_use]
    pub fn not_found(&self) -> ToolError {
        not_found(&self.old_path)
    }

    /// The error for a new path that already exists.
    #[must_use]
    pub fn exists(&self) -> ToolError {
        ToolError::new(format!("Error: The destination {} already exists", self.new_path))
    }
}

impl MemoryCommand {
    /// Reads the input of a call.
    ///
    /// # Errors
    /// For the model: the field that is missing or invalid.
    pub fn read(input: &Json) -> Result<MemoryCommand, ToolError> {
        let fields = Fields::of("memory", input)?;
        Ok(match fields.text("command")?.as_str() {
            "view" => MemoryCommand::View(ViewCommand::read(&fields)?),
            "create" => MemoryCommand::Create(CreateCommand::read(&fields)?),
            "str_replace" => MemoryCommand::StrReplace(StrReplaceCommand::read(&fields)?),
            "insert" => MemoryCommand::Insert(InsertCommand::read(&fields)?),
            "delete" => MemoryCommand::Delete(DeleteCommand { path: fields.words("path")? }),
            "rename" => MemoryCommand::Rename(RenameCommand {
                old_path: fields.words("old_path")?,
                new_path: fields.words("new_path")?,
            }),
            _ => MemoryCommand::Other(input.clone()),
        })
    }

    /// Which command it is, as the service names it; `other` for one that this version does not know.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            MemoryCommand::View(_) => "view",
            MemoryCommand::Create(_) => "create",
            MemoryCommand::StrReplace(_) => "str_replace",
            MemoryCommand::Insert(_) => "insert",
            MemoryCommand::Delete(_) => "delete",
            MemoryCommand::Rename(_) => "rename",
            MemoryCommand::Other(_) => "other",
        }
    }

    /// The reply for a command that returned nothing.
    #[must_use]
    pub fn done(&self) -> Option<String> {
        match self {
            MemoryCommand::Create(command) => Some(command.done()),
            MemoryCommand::Delete(command) => Some(command.done()),
            MemoryCommand::Rename(command) => Some(command.done()),
            MemoryCommand::StrReplace(StrReplaceCommand { path, .. })
            | MemoryCommand::Insert(InsertCommand { path, .. }) => {
                Some(format!("The file {path} has been edited."))
            }
            MemoryCommand::View(_) | MemoryCommand::Other(_) => None,
        }
    }
}

/// The files behind the memory tool. Each command is a method; one that is not written answers that it is not
/// supported.
///
/// The paths come from the model and begin with `/memories`: an implementation that maps them to files must refuse
/// paths that lead out of its directory, also by `..` or by links. `examples/rust/src/bin/memory/directory.rs` shows
/// how.
///
/// ```
/// use std::collections::BTreeMap;
/// use std::sync::Mutex;
///
/// use parlour::Toolbox;
/// use parlour::client_tools::{CommandResult, CreateCommand, MemoryTool, ViewCommand};
///
/// #[derive(Default)]
/// struct Notes(Mutex<BTreeMap<String, String>>);
///
/// impl MemoryTool for Notes {
///     async fn view(&self, command: ViewCommand, (): ()) -> CommandResult {
///         match self.0.lock().unwrap().get(&command.path) {
///             Some(text) => Ok(command.show_file(text)?.into()),
///             None => Err(command.not_found()),
///         }
///     }
///
///     async fn create(&self, command: CreateCommand, (): ()) -> CommandResult {
///         self.0.lock().unwrap().insert(command.path, command.file_text);
///         Ok(().into())
///     }
/// }
///
/// let tools = Toolbox::new().add_memory(Notes::default())?;
/// assert_eq!(tools.definitions().next().and_then(|tool| tool.name.as_deref()), Some("memory"));
/// # Ok::<(), parlour::Error>(())
/// ```
pub trait MemoryTool<C: Send + 'static = ()>: Send + Sync + 'static {
    /// The definition that is sent: [`Tool::memory`], with options if it should have some.
    fn definition(&self) -> Tool {
        Tool::memory()
    }

    /// Look at a file or a directory: [`ViewCommand::show_file`] and [`ViewCommand::show_directory`] write the answer.
    fn view(&self, command: ViewCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("view"))
    }

    /// Make a file. If there is one, [`CreateCommand::exists`] says so.
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

    /// Remove a file, or a directory with all it holds.
    fn delete(&self, command: DeleteCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("delete"))
    }

    /// Give another path to a file or a directory.
    fn rename(&self, command: RenameCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("rename"))
    }

    /// A command that this version does not know: the whole input.
    fn other(&self, input: Json, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (input, context);
        ready(unsupported("other"))
    }

    /// Runs the method of a command. Override it to run code before and after each of them.
    fn dispatch(&self, command: MemoryCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        async move {
            match command {
                MemoryCommand::View(command) => self.view(command, context).await,
                MemoryCommand::Create(command) => self.create(command, context).await,
                MemoryCommand::StrReplace(command) => self.str_replace(command, context).await,
                MemoryCommand::Insert(command) => self.insert(command, context).await,
                MemoryCommand::Delete(command) => self.delete(command, context).await,
                MemoryCommand::Rename(command) => self.rename(command, context).await,
                MemoryCommand::Other(input) => self.other(input, context).await,
            }
        }
    }
}
