//! The modules of a crate and which of them use which, read from its source.
//!
//! The rule is hierarchical: of the modules with one parent, at every level, none may use another that uses it in
//! return, directly or through others. Uses by the submodules of a module count as its own; a module and its own parts
//! may know each other, because no other module sees the difference. A name that is re-exported counts where it is
//! defined.
//!
//! cargo-modules answers the same question with rust-analyzer, which takes minutes to compile on a machine without a
//! cache. Reading `use` items and paths with `syn`, which the derive macros bring along, takes a second. The price: a
//! path that only a macro's expansion contains is not seen, nor is a method that is called without naming its type.

mod parse;
mod resolve;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;

/// One use of a module by another with the same parent.
#[derive(Clone, Debug)]
pub struct Arrow {
    /// The parent of both; empty for the root of the crate.
    pub parent: String,
    /// The one that uses.
    pub from: String,
    /// The one that is used.
    pub to: String,
    /// A place that shows it: the modules themselves, with their full paths.
    pub example: String,
}

/// Modules side by side that use each other in a circle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circle {
    /// Their parent; empty for the root of the crate.
    pub parent: String,
    /// Their names, sorted.
    pub members: Vec<String>,
    /// One use for each arrow of the circle.
    pub examples: Vec<String>,
}

/// The arrows between the modules of the crate whose root file this is. Tests are left out.
///
/// # Errors
/// A file that cannot be read or parsed.
pub fn arrows(root: &Path) -> Result<Vec<Arrow>, Box<dyn Error>> {
    let modules = parse::read_crate(root)?;
    let mut found: BTreeMap<(String, String, String), String> = BTreeMap::new();
    for module in modules.values() {
        for path in &module.paths {
            let Some(target) = resolve::module_of(&modules, &module.path, path) else { continue };
            let common = module.path.iter().zip(&target).take_while(|(a, b)| a == b).count();
            // A module and its own submodule do not count.
            let (Some(from), Some(to)) = (module.path.get(common), target.get(common)) else { continue };
            let parent = target.get(..common).unwrap_or_default().join("::");
            let example = format!("{} -> {}", module.path.join("::"), target.join("::"));
            found.entry((parent, from.clone(), to.clone())).or_insert(example);
        }
    }
    Ok(found.into_iter().map(|((parent, from, to), example)| Arrow { parent, from, to, example }).collect())
}

/// The circles among these arrows.
#[must_use]
pub fn circles(arrows: &[Arrow]) -> Vec<Circle> {
    let parents: BTreeSet<&str> = arrows.iter().map(|arrow| arrow.parent.as_str()).collect();
    let mut circles = Vec::new();
    for parent in parents {
        let here: Vec<&Arrow> = arrows.iter().filter(|arrow| arrow.parent == parent).collect();
        let mut done: BTreeSet<&str> = BTreeSet::new();
        for name in here.iter().map(|arrow| arrow.from.as_str()) {
            if done.contains(name) {
                continue;
            }
            let back: BTreeSet<&str> = reached(&here, name)
                .into_iter()
                .filter(|other| reached(&here, other).contains(name))
                .collect();
            done.extend(&back);
            if back.is_empty() {
                continue;
            }
            let inside = here
                .iter()
                .filter(|arrow| back.contains(arrow.from.as_str()) && back.contains(arrow.to.as_str()));
            circles.push(Circle {
                parent: parent.to_owned(),
                members: back.iter().map(|&name| name.to_owned()).collect(),
                examples: inside.map(|arrow| arrow.example.clone()).collect(),
            });
        }
    }
    circles
}

/// The modules that can be reached from here along the arrows; itself only through others.
fn reached<'a>(arrows: &[&'a Arrow], from: &str) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    let mut next: Vec<&str> = vec![from];
    while let Some(at) = next.pop() {
        for arrow in arrows.iter().filter(|arrow| arrow.from == at) {
            if seen.insert(arrow.to.as_str()) {
                next.push(&arrow.to);
            }
        }
    }
    seen
}
