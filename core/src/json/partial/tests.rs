//! Tests of the completion of cut JSON: the protocol's table, surrogates, limits, and every prefix of random JSON.

use super::*;
use proptest::prelude::*;
use serde_json::Value;

fn both(buffer: &str) -> (String, String) {
    (complete(buffer, Mode::Default).unwrap(), complete(buffer, Mode::TrailingStrings).unwrap())
}

#[test]
fn the_table_of_the_protocol_holds() {
    for (buffer, default, trailing) in [
        (r#"{"a": 1, "b": "x"#, r#"{"a": 1}"#, r#"{"a": 1, "b": "x"}"#),
        (r#"{"a": [1, 2"#, r#"{"a": [1, 2]}"#, r#"{"a": [1, 2]}"#),
        (r#"{"a": {"b": tr"#, r#"{"a": {}}"#, r#"{"a": {}}"#),
        (r#"{"a": 1."#, "{}", "{}"),
        (r#"{"a""#, "{}", "{}"),
        ("", "{}", "{}"),
        // Protocol §13.3.
        (
            r#"{"name": "plan.txt", "rows": ["a", "b"#,
            r#"{"name": "plan.txt", "rows": ["a"]}"#,
            r#"{"name": "plan.txt", "rows": ["a", "b"]}"#,
        ),
    ] {
        assert_eq!(both(buffer), (default.to_owned(), trailing.to_owned()), "{buffer}");
    }
}

#[test]
fn unfinished_tokens_are_left_out() {
    for (buffer, expected) in [
        (" \n\t", "{}"),
        ("{", "{}"),
        (r#"{"a"#, "{}"),
        (r#"{"a":"#, "{}"),
        (r#"{"a": 1,"#, r#"{"a": 1}"#),
        (r#"{"a": 1, "b":"#, r#"{"a": 1}"#),
        (r#"{"a": 1, "b\"#, r#"{"a": 1}"#),
        (r#"{"a": -"#, "{}"),
        (r#"{"a": -0"#, r#"{"a": -0}"#),
        (r#"{"a": 1e"#, "{}"),
        (r#"{"a": 1E+"#, "{}"),
        (r#"{"a": 1.5e-3"#, r#"{"a": 1.5e-3}"#),
        (r#"{"a": fals"#, "{}"),
        (r#"{"a": nul"#, "{}"),
        (r#"{"a": null"#, r#"{"a": null}"#),
        (r#"{"a": true "#, r#"{"a": true}"#),
        ("[", "[]"),
        ("[[], {", "[[], {}]"),
        ("[1, ", "[1]"),
        ("[[1], [", "[[1], []]"),
        ("tru", "{}"),
        ("12", "12"),
        (r#"{"a": 1}"#, r#"{"a": 1}"#),
        ("{\"a\": 1}\n ", r#"{"a": 1}"#),
    ] {
        assert_eq!(both(buffer), (expected.to_owned(), expected.to_owned()), "{buffer}");
    }
}

#[test]
fn unfinished_strings_are_kept_when_asked_for() {
    for (buffer, trailing) in [
        (r#"{"a": ""#, r#"{"a": ""}"#),
        (r#"{"a": "x\"#, r#"{"a": "x"}"#),
        (r#"{"a": "x\n"#, r#"{"a": "x\n"}"#),
        (r#"{"a": "x\u"#, r#"{"a": "x"}"#),
        (r#"{"a": "x\u00e"#, r#"{"a": "x"}"#),
        (r#"{"a": "x\u00e9"#, r#"{"a": "x\u00e9"}"#),
        (r#"{"a": "x\ud83d"#, r#"{"a": "x"}"#),
        (r#"{"a": "x\ud83d\"#, r#"{"a": "x"}"#),
        (r#"{"a": "x\ud83d\ude0"#, r#"{"a": "x"}"#),
        (r#"{"a": "x\ud83d\ude00"#, r#"{"a": "x\ud83d\ude00"}"#),
        (r#"{"a": "é"#, r#"{"a": "é"}"#),
        (r#"{"a": ["x", "y"#, r#"{"a": ["x", "y"]}"#),
    ] {
        let plain = complete(buffer, Mode::Default).unwrap();
        assert!(plain == "{}" || plain == r#"{"a": ["x"]}"#, "{buffer}: {plain}");
        assert_eq!(complete(buffer, Mode::TrailingStrings).unwrap(), trailing, "{buffer}");
    }
    assert_eq!(both("\"ab"), ("{}".to_owned(), "\"ab\"".to_owned()));
    assert_eq!(both("\""), ("{}".to_owned(), "\"\"".to_owned()));
}

#[test]
fn lone_surrogates_become_replacement_characters() {
    for (buffer, expected) in [
        (r#"["\ud83d"]"#, "\u{fffd}"),
        (r#"["\ude00x"]"#, "\u{fffd}x"),
        (r#"["\ud83dx"]"#, "\u{fffd}x"),
        (r#"["\ud83d\n"]"#, "\u{fffd}\n"),
        (r#"["\ud83d\ud83d\ude00"]"#, "\u{fffd}\u{1f600}"),
        (r#"["\ud83d\u0041"]"#, "\u{fffd}A"),
        (r#"["\ude00\ud83d"]"#, "\u{fffd}\u{fffd}"),
        (r#"["\uD83D\uDE00"]"#, "\u{1f600}"),
    ] {
        let value: Value = serde_json::from_str(&complete(buffer, Mode::Default).unwrap()).unwrap();
        assert_eq!(value, serde_json::json!([expected]), "{buffer}");
    }
    let key: Value =
        serde_json::from_str(&complete(r#"{"\ud83d": 1, "\ude00"#, Mode::Default).unwrap()).unwrap();
    assert_eq!(key, serde_json::json!({"\u{fffd}": 1}));
}

#[test]
fn what_can_never_become_json_is_an_error() {
    for (buffer, offset) in [
        ("}", 0),
        ("{]", 1),
        ("[}", 1),
        ("[1}", 2),
        ("{,", 1),
        ("[,", 1),
        ("[1,]", 3),
        (r#"{"a": 1,}"#, 8),
        (r#"{"a" 1"#, 5),
        (r#"{"a": }"#, 6),
        ("{1", 1),
        ("{}x", 2),
        ("1,", 1),
        ("[01", 2),
        ("[-x", 2),
        ("[1.x", 3),
        ("[1e+]", 4),
        ("[+1", 1),
        ("[tru]", 4),
        ("[trux", 4),
        ("[nan", 2),
        ("[Infinity", 1),
        ("['a'", 1),
        (r#"["\x"#, 3),
        (r#"["\u00g"#, 6),
        ("[\"a\nb", 3),
        ("\u{feff}{}", 0),
        ("[1 2", 3),
        ("// note", 0),
    ] {
        for mode in [Mode::Default, Mode::TrailingStrings] {
            assert_eq!(complete(buffer, mode), Err(PartialJsonError::Invalid { offset }), "{buffer}");
        }
    }
}

#[test]
fn depth_and_numbers_have_limits() {
    for (unit, depth) in [("[", 1), (r#"{"k":"#, 1), (r#"[{"k":"#, 2)] {
        let fits = unit.repeat(MAX_DEPTH / depth);
        serde_json::from_str::<Value>(&complete(&fits, Mode::Default).unwrap()).unwrap();
    }
    let deep = "[".repeat(MAX_DEPTH + 1);
    assert_eq!(complete(&deep, Mode::Default), Err(PartialJsonError::TooDeep { offset: MAX_DEPTH }));
    complete(&"[".repeat(5_000_000), Mode::Default).unwrap_err();
    // Wide is not deep.
    let wide = "[],".repeat(10_000);
    assert!(complete(&format!("[{wide}"), Mode::Default).is_ok());

    let range = Err(PartialJsonError::NumberOutOfRange { offset: 1 });
    assert_eq!(complete("[1e999", Mode::Default), range);
    assert_eq!(complete("[-1e999]", Mode::Default), range);
    assert_eq!(complete(&format!("[{}", "9".repeat(400)), Mode::Default), range);
    assert_eq!(complete("[1e-999", Mode::Default).unwrap(), "[1e-999]");
    assert!(!PartialJsonError::Invalid { offset: 3 }.to_string().is_empty());
}

#[test]
fn a_long_buffer_takes_linear_work() {
    // More than a million bytes in each shape: instant when linear, hours when quadratic.
    let text = format!("{{\"a\": \"{}", "\\ud83d".repeat(200_000));
    assert!(complete(&text, Mode::TrailingStrings).unwrap().contains("\\ufffd"));
    let digits = format!("[{}", "1.5, ".repeat(300_000));
    assert!(complete(&digits, Mode::Default).unwrap().ends_with("1.5]"));
}

fn json() -> impl Strategy<Value = Value> {
    let text = prop_oneof![".{0,8}", "[\"\\\\\u{1}\n\u{1f600}a]{0,6}"];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            proptest::collection::vec((text.clone(), inner), 0..5)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

/// The text with everything outside ASCII written as escapes, pairs of surrogates included.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    let mut units = [0; 2];
    for c in text.chars() {
        match c {
            ' '..='~' | '\n' => out.push(c),
            _ => c.encode_utf16(&mut units).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}"))),
        }
    }
    out
}

/// Every value of `part` is in `whole`, in the same place; strings and numbers may be shorter.
fn is_front_of(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => {
            part.iter().all(|(k, v)| whole.get(k).is_some_and(|w| is_front_of(v, w)))
        }
        (Value::Array(part), Value::Array(whole)) => {
            part.len() <= whole.len() && part.iter().zip(whole).all(|(p, w)| is_front_of(p, w))
        }
        (Value::String(part), Value::String(whole)) => whole.starts_with(part.as_str()),
        (Value::Number(_), Value::Number(_)) => true,
        _ => part == whole,
    }
}

proptest! {
    #[test]
    fn every_prefix_of_json_is_completed(value in json(), pretty in any::<bool>(), escape in any::<bool>()) {
        let plain = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.unwrap();
        let text = if escape { escaped(&plain) } else { plain };
        for mode in [Mode::Default, Mode::TrailingStrings] {
            for (cut, _) in text.char_indices() {
                let done = complete(&text[..cut], mode).unwrap();
                let parsed: Value = serde_json::from_str(&done).unwrap();
                // A text that is no container has nothing to show at first: then the answer is `{}`.
                prop_assert!(done == "{}" || is_front_of(&parsed, &value), "{} -> {}", &text[..cut], done);
            }
            let parsed: Value = serde_json::from_str(&complete(&text, mode).unwrap()).unwrap();
            prop_assert_eq!(&parsed, &value);
        }
    }

    #[test]
    fn any_text_is_refused_or_completed(text in "[\\[\\]{}\",:0-9eE.+\\-truefalsn\\\\ud8c ]{0,40}|.{0,20}") {
        for mode in [Mode::Default, Mode::TrailingStrings] {
            match complete(&text, mode) {
                Ok(done) => prop_assert!(serde_json::from_str::<Value>(&done).is_ok(), "{} -> {}", text, done),
                // Refused text is not valid JSON either.
                Err(_) => prop_assert!(serde_json::from_str::<Value>(&text).is_err(), "{}", text),
            }
        }
    }
}
