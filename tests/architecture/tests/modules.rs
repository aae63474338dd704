//! The structure of the source: no module uses one beside it that uses it in return, and the folders of the core depend
//! on each other in one order.

use std::path::{Path, PathBuf};

use parlour_architecture::{arrows, circles};

/// Crates and their root files.
const CRATES: [(&str, &str); 5] = [
    ("core", "core/src/lib.rs"),
    ("bridge", "bindings/bridge/src/lib.rs"),
    ("python", "bindings/python/src/lib.rs"),
    ("node", "bindings/node/src/lib.rs"),
    ("c", "bindings/c/src/lib.rs"),
];

/// The modules at the root of the core, the lowest first: each may use those before it.
const FLOORS: &[&str] = &[
    "work",
    "hex",
    "brief_lock",
    "nearest",
    "setting",
    "memory",
    "json",
    "secret",
    "clock",
    "model",
    "webhook",
    "answer_headers",
    "retry",
    "service",
    "error",
    "prompt_cache",
    "record",
    "ledger",
    "pacing",
    "schema_of",
    "threads",
    "fleet",
    "transport",
    "wire",
    "recordings",
    "call",
    "stream",
    "stats",
    "exposition",
    "client",
    "otel",
    "resources",
    "conversation",
    "structured",
    "tools",
    "testing",
];

/// Allowed cycles: `crate parent: member member`, the root of a crate as `.`; `#` begins a reason.
const ALLOWED: &str = include_str!("../allowed-circles.txt");

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn is_allowed(krate: &str, parent: &str, members: &[String]) -> bool {
    let parent = if parent.is_empty() { "." } else { parent };
    ALLOWED.lines().map(|line| line.split('#').next().unwrap_or_default()).any(|line| {
        line.split_once(':').is_some_and(|(place, allowed)| {
            let allowed: Vec<&str> = allowed.split_whitespace().collect();
            place.split_whitespace().eq([krate, parent])
                && members.iter().all(|member| allowed.contains(&member.as_str()))
        })
    })
}

#[test]
fn no_modules_use_each_other_in_a_circle() {
    let mut report = String::new();
    for (krate, root) in CRATES {
        for circle in circles(&arrows(&workspace().join(root)).unwrap()) {
            if !is_allowed(krate, &circle.parent, &circle.members) {
                let (parent, members) = (&circle.parent, circle.members.join(" "));
                report += &format!("{krate} {parent}: {members}\n    {}\n", circle.examples.join("\n    "));
            }
        }
    }
    assert!(
        report.is_empty(),
        "modules use each other in a circle; move what both need below them:\n{report}"
    );
}

#[test]
fn the_folders_of_the_core_stand_in_one_order() {
    let floor = |name: &str| FLOORS.iter().position(|known| *known == name);
    for arrow in arrows(&workspace().join("core/src/lib.rs")).unwrap() {
        if arrow.parent.is_empty() {
            let (from, to) = (floor(&arrow.from), floor(&arrow.to));
            assert!(from.is_some() && to.is_some(), "give {} and {} a place in FLOORS", arrow.from, arrow.to);
            assert!(from > to, "{} stands below {}: {}", arrow.from, arrow.to, arrow.example);
        }
    }
}

/// A crate of these files in a folder of its own.
#[allow(clippy::unwrap_used, reason = "a panic is the failure report of a test")]
fn sample(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for (file, text) in files {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder.join("lib.rs")
}

#[test]
fn circles_are_found_through_reexports_macros_and_parts() {
    let root = sample(
        "circle",
        &[
            ("lib.rs", "mod a; mod b; mod c; mod d; pub use a::Thing;"),
            ("a.rs", "pub struct Thing; fn f() { println!(\"{}\", crate::b::g()) }"),
            ("b.rs", "mod part; pub fn g() -> u8 { 1 }"),
            ("b/part.rs", "use super::super::c::Other;"),
            ("c.rs", "pub struct Other(crate::Thing); #[cfg(all(test, unix))] mod tests { use crate::d; }"),
            ("d.rs", "use crate::a::Thing; #[cfg(test)] mod tests { use crate::d; }"),
        ],
    );
    let found = circles(&arrows(&root).unwrap());
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].parent.as_str(), found[0].members.join(" ").as_str()), ("", "a b c"));
}

#[test]
fn a_module_and_its_parts_may_know_each_other() {
    let root = sample(
        "parts",
        &[
            ("lib.rs", "mod a; use a::Thing;"),
            ("a.rs", "mod part; pub struct Thing(part::Inner);"),
            ("a/part.rs", "use super::Thing; pub struct Inner(Option<Box<Thing>>);"),
        ],
    );
    assert!(circles(&arrows(&root).unwrap()).is_empty());
}
