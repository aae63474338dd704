//! What the system messages of turns that go said of tools, put into a turn that stays (protocol §8.8): a change holds for all that
//! follows it, not for its exchange alone.

use std::collections::{BTreeSet, HashMap};

use super::turn::Turn;
use crate::error::Result;
use crate::model::{Content, InputBlock, MessageParam, Role, ToolChange};

/// The changes of tools in a history, in its order.
pub(super) struct Changes(Vec<Change>);

struct Change {
    /// The turn that it stands in.
    turn: usize,
    /// What comes or goes: changes of the same undo or repeat each other. `None` if it cannot be told.
    subject: Option<Subject>,
    is_removal: bool,
    /// It brings a definition, to which later changes refer by its name.
    defines: bool,
    block: InputBlock,
}

#[derive(PartialEq, Eq, Hash)]
enum Subject {
    Tool(String),
    McpTool(String, String),
    McpToolset(String),
    /// Of a kind that is not known here, as JSON.
    Other(String),
}

/// The changes of one subject so far, by their place among all.
struct Record {
    first: usize,
    last: usize,
    removal: Option<usize>,
    /// The last definition, and the removal before it.
    definition: Option<(usize, Option<usize>)>,
}

impl Changes {
    /// Those of the system messages among these turns. No other turn is read for it.
    pub(super) fn of(turns: &[Turn]) -> Changes {
        let system = turns.iter().enumerate().filter(|(_, turn)| turn.is_system());
        let blocks = system.filter_map(|(index, turn)| Some((index, turn.param().ok()?)));
        let changes = blocks.flat_map(|(index, param)| {
            let blocks = if let Content::Blocks(blocks) = param.content { blocks } else { Vec::new() };
            blocks.into_iter().filter_map(move |block| Change::of(index, block))
        });
        Changes(changes.collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A system message that says once more what the turns before `first` said of tools; `None` if they said nothing.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub(super) fn before(&self, first: usize) -> Result<Option<Turn>> {
        let blocks: Vec<InputBlock> = self
            .needed(first)
            .into_iter()
            .filter_map(|at| self.0.get(at))
            .map(|change| change.block.clone())
            .collect();
        match blocks.is_empty() {
            true => Ok(None),
            false => Turn::from_param(&MessageParam::new(Role::System, blocks)).map(Some),
        }
    }

    /// The changes before that turn whose effect is the one of all of them. Of each subject the last one stays, the definition that its
    /// name refers to, and the removal before an addition: the service may refuse to add what is there.
    fn needed(&self, first: usize) -> BTreeSet<usize> {
        let mut needed = BTreeSet::new();
        let mut records: HashMap<&Subject, Record> = HashMap::new();
        for (at, change) in self.0.iter().enumerate().take_while(|(_, change)| change.turn < first) {
            let Some(subject) = &change.subject else {
                needed.insert(at);
                continue;
            };
            let new = Record { first: at, last: at, removal: None, definition: None };
            let record = records.entry(subject).or_insert(new);
            record.last = at;
            if change.defines {
                record.definition = Some((at, record.removal));
            }
            if change.is_removal {
                record.removal = Some(at);
            }
        }
        let is = |at: usize, what: fn(&Change) -> bool| self.0.get(at).is_some_and(what);
        for Record { first, last, removal, definition } in records.into_values() {
            let adds = |at: usize| is(at, |change| !change.is_removal);
            let (addition, before) = match definition {
                Some((at, before)) => (Some(at), before),
                None if adds(last) => (Some(last), removal),
                None => (Some(first).filter(|at| adds(*at)), None),
            };
            // What a system message brought is gone with it: there is nothing to be removed.
            let before = before.filter(|_| !is(first, |change| change.defines));
            let end = (!adds(last)).then_some(last);
            needed.extend(before.into_iter().chain(addition).chain(end));
        }
        needed
    }
}

impl Change {
    fn of(turn: usize, mut block: InputBlock) -> Option<Change> {
        let (tool, is_removal) = match &mut block {
            InputBlock::ToolAddition(addition) => {
                // It would stand elsewhere among the markers of the history.
                addition.cache_control = None;
                (&addition.tool, false)
            }
            InputBlock::ToolRemoval(removal) => {
                removal.cache_control = None;
                (&removal.tool, true)
            }
            InputBlock::Other(other) if matches!(&*other.kind, "tool_addition" | "tool_removal") => {
                return Some(Change { turn, subject: None, is_removal: false, defines: false, block });
            }
            _ => return None,
        };
        let defines = matches!(tool, ToolChange::Definition(_));
        let subject = match tool {
            ToolChange::Tool(tool) => Some(Subject::Tool(tool.name.clone())),
            ToolChange::Definition(tool) => tool.definition.name.clone().map(Subject::Tool),
            ToolChange::McpTool(tool) => Some(Subject::McpTool(tool.server_name.clone(), tool.name.clone())),
            ToolChange::McpToolset(tools) => Some(Subject::McpToolset(tools.server_name.clone())),
            ToolChange::Other(other) => Some(Subject::Other(other.json.as_str().to_owned())),
        };
        Some(Change { turn, subject, is_removal, defines, block })
    }
}
