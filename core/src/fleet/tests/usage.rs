//! The script that adds up the books of ledgers, against a real server, in the time of the test.

use super::Server;
use crate::fleet::connection::Connection;
use crate::ledger::{BookAsk, FleetUsage, SpendingName};

struct Process {
    connection: Connection,
    name: &'static str,
}

impl Process {
    fn new(server: &Server, name: &'static str) -> Process {
        Process { connection: Connection::open(&server.address()).unwrap(), name }
    }

    /// Reports so many calls at a time in seconds, all of one model.
    fn says(&mut self, seconds: f64, calls: u64, leaves: bool) -> FleetUsage {
        self.connection.time = Some(1e12 + seconds * 1e3);
        let line = format!(r#"{{"calls":{calls},"cost":{},"queued_seconds":0.5}}"#, calls as f64 / 4.0);
        let book = format!(r#"{{"total":{line},"models":{{"m":{line}}},"labels":{{}}}}"#);
        self.connection.keep(&BookAsk { name: SpendingName([4; 32]), book, leaves }, self.name).unwrap()
    }
}

fn figures(usage: &FleetUsage) -> (u32, u64, f64) {
    assert_eq!(usage.models.get("m").map(|line| line.calls), Some(usage.total.calls));
    (usage.processes, usage.total.calls, usage.total.cost)
}

#[test]
fn the_books_of_all_processes_are_added_up() {
    let server = Server::start(&[]);
    let (mut one, mut other) = (Process::new(&server, "one"), Process::new(&server, "other"));
    assert_eq!(figures(&one.says(0.0, 3, false)), (1, 3, 0.75));
    assert_eq!(figures(&other.says(1.0, 5, false)), (2, 8, 2.0));
    // A report that comes twice counts once.
    assert_eq!(figures(&other.says(1.0, 5, false)), (2, 8, 2.0));
    // One is silent and counts as ended; then it goes on.
    assert_eq!(figures(&other.says(6.5, 6, false)), (1, 9, 2.25));
    assert_eq!(figures(&one.says(7.0, 4, false)), (2, 10, 2.5));
    assert_eq!(figures(&one.says(20.0, 4, false)), (1, 10, 2.5));
    // A client that ends leaves its figures.
    assert_eq!(figures(&one.says(21.0, 5, true)), (0, 11, 2.75));
    assert_eq!(figures(&other.says(22.0, 6, false)), (1, 11, 2.75));
    let mut third = Process::new(&server, "third");
    assert_eq!(figures(&third.says(23.0, 1, false)), (2, 12, 3.0));
}
