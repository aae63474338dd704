//! Whether an example of a tool's input satisfies the tool's schema (protocol §1.5): the keywords that tools are
//! described with. A schema with others is taken at its word.

use serde_json::Value;

use super::at::At;
use crate::answer::Refusal;

/// Refuses an example that the schema does not take, at the place in it.
pub(super) fn check(example: &At<'_>, schema: &Value) -> Result<(), Refusal> {
    match broken(example.value(), schema, 0) {
        None => Ok(()),
        Some(why) => Err(example.refuse(format!("does not match input_schema: {why}"))),
    }
}

/// Schemas are not followed further: they may be as deep as a request.
const DEPTH: u32 = 32;

fn broken(value: &Value, schema: &Value, depth: u32) -> Option<String> {
    let schema = schema.as_object().filter(|_| depth < DEPTH)?;
    if let Some(kinds) = schema.get("type") {
        let fits = match kinds {
            Value::Array(kinds) => kinds.iter().any(|kind| is(value, kind)),
            kind => is(value, kind),
        };
        if !fits {
            return Some(format!("{value} is no {kinds}"));
        }
    }
    if let Some(known) = schema.get("enum").and_then(Value::as_array)
        && !known.contains(value)
    {
        return Some(format!("{value} is none of the enum"));
    }
    if let (Value::Array(items), Some(of)) = (value, schema.get("items")) {
        return items.iter().find_map(|item| broken(item, of, depth + 1));
    }
    let Value::Object(members) = value else { return None };
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    if let Some(lacking) = required.filter_map(Value::as_str).find(|key| !members.contains_key(*key)) {
        return Some(format!("{lacking} is required"));
    }
    let properties = schema.get("properties").and_then(Value::as_object);
    let closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
    members.iter().find_map(|(key, member)| match properties.and_then(|known| known.get(key)) {
        Some(of) => broken(member, of, depth + 1).map(|why| format!("{key}: {why}")),
        None => closed.then(|| format!("{key} is not allowed")),
    })
}

fn is(value: &Value, kind: &Value) -> bool {
    match kind.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some("number") => value.is_number(),
        Some("integer") => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        _ => true,
    }
}
