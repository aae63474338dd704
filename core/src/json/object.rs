//! A shallow, borrowed view of a JSON object: its keys in order and the raw text of each value. It must not
//! know any field of the protocol.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, de};
use serde_json::value::RawValue;

use crate::json::{self, MAX_MEMBERS, too_many_members};

/// The entries of one object, in the order of the text. Values are checked to be JSON, not decoded.
pub(crate) struct Object<'a> {
    entries: Vec<(Cow<'a, str>, &'a RawValue)>,
}

impl<'a> Object<'a> {
    /// Reads one complete object; white space around it is allowed, anything else is an error.
    pub(crate) fn parse(text: &'a str) -> Result<Object<'a>, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The raw text of a value; of the last one if the key is repeated (protocol §11 row 24).
    pub(crate) fn raw(&self, key: &str) -> Option<&'a str> {
        self.entries.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value.get())
    }

    /// A value decoded as `T`; `None` if the key is missing or the value is something else.
    pub(crate) fn field<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        json::decode_lenient(self.raw(key)?.as_bytes()).ok()
    }

    /// The object as JSON, with some of its values replaced; keys that are missing stay missing.
    pub(crate) fn with(&self, replaced: &[(&str, &str)]) -> String {
        let mut out = String::from("{");
        for (name, value) in self.iter() {
            if out.len() > 1 {
                out.push(',');
            }
            let value = replaced.iter().find(|(key, _)| *key == name).map_or(value, |(_, value)| value);
            out.push_str(&serde_json::Value::from(name).to_string());
            out.push(':');
            out.push_str(value);
        }
        out.push('}');
        out
    }

    /// All entries in their order, including repeated keys.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &'a str)> {
        self.entries.iter().map(|(name, value)| (name.as_ref(), value.get()))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<'a>(std::marker::PhantomData<&'a ()>);

        impl<'de: 'a, 'a> Visitor<'de> for Entries<'a> {
            type Value = Object<'a>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'a>, A::Error> {
                let mut entries = Vec::with_capacity(8);
                while let Some(Key(key)) = map.next_key()? {
                    if entries.len() >= MAX_MEMBERS {
                        return Err(de::Error::custom(too_many_members()));
                    }
                    entries.push((key, map.next_value::<&'de RawValue>()?));
                }
                Ok(Object { entries })
            }
        }

        deserializer.deserialize_map(Entries(std::marker::PhantomData))
    }
}

/// A key, borrowed from the text unless it holds escapes.
struct Key<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Key<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor<'a>(std::marker::PhantomData<&'a ()>);

        impl<'de: 'a, 'a> Visitor<'de> for KeyVisitor<'a> {
            type Value = Key<'a>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object key")
            }

            fn visit_borrowed_str<E: de::Error>(self, key: &'de str) -> Result<Key<'a>, E> {
                Ok(Key(Cow::Borrowed(key)))
            }

            fn visit_str<E: de::Error>(self, key: &str) -> Result<Key<'a>, E> {
                Ok(Key(Cow::Owned(key.to_owned())))
            }
        }

        deserializer.deserialize_str(KeyVisitor(std::marker::PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_their_order_and_values_their_text() {
        let object = Object::parse(r#" {"b": 1.0, "a\u0062": [ 1e400 ], "b": null} "#).unwrap();
        let entries: Vec<_> = object.iter().collect();
        assert_eq!(entries, [("b", "1.0"), ("ab", "[ 1e400 ]"), ("b", "null")]);
        assert_eq!(object.raw("b"), Some("null"));
        assert_eq!(object.field::<u32>("b"), None);
        assert_eq!(object.raw("missing"), None);
    }

    #[test]
    fn what_is_not_one_object_is_refused() {
        for text in ["", "[]", "{", "{}{}", "{\"a\":}", "null"] {
            assert!(Object::parse(text).is_err(), "{text}");
        }
    }
}
