//! The service as other languages hold it: set up by names, stopped by name, its recorded requests still readable.
#![allow(clippy::unwrap_used, reason = "a panic is the failure report")]

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use parlour_emulator::{Handle, Reply, Settings};

fn started(settings: &str) -> Handle {
    Handle::start(Settings::from_json(settings).unwrap().builder().unwrap()).unwrap()
}

/// One request on a connection of its own; all of the answer.
fn get(service: &Handle, path: &str, key: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", service.port())).unwrap();
    let head = format!(
        "GET {path} HTTP/1.1\r\nhost: localhost\r\nx-api-key: {key}\r\nsvc-version: v9\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn settings_are_known_by_their_names() {
    let service = started(r#"{"api_key":"mine","vendor":"svc","version":"v9"}"#);
    assert_eq!(service.api_key(), "mine");
    assert_eq!(service.url(), format!("http://127.0.0.1:{}", service.port()));
    let answer = get(&service, "/v1/models", "mine");
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    let other = started(r#"{"version":"v8"}"#);
    assert!(get(&other, "/v1/models", "test-key").starts_with("HTTP/1.1 400 "));
    assert!(get(&started(""), "/v1/models", "test-key").starts_with("HTTP/1.1 400 "));
    assert!(get(&started(r#"{"version":"any"}"#), "/v1/models", "test-key").starts_with("HTTP/1.1 200 "));
    assert!(get(&service, "/v1/models", "test-key").starts_with("HTTP/1.1 401 "));
    assert_eq!(started("").api_key(), "test-key", "nothing said means all defaults");
}

#[test]
fn what_is_no_setting_is_refused_with_a_sentence() {
    for (settings, word) in [("{\"sead\":1}", "`sead`"), ("{\"port\":\"x\"}", "u16"), ("[", "EOF")] {
        let error = Settings::from_json(settings).unwrap_err().to_string();
        assert!(error.starts_with("the emulator's options: "), "{error}");
        assert!(error.contains(word), "{error}");
    }
    let error = Settings::from_json("{\"pace_ms\":-1}").unwrap().builder().unwrap_err();
    assert_eq!(error.to_string(), "pace_ms must be a time of at least 0");
}

#[test]
fn a_stopped_service_still_tells_what_it_saw() {
    let service = started("");
    service.running().unwrap().push(Reply::text(418, "short"));
    service.running().unwrap().push_json(Reply::names().first().unwrap()).unwrap();
    service.running().unwrap().push_json(r#"{"status":503}"#).unwrap();
    assert_eq!(service.script_left(), 3);
    assert!(get(&service, "/v1/models", "test-key").starts_with("HTTP/1.1 418 "));
    assert!(
        service.running().unwrap().wait_until(Duration::from_secs(10), |service| service.answered() == 1)
    );
    assert!(service.stop());
    assert!(!service.stop(), "it says that it was stopped before");
    assert!(service.running().is_none());
    assert!(TcpStream::connect(("127.0.0.1", service.port())).is_err());
    assert_eq!((service.request_count(), service.requests().len()), (1, 1));
    assert_eq!((service.accepted_connections(), service.answered(), service.closed_early()), (1, 1, 0));
    assert_eq!((service.open_connections(), service.script_left()), (0, 0));
}

#[test]
fn a_service_that_is_abandoned_runs_on() {
    let mut service = started("");
    let running = service.running().unwrap();
    service.abandon();
    drop(service);
    assert!(TcpStream::connect(("127.0.0.1", running.port())).is_ok());
}
