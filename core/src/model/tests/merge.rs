//! Usage and message deltas of a stream (protocol §4.5 step 7, §13.2).

use super::*;
use crate::model::*;

#[test]
fn usage_is_overwritten_never_added() {
    let mut usage: Usage = read(r#"{"input_tokens":10,"output_tokens":1,"cache_read_input_tokens":5}"#);
    usage.merge(&read(r#"{"output_tokens":20}"#));
    usage.merge(&read(
        r#"{"output_tokens":25,"input_tokens":900,"cache_read_input_tokens":null,"server_tool_use":{"web_search_requests":1}}"#,
    ));
    assert_eq!(
        json(&write(&usage)),
        json(
            r#"{"input_tokens":900,"output_tokens":25,"cache_read_input_tokens":5,"server_tool_use":{"web_search_requests":1}}"#
        )
    );
    assert_eq!(usage.total_input_tokens(), 905);
}

#[test]
fn nested_counts_are_replaced_whole_and_unknown_ones_follow_the_rule() {
    let mut usage: Usage = read(
        r#"{"input_tokens":1,"output_tokens":1,"cache_creation":{"ephemeral_5m_input_tokens":7,"old":1},"new":1,"gone":2}"#,
    );
    usage.merge(&read(
        r#"{"cache_creation":{"ephemeral_1h_input_tokens":3},"new":{"a":1},"gone":null,"more":[],"iterations":[{"type":"message","input_tokens":1,"output_tokens":1}],"speed":"fast","fallback_credit":{"status":{"type":"redeemed"}},"service_tier":"batch","inference_geo":"us","output_tokens_details":{"thinking_tokens":4},"cache_creation_input_tokens":3,"output_tokens":"lots"}"#,
    ));
    assert_eq!(
        json(&write(&usage)),
        json(
            r#"{"input_tokens":1,"output_tokens":1,"cache_creation":{"ephemeral_1h_input_tokens":3},"new":{"a":1},"gone":2,"more":[],"iterations":[{"type":"message","input_tokens":1,"output_tokens":1}],"speed":"fast","fallback_credit":{"status":{"type":"redeemed"}},"service_tier":"batch","inference_geo":"us","output_tokens_details":{"thinking_tokens":4},"cache_creation_input_tokens":3}"#
        )
    );
}

#[test]
fn a_zero_that_was_sent_is_written_even_if_the_start_had_none() {
    let mut message: Message = read(r#"{"type":"message","content":[]}"#);
    message.merge(&MessageDelta::default(), Some(&read(r#"{"input_tokens":0,"output_tokens":0}"#)));
    assert_eq!(
        write(&message),
        r#"{"type":"message","content":[],"usage":{"input_tokens":0,"output_tokens":0}}"#
    );
}

#[test]
fn a_message_delta_never_erases_by_null() {
    let start = r#"{"id":"m","type":"message","role":"assistant","model":"x","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}"#;
    let mut message: Message = read(start);
    message.merge(
        &read(r#"{"stop_reason":"stop_sequence","stop_sequence":"END","container":{"id":"c","expires_at":"e"},"new":1,"content":"no"}"#),
        Some(&read(r#"{"output_tokens":9}"#)),
    );
    message.merge(
        &read(r#"{"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"new":null,"other":null}"#),
        None,
    );
    assert_eq!(
        json(&write(&message)),
        json(
            r#"{"id":"m","type":"message","role":"assistant","model":"x","content":[],"stop_reason":"stop_sequence","stop_sequence":"END","container":{"id":"c","expires_at":"e"},"usage":{"input_tokens":1,"output_tokens":9},"new":1,"other":null}"#
        )
    );
    let edits = MessageDelta {
        context_management: Some(read(r#"{"applied_edits":[]}"#)),
        stop_details: Some(read(r#"{"type":"refusal","category":null,"explanation":null}"#)),
        ..MessageDelta::default()
    };
    message.merge(&edits, None);
    assert_eq!(write(message.context_management.as_ref().unwrap()), r#"{"applied_edits":[]}"#);
    assert!(message.stop_details.as_ref().unwrap().received_null("category"));
}

#[test]
fn transformations_of_the_input_are_replaced_by_those_of_a_later_delta() {
    let mut message: Message = read(
        r#"{"type":"message","content":[],"input_transformations":[{"type":"thinking_dropped","path":"messages.0.content.0","reason":"model_binding_mismatch"}]}"#,
    );
    message.merge(&MessageDelta::default(), None);
    assert_eq!(message.input_transformations.as_ref().unwrap().len(), 1);
    let later = MessageDelta { input_transformations: Some(Vec::new()), ..MessageDelta::default() };
    message.merge(&later, None);
    assert_eq!(json(&write(&message)), json(r#"{"type":"message","content":[],"input_transformations":[]}"#));
}
