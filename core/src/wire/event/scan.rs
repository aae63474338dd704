//! A recogniser for the three deltas that make up nearly all of a stream: it checks and locates the payload
//! in one pass. It must not accept anything that is not one complete JSON object of the expected shape:
//! whatever it declines goes to the general parser.

use super::{Payload, PayloadOf};
use crate::json::string_end;

/// A delta that the scanner recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Delta {
    pub(super) index: u32,
    pub(super) payload: Payload,
}

/// Reads `{"type":"content_block_delta","index":N,"delta":{"type":T,F:"…"}}` with any white space between
/// the tokens. `None` if the event has another shape, is not valid JSON, or is not UTF-8.
#[inline]
pub(super) fn delta(data: &[u8]) -> Option<Delta> {
    let mut s = Cursor { data, at: 0 };
    if !s.literal(b"{\"type\":\"content_block_delta\",\"index\":") {
        s.token(b"{")?;
        s.key(b"\"type\"")?;
        s.token(b"\"content_block_delta\"")?;
        s.token(b",")?;
        s.key(b"\"index\"")?;
        s.space();
    }
    let index = s.number()?;
    if !s.literal(b",\"delta\":{\"type\":\"") {
        s.token(b",")?;
        s.key(b"\"delta\"")?;
        s.token(b"{")?;
        s.key(b"\"type\"")?;
        s.token(b"\"")?;
    }
    let of = if s.literal(b"text_delta\"") {
        PayloadOf::Text
    } else if s.literal(b"input_json_delta\"") {
        PayloadOf::PartialJson
    } else if s.literal(b"thinking_delta\"") {
        PayloadOf::Thinking
    } else {
        return None;
    };
    let (compact, key): (&[u8], &[u8]) = match of {
        PayloadOf::Text => (b",\"text\":\"", b"\"text\""),
        PayloadOf::PartialJson => (b",\"partial_json\":\"", b"\"partial_json\""),
        _ => (b",\"thinking\":\"", b"\"thinking\""),
    };
    if !s.literal(compact) {
        s.token(b",")?;
        s.key(key)?;
        s.token(b"\"")?;
    }
    let start = s.at;
    let escaped = s.string()?;
    let end = s.at - 1;
    if !s.literal(b"}}") {
        s.token(b"}")?;
        s.token(b"}")?;
    }
    s.space();
    if s.at != data.len() {
        return None;
    }
    let inside = data.get(start..end)?;
    // Most pieces are short and ASCII, for which this takes a fifth of the time of the general check.
    if !inside.is_ascii() {
        std::str::from_utf8(inside).ok()?;
    }
    let payload =
        Payload { of, start: u32::try_from(start).ok()?, end: u32::try_from(end).ok()?, high: 0, escaped };
    Some(Delta { index, payload })
}

struct Cursor<'a> {
    data: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    /// Consumes `literal` if it comes next.
    #[inline]
    fn literal(&mut self, literal: &[u8]) -> bool {
        let here = self.data.get(self.at..).is_some_and(|rest| rest.starts_with(literal));
        if here {
            self.at += literal.len();
        }
        here
    }

    #[inline]
    fn space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.data.get(self.at) {
            self.at += 1;
        }
    }

    #[inline]
    fn token(&mut self, token: &[u8]) -> Option<()> {
        self.space();
        self.literal(token).then_some(())
    }

    #[inline]
    fn key(&mut self, key: &[u8]) -> Option<()> {
        self.token(key)?;
        self.token(b":")
    }

    /// A JSON integer of at most nine digits.
    #[inline]
    fn number(&mut self) -> Option<u32> {
        let from = self.at;
        let mut value = 0u32;
        while let Some(digit @ b'0'..=b'9') = self.data.get(self.at) {
            value = value.checked_mul(10)?.checked_add(u32::from(digit - b'0'))?;
            self.at += 1;
        }
        let digits = self.at - from;
        let leading_zero = digits > 1 && self.data.get(from) == Some(&b'0');
        (digits > 0 && digits < 10 && !leading_zero).then_some(value)
    }

    /// The rest of a JSON string behind its opening quote, the closing one included. Tells whether it holds
    /// escapes.
    #[inline]
    fn string(&mut self) -> Option<bool> {
        let (end, escaped) = string_end(self.data, self.at)?;
        self.at = end;
        Some(escaped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text_of(json: &str) -> Option<(u32, PayloadOf, String)> {
        let found = delta(json.as_bytes())?;
        let p = found.payload;
        Some((found.index, p.of, json[p.start as usize..p.end as usize].to_owned()))
    }

    #[test]
    fn the_three_deltas_are_recognised_with_any_spacing() {
        let compact =
            r#"{"type":"content_block_delta","index":12,"delta":{"type":"text_delta","text":"Hi \"x\" é"}}"#;
        assert_eq!(text_of(compact), Some((12, PayloadOf::Text, r#"Hi \"x\" é"#.to_owned())));
        let spaced = r#"{ "type" : "content_block_delta" , "index" : 0 , "delta" : { "type" : "input_json_delta" , "partial_json" : "" } }  "#;
        assert_eq!(text_of(spaced), Some((0, PayloadOf::PartialJson, String::new())));
        let padded = r#"{"type":"content_block_delta","index":1,"delta":{"type":"thinking_delta","thinking":"a\u00e9b"}      }"#;
        assert_eq!(text_of(padded), Some((1, PayloadOf::Thinking, r"a\u00e9b".to_owned())));
    }

    #[test]
    fn anything_else_is_declined() {
        for json in [
            r#"{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"a"}"#,
            r#"{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"a"}}}"#,
            r#"{"type":"content_block_delta","index":01,"delta":{"type":"text_delta","text":"a"}}"#,
            r#"{"type":"content_block_delta","index":-1,"delta":{"type":"text_delta","text":"a"}}"#,
            r#"{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"a","x":1}}"#,
            r#"{"type":"content_block_delta","index":1,"delta":{"type":"signature_delta","signature":"a"}}"#,
            r#"{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"\x"}}"#,
            r#"{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"\u00g0"}}"#,
            "{\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"text_delta\",\"text\":\"\t\"}}",
            "",
        ] {
            assert_eq!(delta(json.as_bytes()), None, "{json}");
        }
        let invalid = b"{\"type\":\"content_block_delta\",\"index\":1,\
            \"delta\":{\"type\":\"text_delta\",\"text\":\"\xff\"}}";
        assert_eq!(delta(invalid), None);
    }

    proptest! {
        #[test]
        fn what_is_accepted_is_valid_json_with_that_text(text in "\\PC*", index in 0u32..1000) {
            let json = serde_json::json!({"type": "content_block_delta", "index": index,
                "delta": {"type": "text_delta", "text": text}});
            let raw = format!(
                "{{\"type\":\"content_block_delta\",\"index\":{index},\"delta\":{{\"type\":\"text_delta\",\
                \"text\":{}}}}}",
                serde_json::to_string(&text).unwrap()
            );
            let found = delta(raw.as_bytes()).unwrap();
            let quoted = &raw[found.payload.start as usize - 1..found.payload.end as usize + 1];
            prop_assert_eq!(serde_json::from_str::<String>(quoted).unwrap(), text);
            prop_assert_eq!(serde_json::from_str::<serde_json::Value>(&raw).unwrap(), json);
        }

        #[test]
        fn a_mutated_event_is_never_accepted_unless_it_is_json(at in 0usize..100, byte in any::<u8>()) {
            let mut raw = br#"{"type":"content_block_delta","index":7,"delta":{"type":"text_delta","text":"some text here"}}"#.to_vec();
            let at = at % raw.len();
            raw[at] = byte;
            if delta(&raw).is_some() {
                prop_assert!(serde_json::from_slice::<serde_json::Value>(&raw).is_ok());
            }
        }
    }
}
