//! Which of the caller's tools came and went in a history by blocks of system messages (protocol §8.8).

use std::collections::HashSet;

use super::Conversation;
use super::turn::Turn;
use crate::model::{InputBlock, ToolChange};

/// What the system messages of a history say of tools, the last word on each.
#[derive(Clone, Debug, Default)]
pub(crate) struct ToolSet {
    /// Taken out, and not put back since.
    removed: HashSet<String>,
    /// Defined there, and in no list of tools.
    defined: HashSet<String>,
}

impl ToolSet {
    /// Whether the model must not call this tool any more. It may do so, and is answered as for an unknown one.
    pub(crate) fn is_removed(&self, name: &str) -> bool {
        self.removed.contains(name)
    }

    /// Whether a system message brought this tool with its definition.
    pub(crate) fn is_defined(&self, name: &str) -> bool {
        self.defined.contains(name) && !self.is_removed(name)
    }

    fn take(&mut self, block: &InputBlock) {
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
    /// What the system messages of this history say of tools. No other turn is read for it.
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
