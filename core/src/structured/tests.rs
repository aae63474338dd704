//! The transform (protocol §9.7), the choice of the method, outcomes, validation, growing values.

use bytes::Bytes;
use serde_json::{Value, json};

use super::*;
use crate::json::Json;
use crate::json::partial::Mode;
use crate::model::{Message, StopReason};
use crate::wire::event::Event;

fn json_of(value: &Value) -> Json {
    Json::parse(&value.to_string()).unwrap()
}

fn sent(schema: Value) -> Value {
    serde_json::from_str(transform_schema(&json_of(&schema)).unwrap().schema.as_str()).unwrap()
}

fn request(model: &str, more: Value) -> Bytes {
    let mut request =
        json!({"model": model, "max_tokens": 64, "messages": [{"role": "user", "content": "Go."}]});
    for (key, value) in more.as_object().unwrap() {
        request[key] = value.clone();
    }
    Bytes::from(request.to_string())
}

fn plan_with(model: &str, more: Value, schema: Value, options: AnswerOptions) -> crate::Result<AnswerPlan> {
    AnswerPlan::new(request(model, more), &json_of(&schema), &options)
}

fn body(plan: &AnswerPlan) -> Value {
    serde_json::from_slice(&plan.body().unwrap().to_bytes()).unwrap()
}

fn person() -> Value {
    json!({"type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer", "minimum": 0}},
           "required": ["name", "age"]})
}

fn tree() -> Value {
    json!({"$ref": "#/$defs/Node", "$defs": {"Node": {"type": "object", "properties": {
        "name": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}}}}}})
}

fn reply(content: Value, stop_reason: &str) -> Message {
    json_of(&json!({"type": "message", "role": "assistant", "content": content, "stop_reason": stop_reason}))
        .decode()
        .unwrap()
}

fn text(text: &str, stop_reason: &str) -> Message {
    reply(json!([{"type": "text", "text": text}]), stop_reason)
}

#[test]
fn the_vectors_of_the_protocol() {
    // As text: whether a value of serde_json keeps the order of keys depends on who else is compiled.
    for (given, wanted) in [
        (
            r#"{"type":"integer","minimum":1,"maximum":10,"description":"A number"}"#,
            r#"{"type":"integer","description":"A number\n\n{minimum: 1, maximum: 10}"}"#,
        ),
        (r#"{"type":"string","format":"date"}"#, r#"{"type":"string","format":"date"}"#),
        (r#"{"type":"string","format":"phone"}"#, r#"{"type":"string","description":"{format: phone}"}"#),
        (
            r#"{"type":"array","items":{"type":"string","minLength":2},"minItems":3}"#,
            r#"{"type":"array","items":{"type":"string","description":"{minLength: 2}"},"description":"{minItems: 3}"}"#,
        ),
        (
            r#"{"oneOf":[{"type":"string"},{"type":"null"}],"title":"T"}"#,
            r#"{"anyOf":[{"type":"string"},{"type":"null"}],"title":"T"}"#,
        ),
        (r#"{"type":"string","enum":["a","b"]}"#, r#"{"enum":["a","b"]}"#),
        (
            r##"{"$ref":"#/$defs/X","$defs":{"X":{"type":"object","properties":{"n":{"type":"number"}},"additionalProperties":true,"required":["n"]}}}"##,
            r##"{"$defs":{"X":{"type":"object","properties":{"n":{"type":"number"}},"required":["n"],"additionalProperties":false}},"$ref":"#/$defs/X"}"##,
        ),
        (r#"{"type":"object"}"#, r#"{"type":"object","properties":{},"additionalProperties":false}"#),
        (
            r#"{"type":"string","pattern":"^a$","default":"x"}"#,
            r#"{"type":"string","description":"{pattern: ^a$, default: x}"}"#,
        ),
    ] {
        assert_eq!(
            transform_schema(&Json::parse(given).unwrap()).unwrap().schema.as_str(),
            wanted,
            "{given}"
        );
    }
    let error = transform_schema(&json_of(&json!({"description":"x"}))).unwrap_err();
    assert!(error.message().contains("`type`"), "{error}");
}

#[test]
fn lists_of_types_become_alternatives() {
    assert_eq!(
        sent(
            json!({"type":["object","null"],"properties":{"n":{"type":["integer"],"minimum":1}},"description":"d"})
        ),
        json!({"anyOf":[{"type":"object","properties":{"n":{"type":"integer","description":"{minimum: 1}"}},
            "additionalProperties":false},{"type":"null"}],"description":"d"})
    );
}

#[test]
fn what_is_moved_is_told_and_the_place_of_an_error_too() {
    let moved = transform_schema(&json_of(
        &json!({"type":"object","properties":{"a/b":{"type":"string","pattern":"x"}}}),
    ));
    assert_eq!(moved.unwrap().moved, ["/properties/a~1b/pattern"]);
    let error = transform_schema(&json_of(&json!({"type":"object","properties":{"a":{}}}))).unwrap_err();
    assert!(error.message().contains("`/properties/a`"), "{error}");
}

#[test]
fn the_format_is_asked_for_where_the_model_has_it() {
    let plan = plan_with(
        "svc-opus-4-5",
        json!({"output_config": {"effort": "low"}}),
        person(),
        AnswerOptions::default(),
    );
    let plan = plan.unwrap();
    let sent = body(&plan);
    assert_eq!(sent["output_config"]["effort"], "low");
    assert_eq!(sent["output_config"]["format"]["type"], "json_schema");
    assert_eq!(sent["output_config"]["format"]["schema"]["properties"]["age"]["description"], "{minimum: 0}");
    assert_eq!(plan.moved(), ["/properties/age/minimum"]);
    assert_eq!(sent["messages"][0]["content"], "Go.");
    for model in ["svc-haiku-3-5", "svc-3-5-haiku-20241022", "svc-opus-4-1-20250805", "svc-sonnet-4-20250514"]
    {
        let plan = plan_with(model, json!({}), person(), AnswerOptions::default()).unwrap();
        assert_eq!(plan.method(), AnswerMethod::Tool, "{model}");
        assert_eq!(body(&plan)["tools"][0]["input_schema"], person());
        assert_eq!(
            body(&plan)["tool_choice"],
            json!({"type": "tool", "name": "answer", "disable_parallel_tool_use": true})
        );
    }
    for model in ["svc-sonnet-4-5-20250929", "svc-new-9", "local"] {
        let plan = plan_with(model, json!({}), person(), AnswerOptions::default()).unwrap();
        assert_eq!(plan.method(), AnswerMethod::Format, "{model}");
    }
}

#[test]
fn what_the_format_cannot_say_is_asked_by_a_tool() {
    for schema in
        [tree(), json!({"type":"object","additionalProperties":{"type":"integer"}}), json!({"type":"object"})]
    {
        let plan = plan_with("svc-opus-4-5", json!({}), schema.clone(), AnswerOptions::default()).unwrap();
        assert_eq!(plan.method(), AnswerMethod::Tool, "{schema}");
    }
    let plan = plan_with("svc-opus-4-5", json!({}), tree(), AnswerOptions::default()).unwrap();
    assert!(plan.is_wrapped());
    let schema = &body(&plan)["tools"][0]["input_schema"];
    assert_eq!(schema["properties"]["value"], json!({"$ref": "#/$defs/Node"}));
    assert_eq!(schema["$defs"], tree()["$defs"]);
    let by_format = AnswerOptions { method: AnswerMethod::Format, ..AnswerOptions::default() };
    let plan = plan_with("svc-opus-4-5", json!({}), tree(), by_format).unwrap();
    assert_eq!(body(&plan)["output_config"]["format"]["schema"]["$ref"], "#/$defs/Node");
}

#[test]
fn references_to_the_root_move_with_it() {
    let schema = json!({"type":"array","items":{"anyOf":[{"type":"integer"},{"$ref":"#"}]}});
    let plan = plan_with("svc-haiku-3-5", json!({}), schema, AnswerOptions::default()).unwrap();
    let sent = &body(&plan)["tools"][0]["input_schema"];
    assert_eq!(sent["properties"]["value"]["items"]["anyOf"][1]["$ref"], "#/properties/value");
    let nested = reply(
        json!([{"type":"tool_use","id":"t","name":"answer","input":{"value":[1,[2,"x"]]}}]),
        "tool_use",
    );
    assert!(matches!(plan.outcome(&nested), AnswerOutcome::Invalid { .. }));
}

#[test]
fn impossible_combinations_are_refused_before_anything_is_sent() {
    let options = |method| AnswerOptions { method, ..AnswerOptions::default() };
    let prefill = json!({"messages": [{"role":"user","content":"Go."},{"role":"assistant","content":"{"}]});
    let cited = json!({"messages": [{"role":"user","content":[{"type":"document","source":{"type":"text",
        "media_type":"text/plain","data":"x"},"citations":{"enabled":true}}]}]});
    let thinking = json!({"thinking": {"type":"enabled","budget_tokens":1024}});
    let own_tool = json!({"tools": [{"name":"answer","input_schema":{"type":"object"}}]});
    for (method, more, schema, names) in [
        (AnswerMethod::Format, prefill.clone(), person(), "assistant"),
        (AnswerMethod::Format, cited, person(), "citations"),
        (AnswerMethod::Tool, thinking.clone(), person(), "thinking"),
        (AnswerMethod::Tool, json!({"tool_choice": {"type":"none"}}), person(), "`tool_choice`"),
        (AnswerMethod::Tool, own_tool, person(), "`tool_name`"),
        (
            AnswerMethod::Auto,
            json!({"output_config": {"format": {"type":"json_schema"}}}),
            person(),
            "of its own",
        ),
        (AnswerMethod::Auto, thinking, tree(), "recursive"),
        (AnswerMethod::Auto, json!({}), json!(["a"]), "no JSON object"),
        (AnswerMethod::Auto, json!({}), json!({"$ref":"other.json"}), "`other.json`"),
        (AnswerMethod::Auto, json!({"messages": []}), person(), "without turns"),
    ] {
        let error = plan_with("svc-opus-4-5", more, schema, options(method)).unwrap_err();
        assert_eq!(error.kind(), crate::ErrorKind::Config);
        assert!(error.message().contains(names), "{names}: {error}");
    }
    let plan = plan_with("svc-opus-4-5", prefill, person(), AnswerOptions::default()).unwrap();
    assert_eq!(plan.method(), AnswerMethod::Tool);
}

#[test]
fn every_answer_has_an_outcome() {
    let plan = plan_with("svc-opus-4-5", json!({}), person(), AnswerOptions::default()).unwrap();
    let whole = r#"{"age": 36, "name": "Ada"}"#;
    let value = plan.outcome(&text(whole, "end_turn"));
    assert_eq!(value.value().map(Json::as_str), Some(whole));
    let cut = AnswerOutcome::Cut { text: r#"{"na"#.to_owned(), stop_reason: Some(StopReason::MaxTokens) };
    assert_eq!(plan.outcome(&text(r#"{"na"#, "max_tokens")), cut);
    assert!(matches!(plan.outcome(&text("", "pause_turn")), AnswerOutcome::Cut { .. }));
    assert!(matches!(plan.outcome(&text(whole, "tool_use")), AnswerOutcome::Cut { .. }));
    let mut refused = text("", "refusal");
    assert_eq!(plan.outcome(&refused), AnswerOutcome::Refused { reason: None });
    refused.stop_details = json_of(&json!({"type":"refusal","explanation":"No."})).decode().ok();
    assert_eq!(plan.outcome(&refused), AnswerOutcome::Refused { reason: Some("No.".to_owned()) });
    let AnswerOutcome::Invalid { text: raw, reason } = plan.outcome(&text("Ada, 36", "end_turn")) else {
        panic!()
    };
    assert_eq!(raw, "Ada, 36");
    assert!(reason.contains("not JSON"), "{reason}");
    let AnswerOutcome::Invalid { reason, .. } = plan.outcome(&text(r#"{"age":-1}"#, "end_turn")) else {
        panic!()
    };
    assert_eq!(
        reason,
        "`name` is missing".replace("`name`", "the value: `name`") + "; /age: -1 is less than 0"
    );
    let typed = plan.outcome_as::<Vec<u8>>(&text(whole, "end_turn"));
    assert!(matches!(typed, AnswerOutcome::Invalid { .. }));
}

#[test]
fn asking_again_is_bounded_and_keeps_the_answer() {
    let options = AnswerOptions { max_reasks: 1, ..AnswerOptions::default() };
    let mut plan = plan_with("svc-opus-4-5", json!({}), person(), options).unwrap();
    let wrong = text(r#"{"age":-1,"name":"Ada"}"#, "end_turn");
    let again = plan.again(&wrong, "/age: -1 is less than 0").unwrap().unwrap();
    let again: Value = serde_json::from_slice(&again.to_bytes()).unwrap();
    assert_eq!(again["messages"][1]["content"][0]["text"], r#"{"age":-1,"name":"Ada"}"#);
    assert!(again["messages"][2]["content"][0]["text"].as_str().unwrap().contains("-1 is less than 0"));
    assert_eq!(again["output_config"], body(&plan)["output_config"]);
    assert!(plan.again(&wrong, "x").unwrap().is_none());
}

#[test]
fn values_are_held_against_the_whole_schema() {
    for (schema, good, bad) in [
        (json!({"type":["integer","null"]}), json!([1, 1.0, null]), json!([1.5, "1", [], true])),
        (json!({"enum":["a", 1]}), json!(["a", 1, 1.0]), json!(["A", 2])),
        (json!({"const":{"a":[1]}}), json!([{"a":[1.0]}]), json!([{"a":[]}, 1])),
        (json!({"minLength":2,"maxLength":3}), json!(["äö", "abc", 5]), json!(["ä", "abcd"])),
        (json!({"exclusiveMinimum":0,"maximum":9,"multipleOf":0.1}), json!([0.3, 9]), json!([0, 10, 0.25])),
        (
            json!({"minItems":1,"uniqueItems":true,"items":{"type":"integer"}}),
            json!([[1, 2]]),
            json!([[], [1, 1.0], ["a"]]),
        ),
        (json!({"prefixItems":[{"type":"string"}],"items":false}), json!([["a"]]), json!([[1], ["a", 2]])),
        (json!({"contains":{"const":1},"maxContains":1}), json!([[1, 2]]), json!([[2], [1, 1]])),
        (
            json!({"properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}),
            json!([{"a":"x"}, 5]),
            json!([{}, {"a":1}, {"a":"x","b":1}]),
        ),
        (
            json!({"additionalProperties":{"type":"integer"},"maxProperties":1}),
            json!([{"x":1}]),
            json!([{"x":"1"}, {"x":1,"y":2}]),
        ),
        (json!({"propertyNames":{"maxLength":1}}), json!([{"a":1}]), json!([{"ab":1}])),
        (json!({"dependentRequired":{"a":["b"]}}), json!([{"b":1}, {"a":1,"b":2}]), json!([{"a":1}])),
        (
            json!({"dependentSchemas":{"a":{"maxProperties":1},"b":false}}),
            json!([{"a":1}, {"c":1,"d":2}, "a"]),
            json!([{"a":1,"c":2}, {"b":1}]),
        ),
        (json!({"multipleOf":2}), json!([12_345_678_900_u64]), json!([12_345_678_901_u64])),
        (json!({"multipleOf":0.123_456_789}), json!([0.370_370_367]), json!([1e308])),
        (json!({"anyOf":[{"type":"string"},{"minimum":5}]}), json!(["x", 5]), json!([4])),
        (json!({"oneOf":[{"type":"integer"},{"minimum":5}]}), json!([1, 5.5]), json!([5, 4.5])),
        (json!({"allOf":[{"minimum":1},{"maximum":2}],"not":{"const":2}}), json!([1]), json!([0, 2, 3])),
        (
            json!({"if":{"type":"string"},"then":{"minLength":1},"else":{"type":"null"}}),
            json!(["a", null]),
            json!(["", 1]),
        ),
        (
            json!({"$ref":"#/$defs/N","$defs":{"N":{"type":"array","items":{"$ref":"#/$defs/N"}}}}),
            json!([[], [[[]]]]),
            json!([[[1]]]),
        ),
        (json!({"$ref":"#"}), json!([]), json!([1])),
        // The fragment of a reference is percent-encoded.
        (json!({"$ref":"#/$defs/50%25~1a","$defs":{"50%/a":{"minimum":1}}}), json!([1]), json!([0])),
        (json!({"anyOf":[{"$ref":"#"},{"$ref":"#"}]}), json!([]), json!([1])),
    ] {
        for value in good.as_array().unwrap() {
            assert_eq!(validate::violations(&schema, value), Vec::<String>::new(), "{schema} {value}");
        }
        for value in bad.as_array().unwrap() {
            assert!(!validate::violations(&schema, value).is_empty(), "{schema} {value}");
        }
    }
}

#[test]
fn letter_case_of_enumerated_strings_is_mended() {
    let mood = json!({"enum": ["good", "bad"]});
    let schema = json!({
        "type": "object",
        "properties": {
            "moods": {"type": "array", "items": {"$ref": "#/$defs/Mood"}},
            "kind": {"const": "Report"},
            "size": {"enum": ["S", "s", 1]},
            "any": {"anyOf": [{"type": "string"}, {"enum": ["x"]}]},
            "id": {"type": "number"},
            "either": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/Mood"}]},
        },
        "additionalProperties": mood.clone(),
        "$defs": {"Mood": mood},
    });
    let options = AnswerOptions { method: AnswerMethod::Format, ..AnswerOptions::default() };
    let plan = plan_with("svc-opus-4-5", json!({}), schema, options).unwrap();
    let mended = |written: &str| match plan.outcome(&text(written, "end_turn")) {
        AnswerOutcome::Value(value) => value.as_str().to_owned(),
        other => format!("{other:?}"),
    };
    // Order, numbers and free strings stay as they were written.
    let written = r#"{"kind":"REPORT","id":1.50,"moods":["Good","bad"],"any":"X","either":"BAD","more":"Bad","size":"s"}"#;
    assert_eq!(
        mended(written),
        r#"{"kind":"Report","id":1.50,"moods":["good","bad"],"any":"X","either":"bad","more":"bad","size":"s"}"#
    );
    let fits = r#"{ "kind": "Report" }"#;
    assert_eq!(mended(fits), fits);
    for unlike in [r#"{"kind":"Reports"}"#, r#"{"kind":"REPORT","id":"x"}"#] {
        assert!(mended(unlike).starts_with("Invalid"), "{unlike}");
    }
}

#[test]
fn the_value_grows_with_the_stream() {
    let event = |json: Value| Event::from_json(json["type"].as_str().unwrap(), json.to_string()).unwrap();
    let plan = plan_with("svc-opus-4-5", json!({}), person(), AnswerOptions::default()).unwrap();
    let mut growing = plan.partial(Mode::TrailingStrings);
    let delta = |text: &str| {
        event(json!({"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":text}}))
    };
    assert_eq!(growing.to_json(), None);
    assert!(growing.event(&delta(r#"{"name":"A"#)) && growing.event(&delta(r#"da","age":3"#)));
    assert_eq!(growing.to_json().as_deref(), Some(r#"{"name":"Ada","age":3}"#));
    let partial: std::collections::BTreeMap<String, Value> = growing.decode().unwrap();
    assert_eq!(partial["name"], "Ada");

    let plan = plan_with(
        "svc-haiku-3-5",
        json!({}),
        json!({"type":"array","items":{"type":"integer"}}),
        AnswerOptions::default(),
    );
    let mut growing = plan.unwrap().partial(Mode::Default);
    let start = |index: u32, name: &str| {
        event(json!({"type":"content_block_start","index":index,
                "content_block":{"type":"tool_use","id":"t","name":name,"input":{}}}))
    };
    let input = |index: u32, piece: &str| {
        event(json!({"type":"content_block_delta","index":index,
                "delta":{"type":"input_json_delta","partial_json":piece}}))
    };
    assert!(!growing.event(&start(0, "other")) && !growing.event(&input(0, "{\"value\":[9")));
    growing.event(&start(1, "answer"));
    assert!(growing.event(&input(1, r#"{"value":[1,2"#)));
    assert_eq!(growing.to_json().as_deref(), Some("[1,2]"));
    assert!(growing.error().is_none());
}
