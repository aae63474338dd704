//! Input from a service, a model or a user's history is processed in time proportional to its size: each test doubles
//! an input and counts the steps.
#![allow(clippy::unwrap_used, reason = "tests")]

use bytes::Bytes;
use serde_json::{Value, json};

use super::counted::{assert_linear, steps_of};
use crate::json::partial::Mode;
use crate::stream::reader::{Limits, MessageReader, Purpose};
use crate::{
    Conversation, InputBlock, Json, Message, MessageRequest, PartialChange, PartialJson, PartialMirror,
    TokenSearch, Tool, ToolLoop, ToolOutput, ToolUseBlock, schema_violations,
};

fn talk(turns: &[Value]) -> Conversation {
    Conversation::from_json(&json!(turns).to_string()).unwrap()
}

/// A history that opens well and goes on with these turns, so many times.
fn repeated(times: usize, turns: impl Fn(usize) -> Vec<Value>) -> Conversation {
    let opening = json!({"role": "user", "content": "Hello"});
    talk(&std::iter::once(opening).chain((0..times).flat_map(turns)).collect::<Vec<_>>())
}

fn repair(mut talk: Conversation) {
    let done = talk.repair().unwrap();
    assert!(!done.is_empty());
    assert_eq!(talk.repair().unwrap(), [], "a repaired history is in order");
}

#[test]
fn misplaced_system_messages_are_repaired_in_one_pass() {
    let misplaced = |times| {
        repeated(times, |_| {
            vec![json!({"role": "system", "content": "x"}), json!({"role": "user", "content": "y"})]
        })
    };
    assert_linear(100, misplaced, repair);
    // As many frames as turns would not fit.
    let small = std::thread::Builder::new().stack_size(256 * 1024);
    small.spawn(move || repair(misplaced(20_000))).unwrap().join().unwrap();
}

#[test]
fn results_out_of_order_are_repaired_in_one_pass() {
    let turn = |calls: usize| {
        let call = |at: usize| json!({"type": "tool_use", "id": format!("t{at}"), "name": "f", "input": {}});
        let result =
            |at: usize| json!({"type": "tool_result", "tool_use_id": format!("t{at}"), "content": "x"});
        let made: Vec<Value> = (0..calls).map(call).collect();
        let mut given: Vec<Value> = vec![json!({"type": "text", "text": "first"})];
        given.extend((0..calls).rev().map(result));
        repeated(1, |_| {
            vec![json!({"role": "assistant", "content": made}), json!({"role": "user", "content": given})]
        })
    };
    assert_linear(100, turn, repair);
}

/// Each removal of a call of a server tool takes its result away, which makes the turn before it vanish, which is the
/// reason for the next removal.
#[test]
fn removals_that_cause_each_other_are_cut_short() {
    let chain = |links: usize| {
        let link = |at: usize| {
            let (server, call) = (format!("srv{at}"), format!("t{at}"));
            let before = format!("srv{}", at.wrapping_sub(1));
            let found = json!([{"type": "web_search_result", "url": "https://example.com", "title": "t",
                "encrypted_content": "x"}]);
            vec![
                json!({"role": "assistant", "content": [
                    {"type": "tool_use", "id": call, "name": "f", "input": {}},
                    {"type": "server_tool_use", "id": server, "name": "web_search", "input": {"query": "x"}}]}),
                json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": call, "content": "x"}]}),
                json!({"role": "assistant", "content": [
                    {"type": "web_search_tool_result", "tool_use_id": before, "content": found}]}),
                json!({"role": "user", "content": "go on"}),
            ]
        };
        repeated(links, link)
    };
    assert_linear(60, chain, repair);
}

/// A history in which each exchange brings a tool.
fn with_additions(times: usize) -> Conversation {
    repeated(times, |at| {
        let tool = json!({"type": "tool_addition", "tool": {"type": "tool_definition", "definition":
            {"name": format!("tool_{at}"), "input_schema": {"type": "object"}}}});
        vec![
            json!({"role": "system", "content": [tool]}),
            json!({"role": "assistant", "content": "yes"}),
            json!({"role": "user", "content": "and now?"}),
        ]
    })
}

#[test]
fn a_history_that_changes_its_tools_is_cut_in_one_pass() {
    assert_linear(60, with_additions, |mut talk| {
        let before = talk.len();
        let trimmed = talk.keep_last(2);
        assert!(trimmed.removed > before / 2);
    });
    assert_linear(60, with_additions, |mut talk| {
        assert!(talk.keep_tokens(1).removed > 0);
    });
    assert_linear(60, with_additions, |mut talk| {
        let mut search = TokenSearch::new(&talk, 1);
        while search.next().is_some() {
            search.counted(1_000);
        }
        assert!(search.trim(&mut talk).removed > 0);
    });
}

/// The estimate by which a cut is chosen is that of the history after it.
#[test]
fn the_estimate_of_a_cut_is_that_of_what_stays() {
    let whole = with_additions(30);
    for budget in [400, 800, 1_200, whole.estimated_tokens() - 1] {
        let mut talk = whole.clone();
        let trimmed = talk.keep_tokens(budget);
        assert!(talk.estimated_tokens() <= budget || !trimmed.within, "{budget}");
        if let Some(more) = whole.cut_points().rev().find(|point| *point < trimmed.removed) {
            let mut longer = whole.clone();
            assert!(longer.cut_before(more));
            assert!(longer.estimated_tokens() > budget, "{budget}: one more exchange would have fitted");
        }
    }
}

/// Looks after each piece, as a host with a copy does.
fn looks(pieces: &[String]) {
    let (mut json, mut mirror) = (PartialJson::new(Mode::TrailingStrings), PartialMirror::default());
    let mut changes = 0;
    for piece in pieces {
        json.push(piece);
        json.changes(&mut mirror, |change| {
            super::step(1);
            changes += usize::from(matches!(change, PartialChange::Remove));
        });
    }
    assert!(changes > 0 && json.error().is_none());
}

#[test]
fn a_key_that_comes_twice_costs_no_more_than_another() {
    let doubled = |times: usize| {
        let entry = |at: usize| [r#""a":1"#.to_owned(), ".".to_owned(), format!(r#"5,"k{at}":1,"#)];
        let mut pieces = vec!["{".to_owned()];
        pieces.extend((0..times).flat_map(entry));
        pieces
    };
    assert_linear(100, doubled, |pieces| looks(&pieces));
}

#[test]
fn the_key_that_wraps_an_answer_is_found_without_a_search() {
    assert_linear(
        100,
        |keys| (0..keys).map(|at| format!(r#","k{at}":1"#)).collect::<Vec<_>>(),
        |pieces| {
            let mut json = PartialJson::watching(Mode::TrailingStrings, "value");
            json.push(r#"{"value":1"#);
            for piece in &pieces {
                super::step(1);
                json.push(piece);
                assert!(json.value().unwrap().get("value").is_some());
            }
        },
    );
}

fn violations(schema: &Value, value: &Value) -> Vec<String> {
    let json = |value: &Value| Json::parse(&value.to_string()).unwrap();
    schema_violations(&json(schema), &json(value)).unwrap()
}

#[test]
fn a_list_is_checked_for_equal_items_in_one_pass() {
    let items = |count: usize| (0..count).map(|at| json!({"n": at, "x": [at]})).collect::<Value>();
    assert_linear(100, items, |list| {
        assert!(violations(&json!({"uniqueItems": true}), &list).is_empty());
    });
    assert_eq!(
        violations(&json!({"uniqueItems": true}), &json!([1, 2, 1.0])),
        ["the value: two items are equal"]
    );
}

#[test]
fn what_fits_nothing_is_shown_in_part() {
    // A long key around many items, and a list of alternatives as long as the list of items.
    let long = |size: usize| {
        let allowed: Vec<usize> = (0..16).collect();
        let schema = json!({"additionalProperties": {"items": {"anyOf": [{"enum": allowed}]}}});
        let mut value = json!({});
        value["k".repeat(size)] = (0..size).map(|_| json!("x")).collect();
        (schema, value)
    };
    assert_linear(300, long, |(schema, value)| assert_eq!(violations(&schema, &value).len(), 8));
    let shown = violations(&json!({"enum": ["a"]}), &json!("x".repeat(1_000_000)));
    assert!(shown[0].len() < 300, "{}", shown[0].len());
}

#[test]
fn calls_are_begun_and_finished_in_one_pass() {
    let answer = |calls: usize| -> Message {
        let call = |at: usize| json!({"type": "tool_use", "id": format!("t{at}"), "name": "f", "input": {}});
        let content: Vec<Value> = (0..calls).map(call).collect();
        let message = json!({"id": "m", "type": "message", "role": "assistant", "model": "x",
            "content": content, "stop_reason": "tool_use", "stop_sequence": null,
            "usage": {"input_tokens": 1, "output_tokens": 1}});
        Json::parse(&message.to_string()).unwrap().decode().unwrap()
    };
    assert_linear(60, answer, |answer| {
        let tool = Tool::new("f", "Does something.", r#"{"type":"object"}"#).unwrap();
        let mut run = ToolLoop::new(MessageRequest::new("m", 16).tool(tool).user("go")).unwrap();
        run.request().unwrap().unwrap();
        run.received(&answer).unwrap();
        let mut done = 0;
        while let Some(call) = run.begin_call() {
            assert!(run.finish_call(&call.id, ToolOutput::result("x")));
            done += 1;
        }
        assert!(done >= 60 && run.calls_done());
        run.request().unwrap().unwrap();
        let results = run.conversation().turn(2).unwrap().unwrap();
        let ids = results.content.blocks().iter().filter_map(InputBlock::as_tool_result);
        assert!(ids.enumerate().all(|(at, result)| result.tool_use_id == format!("t{at}")));
    });
}

#[test]
fn calls_that_begin_early_read_the_history_once() {
    let made = |size: usize| {
        let call = |at: usize| json!({"id": format!("t{at}"), "name": "tool_0", "input": {"at": at}});
        let calls: Vec<ToolUseBlock> =
            (0..size).map(|at| Json::parse(&call(at).to_string()).unwrap().decode().unwrap()).collect();
        (with_additions(size), calls)
    };
    assert_linear(60, made, |(talk, calls)| {
        let mut run = ToolLoop::over(talk, MessageRequest::new("m", 16)).unwrap();
        run.request().unwrap().unwrap();
        for block in &calls {
            let call = run.begin_early(block, |_| true).unwrap();
            assert!(run.finish_call(&call.id, ToolOutput::result("x")));
        }
    });
}

/// A message almost as large as it may be is followed by events that add nothing, each in a chunk of its own.
#[test]
fn the_size_of_a_message_is_not_added_up_for_every_chunk() {
    let event = |json: Value| Bytes::from(format!("data: {json}\n\n"));
    let chunks = |size: usize| {
        let message = json!({"id": "m", "type": "message", "role": "assistant", "model": "x", "content": [],
            "stop_reason": null, "stop_sequence": null, "usage": {"input_tokens": 1, "output_tokens": 0}});
        let mut chunks = vec![event(json!({"type": "message_start", "message": message}))];
        let block = json!({"type": "text", "text": ""});
        let start = |at| json!({"type": "content_block_start", "index": at, "content_block": block});
        let blocks: Vec<Bytes> = (0..size).map(|at| event(start(at))).collect();
        // They count as they are in JSON; one byte of room is left.
        let most = blocks.iter().map(|block| block.len() - "data: \n\n".len()).sum::<usize>() + 1;
        chunks.extend(blocks);
        chunks.extend((0..size).map(|_| event(json!({"type": "ping"}))));
        (most, chunks)
    };
    assert_linear(200, chunks, |(most, chunks)| {
        let mut reader =
            MessageReader::new(Limits { event: 1 << 20, stream: usize::MAX, message: most }, Purpose::Events);
        for chunk in chunks {
            reader.push(chunk).unwrap();
            while reader.next().unwrap().is_some() {}
        }
        assert_eq!(reader.message().size(), most - 1);
    });
}

#[test]
fn the_steps_of_a_square_are_refused() {
    let square = |size: usize| (0..size * size).for_each(|_| super::step(1));
    assert_eq!(steps_of(|| square(3)), 9);
    let refused = std::panic::catch_unwind(|| assert_linear(10, |size| size, square));
    assert!(refused.is_err());
}
