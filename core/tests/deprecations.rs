//! Deprecated models leave a warning, once for each model and client (protocol §0.6): from the service's list, the
//! user's settings or the preset's table.
#![cfg(feature = "resources")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use parlour::service::presets::default_preset;
use parlour::{Client, MessageRequest};
use parlour_emulator::{BlockingEmulator, Emulator, Reply};
use serde_json::json;
use support::log::Log;
use support::{builder, request};

fn set_up() -> (BlockingEmulator, Log, tracing::subscriber::DefaultGuard) {
    let emulator = Emulator::start_blocking().unwrap();
    let log = Log::default();
    let guard = tracing::subscriber::set_default(log.clone());
    (emulator, log, guard)
}

/// The warnings, with what each says of the model.
fn warnings(log: &Log) -> Vec<String> {
    log.text().lines().filter(|line| line.contains(" is deprecated")).map(str::to_owned).collect()
}

async fn ask(client: &Client, model: &str) {
    // Whatever becomes of it: a warning comes before the request.
    drop(client.messages().create(MessageRequest::new(model, 8).user("Hi")).await);
}

#[tokio::test]
async fn what_the_services_list_says_is_told_when_the_model_is_used() {
    let (emulator, log, _guard) = set_up();
    let client = builder(&emulator).vendor("svc").build().unwrap();
    let models = json!({"data": [
        {"type": "model", "id": "svc-old-20260101", "lifecycle": "deprecated", "retires_at": "2026-11-30T00:00:00Z"},
        {"type": "model", "id": "svc-new", "lifecycle": "active"}
    ], "has_more": false, "first_id": null, "last_id": null});
    let one =
        json!({"type": "model", "id": "svc-older-20250101", "lifecycle": "retired", "retires_at": null});
    emulator.script(vec![Reply::json(200, models), Reply::json(200, one)]);
    assert_eq!(client.models().list().await.unwrap().data.len(), 2);
    client.models().get("svc-older").await.unwrap();
    assert_eq!(warnings(&log), [""; 0], "nothing was used yet");
    for model in ["svc-new", "svc-old-20260101", "svc-older", "svc-old-20260101", "svc-unknown"] {
        ask(&client, model).await;
        ask(&client.clone(), model).await;
    }
    let told = warnings(&log);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(
        told[0].contains("svc-old-20260101 is deprecated, and answers no more from 2026-11-30 on"),
        "{told:?}"
    );
    assert!(told[1].contains("svc-older is deprecated"), "{told:?}");
}

#[tokio::test]
async fn the_table_of_the_preset_is_about_its_own_models() {
    let (emulator, log, _guard) = set_up();
    let row = default_preset().deprecated.iter().find(|row| row.replacement.is_some()).unwrap();
    let known = format!("{}-{}", default_preset().model_prefix, row.name);
    for vendor in [default_preset().vendor, "svc"] {
        let client = builder(&emulator).vendor(vendor).build().unwrap();
        ask(&client, &known).await;
        ask(&client, row.name).await;
        ask(&client, "svc-sonnet-4-5").await;
        // A stream, and a count of tokens, are uses like any other.
        drop(client.messages().stream(MessageRequest::new(&known, 8).user("Hi")).await);
        drop(client.messages().count_tokens(MessageRequest::new(&known, 8).user("Hi")).await);
    }
    let told = warnings(&log);
    assert_eq!(told.len(), 2, "once for each client: {told:?}");
    assert!(told[0].contains(row.retires) && told[0].contains(row.replacement.unwrap()), "{told:?}");
}

#[tokio::test]
async fn the_user_extends_the_table_and_switches_it_off() {
    let (emulator, log, _guard) = set_up();
    let row = &default_preset().deprecated[0];
    let known = format!("{}-{}", default_preset().model_prefix, row.name);
    let quiet = builder(&emulator).deprecated_model("svc-haiku-3-5", Some("")).deprecation_warnings(false);
    ask(&quiet.build().unwrap(), "svc-haiku-3-5").await;
    let own = builder(&emulator)
        .deprecated_model("svc-haiku-3-5", Some("2027-01-02"))
        .deprecated_model(&known, None);
    let own = own.build().unwrap();
    ask(&own, &known).await;
    assert_eq!(warnings(&log), [""; 0]);
    // The requests of a batch name their models, too.
    let batch = [("a", request("Hi")), ("b", request("Ho"))];
    own.batches().create(batch).await.unwrap();
    let told = warnings(&log);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].contains("svc-haiku-3-5 is deprecated, and answers no more from 2027-01-02 on"),
        "{told:?}"
    );
    let wrong = builder(&emulator).deprecated_model("svc-haiku-3-5", Some("soon")).build().unwrap_err();
    assert!(wrong.to_string().contains("deprecated_models"), "{wrong}");
}

#[tokio::test]
async fn who_begins_to_listen_later_is_told_then() {
    let emulator = Emulator::start_blocking().unwrap();
    let client = builder(&emulator).deprecated_model("svc-haiku-3-5", Some("2027-01-02")).build().unwrap();
    ask(&client, "svc-haiku-3-5").await;
    let log = Log::default();
    let _guard = tracing::subscriber::set_default(log.clone());
    ask(&client, "svc-haiku-3-5").await;
    ask(&client, "svc-haiku-3-5").await;
    assert_eq!(warnings(&log).len(), 1);
}
