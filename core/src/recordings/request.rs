//! A request as a recording holds it: which requests are the same, and how two differ.

use std::fmt::{self, Write as _};

use bytes::Bytes;
use http::{Method, Uri};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::RecordingMatch;
use crate::hex::hex;
use crate::secret::MASK;

/// Members of a body that hold a secret wherever they are: credentials of MCP servers, and of OAuth.
const SECRET_MEMBERS: [&str; 5] =
    ["authorization_token", "access_token", "refresh_token", "client_secret", "id_token"];

/// The members of a message request that count in a loose comparison.
const LOOSE_MEMBERS: [&str; 4] = ["model", "messages", "system", "stream"];
/// Members that do not count in a loose comparison, at any depth.
const LOOSELY_IGNORED: [&str; 3] = ["id", "tool_use_id", "cache_control"];

/// A text longer than this is shortened where two requests are compared.
const SHOWN: usize = 60;

/// Identifies a request within a folder.
pub(super) type Key = [u8; 8];

/// A request without its headers and without secrets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Asked {
    method: String,
    /// With the query.
    path: String,
    /// If the body is JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    body: Option<Value>,
    /// The length of another body; missing if it was a stream.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    body_bytes: Option<u64>,
}

impl Asked {
    /// `body` is `None` if it is a stream.
    pub(crate) fn new(method: &Method, uri: &Uri, body: Option<&Bytes>) -> Asked {
        let mut json = body.and_then(|body| serde_json::from_slice::<Value>(body).ok());
        let length = body.filter(|body| json.is_none() && !body.is_empty()).map(|body| body.len() as u64);
        if let Some(json) = &mut json {
            mask_members(json);
        }
        Asked {
            method: method.as_str().to_owned(),
            path: uri.path_and_query().map_or("/", |path| path.as_str()).to_owned(),
            body: json,
            body_bytes: length,
        }
    }

    /// The same for requests that count as the same.
    pub(super) fn key(&self, matching: RecordingMatch) -> Key {
        let mut text = format!("{} {} {:?} ", self.method, self.path, self.body_bytes);
        write_sorted(&self.compared(matching), &mut text);
        let digest = ring::digest::digest(&ring::digest::SHA256, text.as_bytes());
        digest.as_ref().first_chunk().copied().unwrap_or_default()
    }

    /// The part of the body that counts; null without JSON.
    fn compared(&self, matching: RecordingMatch) -> Value {
        match (&self.body, matching) {
            (None, _) => Value::Null,
            (Some(Value::Object(body)), RecordingMatch::Loose) if body.contains_key("messages") => {
                loose(body)
            }
            (Some(body), _) => body.clone(),
        }
    }

    /// A name for the file of this request, without its extension.
    pub(super) fn file_name(&self, key: Key) -> String {
        let path = self.path.split('?').next().unwrap_or_default();
        let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        let word: String =
            last.chars().filter(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).take(40).collect();
        format!("{}-{word}-{}", self.method, hex(&key)).to_ascii_lowercase()
    }

    /// How this request differs from a recorded one, in sentences without a full stop, with the number of differences;
    /// `None` if they are about different endpoints.
    pub(super) fn differences(
        &self,
        recorded: &Asked,
        matching: RecordingMatch,
    ) -> Option<(usize, Vec<String>)> {
        let path = |asked: &Asked| asked.path.split('?').next().unwrap_or_default().to_owned();
        if self.method != recorded.method || path(self) != path(recorded) {
            return None;
        }
        let mut found = Differences::default();
        if self.path != recorded.path {
            found.add("the query", &Value::from(&*recorded.path), &Value::from(&*self.path));
        }
        if self.body_bytes != recorded.body_bytes {
            let number = |bytes: Option<u64>| bytes.map_or(Value::Null, Value::from);
            found.add("the length of the body", &number(recorded.body_bytes), &number(self.body_bytes));
        }
        found.compare("", &recorded.compared(matching), &self.compared(matching));
        Some((found.count, found.sentences))
    }
}

/// The endpoint.
impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.split('?').next().unwrap_or_default();
        write!(f, "{} {path}", self.method)
    }
}

/// Masks the values of members that hold a secret. True if there was one.
pub(super) fn mask_members(json: &mut Value) -> bool {
    let mut masked = false;
    match json {
        Value::Object(members) => {
            for (name, value) in members {
                if SECRET_MEMBERS.contains(&name.as_str()) && value.is_string() {
                    *value = Value::from(MASK);
                    masked = true;
                } else {
                    masked |= mask_members(value);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| masked |= mask_members(item)),
        _ => {}
    }
    masked
}

/// Appends JSON whose members are in the order of their names: whether a map keeps its order depends on the features of
/// `serde_json` that another crate of the program has chosen.
fn write_sorted(json: &Value, out: &mut String) {
    match json {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            out.push('{');
            for (name, value) in members {
                let _infallible = write!(out, "{name:?}:");
                write_sorted(value, out);
                out.push(',');
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for item in items {
                write_sorted(item, out);
                out.push(',');
            }
            out.push(']');
        }
        other => {
            let _infallible = write!(out, "{other}");
        }
    }
}

fn loose(body: &Map<String, Value>) -> Value {
    let mut kept = Map::new();
    for name in LOOSE_MEMBERS {
        if let Some(value) = body.get(name) {
            kept.insert(name.to_owned(), loosened(value));
        }
    }
    if let Some(Value::Array(tools)) = body.get("tools") {
        let name = |tool: &Value| tool.get("name").cloned().unwrap_or_default();
        kept.insert("tools".to_owned(), tools.iter().map(name).collect());
    }
    Value::Object(kept)
}

fn loosened(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::from(text.split_whitespace().collect::<Vec<_>>().join(" ")),
        Value::Array(items) => items.iter().map(loosened).collect(),
        Value::Object(members) => members
            .iter()
            .filter(|(name, _)| !LOOSELY_IGNORED.contains(&name.as_str()))
            .map(|(name, value)| (name.clone(), loosened(value)))
            .collect(),
        other => other.clone(),
    }
}

/// The first differences of two bodies, and how many there are.
#[derive(Default)]
struct Differences {
    count: usize,
    sentences: Vec<String>,
}

impl Differences {
    fn add(&mut self, place: &str, recorded: &Value, asked: &Value) {
        self.count += 1;
        if self.sentences.len() < 3 {
            self.sentences.push(format!("{place} was {} and is {}", shown(recorded), shown(asked)));
        }
    }

    fn compare(&mut self, place: &str, recorded: &Value, asked: &Value) {
        match (recorded, asked) {
            (Value::Object(before), Value::Object(now)) => {
                let added = now.keys().filter(|name| !before.contains_key(*name));
                for name in before.keys().chain(added) {
                    let (before, now) = (before.get(name), now.get(name));
                    if before != now {
                        let place = if place.is_empty() {
                            format!("`{name}`")
                        } else {
                            inside(place, &format!(".{name}"))
                        };
                        match (before, now) {
                            (Some(before), Some(now)) => self.compare(&place, before, now),
                            _ => {
                                self.add(&place, before.unwrap_or(&Value::Null), now.unwrap_or(&Value::Null))
                            }
                        }
                    }
                }
            }
            (Value::Array(before), Value::Array(now)) if before.len() == now.len() => {
                for (number, (before, now)) in before.iter().zip(now).enumerate() {
                    self.compare(&inside(place, &format!("[{number}]")), before, now);
                }
            }
            (before, now) if before == now => {}
            (before, now) => {
                self.add(if place.is_empty() { "the body" } else { place }, before, now);
            }
        }
    }
}

/// A place within one that is written in back-quotes.
fn inside(place: &str, further: &str) -> String {
    match place.strip_suffix('`') {
        Some(open) => format!("{open}{further}`"),
        None => format!("`{further}`"),
    }
}

fn shown(value: &Value) -> String {
    let text = match value {
        Value::Null => return "missing".to_owned(),
        Value::Array(items) => return format!("a list of {}", items.len()),
        other => other.to_string(),
    };
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}
