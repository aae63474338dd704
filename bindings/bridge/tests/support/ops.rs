//! Promises of every operation to its host, however its port is served; run once for each kind of port.

use std::cell::Cell;
use std::os::fd::RawFd;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_bridge::{
    CallRequest, Client, ErrorInfo, EventFd, Item, Mode, Op, Port, Question, Take, logs, settings,
};
use parlour_emulator::BlockingEmulator;

const LIMIT: Duration = Duration::from_secs(20);
pub(crate) const BODY: &str = r#"{"model":"svc-haiku-3-5","max_tokens":200,"messages":[{"role":"user","content":"Name three rivers."}]}"#;

pub(crate) struct Host {
    pub(crate) emulator: BlockingEmulator,
    pub(crate) client: Client,
    pub(crate) port: Port,
    /// `None` if the port has a descriptor of its own.
    signal: Option<Arc<EventFd>>,
    fd: RawFd,
    pub(crate) turns: Cell<u32>,
}

impl Host {
    pub(crate) fn new() -> Host {
        Host::with("")
    }

    pub(crate) fn with(more: &str) -> Host {
        let emulator = parlour_emulator::Emulator::start_blocking().unwrap();
        let json = format!(r#"{{"base_url":"{}","api_key":"{}"{more}}}"#, emulator.url(), emulator.api_key());
        let client = Client::new(settings::builder(json.as_bytes(), false).unwrap()).unwrap();
        Host::of(emulator, client)
    }

    pub(crate) fn of(emulator: BlockingEmulator, client: Client) -> Host {
        let turns = Cell::new(0);
        if crate::HOSTED {
            let (port, fd) = Port::for_event_loop().unwrap();
            return Host { emulator, client, port, signal: None, fd, turns };
        }
        let signal = Arc::new(EventFd::new().unwrap());
        let raise = Arc::clone(&signal);
        let port = Port::new(move || raise.raise());
        Host { emulator, client, port, fd: signal.fd(), signal: Some(signal), turns }
    }

    pub(crate) fn submit(&self, mode: Mode) -> Op {
        let call = CallRequest::message(mode, BODY.into()).unwrap();
        self.client.submit(&self.port, call).unwrap()
    }

    /// Whether the descriptor becomes readable within this time.
    pub(crate) fn is_woken(&self, limit: Duration) -> bool {
        let mut poll = mio::Poll::new().unwrap();
        poll.registry()
            .register(&mut mio::unix::SourceFd(&self.fd), mio::Token(0), mio::Interest::READABLE)
            .unwrap();
        let mut events = mio::Events::with_capacity(1);
        poll.poll(&mut events, Some(limit)).unwrap();
        !events.is_empty()
    }

    /// Waits to be woken and drains, as an event loop does.
    fn turn(&self, limit: Duration) -> Vec<(u64, Vec<Item>)> {
        self.is_woken(limit);
        self.turns.set(self.turns.get() + 1);
        if let Some(signal) = &self.signal {
            signal.clear();
        }
        let items = |take| match take {
            Take::Items(items) => items,
            other => panic!("a drain gave {other:?}"),
        };
        let woken = self.port.drain(1000).unwrap();
        woken.into_iter().map(|woken| (woken.token, items(woken.take))).collect()
    }

    /// The next items of an operation, up to `max` if they are there already; none if it was cancelled.
    pub(crate) fn next(&self, op: &Op, max: usize) -> Vec<Item> {
        match op.try_take(max).unwrap() {
            Take::Items(items) => return items,
            Take::Closed => return Vec::new(),
            Take::Armed => {}
        }
        let start = Instant::now();
        loop {
            assert!(start.elapsed() < LIMIT, "nobody woke us");
            if let Some((token, items)) = self.turn(LIMIT).pop() {
                assert_eq!(token, op.token());
                return items;
            }
        }
    }

    /// All items until the last, taken as an event loop does: only when woken.
    pub(crate) fn run(&self, op: &Op) -> Vec<Item> {
        let mut items = Vec::new();
        loop {
            let more = self.next(op, 100);
            let over = more.is_empty();
            items.extend(more);
            if over || matches!(items.last(), Some(Item::Whole(_) | Item::End | Item::Failed(_))) {
                return items;
            }
        }
    }

    /// Lives on as a loop does until a condition holds. Nothing is delivered meanwhile.
    pub(crate) fn until(&self, mut condition: impl FnMut() -> bool) {
        let start = Instant::now();
        while !condition() {
            assert!(start.elapsed() < LIMIT, "it never came true");
            assert!(self.turn(Duration::from_millis(2)).is_empty());
        }
    }

    /// Lives on until the service has got this many requests.
    pub(crate) fn until_received(&self, count: usize) {
        self.until(|| self.emulator.requests().len() == count);
    }

    pub(crate) fn failure(&self, op: &Op) -> ErrorInfo {
        match self.run(op).pop() {
            Some(Item::Failed(error)) => error,
            other => panic!("expected a failure, got {other:?}"),
        }
    }
}

/// As many streams of the same deltas, which break off before the end of their message.
pub(crate) fn script_of_streams(text: &str, deltas: usize, streams: usize) -> String {
    let delta = format!(
        r#"{{"event":"content_block_delta","data":{{"type":"content_block_delta","index":0,"delta":{{"type":"text_delta","text":"{text}"}}}}}}"#
    );
    let start = r#"{"event":"message_start","data":{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"x","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}},{"event":"content_block_start","data":{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}}"#;
    format!(r#"[{{"sse":[{start},{}],"repeat":{streams}}}]"#, vec![delta; deltas].join(","))
}

#[test]
fn a_whole_answer_arrives_as_json_with_its_head() {
    let host = Host::new();
    let items = host.run(&host.submit(Mode::Create));
    let [Item::Whole(answer)] = items.as_slice() else { panic!("{items:?}") };
    assert_eq!((answer.head.status(), answer.head.attempts()), (200, 1));
    assert!(answer.head.request_id().is_some());
    let message: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(message["type"], "message");
}

#[test]
fn a_stream_opens_hands_out_events_and_ends() {
    let host = Host::new();
    let items = host.run(&host.submit(Mode::Stream));
    assert!(matches!(items.first(), Some(Item::Opened(head)) if head.status() == 200));
    assert!(matches!(items.last(), Some(Item::End)));
    let text: String = items
        .iter()
        .filter_map(|item| match item {
            Item::Event(event) => event.text().map(|text| text.into_owned()),
            _ => None,
        })
        .collect();
    assert!(text.contains("rivers"), "{text}");
}

#[test]
fn many_streams_share_one_port() {
    let host = Host::new();
    let ops: Vec<Op> = (0..50).map(|_| host.submit(Mode::Stream)).collect();
    let mut open: std::collections::HashSet<u64> = ops.iter().map(Op::token).collect();
    let mut texts = 0;
    let mut count = |take: Take, token: u64, open: &mut std::collections::HashSet<u64>| match take {
        Take::Items(items) => {
            for item in items {
                match item {
                    Item::Event(event) if event.text().is_some() => texts += 1,
                    Item::End => assert!(open.remove(&token), "ended twice"),
                    Item::Failed(error) => panic!("{error:?}"),
                    _ => {}
                }
            }
            true
        }
        Take::Armed => false,
        Take::Closed => panic!("closed"),
    };
    for op in &ops {
        while open.contains(&op.token()) && count(op.try_take(64).unwrap(), op.token(), &mut open) {}
    }
    let start = Instant::now();
    while !open.is_empty() {
        assert!(start.elapsed() < LIMIT, "nobody woke us");
        for (token, items) in host.turn(LIMIT) {
            count(Take::Items(items), token, &mut open);
        }
        for op in &ops {
            while open.contains(&op.token()) && count(op.try_take(64).unwrap(), op.token(), &mut open) {}
        }
    }
    assert!(texts > 50 * 3);
}

#[test]
fn a_failure_is_flat_and_names_its_kind() {
    let host = Host::new();
    host.emulator.script_json(r#"[{"status":404,"json":{"type":"error","error":{"type":"not_found_error","message":"no such model"}}}]"#).unwrap();
    let error = host.failure(&host.submit(Mode::Create));
    assert_eq!((error.kind, error.status, error.retryable), ("NotFound", Some(404), false));
    assert!(error.display.contains("no such model"));
}

#[test]
fn cancelling_wakes_whoever_waits_and_closes_the_connection() {
    let host = Host::new();
    host.emulator.script_json(r#"[{"default":true,"fault":{"stall_at":0}}]"#).unwrap();
    let op = host.submit(Mode::Create);
    assert!(matches!(op.try_take(1).unwrap(), Take::Armed));
    host.until_received(1);
    std::thread::scope(|scope| {
        scope.spawn(|| op.cancel());
        assert!(host.is_woken(LIMIT));
    });
    let error = host.failure(&op);
    assert_eq!(error.kind, "Cancelled");
    op.cancel();
    host.until(|| host.emulator.closed_early() == 1);
}

#[test]
fn dropping_an_operation_closes_its_connection() {
    let host = Host::new();
    host.emulator.script_json(r#"[{"default":true,"fault":{"stall_at":0}}]"#).unwrap();
    let op = host.submit(Mode::Stream);
    host.until_received(1);
    drop(op);
    host.until(|| host.emulator.closed_early() == 1);
    assert!(host.turn(Duration::ZERO).is_empty(), "nobody is told");
}

#[test]
fn a_closed_port_cancels_what_is_bound_to_it_and_takes_nothing_new() {
    let host = Host::new();
    host.emulator.script_json(r#"[{"default":true,"fault":{"stall_at":0}}]"#).unwrap();
    let op = host.submit(Mode::Create);
    host.until_received(1);
    host.port.close();
    host.until(|| host.emulator.closed_early() == 1);
    assert_eq!(host.failure(&op).kind, "Cancelled");
    let call = CallRequest::message(Mode::Create, BODY.into()).unwrap();
    assert_eq!(host.client.submit(&host.port, call).unwrap_err().kind, "Config");
    assert_eq!(host.emulator.requests().len(), 1, "nothing was sent");
}

#[test]
fn a_host_that_gives_the_credential_is_asked_again_after_a_refusal() {
    let emulator = parlour_emulator::Emulator::start_blocking().unwrap();
    let json = format!(r#"{{"base_url":"{}"}}"#, emulator.url());
    let client =
        Client::with_host_credentials(settings::builder(json.as_bytes(), false).unwrap(), Vec::new())
            .unwrap();
    let right = parlour::Credential::api_key(emulator.api_key()).unwrap();
    let host = Host::of(emulator, client);
    let mut call = CallRequest::message(Mode::Create, BODY.into()).unwrap();
    call.credential = Some(parlour::Credential::api_key("stale").unwrap());
    let op = host.client.submit(&host.port, call).unwrap();
    let mut asked = 0;
    let answer = loop {
        match host.next(&op, 10).pop() {
            Some(Item::Asked(question)) => {
                let Question::Credential(request) = *question else { panic!("{question:?}") };
                assert!(request.after_refusal && request.url().ends_with("/v1/messages"));
                assert_eq!(request.body().unwrap(), BODY.as_bytes());
                asked += 1;
                assert!(op.provide_credential(right.clone()));
            }
            Some(Item::Whole(answer)) => break answer,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(asked, 1);
    assert_eq!(answer.head.status(), 200);
    assert!(!op.provide_credential(right), "nobody waits any more");
    let keys: Vec<String> = host
        .emulator
        .requests()
        .iter()
        .flat_map(|request| {
            request.headers.iter().filter(|(name, _)| name == "x-api-key").map(|(_, key)| key.clone())
        })
        .collect();
    assert_eq!(keys, ["stale", host.emulator.api_key()]);
}

#[test]
fn a_host_without_a_credential_ends_the_call_with_its_own_words() {
    let emulator = parlour_emulator::Emulator::start_blocking().unwrap();
    let json = format!(r#"{{"base_url":"{}"}}"#, emulator.url());
    let client =
        Client::with_host_credentials(settings::builder(json.as_bytes(), false).unwrap(), Vec::new())
            .unwrap();
    let host = Host::of(emulator, client);
    let op = host.submit(Mode::Create);
    loop {
        match host.next(&op, 10).pop() {
            Some(Item::Asked(question)) => {
                let Question::Credential(request) = *question else { panic!("{question:?}") };
                assert!(!request.after_refusal);
                assert!(op.refuse_credential("the vault is closed".to_owned()));
            }
            Some(Item::Failed(error)) => {
                assert!(error.display.contains("the vault is closed"), "{error:?}");
                return;
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_function_for_credentials_is_refused_beside_requests_without_a_call() {
    let json = br#"{"base_url": "http://127.0.0.1:9", "cache": "keep", "cache_keep_alive_ms": 1000,
        "prices": {"m": {"input": 1, "output": 5}}}"#;
    let builder = settings::builder(json, false).unwrap();
    let error = Client::with_host_credentials(builder, Vec::new()).unwrap_err();
    assert_eq!(error.setting.as_deref(), Some("cache_keep_alive"));
    assert!(error.message.contains("a function for credentials"), "{}", error.message);
}

/// A stream of 19 MB that nobody reads: the queue takes about a megabyte, then the connection is left alone. As much
/// is sent to somebody who reads it meanwhile, which is time enough to have read the first one ahead.
#[test]
fn a_consumer_that_does_not_take_holds_back_the_server() {
    let host = Host::new();
    host.emulator.script_json(&script_of_streams(&"x".repeat(64 << 10), 300, 2)).unwrap();
    let op = host.submit(Mode::Stream);
    // The head and the first events are there, the rest must wait at the server.
    let first = host.next(&op, 3);
    assert!(matches!(first.first(), Some(Item::Opened(_))));
    let quick = host.submit(Mode::Stream);
    // It has no end of its message, so it fails where it breaks off, after all of its events.
    let read = host.run(&quick);
    assert!(read.len() > 300 && matches!(read.last(), Some(Item::Failed(_))), "{}", read.len());
    assert_eq!(host.emulator.answered(), 1, "the answer that nobody read was not sent to its end");
    let held: usize = match op.try_take(10_000).unwrap() {
        Take::Items(items) => items.len(),
        Take::Armed => 0,
        Take::Closed => panic!("closed"),
    };
    // 1 MiB and the batch that crossed it, of 64 KiB each.
    assert!(held <= 16 + 64 + 4, "{held} events of 64 KiB were read ahead");
}

#[test]
fn log_records_reach_the_port_of_their_call_without_the_key() {
    assert!(logs::collect(logs::Verbosity::Info));
    let host = Host::new();
    let other = Port::new(|| ());
    host.emulator.script_json(r#"[{"status":400,"json":{"type":"error","error":{"type":"invalid_request_error","message":"no"}}}]"#).unwrap();
    host.failure(&host.submit(Mode::Create));
    let (records, dropped) = host.port.logs();
    assert_eq!(dropped, 0);
    let shown = format!("{records:?}");
    assert!(shown.contains("attempt answered") && shown.contains("call failed"), "{shown}");
    assert!(!shown.contains(host.emulator.api_key()));
    assert!(other.logs().0.is_empty());
}

#[test]
fn bodies_reach_the_log_of_their_call_where_the_client_asks_for_them() {
    assert!(logs::collect(logs::Verbosity::Debug));
    for (more, wanted) in [(r#","log_bodies":true"#, 1), ("", 0)] {
        let host = Host::with(more);
        host.run(&host.submit(Mode::Create));
        let (records, _) = host.port.logs();
        for what in ["request body", "response body"] {
            let told = records.iter().filter(|record| record.message == what);
            assert_eq!(told.count(), wanted, "{what}: {records:?}");
        }
    }
}

#[test]
fn stops_reach_the_port_of_their_call_where_the_host_has_a_hook() {
    let stopped = r#"[{"headers":{"request-id":"req_1"},"json":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}]"#;
    let host = Host::new();
    host.emulator.script_json(stopped).unwrap();
    host.run(&host.submit(Mode::Create));
    assert!(!host.port.has_stops(), "nobody asked");
    host.client.watch_stops();
    let copy = host.client.with_options(parlour::CallOptions::new());
    host.emulator.script_json(stopped).unwrap();
    host.run(&copy.submit(&host.port, CallRequest::message(Mode::Create, BODY.into()).unwrap()).unwrap());
    host.emulator.script_json(stopped).unwrap();
    let mut driven = host
        .client
        .prepare_blocking(&host.port, CallRequest::message(Mode::Create, BODY.into()).unwrap())
        .unwrap();
    driven.run(Some(LIMIT)).unwrap().unwrap();
    assert!(host.port.has_stops());
    let stops = host.port.stops();
    assert_eq!(stops.len(), 2, "{stops:?}");
    for stop in stops {
        assert_eq!((stop.client, stop.notice.stop_reason.as_str()), (copy.number(), "tool_use"));
        assert_eq!(stop.notice.request_id.as_deref(), Some("req_1"));
    }
    assert!(!host.port.has_stops());
    assert_eq!(copy.stop_reason_counts().unwrap(), [("tool_use".to_owned(), 3)]);
}
