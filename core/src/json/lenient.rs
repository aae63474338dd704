//! Decoding of bytes whose text encoding is broken: invalid UTF-8 and lone surrogate escapes become U+FFFD
//! (protocol §11 row 23). Independent of the decoded type.

use std::borrow::Cow;

use memchr::memmem;
use serde::de::DeserializeOwned;

use super::JsonError;

/// Decodes JSON bytes. If that fails because they are not UTF-8 or hold a lone surrogate escape (`\ud83d`
/// without its second half), the broken parts are read as U+FFFD. `bytes` itself is never changed.
///
/// # Errors
/// [`JsonErrorKind::Syntax`](super::JsonErrorKind::Syntax), [`Data`](super::JsonErrorKind::Data), or
/// [`Depth`](super::JsonErrorKind::Depth) beyond 127 levels. No bytes make it panic or
/// overflow the stack.
pub(crate) fn decode_lenient<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, JsonError> {
    let first = match serde_json::from_slice(bytes) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    let text = String::from_utf8_lossy(bytes);
    let mended = match (replace_lone_surrogates(&text), &text) {
        (Cow::Owned(mended), _) => mended,
        (Cow::Borrowed(_), Cow::Owned(text)) => text.clone(),
        (Cow::Borrowed(_), Cow::Borrowed(_)) => return Err(JsonError::from_serde(&first, bytes)),
    };
    serde_json::from_str(&mended).map_err(|error| JsonError::from_serde(&error, mended.as_bytes()))
}

/// JSON text with `\ufffd` for every escape of half a surrogate pair: languages whose strings may hold one write such
/// escapes, and services refuse them. Text without such escapes is not copied; invalid UTF-8 is left unchanged.
#[must_use]
pub fn without_halves(text: Vec<u8>) -> Vec<u8> {
    let is_unit_of_pair = |at: usize| matches!(text.get(at + 2), Some(b'd' | b'D'));
    if !memmem::find_iter(&text, "\\u").any(is_unit_of_pair) {
        return text;
    }
    let mended = std::str::from_utf8(&text).ok().and_then(|text| match replace_lone_surrogates(text) {
        Cow::Owned(mended) => Some(mended),
        Cow::Borrowed(_) => None,
    });
    mended.map_or(text, String::into_bytes)
}

/// Writes `\ufffd` for every escape of half a surrogate pair. `text` is JSON, or at least meant to be: a
/// backslash starts an escape.
pub(crate) fn replace_lone_surrogates(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut kept = 0;
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find('\\')) {
        let escape = at + found;
        let Some(unit) = unit_at(text, escape) else {
            // Not a \u escape: step over the backslash and the character it protects.
            at = escape + 1 + text.get(escape + 1..).and_then(|r| r.chars().next()).map_or(0, char::len_utf8);
            continue;
        };
        at = escape + 6;
        match unit {
            0xd800..=0xdbff if matches!(unit_at(text, at), Some(0xdc00..=0xdfff)) => at += 6,
            0xd800..=0xdfff => {
                out.push_str(text.get(kept..escape).unwrap_or_default());
                out.push_str("\\ufffd");
                kept = at;
            }
            _ => {}
        }
    }
    if out.is_empty() {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(kept..).unwrap_or_default());
    Cow::Owned(out)
}

/// The value of the `\uXXXX` escape that starts at `at`.
fn unit_at(text: &str, at: usize) -> Option<u16> {
    let digits = text.as_bytes().get(at..at + 6)?.strip_prefix(b"\\u")?;
    digits.iter().try_fold(0u16, |value, digit| {
        let digit = char::from(*digit).to_digit(16)?;
        Some(value << 4 | u16::try_from(digit).ok()?)
    })
}

/// How deep containers are nested at most; brackets inside strings do not count.
pub(super) fn depth(text: &[u8]) -> usize {
    let (mut deepest, mut depth) = (0usize, 0usize);
    let (mut in_string, mut escaped) = (false, false);
    for byte in text {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}
