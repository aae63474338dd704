//! Validates scripts, and the JSON form of whole scripts.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::{Fault, RawItem, Reply, ScriptError, SseItem};

impl Reply {
    /// Is the body given here, so that the service's own checks are passed by?
    pub(crate) fn has_body(&self) -> bool {
        self.json.is_some()
            || self.text.is_some()
            || self.base64.is_some()
            || self.sse.is_some()
            || self.raw.is_some()
    }

    /// Refuses what cannot be rendered, with a sentence for the author of the script.
    ///
    /// # Errors
    /// Two kinds of body, an impossible status, line end, header or piece size, broken base64.
    pub fn check(&self) -> Result<(), ScriptError> {
        let kinds = [
            self.json.is_some(),
            self.text.is_some(),
            self.base64.is_some(),
            self.sse.is_some(),
            self.raw.is_some(),
            self.default,
        ];
        if kinds.iter().filter(|given| **given).count() > 1 {
            return Err(ScriptError::new("give one of json, text, base64, sse, raw, default"));
        }
        self.check_raw()?;
        self.check_flood()?;
        if self.status.is_some_and(|s| !(200..=999).contains(&s)) {
            return Err(ScriptError::new("status: 200 to 999"));
        }
        if self.pieces == Some(0) {
            return Err(ScriptError::new("pieces: at least 1 byte each"));
        }
        if !matches!(self.newline.as_deref(), None | Some("\n" | "\r\n" | "\r")) {
            return Err(ScriptError::new("newline: one of \\n, \\r\\n, \\r"));
        }
        if let Some(body) = &self.base64 {
            decode("base64", body)?;
        }
        for (name, value) in &self.headers {
            check_header(name, value)?;
        }
        let inserted = self.edit.iter().flat_map(|e| &e.insert).flat_map(|i| &i.items);
        self.sse.iter().flatten().chain(inserted).try_for_each(SseItem::check)
    }
}

impl Reply {
    /// An answer that is given byte for byte leaves nothing to those fields that would change it.
    fn check_raw(&self) -> Result<(), ScriptError> {
        let Some(items) = &self.raw else { return Ok(()) };
        let others = [
            self.status.is_some(),
            !self.headers.is_empty(),
            self.newline.is_some(),
            self.pad > 0,
            self.edit.is_some(),
            self.gzip,
            self.chunked.is_some(),
            self.content_length.is_some(),
            self.until_close,
            matches!(self.fault, Some(Fault::ResetMidHeaders | Fault::CloseMidHeaders)),
        ];
        if others.contains(&true) {
            return Err(ScriptError::new(
                "raw is the whole answer: beside it only pieces, split_at, delay_ms, gap_ms, fault (at a byte), flood, \
                 keep_alive and repeat",
            ));
        }
        items.iter().try_for_each(|item| match item {
            RawItem::Bytes(bytes) => decode("base64", &bytes.base64).map(drop),
            RawItem::Text(_) | RawItem::Pause(_) => Ok(()),
        })
    }
}

impl Reply {
    fn check_flood(&self) -> Result<(), ScriptError> {
        let bytes = match &self.flood {
            None => return Ok(()),
            Some(RawItem::Pause(_)) => Vec::new(),
            Some(RawItem::Text(text)) => text.clone().into_bytes(),
            Some(RawItem::Bytes(bytes)) => decode("flood", &bytes.base64)?,
        };
        if bytes.is_empty() || self.fault.is_some() {
            return Err(ScriptError::new("flood: some text or bytes, and no fault beside it"));
        }
        Ok(())
    }
}

impl SseItem {
    fn check(&self) -> Result<(), ScriptError> {
        let kinds = [
            self.data.is_some() || self.event.is_some(),
            self.raw.is_some(),
            self.raw_base64.is_some(),
            self.comment.is_some(),
            self.pause_ms.is_some(),
        ];
        if kinds.iter().filter(|given| **given).count() != 1 {
            return Err(ScriptError::new(
                "sse item: give one of event/data, raw, raw_base64, comment, pause_ms",
            ));
        }
        self.raw_base64.as_ref().map_or(Ok(()), |raw| decode("raw_base64", raw).map(drop))
    }
}

/// Reads a script: one reply, or an array of them; a reply is an object or the name of a known fault.
///
/// # Errors
/// Says which field of which reply cannot be followed.
pub fn parse_replies(json: &str) -> Result<Vec<Reply>, ScriptError> {
    if let Some(known) = Reply::named(json.trim()) {
        return Ok(vec![known]);
    }
    let value: Value = serde_json::from_str(json).map_err(|e| ScriptError::new(e.to_string()))?;
    let list = if let Value::Array(list) = value { list } else { vec![value] };
    let mut replies = Vec::with_capacity(list.len());
    for (index, item) in list.into_iter().enumerate() {
        let told = |e: String| ScriptError::new(format!("reply {index}: {e}"));
        let reply = match item {
            Value::String(name) => {
                Reply::named(&name).ok_or_else(|| told(format!("there is no fault {name}")))?
            }
            object => serde_json::from_value(object).map_err(|e| told(e.to_string()))?,
        };
        reply.check().map_err(|e| ScriptError::new(format!("reply {index}: {e}")))?;
        replies.push(reply);
    }
    Ok(replies)
}

pub(crate) fn decode(what: &str, text: &str) -> Result<Vec<u8>, ScriptError> {
    STANDARD.decode(text).map_err(|e| ScriptError::new(format!("{what}: {e}")))
}

fn check_header(name: &str, value: &Value) -> Result<(), ScriptError> {
    let fits = |v: &Value| match v {
        Value::String(s) => !s.contains(['\r', '\n', '\0']),
        other => other.is_number(),
    };
    let good = value.is_null() || fits(value) || value.as_array().is_some_and(|list| list.iter().all(fits));
    if good && http::HeaderName::from_bytes(name.as_bytes()).is_ok() {
        return Ok(());
    }
    Err(ScriptError::new(format!("headers.{name}: a string, a number, an array of them, or null")))
}
