//! Why a prompt was not read from the cache: where two requests part, and what the service says of it (protocol §10.3, §10.7,
//! §10.9).
//!
//! The cache compares bytes, and the core has the bytes of both requests. So the place is found here without asking anybody.

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
    /// The definitions of tools. What stands behind them, all of it, is lost.
    Tools,
    /// The system prompt. The messages are lost with it.
    System,
    /// Which tool the model has to use. The messages are lost.
    ToolChoice,
    /// Thinking. The messages are lost.
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

/// Where two requests part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CacheChange {
    /// The first part that differs.
    pub part: CachePart,
    /// Of a list: the first element that differs, is new among the tools, or is gone.
    pub index: Option<usize>,
    /// How many bytes of the part, or of the element, are still the same.
    pub offset: usize,
}

impl CacheChange {
    /// Compares two requests in the order of the prefix: what is the first thing of `before` that `now` does not repeat, so
    /// that the cache was read up to there at most? `None` if all of it is repeated; `now` may have more messages.
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

    /// What the service says of it in the answer's `diagnostics`, for requests that ask (protocol §10.9). `None` if it says
    /// nothing, is not done comparing, or names a reason that is no part of a request.
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

/// The first element that differs. More messages than before are no change: they stand behind the prefix. More tools are.
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

/// How many bytes two texts have in common at their beginning.
fn common(old: Option<&str>, new: Option<&str>) -> usize {
    let pairs = old.unwrap_or_default().bytes().zip(new.unwrap_or_default().bytes());
    pairs.take_while(|(old, new)| old == new).count()
}
