//! Values for a JSON Schema, taken from a prompt where that is sensible and from the schema otherwise. Always the same
//! for the same prompt and schema.

use serde_json::{Map, Value, json};

use super::words;

/// Deepest nesting that is filled; a schema that refers to itself ends there.
const MAX_DEPTH: usize = 12;
/// Property names whose value is best the whole prompt.
const WHOLE: [&str; 11] = [
    "query",
    "q",
    "question",
    "prompt",
    "text",
    "message",
    "content",
    "body",
    "request",
    "description",
    "summary",
];
/// Property names that are places.
const PLACES: [&str; 7] = ["location", "city", "place", "town", "country", "where", "region"];

/// The values of the prompt that are not used yet, so that two properties do not get the same number or quote.
struct Sources<'a> {
    prompt: &'a str,
    quotes: std::vec::IntoIter<String>,
    numbers: std::vec::IntoIter<f64>,
    names: std::vec::IntoIter<String>,
    root: &'a Value,
}

/// An object that fits the schema: all required properties, and those the prompt speaks of.
pub(super) fn object(schema: &Value, prompt: &str) -> Value {
    let mut sources = Sources {
        prompt,
        quotes: words::quotes(prompt).into_iter(),
        numbers: words::numbers(prompt).into_iter(),
        names: words::names(prompt).into_iter(),
        root: schema,
    };
    value(schema, "", &mut sources, 0)
}

fn value(schema: &Value, name: &str, from: &mut Sources<'_>, depth: usize) -> Value {
    let text = |key: &str| schema.get(key).and_then(Value::as_str);
    if depth > MAX_DEPTH {
        return Value::Null;
    }
    if let Some(target) = text("$ref").and_then(|r| r.strip_prefix('#')).and_then(|r| from.root.pointer(r)) {
        return value(target, name, from, depth + 1);
    }
    if let Some(fixed) = schema.get("const") {
        return fixed.clone();
    }
    if let Some(choices) = schema.get("enum").and_then(Value::as_array) {
        return pick(choices, from.prompt);
    }
    for group in ["anyOf", "oneOf"] {
        let options = schema.get(group).and_then(Value::as_array);
        let solid = options.and_then(|o| o.iter().find(|s| s.get("type") != Some(&json!("null"))));
        if let Some(option) = solid {
            return value(option, name, from, depth + 1);
        }
    }
    let merged = all_of(schema);
    let schema = merged.as_ref().unwrap_or(schema);
    match kind(schema) {
        "object" => fields(schema, from, depth),
        "array" => {
            let item = schema.get("items").map(|items| value(items, name, from, depth + 1));
            Value::Array(item.into_iter().filter(|i| !i.is_null()).collect())
        }
        "integer" => json!(bounded(schema, from).trunc() as i64),
        "number" => number(bounded(schema, from)),
        "boolean" => json!(!from.prompt.to_lowercase().contains(&format!("no {name}"))),
        "null" => Value::Null,
        _ => json!(string(schema, name, from)),
    }
}

fn kind(schema: &Value) -> &str {
    match schema.get("type") {
        Some(Value::String(kind)) => kind,
        Some(Value::Array(kinds)) => {
            kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null").unwrap_or("null")
        }
        _ if schema.get("properties").is_some() => "object",
        _ => "string",
    }
}

/// Parts of `allOf` laid over each other.
fn all_of(schema: &Value) -> Option<Value> {
    let parts = schema.get("allOf")?.as_array()?;
    let mut merged = schema.as_object()?.clone();
    merged.remove("allOf");
    for part in parts.iter().filter_map(Value::as_object) {
        for (key, inner) in part {
            match (merged.get_mut(key), inner) {
                (Some(Value::Object(have)), Value::Object(more)) => have.extend(more.clone()),
                (Some(Value::Array(have)), Value::Array(more)) => have.extend(more.iter().cloned()),
                _ => drop(merged.insert(key.clone(), inner.clone())),
            }
        }
    }
    Some(Value::Object(merged))
}

fn fields(schema: &Value, from: &mut Sources<'_>, depth: usize) -> Value {
    let mut out = Map::new();
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        let spoken = words::phrase_after(from.prompt, name).is_some() && depth == 0;
        if required.contains(&name.as_str()) || spoken {
            out.insert(name.clone(), value(property, name, from, depth + 1));
        }
    }
    Value::Object(out)
}

/// The choice the prompt names, else the first.
fn pick(choices: &[Value], prompt: &str) -> Value {
    let lower = prompt.to_lowercase();
    let said = choices
        .iter()
        .find(|c| c.as_str().is_some_and(|c| !c.is_empty() && lower.contains(&c.to_lowercase())));
    said.or(choices.first()).cloned().unwrap_or(Value::Null)
}

fn bounded(schema: &Value, from: &mut Sources<'_>) -> f64 {
    let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
    let given = from.numbers.next().or(bound("default")).or(bound("minimum")).unwrap_or(1.0);
    given.max(bound("minimum").unwrap_or(f64::MIN)).min(bound("maximum").unwrap_or(f64::MAX))
}

fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 { json!(value as i64) } else { json!(value) }
}

fn string(schema: &Value, name: &str, from: &mut Sources<'_>) -> String {
    let text = |key: &str| schema.get(key).and_then(Value::as_str);
    if let Some(fixed) = text("format").and_then(formatted) {
        return fixed.to_owned();
    }
    if let Some(given) = assigned(from.prompt, name) {
        return given;
    }
    let lower = name.to_lowercase();
    if let Some(given) = words::phrase_after(from.prompt, &lower) {
        return given;
    }
    if PLACES.iter().any(|place| lower.contains(place)) {
        let place = ["in", "at", "for", "of"].iter().find_map(|word| capital_after(from.prompt, word));
        if let Some(place) = place.or_else(|| from.names.next()) {
            return place;
        }
    }
    if let Some(quote) = from.quotes.next() {
        return quote;
    }
    if WHOLE.contains(&lower.as_str()) {
        return from.prompt.to_owned();
    }
    if let Some(expression) = Some(from.prompt).filter(|_| lower.contains("expr")).and_then(expression) {
        return expression;
    }
    if let Some(given) = text("default").or_else(|| first_example(schema)) {
        return given.to_owned();
    }
    from.names.next().unwrap_or_else(|| {
        let longest = words::words(from.prompt).into_iter().rev().max_by_key(|word| word.chars().count());
        longest.unwrap_or("example").to_owned()
    })
}

fn first_example(schema: &Value) -> Option<&str> {
    schema.get("examples").and_then(Value::as_array)?.first()?.as_str()
}

/// A phrase after a word, if it is written like a name.
fn capital_after(prompt: &str, word: &str) -> Option<String> {
    words::phrase_after(prompt, word).filter(|p| p.chars().next().is_some_and(char::is_uppercase))
}

/// `name: value` or `name=value` in the prompt.
fn assigned(prompt: &str, name: &str) -> Option<String> {
    let at = [": ", ":", "="].iter().find_map(|mark| {
        let key = format!("{name}{mark}");
        prompt.find(&key).map(|at| at + key.len())
    })?;
    let rest = prompt.get(at..)?.trim_start();
    let end = rest.find([',', ';', '\n']).unwrap_or(rest.len());
    let value = rest.get(..end)?.trim().trim_matches(['"', '\'']);
    Some(value.trim_end_matches(['.', '?', '!']).to_owned()).filter(|v| !v.is_empty())
}

/// The longest run of digits and operators.
fn expression(prompt: &str) -> Option<String> {
    let part_of = |c: char| c.is_ascii_digit() || " +-*/().^%".contains(c);
    let runs =
        prompt.split(|c| !part_of(c)).map(str::trim).filter(|run| run.contains(|c: char| c.is_ascii_digit()));
    runs.max_by_key(|run| run.len()).map(|run| run.trim_end_matches('.').to_owned())
}

fn formatted(format: &str) -> Option<&'static str> {
    Some(match format {
        "date-time" => "2026-01-04T09:00:00Z",
        "date" => "2026-01-04",
        "time" => "09:00:00Z",
        "duration" => "PT1H",
        "email" => "ada@example.org",
        "hostname" => "example.org",
        "uri" => "https://example.org/",
        "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "uuid" => "123e4567-e89b-12d3-a456-426614174000",
        _ => return None,
    })
}
