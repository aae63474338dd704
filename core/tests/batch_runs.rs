//! Runs of batches: split, submitted once whatever breaks, resumed after any end of the process (protocol §8.4).
#![cfg(feature = "resources")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::collections::BTreeSet;
use std::env;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use parlour::clock::ScriptedClock;
use parlour::{
    BatchRun, BatchRunOptions, BatchRunResults, CallOptions, Client, Error, ErrorKind, MessageRequest,
};
use parlour_emulator::{Emulator, Fault, ManualClock, Reply};
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

/// The batch of an error that says that a creation is in doubt, with the lines that a user may append to the journal.
fn doubt(error: &Error) -> (String, Option<(String, String)>) {
    assert_eq!((error.kind(), error.subkind()), (ErrorKind::Config, Some("batch_in_doubt")), "{error}");
    let text = error.message();
    let batch = text.split(' ').find(|word| word.starts_with("msgbatch_")).unwrap().to_owned();
    let between = |from: &str, to: &str| Some(text.split_once(from)?.1.split_once(to)?.0.to_owned());
    let lines = between(" the line ", " if it is of this run").zip(between("or the line ", " if another"));
    (batch, lines)
}

fn append(path: &Path, line: &str) {
    let mut file = OpenOptions::new().append(true).open(path).unwrap();
    file.write_all(format!("{line}\n").as_bytes()).unwrap();
}

#[tokio::test]
async fn a_creation_that_may_have_happened_is_neither_repeated_nor_guessed() {
    for fault in [Fault::ResetMidHeaders, Fault::CloseAt(20), Fault::CloseBeforeHeaders] {
        let emulator = Emulator::start().await.unwrap();
        let client = client(&emulator);
        // The newest batch is asked for, then one is created.
        emulator.script(vec![Reply::model(), Reply::model().fault(fault.clone())]);
        let mut results = soon(client.batches().run(requests(4), by(2))).await.unwrap();
        let mut given = BTreeSet::new();
        let error = loop {
            match soon(results.next()).await.unwrap() {
                Ok(result) => assert!(given.insert(result.custom_id)),
                Err(error) => break error,
            }
        };
        let (batch, lines) = doubt(&error);
        assert!(lines.is_none() && error.message().contains("read its results by that id"), "{error}");
        let mut rows = soon(client.batches().results(&batch)).await.unwrap();
        assert!(soon(rows.next()).await.unwrap().is_ok(), "{fault:?}");
        assert!(given.is_subset(&["row-2".to_owned(), "row-3".to_owned()].into()), "{fault:?}");
        assert_once(&emulator, 4);
    }
}

#[tokio::test]
async fn a_run_in_doubt_goes_on_by_what_the_journal_is_given() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let folder = tempfile::tempdir().unwrap();
    for fault in [Fault::ResetMidHeaders, Fault::CloseBeforeHeaders] {
        let path = folder.path().join(format!("{fault:?}.journal"));
        let lost = Reply::model().fault(Fault::CloseBeforeHeaders);
        emulator.script(vec![Reply::model(), Reply::model().fault(fault.clone()), lost]);
        let at_once = by(2).state(&path).with(CallOptions::new().max_retries(0));
        let name = |at: usize| format!("row-{fault:?}-{at}");
        let ours = || (0..2).map(|at| (name(at), request("ours")));
        let error = client.batches().run(ours(), at_once).await.unwrap_err();
        assert_eq!((error.kind(), emulator.script_left()), (ErrorKind::Connection, 0), "{error}");
        // A batch with other ids is no candidate once it has ended.
        let other = [("other-1", request("theirs")), ("other-2", request("theirs"))];
        let other = client.batches().create(other).await.unwrap();
        let mut results = soon(client.batches().run(ours(), by(2).state(&path))).await.unwrap();
        let error = soon(results.next()).await.unwrap().unwrap_err();
        let (batch, lines) = doubt(&error);
        assert_ne!(batch, other.id);
        // It stays in doubt until somebody says more.
        assert_eq!(doubt(&soon(results.next()).await.unwrap().unwrap_err()).0, batch);
        drop(results);
        append(&path, &lines.unwrap().0);
        let results = soon(client.batches().run(ours(), by(2).state(&path))).await.unwrap();
        assert_eq!(ids(results).await, [name(0), name(1)].into());
    }
    assert_once(&emulator, 4);
}

/// A plan that was written, and whose batch the service has refused.
async fn plan(emulator: &Emulator, path: &Path, word: &str) {
    emulator.script(vec![Reply::model(), Reply::status(403)]);
    let error = client(emulator).batches().run(asking(word), by(3).state(path)).await.unwrap_err();
    assert_eq!((error.kind(), emulator.script_left()), (ErrorKind::PermissionDenied, 0), "{error}");
}

/// Three requests under the same ids, whatever they ask.
fn asking(word: &str) -> impl Iterator<Item = (String, MessageRequest)> {
    (0..3).map(move |at| (format!("row-{at}"), request(&format!("say {word}-{at}"))))
}

async fn texts(mut results: BatchRunResults) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    while let Some(result) = soon(results.next()).await {
        texts.insert(result.unwrap().outcome.message().unwrap().text());
    }
    texts
}

#[tokio::test]
async fn no_run_takes_the_batch_of_another_with_the_same_ids() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("a.journal"), folder.path().join("b.journal"));
    plan(&emulator, &first, "AAA").await;
    let theirs = soon(client.batches().run(asking("BBB"), by(3).state(&second))).await.unwrap();
    let their_batch = theirs.batches()[0].to_owned();
    assert_eq!(texts(theirs).await, ["BBB-0", "BBB-1", "BBB-2"].map(str::to_owned).into());
    let mut ours = soon(client.batches().run(asking("AAA"), by(3).state(&first))).await.unwrap();
    let (batch, lines) = doubt(&soon(ours.next()).await.unwrap().unwrap_err());
    assert_eq!(batch, their_batch);
    drop(ours);
    append(&first, &lines.unwrap().1);
    let ours = soon(client.batches().run(asking("AAA"), by(3).state(&first))).await.unwrap();
    assert_eq!(texts(ours).await, ["AAA-0", "AAA-1", "AAA-2"].map(str::to_owned).into());
}

#[tokio::test]
async fn batches_from_before_the_plan_are_no_candidates() {
    let clock = Arc::new(ManualClock::at_unix(1_790_000_000));
    let emulator = Emulator::builder().clock(Arc::<ManualClock>::clone(&clock)).start().await.unwrap();
    let client = client(&emulator);
    let folder = tempfile::tempdir().unwrap();
    let old = soon(client.batches().run(asking("old"), by(3))).await.unwrap();
    assert_eq!(texts(old).await.len(), 3);
    let newest = client.batches().create(asking("newest")).await.unwrap();
    clock.advance(Duration::from_secs(60));
    let path = folder.path().join("run.journal");
    plan(&emulator, &path, "AAA").await;
    // Without the batch that the plan names the list is read by the time.
    emulator.end_batches();
    client.batches().delete(&newest.id).await.unwrap();
    let ours = soon(client.batches().run(asking("AAA"), by(3).state(&path))).await.unwrap();
    assert_eq!(texts(ours).await, ["AAA-0", "AAA-1", "AAA-2"].map(str::to_owned).into());
}

#[tokio::test]
async fn other_requests_under_the_same_ids_are_refused() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let folder = tempfile::tempdir().unwrap();
    let path = journal(&folder);
    assert_eq!(
        texts(soon(client.batches().run(asking("AAA"), by(2).state(&path))).await.unwrap()).await.len(),
        3
    );
    let (written, sent) = (std::fs::read(&path).unwrap(), emulator.request_count());
    for (changed, named) in [(0, "request 0 (\"row-0\")"), (2, "request 2 (\"row-2\")")] {
        let mut others: Vec<_> = asking("AAA").collect();
        others[changed].1 = request("say CCC");
        let error = soon(client.batches().run(others, by(2).state(&path))).await.unwrap_err();
        assert!(error.kind() == ErrorKind::Config && error.message().contains(named), "{error}");
    }
    assert_eq!((std::fs::read(&path).unwrap(), emulator.request_count()), (written, sent));
}

#[tokio::test]
async fn another_credential_than_that_of_the_journal_is_refused() {
    let emulator = Emulator::builder().also_key("another-key").start().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = journal(&folder);
    let other = support::builder(&emulator).api_key("another-key").build().unwrap();
    assert_eq!(
        ids(soon(client(&emulator).batches().run(requests(2), by(2).state(&path))).await.unwrap())
            .await
            .len(),
        2
    );
    let error = soon(other.batches().run(requests(2), by(2).state(&path))).await.unwrap_err();
    assert!(error.kind() == ErrorKind::Config && error.message().contains("another credential"), "{error}");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(!text.contains(emulator.api_key()) && !text.contains("Translate"), "{text}");
    // Removing the account from the journal declares that the credential belongs to the same one.
    let (first, rest) = text.split_once('\n').unwrap();
    let mut first: serde_json::Value = serde_json::from_str(first).unwrap();
    assert!(first["batch_run"].as_object_mut().unwrap().remove("account").is_some());
    std::fs::write(&path, format!("{first}\n{rest}")).unwrap();
    assert!(soon(other.batches().run(requests(2), by(2).state(&path))).await.is_ok());
    assert_eq!(
        ids(soon(client(&emulator).batches().run(requests(2), by(2).state(&path))).await.unwrap())
            .await
            .len(),
        2
    );
    assert_once(&emulator, 2);
}

#[tokio::test]
async fn a_run_that_was_refused_goes_on_later() {
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
        (reversed, "request 0 (\"row-3\") differs"),
        (requests(3).collect(), "batch 1 of the journal has 2 requests, and these are 1"),
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

/// The exit code of a run that was in doubt, and whose journal was given what a user would append: the service is
/// nobody else's.
const SETTLED: i32 = 3;

/// The process that is killed: a run that ends with exit code 0 once all of its results were read.
#[tokio::test]
async fn a_run_in_a_process_of_its_own() {
    let Ok(given) = env::var(CHILD) else { return };
    let given: Vec<&str> = given.split('|').collect();
    let client = Client::builder().base_url(given[0]).api_key(given[1]).clock(Arc::new(ScriptedClock::new()));
    let client = client.build().unwrap();
    let options = by(2).state(given[2]);
    let mut results = client.batches().run(requests(ROWS), options).await.unwrap();
    let mut given_ids = BTreeSet::new();
    while let Some(result) = results.next().await {
        match result {
            Ok(result) => assert!(given_ids.insert(result.custom_id), "no result is given twice"),
            Err(error) => {
                append(Path::new(given[2]), &doubt(&error).1.unwrap().0);
                std::process::exit(SETTLED);
            }
        }
    }
    assert_eq!(given_ids.len(), ROWS);
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
    // Each round is killed after another number of requests and another time: while it plans, creates, writes, searches
    // or reads.
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
                break (status.success() || status.code() == Some(SETTLED)).then_some(status);
            }
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        };
        match ended {
            Some(status) if status.code() == Some(SETTLED) => {}
            Some(status) => {
                assert!(status.success(), "the run failed after {kills} kills");
                // One that ended before is run again: it reads all results, and is killed at that.
                if kills == 20 {
                    break;
                }
            }
            None => kills += 1,
        }
        // The service completes the requests of the killed process before the next one starts.
        assert!(emulator.wait_open_connections(0).await);
    }
    assert_eq!(kills, 20);
    assert_once(&emulator, ROWS);
}
