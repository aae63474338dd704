//! Reading JSON without a library of the host's: a document that is parsed once, and its values by JSON pointer.

use std::ffi::c_char;
use std::fmt;
use std::mem::MaybeUninit;
use std::sync::OnceLock;

use parlour_bridge::ErrorInfo;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Number;

use crate::abi::parlour_result;
use crate::boundary::{fallible, transfer};
use crate::catch::{infallible, value_or};
use crate::error::parlour_error;
use crate::fault::require;
use crate::text::{parlour_str, write_text};

/// JSON that was read, or a value in it. Immutable and independent of the text it was read from: any thread may read
/// it, and it is freed at any time with parlour_json_free(). Values in it are borrowed until then; a value that is not
/// there is NULL, which every function here takes. Members keep their order.
pub struct parlour_json {
    value: Value,
    /// Written when it is asked for.
    text: OnceLock<Box<str>>,
}

enum Value {
    Null,
    Bool(bool),
    Number(Number),
    String(Box<str>),
    Array(Vec<parlour_json>),
    Object(Vec<(Box<str>, parlour_json)>),
}

impl parlour_json {
    /// Not inlined: it is large.
    #[inline(never)]
    pub(crate) fn read(json: &str) -> Result<parlour_json, serde_json::Error> {
        serde_json::from_str(json)
    }

    pub(crate) fn of_string(text: String) -> parlour_json {
        parlour_json::of(Value::String(text.into_boxed_str()))
    }
}

/// The kind of a JSON value: one of PARLOUR_JSON_....
pub type parlour_json_kind = u32;

/// There is no value: the handle is NULL.
pub const PARLOUR_JSON_NONE: parlour_json_kind = 0;
/// `null`.
pub const PARLOUR_JSON_NULL: parlour_json_kind = 1;
/// `true` or `false`.
pub const PARLOUR_JSON_BOOL: parlour_json_kind = 2;
/// A number.
pub const PARLOUR_JSON_NUMBER: parlour_json_kind = 3;
/// A string.
pub const PARLOUR_JSON_STRING: parlour_json_kind = 4;
/// An array.
pub const PARLOUR_JSON_ARRAY: parlour_json_kind = 5;
/// An object.
pub const PARLOUR_JSON_OBJECT: parlour_json_kind = 6;

/// Reads a JSON text, nested at most 127 deep: a body, an event, a block, the input of a tool. Free it with
/// parlour_json_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_json_parse(
    json: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_json>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (json, out) = (json.text("json")?, require(out, "out")?);
        let read = parlour_json::read(json).map_err(|error| {
            ErrorInfo::config(format!("the argument `json` is not one JSON value: {error}"))
        })?;
        transfer(out, read);
        Ok(())
    })
}

/// Frees what parlour_json_parse() gave, and with it all values in it; NULL is allowed. Not for a value in it.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_json_free(json: Option<Box<parlour_json>>) {
    infallible(|| drop(json));
}

/// The value at a JSON pointer (RFC 6901), for example "/usage/input_tokens" or "/content/0/text"; an empty pointer is
/// the value itself, "~1" means "/" in a key and "~0" means "~". NULL if there is none. Of two members of one name it
/// is the last.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_json_at(
    json: Option<&parlour_json>,
    pointer: parlour_str,
) -> Option<&parlour_json> {
    value_or(None, || {
        let pointer = pointer.text("pointer").ok()?;
        Some(json?.at(pointer))
    })
}

/// Its kind: one of PARLOUR_JSON_.... PARLOUR_JSON_NONE for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_json_kind_of(json: Option<&parlour_json>) -> parlour_json_kind {
    value_or(PARLOUR_JSON_NONE, || {
        Some(match &json?.value {
            Value::Null => PARLOUR_JSON_NULL,
            Value::Bool(_) => PARLOUR_JSON_BOOL,
            Value::Number(_) => PARLOUR_JSON_NUMBER,
            Value::String(_) => PARLOUR_JSON_STRING,
            Value::Array(_) => PARLOUR_JSON_ARRAY,
            Value::Object(_) => PARLOUR_JSON_OBJECT,
        })
    })
}

/// The text of a string, its escapes resolved; empty for everything else.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_json_string(json: Option<&parlour_json>) -> parlour_str {
    value_or(parlour_str::EMPTY, || match &json?.value {
        Value::String(text) => Some(parlour_str::of(text)),
        _ => None,
    })
}

/// A number without a fraction that fits; `otherwise` for everything else.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_json_int(json: Option<&parlour_json>, otherwise: i64) -> i64 {
    value_or(otherwise, || json?.number()?.as_i64())
}

/// A number, to the nearest that fits; `otherwise` for everything else.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_json_double(json: Option<&parlour_json>, otherwise: f64) -> f64 {
    value_or(otherwise, || json?.number()?.as_f64())
}

/// `true` or `false`; `otherwise` for everything else.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_json_bool(json: Option<&parlour_json>, otherwise: bool) -> bool {
    value_or(otherwise, || match &json?.value {
        Value::Bool(value) => Some(*value),
        _ => None,
    })
}

/// How many values an array has, or members an object; 0 for everything else.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_json_count(json: Option<&parlour_json>) -> usize {
    value_or(0, || match &json?.value {
        Value::Array(values) => Some(values.len()),
        Value::Object(members) => Some(members.len()),
        _ => None,
    })
}

/// A value of an array, or the value of a member of an object, by its place; NULL beyond the last.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_json_item(json: Option<&parlour_json>, index: usize) -> Option<&parlour_json> {
    value_or(None, || match &json?.value {
        Value::Array(values) => Some(values.get(index)),
        Value::Object(members) => Some(members.get(index).map(|(_, value)| value)),
        _ => None,
    })
}

/// The key of a member of an object, by its place; empty beyond the last, and for everything else.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_json_key(json: Option<&parlour_json>, index: usize) -> parlour_str {
    value_or(parlour_str::EMPTY, || match &json?.value {
        Value::Object(members) => members.get(index).map(|(key, _)| parlour_str::of(key)),
        _ => None,
    })
}

/// A value as compact JSON text; empty for NULL. Borrowed like the value. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_json_text(json: Option<&parlour_json>) -> parlour_str {
    value_or(parlour_str::EMPTY, || {
        let json = json?;
        let text = json.text.get_or_init(|| crate::json::text_of(Some(json)).into_boxed_str());
        Some(parlour_str::of(text))
    })
}

/// Writes a text as a JSON string, with its quotes, into `buffer` of `size` bytes, always ended with NUL if `size` is
/// not 0. Gives the number of bytes that the whole has without the NUL, as snprintf() does: if that is not less than
/// `size`, it was cut. A NULL buffer counts alone. 0 if the text is not UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_json_quote(text: parlour_str, buffer: *mut c_char, size: usize) -> usize {
    value_or(0, || {
        let quoted = serde_json::to_string(text.text("text").ok()?).ok()?;
        write_text(&quoted, buffer, size);
        Some(quoted.len())
    })
}

impl parlour_json {
    fn of(value: Value) -> parlour_json {
        parlour_json { value, text: OnceLock::new() }
    }

    fn number(&self) -> Option<&Number> {
        match &self.value {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    fn at(&self, pointer: &str) -> Option<&parlour_json> {
        let Some(steps) = pointer.strip_prefix('/') else {
            return pointer.is_empty().then_some(self);
        };
        steps.split('/').try_fold(self, |value, step| value.step(step))
    }

    fn step(&self, step: &str) -> Option<&parlour_json> {
        match &self.value {
            // "01", "+1" and "-" name nothing (RFC 6901 §4).
            Value::Array(values) if step == "0" || !step.starts_with(['0', '+']) => {
                values.get(step.parse::<usize>().ok()?)
            }
            Value::Object(members) => {
                let key = step.replace("~1", "/").replace("~0", "~");
                members.iter().rev().find(|(name, _)| **name == *key).map(|(_, value)| value)
            }
            _ => None,
        }
    }
}

impl Serialize for parlour_json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.value {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::Number(number) => number.serialize(serializer),
            Value::String(text) => serializer.serialize_str(text),
            Value::Array(values) => serializer.collect_seq(values),
            Value::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (key, value) in members {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for parlour_json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader).map(parlour_json::of)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("a number that is too large"))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(text.into()))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::String(text.into_boxed_str()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = seq.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut members = Vec::new();
        while let Some((key, value)) = map.next_entry::<String, parlour_json>()? {
            members.push((key.into_boxed_str(), value));
        }
        Ok(Value::Object(members))
    }
}
