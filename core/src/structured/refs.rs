//! The references of a schema: whether it contains itself, whether it points outside, and the same schema moved one
//! level down.

use super::tree::Tree;

/// The property that holds the value if the service requires an object and the schema is not one of an object.
pub(super) const WRAPPED_IN: &str = "value";
/// Keywords whose value is data, not a schema.
const DATA: [&str; 5] = ["enum", "const", "default", "examples", "example"];
/// Keywords whose value maps names to schemas.
const MAPS: [&str; 5] = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];

/// Calls `each` with the `$ref` of every schema in `tree`. `is_map` says that the keys of `tree` are names.
fn visit<'t>(tree: &'t Tree, is_map: bool, skip_definitions: bool, each: &mut impl FnMut(&'t Tree)) {
    match tree {
        Tree::Leaf(_) => {}
        Tree::Array(items) => items.iter().for_each(|item| visit(item, false, false, each)),
        Tree::Object(entries) => {
            for (key, value) in entries {
                match key.as_str() {
                    _ if is_map => visit(value, false, false, each),
                    "$ref" => each(value),
                    "$defs" | "definitions" if skip_definitions => {}
                    key if DATA.contains(&key) => {}
                    key => visit(value, MAPS.contains(&key), false, each),
                }
            }
        }
    }
}

/// All references of a schema.
pub(super) fn all(schema: &Tree) -> Vec<String> {
    let mut found = Vec::new();
    visit(schema, false, false, &mut |target| found.extend(target.as_str()));
    found
}

/// Whether a value of this schema may contain another value of it. References to anything but definitions and known
/// targets count as recursive: their target may contain them.
pub(super) fn is_recursive(schema: &Tree) -> bool {
    let mut path = Vec::new();
    reaches_itself(schema, schema, true, &mut path, &mut Vec::new())
}

fn reaches_itself(
    root: &Tree,
    of: &Tree,
    is_root: bool,
    path: &mut Vec<String>,
    done: &mut Vec<String>,
) -> bool {
    let mut targets = Vec::new();
    visit(of, false, is_root, &mut |target| targets.extend(target.as_str()));
    for target in targets {
        let definition = ["$defs", "definitions"].iter().find_map(|map| {
            let name = target.strip_prefix("#/")?.strip_prefix(map)?.strip_prefix('/')?;
            root.get(map)?.get(&name.replace("~1", "/").replace("~0", "~"))
        });
        let Some(definition) = definition else { return true };
        if path.contains(&target) {
            return true;
        }
        if done.contains(&target) {
            continue;
        }
        path.push(target);
        let recursive = reaches_itself(root, definition, false, path, done);
        done.extend(path.pop());
        if recursive {
            return true;
        }
    }
    false
}

/// The schema as the property `name` of an object's schema, with its definitions beside `properties`, where references
/// to them still find them.
pub(super) fn wrapped(schema: &Tree, name: &str) -> Tree {
    let below = format!("#/properties/{name}");
    let mut inner = Vec::new();
    let mut definitions = Vec::new();
    match moved(schema, false, &below) {
        Tree::Object(entries) => {
            for (key, value) in entries {
                match key.as_str() {
                    "$defs" | "definitions" => definitions.push((key, value)),
                    "$schema" => {}
                    _ => inner.push((key, value)),
                }
            }
        }
        other => return other,
    }
    let mut out = vec![
        ("type".to_owned(), Tree::string("object")),
        ("properties".to_owned(), Tree::Object(vec![(name.to_owned(), Tree::Object(inner))])),
        ("required".to_owned(), Tree::Array(vec![Tree::string(name)])),
        ("additionalProperties".to_owned(), Tree::Leaf("false".to_owned())),
    ];
    out.append(&mut definitions);
    Tree::Object(out)
}

/// A copy in which references to anything but definitions begin with `below`.
fn moved(tree: &Tree, is_map: bool, below: &str) -> Tree {
    match tree {
        Tree::Leaf(text) => Tree::Leaf(text.clone()),
        Tree::Array(items) => Tree::Array(items.iter().map(|item| moved(item, false, below)).collect()),
        Tree::Object(entries) => {
            let entry = |(key, value): &(String, Tree)| {
                let value = match key.as_str() {
                    _ if is_map => moved(value, false, below),
                    "$ref" => match value.as_str() {
                        Some(target)
                            if !target.starts_with("#/$defs/") && !target.starts_with("#/definitions/") =>
                        {
                            Tree::string(&target.replacen('#', below, 1))
                        }
                        _ => value.clone(),
                    },
                    key if DATA.contains(&key) => value.clone(),
                    key => moved(value, MAPS.contains(&key), below),
                };
                (key.clone(), value)
            };
            Tree::Object(entries.iter().map(entry).collect())
        }
    }
}
