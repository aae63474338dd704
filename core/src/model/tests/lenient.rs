//! Values that are missing, null, of another type, in another order or repeated: nothing is lost, nothing fails.

use proptest::prelude::*;

use super::*;
use crate::model::*;

#[test]
fn null_and_missing_stay_apart() {
    for text in [
        r#"{"type":"text","text":"a"}"#,
        r#"{"type":"text","text":"a","citations":null}"#,
        r#"{"type":"text","text":null,"citations":null}"#,
        r#"{"type":"text"}"#,
        r#"{"type":"text","text":""}"#,
        r#"{"type":"tool_use","id":"i","name":"n","input":null}"#,
        r#"{"type":"tool_use","id":"i","name":"n"}"#,
        r#"{"type":"message","content":null,"usage":null,"stop_reason":null}"#,
        r#"{"type":"message"}"#,
    ] {
        let message = text.contains("message");
        assert_eq!(if message { again::<Message>(text) } else { again::<ContentBlock>(text) }, text);
    }
}

#[test]
fn order_of_keys_is_kept_with_unknown_ones_in_between() {
    for text in [
        r#"{"text":"a","type":"text"}"#,
        r#"{"x":1.0,"type":"text","y":{"z": 1e400},"text":"a","z":18446744073709551617}"#,
        r#"{"citations":[],"":null,"text":"a","type":"text","é\n":"\ud83d"}"#,
    ] {
        assert_eq!(again::<ContentBlock>(text), text);
        assert!(read::<ContentBlock>(text).as_text().is_some());
    }
}

#[test]
fn a_value_of_another_type_is_kept_until_the_field_is_set() {
    let text = r#"{"type":"text","text":5.0,"citations":"none","extra":{}}"#;
    let mut block: TextBlock = read(text);
    assert_eq!((block.text.as_str(), &block.citations), ("", &None));
    assert_eq!(block.extra.get("text").unwrap().as_str(), "5.0");
    assert_eq!(write(&block), text);
    block.text = "five".to_owned();
    assert_eq!(write(&block), r#"{"type":"text","text":"five","citations":"none","extra":{}}"#);

    let usage = r#"{"input_tokens":"many","output_tokens":-1,"service_tier":7}"#;
    assert_eq!(again::<Usage>(usage), usage);
    assert_eq!(read::<Usage>(r#"{"input_tokens":12.0,"output_tokens":3}"#).input_tokens, 12);
    assert_eq!(read::<Usage>(r#"{"output_tokens":18446744073709551615}"#).output_tokens, u64::MAX);
}

#[test]
fn the_last_of_duplicate_keys_wins_in_the_place_of_the_first() {
    let text = r#"{"type":"text","x":1,"text":"a","x":2,"text":"b","x":3}"#;
    assert_eq!(again::<ContentBlock>(text), r#"{"type":"text","x":3,"text":"b"}"#);
    assert_eq!(again::<TextBlock>(r#"{"type":"text","text":5,"text":"b"}"#), r#"{"type":"text","text":"b"}"#);
    assert_eq!(again::<TextBlock>(r#"{"type":"text","text":"b","text":5}"#), r#"{"type":"text","text":5}"#);
    assert_eq!(
        again::<TextBlock>(r#"{"type":"text","text":"b","text":null}"#),
        r#"{"type":"text","text":null}"#
    );
}

#[test]
fn a_known_type_of_another_shape_stays_raw() {
    for text in [r#"{"type":"text","type":"thinking","text":"a"}"#, r#"{"type": 5}"#, "[1]", "\"text\"", "7"]
    {
        let block: ContentBlock = read(text);
        assert!(matches!(block, ContentBlock::Other(_)), "{text}");
        assert_eq!(write(&block), text);
    }
    assert_eq!(read::<ContentBlock>(r#"{"a":1,"type":"text","text":"x"}"#).kind(), "text");
    assert_eq!(read::<ContentBlock>(r#"{ "type" : "text" , "text":"x"}"#).kind(), "text");
    assert_eq!(read::<ContentBlock>(r#"{"type":"te\u0078t","text":"x"}"#).kind(), "text");
}

#[test]
fn what_is_no_message_does_not_pass_for_an_empty_one() {
    for text in [r#"{"status":"ok"}"#, "{}", "[]", "\"hi\"", r#"{"type":"error","error":{}}"#, "null"] {
        assert!(json(text).decode::<Message>().is_err(), "{text}");
    }
    let error = json(r#"{"type":"error","error":{}}"#).decode::<Message>().unwrap_err();
    assert!(error.message().contains(r#"the type is "error", not "message""#), "{error}");
    let message: Message = read(r#"{"role":"assistant"}"#);
    assert_eq!((message.role.as_str(), message.usage.output_tokens), ("assistant", 0));
    assert_eq!(read::<Message>(r#"{"content":[]}"#).role, Role::Assistant);
}

#[test]
fn lone_surrogates_are_replaced_in_text_and_kept_in_raw_parts() {
    let text = r#"{"type":"tool_use","id":"\ud83d","name":"n","input":{"a":"\ud83d"},"\udc00":1}"#;
    let ContentBlock::ToolUse(call) = read(text) else { panic!("not a tool call") };
    assert_eq!(call.id, "\u{fffd}");
    assert_eq!(call.input.as_str(), r#"{"a":"\ud83d"}"#);
    assert_eq!(call.extra.get("\u{fffd}").unwrap().as_str(), "1");
    assert_eq!(call.parse_input::<std::collections::BTreeMap<String, String>>().unwrap()["a"], "\u{fffd}");
    let bad = b"{\"type\":\"message\",\"content\":[{\"type\":\"text\",\"text\":\"a\xff\"}]}";
    assert_eq!(crate::json::decode_lenient::<Message>(bad).unwrap().text(), "a\u{fffd}");
}

#[test]
fn other_blocks_can_be_read_and_changed_by_key() {
    let mut other = OtherBlock::new(json(r#"{"type":"mcp_tool_use", "input": {}, "n": 1.0}"#));
    assert_eq!((other.kind.as_str(), other.get("input").unwrap().as_str()), ("mcp_tool_use", "{}"));
    assert_eq!(other.get("missing"), None);
    other.set("input", &json(r#"{"a": 1}"#)).unwrap();
    other.set("new", &Json::null()).unwrap();
    assert_eq!(other.json.as_str(), r#"{"type":"mcp_tool_use","input":{"a": 1},"n":1.0,"new":null}"#);
    assert!(OtherBlock::new(json("[1]")).set("a", &Json::null()).is_err());
}

#[test]
fn extra_keys_can_be_added_replaced_and_removed() {
    let mut block: TextBlock = read(r#"{"a":1,"type":"text","b":2,"text":"x","c":3}"#);
    assert_eq!(block.extra.insert("b", 20).unwrap().as_str(), "2");
    assert_eq!(block.extra.remove("a").unwrap().as_str(), "1");
    assert_eq!(block.extra.insert("d", true), None);
    block.citations = Some(Vec::new());
    assert_eq!(write(&block), r#"{"type":"text","b":20,"text":"x","c":3,"d":true,"citations":[]}"#);
    block.extra.insert("text", "\"mine\"".parse::<Json>().unwrap());
    assert_eq!(write(&block), r#"{"type":"text","b":20,"text":"mine","c":3,"d":true,"citations":[]}"#);
    assert_eq!(block.extra.remove("zzz"), None);
    let mut same = block.clone();
    assert_eq!(same, block);
    same.extra.remove("c");
    assert_ne!(same, block);
}

/// Values of every kind, as text. Integers where a field is a float (and the reverse) are left out: they are written
/// back in the field's own form.
fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        (0u64..100).prop_map(|n| n.to_string()),
        Just("1e400".to_owned()),
        Just("18446744073709551616".to_owned()),
        "[a-z ]{0,6}".prop_map(|s| format!("\"{s}\"")),
        Just("[]".to_owned()),
        Just("[1,{}]".to_owned()),
        Just(r#"{"type":"direct"}"#.to_owned()),
        Just(r#"{"type":"char_location","x":[null]}"#.to_owned()),
        Just(r#"[{"text":"t","type":"text"}]"#.to_owned()),
    ]
}

fn key() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "text",
        "citations",
        "cache_control",
        "thinking",
        "signature",
        "data",
        "id",
        "name",
        "input",
        "caller",
        "toolset_name",
        "tool_use_id",
        "content",
        "is_error",
        "file_id",
        "source",
        "title",
        "x",
        "y",
        "é",
    ])
}

fn kind() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "text",
        "thinking",
        "redacted_thinking",
        "tool_use",
        "server_tool_use",
        "web_search_tool_result",
        "web_fetch_tool_result",
        "code_execution_tool_result",
        "tool_search_tool_result",
        "container_upload",
        "image",
        "document",
        "search_result",
        "tool_result",
        "tool_reference",
        "browser_state",
        "novelty",
    ])
}

proptest! {
    #[test]
    fn any_object_comes_back_with_its_keys_in_order(
        members in proptest::collection::vec((key(), value()), 0..8),
        kind in kind(),
        place in 0usize..8,
    ) {
        let mut seen = std::collections::HashSet::new();
        let mut members: Vec<String> = members
            .into_iter()
            .filter(|(key, _)| seen.insert(*key))
            .map(|(key, value)| format!("\"{key}\":{value}"))
            .collect();
        members.insert(place.min(members.len()), format!("\"type\":\"{kind}\""));
        let text = format!("{{{}}}", members.join(","));
        prop_assert_eq!(again::<InputBlock>(&text), text.clone());
        prop_assert_eq!(again::<ContentBlock>(&text), text);
    }

    #[test]
    fn any_bytes_are_read_as_a_message_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
        let _ = crate::json::decode_lenient::<Message>(&bytes);
    }

    #[test]
    fn any_damaged_message_is_read_or_refused(at in 0usize..300, byte in any::<u8>(), cut in 0usize..400) {
        let text = r#"{"id":"m","type":"message","role":"assistant","model":"x","content":[{"type":"text","text":"a\u00e9"},{"type":"tool_use","id":"i","name":"n","input":{"a":[1.0]}}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":2}}"#;
        let mut bytes = text.as_bytes().to_vec();
        if let Some(old) = bytes.get_mut(at) {
            *old = byte;
        }
        bytes.truncate(cut);
        if let Ok(message) = crate::json::decode_lenient::<Message>(&bytes) {
            prop_assert_eq!(&read::<Message>(&write(&message)), &message);
        }
    }
}
