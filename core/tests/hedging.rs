//! A second attempt starts beside a slow first one, the first event wins, and nothing is sent that nobody would miss.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::net::TcpListener as StdListener;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parlour::clock::ScriptedClock;
use parlour::{
    CallEnd, CallOptions, Client, ClientBuilder, ErrorKind, Hook, HookAction, HookCall, HookFuture,
    HookPoints, Message, MessageRequest, Pacing, Price, Priority, Response, Route, SpendingLimit,
};
use serde_json::{Value, json};
use support::service::read_request;
use support::{request, soon};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::task::JoinHandle;

/// The time to the first event of all calls that are measured.
const USUAL: Duration = Duration::from_millis(100);
/// Calls that are measured before a second attempt may start.
const MEASURED: usize = 100;

const EVENTS: &str = concat!(
    "event: message_start\n",
    r#"data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","#,
    r#""model":"svc-haiku-3-5","content":[],"stop_reason":null,"stop_sequence":null,"#,
    r#""usage":{"input_tokens":3,"output_tokens":1}}}"#,
    "\n\nevent: content_block_start\n",
    r#"data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
    "\n\nevent: content_block_delta\n",
    r#"data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"fine"}}"#,
    "\n\nevent: content_block_stop\n",
    r#"data: {"type":"content_block_stop","index":0}"#,
    "\n\nevent: message_delta\n",
    r#"data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"#,
    r#""usage":{"output_tokens":9}}"#,
    "\n\nevent: message_stop\n",
    r#"data: {"type":"message_stop"}"#,
    "\n\n",
);

/// A request that waits for its answer.
struct Asked {
    text: String,
    connection: TcpStream,
}

impl Asked {
    async fn head(&mut self, headers: &str) {
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n{headers}connection: close\r\n\r\n"
        );
        self.connection.write_all(head.as_bytes()).await.unwrap();
    }

    async fn events(&mut self) {
        self.connection.write_all(EVENTS.as_bytes()).await.unwrap();
    }

    async fn answer(mut self) {
        self.head("").await;
        self.events().await;
    }

    async fn refuse(mut self, status: u16, kind: &str) {
        let body = json!({"type": "error", "error": {"type": kind, "message": "no"}}).to_string();
        let length = body.len();
        let head = format!(
            "HTTP/1.1 {status} No\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n"
        );
        self.connection.write_all((head + &body).as_bytes()).await.unwrap();
    }

    /// Waits until the client has closed the connection.
    async fn left(mut self) {
        let read = soon(self.connection.read(&mut [0])).await;
        assert!(matches!(read, Ok(0) | Err(_)), "{read:?}");
    }

    fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.text.split("\r\n\r\n").next().unwrap().split("\r\n");
        lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    fn body(&self) -> &str {
        self.text.split_once("\r\n\r\n").unwrap().1
    }
}

/// A client, the service that it asks, and the clock of its limits.
struct Scene {
    client: Client,
    clock: ScriptedClock,
    asked: UnboundedReceiver<Asked>,
}

type Answer = JoinHandle<parlour::Result<Response<Message>>>;

impl Scene {
    async fn new(with: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Scene {
        let owner = StdListener::bind(("127.0.0.1", 0)).unwrap();
        let time = std::net::TcpStream::connect(owner.local_addr().unwrap()).unwrap();
        let clock = ScriptedClock::following(time).unwrap();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (sender, asked) = unbounded_channel();
        tokio::spawn(async move {
            while let Ok((mut connection, _)) = listener.accept().await {
                let sender = sender.clone();
                tokio::spawn(async move {
                    if let Some(text) = read_request(&mut connection).await {
                        sender.send(Asked { text, connection }).ok();
                    }
                });
            }
        });
        let builder = Client::builder()
            .base_url(format!("http://127.0.0.1:{port}"))
            .vendor("svc")
            .api_key("test-key")
            .clock(Arc::new(clock.clone()));
        Scene { client: with(builder).build().unwrap(), clock, asked }
    }

    /// A client with the setting, and enough measured calls.
    async fn measured(with: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Scene {
        let mut scene = Scene::new(|builder| with(builder.hedge(0.03))).await;
        scene.measure(MEASURED).await;
        scene
    }

    async fn measure(&mut self, calls: usize) {
        for _ in 0..calls {
            let answer = self.call(request("say hello"));
            let asked = self.next().await;
            self.clock.advance(USUAL);
            asked.answer().await;
            soon(answer).await.unwrap().unwrap();
        }
    }

    /// A call that is answered at once, by an answer that reports how many of 1 000 requests are left.
    async fn reported(&mut self, remaining: u32) {
        let answer = self.call(request("say hello"));
        let mut asked = self.next().await;
        let family = "svc-ratelimit-requests";
        asked.head(&format!("{family}-limit: 1000\r\n{family}-remaining: {remaining}\r\n")).await;
        asked.events().await;
        drop(asked);
        soon(answer).await.unwrap().unwrap();
    }

    fn call(&self, request: MessageRequest) -> Answer {
        self.call_with(request, CallOptions::new())
    }

    fn call_with(&self, request: MessageRequest, options: CallOptions) -> Answer {
        let client = self.client.clone();
        tokio::spawn(async move {
            let mut stream = client.messages().stream(request).with(options).await?;
            stream.final_message().await
        })
    }

    async fn next(&mut self) -> Asked {
        soon(self.asked.recv()).await.unwrap()
    }

    /// The time passes after which a second attempt may start.
    async fn late(&self) {
        self.clock.advance(USUAL);
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
    }

    /// Two attempts of one call.
    async fn two(&mut self) -> (Answer, Asked, Asked) {
        let answer = self.call(request("say hello"));
        let first = self.next().await;
        self.late().await;
        let second = self.next().await;
        (answer, first, second)
    }

    /// A call that is late and is answered: the number of its attempts.
    async fn alone(&mut self, request: MessageRequest, options: CallOptions) -> u32 {
        let answer = self.call_with(request, options);
        let first = self.next().await;
        self.late().await;
        assert_eq!(self.client.stats().hedges, 0);
        first.answer().await;
        let count = soon(answer).await.unwrap().unwrap().attempts().count();
        assert!(self.asked.try_recv().is_err(), "nothing else was sent");
        count
    }
}

#[derive(Clone, Default)]
struct Watch {
    attempts: Arc<Mutex<Vec<(String, u32)>>>,
    ends: Arc<Mutex<Vec<CallEnd>>>,
    vetoes_second: bool,
}

impl Hook for Watch {
    fn points(&self) -> HookPoints {
        HookPoints::ALL
    }

    fn on_attempt(&self, call: HookCall) -> HookFuture<'_, HookAction> {
        self.attempts.lock().unwrap().push((call.id.clone(), call.attempt));
        let action = match self.vetoes_second && call.attempt == 2 {
            true => HookAction::veto("not twice"),
            false => HookAction::proceed(),
        };
        Box::pin(async move { Ok(action) })
    }

    fn on_end(&self, end: &CallEnd) {
        self.ends.lock().unwrap().push(end.clone());
    }
}

#[tokio::test]
async fn the_second_attempt_answers_for_a_slow_first_one() {
    let watch = Watch::default();
    let mut scene = Scene::measured(|builder| {
        builder
            .ledger(true)
            .price("svc-haiku-3-5", Price::new(1_000_000.0, 0.0))
            .idempotency_header("idempotency-key")
            .hook(watch.clone())
    })
    .await;
    let before = scene.client.usage_report(false).total;
    watch.attempts.lock().unwrap().clear();
    let (answer, first, second) = scene.two().await;
    assert_eq!(first.body(), second.body());
    assert_eq!(first.header("idempotency-key"), second.header("idempotency-key"));
    assert!(first.header("idempotency-key").is_some());
    second.answer().await;
    let reply = soon(answer).await.unwrap().unwrap();
    assert_eq!((reply.text().as_str(), reply.attempts().count()), ("fine", 2));
    assert_eq!(reply.attempts().waits(), [Duration::ZERO]);
    first.left().await;

    let since = scene.client.usage_report(false).total.since(&before);
    assert_eq!((since.calls, since.completed, since.attempts, since.retries), (1, 1, 2, 0));
    assert_eq!((since.hedges, since.hedges_won), (1, 1));
    assert_eq!((since.input_tokens, since.output_tokens), (3, 9));
    assert_eq!((since.interrupted_input_tokens, since.interrupted_output_tokens), (3, 0));
    assert!((since.cost - 6.0).abs() < 1e-9, "{}", since.cost);
    let stats = scene.client.stats();
    assert_eq!((stats.hedges, stats.hedges_won, stats.in_flight, stats.running), (1, 1, 0, 0));
    let ends = watch.ends.lock().unwrap();
    assert_eq!(ends.len(), MEASURED + 1, "one end for each call");
    let end = ends.last().unwrap();
    assert_eq!((end.attempts, end.hedge_won), (2, Some(true)));
    assert_eq!(end.first_event, Some(USUAL));
    let attempts = watch.attempts.lock().unwrap();
    assert_eq!(*attempts, [(end.id.clone(), 1), (end.id.clone(), 2)]);
}

#[tokio::test]
async fn the_first_attempt_may_still_answer() {
    let mut scene = Scene::measured(|builder| builder.ledger(true)).await;
    let before = scene.client.usage_report(false).total;
    let (answer, first, second) = scene.two().await;
    first.answer().await;
    let reply = soon(answer).await.unwrap().unwrap();
    assert_eq!((reply.text().as_str(), reply.attempts().count()), ("fine", 2));
    second.left().await;
    let since = scene.client.usage_report(false).total.since(&before);
    assert_eq!((since.calls, since.attempts, since.hedges, since.hedges_won), (1, 2, 1, 0));
    assert_eq!((since.input_tokens, since.interrupted_input_tokens), (3, 3));
    let stats = scene.client.stats();
    assert_eq!((stats.hedges, stats.hedges_won, stats.in_flight), (1, 0, 0));
}

#[tokio::test]
async fn a_head_without_an_event_is_no_answer() {
    let mut scene = Scene::measured(|builder| builder).await;
    let answer = scene.call(request("say hello"));
    let mut first = scene.next().await;
    first.head("").await;
    first.connection.write_all(b"event: ping\ndata: {\"type\":\"ping\"}\n\n").await.unwrap();
    scene.late().await;
    let second = scene.next().await;
    second.answer().await;
    assert_eq!(soon(answer).await.unwrap().unwrap().text(), "fine");
    first.left().await;
}

#[tokio::test]
async fn a_whole_answer_that_travels_as_a_stream_has_a_second_attempt() {
    let mut scene = Scene::measured(|builder| builder).await;
    let client = scene.client.clone();
    let long = MessageRequest::new("svc-haiku-3-5", 60_000).user("say hello");
    let answer = tokio::spawn(async move { client.messages().create(&long).await });
    let first = scene.next().await;
    scene.late().await;
    scene.next().await.answer().await;
    assert_eq!(soon(answer).await.unwrap().unwrap().text(), "fine");
    first.left().await;
}

#[tokio::test]
async fn the_attempt_that_fails_leaves_the_other() {
    let mut scene = Scene::measured(|builder| builder.max_retries(0).ledger(true)).await;
    let before = scene.client.usage_report(false).total;
    let (answer, first, second) = scene.two().await;
    first.refuse(500, "api_error").await;
    scene.late().await;
    second.answer().await;
    assert_eq!(soon(answer).await.unwrap().unwrap().text(), "fine");
    let (answer, first, second) = scene.two().await;
    second.refuse(500, "api_error").await;
    scene.late().await;
    first.answer().await;
    assert_eq!(soon(answer).await.unwrap().unwrap().text(), "fine");
    let since = scene.client.usage_report(false).total.since(&before);
    assert_eq!((since.hedges, since.hedges_won, since.retries), (2, 1, 0));
    assert_eq!(since.interrupted_input_tokens, 0, "a refusal is not billed");

    let (answer, first, second) = scene.two().await;
    second.refuse(500, "api_error").await;
    scene.late().await;
    first.refuse(502, "api_error").await;
    let error = soon(answer).await.unwrap().unwrap_err();
    assert_eq!((error.status(), error.attempts().count()), (Some(502), 2));
    assert_eq!(scene.client.stats().in_flight, 0);
}

#[tokio::test]
async fn a_final_error_of_the_first_attempt_is_not_waited_with() {
    let mut scene = Scene::measured(|builder| builder).await;
    let (answer, first, second) = scene.two().await;
    first.refuse(400, "invalid_request_error").await;
    assert_eq!(soon(answer).await.unwrap().unwrap_err().status(), Some(400));
    second.left().await;
}

#[tokio::test]
async fn a_second_attempt_is_no_retry() {
    let mut scene = Scene::measured(|builder| builder.max_retries(1)).await;
    let (answer, first, second) = scene.two().await;
    second.refuse(500, "api_error").await;
    scene.late().await;
    first.refuse(500, "api_error").await;
    scene.next().await.answer().await;
    assert_eq!(soon(answer).await.unwrap().unwrap().attempts().count(), 3);
}

#[tokio::test]
async fn a_call_that_is_left_leaves_both() {
    let mut scene = Scene::measured(|builder| {
        builder.ledger(true).spending_limit(SpendingLimit::tokens(1_000_000, USUAL * 864_000))
    })
    .await;
    let before = scene.client.usage_report(false).total;
    let (answer, first, second) = scene.two().await;
    answer.abort();
    first.left().await;
    second.left().await;
    let report = scene.client.usage_report(false);
    let since = report.total.since(&before);
    assert_eq!((since.calls, since.cancelled, since.attempts, since.hedges), (1, 1, 2, 1));
    assert!(report.limits[0].reserved.abs() < 1e-9);
    assert_eq!(scene.client.stats().in_flight, 0);
}

#[tokio::test]
async fn calls_with_effects_have_one_attempt() {
    let mut scene = Scene::measured(|builder| builder).await;
    let tool: parlour::Tool =
        serde_json::from_value(json!({"name": "t", "input_schema": {"type": "object"}})).unwrap();
    let mut tools = request("say hello");
    tools.tools = Some(vec![tool]);
    let mut unknown = request("say hello");
    unknown.extra.insert("keep_this", parlour::Json::from(true));
    for request in [tools, unknown] {
        assert_eq!(scene.alone(request, CallOptions::new()).await, 1);
    }
    let extra = |name: &str, value: Value| {
        CallOptions::new().body_key(name, parlour::Json::from_serialize(&value).unwrap())
    };
    for options in [
        CallOptions::new().priority(Priority::Bulk),
        extra("container", json!("container_1")),
        extra("mcp_servers", json!([])),
    ] {
        assert_eq!(scene.alone(request("say hello"), options).await, 1);
    }
}

#[tokio::test]
async fn nothing_starts_unless_it_is_set_and_measured() {
    let mut off = Scene::new(|builder| builder).await;
    off.measure(MEASURED).await;
    assert_eq!(off.alone(request("say hello"), CallOptions::new()).await, 1);
    let mut early = Scene::new(|builder| builder.hedge(0.1)).await;
    early.measure(MEASURED - 1).await;
    assert_eq!(early.alone(request("say hello"), CallOptions::new()).await, 1);
    let (_, _, second) = early.two().await;
    drop(second);
    let route = Route::new().model("svc-sonnet-4-5");
    let mut routed = Scene::measured(|builder| builder.add_route(route)).await;
    assert_eq!(routed.alone(request("say hello"), CallOptions::new()).await, 1);
}

#[tokio::test]
async fn the_budget_bounds_second_attempts() {
    let mut scene = Scene::measured(|builder| builder).await;
    // A hundred calls with a share of 0.03: three.
    for _ in 0..3 {
        let (answer, first, second) = scene.two().await;
        second.answer().await;
        soon(answer).await.unwrap().unwrap();
        first.left().await;
    }
    let answer = scene.call(request("say hello"));
    let first = scene.next().await;
    scene.late().await;
    first.answer().await;
    assert_eq!(soon(answer).await.unwrap().unwrap().attempts().count(), 1);
    assert_eq!(scene.client.stats().hedges, 3);
}

#[tokio::test]
async fn nothing_starts_while_the_service_has_no_room() {
    for (status, kind) in [(429, "rate_limit_error"), (529, "overloaded_error")] {
        let mut scene = Scene::measured(|builder| builder.max_retries(0).pacing(Pacing::Off)).await;
        let answer = scene.call(request("say hello"));
        scene.next().await.refuse(status, kind).await;
        assert!(soon(answer).await.unwrap().is_err());
        assert_eq!(scene.alone(request("say hello"), CallOptions::new()).await, 1);
        scene.clock.advance(Duration::from_secs(60));
        drop(scene.two().await);
    }
    // Less than a tenth of a limit is left.
    for pacing in [Pacing::Observe, Pacing::Pace] {
        let mut scene = Scene::measured(|builder| builder.pacing(pacing)).await;
        scene.reported(90).await;
        assert_eq!(scene.alone(request("say hello"), CallOptions::new()).await, 1, "{pacing:?}");
        scene.reported(900).await;
        drop(scene.two().await);
    }
}

#[tokio::test]
async fn nothing_starts_while_a_call_waits() {
    let mut scene = Scene::measured(|builder| builder.max_in_flight(2)).await;
    let (one, other) = (scene.call(request("say hello")), scene.call(request("say hello")));
    let (first, second) = (scene.next().await, scene.next().await);
    let third = scene.call(request("say hello"));
    scene.late().await;
    assert_eq!((scene.client.stats().waiting, scene.client.stats().hedges), (1, 0));
    first.answer().await;
    second.answer().await;
    scene.next().await.answer().await;
    for call in [one, other, third] {
        assert_eq!(soon(call).await.unwrap().unwrap().attempts().count(), 1);
    }
}

#[tokio::test]
async fn nothing_starts_without_room_in_a_spending_limit() {
    // Each of the measured calls used 12; a call may use 256 and its input.
    let limit = SpendingLimit::tokens(12 * MEASURED as u64 + 400, Duration::from_secs(86_400));
    let mut scene = Scene::measured(|builder| builder.spending_limit(limit)).await;
    assert_eq!(scene.alone(request("say hello"), CallOptions::new()).await, 1);
}

#[tokio::test]
async fn a_hook_may_veto_the_second_attempt_alone() {
    let watch = Watch { vetoes_second: true, ..Watch::default() };
    let mut scene = Scene::measured(|builder| builder.hook(watch.clone())).await;
    let answer = scene.call(request("say hello"));
    let first = scene.next().await;
    scene.late().await;
    first.answer().await;
    assert_eq!(soon(answer).await.unwrap().unwrap().attempts().count(), 1);
    assert_eq!(watch.attempts.lock().unwrap().last().unwrap().1, 2, "it was asked");
    assert_eq!(scene.client.stats().hedges, 0);
    assert_eq!(watch.ends.lock().unwrap().last().unwrap().hedge_won, None);
}

#[tokio::test]
async fn a_stream_that_is_read_ahead_keeps_its_limits() {
    let mut scene =
        Scene::new(|builder| builder.hedge(0.03).max_retries(0).first_event_timeout(Duration::from_secs(5)))
            .await;
    let answer = scene.call(request("say hello"));
    let mut first = scene.next().await;
    first.head("").await;
    scene.clock.advance(Duration::from_secs(5));
    let error = soon(answer).await.unwrap().unwrap_err();
    assert_eq!((error.kind(), error.subkind()), (ErrorKind::Timeout, Some("first_event_timeout")));
    first.left().await;

    let answer = scene.call(request("say hello"));
    let mut first = scene.next().await;
    first.head("").await;
    drop(first);
    assert_eq!(soon(answer).await.unwrap().unwrap_err().kind(), ErrorKind::StreamEnded);
}
