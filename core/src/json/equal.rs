//! Whether two pieces of JSON text mean the same. Independent of the types behind them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::MAX_JSON_DEPTH;

/// Compares level by level, so that a number is always compared in its own spelling and depth is bounded.
pub(super) fn equal(a: &RawValue, b: &RawValue, depth: usize) -> bool {
    let (x, y) = (a.get(), b.get());
    if x == y {
        return true;
    }
    if depth > MAX_JSON_DEPTH {
        return false;
    }
    match (x.as_bytes().first(), y.as_bytes().first()) {
        (Some(b'{'), Some(b'{')) => match (members(x), members(y)) {
            (Some(x), Some(y)) => {
                x.len() == y.len()
                    && x.iter().all(|(key, a)| y.get(key).is_some_and(|b| equal(a, b, depth + 1)))
            }
            _ => false,
        },
        (Some(b'['), Some(b'[')) => match (elements(x), elements(y)) {
            (Some(x), Some(y)) => x.len() == y.len() && x.iter().zip(&y).all(|(a, b)| equal(a, b, depth + 1)),
            _ => false,
        },
        (Some(b'"'), Some(b'"')) => {
            matches!((string(x), string(y)), (Some(x), Some(y)) if x == y)
        }
        (Some(b'-' | b'0'..=b'9'), Some(b'-' | b'0'..=b'9')) => numbers(x, y),
        _ => false,
    }
}

/// Integers are equal if spelled alike (JSON has one spelling for each); fractions if their values are.
fn numbers(x: &str, y: &str) -> bool {
    let fraction = |text: &str| text.contains(['.', 'e', 'E']);
    match (fraction(x), fraction(y), x.parse::<f64>(), y.parse::<f64>()) {
        (true, true, Ok(x), Ok(y)) => x.is_finite() && x == y,
        _ => false,
    }
}

fn string(text: &str) -> Option<String> {
    serde_json::from_str(text).ok()
}

fn elements(text: &str) -> Option<Vec<&RawValue>> {
    serde_json::from_str(text).ok()
}

/// The members of an object; of duplicate keys the last one (protocol §11 row 24).
fn members(text: &str) -> Option<HashMap<Cow<'_, str>, &RawValue>> {
    serde_json::Deserializer::from_str(text).deserialize_map(Members).ok()
}

struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = HashMap<Cow<'de, str>, &'de RawValue>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = HashMap::new();
        while let Some(key) = map.next_key_seed(Key)? {
            members.insert(key, map.next_value()?);
        }
        Ok(members)
    }
}

/// A key, borrowed unless it holds escapes.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Key {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(key))
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(key.to_owned()))
    }
}
