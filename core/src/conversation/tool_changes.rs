//! Preserves the tool changes of removed system messages in a message that stays (protocol §8.8): a tool change applies
//! to everything after it, not only to its own exchange.

use std::collections::{BTreeSet, HashMap};

use super::turn::{TURN_TOKENS, Turn, block_tokens};
use crate::error::Result;
use crate::model::{Content, InputBlock, MessageParam, Role, ToolChange};
use crate::work::step;

/// The tool changes of a history, in its order.
pub(super) struct Changes(Vec<Change>);

struct Change {
    /// The index of its turn.
    turn: usize,
    /// The tool that is added or removed: changes of the same subject undo or repeat each other. `None` if it is
    /// unknown.
    subject: Option<Subject>,
    is_removal: bool,
    /// It has a definition, to which later changes refer by name.
    defines: bool,
    block: InputBlock,
}

#[derive(PartialEq, Eq, Hash)]
enum Subject {
    Tool(String),
    McpTool(String, String),
    McpToolset(String),
    /// A change of an unknown kind, as JSON.
    Other(String),
}

/// The changes so far, by subject.
#[derive(Default)]
struct Seen<'c>(HashMap<&'c Subject, Record>);

/// The changes of one subject so far, by their index among all.
#[derive(Clone, Copy)]
struct Record {
    first: usize,
    last: usize,
    removal: Option<usize>,
    /// The last definition, and the removal before it.
    definition: Option<(usize, Option<usize>)>,
}

impl Changes {
    /// The tool changes in the system messages of these turns. Other turns are not parsed.
    pub(super) fn of(turns: &[Turn]) -> Changes {
        let system = turns.iter().enumerate().filter(|(_, turn)| turn.is_system());
        let blocks = system.filter_map(|(index, turn)| Some((index, turn.param().ok()?)));
        let changes = blocks.flat_map(|(index, param)| {
            let blocks = if let Content::Blocks(blocks) = param.content { blocks } else { Vec::new() };
            blocks.into_iter().filter_map(move |block| Change::of(index, block))
        });
        Changes(changes.collect())
    }

    /// Whether there are tool changes before turn `first`.
    pub(super) fn are_before(&self, first: usize) -> bool {
        self.0.first().is_some_and(|change| change.turn < first)
    }

    /// The token estimates of the messages that [`before`](Self::before) would build for these turns, in ascending
    /// order. All of them together cost no more than the last one.
    pub(super) fn estimates_before(&self, firsts: impl Iterator<Item = usize>) -> Vec<u64> {
        let mut seen = Seen::default();
        let mut changes = self.0.iter().enumerate().peekable();
        // The tokens that each subject adds to the message; `sum` is their total.
        let mut parts: HashMap<&Subject, u64> = HashMap::new();
        let mut sum = 0;
        let tokens: Vec<u64> = self.0.iter().map(Change::tokens).collect();
        let estimate = |first: usize| {
            while let Some((at, change)) = changes.next_if(|(_, change)| change.turn < first) {
                let Some(subject) = &change.subject else {
                    sum += tokens.get(at).copied().unwrap_or_default();
                    continue;
                };
                let kept = self.kept(seen.take(at, subject, change));
                let now = kept.filter_map(|at| tokens.get(at)).sum();
                sum += now;
                sum -= parts.insert(subject, now).unwrap_or_default();
            }
            if self.are_before(first) { TURN_TOKENS + sum } else { 0 }
        };
        firsts.map(estimate).collect()
    }

    /// A system message that repeats the tool changes before turn `first`; `None` if there are none.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub(super) fn before(&self, first: usize) -> Result<Option<Turn>> {
        let blocks: Vec<InputBlock> = self
            .needed(first)
            .into_iter()
            .filter_map(|at| self.0.get(at))
            .inspect(|_| step(1))
            .map(|change| change.block.clone())
            .collect();
        match blocks.is_empty() {
            true => Ok(None),
            false => Turn::from_param(&MessageParam::new(Role::System, blocks)).map(Some),
        }
    }

    /// The changes before that turn that are sufficient for the effect of all of them. Of each subject the last one
    /// stays, the definition that its name refers to, and the removal before an addition: the service may refuse to add
    /// a tool that is already there.
    fn needed(&self, first: usize) -> BTreeSet<usize> {
        let mut needed = BTreeSet::new();
        let mut seen = Seen::default();
        for (at, change) in self.0.iter().enumerate().take_while(|(_, change)| change.turn < first) {
            match &change.subject {
                Some(subject) => {
                    seen.take(at, subject, change);
                }
                None => {
                    needed.insert(at);
                }
            }
        }
        needed.extend(seen.0.into_values().flat_map(|record| self.kept(record)));
        needed
    }

    /// The changes of one subject that have to be repeated, without duplicates.
    fn kept(&self, record: Record) -> impl Iterator<Item = usize> + use<> {
        let Record { first, last, removal, definition } = record;
        let is = |at: usize, what: fn(&Change) -> bool| self.0.get(at).is_some_and(what);
        let adds = |at: usize| is(at, |change| !change.is_removal);
        let (addition, before) = match definition {
            Some((at, before)) => (Some(at), before),
            None if adds(last) => (Some(last), removal),
            None => (Some(first).filter(|at| adds(*at)), None),
        };
        // A tool that a removed system message defined does not exist any more, so there is nothing to remove.
        let before = before.filter(|_| !is(first, |change| change.defines));
        let end = (!adds(last)).then_some(last);
        before.into_iter().chain(addition).chain(end)
    }
}

impl<'c> Seen<'c> {
    /// Adds the next change; returns the updated record of its subject.
    fn take(&mut self, at: usize, subject: &'c Subject, change: &Change) -> Record {
        step(1);
        let new = Record { first: at, last: at, removal: None, definition: None };
        let record = self.0.entry(subject).or_insert(new);
        record.last = at;
        if change.defines {
            record.definition = Some((at, record.removal));
        }
        if change.is_removal {
            record.removal = Some(at);
        }
        *record
    }
}

impl Change {
    /// The estimate of its block.
    fn tokens(&self) -> u64 {
        step(1);
        block_tokens(&self.block)
    }

    fn of(turn: usize, mut block: InputBlock) -> Option<Change> {
        let (tool, is_removal) = match &mut block {
            InputBlock::ToolAddition(addition) => {
                // The cache marker would move to another position of the history.
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
