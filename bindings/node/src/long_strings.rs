//! JSON whose long strings cross to JavaScript beside its text. `JSON.parse` would copy each out of a text that is as long, which V8 keeps
//! while it collects its young generation to make room for the copy: that generation grows by what was kept, and the text stays until
//! a collection of the old one.

use bytes::Bytes;
use memchr::{memchr, memchr2};

/// Strings of so many bytes are long.
pub(crate) const LONG: usize = 64 << 10;

/// How a string begins that stands for one beside the text; the rest is its index. One that begins so by itself crosses beside it, too.
const MARK: &[u8] = br"\u0001";

/// The text of a JSON object, with marks in the place of its strings of at least so many bytes, and behind it these; `None` where it has
/// none, or one that is no text.
pub(crate) fn set_aside(json: &Bytes, least: usize) -> Option<Vec<Bytes>> {
    if json.len() < least || std::str::from_utf8(json).is_err() {
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
            // Half a surrogate pair has no form in UTF-8: the whole crosses as it is.
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
