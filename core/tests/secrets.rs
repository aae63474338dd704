//! The key shows nowhere: not in logs of any level, not in what prints, not in a panic, even where a service sends it
//! back.
#![cfg(feature = "proxy")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use parlour::clock::ScriptedClock;
use parlour::{Body, CallOptions, Client, Credential, CredentialRequest, Error, HttpVersion, Method};
use parlour_emulator::{BlockingEmulator, Emulator, Fault, Reply, SseItem};
use serde_json::json;
use support::log::Log;
use support::{builder, opening, piece, request, story};
use tracing::subscriber::DefaultGuard;

const KEY: &str = "sk-top-secret-0123456789";

/// An emulator on its own thread, and this thread's log: what the service logs is not ours.
fn set_up() -> (BlockingEmulator, Log, DefaultGuard) {
    let emulator = Emulator::builder().api_key(KEY).start_blocking().unwrap();
    let log = Log::default();
    let guard = tracing::subscriber::set_default(log.clone());
    (emulator, log, guard)
}

/// A client that logs all it can.
fn open(emulator: &Emulator) -> Client {
    builder(emulator).log_bodies(true).build().unwrap()
}

#[track_caller]
fn clean(what: &str, text: &str) {
    assert!(!text.contains(KEY), "{what} shows the key:\n{text}");
}

/// Everything that prints of an error, down its chain, and the parts it hands out.
#[track_caller]
fn clean_error(error: &Error) {
    clean("Display", &error.to_string());
    clean("Debug", &format!("{error:?}"));
    clean("Debug", &format!("{error:#?}"));
    clean("the message", error.message());
    clean("the type", error.error_type().unwrap_or_default());
    clean("the request id", error.request_id().unwrap_or_default());
    clean("the body", &String::from_utf8_lossy(error.body().map_or(&[], |body| &body[..])));
    clean("the attempts", &format!("{:?}", error.attempts()));
    for (name, value) in error.headers().into_iter().flatten() {
        clean(name.as_str(), &String::from_utf8_lossy(value.as_bytes()));
    }
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        clean("a cause", &format!("{cause} {cause:?}"));
        source = cause.source();
    }
}

/// An error of the service that sends the key back wherever it can.
fn echo(status: u16) -> Reply {
    let body = json!({"type": "error", "request_id": format!("req_{KEY}"),
        "error": {"type": format!("odd_{KEY}"), "message": format!("x-api-key {KEY} is unknown")}});
    echoing_headers(Reply::json(status, body))
}

fn echoing_headers(reply: Reply) -> Reply {
    reply
        .header("request-id", format!("req_{KEY}"))
        .header("x-echo", KEY)
        .header("x-api-key", KEY)
        .header("authorization", format!("Bearer {KEY}"))
        .header("set-cookie", format!("key={KEY}"))
}

#[tokio::test]
async fn errors_that_echo_the_key_do_not_show_it() {
    let (emulator, log, _guard) = set_up();
    let client = open(&emulator);
    for status in [400, 401, 403, 404, 409, 413, 429, 500, 503, 529] {
        emulator.push(echo(status).repeat(4));
        clean_error(&client.messages().create(request("any")).await.unwrap_err());
        emulator.clear();
        emulator.push(echo(status).repeat(4));
        clean_error(&client.messages().stream(request("any")).await.unwrap_err());
        emulator.clear();
        emulator.push(echo(status).repeat(4));
        clean_error(&client.request(Method::GET, "/v1/models", Body::empty()).await.unwrap_err());
        emulator.clear();
    }
    emulator.push(echoing_headers(Reply::text(400, format!("<html>{KEY}</html>"))));
    clean_error(&client.messages().create(request("any")).await.unwrap_err());
    clean("the log", &log.text());
    assert!(log.text().contains("call failed") && log.text().contains("waiting before a retry"));
}

#[tokio::test]
async fn a_bearer_token_and_a_providers_key_are_hidden_alike() {
    let (emulator, log, _guard) = set_up();
    let provider = |_: CredentialRequest| async { Ok(Credential::bearer(KEY)?) };
    let of_a_call = CallOptions::new().credential(Credential::api_key(KEY).unwrap());
    for client in [
        builder(&emulator).auth_token(KEY).build().unwrap(),
        builder(&emulator).credentials(provider).build().unwrap(),
        builder(&emulator).no_credentials().build().unwrap().with_options(of_a_call),
    ] {
        assert_eq!(client.messages().create(request("say hello")).await.unwrap().text(), "hello");
        emulator.script(vec![echo(401), echo(401)]);
        clean_error(&client.messages().create(request("any")).await.unwrap_err());
        emulator.clear();
        clean("a client", &format!("{client:?} {client:#?}"));
    }
    clean("the log", &log.text());
}

/// Keys that were given as headers, of a known name or marked, by client, call and environment.
#[tokio::test]
async fn a_key_that_was_given_as_a_header_is_hidden_alike() {
    let (emulator, log, _guard) = set_up();
    let bearer = format!("Bearer {KEY}");
    let bare = || builder(&emulator).no_credentials().log_bodies(true);
    let url = emulator.url().to_owned();
    let environment = move |name: &str| match name {
        "PARLOUR_CUSTOM_HEADERS" => Some(format!("x-api-key: {KEY}\nx-gateway: {KEY}")),
        "PARLOUR_BASE_URL" => Some(url.clone()),
        _ => None,
    };
    let of_a_call =
        |name, value: &str| bare().build().unwrap().with_options(CallOptions::new().header(name, value));
    let marked =
        CallOptions::new().secret_header("x-gateway", KEY).credential(Credential::api_key("other").unwrap());
    for client in [
        bare().header("x-api-key", KEY).build().unwrap(),
        bare().header("authorization", &bearer).build().unwrap(),
        of_a_call("x-api-key", KEY),
        of_a_call("Authorization", &bearer),
        of_a_call("cookie", &format!("a=b; session={KEY}")),
        bare().build().unwrap().with_options(marked),
        parlour::ClientBuilder::from_lookup(environment).log_bodies(true).max_retries(0).build().unwrap(),
    ] {
        clean("a client", &format!("{client:?} {client:#?}"));
        for mode in 0..3 {
            emulator.push(echo(400));
            let error = match mode {
                0 => client.messages().create(request("any")).await.unwrap_err(),
                1 => client.messages().stream(request("any")).await.unwrap_err(),
                _ => client.request(Method::GET, "/v1/models", Body::empty()).await.unwrap_err(),
            };
            assert_eq!(error.status(), Some(400));
            clean_error(&error);
        }
        emulator.push(echoing_headers(Reply::text(200, "bytes")));
        let reply = client.request(Method::GET, "/v1/models", Body::empty()).await.unwrap();
        for (name, value) in reply.headers() {
            clean(name.as_str(), &String::from_utf8_lossy(value.as_bytes()));
        }
    }
    clean("the log", &log.text());
    assert!(log.text().contains("request_id=***"), "{}", log.text());
}

/// Text that matches a short key by chance is not masked.
#[tokio::test]
async fn a_short_key_mangles_nothing() {
    for key in ["e", "1", "error", "req", "broken"] {
        let emulator = Emulator::builder().api_key(key).start_blocking().unwrap();
        let client = builder(&emulator).max_retries(0).build().unwrap();
        let body = json!({"type": "error", "request_id": "req_1",
            "error": {"type": "overloaded_error", "message": "1 of the replicas is broken"}});
        emulator
            .push(Reply::json(529, body.clone()).header("request-id", "req_1").header("retry-after", "1"));
        let error = client.messages().create(request("any")).await.unwrap_err();
        assert_eq!(error.error_type(), Some("overloaded_error"));
        assert_eq!((error.request_id(), error.message()), (Some("req_1"), "1 of the replicas is broken"));
        assert_eq!(error.retry_after(), Some(std::time::Duration::from_secs(1)));
        let told: serde_json::Value = serde_json::from_slice(error.body().unwrap()).unwrap();
        assert_eq!(told["error"]["type"], "overloaded_error", "{key}");
        assert_eq!(told["request_id"], "req_1");
    }
}

#[tokio::test]
async fn errors_inside_a_stream_do_not_show_it() {
    let (emulator, log, _guard) = set_up();
    let client = open(&emulator);
    let told = || {
        SseItem::typed(json!({"type": "error",
            "error": {"type": "api_error", "message": format!("key {KEY} broke it")}}))
    };
    let mut later = opening();
    later.push(piece("so far"));
    later.push(told());
    let broken = SseItem::event("message_start", json!(format!("{{{KEY}")));
    for items in [later, vec![told()], vec![broken]] {
        emulator.push(echoing_headers(Reply::sse(items)).repeat(4));
        let mut stream = client.messages().stream(request("any")).await.unwrap();
        let error = stream.final_message().await.unwrap_err();
        clean_error(&error);
        clean_error(&stream.final_message().await.unwrap_err());
        clean("a failed stream", &format!("{stream:?} {stream:#?}"));
        emulator.clear();
    }
    let cut = echoing_headers(Reply::sse(story(["one"])));
    emulator.push(cut.fault(Fault::ResetAfter("content_block_delta".into())));
    let mut stream = client.messages().stream(request("any")).await.unwrap();
    clean_error(&stream.final_message().await.unwrap_err());
    clean_error(&stream.final_message().await.unwrap_err());
    clean("the log", &log.text());
}

#[tokio::test]
async fn successes_that_echo_the_key_do_not_show_it() {
    let (emulator, log, _guard) = set_up();
    let client = open(&emulator);
    let message = json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-haiku-3-5",
        "content": [{"type": "text", "text": "hello"}], "stop_reason": "end_turn", "stop_sequence": null,
        "usage": {"input_tokens": 1, "output_tokens": 1}, "echo": "quiet"});
    emulator.push(echoing_headers(Reply::json(200, message)));
    let reply = client.messages().create(request("any")).await.unwrap();
    clean("a response", &format!("{reply:?} {reply:#?}"));
    emulator.push(echoing_headers(Reply::sse(story(["one"]))));
    let mut stream = client.messages().stream(request("any")).await.unwrap();
    clean("a stream", &format!("{stream:?} {stream:#?}"));
    let whole = stream.final_message().await.unwrap();
    clean("a finished stream", &format!("{stream:?} {whole:?}"));
    emulator.push(echoing_headers(Reply::text(200, "bytes")));
    let bytes = client.request(Method::GET, "/v1/models", Body::empty()).open().await.unwrap();
    clean("a byte stream", &format!("{bytes:?}"));
    // Bodies are logged on demand, the key in them is not.
    emulator.push(Reply::json(
        200,
        json!({"id": "msg_1", "type": "message", "role": "assistant",
        "model": "svc-haiku-3-5", "content": [{"type": "text", "text": format!("said {KEY}")}],
        "stop_reason": "end_turn", "stop_sequence": null, "usage": {"input_tokens": 1, "output_tokens": 1}}),
    ));
    client.messages().create(request(&format!("my key is {KEY}"))).await.unwrap();
    clean("the log", &log.text());
    assert!(log.text().contains("response body") && log.text().contains("request body"));
}

#[tokio::test]
async fn lost_connections_do_not_show_it() {
    let (emulator, log, _guard) = set_up();
    let client = open(&emulator);
    for fault in [Fault::ResetBeforeHeaders, Fault::CloseMidHeaders, Fault::ResetAt(10)] {
        emulator.push(echoing_headers(Reply::text(200, format!("{KEY} {KEY}"))).fault(fault).repeat(4));
        clean_error(&client.messages().create(request("any")).await.unwrap_err());
        emulator.clear();
    }
    let not_a_message = format!("not JSON, but {KEY}");
    emulator.push(echoing_headers(Reply::text(200, not_a_message)).repeat(4));
    clean_error(&client.messages().create(request("any")).await.unwrap_err());
    emulator.clear();
    emulator.push(echoing_headers(Reply::json(200, json!([KEY]))).repeat(4));
    clean_error(&client.messages().create(request("any")).await.unwrap_err());
    emulator.clear();
    clean("the log", &log.text());
}

#[tokio::test]
async fn http2_does_not_log_it_either() {
    let (emulator, log, _guard) = set_up();
    let client = builder(&emulator).http_version(HttpVersion::Http2).build().unwrap();
    let bearer = builder(&emulator).http_version(HttpVersion::Http2).auth_token(KEY).build().unwrap();
    for client in [client, bearer] {
        assert_eq!(client.messages().create(request("say hello")).await.unwrap().text(), "hello");
        emulator.push(echo(400));
        clean_error(&client.messages().create(request("any")).await.unwrap_err());
    }
    clean("the log", &log.text());
    assert!(log.text().contains("attempt answered"));
}

#[tokio::test]
async fn nothing_that_prints_shows_it_nor_does_a_panic() {
    let (emulator, log, _guard) = set_up();
    let key = Credential::api_key(KEY).unwrap();
    let token = Credential::bearer(KEY).unwrap();
    let options = CallOptions::new()
        .header("x-api-key", KEY)
        .header("authorization", format!("Bearer {KEY}"))
        .credential(key.clone());
    let plain = builder(&emulator);
    let headed = builder(&emulator).no_credentials().header("x-api-key", KEY);
    let client = plain.clone().build().unwrap();
    let copy = client.with_options(options.clone());
    let refused = [
        Client::builder().base_url("not a url").api_key(KEY).build().unwrap_err(),
        Client::builder()
            .base_url(format!("http://user:{KEY}@127.0.0.1:1"))
            .api_key("k")
            .build()
            .unwrap_err(),
        Client::builder().base_url("http://198.51.100.1").api_key(KEY).build().unwrap_err(),
        builder(&emulator).api_key(format!("{KEY}\n\u{7f}{KEY}")).build().unwrap_err(),
        builder(&emulator).api_key(format!("{KEY}\u{20ac}")).build().unwrap_err(),
        builder(&emulator).header("x-api-key", format!("{KEY}\r\nx: y")).build().unwrap_err(),
        Credential::api_key(format!("{KEY}\0")).unwrap_err(),
    ];
    for error in &refused {
        clean_error(error);
    }
    let call = client.messages().create(request("any")).with(options.clone());
    let raw = client.request(Method::GET, "/v1/models", Body::empty()).with(options.clone());
    let shown: [&dyn Debug; 12] = [
        &plain,
        &headed,
        &client,
        &copy,
        &options,
        &key,
        &token,
        &refused,
        &call,
        &raw,
        &client.messages(),
        &parlour::secret::Secret::from(KEY),
    ];
    for one in shown {
        clean("Debug", &format!("{one:?}"));
        clean("Debug", &format!("{one:#?}"));
    }
    let panic = catch_unwind(AssertUnwindSafe(|| panic!("{shown:?}"))).unwrap_err();
    let said = panic.downcast_ref::<String>().unwrap();
    assert!(said.contains("Credential"), "{said}");
    clean("a panic", said);
    let own = copy.clone();
    let task = tokio::spawn(async move { panic!("lost {own:?}") });
    let gone = task.await.unwrap_err();
    clean("a failed task", &format!("{gone} {gone:?}"));
    let said = gone.into_panic().downcast::<String>().unwrap();
    assert!(said.contains("Client"), "{said}");
    clean("a task's panic", &said);
    clean("the log", &log.text());
}

#[tokio::test]
async fn a_waiting_call_shows_nothing() {
    let (emulator, log, _guard) = set_up();
    let clock = ScriptedClock::new();
    let client = builder(&emulator).clock(Arc::new(clock.clone())).build().unwrap();
    emulator.script(vec![echo(529), echo(429)]);
    let reply = client.messages().create(request("say hello")).await.unwrap();
    assert_eq!((reply.text().as_str(), reply.attempts().count()), ("hello", 3));
    assert_eq!(clock.waits().len(), 2);
    clean("the log", &log.text());
    assert!(log.text().contains("attempt=3"), "{}", log.text());
}
