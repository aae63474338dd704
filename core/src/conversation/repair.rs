//! Repairs a history that another program broke, so that the service accepts it (protocol §1.3, §2, §9.2, §9.5).
//!
//! Consecutive turns of one role are checked together, because the service merges them into one turn. A rule that
//! removes something may break another one, so all rules run until none applies.

mod blocks;
mod draft;
mod server_tools;

use std::fmt;

use super::Conversation;
use crate::error::Result;
use draft::Draft;

/// One change that [`Conversation::repair`] made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// The turn, by its index before the repair.
    pub turn: usize,
    /// The defect.
    pub kind: RepairKind,
    /// The affected call or block, if any: an id or a block's type.
    pub subject: Option<String>,
}

/// The defect of a turn, and its repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RepairKind {
    /// A turn without content, or one that is no message, was removed.
    RemovedTurn,
    /// Turns before the first one of the user were removed.
    RemovedLeadingTurn,
    /// An empty text block was removed.
    RemovedEmptyText,
    /// A block that is not allowed in a turn of that role was removed.
    RemovedMisplacedBlock,
    /// A thinking block without its signature was removed.
    RemovedUnsignedThinking,
    /// A second call with the same id was removed.
    RemovedDuplicateCall,
    /// A result without a call before it, or the second result of a call, was removed.
    RemovedOrphanResult,
    /// A call of a server tool that never ended, or the result of one that is gone, was removed; in a history with a
    /// long chain of them, also one whose call and result are in different turns.
    RemovedServerTool,
    /// An input that is no object was replaced by an empty one.
    ReplacedInput,
    /// Results were moved to the front of the turn after their calls.
    MovedResults,
    /// A call without a result was answered with an error.
    AnsweredCall,
    /// A result was given the toolset of its call.
    NamedToolset,
    /// A call made by code that no longer waits became one of the model's own.
    DetachedCaller,
    /// A system message in a place where none is allowed became a turn of the user.
    DemotedSystemTurn,
    /// White space at the end of the history, where the model would go on, was removed.
    TrimmedEnd,
}

impl RepairKind {
    /// A stable name, such as `removed_orphan_result`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            RepairKind::RemovedTurn => "removed_turn",
            RepairKind::RemovedLeadingTurn => "removed_leading_turn",
            RepairKind::RemovedEmptyText => "removed_empty_text",
            RepairKind::RemovedMisplacedBlock => "removed_misplaced_block",
            RepairKind::RemovedUnsignedThinking => "removed_unsigned_thinking",
            RepairKind::RemovedDuplicateCall => "removed_duplicate_call",
            RepairKind::RemovedOrphanResult => "removed_orphan_result",
            RepairKind::RemovedServerTool => "removed_server_tool",
            RepairKind::ReplacedInput => "replaced_input",
            RepairKind::MovedResults => "moved_results",
            RepairKind::AnsweredCall => "answered_call",
            RepairKind::NamedToolset => "named_toolset",
            RepairKind::DetachedCaller => "detached_caller",
            RepairKind::DemotedSystemTurn => "demoted_system_turn",
            RepairKind::TrimmedEnd => "trimmed_end",
        }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "turn {}: {}", self.turn, self.kind.as_str())?;
        match &self.subject {
            Some(subject) => write!(f, " ({subject})"),
            None => Ok(()),
        }
    }
}

impl Conversation {
    /// Makes the history acceptable to the service and returns the changes; the list is empty if there are none. Valid
    /// turns keep their bytes.
    ///
    /// Calls without a result are answered with an error, results without a call are removed, results are moved to the
    /// front of the turn after their calls, and blocks in a place where they are not allowed are removed. Content that
    /// only a particular model refuses (a turn of the model at the end, images) is left unchanged.
    ///
    /// Takes time and memory in proportion to the history, whatever its defects. If removals of server tool calls form
    /// a long chain, all calls whose result is in another turn are removed at once.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if a changed turn cannot be written as JSON.
    pub fn repair(&mut self) -> Result<Vec<Repair>> {
        let (turns, done) = Draft::repaired(&self.turns)?;
        if let Some(turns) = turns {
            self.turns = turns;
        }
        Ok(done)
    }
}
