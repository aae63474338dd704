//! The variant every union falls back to: raw JSON with its type, sent again unchanged.

use serde::{Serialize, Serializer};

use super::decode;
use super::reader::Reader;
use crate::json::{Json, JsonError};

/// A JSON value of a type this library does not know (protocol §0.4 rule 2). A block that came with a later beta
/// arrives as this.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OtherBlock {
    /// The `type` string; empty if there is none.
    pub kind: String,
    /// The received value. It is sent back unchanged.
    pub json: Json,
}

impl OtherBlock {
    /// Wraps any JSON value.
    #[must_use]
    pub fn new(json: Json) -> OtherBlock {
        let kind = decode::peek_type(Reader::new(json.as_str())).unwrap_or_default().into_owned();
        OtherBlock { kind, json }
    }

    /// The value of one key, if this is an object that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Json> {
        let mut reader = Reader::new(self.json.as_str());
        let mut members = reader.object().ok()?;
        let mut found = None;
        while let Some(name) = reader.key(&mut members).ok()? {
            let value = reader.value().ok()?;
            if name == key {
                found = Some(value.to_json());
            }
        }
        found
    }

    /// The server tool call that this is the result of: results of tools that came later have the shape of those
    /// before.
    #[cfg(feature = "conversation")]
    pub(crate) fn server_result_of(&self) -> Option<String> {
        let id = self.kind.ends_with("_tool_result").then(|| self.get("tool_use_id"))??;
        id.decode().ok()
    }

    /// Replaces the value of one key, or adds the key at the end. All else keeps its text.
    ///
    /// # Errors
    /// If this is not a JSON object.
    pub fn set(&mut self, key: &str, json: &Json) -> Result<(), JsonError> {
        let name = Json::string(key);
        let mut out = String::with_capacity(self.json.as_str().len() + json.as_str().len() + key.len() + 8);
        out.push('{');
        let mut push = |name: &str, value: &str| {
            if out.len() > 1 {
                out.push(',');
            }
            out.push_str(name);
            out.push(':');
            out.push_str(value);
        };
        let mut placed = false;
        let mut reader = Reader::new(self.json.as_str());
        let mut members = reader.object()?;
        while let Some(found) = reader.key(&mut members)? {
            let value = reader.value()?;
            if found != key {
                push(Json::string(&found).as_str(), value.text());
            } else if !placed {
                placed = true;
                push(name.as_str(), json.as_str());
            }
        }
        if !placed {
            push(name.as_str(), json.as_str());
        }
        out.push('}');
        *self = OtherBlock::new(Json::parse(&out)?);
        Ok(())
    }
}

impl Serialize for OtherBlock {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json.serialize(serializer)
    }
}

impl<'de> serde::Deserialize<'de> for OtherBlock {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<OtherBlock, D::Error> {
        Json::deserialize(deserializer).map(OtherBlock::new)
    }
}
