//! The file format of a recording: JSON that people can read and edit, with bodies as they came.

use std::collections::BTreeMap;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::request::Asked;
use crate::answer_headers::AnswerHeaders;
use crate::transport::{Failure, FailureKind};

/// The number of this format, in each file.
const FORMAT: u32 = 1;

/// Headers that are not recorded: they describe a connection, or hold a secret of the user's.
const LEFT_OUT: [&str; 6] =
    ["connection", "content-length", "keep-alive", "set-cookie", "transfer-encoding", "alt-svc"];

/// A request and the answers to it, in the order in which they came.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Exchange {
    format: u32,
    pub(super) request: Asked,
    pub(super) answers: Vec<Answer>,
}

/// One answer: a head with a body, or the failure in place of a head.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) status: Option<u16>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    headers: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<Piece>,
    /// How the body, or the attempt, failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) failure: Option<Failed>,
    /// The caller did not read the body to its end.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) left: bool,
}

/// A piece of a body, in one of four forms.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Piece {
    /// Milliseconds from the request until it came.
    ms: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    json: Option<Box<RawValue>>,
    /// Joined by line feeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    base64: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Failed {
    kind: String,
    message: String,
}

/// The names of failures in files.
const KINDS: [(FailureKind, &str); 10] = [
    (FailureKind::ConnectTimeout, "connect_timeout"),
    (FailureKind::Dns, "dns"),
    (FailureKind::Tls, "tls"),
    (FailureKind::Connect, "connect"),
    (FailureKind::Proxy, "proxy"),
    (FailureKind::Setting, "setting"),
    (FailureKind::Resources, "resources"),
    (FailureKind::Lost, "connection_lost"),
    (FailureKind::Malformed, "malformed"),
    (FailureKind::Coding, "content_encoding"),
];

impl Exchange {
    pub(super) fn new(request: Asked) -> Exchange {
        Exchange { format: FORMAT, request, answers: Vec::new() }
    }

    /// # Errors
    /// The reason why these bytes are no recording.
    pub(super) fn read(bytes: &[u8]) -> Result<Exchange, String> {
        let read: Exchange = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        if read.format != FORMAT {
            return Err(format!("its format is {}, and this version reads {FORMAT}", read.format));
        }
        match read.answers.iter().find_map(Answer::problem) {
            Some(problem) => Err(problem),
            None => Ok(read),
        }
    }

    pub(super) fn write(&self) -> Result<Vec<u8>, serde_json::Error> {
        let mut text = serde_json::to_vec_pretty(self)?;
        text.push(b'\n');
        Ok(text)
    }
}

impl Answer {
    pub(super) fn new(status: u16, headers: &AnswerHeaders) -> Answer {
        let mut kept: BTreeMap<String, String> = BTreeMap::new();
        for (name, value) in headers.iter().filter(|(name, _)| !LEFT_OUT.contains(name)) {
            let value = String::from_utf8_lossy(value);
            kept.entry(name.to_owned())
                .and_modify(|before| {
                    before.push_str(", ");
                    before.push_str(&value);
                })
                .or_insert_with(|| value.into_owned());
        }
        Answer { status: Some(status), headers: kept, ..Answer::default() }
    }

    pub(super) fn failed(failure: Failed) -> Answer {
        Answer { failure: Some(failure), ..Answer::default() }
    }

    /// Takes the pieces of the body, each with the time until it came. A piece that ends within a character gives that
    /// to the next.
    pub(super) fn fill(&mut self, pieces: Vec<(Duration, Bytes)>) {
        let one = pieces.len() == 1;
        let mut begun = Vec::new();
        let count = pieces.len();
        for (number, (at, bytes)) in pieces.into_iter().enumerate() {
            let mut bytes = [std::mem::take(&mut begun), bytes.to_vec()].concat();
            if let Err(error) = std::str::from_utf8(&bytes)
                && error.error_len().is_none()
                && number + 1 < count
            {
                begun = bytes.split_off(error.valid_up_to());
            }
            if !bytes.is_empty() {
                self.pieces.push(Piece::of(at, bytes, one));
            }
        }
    }

    pub(super) fn head(&self) -> Option<(u16, HeaderMap)> {
        let mut headers = HeaderMap::new();
        for (name, value) in &self.headers {
            if let (Ok(name), Ok(value)) =
                (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_bytes(value.as_bytes()))
            {
                headers.append(name, value);
            }
        }
        Some((self.status?, headers))
    }

    pub(super) fn body(&self) -> impl Iterator<Item = (Duration, Bytes)> {
        self.pieces.iter().map(|piece| (piece.at(), piece.bytes()))
    }

    /// Whether this is a whole answer of a success: a message stream up to its end, or a body up to its end that is not
    /// an error.
    pub(super) fn is_complete(&self) -> bool {
        if !self.status.is_some_and(|status| (200..300).contains(&status)) || self.failure.is_some() {
            return false;
        }
        let body: Vec<u8> = self.body().flat_map(|(_, bytes)| bytes).collect();
        if self.headers.get("content-type").is_some_and(|kind| kind.starts_with("text/event-stream")) {
            return memchr::memmem::find(&body, b"event: message_stop").is_some();
        }
        let error = serde_json::from_slice(&body)
            .is_ok_and(|json: serde_json::Value| json.get("type").is_some_and(|kind| kind == "error"));
        !self.left && !error
    }

    /// What people can have broken in a file.
    fn problem(&self) -> Option<String> {
        if self.status.is_none() && self.failure.is_none() {
            return Some("an answer has neither a status nor a failure".to_owned());
        }
        if self.status.is_some_and(|status| !(200..600).contains(&status)) {
            return Some("the status of an answer is not from 200 to 599".to_owned());
        }
        self.pieces.iter().find_map(Piece::problem)
    }
}

impl Piece {
    fn of(at: Duration, bytes: Vec<u8>, alone: bool) -> Piece {
        // A tenth of a millisecond is enough, and readable.
        let ms = (at.as_secs_f64() * 10_000.0).round() / 10.0;
        let mut piece = Piece { ms, json: None, lines: None, text: None, base64: None };
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                piece.base64 = Some(STANDARD.encode(error.as_bytes()));
                return piece;
            }
        };
        let is_trimmed = text.trim().len() == text.len() && text.starts_with(['{', '[']);
        // A number in its place would lose digits; raw JSON keeps each byte.
        let json = (alone && is_trimmed).then(|| serde_json::from_str::<Box<RawValue>>(&text).ok()).flatten();
        match json {
            Some(json) => piece.json = Some(json),
            None if text.contains('\n') => piece.lines = Some(text.split('\n').map(str::to_owned).collect()),
            None => piece.text = Some(text),
        }
        piece
    }

    fn at(&self) -> Duration {
        Duration::try_from_secs_f64(self.ms / 1000.0).unwrap_or_default()
    }

    fn bytes(&self) -> Bytes {
        if let Some(json) = &self.json {
            return Bytes::copy_from_slice(json.get().as_bytes());
        }
        if let Some(lines) = &self.lines {
            return lines.join("\n").into();
        }
        if let Some(text) = &self.text {
            return text.clone().into();
        }
        self.base64.as_ref().and_then(|text| STANDARD.decode(text).ok()).unwrap_or_default().into()
    }

    fn problem(&self) -> Option<String> {
        let forms = [self.json.is_some(), self.lines.is_some(), self.text.is_some(), self.base64.is_some()];
        if forms.iter().filter(|form| **form).count() != 1 {
            return Some("a piece of a body has one of `json`, `lines`, `text` and `base64`".to_owned());
        }
        let encoded = self.base64.as_ref()?;
        STANDARD.decode(encoded).is_err().then(|| "the `base64` of a piece cannot be decoded".to_owned())
    }
}

impl Failed {
    pub(super) fn of(failure: &Failure) -> Failed {
        let name = KINDS.iter().find(|(kind, _)| *kind == failure.kind).map(|(_, name)| *name);
        let mut cause: &(dyn std::error::Error + 'static) = failure.source.as_ref();
        while let Some(deeper) = cause.source() {
            cause = deeper;
        }
        Failed { kind: name.unwrap_or("connection_lost").to_owned(), message: cause.to_string() }
    }

    /// An unknown name is that of a lost connection.
    pub(super) fn failure(&self) -> Failure {
        let kind = KINDS.iter().find(|(_, name)| *name == self.kind).map(|(kind, _)| *kind);
        Failure { kind: kind.unwrap_or(FailureKind::Lost), source: self.message.clone().into() }
    }
}
