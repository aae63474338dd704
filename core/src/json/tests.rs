//! Tests of `json`: verbatim text, equality by meaning, lenient decoding, refusal of what JSON cannot hold.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::Serialize;

use super::*;

fn json(text: &str) -> Json {
    Json::parse(text).unwrap()
}

#[test]
fn text_is_kept_verbatim() {
    for text in ["1.0", "1e400", "-0", "18446744073709551616", r#"{"b":1, "a" : [ ],"b":2}"#, r#""\ud83d""#] {
        assert_eq!(json(text).as_str(), text);
        assert_eq!(serde_json::to_string(&json(text)).unwrap(), text);
        assert_eq!(serde_json::from_str::<Json>(text).unwrap().as_str(), text);
    }
    assert_eq!(json(" \n[1] ").as_str(), "[1]");
    assert_eq!(serde_json::from_reader::<_, Json>(&b"[1.50]"[..]).unwrap().as_str(), "[1.50]");
}

#[test]
fn what_is_not_json_is_refused() {
    for text in ["", "{", "nul", "[1,]", "{\"a\" 1}", "01", "\"\u{1}\"", "1 2"] {
        assert_eq!(Json::parse(text).unwrap_err().kind(), JsonErrorKind::Syntax, "{text:?}");
    }
}

#[test]
fn equality_is_by_meaning() {
    let same = [
        (r#"{"a":1,"b":2}"#, r#"{ "b": 2, "a": 1 }"#),
        (r#"{"a":1,"a":2}"#, r#"{"a":2}"#),
        (r#""\u00e9\/""#, "\"é/\""),
        ("1.0", "1.00"),
        ("100.0", "1e2"),
        ("1e400", "1e400"),
        (r#"{"\u0061":[1, 2]}"#, r#"{"a":[1,2]}"#),
    ];
    for (a, b) in same {
        assert_eq!(json(a), json(b));
    }
    let different = [
        ("1", "1.0"),
        ("1e400", "2e400"),
        ("18446744073709551616", "18446744073709551617"),
        (r#"{"a":1}"#, r#"{"a":1,"b":null}"#),
        ("[1,2]", "[2,1]"),
        (r#""\ud83d""#, r#""\ud83e""#),
        ("null", "false"),
    ];
    for (a, b) in different {
        assert_ne!(json(a), json(b));
    }
}

#[test]
fn deep_json_can_be_held_but_decoding_it_is_a_typed_error() {
    let deep = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
    let held = json(&deep);
    assert_eq!(held.as_str().len(), deep.len());
    assert_eq!(held.decode::<serde_json::Value>().unwrap_err().kind(), JsonErrorKind::Depth);
    let spaced = format!("{} {}", "[".repeat(20_000), "]".repeat(20_000));
    assert_ne!(held, json(&spaced));
    let fits = format!("{}{}", "[".repeat(127), "]".repeat(127));
    assert!(json(&fits).decode::<serde_json::Value>().is_ok());
    let too_deep = format!("{}{}", "[".repeat(128), "]".repeat(128));
    assert_eq!(json(&too_deep).decode::<serde_json::Value>().unwrap_err().kind(), JsonErrorKind::Depth);
}

#[test]
fn lone_surrogates_and_bad_utf8_become_replacement_characters() {
    let cases: [(&[u8], &str); 8] = [
        (br#""a\ud83d""#, "a\u{fffd}"),
        (br#""a\ude00b""#, "a\u{fffd}b"),
        (br#""\ud83d\ude00""#, "\u{1f600}"),
        (br#""\ud83d\ud83d\ude00""#, "\u{fffd}\u{1f600}"),
        (br#""\\ud83d""#, "\\ud83d"),
        (br#""\ud83d\u0041""#, "\u{fffd}A"),
        (b"\"a\xffb\"", "a\u{fffd}b"),
        (b"\"\xff\\ud83d\"", "\u{fffd}\u{fffd}"),
    ];
    for (bytes, expected) in cases {
        assert_eq!(decode_lenient::<String>(bytes).unwrap(), expected);
    }
    assert_eq!(json(r#"{"t":"\udfff"}"#).decode::<BTreeMap<String, String>>().unwrap()["t"], "\u{fffd}");
    assert_eq!(decode_lenient::<String>(b"\"\\ud8").unwrap_err().kind(), JsonErrorKind::Syntax);
    assert_eq!(decode_lenient::<u8>(b"\"x\"").unwrap_err().kind(), JsonErrorKind::Data);
}

#[test]
fn halves_of_surrogate_pairs_are_replaced_in_json_that_is_sent() {
    for (given, sent) in [
        (r#""a\ud83d\ude00\u0007""#, r#""a\ud83d\ude00\u0007""#),
        (r#""\uD83D\ud83d\uDE00\ude00""#, r#""\ufffd\ud83d\uDE00\ufffd""#),
        (r#""\\ud83d é""#, r#""\\ud83d é""#),
        (r#"{"\udfff":"é"}"#, r#"{"\ufffd":"é"}"#),
        (r#""\u"#, r#""\u"#),
    ] {
        assert_eq!(without_halves(given.into()), sent.as_bytes(), "{given}");
    }
    assert_eq!(without_halves(b"\xff\\ud83d".to_vec()), b"\xff\\ud83d");
}

#[test]
fn numbers_json_cannot_express_are_refused_with_their_place() {
    #[derive(Serialize)]
    struct Inner {
        values: Vec<f64>,
    }
    let ok = BTreeMap::from([("x", Inner { values: vec![1.5, 0.1] })]);
    assert_eq!(Json::from_serialize(&ok).unwrap().as_str(), r#"{"x":{"values":[1.5,0.1]}}"#);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let error =
            Json::from_serialize(&BTreeMap::from([("x", Inner { values: vec![1.0, bad] })])).unwrap_err();
        assert_eq!((error.kind(), error.path()), (JsonErrorKind::Data, Some("x.values.1")));
    }
    assert!(Json::from_serialize(&(1, Some(f32::NAN))).is_err());
    assert_eq!(Json::from_serialize(&(1, None::<f32>, "é")).unwrap().as_str(), "[1,null,\"é\"]");
    assert_eq!(Json::from_serialize(&json("1e400")).unwrap().as_str(), "1e400");
}

#[test]
fn conversions_say_what_they_hold() {
    assert_eq!(Json::from(true).as_str(), "true");
    assert_eq!(Json::from(-3i64).as_str(), "-3");
    assert_eq!(Json::from(u64::MAX).as_str(), "18446744073709551615");
    assert_eq!(Json::string("a\"b").as_str(), r#""a\"b""#);
    assert_eq!(Json::object().as_str(), "{}");
    assert_eq!("[1]".parse::<Json>().unwrap(), Json::try_from("[1]".to_owned()).unwrap());
    assert!(Json::default().is_null() && !Json::object().is_null() && Json::object().is_object());
    assert_eq!(format!("{} {:?}", Json::object(), Json::null()), "{} Json(null)");
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(value) = decode_lenient::<Json>(&bytes) {
            prop_assert!(Json::parse(value.as_str()).is_ok());
        }
    }

    #[test]
    fn any_escape_soup_in_quotes_decodes_like_its_mended_self(
        parts in proptest::collection::vec(prop_oneof![
            Just("\\ud83d"), Just("\\ude00"), Just("\\\\"), Just("u"), Just("é"), Just("\\n"), Just("\\u0041")
        ], 0..20)
    ) {
        let text = format!("\"{}\"", parts.concat());
        prop_assert!(decode_lenient::<String>(text.as_bytes()).is_ok(), "{}", text);
        let json = Json::parse(&text).unwrap();
        prop_assert_eq!(json.as_str(), &text);
        prop_assert_eq!(&json, &json.clone());
    }

    #[test]
    fn text_survives_from_serialize(text in any::<String>()) {
        prop_assert_eq!(Json::string(&text).decode::<String>().unwrap(), text);
    }
}
