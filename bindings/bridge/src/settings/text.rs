//! JSON strings to text and back, in memory that is wiped: any of them may hold a credential.

use parlour::{push_string, read_escape, string_bound};
use zeroize::Zeroizing;

/// Text that is wiped when it is dropped.
pub(super) type Wiped = Zeroizing<String>;

/// The text of a JSON string; `None` if `json` is none, or holds half of a surrogate pair.
///
/// serde_json would do, but leaves the text of strings with escapes in a buffer of its own.
pub(super) fn decode(json: &str) -> Option<Wiped> {
    let inner = json.strip_prefix('"')?.strip_suffix('"')?;
    // Never longer than its JSON, so nothing is left behind by growing.
    let mut text = Zeroizing::new(String::with_capacity(inner.len()));
    let mut rest = inner;
    while let Some((plain, escaped)) = rest.split_once('\\') {
        text.push_str(plain);
        let (character, length) = read_escape(escaped.as_bytes())?;
        text.push(character?);
        rest = escaped.get(length..)?;
    }
    text.push_str(rest);
    Some(text)
}

/// `text` as a JSON string of its own.
pub(super) fn encoded(text: &str) -> Wiped {
    let mut json = Zeroizing::new(String::with_capacity(string_bound(text.len())));
    push_string(&mut json, text);
    json
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_read_as_serde_reads_them() {
        for json in [
            r#""""#,
            r#""plain""#,
            r#""a\"b\\c\/d\b\f\n\r\t""#,
            r#""\u0041\u00e9\u20ac""#,
            r#""\ud83d\ude00 tail""#,
            "\"raw é € 😀\"",
        ] {
            assert_eq!(
                decode(json).unwrap().as_str(),
                serde_json::from_str::<String>(json).unwrap(),
                "{json}"
            );
        }
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for json in
            ["1", "null", "\"", "", r#""\ud800""#, r#""\ud800\u0041""#, r#""\udc00""#, r#""\x""#, r#""\u00""#]
        {
            assert!(decode(json).is_none(), "{json}");
        }
    }

    #[test]
    fn text_survives_the_way_there_and_back() {
        for text in ["", "plain", "a\"b\\c", "\0\u{1f}\n", "é€😀", "\u{7f}"] {
            let json = encoded(text);
            assert!(json.len() <= string_bound(text.len()));
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
            assert_eq!(decode(&json).unwrap().as_str(), text);
        }
    }
}
