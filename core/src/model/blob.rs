//! Base64 text of images and documents, shared instead of copied.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::decode::Decode;
use super::reader::Reader;
use crate::json::JsonError;

/// Base64 text (standard alphabet, padded, no line breaks; protocol §2.1). Cloning shares the memory, and a
/// request refers to it instead of copying it. The text is not checked to be base64: the service does.
///
/// ```
/// use parlour::Blob;
///
/// assert_eq!(Blob::encode(b"hello").as_str(), "aGVsbG8=");
/// assert_eq!(Blob::from("aGVsbG8=".to_owned()), Blob::encode(b"hello"));
/// ```
// Invariant: the bytes are UTF-8, because every constructor starts from text or checks it.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Blob(Bytes);

impl Blob {
    /// Encodes raw bytes.
    #[must_use]
    pub fn encode(raw: &[u8]) -> Blob {
        Blob::from(STANDARD.encode(raw))
    }

    /// Takes base64 text that is already shared.
    ///
    /// # Errors
    /// If it is not UTF-8.
    pub fn from_bytes(base64: Bytes) -> Result<Blob, JsonError> {
        match std::str::from_utf8(&base64) {
            Ok(_) => Ok(Blob(base64)),
            Err(error) => Err(JsonError::data(format!("base64 text has to be UTF-8: {error}"))),
        }
    }

    /// The base64 text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// The base64 text as shared bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &Bytes {
        &self.0
    }

    /// The length of the base64 text in bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True for no text at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<String> for Blob {
    /// Takes over the text without copying it.
    fn from(base64: String) -> Blob {
        Blob(Bytes::from(base64))
    }
}

impl From<&str> for Blob {
    fn from(base64: &str) -> Blob {
        Blob::from(base64.to_owned())
    }
}

impl fmt::Debug for Blob {
    /// The length only: the content is long and may be private.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Blob({} bytes)", self.len())
    }
}

impl Decode for Blob {
    fn decode(reader: &mut Reader<'_>, depth: u32) -> Result<Self, JsonError> {
        String::decode(reader, depth).map(Blob::from)
    }
}

impl Serialize for Blob {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Blob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Blob, D::Error> {
        String::deserialize(deserializer).map(Blob::from)
    }
}
