//! Replies and events made in Rust, for tests that do not want to write JSON.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::{Fault, RawBytes, RawItem, Reply, SseItem};
use crate::{catalogue, codes};

impl Reply {
    /// A fault of protocol §12.4 by its name ([`Reply::names`]), or a refusal by its `error_code` ([`Reply::codes`]).
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        catalogue::find(name).or_else(|| codes::find(name))
    }

    /// The names that [`Reply::named`], scripts and the header `x-emulator-fault` understand.
    #[must_use]
    pub fn names() -> &'static [&'static str] {
        &catalogue::NAMES
    }

    /// The values of `error_code` that [`Reply::named`], scripts and the header understand (protocol §5.6).
    pub fn codes() -> impl Iterator<Item = &'static str> {
        codes::names()
    }

    /// The service's own answer, to be combined with a delay, a fault, a framing.
    #[must_use]
    pub fn model() -> Self {
        Self::default()
    }

    /// That status with the error body the service gives it (protocol §5.2).
    #[must_use]
    pub fn status(status: u16) -> Self {
        Self { status: Some(status), ..Self::default() }
    }

    /// That status with a JSON body.
    #[must_use]
    pub fn json(status: u16, body: Value) -> Self {
        Self { status: Some(status), json: Some(body), ..Self::default() }
    }

    /// That status with a text body.
    #[must_use]
    pub fn text(status: u16, body: impl Into<String>) -> Self {
        Self { status: Some(status), text: Some(body.into()), ..Self::default() }
    }

    /// That status with a body of bytes.
    #[must_use]
    pub fn bytes(status: u16, body: &[u8]) -> Self {
        Self { status: Some(status), base64: Some(STANDARD.encode(body)), ..Self::default() }
    }

    /// 200 with an event stream.
    #[must_use]
    pub fn sse(items: Vec<SseItem>) -> Self {
        Self { sse: Some(items), ..Self::default() }
    }

    /// An answer byte for byte, head included.
    #[must_use]
    pub fn raw(answer: impl AsRef<[u8]>) -> Self {
        let bytes = RawBytes { base64: STANDARD.encode(answer) };
        Self { raw: Some(vec![RawItem::Bytes(bytes)]), ..Self::default() }
    }

    /// Adds a header; given again, the header is repeated.
    #[must_use]
    pub fn header(mut self, name: &str, value: impl Into<String>) -> Self {
        let value = Value::String(value.into());
        match self.headers.get_mut(name) {
            Some(Value::Array(values)) => values.push(value),
            Some(present) if !present.is_null() => *present = Value::Array(vec![present.take(), value]),
            _ => drop(self.headers.insert(name.to_owned(), value)),
        }
        self
    }

    /// Leaves out a header that the service would add.
    #[must_use]
    pub fn without_header(mut self, name: &str) -> Self {
        self.headers.insert(name.to_owned(), Value::Null);
        self
    }

    /// Sets what breaks.
    #[must_use]
    pub fn fault(mut self, fault: Fault) -> Self {
        self.fault = Some(fault);
        self
    }

    /// Time before the status line.
    #[must_use]
    pub fn delay(mut self, time: Duration) -> Self {
        self.delay_ms = millis(time);
        self
    }

    /// Time between pieces or events.
    #[must_use]
    pub fn gap(mut self, time: Duration) -> Self {
        self.gap_ms = millis(time);
        self
    }

    /// Body in pieces of that many bytes.
    #[must_use]
    pub fn pieces(mut self, bytes: usize) -> Self {
        self.pieces = Some(bytes);
        self
    }

    /// Body cut at these offsets.
    #[must_use]
    pub fn split_at(mut self, offsets: impl Into<Vec<usize>>) -> Self {
        self.split_at = offsets.into();
        self
    }

    /// Answers that many requests; 0 for all that follow.
    #[must_use]
    pub fn repeat(mut self, times: u32) -> Self {
        self.repeat = times;
        self
    }
}

impl SseItem {
    /// An event whose data is JSON; the name is separate, as the two may disagree on purpose.
    #[must_use]
    pub fn event(name: &str, data: Value) -> Self {
        Self { event: Some(name.to_owned()), data: Some(data), ..Self::default() }
    }

    /// An event named after the `type` inside its data, as the service does it.
    #[must_use]
    pub fn typed(data: Value) -> Self {
        let name = data.get("type").and_then(Value::as_str).map(str::to_owned);
        Self { event: name, data: Some(data), ..Self::default() }
    }

    /// Bytes sent unchanged.
    #[must_use]
    pub fn raw(bytes: impl AsRef<[u8]>) -> Self {
        Self { raw_base64: Some(STANDARD.encode(bytes)), ..Self::default() }
    }

    /// A comment.
    #[must_use]
    pub fn comment(text: &str) -> Self {
        Self { comment: Some(text.to_owned()), ..Self::default() }
    }

    /// Silence.
    #[must_use]
    pub fn pause(time: Duration) -> Self {
        Self { pause_ms: Some(millis(time)), ..Self::default() }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
