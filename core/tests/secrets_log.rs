//! The dependencies' records in the `log` crate, at its finest level: neither key nor bytes of requests and
//! answers, whether bodies are logged by us or not. A binary of its own, because a process has one logger.
#![cfg(feature = "proxy")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::sync::Mutex;

use log::{LevelFilter, Metadata, Record};
use parlour::{Body, ClientBuilder, HttpVersion, Method};
use parlour_emulator::{BlockingEmulator, Emulator, Fault, Reply};
use serde_json::json;
use support::{builder, request};

const KEY: &str = "sk-top-secret-0123456789";
/// Part of every request and every answer.
const WORD: &str = "marmalade";

static COLLECTOR: Collector = Collector(Mutex::new(String::new()));

struct Collector(Mutex<String>);

impl log::Log for Collector {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        let line = format!("{} {} {}\n", record.level(), record.target(), record.args());
        self.0.lock().unwrap().push_str(&line);
    }

    fn flush(&self) {}
}

/// Every kind of call, each ending well, badly and in the middle, with its word in head and body both ways.
async fn talk(emulator: &BlockingEmulator, client: ClientBuilder) {
    let client =
        client.header("x-said", WORD).query("said", WORD).max_retries(1).log_bodies(true).build().unwrap();
    let ask = || request(&format!("say {WORD}"));
    let marked = |reply: Reply| reply.header("x-told", WORD).header("x-echo", KEY);
    assert_eq!(client.messages().create(ask()).await.unwrap().text(), WORD);
    let mut stream = client.messages().stream(ask()).await.unwrap();
    assert_eq!(stream.final_text().await.unwrap(), WORD);
    emulator.push(marked(Reply::text(200, WORD)));
    client.request(Method::GET, format!("/v1/models?{WORD}"), Body::empty()).await.unwrap();
    for fault in [None, Some(Fault::CloseMidHeaders), Some(Fault::ResetAt(10))] {
        let body =
            json!({"type": "error", "error": {"type": "api_error", "message": format!("{WORD} {KEY}")}});
        let mut reply = marked(Reply::json(500, body)).repeat(2);
        if let Some(fault) = fault {
            reply = reply.fault(fault);
        }
        emulator.push(reply);
        client.messages().create(ask()).await.unwrap_err();
        emulator.clear();
    }
}

#[tokio::test]
async fn no_library_below_writes_what_is_said_to_its_log() {
    log::set_logger(&COLLECTOR).unwrap();
    log::set_max_level(LevelFilter::Trace);
    for tls in [false, true] {
        let emulator = Emulator::builder().api_key(KEY);
        let emulator = if tls { emulator.tls() } else { emulator }.start_blocking().unwrap();
        let versions: &[HttpVersion] = match tls {
            true => &[HttpVersion::Http1, HttpVersion::Negotiate],
            false => &[HttpVersion::Http1, HttpVersion::Http2],
        };
        for version in versions {
            let client = builder(&emulator).http_version(*version);
            let client = match emulator.ca_pem() {
                Some(pem) => client.only_root_certificates_pem(pem),
                None => client,
            };
            talk(&emulator, client.clone()).await;
            talk(&emulator, client.no_credentials().header("authorization", format!("Bearer {KEY}"))).await;
        }
    }
    log::trace!("the collector collects");
    let text = COLLECTOR.0.lock().unwrap().clone();
    assert!(text.contains("the collector collects"));
    // A dump writes few letters a line.
    for hidden in [KEY, "sk-top", "secret-", WORD, "marma", "malade", "svc-haiku"] {
        let shown: Vec<_> = text.lines().filter(|line| line.contains(hidden)).take(5).collect();
        assert!(shown.is_empty(), "`{hidden}` is in the log: {shown:#?}");
    }
}
