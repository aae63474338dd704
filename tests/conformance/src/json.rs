//! JSON without losses: numbers keep their text, objects their order and their duplicate keys, so that two documents
//! are compared as they were written. The client's own JSON code is never used to judge the client.

mod read;

use std::fmt;

use read::TOO_DEEP;

/// One JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as it was written.
    Number(String),
    /// A string, decoded. A lone surrogate becomes U+FFFD.
    Text(String),
    /// An array.
    Array(Vec<Json>),
    /// An object in order.
    Object(Vec<(String, Json)>),
}

/// Why a text is not JSON: the error, and its byte offset.
#[derive(Debug)]
pub struct BadJson {
    what: &'static str,
    at: usize,
}

impl fmt::Display for BadJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not JSON: {} at byte {}", self.what, self.at)
    }
}

impl std::error::Error for BadJson {}

impl BadJson {
    /// True for a text that may well be JSON, but is nested deeper than the harness reads.
    #[must_use]
    pub fn is_too_deep(&self) -> bool {
        self.what == TOO_DEEP
    }
}

impl Json {
    /// Reads one document.
    ///
    /// # Errors
    /// The first offence against the grammar, or nesting deeper than 512.
    pub fn parse(text: &str) -> Result<Json, BadJson> {
        read::document(text)
    }

    /// A string value.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Json {
        Json::Text(text.into())
    }

    /// A whole number.
    #[must_use]
    pub fn int(number: impl fmt::Display) -> Json {
        Json::Number(number.to_string())
    }

    /// The value of a key; the last one if the key is repeated.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.entries().iter().rev().find(|(k, _)| k == key).map(|(_, v)| v)
    }

    /// The value of a key, with `null` taken as absent.
    #[must_use]
    pub fn some(&self, key: &str) -> Option<&Json> {
        self.get(key).filter(|v| **v != Json::Null)
    }

    /// The entries of an object; empty for anything else.
    #[must_use]
    pub fn entries(&self) -> &[(String, Json)] {
        if let Json::Object(entries) = self { entries } else { &[] }
    }

    /// The items of an array; empty for anything else.
    #[must_use]
    pub fn items(&self) -> &[Json] {
        if let Json::Array(items) = self { items } else { &[] }
    }

    /// The decoded string, if this is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        if let Json::Text(text) = self { Some(text) } else { None }
    }

    /// The number as a float, if this is one.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        if let Json::Number(text) = self { text.parse().ok() } else { None }
    }

    /// The number as a whole number, if it is one that is not negative.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        if let Json::Number(text) = self { text.parse().ok() } else { None }
    }

    /// The boolean, if this is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        if let Json::Bool(value) = self { Some(*value) } else { None }
    }

    /// Sets a key of an object, in place if it is there. Anything else becomes an object first.
    pub fn set(&mut self, key: &str, value: Json) {
        if !matches!(self, Json::Object(_)) {
            *self = Json::Object(Vec::new());
        }
        if let Json::Object(entries) = self {
            match entries.iter_mut().find(|(k, _)| k == key) {
                Some((_, old)) => *old = value,
                None => entries.push((key.to_owned(), value)),
            }
        }
    }

    /// Takes a key out of an object.
    pub fn take(&mut self, key: &str) -> Option<Json> {
        let Json::Object(entries) = self else { return None };
        let at = entries.iter().position(|(k, _)| k == key)?;
        Some(entries.remove(at).1)
    }

    /// Lays `over` on top: objects are merged key by key, everything else is replaced.
    pub fn merge(&mut self, over: &Json) {
        match over {
            Json::Object(entries) if matches!(self, Json::Object(_)) => {
                for (key, value) in entries {
                    match self {
                        Json::Object(mine) => match mine.iter_mut().find(|(k, _)| k == key) {
                            Some((_, old)) => old.merge(value),
                            None => mine.push((key.clone(), value.clone())),
                        },
                        _ => return,
                    }
                }
            }
            other => *self = other.clone(),
        }
    }

    /// A copy without the entries whose value is `null`, at any depth.
    #[must_use]
    pub fn without_nulls(&self) -> Json {
        match self {
            Json::Object(entries) => Json::Object(
                entries
                    .iter()
                    .filter(|(_, v)| *v != Json::Null)
                    .map(|(k, v)| (k.clone(), v.without_nulls()))
                    .collect(),
            ),
            Json::Array(items) => Json::Array(items.iter().map(Json::without_nulls).collect()),
            other => other.clone(),
        }
    }
}

/// True if two number texts represent the same number without loss: `1` is `1.0`, but two whole numbers beyond 2^53
/// must have the same digits.
#[must_use]
pub fn same_number(a: &str, b: &str) -> bool {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let fractional = |text: &str| text.contains(['.', 'e', 'E']);
    if a == b {
        return true;
    }
    match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(x), Ok(y)) if x == y => x.abs() < EXACT || (fractional(a) && fractional(b)),
        _ => false,
    }
}

impl fmt::Display for Json {
    /// Compact JSON text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Number(text) => f.write_str(text),
            Json::Text(text) => quote(f, text),
            Json::Array(items) => {
                f.write_str("[")?;
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        f.write_str(",")?;
                    }
                    write!(f, "{item}")?;
                }
                f.write_str("]")
            }
            Json::Object(entries) => {
                f.write_str("{")?;
                for (i, (key, value)) in entries.iter().enumerate() {
                    if i > 0 {
                        f.write_str(",")?;
                    }
                    quote(f, key)?;
                    write!(f, ":{value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

fn quote(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    let mut from = 0;
    for (at, c) in text.char_indices() {
        let plain = !matches!(c, '"' | '\\') && c >= ' ';
        if plain {
            continue;
        }
        f.write_str(text.get(from..at).unwrap_or_default())?;
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            other => write!(f, "\\u{:04x}", other as u32)?,
        }
        from = at + c.len_utf8();
    }
    f.write_str(text.get(from..).unwrap_or_default())?;
    f.write_str("\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_order_and_text_survive() {
        let text = r#"{"b":123456789012345678901234567890,"a":[1.50,-0,"\"\\é😀",null,true]}"#;
        assert_eq!(Json::parse(text).unwrap().to_string(), text);
        assert_eq!(Json::parse(r#""\ud83d\ude00 \ud83d!""#).unwrap(), Json::text("😀 \u{FFFD}!"));
        assert_eq!(Json::parse(r#""\ud83d\u0041""#).unwrap(), Json::text("\u{FFFD}A"));
        for bad in ["", "{", "[1,]", "tru", "\"\n\"", "1 2", "{\"a\" 1}", "--1"] {
            assert!(Json::parse(bad).is_err(), "{bad:?}");
        }
        assert!(Json::parse(&"[".repeat(100_000)).is_err());
    }

    #[test]
    fn numbers_are_compared_without_loss() {
        assert!(same_number("1", "1.0") && same_number("1e2", "100") && same_number("0.25", "2.5e-1"));
        assert!(!same_number("9007199254740993", "9007199254740992"));
        assert!(!same_number("123456789012345678901234567890", "123456789012345678901234567891"));
    }

    #[test]
    fn merge_lays_objects_over_each_other() {
        let mut base = Json::parse(r#"{"a":{"x":1,"y":2},"b":[1]}"#).unwrap();
        base.merge(&Json::parse(r#"{"a":{"y":3},"b":[2],"c":null}"#).unwrap());
        assert_eq!(base.to_string(), r#"{"a":{"x":1,"y":3},"b":[2],"c":null}"#);
    }
}
