//! To which module a path leads. A name that a module only imports is followed to where it is defined.

use std::collections::BTreeMap;

use crate::parse::Module;

type Modules = BTreeMap<Vec<String>, Module>;

/// Longer chains of re-exports are none that somebody wrote.
const DEPTH: usize = 16;

/// The module that defines what `path` names, as seen from the module `at`; `None` for names of other crates.
pub(crate) fn module_of(modules: &Modules, at: &[String], path: &[String]) -> Option<Vec<String>> {
    follow(modules, at, path, DEPTH)
}

fn follow(modules: &Modules, at: &[String], path: &[String], depth: usize) -> Option<Vec<String>> {
    let depth = depth.checked_sub(1)?;
    let (first, mut rest) = path.split_first()?;
    let mut here = match first.as_str() {
        "crate" => Vec::new(),
        "self" => at.to_vec(),
        "super" => {
            let more = rest.iter().take_while(|name| *name == "super").count();
            rest = rest.get(more..)?;
            at.get(..at.len().checked_sub(more + 1)?)?.to_vec()
        }
        // A module of its own, or something imported.
        name => {
            let module = modules.get(at)?;
            if !module.children.contains(name) {
                let import = module.imports.get(name)?;
                if import.first() == Some(first) {
                    return None;
                }
                let whole: Vec<String> = import.iter().chain(rest).cloned().collect();
                return follow(modules, at, &whole, depth);
            }
            rest = path;
            at.to_vec()
        }
    };
    while let Some((name, after)) = rest.split_first() {
        let module = modules.get(&here)?;
        if module.children.contains(name) {
            here.push(name.clone());
            rest = after;
            continue;
        }
        if module.items.contains(name) {
            return Some(here);
        }
        if let Some(import) = module.imports.get(name) {
            let whole: Vec<String> = import.iter().chain(after).cloned().collect();
            // A name of another crate is at home where it is imported.
            return Some(follow(modules, &here, &whole, depth).unwrap_or(here));
        }
        let globs = module.globs.iter().filter_map(|glob| follow(modules, &here, glob, depth));
        let defines = |target: &Vec<String>| {
            modules.get(target).is_some_and(|module| {
                module.children.contains(name)
                    || module.items.contains(name)
                    || module.imports.contains_key(name)
            })
        };
        return match globs.into_iter().find(defines) {
            Some(target) => {
                let whole: Vec<String> = ["self".to_owned()].iter().chain(rest).cloned().collect();
                follow(modules, &target, &whole, depth)
            }
            // Something that a macro defines.
            None => Some(here),
        };
    }
    Some(here)
}
