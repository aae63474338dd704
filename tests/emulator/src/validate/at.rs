//! A JSON value together with its path, so that every refusal opens with the field it is about
//! (`messages.0.content.1.source.data: …`). Knows no field of the protocol.

use serde_json::{Map, Value};

use crate::answer::Refusal;

/// A value and its position.
#[derive(Clone, Debug)]
pub(crate) struct At<'a> {
    path: String,
    value: &'a Value,
    /// Unknown keys are refused.
    strict: bool,
}

impl<'a> At<'a> {
    /// The whole body.
    pub(crate) fn root(value: &'a Value, strict: bool) -> Self {
        Self { path: String::new(), value, strict }
    }

    pub(crate) fn value(&self) -> &'a Value {
        self.value
    }

    /// Are unknown keys and types refused?
    pub(crate) fn is_strict(&self) -> bool {
        self.strict
    }

    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    pub(crate) fn refuse(&self, what: impl std::fmt::Display) -> Refusal {
        if self.path.is_empty() { Refusal::bad(what.to_string()) } else { Refusal::at(&self.path, what) }
    }

    fn below(&self, key: &str, value: &'a Value) -> Self {
        let path = if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        At { path, value, strict: self.strict }
    }

    /// The field, `null` included.
    pub(crate) fn given(&self, key: &str) -> Option<Self> {
        self.value.get(key).map(|value| self.below(key, value))
    }

    /// The field, unless missing or `null`.
    pub(crate) fn maybe(&self, key: &str) -> Option<Self> {
        self.given(key).filter(|field| !field.value.is_null())
    }

    /// The field, which must be there.
    pub(crate) fn need(&self, key: &str) -> Result<Self, Refusal> {
        self.given(key).ok_or_else(|| self.below(key, self.value).refuse("this field is required"))
    }

    pub(crate) fn object(&self) -> Result<&'a Map<String, Value>, Refusal> {
        self.value.as_object().ok_or_else(|| self.refuse("an object is expected"))
    }

    pub(crate) fn list(&self) -> Result<Vec<Self>, Refusal> {
        let list = self.value.as_array().ok_or_else(|| self.refuse("an array is expected"))?;
        Ok(list.iter().enumerate().map(|(index, item)| self.below(&index.to_string(), item)).collect())
    }

    pub(crate) fn text(&self) -> Result<&'a str, Refusal> {
        self.value.as_str().ok_or_else(|| self.refuse("a string is expected"))
    }

    pub(crate) fn filled(&self) -> Result<&'a str, Refusal> {
        let text = self.text()?;
        if text.is_empty() { Err(self.refuse("must not be empty")) } else { Ok(text) }
    }

    pub(crate) fn integer(&self) -> Result<i64, Refusal> {
        self.value.as_i64().ok_or_else(|| self.refuse("a whole number is expected"))
    }

    pub(crate) fn number(&self) -> Result<f64, Refusal> {
        self.value.as_f64().ok_or_else(|| self.refuse("a number is expected"))
    }

    pub(crate) fn flag(&self) -> Result<bool, Refusal> {
        self.value.as_bool().ok_or_else(|| self.refuse("true or false is expected"))
    }

    pub(crate) fn one_of(&self, known: &[&str]) -> Result<&'a str, Refusal> {
        let text = self.text()?;
        if known.contains(&text) {
            return Ok(text);
        }
        Err(self.refuse(format!("\"{text}\" is not one of {}", known.join(", "))))
    }

    /// An optional string.
    pub(crate) fn maybe_text(&self, key: &str) -> Result<Option<&'a str>, Refusal> {
        self.maybe(key).map(|field| field.text()).transpose()
    }

    /// An optional flag.
    pub(crate) fn maybe_flag(&self, key: &str) -> Result<Option<bool>, Refusal> {
        self.maybe(key).map(|field| field.flag()).transpose()
    }

    /// An optional array of strings.
    pub(crate) fn maybe_texts(&self, key: &str) -> Result<Option<Vec<&'a str>>, Refusal> {
        let Some(field) = self.maybe(key) else { return Ok(None) };
        field.list()?.iter().map(At::text).collect::<Result<_, _>>().map(Some)
    }

    /// Refuses an object that has other keys than these (unless a beta feature is on).
    pub(crate) fn only(&self, known: &[&str]) -> Result<(), Refusal> {
        let unknown = self.object()?.keys().find(|key| !known.contains(&key.as_str()));
        match unknown.filter(|_| self.strict) {
            Some(key) => Err(self.below(key, self.value).refuse("extra inputs are not permitted")),
            None => Ok(()),
        }
    }

    /// `type` of a union member.
    pub(crate) fn kind(&self) -> Result<&'a str, Refusal> {
        self.object()?;
        self.need("type")?.text()
    }
}

/// Standard alphabet with padding, no line ends; checked without decoding, as bodies may be large.
pub(crate) fn is_base64(text: &str) -> bool {
    let bytes = text.as_bytes();
    let body = text.trim_end_matches('=');
    !bytes.is_empty()
        && bytes.len().is_multiple_of(4)
        && bytes.len() - body.len() <= 2
        && body.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'+' || b == b'/')
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn refusals_open_with_the_path() {
        let body = json!({"messages": [{"content": [{"n": 1.5, "x": 0}]}]});
        let block = At::root(&body, true).need("messages").unwrap().list().unwrap()[0].clone();
        let block = block.need("content").unwrap().list().unwrap()[0].clone();
        let told = |r: Result<(), Refusal>| r.unwrap_err().message;
        assert!(told(block.need("n").unwrap().integer().map(drop)).starts_with("messages.0.content.0.n: "));
        assert!(told(block.need("gone").map(drop)).starts_with("messages.0.content.0.gone: "));
        assert!(told(block.only(&["n"])).starts_with("messages.0.content.0.x: "));
        assert!(At::root(&body, false).only(&[]).is_ok());
    }

    #[test]
    fn base64_is_told_by_alphabet_and_length() {
        assert!(is_base64("aGk=") && is_base64("aGkh") && is_base64("+/=="));
        for bad in ["", "a", "aGk", "aG k", "aGk\n", "====", "data:aGk=", "aGk-"] {
            assert!(!is_base64(bad), "{bad}");
        }
    }
}
