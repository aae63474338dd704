//! From a frame to an event: the tag, the index, and proof that the data is JSON (protocol §4.1 rule 12, §4.9).

use bytes::Bytes;

use super::{Event, Payload, PayloadOf, scan};
use crate::error::{Error, ErrorKind};
use crate::json::object::Object;
use crate::wire::event_kind::EventKind;
use crate::wire::sse::{Frame, FrameName};

/// The result of decoding a frame.
#[derive(Debug)]
pub(crate) enum Decoded {
    Event(Event),
    /// Nothing for the caller: no data, a `[DONE]` marker, or an unknown event that is not JSON.
    Skip,
}

/// A known event whose data is not JSON.
#[derive(Debug)]
pub(crate) struct EventError {
    pub(crate) name: String,
    pub(crate) message: String,
    pub(crate) data: Bytes,
}

impl From<EventError> for Error {
    fn from(bad: EventError) -> Error {
        let message = format!("the event `{}` is not valid JSON: {}", bad.name, bad.message);
        Error::new(ErrorKind::Decode, message).with_body(bad.data)
    }
}

pub(crate) fn decode(frame: Frame) -> Result<Decoded, EventError> {
    let Frame { name, data } = frame;
    if matches!(name, FrameName::Known(EventKind::ContentBlockDelta) | FrameName::Missing)
        && let Some(found) = scan::delta(&data)
    {
        return Ok(Decoded::Event(Event {
            kind: EventKind::ContentBlockDelta,
            index: Some(found.index),
            payload: found.payload,
            plain: true,
            name: None,
            data,
        }));
    }
    general(name, data)
}

fn general(name: FrameName, data: Bytes) -> Result<Decoded, EventError> {
    let data = trim(valid_utf8(data));
    // A sign of life may come without data. Any other event without data says nothing (the event stream grammar does
    // not dispatch it), but one named `error`. Nor does a gateway's end marker.
    if data.is_empty() {
        match name {
            FrameName::Known(EventKind::Ping) => return Ok(Decoded::Event(bare(EventKind::Ping, data))),
            FrameName::Known(EventKind::Error) => {}
            _ => return Ok(Decoded::Skip),
        }
    }
    if data.as_ref() == b"[DONE]" {
        return Ok(Decoded::Skip);
    }
    let text = std::str::from_utf8(&data).unwrap_or_default();
    let object = match Object::parse(text) {
        Ok(object) => object,
        Err(error) => {
            return match name {
                // An error that is not JSON is still an error: its text is the message.
                FrameName::Known(EventKind::Error) => Ok(Decoded::Event(bare(EventKind::Error, data))),
                // JSON other than an object is left to the caller; invalid JSON is an error.
                FrameName::Other(name) if serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok() => {
                    let event = Event { name: Some(name), ..bare(EventKind::Unknown, data) };
                    Ok(Decoded::Event(event))
                }
                FrameName::Known(EventKind::Ping) | FrameName::Other(_) => Ok(Decoded::Skip),
                FrameName::Known(kind) => {
                    Err(EventError { name: kind.name().to_owned(), message: error.to_string(), data })
                }
                FrameName::Missing => {
                    Err(EventError { name: "message".to_owned(), message: error.to_string(), data })
                }
            };
        }
    };
    // Where the name and the JSON differ, the JSON decides the shape.
    let json_type: Option<String> = object.field("type");
    let json_kind = json_type.as_deref().and_then(|t| EventKind::from_name(t.as_bytes()));
    let (kind, name) = match (json_kind, json_type, name) {
        (Some(kind), _, _) => (kind, None),
        (None, None, FrameName::Known(kind)) => (kind, None),
        // Gateways send `data: {"error": …}`, without a type and a name; a stream of no name is one of `message`.
        (None, None, name)
            if is_unnamed(&name) && object.raw("error").is_some_and(|error| error != "null") =>
        {
            (EventKind::Error, None)
        }
        (None, Some(unknown), _) => (EventKind::Unknown, Some(Bytes::from(unknown))),
        (None, None, FrameName::Other(name)) => (EventKind::Unknown, Some(name)),
        (None, None, FrameName::Missing) => (EventKind::Unknown, Some(Bytes::from_static(b"message"))),
    };
    let index = object.field::<u32>("index");
    let payload = match kind {
        EventKind::ContentBlockDelta => object.raw("delta").map_or(Payload::NOTHING, |d| locate(d, text)),
        _ => Payload::NOTHING,
    };
    Ok(Decoded::Event(Event { kind, index, payload, plain: false, name, data }))
}

fn is_unnamed(name: &FrameName) -> bool {
    match name {
        FrameName::Missing => true,
        FrameName::Other(name) => name.as_ref() == b"message",
        FrameName::Known(_) => false,
    }
}

fn bare(kind: EventKind, data: Bytes) -> Event {
    Event { kind, index: None, payload: Payload::NOTHING, plain: false, name: None, data }
}

/// Finds the payload string of a delta of unusual shape inside the event's text.
fn locate(delta: &str, text: &str) -> Payload {
    let find = || {
        let object = Object::parse(delta).ok()?;
        let (of, key) = match object.field::<String>("type")?.as_str() {
            "text_delta" => (PayloadOf::Text, "text"),
            "input_json_delta" => (PayloadOf::PartialJson, "partial_json"),
            "thinking_delta" => (PayloadOf::Thinking, "thinking"),
            _ => return None,
        };
        let raw = object.raw(key)?;
        if !raw.starts_with('"') {
            return None;
        }
        // `raw` is a slice of `text`: the distance of the two addresses is its offset.
        let at = (raw.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
        let (start, end) = (at + 1, at + raw.len() - 1);
        Some(Payload {
            of,
            start: u32::try_from(start).ok()?,
            end: u32::try_from(end).ok()?,
            high: 0,
            escaped: raw.contains('\\'),
        })
    };
    find().unwrap_or(Payload::NOTHING)
}

/// Bytes that are not UTF-8 become U+FFFD; that is not fatal (protocol §11 row 23).
fn valid_utf8(data: Bytes) -> Bytes {
    match std::str::from_utf8(&data) {
        Ok(_) => data,
        Err(_) => Bytes::from(String::from_utf8_lossy(&data).into_owned()),
    }
}

fn trim(data: Bytes) -> Bytes {
    let inner = data.trim_ascii();
    if inner.len() == data.len() { data } else { data.slice_ref(inner) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(name: FrameName, data: &str) -> Event {
        match decode(Frame { name, data: Bytes::copy_from_slice(data.as_bytes()) }) {
            Ok(Decoded::Event(event)) => event,
            other => panic!("{other:?}"),
        }
    }

    fn known(kind: EventKind) -> FrameName {
        FrameName::Known(kind)
    }

    #[test]
    fn unusual_shapes_still_give_their_text() {
        let data = r#"{"index":3,"delta":{"text":"a\u00e9","extra":[1],"type":"text_delta"},"type":"content_block_delta","x":null}"#;
        let event = event(known(EventKind::ContentBlockDelta), data);
        assert_eq!(event.index(), Some(3));
        assert_eq!(event.text().unwrap(), "aé");
        assert_eq!(event.partial_json(), None);
        assert_eq!(event.json(), data);
    }

    #[test]
    fn the_json_type_decides_over_the_name() {
        let delta = r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"x"}}"#;
        assert_eq!(event(known(EventKind::Ping), delta).kind(), EventKind::ContentBlockDelta);
        assert_eq!(event(FrameName::Missing, delta).text().unwrap(), "x");
        let unknown = event(known(EventKind::Ping), r#"{"type":"surprise"}"#);
        assert_eq!((unknown.kind(), unknown.name().as_ref()), (EventKind::Unknown, "surprise"));
        assert_eq!(event(FrameName::Other(Bytes::from_static(b"new")), "{}").name(), "new");
        assert_eq!(event(known(EventKind::MessageStop), "{}").kind(), EventKind::MessageStop);
    }

    #[test]
    fn bad_json_is_an_error_only_where_it_matters() {
        let frame = |name, data: &'static str| Frame { name, data: Bytes::from_static(data.as_bytes()) };
        assert!(decode(frame(known(EventKind::MessageDelta), "{oops")).is_err());
        assert!(decode(frame(FrameName::Missing, "{oops")).is_err());
        assert!(matches!(
            decode(frame(FrameName::Other(Bytes::from_static(b"x")), "{oops")),
            Ok(Decoded::Skip)
        ));
        assert!(matches!(decode(frame(FrameName::Missing, "[DONE]")), Ok(Decoded::Skip)));
        assert_eq!(event(known(EventKind::Error), "gateway says no").json(), "gateway says no");
        assert_eq!(event(known(EventKind::Ping), "").kind(), EventKind::Ping);
        assert_eq!(event(known(EventKind::Error), "").kind(), EventKind::Error);
        for name in [known(EventKind::MessageStop), known(EventKind::ContentBlockDelta), FrameName::Missing] {
            for data in ["", " \n"] {
                assert!(matches!(decode(frame(name.clone(), data)), Ok(Decoded::Skip)), "{name:?}");
            }
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_are_replaced() {
        let data = b"{\"type\":\"content_block_delta\",\"index\":0,\
            \"delta\":{\"type\":\"text_delta\",\"text\":\"a\xffb\"}}";
        let frame = Frame { name: known(EventKind::ContentBlockDelta), data: Bytes::from_static(data) };
        let Ok(Decoded::Event(event)) = decode(frame) else { panic!() };
        assert_eq!(event.text().unwrap(), "a\u{fffd}b");
    }

    #[test]
    fn lone_surrogates_are_replaced_in_text_and_kept_in_the_raw_view() {
        let data =
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a\ud83d!"}}"#;
        let event = event(known(EventKind::ContentBlockDelta), data);
        assert_eq!(event.text().unwrap(), "a\u{fffd}!");
        assert_eq!(event.json(), data);
    }
}
