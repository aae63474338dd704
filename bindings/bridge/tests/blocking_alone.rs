//! Blocking calls of a program that makes no others, against the emulator. A program of its own: a thread that
//! drives calls of others as well may find a connection that is just returning to the pool.
#![allow(clippy::unwrap_used, missing_docs)]

use parlour_bridge::{CallRequest, Client, Mode, Port, settings};

const BODY: &str = r#"{"model":"svc-haiku-3-5","max_tokens":200,"messages":[{"role":"user","content":"Name three rivers."}]}"#;

/// Threads of the library in this process.
fn threads() -> usize {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    let names = tasks.filter_map(|task| std::fs::read_to_string(task.unwrap().path().join("comm")).ok());
    names.filter(|name| name.trim() == "parlour").count()
}

#[test]
fn an_answer_arrives_without_a_thread_and_the_connection_is_used_again() {
    let emulator = parlour_emulator::Emulator::start_blocking().unwrap();
    let json = format!(r#"{{"base_url":"{}","api_key":"{}"}}"#, emulator.url(), emulator.api_key());
    let client = Client::new(settings::builder(json.as_bytes(), false).unwrap()).unwrap();
    let port = Port::new(|| ());
    for _ in 0..20 {
        let mut call =
            client.prepare_blocking(&port, CallRequest::message(Mode::Create, BODY.into()).unwrap()).unwrap();
        let answer = call.run(None).unwrap().unwrap();
        assert_eq!((answer.head.status(), answer.head.attempts()), (200, 1));
        assert!(answer.body.starts_with(b"{"));
    }
    assert_eq!((threads(), emulator.accepted_connections()), (0, 1));
}
