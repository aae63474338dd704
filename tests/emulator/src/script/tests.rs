//! The JSON form of scripts: round trips and refusals.

use super::*;
use serde_json::json;

#[test]
fn every_field_survives_a_round_trip() {
    let text = json!([{
        "status": 429, "headers": {"retry-after": "1", "x-multi": ["a", "b"], "date": null}, "text": "slow down",
        "pieces": 2, "split_at": [1], "delay_ms": 5, "gap_ms": 6, "fault": {"reset_after": "message_delta"},
        "gzip": true, "chunked": false, "content_length": 9, "keep_alive": false, "repeat": 3
    }, {"sse": [{"event": "ping", "data": {}}, {"raw": "x"}, {"pause_ms": 3}], "newline": "\r", "pad": 2}]);
    let replies = parse_replies(&text.to_string()).unwrap();
    assert_eq!(serde_json::to_value(&replies).unwrap()[0], text[0]);
    assert_eq!(replies[0].fault, Some(Fault::ResetAfter("message_delta".into())));
    assert_eq!(replies[1].sse.as_ref().unwrap().len(), 3);
    assert_eq!(parse_replies(&serde_json::to_string(&replies).unwrap()).unwrap(), replies);
}

#[test]
fn a_wrong_script_is_refused_with_its_place() {
    for (bad, word) in [
        (r#"[{}, {"json": 1, "text": ""}]"#, "reply 1"),
        (r#"{"pieces": 0}"#, "pieces"),
        (r#"{"newline": "x"}"#, "newline"),
        (r#"{"colour": 1}"#, "colour"),
        (r#"{"sse": [{"raw": "a", "comment": "b"}]}"#, "sse item"),
        (r#"{"headers": {"a b": "c"}}"#, "headers.a b"),
        (r#"{"base64": "%"}"#, "base64"),
        (r#"{"fault": "explode"}"#, "explode"),
        (r#"{"flood": ""}"#, "flood"),
        (r#"{"flood": {"pause_ms": 3}}"#, "flood"),
        (r#"{"flood": "x", "fault": {"stall_at": 3}}"#, "flood"),
        (r#"["spend_cap", "spend_cup"]"#, "spend_cup"),
    ] {
        let told = parse_replies(bad).unwrap_err().to_string();
        assert!(told.contains(word), "{told}");
    }
}

#[test]
fn repeated_header_calls_make_a_repeated_header() {
    let reply =
        Reply::status(500).header("x-a", "1").header("x-a", "2").header("x-a", "3").without_header("date");
    assert_eq!(Value::Object(reply.headers), json!({"x-a": ["1", "2", "3"], "date": null}));
}

#[test]
fn known_faults_go_by_name() {
    let both = parse_replies(r#"["spend_cap", {"status": 200}]"#).unwrap();
    assert_eq!(both[0], Reply::named("spend_cap").unwrap());
    assert_eq!(parse_replies("spend_cap").unwrap(), both[..1]);
    assert!(Reply::names().contains(&"spend_cap"));
}
