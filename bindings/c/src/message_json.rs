//! Messages that were stored as JSON text. Apart from messages, which errors hold.

use std::mem::MaybeUninit;

use bytes::Bytes;
use parlour_bridge::ErrorInfo;
use parlour_bridge::wire::Message;

use crate::abi::parlour_result;
use crate::boundary::{fallible, transfer};
use crate::error::parlour_error;
use crate::fault::require;
use crate::message::parlour_message;
use crate::text::parlour_str;

/// A message from its JSON text, as parlour_message_json() gives it: for stored messages.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_from_json(
    json: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_message>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (json, out) = (json.text("json")?, require(out, "out")?);
        let typed = Message::from_json(json)
            .map_err(|error| ErrorInfo::config(format!("the text is not a message: {error}")))?;
        transfer(out, parlour_message::of_text(typed, Bytes::copy_from_slice(json.as_bytes())));
        Ok(())
    })
}
