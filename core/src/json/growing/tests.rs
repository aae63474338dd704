//! Tests of growing JSON: held against the completion of one buffer, for every cut of random JSON.

use super::*;
use crate::json::partial::complete;
use proptest::prelude::*;
use serde_json::{Value, json};

fn grown(pieces: &[&str], mode: Mode) -> PartialJson {
    let mut json = PartialJson::new(mode);
    for piece in pieces {
        json.push(piece);
    }
    json
}

/// Every prefix, taken byte by byte (character by character), shows what `complete` makes of it.
fn agrees(text: &str, mode: Mode) {
    let mut json = PartialJson::new(mode);
    let mut buffer = String::new();
    for character in text.chars() {
        buffer.push(character);
        json.push(character.encode_utf8(&mut [0; 4]));
        match (complete(&buffer, mode), json.error()) {
            (Ok(whole), None) => {
                let whole: Value = serde_json::from_str(&whole).unwrap();
                let shown: Value = serde_json::from_str(&json.to_json()).unwrap();
                assert_eq!(shown, whole, "{buffer}");
            }
            (Err(expected), Some(found)) => {
                assert_eq!(found, expected, "{buffer}");
                return;
            }
            (complete, growing) => panic!("{buffer}: {complete:?} and {growing:?}"),
        }
    }
}

#[test]
fn each_prefix_shows_what_completion_makes_of_it() {
    for text in [
        r#"{"name": "plan.txt", "rows": ["a", "b"], "n": -0.5e+3, "t": true, "f": false, "z": null, "e": {}, "l": []}"#,
        r#" [ 1 , [ 2, { "a" : [ ] } ] , "x" ] "#,
        r#"{"a": "\ud83d\ude00 \ud83d \ude00x\ud83d\ud83d\ude00 \u00e9\n\"\\\/\b\f\r\t"}"#,
        r#"{"clé": "日本語", "a\u0062": 1}"#,
        "12",
        "\"text\"",
        "true",
        "{\"a\": 1} x",
        "{\"a\" 1}",
        "{\"a\": 01}",
        "{\"a\": 1.}",
        "{\"a\": -}",
        "{\"a\": \"\\x\"}",
        "{\"a\": \"\\u00g0\"}",
        "{\"a\": \"\u{1}\"}",
        "{\"a\": trux}",
        "[1,]",
        "[1}",
        "{,}",
        "]",
    ] {
        agrees(text, Mode::Default);
        agrees(text, Mode::TrailingStrings);
        agrees(text, Mode::Finished);
    }
}

#[test]
fn what_came_before_an_error_stays() {
    let json = grown(&[r#"{"a": [1, 2], "b": tr"#, "ick}", "{\"c\": 3}"], Mode::Default);
    assert_eq!(json.error(), Some(PartialJsonError::Invalid { offset: 21 }));
    assert_eq!(json.to_json(), r#"{"a":[1,2]}"#);
    assert!(!json.is_complete());
    let deep = grown(&["[".repeat(MAX_DEPTH + 1).as_str()], Mode::Default);
    assert_eq!(deep.error(), Some(PartialJsonError::TooDeep { offset: MAX_DEPTH }));
    let large = grown(&["[1e400", "]"], Mode::Default);
    assert_eq!(large.error(), Some(PartialJsonError::NumberOutOfRange { offset: 1 }));
}

#[test]
fn a_value_is_looked_at_without_being_written() {
    let json = grown(&[r#"{"a": [1, "x", nu"#, r#"ll], "a": {"b": "unfin"#], Mode::TrailingStrings);
    let value = json.value().unwrap();
    assert_eq!(value.kind(), PartialKind::Object(2));
    let last = value.get("a").unwrap();
    assert_eq!(last.get("b").and_then(PartialValue::as_str), Some("unfin"));
    let (_, first) = value.entries().next().unwrap();
    let kinds: Vec<_> = first.items().map(PartialValue::kind).collect();
    assert_eq!(kinds, [PartialKind::Number("1"), PartialKind::String("x"), PartialKind::Null]);
    assert!(PartialJson::new(Mode::Default).value().is_none());
    assert_eq!(PartialJson::new(Mode::Default).to_json(), "{}");
    assert!(grown(&["[1", "] "], Mode::Default).is_complete());
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e9..1e9).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::vec((any::<String>(), inner), 0..6)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn random_json_agrees_at_every_cut(value in any_json(), trailing in any::<bool>()) {
        let mode = if trailing { Mode::TrailingStrings } else { Mode::Default };
        agrees(&value.to_string(), mode);
    }

    #[test]
    fn random_text_is_an_error_or_agrees(text in "[\\[\\]{}:,\"\\\\u0-9a-f truenlse.+-]{0,40}") {
        agrees(&text, Mode::Default);
        agrees(&text, Mode::TrailingStrings);
        agrees(&text, Mode::Finished);
    }

    #[test]
    fn pieces_make_no_difference(value in any_json(), cuts in proptest::collection::vec(1_usize..9, 1..20)) {
        let text = value.to_string();
        let mut json = PartialJson::new(Mode::Default);
        let characters: Vec<char> = text.chars().collect();
        let mut at = 0;
        for cut in cuts.iter().cycle() {
            if at >= characters.len() {
                break;
            }
            let end = (at + cut).min(characters.len());
            json.push(&characters[at..end].iter().collect::<String>());
            at = end;
        }
        let shown: Value = serde_json::from_str(&json.to_json()).unwrap();
        let number_alone = value.is_number();
        prop_assert!(json.is_complete() || number_alone);
        prop_assert_eq!(shown, value);
    }
}

#[test]
fn looks_cost_nothing_however_many_there_are() {
    // 1 MB in pieces of ten bytes with a look after each: were the text read again at each look, this would read 50 GB.
    let rows: Vec<Value> = (0..16_000)
        .map(|n| json!({"id": n, "name": "somebody", "tags": ["a", "b"], "more": "text text text"}))
        .collect();
    let text = Value::from(rows).to_string();
    assert!(text.len() > 900_000);
    let mut json = PartialJson::new(Mode::TrailingStrings);
    let mut looks = 0_usize;
    for piece in text.as_bytes().chunks(10) {
        json.push(std::str::from_utf8(piece).unwrap());
        looks += usize::from(json.value().is_some());
    }
    assert!(json.is_complete() && looks > 90_000);
}

#[test]
fn a_number_is_finished_by_what_follows_it() {
    let mut json = PartialJson::new(Mode::Finished);
    let mut shown = Vec::new();
    for piece in ["{\"n\": 1", "2", "5, \"d\": -", "1.5e", "3", "}"] {
        json.push(piece);
        shown.push(json.to_json());
    }
    let last = r#"{"n":125,"d":-1.5e3}"#;
    assert_eq!(shown, ["{}", "{}", r#"{"n":125}"#, r#"{"n":125}"#, r#"{"n":125}"#, last]);
}
