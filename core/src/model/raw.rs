//! Shallow walks over JSON text that was checked already: where a value ends, which members an object has. It
//! does not check again, builds nothing, and never recurses. It must not know any field of the protocol.
//!
//! serde_json could do this with borrowed raw values, but takes each level byte by byte; decoding an answer
//! crosses three or four levels, and most of its bytes are in strings, which are searched here instead.

use std::borrow::Cow;

use memchr::{memchr, memchr2};
use serde_json::value::RawValue;

use crate::json::{Json, JsonError, unescape_into};

/// The text of one JSON value, valid and without white space around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Raw<'a>(&'a str);

impl<'a> From<&'a RawValue> for Raw<'a> {
    fn from(raw: &'a RawValue) -> Raw<'a> {
        Raw(raw.get())
    }
}

impl<'a> Raw<'a> {
    pub(crate) fn text(self) -> &'a str {
        self.0
    }

    /// An owned copy of the text.
    pub(crate) fn to_json(self) -> Json {
        // Part of a valid text, so it is one itself.
        Json::parse(self.0).unwrap_or_default()
    }

    /// The text of a JSON string, borrowed if it holds no escapes. Lone surrogates become U+FFFD.
    pub(crate) fn string(self) -> Result<Cow<'a, str>, JsonError> {
        match self.0.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')) {
            None => wrong_kind(),
            Some(inner) if memchr(b'\\', inner.as_bytes()).is_none() => Ok(Cow::Borrowed(inner)),
            Some(inner) => {
                let mut text = String::with_capacity(inner.len());
                if unescape_into(inner, &mut text) { Ok(Cow::Owned(text)) } else { wrong_kind() }
            }
        }
    }

    /// Calls `each` for every member of an object, in the order of the text. Ends with its first error.
    pub(crate) fn members(
        self,
        each: &mut dyn FnMut(&str, Raw<'a>) -> Result<(), JsonError>,
    ) -> Result<(), JsonError> {
        let mut walk = Walk::into(self, '{')?;
        while let Some(key) = walk.value() {
            walk.skip_colon();
            let Some(value) = walk.value() else { break };
            each(&key.string()?, value)?;
        }
        Ok(())
    }

    /// Calls `each` for every element of an array. Ends with its first error.
    pub(crate) fn elements(
        self,
        each: &mut dyn FnMut(Raw<'a>) -> Result<(), JsonError>,
    ) -> Result<(), JsonError> {
        let mut walk = Walk::into(self, '[')?;
        while let Some(value) = walk.value() {
            each(value)?;
        }
        Ok(())
    }
}

pub(crate) fn wrong_kind<T>() -> Result<T, JsonError> {
    Err(JsonError::data("a JSON value of another type"))
}

/// Steps over the values directly inside one container.
struct Walk<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Walk<'a> {
    fn into(raw: Raw<'a>, open: char) -> Result<Walk<'a>, JsonError> {
        if raw.0.starts_with(open) { Ok(Walk { text: raw.0, at: 1 }) } else { wrong_kind() }
    }

    /// The next value or key; `None` at the end of the container.
    fn value(&mut self) -> Option<Raw<'a>> {
        let bytes = self.text.as_bytes();
        self.skip(|byte| byte == b',' || is_space(byte));
        let start = self.at;
        self.at = match bytes.get(start)? {
            b']' | b'}' => return None,
            b'"' => string_end(bytes, start),
            b'[' | b'{' => container_end(bytes, start),
            _ => scalar_end(bytes, start),
        };
        self.text.get(start..self.at).map(Raw)
    }

    fn skip_colon(&mut self) {
        self.skip(|byte| byte == b':' || is_space(byte));
    }

    fn skip(&mut self, skipped: impl Fn(u8) -> bool) {
        while self.text.as_bytes().get(self.at).is_some_and(|byte| skipped(*byte)) {
            self.at += 1;
        }
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// The place after the string that starts at `start`.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
        at += found;
        if bytes.get(at) == Some(&b'"') {
            return at + 1;
        }
        // An escape: the character it protects is no end, and the rest of \uXXXX is plain text.
        at += 2;
    }
    bytes.len()
}

/// The place after the object or array that starts at `start`.
fn container_end(bytes: &[u8], start: usize) -> usize {
    let mut depth = 0usize;
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = string_end(bytes, at);
                continue;
            }
            b'[' | b'{' => depth += 1,
            b']' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// The place after the number or literal that starts at `start`.
fn scalar_end(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    let length = rest.iter().position(|byte| matches!(byte, b',' | b']' | b'}') || is_space(*byte));
    length.map_or(bytes.len(), |length| start + length)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parts(text: &str) -> Vec<String> {
        let json = Json::parse(text).unwrap();
        let raw = Raw::from(json.raw());
        let mut out = Vec::new();
        if text.starts_with('{') {
            raw.members(&mut |key, value| {
                out.extend([key.to_owned(), value.text().to_owned()]);
                Ok(())
            })
            .unwrap();
        } else {
            raw.elements(&mut |value| {
                out.push(value.text().to_owned());
                Ok(())
            })
            .unwrap();
        }
        out
    }

    #[test]
    fn values_are_found_with_their_exact_text() {
        assert_eq!(
            parts(r#"{ "a" : 1.0 ,"b\"\\":[ "]" , {"}":"\\"} ],"":{},"c":"\u005b\\", "d":null}"#),
            ["a", "1.0", "b\"\\", r#"[ "]" , {"}":"\\"} ]"#, "", "{}", "c", r#""\u005b\\""#, "d", "null"]
        );
        assert_eq!(parts("[-1e400,true\n,[[]],\"é,\"]"), ["-1e400", "true", "[[]]", "\"é,\""]);
        assert!(parts("{ }").is_empty() && parts("[\t]").is_empty());
        let object = Json::parse("{}").unwrap();
        assert!(Raw::from(object.raw()).elements(&mut |_| Ok(())).is_err());
    }

    fn json_text() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            Just("null".to_owned()),
            any::<f64>().prop_filter("finite", |n| n.is_finite()).prop_map(|n| format!("{n:?}")),
            any::<String>().prop_map(|text| Json::string(&text).as_str().to_owned()),
            Just(r#""\\\"\u00e9\/""#.to_owned()),
        ];
        leaf.prop_recursive(4, 24, 5, |inner| {
            let space = prop::sample::select(vec!["", " ", "\n\t"]);
            prop_oneof![
                (proptest::collection::vec(inner.clone(), 0..5), space.clone()).prop_map(
                    |(items, space)| format!("[{space}{}{space}]", items.join(&format!("{space},{space}")))
                ),
                (proptest::collection::vec((any::<String>(), inner), 0..5), space).prop_map(
                    |(members, space)| {
                        let members: Vec<String> = members
                            .into_iter()
                            .map(|(key, value)| format!("{}{space}:{space}{value}", Json::string(&key)))
                            .collect();
                        format!("{{{}{space}}}", members.join(&format!("{space},{space}")))
                    }
                ),
            ]
        })
    }

    proptest! {
        #[test]
        fn arrays_are_split_as_serde_json_splits_them(items in proptest::collection::vec(json_text(), 0..6)) {
            let text = format!("[{}]", items.join(" , "));
            let expected: Vec<&RawValue> = serde_json::from_str(&text).unwrap();
            let expected: Vec<&str> = expected.into_iter().map(RawValue::get).collect();
            prop_assert_eq!(parts(&text), expected);
        }

        #[test]
        fn objects_are_split_as_serde_json_splits_them(items in proptest::collection::vec(json_text(), 0..6)) {
            let members: Vec<String> =
                items.iter().enumerate().map(|(at, item)| format!("\"k\\n{at}\" :{item}")).collect();
            let text = format!("{{{}}}", members.join(","));
            let mut expected: Vec<String> = Vec::new();
            let map: std::collections::BTreeMap<String, &RawValue> = serde_json::from_str(&text).unwrap();
            for (key, value) in map {
                expected.extend([key, value.get().to_owned()]);
            }
            prop_assert_eq!(parts(&text), expected);
        }
    }
}
