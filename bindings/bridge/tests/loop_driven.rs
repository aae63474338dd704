//! As `ops`, where the host's own loop drives the calls; and the promises of that mode alone.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use std::time::{Duration, Instant};

use parlour_bridge::{Item, Mode, Take};

/// The loop drives the calls.
const HOSTED: bool = true;

#[path = "support/ops.rs"]
mod ops;

use ops::Host;

const STALLED: &str = r#"[{"default":true,"fault":{"stall_at":0}}]"#;

#[test]
fn nothing_happens_between_the_turns() {
    let host = Host::new();
    let op = host.submit(Mode::Create);
    assert!(matches!(op.try_take(1).unwrap(), Take::Armed));
    // The answer is there long before, and nobody reads it.
    assert!(host.is_woken(Duration::from_secs(20)));
    std::thread::sleep(Duration::from_millis(50));
    assert!(matches!(op.try_take(1).unwrap(), Take::Armed));
    assert!(matches!(host.run(&op).last(), Some(Item::Whole(_))));
}

#[test]
fn a_connection_is_used_again() {
    let host = Host::new();
    for _ in 0..5 {
        assert!(matches!(host.run(&host.submit(Mode::Create)).last(), Some(Item::Whole(_))));
    }
    assert_eq!(host.emulator.accepted_connections(), 1);
}

#[test]
fn tls_is_spoken_on_the_loop_and_its_connection_used_again() {
    let emulator = parlour_emulator::Emulator::builder().tls().start_blocking().unwrap();
    let settings = serde_json::json!({
        "base_url": emulator.url(), "api_key": emulator.api_key(), "only_ca_pem": [emulator.ca_pem().unwrap()],
    });
    let builder = parlour_bridge::settings::builder(settings.to_string().as_bytes(), false).unwrap();
    let host = Host::of(emulator, parlour_bridge::Client::new(builder).unwrap());
    for _ in 0..3 {
        assert!(matches!(host.run(&host.submit(Mode::Create)).last(), Some(Item::Whole(_))));
        assert!(matches!(host.run(&host.submit(Mode::Stream)).last(), Some(Item::End)));
    }
    assert_eq!(host.emulator.accepted_connections(), 1);
}

#[test]
fn loops_have_connections_of_their_own_and_one_client() {
    let host = Host::new();
    let call = || {
        let (port, _) = parlour_bridge::Port::for_event_loop().unwrap();
        let body = ops::BODY.into();
        let op = host
            .client
            .submit(&port, parlour_bridge::CallRequest::message(Mode::Create, body).unwrap())
            .unwrap();
        assert!(matches!(op.try_take(1).unwrap(), Take::Armed));
        let answered = |take| matches!(take, Take::Items(items) if matches!(items[0], Item::Whole(_)));
        let start = Instant::now();
        while !port.drain(10).unwrap().into_iter().any(|woken| answered(woken.take)) {
            assert!(start.elapsed() < Duration::from_secs(20), "there is no answer");
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(call);
        scope.spawn(call);
    });
    assert_eq!(host.emulator.accepted_connections(), 2);
    // With the loops their connections are gone.
    assert!(host.emulator.wait_open_connections(0));
}

#[test]
fn the_last_copy_of_a_client_takes_its_connections_along() {
    let host = Host::new();
    host.run(&host.submit(Mode::Create));
    assert_eq!(host.emulator.open_connections(), 1);
    let Host { emulator, client, port, .. } = host;
    drop(client.clone());
    assert_eq!(emulator.open_connections(), 1);
    drop(client);
    assert!(emulator.wait_open_connections(0));
    drop(port);
}

#[test]
fn a_timer_wakes_the_loop() {
    let host = Host::with(r#","answer_timeout_ms":50,"max_retries":0"#);
    host.emulator.script_json(STALLED).unwrap();
    let error = host.failure(&host.submit(Mode::Create));
    assert_eq!(error.kind, "Timeout", "{error:?}");
    host.until(|| host.emulator.closed_early() == 1);
}

#[test]
fn a_call_is_repeated_after_its_wait() {
    let host = Host::with(r#","retry":{"profile":"sdk_compatible","server":{"first_ms":10,"cap_ms":10}}"#);
    host.emulator.script_json(r#"[{"status":529,"json":{"type":"error","error":{"type":"overloaded_error","message":"later"}}}]"#).unwrap();
    let items = host.run(&host.submit(Mode::Create));
    let [Item::Whole(answer)] = items.as_slice() else { panic!("{items:?}") };
    assert_eq!(answer.head.attempts(), 2);
}

/// A turn hands over one batch of each readable stream, however much the sockets hold: a stream that begins then
/// waits for one turn, and not for a hundred full queues.
#[test]
fn busy_streams_give_way_to_each_other() {
    let host = Host::new();
    host.emulator.script_json(&ops::script_of_streams("x", 400, 20)).unwrap();
    let ops: Vec<_> = (0..20).map(|_| host.submit(Mode::Stream)).collect();
    host.until(|| host.emulator.requests().len() == ops.len());
    // All is sent without anybody having taken it: the streams are small enough for queues and the system's buffers.
    host.until(|| host.emulator.answered() == ops.len() as u64);
    let arm = || {
        for op in &ops {
            while let Take::Items(_) = op.try_take(1000).unwrap() {}
        }
    };
    arm();
    let woken = host.port.drain(100_000).unwrap();
    assert!(!woken.is_empty());
    for one in woken {
        let Take::Items(items) = one.take else { panic!("{one:?}") };
        assert!(items.len() <= 64 + 1, "{} items of one stream in one turn", items.len());
    }
}

/// Counted, not measured: what the loop's thread allocated for open streams and has not freed. Thousands are open at
/// once.
#[test]
fn an_open_stream_holds_little() {
    const STREAMS: usize = 100;
    let host = Host::new();
    host.emulator.script_json(r#"[{"default":true,"repeat":101,"fault":{"stall_at":1000}}]"#).unwrap();
    let open = || {
        let op = host.submit(Mode::Stream);
        // The head, the beginnings of message and block, and text.
        let mut seen = 0;
        while seen < 4 {
            seen += host.next(&op, 100).len();
        }
        op
    };
    let _what_is_made_once = open();
    let mut ops = Vec::with_capacity(STREAMS);
    let counted = allocation_counter::measure(|| ops.extend((0..STREAMS).map(|_| open())));
    let each = counted.bytes_current / STREAMS as i64;
    assert!((1_000..=8_000).contains(&each), "{each} bytes a stream");
}

#[test]
fn cancelling_closes_the_connection_before_it_returns() {
    let host = Host::new();
    host.emulator.script_json(STALLED).unwrap();
    let op = host.submit(Mode::Create);
    host.until_received(1);
    let turns = host.turns.get();
    op.cancel();
    // Without another turn of the loop.
    assert!(host.emulator.wait_closed_early(1));
    assert_eq!(host.turns.get(), turns);
    assert_eq!(host.failure(&op).kind, "Cancelled");
}

#[test]
fn an_idle_loop_is_left_alone() {
    let host = Host::new();
    host.run(&host.submit(Mode::Create));
    while host.is_woken(Duration::ZERO) {
        host.until(|| host.turns.get() > 0);
        host.port.drain(10).unwrap();
    }
    assert!(!host.is_woken(Duration::from_millis(50)));
}

#[test]
fn a_client_of_http_2_works_on_a_loop_too() {
    let host = Host::with(r#","http_version":"2""#);
    assert!(matches!(host.run(&host.submit(Mode::Create)).last(), Some(Item::Whole(_))));
    assert!(matches!(host.run(&host.submit(Mode::Stream)).last(), Some(Item::End)));
}
