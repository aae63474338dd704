//! Where a JSON string ends, with its escapes checked on the way. It must not know what the string says.

/// The position after the closing quote of the string whose opening quote is right before `from`, and whether the
/// string holds escapes. `None` if it does not end, or holds a malformed escape or a bare control character.
#[inline]
pub(crate) fn string_end(data: &[u8], from: usize) -> Option<(usize, bool)> {
    let mut at = from;
    let mut escaped = false;
    loop {
        at = plain_end(data, at);
        match *data.get(at)? {
            b'"' => return Some((at + 1, escaped)),
            b'\\' => {
                escaped = true;
                match *data.get(at + 1)? {
                    b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => at += 2,
                    b'u' => {
                        let hex = data.get(at + 2..at + 6)?;
                        if !hex.iter().all(u8::is_ascii_hexdigit) {
                            return None;
                        }
                        at += 6;
                    }
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
}

/// The next quote, backslash or control character, looked for eight bytes at a time.
#[inline]
pub(super) fn plain_end(data: &[u8], from: usize) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let (words, rest) = data.get(from..).unwrap_or_default().as_chunks::<8>();
    for (at, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let quote = word ^ (ONES * u64::from(b'"'));
        let slash = word ^ (ONES * u64::from(b'\\'));
        // The classic "is there a zero byte" and "is there a byte below 0x20", exact for the lowest hit.
        let hit = ((quote.wrapping_sub(ONES) & !quote)
            | (slash.wrapping_sub(ONES) & !slash)
            | (word.wrapping_sub(ONES * 0x20) & !word))
            & HIGH;
        if hit != 0 {
            return from + at * 8 + (hit.trailing_zeros() / 8) as usize;
        }
    }
    let end = rest.iter().position(|&byte| byte == b'"' || byte == b'\\' || byte < 0x20);
    from + words.len() * 8 + end.unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_end_is_found_and_escapes_are_told() {
        assert_eq!(string_end(br#"abc", 1"#, 0), Some((4, false)));
        assert_eq!(string_end(br#""a\"\u00e9b" "#, 1), Some((12, true)));
        for bad in ["abc", r"a\", r#"\x""#, r#"\u12g4""#, "a\tb\""] {
            assert_eq!(string_end(bad.as_bytes(), 0), None, "{bad}");
        }
    }

    proptest! {
        #[test]
        fn it_takes_what_the_json_library_takes(
            parts in prop::collection::vec(prop::sample::select(vec![
                "a", "é", "\\n", "\\\"", "\\\\", "\\u00e9", "\\ud83d", "\\u12", "\\q", "\t", "\u{1f}",
                    "\u{7f}", "longer text"
            ]), 0..12)
        ) {
            let text = format!("\"{}\"", parts.concat());
            let taken = serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok();
            prop_assert_eq!(string_end(text.as_bytes(), 1).is_some_and(|(end, _)| end == text.len()), taken);
        }
    }
}
