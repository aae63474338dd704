//! The inside of JSON strings with escapes, decoded into a buffer. Half a surrogate pair becomes U+FFFD (protocol §11
//! row 23).

use memchr::memchr;
use parlour::read_escape;

use super::plain_len;

/// Why a string cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The place, in bytes from the beginning of the text.
    pub at: usize,
    /// The reason in words.
    pub what: &'static str,
}

const UNENDING: &str = "the string does not end";
const CONTROL: &str = "a control character inside a string";
const ESCAPE: &str = "an escape that JSON does not have";

/// Where the string that begins at `at` (behind its quote) ends: the offset of its closing quote, and whether
/// everything before it is plain.
///
/// # Errors
/// A string without an end, or with a control character in it.
pub fn find_end(text: &[u8], at: usize) -> Result<(usize, bool), Broken> {
    let mut end = at;
    let mut simple = true;
    loop {
        end += plain_len(text.get(end..).unwrap_or_default());
        match text.get(end) {
            Some(b'"') => return Ok((end, simple)),
            Some(b'\\') => {
                simple = false;
                end += 2;
            }
            Some(_) => return Err(Broken { at: end, what: CONTROL }),
            None => return Err(Broken { at: text.len(), what: UNENDING }),
        }
    }
}

/// Decodes `text[at..end]`, the inside of a string found by [`find_end`], behind what `out` holds. Half of a
/// surrogate pair becomes U+FFFD; bytes that are not UTF-8 stay.
///
/// # Errors
/// An escape that JSON does not have.
pub fn unescape(text: &[u8], mut at: usize, end: usize, out: &mut Vec<u8>) -> Result<(), Broken> {
    let text = text.get(..end).unwrap_or_default();
    // Nothing gets longer.
    out.reserve(end.saturating_sub(at));
    while at < end {
        let rest = text.get(at..).unwrap_or_default();
        // `find_end` left nothing to look for but backslashes.
        let plain = memchr(b'\\', rest).unwrap_or(rest.len());
        out.extend_from_slice(rest.get(..plain).unwrap_or_default());
        at += plain;
        let broken = Broken { at, what: ESCAPE };
        let Some(behind) = text.get(at + 1..).filter(|behind| !behind.is_empty()) else { return Ok(()) };
        let (letter, length) = read_escape(behind).ok_or(broken)?;
        let letter = letter.unwrap_or(char::REPLACEMENT_CHARACTER);
        match u8::try_from(letter) {
            Ok(byte) if byte.is_ascii() => out.push(byte),
            _ => out.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
        }
        at += 1 + length;
    }
    Ok(())
}
