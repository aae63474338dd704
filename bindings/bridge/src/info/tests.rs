//! That nothing the core tells is lost on the way, and that nothing secret is printed.

use std::time::Duration;

use parlour::clock::ScriptedClock;
use parlour::{Body, Client, ErrorKind, MessageRequest, Method};
use parlour_emulator::{BlockingEmulator, Emulator};

use super::*;

const LIMITS: &str = r#""svc-ratelimit-requests-limit": "50", "svc-ratelimit-requests-remaining": "49",
    "svc-ratelimit-requests-reset": "1970-01-01T00:00:01.5Z", "svc-ratelimit-tokens-remaining": "27000",
    "svc-ratelimit-tokens-limit": "30000", "svc-ratelimit-tokens-reset": "1970-01-01T00:01:00Z",
    "request-id": "req_7", "set-cookie": "session=hidden-cookie", "x-multi": ["a", "b"]"#;

fn emulator(script: &str) -> BlockingEmulator {
    let emulator = Emulator::start_blocking().unwrap();
    emulator.script_json(script).unwrap();
    emulator
}

fn client(emulator: &BlockingEmulator) -> Client {
    Client::builder()
        .base_url(emulator.url())
        .api_key(emulator.api_key())
        .vendor("svc")
        .clock(std::sync::Arc::new(ScriptedClock::new()))
        .build()
        .unwrap()
}

fn request() -> MessageRequest {
    MessageRequest::new("svc-haiku-3-5", 16).user("Hello")
}

fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

fn lines<'a>(headers: &'a [(String, String)], name: &str) -> Vec<&'a str> {
    headers.iter().filter(|(known, _)| known == name).map(|(_, value)| value.as_str()).collect()
}

fn assert_rows(head: &HeadInfo) {
    let row = |name, limit, remaining, reset| RateRow {
        name,
        limit: Some(limit),
        remaining: Some(remaining),
        reset_unix_ms: Some(reset),
    };
    let expected = [row("requests", 50, 49, 1500), row("tokens", 30_000, 27_000, 60_000)];
    // The emulator adds further quantities of its own to some answers.
    assert_eq!(head.rate_rows()[..2], expected);
    assert_eq!(head.remaining_tokens(), Some(27_000));
    assert_eq!((head.status(), head.request_id()), (200, Some("req_7")));
    assert_eq!(lines(&head.headers(), "x-multi"), ["a", "b"]);
    // The field tells it, the print does not.
    assert_eq!(lines(&head.headers(), "set-cookie"), ["session=hidden-cookie"]);
    assert!(!format!("{head:?}").contains("hidden-cookie"));
}

#[test]
fn an_error_of_the_service_keeps_everything() {
    let body = r#"{"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}"#;
    let emulator = emulator(&format!(
        r#"[{{"status": 429, "headers": {{"retry-after": "2", {LIMITS}}}, "json": {body}, "repeat": 4}}]"#
    ));
    let error = run(async { client(&emulator).messages().create(request()).await }).unwrap_err();
    let display = error.to_string();
    let info = ErrorInfo::from(error);

    assert_eq!((info.code, info.kind, info.retryable), (9, "RateLimit", true));
    assert_eq!((info.status, info.error_type.as_deref()), (Some(429), Some("rate_limit_error")));
    assert_eq!((info.request_id.as_deref(), info.message.as_str()), (Some("req_7"), "slow down"));
    assert_eq!((&info.display, info.to_string()), (&display, display.clone()));
    assert_eq!((info.attempts, info.waits.len()), (4, 3));
    assert_eq!(info.waits[0], Duration::from_secs(2));
    assert_eq!(info.retry_after, Some(Duration::from_secs(2)));
    assert_eq!(lines(&info.headers, "x-multi"), ["a", "b"]);
    assert_eq!(info.body.as_deref(), Some(body.as_bytes()));
    assert!(!info.mid_stream && !info.saw_stop_reason && !info.spend_cap && !info.forked);
    assert!(info.partial.is_none());
    let shown = format!("{info:?} {info}");
    assert!(shown.contains("slow down") && !shown.contains("hidden-cookie"));
    assert_eq!(info.clone().into_fields().display, display);
}

#[test]
fn a_broken_stream_brings_what_had_arrived() {
    let emulator = emulator(
        r#"[{"status": 200, "sse": [
            {"event": "message_start", "data": {"type": "message_start", "message": {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": null, "stop_sequence": null, "usage": {"input_tokens": 1, "output_tokens": 1}}}},
            {"event": "content_block_start", "data": {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}},
            {"event": "content_block_delta", "data": {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "half"}}},
            {"event": "error", "data": {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}}
        ]}]"#,
    );
    let error = run(async {
        let client = client(&emulator);
        let mut stream = client.messages().stream(request()).await.unwrap();
        stream.final_message().await.unwrap_err()
    });
    let info = ErrorInfo::from(&error);
    assert_eq!((info.kind, info.status, info.mid_stream), ("Overloaded", Some(200), true));
    assert_eq!(info.partial.as_ref().unwrap().text(), "half");
    assert_eq!(info.retryable, error.is_retryable());
}

#[test]
fn the_head_is_the_same_however_the_answer_travels() {
    let emulator = emulator(&format!(r#"[{{"status": 200, "headers": {{{LIMITS}}}, "repeat": 3}}]"#));
    run(async {
        let client = client(&emulator);
        let whole = HeadInfo::from(&client.messages().create(request()).await.unwrap());
        assert_rows(&whole);
        assert_eq!((whole.attempts(), whole.waits().len()), (1, 0));
        let stream = client.messages().stream(request()).await.unwrap();
        assert_rows(&HeadInfo::from(&stream));
        drop(stream);
        let bytes = client.request(Method::GET, "/v1/models", Body::empty()).open().await.unwrap();
        assert_rows(&HeadInfo::from(&bytes));
    });
}

#[test]
fn quantities_that_were_not_told_have_no_row() {
    let mut limits = parlour::RateLimits::default();
    assert!(rate_rows(&limits).is_empty());
    limits.priority_output_tokens.remaining = Some(3);
    limits.output_tokens.reset = Some(std::time::UNIX_EPOCH + Duration::from_micros(1_999));
    let row = |name, remaining, reset_unix_ms| RateRow { name, limit: None, remaining, reset_unix_ms };
    assert_eq!(
        rate_rows(&limits),
        [row("output_tokens", None, Some(1)), row("priority_output_tokens", Some(3), None)]
    );
}

#[test]
fn the_heads_of_repeated_calls_tell_their_waits() {
    let emulator = emulator(r#"[{"status": 503, "headers": {"retry-after": "1"}, "json": {}}]"#);
    let head = HeadInfo::from(&run(async { client(&emulator).messages().create(request()).await }).unwrap());
    assert_eq!((head.attempts(), head.waits()), (2, [Duration::from_secs(1)].as_slice()));
}

#[test]
fn errors_of_the_bridge_say_what_to_do() {
    let forked = ErrorInfo::forked();
    assert_eq!((forked.kind, forked.forked, forked.retryable), ("Config", true, false));
    assert_eq!(
        forked.to_string(),
        "refused before anything was sent: this call or stream was started before the process forked and belongs to \
        the \
         parent process; next: make the call or stream in the child process; the client itself can be used there"
    );
    let cancelled = ErrorInfo::cancelled();
    assert_eq!((cancelled.kind, cancelled.code), ("Cancelled", ErrorKind::Cancelled.code()));
    let internal = ErrorInfo::internal("the queue is gone");
    assert_eq!((internal.kind, internal.message.as_str()), ("Internal", "the queue is gone"));
    assert_eq!(internal.to_string(), "an internal fault: the queue is gone; next: please report it");
    let config = ErrorInfo::config("unknown setting `x`");
    assert_eq!(config.display, parlour_sentence("unknown setting `x`"));
}

/// The core's own sentence for a refused setting.
fn parlour_sentence(message: &str) -> String {
    let core = Client::builder().base_url("http://127.0.0.1:9").build().unwrap_err();
    core.to_string().replace(core.message(), message)
}

#[test]
fn panics_are_told_in_their_own_words() {
    let caught = |f: fn()| std::panic::catch_unwind(f).unwrap_err();
    let text = caught(|| std::panic::resume_unwind(Box::new("plain")));
    assert_eq!(ErrorInfo::panic(&*text).message, "a panic was caught: plain");
    let owned = caught(|| std::panic::resume_unwind(Box::new("é".repeat(5000))));
    assert_eq!(ErrorInfo::panic(&*owned).message.chars().filter(|c| *c == 'é').count(), 300);
    let odd = caught(|| std::panic::resume_unwind(Box::new(7)));
    assert_eq!(ErrorInfo::panic(&*odd).message, "a panic was caught: no message");
}

#[test]
fn the_table_has_a_row_for_every_kind() {
    let rows = error_table();
    assert_eq!(rows.len(), ErrorKind::ALL.len());
    for (row, kind) in rows.iter().zip(ErrorKind::ALL) {
        assert_eq!((row.code, row.name, row.retryable), (kind.code(), kind.name(), kind.is_retryable()));
        assert_eq!((row.summary, row.advice), (kind.summary(), kind.advice()));
    }
}

#[test]
fn everything_can_go_to_any_thread() {
    fn check<T: Send + Sync + Clone + 'static>() {}
    check::<ErrorInfo>();
    check::<HeadInfo>();
    check::<ErrorRow>();
}

#[test]
fn header_bytes_that_are_no_text_do_not_stop_anything() {
    let got = header_lines([("x-a", b"caf\xe9".as_slice()), ("x-a", b"ok")].into_iter());
    assert_eq!(got, [("x-a".to_owned(), "caf\u{fffd}".to_owned()), ("x-a".to_owned(), "ok".to_owned())]);
}

#[test]
fn the_table_of_errors_is_that_of_the_schema() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schema/made/tables.json");
    let made: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let rows = made["errors"].as_array().unwrap();
    assert_eq!(rows.len(), error_table().len());
    for (row, here) in rows.iter().zip(error_table()) {
        let expected = (&row["code"], &row["kind"], &row["retryable"], &row["summary"], &row["advice"]);
        let known = (
            &here.code.into(),
            &here.name.into(),
            &here.retryable.into(),
            &here.summary.into(),
            &here.advice.into(),
        );
        assert_eq!(expected, known, "mend schema/errors.toml, then `make generate`");
    }
}
