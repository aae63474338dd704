//! Clients, ports and operations in a forked child. A program of its own, with one thread when it
//! forks, so that the child may do what a child of a forking server does.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, missing_docs, unsafe_code)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_bridge::{CallRequest, Client, EventFd, Item, Mode, Op, Port, Take, settings};

const BODY: &str =
    r#"{"model":"svc-haiku-3-5","max_tokens":20,"messages":[{"role":"user","content":"Hello"}]}"#;

fn main() {
    // The emulator lives in a process of its own: its threads would not survive the forks.
    let (address, emulator) = emulator();
    let json = format!(r#"{{"base_url":"{address}","api_key":"test-key"}}"#);
    let client = Client::new(settings::builder(json.as_bytes(), false).unwrap()).unwrap();

    // Before first use.
    in_child("a client made before the fork works", || assert!(call(&client)));
    // After first use, with connections in the pool.
    assert!(call(&client));
    assert!(driven(&client));
    in_child("a client that drove a call before the fork works", || {
        assert!(driven(&client));
        assert!(call(&client));
    });
    let port = Port::new(|| ());
    let mut half =
        client.prepare_blocking(&port, CallRequest::message(Mode::Create, BODY.into()).unwrap()).unwrap();
    let _not_yet = half.run(Some(Duration::ZERO));
    in_child("a driven call of the parent is refused", || {
        assert!(half.run(None).unwrap().unwrap_err().forked);
    });
    in_child("a client used before the fork works", || {
        assert!(call(&client));
        assert!(call(&client));
    });
    let port = Port::new(|| ());
    let op = client.submit(&port, CallRequest::message(Mode::Stream, BODY.into()).unwrap()).unwrap();
    in_child("what the parent started is refused", || {
        let error = op.try_take(1).unwrap_err();
        assert!(error.forked && error.display.contains("fork"), "{error:?}");
        assert!(port.drain(1).unwrap_err().forked);
        let call = CallRequest::message(Mode::Create, BODY.into()).unwrap();
        assert!(client.submit(&port, call).unwrap_err().forked);
        op.cancel();
        port.close();
    });
    let (hosted, _) = Port::for_event_loop().unwrap();
    let on_loop = client.submit(&hosted, CallRequest::message(Mode::Create, BODY.into()).unwrap()).unwrap();
    assert!(matches!(on_loop.try_take(1).unwrap(), Take::Armed));
    in_child("what the parent's loop drives is refused, and left alone", || {
        assert!(on_loop.try_take(1).unwrap_err().forked);
        assert!(hosted.drain(1).unwrap_err().forked);
        on_loop.cancel();
        hosted.close();
        // SAFETY: moves the parent's handles out; this process ends with `_exit`, which drops neither again.
        unsafe {
            drop(std::ptr::read(&raw const on_loop));
            drop(std::ptr::read(&raw const hosted));
        }
        assert!(call(&client));
    });
    // Its sockets are watched as before.
    drain_until_whole(&hosted);
    in_child("a loop of the child's drives calls of the same client", || {
        let (own, _) = Port::for_event_loop().unwrap();
        let op = client.submit(&own, CallRequest::message(Mode::Create, BODY.into()).unwrap()).unwrap();
        assert!(matches!(op.try_take(1).unwrap(), Take::Armed));
        drain_until_whole(&own);
    });
    in_child("a grandchild works", || {
        assert!(call(&client));
        in_child("grandchild", || assert!(call(&client)));
    });
    in_child("dropping what was inherited does no harm", || {
        let client = client.clone();
        // SAFETY: moves the parent's handles out; this process ends with `_exit`, which drops neither again.
        unsafe { drop(std::ptr::read(&raw const op)) };
        assert!(call(&client));
    });
    // The parent is not disturbed by any of it.
    drop(op);
    assert!(call(&client));
    // SAFETY: a process we started.
    unsafe { libc::kill(emulator, libc::SIGTERM) };
    println!("fork: ok");
}

/// Drives the calls of a hosted port until one is answered.
fn drain_until_whole(port: &Port) {
    let answered = |item: &Item| matches!(item, Item::Whole(answer) if answer.head.status() == 200);
    let start = Instant::now();
    while !port
        .drain(1)
        .unwrap()
        .iter()
        .any(|woken| matches!(&woken.take, Take::Items(items) if items.iter().any(answered)))
    {
        assert!(start.elapsed() < Duration::from_secs(20), "the call is not answered");
    }
}

fn driven(client: &Client) -> bool {
    let port = Port::new(|| ());
    let mut call =
        client.prepare_blocking(&port, CallRequest::message(Mode::Create, BODY.into()).unwrap()).unwrap();
    call.run(None).unwrap().unwrap().head.status() == 200
}

fn call(client: &Client) -> bool {
    let signal = Arc::new(EventFd::new().unwrap());
    let raise = Arc::clone(&signal);
    let port = Port::new(move || raise.raise());
    let op: Op = client.submit(&port, CallRequest::message(Mode::Create, BODY.into()).unwrap()).unwrap();
    loop {
        match op.try_take(10).unwrap() {
            Take::Items(items) => {
                return match items.into_iter().next() {
                    Some(Item::Whole(answer)) => answer.head.status() == 200,
                    other => panic!("{other:?}"),
                };
            }
            Take::Armed => {
                signal.wait(Some(Duration::from_secs(20))).unwrap();
                signal.clear();
                port.clear().unwrap();
            }
            Take::Closed => panic!("closed"),
        }
    }
}

/// Runs `check` in a forked child and fails unless it ends well, within a time.
fn in_child(what: &str, check: impl FnOnce()) {
    // SAFETY: the child runs on with one thread and leaves with `_exit`.
    let pid = unsafe { libc::fork() };
    assert!(pid >= 0, "fork failed");
    if pid == 0 {
        // SAFETY: sets an alarm that kills a child that hangs.
        unsafe { libc::alarm(30) };
        let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(check));
        // SAFETY: ends this process at once, without the parent's destructors.
        unsafe { libc::_exit(i32::from(ended.is_err())) };
    }
    let mut status = 0;
    // SAFETY: waits for the child made above.
    let waited = unsafe { libc::waitpid(pid, &raw mut status, 0) };
    assert_eq!((waited, status), (pid, 0), "{what}");
}

/// Starts the emulator in a forked child; its address comes through a pipe.
fn emulator() -> (String, i32) {
    let (mut read, mut write) = std::io::pipe().unwrap();
    // SAFETY: no thread has been started yet.
    let pid = unsafe { libc::fork() };
    assert!(pid >= 0, "fork failed");
    if pid == 0 {
        use std::io::Write;
        let emulator = parlour_emulator::Emulator::start_blocking().unwrap();
        writeln!(write, "{}", emulator.url()).unwrap();
        drop(write);
        // SAFETY: sets an alarm, so that nothing is left behind if the parent dies.
        unsafe { libc::alarm(120) };
        loop {
            std::thread::park();
        }
    }
    drop(write);
    let mut address = String::new();
    std::io::Read::read_to_string(&mut read, &mut address).unwrap();
    (address.trim().to_owned(), pid)
}
