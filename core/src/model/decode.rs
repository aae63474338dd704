//! Reading wire shapes from verbatim JSON text: the one trait and its leaves. It must not know any field of the
//! protocol.
//!
//! The whole text is first checked by serde_json, whatever its depth; then each value is taken as text and read
//! as the type its field wants. A value of another type costs nothing but its typed view: the caller still has the text.

use std::borrow::Cow;

use super::raw::{Raw, wrong_kind};
use crate::json::{Json, JsonError};

/// Typed unions may contain each other this often (a document in a tool result in a message ...); what is
/// deeper stays raw. The protocol needs 4; the bound is what keeps hostile nesting off the stack.
pub(crate) const MAX_TYPED_DEPTH: u32 = 16;

/// Something that can be read from the text of one JSON value.
pub(crate) trait Decode: Sized {
    /// Fails if the value is of another kind; the caller keeps the text then. `null` never gets here.
    fn decode(raw: Raw<'_>, depth: u32) -> Result<Self, JsonError>;

    /// Nothing to send: an unset optional field.
    fn is_unset(&self) -> bool {
        false
    }
}

/// What became of the value of a known key.
pub(crate) enum Read<T> {
    Value(T),
    Null,
    Mistyped,
}

pub(crate) fn read<T: Decode>(raw: Raw<'_>, depth: u32) -> Read<T> {
    if raw.text() == "null" {
        return Read::Null;
    }
    T::decode(raw, depth).map_or(Read::Mistyped, Read::Value)
}

/// The `type` of an object, without reading the rest where it stands first (it nearly always does).
pub(crate) fn peek_type(raw: Raw<'_>) -> Option<Cow<'_, str>> {
    let text = raw.text().strip_prefix('{')?;
    let first = || {
        let rest = text.trim_ascii_start().strip_prefix("\"type\"")?.trim_ascii_start().strip_prefix(':')?;
        let rest = rest.trim_ascii_start().strip_prefix('"')?;
        let (kind, _) = rest.split_once('"')?;
        (!kind.contains('\\')).then_some(kind)
    };
    if let Some(kind) = first() {
        return Some(Cow::Borrowed(kind));
    }
    let mut kind = None;
    raw.members(&mut |key, value| {
        if key == "type" {
            kind = value.string().ok().map(Cow::into_owned);
        }
        Ok(())
    })
    .ok()?;
    kind.map(Cow::Owned)
}

/// Fails unless `raw` is the string `tag`.
pub(crate) fn expect_tag(raw: Raw<'_>, tag: &str) -> Result<(), JsonError> {
    if raw.string().is_ok_and(|found| found == tag) {
        return Ok(());
    }
    Err(JsonError::data(format!("the type is {}, not {tag:?}", raw.text())))
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(raw: Raw<'_>, depth: u32) -> Result<Self, JsonError> {
        let mut items = Vec::new();
        raw.elements(&mut |item| {
            items.push(T::decode(item, depth)?);
            Ok(())
        })?;
        Ok(items)
    }
}

impl<T: Decode> Decode for Option<T> {
    fn decode(raw: Raw<'_>, depth: u32) -> Result<Self, JsonError> {
        T::decode(raw, depth).map(Some)
    }

    fn is_unset(&self) -> bool {
        self.is_none()
    }
}

impl<T: Decode> Decode for Box<T> {
    fn decode(raw: Raw<'_>, depth: u32) -> Result<Self, JsonError> {
        T::decode(raw, depth).map(Box::new)
    }
}

impl Decode for String {
    fn decode(raw: Raw<'_>, _: u32) -> Result<Self, JsonError> {
        raw.string().map(Cow::into_owned)
    }
}

impl Decode for Json {
    fn decode(raw: Raw<'_>, _: u32) -> Result<Self, JsonError> {
        Ok(raw.to_json())
    }
}

impl Decode for bool {
    fn decode(raw: Raw<'_>, _: u32) -> Result<Self, JsonError> {
        match raw.text() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => wrong_kind(),
        }
    }
}

impl Decode for f64 {
    fn decode(raw: Raw<'_>, _: u32) -> Result<Self, JsonError> {
        // Rust also reads "inf" and "nan", which JSON text never is.
        match raw.text().parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(value),
            _ => wrong_kind(),
        }
    }
}

/// `12.0` is accepted where an integer stands: some servers know only floating point.
macro_rules! decode_integer {
    ($($ty:ty)*) => { $(
        impl Decode for $ty {
            fn decode(raw: Raw<'_>, depth: u32) -> Result<Self, JsonError> {
                if let Ok(value) = raw.text().parse() {
                    return Ok(value);
                }
                const EXACT: f64 = 9_007_199_254_740_992.0;
                let value = f64::decode(raw, depth)?;
                if value.fract() == 0.0 && value.abs() <= EXACT && value >= <$ty>::MIN as f64 {
                    return Ok(value as $ty);
                }
                wrong_kind()
            }
        }
    )* };
}

decode_integer!(i64 u64);
