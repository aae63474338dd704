//! Bounds on the number of parts of an answer, in addition to those on its bytes: a small part takes many times its
//! bytes in memory.
//!
//! Nesting is bounded by [`MAX_DEPTH`](crate::json::MAX_DEPTH) and
//! [`MAX_TYPED_DEPTH`](super::decode::MAX_TYPED_DEPTH), the members of a list or an object by
//! [`MAX_MEMBERS`](crate::json::MAX_MEMBERS).

/// Content blocks of a message, and citations of a message that is streamed. The longest answers of models, of some 128
/// 000 tokens, have hundreds; this many empty ones take some 30 MB.
pub(crate) const MAX_BLOCKS: usize = 32 << 10;

/// Names the bound on content blocks in an error ([`Error::subkind`](crate::Error::subkind)).
pub(crate) const BLOCKS: &str = "content_blocks";

/// Why a message with more blocks is refused.
pub(crate) fn too_many_blocks() -> String {
    format!("the message has more than {MAX_BLOCKS} content blocks")
}
