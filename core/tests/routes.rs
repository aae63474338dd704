//! Routes: message calls take another model, credential or address while the service has no room for them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::sync::Arc;
use std::time::Duration;

use parlour::clock::ScriptedClock;
use parlour::{
    CallOptions, ClientBuilder, Credential, ErrorKind, Hook, HookAction, HookCall, HookFuture, HookPoints,
    MessageRequest, Pacing, Route, SpendingLimit,
};
use parlour_emulator::{Emulator, Recorded, Reply};
use support::{builder, request};

const REST: Duration = Duration::from_secs(30);

fn routed(emulator: &Emulator, clock: &ScriptedClock) -> ClientBuilder {
    builder(emulator).vendor("svc").clock(Arc::new(clock.clone())).route_after(2)
}

fn header<'r>(request: &'r Recorded, wanted: &str) -> Option<&'r str> {
    let found = request.headers.iter().find(|(name, _)| name == wanted);
    found.map(|(_, value)| value.as_str())
}

fn model_of(request: &Recorded) -> String {
    let body: serde_json::Value = serde_json::from_slice(&request.body).unwrap();
    body["model"].as_str().unwrap().to_owned()
}

fn models(emulator: &Emulator) -> Vec<String> {
    emulator.requests().iter().map(model_of).collect()
}

#[tokio::test]
async fn another_model_is_asked_after_failures_in_a_row() {
    let emulator = Emulator::start().await.unwrap();
    let clock = ScriptedClock::new();
    let route = Route::new().for_model("svc-haiku-3-5").model("svc-sonnet-4-5");
    let client = routed(&emulator, &clock).add_route(route).ledger(true).build().unwrap();
    emulator.script(vec![Reply::status(529), Reply::status(529), Reply::model(), Reply::model()]);
    let reply = client.messages().create(request("one")).await.unwrap();
    assert_eq!(reply.attempts().route(), Some("route-1"));
    assert_eq!(reply.attempts().count(), 3);
    assert_eq!(reply.attempts().waits().last(), Some(&Duration::ZERO), "the route is taken at once");
    // All other calls take it now, whole or streamed.
    let mut stream = client.messages().stream(request("two")).await.unwrap();
    while let Some(event) = stream.next().await {
        event.unwrap();
    }
    assert_eq!(stream.attempts().route(), Some("route-1"));
    drop(stream);
    let (asked, other) = ("svc-haiku-3-5", "svc-sonnet-4-5");
    assert_eq!(models(&emulator), [asked, asked, other, other]);
    let report = client.usage_report(false);
    let counted: Vec<_> = report.models.iter().map(|(model, tally)| (&**model, tally.calls)).collect();
    assert_eq!(counted, [(other, 2)], "the ledger counts the model that answered");
    // One call asks the service again after a while.
    clock.advance(REST);
    let reply = client.messages().create(request("three")).await.unwrap();
    assert_eq!((reply.attempts().route(), reply.attempts().count()), (None, 1));
    assert_eq!(models(&emulator).last().unwrap(), asked);
}

/// Adds a secret to each attempt.
struct Signs;

impl Hook for Signs {
    fn points(&self) -> HookPoints {
        HookPoints::ATTEMPT
    }

    fn on_attempt(&self, _: HookCall) -> HookFuture<'_, HookAction> {
        Box::pin(async { Ok(HookAction::proceed().with_header("x-hook-token", "hidden")?) })
    }
}

#[tokio::test]
async fn another_address_gets_its_own_key_and_no_secret_of_the_client() {
    let (emulator, other) = (Emulator::start().await.unwrap(), Emulator::start().await.unwrap());
    let route = Route::new().base_url(other.url()).api_key(other.api_key()).name("gateway");
    let client = routed(&emulator, &ScriptedClock::new())
        .secret_header("x-tenant", "hidden")
        .header("x-gateway-token", "hidden")
        .header("x-plain", "shown")
        .query("code", "hidden")
        .hook(Signs)
        .add_route(route)
        .build()
        .unwrap();
    emulator.push(Reply::status(503));
    emulator.push(Reply::status(503));
    other.push(Reply::model());
    let reply = client.messages().create(request("one")).await.unwrap();
    assert_eq!(reply.attempts().route(), Some("gateway"));
    let (first, sent) = (&emulator.requests()[0], &other.requests()[0]);
    assert_eq!(header(sent, "x-api-key"), Some(other.api_key()));
    let secrets = ["x-tenant", "x-gateway-token", "x-hook-token"];
    assert_eq!(secrets.map(|name| header(first, name)), [Some("hidden"); 3]);
    assert_eq!(secrets.map(|name| header(sent, name)), [None; 3]);
    assert_eq!(header(sent, "x-plain"), Some("shown"));
    assert_eq!((sent.path.as_str(), sent.query.as_str()), ("/v1/messages", ""));
    assert_eq!(first.body, sent.body);
}

#[tokio::test]
async fn nothing_is_sent_elsewhere_once_an_answer_has_begun() {
    let emulator = Emulator::start().await.unwrap();
    let route = Route::new().model("svc-sonnet-4-5");
    let client = routed(&emulator, &ScriptedClock::new()).route_after(1).add_route(route).build().unwrap();
    let mut items = support::opening();
    items.push(parlour_emulator::SseItem::typed(
        serde_json::json!({"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}),
    ));
    emulator.push(Reply::sse(items));
    let mut stream = client.messages().stream(request("one")).await.unwrap();
    let error = loop {
        match stream.next().await {
            Some(Ok(_)) => {}
            Some(Err(error)) => break error,
            None => panic!("no error"),
        }
    };
    assert_eq!(error.kind(), ErrorKind::Overloaded);
    assert_eq!(emulator.request_count(), 1);
}

#[tokio::test]
async fn other_failures_take_no_route() {
    let emulator = Emulator::start().await.unwrap();
    let route = Route::new().model("svc-sonnet-4-5");
    let client = routed(&emulator, &ScriptedClock::new()).route_after(1).add_route(route).build().unwrap();
    emulator.script(vec![Reply::status(500), Reply::model(), Reply::status(400)]);
    let reply = client.messages().create(request("one")).await.unwrap();
    assert_eq!((reply.attempts().route(), reply.attempts().count()), (None, 2));
    assert_eq!(client.messages().create(request("two")).await.unwrap_err().kind(), ErrorKind::BadRequest);
    let asked: Vec<_> = models(&emulator);
    assert!(asked.iter().all(|model| model == "svc-haiku-3-5"), "{asked:?}");
}

#[tokio::test]
async fn when_no_route_is_left_the_retry_policy_decides() {
    let emulator = Emulator::start().await.unwrap();
    let route = Route::new().model("svc-sonnet-4-5");
    let client = routed(&emulator, &ScriptedClock::new())
        .route_after(1)
        .max_retries(1)
        .add_route(route)
        .build()
        .unwrap();
    emulator.push(Reply::status(529).repeat(0));
    let error = client.messages().create(request("one")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Overloaded);
    // The service, the route, and then the one retry.
    assert_eq!(error.attempts().count(), 3);
    assert_eq!(models(&emulator), ["svc-haiku-3-5", "svc-sonnet-4-5", "svc-haiku-3-5"]);
}

#[tokio::test]
async fn a_call_with_its_own_key_keeps_it() {
    let emulator = Emulator::builder().also_key("own").start().await.unwrap();
    let client = routed(&emulator, &ScriptedClock::new())
        .route_after(1)
        .add_route(Route::new().api_key("another"))
        .add_route(Route::new().model("svc-sonnet-4-5"))
        .build()
        .unwrap();
    emulator.script(vec![Reply::status(429), Reply::model()]);
    let options = CallOptions::new().credential(Credential::api_key("own").unwrap());
    let reply = client.messages().create(request("one")).with(options).await.unwrap();
    assert_eq!(reply.attempts().route(), Some("route-2"));
    let keys: Vec<_> =
        emulator.requests().iter().map(|one| header(one, "x-api-key").unwrap().to_owned()).collect();
    assert_eq!(keys, ["own", "own"]);
}

#[tokio::test]
async fn each_route_has_its_own_limits() {
    let emulator = Emulator::start().await.unwrap();
    let client = routed(&emulator, &ScriptedClock::new())
        .route_after(1)
        .pacing(Pacing::Pace)
        .add_route(Route::new().model("svc-sonnet-4-5"))
        .build()
        .unwrap();
    emulator.script(vec![Reply::status(429).header("retry-after", "20"), Reply::model()]);
    let reply = client.messages().create(request("one")).await.unwrap();
    assert_eq!((reply.attempts().route(), reply.attempts().total_wait()), (Some("route-1"), Duration::ZERO));
    let state = client.limiter_state();
    let lanes: Vec<_> = state.models.iter().map(|lane| (lane.model.as_str(), lane.in_flight)).collect();
    assert_eq!(lanes, [("svc-haiku-3-5", 0), ("svc-sonnet-4-5", 0)]);
}

#[tokio::test]
async fn the_spending_limits_of_the_other_model_hold() {
    let emulator = Emulator::start().await.unwrap();
    const DAY: Duration = Duration::from_secs(86_400);
    let client = routed(&emulator, &ScriptedClock::new())
        .route_after(1)
        .add_route(Route::new().model("svc-sonnet-4-5"))
        .spending_limit(SpendingLimit::tokens(1_000_000, DAY).of_model("svc-haiku-3-5"))
        .spending_limit(SpendingLimit::tokens(700, DAY).of_model("svc-sonnet-4-5"))
        .build()
        .unwrap();
    emulator.push(Reply::status(529));
    client.messages().create(request("one")).await.unwrap();
    let used = |at: usize| {
        let limit = client.usage_report(false).limits[at].clone();
        (limit.used > 0.0, limit.reserved)
    };
    assert_eq!([used(0), used(1)], [(false, 0.0), (true, 0.0)]);
    // Calls that reserve 256 tokens of output each: the third does not fit, and nothing is sent.
    client.messages().create(request("two")).await.unwrap();
    let large = MessageRequest::new("svc-haiku-3-5", 900).user("three");
    let error = client.messages().create(&large).await.unwrap_err();
    assert_eq!((error.kind(), error.subkind()), (ErrorKind::OverLimit, Some("spending")));
    assert_eq!(emulator.request_count(), 3);
    assert_eq!([used(0), used(1)], [(false, 0.0), (true, 0.0)]);
}
