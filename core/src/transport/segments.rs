//! The bytes of a request body as shared pieces: serialised once and sent by every attempt.

use bytes::Bytes;

/// The bytes of a body, in one piece or in several that share the caller's memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Segments {
    pub(crate) parts: Vec<Bytes>,
}

impl Segments {
    pub(crate) fn len(&self) -> usize {
        self.parts.iter().map(Bytes::len).sum()
    }

    pub(crate) fn parts(&self) -> &[Bytes] {
        &self.parts
    }

    /// The body as one piece; copies only if there are several.
    pub(crate) fn contiguous(&self) -> Bytes {
        match self.parts.as_slice() {
            [] => Bytes::new(),
            [one] => one.clone(),
            many => Bytes::from(many.concat()),
        }
    }
}
