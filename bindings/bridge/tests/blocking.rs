//! Calls that their callers drive on their own threads, against the emulator.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use parlour::CallOptions;
use parlour_bridge::credentials::{Credential, CredentialRequest};
use parlour_bridge::{Answer, BlockingCall, CallRequest, Client, Mode, Port, settings};
use parlour_emulator::BlockingEmulator;

const LIMIT: Duration = Duration::from_secs(20);
const BODY: &str = r#"{"model":"svc-haiku-3-5","max_tokens":200,"messages":[{"role":"user","content":"Name three rivers."}]}"#;

fn service() -> (BlockingEmulator, Client, Port) {
    let emulator = parlour_emulator::Emulator::start_blocking().unwrap();
    let json = format!(r#"{{"base_url":"{}","api_key":"{}"}}"#, emulator.url(), emulator.api_key());
    let client = Client::new(settings::builder(json.as_bytes(), false).unwrap()).unwrap();
    (emulator, client, Port::new(|| ()))
}

fn prepare(client: &Client, port: &Port) -> BlockingCall {
    client.prepare_blocking(port, CallRequest::message(Mode::Create, BODY.into()).unwrap()).unwrap()
}

fn answer(mut call: BlockingCall) -> Answer {
    call.run(None).unwrap().unwrap()
}

/// Waits until `seen` holds; the other side of a socket learns of things in its own time.
fn eventually(what: &str, seen: impl Fn() -> bool) {
    let begin = Instant::now();
    while !seen() {
        assert!(begin.elapsed() < LIMIT, "{what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_failure_is_an_outcome() {
    let (emulator, client, port) = service();
    emulator.script_json(r#"[{"status":400,"json":{"type":"error","error":{"type":"invalid_request_error","message":"no"}}}]"#).unwrap();
    let error = prepare(&client, &port).run(None).unwrap().unwrap_err();
    assert_eq!((error.kind, error.status), ("BadRequest", Some(400)));
}

#[test]
fn a_call_that_has_ended_or_is_a_stream_is_refused() {
    let (_emulator, client, port) = service();
    let mut call = prepare(&client, &port);
    call.run(None).unwrap().unwrap();
    assert_eq!(call.run(None).unwrap().unwrap_err().kind, "Config");
    let stream = client.prepare_blocking(&port, CallRequest::message(Mode::Stream, BODY.into()).unwrap());
    assert_eq!(stream.unwrap().run(None).unwrap().unwrap_err().kind, "Config");
}

#[test]
fn a_call_may_be_left_and_gone_on_with() {
    let (emulator, client, port) = service();
    emulator.script_json(r#"[{"delay_ms":60}]"#).unwrap();
    let mut call = prepare(&client, &port);
    let mut left = 0;
    let answer = loop {
        match call.run(Some(Duration::from_millis(5))) {
            Some(answer) => break answer.unwrap(),
            None => left += 1,
        }
    };
    assert!(left > 0);
    assert_eq!((answer.head.attempts(), emulator.request_count()), (1, 1));
}

#[test]
fn giving_up_closes_the_connection() {
    let (emulator, client, port) = service();
    emulator.script_json(r#"[{"delay_ms":600000}]"#).unwrap();
    let mut call = prepare(&client, &port);
    while emulator.request_count() == 0 {
        assert!(call.run(Some(Duration::from_millis(1))).is_none());
    }
    assert_eq!(emulator.open_connections(), 1);
    drop(call);
    eventually("the service sees the close", || emulator.open_connections() == 0);
}

#[test]
fn connections_close_with_their_client() {
    let (emulator, client, port) = service();
    answer(prepare(&client, &port));
    assert_eq!(emulator.open_connections(), 1);
    drop(client);
    eventually("the service sees the close", || emulator.open_connections() == 0);
}

#[test]
fn a_connection_that_the_service_closed_meanwhile_is_not_used() {
    let (emulator, client, port) = service();
    emulator.script_json(r#"[{"keep_alive":false}]"#).unwrap();
    answer(prepare(&client, &port));
    eventually("the service closes", || emulator.open_connections() == 0);
    assert_eq!(answer(prepare(&client, &port)).head.attempts(), 1);
    assert_eq!(emulator.request_count(), 2);
}

#[test]
fn threads_drive_in_turn() {
    let (emulator, client, port) = service();
    // The first call takes longest: the thread that drives the calls must not leave the others waiting, neither when
    // its own call is done nor before.
    emulator.script_json(r#"[{"delay_ms":300},{"delay_ms":20},{"delay_ms":150},{"delay_ms":0}]"#).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                for _ in 0..20 {
                    assert_eq!(answer(prepare(&client, &port)).head.status(), 200);
                }
            });
        }
    });
    assert_eq!(emulator.request_count(), 320);
}

#[test]
fn a_stream_of_the_same_client_goes_on_meanwhile() {
    let (emulator, client, port) = service();
    let op = client.submit(&port, CallRequest::message(Mode::Stream, BODY.into()).unwrap()).unwrap();
    answer(prepare(&client, &port));
    eventually("the stream is read to its end", || emulator.answered() == 2);
    drop(op);
}

/// A client of a hook whose tokens fit every request for an hour, and how often the hook was asked.
fn asking(emulator: &BlockingEmulator) -> (Client, Arc<AtomicU32>) {
    let asked = Arc::new(AtomicU32::new(0));
    let (count, token) = (Arc::clone(&asked), emulator.api_key().to_owned());
    let hook = move |_: CredentialRequest| {
        count.fetch_add(1, Ordering::Relaxed);
        std::future::ready(Credential::bearer(&token).map(|c| c.valid_for(LIMIT * 180)).map_err(Into::into))
    };
    let json = format!(r#"{{"base_url":"{}"}}"#, emulator.url());
    let builder = settings::builder(json.as_bytes(), false).unwrap();
    (Client::new(builder.credentials(hook)).unwrap(), asked)
}

/// Makes a stream, and gives it up once the service has given this many answers in all.
fn stream(client: &Client, port: &Port, (emulator, answers): (&BlockingEmulator, u64)) {
    let op = client.submit(port, CallRequest::message(Mode::Stream, BODY.into()).unwrap()).unwrap();
    eventually("the stream is read to its end", || emulator.answered() == answers);
    drop(op);
}

#[test]
fn a_token_serves_blocking_calls_streams_and_copies() {
    for first in [0, 1] {
        let (emulator, _, port) = service();
        let (client, asked) = asking(&emulator);
        if first == 1 {
            stream(&client, &port, (&emulator, 1));
        }
        answer(prepare(&client, &port));
        stream(&client, &port, (&emulator, first + 2));
        let copy = client.with_options(CallOptions::new().header("x-tenant", "blue"));
        answer(prepare(&copy, &port));
        stream(&copy, &port, (&emulator, first + 4));
        assert_eq!(asked.load(Ordering::Relaxed), 1);
        // Another client of the same settings is somebody else's.
        let (other, asked) = asking(&emulator);
        answer(prepare(&other, &port));
        assert_eq!(asked.load(Ordering::Relaxed), 1);
    }
}

#[test]
fn a_refused_token_is_replaced_for_blocking_calls_and_streams_alike() {
    let (emulator, _, port) = service();
    let (client, asked) = asking(&emulator);
    answer(prepare(&client, &port));
    emulator.script_json(r#"[{"status":401,"json":{"type":"error","error":{"type":"authentication_error","message":"no"}}}]"#).unwrap();
    stream(&client, &port, (&emulator, 3));
    answer(prepare(&client, &port));
    assert_eq!((asked.load(Ordering::Relaxed), emulator.request_count()), (2, 4));
}
