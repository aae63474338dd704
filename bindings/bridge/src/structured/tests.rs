//! Plans as hosts make them: options, outcomes, asking again.

use super::*;

const REQUEST: &str =
    r#"{"model":"svc-haiku-3-5","max_tokens":64,"messages":[{"role":"user","content":"How many?"}]}"#;

fn plan_of(options: &str) -> Result<Plan, ErrorInfo> {
    plan(Bytes::from(REQUEST), br#"{"type":"integer","maximum":9}"#, Some(options.as_bytes()))
}

#[test]
fn a_host_gets_the_value_or_asks_again() {
    let mut plan = plan_of(r#"{"max_reasks":1}"#).unwrap();
    assert_eq!((plan.method(), plan.tool_name(), plan.is_wrapped()), ("tool", Some("answer"), true));
    let reply = |value: u8| {
        format!(
            r#"{{"type":"message","role":"assistant","stop_reason":"tool_use","content":[{{"type":"tool_use","id":"t","name":"answer","input":{{"value":{value}}}}}]}}"#
        )
    };
    assert_eq!(plan.outcome(reply(7).as_bytes(), &[]).unwrap(), Outcome::Value("7".to_owned()));
    let Outcome::Invalid { text, reason } = plan.outcome(reply(12).as_bytes(), &[]).unwrap() else {
        panic!()
    };
    assert_eq!((text.as_str(), reason.as_str()), (r#"{"value":12}"#, "the value: 12 is more than 9"));
    let again = plan.again(reply(12).as_bytes(), &[], &reason).unwrap().unwrap().to_bytes();
    let again = String::from_utf8(again.to_vec()).unwrap();
    assert!(again.contains("12 is more than 9") && again.contains(r#""tool_use_id":"t""#), "{again}");
    assert!(plan.again(reply(12).as_bytes(), &[], &reason).unwrap().is_none());
    let cut = UnfinishedInput { index: 0, state: "invalid", raw: "[1".to_owned() };
    let Outcome::Invalid { text, .. } = plan.outcome(reply(1).as_bytes(), &[cut]).unwrap() else { panic!() };
    assert_eq!(text, "[1");
}

#[test]
fn values_of_a_host_are_held_against_a_schema() {
    let schema = Schema::new(br#"{"type":"integer","maximum":9}"#, "the schema of a tool").unwrap();
    assert!(schema.violations(b"9").unwrap().is_empty());
    assert_eq!(schema.violations(b"12").unwrap(), ["the value: 12 is more than 9"]);
    assert!(schema.violations(b"{").unwrap_err().message.contains("not JSON"));
    let refused = Schema::new(b"[]", "the schema of a tool").unwrap_err();
    assert_eq!(refused.message, "the schema of a tool is no JSON object");
}

#[test]
fn options_are_checked_by_name() {
    for (options, names) in [
        (r#"{"mode":"tool"}"#, "`mode` is no option"),
        (r#"{"method":"magic"}"#, "`magic` is no way"),
        (r#"{"max_reasks":-1}"#, "`max_reasks`"),
        ("[]", "no JSON object"),
    ] {
        let message = plan_of(options).unwrap_err().message.clone();
        assert!(message.contains(names), "{options}: {message}");
    }
    let (schema, moved) = transform(br#"{"type":"integer","maximum":9}"#).unwrap();
    assert_eq!(schema, r#"{"type":"integer","description":"{maximum: 9}"}"#);
    assert_eq!(moved, ["/maximum"]);
}

#[test]
fn the_tokens_of_several_answers_are_added() {
    let usage = |text: &str| text.as_bytes().to_vec();
    let sum = usage_sum(&[
        usage(r#"{"input_tokens":3,"output_tokens":2,"service_tier":"standard"}"#),
        usage(r#"{"input_tokens":4,"cache_read_input_tokens":9,"output_tokens":1}"#),
    ]);
    let sum: serde_json::Value = serde_json::from_str(&sum.unwrap()).unwrap();
    assert_eq!((&sum["input_tokens"], &sum["output_tokens"]), (&7.into(), &3.into()));
    assert_eq!(sum["cache_read_input_tokens"], 9);
    assert!(usage_sum(&[usage("[]")]).is_err());
}

#[test]
fn an_answer_is_found_in_events_and_in_their_parts() {
    use parlour::Event;

    let plan = plan_of("{}").unwrap();
    let (mut of_events, mut of_parts) = (plan.partial(true), plan.partial(true));
    assert_eq!((of_events.wrapped_in(), of_parts.wrapped_in()), (Some("value"), Some("value")));
    for (index, name, piece, is_ours) in [
        (0, "other", r#"{"value":9"#, false),
        (1, "answer", r#"{"value":7"#, true),
        (2, "answer", "}", false),
    ] {
        let block = format!(r#"{{"type":"tool_use","id":"t","name":"{name}","input":{{}}}}"#);
        let delta = serde_json::json!({"type": "input_json_delta", "partial_json": piece});
        let start = format!(r#"{{"type":"content_block_start","index":{index},"content_block":{block}}}"#);
        let delta = format!(r#"{{"type":"content_block_delta","index":{index},"delta":{delta}}}"#);
        assert!(!of_events.event(&Event::from_json("content_block_start", start).unwrap()));
        assert_eq!(of_events.event(&Event::from_json("content_block_delta", delta).unwrap()), is_ours);
        of_parts.begins_with(index, block.as_bytes()).unwrap();
        assert_eq!(of_parts.take(Some(index), None, Some(piece)), is_ours);
    }
    assert!(!of_parts.take(Some(1), Some("a text"), None));
    for partial in [&of_events, &of_parts] {
        assert_eq!(partial.to_json(), "7");
    }
    let refused = of_parts.begins_with(3, b"no block").unwrap_err();
    assert!(refused.message.starts_with("the content block cannot be read: "), "{}", refused.message);
}
