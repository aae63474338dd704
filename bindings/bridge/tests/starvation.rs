//! Blocking work does not starve the rest: 64 slow look-ups, 64 slow readings of certificates and 64 slow callbacks at
//! once, and a new connection beside them. It must not test their results.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, mpsc};
use std::time::{Duration, Instant};

use parlour::{ClientBuilder, Credential, CredentialRequest};
use parlour_bridge::{CallRequest, Client, Item, Mode, Op, Port, Take, callback};

const EACH: usize = 64;
const LIMIT: Duration = Duration::from_secs(20);
const BODY: &str =
    r#"{"model":"svc-haiku-3-5","max_tokens":200,"messages":[{"role":"user","content":"say hello"}]}"#;

/// Holds up everybody who comes by until it is opened.
#[derive(Default)]
struct Gate {
    open: Mutex<bool>,
    opened: Condvar,
    held: AtomicUsize,
}

impl Gate {
    fn wait(&self) {
        self.held.fetch_add(1, Ordering::SeqCst);
        drop(self.opened.wait_while(self.open.lock().unwrap(), |open| !*open).unwrap());
    }
}

fn submit(builder: ClientBuilder, port: &Port) -> Op {
    let client = Client::new(builder.connect_timeout(LIMIT).max_retries(0)).unwrap();
    client.submit(port, CallRequest::message(Mode::Create, BODY.into()).unwrap()).unwrap()
}

#[test]
fn slow_things_of_a_kind_do_not_hold_up_the_others() {
    let gate = Arc::new(Gate::default());
    let held_up = || {
        let gate = Arc::clone(&gate);
        move || gate.wait()
    };
    let slow = Port::new(|| ());
    let mut ops = Vec::new();
    for at in 0..EACH {
        let wait = held_up();
        let look_up = move |_: &str| {
            wait();
            Ok(Vec::new())
        };
        let name = format!("https://svc{at}.invalid");
        ops.push(submit(ClientBuilder::new().base_url(name).api_key("k").lookup(look_up), &slow));

        let wait = held_up();
        let before = move || {
            wait();
            Ok(())
        };
        // Nobody listens at port 9, which nobody learns before the certificates are read.
        ops.push(submit(
            ClientBuilder::new().base_url("https://127.0.0.1:9").api_key("k").before_trust(before),
            &slow,
        ));

        let wait = held_up();
        let ask = move |_: CredentialRequest| {
            let wait = wait.clone();
            async move {
                callback(wait).await?;
                Ok(Credential::api_key("k")?)
            }
        };
        ops.push(submit(ClientBuilder::new().base_url("https://127.0.0.1:9").credentials(ask), &slow));
    }
    let begin = Instant::now();
    while gate.held.load(Ordering::SeqCst) < 3 * EACH {
        assert!(begin.elapsed() < LIMIT, "{} are under way", gate.held.load(Ordering::SeqCst));
        std::thread::sleep(Duration::from_millis(1));
    }

    let emulator = parlour_emulator::Emulator::start_blocking().unwrap();
    let (wake, woken) = mpsc::channel();
    let port = Port::new(move || {
        let _gone = wake.send(());
    });
    let key = emulator.api_key().to_owned();
    let ask = move |_: CredentialRequest| {
        let key = key.clone();
        async move { Ok(Credential::api_key(callback(move || key).await?)?) }
    };
    let base = format!("http://svc.invalid:{}", emulator.port());
    let here = |_: &str| Ok(vec![([127, 0, 0, 1], 0).into()]);
    let fresh = ClientBuilder::new().base_url(base).allow_plain_http(true).credentials(ask).lookup(here);
    let op = submit(fresh, &port);
    let mut items = match op.try_take(10).unwrap() {
        Take::Items(items) => items,
        _ => Vec::new(),
    };
    while !items.iter().any(|item| matches!(item, Item::Whole(_) | Item::Failed(_))) {
        woken.recv_timeout(LIMIT).expect("a new call comes through beside them");
        for woken in port.drain(10).unwrap() {
            if let Take::Items(more) = woken.take {
                items.extend(more);
            }
        }
        if let Take::Items(more) = op.try_take(10).unwrap() {
            items.extend(more);
        }
    }
    assert!(items.iter().any(|item| matches!(item, Item::Whole(_))), "{items:?}");
    *gate.open.lock().unwrap() = true;
    gate.opened.notify_all();
    drop(ops);
}
