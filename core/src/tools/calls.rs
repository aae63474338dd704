//! The calls of one turn: which may begin, which are refused without being run, and the results in the order of the calls.

use crate::json::Json;
use crate::model::{Content, InputBlock, InputState, ToolResultBlock, ToolUseBlock};

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
}

/// What a call gave.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ToolOutput {
    /// A result: text, or blocks such as images.
    Result(Content),
    /// A failure that the model is told about, with its reason.
    Failed(Content),
}

impl ToolOutput {
    /// A result.
    #[must_use]
    pub fn result(content: impl Into<Content>) -> ToolOutput {
        ToolOutput::Result(content.into())
    }

    /// A result that is JSON; the model reads it as text.
    #[must_use]
    pub fn json(json: &Json) -> ToolOutput {
        ToolOutput::Result(Content::Text(json.as_str().to_owned()))
    }

    /// A failure, and what the model should know about it.
    #[must_use]
    pub fn failed(reason: impl Into<Content>) -> ToolOutput {
        ToolOutput::Failed(reason.into())
    }

    /// True for a failure.
    #[must_use]
    pub fn is_failed(&self) -> bool {
        matches!(self, ToolOutput::Failed(_))
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

/// The calls of one turn, in the order of the model.
#[derive(Clone, Debug, Default)]
pub(super) struct Calls {
    pending: Vec<Pending>,
}

impl Calls {
    /// The calls of these blocks. What must not be run is answered here: an unknown tool, an input that is cut or no
    /// object (protocol §9.5), a second call with the same id.
    pub(super) fn new<'b>(
        blocks: impl Iterator<Item = &'b ToolUseBlock>,
        knows: impl Fn(&ToolUseBlock) -> bool,
    ) -> Calls {
        let mut pending: Vec<Pending> = Vec::new();
        for block in blocks {
            if pending.iter().any(|other| other.call.id == block.id) {
                continue;
            }
            let progress = match refusal(block, &knows) {
                Some(output) => Progress::Done(output),
                None => Progress::Waiting,
            };
            let call = ToolCall {
                id: block.id.clone(),
                name: block.name.clone(),
                toolset: block.toolset_name.clone(),
                input: block.input.clone(),
            };
            pending.push(Pending { call, progress });
        }
        Calls { pending }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// All calls, whether they run or not.
    pub(super) fn iter(&self) -> impl Iterator<Item = &ToolCall> {
        self.pending.iter().map(|pending| &pending.call)
    }

    pub(super) fn all_done(&self) -> bool {
        self.pending.iter().all(|pending| matches!(pending.progress, Progress::Done(_)))
    }

    /// A call that may begin while the others run, and marks it as running. Members of one toolset act on the same screen
    /// or browser: they run one after another (protocol §9.1 step 6).
    pub(super) fn begin(&mut self, parallel: usize) -> Option<ToolCall> {
        let running =
            self.pending.iter().filter(|pending| matches!(pending.progress, Progress::Running)).count();
        if running >= parallel {
            return None;
        }
        let at = (0..self.pending.len()).find(|at| self.may_begin(*at))?;
        let pending = self.pending.get_mut(at)?;
        pending.progress = Progress::Running;
        Some(pending.call.clone())
    }

    fn may_begin(&self, at: usize) -> bool {
        let Some(pending) = self.pending.get(at) else { return false };
        let before = self.pending.get(..at).unwrap_or_default();
        matches!(pending.progress, Progress::Waiting)
            && (pending.call.toolset.is_none()
                || before.iter().all(|other| {
                    other.call.toolset != pending.call.toolset || matches!(other.progress, Progress::Done(_))
                }))
    }

    /// Takes the result of a call, begun or not. `false` if there is no such call or it has a result already: the first
    /// one counts. A failure within a toolset ends the rest of its calls.
    pub(super) fn finish(&mut self, id: &str, output: ToolOutput) -> bool {
        let Some(pending) = self.pending.iter_mut().find(|pending| pending.call.id == id) else {
            return false;
        };
        if matches!(pending.progress, Progress::Done(_)) {
            return false;
        }
        let failed = output.is_failed();
        pending.progress = Progress::Done(output);
        if failed && let Some(toolset) = pending.call.toolset.clone() {
            let text = format!("Not executed: an earlier action of the toolset {toolset} failed.");
            for other in &mut self.pending {
                if other.call.toolset.as_ref() == Some(&toolset)
                    && matches!(other.progress, Progress::Waiting)
                {
                    other.progress = Progress::Done(ToolOutput::failed(text.clone()));
                }
            }
        }
        true
    }

    /// The results, in the order of the calls; those that are missing are failures with this reason.
    pub(super) fn into_results(self, missing: &str, most_bytes: usize) -> Vec<InputBlock> {
        let result = |pending: Pending| {
            let output = match pending.progress {
                Progress::Done(output) => output,
                Progress::Waiting | Progress::Running => ToolOutput::failed(missing),
            };
            result_block(pending.call, bounded(output, most_bytes))
        };
        self.pending.into_iter().map(result).collect()
    }
}

/// Why a call is answered without being run.
fn refusal(block: &ToolUseBlock, knows: impl Fn(&ToolUseBlock) -> bool) -> Option<ToolOutput> {
    match &block.input_state {
        InputState::Incomplete { .. } => {
            Some(ToolOutput::failed("Not executed: the input of this call was cut off."))
        }
        InputState::Invalid { raw } => {
            let wrapped = serde_json::json!({ "INVALID_JSON": raw }).to_string();
            Some(ToolOutput::failed(wrapped))
        }
        InputState::Complete if !block.input.is_object() => {
            let wrapped = serde_json::json!({ "INVALID_JSON": block.input.as_str() }).to_string();
            Some(ToolOutput::failed(wrapped))
        }
        InputState::Complete if !knows(block) => {
            Some(ToolOutput::failed(format!("Error: Tool '{}' not found", block.name)))
        }
        InputState::Complete => None,
    }
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
                return ToolOutput::failed(format!("The result cannot be written as JSON: {error}"));
            }
        },
    };
    match bytes > most_bytes {
        true => ToolOutput::failed(format!(
            "The result has {bytes} bytes, more than the {most_bytes} that may be sent back. Ask for less."
        )),
        false => output,
    }
}
