//! Tests of the conversation's facade: what crosses as JSON. The rules are tested in the core.

use serde_json::{Value, json};

use super::*;

fn turn(role: &str, content: &Value) -> Bytes {
    Bytes::from(json!({"role": role, "content": content}).to_string())
}

#[test]
fn turns_cross_as_the_bytes_they_are_sent_as() {
    let mut talk = Conversation::new();
    let odd = Bytes::from_static(br#" {"content" : "Hi", "role":"user","x":1.0} "#);
    talk.push(odd).unwrap();
    let reply = json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "m",
        "content": [{"type": "text", "text": "Hello"}], "stop_reason": "end_turn", "stop_sequence": null,
        "usage": {"input_tokens": 1, "output_tokens": 1}});
    assert!(talk.push_reply(reply.to_string().as_bytes()).unwrap());
    let body = talk.body(Bytes::from_static(br#"{"model":"m","max_tokens":1}"#)).unwrap().to_bytes();
    let text = String::from_utf8(body.to_vec()).unwrap();
    assert!(text.contains(r#"{"content" : "Hi", "role":"user","x":1.0}"#), "{text}");
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["messages"][1]["role"], "assistant");
    let again = Conversation::from_json(&talk.to_json().unwrap()).unwrap();
    assert_eq!((again.len(), again.turn_json(0)), (2, talk.turn_json(0)));
    assert!(again.estimated_tokens() > 0 && !again.is_empty());
    talk.rewind(1);
    assert_eq!(talk.len(), 1);
}

#[test]
fn trimming_and_repair_tell_what_they_did() {
    let mut talk = Conversation::new();
    for index in 0..4 {
        talk.push(turn("user", &json!(format!("question {index}")))).unwrap();
        talk.push(turn("assistant", &json!("answer"))).unwrap();
    }
    assert_eq!(talk.cut_points(), [0, 2, 4, 6]);
    let trimmed = talk.keep_last(5);
    assert_eq!((trimmed.removed, trimmed.within, talk.len()), (4, true, 4));
    assert!(!talk.cut_before(1) && talk.cut_before(2));
    let trimmed = talk.keep_tokens(1);
    assert_eq!((trimmed.removed, trimmed.within), (0, false));
    talk.push(turn("user", &json!([{"type": "tool_result", "tool_use_id": "gone", "content": "1"}])))
        .unwrap();
    let changes: Value = serde_json::from_str(&talk.repair_json().unwrap()).unwrap();
    assert_eq!(changes[0], json!({"turn": 2, "kind": "removed_orphan_result", "subject": "gone"}));
    assert_eq!(talk.repair().unwrap(), []);
}

#[test]
fn what_is_no_turn_is_refused() {
    let mut talk = Conversation::new();
    assert!(talk.body(Bytes::from_static(b"{}")).unwrap_err().to_string().contains("without turns"));
    for bad in ["[]", "{}", r#"{"role":"user"}"#, "{"] {
        let error = talk.push(Bytes::copy_from_slice(bad.as_bytes())).unwrap_err();
        assert_eq!(error.kind, "Config", "{bad}");
    }
    assert!(talk.push_reply(b"[]").unwrap_err().to_string().contains("the answer for a conversation"));
    assert!(Conversation::from_json("{}").is_err());
    assert!(talk.is_empty());
}

#[test]
fn a_change_of_the_prefix_is_named_as_json() {
    let mut talk = Conversation::new();
    talk.push(turn("user", &json!("Hi"))).unwrap();
    let settings = |system: &str| Bytes::from(json!({"model": "m", "system": system}).to_string());
    let first = talk.body(settings("a")).unwrap();
    talk.push(turn("assistant", &json!("Hello"))).unwrap();
    assert_eq!(cache_change_json(&first, &talk.body(settings("a")).unwrap()).unwrap(), None);
    let change = cache_change_json(&first, &talk.body(settings("b")).unwrap()).unwrap().unwrap();
    let change: Value = serde_json::from_str(&change).unwrap();
    assert_eq!(change, json!({"part": "system", "index": null, "offset": 1}));
    assert!(cache_miss_reported(b"{}").is_err());
}

#[test]
fn markers_are_placed_once() {
    let settings = br#"{"later":1.50,"model":"m","max_tokens":1,"system":"Be brief."}"#;
    let (marked, placed) = mark_cache_json(settings, "1h").unwrap();
    let read: Value = serde_json::from_str(&marked).unwrap();
    assert_eq!(placed, 2);
    assert_eq!(read["system"][0]["cache_control"], json!({"type": "ephemeral", "ttl": "1h"}));
    assert_eq!((&read["cache_control"], read.get("messages")), (&json!({"type": "ephemeral"}), None));
    assert!(marked.starts_with(r#"{"later":1.50,"#), "{marked}");
    assert_eq!(mark_cache_json(marked.as_bytes(), "5m").unwrap(), (marked, 0));
    let mut talk = Conversation::new();
    talk.push(Bytes::from_static(br#"{"role":"user","content":"Hi"}"#)).unwrap();
    let (marked, _) = mark_cache_json(settings, "5m").unwrap();
    assert!(talk.body(Bytes::from(marked)).is_ok());
    assert!(mark_cache_json(settings, "2h").unwrap_err().message.contains("5m or 1h"));
    assert!(mark_cache_json(b"[]", "5m").is_err());
}
