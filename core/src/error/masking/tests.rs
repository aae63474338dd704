//! No secret stays, and nothing that is none changes.

use super::*;
use proptest::prelude::*;
use serde_json::{Value, json};

const KEY: &str = "sk-live/0123456789";

fn secrets(texts: &[&str]) -> Secrets {
    let mut secrets = Secrets::default();
    texts.iter().for_each(|text| secrets.add(text));
    secrets
}

/// The headers of an answer with the secrets masked. The way they came makes no difference.
fn masked(secrets: &Secrets, pairs: &[(&'static str, &str)]) -> HeaderMap {
    let lines = pairs.iter().map(|(name, value)| (*name, value.as_bytes()));
    let [mut as_lines, mut as_map] = [AnswerHeaders::of_lines(lines), headers(pairs).into()];
    secrets.mask_headers(&mut as_lines);
    secrets.mask_headers(&mut as_map);
    assert_eq!(as_lines.map(), as_map.map());
    as_map.map().clone()
}

fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
    pairs.iter().map(|(n, v)| (n.parse().unwrap(), HeaderValue::from_str(v).unwrap())).collect()
}

#[test]
fn a_short_key_never_mangles_what_is_not_the_key() {
    let body = json!({"type": "error", "error": {"type": "invalid_request_error", "message": "a rate of 1"},
        "request_id": "req_1", "a": "a", "n": 1});
    for key in ["a", "1", "type", "error", "req_1", "request", "true"] {
        let secrets = secrets(&[key]);
        assert_eq!(secrets.mask_error_type("invalid_request_error"), "invalid_request_error");
        assert_eq!(secrets.mask_error_type(key), key);
        assert_eq!(secrets.mask_id("req_1"), "req_1");
        assert_eq!(secrets.mask_text("a rate of 1"), "a rate of 1");
        let masked = secrets.mask_body(body.to_string().as_bytes());
        let masked: Value = masked.map_or(body.clone(), |text| serde_json::from_str(&text).unwrap());
        for field in ["type", "error", "request_id"] {
            assert_eq!(masked[field], body[field], "{key}");
        }
        assert_eq!(masked["n"], 1);
        let answer = [("retry-after", "1"), ("x-should-retry", "true"), ("request-id", "req_1")];
        assert_eq!(self::masked(&secrets, &answer), headers(&answer), "{key}");
    }
    // A real one is masked in these fields too; a short one everywhere else.
    let echoed = format!(r#"{{"type":"{KEY}","request_id":"{KEY}","error":{{"error_code":"{KEY}"}}}}"#);
    let masked = self::secrets(&[KEY]).mask_body(echoed.as_bytes()).unwrap();
    assert_eq!(masked, echoed.replace(KEY, MASK));
    let beside = br#"[{"type":"error"},"error",{"type":["error"],"kind":"error"}]"#;
    assert_eq!(
        self::secrets(&["error"]).mask_body(beside).unwrap(),
        r#"[{"type":"error"},"***",{"type":["error"],"kind":"***"}]"#
    );
    // Where it is the whole value, it is masked.
    let secrets = secrets(&["pass"]);
    assert_eq!(secrets.mask_text(" pass\n"), MASK);
    assert_eq!(
        secrets.mask_body(br#"{"key":"pass","pass":"pass it"}"#).unwrap(),
        r#"{"key":"***","pass":"pass it"}"#
    );
    let answer = self::masked(&secrets, &[("x-echo", "pass"), ("x-other", "passed")]);
    assert_eq!(answer, headers(&[("x-echo", MASK), ("x-other", "passed")]));
}

#[test]
fn a_key_that_is_a_word_is_masked_where_it_stands_alone() {
    let secrets = secrets(&["authentication"]);
    assert_eq!(secrets.mask_error_type("authentication_error"), "authentication_error");
    assert_eq!(secrets.mask_text("the key authentication is wrong"), "the key *** is wrong");
    let body = r#"{"authentication":1,"type":"authentication_error","said":"(authentication)"}"#;
    let masked = r#"{"authentication":1,"type":"authentication_error","said":"(***)"}"#;
    assert_eq!(secrets.mask_body(body.as_bytes()).unwrap(), masked);
    let known = self::secrets(&["overloaded_error", "application"]);
    assert_eq!(known.mask_error_type("overloaded_error"), "overloaded_error");
    let answer = self::masked(&known, &[("content-type", "application/json")]);
    assert_eq!(answer["content-type"], "application/json");
}

#[test]
fn a_key_is_found_in_every_disguise_of_json() {
    let secrets = secrets(&[KEY]);
    let escaped: String = KEY.bytes().map(|b| format!("\\u{b:04x}")).collect();
    for body in [
        format!(r#"{{"message":"x {KEY} y"}}"#),
        format!(r#"{{"message":"{}"}}"#, KEY.replace('/', "\\/")),
        format!(r#"["{escaped}"]"#),
        format!(r#"{{"{KEY}":1}}"#),
        format!(r#""{KEY}""#),
    ] {
        let masked = secrets.mask_body(body.as_bytes()).unwrap();
        let value: Value = serde_json::from_str(&masked).unwrap();
        assert!(!value.to_string().contains(KEY) && masked.contains(MASK), "{masked}");
    }
    assert_eq!(secrets.mask_body(format!("<p>{KEY}</p>").as_bytes()).unwrap(), "<p>***</p>");
    assert_eq!(secrets.mask_body(format!(r#"{{"cut":"{KEY}"#).as_bytes()).unwrap(), r#"{"cut":"***"#);
    assert_eq!(secrets.mask_body(br#"{"a":"\n"}"#), None);
}

#[test]
fn a_header_is_secret_as_a_whole_and_in_its_parts() {
    let mut given = headers(&[
        ("authorization", "Bearer token-0123456789"),
        ("cookie", "theme=dark; session=cookie-0123456789"),
        ("x-plain", "plain-0123456789"),
        ("x-marked", "marked-0123456789"),
    ]);
    given.get_mut("x-marked").unwrap().set_sensitive(true);
    let secrets = Secrets::in_headers(&given);
    let said = "token-0123456789 cookie-0123456789 marked-0123456789 plain-0123456789 theme=dark";
    assert_eq!(secrets.mask_text(said), "*** *** *** plain-0123456789 theme=dark");
}

#[test]
fn keys_of_earlier_attempts_are_remembered() {
    let mut secrets = Secrets::default();
    for key in ["first-0123456789", "second-0123456789", "second-0123456789"] {
        secrets.sent(Arc::new(Secret::from(key)));
    }
    assert_eq!(secrets.mask_text("first-0123456789, second-0123456789"), "***, ***");
    assert_eq!(secrets.others.len(), 1);
}

#[test]
fn overlapping_secrets_leave_nothing_of_each_other() {
    let secrets = secrets(&["Abcdefghij", "efghijklMN", "********!"]);
    assert_eq!(secrets.mask_text("x AbcdefghijklMN y"), "x *** y");
    assert_eq!(secrets.mask_text("AbcdefghijAbcdefghij"), MASK);
}

/// Texts with the secret in them here and there.
fn text_with(secret: &'static str) -> impl Strategy<Value = String> {
    let part = prop_oneof![Just(secret.to_owned()), "[a-zA-Z0-9 _\"\\\\/é-]{0,6}".prop_map(String::from)];
    proptest::collection::vec(part, 0..5).prop_map(|parts| parts.concat())
}

fn json_with(secret: &'static str) -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        text_with(secret).prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        Just(Value::Null),
        Just(Value::from("overloaded_error")),
    ];
    leaf.prop_recursive(3, 20, 4, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::hash_map("[a-z]{0,5}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// The same value with every string changed.
fn each_string(value: &Value, change: &impl Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::from(change(text)),
        Value::Array(items) => items.iter().map(|item| each_string(item, change)).collect(),
        Value::Object(map) => {
            Value::Object(map.iter().map(|(key, item)| (key.clone(), each_string(item, change))).collect())
        }
        other => other.clone(),
    }
}

proptest! {
    #[test]
    fn no_key_stays_in_a_text(text in text_with(KEY)) {
        let masked = secrets(&[KEY]).mask_text(&text).into_owned();
        prop_assert!(!masked.contains(KEY));
        prop_assert_eq!(masked == text, !text.contains(KEY));
    }

    #[test]
    fn no_key_stays_in_json_and_its_structure_does(value in json_with(KEY)) {
        let secrets = secrets(&[KEY]);
        let masked = secrets.mask_body(value.to_string().as_bytes()).unwrap_or(value.to_string());
        let masked: Value = serde_json::from_str(&masked).unwrap();
        prop_assert_eq!(&masked, &each_string(&value, &|text| secrets.mask_text(text).into_owned()));
        prop_assert!(!masked.to_string().contains(KEY));
    }

    #[test]
    fn a_short_secret_changes_whole_strings_alone(value in json_with("ab"), secret in "[a-z1\"\\\\]{1,7}") {
        let secrets = secrets(&[&secret, "ab"]);
        let masked = secrets.mask_body(value.to_string().as_bytes()).unwrap_or(value.to_string());
        let masked: Value = serde_json::from_str(&masked).unwrap();
        let whole = |text: &str| match [secret.as_str(), "ab"].contains(&text.trim()) {
            true => MASK.to_owned(),
            false => text.to_owned(),
        };
        prop_assert_eq!(masked, each_string(&value, &whole));
    }

    #[test]
    fn without_a_secret_nothing_changes(text in ".{0,40}") {
        let none = Secrets::default();
        prop_assert_eq!(none.mask_text(&text), text.as_str());
        prop_assert_eq!(none.mask_body(text.as_bytes()), None);
    }

    #[test]
    fn any_bytes_are_taken(body in proptest::collection::vec(any::<u8>(), 0..60), secret in "[ -~]{1,12}") {
        let secrets = secrets(&[&secret]);
        if let (Some(masked), Kind::Key) = (secrets.mask_body(&body), kind(&secret)) {
            prop_assert!(!masked.contains(&secret) || serde_json::from_str::<Value>(&masked).is_ok());
        }
    }
}
