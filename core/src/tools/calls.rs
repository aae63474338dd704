//! The calls of one turn: which ones may begin, which ones are refused without running, and the results in the order of
//! the calls.

use std::collections::{BTreeSet, HashMap, VecDeque};

use serde::{Deserialize, Serialize};

use super::failure::ToolFailure;
use super::output::ToolOutput;
use crate::error::Result;
use crate::json::Json;
use crate::json::writer::{json_of, write_json};
use crate::model::{Content, InputBlock, InputState, ToolResultBlock, ToolUseBlock};
use crate::work::step;

/// A call that may begin now. Its input is one JSON object, as the model wrote it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolCall {
    /// The id of the call; its result repeats it.
    pub id: String,
    /// The tool, or the member of a toolset.
    pub name: String,
    /// The toolset that the name belongs to (protocol §1.6).
    pub toolset: Option<String>,
    /// The arguments.
    pub input: Json,
    /// It must not run, and has been answered with an error (protocol §9.5).
    pub refused: bool,
}

impl ToolCall {
    fn of(block: &ToolUseBlock, refused: bool) -> ToolCall {
        ToolCall {
            id: block.id.clone(),
            name: block.name.clone(),
            toolset: block.toolset_name.clone(),
            input: block.input.clone(),
            refused,
        }
    }
}

/// The state of a call.
#[derive(Clone, Debug)]
enum Progress {
    Waiting,
    Running,
    Done(ToolOutput),
}

#[derive(Clone, Debug)]
struct Pending {
    call: ToolCall,
    progress: Progress,
}

/// The calls of one turn, in the order of the model. The model may make any number of calls: the cost of beginning or
/// finishing one does not depend on it.
#[derive(Clone, Debug, Default)]
pub(super) struct Calls {
    pending: Vec<Pending>,
    /// Index of the call with each id.
    places: HashMap<String, usize>,
    /// Waiting calls, except those that have to wait for another call.
    ready: BTreeSet<usize>,
    /// Unfinished calls of one toolset or one name, in their order. Some finished ones may be among them.
    groups: HashMap<Group, VecDeque<usize>>,
    running: usize,
    /// The number of waiting and running calls.
    open: usize,
}

/// Calls that may have to follow each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Group {
    Toolset(String),
    Name(String),
}

impl Group {
    fn of(call: &ToolCall) -> Group {
        match &call.toolset {
            Some(toolset) => Group::Toolset(toolset.clone()),
            None => Group::Name(call.name.clone()),
        }
    }
}

impl Calls {
    /// Creates the calls of these blocks. Calls that must not run are answered here: an unknown tool, an input that is
    /// cut or is no object (protocol §9.5), a second call with the same id.
    pub(super) fn new<'b>(
        blocks: impl Iterator<Item = &'b ToolUseBlock>,
        knows: impl Fn(&ToolUseBlock) -> bool,
    ) -> Calls {
        let mut calls = Calls::default();
        for block in blocks {
            if calls.places.contains_key(&block.id) {
                continue;
            }
            let progress = match refusal(block, &knows) {
                Some(output) => Progress::Done(output),
                None => Progress::Waiting,
            };
            let call = ToolCall::of(block, matches!(progress, Progress::Done(_)));
            calls.push(Pending { call, progress });
        }
        calls
    }

    fn push(&mut self, pending: Pending) {
        step(1);
        let at = self.pending.len();
        self.places.entry(pending.call.id.clone()).or_insert(at);
        if !matches!(pending.progress, Progress::Done(_)) {
            self.open += 1;
            self.groups.entry(Group::of(&pending.call)).or_default().push_back(at);
        }
        match pending.progress {
            Progress::Waiting => {
                self.ready.insert(at);
            }
            Progress::Running => self.running += 1,
            Progress::Done(_) => {}
        }
        self.pending.push(pending);
    }

    /// Changes the state of a waiting or running call.
    fn set(&mut self, at: usize, progress: Progress) {
        step(1);
        let Some(pending) = self.pending.get_mut(at) else { return };
        let is_done = matches!(progress, Progress::Done(_));
        self.ready.remove(&at);
        self.running -= usize::from(matches!(pending.progress, Progress::Running));
        self.running += usize::from(matches!(progress, Progress::Running));
        self.open -= usize::from(is_done);
        pending.progress = progress;
        if is_done {
            let group = Group::of(&pending.call);
            self.advance(&group);
        }
    }

    /// Called when a call of this group is done: the next one may begin.
    fn advance(&mut self, group: &Group) {
        let Some(open) = self.groups.get_mut(group) else { return };
        while let Some(first) = open.front() {
            step(1);
            match self.pending.get(*first).map(|pending| &pending.progress) {
                Some(Progress::Waiting) => {
                    self.ready.insert(*first);
                    return;
                }
                Some(Progress::Running) => return,
                Some(Progress::Done(_)) | None => {
                    open.pop_front();
                }
            }
        }
    }

    /// Begins a call while its message still arrives, if it may begin at all: a known tool, a whole input, a new id,
    /// and no member of a toolset or tool `in_order`, whose actions run in sequence and could not be undone. A call
    /// with an empty input waits too: until the stop reason arrives, it may have been cut before its first byte.
    pub(super) fn begin_early(
        &mut self,
        block: &ToolUseBlock,
        knows: impl Fn(&ToolUseBlock) -> bool,
        parallel: usize,
        in_order: impl Fn(&str) -> bool,
    ) -> Option<ToolCall> {
        let free = self.running < parallel;
        let known_id = self.places.contains_key(&block.id);
        let waits = block.toolset_name.is_some() || in_order(&block.name);
        if !free || known_id || waits || block.input_pending || refusal(block, &knows).is_some() {
            return None;
        }
        let call = ToolCall::of(block, false);
        self.push(Pending { call: call.clone(), progress: Progress::Running });
        Some(call)
    }

    /// Takes over the calls that were begun early. A call that differs in the whole message is begun again.
    pub(super) fn adopt(&mut self, early: Calls) {
        for begun in early.pending {
            let Some(at) = self.places.get(&begun.call.id).copied() else { continue };
            if self.pending.get(at).is_some_and(|pending| pending.call == begun.call) {
                self.set(at, begun.progress);
            }
        }
    }

    /// Whether this call was begun and has no result yet.
    pub(super) fn is_running(&self, id: &str) -> bool {
        let pending = self.places.get(id).and_then(|at| self.pending.get(*at));
        pending.is_some_and(|pending| matches!(pending.progress, Progress::Running))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// All calls, running or not.
    pub(super) fn iter(&self) -> impl Iterator<Item = &ToolCall> {
        self.pending.iter().map(|pending| &pending.call)
    }

    /// Drops the calls that `kept` rejects.
    pub(super) fn keep(&mut self, kept: impl Fn(&str) -> bool) {
        let before = std::mem::take(self).pending;
        before.into_iter().filter(|pending| kept(&pending.call.id)).for_each(|pending| self.push(pending));
    }

    /// Answers the waiting calls whose tool is no longer offered, as calls of an unknown tool.
    pub(super) fn withdraw(&mut self, offered: impl Fn(&ToolCall) -> bool) {
        for at in 0..self.pending.len() {
            step(1);
            let Some(pending) = self.pending.get_mut(at) else { return };
            if matches!(pending.progress, Progress::Waiting) && !offered(&pending.call) {
                pending.call.refused = true;
                let output = ToolFailure::UnknownTool(&pending.call.name).into();
                self.set(at, Progress::Done(output));
            }
        }
    }

    pub(super) fn all_done(&self) -> bool {
        self.open == 0
    }

    /// Begins a call that may run beside the others. Members of one toolset act on the same screen or browser: they run
    /// one after another (protocol §9.1 step 6). So do the calls of a tool `in_order`.
    pub(super) fn begin(&mut self, parallel: usize, in_order: impl Fn(&str) -> bool) -> Option<ToolCall> {
        if self.running >= parallel {
            return None;
        }
        while let Some(at) = self.ready.pop_first() {
            step(1);
            // A call that has to wait becomes ready when the one before it is done.
            if self.has_to_wait(at, &in_order) {
                continue;
            }
            self.set(at, Progress::Running);
            return self.pending.get(at).map(|pending| pending.call.clone());
        }
        None
    }

    /// Whether an open call before this one has to be done first.
    fn has_to_wait(&self, at: usize, in_order: impl Fn(&str) -> bool) -> bool {
        let Some(Pending { call, .. }) = self.pending.get(at) else { return false };
        let first = self.groups.get(&Group::of(call)).and_then(VecDeque::front);
        // `in_order` is called only if another call of the same name is open.
        first.is_some_and(|first| *first < at) && (call.toolset.is_some() || in_order(&call.name))
    }

    /// Takes the result of a call, begun or not. `false` if there is no such call, or if it has a result already: the
    /// first result counts. A failure within a toolset ends the rest of its calls.
    pub(super) fn finish(&mut self, id: &str, output: ToolOutput) -> bool {
        let Some(at) = self.places.get(id).copied() else { return false };
        let Some(pending) = self.pending.get(at) else { return false };
        if matches!(pending.progress, Progress::Done(_)) {
            return false;
        }
        let toolset = pending.call.toolset.clone().filter(|_| output.is_failed());
        self.set(at, Progress::Done(output));
        if let Some(toolset) = toolset {
            self.end_toolset(toolset);
        }
        true
    }

    /// Answers the calls of a toolset that have not begun.
    fn end_toolset(&mut self, toolset: String) {
        let failure = ToolOutput::from(ToolFailure::ToolsetFailed(&toolset));
        let rest = self.groups.get(&Group::Toolset(toolset)).cloned().unwrap_or_default();
        for at in rest {
            if self.pending.get(at).is_some_and(|pending| matches!(pending.progress, Progress::Waiting)) {
                self.set(at, Progress::Done(failure.clone()));
            }
        }
    }

    /// The results, in the order of the calls; missing ones are failures.
    pub(super) fn into_results(self, most_bytes: usize) -> Vec<InputBlock> {
        let result = |pending: Pending| {
            let output = match pending.progress {
                Progress::Done(output) => output,
                Progress::Waiting | Progress::Running => ToolFailure::NotRun.into(),
            };
            result_block(pending.call, bounded(output, most_bytes))
        };
        self.pending.into_iter().map(result).collect()
    }
}

/// A call in its saved form.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedCall {
    id: String,
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    toolset: Option<String>,
    input: Json,
    #[serde(default)]
    refused: bool,
    /// It was begun, and had no result when it was saved.
    #[serde(default)]
    begun: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<Json>,
    #[serde(default)]
    is_error: bool,
}

impl Calls {
    /// The calls in their current state, to be saved.
    pub(super) fn saved(&self) -> std::result::Result<Vec<SavedCall>, crate::json::JsonError> {
        let saved = |pending: &Pending| {
            let (result, is_error) = match &pending.progress {
                Progress::Done(ToolOutput::Result(content)) => (Some(json_of(content)?), false),
                Progress::Done(ToolOutput::Failed(content)) => (Some(json_of(content)?), true),
                Progress::Waiting | Progress::Running => (None, false),
            };
            let call = pending.call.clone();
            Ok(SavedCall {
                id: call.id,
                name: call.name,
                toolset: call.toolset,
                input: call.input,
                refused: call.refused,
                begun: matches!(pending.progress, Progress::Running),
                result,
                is_error,
            })
        };
        self.pending.iter().map(saved).collect()
    }

    /// Restores saved calls. A call that was running has failed.
    pub(super) fn restored(saved: Vec<SavedCall>) -> Result<Calls> {
        let restored = |saved: SavedCall| -> Result<Pending> {
            let progress = match &saved.result {
                Some(content) => {
                    Progress::Done(ToolOutput::from_json(content.as_str().as_bytes(), saved.is_error)?)
                }
                None if saved.begun => Progress::Done(ToolFailure::ProgramEnded.into()),
                None => Progress::Waiting,
            };
            let SavedCall { id, name, toolset, input, refused, .. } = saved;
            Ok(Pending { call: ToolCall { id, name, toolset, input, refused }, progress })
        };
        let mut calls = Calls::default();
        for pending in saved.into_iter().map(restored) {
            calls.push(pending?);
        }
        Ok(calls)
    }

    /// The calls without a result.
    pub(super) fn open(&self) -> impl Iterator<Item = &ToolCall> {
        let open = |pending: &&Pending| !matches!(pending.progress, Progress::Done(_));
        self.pending.iter().filter(open).map(|pending| &pending.call)
    }
}

/// Why a call is answered without being run.
fn refusal(block: &ToolUseBlock, knows: impl Fn(&ToolUseBlock) -> bool) -> Option<ToolOutput> {
    let failure = match &block.input_state {
        InputState::Incomplete { .. } => ToolFailure::InputCut,
        InputState::Invalid { raw } => ToolFailure::InputNotObject { raw },
        InputState::Complete if !block.input.is_object() => {
            ToolFailure::InputNotObject { raw: block.input.as_str() }
        }
        InputState::Complete if !knows(block) => ToolFailure::UnknownTool(&block.name),
        InputState::Complete => return None,
    };
    Some(failure.into())
}

fn result_block(call: ToolCall, output: ToolOutput) -> InputBlock {
    let failed = output.is_failed();
    let (ToolOutput::Result(content) | ToolOutput::Failed(content)) = output;
    let mut result = ToolResultBlock::new(call.id, "");
    // Empty text is refused by the service; a result may be without content (protocol §2.3).
    result.content = Some(content).filter(|content| match content {
        Content::Text(text) => !text.is_empty(),
        Content::Blocks(blocks) => !blocks.is_empty(),
        Content::Other(_) => true,
    });
    result.is_error = failed.then_some(true);
    result.toolset_name = call.toolset;
    result.into()
}

/// Replaces a result that would not fit into a request by a failure that says so.
fn bounded(output: ToolOutput, most_bytes: usize) -> ToolOutput {
    let (ToolOutput::Result(content) | ToolOutput::Failed(content)) = &output;
    let bytes: usize = match content {
        Content::Text(text) => text.len(),
        other => match write_json(other) {
            Ok(json) => json.len(),
            Err(error) => {
                return ToolFailure::NotSendable { reason: &error.to_string() }.into();
            }
        },
    };
    match bytes > most_bytes {
        true => ToolFailure::TooLarge { bytes, most: most_bytes }.into(),
        false => output,
    }
}
