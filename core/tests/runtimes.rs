//! One client on many runtimes that come and go, on every way to a service.
#![cfg(feature = "proxy")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use parlour::{Client, HttpVersion};
use parlour_emulator::Emulator;
use support::{builder, request, soon};

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

/// The failures of 240 calls, each in a runtime of its own, from 8 threads at once.
fn failures(client: &Client) -> Vec<String> {
    let calls = || {
        (0..30).map(|_| runtime().block_on(async { soon(client.messages().create(request("any"))).await }))
    };
    std::thread::scope(|scope| {
        let threads = (0..8).map(|_| scope.spawn(|| calls().filter_map(Result::err).collect::<Vec<_>>()));
        let threads = threads.collect::<Vec<_>>();
        let errors = threads.into_iter().flat_map(|thread| thread.join().unwrap());
        errors.map(|error| error.to_string()).collect()
    })
}

#[test]
fn no_connection_of_a_runtime_is_used_on_another() {
    let service = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let plain = service.block_on(Emulator::start()).unwrap();
    let secure = service.block_on(Emulator::builder().tls().start()).unwrap();
    let trusting = || builder(&secure).only_root_certificates_pem(secure.ca_pem().unwrap());
    for (way, client) in [
        ("direct", builder(&plain)),
        ("reqwest, HTTP/1.1", builder(&plain).http(|builder| builder)),
        ("HTTP/2 with prior knowledge", builder(&plain).http_version(HttpVersion::Http2)),
        ("HTTP/2 over TLS", trusting().http_version(HttpVersion::Http2)),
    ] {
        let client = client.max_retries(0).build().unwrap();
        let failed = failures(&client);
        assert!(failed.is_empty(), "{way}: {} of 240, the first: {}", failed.len(), failed[0]);
    }
}
