//! Every fault of protocol §12.4 under a name of its own, so that a test, a script or a header asks for it in one word.
//! Builds orders only; how they are carried out is not its business.

mod resources;

use std::time::Duration;

use serde_json::{Value, json};

use crate::script::{Edit, Fault, Insert, Reply, SseItem};

/// Characters of the one large event.
const HUGE: usize = 5 * 1024 * 1024;

/// All names, in the order of the protocol.
pub(crate) const NAMES: [&str; 67] = [
    "should_retry_true",
    "should_retry_false",
    "retry_after_seconds",
    "retry_after_decimal",
    "retry_after_date",
    "retry_after_huge",
    "retry_after_negative",
    "retry_after_ms",
    "spend_cap",
    "html_body",
    "empty_body",
    "slow_headers",
    "slow_body",
    "stall_mid_stream",
    "stall_before_headers",
    "reset_before_headers",
    "close_before_headers",
    "reset_mid_headers",
    "close_mid_headers",
    "reset_mid_event",
    "reset_after_message_delta",
    "close_mid_stream",
    "close_after_reply",
    "no_message_stop",
    "error_event_first",
    "error_event_middle",
    "error_event_after_content",
    "unknown_event",
    "unknown_block",
    "unknown_delta",
    "unknown_stop_reason",
    "unknown_error_type",
    "no_event_names",
    "cr",
    "crlf",
    "comments",
    "many_data_lines",
    "done_marker",
    "huge_event",
    "invalid_utf8",
    "no_block_stop",
    "cut_tool_call",
    "two_message_deltas",
    "overlapping_blocks",
    "json_for_stream",
    "stream_for_json",
    "redirect_same_origin",
    "redirect_cross_origin",
    "gzip",
    "byte_by_byte",
    "batch_results",
    "batch_results_cut",
    "results_broken_line",
    "results_missing_line",
    "results_doubled_line",
    "results_crlf",
    "results_blank_lines",
    "results_huge_line",
    "results_unknown_type",
    "empty_page",
    "page_circle",
    "models_of_before",
    "batch_canceling",
    "results_url_missing",
    "results_url_relative",
    "results_url_foreign",
    "reset_mid_upload",
];

/// The order of that name.
pub(crate) fn find(name: &str) -> Option<Reply> {
    before_the_body(name)
        .or_else(|| connection(name))
        .or_else(|| on_the_models_stream(name))
        .or_else(|| scripted(name))
        .or_else(|| resources::find(name))
}

/// Statuses, headers and bodies of error replies, and redirects.
fn before_the_body(name: &str) -> Option<Reply> {
    let limited = |value: &str| Reply::status(429).header("retry-after", value);
    Some(match name {
        "should_retry_true" => Reply::status(400).header("x-should-retry", "true"),
        "should_retry_false" => Reply::status(500).header("x-should-retry", "false"),
        "retry_after_seconds" => limited("1"),
        "retry_after_decimal" => limited("0.25"),
        "retry_after_date" => {
            limited("Fri, 29 Sep 2023 16:26:57 GMT").header("date", "Fri, 29 Sep 2023 16:26:37 GMT")
        }
        "retry_after_huge" => limited("86400"),
        "retry_after_negative" => limited("-10"),
        "retry_after_ms" => limited("30").header("retry-after-ms", "20.5"),
        "spend_cap" => Reply::json(429, spend_cap()),
        "html_body" => Reply::text(502, "<html><body><h1>502 Bad Gateway</h1></body></html>\n")
            .header("content-type", "text/html"),
        "empty_body" => Reply::text(503, ""),
        "redirect_same_origin" => Reply::status(307).header("location", "/v1/elsewhere"),
        "redirect_cross_origin" => Reply::status(307).header("location", "http://localhost:9/v1/messages"),
        "slow_headers" => Reply::model().delay(Duration::from_millis(200)),
        _ => return None,
    })
}

fn spend_cap() -> Value {
    json!({
        "type": "error",
        "error": {
            "type": "rate_limit_error",
            "message": "The monthly cap of this account is used up.",
            "details": {"error_code": "enforced_spend_limit_reached"},
        },
        "request_id": null,
    })
}

/// The service's own answer over a connection that fails.
fn connection(name: &str) -> Option<Reply> {
    let after = |event: &str, fault: fn(String) -> Fault| Reply::model().fault(fault(event.to_owned()));
    Some(match name {
        "slow_body" => Reply::model().gap(Duration::from_millis(50)),
        "stall_mid_stream" => after("content_block_delta", Fault::StallAfter),
        "stall_before_headers" => Reply::model().fault(Fault::StallBeforeHeaders),
        "reset_before_headers" => Reply::model().fault(Fault::ResetBeforeHeaders),
        "close_before_headers" => Reply::model().fault(Fault::CloseBeforeHeaders),
        "reset_mid_headers" => Reply::model().fault(Fault::ResetMidHeaders),
        "close_mid_headers" => Reply::model().fault(Fault::CloseMidHeaders),
        // Byte 100 lies within the first event of any stream, and within any message.
        "reset_mid_event" => Reply::model().fault(Fault::ResetAt(100)),
        "reset_after_message_delta" => after("message_delta", Fault::ResetAfter),
        "close_mid_stream" => after("content_block_delta", Fault::CloseAfter),
        "close_after_reply" => Reply::model().fault(Fault::CloseAfterReply),
        "byte_by_byte" => Reply::model().pieces(1),
        "gzip" => Reply { gzip: true, ..Reply::model() },
        "cr" => Reply { newline: Some("\r".to_owned()), ..Reply::model() },
        "crlf" => Reply { newline: Some("\r\n".to_owned()), ..Reply::model() },
        _ => return None,
    })
}

/// The service's own stream with something added or missing.
fn on_the_models_stream(name: &str) -> Option<Reply> {
    let edited = |edit: Edit| Reply { edit: Some(edit), ..Reply::model() };
    let without = |event: &str| edited(Edit { drop: vec![event.to_owned()], ..Edit::default() });
    let put = |insert: Insert| edited(Edit { insert: vec![insert], ..Edit::default() });
    let before = |event: &str, items| Insert { before: Some(event.to_owned()), items, ..Insert::default() };
    let after = |event: &str, items| Insert { after: Some(event.to_owned()), items, ..Insert::default() };
    Some(match name {
        "no_message_stop" => without("message_stop"),
        "no_block_stop" => without("content_block_stop"),
        "error_event_first" => {
            put(Insert { then_end: true, ..before("message_start", vec![error("overloaded_error")]) })
        }
        "error_event_middle" => {
            put(Insert { then_end: true, ..after("content_block_delta", vec![error("overloaded_error")]) })
        }
        "error_event_after_content" => {
            put(Insert { then_end: true, ..after("content_block_stop", vec![error("api_error")]) })
        }
        "unknown_error_type" => {
            put(Insert { then_end: true, ..after("content_block_delta", vec![error("moon_phase_error")]) })
        }
        "unknown_event" => put(after(
            "content_block_start",
            vec![SseItem::typed(json!({"type": "weather_report", "index": 0, "sky": ["blue"]}))],
        )),
        "unknown_delta" => put(after(
            "content_block_start",
            vec![delta(0, json!({"type": "glitter_delta", "glitter": "*"}))],
        )),
        "comments" => put(after("message_start", vec![SseItem::comment("keep-alive"), SseItem::comment("")])),
        "done_marker" => {
            put(after("message_stop", vec![SseItem { data: Some(json!("[DONE]")), ..SseItem::default() }]))
        }
        "no_event_names" => edited(Edit { event_names: false, ..Edit::default() }),
        "many_data_lines" => edited(Edit { data_lines: true, ..Edit::default() }),
        _ => return None,
    })
}

/// Replies that are written out, whatever was asked.
fn scripted(name: &str) -> Option<Reply> {
    let text = |index: usize| json!({"type": "text", "text": format!("part {index}")});
    Some(match name {
        "unknown_block" => stream(vec![
            start(0, json!({"type": "hologram", "beam": {"hue": 3}})),
            stop(0),
            start(1, json!({"type": "text", "text": ""})),
            delta(1, json!({"type": "text_delta", "text": "seen"})),
            stop(1),
            end("end_turn", 5),
        ]),
        "unknown_stop_reason" => stream(vec![say(0, "x"), stop(0), end("tea_time", 1)]),
        "huge_event" => stream(vec![say(0, &"x".repeat(HUGE)), stop(0), end("end_turn", HUGE / 4)]),
        "invalid_utf8" => {
            let raw: &[u8] = b"event: content_block_delta\ndata: \
                {\"type\":\"content_block_delta\",\"index\":0,\
                \"delta\":{\"type\":\"text_delta\",\"text\":\"a\xff\xfeb\"}}\n\n";
            let begin = start(0, json!({"type": "text", "text": ""}));
            stream(vec![begin, SseItem::raw(raw), stop(0), end("end_turn", 1)])
        }
        "cut_tool_call" => stream(vec![
            say(0, "I will write it."),
            stop(0),
            start(1, json!({"type": "tool_use", "id": "toolu_cut", "name": "write_file", "input": {}})),
            fragment(1, ""),
            fragment(1, "{\"name\": \"plan.txt"),
            fragment(1, "\", \"rows\": [\"a\", \"b"),
            end("max_tokens", 30),
        ]),
        "two_message_deltas" => {
            let first = json!({"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": null},
                "usage": {"output_tokens": 20}});
            let second = json!({"type": "message_delta", "delta": {"stop_reason": null},
                "usage": {"output_tokens": 25, "input_tokens": 900, "cache_read_input_tokens": null}});
            stream(vec![say(0, "x"), stop(0), SseItem::typed(first), SseItem::typed(second)])
        }
        "overlapping_blocks" => stream(vec![
            start(0, text(0)),
            start(1, text(1)),
            delta(0, json!({"type": "text_delta", "text": ", first"})),
            delta(1, json!({"type": "text_delta", "text": ", second"})),
            stop(1),
            stop(0),
            end("end_turn", 8),
        ]),
        "json_for_stream" => Reply::json(200, message(&json!([text(0)]), Some("end_turn"))),
        "stream_for_json" => stream(vec![say(0, "streamed"), stop(0), end("end_turn", 2)]),
        _ => return None,
    })
}

fn message(content: &Value, stop_reason: Option<&str>) -> Value {
    json!({
        "id": "msg_scripted", "type": "message", "role": "assistant", "model": "svc-sonnet-4-5", "content": content,
        "stop_reason": stop_reason, "stop_sequence": null, "usage": {"input_tokens": 10, "output_tokens": 1},
    })
}

/// A stream with its usual first and last event.
fn stream(middle: Vec<SseItem>) -> Reply {
    let mut items =
        vec![SseItem::typed(json!({"type": "message_start", "message": message(&json!([]), None)}))];
    items.extend(middle.into_iter().flat_map(|item| match item.data {
        // A text block is written as one item and sent as two events.
        Some(Value::Array(events)) => events.into_iter().map(SseItem::typed).collect(),
        _ => vec![item],
    }));
    items.push(SseItem::typed(json!({"type": "message_stop"})));
    Reply::sse(items)
}

fn start(index: usize, block: Value) -> SseItem {
    SseItem::typed(json!({"type": "content_block_start", "index": index, "content_block": block}))
}

/// Start and only delta of a text block.
fn say(index: usize, text: &str) -> SseItem {
    let events = [
        start(index, json!({"type": "text", "text": ""})),
        delta(index, json!({"type": "text_delta", "text": text})),
    ];
    SseItem { data: Some(events.into_iter().filter_map(|e| e.data).collect()), ..SseItem::default() }
}

fn delta(index: usize, delta: Value) -> SseItem {
    SseItem::typed(json!({"type": "content_block_delta", "index": index, "delta": delta}))
}

fn fragment(index: usize, json: &str) -> SseItem {
    delta(index, json!({"type": "input_json_delta", "partial_json": json}))
}

fn stop(index: usize) -> SseItem {
    SseItem::typed(json!({"type": "content_block_stop", "index": index}))
}

fn end(reason: &str, tokens: usize) -> SseItem {
    SseItem::typed(json!({"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": null},
        "usage": {"output_tokens": tokens}}))
}

fn error(kind: &str) -> SseItem {
    SseItem::typed(
        json!({"type": "error", "error": {"type": kind, "message": "This stream was broken on purpose."}}),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_name_has_an_order_of_its_own_that_can_be_followed() {
        let mut seen = HashSet::new();
        for name in NAMES {
            let order = find(name).expect(name);
            assert_eq!(order.check(), Ok(()), "{name}");
            assert_ne!(order, Reply::model(), "{name}");
            assert!(seen.insert(serde_json::to_string(&order).unwrap()), "{name} is the same as another");
        }
        assert!(find("nothing_like_it").is_none());
    }
}
