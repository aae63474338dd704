//! Interprets the body of a whole answer: a message, or an error in its place.

use bytes::Bytes;

use crate::call::format;
use crate::error::scarce::Scarce;
use crate::error::{Error, ErrorKind, Result, envelope};
use crate::json::object::Object;
use crate::json::writer::write_json;
use crate::memory;
use crate::model::Message;

/// A JSON body without its byte order mark, which JSON does not allow.
pub(crate) fn json_in(body: &Bytes) -> Bytes {
    body.slice_ref(format::without_bom(body))
}

/// A message from its JSON; an error envelope in its place becomes that error.
pub(crate) fn message_from_json(bytes: &Bytes) -> Result<Message> {
    let bytes = &json_in(bytes);
    memory::room_for(bytes.len()).map_err(|error| {
        Scarce::Memory.error("the answer cannot be read into a message", &error).with_source(error)
    })?;
    match Message::read(bytes) {
        Ok(message) => Ok(message),
        Err(error) => match error_in(bytes) {
            Some(api) => Err(api),
            None => {
                let text = match ends_early(bytes) {
                    true => format!(
                        "the answer ends in the middle of its JSON: it was cut, or never whole ({error})"
                    ),
                    false => format!("the answer is not a message: {error}"),
                };
                Err(Error::new(ErrorKind::Decode, text).with_source(error))
            }
        },
    }
}

/// Whether this is the beginning of a JSON text, and not all of it.
fn ends_early(bytes: &[u8]) -> bool {
    let read = serde_json::from_slice::<serde::de::IgnoredAny>(bytes);
    !bytes.trim_ascii().is_empty() && read.is_err_and(|error| error.is_eof())
}

/// The error in the body of a success, if there is one.
pub(crate) fn error_in(bytes: &Bytes) -> Option<Error> {
    let text = simdutf8::basic::from_utf8(format::without_bom(bytes)).ok()?;
    let object = Object::parse(text).ok()?;
    (object.field::<String>("type")? == "error").then(|| envelope::from_envelope(bytes))
}

/// The JSON text of an assembled message.
pub(crate) fn json_of(message: &Message) -> Bytes {
    // A message is made of maps with string keys and finite numbers: writing it cannot fail.
    write_json(message).map(Bytes::from).unwrap_or_default()
}
