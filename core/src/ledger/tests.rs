//! Each way that a call can end, lines of models and labels, reports.

use super::*;
use crate::clock::ScriptedClock;
use crate::model::CacheCreation;

fn ledger() -> (Arc<Ledger>, ScriptedClock) {
    let clock = ScriptedClock::manual();
    (Arc::new(Ledger::new(Arc::new(clock.clone()))), clock)
}

fn usage() -> Usage {
    Usage {
        input_tokens: 10,
        output_tokens: 4,
        cache_creation_input_tokens: Some(300),
        cache_creation: Some(CacheCreation { ephemeral_1h_input_tokens: 100, ..CacheCreation::default() }),
        cache_read_input_tokens: Some(7),
        ..Usage::default()
    }
}

#[test]
fn each_way_that_a_call_ends_has_a_line() {
    let (ledger, clock) = ledger();
    let mut complete = ledger.open("m", vec!["blue".to_owned(), "chat".to_owned()]);
    complete.attempts = 3;
    complete.waited = Duration::from_secs(2);
    complete.queued = Duration::from_secs(5);
    complete.answered();
    clock.advance(Duration::from_secs(1));
    complete.first_event();
    clock.advance(Duration::from_secs(3));
    complete.first_event();
    complete.used(&usage());
    complete.completed();
    drop(complete);
    let mut cut = ledger.open("m", vec!["blue".to_owned()]);
    cut.attempts = 1;
    cut.answered();
    cut.used(&usage());
    cut.failed();
    drop(cut);
    let mut left = ledger.open("n", Vec::new());
    left.answered();
    drop(left);
    let mut failed = ledger.open("n", Vec::new());
    failed.failed();
    drop(failed);
    drop(ledger.open("n", Vec::new()));
    let report = ledger.report(false);
    assert_eq!(report.time, Duration::from_secs(4));
    let total = report.total;
    assert_eq!(
        (total.calls, total.completed, total.interrupted, total.failed, total.cancelled),
        (5, 1, 2, 1, 1)
    );
    let m = report.models["m"];
    assert_eq!((m.calls, m.attempts, m.retries, m.streams), (2, 4, 2, 1));
    assert_eq!((m.input_tokens, m.output_tokens, m.cache_read_tokens), (10, 4, 7));
    assert_eq!((m.cache_write_5m_tokens, m.cache_write_1h_tokens), (200, 100));
    assert_eq!((m.interrupted_input_tokens, m.interrupted_output_tokens), (317, 4));
    assert_eq!((m.first_event, m.duration), (Duration::from_secs(1), Duration::from_secs(4)));
    assert_eq!((m.waited, m.queued), (Duration::from_secs(2), Duration::from_secs(5)));
    assert_eq!((report.labels["blue"].calls, report.labels["chat"].calls, report.labels.len()), (2, 1, 2));
}

#[test]
fn a_report_begins_a_new_book_or_is_compared() {
    let (ledger, _clock) = ledger();
    drop(ledger.open("m", vec!["a".to_owned()]));
    let first = ledger.report(false);
    drop(ledger.open("n", Vec::new()));
    let since = ledger.report(false).since(&first);
    assert_eq!((since.total.calls, since.models.len(), since.labels.len()), (1, 1, 0));
    assert_eq!(ledger.report(true).total.calls, 2);
    assert_eq!(ledger.report(true), UsageReport::default());
}

#[test]
fn lines_are_bounded() {
    let (ledger, _clock) = ledger();
    for number in 0..LINES + 10 {
        drop(ledger.open("m", vec![number.to_string()]));
    }
    let report = ledger.report(false);
    assert_eq!((report.labels.len(), report.labels[OTHERS].calls), (LINES + 1, 10));
    assert_eq!(report.total.calls, report.labels.values().map(|tally| tally.calls).sum::<u64>());
}
