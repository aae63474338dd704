//! Texts that need no reading: the quick look never takes one for plain that a reading would have something to say
//! about.

use proptest::prelude::*;

use crate::model::{ContentBlock, InputState, Message};

const PLAIN: &str = r#"{"id":"m","type":"message","role":"assistant","model":"x","content":[{"type":"text","text":"Hi \u4e2d \n"}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1,"server_tool_use" : {"web_search_requests":0}}}"#;

#[test]
fn what_is_plain_and_what_has_to_be_read() {
    assert!(Message::is_plain(PLAIN));
    assert!(Message::is_plain(&PLAIN.replace(r#""end_turn""#, "null")));
    for (what, text) in [
        ("no text", String::new()),
        ("broken", PLAIN.replace("}}}", "}}")),
        ("more than one value", format!("{PLAIN} 1")),
        ("not an object", "[]".to_owned()),
        ("no type", PLAIN.replace(r#""type":"message","#, "")),
        ("another type", PLAIN.replace(r#""message""#, r#""error""#)),
        ("a type that is no string", PLAIN.replace(r#""message""#, "3")),
        ("cut off", PLAIN.replace("end_turn", "max_tokens")),
        ("a reason nobody knows", PLAIN.replace("end_turn", "bored")),
        ("a reason that is no string", PLAIN.replace(r#""end_turn""#, "3")),
        ("a call", PLAIN.replace(r#""type":"text""#, r#""type":"tool_use""#)),
        ("a call with space", PLAIN.replace(r#""type":"text""#, r#""type" : "server_tool_use" ,"a":1"#)),
        ("a call in disguise", PLAIN.replace(r#""type":"text""#, r#""type":"tool\u005fuse""#)),
    ] {
        assert!(!Message::is_plain(&text), "{what}: {text}");
    }
}

proptest! {
    #[test]
    fn a_plain_text_is_a_message_without_news(
        reason in prop_oneof![Just("null"), Just(r#""end_turn""#), Just(r#""max_tokens""#), Just(r#""pause_turn""#),
            Just(r#""x""#), Just("1")],
        kind in prop_oneof![Just("message"), Just("error")],
        block in prop_oneof![
            Just(r#"{"type":"text","text":"a"}"#),
            Just(r#"{"type":"tool_use","id":"t","name":"n","input":[]}"#),
            Just(r#"{"type":"server_tool_use","id":"t","name":"n","input":"x"}"#),
            Just("7"),
        ],
        cut in 0_usize..200,
        space in prop_oneof![Just(""), Just(" "), Just("\n\t")],
    ) {
        let text = format!(r#"{{"type"{space}:{space}"{kind}","content":[{block}],"stop_reason"{space}:{reason}}}{space}"#);
        let text = text.get(..text.len().saturating_sub(cut.saturating_sub(150))).unwrap_or_default();
        if Message::is_plain(text) {
            let message = Message::read(text.as_bytes()).unwrap();
            prop_assert!(message.stop_reason.is_none_or(|reason| reason.is_normal()));
            for block in &message.content {
                if let ContentBlock::ToolUse(call) = block {
                    prop_assert_eq!(&call.input_state, &InputState::Complete);
                }
                prop_assert!(!matches!(block, ContentBlock::ServerToolUse(_)));
            }
        }
    }
}
