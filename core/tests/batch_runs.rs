//! Runs of batches: split, submitted once whatever breaks, resumed after any end of the process (protocol §8.4).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use parlour::clock::ScriptedClock;
use parlour::{BatchRun, BatchRunOptions, BatchRunResults, CallOptions, Client, ErrorKind, MessageRequest};
use parlour_emulator::{Emulator, Fault, Reply};
use support::{client, request, soon};

fn requests(count: usize) -> impl Iterator<Item = (String, MessageRequest)> {
    (0..count).map(|at| (format!("row-{at}"), request(&format!("Translate row {at}."))))
}

fn by(requests: usize) -> BatchRunOptions {
    BatchRunOptions::new().requests_per_batch(requests)
}

async fn ids(mut results: BatchRunResults) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    while let Some(result) = soon(results.next()).await {
        let result = result.unwrap();
        assert!(result.outcome.message().is_some(), "{result:?}");
        assert!(ids.insert(result.custom_id), "no result is given twice");
    }
    ids
}

/// Each of these was submitted once.
fn assert_once(emulator: &Emulator, count: usize) {
    let book = emulator.batch_book();
    let rows: Vec<_> = book.iter().filter(|(id, _)| id.starts_with("row-")).collect();
    assert_eq!(rows.len(), count, "{book:?}");
    assert!(rows.iter().all(|(_, times)| **times == 1), "{book:?}");
}

fn journal(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("run.journal")
}

#[tokio::test]
async fn requests_are_split_and_each_has_its_result() {
    let emulator = Emulator::builder().batch_polls_until_end(2).start().await.unwrap();
    let client = client(&emulator);
    let results = soon(client.batches().run(requests(25), by(10))).await.unwrap();
    assert_eq!(results.batches().len(), 3);
    assert_eq!(ids(results).await.len(), 25);
    assert_once(&emulator, 25);
    // By bytes, too: the first requests have 138 each and their comma.
    let small = by(100).bytes_per_batch(500);
    let results = soon(client.batches().run(requests(9), small)).await.unwrap();
    assert!(results.batches().len() > 2, "{:?}", results.batches());
    assert_eq!(ids(results).await.len(), 9);
    let none = soon(client.batches().run(requests(0), by(1))).await.unwrap_err();
    assert!(none.to_string().contains("at least one request"), "{none}");
}

#[tokio::test]
async fn a_creation_that_was_not_told_is_found() {
    for fault in [Fault::ResetMidHeaders, Fault::CloseAt(20), Fault::CloseBeforeHeaders] {
        let emulator = Emulator::start().await.unwrap();
        let client = client(&emulator);
        // The newest batch is asked for, then one is created.
        emulator.script(vec![Reply::model(), Reply::model().fault(fault.clone())]);
        let results = soon(client.batches().run(requests(4), by(2))).await.unwrap();
        assert_eq!(ids(results).await.len(), 4, "{fault:?}");
        assert_once(&emulator, 4);
    }
}

#[tokio::test]
async fn another_batch_of_the_same_size_is_not_taken_for_ours() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let folder = tempfile::tempdir().unwrap();
    for created in [true, false] {
        let path = folder.path().join(format!("{created}.journal"));
        let what = match created {
            true => Fault::ResetMidHeaders,
            false => Fault::CloseBeforeHeaders,
        };
        let lost = Reply::model().fault(Fault::CloseBeforeHeaders);
        emulator.script(vec![Reply::model(), Reply::model().fault(what), lost]);
        let at_once = by(2).state(&path).with(CallOptions::new().max_retries(0));
        let name = |at: usize| format!("row-{created}-{at}");
        let ours = || (0..2).map(|at| (name(at), request("ours")));
        let error = client.batches().run(ours(), at_once).await.unwrap_err();
        assert_eq!((error.kind(), emulator.script_left()), (ErrorKind::Connection, 0), "{error}");
        let other = [("other-1", request("theirs")), ("other-2", request("theirs"))];
        client.batches().create(other).await.unwrap();
        let results = soon(client.batches().run(ours(), by(2).state(&path))).await.unwrap();
        assert_eq!(ids(results).await, [name(0), name(1)].into());
    }
    assert_once(&emulator, 4);
}

#[tokio::test]
async fn a_refusal_is_told_and_the_run_goes_on_later() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let folder = tempfile::tempdir().unwrap();
    let error = |status| Reply::status(status);
    // One that may be repeated is: it says that nothing was created.
    emulator.script(vec![Reply::model(), error(429), error(529), Reply::model(), Reply::model(), error(403)]);
    let again = async |size| client.batches().run(requests(4), by(size).state(journal(&folder))).await;
    let refused = soon(again(2)).await.unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::PermissionDenied, "{refused}");
    assert_eq!(emulator.batch_book().len(), 2);
    assert_eq!(ids(soon(again(2)).await.unwrap()).await.len(), 4);
    assert_once(&emulator, 4);
    // A run that is over gives its results again.
    assert_eq!(ids(soon(again(7)).await.unwrap()).await.len(), 4);
    assert_once(&emulator, 4);
}

#[tokio::test]
async fn other_requests_than_those_of_the_journal_are_refused() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let folder = tempfile::tempdir().unwrap();
    let options = || by(2).state(journal(&folder));
    let _results = soon(client.batches().run(requests(4), options())).await.unwrap();
    drop(_results);
    let sent = emulator.request_count();
    let reversed: Vec<_> = requests(4).collect::<Vec<_>>().into_iter().rev().collect();
    for (others, why) in [
        (reversed, "other ids or another order"),
        (requests(3).collect(), "other ids or another order"),
        (requests(2).collect(), "these requests fill 1 of them"),
    ] {
        let error = soon(client.batches().run(others, options())).await.unwrap_err();
        assert!(error.kind() == ErrorKind::Config && error.to_string().contains(why), "{error}");
    }
    assert_eq!(emulator.request_count(), sent);
    let other = Emulator::start().await.unwrap();
    let error = support::client(&other).batches().run(requests(4), options()).await.unwrap_err();
    assert!(error.to_string().contains("belongs to a run with"), "{error}");
    for (id, why) in [("row-1", "stands in the run already"), ("a b", "1 to 64")] {
        let twice = requests(3).chain([(id.to_owned(), request("again"))]);
        let error = client.batches().run(twice, by(2)).await.unwrap_err();
        assert!(error.kind() == ErrorKind::Config && error.to_string().contains(why), "{error}");
    }
}

#[tokio::test]
async fn results_that_break_off_are_read_again() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let mut results = soon(client.batches().run(requests(6), by(6))).await.unwrap();
    // The batch goes on, then it has ended, and its results are asked for at once; these break in the middle of a line.
    emulator.script(vec![Reply::model(), Reply::model(), Reply::model().fault(Fault::ResetAt(700))]);
    let mut seen = BTreeSet::new();
    while let Some(result) = soon(results.next()).await {
        assert!(seen.insert(result.unwrap().custom_id));
    }
    assert_eq!((seen.len(), emulator.script_left()), (6, 0));
    let asked = emulator.requests();
    let paths = asked.iter().filter(|request| request.method == "GET" && request.path.contains("/msgbatch_"));
    let results = |path: &str| path.ends_with("/results");
    let paths: Vec<bool> = paths.map(|request| results(&request.path)).collect();
    assert_eq!(
        paths,
        [false, false, true, false, true],
        "a batch that broke off is asked for again: {asked:?}"
    );
}

#[tokio::test]
async fn requests_come_one_at_a_time() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let mut run = BatchRun::open(by(2)).unwrap();
    let mut full = 0;
    for (id, request) in requests(5) {
        if run.push(&id, request).unwrap() {
            full += 1;
            let early = run.push("row-9", support::request("early")).unwrap_err();
            assert!(early.to_string().contains("submit it before"), "{early}");
            run.submit(&client).await.unwrap();
        }
    }
    assert_eq!((full, run.batches().len()), (2, 2));
    let mut count = 0;
    while let Some(result) = soon(run.next(&client)).await {
        result.unwrap();
        count += 1;
    }
    assert_eq!((count, run.batches().len()), (5, 3));
    let late = run.push("late", request("late")).unwrap_err();
    assert!(late.to_string().contains("complete"), "{late}");
}

const CHILD: &str = "PARLOUR_TEST_RUN";
const ROWS: usize = 40;

/// The process that is killed: a run that ends with exit code 0 once all of its results were read.
#[tokio::test]
async fn a_run_in_a_process_of_its_own() {
    let Ok(given) = env::var(CHILD) else { return };
    let given: Vec<&str> = given.split('|').collect();
    let client = Client::builder().base_url(given[0]).api_key(given[1]).clock(Arc::new(ScriptedClock::new()));
    let client = client.build().unwrap();
    let options = by(2).state(given[2]);
    let results = client.batches().run(requests(ROWS), options).await.unwrap();
    assert_eq!(ids(results).await.len(), ROWS);
}

fn child(emulator: &Emulator, journal: &Path) -> std::process::Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "a_run_in_a_process_of_its_own", "--test-threads=1"])
        .env(CHILD, format!("{}|{}|{}", emulator.url(), emulator.api_key(), journal.display()))
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

#[tokio::test]
async fn twenty_kills_submit_nothing_twice() {
    let emulator = Emulator::start().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let journal = journal(&folder);
    let mut kills = 0;
    // A xorshift of a fixed seed: every run of the test kills alike, as far as processes run alike.
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed % below
    };
    // Each round is killed after another number of requests and another time: while it plans, creates, writes, searches or reads.
    loop {
        let until = emulator.request_count() + 1 + random(7) as usize;
        let later = std::time::Duration::from_micros(random(3000));
        let mut child = child(&emulator, &journal);
        let ended = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break Some(status);
            }
            if kills < 20 && emulator.request_count() >= until {
                tokio::time::sleep(later).await;
                // SIGKILL, which no process can catch.
                child.kill().unwrap();
                let status = child.wait().unwrap();
                // It may have ended meanwhile.
                break status.success().then_some(status);
            }
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        };
        match ended {
            Some(status) => {
                assert!(status.success(), "the run failed after {kills} kills");
                // One that ended before is run again: it reads all results, and is killed at that.
                if kills == 20 {
                    break;
                }
            }
            None => kills += 1,
        }
        // What the killed process had sent is carried out before the next one looks.
        assert!(emulator.wait_open_connections(0).await);
    }
    assert_eq!(kills, 20);
    assert_once(&emulator, ROWS);
}
