//! Foreign text as errors and log records show it: one line of bounded length without control characters. A service
//! that wrote a line break or an escape sequence could otherwise forge records of a log, or steer the terminal that
//! shows it.

use std::borrow::Cow;
use std::fmt::Write;

/// Bytes of a text that are shown. All of an answer's error stays in its body.
const MOST_TEXT: usize = 4 << 10;

/// Bytes of a name, a code or an id that are shown.
const MOST_NAME: usize = 256;

/// A text as errors and records show it: control characters, line separators and marks of direction are escaped as in
/// Rust's source (`\n`, `\u{1b}`), and text after the first 4 KiB is replaced by `…`.
#[doc(hidden)] // For errors and records of bindings.
#[must_use]
pub fn one_line(text: &str) -> Cow<'_, str> {
    bounded(text, MOST_TEXT)
}

/// [`one_line`] for names, codes and ids, of which 256 bytes are shown.
pub(crate) fn short_line(name: &str) -> Cow<'_, str> {
    bounded(name, MOST_NAME)
}

/// [`one_line`] for the bodies of a client that asked for them in its log: nothing is cut.
pub(crate) fn whole_line(body: &str) -> Cow<'_, str> {
    bounded(body, usize::MAX)
}

/// As [`one_line`], of a text that is owned or static already.
pub(super) fn kept(text: Cow<'static, str>) -> Cow<'static, str> {
    match one_line(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(line) => Cow::Owned(line),
    }
}

fn bounded(text: &str, most: usize) -> Cow<'_, str> {
    // Each escape begins with a byte outside the printable characters of ASCII: most texts end here.
    let printable = |byte: u8| (b' '..=b'~').contains(&byte);
    if text.len() <= most && (text.bytes().all(printable) || !text.contains(is_escaped)) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len().min(most).saturating_add('…'.len_utf8()));
    for one in text.chars() {
        let begin = line.len();
        match is_escaped(one) {
            // Writing to a string cannot fail.
            true => drop(write!(line, "{}", one.escape_default())),
            false => line.push(one),
        }
        if line.len() > most {
            line.truncate(begin);
            line.push('…');
            break;
        }
    }
    Cow::Owned(line)
}

/// Control characters (C0, DEL, C1), the separators of lines and paragraphs, and the marks, embeddings and isolates
/// that change the direction of writing.
fn is_escaped(one: char) -> bool {
    one.is_control()
        || matches!(one, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_would_change_a_log_is_escaped() {
        for (text, line) in [
            ("plain", "plain"),
            ("größer, 大きい, \\n", "größer, 大きい, \\n"),
            ("a\r\nb\tc", "a\\r\\nb\\tc"),
            ("\u{1b}[31mred\u{7f}\u{0}", "\\u{1b}[31mred\\u{7f}\\u{0}"),
            ("\u{9b}2J\u{85}", "\\u{9b}2J\\u{85}"),
            ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
            ("\u{202e}txt\u{2066}\u{200f}\u{61c}", "\\u{202e}txt\\u{2066}\\u{200f}\\u{61c}"),
        ] {
            assert_eq!(one_line(text), line);
        }
        assert!(matches!(one_line("größer"), Cow::Borrowed(_)));
    }

    #[test]
    fn what_is_long_is_cut() {
        assert_eq!(one_line(&"x".repeat(MOST_TEXT)).len(), MOST_TEXT);
        let cut = one_line(&"x".repeat(MOST_TEXT + 1)).into_owned();
        assert!(cut.len() == MOST_TEXT + 3 && cut.ends_with("x…"), "{cut}");
        // No escape is cut in two.
        let cut = one_line(&"\n".repeat(1 << 20)).into_owned();
        assert!(cut.len() <= MOST_TEXT + 3 && cut.ends_with("\\n…"), "{cut}");
        assert_eq!(short_line(&"é".repeat(200)).chars().count(), 129);
    }

    proptest! {
        #[test]
        fn every_text_becomes_one_line(text in "(?s).{0,300}") {
            let line = short_line(&text);
            prop_assert!(line.len() <= MOST_NAME + 3);
            prop_assert!(!line.contains(is_escaped) && line.lines().count() <= 1);
        }
    }
}
