//! Tools that the service defines and a program runs: memory, text editor, shell, computer, browser (protocol
//! §1.6).
//!
//! The service defines their schemas and sends commands; here the commands are types. A program implements a trait,
//! with a method for each command, and adds it to its [`Toolbox`](crate::Toolbox):
//!
//! | tool | trait | added with |
//! |---|---|---|
//! | notes that outlive a conversation | [`MemoryTool`] | [`Toolbox::add_memory`](crate::Toolbox::add_memory) |
//! | files to view and change | [`TextEditorTool`] | [`Toolbox::add_text_editor`](crate::Toolbox::add_text_editor) |
//! | a shell | [`BashTool`] | [`Toolbox::add_bash`](crate::Toolbox::add_bash) |
//! | screen, mouse and keyboard | [`ComputerTool`] | [`Toolbox::add_computer`](crate::Toolbox::add_computer) |
//! | a browser | [`BrowserTool`] | [`Toolbox::add_browser`](crate::Toolbox::add_browser) |
//!
//! An input that does not fit is answered with an error that the model can read, and reaches no method. Commands and
//! actions that this version does not know arrive as raw JSON.
//!
//! This module touches no file, screen or process. It does not protect the program that does: the commands come from a
//! model, which may have been instructed by a document or a web page.

mod bash;
mod browser;
mod computer;
mod fields;
mod files;
mod memory;
mod targets;
mod text_editor;
mod toolset;

use std::sync::Arc;

pub use bash::{BashCommand, BashTool, RestartCommand, RunCommand};
pub use browser::*;
pub use computer::*;
pub use files::{CreateCommand, Edited, InsertCommand, LineRange, StrReplaceCommand, ViewCommand};
pub use memory::{DeleteCommand, MemoryCommand, MemoryTool, RenameCommand};
pub use targets::{CoordinateTarget, Point, RefTarget, Target};
pub use text_editor::{TextEditorCommand, TextEditorTool, UndoEditCommand};
pub use toolset::{MemberCommand, Toolset};

use super::calls::ToolCall;
use super::toolbox::{ToolError, Toolbox};
use crate::error::Result;
use crate::model::{Blob, Content, InputBlock};

/// The result of a method: the answer, or the failure to report to the model.
pub type CommandResult = std::result::Result<ToolReply, ToolError>;

/// The answer to a command: text, blocks, or nothing (`().into()`), which is sent as the text that the service
/// documents, such as `Clicked.`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolReply {
    content: Option<Content>,
}

impl ToolReply {
    /// A screenshot: `image/png`, `image/jpeg`, `image/gif` or `image/webp`, in base64. The service refuses images
    /// beyond its limits and does not shrink them.
    #[must_use]
    pub fn image(media_type: impl Into<String>, base64: impl Into<Blob>) -> ToolReply {
        ToolReply { content: Some(Content::Blocks(vec![InputBlock::image(media_type, base64)])) }
    }

    /// The position of the cursor.
    #[must_use]
    pub fn point(point: Point) -> ToolReply {
        ToolReply::from(format!("X={},Y={}", point.x, point.y))
    }

    /// The content; `None` for an empty answer.
    #[must_use]
    pub fn content(&self) -> Option<&Content> {
        self.content.as_ref()
    }

    fn or(self, done: Option<String>) -> Content {
        self.content.unwrap_or_else(|| Content::Text(done.unwrap_or_default()))
    }
}

impl From<()> for ToolReply {
    fn from((): ()) -> ToolReply {
        ToolReply::default()
    }
}

impl From<&str> for ToolReply {
    fn from(text: &str) -> ToolReply {
        ToolReply::from(text.to_owned())
    }
}

impl From<String> for ToolReply {
    fn from(text: String) -> ToolReply {
        ToolReply { content: Some(Content::Text(text)) }
    }
}

impl From<Content> for ToolReply {
    fn from(content: Content) -> ToolReply {
        ToolReply { content: Some(content) }
    }
}

/// The toolsets: `computer` and `browser`.
#[must_use]
pub fn toolsets() -> [&'static Toolset; 2] {
    [&computer::COMPUTER, &browser::BROWSER]
}

/// The error for a command that is not implemented; `other` is one that this version does not know.
#[must_use]
pub fn not_supported(command: &str) -> ToolError {
    match command {
        "other" => ToolError::new("This command is not supported here."),
        _ => ToolError::new(format!("The command {command} is not supported here.")),
    }
}

/// The default answer of a method that is not implemented.
fn unsupported(command: &str) -> CommandResult {
    Err(not_supported(command))
}

impl<C: Send + 'static> Toolbox<C> {
    /// Adds the memory tool: its definition, and the implementation of its commands.
    ///
    /// # Errors
    /// As for [`add`](Self::add).
    pub fn add_memory<T: MemoryTool<C>>(self, tool: T) -> Result<Toolbox<C>> {
        let tool = Arc::new(tool);
        self.add_raw(tool.definition(), move |call: ToolCall, context: C| {
            let tool = Arc::clone(&tool);
            async move {
                let command = MemoryCommand::read(&call.input)?;
                let done = command.done();
                Ok(tool.dispatch(command, context).await?.or(done))
            }
        })
    }

    /// Adds the text editor: its definition, and the implementation of its commands.
    ///
    /// # Errors
    /// As for [`add`](Self::add).
    pub fn add_text_editor<T: TextEditorTool<C>>(self, tool: T) -> Result<Toolbox<C>> {
        let tool = Arc::new(tool);
        self.add_raw(tool.definition(), move |call: ToolCall, context: C| {
            let tool = Arc::clone(&tool);
            async move {
                let command = TextEditorCommand::read(&call.input)?;
                let done = command.done();
                Ok(tool.dispatch(command, context).await?.or(done))
            }
        })
    }

    /// Adds the shell: its definition, and the implementation of its commands.
    ///
    /// # Errors
    /// As for [`add`](Self::add).
    pub fn add_bash<T: BashTool<C>>(self, tool: T) -> Result<Toolbox<C>> {
        let tool = Arc::new(tool);
        self.add_raw(tool.definition(), move |call: ToolCall, context: C| {
            let tool = Arc::clone(&tool);
            async move {
                let command = BashCommand::read(&call.input)?;
                let done = command.done();
                Ok(tool.dispatch(command, context).await?.or(done))
            }
        })
    }
}
