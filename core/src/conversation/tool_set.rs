//! The caller's tools that blocks of system messages added and removed in a history (protocol §8.8).

use std::collections::HashSet;

use super::Conversation;
use super::turn::Turn;
use crate::model::{InputBlock, ToolChange};
use crate::work::step;

/// The tools that the system messages of a history add and remove: for each one, the last change.
#[derive(Clone, Debug, Default)]
pub(crate) struct ToolSet {
    /// Removed, and not added again.
    removed: HashSet<String>,
    /// Defined there, but not in the list of tools.
    defined: HashSet<String>,
}

impl ToolSet {
    /// Whether the model may call this tool; `listed` says whether the request's list has it. A call of any other tool
    /// is answered as one of an unknown tool.
    pub(crate) fn offers(&self, name: &str, listed: bool) -> bool {
        (listed || self.defined.contains(name)) && !self.removed.contains(name)
    }

    fn take(&mut self, block: &InputBlock) {
        step(1);
        match block {
            InputBlock::ToolRemoval(block) => {
                if let ToolChange::Tool(tool) = &block.tool {
                    self.removed.insert(tool.name.clone());
                }
            }
            InputBlock::ToolAddition(block) => {
                let name = match &block.tool {
                    ToolChange::Tool(tool) => Some(&tool.name),
                    ToolChange::Definition(tool) => tool.definition.name.as_ref(),
                    _ => None,
                };
                let Some(name) = name else { return };
                self.removed.remove(name);
                if matches!(block.tool, ToolChange::Definition(_)) {
                    self.defined.insert(name.clone());
                }
            }
            _ => {}
        }
    }
}

impl Conversation {
    /// The tool changes in the system messages of this history. No other turn is read for it.
    pub(crate) fn tool_set(&self) -> ToolSet {
        let mut set = ToolSet::default();
        for turn in
            self.turns.iter().filter(|turn| turn.is_system()).filter_map(|turn| Turn::param(turn).ok())
        {
            turn.content.blocks().iter().for_each(|block| set.take(block));
        }
        set
    }
}
