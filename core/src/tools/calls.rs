//! The calls of one turn: which may begin, which are refused without being run, and the results in the order of the calls.

use std::collections::{BTreeSet, HashMap, VecDeque};

use serde::{Deserialize, Serialize};

use super::failure::ToolFailure;
use super::output::ToolOutput;
use crate::error::Result;
use crate::json::Json;
use crate::model::{Content, InputBlock, InputState, ToolResultBlock, ToolUseBlock};
use crate::work::step;

/// A call that may begin now. Its input is one JSON object, as the model wrote it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolCall {
    /// Names the call; its result repeats it.
    pub id: String,
    /// The tool, or the member of a toolset.
    pub name: String,
    /// The toolset that the name belongs to (protocol §1.6).
    pub toolset: Option<String>,
    /// The arguments.
    pub input: Json,
    /// It must not be run and is answered with an error already (protocol §9.5).
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

/// Where a call stands.
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

/// The calls of one turn, in the order of the model. How many there are is the model's choice: beginning one and finishing
/// one cost the same in a turn of any length.
#[derive(Clone, Debug, Default)]
pub(super) struct Calls {
    pending: Vec<Pending>,
    /// Where the call of an id is.
    places: HashMap<String, usize>,
    /// Those that wait, without those that were found to wait for another one.
    ready: BTreeSet<usize>,
    /// Those of one toolset or one name that are not done, in their order. Between them there may be some that are done.
    groups: HashMap<Group, VecDeque<usize>>,
    running: usize,
    /// Those that wait or run.
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
    /// The calls of these blocks. What must not be run is answered here: an unknown tool, an input that is cut or no
    /// object (protocol §9.5), a second call with the same id.
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

    /// Gives a call that waits or runs its new state.
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

    /// After a call of this group is done: the next one may begin.
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

    /// Begins a call while its message still arrives, if it may begin at all: a known tool, a whole input, a new id, and
    /// no member of a toolset or tool `in_order`, whose actions follow each other and could not be taken back. An input of
    /// which nothing came waits too: until the stop reason is there it may be one that was cut before its first byte.
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

    /// Takes over what was begun early of these calls. A call that the whole message tells otherwise is begun anew.
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

    /// All calls, whether they run or not.
    pub(super) fn iter(&self) -> impl Iterator<Item = &ToolCall> {
        self.pending.iter().map(|pending| &pending.call)
    }

    /// Forgets the calls that are not to be kept.
    pub(super) fn keep(&mut self, kept: impl Fn(&str) -> bool) {
        let before = std::mem::take(self).pending;
        before.into_iter().filter(|pending| kept(&pending.call.id)).for_each(|pending| self.push(pending));
    }

    /// Answers the calls that wait and whose tool is no longer offered as calls of an unknown tool.
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

    /// A call that may begin while the others run, and marks it as running. Members of one toolset act on the same screen
    /// or browser: they run one after another (protocol §9.1 step 6). So do the calls of a tool `in_order`.
    pub(super) fn begin(&mut self, parallel: usize, in_order: impl Fn(&str) -> bool) -> Option<ToolCall> {
        if self.running >= parallel {
            return None;
        }
        while let Some(at) = self.ready.pop_first() {
            step(1);
            // One that has to wait is ready again when the one before it is done.
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
        // Whether its order counts is asked only if another one of its name is open.
        first.is_some_and(|first| *first < at) && (call.toolset.is_some() || in_order(&call.name))
    }

    /// Takes the result of a call, begun or not. `false` if there is no such call or it has a result already: the first
    /// one counts. A failure within a toolset ends the rest of its calls.
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

    /// Answers the calls of a toolset that were not begun.
    fn end_toolset(&mut self, toolset: String) {
        let failure = ToolOutput::from(ToolFailure::ToolsetFailed(&toolset));
        let rest = self.groups.get(&Group::Toolset(toolset)).cloned().unwrap_or_default();
        for at in rest {
            if self.pending.get(at).is_some_and(|pending| matches!(pending.progress, Progress::Waiting)) {
                self.set(at, Progress::Done(failure.clone()));
            }
        }
    }

    /// The results, in the order of the calls; those that are missing are failures.
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

/// A call as it is saved between two requests.
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
    /// The calls as they stand, to be saved.
    pub(super) fn saved(&self) -> std::result::Result<Vec<SavedCall>, crate::json::JsonError> {
        let saved = |pending: &Pending| {
            let (result, is_error) = match &pending.progress {
                Progress::Done(ToolOutput::Result(content)) => (Some(Json::from_serialize(content)?), false),
                Progress::Done(ToolOutput::Failed(content)) => (Some(Json::from_serialize(content)?), true),
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

    /// The calls that were saved. One that ran then runs no more: it has failed.
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

/// A result that would not fit into a request is a failure that says so.
fn bounded(output: ToolOutput, most_bytes: usize) -> ToolOutput {
    let (ToolOutput::Result(content) | ToolOutput::Failed(content)) = &output;
    let bytes: usize = match content {
        Content::Text(text) => text.len(),
        other => match Json::from_serialize(other) {
            Ok(json) => json.as_str().len(),
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
