//! The inside of a JSON string as text. Escapes were checked when the string was found; half a surrogate pair becomes
//! U+FFFD (decision 0018).
//!
//! [`read_escape`] is the one reading of an escape, for the bindings' decoders, too: these differ in what they make of
//! half a pair, and in the memory they decode into.

use std::borrow::Cow;

use memchr::memchr;

use super::quoted::plain_end;

/// The least memory for a text with escapes, in bytes.
const ROOM: usize = 256;
/// Unused memory behind a text that is given back, in bytes.
const UNUSED: usize = 1024;

/// The string whose opening quote is right before `from`, and the position after its closing quote; borrowed where it
/// has no escapes. `None` if it does not end, or holds a malformed escape or a bare control character. Reads a long
/// text once, where to find its end first would read it twice.
pub(crate) fn read_string(text: &str, from: usize) -> Option<(Cow<'_, str>, usize)> {
    let data = text.as_bytes();
    let mut at = plain_end(data, from);
    if data.get(at) == Some(&b'"') {
        return Some((Cow::Borrowed(text.get(from..at)?), at + 1));
    }
    let mut out = String::with_capacity((2 * (at - from)).max(ROOM).min(text.len() - from));
    let mut begin = from;
    loop {
        out.push_str(text.get(begin..at)?);
        match data.get(at)? {
            b'"' => break,
            b'\\' => {
                let (character, length) = read_escape(data.get(at + 1..)?)?;
                out.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
                begin = at + 1 + length;
            }
            _ => return None,
        }
        at = plain_end(data, begin);
    }
    if out.capacity() - out.len() > UNUSED {
        out.shrink_to_fit();
    }
    Some((Cow::Owned(out), at + 1))
}

/// Appends what `inside`, a JSON string without its quotes, says. False if an escape is malformed; `out` then
/// holds what came before it.
pub(crate) fn unescape_into(inside: &str, out: &mut String) -> bool {
    let mut rest = inside;
    while let Some(at) = memchr(b'\\', rest.as_bytes()) {
        let (Some(plain), Some(escape)) = (rest.get(..at), rest.get(at + 1..)) else { return false };
        out.push_str(plain);
        let Some((character, length)) = read_escape(escape.as_bytes()) else { return false };
        out.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
        let Some(behind) = escape.get(length..) else { return false };
        rest = behind;
    }
    out.push_str(rest);
    true
}

/// As [`unescape_into`], for a string that follows one that ended with the first half of a surrogate pair, `high`; 0 if
/// it did not.
pub(crate) fn unescape_after(high: u16, inside: &str, out: &mut String) -> bool {
    if high == 0 {
        return unescape_into(inside, out);
    }
    let low = inside.as_bytes().strip_prefix(b"\\u").and_then(unit);
    match low {
        Some(low @ 0xdc00..=0xdfff) => {
            let character = pair(u32::from(high), low);
            out.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
            unescape_into(inside.get(6..).unwrap_or_default(), out)
        }
        _ => {
            out.push(char::REPLACEMENT_CHARACTER);
            unescape_into(inside, out)
        }
    }
}

/// The character of a surrogate pair.
fn pair(high: u32, low: u32) -> Option<char> {
    char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00))
}

/// The character of the escape whose backslash is right before `behind`, and how many bytes of `behind` it takes; a
/// surrogate pair of two escapes counts as one. The character is `None` for half a pair. `None` in all for an escape
/// that JSON does not have.
// Forced: a decoder in another crate would call it for each line end of a long text.
#[inline(always)]
#[must_use]
pub fn read_escape(behind: &[u8]) -> Option<(Option<char>, usize)> {
    let simple = match behind.first()? {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return read_unicode(behind),
        _ => return None,
    };
    Some((Some(simple), 1))
}

fn read_unicode(behind: &[u8]) -> Option<(Option<char>, usize)> {
    let first = unit(behind.get(1..)?)?;
    if let Some(character) = char::from_u32(first) {
        return Some((Some(character), 5));
    }
    // Half of a pair: whole only if the other half follows at once.
    let second = behind.get(5..).and_then(|next| unit(next.strip_prefix(b"\\u")?));
    match (first, second) {
        (0xd800..=0xdbff, Some(low @ 0xdc00..=0xdfff)) => Some((pair(first, low), 11)),
        _ => Some((None, 5)),
    }
}

/// Four hexadecimal digits at the beginning.
fn unit(digits: &[u8]) -> Option<u32> {
    let digits = digits.get(..4)?;
    digits.iter().try_fold(0, |value, &digit| Some(value << 4 | char::from(digit).to_digit(16)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{decode_lenient, string_end};
    use proptest::prelude::*;

    fn unescaped(inside: &str) -> Option<String> {
        let mut out = String::new();
        unescape_into(inside, &mut out).then_some(out)
    }

    #[test]
    fn every_escape_is_read() {
        assert_eq!(unescaped(r#"a\"\\\/\b\f\n\r\t\u00e9z"#).unwrap(), "a\"\\/\u{8}\u{c}\n\r\té\u{7a}");
        assert_eq!(unescaped(r"\ud83d\ude00").unwrap(), "😀");
        assert_eq!(unescaped(r"\ud83d!\ude00\ud83d").unwrap(), "\u{fffd}!\u{fffd}\u{fffd}");
        assert_eq!(unescaped(r"\ud83d\u0041").unwrap(), "\u{fffd}A");
        for bad in [r"\x", r"\u12", r"\u12g4", "\\", r"\u+123"] {
            assert_eq!(unescaped(bad), None, "{bad}");
        }
    }

    proptest! {
        #[test]
        fn it_agrees_with_the_json_library(
            parts in prop::collection::vec(prop::sample::select(vec![
                "a", "é", "\\n", "\\\"", "\\\\", "\\u00e9", "\\ud83d", "\\ude00", "\\u0000", "\u{2028}", "\\/"
            ]), 0..30)
        ) {
            let inside = parts.concat();
            let expected: String = decode_lenient(format!("\"{inside}\"").as_bytes()).unwrap();
            prop_assert_eq!(unescaped(&inside), Some(expected));
        }

        #[test]
        fn a_string_is_read_as_its_end_and_its_inside_are(
            parts in prop::collection::vec(prop::sample::select(vec![
                "a", "é", "\\n", "\\\"", "\\\\", "\\u00e9", "\\ud83d", "\\ude00", "\\u12", "\\q", "\t", "\"",
                    "a longer text without escapes"
            ]), 0..12)
        ) {
            let text = format!("\"{}\" and more", parts.concat());
            let expected = string_end(text.as_bytes(), 1).map(|(end, escaped)| {
                let mut out = String::new();
                assert!(unescape_into(&text[1..end - 1], &mut out));
                (out, end, escaped)
            });
            let read = read_string(&text, 1).map(|(out, end)| {
                let escaped = matches!(out, Cow::Owned(_));
                (out.into_owned(), end, escaped)
            });
            prop_assert_eq!(read, expected);
        }
    }
}
