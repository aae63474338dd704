//! JSON that is still arriving, piece by piece, and its value so far.

use std::mem::MaybeUninit;
use std::sync::OnceLock;

use parlour_bridge::partial_json::{PartialJson, Value};
use parlour_bridge::wire::Event;

use crate::abi::parlour_result;
use crate::batch::{PARLOUR_EVENT_CONTENT_BLOCK_START, PARLOUR_NO_INDEX, parlour_event};
use crate::boundary::{coded, transfer};
use crate::catch::{infallible, value_or};
use crate::fault::require;
use crate::text::parlour_str;

/// A JSON text that is still arriving: the input of a tool, or an answer that is JSON. Each piece is read once, however
/// often the value is looked at. One thread at a time while it is changed. Texts are borrowed until the next piece, or
/// until it is freed.
pub struct parlour_partial_json {
    json: PartialJson,
    /// Written when they are asked for.
    text: OnceLock<String>,
    error: OnceLock<String>,
    changes: String,
}

impl parlour_partial_json {
    pub(crate) fn of(json: PartialJson) -> parlour_partial_json {
        parlour_partial_json { json, text: OnceLock::new(), error: OnceLock::new(), changes: String::new() }
    }

    /// Discards the texts from before the last piece.
    fn forget(&mut self) {
        self.text = OnceLock::new();
        self.error = OnceLock::new();
    }
}

/// Nothing has arrived yet. `trailing_strings` says that a string which is not finished is shown as far as it has come,
/// instead of being left out with its key. Free it with parlour_partial_json_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_partial_json_new(
    trailing_strings: bool,
    out: Option<&mut MaybeUninit<*mut parlour_partial_json>>,
) -> parlour_result {
    coded(|| {
        transfer(require(out, "out")?, parlour_partial_json::of(PartialJson::new(trailing_strings)));
        Ok(())
    })
}

/// Frees it; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_partial_json_free(partial: Option<Box<parlour_partial_json>>) {
    infallible(|| drop(partial));
}

/// Takes the next piece of the text, as parlour_event's `partial_json` has it. A text that can never become JSON is no
/// failure here: parlour_partial_json_error() says so, and nothing is taken any more.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_partial_json_push(
    partial: Option<&mut parlour_partial_json>,
    piece: parlour_str,
) -> parlour_result {
    coded(|| {
        let partial = require(partial, "partial")?;
        partial.json.push(piece.text("piece")?);
        partial.forget();
        Ok(())
    })
}

/// Takes the next event of a stream, for one that parlour_answer_plan_partial() gave. Whether it brought a piece of the
/// answer; false for NULL, and for one of parlour_partial_json_new(), which is given its pieces.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_partial_json_take(
    partial: Option<&mut parlour_partial_json>,
    event: Option<&parlour_event>,
) -> bool {
    value_or(false, || {
        let (partial, event) = (partial?, event?);
        if event.kind == PARLOUR_EVENT_CONTENT_BLOCK_START {
            let begun =
                Event::from_json("content_block_start", event.json.text("json").ok()?.to_owned()).ok()?;
            partial.json.begins(event.index, &begun.content_block()?);
            return None;
        }
        let piece = |text: parlour_str| text.text("piece").ok().filter(|text| !text.is_empty());
        let index = (event.index != PARLOUR_NO_INDEX).then_some(event.index);
        // Both are lent by the event, which the caller holds.
        let took = partial.json.take(index, piece(event.text), piece(event.partial_json));
        if took {
            partial.forget();
        }
        Some(took)
    })
}

/// The value so far as compact JSON; empty as long as nothing of it can be shown. Takes time in proportion to the whole
/// value: to look after each piece of a long text, use parlour_partial_json_string() or parlour_partial_json_changes().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_partial_json_text(partial: Option<&parlour_partial_json>) -> parlour_str {
    value_or(parlour_str::EMPTY, || {
        let partial = partial?;
        partial.json.value()?;
        Some(parlour_str::of(partial.text.get_or_init(|| partial.json.to_json())))
    })
}

/// The string at a JSON pointer (RFC 6901), for example "/title" or "/steps/0/text", as far as it has come; empty if
/// there is none yet, and for everything else. The value is not written for it: it may be asked after each piece.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_partial_json_string(
    partial: Option<&parlour_partial_json>,
    pointer: parlour_str,
) -> parlour_str {
    value_or(parlour_str::EMPTY, || {
        let value = value_at(partial?.json.value()?, pointer.text("pointer").ok()?)?;
        value.as_str().map(parlour_str::of)
    })
}

/// The changes since the last call of this function, as a JSON array; empty if there are none. Takes time in proportion
/// to the changes. Each is an array: ["add", depth, key or null, value] puts an empty container or a value into the
/// container that is open at that depth (0: it is the whole value), ["append", text] lengthens the last string,
/// ["replace", number] replaces the last number, ["remove"] takes it away and puts back what it replaced: an earlier
/// value of its key in the same object. Of a structured answer they are those of its text, with the object around a
/// value that is wrapped. Borrowed until the next call of this function, or until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_partial_json_changes(partial: Option<&mut parlour_partial_json>) -> parlour_str {
    value_or(parlour_str::EMPTY, || {
        let partial = partial?;
        partial.changes = partial.json.changes_json();
        Some(parlour_str::of(&partial.changes))
    })
}

/// Whether one whole value has arrived.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_partial_json_is_complete(partial: Option<&parlour_partial_json>) -> bool {
    value_or(false, || Some(partial?.json.is_complete()))
}

/// Why the text can never become JSON, whatever follows; empty if it still can.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_partial_json_error(partial: Option<&parlour_partial_json>) -> parlour_str {
    value_or(parlour_str::EMPTY, || {
        let partial = partial?;
        let error = partial.error.get_or_init(|| partial.json.error().unwrap_or_default());
        Some(parlour_str::of(error))
    })
}

/// The value at a JSON pointer.
fn value_at<'p>(value: Value<'p>, pointer: &str) -> Option<Value<'p>> {
    let Some(steps) = pointer.strip_prefix('/') else {
        return pointer.is_empty().then_some(value);
    };
    steps.split('/').try_fold(value, |value, step| {
        let key = step.replace("~1", "/").replace("~0", "~");
        // "01" and "+1" name no place in an array (RFC 6901 §4); an object has no places, and an array no keys.
        let place = (step == "0" || !step.starts_with(['0', '+'])).then(|| step.parse::<usize>().ok());
        value.get(&key).or_else(|| value.items().nth(place.flatten()?))
    })
}
