//! Answers that a client recorded (docs/guides/recordings.md) in place of the model's. The file format is read here
//! from its description alone, as everything is that client and service share.

use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::answer::Refusal;
use crate::record::Request;
use crate::script::{Fault, Reply, SseItem};

/// The recordings of a folder.
pub(crate) struct Replay(Mutex<Vec<Exchange>>);

#[derive(Deserialize)]
struct Exchange {
    format: u32,
    request: Asked,
    answers: Vec<Answer>,
    /// How many of the answers were given.
    #[serde(skip)]
    given: usize,
}

#[derive(Deserialize)]
struct Asked {
    method: String,
    path: String,
    #[serde(default)]
    body: Value,
    #[serde(default)]
    body_bytes: u64,
}

#[derive(Clone, Deserialize)]
struct Answer {
    status: Option<u16>,
    #[serde(default)]
    headers: Map<String, Value>,
    #[serde(default)]
    pieces: Vec<Piece>,
    failure: Option<Value>,
}

#[derive(Clone, Deserialize)]
struct Piece {
    ms: f64,
    json: Option<Box<RawValue>>,
    lines: Option<Vec<String>>,
    text: Option<String>,
    base64: Option<String>,
}

impl Replay {
    /// Reads the folder.
    pub(crate) fn open(folder: &Path) -> io::Result<Replay> {
        let mut all = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let wrong = |problem: String| io::Error::other(format!("{}: {problem}", path.display()));
            let read: Exchange =
                serde_json::from_slice(&std::fs::read(&path)?).map_err(|error| wrong(error.to_string()))?;
            if read.format != 1 || read.answers.is_empty() {
                return Err(wrong("no recording of format 1 with an answer".to_owned()));
            }
            all.push(read);
        }
        Ok(Replay(Mutex::new(all)))
    }

    /// The next answer to this request; the last is repeated.
    pub(crate) fn next(&self, request: &Request) -> Result<Reply, Refusal> {
        let body: Option<Value> = serde_json::from_slice(&request.body).ok();
        let other = if body.is_some() { 0 } else { request.body.len() as u64 };
        let body = body.unwrap_or_default();
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = all.iter_mut().find(|one| {
            let (path, query) = one.request.path.split_once('?').unwrap_or((&one.request.path, ""));
            (one.request.method.as_str(), path, query, one.request.body_bytes)
                == (&*request.method, &*request.path, &*request.query, other)
                && one.request.body == body
        });
        let Some(found) = found else {
            let text = format!("There is no recording of this {} {}.", request.method, request.path);
            return Err(Refusal::not_found(text));
        };
        let turn = found.given.min(found.answers.len() - 1);
        found.given += 1;
        Ok(found.answers.get(turn).map(Answer::reply).unwrap_or_default())
    }
}

impl Answer {
    fn reply(&self) -> Reply {
        let Some(status) = self.status else {
            return Reply::status(200).fault(Fault::ResetBeforeHeaders);
        };
        let (mut items, mut bytes, mut passed) = (Vec::new(), 0, Duration::ZERO);
        for piece in &self.pieces {
            let at = Duration::try_from_secs_f64(piece.ms / 1000.0).unwrap_or_default();
            if let Some(wait) = at.checked_sub(passed).filter(|wait| wait.as_millis() > 0) {
                items.push(SseItem::pause(wait));
                passed = at;
            }
            let content = piece.bytes();
            bytes += content.len();
            items.push(SseItem::raw(content));
        }
        let mut reply = Reply::sse(items);
        (reply.status, reply.headers) = (Some(status), self.headers.clone());
        match &self.failure {
            Some(_) => reply.fault(Fault::ResetAt(bytes)),
            None => reply,
        }
    }
}

impl Piece {
    fn bytes(&self) -> Vec<u8> {
        if let Some(json) = &self.json {
            return json.get().as_bytes().to_vec();
        }
        if let Some(lines) = &self.lines {
            return lines.join("\n").into_bytes();
        }
        let decoded = self.base64.as_ref().and_then(|text| STANDARD.decode(text).ok());
        decoded.or_else(|| self.text.clone().map(String::into_bytes)).unwrap_or_default()
    }
}
