//! The rules that look at several turns, and a history while they work on it.

use std::collections::{HashMap, HashSet};

use super::blocks::{call_id, fault, is_server_result, replace_input, subject_of};
use super::{Repair, RepairKind};
use crate::conversation::turn::Turn;
use crate::error::Result;
use crate::model::{Content, InputBlock, MessageParam, Role, ToolResultBlock};
use crate::work::step;

/// The result that is inserted for a call without one.
const NOT_EXECUTED: &str = "This call was not executed: the conversation went on without its result.";

/// Passes over the history, before chains of removals are cut short. Histories that programs break need two or three.
const MOST_ROUNDS: usize = 16;

/// A turn while it is being looked at.
pub(super) struct Slot {
    /// Its index before the repair.
    pub(super) index: usize,
    /// The turn, without its content.
    frame: MessageParam,
    pub(super) blocks: Vec<InputBlock>,
    /// The bytes it came with, as long as it is unchanged.
    intact: Option<Turn>,
}

impl Slot {
    /// `None` if the turn is no message.
    fn read(index: usize, turn: &Turn) -> Option<Slot> {
        let mut frame = turn.param().ok()?;
        let blocks = match std::mem::take(&mut frame.content) {
            Content::Text(text) => vec![InputBlock::text(text)],
            Content::Blocks(blocks) => blocks,
            Content::Other(_) => return None,
        };
        let known = matches!(frame.role, Role::User | Role::Assistant | Role::System);
        known.then(|| Slot { index, frame, blocks, intact: Some(turn.clone()) })
    }

    /// A turn of the user that answers `calls` with errors.
    fn answering(index: usize, calls: &[Call]) -> Slot {
        let blocks = calls.iter().map(Call::error).collect();
        Slot { index, frame: MessageParam::user(""), blocks, intact: None }
    }

    fn role(&self) -> &Role {
        step(1);
        &self.frame.role
    }

    /// The blocks, to be changed.
    pub(super) fn edit(&mut self) -> &mut Vec<InputBlock> {
        self.intact = None;
        &mut self.blocks
    }

    fn into_turn(mut self) -> Result<Turn> {
        match self.intact {
            Some(turn) => Ok(turn),
            None => {
                self.frame.content = Content::Blocks(self.blocks);
                Turn::from_param(&self.frame)
            }
        }
    }
}

/// A call that wants a result.
#[derive(Clone)]
struct Call {
    id: String,
    toolset: Option<String>,
}

impl Call {
    fn error(&self) -> InputBlock {
        let mut result = ToolResultBlock::new(self.id.clone(), NOT_EXECUTED);
        result.is_error = Some(true);
        result.toolset_name.clone_from(&self.toolset);
        result.into()
    }
}

/// The history while it is being repaired.
pub(super) struct Draft {
    pub(super) slots: Vec<Slot>,
    pub(super) done: Vec<Repair>,
}

impl Draft {
    /// Applies every rule. Returns the turns, if any changed, and the repairs.
    pub(super) fn repaired(turns: &[Turn]) -> Result<(Option<Vec<Turn>>, Vec<Repair>)> {
        let mut draft = Draft::read(turns);
        draft.clean_blocks();
        draft.settle();
        draft.trim_end();
        let Draft { slots, done } = draft;
        let changed = match done.is_empty() {
            true => None,
            false => Some(slots.into_iter().map(Slot::into_turn).collect::<Result<_>>()?),
        };
        Ok((changed, done))
    }

    fn read(turns: &[Turn]) -> Draft {
        let mut draft = Draft { slots: Vec::with_capacity(turns.len()), done: Vec::new() };
        for (index, turn) in turns.iter().enumerate() {
            match Slot::read(index, turn) {
                Some(slot) => draft.slots.push(slot),
                None => draft.note(index, RepairKind::RemovedTurn, None),
            }
        }
        draft
    }

    fn note(&mut self, turn: usize, kind: RepairKind, subject: Option<&str>) {
        self.done.push(Repair { turn, kind, subject: subject.map(str::to_owned) });
    }

    /// Repairs single blocks, regardless of the others.
    fn clean_blocks(&mut self) {
        let Draft { slots, done } = self;
        for slot in slots {
            let faults: Vec<Option<RepairKind>> =
                slot.blocks.iter().map(|block| fault(block, &slot.frame.role)).collect();
            if faults.iter().all(Option::is_none) {
                continue;
            }
            let index = slot.index;
            let mut faults = faults.into_iter();
            slot.edit().retain_mut(|block| {
                let Some(kind) = faults.next().flatten() else { return true };
                done.push(Repair { turn: index, kind, subject: Some(subject_of(block)) });
                if kind == RepairKind::ReplacedInput {
                    replace_input(block);
                }
                kind == RepairKind::ReplacedInput
            });
        }
    }

    /// Applies the rules that look at several turns until none has anything left to do.
    ///
    /// Calls and results of server tools may lie apart in a way in which each removal causes the next one, a round for
    /// each. Then all whose call and result are in different turns are removed. The rest is settled in a few rounds,
    /// because no turn of the model vanishes any more, and a turn of the user vanishes only where the model's turn
    /// before it has no calls. So the work stays in proportion to the history, whatever it holds.
    fn settle(&mut self) {
        if (0..MOST_ROUNDS).all(|_| self.round()) {
            self.part_server_tools();
            // None of them is known to need more than five.
            let _settled = (0..MOST_ROUNDS).any(|_| !self.round());
        }
    }

    /// One pass of the rules that look at several turns. True if anything changed.
    fn round(&mut self) -> bool {
        let before = self.done.len();
        self.drop_empty();
        self.drop_leading();
        self.demote_system();
        self.settle_server_tools();
        self.settle_calls();
        self.done.len() > before
    }

    fn drop_empty(&mut self) {
        let Draft { slots, done } = self;
        slots.retain(|slot| {
            if slot.blocks.is_empty() {
                done.push(Repair { turn: slot.index, kind: RepairKind::RemovedTurn, subject: None });
            }
            !slot.blocks.is_empty()
        });
    }

    fn drop_leading(&mut self) {
        let begins = |slot: &Slot| match slot.role() {
            Role::User => true,
            Role::Assistant => slot.blocks.first().is_some_and(|block| block.kind() == "compaction"),
            _ => false,
        };
        let first = self.slots.iter().position(begins).unwrap_or(self.slots.len());
        for slot in self.slots.drain(..first) {
            self.done.push(Repair { turn: slot.index, kind: RepairKind::RemovedLeadingTurn, subject: None });
        }
    }

    /// A system message follows a turn of the user, or one of the model that ends in the result of a server tool, and
    /// is last or followed by a turn of the model (protocol §1.3 rule 5). One elsewhere becomes a turn of the user:
    /// that gives it less authority, never more.
    fn demote_system(&mut self) {
        let runs = self.runs();
        // One pass is enough. Runs of system messages are never neighbours, so the run behind one is judged by its own
        // role, and a run that was demoted counts as the user's, whether it merges with a neighbour or not.
        for (at, run) in runs.iter().enumerate() {
            if self.role_of(run) != Some(&Role::System) {
                continue;
            }
            let before = at.checked_sub(1).and_then(|at| runs.get(at));
            let after = runs.get(at + 1);
            let follows = before.is_some_and(|before| match self.role_of(before) {
                Some(Role::User) => true,
                Some(Role::Assistant) => {
                    self.last_block(before).is_some_and(is_server_result) && self.calls_in(before).is_empty()
                }
                _ => false,
            });
            if follows && after.is_none_or(|after| self.role_of(after) == Some(&Role::Assistant)) {
                continue;
            }
            self.demote(run);
        }
    }

    /// Makes a run of system messages one of the user, without the blocks that a turn of the user may not hold.
    fn demote(&mut self, run: &std::ops::Range<usize>) {
        let Draft { slots, done } = self;
        for slot in slots.get_mut(run.clone()).unwrap_or_default() {
            slot.intact = None;
            slot.frame.role = Role::User;
            let index = slot.index;
            done.push(Repair { turn: index, kind: RepairKind::DemotedSystemTurn, subject: None });
            slot.blocks.retain(|block| {
                let fault = fault(block, &Role::User);
                done.extend(fault.map(|kind| Repair { turn: index, kind, subject: Some(subject_of(block)) }));
                fault.is_none()
            });
        }
    }

    /// Every call has one result, in the turn right after it, in front of all else (protocol §9.2).
    fn settle_calls(&mut self) {
        let mut at = 0;
        let mut calls: Vec<Call> = Vec::new();
        // Turns that are to be put in front of those of these indices.
        let mut answers: Vec<(usize, Slot)> = Vec::new();
        while at < self.slots.len() {
            let Some(run) = self.run_at(at) else { break };
            match self.role_of(&run) {
                Some(Role::Assistant) => {
                    self.drop_duplicate_calls(&run);
                    calls = self.calls_in(&run);
                    at = run.end;
                    // No turn of the user follows: one is inserted that answers with errors.
                    let next = self.slots.get(at).map(Slot::role);
                    if !calls.is_empty() && next != Some(&Role::User) {
                        let index = self.slots.get(run.end - 1).map_or(0, |slot| slot.index);
                        for call in &calls {
                            self.done.push(Repair {
                                turn: index,
                                kind: RepairKind::AnsweredCall,
                                subject: Some(call.id.clone()),
                            });
                        }
                        answers.push((at, Slot::answering(index, &calls)));
                        calls.clear();
                    }
                }
                Some(Role::User) => {
                    self.settle_results(&run, &calls);
                    calls.clear();
                    at = run.end;
                }
                _ => {
                    calls.clear();
                    at = run.end;
                }
            }
        }
        self.insert(answers);
    }

    /// Puts turns in front of those of these indices, which ascend.
    fn insert(&mut self, added: Vec<(usize, Slot)>) {
        if added.is_empty() {
            return;
        }
        let mut slots = Vec::with_capacity(self.slots.len() + added.len());
        let mut rest = std::mem::take(&mut self.slots).into_iter();
        let mut taken = 0;
        for (at, slot) in added {
            slots.extend(rest.by_ref().take(at - taken));
            slots.push(slot);
            taken = at;
        }
        slots.extend(rest);
        step(slots.len());
        self.slots = slots;
    }

    fn drop_duplicate_calls(&mut self, run: &std::ops::Range<usize>) {
        let Draft { slots, done } = self;
        let mut seen: HashSet<String> = HashSet::new();
        for slot in slots.get_mut(run.clone()).unwrap_or_default() {
            let repeated: Vec<bool> = slot
                .blocks
                .iter()
                .map(|block| block.as_tool_use().is_some_and(|call| !seen.insert(call.id.clone())))
                .collect();
            if !repeated.contains(&true) {
                continue;
            }
            let index = slot.index;
            let mut repeated = repeated.into_iter();
            slot.edit().retain(|block| {
                let again = repeated.next() == Some(true);
                if again {
                    let subject = call_id(block).map(str::to_owned);
                    done.push(Repair { turn: index, kind: RepairKind::RemovedDuplicateCall, subject });
                }
                !again
            });
        }
    }

    /// The results in a run of the user's turns, which comes after these calls.
    fn settle_results(&mut self, run: &std::ops::Range<usize>, calls: &[Call]) {
        let by_id: HashMap<&str, &Call> = calls.iter().map(|call| (&*call.id, call)).collect();
        let wanted = |id: &str| {
            step(1);
            by_id.get(id).copied()
        };
        if self.are_settled(run, calls.len(), &wanted) {
            return;
        }
        let Draft { slots, done } = self;
        let Some(slots) = slots.get_mut(run.clone()) else { return };
        let first = slots.first().map_or(0, |slot| slot.index);
        let mut results: Vec<InputBlock> = Vec::new();
        let mut answered: HashSet<String> = HashSet::new();
        let mut others = false;
        for slot in slots.iter_mut() {
            if !slot.blocks.iter().any(|block| block.as_tool_result().is_some()) {
                others |= !slot.blocks.is_empty();
                continue;
            }
            let index = slot.index;
            let mut rest = Vec::with_capacity(slot.blocks.len());
            for block in std::mem::take(slot.edit()) {
                let InputBlock::ToolResult(mut result) = block else {
                    others = true;
                    rest.push(block);
                    continue;
                };
                let mut note = |kind| {
                    done.push(Repair { turn: index, kind, subject: Some(result.tool_use_id.clone()) });
                };
                match wanted(&result.tool_use_id) {
                    Some(call) if answered.insert(call.id.clone()) => {
                        if others {
                            note(RepairKind::MovedResults);
                        }
                        if call.toolset != result.toolset_name {
                            note(RepairKind::NamedToolset);
                            result.toolset_name.clone_from(&call.toolset);
                        }
                        results.push(result.into());
                    }
                    _ => note(RepairKind::RemovedOrphanResult),
                }
            }
            slot.blocks = rest;
        }
        for call in calls.iter().filter(|call| !answered.contains(&call.id)) {
            done.push(Repair { turn: first, kind: RepairKind::AnsweredCall, subject: Some(call.id.clone()) });
            results.push(call.error());
        }
        if let (Some(slot), false) = (slots.first_mut(), results.is_empty()) {
            slot.edit().splice(..0, results);
        }
    }

    /// Whether a run of the user's turns begins with the results of these calls, each once, and has no others.
    fn are_settled<'c>(
        &self,
        run: &std::ops::Range<usize>,
        calls: usize,
        wanted: &impl Fn(&str) -> Option<&'c Call>,
    ) -> bool {
        let mut seen: HashSet<&str> = HashSet::new();
        let mut others = false;
        for block in self.blocks(run) {
            let Some(result) = block.as_tool_result() else {
                others = true;
                continue;
            };
            let call = wanted(&result.tool_use_id);
            let fits = call.is_some_and(|call| call.toolset == result.toolset_name);
            if others || !fits || !seen.insert(&result.tool_use_id) {
                return false;
            }
        }
        seen.len() == calls
    }

    /// The model goes on where a turn of its own ends, and that may not be white space (protocol §1.3 rule 4).
    fn trim_end(&mut self) {
        while let Some(slot) = self.slots.last_mut().filter(|slot| *slot.role() == Role::Assistant) {
            let Some(InputBlock::Text(text)) = slot.blocks.last() else { return };
            let kept = text.text.trim_end().len();
            if kept == text.text.len() {
                return;
            }
            let index = slot.index;
            let blocks = slot.edit();
            if let Some(InputBlock::Text(text)) = blocks.last_mut() {
                text.text.truncate(kept);
            }
            if kept == 0 {
                blocks.pop();
            }
            if blocks.is_empty() {
                self.slots.pop();
            }
            self.note(index, RepairKind::TrimmedEnd, None);
        }
    }

    /// The turns that the service takes for one: neighbours of one role.
    pub(super) fn runs(&self) -> Vec<std::ops::Range<usize>> {
        let mut runs = Vec::new();
        let mut at = 0;
        while let Some(run) = self.run_at(at) {
            at = run.end;
            runs.push(run);
        }
        runs
    }

    fn run_at(&self, start: usize) -> Option<std::ops::Range<usize>> {
        let rest = self.slots.get(start..)?;
        let role = rest.first()?.role();
        let len = rest.iter().take_while(|slot| slot.role() == role).count();
        Some(start..start + len)
    }

    pub(super) fn role_of(&self, run: &std::ops::Range<usize>) -> Option<&Role> {
        self.slots.get(run.start).map(Slot::role)
    }

    pub(super) fn blocks(&self, run: &std::ops::Range<usize>) -> impl Iterator<Item = &InputBlock> {
        self.slots
            .get(run.clone())
            .unwrap_or_default()
            .iter()
            .flat_map(|slot| &slot.blocks)
            .inspect(|_| step(1))
    }

    fn last_block(&self, run: &std::ops::Range<usize>) -> Option<&InputBlock> {
        self.slots.get(run.end - 1).and_then(|slot| slot.blocks.last())
    }

    fn calls_in(&self, run: &std::ops::Range<usize>) -> Vec<Call> {
        let calls = self.blocks(run).filter_map(InputBlock::as_tool_use);
        calls.map(|call| Call { id: call.id.clone(), toolset: call.toolset_name.clone() }).collect()
    }
}
