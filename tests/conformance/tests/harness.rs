//! The harness itself: a driver that hangs, dies, babbles or shows the key is found out, and a wrong answer fails a
//! run.

#![allow(clippy::unwrap_used, reason = "a panic is the failure report")]

use std::time::{Duration, Instant};

use parlour_conformance::case;
use parlour_conformance::driver::{Broken, Driver, Row};
use parlour_conformance::json::Json;
use parlour_conformance::run::{self, Delivery, SECRET};

fn row(script: &str) -> Row {
    Row {
        name: "shell".to_owned(),
        command: ["sh", "-c", script].map(str::to_owned).to_vec(),
        variants: vec!["only".to_owned()],
        lacks: Vec::new(),
        build: String::new(),
    }
}

async fn call(script: &str, limit: Duration) -> Result<Vec<Json>, Broken> {
    let mut driver = Driver::start(&row(script)).unwrap();
    driver.call(Json::Object(Vec::new()), SECRET, limit).await.map(|outcome| outcome.events)
}

const DONE: &str = r#"{"id":1,"type":"done","attempts":1,"waits_ms":[]}"#;

#[tokio::test]
async fn a_driver_that_answers_is_heard() {
    let event = r#"{"id":1,"type":"event","kind":"ping","raw":"{}"}"#;
    let script = format!("read x; echo '{event}'; echo '{DONE}'; cat >/dev/null");
    assert_eq!(call(&script, Duration::from_secs(20)).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_driver_that_hangs_is_given_up() {
    let begun = Instant::now();
    let broken = call("read x; sleep 60", Duration::from_millis(300)).await.unwrap_err();
    assert!(matches!(broken, Broken::Hang(_)), "{broken}");
    assert!(begun.elapsed() < Duration::from_secs(30));
}

#[tokio::test]
async fn a_driver_that_dies_leaves_its_last_words() {
    let broken = call("read x; echo oh dear >&2; exit 3", Duration::from_secs(20)).await.unwrap_err();
    assert!(matches!(&broken, Broken::Died(words) if words.contains("oh dear")), "{broken}");
}

#[tokio::test]
async fn lines_outside_the_protocol_are_refused() {
    for line in ["hello", r#"{"id":2,"type":"done"}"#, r#"{"id":1,"type":"what"}"#] {
        let broken = call(&format!("read x; echo '{line}'; cat >/dev/null"), Duration::from_secs(20))
            .await
            .unwrap_err();
        assert!(matches!(broken, Broken::Babble(_)), "{line}: {broken}");
    }
}

#[tokio::test]
async fn the_key_is_found_on_both_outputs() {
    let told = format!(r#"read x; echo '{{"id":1,"type":"done","x":"{SECRET}"}}'; cat >/dev/null"#);
    assert!(matches!(call(&told, Duration::from_secs(20)).await.unwrap_err(), Broken::Leak(_)));

    let whispered = format!("read x; echo '{SECRET}' >&2; echo '{DONE}'; cat >/dev/null");
    let mut driver = Driver::start(&row(&whispered)).unwrap();
    let first = driver.call(Json::Object(Vec::new()), SECRET, Duration::from_secs(20)).await;
    // It is found with the call or, if it arrives later, when the driver ends.
    let later = driver.finish(SECRET).await;
    assert!(matches!(first, Err(Broken::Leak(_))) || matches!(later, Some(Broken::Leak(_))));
}

#[tokio::test]
async fn a_driver_that_makes_no_request_does_not_pass() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let cases = case::load(&folder).unwrap();
    let plain = cases.iter().find(|c| c.name == "unary/answers/plain").unwrap();
    let mut driver = Driver::start(&row(&format!("read x; echo '{DONE}'; cat >/dev/null"))).unwrap();
    let verdict = run::case(plain, "only", &Delivery::AsScripted, &mut driver).await;
    assert!(!verdict.driver_is_broken);
    let found = verdict.differences.join("\n");
    for part in ["message", "done.status", "requests", "request 1 never came", "not asked for"] {
        assert!(found.contains(part), "{part} is missing in: {found}");
    }
}

#[test]
fn every_case_says_why_and_is_named_once() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let cases = case::load(&folder).unwrap();
    assert!(cases.len() > 400, "{}", cases.len());
    assert!(cases.iter().all(|c| !c.why.is_empty()));
}
