//! JSON for the C driver, declared in json.h: one level of an object or array at a time, its values as the text they
//! are, so that nothing is lost on the way.
#![allow(unsafe_code, reason = "the functions are called from C")]

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// A view of bytes that belong to somebody else; `data` is null if there is nothing.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct JsonView {
    data: *const u8,
    len: usize,
}

impl JsonView {
    const NONE: JsonView = JsonView { data: std::ptr::null(), len: 0 };

    fn of(text: &str) -> JsonView {
        JsonView { data: text.as_ptr(), len: text.len() }
    }

    /// # Safety
    /// The viewed bytes must live and not change for `'a`.
    unsafe fn bytes<'a>(self) -> &'a [u8] {
        if self.data.is_null() {
            return &[];
        }
        // SAFETY: the caller promises that the bytes live.
        unsafe { std::slice::from_raw_parts(self.data, self.len) }
    }
}

/// Bytes that belong to the caller, until json_free().
#[repr(C)]
pub struct JsonOwned {
    data: *mut u8,
    len: usize,
}

impl JsonOwned {
    fn of(text: String) -> JsonOwned {
        let bytes = Box::leak(text.into_bytes().into_boxed_slice());
        JsonOwned { data: bytes.as_mut_ptr(), len: bytes.len() }
    }

    const NONE: JsonOwned = JsonOwned { data: std::ptr::null_mut(), len: 0 };
}

/// One level of an object, or of an array, whose members have empty names.
pub struct JsonLevel(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for JsonLevel {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JsonLevel, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = JsonLevel;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object or an array")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JsonLevel, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(JsonLevel(members))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<JsonLevel, A::Error> {
                let mut members = Vec::new();
                while let Some(item) = items.next_element()? {
                    members.push((String::new(), item));
                }
                Ok(JsonLevel(members))
            }
        }
        deserializer.deserialize_any(Members)
    }
}

/// Reads an object or an array; null if the text is neither.
#[unsafe(no_mangle)]
pub extern "C" fn json_open(text: JsonView) -> Option<Box<JsonLevel>> {
    // SAFETY: json.h asks for bytes that live during the call.
    serde_json::from_slice(unsafe { text.bytes() }).ok().map(Box::new)
}

/// Frees a level; null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn json_close(level: Option<Box<JsonLevel>>) {
    drop(level);
}

/// The number of members.
#[unsafe(no_mangle)]
pub extern "C" fn json_count(level: Option<&JsonLevel>) -> usize {
    level.map_or(0, |level| level.0.len())
}

/// The name of a member; nothing beyond the last.
#[unsafe(no_mangle)]
pub extern "C" fn json_name_at(level: Option<&JsonLevel>, index: usize) -> JsonView {
    level.and_then(|level| level.0.get(index)).map_or(JsonView::NONE, |(name, _)| JsonView::of(name))
}

/// The JSON text of a member; nothing beyond the last.
#[unsafe(no_mangle)]
pub extern "C" fn json_value_at(level: Option<&JsonLevel>, index: usize) -> JsonView {
    level.and_then(|level| level.0.get(index)).map_or(JsonView::NONE, |(_, value)| JsonView::of(value.get()))
}

/// The string that a JSON text is; nothing if it is none.
#[unsafe(no_mangle)]
pub extern "C" fn json_string(text: JsonView) -> JsonOwned {
    // SAFETY: json.h asks for bytes that live during the call.
    serde_json::from_slice(unsafe { text.bytes() }).map_or(JsonOwned::NONE, JsonOwned::of)
}

/// Bytes as a JSON string; what is not UTF-8 is replaced.
#[unsafe(no_mangle)]
pub extern "C" fn json_quoted(bytes: JsonView) -> JsonOwned {
    // SAFETY: json.h asks for bytes that live during the call.
    let text = String::from_utf8_lossy(unsafe { bytes.bytes() });
    serde_json::to_string(&text).map_or(JsonOwned::NONE, JsonOwned::of)
}

/// Frees what json_string() or json_quoted() gave.
#[unsafe(no_mangle)]
pub extern "C" fn json_free(owned: JsonOwned) {
    if !owned.data.is_null() {
        // SAFETY: json.h asks for what JsonOwned::of made, which leaked a box of just these bytes.
        drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(owned.data, owned.len)) });
    }
}
