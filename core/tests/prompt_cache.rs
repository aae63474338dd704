//! Calls that share a marked prefix let one of them write it to the prompt cache of the service.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::future::IntoFuture;
use std::sync::Arc;
use std::time::Duration;

use parlour::clock::ScriptedClock;
use parlour::{CacheTtl, CallOptions, Client, ErrorKind, MessageRequest, Price, PromptCache, Tally};
use parlour_emulator::{BlockingEmulator, Emulator, Fault, ManualClock, Reply};
use support::{builder, until};

const CALLS: usize = 64;

/// A request with a long system prompt that is marked, and a question of its own.
fn asked(question: usize) -> MessageRequest {
    let mut request = MessageRequest::new("svc-haiku-3-5", 50)
        .system("A long prompt that all share. ".repeat(700))
        .user(format!("Say {question}"));
    request.mark_cache(CacheTtl::FiveMinutes);
    // Only the system prompt: each question is another prefix.
    request.cache_control = None;
    request
}

fn client(emulator: &BlockingEmulator, cache: PromptCache) -> Client {
    builder(emulator)
        .prompt_cache(cache)
        .ledger(true)
        .price("svc-haiku-3-5", Price::new(1.0, 5.0))
        .build()
        .unwrap()
}

async fn ask_all(client: &Client, streams: bool) -> Tally {
    let calls: Vec<_> = (0..CALLS)
        .map(|number| {
            let client = client.clone();
            tokio::spawn(async move {
                let messages = client.messages();
                match streams {
                    true => messages
                        .stream(asked(number))
                        .await
                        .unwrap()
                        .final_message()
                        .await
                        .unwrap()
                        .into_inner(),
                    false => messages.create(asked(number)).await.unwrap().into_inner(),
                }
            })
        })
        .collect();
    for call in calls {
        call.await.unwrap();
    }
    client.usage_report(false).total
}

/// Each answer begins some time after its request came.
fn slow(emulator: &BlockingEmulator) {
    emulator.push(Reply::model().delay(Duration::from_millis(150)).repeat(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn parallel_calls_on_a_cold_prefix_write_it_once() {
    for streams in [true, false] {
        let emulator = Emulator::start_blocking().unwrap();
        slow(&emulator);
        let total = ask_all(&client(&emulator, PromptCache::Keep), streams).await;
        let prefix = total.cache_read_tokens / (CALLS as u64 - 1);
        assert!(prefix > 4000, "{total:?}");
        assert_eq!(
            (total.cache_write_5m_tokens, total.cache_read_tokens),
            (prefix, prefix * (CALLS as u64 - 1))
        );
        assert_eq!((total.cache_cold, total.cache_lost), (1, 0));
        // On a busy machine some begin when it is there.
        assert!((1..CALLS as u64).contains(&total.cache_waits), "{total:?}");
        assert!(total.cache_savings > 0.0, "{total:?}");
    }
    // Without it all are sent, though no answer has begun: each would write it.
    let emulator = Emulator::start_blocking().unwrap();
    emulator.push(Reply::status(200).fault(Fault::StallBeforeHeaders).repeat(0));
    let client = client(&emulator, PromptCache::Off);
    let calls: Vec<_> = (0..CALLS)
        .map(|number| {
            let client = client.clone();
            tokio::spawn(async move { client.messages().create(asked(number)).await.map(drop) })
        })
        .collect();
    until(|| emulator.request_count() == CALLS).await;
    calls.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test]
async fn the_next_call_writes_it_if_the_first_fails() {
    let emulator = Emulator::start_blocking().unwrap();
    emulator.push(Reply::status(400).delay(Duration::from_millis(50)));
    let client = client(&emulator, PromptCache::Keep);
    let (messages, first, second) = (client.messages(), asked(1), asked(2));
    let (first, second) = tokio::join!(messages.create(&first), messages.create(&second));
    assert_eq!(first.unwrap_err().kind(), ErrorKind::BadRequest);
    let usage = &second.unwrap().usage;
    assert!(usage.cache_creation_input_tokens > Some(0));
    let third = client.messages().create(asked(3)).await.unwrap();
    assert!(third.usage.cache_read_input_tokens > Some(0));
}

#[tokio::test]
async fn a_call_waits_no_longer_than_its_time() {
    let emulator = Emulator::start_blocking().unwrap();
    emulator.push(Reply::status(200).fault(Fault::StallBeforeHeaders));
    let client = client(&emulator, PromptCache::Keep);
    let (messages, first, second) = (client.messages(), asked(1), asked(2));
    let limited = |millis| CallOptions::new().total_timeout(Duration::from_millis(millis));
    let first = messages.create(&first).with(limited(400));
    let second = messages.create(&second).with(limited(100));
    let (first, second) = tokio::join!(first, second);
    assert_eq!(first.unwrap_err().kind(), ErrorKind::Timeout);
    let error = second.unwrap_err();
    assert_eq!((error.kind(), error.attempts().count()), (ErrorKind::Timeout, 0));
    assert_eq!(emulator.request_count(), 1);
}

#[tokio::test]
async fn a_call_that_is_left_lets_the_next_go() {
    let emulator = Emulator::start_blocking().unwrap();
    emulator.push(Reply::status(200).fault(Fault::StallBeforeHeaders));
    let client = client(&emulator, PromptCache::Keep);
    let messages = client.messages();
    let first = tokio::spawn({
        let client = client.clone();
        async move { client.messages().create(asked(1)).await.map(drop) }
    });
    while emulator.request_count() == 0 {
        tokio::task::yield_now().await;
    }
    let second = asked(2);
    let mut second = Box::pin(messages.create(&second).into_future());
    assert!(tokio::time::timeout(Duration::from_millis(20), &mut second).await.is_err());
    first.abort();
    assert!(second.await.unwrap().usage.cache_creation_input_tokens > Some(0));
}

#[tokio::test]
async fn requests_without_a_marker_never_wait() {
    let emulator = Emulator::start_blocking().unwrap();
    emulator.push(Reply::status(200).fault(Fault::StallBeforeHeaders));
    let client = client(&emulator, PromptCache::Keep);
    let request = MessageRequest::new("svc-haiku-3-5", 50).user("Say hello");
    let stalled = tokio::spawn({
        let (client, request) = (client.clone(), request.clone());
        async move { client.messages().create(&request).await.map(drop) }
    });
    while emulator.request_count() == 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(client.messages().create(&request).await.unwrap().text(), "hello");
    stalled.abort();
}

/// The ledger after a call every ten minutes for four hours.
async fn every_ten_minutes(cache: PromptCache) -> Tally {
    let time = Arc::new(ManualClock::at_unix(1_700_000_000));
    let emulator = Emulator::builder().clock(Arc::<ManualClock>::clone(&time)).start_blocking().unwrap();
    let clock = ScriptedClock::manual();
    let client = builder(&emulator)
        .clock(Arc::new(clock.clone()))
        .prompt_cache(cache)
        .ledger(true)
        .price("svc-haiku-3-5", Price::new(1.0, 5.0))
        .build()
        .unwrap();
    for number in 0..24 {
        client.messages().create(asked(number)).await.unwrap();
        time.advance(Duration::from_secs(600));
        clock.advance(Duration::from_secs(600));
    }
    client.usage_report(false).total
}

#[tokio::test]
async fn a_prompt_that_comes_every_ten_minutes_is_written_for_an_hour() {
    let kept = every_ten_minutes(PromptCache::Keep).await;
    assert_eq!((kept.cache_read_tokens, kept.cache_expired), (0, 23));
    let extended = every_ten_minutes(PromptCache::Extend).await;
    let prefix = extended.cache_write_5m_tokens;
    assert_eq!(kept.cache_write_5m_tokens, 24 * prefix);
    assert_eq!((extended.cache_write_1h_tokens, extended.cache_read_tokens), (prefix, 22 * prefix));
    assert_eq!((extended.cache_cold, extended.cache_expired, extended.cache_lost), (1, 1, 0));
    assert!(extended.cost < 0.25 * kept.cost, "{} of {}", extended.cost, kept.cost);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_generates_nothing_writes_a_cold_prefix_before_whole_answers() {
    let emulator = Emulator::start_blocking().unwrap();
    let warm = |cache| {
        let client = builder(&emulator).prompt_cache(cache).prompt_cache_warm_up(true).ledger(true);
        client.price("svc-haiku-3-5", Price::new(1.0, 5.0)).build().unwrap()
    };
    let client = warm(PromptCache::Keep);
    let total = ask_all(&client, false).await;
    let requests = emulator.requests();
    let bodies: Vec<serde_json::Value> =
        requests.iter().map(|request| serde_json::from_slice(&request.body).unwrap()).collect();
    assert_eq!(requests.len(), CALLS + 1);
    assert_eq!(bodies.iter().filter(|body| body["max_tokens"] == 0).count(), 1);
    assert_eq!(bodies[0]["max_tokens"], 0, "it goes first");
    assert_eq!(bodies[0]["system"], bodies[1]["system"]);
    // It writes the prefix, and all calls read it.
    let prefix = total.cache_write_5m_tokens;
    assert!(prefix > 4000, "{total:?}");
    assert_eq!(total.cache_read_tokens, prefix * CALLS as u64);
    // It is in the ledger, where its tokens are.
    assert_eq!((total.calls, total.cache_cold), (CALLS as u64 + 1, 1));

    // None for a warm prefix, a stream, or without the gate.
    emulator.clear();
    ask_all(&client, false).await;
    assert_eq!(emulator.request_count(), CALLS);
    emulator.clear();
    let other = warm(PromptCache::Keep);
    ask_all(&other, true).await;
    let off = warm(PromptCache::Off);
    ask_all(&off, false).await;
    assert_eq!(emulator.request_count(), 2 * CALLS);
}

#[tokio::test]
async fn a_call_goes_on_if_its_prefix_could_not_be_written_ahead() {
    let emulator = Emulator::start_blocking().unwrap();
    emulator.push(Reply::status(400));
    let client =
        builder(&emulator).prompt_cache(PromptCache::Keep).prompt_cache_warm_up(true).build().unwrap();
    let answer = client.messages().create(asked(1)).await.unwrap();
    assert!(answer.usage.cache_creation_input_tokens > Some(0));
    assert_eq!(emulator.request_count(), 2);
}

/// How many conversations begin at once, each twenty minutes of a working day.
const BEGIN: [usize; 12] = [6, 8, 4, 3, 6, 2, 4, 8, 6, 5, 3, 2];

/// The costs of that day by the book of the service: each conversation has two more turns, two minutes apart.
async fn a_day(cache: PromptCache) -> f64 {
    let time = Arc::new(ManualClock::at_unix(1_700_000_000));
    let emulator = Emulator::builder().clock(Arc::<ManualClock>::clone(&time)).start_blocking().unwrap();
    emulator.push(Reply::model().delay(Duration::from_millis(50)).repeat(0));
    let clock = ScriptedClock::manual();
    let client = builder(&emulator).clock(Arc::new(clock.clone())).prompt_cache(cache).build().unwrap();
    let advance = |minutes: u64| {
        time.advance(Duration::from_secs(60 * minutes));
        clock.advance(Duration::from_secs(60 * minutes));
    };
    for (hour, begin) in BEGIN.into_iter().enumerate() {
        let mut requests: Vec<_> = (0..begin).map(|number| asked(100 * hour + number)).collect();
        for _ in 0..3 {
            let calls: Vec<_> = requests
                .into_iter()
                .map(|mut request| {
                    let client = client.clone();
                    tokio::spawn(async move {
                        request.mark_cache(CacheTtl::FiveMinutes);
                        let messages = client.messages();
                        let mut stream = messages.stream(&request).await.unwrap();
                        let answer = stream.final_message().await.unwrap();
                        request.assistant(answer.text()).user("Say more")
                    })
                })
                .collect();
            requests = Vec::new();
            for call in calls {
                requests.push(call.await.unwrap());
            }
            advance(2);
        }
        advance(14);
    }
    let book = emulator.usage_book();
    let billed = book.get("").unwrap();
    assert_eq!(billed.answers, 3 * BEGIN.iter().sum::<usize>() as u64);
    let tokens = [
        (billed.input_tokens, 1.0),
        (billed.output_tokens, 5.0),
        (billed.cache_read_tokens, 0.1),
        (billed.cache_write_5m_tokens, 1.25),
    ];
    tokens.iter().map(|(tokens, price)| *tokens as f64 * price).sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_day_of_conversations_costs_less() {
    let (off, keep) = (a_day(PromptCache::Off).await, a_day(PromptCache::Keep).await);
    assert!(keep <= 0.85 * off, "{keep} of {off}");
}
