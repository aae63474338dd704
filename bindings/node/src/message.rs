//! Messages of streams as JSON for JavaScript, and which of their tool inputs must not be used.

use parlour_bridge::info::{UnfinishedInput, unfinished_inputs};
use parlour_bridge::wire::{self, Message};
use parlour_bridge::{ErrorInfo, Inbox};
use serde::Serialize;

/// JSON of the message after so many events of the batch that was delivered last.
///
/// # Errors
/// If there is no memory for it.
pub(crate) fn snapshot(inbox: &mut Inbox, read: usize) -> Result<Option<String>, ErrorInfo> {
    inbox.snapshot(read)?.as_ref().map(wire::to_json_text).transpose()
}

/// JSON of one block of [`snapshot`].
///
/// # Errors
/// If there is no memory for it.
pub(crate) fn block(inbox: &mut Inbox, read: usize, index: usize) -> Result<Option<String>, ErrorInfo> {
    inbox.block(read, index)?.as_ref().map(wire::to_json_text).transpose()
}

/// JSON of the whole message, and of its inputs that must not be used, after its last event.
///
/// # Errors
/// If there is no memory for it.
pub(crate) fn finished(inbox: &mut Inbox) -> Result<Option<Whole>, ErrorInfo> {
    inbox.finished()?.as_ref().map(whole).transpose()
}

/// JSON of a message, and of its inputs that must not be used.
pub(crate) type Whole = (String, Option<String>);

/// The same of a message that is whole.
///
/// # Errors
/// If there is no memory for it.
pub(crate) fn whole(message: &Message) -> Result<Whole, ErrorInfo> {
    Ok((wire::to_json_text(message)?, unfinished_json(&unfinished_inputs(message))))
}

/// `[{index, state, raw}]`, or nothing where there are none.
pub(crate) fn unfinished_json(inputs: &[UnfinishedInput]) -> Option<String> {
    #[derive(Serialize)]
    struct Row<'a> {
        index: usize,
        state: &'a str,
        raw: &'a str,
    }
    let rows: Vec<_> =
        inputs.iter().map(|input| Row { index: input.index, state: input.state, raw: &input.raw }).collect();
    if rows.is_empty() { None } else { serde_json::to_string(&rows).ok() }
}
