//! The script for spending limits against a real server, in the time of the test.

use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::ledger::{SharedName, SpendingAsk, SpendingGiven, Verdict};

const MINUTE: f64 = 60.0;

/// A process that keeps a limit of 1 000 a minute with others.
struct Spender {
    connection: Connection,
    name: String,
    reserved: f64,
    total: f64,
    confirmed: f64,
    known: Option<(u64, f64)>,
}

impl Spender {
    fn of(server: &Server, name: &str) -> Spender {
        let connection = Connection::open(&server.address()).unwrap();
        Spender { connection, name: name.to_owned(), reserved: 0.0, total: 0.0, confirmed: 0.0, known: None }
    }

    /// Asks at a time in seconds, of a day that begins with a window.
    fn ask(&mut self, seconds: f64, needed: Option<f64>, ahead: f64) -> SpendingGiven {
        self.report(seconds, |ask| (ask.needed, ask.ahead) = (needed, ahead))
    }

    fn report(&mut self, seconds: f64, change: impl FnOnce(&mut SpendingAsk)) -> SpendingGiven {
        self.connection.time = Some(1.2e12 + seconds * 1e3);
        let mut ask = SpendingAsk {
            limit: 0,
            name: SharedName([3; 32]),
            most: 1000.0,
            within: Duration::from_secs(60),
            reserved: self.reserved,
            total: self.total,
            confirmed: self.confirmed,
            needed: None,
            ahead: 0.0,
            known: self.known,
            leaves: false,
        };
        change(&mut ask);
        let given = self.connection.spend(&ask, &self.name).unwrap();
        self.confirmed = self.total;
        self.known = Some((given.window, given.used));
        given
    }

    /// Takes so much for a call.
    fn takes(&mut self, seconds: f64, amount: f64) -> SpendingGiven {
        let given = self.ask(seconds, Some(amount), 0.0);
        if given.verdict == Verdict::Granted {
            self.reserved += amount;
        }
        given
    }

    /// A call for which so much was kept used so much.
    fn uses(&mut self, reserved: f64, used: f64) {
        self.reserved -= reserved;
        self.total += used;
    }
}

#[test]
fn processes_use_a_limit_together() {
    let server = Server::start(&[]);
    let (mut one, mut two) = (Spender::of(&server, "one"), Spender::of(&server, "two"));
    let given = one.takes(0.0, 600.0);
    assert_eq!((given.verdict, given.granted, given.processes), (Verdict::Granted, 600.0, 1));
    assert_eq!(given.reset, Duration::from_secs(60));
    // Kept for calls of the other: they may use it.
    let given = two.takes(0.2, 500.0);
    assert_eq!((given.verdict, given.reserved, given.used), (Verdict::Refused, 600.0, 0.0));
    one.uses(600.0, 450.0);
    one.ask(0.3, None, 0.0);
    let given = two.takes(0.4, 500.0);
    assert_eq!((given.verdict, given.used, given.processes), (Verdict::Granted, 450.0, 2));
    two.uses(500.0, 500.0);
    let given = one.takes(0.5, 40.0);
    assert_eq!((given.verdict, given.used, given.reserved), (Verdict::Granted, 450.0, 500.0));
    assert_eq!(two.ask(0.6, None, 0.0).used, 950.0);
    assert_eq!(one.takes(0.7, 40.0).verdict, Verdict::Refused);
    one.uses(40.0, 40.0);
    one.ask(0.8, None, 0.0);
    // The next window begins with what runs.
    let given = two.takes(MINUTE, 960.0);
    assert_eq!((given.verdict, given.used), (Verdict::Granted, 0.0));
    assert_eq!(two.takes(MINUTE + 0.1, 41.0).verdict, Verdict::Refused);
}

#[test]
fn what_is_given_ahead_is_waited_for_and_comes_back() {
    let server = Server::start(&[]);
    let (mut one, mut two) = (Spender::of(&server, "one"), Spender::of(&server, "two"));
    let given = one.ask(0.0, None, 400.0);
    assert_eq!(given.granted, 50.0, "a twentieth at most");
    assert_eq!(two.takes(0.1, 960.0).verdict, Verdict::Wait);
    // It gives back all, and gets nothing ahead while the other waits.
    assert_eq!(one.ask(0.2, None, 400.0).granted, 0.0);
    assert_eq!(two.takes(0.3, 960.0).verdict, Verdict::Granted);
    two.uses(960.0, 950.0);
    two.ask(0.4, None, 0.0);
    // Little is left: it is given to calls alone.
    assert_eq!(one.ask(0.5, Some(10.0), 40.0).granted, 10.0);
}

#[test]
fn what_a_dead_process_kept_counts_as_used() {
    let server = Server::start(&[]);
    let (mut one, mut two) = (Spender::of(&server, "one"), Spender::of(&server, "two"));
    one.takes(0.0, 300.0);
    one.ask(0.1, None, 40.0);
    let given = two.ask(4.0, None, 0.0);
    assert_eq!((given.used, given.reserved, given.processes), (0.0, 300.0, 2));
    let given = two.ask(5.2, None, 0.0);
    assert_eq!((given.used, given.reserved, given.processes), (300.0, 0.0, 1), "nobody knows what it used");
    assert_eq!(two.takes(5.3, 700.0).verdict, Verdict::Granted);
    two.uses(700.0, 0.0);
    // It was only slow.
    one.uses(300.0, 20.0);
    let given = one.ask(7.0, None, 0.0);
    assert_eq!((given.used, given.processes), (20.0, 2));
    // One that comes back in another window has nothing to take back.
    one.takes(8.0, 10.0);
    one.ask(8.1, None, 0.0);
    two.ask(MINUTE - 1.0, None, 0.0);
    assert_eq!(one.ask(MINUTE + 1.0, None, 0.0).used, 0.0);
}

#[test]
fn a_report_that_comes_twice_counts_once() {
    let server = Server::start(&[]);
    let mut one = Spender::of(&server, "one");
    one.takes(0.0, 100.0);
    one.uses(100.0, 80.0);
    let again = one.confirmed;
    one.ask(0.1, None, 0.0);
    one.confirmed = again;
    assert_eq!(one.ask(0.2, None, 0.0).used, 80.0);
}

#[test]
fn a_store_that_lost_its_data_learns_what_was_used() {
    let server = Server::start(&[]);
    let mut one = Spender::of(&server, "one");
    one.takes(0.0, 100.0);
    one.uses(100.0, 80.0);
    one.ask(0.1, None, 0.0);
    redis::cmd("FLUSHALL").exec(&mut server.link()).unwrap();
    // With the scripts gone too.
    redis::cmd("SCRIPT").arg("FLUSH").exec(&mut server.link()).unwrap();
    one.connection = Connection::open(&server.address()).unwrap();
    one.total += 7.0;
    assert_eq!(one.ask(0.2, None, 0.0).used, 87.0);
    let mut two = Spender::of(&server, "two");
    two.known = Some((20_000_000, 500.0));
    assert_eq!(two.ask(0.3, None, 0.0).used, 87.0, "it knows by now");
}

#[test]
fn a_client_that_ends_is_no_process() {
    let server = Server::start(&[]);
    let (mut one, mut two) = (Spender::of(&server, "one"), Spender::of(&server, "two"));
    one.ask(0.0, None, 50.0);
    one.total = 30.0;
    one.report(0.1, |ask| ask.leaves = true);
    let given = two.takes(0.2, 970.0);
    assert_eq!((given.verdict, given.used, given.processes), (Verdict::Granted, 30.0, 1));
}

#[test]
fn the_store_holds_no_name_of_a_limit() {
    let server = Server::start(&[]);
    Spender::of(&server, "one").ask(0.0, None, 50.0);
    let keys: Vec<String> = redis::cmd("KEYS").arg("*").query(&mut server.link()).unwrap();
    assert!(keys.iter().any(|key| key.starts_with("parlour:{spending:")), "{keys:?}");
    let plain = "03".repeat(32);
    assert!(keys.iter().all(|key| !key.contains(&plain)));
    // All of them end.
    for key in keys.iter().filter(|key| key.contains("spending")) {
        let left: i64 = redis::cmd("PTTL").arg(key).query(&mut server.link()).unwrap();
        assert!(left > 60_000, "{key}: {left}");
    }
}

/// Whatever processes do, calls never use more than the limit in a window.
#[test]
fn never_more_than_the_limit() {
    let server = Server::start(&[]);
    let config = ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() };
    let step = (0_usize..3, 1_u32..300, 0_u32..300, 1_u32..900);
    let steps = prop::collection::vec(step, 1..60);
    proptest::test_runner::TestRunner::new(config)
        .run(&steps, |steps| {
            redis::cmd("FLUSHALL").exec(&mut server.link()).unwrap();
            let mut processes = ["a", "b", "c"].map(|name| Spender::of(&server, name));
            let (mut at, mut window, mut used) = (0.0, None, 0.0);
            for (which, amount, ahead, passes) in steps {
                at += f64::from(passes) / 1e3;
                let amount = f64::from(amount);
                // Each reports while it lives.
                for process in &mut processes {
                    process.ask(at, None, 0.0);
                }
                let given = processes[which].ask(at, Some(amount), f64::from(ahead));
                if window.replace(given.window) != Some(given.window) {
                    used = 0.0;
                }
                if given.verdict == Verdict::Granted {
                    // The call, and others with what was given ahead, use all of it at once.
                    prop_assert!(given.granted >= amount);
                    processes[which].total += given.granted;
                    used += given.granted;
                }
                prop_assert!(used <= 1000.0 + 1e-6, "{}", used);
            }
            Ok(())
        })
        .unwrap();
}
