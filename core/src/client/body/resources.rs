//! Bodies of the endpoints beside `messages`.

use std::collections::BTreeSet;
use std::sync::Arc;

use bytes::Bytes;

use super::{Body, parsed, quoted};
use crate::error::Result;
use crate::transport::Segments;

impl Body {
    /// JSON of one object that this crate wrote; it is not validated again.
    pub(crate) fn written(json: Bytes) -> Body {
        Body { segments: Segments { parts: vec![json] }, ..Body::default() }
    }

    /// Marks the body as a batch with requests of these models.
    pub(crate) fn of_batch(mut self, models: BTreeSet<String>) -> Body {
        self.facts.of_requests = Some(Arc::new(models));
        self
    }

    pub(crate) fn segments(&self) -> &Segments {
        &self.segments
    }

    /// Whether the request itself asks for a stream.
    pub(crate) fn streams(&self) -> bool {
        self.facts.has_stream
            && parsed(&self.segments.contiguous()).is_ok_and(|object| object.raw("stream") == Some("true"))
    }

    /// The same object without these keys; the texts of the others are unchanged.
    pub(crate) fn without_keys(self, keys: &[&str]) -> Result<Body> {
        let bytes = self.segments.contiguous();
        let object = parsed(&bytes)?;
        let mut out = String::with_capacity(bytes.len());
        for (name, value) in object.iter().filter(|(name, _)| !keys.contains(name)) {
            out.push(if out.is_empty() { '{' } else { ',' });
            out.push_str(&quoted(name));
            out.push(':');
            out.push_str(value);
        }
        out.push_str(if out.is_empty() { "{}" } else { "}" });
        Body::from_json_bytes(out)
    }
}
