//! Calls of tools that the service runs, and their results, which may be in different turns.

use std::borrow::Cow;
use std::collections::HashSet;

use super::blocks::{called_by_code, is_server_result, result_of, server_call};
use super::draft::Draft;
use super::{Repair, RepairKind};
use crate::model::{InputBlock, Role};

impl Draft {
    /// A server tool's call and its result belong together. A call without a result is in order in a paused turn, which
    /// is last, and beside calls of the caller's tools, whose results alone make up the next turn (protocol §9.4).
    pub(super) fn settle_server_tools(&mut self) {
        let runs = self.runs();
        let mut ended: HashSet<String> = HashSet::new();
        for block in self.blocks(&(0..self.slots.len())).filter(|block| is_server_result(block)) {
            ended.extend(result_of(block).map(Cow::into_owned));
        }
        let mut called: HashSet<String> = HashSet::new();
        let mut remove: Vec<(std::ops::Range<usize>, HashSet<String>)> = Vec::new();
        let mut detach: Vec<std::ops::Range<usize>> = Vec::new();
        for (at, run) in runs.iter().enumerate() {
            if self.role_of(run) != Some(&Role::Assistant) {
                continue;
            }
            let own: HashSet<&str> = self.blocks(run).filter_map(server_call).collect();
            let here: HashSet<Cow<'_, str>> =
                self.blocks(run).filter(|block| is_server_result(block)).filter_map(result_of).collect();
            called.extend(own.iter().map(|id| (*id).to_owned()));
            let mut gone: HashSet<String> =
                here.iter().filter(|id| !called.contains(&***id)).map(|id| id.clone().into_owned()).collect();
            let next = runs.get(at + 1);
            let others = next.is_some_and(|next| {
                self.role_of(next) == Some(&Role::User)
                    && self.blocks(next).any(|block| block.as_tool_result().is_none())
            });
            let waiting = own.iter().filter(|id| !here.contains(**id));
            let unfinished = |id: &&&str| others || (next.is_some() && !ended.contains(**id));
            gone.extend(waiting.filter(unfinished).map(|id| (*id).to_owned()));
            if !gone.is_empty() {
                for id in &gone {
                    called.remove(id);
                }
                remove.push((run.clone(), gone));
            }
            if others && self.blocks(run).any(called_by_code) {
                detach.push(run.clone());
            }
        }
        for (run, ids) in remove {
            self.remove_server_tools(run, &ids);
        }
        for run in detach {
            self.detach_callers(run);
        }
    }

    /// Removes every call of a server tool whose result is in another turn, and every such result. A call that waits in
    /// the last turn stays.
    pub(super) fn part_server_tools(&mut self) {
        let runs = self.runs();
        for (at, run) in runs.iter().enumerate() {
            if self.role_of(run) != Some(&Role::Assistant) {
                continue;
            }
            let calls: HashSet<&str> = self.blocks(run).filter_map(server_call).collect();
            let results: HashSet<Cow<'_, str>> =
                self.blocks(run).filter(|block| is_server_result(block)).filter_map(result_of).collect();
            let mut gone: HashSet<String> = results
                .iter()
                .filter(|id| !calls.contains(&***id))
                .map(|id| id.clone().into_owned())
                .collect();
            if at + 1 < runs.len() {
                let waiting = calls.iter().filter(|id| !results.contains(**id));
                gone.extend(waiting.map(|id| (*id).to_owned()));
            }
            if !gone.is_empty() {
                self.remove_server_tools(run.clone(), &gone);
            }
        }
    }

    fn remove_server_tools(&mut self, run: std::ops::Range<usize>, ids: &HashSet<String>) {
        let Draft { slots, done } = self;
        for slot in slots.get_mut(run).unwrap_or_default() {
            let gone = |block: &InputBlock| {
                let result = || result_of(block).filter(|_| is_server_result(block));
                let id = server_call(block).map(Cow::Borrowed).or_else(result);
                id.filter(|id| ids.contains(&**id)).map(Cow::into_owned)
            };
            if !slot.blocks.iter().any(|block| gone(block).is_some()) {
                continue;
            }
            let index = slot.index;
            slot.edit().retain(|block| match gone(block) {
                Some(id) => {
                    done.push(Repair { turn: index, kind: RepairKind::RemovedServerTool, subject: Some(id) });
                    false
                }
                None => true,
            });
        }
    }

    fn detach_callers(&mut self, run: std::ops::Range<usize>) {
        let Draft { slots, done } = self;
        for slot in slots.get_mut(run).unwrap_or_default() {
            if !slot.blocks.iter().any(called_by_code) {
                continue;
            }
            let index = slot.index;
            for block in slot.edit() {
                if let InputBlock::ToolUse(call) = block
                    && call.caller.as_ref().is_some_and(|caller| !caller.is_direct())
                {
                    call.caller = None;
                    done.push(Repair {
                        turn: index,
                        kind: RepairKind::DetachedCaller,
                        subject: Some(call.id.clone()),
                    });
                }
            }
        }
    }
}
