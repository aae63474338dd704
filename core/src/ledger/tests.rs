//! Each way that a call can end, lines of models and labels, reports.

use std::time::Duration;

use super::*;
use crate::clock::ScriptedClock;
use crate::error::{Error, ErrorKind};
use crate::model::CacheCreation;

fn ledger() -> (Arc<Ledger>, ScriptedClock) {
    let clock = ScriptedClock::manual();
    (Arc::new(Ledger::new(Arc::new(clock.clone()), BTreeMap::new(), Vec::new())), clock)
}

fn open(ledger: &Arc<Ledger>, model: &str, labels: Vec<String>) -> Record {
    begin(ledger, model, labels, &Usage::default()).unwrap()
}

fn begin(ledger: &Arc<Ledger>, model: &str, labels: Vec<String>, expected: &Usage) -> Result<Record> {
    let mut record = Record::new(
        Arc::clone(&ledger.clock),
        Default::default(),
        "POST /v1/messages".to_owned(),
        Some(model),
        labels,
    );
    ledger.open(&mut record, expected).map(|()| record)
}

fn failure() -> Error {
    Error::new(ErrorKind::Connection, "lost")
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
    let mut complete = open(&ledger, "m", vec!["blue".to_owned(), "chat".to_owned()]);
    complete.attempts = 3;
    complete.waited = Duration::from_secs(2);
    complete.queued = Duration::from_secs(5);
    complete.answered(200, &Arc::default());
    clock.advance(Duration::from_secs(1));
    complete.first_event();
    clock.advance(Duration::from_secs(3));
    complete.first_event();
    complete.used(&usage());
    complete.completed();
    drop(complete);
    let mut cut = open(&ledger, "m", vec!["blue".to_owned()]);
    cut.attempts = 1;
    cut.answered(200, &Arc::default());
    cut.used(&usage());
    cut.failed(&failure());
    drop(cut);
    let mut left = open(&ledger, "n", Vec::new());
    left.answered(200, &Arc::default());
    drop(left);
    let mut failed = open(&ledger, "n", Vec::new());
    failed.failed(&failure());
    drop(failed);
    drop(open(&ledger, "n", Vec::new()));
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
    drop(open(&ledger, "m", vec!["a".to_owned()]));
    let first = ledger.report(false);
    drop(open(&ledger, "n", Vec::new()));
    let since = ledger.report(false).since(&first);
    assert_eq!((since.total.calls, since.models.len(), since.labels.len()), (1, 1, 0));
    assert_eq!(ledger.report(true).total.calls, 2);
    assert_eq!(ledger.report(true), UsageReport::default());
}

#[test]
fn lines_are_bounded() {
    let (ledger, _clock) = ledger();
    for number in 0..LINES + 10 {
        drop(open(&ledger, "m", vec![number.to_string()]));
    }
    let report = ledger.report(false);
    assert_eq!((report.labels.len(), report.labels[OTHERS].calls), (LINES + 1, 10));
    assert_eq!(report.total.calls, report.labels.values().map(|tally| tally.calls).sum::<u64>());
}

const DAY: Duration = Duration::from_secs(86_400);

fn limited(limits: Vec<SpendingLimit>) -> (Arc<Ledger>, ScriptedClock) {
    let clock = ScriptedClock::manual();
    let prices = BTreeMap::from([("m".to_owned(), Price::new(1.0, 5.0))]);
    (Arc::new(Ledger::new(Arc::new(clock.clone()), prices, limits)), clock)
}

fn expecting(input_tokens: u64, output_tokens: u64) -> Usage {
    Usage { input_tokens, output_tokens, ..Usage::default() }
}

fn complete(mut entry: Record, usage: &Usage) {
    entry.answered(200, &Arc::default());
    entry.used(usage);
    entry.completed();
}

#[test]
fn a_call_that_would_go_beyond_a_limit_is_refused() {
    let (ledger, clock) = limited(vec![SpendingLimit::tokens(100, DAY)]);
    let first = begin(&ledger, "m", Vec::new(), &expecting(10, 50)).unwrap();
    let error = begin(&ledger, "m", Vec::new(), &expecting(10, 50)).unwrap_err();
    assert_eq!((error.kind(), error.subkind()), (ErrorKind::OverLimit, Some("spending")));
    assert_eq!(error.retry_after(), Some(DAY));
    // It used less than was kept for it.
    complete(first, &expecting(10, 20));
    let second = begin(&ledger, "m", Vec::new(), &expecting(10, 50)).unwrap();
    assert!(begin(&ledger, "m", Vec::new(), &expecting(10, 50)).is_err());
    let state = &ledger.report(false).limits[0];
    assert_eq!((state.used, state.reserved, state.most, state.is_cost), (30.0, 60.0, 100.0, false));
    drop(second);
    clock.advance(DAY + DAY / 2);
    let state = &ledger.report(true).limits[0];
    assert_eq!((state.used, state.reserved, state.reset), (0.0, 0.0, DAY / 2));
}

#[test]
fn a_cut_answer_counts_as_all_that_it_might_have_used() {
    let (ledger, _clock) = limited(vec![SpendingLimit::tokens(100, DAY)]);
    let mut cut = begin(&ledger, "m", Vec::new(), &expecting(10, 50)).unwrap();
    cut.answered(200, &Arc::default());
    cut.used(&expecting(10, 1));
    cut.failed(&failure());
    drop(cut);
    assert_eq!(ledger.report(false).limits[0].used, 60.0);
    // One that failed before an answer began was not billed.
    let mut failed = begin(&ledger, "m", Vec::new(), &expecting(10, 10)).unwrap();
    failed.failed(&failure());
    drop(failed);
    let state = &ledger.report(false).limits[0];
    assert_eq!((state.used, state.reserved), (60.0, 0.0));
}

#[test]
fn limits_in_money_need_a_price() {
    let (ledger, _clock) = limited(vec![SpendingLimit::cost(0.001, DAY)]);
    // 100 tokens of input at 1 and 100 of output at 5 for a million.
    complete(begin(&ledger, "m", Vec::new(), &expecting(100, 100)).unwrap(), &usage());
    let cost = (10.0 * 1.0 + 4.0 * 5.0 + 7.0 * 0.1 + 200.0 * 1.25 + 100.0 * 2.0) / 1e6;
    assert!((ledger.report(false).total.cost - cost).abs() < 1e-12);
    assert!((ledger.report(false).limits[0].used - cost).abs() < 1e-12);
    assert_eq!(begin(&ledger, "m", Vec::new(), &expecting(0, 200)).unwrap_err().kind(), ErrorKind::OverLimit);
    assert_eq!(begin(&ledger, "n", Vec::new(), &expecting(1, 1)).unwrap_err().kind(), ErrorKind::Config);
}

#[test]
fn limits_of_labels_and_models_are_for_those_alone() {
    let (ledger, _clock) = limited(vec![
        SpendingLimit::tokens(10, DAY).of_label("blue"),
        SpendingLimit::tokens(20, DAY).of_model("m"),
    ]);
    let blue = || vec!["blue".to_owned()];
    let _first = begin(&ledger, "n", blue(), &expecting(5, 5)).unwrap();
    assert!(begin(&ledger, "n", blue(), &expecting(1, 0)).is_err());
    let _second = begin(&ledger, "m", Vec::new(), &expecting(20, 0)).unwrap();
    assert!(begin(&ledger, "m", Vec::new(), &expecting(1, 0)).is_err());
    let _third = begin(&ledger, "n", Vec::new(), &expecting(1_000, 0)).unwrap();
    // A call that one limit refuses keeps nothing of another.
    assert_eq!(
        ledger.report(false).limits.iter().map(|limit| limit.reserved).collect::<Vec<_>>(),
        [10.0, 20.0]
    );
}

#[test]
fn an_attempt_beside_another_is_in_the_line_of_its_call() {
    let (ledger, _clock) = limited(vec![SpendingLimit::tokens(1_000, DAY)]);
    let expected = Usage { input_tokens: 40, output_tokens: 100, ..Usage::default() };
    let raced = |beside: Option<Beside>, usage: Option<Usage>| {
        let mut record = begin(&ledger, "m", vec!["blue".to_owned()], &expected).unwrap();
        record.attempts = 1;
        let mut other = record.beside();
        ledger.open(&mut other, &record.expected().unwrap()).unwrap();
        other.attempts = 1;
        assert!((ledger.report(false).limits[0].reserved - 280.0).abs() < 1e-9, "room for both");
        other.beside = beside;
        record.hedge_won = Some(true);
        record.other = Some(Box::new(other));
        record.answered(200, &Arc::default());
        if let Some(usage) = usage {
            record.used(&usage);
            record.completed();
        }
        drop(record);
        ledger.report(true)
    };
    let usage = Usage { input_tokens: 10, output_tokens: 4, ..Usage::default() };
    let report = raced(Some(Beside::Cancelled), Some(usage.clone()));
    let total = report.total;
    assert_eq!((total.calls, total.attempts, total.retries, total.hedges, total.hedges_won), (1, 2, 0, 1, 1));
    assert_eq!((total.input_tokens, total.output_tokens, total.interrupted_input_tokens), (10, 4, 10));
    assert!((total.cost - (20.0 + 4.0 * 5.0) / 1e6).abs() < 1e-12, "{}", total.cost);
    assert_eq!((report.models["m"], report.labels["blue"]), (total, total));
    assert!((report.limits[0].used - 24.0).abs() < 1e-9 && report.limits[0].reserved.abs() < 1e-9);

    let total = raced(Some(Beside::Unbilled), Some(usage)).total;
    assert_eq!((total.attempts, total.hedges, total.interrupted_input_tokens), (2, 1, 0));
    // Nothing is known of the input: as the spending limit expected it. The cut answer counts as a whole one there.
    let report = raced(Some(Beside::Cancelled), None);
    assert_eq!((report.total.interrupted, report.total.interrupted_input_tokens), (1, 40));
    assert!((report.limits[0].used - (24.0 + 14.0 + 140.0 + 40.0)).abs() < 1e-9, "{:?}", report.limits);
}
