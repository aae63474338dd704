//! The accumulation rules of protocol §4.5 and the vectors of §13.2 and §13.3.

use super::*;
use crate::wire::sse::{Frame, FrameName};
use bytes::Bytes;
use serde_json::{Value, json};

fn event(value: &Value) -> Event {
    let frame = Frame { name: FrameName::Missing, data: Bytes::from(value.to_string()) };
    match crate::wire::event::decode(frame) {
        Ok(crate::wire::event::Decoded::Event(event)) => event,
        other => panic!("{other:?}"),
    }
}

fn start() -> Value {
    json!({"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],
        "stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":10,"output_tokens":1,
            "cache_read_input_tokens":5}}})
}

fn block(index: u32, block: Value) -> Value {
    json!({"type":"content_block_start","index":index,"content_block":block})
}

fn delta(index: u32, delta: Value) -> Value {
    json!({"type":"content_block_delta","index":index,"delta":delta})
}

fn stop(index: u32) -> Value {
    json!({"type":"content_block_stop","index":index})
}

fn run(events: &[Value]) -> Result<Accumulator, String> {
    let mut accumulator = Accumulator::default();
    for value in events {
        accumulator.apply(&event(value))?;
    }
    Ok(accumulator)
}

fn message(events: &[Value]) -> Value {
    serde_json::to_value(run(events).unwrap().finished().unwrap()).unwrap()
}

#[test]
fn for_the_order_alone_nothing_is_kept_and_all_is_checked() {
    let text = "x".repeat(1000);
    let mut events = vec![start(), block(0, json!({"type":"text","text":text}))];
    for _ in 0..100 {
        events.push(delta(0, json!({"type":"text_delta","text":text})));
        events.push(delta(0, json!({"type":"citations_delta","citation":{"type":"x","cited_text":text}})));
    }
    events.extend([stop(0), block(1, json!({"type":"tool_use","id":"t","name":"n","input":{"a":text}}))]);
    events.push(delta(1, json!({"type":"input_json_delta","partial_json":text})));
    let end = [
        stop(1),
        json!({"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":20}}),
        json!({"type":"message_stop"}),
    ];
    for logged in [false, true] {
        let mut accumulator = Accumulator::for_order_alone(logged).anew();
        for value in events.iter().chain(&end) {
            accumulator.apply(&event(value)).unwrap();
            assert!(accumulator.snapshot().is_none() && accumulator.partial().is_none());
        }
        assert!(
            accumulator.is_finished() && accumulator.saw_stop_reason() && accumulator.finished().is_none()
        );
        let kept = serde_json::to_string(accumulator.message().unwrap()).unwrap();
        assert_eq!(kept.contains("xxx"), logged);
        assert!(kept.contains("end_turn"));
        let mut again = Accumulator::for_order_alone(logged);
        assert!(again.apply(&event(&block(0, json!({"type":"text","text":""})))).is_err());
        again.apply(&event(&start())).unwrap();
        assert!(again.apply(&event(&block(1, json!({"type":"text","text":""})))).is_err());
        assert!(again.apply(&event(&delta(0, json!({"type":"text_delta","text":""})))).is_err());
    }
}

#[test]
fn usage_is_merged_never_added() {
    let done = message(&[
        start(),
        json!({"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":20}}),
        json!({"type":"message_delta","delta":{"stop_reason":null},
            "usage":{"output_tokens":25,"input_tokens":900,"cache_read_input_tokens":null,
                "server_tool_use":{"web_search_requests":1}}}),
        json!({"type":"message_delta","delta":{"new":[1]}}),
        json!({"type":"message_stop"}),
    ]);
    assert_eq!(
        done["usage"],
        json!({"input_tokens":900,"output_tokens":25,"cache_read_input_tokens":5,
            "server_tool_use":{"web_search_requests":1}})
    );
    assert_eq!(done["stop_reason"], "end_turn");
    assert_eq!(done["new"], json!([1]));
}

#[test]
fn a_cut_tool_call_is_marked_and_keeps_its_text() {
    let tool = json!({"type":"tool_use","id":"toolu_1","name":"write","input":{}});
    let events = [
        start(),
        block(0, json!({"type":"text","text":""})),
        stop(0),
        block(1, tool),
        delta(1, json!({"type":"input_json_delta","partial_json":""})),
        delta(1, json!({"type":"input_json_delta","partial_json":"{\"name\": \"plan.txt"})),
        delta(1, json!({"type":"input_json_delta","partial_json":"\", \"rows\": [\"a\", \"b"})),
        json!({"type":"message_delta","delta":{"stop_reason":"max_tokens"},"usage":{"output_tokens":9}}),
        json!({"type":"message_stop"}),
    ];
    let done = run(&events).unwrap().finished().unwrap();
    let ContentBlock::ToolUse(tool) = &done.content[1] else { panic!() };
    assert_eq!(tool.input.decode::<Value>().unwrap(), json!({"name":"plan.txt","rows":["a"]}));
    assert_eq!(
        tool.input_state,
        InputState::Incomplete { raw: "{\"name\": \"plan.txt\", \"rows\": [\"a\", \"b".to_owned() }
    );
    let early = run(&events[..6]).unwrap();
    assert!(early.finished().is_none());
    assert_eq!(serde_json::to_value(early.snapshot().unwrap()).unwrap()["content"][1]["input"], json!({}));
}

#[test]
fn tool_input_without_deltas_stays_and_with_deltas_is_replaced() {
    let tool = |input: Value| json!({"type":"tool_use","id":"t","name":"n","input":input});
    let end = json!({"type":"message_stop"});
    let kept = message(&[start(), block(0, tool(json!({"a":1}))), stop(0), end.clone()]);
    assert_eq!(kept["content"][0]["input"], json!({"a":1}));
    let piece = delta(0, json!({"type":"input_json_delta","partial_json":"{\"b\":2}"}));
    let replaced = message(&[start(), block(0, tool(json!({"a":1}))), piece, stop(0), end.clone()]);
    assert_eq!(replaced["content"][0]["input"], json!({"b":2}));
    // A start without `input`, as some local servers send it.
    let bare =
        message(&[start(), block(0, json!({"type":"tool_use","id":"t","name":"n"})), stop(0), end.clone()]);
    assert_eq!(bare["content"][0]["input"], json!({}));
    let bad = delta(0, json!({"type":"input_json_delta","partial_json":"[1]"}));
    let invalid = run(&[start(), block(0, tool(json!({}))), bad, stop(0), end]).unwrap().finished().unwrap();
    let ContentBlock::ToolUse(tool) = &invalid.content[0] else { panic!() };
    assert_eq!(tool.input_state, InputState::Invalid { raw: "[1]".to_owned() });
}

#[test]
fn unknown_blocks_take_input_only_if_they_have_one() {
    let piece = |index| delta(index, json!({"type":"input_json_delta","partial_json":"{\"q\":1}"}));
    let done = message(&[
        start(),
        block(0, json!({"type":"mcp_tool_use","id":"x","input":{},"later":1})),
        block(1, json!({"type":"mystery","v":1})),
        piece(0),
        piece(1),
        delta(1, json!({"type":"text_delta","text":"ignored"})),
        delta(1, json!({"type":"mystery_delta","v":2})),
        stop(1),
        stop(0),
        json!({"type":"message_stop"}),
    ]);
    assert_eq!(done["content"][0], json!({"type":"mcp_tool_use","id":"x","input":{"q":1},"later":1}));
    assert_eq!(done["content"][1], json!({"type":"mystery","v":1}));
}

#[test]
fn thinking_signature_citations_and_overlapping_blocks() {
    let citation = json!({"type":"new_location","cited_text":"c","x":1.0});
    let done = message(&[
        start(),
        block(0, json!({"type":"thinking","thinking":"","signature":""})),
        block(1, json!({"type":"text","text":"","citations":null})),
        delta(1, json!({"type":"citations_delta","citation":citation})),
        delta(0, json!({"type":"thinking_delta","thinking":"a"})),
        delta(1, json!({"type":"text_delta","text":"b"})),
        delta(0, json!({"type":"thinking_delta","thinking":"c"})),
        delta(0, json!({"type":"signature_delta","signature":"s1"})),
        stop(0),
        delta(1, json!({"type":"text_delta","text":"d"})),
        json!({"type":"message_stop"}),
    ]);
    assert_eq!(done["content"][0], json!({"type":"thinking","thinking":"ac","signature":"s1"}));
    assert_eq!(done["content"][1], json!({"type":"text","text":"bd","citations":[citation]}));
}

#[test]
fn estimated_tokens_of_thinking_are_a_hint_and_no_part_of_the_message() {
    let estimate_of = |value: Value| event(&delta(0, value)).estimated_tokens();
    let empty = json!({"type":"thinking_delta","thinking":"","estimated_tokens":50});
    assert_eq!(estimate_of(empty.clone()), Some(50));
    for other in [
        json!({"type":"thinking_delta","thinking":"a","estimated_tokens":null}),
        json!({"type":"thinking_delta","thinking":"a"}),
        json!({"type":"text_delta","text":"a","estimated_tokens":3}),
    ] {
        assert_eq!(estimate_of(other), None);
    }
    let done = message(&[
        start(),
        block(0, json!({"type":"thinking","thinking":"","signature":""})),
        delta(0, empty),
        delta(0, json!({"type":"signature_delta","signature":"s1"})),
        stop(0),
        json!({"type":"message_stop"}),
    ]);
    assert_eq!(done["content"][0], json!({"type":"thinking","thinking":"","signature":"s1"}));
}

#[test]
fn what_contradicts_the_protocol_is_named() {
    for (events, word) in [
        (vec![start(), start()], "second message_start"),
        (vec![block(0, json!({"type":"text","text":""}))], "before message_start"),
        (vec![start(), block(1, json!({"type":"text","text":""}))], "block 0 was next"),
        (vec![start(), delta(0, json!({"type":"text_delta","text":""}))], "has not started"),
        (vec![start(), stop(3)], "has not started"),
        (vec![json!({"type":"message_stop"})], "before message_start"),
    ] {
        let problem = run(&events).unwrap_err();
        assert!(problem.contains(word), "{word}: {problem}");
    }
}

#[test]
fn a_compaction_block_is_filled_by_its_delta() {
    let done = message(&[
        start(),
        block(0, json!({"type":"compaction","content":null})),
        delta(0, json!({"type":"compaction_delta","content":"short"})),
        stop(0),
        json!({"type":"message_stop"}),
    ]);
    assert_eq!(done["content"][0], json!({"type":"compaction","content":"short"}));
}

#[test]
fn a_fallback_block_names_the_model_that_goes_on() {
    let taken = json!({"type":"fallback","from":{"model":"m"},"to":{"model":"n"}});
    let done = message(&[start(), block(0, taken.clone()), stop(0), json!({"type":"message_stop"})]);
    assert_eq!(done["model"], "n");
    assert_eq!(done["content"][0], taken);
}

#[test]
fn blocks_and_citations_are_bounded_and_the_message_stays() {
    for keeps in
        [Accumulator::default(), Accumulator::for_order_alone(false), Accumulator::for_order_alone(true)]
    {
        let mut message = keeps;
        message.apply(&event(&start())).unwrap();
        for index in 0..MAX_BLOCKS as u32 {
            assert!(!message.is_full());
            message.apply(&event(&block(index, json!({"type":"text","text":""})))).unwrap();
            message.apply(&event(&stop(index))).unwrap();
        }
        assert!(message.is_full());
        let next = block(MAX_BLOCKS as u32, json!({"type":"text","text":""}));
        let problem = message.apply(&event(&next)).unwrap_err();
        assert_eq!(problem, "the message has more than 32768 content blocks");
        let kept = message.message().unwrap().content.len();
        assert_eq!(kept, if message.keeps == Keeps::Frame { 0 } else { MAX_BLOCKS });
        message.apply(&event(&json!({"type":"message_stop"}))).unwrap();
    }
    let citation = json!({"type":"citations_delta","citation":{"type":"char_location","cited_text":"x",
        "document_index":0,"document_title":null,"start_char_index":0,"end_char_index":1}});
    let mut message = run(&[start(), block(0, json!({"type":"text","text":""}))]).unwrap();
    let cite = event(&delta(0, citation));
    for _ in 0..MAX_BLOCKS {
        message.apply(&cite).unwrap();
    }
    assert_eq!(message.apply(&cite).unwrap_err(), "the message has more than 32768 citations");
    message.apply(&event(&delta(0, json!({"type":"text_delta","text":"on"})))).unwrap();
    assert_eq!(message.snapshot().unwrap().text(), "on");
}

#[test]
fn for_the_order_alone_the_size_counts_what_the_message_would_hold() {
    let events = [
        start(),
        block(0, json!({"type":"text","text":""})),
        delta(0, json!({"type":"text_delta","text":"x".repeat(1000)})),
        block(1, json!({"type":"tool_use","id":"t","name":"n","input":{}})),
        delta(1, json!({"type":"input_json_delta","partial_json":"1".repeat(500)})),
        stop(1),
    ];
    let mut frame = Accumulator::for_order_alone(false);
    events.iter().for_each(|value| frame.apply(&event(value)).unwrap());
    let whole = run(&events[..5]).unwrap();
    // The input that the start of the call has is replaced at its end.
    assert_eq!(frame.size() + "{}".len(), whole.size());
    assert!((1_500..1_800).contains(&frame.size()), "{}", frame.size());
}

#[test]
fn a_call_without_arguments_is_pending_until_the_stop_reason() {
    let call = |text: &str| {
        let block_of = json!({"type":"tool_use","id":"t","name":"n","input":{}});
        vec![
            start(),
            block(0, block_of),
            delta(0, json!({"type":"input_json_delta","partial_json":text})),
            stop(0),
        ]
    };
    let pending = |accumulator: &Accumulator| match accumulator.block(0) {
        Some(ContentBlock::ToolUse(call)) => call.input_pending,
        other => panic!("{other:?}"),
    };
    assert!(!pending(&run(&call("{}")).unwrap()) && !pending(&run(&call(r#"{"a":1}"#)).unwrap()));
    let mut cut = run(&call("")).unwrap();
    assert!(pending(&cut));
    cut.apply(&event(&json!({"type":"message_delta","delta":{"stop_reason":"tool_use"}}))).unwrap();
    assert!(!pending(&cut));
}

#[test]
fn transformations_of_the_input_stand_beside_the_delta() {
    let sent =
        json!([{"type":"thinking_dropped","path":"messages.1.content.0","reason":"model_binding_mismatch"}]);
    let delta = json!({"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2},
        "input_transformations":sent});
    assert_eq!(
        message(&[start(), delta.clone(), json!({"type":"message_stop"})])["input_transformations"],
        sent
    );
    let mut started = start();
    started["message"]["input_transformations"] = json!([]);
    assert_eq!(message(&[started, delta, json!({"type":"message_stop"})])["input_transformations"], sent);
}
