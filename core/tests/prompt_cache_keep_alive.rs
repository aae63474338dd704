//! Prefixes stay in the prompt cache of the service while no call uses them, for as long as that pays.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use parlour::clock::ScriptedClock;
use parlour::{
    CacheTtl, CallEnd, CallOptions, Client, ClientBuilder, Credential, ErrorKind, Hook, HookAction, HookCall,
    HookFuture, HookPoints, MessageRequest, Price, PromptCache, Tally,
};
use parlour_emulator::{BlockingEmulator, Emulator, ManualClock, Reply};
use serde_json::Value;
use support::{builder, until};

const MINUTE: Duration = Duration::from_secs(60);
const MODEL: &str = "svc-haiku-3-5";

/// A service and a client whose clocks move together.
struct Scene {
    emulator: BlockingEmulator,
    time: Arc<ManualClock>,
    clock: ScriptedClock,
}

impl Scene {
    fn new() -> Scene {
        let time = Arc::new(ManualClock::at_unix(1_700_000_000));
        let emulator = Emulator::builder().clock(Arc::<ManualClock>::clone(&time)).start_blocking().unwrap();
        Scene { emulator, time, clock: ScriptedClock::manual() }
    }

    fn unpriced(&self, keep_alive: Duration) -> ClientBuilder {
        builder(&self.emulator)
            .clock(Arc::new(self.clock.clone()))
            .prompt_cache(PromptCache::Keep)
            .prompt_cache_keep_alive(keep_alive)
    }

    fn client(&self, keep_alive: Duration) -> Client {
        self.unpriced(keep_alive).price(MODEL, Price::new(1.0, 5.0)).build().unwrap()
    }

    /// The requests that generate nothing.
    fn renewals(&self) -> usize {
        let bodies = self.emulator.requests().into_iter();
        bodies
            .filter(|request| {
                let body: Value = serde_json::from_slice(&request.body).unwrap();
                body["max_tokens"] == 0
            })
            .count()
    }

    fn advance(&self, time: Duration) {
        self.time.advance(time);
        self.clock.advance(time);
    }

    /// The time of the next request has come, and it was answered. Returns for how long it was waited for.
    async fn renewed(&self, client: &Client, seen: &mut usize) -> Duration {
        let waits = || self.clock.waits();
        until(|| waits().len() > *seen && waits().last() > Some(&Duration::ZERO)).await;
        *seen = waits().len();
        let (wait, before) = (waits()[*seen - 1], self.renewals());
        self.advance(wait);
        until(|| self.renewals() > before && client.stats().running == 0).await;
        assert_eq!(self.renewals(), before + 1);
        wait
    }

    /// None is sent, however much time passes.
    async fn no_more(&self) {
        let before = self.renewals();
        self.advance(60 * MINUTE);
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(self.renewals(), before);
    }
}

fn asked(question: &str) -> MessageRequest {
    let mut request =
        MessageRequest::new(MODEL, 50).system("A long prompt that all share. ".repeat(700)).user(question);
    request.mark_cache(CacheTtl::FiveMinutes);
    // Only the system prompt: each question is another prefix.
    request.cache_control = None;
    request
}

fn total(client: &Client) -> Tally {
    client.usage_report(false).total
}

#[tokio::test]
async fn a_prefix_is_read_before_its_lifetime_ends_and_is_there_for_the_next_call() {
    let (scene, mut seen) = (Scene::new(), 0);
    let client = scene.client(60 * MINUTE);
    client.messages().create(asked("one")).with(CallOptions::new().label("blue")).await.unwrap();
    let written = total(&client).cache_write_5m_tokens;
    assert!(written > 4000);
    for _ in 0..3 {
        let wait = scene.renewed(&client, &mut seen).await;
        assert!((270..=285).contains(&wait.as_secs()), "{wait:?}");
    }
    // The same prompt, and nothing generated.
    let requests = scene.emulator.requests();
    let [first, renewal] =
        [0, 1].map(|at: usize| -> Value { serde_json::from_slice(&requests[at].body).unwrap() });
    assert_eq!((&first["system"], &first["messages"]), (&renewal["system"], &renewal["messages"]));
    scene.advance(4 * MINUTE);
    let answer = client.messages().create(asked("two")).await.unwrap();
    assert_eq!(answer.usage.cache_read_input_tokens, Some(written));
    let report = client.usage_report(false);
    assert_eq!((report.total.calls, report.total.cache_write_5m_tokens), (5, written));
    assert_eq!(report.labels["blue"].calls, 4, "they are under the labels of the call");
    assert_eq!(report.total.cache_read_tokens, 4 * written);
}

#[tokio::test]
async fn no_more_are_sent_than_cost_as_much_as_to_write_the_prefix_again() {
    // (1.25 - 0.1) / 0.1 of them, less what the question costs.
    let (scene, mut seen) = (Scene::new(), 0);
    let client = scene.client(Duration::MAX);
    client.messages().create(asked("one")).await.unwrap();
    for _ in 0..11 {
        scene.renewed(&client, &mut seen).await;
    }
    scene.no_more().await;
    let kept = total(&client);
    assert_eq!(kept.cache_read_tokens, 11 * kept.cache_write_5m_tokens);

    // A model without a price, and one whose reading is not cheaper.
    let mut dear = Price::new(1.0, 5.0);
    dear.cache_read = 1.25;
    for (model, price) in [("another", Price::new(1.0, 5.0)), (MODEL, dear)] {
        let scene = Scene::new();
        let client = scene.unpriced(60 * MINUTE).price(model, price).build().unwrap();
        client.messages().create(asked("one")).await.unwrap();
        scene.no_more().await;
    }
}

#[tokio::test]
async fn none_is_sent_after_the_time_that_was_set() {
    let (scene, mut seen) = (Scene::new(), 0);
    let client = scene.client(10 * MINUTE);
    client.messages().create(asked("one")).await.unwrap();
    let waits = [scene.renewed(&client, &mut seen).await, scene.renewed(&client, &mut seen).await];
    assert!(waits.iter().sum::<Duration>() < 10 * MINUTE);
    scene.no_more().await;
    // The time counts from the last use.
    client.messages().create(asked("two")).await.unwrap();
    scene.renewed(&client, &mut seen).await;
}

#[tokio::test]
async fn of_a_conversation_only_the_newest_turn_is_kept() {
    let (scene, mut seen) = (Scene::new(), 0);
    let client = scene.client(6 * MINUTE);
    let mut request = asked("one");
    for question in ["two", "three"] {
        request = request.assistant("And?").user(question);
        request.mark_cache(CacheTtl::FiveMinutes);
        client.messages().create(&request).await.unwrap();
    }
    scene.renewed(&client, &mut seen).await;
    let last: Value = serde_json::from_slice(&scene.emulator.requests().last().unwrap().body).unwrap();
    assert_eq!(last["messages"].as_array().unwrap().len(), 5);
    scene.no_more().await;
}

#[tokio::test]
async fn a_failure_leaves_the_prefix_to_the_cache() {
    let (scene, mut seen) = (Scene::new(), 0);
    let client = scene.client(60 * MINUTE);
    client.messages().create(asked("one")).await.unwrap();
    scene.emulator.push(Reply::status(529));
    scene.renewed(&client, &mut seen).await;
    scene.no_more().await;
    // The next call writes it, and it is kept again.
    let answer = client.messages().create(asked("two")).await.unwrap();
    assert!(answer.usage.cache_creation_input_tokens > Some(0));
    scene.renewed(&client, &mut seen).await;
}

#[tokio::test]
async fn a_prefix_that_the_service_has_dropped_is_left_to_it() {
    let (scene, mut seen) = (Scene::new(), 0);
    let client = scene.client(60 * MINUTE);
    client.messages().create(asked("one")).await.unwrap();
    // The service's time runs ahead of the client's.
    scene.time.advance(10 * MINUTE);
    scene.renewed(&client, &mut seen).await;
    scene.no_more().await;
}

#[tokio::test]
async fn calls_with_a_credential_of_their_own_are_not_repeated() {
    let scene = Scene::new();
    let client = scene.client(60 * MINUTE);
    let key = scene.emulator.api_key();
    let own = CallOptions::new().credential(Credential::api_key(key).unwrap());
    client.messages().create(asked("one")).with(own).await.unwrap();
    let own = CallOptions::new().header("x-api-key", key);
    client.messages().create(asked("one")).with(own).await.unwrap();
    scene.no_more().await;
}

/// Adds a header to each attempt, and counts the calls of its methods.
#[derive(Clone, Default)]
struct Counting {
    asked: Arc<AtomicUsize>,
    ends: Arc<AtomicUsize>,
}

impl Hook for Counting {
    fn points(&self) -> HookPoints {
        HookPoints::ALL
    }

    fn on_attempt(&self, _: HookCall) -> HookFuture<'_, HookAction> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        Box::pin(async { Ok(HookAction::proceed().with_header("x-tenant", "blue")?) })
    }

    fn on_end(&self, _: &CallEnd) {
        self.ends.fetch_add(1, Ordering::SeqCst);
    }
}

#[tokio::test]
async fn hooks_are_not_asked_and_what_they_added_goes_along() {
    let (scene, mut seen, hook) = (Scene::new(), 0, Counting::default());
    let builder = scene.unpriced(60 * MINUTE).price(MODEL, Price::new(1.0, 5.0));
    let client = builder.hook(hook.clone()).build().unwrap();
    client.messages().create(asked("one")).await.unwrap();
    scene.renewed(&client, &mut seen).await;
    until(|| hook.ends.load(Ordering::SeqCst) == 2).await;
    assert_eq!(hook.asked.load(Ordering::SeqCst), 1);
    let tenants = scene.emulator.requests().into_iter().flat_map(|request| request.headers);
    assert_eq!(tenants.filter(|(name, value)| name == "x-tenant" && value == "blue").count(), 2);
}

#[tokio::test]
async fn a_client_that_drains_or_is_gone_sends_none() {
    for drains in [true, false] {
        let scene = Scene::new();
        let client = scene.client(60 * MINUTE);
        client.messages().create(asked("one")).await.unwrap();
        until(|| !scene.clock.waits().is_empty()).await;
        if drains {
            client.drain(MINUTE).await;
            scene.no_more().await;
        } else {
            drop(client);
            scene.no_more().await;
        }
    }
}

#[test]
fn what_it_needs_is_said_before_anything_is_sent() {
    let builder = || Client::builder().base_url("http://127.0.0.1:9").api_key("key");
    let price = Price::new(1.0, 5.0);
    for (builder, named) in [
        (builder().prompt_cache_keep_alive(MINUTE).price(MODEL, price), "takes cache:"),
        (builder().prompt_cache_keep_alive(MINUTE).prompt_cache(PromptCache::Keep), "prices"),
        (builder().prompt_cache_keep_alive(Duration::ZERO).prompt_cache(PromptCache::Keep), "zero"),
    ] {
        let error = builder.build().unwrap_err();
        assert_eq!((error.kind(), error.setting()), (ErrorKind::Config, Some("cache_keep_alive")));
        assert!(error.to_string().contains(named), "{error}");
    }
}
