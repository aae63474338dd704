//! The body of a request that sends a conversation.

use bytes::Bytes;

use super::Body;
use crate::json::writer::SHARE_FROM;
use crate::transport::Segments;

impl Body {
    /// Whether the request has turns of its own.
    pub(crate) fn has_messages(&self) -> bool {
        self.facts.required.has("messages")
    }

    /// The same object with these turns as its `messages`, each given as the pieces of its JSON. The object has no such
    /// key. Pieces from [`SHARE_FROM`] bytes on are shared; smaller ones are copied together, because each piece may
    /// become a TLS record of its own.
    pub(crate) fn with_messages<'t>(mut self, turns: impl Iterator<Item = &'t [Bytes]> + Clone) -> Body {
        let head = self.segments.contiguous();
        let open = head.trim_ascii_end();
        let open = open.strip_suffix(b"}").unwrap_or(open).trim_ascii_end();
        let mut parts = Vec::new();
        // Reserve the exact size: a vector that doubles as it grows would copy a long history again.
        let copied = turns.clone().map(|turn| {
            let small = turn.iter().filter(|piece| piece.len() < SHARE_FROM);
            small.map(Bytes::len).sum::<usize>() + 1
        });
        let mut out = Vec::with_capacity(open.len() + ",\"messages\":[]}".len() + copied.sum::<usize>());
        out.extend_from_slice(open);
        out.extend_from_slice(if open.ends_with(b"{") { b"\"messages\":[" } else { b",\"messages\":[" });
        for (index, turn) in turns.enumerate() {
            if index > 0 {
                out.push(b',');
            }
            for piece in turn {
                if piece.len() < SHARE_FROM {
                    out.extend_from_slice(piece);
                } else {
                    parts.push(Bytes::from(std::mem::take(&mut out)));
                    parts.push(piece.clone());
                }
            }
        }
        out.extend_from_slice(b"]}");
        parts.push(Bytes::from(out));
        parts.retain(|part| !part.is_empty());
        self.segments = Segments { parts };
        self.facts.required.note("messages");
        self
    }
}
