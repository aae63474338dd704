//! Passes long strings of JSON to and from a host separately from the text. A host that parses and writes JSON itself
//! would otherwise copy each of them through a text of that length, and run its garbage collector more often.

use bytes::Bytes;
use memchr::{memchr, memchr2, memmem};

use crate::json_text;

/// Strings of at least this many bytes are passed separately.
pub const LONG: usize = 64 << 10;

/// The beginning of a placeholder string; the rest is the index. A string that begins with it by itself is passed
/// separately, too.
const MARK: &[u8] = br"\u0001";

/// The placeholder string of a request. If a colon follows, it is the name of a property instead.
const PLACE: &[u8] = br#""\u0001""#;

/// Why strings were not put back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotPutBack<E> {
    /// The numbers of strings and placeholders differ.
    Uneven,
    /// The host could not give a string.
    Host(E),
}

/// Inserts `count` strings in place of the placeholders of a JSON text, as `JSON.stringify` writes it, with no blank
/// before a colon. Each string of the one character U+0001 that is no name of a property is a placeholder. `append`
/// adds the string of an index, as UTF-8, to the end of the text: it is copied once where it needs no escapes.
///
/// # Errors
/// [`NotPutBack::Uneven`] if there are more strings than placeholders, or fewer; else those of `append`.
pub fn put_back<E>(
    text: &[u8],
    count: usize,
    mut append: impl FnMut(usize, &mut Vec<u8>) -> Result<(), E>,
) -> Result<Vec<u8>, NotPutBack<E>> {
    let mut whole = Vec::with_capacity(text.len() * 2);
    let mut next = 0;
    let mut rest = text;
    while let Some((before, after)) = memmem::find(rest, PLACE).and_then(|at| rest.split_at_checked(at)) {
        whole.extend_from_slice(before);
        rest = after.get(PLACE.len()..).unwrap_or_default();
        // After a backslash the quote is part of a longer string that ends in these two characters.
        if before.last() == Some(&b'\\') || rest.first() == Some(&b':') {
            whole.extend_from_slice(PLACE);
            continue;
        }
        if next == count {
            return Err(NotPutBack::Uneven);
        }
        whole.push(b'"');
        let start = whole.len();
        append(next, &mut whole).map_err(NotPutBack::Host)?;
        json_text::escape_end(&mut whole, start);
        whole.push(b'"');
        next += 1;
    }
    whole.extend_from_slice(rest);
    if next < count { Err(NotPutBack::Uneven) } else { Ok(whole) }
}

/// The text of a JSON object with placeholders for its strings of at least `least` bytes, followed by these strings;
/// `None` if it has none, or one that is no valid text.
#[must_use]
pub fn set_aside(json: &Bytes, least: usize) -> Option<Vec<Bytes>> {
    if json.len() < least || json_text::as_text(json).is_none() {
        return None;
    }
    let mut text = Vec::new();
    let mut pieces = vec![Bytes::new()];
    let mut rest = json.as_ref();
    while let Some((before, from)) = memchr(b'"', rest).and_then(|at| rest.split_at_checked(at)) {
        text.extend_from_slice(before);
        let (string, after) = from.split_at_checked(end_of(from)?)?;
        rest = after;
        let inner = string.get(1..string.len() - 1)?;
        let is_name = after.trim_ascii_start().first() == Some(&b':');
        if is_name || (inner.len() < least && !inner.starts_with(MARK)) {
            text.extend_from_slice(string);
            continue;
        }
        text.push(b'"');
        text.extend_from_slice(MARK);
        text.extend_from_slice(pieces.len().to_string().as_bytes());
        text.push(b'"');
        pieces.push(match memchr(b'\\', inner) {
            None => json.slice_ref(inner),
            // Half a surrogate pair cannot be written in UTF-8: the whole text is passed unchanged.
            Some(_) => serde_json::from_slice::<String>(string).ok()?.into(),
        });
    }
    text.extend_from_slice(rest);
    if pieces.len() == 1 {
        return None;
    }
    *pieces.first_mut()? = text.into();
    Some(pieces)
}

/// The length of the string that begins here, with its quotes.
fn end_of(string: &[u8]) -> Option<usize> {
    let mut from = 1;
    loop {
        let at = from + memchr2(b'"', b'\\', string.get(from..)?)?;
        if string.get(at) == Some(&b'"') {
            return Some(at + 1);
        }
        from = at + 2;
    }
}
