//! The program `conformance`: reads what to run, runs it, prints counts, and tells by its exit code whether all holds.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use parlour_conformance::case::{self, Case};
use parlour_conformance::cli::{self, Arguments};
use parlour_conformance::driver::{self, Row};
use parlour_conformance::plan::matches;
use parlour_conformance::suite::{self, Tally, say};
use parlour_conformance::transcripts;

/// The folder of this package, which has the cases and the driver table.
const OWN_FOLDER: &str = env!("CARGO_MANIFEST_DIR");

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = match cli::parse(std::env::args().skip(1), OWN_FOLDER) {
        Ok(arguments) => arguments,
        Err(problem) => {
            say(&format!("{problem}\n{}", cli::USAGE));
            return if problem.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(2) };
        }
    };
    match run(arguments).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            say(&problem);
            ExitCode::from(2)
        }
    }
}

async fn run(arguments: Arguments) -> Result<bool, String> {
    let wanted = |name: &str| arguments.filter.as_ref().is_none_or(|pattern| matches(pattern, name));
    let keep = |cases: Vec<Case>| -> Vec<Arc<Case>> {
        cases.into_iter().filter(|c| wanted(&c.name)).map(Arc::new).collect()
    };
    let cases = keep(case::load(&arguments.cases)?);
    let recorded = match &arguments.transcripts {
        Some(folder) => keep(transcripts::load(folder)?),
        None => Vec::new(),
    };
    if cases.is_empty() && recorded.is_empty() {
        return Err("there is nothing to run: no case has such a name".to_owned());
    }
    if arguments.list {
        cases.iter().chain(&recorded).for_each(|c| say(&c.name));
        return Ok(true);
    }
    let rows = rows(&arguments.drivers)?;
    let rust = rows.iter().any(|row| row.name == "rust");
    let (jobs, verbose) = (arguments.jobs, arguments.verbose);
    let mut tally = Tally::default();
    if rust {
        tally = suite::every_split(&cases, verbose, tally).await;
    }
    tally = suite::over_sockets(&cases, &rows, jobs, "cases", verbose, tally).await?;
    tally = suite::over_sockets(&recorded, &rows, jobs, "transcripts", verbose, tally).await?;
    say(&format!("{} cases, {} transcripts, {} drivers", cases.len(), recorded.len(), rows.len()));
    suite::summary(&tally);
    Ok(tally.total().failed == 0)
}

fn rows(names: &[String]) -> Result<Vec<Row>, String> {
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let bin = program.parent().map(|p| p.display().to_string()).unwrap_or_default();
    let folder = Path::new(OWN_FOLDER);
    let root = folder.ancestors().nth(2).map(|p| p.display().to_string()).unwrap_or_default();
    let named = |variable: &str, usual: &str| {
        std::env::var(variable).ok().filter(|name| !name.is_empty()).unwrap_or_else(|| usual.to_owned())
    };
    let (python, node) = (named("PYTHON", "python3"), named("NODE", "node"));
    let known = [
        ("$BIN", bin.as_str()),
        ("$ROOT", root.as_str()),
        ("$PYTHON", python.as_str()),
        ("$NODE", node.as_str()),
    ];
    let table = driver::table(&folder.join("drivers.json"), &known)?;
    if let Some(unknown) = names.iter().find(|name| !table.iter().any(|row| row.name == **name)) {
        return Err(format!("drivers.json knows no driver {unknown}"));
    }
    Ok(table.into_iter().filter(|row| names.is_empty() || names.contains(&row.name)).collect())
}
