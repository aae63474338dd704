//! The rule for the end of a stream, and its limits, at every place a stream can break.

use super::*;
use crate::model::{ContentBlock, InputState};

const LIMITS: Limits = Limits { event: 1 << 20, stream: 1 << 20, message: usize::MAX };

fn event(json: &str) -> String {
    let kind = json.split('"').nth(3).unwrap();
    format!("event: {kind}\ndata: {json}\n\n")
}

fn ping() -> String {
    event(r#"{"type":"ping"}"#)
}

fn start() -> String {
    event(
        r#"{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"x","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":0}}}"#,
    )
}

fn block(json: &str) -> String {
    event(&format!(r#"{{"type":"content_block_start","index":0,"content_block":{json}}}"#))
}

fn text() -> String {
    block(r#"{"type":"text","text":""}"#)
}

fn tool() -> String {
    block(r#"{"type":"tool_use","id":"t","name":"f","input":{}}"#)
}

fn say(text: &str) -> String {
    event(&format!(
        r#"{{"type":"content_block_delta","index":0,"delta":{{"type":"text_delta","text":"{text}"}}}}"#
    ))
}

fn fragment(json: &str) -> String {
    let json = serde_json::Value::from(json);
    event(&format!(
        r#"{{"type":"content_block_delta","index":0,"delta":{{"type":"input_json_delta","partial_json":{json}}}}}"#
    ))
}

fn close() -> String {
    event(r#"{"type":"content_block_stop","index":0}"#)
}

fn totals(reason: &str) -> String {
    event(&format!(
        r#"{{"type":"message_delta","delta":{{"stop_reason":"{reason}"}},"usage":{{"output_tokens":5}}}}"#
    ))
}

fn stop() -> String {
    event(r#"{"type":"message_stop"}"#)
}

fn hello() -> String {
    [start(), text(), say("Hello"), close(), totals("end_turn"), stop()].concat()
}

const WHOLE: Purpose = Purpose::Whole { repeat_cut: false };
const AGAIN: Purpose = Purpose::Whole { repeat_cut: true };

fn read(body: &str, limits: Limits, purpose: Purpose) -> (usize, Result<Message>) {
    let mut events = 0;
    let chunks = [Bytes::copy_from_slice(body.as_bytes())];
    let result = read_whole(&chunks, MessageReader::new(limits, purpose), |_| events += 1);
    (events, result)
}

fn ended(body: &str, purpose: Purpose) -> Error {
    read(body, LIMITS, purpose).1.unwrap_err()
}

#[test]
fn one_rule_says_what_a_cut_means() {
    let begun = [start(), text(), say("Hel")].concat();
    let text = [&begun, &close(), &totals("end_turn")].map(String::as_str).concat();
    let unknown = event(r#"{"type":"novelty"}"#);
    for (body, for_events, for_a_whole, allowed) in [
        (String::new(), true, true, true),
        (": comment\n\n".to_owned(), true, true, true),
        (ping(), true, true, true),
        (ping() + &start()[..40], true, true, true),
        (unknown, false, true, true),
        (start(), false, false, true),
        (begun, false, false, true),
        (text, false, false, false),
    ] {
        for (purpose, retryable) in [(Purpose::Events, for_events), (WHOLE, for_a_whole), (AGAIN, allowed)] {
            let error = ended(&body, purpose);
            assert_eq!(error.kind(), ErrorKind::StreamEnded, "{body}");
            assert_eq!(error.is_retryable(), retryable, "{purpose:?} {body}");
            assert!(error.is_mid_stream());
            assert_eq!(error.partial_message().is_some(), body.starts_with("event: message_start"));
        }
    }
}

#[test]
fn an_answer_that_lacks_only_its_end_mark_is_there() {
    let body = [start(), text(), say("Hello"), close(), totals("end_turn")].concat();
    let error = ended(&body, AGAIN);
    assert!(error.saw_stop_reason() && !error.is_retryable());
    assert!(error.message().contains("the partial message holds the whole answer"), "{error}");
    let partial = error.partial_message().unwrap();
    assert_eq!((partial.text().as_str(), partial.usage.output_tokens), ("Hello", 5));
}

#[test]
fn an_error_told_inside_and_a_lost_connection_follow_the_same_rule() {
    let overloaded = event(r#"{"type":"error","error":{"type":"overloaded_error","message":"busy"}}"#);
    for (before, purpose, retryable) in [
        (String::new(), Purpose::Events, true),
        (ping(), WHOLE, true),
        (start(), Purpose::Events, false),
        (start(), WHOLE, false),
        (start(), AGAIN, true),
        (start() + &totals("end_turn"), AGAIN, false),
    ] {
        let error = ended(&(before.clone() + &overloaded), purpose);
        assert_eq!((error.kind(), error.is_retryable()), (ErrorKind::Overloaded, retryable), "{before}");
        let lost = Error::new(ErrorKind::Connection, "lost");
        let reader = MessageReader::new(LIMITS, purpose);
        let error = cut_off(&Bytes::from(before.clone()), reader, lost);
        assert_eq!((error.kind(), error.is_retryable()), (ErrorKind::Connection, retryable), "{before}");
        assert_eq!(error.partial_message().is_some(), before.contains("message_start"));
    }
    // An error that no retry can fix is final everywhere.
    let refused = event(r#"{"type":"error","error":{"type":"invalid_request_error","message":"no"}}"#);
    assert!(!ended(&refused, WHOLE).is_retryable());
    assert!(!ended("event: message_stop\ndata: {oops\n\n", WHOLE).is_retryable());
}

#[test]
fn what_follows_the_end_does_not_count() {
    for body in [hello() + &hello(), hello() + "event: message_stop\ndata: {oops\n\n", hello()] {
        let (events, message) = read(&body, LIMITS, Purpose::Events);
        assert_eq!((events, message.unwrap().text().as_str()), (6, "Hello"));
    }
    let unfinished = hello();
    let (events, message) = read(unfinished.trim_end(), LIMITS, Purpose::Events);
    assert_eq!((events, message.unwrap().text().as_str()), (6, "Hello"));
}

#[test]
fn a_call_without_its_block_stop_is_incomplete() {
    for fragments in [&[][..], &[""], &["{\"a\""], &["{\"a\":1}"], &["[1]"], &["oops"]] {
        let body = start() + &tool() + &fragments.iter().map(|json| fragment(json)).collect::<String>();
        let raw = fragments.concat();
        let expected = InputState::Incomplete { raw: raw.clone() };
        let cut = ended(&body, WHOLE);
        let endings =
            ["max_tokens", "refusal", "tool_use"].map(|reason| body.clone() + &totals(reason) + &stop());
        let finished = endings.iter().map(|body| read(body, LIMITS, Purpose::Events).1.unwrap());
        for message in finished.chain([cut.partial_message().unwrap().clone()]) {
            let ContentBlock::ToolUse(call) = &message.content[0] else { panic!() };
            assert_eq!(call.input_state, expected, "{raw}");
            assert!(call.input.is_object());
        }
    }
}

#[test]
fn a_call_without_arguments_is_complete_where_the_answer_was_not_cut() {
    for (reason, complete) in [("tool_use", true), ("max_tokens", false), ("refusal", false)] {
        let body = [start(), tool(), fragment(""), close(), totals(reason), stop()].concat();
        let message = read(&body, LIMITS, Purpose::Events).1.unwrap();
        let ContentBlock::ToolUse(call) = &message.content[0] else { panic!() };
        assert_eq!(call.input_state.is_complete(), complete, "{reason}");
        let json = format!(
            r#"{{"type":"message","content":[{{"type":"tool_use","id":"t","name":"f","input":{{}}}}],"stop_reason":"{reason}"}}"#
        );
        let whole = Message::read(json.as_bytes()).unwrap();
        let ContentBlock::ToolUse(call) = &whole.content[0] else { panic!() };
        assert_eq!(call.input_state.is_complete(), complete, "{reason}");
    }
    // Arguments that came whole are whole, and so is a call with others behind it.
    let body = [start(), tool(), fragment("{\"a\":1}"), close(), totals("max_tokens"), stop()].concat();
    let message = read(&body, LIMITS, Purpose::Events).1.unwrap();
    assert!(message.tool_uses().all(|call| call.input_state.is_complete()));
}

#[test]
fn a_stream_brings_no_more_than_its_limit() {
    let limits = Limits { stream: hello().len() + 100, ..LIMITS };
    assert!(read(&hello(), limits, Purpose::Events).1.is_ok());
    let chunks: Vec<Bytes> = [start(), text()]
        .into_iter()
        .chain(std::iter::repeat_with(|| say("more and more")))
        .take(20)
        .map(Bytes::from)
        .collect();
    for purpose in [Purpose::Events, WHOLE] {
        let mut seen = 0;
        let error = read_whole(&chunks, MessageReader::new(limits, purpose), |_| seen += 1).unwrap_err();
        assert_eq!((error.kind(), error.is_retryable()), (ErrorKind::Decode, false));
        assert!(error.message().contains("max_stream_bytes"), "{error}");
        assert!(seen > 2 && error.partial_message().unwrap().text().starts_with("more and more"));
    }
}

#[test]
fn a_whole_message_is_limited_by_its_own_size() {
    let long = "x".repeat(400);
    let body = |times| {
        let mut chunks = vec![start(), text()];
        chunks.extend(std::iter::repeat_n(say(&long), times));
        chunks.extend([close(), totals("end_turn"), stop()]);
        chunks.into_iter().map(Bytes::from).collect::<Vec<_>>()
    };
    // The bytes of the framing do not count.
    let limits = Limits { message: 1_500, ..LIMITS };
    let read = |times, cut: usize| {
        let whole = body(times).concat();
        let chunks: Vec<Bytes> = whole.chunks(cut).map(Bytes::copy_from_slice).collect();
        read_whole(&chunks, MessageReader::new(limits, WHOLE), |_| {})
    };
    for cut in [1, 100, usize::MAX] {
        assert_eq!(read(3, cut).unwrap().text().len(), 1_200);
        let error = read(4, cut).unwrap_err();
        assert!(error.message().contains("max_response_bytes"), "{error}");
        assert_eq!(error.partial_message().unwrap().text().len(), 1_600);
    }
    let error = read(200, 1_000).unwrap_err();
    assert!(error.partial_message().unwrap().text().len() < 5_000);
}

#[test]
fn a_stream_that_is_asked_for_is_limited_by_the_size_of_its_message() {
    let body = [start(), text(), say(&"x".repeat(2_000)), close(), totals("end_turn"), stop()].concat();
    let limits = Limits { message: 1_500, ..LIMITS };
    for keeps in [false, true] {
        let reader = MessageReader::new(limits, Purpose::Events);
        let reader = if keeps { reader } else { reader.events_only(false) };
        let error = read_whole(&[Bytes::from(body.clone())], reader, |_| {}).unwrap_err();
        assert_eq!((error.kind(), error.subkind()), (ErrorKind::Decode, Some("max_response_bytes")));
        assert_eq!(error.partial_message().map(|message| message.text().len()), keeps.then_some(2_000));
    }
}

#[test]
fn a_message_with_too_many_blocks_ends_with_what_there_was() {
    let mut body = start();
    for index in 0..=bounds::MAX_BLOCKS {
        body.push_str(&format!(
            "data: \
            {{\"type\":\"content_block_start\",\"index\":{index},\"content_block\":{{\"type\":\"text\",\
            \"text\":\"\"}}}}\n\n"
        ));
    }
    let limits = Limits { stream: usize::MAX, ..LIMITS };
    for purpose in [Purpose::Events, WHOLE] {
        let reader = MessageReader::new(limits, purpose);
        let error = read_whole(&[Bytes::from(body.clone())], reader, |_| {}).unwrap_err();
        assert_eq!((error.kind(), error.subkind()), (ErrorKind::Decode, Some("content_blocks")));
        assert!(!error.is_retryable());
        assert_eq!(error.partial_message().unwrap().content.len(), bounds::MAX_BLOCKS);
    }
}

#[test]
fn a_character_in_two_deltas_is_whole_in_the_message() {
    for body in [
        [start(), text(), say(r"a\ud83d"), say(r"\ude00b"), close(), totals("end_turn"), stop()],
        [start(), text(), say(r"a\ud83d"), say(""), say(r"\ude00b"), totals("end_turn"), stop()],
    ] {
        let mut pieces = String::new();
        let chunks = [Bytes::from(body.concat())];
        let each = |event: Event| pieces.push_str(&event.text().unwrap_or_default());
        let message = read_whole(&chunks, MessageReader::new(LIMITS, Purpose::Events), each).unwrap();
        assert_eq!((message.text().as_str(), pieces.as_str()), ("a😀b", "a😀b"));
    }
    // Events that no stream has joined.
    let mut message = Accumulator::default();
    for (name, json) in [("message_start", start()), ("content_block_start", text())]
        .into_iter()
        .chain([say(r"a\ud83d"), say(r"\ude00b")].map(|json| ("content_block_delta", json)))
    {
        let json = json.lines().nth(1).unwrap().strip_prefix("data: ").unwrap().to_owned();
        message.apply(&Event::from_json(name, json).unwrap()).unwrap();
    }
    assert_eq!(message.snapshot().unwrap().text(), "a😀b");
}
