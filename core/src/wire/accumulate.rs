//! Accumulates events to a message (protocol §4.5), with the message so far at any time.

use std::collections::TryReserveError;

use bytes::Bytes;

use crate::error::envelope::from_envelope;
use crate::error::scarce::Scarce;
use crate::error::{Error, ErrorKind, Result};
use crate::json::Json;
use crate::json::object::Object;
use crate::json::partial::{self, Mode};
use crate::memory;
use crate::model::bounds::{self, MAX_BLOCKS};
use crate::model::{
    Citation, ContentBlock, ContextManagement, InputState, Message, MessageDelta, OtherBlock, UsageDelta,
};
use crate::wire::event::{Event, Halves, PayloadOf};
use crate::wire::event_kind::EventKind;
use crate::wire::growth::BlockGrowth;
use crate::work::step;

/// Assembles a message from its events. [`MessageStream`](crate::MessageStream) contains one. Use it if events are
/// consumed in another place than they are received, or come from a recording.
///
/// ```
/// use parlour::{Accumulator, Event};
/// let mut message = Accumulator::default();
/// for (name, json) in [
///     ("message_start", r#"{"type":"message_start","message":{"id":"m","type":"message","role":"assistant",
///         "model":"x","content":[],"stop_reason":null,"stop_sequence":null,
///         "usage":{"input_tokens":1,"output_tokens":0}}}"#),
///     ("content_block_start", r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#),
///     ("content_block_delta", r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}"#),
/// ] {
///     message.apply(&Event::from_json(name, json)?)?;
/// }
/// assert_eq!(message.snapshot().map(|m| m.text()).as_deref(), Some("Hi"));
/// assert!(message.finished().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Accumulator {
    message: Option<Box<Message>>,
    /// The state of each block besides its value; as long as the message's content.
    blocks: Vec<Progress>,
    /// The number of blocks begun; if only the frame is kept, nothing else of the blocks is stored.
    begun: usize,
    /// Citations that came in events of their own.
    citations: usize,
    /// For events that no stream has joined.
    halves: Halves,
    /// Bytes of the message that are not text, reasoning or the input of a tool.
    other: usize,
    saw_stop: bool,
    keeps: Keeps,
}

/// How much of the events is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Keeps {
    /// The message.
    #[default]
    Message,
    /// The message, for the log only; the caller does not see it.
    Unshown,
    /// Only its frame: the data of its start and end, and the number of its blocks. It does not grow with the answer.
    Frame,
}

/// The progress of a block.
#[derive(Clone, Debug, Default)]
struct Progress {
    /// Tool input received so far, as text.
    json: String,
    signed: bool,
    closed: bool,
}

/// Why an event was refused.
enum Unfit {
    /// It breaks the order of a stream, in words.
    Order(String),
    NoMemory(TryReserveError),
}

type Fit = std::result::Result<(), Unfit>;

impl From<String> for Unfit {
    fn from(problem: String) -> Unfit {
        Unfit::Order(problem)
    }
}

impl From<&str> for Unfit {
    fn from(problem: &str) -> Unfit {
        Unfit::Order(problem.to_owned())
    }
}

impl From<TryReserveError> for Unfit {
    fn from(error: TryReserveError) -> Unfit {
        Unfit::NoMemory(error)
    }
}

/// The error of a call without memory for its message.
pub(crate) fn no_memory(error: TryReserveError) -> Error {
    Scarce::Memory.error("the message cannot grow", &error).with_source(error)
}

impl Accumulator {
    /// An accumulator for a caller who needs no message: it checks the order of the events, and keeps their content
    /// only for the log.
    pub(crate) fn for_order_alone(logged: bool) -> Accumulator {
        let keeps = if logged { Keeps::Unshown } else { Keeps::Frame };
        Accumulator { keeps, ..Accumulator::default() }
    }

    /// An empty accumulator of the same kind.
    pub(crate) fn anew(&self) -> Accumulator {
        Accumulator { keeps: self.keeps, ..Accumulator::default() }
    }

    /// Whether a caller gets a message from here.
    pub(crate) fn is_shown(&self) -> bool {
        self.keeps == Keeps::Message
    }

    pub(crate) fn started(&self) -> bool {
        self.message.is_some()
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.saw_stop
    }

    /// Whether the maximum number of blocks is reached.
    pub(crate) fn is_full(&self) -> bool {
        self.begun >= MAX_BLOCKS
    }

    pub(crate) fn saw_stop_reason(&self) -> bool {
        self.message.as_ref().is_some_and(|m| m.stop_reason.is_some())
    }

    /// The message so far, without the completion that [`Accumulator::snapshot`] applies.
    pub(crate) fn message(&self) -> Option<&Message> {
        self.message.as_deref()
    }

    /// How many blocks [`Accumulator::size`] adds up.
    pub(crate) fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// About how many bytes the message holds.
    pub(crate) fn size(&self) -> usize {
        step(self.blocks.len());
        let blocks = self.message.iter().flat_map(|message| &message.content);
        let inputs: usize = self.blocks.iter().map(|progress| progress.json.len()).sum();
        let texts = blocks.map(|block| match block {
            ContentBlock::Text(text) => text.text.len(),
            ContentBlock::Thinking(thinking) => thinking.thinking.len(),
            ContentBlock::ToolUse(call) => call.input.as_str().len(),
            ContentBlock::ServerToolUse(call) => call.input.as_str().len(),
            ContentBlock::McpToolUse(call) => call.input.as_str().len(),
            _ => 0,
        });
        self.other + inputs + texts.sum::<usize>()
    }

    /// The message so far, with growing tool input completed tolerantly; `None` before it has begun. The input of a
    /// call whose `content_block_stop` has not come is marked as incomplete, even if it looks whole.
    #[must_use]
    pub fn snapshot(&self) -> Option<Message> {
        if !self.is_shown() {
            return None;
        }
        let mut message = Message::clone(self.message.as_deref()?);
        for (block, progress) in message.content.iter_mut().zip(&self.blocks) {
            if !progress.closed {
                leave_open(block, &progress.json);
            }
        }
        Some(message)
    }

    /// One block of the [`snapshot`](Self::snapshot); `None` if it has not begun. The cost is proportional to this
    /// block, so a caller who reads each block at its end pays for each once.
    #[must_use]
    pub fn block(&self, index: usize) -> Option<ContentBlock> {
        if !self.is_shown() {
            return None;
        }
        let mut block = self.message.as_deref()?.content.get(index)?.clone();
        let progress = self.blocks.get(index)?;
        if !progress.closed {
            leave_open(&mut block, &progress.json);
        }
        Some(block)
    }

    /// The part of a message that did not become complete.
    pub(crate) fn partial(&self) -> Option<Message> {
        self.room_for_copies(1).ok()?;
        self.snapshot()
    }

    /// Whether there is memory for `count` copies of the message, each made of many pieces. Not part of the stable
    /// interface.
    ///
    /// # Errors
    /// A connection error of the subkind `resources` if there is none.
    #[doc(hidden)]
    pub fn room_for_copies(&self, count: usize) -> Result<()> {
        memory::room_for(self.size().saturating_mul(count)).map_err(no_memory)
    }

    /// The message itself, after `message_stop`.
    pub(crate) fn into_finished(self) -> Option<Message> {
        if self.saw_stop && self.is_shown() { self.message.map(|message| *message) } else { None }
    }

    /// The message, after `message_stop`.
    #[must_use]
    pub fn finished(&self) -> Option<Message> {
        if self.saw_stop && self.is_shown() { self.message.as_deref().cloned() } else { None }
    }

    /// The error for an `error` event, given as its JSON, that follows the events accumulated so far: a stream of these
    /// events fails with it.
    #[must_use]
    pub fn error_of(&self, event: &Bytes) -> Error {
        let error = from_envelope(event).on_one_line();
        let error = error.with_mid_stream(self.saw_stop_reason()).with_partial(self.partial());
        if self.started() { error.with_retryable(false) } else { error }
    }

    /// Adds one event. `ping`, `error` and unknown events change nothing.
    ///
    /// # Errors
    /// A sentence that says how the event breaks the order of a stream (protocol §4.5), or that there is no memory
    /// for it; the message is unchanged.
    pub fn apply(&mut self, event: &Event) -> std::result::Result<(), String> {
        self.take_in(event).map_err(|unfit| match unfit {
            Unfit::Order(problem) => problem,
            Unfit::NoMemory(_) => Scarce::Memory.text().to_owned(),
        })
    }

    /// As [`Accumulator::apply`], with the error of the call that brought the event. Not part of the stable interface.
    ///
    /// # Errors
    /// [`ErrorKind::StreamProtocol`] for an event out of order; a connection error of the subkind `resources` if
    /// there is no memory for it.
    #[doc(hidden)]
    #[inline]
    pub fn accept(&mut self, event: &Event) -> Result<()> {
        self.take_in(event).map_err(|unfit| match unfit {
            Unfit::Order(problem) => Error::new(ErrorKind::StreamProtocol, problem),
            Unfit::NoMemory(error) => no_memory(error),
        })
    }

    #[inline]
    fn take_in(&mut self, event: &Event) -> Fit {
        if event.kind() == EventKind::ContentBlockDelta {
            return self.delta(event);
        }
        // The payload is parsed into values of about its size, and the JSON is kept as well.
        memory::room_for(event.json_bytes().len().saturating_mul(2))?;
        match event.kind() {
            EventKind::MessageStart => self.start(event),
            EventKind::ContentBlockStart => self.block_start(event),
            EventKind::ContentBlockStop => self.block_stop(event),
            EventKind::MessageDelta => self.message_delta(event),
            EventKind::MessageStop => self.stop(),
            EventKind::ContentBlockDelta | EventKind::Ping | EventKind::Error | EventKind::Unknown => Ok(()),
        }
    }

    fn start(&mut self, event: &Event) -> Fit {
        if self.message.is_some() {
            return Err("a second message_start arrived".into());
        }
        let mut message = event.message().ok_or("message_start carries no message")?;
        if message.content.len() > MAX_BLOCKS {
            return Err(bounds::too_many_blocks().into());
        }
        self.begun = message.content.len();
        if self.keeps == Keeps::Frame {
            message.content = Vec::new();
        }
        self.blocks =
            message.content.iter().map(|_| Progress { closed: true, ..Progress::default() }).collect();
        self.message = Some(Box::new(message));
        Ok(())
    }

    fn block_start(&mut self, event: &Event) -> Fit {
        let message = self.message.as_deref_mut().ok_or("content_block_start came before message_start")?;
        let block = event.content_block().ok_or("content_block_start carries no content block")?;
        let index = event.index().ok_or("content_block_start carries no index")?;
        if index as usize != self.begun {
            return Err(format!("content block {index} started, but block {} was next", self.begun).into());
        }
        if self.begun >= MAX_BLOCKS {
            return Err(bounds::too_many_blocks().into());
        }
        if let Some(model) = model_that_took_over(&block) {
            message.model = model;
        }
        self.begun += 1;
        self.other += event.json().len();
        if self.keeps == Keeps::Frame {
            return Ok(());
        }
        if message.content.is_empty() {
            // Most messages have one block; by default a vector starts with a capacity of four.
            message.content.reserve_exact(1);
            self.blocks.reserve_exact(1);
        }
        message.content.push(block);
        self.blocks.push(Progress::default());
        Ok(())
    }

    #[inline]
    fn delta(&mut self, event: &Event) -> Fit {
        let message = self.message.as_deref_mut().ok_or("content_block_delta came before message_start")?;
        let index = event.index().ok_or("content_block_delta carries no index")?;
        if self.keeps == Keeps::Frame && (index as usize) < self.begun {
            // Counted in its escaped form: an escape is longer than the character it encodes.
            self.other += event.payload.length();
            return Ok(());
        }
        let (Some(block), Some(progress)) =
            (message.content.get_mut(index as usize), self.blocks.get_mut(index as usize))
        else {
            return Err(format!("a delta arrived for content block {index}, which has not started").into());
        };
        let payload = self.halves.joined(event).unwrap_or(event.payload);
        // A delta that does not fit its block does not change the message; the caller still gets the raw event.
        match (payload.of, block) {
            (PayloadOf::Text, ContentBlock::Text(text)) => event.push_payload(payload, &mut text.text)?,
            (PayloadOf::Thinking, ContentBlock::Thinking(thinking)) => {
                event.push_payload(payload, &mut thinking.thinking)?;
            }
            (PayloadOf::PartialJson, block) if takes_input(block) => {
                event.push_payload(payload, &mut progress.json)?;
            }
            (PayloadOf::Nothing, block) => {
                memory::room_for(event.json_bytes().len().saturating_mul(2))?;
                if self.citations >= MAX_BLOCKS && event.citation().is_some() {
                    return Err(format!("the message has more than {MAX_BLOCKS} citations").into());
                }
                self.other += event.json().len();
                self.citations += usize::from(other_delta(event, block, progress));
            }
            _ => {}
        }
        Ok(())
    }

    fn block_stop(&mut self, event: &Event) -> Fit {
        let message = self.message.as_deref_mut().ok_or("content_block_stop came before message_start")?;
        let index = event.index().ok_or("content_block_stop carries no index")?;
        if self.keeps == Keeps::Frame && (index as usize) < self.begun {
            return Ok(());
        }
        let (Some(block), Some(progress)) =
            (message.content.get_mut(index as usize), self.blocks.get_mut(index as usize))
        else {
            return Err(format!("content block {index} stopped, but it has not started").into());
        };
        // Its input becomes JSON, completed where it was cut.
        memory::room_for(progress.json.len().saturating_mul(2))?;
        close(block, progress);
        Ok(())
    }

    fn message_delta(&mut self, event: &Event) -> Fit {
        let message = self.message.as_deref_mut().ok_or("message_delta came before message_start")?;
        let Ok(outer) = Object::parse(event.json()) else { return Ok(()) };
        let mut delta = outer.field::<MessageDelta>("delta").unwrap_or_default();
        // Beta: these are siblings of the delta, not fields of it (protocol §4.2, §8.8).
        if let Some(edits) = outer.field::<ContextManagement>("context_management") {
            delta.context_management = Some(edits);
        }
        if let Some(transformations) = outer.field("input_transformations") {
            delta.input_transformations = Some(transformations);
        }
        message.merge(&delta, outer.field::<UsageDelta>("usage").as_ref());
        message.mark_cut_call();
        if message.stop_reason.is_some() {
            settle_inputs(message);
        }
        Ok(())
    }

    fn stop(&mut self) -> Fit {
        let message = self.message.as_deref_mut().ok_or("message_stop came before message_start")?;
        for (block, progress) in message.content.iter_mut().zip(&mut self.blocks) {
            if !progress.closed {
                // Legal if the answer was cut inside a call (protocol §4.5 step 8), so the block is not complete.
                progress.closed = true;
                leave_open(block, &std::mem::take(&mut progress.json));
            }
        }
        message.mark_cut_call();
        settle_inputs(message);
        self.saw_stop = true;
        Ok(())
    }
}

/// Beta: a `fallback` block names the model that continues from here (protocol §8.8); the message names the last one.
fn model_that_took_over(block: &ContentBlock) -> Option<String> {
    block.as_fallback().map(|fallback| fallback.to.model.clone()).filter(|model| !model.is_empty())
}

/// The rarer deltas (protocol §4.3). True for a citation.
fn other_delta(event: &Event, block: &mut ContentBlock, progress: &mut Progress) -> bool {
    match block {
        ContentBlock::Thinking(thinking) => {
            if let Some(signature) = event.signature() {
                // Usually there is one signature; several are pieces of it.
                if !progress.signed {
                    thinking.signature.clear();
                }
                progress.signed = true;
                thinking.signature.push_str(&signature);
            }
        }
        ContentBlock::Text(text) => {
            if let Some(citation) = event.citation()
                && let Ok(citation) = citation.decode::<Citation>()
            {
                text.citations.get_or_insert_default().push(citation);
                return true;
            }
        }
        ContentBlock::Compaction(summary) if event.delta_type().as_deref() == Some("compaction_delta") => {
            let Some(delta) = event.delta() else { return false };
            for (key, into) in
                [("content", &mut summary.content), ("encrypted_content", &mut summary.encrypted_content)]
            {
                if let Some(piece) = delta.field::<String>(key) {
                    *into = Some(piece);
                }
            }
        }
        _ => {}
    }
    false
}

/// Whether `input_json_delta` belongs to this block. Follows [`BlockGrowth::of`], without its cost for each delta.
fn takes_input(block: &ContentBlock) -> bool {
    match block {
        ContentBlock::ToolUse(_) | ContentBlock::ServerToolUse(_) | ContentBlock::McpToolUse(_) => true,
        ContentBlock::Other(other) => {
            BlockGrowth::of(&other.kind, other.get("input").is_some()) == Some(BlockGrowth::Input)
        }
        _ => false,
    }
}

/// Ends a block. If the streamed input is empty, that of the start is kept. Otherwise the streamed input replaces it:
/// unchanged if it is valid, else completed and marked, or only marked (protocol §9.5).
fn close(block: &mut ContentBlock, progress: &mut Progress) {
    if progress.closed {
        return;
    }
    progress.closed = true;
    let text = std::mem::take(&mut progress.json);
    if text.trim().is_empty() {
        // A call without input, which some servers start without the key: the message gets an empty one.
        set_input(block, None, InputState::Complete);
        if let ContentBlock::ToolUse(call) = block {
            call.input_pending = call.is_blank();
        }
        return;
    }
    let (input, state) = match Json::parse(&text).ok().filter(Json::is_object) {
        Some(input) => (input, InputState::Complete),
        None => match completed(&text) {
            Some(input) => (input, InputState::Incomplete { raw: text }),
            None => (Json::object(), InputState::Invalid { raw: text }),
        },
    };
    set_input(block, Some(input), state);
}

/// The message says why it stopped: a call without arguments is one.
fn settle_inputs(message: &mut Message) {
    for block in &mut message.content {
        if let ContentBlock::ToolUse(call) = block {
            call.input_pending = false;
        }
    }
}

/// Completes a block that has not ended for display: its input is incomplete even if its text is a whole object,
/// because more could have followed, and a tool must not run on half its input.
fn leave_open(block: &mut ContentBlock, text: &str) {
    let input = match text.trim().is_empty() {
        true => None,
        false => Some(completed(text).unwrap_or_else(Json::object)),
    };
    set_input(block, input, InputState::Incomplete { raw: text.to_owned() });
}

/// Sets the input of a call, if there is one to replace that of the start, and marks it.
fn set_input(block: &mut ContentBlock, input: Option<Json>, state: InputState) {
    match block {
        ContentBlock::ToolUse(call) => call.set_input(input.unwrap_or_else(|| call.input.clone()), state),
        ContentBlock::ServerToolUse(call) => {
            call.set_input(input.unwrap_or_else(|| call.input.clone()), state);
        }
        ContentBlock::McpToolUse(call) => {
            call.set_input(input.unwrap_or_else(|| call.input.clone()), state);
        }
        ContentBlock::Other(other) => {
            if let Some(input) = input {
                set_other(other, "input", &input);
            }
        }
        _ => {}
    }
}

fn completed(text: &str) -> Option<Json> {
    let json = partial::complete(text, Mode::Default).ok()?;
    Json::parse(&json).ok().filter(Json::is_object)
}

/// Sets a key of a block that is kept as raw JSON. A value that is not an object is left unchanged.
fn set_other(other: &mut OtherBlock, key: &str, value: &Json) {
    let _not_an_object = other.set(key, value);
}

#[cfg(test)]
mod tests;
