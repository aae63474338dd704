//! The identity of the requests of a run, as a journal keeps it: a digest of each, so that different requests under the
//! same ids are detected.

use std::fmt;

use ring::digest::{Context, SHA256};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};

use crate::client::body::Body;

/// The digest of a request: eight bytes of the SHA-256 of its id and of its body as it is sent. It guards against
/// mistakes, such as another day's rows in the same file, for which 64 bits suffice.
pub(super) type Content = [u8; 8];

/// Hexadecimal digits of a digest.
const DIGITS: usize = 16;

pub(super) fn content(custom_id: &str, body: &Body) -> Content {
    let mut whole = Context::new(&SHA256);
    whole.update(custom_id.as_bytes());
    // No id holds it.
    whole.update(b"\n");
    for part in body.segments().parts() {
        whole.update(part);
    }
    let mut short = Content::default();
    for (to, from) in short.iter_mut().zip(whole.finish().as_ref()) {
        *to = *from;
    }
    short
}

/// The digests of the requests of a batch in their order; in the journal a text of 16 hexadecimal digits each.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Contents(Vec<Content>);

impl Contents {
    pub(super) fn push(&mut self, content: Content) {
        self.0.push(content);
    }

    pub(super) fn get(&self, at: usize) -> Option<&Content> {
        self.0.get(at)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

impl fmt::Debug for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Contents({})", self.0.len())
    }
}

impl Serialize for Contents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = String::with_capacity(self.0.len() * DIGITS);
        for content in &self.0 {
            text.push_str(&format!("{:016x}", u64::from_be_bytes(*content)));
        }
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for Contents {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Contents, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || D::Error::custom("`contents` is not 16 hexadecimal digits for each request");
        if text.is_empty() || text.len() % DIGITS != 0 || !text.bytes().all(|digit| digit.is_ascii_hexdigit())
        {
            return Err(wrong());
        }
        let one = |digits: &[u8]| {
            let digits = std::str::from_utf8(digits).ok()?;
            Some(u64::from_str_radix(digits, 16).ok()?.to_be_bytes())
        };
        let all: Option<Vec<Content>> = text.as_bytes().chunks_exact(DIGITS).map(one).collect();
        all.map(Contents).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_of_a_request_counts() {
        let body = |text: &str| Body::from_json_bytes(text.to_owned()).unwrap();
        let one = content("row-1", &body(r#"{"a":1}"#));
        assert_eq!(one, content("row-1", &body(r#"{"a":1}"#)));
        assert_ne!(one, content("row-1", &body(r#"{"a":2}"#)));
        assert_ne!(one, content("row-2", &body(r#"{"a":1}"#)));
    }

    #[test]
    fn contents_are_read_as_they_were_written() {
        let contents = Contents(vec![[0, 1, 2, 3, 4, 5, 6, 7], [0xff; 8]]);
        let json = serde_json::to_string(&contents).unwrap();
        assert_eq!(json, r#""0001020304050607ffffffffffffffff""#);
        assert_eq!(serde_json::from_str::<Contents>(&json).unwrap(), contents);
        for wrong in ["\"\"", "\"00\"", "\"000102030405060x\"", "\"000102030405060é\"", "7"] {
            assert!(serde_json::from_str::<Contents>(wrong).is_err(), "{wrong}");
        }
    }
}
