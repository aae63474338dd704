//! Tests of the model's answers, rule by rule.

use serde_json::{Value, json};

use super::{Block, Mind, Turn, answer};
use crate::ids::Mint;
use crate::signature::Signer;

fn ask(over: Value) -> Turn {
    let mut body = json!({"max_tokens": 4000});
    body.as_object_mut().unwrap().extend(over.as_object().unwrap().clone());
    let (ids, signer) = (Mint::new(0), Signer::new(0));
    answer(&body, &Mind { ids: &ids, signer: &signer, shows_thoughts: true, room: 100_000 })
}

fn prompt(text: &str) -> Value {
    json!([{"role": "user", "content": text}])
}

fn said(turn: &Turn) -> String {
    turn.blocks
        .iter()
        .filter_map(|b| if let Block::Text { text, .. } = b { Some(text.as_str()) } else { None })
        .collect()
}

fn calls(turn: &Turn) -> Vec<(&str, &Value)> {
    let calls = turn.blocks.iter();
    calls
        .filter_map(|b| {
            if let Block::ToolUse { name, input, .. } = b { Some((name.as_str(), input)) } else { None }
        })
        .collect()
}

fn tool(name: &str, description: &str, properties: Value, required: Value) -> Value {
    json!({"name": name, "description": description,
        "input_schema": {"type": "object", "properties": properties, "required": required}})
}

fn trains() -> Value {
    let stations = json!({"from": {"type": "string"}, "to": {"type": "string"}});
    tool("find_train", "Looks up the next departures between two stations.", stations, json!(["from", "to"]))
}

#[test]
fn plain_answers_follow_the_rules() {
    for (question, expected) in [
        ("Say hello there", "hello there"),
        ("reply with: \"OK\"", "OK"),
        ("Please count to 5.", "1 2 3 4 5"),
        ("Write 4 words about rivers", "the river runs past"),
        ("What is 12 * 3?", "12 * 3 is 36."),
        ("Why?", "You said: Why?"),
    ] {
        let turn = ask(json!({"messages": prompt(question)}));
        assert_eq!((said(&turn).as_str(), turn.stop_reason), (expected, "end_turn"), "{question}");
    }
    assert!(said(&ask(json!({"messages": prompt("Hello you")}))).starts_with("Hello! "));
}

#[test]
fn a_conversation_is_remembered() {
    let turn = ask(json!({"messages": [
        {"role": "user", "content": "My name is Ada."}, {"role": "assistant", "content": "Hi."},
        {"role": "user", "content": "What is my name?"},
    ]}));
    assert_eq!(said(&turn), "Your name is Ada.");
    let turn = ask(json!({"messages": [
        {"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}, {"role": "user", "content": "c"},
    ]}));
    assert_eq!(said(&turn), "You said: c (This is turn 2 of our conversation.)");
}

#[test]
fn a_tool_is_called_with_words_of_the_prompt() {
    let turn = ask(json!({"tools": [trains()], "messages": prompt("Next train from Lyon to Turin?")}));
    assert_eq!(calls(&turn), [("find_train", &json!({"from": "Lyon", "to": "Turin"}))]);
    assert_eq!((turn.stop_reason, said(&turn).as_str()), ("tool_use", "I will use find_train."));
    let turn = ask(json!({"tools": [trains()], "messages": prompt("How are you?")}));
    assert_eq!(turn.stop_reason, "end_turn");
    let turn = ask(json!({"tools": [trains()], "messages": prompt("Departures of these stations, please")}));
    assert_eq!(calls(&turn).len(), 1, "two words of the description");
}

#[test]
fn schemas_are_filled() {
    let properties = json!({
        "city": {"type": "string"}, "unit": {"enum": ["celsius", "fahrenheit"]}, "days": {"type": "integer",
            "maximum": 7},
        "when": {"type": "string", "format": "date"}, "tags": {"type": "array", "items": {"type": "string"}},
        "deep": {"$ref": "#/$defs/deep"}, "unused": {"type": "string"}, "sure": {"type": "boolean"},
    });
    let mut tool =
        tool("get_weather", "", properties, json!(["city", "unit", "days", "when", "tags", "deep", "sure"]));
    tool["input_schema"]["$defs"] = json!({"deep": {"type": "object", "properties": {"n": {"type": ["null",
        "number"]}}, "required": ["n"]}});
    let turn = ask(
        json!({"tools": [tool], "messages": prompt("The weather in New York for 10 days, fahrenheit, and 2.5, tag \
            \"x\"")}),
    );
    let expected = json!({"city": "New York", "unit": "fahrenheit", "days": 7, "when": "2026-01-04", "tags": ["x"],
        "deep": {"n": 2.5}, "sure": true});
    assert_eq!(calls(&turn), [("get_weather", &expected)]);
}

#[test]
fn tool_choice_rules() {
    let weather = || tool("get_weather", "", json!({}), json!([]));
    let ask_with = |choice: Value, text: &str| {
        let turn =
            ask(json!({"tools": [weather(), trains()], "tool_choice": choice, "messages": prompt(text)}));
        let names: Vec<String> = calls(&turn).iter().map(|(name, _)| (*name).to_owned()).collect();
        (names.join(","), said(&turn).is_empty())
    };
    assert_eq!(
        ask_with(json!({"type": "auto"}), "weather and train?"),
        ("get_weather,find_train".into(), false)
    );
    assert_eq!(
        ask_with(json!({"type": "auto", "disable_parallel_tool_use": true}), "weather and train?").0,
        "get_weather"
    );
    assert_eq!(ask_with(json!({"type": "none"}), "weather?").0, "");
    assert_eq!(ask_with(json!({"type": "any"}), "hm"), ("get_weather".into(), true));
    assert_eq!(ask_with(json!({"type": "any"}), "train"), ("find_train".into(), true));
    assert_eq!(ask_with(json!({"type": "tool", "name": "find_train"}), "hm"), ("find_train".into(), true));
}

#[test]
fn after_results_it_answers_with_them() {
    let turn = ask(json!({"tools": [trains()], "messages": [
        {"role": "user", "content": "Next train from Lyon to Turin?"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "find_train", "input": {}}]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "1", "content": "18:42, platform 3"},
            {"type": "tool_result", "tool_use_id": "2", "is_error": true, "content": [{"type": "text",
                "text": "no fare"}]},
        ]},
    ]}));
    assert_eq!(said(&turn), "The tool says: 18:42, platform 3\nA tool failed: no fare");
    assert_eq!(turn.stop_reason, "end_turn");
}

#[test]
fn limits_cut() {
    let turn = ask(json!({"max_tokens": 3, "messages": prompt("count to 100")}));
    assert_eq!(
        (said(&turn).as_str(), turn.stop_reason, turn.output_tokens),
        ("1 2 3 4 5 6 ", "max_tokens", 3)
    );
    let turn = ask(json!({"messages": prompt("count to 100"), "stop_sequences": ["99", " 7", "8"]}));
    assert_eq!((said(&turn).as_str(), turn.stop_reason), ("1 2 3 4 5 6", "stop_sequence"));
    assert_eq!(turn.stop_sequence.as_deref(), Some(" 7"));
    let turn = ask(json!({"max_tokens": 0, "messages": prompt("x")}));
    assert_eq!((turn.blocks.len(), turn.stop_reason, turn.output_tokens), (0, "max_tokens", 0));
}

#[test]
fn a_cut_call_keeps_what_is_complete() {
    let turn = ask(
        json!({"max_tokens": 13, "tools": [trains()], "messages": prompt("Next train from Lyon to Turin?")}),
    );
    assert_eq!(turn.stop_reason, "max_tokens");
    let Some(Block::ToolUse { input, cut, .. }) = turn.blocks.last() else { panic!("{turn:?}") };
    assert_eq!(cut.as_deref(), Some(r#"{"from":"Lyon","to"#));
    assert_eq!(input, &json!({"from": "Lyon"}));
}

#[test]
fn a_full_window_is_its_own_reason() {
    let body = json!({"max_tokens": 100, "messages": prompt("count to 100")});
    let (ids, signer) = (Mint::new(0), Signer::new(0));
    let turn = answer(&body, &Mind { ids: &ids, signer: &signer, shows_thoughts: true, room: 2 });
    assert_eq!((turn.stop_reason, turn.output_tokens), ("model_context_window_exceeded", 2));
}

#[test]
fn thoughts_come_first_and_are_signed() {
    let ask_with = |display: Value| {
        let thinking = json!({"type": "enabled", "budget_tokens": 1024, "display": display});
        ask(json!({"thinking": thinking, "messages": prompt("Why is the sky blue?")}))
    };
    let shown = ask_with(Value::Null);
    let Some(Block::Thinking { text, signature }) = shown.blocks.first() else { panic!("{shown:?}") };
    assert!(text.contains("Why is the sky blue?") && Signer::new(0).holds(text, signature));
    assert!(shown.thinking_tokens > 0 && shown.thinking_tokens < shown.output_tokens);
    let omitted = ask_with(json!("omitted"));
    let Some(Block::Thinking { text, signature }) = omitted.blocks.first() else { panic!("{omitted:?}") };
    assert!(text.is_empty() && Signer::new(0).holds("", signature));
    assert_eq!(omitted.output_tokens, shown.output_tokens, "hidden thoughts cost the same");
}

#[test]
fn structured_output_fits_its_schema() {
    let schema = json!({"type": "object", "additionalProperties": false, "required": ["name", "age"],
        "properties": {"name": {"type": "string"}, "age": {"type": "integer"}}});
    let format = json!({"format": {"type": "json_schema", "schema": schema}});
    let turn = ask(json!({"output_config": format, "messages": prompt("The name is Ada and she is 36.")}));
    let document: Value = serde_json::from_str(&said(&turn)).unwrap();
    assert_eq!(document["age"], 36);
    assert!(document["name"].is_string());
}

#[test]
fn documents_are_cited_and_the_web_is_searched() {
    let document = json!({"type": "document", "title": "T", "citations": {"enabled": true},
        "source": {"type": "text", "media_type": "text/plain", "data": "Grass is green. Sky is blue."}});
    let turn = ask(
        json!({"messages": [{"role": "user", "content": [document, {"type": "text", "text": "Colour?"}]}]}),
    );
    let Some(Block::Text { text, citations }) = turn.blocks.last() else { panic!("{turn:?}") };
    assert_eq!((text.as_str(), &citations[0]["end_char_index"]), ("Grass is green.", &json!(15)));
    let tools = json!([{"type": "web_search_20250305", "name": "web_search"}]);
    let turn = ask(json!({"tools": tools, "messages": prompt("Search the web for \"rail strike\"")}));
    let Some(Block::ServerToolUse { input, .. }) = turn.blocks.first() else { panic!("{turn:?}") };
    assert_eq!((input, turn.searches, turn.blocks.len()), (&json!({"query": "rail strike"}), 1, 3));
}

#[test]
fn members_of_toolsets_are_tools() {
    let tools = json!([{"type": "computer_toolset_20260801"}]);
    let turn = ask(json!({"tools": tools, "messages": prompt("Take a screenshot")}));
    let Some(Block::ToolUse { name, toolset, .. }) = turn.blocks.last() else { panic!("{turn:?}") };
    assert_eq!((name.as_str(), toolset.as_deref()), ("screenshot", Some("computer")));
}
