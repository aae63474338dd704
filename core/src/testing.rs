//! The way from bytes to a message without any I/O, for tests, fuzzing and benchmarks of the decoder: it runs the code
//! of the client, which knows nothing of it. Not part of the stable interface.

use bytes::Bytes;

use crate::error::Result;
use crate::model::Message;
use crate::stream::reader::{Limits, MessageReader, Purpose, read_whole};
pub use crate::transport::{WholeAnswer, read_answer, unpack};
use crate::wire::event::{Decoded, Event, decode};
use crate::wire::sse::Framer;

/// Reads `chunks` as the body of one stream, as a [`MessageStream`](crate::MessageStream) does: the events handed out,
/// and the message or the error the stream ends with.
pub fn decode_all(chunks: &[Bytes], max_event_bytes: usize) -> (Vec<Event>, Result<Message>) {
    let limits = Limits { event: max_event_bytes, stream: usize::MAX, message: usize::MAX };
    let mut events = Vec::new();
    let result = read_whole(chunks, MessageReader::new(limits, Purpose::Events), |event| events.push(event));
    (events, result)
}

/// Frames a body and tags its events by name alone; returns their number. Measures the cost of the framer alone.
#[must_use]
pub fn frame_and_tag(chunks: &[Bytes]) -> usize {
    let mut framer = Framer::new(crate::wire::sse::DEFAULT_MAX_EVENT);
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
    let mut framer = Framer::new(crate::wire::sse::DEFAULT_MAX_EVENT);
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

/// The result of [`read_journal`].
#[cfg(feature = "resources")]
pub type JournalText = (u64, Vec<(usize, Option<String>)>);

/// Reads the journal of a run of batches: the length of its whole lines in bytes, and of each planned batch the number
/// of its requests and its id, once that is known.
///
/// # Errors
/// In words, if the bytes are no journal. One that a killed process cut anywhere is a journal.
#[cfg(feature = "resources")]
pub fn read_journal(bytes: &[u8]) -> std::result::Result<JournalText, String> {
    crate::resources::read_journal_bytes(bytes)
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
