//! Explains cache misses: the first difference of two requests, and the service's own report (protocol §10.3, §10.7,
//! §10.9).
//!
//! The cache compares bytes, and the core has the bytes of both requests, so it can find the difference itself.

use serde_json::value::RawValue;

use crate::client::body::Body;
use crate::error::{Error, Result};
use crate::json::object::Object;
use crate::model::Message;

/// A part of a request that the cache depends on, in the order in which a change counts (protocol §10.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CachePart {
    /// The model: each has a cache of its own.
    Model,
    /// The speed: each has a cache of its own.
    Speed,
    /// The definitions of tools. The cache of everything after them is lost.
    Tools,
    /// The system prompt. The cache of the messages is lost with it.
    System,
    /// The tool choice. The cache of the messages is lost.
    ToolChoice,
    /// Thinking. The cache of the messages is lost.
    Thinking,
    /// The messages, from one of them on.
    Messages,
}

impl CachePart {
    const ALL: [CachePart; 7] = [
        CachePart::Model,
        CachePart::Speed,
        CachePart::Tools,
        CachePart::System,
        CachePart::ToolChoice,
        CachePart::Thinking,
        CachePart::Messages,
    ];

    /// The name of the field in a request, such as `tool_choice`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            CachePart::Model => "model",
            CachePart::Speed => "speed",
            CachePart::Tools => "tools",
            CachePart::System => "system",
            CachePart::ToolChoice => "tool_choice",
            CachePart::Thinking => "thinking",
            CachePart::Messages => "messages",
        }
    }
}

/// The first difference of two requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CacheChange {
    /// The first part that differs.
    pub part: CachePart,
    /// For a list: the first element that differs, is new among the tools, or is missing.
    pub index: Option<usize>,
    /// The number of equal bytes at the beginning of the part or the element.
    pub offset: usize,
}

impl CacheChange {
    /// Compares two requests in the order of the prefix, and returns the first part of `before` that `now` does not
    /// repeat: the cache was read up to there at most. `None` if all of it is repeated; `now` may have more messages.
    ///
    /// ```
    /// use parlour::{Body, CacheChange, CachePart};
    ///
    /// let request = |day: &str| {
    ///     let json = format!(r#"{{"model":"m","system":"It is {day}.","messages":[{{"role":"user","content":"Hi"}}]}}"#);
    ///     Body::from_json_bytes(json)
    /// };
    /// let change = CacheChange::between(&request("Monday")?, &request("Tuesday")?)?.expect("the day changed");
    /// assert_eq!((change.part, change.offset), (CachePart::System, r#""It is "#.len()));
    /// # Ok::<(), parlour::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if a body is empty, or its tools or messages are no list.
    pub fn between(before: &Body, now: &Body) -> Result<Option<CacheChange>> {
        let (before, now) = (before.to_bytes(), now.to_bytes());
        let (before, now) = (object(&before)?, object(&now)?);
        for part in CachePart::ALL {
            let (old, new) = (before.raw(part.as_str()), now.raw(part.as_str()));
            let change = match part {
                CachePart::Tools | CachePart::Messages => listed(part, old, new)?,
                _ => (old != new).then(|| CacheChange { part, index: None, offset: common(old, new) }),
            };
            if change.is_some() {
                return Ok(change);
            }
        }
        Ok(None)
    }

    /// The change that the service reports in the `diagnostics` of an answer, for requests that ask for them (protocol
    /// §10.9). `None` if it reports nothing, has not finished comparing, or names a reason that is no part of a
    /// request.
    #[must_use]
    pub fn reported_by(message: &Message) -> Option<CachePart> {
        let reason = message.diagnostics.as_ref()?.cache_miss_reason.as_ref()?;
        let name = reason.kind.strip_suffix("_changed")?;
        CachePart::ALL.into_iter().find(|part| part.as_str() == name)
    }
}

fn object(body: &[u8]) -> Result<Object<'_>> {
    let text = std::str::from_utf8(body).map_err(|e| Error::config("a body is not UTF-8").with_source(e))?;
    Object::parse(text)
        .map_err(|e| Error::config(format!("a body is not one JSON object: {e}")).with_source(e))
}

/// The first element that differs. Additional messages are no change, because they come after the prefix; additional
/// tools are one.
fn listed(part: CachePart, old: Option<&str>, new: Option<&str>) -> Result<Option<CacheChange>> {
    let (old, new) = (elements(part, old)?, elements(part, new)?);
    let same = old.iter().zip(&new).take_while(|(old, new)| old.get() == new.get()).count();
    let ended = same == old.len() && (part == CachePart::Messages || same == new.len());
    let change = || {
        let at = |list: &[&RawValue]| list.get(same).map(|element| element.get().to_owned());
        let offset = common(at(&old).as_deref(), at(&new).as_deref());
        CacheChange { part, index: Some(same), offset }
    };
    Ok((!ended).then(change))
}

fn elements(part: CachePart, list: Option<&str>) -> Result<Vec<&RawValue>> {
    let refused = |e: serde_json::Error| {
        Error::config(format!("`{}` of a request is no list: {e}", part.as_str())).with_source(e)
    };
    list.filter(|list| *list != "null")
        .map_or(Ok(Vec::new()), |list| serde_json::from_str(list).map_err(refused))
}

/// The length of the common prefix of two texts in bytes.
fn common(old: Option<&str>, new: Option<&str>) -> usize {
    let pairs = old.unwrap_or_default().bytes().zip(new.unwrap_or_default().bytes());
    pairs.take_while(|(old, new)| old == new).count()
}
