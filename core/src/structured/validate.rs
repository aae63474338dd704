//! Validates a value against a JSON Schema, for hosts that have the schema only as text.
//!
//! Checked are the keywords of draft 2020-12 that constrain a value, and references by JSON pointer within the schema.
//! Not checked are `pattern`, `patternProperties`, `format`, `unevaluated…` and dynamic references: they need an engine
//! for regular expressions, for which the shared library has no room (decision 0093). The official test suite passes
//! but for the groups that `tests/conformance/json-schema/beyond.rs` lists.

use std::cell::Cell;
use std::collections::HashSet;

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

use super::multiple::is_multiple;
use super::place::{Place, Shown, ShownKey};
use super::same::{Same, same, weight};

use crate::json::{Json, JsonError};
use crate::work::step;

/// The maximum number of reasons reported for one value.
const MOST: usize = 8;
/// The maximum number of references followed and values entered on one path.
const DEEPEST: usize = 512;
/// The maximum number of validations and comparisons in all: alternatives that refer to themselves double at each
/// level.
const MOST_STEPS: usize = 1_000_000;
/// Characters that are counted in one step.
const CHARACTERS_A_STEP: usize = 256;

/// Why `value` does not fit `schema`, each with its place; empty if it does.
pub(super) fn violations(schema: &Value, value: &Value) -> Vec<String> {
    let steps = Cell::new(0);
    let mut found = Check { root: schema, steps: &steps, found: Vec::new() };
    found.visit(schema, value, &Place::Root, 0);
    found.found
}

/// Why a value does not fit a JSON Schema, each reason with its place; empty if it fits. `pattern`, `patternProperties`
/// and `format` are not checked (decision 0093).
///
/// ```
/// use parlour::{Json, schema_violations};
///
/// let schema = r#"{"type":"object","properties":{"n":{"type":"integer","maximum":9}},"required":["n"]}"#;
/// let schema = Json::parse(schema)?;
/// assert!(schema_violations(&schema, &Json::parse(r#"{"n":9}"#)?)?.is_empty());
/// assert_eq!(schema_violations(&schema, &Json::parse(r#"{"n":12}"#)?)?, ["/n: 12 is more than 9"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If one of the two exceeds the nesting limit of JSON.
pub fn schema_violations(schema: &Json, value: &Json) -> Result<Vec<String>, JsonError> {
    Ok(violations(&schema.decode()?, &value.decode()?))
}

/// Whether a reference of the schema can be resolved in it.
pub(super) fn resolves(schema: &Value, target: &str) -> bool {
    resolve(schema, target).is_some()
}

/// The schema that a reference leads to.
pub(super) fn resolve<'s>(root: &'s Value, target: &str) -> Option<&'s Value> {
    let pointer = percent_decode_str(target.strip_prefix('#')?).decode_utf8().ok()?;
    root.pointer(&pointer)
}

struct Check<'s> {
    root: &'s Value,
    /// Shared by all alternatives.
    steps: &'s Cell<usize>,
    found: Vec<String>,
}

fn size(schema: &Map<String, Value>, key: &str) -> Option<usize> {
    let limit = schema.get(key)?.as_f64()?;
    // A limit is a whole number, written `3` or `3.0`.
    (limit >= 0.0 && limit <= f64::from(u32::MAX)).then_some(limit as usize)
}

fn is_a(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|n| n.fract() == 0.0),
        _ => true,
    }
}

fn name_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

impl<'s> Check<'s> {
    fn fails(&mut self, path: &Place<'_>, why: impl std::fmt::Display) {
        if self.found.len() < MOST {
            self.found.push(format!("{path}: {why}"));
        }
    }

    /// Counts work. `false` beyond the limit; the caller reports that.
    fn may_go_on(&self, steps: usize) -> bool {
        step(steps);
        self.steps.set(self.steps.get().saturating_add(steps));
        self.steps.get() <= MOST_STEPS
    }

    fn fails_as_endless(&mut self, path: &Place<'_>) {
        self.fails(
            path,
            "the schema refers to itself without end, or the value is nested too deep or too large",
        );
    }

    /// The mismatches with one schema alone.
    fn tried(&self, schema: &'s Value, value: &Value, path: &Place<'_>, depth: usize) -> Vec<String> {
        let mut check = Check { root: self.root, steps: self.steps, found: Vec::new() };
        check.visit(schema, value, path, depth + 1);
        check.found
    }

    fn visit(&mut self, schema: &'s Value, value: &Value, path: &Place<'_>, depth: usize) {
        let schema = match schema {
            Value::Bool(false) => return self.fails(path, "nothing may stand here"),
            Value::Object(schema) => schema,
            _ => return,
        };
        if !self.may_go_on(1) || depth > DEEPEST {
            return self.fails_as_endless(path);
        }
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            match resolve(self.root, target) {
                Some(target) => self.visit(target, value, path, depth + 1),
                None => {
                    self.fails(path, format_args!("the schema refers to `{target}`, which it does not have"))
                }
            }
        }
        if !self.kind(schema, value, path) {
            return;
        }
        match value {
            Value::String(text) => self.string(schema, text, path),
            Value::Number(number) => self.number(schema, number, path),
            Value::Array(items) => self.array(schema, items, path, depth),
            Value::Object(entries) => self.object(schema, entries, path, depth),
            Value::Null | Value::Bool(_) => {}
        }
        self.combined(schema, value, path, depth);
    }

    /// `type`, `enum` and `const`. `false` if the type does not match, so that no other mismatch is reported.
    fn kind(&mut self, schema: &Map<String, Value>, value: &Value, path: &Place<'_>) -> bool {
        let kinds: Vec<&str> = match schema.get("type") {
            Some(Value::String(kind)) => vec![kind],
            Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        if !kinds.is_empty() && !kinds.iter().any(|kind| is_a(value, kind)) {
            self.fails(path, format_args!("{} where the schema has {}", name_of(value), kinds.join(" or ")));
            return false;
        }
        if let Some(list @ Value::Array(allowed)) = schema.get("enum")
            && !allowed.iter().any(|one| same(one, value))
        {
            self.fails(path, format_args!("{} is none of {}", Shown(value), Shown(list)));
        }
        if let Some(only) = schema.get("const")
            && !same(only, value)
        {
            self.fails(path, format_args!("{} is not {}", Shown(value), Shown(only)));
        }
        true
    }

    fn string(&mut self, schema: &Map<String, Value>, text: &str, path: &Place<'_>) {
        let (least, most) = (size(schema, "minLength"), size(schema, "maxLength"));
        if least.is_none() && most.is_none() {
            return;
        }
        if !self.may_go_on(text.len() / CHARACTERS_A_STEP) {
            return self.fails_as_endless(path);
        }
        let length = text.chars().count();
        self.between(length, least, most, "characters", path);
    }

    fn between(
        &mut self,
        have: usize,
        least: Option<usize>,
        most: Option<usize>,
        what: &str,
        path: &Place<'_>,
    ) {
        if least.is_some_and(|least| have < least) {
            self.fails(path, format_args!("{have} {what}, at least {} are needed", least.unwrap_or(0)));
        }
        if most.is_some_and(|most| have > most) {
            self.fails(path, format_args!("{have} {what}, at most {} may be", most.unwrap_or(0)));
        }
    }

    fn number(&mut self, schema: &Map<String, Value>, number: &serde_json::Number, path: &Place<'_>) {
        let Some(have) = number.as_f64() else { return };
        let limit = |key: &str| schema.get(key).and_then(Value::as_f64);
        let rules = [
            ("minimum", "less than"),
            ("maximum", "more than"),
            ("exclusiveMinimum", "not more than"),
            ("exclusiveMaximum", "not less than"),
        ];
        for (key, words) in rules {
            let Some(limit) = limit(key) else { continue };
            let holds = match key {
                "minimum" => have >= limit,
                "maximum" => have <= limit,
                "exclusiveMinimum" => have > limit,
                _ => have < limit,
            };
            if !holds {
                self.fails(path, format_args!("{number} is {words} {limit}"));
            }
        }
        if let Some(Value::Number(exact)) = schema.get("multipleOf")
            && let Some(step) = limit("multipleOf").filter(|step| *step > 0.0)
            && !is_multiple(number, exact)
        {
            self.fails(path, format_args!("{number} is no multiple of {step}"));
        }
    }

    fn array(&mut self, schema: &'s Map<String, Value>, items: &[Value], path: &Place<'_>, depth: usize) {
        self.between(items.len(), size(schema, "minItems"), size(schema, "maxItems"), "items", path);
        // Draft 7 wrote the first ones as a list below `items`.
        let (first, others) = match (schema.get("prefixItems"), schema.get("items")) {
            (Some(Value::Array(first)), others) => (first.as_slice(), others),
            (_, Some(Value::Array(first))) => (first.as_slice(), schema.get("additionalItems")),
            (_, others) => (&[][..], others),
        };
        for (at, item) in items.iter().enumerate() {
            if let Some(schema) = first.get(at).or(others) {
                self.visit(schema, item, &Place::Item(path, at), depth + 1);
            }
        }
        if schema.get("uniqueItems") == Some(&Value::Bool(true)) {
            if !self.may_go_on(items.iter().map(weight).sum()) {
                return self.fails_as_endless(path);
            }
            let mut seen = HashSet::with_capacity(items.len());
            if !items.iter().all(|item| seen.insert(Same(item))) {
                self.fails(path, "two items are equal");
            }
        }
        if let Some(wanted) = schema.get("contains") {
            let count = items.iter().filter(|item| self.tried(wanted, item, path, depth).is_empty()).count();
            let least = size(schema, "minContains").unwrap_or(1);
            self.between(
                count,
                Some(least),
                size(schema, "maxContains"),
                "items that `contains` names",
                path,
            );
        }
    }

    fn object(
        &mut self,
        schema: &'s Map<String, Value>,
        entries: &Map<String, Value>,
        path: &Place<'_>,
        depth: usize,
    ) {
        let (least, most) = (size(schema, "minProperties"), size(schema, "maxProperties"));
        self.between(entries.len(), least, most, "properties", path);
        let required = |names: &Value| -> Vec<String> {
            names.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let mut needed = schema.get("required").map(required).unwrap_or_default();
        if let Some(Value::Object(dependent)) = schema.get("dependentRequired") {
            let present = dependent.iter().filter(|(key, _)| entries.contains_key(*key));
            needed.extend(present.flat_map(|(_, names)| required(names)));
        }
        for name in needed.iter().filter(|name| !entries.contains_key(*name)) {
            self.fails(path, format_args!("`{name}` is missing"));
        }
        let properties = schema.get("properties").and_then(Value::as_object);
        // Patterns are not evaluated here.
        let others = schema.get("additionalProperties").filter(|_| !schema.contains_key("patternProperties"));
        for (key, value) in entries {
            let place = Place::Key(path, key);
            if let Some(names) = schema.get("propertyNames") {
                self.visit(names, &Value::from(key.as_str()), &place, depth + 1);
            }
            match (properties.and_then(|properties| properties.get(key)), others) {
                (Some(schema), _) => self.visit(schema, value, &place, depth + 1),
                (None, Some(Value::Bool(false))) => {
                    self.fails(path, format_args!("`{}` is no property of the schema", ShownKey(key)));
                }
                (None, Some(schema)) => self.visit(schema, value, &place, depth + 1),
                (None, None) => {}
            }
        }
    }

    fn combined(&mut self, schema: &'s Map<String, Value>, value: &Value, path: &Place<'_>, depth: usize) {
        if let (Some(Value::Object(dependent)), Value::Object(entries)) =
            (schema.get("dependentSchemas"), value)
        {
            for (_, schema) in dependent.iter().filter(|(key, _)| entries.contains_key(*key)) {
                self.visit(schema, value, path, depth + 1);
            }
        }
        let members = |key: &str| schema.get(key).and_then(Value::as_array);
        for member in members("allOf").into_iter().flatten() {
            self.visit(member, value, path, depth + 1);
        }
        for key in ["anyOf", "oneOf"] {
            let Some(members) = members(key) else { continue };
            let tried: Vec<Vec<String>> =
                members.iter().map(|member| self.tried(member, value, path, depth)).collect();
            let fitting = tried.iter().filter(|found| found.is_empty()).count();
            if fitting == 0 {
                let nearest = tried.into_iter().min_by_key(Vec::len).unwrap_or_default().join("; ");
                self.fails(path, format_args!("none of the alternatives fits; of the nearest: {nearest}"));
            } else if key == "oneOf" && fitting > 1 {
                self.fails(path, format_args!("{fitting} alternatives of `oneOf` fit, exactly one may"));
            }
        }
        if let Some(not) = schema.get("not")
            && self.tried(not, value, path, depth).is_empty()
        {
            self.fails(path, "it is what `not` excludes");
        }
        if let Some(condition) = schema.get("if") {
            let branch = if self.tried(condition, value, path, depth).is_empty() { "then" } else { "else" };
            if let Some(branch) = schema.get(branch) {
                self.visit(branch, value, path, depth + 1);
            }
        }
    }
}
