//! Calls in a process that has no file descriptor left for a while. They close idle connections of the whole process:
//! tests of kept connections belong in other files.
#![cfg(feature = "proxy")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parlour::retry::RetryBudget;
use parlour::{ClientBuilder, ErrorKind};
use parlour_emulator::Emulator;
use support::{builder, client, request, soon};

/// Held by each test, since each closes the idle connections of all.
static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

fn here() -> io::Result<Vec<SocketAddr>> {
    Ok(vec![SocketAddr::from((Ipv4Addr::LOCALHOST, 0))])
}

fn no_descriptor() -> io::Result<Vec<SocketAddr>> {
    Err(io::Error::from_raw_os_error(libc::EMFILE))
}

/// A client that keeps no connection and has no descriptor for its next `missing` connections, and how often it asked
/// for one.
fn short_of(emulator: &Emulator, missing: usize) -> (ClientBuilder, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let builder = builder(emulator)
        .base_url(format!("http://localhost:{}", emulator.port()))
        .pool(parlour::Pool::new().max_idle_per_host(0))
        .lookup(
            move |_| if count.fetch_add(1, Ordering::SeqCst) < missing { no_descriptor() } else { here() },
        );
    (builder, asked)
}

#[tokio::test]
async fn descriptors_that_are_short_are_waited_for_and_no_budget_pays() {
    let _alone = ALONE.lock().await;
    let emulator = Emulator::start().await.unwrap();
    for over_reqwest in [false, true] {
        let way =
            |builder: ClientBuilder| if over_reqwest { builder.http(|builder| builder) } else { builder };
        let (builder, asked) = short_of(&emulator, 3);
        let client = way(builder).max_retries(3).retry_budget(RetryBudget::new(0)).build().unwrap();
        let reply = soon(client.messages().create(request("say hello"))).await.unwrap();
        assert_eq!(reply.text(), "hello");
        assert_eq!(asked.load(Ordering::SeqCst), 4);

        let (builder, asked) = short_of(&emulator, 3);
        let client = way(builder).max_retries(3).retry_budget(RetryBudget::new(0)).build().unwrap();
        let mut stream = soon(client.messages().stream(request("say hello"))).await.unwrap();
        assert_eq!(soon(stream.final_text()).await.unwrap(), "hello");
        assert_eq!(asked.load(Ordering::SeqCst), 4);

        let (builder, _) = short_of(&emulator, usize::MAX);
        let client = way(builder).max_retries(2).retry_budget(RetryBudget::new(0)).build().unwrap();
        let Err(error) = soon(client.messages().stream(request("say hello"))).await else {
            panic!("a stream without a descriptor")
        };
        assert_eq!((error.kind(), error.subkind()), (ErrorKind::Connection, Some("resources")), "{error}");
        assert_eq!((error.is_retryable(), error.attempts().count()), (true, 3), "{error}");
    }
}

#[tokio::test]
async fn idle_connections_of_other_clients_give_up_their_descriptors() {
    let _alone = ALONE.lock().await;
    let emulator = Arc::new(Emulator::start().await.unwrap());
    for over_reqwest in [false, true] {
        let other = client(&emulator);
        soon(other.messages().create(request("any"))).await.unwrap();
        assert!(emulator.wait_open_connections(1).await);
        let (service, asked) = (Arc::clone(&emulator), AtomicUsize::new(0));
        let builder = builder(&emulator)
            .base_url(format!("http://localhost:{}", emulator.port()))
            .max_retries(0)
            .lookup(move |_| {
                if asked.fetch_add(1, Ordering::SeqCst) == 0 {
                    return no_descriptor();
                }
                // The descriptor that is free now is that of the idle connection.
                while service.open_connections() > 0 {
                    std::thread::yield_now();
                }
                here()
            });
        let builder = if over_reqwest { builder.http(|builder| builder) } else { builder };
        let client = builder.pool(parlour::Pool::new().max_idle_per_host(0)).build().unwrap();
        let reply = soon(client.messages().create(request("say hello"))).await.unwrap();
        assert_eq!((reply.text().as_str(), reply.attempts().count()), ("hello", 1));
        assert!(emulator.wait_open_connections(0).await);
        // The other client makes itself a new one.
        assert_eq!(soon(other.messages().create(request("say hello"))).await.unwrap().text(), "hello");
        drop(other);
        assert!(emulator.wait_open_connections(0).await);
    }
}
