//! The inside of a JSON string as text. Escapes were checked by whoever found the string; half a surrogate pair
//! becomes U+FFFD (decision 0018). It must not know where the string stands.

use memchr::memchr;

/// Appends what `inside`, a JSON string without its quotes, says. False if an escape is malformed; `out` then
/// holds what came before it.
pub(crate) fn unescape_into(inside: &str, out: &mut String) -> bool {
    let mut rest = inside;
    while let Some(at) = memchr(b'\\', rest.as_bytes()) {
        let (Some(plain), Some(escape)) = (rest.get(..at), rest.get(at + 1..)) else { return false };
        out.push_str(plain);
        let Some((character, length)) = escaped(escape) else { return false };
        out.push(character);
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
    let low = inside.get(..6).and_then(|first| unit(first.strip_prefix("\\u")?));
    match low {
        Some(low @ 0xdc00..=0xdfff) => {
            out.push(pair(u32::from(high), low));
            unescape_into(inside.get(6..).unwrap_or_default(), out)
        }
        _ => {
            out.push(char::REPLACEMENT_CHARACTER);
            unescape_into(inside, out)
        }
    }
}

/// The character that two halves stand for.
fn pair(high: u32, low: u32) -> char {
    let code = 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00);
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The character an escape stands for, and the bytes it takes behind its backslash.
fn escaped(escape: &str) -> Option<(char, usize)> {
    let simple = match escape.as_bytes().first()? {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode(escape),
        _ => return None,
    };
    Some((simple, 1))
}

fn unicode(escape: &str) -> Option<(char, usize)> {
    let first = unit(escape.get(1..5)?)?;
    if let Some(character) = char::from_u32(first) {
        return Some((character, 5));
    }
    // Half of a pair: whole only if the other half follows at once.
    let second = escape.get(5..11).and_then(|next| unit(next.strip_prefix("\\u")?));
    match (first, second) {
        (0xd800..=0xdbff, Some(low @ 0xdc00..=0xdfff)) => Some((pair(first, low), 11)),
        _ => Some((char::REPLACEMENT_CHARACTER, 5)),
    }
}

/// Four hexadecimal digits; a sign, which the standard parser takes, is none.
fn unit(digits: &str) -> Option<u32> {
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    u32::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::decode_lenient;
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
    }
}
