//! The body of a request: serialised once, kept as shared pieces, sent unchanged on every attempt (protocol §11 row
//! 27).

#[cfg(feature = "resources")]
mod resources;
#[cfg(feature = "conversation")]
mod turns;

use std::collections::BTreeSet;
use std::sync::Arc;

use bytes::Bytes;
use http::HeaderValue;
use serde::Serialize;

use super::parameters::{self, Required};
use crate::error::{Error, Result};
use crate::json::object::Object;
use crate::json::{Json, decode_lenient, outline};
use crate::model::MessageRequest;
use crate::service::Dialect;
use crate::transport::{Payload, Segments, Source};

/// A request body: JSON that was checked to be an object, bytes of any other type, a form, or nothing.
///
/// Made once and shared by every attempt. Large payloads of a [`MessageRequest`] (images, documents) are
/// referenced, not copied.
#[derive(Clone, Debug, Default)]
pub struct Body {
    segments: Segments,
    facts: Facts,
    other: Option<Box<Other>>,
}

/// The source and media type of a body that is not JSON.
#[derive(Clone, Debug)]
struct Other {
    content_type: HeaderValue,
    /// A body that is read while it is sent; replaces the segments.
    source: Option<Arc<Source>>,
}

/// Facts about a message request, collected once so that it is not parsed again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    pub(crate) model: Option<String>,
    pub(crate) max_tokens: Option<u64>,
    /// The speed `fast` is asked for, which has rate limits of its own.
    pub(crate) is_fast: bool,
    /// Of a batch: the models of its requests.
    of_requests: Option<Arc<BTreeSet<String>>>,
    /// It has only parameters that leave nothing behind at the service: it may be sent twice at once.
    pub(crate) is_plain: bool,
    /// The request names a `stream` key of its own, so that ours has to replace it.
    has_stream: bool,
    required: Required,
    /// Why the name of a parameter was refused.
    misnamed: Option<Box<str>>,
    /// The first parameter that not every dialect has.
    of_some_dialects: Option<&'static str>,
}

impl Facts {
    /// The models that the request names.
    pub(crate) fn models(&self) -> impl Iterator<Item = &str> {
        let of_requests = self.of_requests.iter().flat_map(|models| models.iter().map(String::as_str));
        self.model.as_deref().into_iter().chain(of_requests)
    }

    fn of<'a>(members: impl Iterator<Item = (&'a str, &'a [u8])>) -> Facts {
        let mut facts = Facts { is_plain: true, ..Facts::default() };
        for (name, value) in members {
            // Of a repeated name the last value counts (protocol §11 row 24).
            match name {
                "model" => facts.model = decode_lenient(value).ok(),
                "max_tokens" => facts.max_tokens = decode_lenient(value).ok(),
                "speed" => facts.is_fast = decode_lenient::<String>(value).is_ok_and(|speed| speed == "fast"),
                "stream" => facts.has_stream = true,
                _ => {}
            }
            facts.required.note(name);
            facts.is_plain &= parameters::is_plain(name);
            if facts.of_some_dialects.is_none() {
                facts.of_some_dialects = Dialect::some_is_without(name);
            }
            if facts.misnamed.is_none() {
                facts.misnamed = parameters::slip(name).map(String::into_boxed_str);
            }
        }
        facts
    }
}

impl Body {
    /// No body: for GET and DELETE.
    #[must_use]
    pub fn empty() -> Body {
        Body::default()
    }

    /// JSON text of one object, sent unchanged: key order, spacing and unknown keys survive.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if the text is not one JSON object in UTF-8.
    ///
    /// ```
    /// let body = parlour::Body::from_json_bytes(r#"{"model":"m","max_tokens":5,"messages":[]}"#)?;
    /// assert!(parlour::Body::from_json_bytes("[1, 2").is_err());
    /// # Ok::<(), parlour::Error>(())
    /// ```
    pub fn from_json_bytes(json: impl Into<Bytes>) -> Result<Body> {
        let bytes = json.into();
        let facts = Facts::of(parsed(&bytes)?.iter().map(|(name, value)| (name, value.as_bytes())));
        Ok(Body { segments: Segments { parts: vec![bytes] }, facts, other: None })
    }

    /// As [`Body::from_json_bytes`], for text that a serialiser of a binding has just written, and which is therefore
    /// JSON: only its outline is read. Not part of the stable interface.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if the text is no object.
    #[doc(hidden)]
    pub fn from_written_json(json: impl Into<Bytes>) -> Result<Body> {
        let bytes = json.into();
        let Some(members) = outline::members(&bytes) else { return Body::from_json_bytes(bytes) };
        debug_assert!(parsed(&bytes).is_ok(), "a serialiser wrote what is no JSON");
        let facts = Facts::of(members.iter().map(|(name, value)| (name.as_ref(), *value)));
        Ok(Body { segments: Segments { parts: vec![bytes] }, facts, other: None })
    }

    /// Pieces of another type than JSON.
    pub(crate) fn of_type(content_type: HeaderValue, parts: Vec<Bytes>) -> Body {
        let other = Other { content_type, source: None };
        Body { segments: Segments { parts }, facts: Facts::default(), other: Some(Box::new(other)) }
    }

    /// A body that is read from `source` while it is sent.
    pub(crate) fn read_from(content_type: HeaderValue, source: Source) -> Body {
        let other = Other { content_type, source: Some(Arc::new(source)) };
        Body { other: Some(Box::new(other)), ..Body::default() }
    }

    /// The media type, where it is not JSON.
    pub(crate) fn content_type(&self) -> Option<&HeaderValue> {
        self.other.as_ref().map(|other| &other.content_type)
    }

    fn source(&self) -> Option<&Arc<Source>> {
        self.other.as_ref()?.source.as_ref()
    }

    /// The payload to send. Copies of a body that is read while it is sent share its source.
    pub(crate) fn payload(&self) -> Payload {
        match self.source() {
            Some(source) => Payload::streamed(Arc::clone(source)),
            None => Payload::new(self.segments.clone()),
        }
    }

    /// Any value that serialises to a JSON object.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if it does not, or holds a number JSON cannot express.
    pub fn json<T: Serialize + ?Sized>(value: &T) -> Result<Body> {
        let json = Json::from_serialize(value).map_err(|e| Error::config(e.to_string()).with_source(e))?;
        Body::from_json_bytes(json.as_str().to_owned())
    }

    /// The number of bytes that will be sent; 0 for a body that is read while it is sent and whose length is unknown.
    #[must_use]
    pub fn len(&self) -> usize {
        match self.source() {
            Some(source) => usize::try_from(source.length().unwrap_or(0)).unwrap_or(usize::MAX),
            None => self.segments.len(),
        }
    }

    /// True if nothing will be sent.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.source().is_none() && self.segments.len() == 0
    }

    /// The bytes that will be sent, without the keys that a call adds (`stream`, extra keys). Copies a body of several
    /// pieces. Empty for a body that is read while it is sent.
    #[must_use]
    pub fn to_bytes(&self) -> Bytes {
        self.segments.contiguous()
    }

    /// About how many bytes of text it has. Up to 256 KiB count in full, those beyond a sixteenth: they are mostly
    /// those of an image or a document, whose tokens they do not determine.
    pub(crate) fn text_bytes(&self) -> usize {
        const TEXT: usize = 256 << 10;
        let bytes = self.len();
        bytes.min(TEXT) + bytes.saturating_sub(TEXT) / 16
    }

    /// About how many input tokens it has: one for four bytes of text.
    pub(crate) fn expected_tokens(&self) -> u64 {
        (self.text_bytes() / 4) as u64
    }

    pub(crate) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Checks the parameter names of a message request for misspellings. Keys that a call adds are not checked, so that
    /// a parameter which looks like a misspelling can still be sent.
    pub(crate) fn spelled(self) -> Result<Body> {
        match &self.facts.misnamed {
            None => Ok(self),
            Some(wrong) => Err(parameters::misnamed(wrong)),
        }
    }

    /// Checks that the dialect has all parameters of a message request. Keys that a call adds are not checked: a
    /// gateway may accept them in any version.
    pub(crate) fn spoken_in(self, dialect: &Dialect) -> Result<Body> {
        match self.facts.of_some_dialects.filter(|name| dialect.without.contains(name)) {
            None => Ok(self),
            Some(name) => Err(parameters::absent(name, dialect)),
        }
    }

    /// Refuses a message request without a required parameter.
    pub(crate) fn check_required(&self) -> Result<()> {
        self.facts.required.check()
    }

    /// The same object with `keys` set at its top level and `stream` set or left out (decision 0003,
    /// protocol §8.7). Existing keys are replaced in place.
    pub(crate) fn spliced(self, keys: &[(String, Json)], stream: bool) -> Result<Body> {
        if keys.is_empty() && !self.facts.has_stream {
            return Ok(if stream { self.with_stream_flag() } else { self });
        }
        self.rebuilt(keys, Some(stream))
    }

    /// The same object with `keys` set at its top level; the caller's own `stream` key is kept.
    pub(crate) fn with_keys(self, keys: &[(String, Json)]) -> Result<Body> {
        self.rebuilt(keys, None)
    }

    /// Appends `"stream":true` before the closing brace: the request has no such key.
    fn with_stream_flag(mut self) -> Body {
        let Some(last) = self.segments.parts.pop() else { return self };
        let open = last.trim_ascii_end();
        let open = open.strip_suffix(b"}").unwrap_or(open).trim_ascii_end();
        // An empty object takes no comma. Only a one-piece body can be empty.
        let tail: &[u8] = if open.ends_with(b"{") && self.segments.parts.is_empty() {
            b"\"stream\":true}"
        } else {
            b",\"stream\":true}"
        };
        const COPY_LIMIT: usize = 64 << 10;
        if last.len() < COPY_LIMIT {
            let mut bytes = Vec::with_capacity(open.len() + tail.len());
            bytes.extend_from_slice(open);
            bytes.extend_from_slice(tail);
            self.segments.parts.push(Bytes::from(bytes));
        } else {
            let kept = last.slice_ref(open);
            self.segments.parts.push(kept);
            self.segments.parts.push(Bytes::copy_from_slice(tail));
        }
        self.facts.has_stream = true;
        self
    }

    /// `stream` sets or removes the key of that name; `None` treats it like any other key.
    fn rebuilt(self, keys: &[(String, Json)], stream: Option<bool>) -> Result<Body> {
        let bytes = self.segments.contiguous();
        let object = parsed(&bytes)?;
        let mut out = String::with_capacity(bytes.len() + 64);
        out.push('{');
        let mut push = |name: &str, value: &str| {
            if out.len() > 1 {
                out.push(',');
            }
            out.push_str(&quoted(name));
            out.push(':');
            out.push_str(value);
        };
        let given =
            |name: &str| keys.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        for (name, value) in object.iter() {
            if name != "stream" || stream.is_none() {
                push(name, given(name).unwrap_or(value));
            }
        }
        for (at, (name, value)) in keys.iter().enumerate() {
            let again = keys.iter().skip(at + 1).any(|(later, _)| later == name);
            if (name != "stream" || stream.is_none()) && !again && object.raw(name).is_none() {
                push(name, value.as_str());
            }
        }
        if stream == Some(true) {
            push("stream", "true");
        }
        out.push('}');
        Body::from_json_bytes(out)
    }
}

fn parsed(bytes: &[u8]) -> Result<Object<'_>> {
    let text = std::str::from_utf8(bytes)
        .map_err(|e| Error::config("the request body is not UTF-8").with_source(e))?;
    Object::parse(text)
        .map_err(|e| Error::config(format!("the request body is not one JSON object: {e}")).with_source(e))
}

fn quoted(name: &str) -> String {
    serde_json::Value::from(name).to_string()
}

/// The arguments that `create` and `stream` accept: a typed request, or the JSON of one.
pub trait IntoBody {
    /// Checks and serialises.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) that names the place, before anything is sent.
    fn into_body(self) -> Result<Body>;
}

impl IntoBody for &MessageRequest {
    fn into_body(self) -> Result<Body> {
        self.validate()?;
        let parts = self.to_segments()?;
        let facts = Facts {
            model: Some(self.model.clone()),
            max_tokens: Some(self.max_tokens),
            is_fast: self.speed.as_deref() == Some("fast"),
            of_requests: None,
            is_plain: parameters::are_plain(self),
            has_stream: self.extra.get("stream").is_some(),
            required: Required::ALL,
            misnamed: None,
            of_some_dialects: self.sampling(),
        };
        Ok(Body { segments: Segments { parts }, facts, other: None })
    }
}

impl IntoBody for MessageRequest {
    fn into_body(self) -> Result<Body> {
        (&self).into_body()
    }
}

impl IntoBody for Body {
    fn into_body(self) -> Result<Body> {
        Ok(self)
    }
}

impl IntoBody for &Body {
    fn into_body(self) -> Result<Body> {
        Ok(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spliced(json: &str, keys: &[(&str, &str)], stream: bool) -> String {
        let keys: Vec<(String, Json)> =
            keys.iter().map(|(k, v)| ((*k).to_owned(), Json::parse(v).unwrap())).collect();
        let body = Body::from_json_bytes(json.to_owned()).unwrap().spliced(&keys, stream).unwrap();
        String::from_utf8(body.segments.contiguous().to_vec()).unwrap()
    }

    #[test]
    fn written_json_has_the_same_facts() {
        for json in [
            r#"{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"}"}]}"#,
            r#"{"model":"m","model":7,"max_tokens":"five","stream":null,"temprature":1}"#,
            r#" { "model" : "m\u00e9" , "max_tokens" : 18446744073709551616 , "top_k" : 1 } "#,
            "{}",
        ] {
            let parsed = Body::from_json_bytes(json.to_owned()).unwrap();
            let written = Body::from_written_json(json.to_owned()).unwrap();
            assert_eq!(format!("{:?}", written.facts), format!("{:?}", parsed.facts), "{json}");
            assert_eq!(written.segments.contiguous(), json);
        }
        for json in ["", "[]", "null", "undefined"] {
            let refused = Body::from_written_json(json.to_owned()).unwrap_err();
            let message = Body::from_json_bytes(json.to_owned()).unwrap_err().to_string();
            assert_eq!(refused.to_string(), message);
        }
    }

    #[test]
    fn the_stream_flag_is_spliced_in_without_touching_the_rest() {
        assert_eq!(spliced(r#"{"a": 1.0 }"#, &[], true), r#"{"a": 1.0,"stream":true}"#);
        assert_eq!(spliced("{ }", &[], true), r#"{"stream":true}"#);
        assert_eq!(spliced(r#"{"a": 1.0 }"#, &[], false), r#"{"a": 1.0 }"#);
        assert_eq!(
            spliced(r#"{"stream":false,"a":{"b":"{"}}"#, &[], true),
            r#"{"a":{"b":"{"},"stream":true}"#
        );
        assert_eq!(spliced(r#"{"a":1,"stream":true}"#, &[], false), r#"{"a":1}"#);
    }

    #[test]
    fn extra_keys_replace_in_place_or_are_added() {
        assert_eq!(
            spliced(r#"{"a":1,"b":2}"#, &[("b", "[3]"), ("c\"", "null"), ("b", "4")], true),
            r#"{"a":1,"b":4,"c\"":null,"stream":true}"#
        );
    }

    #[test]
    fn a_large_body_is_not_copied_for_the_flag() {
        let json = format!(r#"{{"a":"{}"}}"#, "x".repeat(100_000));
        let bytes = Bytes::from(json.clone());
        let at = bytes.as_ptr();
        let body = Body::from_json_bytes(bytes).unwrap().spliced(&[], true).unwrap();
        assert_eq!(body.segments.parts()[0].as_ptr(), at);
        assert_eq!(body.len(), json.len() + ",\"stream\":true".len());
        assert!(serde_json::from_slice::<serde_json::Value>(&body.segments.contiguous()).is_ok());
    }
}
