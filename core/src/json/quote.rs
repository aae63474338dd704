//! Writes JSON strings, run by run of characters that need no escape.

use std::fmt::Write;

/// The most bytes that [`push_string`] appends for a text of so many bytes.
#[must_use]
pub fn string_bound(bytes: usize) -> usize {
    bytes * 6 + 2
}

/// Appends `text` as a JSON string. A buffer that has [`string_bound`] bytes left does not move: no copy of a
/// credential stays behind.
pub fn push_string(json: &mut String, text: &str) {
    json.push('"');
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
        let (plain, tail) = rest.split_at(at);
        json.push_str(plain);
        let mut characters = tail.chars();
        match characters.next() {
            Some('"') => json.push_str("\\\""),
            Some('\\') => json.push_str("\\\\"),
            Some('\n') => json.push_str("\\n"),
            Some('\r') => json.push_str("\\r"),
            Some('\t') => json.push_str("\\t"),
            // Writing to a string cannot fail.
            Some(control) => drop(write!(json, "\\u{:04x}", u32::from(control))),
            None => {}
        }
        rest = characters.as_str();
    }
    json.push_str(rest);
    json.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_is_read_as_it_was() {
        for text in ["", "plain", "a\"b\\c", "\0\u{1f}\n\r\t\u{8}\u{c}", "é€😀", "\u{7f}", "\"\"", "ends\\"]
        {
            let mut json = String::with_capacity(string_bound(text.len()));
            let place = json.as_ptr();
            push_string(&mut json, text);
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
            assert_eq!(json.as_ptr(), place);
        }
    }
}
