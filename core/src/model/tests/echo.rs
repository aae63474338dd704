//! An answer sent back (protocol §2.6), and tool calls whose input is not usable (protocol §9.5).

use super::*;
use crate::model::*;

#[test]
fn an_answer_goes_back_as_it_came_without_empty_text() {
    let keep = [
        r#"{"type":"thinking","thinking":"","signature":"c2ln","new":1.0}"#,
        r#"{"signature":"s","thinking":"t","type":"thinking"}"#,
        r#"{"type":"text","text":"a","citations":null}"#,
        r#"{"type":"text","text":7}"#,
        r#"{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"q": 1.0}}"#,
        r#"{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":"odd"}"#,
        r#"{"type":"compaction","content":null,"encrypted_content":"x"}"#,
        r#"{"type":"tool_use","id":"t","name":"n","input":{"b":1,"a":2},"caller":{"type":"code_execution_20250825","tool_id":"s","k":[]}}"#,
    ];
    let empty = r#"{"type":"text","text":"","citations":null}"#;
    let text = format!(r#"{{"type":"message","content":[{empty},{},{empty}]}}"#, keep.join(","));
    let reply: Message = read(&text);
    let expected = format!(r#"{{"role":"assistant","content":[{}]}}"#, keep.join(","));
    assert_eq!(write(&reply.to_param()), expected);
    assert_eq!(write(&MessageParam::from(&reply)), expected);
    let request = MessageRequest::new("m", 1).user("hi").message(&reply).user("go on");
    assert_eq!(request.messages.len(), 3);
    assert_eq!(write(&request.messages[1]), expected);
}

/// As in an answer that was cut within its thinking: the signature comes last.
#[cfg(feature = "conversation")]
#[test]
fn thinking_without_its_signature_does_not_go_back() {
    let signed = r#"{"type":"thinking","thinking":"","signature":"c2ln"}"#;
    let unsigned = r#"{"type":"thinking","thinking":"Let me","signature":""}"#;
    let text = r#"{"type":"text","text":"a"}"#;
    let reply: Message = read(&format!(
        r#"{{"type":"message","content":[{signed},{unsigned},{text},{{"type":"thinking"}}]}}"#
    ));
    assert_eq!(write(&reply.to_param().content), format!("[{signed},{text}]"));
    let mut talk = crate::Conversation::new();
    let cut: Message = read(&format!(r#"{{"type":"message","content":[{unsigned}]}}"#));
    assert!(!talk.push_reply(&cut).unwrap() && talk.is_empty());
}

#[test]
fn a_call_without_usable_input_goes_back_with_an_object() {
    let mut reply: Message = read(
        r#"{"type":"message","content":[{"type":"tool_use","id":"a","name":"n"},{"type":"tool_use","id":"b","name":"n","input":{}},{"type":"tool_use","id":"c","name":"n","input":"{\"x"}]}"#,
    );
    let ContentBlock::ToolUse(cut) = &mut reply.content[2] else { panic!("not a tool call") };
    cut.input_state = InputState::Incomplete { raw: "{\"x".to_owned() };
    assert!(cut.parse_input::<serde_json::Value>().is_err());
    assert_eq!(
        write(&reply.to_param().content),
        r#"[{"type":"tool_use","id":"a","name":"n","input":{}},{"type":"tool_use","id":"b","name":"n","input":{}},{"type":"tool_use","id":"c","name":"n","input":{}}]"#
    );
}

#[test]
fn the_state_of_an_input_is_never_sent_and_guards_its_use() {
    let mut call = ToolUseBlock::new("t", "find", json(r#"{"from":"Lyon"}"#));
    let clean = write(&call);
    for state in [InputState::Invalid { raw: "x".into() }, InputState::Incomplete { raw: "{".into() }] {
        call.input_state = state;
        assert_eq!(write(&call), clean);
        assert!(!call.input_state.is_complete());
        assert!(call.parse_input::<serde_json::Value>().is_err());
    }
    call.set_input(json(r#"{"from":"Nice"}"#), InputState::Complete);
    assert_eq!(call.parse_input::<std::collections::BTreeMap<String, String>>().unwrap()["from"], "Nice");
}

#[test]
fn a_start_without_input_ends_with_one() {
    let ContentBlock::ServerToolUse(mut call) =
        read(r#"{"type":"server_tool_use","id":"s","name":"new_tool"}"#)
    else {
        panic!("not a server tool call")
    };
    assert_eq!(call.name, ServerToolName::Other("new_tool".to_owned()));
    assert_eq!(call.input, Json::object());
    call.set_input(Json::object(), InputState::Complete);
    assert_eq!(write(&call), r#"{"type":"server_tool_use","id":"s","name":"new_tool","input":{}}"#);
}

#[test]
fn text_blocks_are_joined_without_separator() {
    let reply: Message = read(
        r#"{"type":"message","content":[{"type":"text","text":"It is "},{"type":"thinking","thinking":"no","signature":""},{"type":"text","text":"open."}]}"#,
    );
    assert_eq!(reply.text(), "It is open.");
    assert_eq!(read::<Message>(r#"{"type":"message"}"#).text(), "");
}
