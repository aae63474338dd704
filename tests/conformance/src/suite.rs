//! Runs everything: hands runs to workers, each with driver processes of its own, collects verdicts and counts them.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::case::Case;
use crate::driver::{Driver, Row};
use crate::plan::{self, Job};
use crate::run;
use crate::splits;

/// Counts of one kind of run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// Runs that held.
    pub passed: usize,
    /// Runs that did not.
    pub failed: usize,
}

/// All counts, by label in order of appearance.
#[derive(Default)]
pub struct Tally {
    counts: BTreeMap<String, Count>,
}

impl Tally {
    /// Adds one run.
    pub fn add(&mut self, label: &str, held: bool) {
        let count = self.counts.entry(label.to_owned()).or_default();
        if held { count.passed += 1 } else { count.failed += 1 }
    }

    /// All runs together.
    #[must_use]
    pub fn total(&self) -> Count {
        self.counts.values().fold(Count::default(), |sum, c| Count {
            passed: sum.passed + c.passed,
            failed: sum.failed + c.failed,
        })
    }
}

struct SuiteState {
    jobs: Vec<Job>,
    next: AtomicUsize,
    rows: Vec<Row>,
    tally: Mutex<Tally>,
    kind: &'static str,
    verbose: bool,
}

/// Runs the cases with every driver, over sockets.
///
/// # Errors
/// A driver does not start at all.
pub async fn over_sockets(
    cases: &[Arc<Case>],
    rows: &[Row],
    workers: usize,
    kind: &'static str,
    verbose: bool,
    tally: Tally,
) -> Result<Tally, String> {
    for row in rows {
        drop(Driver::start(row)?);
    }
    let (jobs, left_out) = plan::jobs(cases, rows);
    for (row, count) in rows.iter().zip(&left_out).filter(|(_, count)| **count > 0) {
        say(&format!("{}: {count} {kind} left out, the driver lacks what they need", row.name));
    }
    let rows = rows.to_vec();
    let shared = Arc::new(SuiteState {
        jobs,
        next: AtomicUsize::new(0),
        rows,
        tally: Mutex::new(tally),
        kind,
        verbose,
    });
    let running: Vec<_> = (0..workers).map(|_| tokio::spawn(worker(Arc::clone(&shared)))).collect();
    for handle in running {
        handle.await.map_err(|e| format!("a worker ended early: {e}"))?;
    }
    let mut tally = shared.tally.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(std::mem::take(&mut *tally))
}

async fn worker(shared: Arc<SuiteState>) {
    let mut drivers: Vec<Option<Driver>> = shared.rows.iter().map(|_| None).collect();
    while let Some(job) = shared.jobs.get(shared.next.fetch_add(1, Ordering::Relaxed)) {
        let (Some(row), Some(slot)) = (shared.rows.get(job.driver), drivers.get_mut(job.driver)) else {
            return;
        };
        let name = format!("{}/{} {}{}", row.name, job.variant, job.case.name, job.delivery);
        let mut driver = match slot.take().map_or_else(|| Driver::start(row), Ok) {
            Ok(driver) => driver,
            Err(e) => {
                shared.record(row, job, &name, &[e]);
                continue;
            }
        };
        let verdict = run::case(&job.case, &job.variant, &job.delivery, &mut driver).await;
        if !verdict.driver_is_broken {
            *slot = Some(driver);
        }
        shared.record(row, job, &name, &verdict.differences);
    }
    for (driver, row) in drivers.into_iter().zip(&shared.rows) {
        let Some(driver) = driver else { continue };
        if let Some(broken) = driver.finish(run::SECRET).await {
            let mut tally = shared.tally.lock().unwrap_or_else(PoisonError::into_inner);
            tally.add(&format!("{} process", row.name), false);
            say(&format!("FAIL {}: when its work was done: {broken}", row.name));
        }
    }
}

impl SuiteState {
    fn record(&self, row: &Row, job: &Job, name: &str, differences: &[String]) {
        let label = format!("{} {} ({})", row.name, self.kind, job.variant);
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).add(&label, differences.is_empty());
        report(name, &job.case.why, differences, self.verbose);
    }
}

/// Feeds every stream body to the core in this process, cut at every byte.
pub async fn every_split(cases: &[Arc<Case>], verbose: bool, mut tally: Tally) -> Tally {
    let work: Vec<Arc<Case>> =
        cases.iter().filter(|c| c.divisible_body().is_some()).map(Arc::clone).collect();
    let mut cuts = 0;
    let running: Vec<_> = work
        .into_iter()
        .map(|case| tokio::task::spawn_blocking(move || (splits::every_byte(&case), case)))
        .collect();
    for handle in running {
        match handle.await {
            Ok((result, case)) => {
                cuts += result.cuts;
                tally.add("rust in process, cut at every byte", result.differences.is_empty());
                report(&format!("rust/in-process {}", case.name), &case.why, &result.differences, verbose);
            }
            Err(e) => {
                tally.add("rust in process, cut at every byte", false);
                say(&format!("FAIL rust/in-process: the core panicked: {e}"));
            }
        }
    }
    say(&format!("rust in process: {cuts} ways to cut were decoded"));
    tally
}

fn report(name: &str, why: &str, differences: &[String], verbose: bool) {
    if differences.is_empty() {
        if verbose {
            say(&format!("ok   {name}"));
        }
        return;
    }
    const MOST: usize = 12;
    let mut text = format!("FAIL {name}\n     why: {why}");
    for difference in differences.iter().take(MOST) {
        text.push_str("\n     - ");
        text.push_str(difference);
    }
    if differences.len() > MOST {
        text.push_str(&format!("\n     … and {} more", differences.len() - MOST));
    }
    say(&text);
}

/// Prints the counts; the very last line is `N passed, N failed`.
pub fn summary(tally: &Tally) {
    for (label, count) in &tally.counts {
        say(&format!("{label}: {} passed, {} failed", count.passed, count.failed));
    }
    let total = tally.total();
    say(&format!("{} passed, {} failed", total.passed, total.failed));
}

/// One report to standard output, whole even when several tasks report.
pub fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    // There is no place left to report to when standard output is gone.
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}
