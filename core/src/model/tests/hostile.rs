//! Input made to hurt: deep nesting and many keys cost neither the stack nor quadratic time.

use super::*;
use crate::model::*;

#[test]
fn deep_tool_input_is_kept_and_refused_only_where_it_is_decoded() {
    let deep = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
    let text = format!(r#"{{"type":"tool_use","id":"i","name":"n","input":{deep}}}"#);
    let ContentBlock::ToolUse(call) = read(&text) else { panic!("not a tool call") };
    let error = call.parse_input::<serde_json::Value>().unwrap_err();
    assert_eq!(error.kind(), crate::json::JsonErrorKind::Depth);
    assert_eq!(write(&call), text);
}

#[test]
fn blocks_within_blocks_stop_being_typed_before_the_stack_ends() {
    let levels = 5_000;
    let open = r#"{"type":"tool_result","tool_use_id":"t","content":["#;
    let text = format!("{}{}", open.repeat(levels), "]}".repeat(levels));
    let block: InputBlock = read(&text);
    assert_eq!(write(&block), text);
    let mut depth = 0;
    let mut here = &block;
    while let Some(inner) =
        here.as_tool_result().and_then(|r| r.content.as_ref()).and_then(|c| c.blocks().first())
    {
        here = inner;
        depth += 1;
    }
    assert!((4..=64).contains(&depth), "{depth}");
    assert!(matches!(here, InputBlock::Other(_)));
}

#[test]
fn very_many_unknown_or_repeated_keys_are_read_in_linear_time() {
    let many: String = (0..50_000).map(|n| format!(",\"k{n}\":0")).collect();
    let text = format!(r#"{{"type":"text"{many}}}"#);
    assert_eq!(again::<ContentBlock>(&text), text);
    let repeated = ",\"k\":0,\"text\":5,\"text\":\"a\"".repeat(50_000);
    let text = format!(r#"{{"type":"text"{repeated}}}"#);
    assert_eq!(again::<ContentBlock>(&text), r#"{"type":"text","k":0,"text":"a"}"#);
}

#[test]
fn lists_and_objects_with_too_many_members_are_kept_as_text_or_refused() {
    use crate::json::{JsonErrorKind, MAX_MEMBERS};
    let items = |item: &str, times: usize| vec![item; times].join(",");
    let cited = |list: &str| format!(r#"{{"type":"text","text":"a","citations":[{list}]}}"#);
    let message = |content: &str, more: &str| format!(r#"{{"type":"message","content":[{content}]{more}}}"#);
    let citation = r#"{"type":"x"}"#;
    let keys: Vec<String> = (0..=MAX_MEMBERS).map(|at| format!("\"k{at}\":0")).collect();
    let keys = keys.join(",");
    // Inside a block, the text is kept, and the other keys are read.
    for large in [cited(&items(citation, MAX_MEMBERS + 1)), format!(r#"{{"type":"text","text":"a",{keys}}}"#)]
    {
        let read =
            Message::read(message(&format!("{large},{}", r#"{"type":"text","text":"b"}"#), "").as_bytes())
                .unwrap();
        let ContentBlock::Other(other) = &read.content[0] else { panic!("taken apart") };
        assert_eq!(other.json.as_str().len(), large.len());
        assert_eq!(read.text(), "b");
    }
    // Of the message itself: refused.
    let empty = r#"{"type":"text","text":""}"#;
    for text in [
        message(&items(empty, MAX_MEMBERS + 1), ""),
        message(&items(empty, bounds::MAX_BLOCKS + 1), ""),
        message("", &format!(",{keys}")),
        message("", &format!(r#","usage":{{{keys}}}"#)),
    ] {
        assert_eq!(Message::read(text.as_bytes()).unwrap_err().kind(), JsonErrorKind::Size);
    }
    assert!(Message::read(message(&items(empty, bounds::MAX_BLOCKS), "").as_bytes()).is_ok());
}
