//! The script that adds up the books of ledgers, against a real server, in the time of the test.

use super::{Named, Server};
use crate::ledger::{BookAsk, FleetUsage, SharedName};

impl Named {
    /// Reports so many calls at a time in seconds, all of one model.
    fn says(&mut self, seconds: f64, calls: u64, leaves: bool) -> FleetUsage {
        self.connection.time = Some(1e12 + seconds * 1e3);
        let line = format!(r#"{{"calls":{calls},"cost":{},"queued_seconds":0.5}}"#, calls as f64 / 4.0);
        let book = format!(r#"{{"total":{line},"models":{{"m":{line}}},"labels":{{}}}}"#);
        self.connection.keep(&BookAsk { name: SharedName([4; 32]), book, leaves }, self.name).unwrap()
    }
}

fn figures(usage: &FleetUsage) -> (u32, u64, f64) {
    assert_eq!(usage.models.get("m").map(|line| line.calls), Some(usage.total.calls));
    (usage.processes, usage.total.calls, usage.total.cost)
}

#[test]
fn the_books_of_all_processes_are_added_up() {
    let server = Server::start(&[]);
    let (mut one, mut other) = (Named::new(&server, "one"), Named::new(&server, "other"));
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
    let mut third = Named::new(&server, "third");
    assert_eq!(figures(&third.says(23.0, 1, false)), (2, 12, 3.0));
}

#[test]
fn the_sum_has_a_bounded_number_of_lines() {
    let server = Server::start(&[]);
    let mut one = Named::new(&server, "one");
    let labels = |from: u32, to: u32, calls: u64| {
        let line = |number: u32| format!(r#""job:{number}":{{"calls":{calls}}}"#);
        (from..to).map(line).collect::<Vec<_>>().join(",")
    };
    let mut says = |labels: String| {
        let book = format!(r#"{{"total":{{}},"models":{{}},"labels":{{{labels}}}}}"#);
        let ask = BookAsk { name: SharedName([4; 32]), book, leaves: false };
        one.connection.keep(&ask, one.name).unwrap()
    };
    assert_eq!(says(labels(0, 4_000, 1)).labels.len(), 4_000);
    let usage = says(labels(0, 5_000, 3));
    assert_eq!(usage.labels.len(), 4_097);
    let calls = || usage.labels.values().map(|line| line.calls);
    assert_eq!(calls().sum::<u64>(), 15_000);
    assert_eq!(usage.labels["(others)"].calls, 3 * (5_000 - 4_096));
    // What was reported last is taken away where it was added.
    let usage = says(labels(0, 5_000, 4));
    assert_eq!(usage.labels.values().map(|line| line.calls).sum::<u64>(), 20_000);
    assert!(usage.labels.iter().all(|(name, line)| line.calls == 4 || &**name == "(others)"));
}
