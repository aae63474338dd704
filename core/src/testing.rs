//! The way from bytes to a message without any I/O, for tests, fuzzing and benchmarks of the decoder. Not part of the
//! stable interface.

use bytes::Bytes;

use crate::accumulate::Accumulator;
use crate::api_error;
use crate::error::{Error, ErrorKind, Result};
use crate::event::{Decoded, Event, EventKind, decode};
use crate::model::Message;
use crate::sse::{Frame, Framer};

/// Frames, decodes and accumulates `chunks` as one body: the events handed out, and the message or the error
/// the stream ends with.
pub fn decode_all(chunks: &[Bytes], max_event_bytes: usize) -> (Vec<Event>, Result<Message>) {
    let mut events = Vec::new();
    let mut message = Accumulator::default();
    let result = run(chunks, max_event_bytes, &mut message, &mut events);
    let result =
        result.map_err(|e| e.with_mid_stream(message.saw_stop_reason()).with_partial(message.partial()));
    (events, result)
}

fn run(
    chunks: &[Bytes],
    max_event_bytes: usize,
    message: &mut Accumulator,
    events: &mut Vec<Event>,
) -> Result<Message> {
    let mut framer = Framer::new(max_event_bytes);
    let too_large = |_| {
        Error::new(
            ErrorKind::Decode,
            format!("an event is larger than {max_event_bytes} bytes (max_event_bytes)"),
        )
    };
    for chunk in chunks {
        framer.push(chunk.clone());
        while let Some(frame) = framer.next().map_err(too_large)? {
            take(frame, message, events)?;
        }
    }
    if let Some(frame) = framer.finish().map_err(too_large)?
        && serde_json::from_slice::<serde::de::IgnoredAny>(&frame.data).is_ok()
    {
        take(frame, message, events)?;
    }
    match message.finished() {
        Some(message) => Ok(message),
        None => Err(Error::new(ErrorKind::StreamEnded, "the stream ended before message_stop")
            .with_retryable(events.is_empty())),
    }
}

fn take(frame: Frame, message: &mut Accumulator, events: &mut Vec<Event>) -> Result<()> {
    // What follows the end of the message does not count (protocol §4.5 step 9).
    if message.is_finished() {
        return Ok(());
    }
    let event = match decode(frame) {
        Ok(Decoded::Event(event)) => event,
        Ok(Decoded::Skip) => return Ok(()),
        Err(bad) => {
            return Err(Error::new(
                ErrorKind::Decode,
                format!("the event `{}` is not valid JSON: {}", bad.name, bad.message),
            )
            .with_body(bad.data));
        }
    };
    match event.kind() {
        EventKind::Error => return Err(api_error::from_envelope(event.json_bytes())),
        EventKind::Ping => {}
        _ => message.apply(&event).map_err(|problem| Error::new(ErrorKind::StreamProtocol, problem))?,
    }
    events.push(event);
    Ok(())
}

/// Frames a body and tags its events by name alone; gives their number. What the framer costs by itself.
#[must_use]
pub fn frame_and_tag(chunks: &[Bytes]) -> usize {
    let mut framer = Framer::new(crate::sse::DEFAULT_MAX_EVENT);
    let mut count = 0;
    for chunk in chunks {
        framer.push(chunk.clone());
        while let Ok(Some(frame)) = framer.next() {
            count += usize::from(!frame.data.is_empty());
        }
    }
    count
}

/// Frames and decodes a body and hands each piece of text to `each`; nothing is accumulated.
pub fn text_pieces(chunks: &[Bytes], mut each: impl FnMut(&str)) {
    let mut framer = Framer::new(crate::sse::DEFAULT_MAX_EVENT);
    for chunk in chunks {
        framer.push(chunk.clone());
        while let Ok(Some(frame)) = framer.next() {
            if let Ok(Decoded::Event(event)) = decode(frame)
                && let Some(text) = event.text()
            {
                each(&text);
            }
        }
    }
}

/// How a `retry-after` header is read: `Some` wait in milliseconds if it is honoured (protocol §7.3).
#[must_use]
pub fn retry_after_ms(
    headers: &http::HeaderMap,
    now: std::time::SystemTime,
    longest: std::time::Duration,
) -> Option<u128> {
    match crate::retry::RetryAfter::read(headers, now, longest) {
        crate::retry::RetryAfter::Wait(wait) => Some(wait.as_millis()),
        _ => None,
    }
}
