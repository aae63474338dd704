//! Reading wire shapes from verbatim JSON text: the one trait and its leaves.
//!
//! A value is read in place, as the type of its field. A value of another type loses only its typed view: the reader
//! goes back and keeps it as text. Either way every byte is checked, once where all fits.

use std::borrow::Cow;

use super::reader::{Raw, Reader, wrong_kind};
use crate::json::{Json, JsonError, JsonErrorKind, MAX_MEMBERS, too_many_members};

/// Typed unions may contain each other this often (a document in a tool result in a message ...); deeper levels stay
/// raw. The protocol needs 4; the bound is what keeps hostile nesting off the stack.
pub(crate) const MAX_TYPED_DEPTH: u32 = 16;

/// Something that can be read from the text of one JSON value.
pub(crate) trait Decode: Sized {
    /// Reads the next value. Fails if it is of another kind, or is not JSON: who keeps it as text instead finds out
    /// which. `null` never gets here from a field.
    fn decode(reader: &mut Reader<'_>, depth: u32) -> Result<Self, JsonError>;

    /// Nothing to send: an unset optional field.
    fn is_unset(&self) -> bool {
        false
    }
}

/// A whole text read as one value.
pub(crate) fn whole<T: Decode>(text: &str) -> Result<T, JsonError> {
    let mut reader = Reader::new(text);
    let value = T::decode(&mut reader, 0)?;
    reader.finish()?;
    Ok(value)
}

/// The result of reading the value of a known key.
pub(crate) enum Read<'a, T> {
    Value(T),
    Null,
    Mistyped(Raw<'a>),
}

/// Fails only if the text is not JSON.
pub(crate) fn read<'a, T: Decode>(reader: &mut Reader<'a>, depth: u32) -> Result<Read<'a, T>, JsonError> {
    if reader.literal("null") {
        return Ok(Read::Null);
    }
    let start = *reader;
    match T::decode(reader, depth) {
        Ok(value) => Ok(Read::Value(value)),
        // Not of another type: it would be kept as such, and the field left at its default.
        Err(error) if error.kind() == JsonErrorKind::Size => Err(error),
        Err(_) => {
            *reader = start;
            reader.value().map(Read::Mistyped)
        }
    }
}

/// The `type` of the object that comes next, without reading the rest if it is the first key (it nearly always is).
pub(crate) fn peek_type(mut reader: Reader<'_>) -> Option<Cow<'_, str>> {
    let mut members = reader.object().ok()?;
    let mut first = true;
    let mut kind = None;
    while let Some(key) = reader.key(&mut members).ok()? {
        if key != "type" {
            reader.value().ok()?;
        } else {
            let start = reader;
            kind = reader.string().ok();
            if kind.is_none() {
                reader = start;
                reader.value().ok()?;
            } else if first {
                return kind;
            }
        }
        first = false;
    }
    kind
}

/// Fails unless the string `tag` comes next.
pub(crate) fn expect_tag(reader: &mut Reader<'_>, tag: &str) -> Result<(), JsonError> {
    let start = *reader;
    if reader.string().is_ok_and(|found| found == tag) {
        return Ok(());
    }
    *reader = start;
    Err(JsonError::data(format!("the type is {}, not {tag:?}", reader.value()?.text())))
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(reader: &mut Reader<'_>, depth: u32) -> Result<Self, JsonError> {
        let mut items = Vec::new();
        let mut members = reader.array()?;
        while reader.element(&mut members)? {
            if items.len() >= MAX_MEMBERS {
                return Err(JsonError::size(too_many_members()));
            }
            items.push(T::decode(reader, depth)?);
        }
        Ok(items)
    }
}

impl<T: Decode> Decode for Option<T> {
    fn decode(reader: &mut Reader<'_>, depth: u32) -> Result<Self, JsonError> {
        T::decode(reader, depth).map(Some)
    }

    fn is_unset(&self) -> bool {
        self.is_none()
    }
}

impl<T: Decode> Decode for Box<T> {
    fn decode(reader: &mut Reader<'_>, depth: u32) -> Result<Self, JsonError> {
        T::decode(reader, depth).map(Box::new)
    }
}

impl Decode for String {
    fn decode(reader: &mut Reader<'_>, _: u32) -> Result<Self, JsonError> {
        reader.string().map(Cow::into_owned)
    }
}

impl Decode for Json {
    fn decode(reader: &mut Reader<'_>, _: u32) -> Result<Self, JsonError> {
        reader.value().map(Raw::to_json)
    }
}

impl Decode for bool {
    fn decode(reader: &mut Reader<'_>, _: u32) -> Result<Self, JsonError> {
        if reader.literal("true") {
            Ok(true)
        } else if reader.literal("false") {
            Ok(false)
        } else {
            wrong_kind()
        }
    }
}

impl Decode for f64 {
    fn decode(reader: &mut Reader<'_>, _: u32) -> Result<Self, JsonError> {
        finite(reader.number()?)
    }
}

/// A number beyond what fits becomes no value: it stays text.
fn finite(number: &str) -> Result<f64, JsonError> {
    match number.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        _ => wrong_kind(),
    }
}

/// `12.0` is accepted for an integer: some servers write only floating point.
macro_rules! decode_integer {
    ($($ty:ty)*) => { $(
        impl Decode for $ty {
            fn decode(reader: &mut Reader<'_>, _: u32) -> Result<Self, JsonError> {
                let text = reader.number()?;
                if let Ok(value) = text.parse() {
                    return Ok(value);
                }
                const EXACT: f64 = 9_007_199_254_740_992.0;
                let value = finite(text)?;
                if value.fract() == 0.0 && value.abs() <= EXACT && value >= <$ty>::MIN as f64 {
                    return Ok(value as $ty);
                }
                wrong_kind()
            }
        }
    )* };
}

decode_integer!(i64 u64);
