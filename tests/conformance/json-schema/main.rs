//! The program `json-schema-suite`: holds the core's validator against the official JSON-Schema-Test-Suite. It is given
//! the folder of the suite for draft 2020-12, which `scripts/json-schema-suite.sh` installs.

mod beyond;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use parlour::{Json, schema_violations};
use parlour_conformance::suite::say;
use serde::Deserialize;
use serde_json::value::RawValue;

use beyond::{FILES, GROUPS};

/// Several values for one schema.
#[derive(Deserialize)]
struct Group {
    description: String,
    schema: Box<RawValue>,
    tests: Vec<Test>,
}

#[derive(Deserialize)]
struct Test {
    description: String,
    data: Box<RawValue>,
    valid: bool,
}

#[derive(Default)]
struct Counts {
    passed: usize,
    failed: usize,
    /// Values of groups that are left out.
    beyond: usize,
}

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        say("usage: json-schema-suite FOLDER");
        return ExitCode::from(2);
    };
    match run(&folder) {
        Ok(counts) => {
            for reason in reasons() {
                say(&format!("left out: {reason}"));
            }
            say(&format!(
                "{} values of groups that are left out, without those of whole files",
                counts.beyond
            ));
            say(&format!("{} passed, {} failed", counts.passed, counts.failed));
            ExitCode::from(u8::from(counts.failed > 0 || counts.passed == 0))
        }
        Err(problem) => {
            say(&problem);
            ExitCode::from(2)
        }
    }
}

/// Why parts of the suite are left out.
fn reasons() -> BTreeSet<&'static str> {
    let files = FILES.iter().map(|(_, reason)| *reason);
    files.chain(GROUPS.iter().map(|(_, _, reason)| *reason)).collect()
}

fn run(folder: &Path) -> Result<Counts, String> {
    let mut counts = Counts::default();
    let mut met = BTreeSet::new();
    for name in names(folder)? {
        if FILES.iter().any(|(file, _)| *file == name) {
            met.insert((name, String::new()));
            continue;
        }
        let place = folder.join(&name);
        let text = std::fs::read_to_string(&place).map_err(|e| format!("{}: {e}", place.display()))?;
        let groups: Vec<Group> = serde_json::from_str(&text).map_err(|e| format!("{name}: {e}"))?;
        for group in groups {
            if hold(&name, &group, &mut counts)? {
                met.insert((name.clone(), group.description));
            }
        }
    }
    // A list that names more than is left out would hide a later mistake.
    let listed = GROUPS.iter().map(|(file, group, _)| (*file, *group));
    for (file, group) in FILES.iter().map(|(file, _)| (*file, "")).chain(listed) {
        if !met.contains(&(file.to_owned(), group.to_owned())) {
            counts.failed += 1;
            say(&format!(
                "FAIL {file}: {group}\n     - listed in beyond.rs, and not in the suite or without a mismatch"
            ));
        }
    }
    Ok(counts)
}

/// The files with tests, relative to the folder. Formats are annotations in this draft, so that
/// the folder that asserts them is left out.
fn names(folder: &Path) -> Result<BTreeSet<String>, String> {
    let mut names = BTreeSet::new();
    for (below, prefix) in [(folder.to_owned(), ""), (folder.join("optional"), "optional/")] {
        for entry in std::fs::read_dir(&below).map_err(|e| format!("{}: {e}", below.display()))? {
            let name = entry.map_err(|e| e.to_string())?.file_name().to_string_lossy().into_owned();
            if name.ends_with(".json") {
                names.insert(format!("{prefix}{name}"));
            }
        }
    }
    Ok(names)
}

/// Checks the values of a group. Returns whether it is listed as left out and has indeed a mismatch.
fn hold(file: &str, group: &Group, counts: &mut Counts) -> Result<bool, String> {
    let beyond = GROUPS.iter().any(|(at, name, _)| *at == file && *name == group.description);
    let named =
        |what: &str, error: parlour::JsonError| format!("{file}: {}: {what}: {error}", group.description);
    let schema = Json::parse(group.schema.get()).map_err(|e| named("the schema", e))?;
    let mut mismatches = Vec::new();
    for test in &group.tests {
        let data = Json::parse(test.data.get()).map_err(|e| named(&test.description, e))?;
        let found = schema_violations(&schema, &data).map_err(|e| named(&test.description, e))?;
        if found.is_empty() != test.valid {
            let said = if test.valid { found.join("; ") } else { "it was accepted".to_owned() };
            mismatches.push(format!("     - {}: {said}", test.description));
        }
    }
    if beyond {
        counts.beyond += group.tests.len();
        return Ok(!mismatches.is_empty());
    }
    counts.passed += group.tests.len() - mismatches.len();
    counts.failed += mismatches.len();
    if !mismatches.is_empty() {
        say(&format!("FAIL {file}: {}\n{}", group.description, mismatches.join("\n")));
    }
    Ok(false)
}
