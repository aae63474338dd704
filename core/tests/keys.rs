//! Keys that are replaced under load: no call fails, and an old key is not seen a second later.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::sync::Arc;
use std::time::Duration;

use parlour::clock::ScriptedClock;
use parlour::{Client, ErrorKind, Pacing};
use parlour_emulator::{BlockingEmulator, Emulator};
use support::request;

fn with_file(emulator: &BlockingEmulator, path: &std::path::Path, clock: &ScriptedClock) -> Client {
    let builder = Client::builder().base_url(emulator.url()).vendor("svc").api_key_file(path);
    builder.clock(Arc::new(clock.clone())).build().unwrap()
}

fn keys_seen(emulator: &BlockingEmulator, from: usize) -> Vec<String> {
    let requests = emulator.requests();
    let key = |headers: &[(String, String)]| {
        headers.iter().find(|(name, _)| name == "x-api-key").map(|(_, value)| value.clone()).unwrap()
    };
    requests.iter().skip(from).map(|request| key(&request.headers)).collect()
}

/// A new key each second, 64 calls in flight: the service takes the new key and the one before, as services do.
#[tokio::test]
async fn keys_are_replaced_under_load() {
    let emulator = Emulator::builder().keep_requests(4_000).start_blocking().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("keys");
    let name = |round: u32| format!("key-{round}");
    std::fs::write(&path, name(0)).unwrap();
    let clock = ScriptedClock::manual();
    let client = with_file(&emulator, &path, &clock);
    for round in 0..8_u32 {
        let (new, old) = (name(round), name(round.saturating_sub(1)));
        emulator.set_keys(&[&new, &old]);
        // Written beside and renamed, as tools that rotate secrets do.
        let beside = folder.path().join("beside");
        std::fs::write(&beside, &new).unwrap();
        std::fs::rename(&beside, &path).unwrap();
        let calls: Vec<_> = (0..64)
            .map(|_| {
                let client = client.clone();
                tokio::spawn(async move { client.messages().create(request("say hello")).await.map(|_| ()) })
            })
            .collect();
        for call in calls {
            call.await.unwrap().unwrap();
        }
        clock.advance(Duration::from_secs(1));
        let before = emulator.request_count();
        client.messages().create(request("say hello")).await.unwrap();
        assert_eq!(keys_seen(&emulator, before), [new]);
    }
}

/// Each key has limits of its own: one that is used up does not hold back the other.
#[tokio::test]
async fn each_key_has_its_own_limits() {
    let emulator = Emulator::builder().also_key("second").start_blocking().unwrap();
    let clock = ScriptedClock::new();
    let client = Client::builder()
        .base_url(emulator.url())
        .vendor("svc")
        .add_api_key(emulator.api_key(), 1)
        .add_api_key("second", 1)
        .pacing(Pacing::Pace)
        .clock(Arc::new(clock.clone()))
        .build()
        .unwrap();
    for _ in 0..4 {
        client.messages().create(request("say hello")).await.unwrap();
    }
    let state = client.limiter_state();
    assert_eq!(state.models.len(), 2, "{state:?}");
    assert!(state.models.iter().all(|model| model.own_credential && model.in_flight == 0));
}

#[test]
fn what_contradicts_is_refused() {
    let setting = |builder: parlour::ClientBuilder| {
        let error = builder.base_url("http://127.0.0.1:9").build().map(|_| ()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Config);
        assert!(!error.to_string().contains("hidden"), "{error}");
        error.setting()
    };
    let new = Client::builder;
    assert_eq!(setting(new().add_api_key("hidden", 0)), Some("api_keys"));
    assert_eq!(setting(new().add_api_key("hid\nden", 1)), Some("api_keys"));
    // Of credentials that replace each other the last counts.
    assert_eq!(setting(new().add_api_key("hidden", 1).api_key_file("/nowhere")), Some("api_key_file"));
    let last = new().api_key_file("/nowhere").api_key("hidden").base_url("http://127.0.0.1:9");
    assert!(last.build().is_ok());
    assert_eq!(setting(new().api_key_file("/nowhere")), Some("api_key_file"));
    let client = new()
        .add_api_key("hidden", 1)
        .add_api_key("hidden2", 1)
        .base_url("http://127.0.0.1:9")
        .build()
        .unwrap();
    assert!(!format!("{client:?}").contains("hidden"), "{client:?}");
}
