//! The shell: the model runs commands in one session that stays open.

use std::future::{Future, ready};

use serde::Serialize;

use super::fields::Fields;
use super::{CommandResult, unsupported};
use crate::json::Json;
use crate::model::Tool;
use crate::tools::toolbox::ToolError;

/// A command that the model sends to the shell (protocol §1.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum BashCommand {
    /// Run a command line.
    Run(RunCommand),
    /// Begin a new session.
    Restart(RestartCommand),
}

/// Run a command line in the session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RunCommand {
    /// The input of the shell; it may have several lines.
    pub command: String,
}

/// Begin a new session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RestartCommand {
    /// Always true.
    pub restart: bool,
}

impl BashCommand {
    /// Reads the input of a call.
    ///
    /// # Errors
    /// For the model: the field that is missing or invalid.
    pub fn read(input: &Json) -> Result<BashCommand, ToolError> {
        let fields = Fields::of("bash", input)?;
        match fields.flag("restart")? {
            true => Ok(BashCommand::Restart(RestartCommand { restart: true })),
            false => Ok(BashCommand::Run(RunCommand { command: fields.words("command")? })),
        }
    }

    /// Which command it is: `run` or `restart`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            BashCommand::Run(_) => "run",
            BashCommand::Restart(_) => "restart",
        }
    }

    /// The reply for a command that returned nothing.
    #[must_use]
    pub fn done(&self) -> Option<String> {
        matches!(self, BashCommand::Restart(_)).then(|| "The shell was restarted.".to_owned())
    }
}

/// The shell behind the tool `bash`. Variables and the working folder stay from one command to the next until the
/// session is begun anew.
///
/// Commands come from the model and can do all that the session may: give it a container or a virtual machine of its
/// own, a limit of time ([`ToolRun::tool_timeout`](crate::ToolRun::tool_timeout)), and a hook that asks
/// ([`ToolRun::approve`](crate::ToolRun::approve)).
pub trait BashTool<C: Send + 'static = ()>: Send + Sync + 'static {
    /// The definition that is sent: [`Tool::bash`], with options if it should have some.
    fn definition(&self) -> Tool {
        Tool::bash()
    }

    /// Run a command line; the answer is what it wrote. A command that fails is no failed call: its output says so.
    fn run(&self, command: RunCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("run"))
    }

    /// Begin a new session.
    fn restart(&self, command: RestartCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("restart"))
    }

    /// Runs the method of a command. Override it to run code before and after both of them.
    fn dispatch(&self, command: BashCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        async move {
            match command {
                BashCommand::Run(command) => self.run(command, context).await,
                BashCommand::Restart(command) => self.restart(command, context).await,
            }
        }
    }
}
