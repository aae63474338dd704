//! A streamed message without I/O: bytes in, events and the message out, and the one rule for how a stream ends
//! (protocol §4.6).

use bytes::Bytes;

use crate::call::settings::Settings;
use crate::error::{Error, ErrorKind, Result, envelope};
use crate::memory;
use crate::model::{Message, bounds};
use crate::setting::Setting;
use crate::wire::accumulate::{Accumulator, no_memory};
use crate::wire::event::{Decoded, Event, Halves, decode};
use crate::wire::event_kind::EventKind;
use crate::wire::sse::{Frame, Framer, Unframed};

/// The purpose of reading a message: it decides whether a failure after the beginning can be retried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A caller who gets the events. Once one other than `ping` was handed out, nothing is retried: the caller would
    /// get it twice.
    Events,
    /// A caller who gets the whole message. The service bills an answer from its first event on, even if it never
    /// arrives and no matter who cut it, so nothing is repeated after `message_start` unless the caller allows it. An
    /// answer that lacks only its `message_stop` is complete, and never requested again.
    Whole {
        /// [`RetryPolicy::repeat_cut_answers`](crate::RetryPolicy::repeat_cut_answers).
        repeat_cut: bool,
    },
}

/// How much a stream may bring, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// One event (`max_event_bytes`).
    pub(crate) event: usize,
    /// The body, unpacked (`max_stream_bytes`).
    pub(crate) stream: usize,
    /// The message that its events make, whether or not it is put together (`max_response_bytes`).
    pub(crate) message: usize,
}

impl Purpose {
    /// The purpose of a stream that is read for a whole message.
    pub(crate) fn whole(settings: &Settings) -> Purpose {
        Purpose::Whole { repeat_cut: settings.retry.repeats_cut_answers() }
    }

    /// Judges a failure after the head of a success, when nothing more is known: a whole answer is billed, and
    /// requested again only if the caller allows it.
    pub(crate) fn judged_once_begun(self, error: Error) -> Error {
        match self {
            Purpose::Whole { repeat_cut: false } => error.with_retryable(false),
            Purpose::Whole { repeat_cut: true } | Purpose::Events => error,
        }
    }
}

impl Limits {
    /// Those that the client sets.
    pub(crate) fn of(settings: &Settings) -> Limits {
        Limits {
            event: settings.sizes.max_event_bytes,
            stream: settings.sizes.max_stream_bytes,
            message: settings.sizes.max_response_bytes,
        }
    }
}

/// Reads one message from the body of a stream.
///
/// Push a chunk, take events until there are none, push the next; [`MessageReader::end`] at the end of the body. A
/// failure, from here or from the connection, becomes the error of the stream through [`MessageReader::judged`].
#[derive(Debug)]
pub(crate) struct MessageReader {
    framer: Framer,
    halves: Halves,
    message: Accumulator,
    limits: Limits,
    purpose: Purpose,
    /// The number of bytes received.
    came: usize,
    /// The number of bytes at which the limits are checked next.
    look_at: usize,
    /// An event other than `ping` was read.
    started: bool,
    /// The first bytes of the body until then, to identify a body that is no event stream.
    beginning: Vec<u8>,
}

/// The number of bytes kept from the beginning of a body: enough for an error in JSON.
const BEGINNING: usize = 16 << 10;

/// The number of these bytes shown in an error.
const SHOWN: usize = 200;

impl MessageReader {
    pub(crate) fn new(limits: Limits, purpose: Purpose) -> MessageReader {
        MessageReader {
            framer: Framer::new(limits.event),
            halves: Halves::default(),
            message: Accumulator::default(),
            limits,
            purpose,
            came: 0,
            look_at: limits.message.min(limits.stream),
            started: false,
            beginning: Vec::new(),
        }
    }

    /// Accumulates no message, for a caller who only takes the events. With `logged`, it is kept for the log.
    pub(crate) fn events_only(mut self, logged: bool) -> MessageReader {
        self.message = Accumulator::for_order_alone(logged);
        self
    }

    /// A new reader for another attempt.
    pub(crate) fn anew(&self) -> MessageReader {
        MessageReader { message: self.message.anew(), ..MessageReader::new(self.limits, self.purpose) }
    }

    pub(crate) fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// The message so far.
    pub(crate) fn message(&self) -> &Accumulator {
        &self.message
    }

    /// Hands over the next chunk of the body.
    ///
    /// # Errors
    /// The limits of the body and of the message.
    #[inline]
    pub(crate) fn push(&mut self, chunk: Bytes) -> Result<()> {
        self.came = self.came.saturating_add(chunk.len());
        if self.came > self.look_at {
            self.look()?;
        }
        if !self.started {
            self.keep_beginning(&chunk);
        }
        // Bytes after the end of the message do not count (protocol §4.5 step 9).
        if !self.message.is_finished() {
            self.framer.push(chunk);
        }
        Ok(())
    }

    /// The next event of the pushed bytes; `None` when more bytes are needed, or the message is complete.
    ///
    /// # Errors
    /// The error that ends the stream here.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<Event>> {
        if self.message.is_finished() {
            return Ok(None);
        }
        while let Some(frame) = self.framer.next().map_err(unframed)? {
            if let Some(event) = self.frame(frame)? {
                return Ok(Some(event));
            }
        }
        Ok(None)
    }

    /// The body has ended. Returns the unfinished event if only its last line end is missing (protocol §4.1 rule 8),
    /// and is then called again; `None` if the message is complete.
    ///
    /// # Errors
    /// [`ErrorKind::StreamEnded`] if it is not; retryable if nothing but `ping` came.
    pub(crate) fn end(&mut self) -> Result<Option<Event>> {
        if self.message.is_finished() {
            return Ok(None);
        }
        if let Some(frame) = self.framer.finish().map_err(unframed)?
            && serde_json::from_slice::<serde::de::IgnoredAny>(&frame.data).is_ok()
            && let Some(event) = self.frame(frame)?
        {
            return Ok(Some(event));
        }
        if self.message.is_finished() {
            return Ok(None);
        }
        if !self.started && !self.message.started() {
            return Err(self.never_began());
        }
        Err(Error::new(
            ErrorKind::StreamEnded,
            if self.message.saw_stop_reason() {
                "the stream ended after its stop reason, but without message_stop: the partial message holds the whole \
                answer"
            } else {
                "the stream ended in the middle of the message"
            },
        ))
    }

    #[cold]
    fn keep_beginning(&mut self, chunk: &[u8]) {
        let room = BEGINNING.saturating_sub(self.beginning.len());
        self.beginning.extend_from_slice(chunk.get(..chunk.len().min(room)).unwrap_or_default());
    }

    /// The error for a body that ended without an event: the service's own error, if the body is one in JSON.
    fn never_began(&self) -> Error {
        let body = Bytes::copy_from_slice(&self.beginning);
        if let Some(error) = envelope::in_json(&body) {
            return error;
        }
        let what = "the stream ended before it began";
        let text = match shown(&body) {
            None => what.to_owned(),
            Some(shown) => format!("{what}: what came begins with `{shown}`"),
        };
        Error::new(ErrorKind::StreamEnded, text).with_body(body)
    }

    /// Adds an event that was decoded already.
    ///
    /// # Errors
    /// The error that the event reports, or its violation of the protocol.
    #[inline]
    pub(crate) fn accept(&mut self, mut event: Event) -> Result<Event> {
        match event.kind() {
            EventKind::Ping => return Ok(event),
            EventKind::Error => return Err(envelope::from_envelope(event.json_bytes())),
            EventKind::MessageStop => self.check_size()?,
            EventKind::ContentBlockStart if self.message.is_full() => {
                let error = Error::new(ErrorKind::Decode, bounds::too_many_blocks());
                return Err(error.with_subkind(Some(bounds::BLOCKS)));
            }
            _ => self.halves.join(&mut event),
        }
        self.message.accept(&event)?;
        if !self.started {
            self.started = true;
            self.beginning = Vec::new();
        }
        Ok(event)
    }

    // Once for each event of a stream: a call would move the frame and the event through memory.
    #[inline(always)]
    fn frame(&mut self, frame: Frame) -> Result<Option<Event>> {
        // The reader of a large event copies its payload, and may keep a second copy.
        memory::room_for(frame.data.len().saturating_mul(2)).map_err(no_memory)?;
        match decode(frame) {
            Ok(Decoded::Event(event)) => self.accept(event).map(Some),
            Ok(Decoded::Skip) => Ok(None),
            Err(bad) => Err(bad.into()),
        }
    }

    /// Whether the call may be sent again after a failure.
    pub(crate) fn may_be_repeated(&self) -> bool {
        match self.purpose {
            Purpose::Events => !self.started,
            Purpose::Whole { repeat_cut } => {
                !self.message.started() || (repeat_cut && !self.message.saw_stop_reason())
            }
        }
    }

    /// Turns a failure into the error of the stream: adds the partial message, and decides whether it may be retried.
    pub(crate) fn judged(&self, error: Error) -> Error {
        let error =
            error.with_mid_stream(self.message.saw_stop_reason()).with_partial(self.message.partial());
        match (self.may_be_repeated(), error.kind()) {
            (false, _) => error.with_retryable(false),
            // A cut stream is final. Before its first event, or if it may be requested again, it counts as a lost
            // connection.
            (true, ErrorKind::StreamEnded) => error.with_retryable(true),
            (true, _) => error,
        }
    }

    /// Checks the limits, and sets when to check again: the message cannot grow by more than the bytes received.
    ///
    /// A check takes a step for each block. The next one is due after at least as many bytes as there are blocks, so
    /// that a message close to its limit is not added up for every chunk; the message can exceed its limit by that
    /// number of bytes.
    #[cold]
    fn look(&mut self) -> Result<()> {
        let most = self.limits.stream;
        if self.came > most {
            let what = format_args!("the stream is larger than {most} bytes");
            return Err(Error::too_large(what, Setting::MAX_STREAM_BYTES));
        }
        self.check_size()?;
        let room = self.limits.message.saturating_sub(self.message.size());
        let next = room.max(self.message.block_count());
        self.look_at = self.came.saturating_add(next).min(self.limits.stream);
        Ok(())
    }

    fn check_size(&self) -> Result<()> {
        let most = self.limits.message;
        if self.came <= most || self.message.size() <= most {
            return Ok(());
        }
        let what = format_args!("the answer is larger than {most} bytes");
        Err(Error::too_large(what, Setting::MAX_RESPONSE_BYTES))
    }
}

/// The beginning of a body on one line, with its control characters escaped; `None` if it is blank.
fn shown(body: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(body.get(..body.len().min(SHOWN)).unwrap_or_default());
    let text = text.trim();
    let escaped = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    (!text.is_empty()).then(|| text.chars().map(escaped).collect())
}

fn unframed(why: Unframed) -> Error {
    match why {
        Unframed::TooLarge { limit } => {
            Error::too_large(format_args!("an event is larger than {limit} bytes"), Setting::MAX_EVENT_BYTES)
        }
        Unframed::NoMemory(error) => no_memory(error),
    }
}

/// Reads a complete body, and passes its events to `each`.
///
/// # Errors
/// The error of the stream.
pub(crate) fn read_whole(
    chunks: &[Bytes],
    mut reader: MessageReader,
    mut each: impl FnMut(Event),
) -> Result<Message> {
    let mut read = || {
        for chunk in chunks {
            reader.push(chunk.clone())?;
            while let Some(event) = reader.next()? {
                each(event);
            }
        }
        while let Some(event) = reader.end()? {
            each(event);
        }
        Ok(())
    };
    match read() {
        Ok(()) => {
            let message = reader.message.into_finished();
            message.ok_or_else(|| Error::new(ErrorKind::Internal, "no end was found"))
        }
        Err(error) => Err(reader.judged(error)),
    }
}

/// The error for a message whose body was cut by `error`, with the part that arrived.
pub(crate) fn cut_off(body: &Bytes, mut reader: MessageReader, error: Error) -> Error {
    // `error` takes precedence over errors in the bytes themselves.
    let _begun = reader.push(body.clone());
    while let Ok(Some(_)) = reader.next() {}
    reader.judged(error)
}

#[cfg(test)]
mod tests;
