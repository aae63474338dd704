//! Corrects strings of an answer that differ from an enumerated one only in letter case, which the service accepts
//! (protocol §9.7), because typed decoders accept only the spelling of the schema.

use serde_json::{Map, Value};

use super::tree::Tree;
use super::validate;

/// Schemas and values visited on one path.
const DEEPEST: usize = 512;
/// Schemas visited in all: alternatives that refer to themselves double at each level.
const MOST_STEPS: u32 = 100_000;

/// The JSON text with such strings in the spelling of the schema; `None` if there are none, or if the text is no JSON.
pub(super) fn respelt(schema: &Value, json: &str) -> Option<String> {
    let mut tree = Tree::parse(json).ok()?;
    let mut walk = Walk { root: schema, steps: 0, has_changed: false };
    walk.visit(schema, &mut tree, 0);
    walk.has_changed.then(|| tree.to_json())
}

struct Walk<'s> {
    root: &'s Value,
    steps: u32,
    has_changed: bool,
}

/// The strings that a schema enumerates.
fn enumerated(schema: &Map<String, Value>) -> Option<Vec<&str>> {
    let listed = schema.get("enum").and_then(Value::as_array).into_iter().flatten();
    let is_closed = schema.contains_key("enum") || schema.contains_key("const");
    is_closed.then(|| listed.chain(schema.get("const")).filter_map(Value::as_str).collect())
}

impl<'s> Walk<'s> {
    fn visit(&mut self, schema: &'s Value, value: &mut Tree, depth: usize) {
        let Value::Object(schema) = schema else { return };
        self.steps = self.steps.saturating_add(1);
        if depth > DEEPEST || self.steps > MOST_STEPS {
            return;
        }
        if let Some(target) = schema.get("$ref").and_then(Value::as_str)
            && let Some(target) = validate::resolve(self.root, target)
        {
            self.visit(target, value, depth + 1);
        }
        match value {
            Tree::Leaf(_) => self.string(schema, value),
            Tree::Array(items) => {
                let first = schema.get("prefixItems").and_then(Value::as_array);
                for (at, item) in items.iter_mut().enumerate() {
                    if let Some(schema) =
                        first.and_then(|first| first.get(at)).or_else(|| schema.get("items"))
                    {
                        self.visit(schema, item, depth + 1);
                    }
                }
            }
            Tree::Object(entries) => {
                let properties = schema.get("properties").and_then(Value::as_object);
                for (key, value) in entries {
                    let property = properties.and_then(|properties| properties.get(key));
                    if let Some(schema) = property.or_else(|| schema.get("additionalProperties")) {
                        self.visit(schema, value, depth + 1);
                    }
                }
            }
        }
        for key in ["allOf", "anyOf", "oneOf"] {
            let Some(members) = schema.get(key).and_then(Value::as_array) else { continue };
            // If an alternative accepts any string, the string is left unchanged.
            let is_free = |member: &Value| {
                member.get("type").and_then(Value::as_str) == Some("string")
                    && member.as_object().is_some_and(|member| enumerated(member).is_none())
            };
            if key != "allOf" && matches!(value, Tree::Leaf(_)) && members.iter().any(is_free) {
                continue;
            }
            for member in members {
                self.visit(member, value, depth + 1);
            }
        }
    }

    fn string(&mut self, schema: &Map<String, Value>, value: &mut Tree) {
        let (Some(allowed), Some(written)) = (enumerated(schema), value.as_str()) else { return };
        // Comparing a long text for many schemas counts as work, too.
        self.steps = self.steps.saturating_add(u32::try_from(written.len() / 256).unwrap_or(u32::MAX));
        if allowed.contains(&written.as_str()) {
            return;
        }
        let written = written.to_lowercase();
        let mut alike = allowed.into_iter().filter(|one| one.to_lowercase() == written);
        // With two candidates the intended one is unknown.
        if let (Some(meant), None) = (alike.next(), alike.next()) {
            *value = Tree::string(meant);
            self.has_changed = true;
        }
    }
}
