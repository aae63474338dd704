//! The spans and events of a call in `tracing`: OpenTelemetry's GenAI names, an event per attempt, bodies only on
//! demand.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use parlour_emulator::{BlockingEmulator, Emulator, Reply};
use support::log::Log;
use support::{builder, request};

/// An emulator on its own thread and this thread's log.
fn set_up() -> (BlockingEmulator, Log, tracing::subscriber::DefaultGuard) {
    let emulator = Emulator::start_blocking().unwrap();
    let log = Log::default();
    let guard = tracing::subscriber::set_default(log.clone());
    (emulator, log, guard)
}

#[track_caller]
fn holds(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "`{word}` is missing in:\n{text}");
    }
}

#[tokio::test]
async fn a_call_is_a_span_with_the_genai_names() {
    let (emulator, log, _guard) = set_up();
    let client = builder(&emulator).vendor("svc").build().unwrap();
    let reply = client.messages().create(request("say hello")).await.unwrap();
    holds(
        &log.text(),
        &[
            "span chat",
            "gen_ai.operation.name=chat",
            "gen_ai.provider.name=svc",
            "gen_ai.request.model=svc-haiku-3-5",
            "gen_ai.request.max_tokens=256",
            "server.address=127.0.0.1",
            &format!("gen_ai.response.id={}", reply.id),
            &format!("gen_ai.usage.input_tokens={}", reply.usage.input_tokens),
            &format!("gen_ai.usage.output_tokens={}", reply.usage.output_tokens),
            "gen_ai.response.finish_reasons=end_turn",
            "http.response.status_code=200",
            "http.request.resend_count=0",
            "attempt answered",
        ],
    );
}

#[tokio::test]
async fn a_stream_tells_the_same_at_its_end() {
    let (emulator, log, _guard) = set_up();
    let client = builder(&emulator).vendor("svc").build().unwrap();
    let mut stream = client.messages().stream(request("say hello")).await.unwrap();
    let message = stream.final_message().await.unwrap();
    holds(
        &log.text(),
        &[
            "gen_ai.request.stream=true",
            &format!("gen_ai.response.id={}", message.id),
            "gen_ai.response.finish_reasons=end_turn",
        ],
    );
}

#[tokio::test]
async fn every_attempt_and_wait_is_an_event() {
    let (emulator, log, _guard) = set_up();
    emulator.script(vec![Reply::status(529), Reply::status(529)]);
    let client = builder(&emulator).build().unwrap();
    client.messages().create(request("say hello")).await.unwrap();
    let text = log.text();
    assert_eq!(text.matches("attempt answered").count(), 3, "{text}");
    assert_eq!(text.matches("waiting before a retry").count(), 2, "{text}");
    holds(&text, &["status=529", "error.type=Overloaded", "wait_ms=5", "http.request.resend_count=2"]);
}

#[tokio::test]
async fn bodies_are_told_only_on_demand() {
    let (emulator, log, _guard) = set_up();
    builder(&emulator).build().unwrap().messages().create(request("say marmalade")).await.unwrap();
    assert!(!log.text().contains("marmalade"), "{}", log.text());
    let client = builder(&emulator).log_bodies(true).build().unwrap();
    client.messages().create(request("say marmalade")).await.unwrap();
    assert_eq!(log.text().matches("marmalade").count(), 2, "the request and the answer: {}", log.text());
}

#[tokio::test]
async fn an_answer_that_was_cut_is_a_warning() {
    let (emulator, log, _guard) = set_up();
    let client = builder(&emulator).build().unwrap();
    let short = parlour::MessageRequest::new("svc-haiku-3-5", 1).user("say one two three four five");
    let reply = client.messages().create(&short).await.unwrap();
    assert_eq!(reply.stop_reason.as_ref().map(|r| r.as_str()), Some("max_tokens"));
    holds(&log.text(), &["the answer did not end normally", "stop_reason=max_tokens"]);
}
