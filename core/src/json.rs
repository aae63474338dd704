//! Pieces of JSON text that are kept exactly as they were written, and decoding that forgives broken text
//! encodings. It must not know any field of the protocol, nor I/O.
//!
//! serde_json does the work but appears in no public signature (decision 0017).

mod equal;
mod finite;
pub(crate) mod growing;
mod lenient;
pub(crate) mod object;
pub(crate) mod outline;
pub mod partial;
pub(crate) mod quote;
mod quoted;
mod seconds;
mod unescape;
pub(crate) mod writer;

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

pub(crate) use lenient::decode_lenient;
#[cfg(feature = "conversation")]
pub(crate) use lenient::replace_lone_surrogates;
pub use lenient::without_halves;
pub(crate) use quoted::string_end;
pub(crate) use seconds::{maybe_seconds, seconds};
pub use unescape::read_escape;
#[cfg(test)]
pub(crate) use unescape::unescape_into;
pub(crate) use unescape::{read_string, unescape_after};

/// The maximum nesting depth of JSON that is decoded, in every language: one less than the limit of `serde_json`
/// (protocol §11 row 25). Text beyond it can be held and passed on, but not decoded.
pub const MAX_JSON_DEPTH: usize = 127;

/// Items of a list with typed items, and keys of an object, where they are taken apart: each takes up to twenty times
/// its bytes. A longer list or object within a content block is kept as the text it came in.
pub(crate) const MAX_MEMBERS: usize = 256 << 10;

/// Why a list or an object is not taken apart.
pub(crate) fn too_many_members() -> String {
    format!("more than {MAX_MEMBERS} members in one list or object")
}

/// One JSON value, held as the text it was written in.
///
/// Key order, spacing, number spelling (`1.0`, `1e400`, integers beyond 64 bits), escapes and duplicate keys
/// survive. Two values are equal if they mean the same: object keys in any order, the last of duplicate keys
/// counts, escapes are resolved; `1` and `1.0` differ. Values that cannot be read (nested deeper
/// than 127 levels, lone surrogates) are compared as text.
///
/// ```
/// use parlour::Json;
///
/// let json = Json::parse(r#"{"n": 1.0, "big": 18446744073709551616}"#)?;
/// assert_eq!(json.as_str(), r#"{"n": 1.0, "big": 18446744073709551616}"#);
/// assert_eq!(json, Json::parse(r#"{"big":18446744073709551616,"n":1.00}"#)?);
/// # Ok::<(), parlour::JsonError>(())
/// ```
#[derive(Clone)]
pub struct Json(Box<RawValue>);

impl Json {
    /// Checks that `text` is one JSON value and keeps it; white space around it is dropped.
    ///
    /// # Errors
    /// [`JsonErrorKind::Syntax`] if it is not. Depth is no error here.
    pub fn parse(text: &str) -> Result<Json, JsonError> {
        serde_json::from_str::<&RawValue>(text)
            .map(|raw| Json(raw.to_owned()))
            .map_err(|error| JsonError::from_serde(&error, text.as_bytes()))
    }

    /// The compact JSON of any value.
    ///
    /// # Errors
    /// [`JsonErrorKind::Data`] if the value holds a number that JSON cannot express (NaN, an infinity), has
    /// map keys that are not strings, or refuses to be serialised. The path names the place.
    pub fn from_serialize<T: Serialize + ?Sized>(value: &T) -> Result<Json, JsonError> {
        finite::check(value)?;
        serde_json::value::to_raw_value(value).map(Json).map_err(|error| JsonError::from_serde(&error, b""))
    }

    /// The value `null`, which is also the default.
    #[must_use]
    pub fn null() -> Json {
        Json(RawValue::NULL.to_owned())
    }

    /// The empty object `{}`.
    #[must_use]
    pub fn object() -> Json {
        Json::parse("{}").unwrap_or_default()
    }

    /// A JSON string that holds `text`.
    #[must_use]
    pub fn string(text: &str) -> Json {
        // Serialising a string cannot fail, except with a broken allocator.
        Json::from_serialize(text).unwrap_or_default()
    }

    /// The text, exactly as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// True for the value `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.as_str() == "null"
    }

    /// True for an object.
    #[must_use]
    pub fn is_object(&self) -> bool {
        self.as_str().starts_with('{')
    }

    /// Decodes into any type. Lone surrogates in strings become U+FFFD.
    ///
    /// # Errors
    /// [`JsonErrorKind::Depth`] beyond 127 levels, [`JsonErrorKind::Data`] if the shape does not fit.
    ///
    /// ```
    /// let input = parlour::Json::parse(r#"{"from":"Lyon","to":"Turin"}"#)?;
    /// let stations: std::collections::BTreeMap<String, String> = input.decode()?;
    /// assert_eq!(stations["to"], "Turin");
    /// # Ok::<(), parlour::JsonError>(())
    /// ```
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, JsonError> {
        decode_lenient(self.as_str().as_bytes())
    }

    pub(crate) fn raw(&self) -> &RawValue {
        &self.0
    }
}

impl Default for Json {
    fn default() -> Json {
        Json::null()
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Json) -> bool {
        equal::equal(self.raw(), other.raw(), 0)
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Json").field(&format_args!("{}", self.as_str())).finish()
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        Box::<RawValue>::deserialize(deserializer).map(Json)
    }
}

impl TryFrom<&str> for Json {
    type Error = JsonError;

    /// Parses the text; see [`Json::string`] for a JSON string of it.
    fn try_from(text: &str) -> Result<Json, JsonError> {
        Json::parse(text)
    }
}

impl TryFrom<String> for Json {
    type Error = JsonError;

    fn try_from(text: String) -> Result<Json, JsonError> {
        Json::parse(&text)
    }
}

impl std::str::FromStr for Json {
    type Err = JsonError;

    fn from_str(text: &str) -> Result<Json, JsonError> {
        Json::parse(text)
    }
}

macro_rules! from_scalar {
    ($($ty:ty)*) => { $(
        impl From<$ty> for Json {
            fn from(value: $ty) -> Json {
                // These types always have a JSON form.
                Json::from_serialize(&value).unwrap_or_default()
            }
        }
    )* };
}

from_scalar!(bool i32 u32 i64 u64 usize);

/// The kind of a JSON error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JsonErrorKind {
    /// The text is not JSON, or ends too early.
    Syntax,
    /// The text is JSON but not of the expected shape, or a value has no JSON form.
    Data,
    /// Containers are nested deeper than 127 levels.
    Depth,
    /// A list or an object has more members than are kept (262 144).
    Size,
    /// There is no memory for the text.
    Memory,
}

/// A piece of JSON could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    kind: JsonErrorKind,
    path: Option<Box<str>>,
    message: Cow<'static, str>,
}

impl JsonError {
    /// The kind of the error.
    #[must_use]
    pub fn kind(&self) -> JsonErrorKind {
        self.kind
    }

    /// Where, with dots between keys and indices (`messages.0.content`), if known.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// The reason in words, without the path.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn data(message: impl Into<Cow<'static, str>>) -> JsonError {
        JsonError { kind: JsonErrorKind::Data, path: None, message: message.into() }
    }

    pub(crate) fn size(message: impl Into<Cow<'static, str>>) -> JsonError {
        JsonError { kind: JsonErrorKind::Size, path: None, message: message.into() }
    }

    pub(crate) fn memory() -> JsonError {
        let message = "there is no memory for the text".into();
        JsonError { kind: JsonErrorKind::Memory, path: None, message }
    }

    pub(crate) fn at(mut self, path: &str) -> JsonError {
        self.path = Some(path.into());
        self
    }

    /// `text` is the input: serde_json reports a depth error only in prose, so the text decides.
    pub(crate) fn from_serde(error: &serde_json::Error, text: &[u8]) -> JsonError {
        let kind = match error.classify() {
            serde_json::error::Category::Data => JsonErrorKind::Data,
            _ if lenient::depth(text) > MAX_JSON_DEPTH => JsonErrorKind::Depth,
            _ => JsonErrorKind::Syntax,
        };
        let message: Cow<'static, str> = match kind {
            JsonErrorKind::Depth => "JSON is nested deeper than 127 levels".into(),
            _ => error.to_string().into(),
        };
        JsonError { kind, path: None, message }
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(f, "{path}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl StdError for JsonError {}

impl serde::ser::Error for JsonError {
    fn custom<T: fmt::Display>(message: T) -> JsonError {
        JsonError::data(message.to_string())
    }
}

impl From<std::convert::Infallible> for JsonError {
    fn from(never: std::convert::Infallible) -> JsonError {
        match never {}
    }
}

#[cfg(test)]
mod tests;
