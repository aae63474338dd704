//! Every refusal of this module, each with the field it names, and the neighbouring request that passes.

mod echoed;

use serde_json::{Value, json};

use super::{Leave, Purpose, check};
use crate::signature::Signer;

/// A valid request with some keys laid over it; `null` removes a key.
fn with(over: Value) -> Value {
    let mut body = json!({
        "model": "svc-sonnet-4-5", "max_tokens": 2000, "messages": [{"role": "user", "content": "Hello"}],
    });
    for (key, value) in over.as_object().unwrap() {
        if value.is_null() {
            body.as_object_mut().unwrap().remove(key);
        } else {
            body[key] = value.clone();
        }
    }
    body
}

const STRICT: Leave<'static> = Leave { beta: false, any_model: false, models: &[], newer: false };

fn told(over: Value) -> Result<(), (u16, String)> {
    let body = with(over);
    let done = check(&body, Purpose::Message, &STRICT, &Signer::new(0));
    done.map(drop).map_err(|r| (r.status, r.message))
}

/// Refused with 400, the message opening with that path.
fn refused(over: Value, path: &str) {
    let (status, message) = told(over.clone()).expect_err(&over.to_string());
    assert_eq!(status, 400, "{over}: {message}");
    assert!(message.starts_with(&format!("{path}: ")), "{over}: {message}");
}

fn accepted(over: Value) {
    assert_eq!(told(over.clone()), Ok(()), "{over}");
}

fn tool(name: &str) -> Value {
    json!({"name": name, "input_schema": {"type": "object", "properties": {"a": {"type": "string"}}}})
}

fn user(content: Value) -> Value {
    json!({"role": "user", "content": content})
}

fn assistant(content: Value) -> Value {
    json!({"role": "assistant", "content": content})
}

#[test]
fn top_level_fields() {
    accepted(json!({}));
    refused(json!({"model": null}), "model");
    refused(json!({"max_tokens": null}), "max_tokens");
    refused(json!({"max_tokens": -1}), "max_tokens");
    refused(json!({"max_tokens": 1.5}), "max_tokens");
    refused(json!({"max_tokens": 64_001}), "max_tokens");
    accepted(json!({"max_tokens": 64_000}));
    refused(json!({"messages": null}), "messages");
    refused(json!({"messages": []}), "messages");
    refused(json!({"temperature": 1.1}), "temperature");
    refused(json!({"temperature": "hot"}), "temperature");
    refused(json!({"top_k": -1}), "top_k");
    refused(json!({"stop_sequences": ["ok", " \n"]}), "stop_sequences.1");
    refused(json!({"metadata": {"user_id": "x".repeat(257)}}), "metadata.user_id");
    refused(json!({"metadata": {"email": "x"}}), "metadata.email");
    refused(json!({"service_tier": "best"}), "service_tier");
    refused(json!({"inference_geo": "us"}), "inference_geo");
    accepted(json!({"inference_geo": "us", "model": "svc-opus-4-6"}));
    refused(json!({"speed": "fast"}), "speed");
    refused(json!({"stream": "yes"}), "stream");
    accepted(
        json!({"system": "s", "metadata": {"user_id": "u"}, "service_tier": "auto", "temperature": 0, "top_k": 3}),
    );
}

#[test]
fn unknown_models_are_not_found_and_beta_features_loosen() {
    assert_eq!(told(json!({"model": "svc-none-1"})).unwrap_err().0, 404);
    let body = with(json!({"mcp_servers": [], "tools": [{"type": "mcp_toolset", "mcp_server_name": "x"}]}));
    assert!(check(&body, Purpose::Message, &Leave { beta: true, ..STRICT }, &Signer::new(0)).is_ok());
}

#[test]
fn any_model_is_taken_where_it_was_asked_for() {
    let body = with(json!({"model": "other-vendor:large", "temperature": 1, "system": "s"}));
    let leave = Leave { any_model: true, ..STRICT };
    let (_, id) = check(&body, Purpose::Message, &leave, &Signer::new(0)).map_err(|r| r.message).unwrap();
    assert_eq!(id, "other-vendor:large");
    let known = with(json!({"model": "svc-sonnet-4-5"}));
    let (_, id) = check(&known, Purpose::Message, &leave, &Signer::new(0)).map_err(|r| r.message).unwrap();
    assert_eq!(id, "svc-sonnet-4-5-20250929");
}

#[test]
fn counting_and_batches_take_fewer_fields() {
    let count = |over: Value| {
        check(&with(over), Purpose::Count, &STRICT, &Signer::new(0)).map(drop).map_err(|r| r.message)
    };
    assert!(count(json!({"max_tokens": null, "system": "s", "tool_choice": null})).is_ok());
    assert!(count(json!({})).unwrap_err().starts_with("max_tokens: "));
    assert!(count(json!({"max_tokens": null, "stream": false})).unwrap_err().starts_with("stream: "));
    let item = |over: Value| {
        check(&with(over), Purpose::BatchItem, &STRICT, &Signer::new(0)).map(drop).map_err(|r| r.message)
    };
    assert!(item(json!({"stream": false})).is_ok());
    assert!(item(json!({"stream": true})).unwrap_err().starts_with("stream: "));
    assert!(item(json!({"max_tokens": 0})).unwrap_err().starts_with("max_tokens: "));
}

#[test]
fn messages_and_roles() {
    refused(json!({"messages": [assistant(json!("x"))]}), "messages.0.role");
    refused(json!({"messages": [{"role": "robot", "content": "x"}]}), "messages.0.role");
    refused(json!({"messages": [{"role": "user", "content": "x", "name": "y"}]}), "messages.0.name");
    refused(json!({"messages": [user(json!(""))]}), "messages.0.content");
    refused(json!({"messages": [user(json!([]))]}), "messages.0.content");
    refused(json!({"messages": [user(json!(7))]}), "messages.0.content");
    refused(json!({"messages": [user(json!([{"type": "text", "text": ""}]))]}), "messages.0.content.0.text");
    refused(
        json!({"messages": [user(json!("a")), assistant(json!("")), user(json!("b"))]}),
        "messages.1.content",
    );
    accepted(json!({"messages": [user(json!("a")), assistant(json!([]))]}));
    accepted(json!({"messages": [user(json!("a")), user(json!("b")), assistant(json!("c"))]}));
    refused(json!({"messages": [user(json!("a")), assistant(json!("c "))]}), "messages.1.content");
    refused(json!({"system": [{"type": "image"}]}), "system.0.type");
}

#[test]
fn content_blocks() {
    let block = |block: Value| json!({"messages": [user(json!([{"type": "text", "text": "x"}, block]))]});
    let place = |field: &str| format!("messages.0.content.1.{field}");
    refused(block(json!({"type": "hologram"})), &place("type"));
    refused(block(json!({"text": "x"})), &place("type"));
    refused(block(json!({"type": "text", "text": "x", "colour": 1})), &place("colour"));
    refused(block(json!({"type": "thinking", "thinking": "", "signature": ""})), &place("type"));
    let image = |media: &str, data: &str| {
        block(json!({"type": "image", "source": {"type": "base64", "media_type": media, "data": data}}))
    };
    accepted(image("image/png", "aGk="));
    refused(image("image/bmp", "aGk="), &place("source.media_type"));
    refused(image("image/png", "a"), &place("source.data"));
    refused(image("image/png", "data:image/png;base64,aGk="), &place("source.data"));
    refused(block(json!({"type": "image", "source": {"type": "ftp"}})), &place("source.type"));
    refused(
        block(
            json!({"type": "document", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}}),
        ),
        &place("source.media_type"),
    );
    refused(
        block(json!({"type": "search_result", "source": "s", "title": "t", "content": []})),
        &place("content"),
    );
    refused(
        block(json!({"type": "text", "text": "x", "cache_control": {"type": "forever"}})),
        &place("cache_control.type"),
    );
    refused(
        block(json!({"type": "text", "text": "x", "cache_control": {"type": "ephemeral", "ttl": "1d"}})),
        &place("cache_control.ttl"),
    );
    accepted(block(json!({"type": "text", "text": "x", "citations": null})));
    let cited = |on: bool| {
        json!({"type": "document", "citations": {"enabled": on}, "source": {"type": "text",
        "media_type": "text/plain", "data": "d"}})
    };
    refused(json!({"messages": [user(json!([cited(true), cited(false)]))]}), "messages");
}

#[test]
fn tools_and_choices() {
    accepted(json!({"tools": [tool("a"), tool("b-2_C")], "tool_choice": {"type": "tool", "name": "a"}}));
    refused(json!({"tools": [tool("a"), tool("a")]}), "tools.1.name");
    refused(json!({"tools": [tool("a b")]}), "tools.0.name");
    refused(json!({"tools": [tool(&"a".repeat(65))]}), "tools.0.name");
    refused(json!({"tools": [{"name": "a"}]}), "tools.0.input_schema");
    refused(
        json!({"tools": [{"name": "a", "input_schema": {"type": "string"}}]}),
        "tools.0.input_schema.type",
    );
    refused(json!({"tools": [{"type": "laser_1", "name": "a"}]}), "tools.0.type");
    refused(json!({"tools": [{"type": "bash_20250124", "name": "shell"}]}), "tools.0.name");
    accepted(json!({"tools": [{"type": "bash_20250124", "name": "bash"}]}));
    let search = json!({"type": "web_search_20250305", "name": "web_search", "allowed_domains": ["a"],
        "blocked_domains": ["b"]});
    refused(json!({"tools": [search]}), "tools.0.blocked_domains");
    refused(
        json!({"tools": [{"type": "computer_toolset_20260801", "configs": {"fly": {}}}]}),
        "tools.0.configs.fly",
    );
    accepted(
        json!({"tools": [{"type": "browser_toolset_20260801", "configs": {"zoom": {"enabled": false}}}]}),
    );
    let mut deferred = tool("a");
    deferred["defer_loading"] = json!(true);
    refused(json!({"tools": [deferred]}), "tools");
    let mut strict = tool("a");
    strict["strict"] = json!(true);
    refused(json!({"tools": [strict.clone()]}), "tools.0.input_schema");
    strict["input_schema"]["additionalProperties"] = json!(false);
    accepted(json!({"tools": [strict.clone()]}));
    strict["input_schema"]["properties"]["a"]["minLength"] = json!(1);
    refused(json!({"tools": [strict]}), "tools.0.input_schema.properties.a.minLength");
    refused(json!({"tool_choice": {"type": "any"}}), "tool_choice");
    refused(json!({"tools": [tool("a")], "tool_choice": {"type": "tool", "name": "b"}}), "tool_choice.name");
    refused(json!({"tools": [tool("a")], "tool_choice": {"type": "maybe"}}), "tool_choice.type");
}

#[test]
fn thinking_and_sampling_by_generation() {
    let enabled = |budget: u32| json!({"type": "enabled", "budget_tokens": budget});
    accepted(json!({"thinking": enabled(1024)}));
    refused(json!({"thinking": enabled(1023)}), "thinking.budget_tokens");
    refused(json!({"thinking": enabled(2000)}), "thinking.budget_tokens");
    refused(json!({"thinking": {"type": "adaptive"}}), "thinking.type");
    refused(json!({"thinking": {"type": "disabled", "display": "omitted"}}), "thinking.display");
    refused(json!({"thinking": enabled(1024), "model": "svc-haiku-3-5"}), "thinking.type");
    refused(json!({"thinking": enabled(1024), "model": "svc-opus-4-7"}), "thinking.type");
    accepted(json!({"thinking": {"type": "adaptive"}, "model": "svc-opus-4-7"}));
    refused(json!({"thinking": enabled(1024), "temperature": 0.5}), "temperature");
    refused(json!({"thinking": enabled(1024), "top_k": 5}), "top_k");
    refused(
        json!({"thinking": enabled(1024), "tools": [tool("a")], "tool_choice": {"type": "any"}}),
        "tool_choice.type",
    );
    refused(
        json!({"thinking": enabled(1024), "messages": [user(json!("a")), assistant(json!("b"))]}),
        "messages",
    );
    refused(json!({"model": "svc-opus-4-7", "temperature": 0.9}), "temperature");
    refused(json!({"model": "svc-opus-4-7", "top_p": 0.9}), "top_p");
    refused(json!({"model": "svc-opus-4-7", "top_k": 1}), "top_k");
    accepted(json!({"model": "svc-opus-4-7", "top_p": 0.99}));
    accepted(json!({"model": "svc-opus-4-7", "temperature": 1}));
    refused(
        json!({"model": "svc-opus-4-6", "messages": [user(json!("a")), assistant(json!("b"))]}),
        "messages",
    );
    refused(json!({"output_config": {"effort": "low"}}), "output_config.effort");
    accepted(json!({"output_config": {"effort": "low"}, "model": "svc-opus-4-5"}));
}

#[test]
fn structured_output() {
    let format =
        |schema: Value| json!({"output_config": {"format": {"type": "json_schema", "schema": schema}}});
    accepted(format(
        json!({"type": "object", "additionalProperties": false, "properties": {"a": {"type": "integer"}}}),
    ));
    refused(format(json!({"type": "object"})), "output_config.format.schema");
    refused(
        format(json!({"type": "array", "items": {"type": "integer", "minimum": 1}})),
        "output_config.format.schema.items.minimum",
    );
    let mut prefilled = format(json!({"type": "string"}));
    prefilled["messages"] = json!([user(json!("a")), assistant(json!("b"))]);
    refused(prefilled, "messages");
    let mut old = format(json!({"type": "string"}));
    old["model"] = json!("svc-haiku-3-5");
    refused(old, "output_config.format");
}

#[test]
fn warming_up_goes_with_little_else() {
    accepted(json!({"max_tokens": 0}));
    refused(json!({"max_tokens": 0, "stream": true}), "max_tokens");
    refused(json!({"max_tokens": 0, "tools": [tool("a")], "tool_choice": {"type": "any"}}), "max_tokens");
}

#[test]
fn calls_and_results() {
    let call = |id: &str| json!({"type": "tool_use", "id": id, "name": "a", "input": {}});
    let result = |id: &str| json!({"type": "tool_result", "tool_use_id": id, "content": "r"});
    let text = || json!({"type": "text", "text": "t"});
    let talk = |turns: Vec<Value>| json!({"tools": [tool("a")], "messages": turns});
    let start = || user(json!("go"));
    accepted(talk(vec![
        start(),
        assistant(json!([call("1"), call("2")])),
        user(json!([result("2"), result("1"), text()])),
    ]));
    accepted(talk(vec![
        start(),
        assistant(json!([call("1"), call("2")])),
        user(json!([result("2")])),
        user(json!([result("1")])),
    ]));
    let cut = vec![start(), assistant(json!([text(), call("1")])), user(json!("and now?"))];
    refused(talk(cut), "messages.1.content.1");
    refused(talk(vec![start(), assistant(json!([call("1")]))]), "messages.1.content.0");
    refused(
        talk(vec![start(), assistant(json!([call("1")])), user(json!([text(), result("1")]))]),
        "messages.2.content.1",
    );
    refused(
        talk(vec![start(), assistant(json!([call("1")])), user(json!([result("1"), result("2")]))]),
        "messages.2.content.1.tool_use_id",
    );
    refused(
        talk(vec![start(), assistant(json!([call("1")])), user(json!([result("1"), result("1")]))]),
        "messages.2.content.1.tool_use_id",
    );
    refused(talk(vec![user(json!([result("1")]))]), "messages.0.content.0.tool_use_id");
    refused(
        talk(vec![start(), assistant(json!([call("1"), call("1")])), user(json!([result("1")]))]),
        "messages.1.content.1.id",
    );
    let bad = json!({"type": "tool_use", "id": "1", "name": "a", "input": "{}"});
    refused(
        talk(vec![start(), assistant(json!([bad])), user(json!([result("1")]))]),
        "messages.1.content.0.input",
    );
    let waiting = json!({"type": "server_tool_use", "id": "s", "name": "web_fetch", "input": {}});
    let mixed = |last: Value| talk(vec![start(), assistant(json!([waiting, call("1")])), user(last)]);
    accepted(mixed(json!([result("1")])));
    refused(mixed(json!([result("1"), text()])), "messages.2.content.1");
    accepted(json!({"model": "svc-opus-4-7", "messages": [start(), assistant(json!([waiting]))]}));
    let reference = json!({"type": "tool_result", "tool_use_id": "1", "content": [{"type": "tool_reference",
        "tool_name": "zz"}]});
    refused(
        talk(vec![start(), assistant(json!([call("1")])), user(json!([reference]))]),
        "messages.2.content.0.content.0.tool_name",
    );
}

#[test]
fn thoughts_come_back_unchanged_and_first() {
    let signer = Signer::new(0);
    let thought =
        |text: &str| json!({"type": "thinking", "thinking": text, "signature": signer.sign("deep", "deep")});
    let call = json!({"type": "tool_use", "id": "1", "name": "a", "input": {}});
    let result = json!([{"type": "tool_result", "tool_use_id": "1"}]);
    let talk = |blocks: Value| {
        json!({"thinking": {"type": "enabled", "budget_tokens": 1024}, "tools": [tool("a")],
            "messages": [user(json!("go")), assistant(blocks), user(result.clone())]})
    };
    accepted(talk(json!([thought("deep"), call])));
    refused(talk(json!([thought("shallow"), call])), "messages.1.content.0.signature");
    refused(talk(json!([call])), "messages.1.content.0");
    let redacted = |data: &str| json!([{"type": "redacted_thinking", "data": data}, call]);
    refused(talk(redacted("c2VjcmV0")), "messages.1.content.0.data");
    accepted(talk(redacted(&signer.sign("", "x"))));
}

#[test]
fn system_messages_stand_where_they_may() {
    let system = || json!({"role": "system", "content": "be brief"});
    let talk = |model: &str, turns: Value| json!({"model": model, "messages": turns});
    accepted(talk("svc-opus-4-7", json!([user(json!("a")), system(), system()])));
    accepted(talk(
        "svc-opus-4-7",
        json!([user(json!("a")), system(), assistant(json!("b")), user(json!("c"))]),
    ));
    refused(talk("svc-sonnet-4-5", json!([user(json!("a")), system()])), "messages.1.content");
    refused(talk("svc-opus-4-7", json!([system(), user(json!("a"))])), "messages.0.role");
    refused(
        talk("svc-opus-4-7", json!([user(json!("a")), system(), user(json!("b"))])),
        "messages.1.content",
    );
    refused(
        talk("svc-opus-4-7", json!([user(json!("a")), assistant(json!("b")), system()])),
        "messages.2.content",
    );
}

#[test]
fn cache_markers_are_few_and_in_order() {
    let marked =
        |ttl: &str| json!({"type": "text", "text": "x", "cache_control": {"type": "ephemeral", "ttl": ttl}});
    let system = |ttls: &[&str]| json!({"system": ttls.iter().map(|t| marked(t)).collect::<Vec<_>>()});
    accepted(system(&["1h", "1h", "5m", "5m"]));
    refused(system(&["5m", "5m", "5m", "5m", "5m"]), "cache_control");
    refused(system(&["5m", "1h"]), "cache_control.ttl");
    let mut automatic = system(&["5m", "5m", "5m", "5m"]);
    automatic["cache_control"] = json!({"type": "ephemeral"});
    refused(automatic, "cache_control");
    let last =
        |ttl: &str| json!({"cache_control": {"type": "ephemeral"}, "messages": [user(json!([marked(ttl)]))]});
    accepted(last("5m"));
    refused(last("1h"), "cache_control");
    let thought = json!([{"type": "thinking", "thinking": "", "signature": "",
        "cache_control": {"type": "ephemeral"}}]);
    refused(
        json!({"messages": [user(json!("a")), assistant(thought)]}),
        "messages.1.content.0.cache_control",
    );
}

/// Protocol §0.7.
#[test]
fn the_newer_dialect_has_three_refusals_more() {
    let pdf =
        json!({"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "x"}});
    let cited = json!({"type": "char_location", "cited_text": "x", "document_index": 0, "start_char_index": 0,
        "end_char_index": 1});
    let text = |citations: Value| json!([{"type": "text", "text": "a", "citations": citations}]);
    let found = |citations: Value| {
        json!([{"type": "search_result", "source": "s", "title": "t",
        "content": text(citations)}])
    };
    let turn = |content: Value| json!({"messages": [user(content)]});
    let both = |content: Value| json!({"messages": [user(json!("a")), assistant(content), user(json!("b"))]});
    let newer = Leave { newer: true, ..STRICT };
    for (over, path) in [
        (json!({"temperature": 1.0}), Some("temperature")),
        (json!({"top_k": 5, "model": "svc-haiku-3-5"}), Some("top_k")),
        (both(json!([pdf])), Some("messages.1.content.0.type")),
        (turn(text(json!([]))), None),
        (turn(text(Value::Null)), None),
        (turn(text(json!([cited]))), Some("messages.0.content.0.citations")),
        (turn(found(json!([cited]))), Some("messages.0.content.0.content.0.citations")),
        (both(text(json!([cited]))), None),
    ] {
        accepted(over.clone());
        let done = check(&with(over.clone()), Purpose::Message, &newer, &Signer::new(0));
        match path {
            Some(path) => assert!(done.unwrap_err().message.starts_with(&format!("{path}: ")), "{over}"),
            None => assert!(done.is_ok(), "{over}"),
        }
    }
    for (version, expected) in
        [("2023-06-01", false), ("2026-10-21", true), ("2027-01-01", true), ("v9", false)]
    {
        assert_eq!(super::is_newer(version), expected, "{version}");
    }
}

#[test]
fn what_only_some_models_or_endpoints_take() {
    refused(json!({"speed": "fast"}), "speed");
    refused(json!({"speed": "slow", "model": "svc-opus-4-7"}), "speed");
    accepted(json!({"speed": "fast", "model": "svc-opus-4-7"}));
    accepted(json!({"diagnostics": {"previous_message_id": null}}));
    refused(json!({"diagnostics": {"previous": "msg_1"}}), "diagnostics.previous");
    refused(json!({"top_p": 0.995, "temperature": 1.0, "model": "svc-opus-4-7"}), "top_p");
    refused(json!({"user_profile_id": "p"}), "user_profile_id");
    let call = |caller: Value| {
        let call = json!([{"type": "tool_use", "id": "a", "name": "b", "input": {}, "caller": caller}]);
        let result = json!([{"type": "tool_result", "tool_use_id": "a"}]);
        json!({"messages": [user(json!("x")), assistant(call), user(result)]})
    };
    accepted(call(json!({"type": "direct"})));
    accepted(call(json!({"type": "code_execution_20250825", "tool_id": "srvtoolu_1"})));
    refused(call(json!({"type": "code_execution_20250825"})), "messages.1.content.0.caller.tool_id");
    let item = |over: Value| {
        check(&with(over), Purpose::BatchItem, &Leave { beta: true, ..STRICT }, &Signer::new(0)).map(drop)
    };
    assert_eq!(item(json!({"user_profile_id": "p"})), Ok(()));
    assert_eq!(item(json!({"speed": "standard", "model": "svc-opus-4-7"})), Ok(()));
    for over in [
        json!({"speed": "fast", "model": "svc-opus-4-7"}),
        json!({"thread": {"type": "create"}}),
        json!({"fallbacks": "default"}),
        json!({"billing_policy": {"type": "billing_policy", "bill_to": "user_profile"}}),
    ] {
        assert_eq!(item(over.clone()).unwrap_err().status, 400, "{over}");
    }
}

#[test]
fn what_depends_on_a_schema_a_tool_or_a_beta_is_looked_up() {
    let schema = json!({"type": "object", "additionalProperties": false, "required": ["n"], "properties": {
        "n": {"type": "integer"}, "of": {"type": ["array", "null"], "items": {"enum": ["a", "b"]}}
    }});
    let examples = |examples: Value| {
        json!({"tools": [{"name": "t", "input_schema": schema,
        "input_examples": examples}]})
    };
    accepted(examples(json!([{"n": 1}, {"n": 2.0, "of": ["a", "b"]}, {"n": 3, "of": null}])));
    for wrong in [
        json!({}),
        json!({"n": "1"}),
        json!({"n": 1.5}),
        json!({"n": 1, "of": ["c"]}),
        json!({"n": 1, "x": 1}),
    ] {
        refused(examples(json!([{"n": 1}, wrong])), "tools.0.input_examples.1");
    }
    let skills = json!({"skills": [{"type": "custom", "skill_id": "skill_1"}]});
    refused(json!({"container": skills}), "container.skills");
    accepted(
        json!({"container": skills, "tools": [{"type": "code_execution_20250825", "name": "code_execution"}]}),
    );
    accepted(json!({"container": {"id": "c", "skills": []}}));
    let updates = json!({"model": "svc-opus-5-5", "thinking": {"type": "adaptive", "display": "updates"}});
    refused(updates.clone(), "thinking.display");
    let beta = Leave { beta: true, ..STRICT };
    assert_eq!(check(&with(updates), Purpose::Message, &beta, &Signer::new(0)).map(drop), Ok(()));
}

#[test]
fn advice_and_changes_of_tools_are_known_to_their_betas() {
    let beta = Leave { beta: true, ..STRICT };
    let told = |turns: Value, leave: &Leave<'_>| {
        let body = with(json!({"model": "svc-opus-4-7", "messages": turns, "tools": [tool("see")],
            "mcp_servers": [{"type": "url", "name": "s", "url": "https://s.example"}]}));
        check(&body, Purpose::Message, leave, &Signer::new(0)).map(drop).map_err(|r| r.message)
    };
    let system = |kind: &str, tool: Value| {
        json!([user(json!("a")), {"role": "system", "content": [{"type": kind,
        "tool": tool}]}])
    };
    let named = json!({"type": "tool_reference", "name": "see"});
    let defined = json!({"type": "tool_definition", "definition": tool("look")});
    let advice = json!([
        user(json!("a")),
        assistant(json!([
        {"type": "server_tool_use", "id": "srvtoolu_1", "name": "advisor", "input": {}},
        {"type": "advisor_tool_result", "tool_use_id": "srvtoolu_1", "content": {"type": "advisor_result",
            "text": "b"}}])),
        user(json!("c"))
    ]);
    for turns in [
        system("tool_addition", named.clone()),
        system("tool_addition", defined.clone()),
        system("tool_removal", json!({"type": "mcp_tool_reference", "name": "look", "server_name": "s"})),
        system("tool_removal", json!({"type": "mcp_toolset_reference", "server_name": "s"})),
        advice,
    ] {
        assert_eq!(told(turns.clone(), &beta), Ok(()), "{turns}");
        assert!(told(turns.clone(), &STRICT).is_err(), "{turns}");
    }
    let place = "messages.1.content.0";
    for (turns, path) in [
        (system("tool_removal", defined), format!("{place}.tool.type: ")),
        (system("tool_removal", json!({"type": "tool_reference"})), format!("{place}.tool.name: ")),
        (system("tool_addition", json!({"type": "text"})), format!("{place}.tool.type: ")),
        (
            json!([user(json!([{"type": "tool_removal", "tool": named}]))]),
            "messages.0.content.0.type: ".to_owned(),
        ),
    ] {
        let message = told(turns.clone(), &beta).expect_err(&turns.to_string());
        assert!(message.starts_with(&path), "{turns}: {message}");
    }
}

#[test]
fn changes_of_tools_name_what_there_is() {
    let beta = Leave { beta: true, ..STRICT };
    let named = |name: &str| json!({"type": "tool_reference", "name": name});
    let defined = |name: &str| json!({"type": "tool_definition", "definition": tool(name)});
    let server = |name: &str| json!({"type": "mcp_toolset_reference", "server_name": name});
    let told = |changes: &[(&str, Value)]| {
        let mut turns = vec![user(json!("a"))];
        for (kind, tool) in changes {
            turns.push(json!({"role": "system", "content": [{"type": kind, "tool": tool}]}));
            turns.extend([assistant(json!("b")), user(json!("c"))]);
        }
        let body = with(json!({"model": "svc-opus-4-7", "messages": turns, "tools": [tool("see"),
            {"type": "mcp_toolset", "mcp_server_name": "t"}],
            "mcp_servers": [{"type": "url", "name": "s", "url": "https://s.example"}]}));
        check(&body, Purpose::Message, &beta, &Signer::new(0)).map(drop)
    };
    let (added, removed) = ("tool_addition", "tool_removal");
    let mcp_tool = json!({"type": "mcp_tool_reference", "name": "x", "server_name": "s"});
    for changes in [
        vec![(added, named("see"))],
        vec![(removed, named("see")), (added, named("see"))],
        vec![(added, defined("late")), (removed, named("late")), (added, named("late"))],
        vec![(added, defined("late")), (removed, named("late")), (added, defined("late"))],
        vec![(removed, named("see")), (added, defined("see"))],
        vec![(removed, server("s")), (added, mcp_tool), (removed, server("t"))],
    ] {
        assert_eq!(told(&changes), Ok(()), "{changes:?}");
    }
    for (changes, path, code) in [
        (vec![(added, named("late"))], "messages.1.content.0.tool.name: ", "tool_reference_unresolved"),
        (vec![(removed, named("late"))], "messages.1.content.0.tool.name: ", "tool_reference_unresolved"),
        (
            vec![(added, named("late")), (added, defined("late"))],
            "messages.1.content.0.tool.name: ",
            "tool_reference_unresolved",
        ),
        (
            vec![(removed, server("u"))],
            "messages.1.content.0.tool.server_name: ",
            "tool_reference_unresolved",
        ),
        (vec![(added, defined("see"))], "messages.1.content.0.tool.definition.name: ", "tool_name_conflict"),
        (
            vec![(added, defined("late")), (added, defined("late"))],
            "messages.4.content.0.tool.definition.name: ",
            "tool_name_conflict",
        ),
    ] {
        let refusal = told(&changes).unwrap_err();
        assert_eq!((refusal.status, refusal.kind, refusal.code), (400, "invalid_request_error", Some(code)));
        assert!(refusal.message.starts_with(path), "{}", refusal.message);
    }
}
