//! The subset of JSON Schema that structured output and strict tools accept (protocol §9.7).

use serde_json::Value;

use super::at::At;
use crate::answer::Refusal;

/// Keywords that are refused everywhere.
const UNSUPPORTED: [&str; 16] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "maxItems",
    "uniqueItems",
    "contains",
    "prefixItems",
    "patternProperties",
    "propertyNames",
    "not",
    "oneOf",
    "if",
];
const FORMATS: [&str; 10] =
    ["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"];

/// Checks a schema and all schemas in it.
pub(super) fn check(schema: &At<'_>) -> Result<(), Refusal> {
    let map = schema.object()?;
    if let Some(key) = map.keys().find(|key| UNSUPPORTED.contains(&key.as_str())) {
        return Err(schema.need(key)?.refuse("this keyword is not supported"));
    }
    let is_object = schema.value().get("type").is_some_and(|t| match t {
        Value::Array(kinds) => kinds.iter().any(|kind| kind == "object"),
        kind => kind == "object",
    });
    if is_object && map.get("additionalProperties") != Some(&Value::Bool(false)) {
        return Err(schema.refuse("additionalProperties must be false on every object"));
    }
    if let Some(format) = schema.maybe("format") {
        format.one_of(&FORMATS)?;
    }
    if let Some(least) = schema.maybe("minItems")
        && !(0..=1).contains(&least.integer()?)
    {
        return Err(least.refuse("0 or 1"));
    }
    if let Some(reference) = schema.maybe_text("$ref")?
        && !reference.starts_with('#')
    {
        return Err(schema.need("$ref")?.refuse("only references within the schema"));
    }
    if let Some(pattern) = schema.maybe_text("pattern")?
        && ["(?=", "(?!", "(?<=", "(?<!", "\\1"].iter().any(|part| pattern.contains(part))
    {
        return Err(schema.need("pattern")?.refuse("no lookaround and no backreferences"));
    }
    for group in ["properties", "$defs", "definitions"] {
        if let Some(group) = schema.maybe(group) {
            for name in group.object()?.keys() {
                check(&group.need(name)?)?;
            }
        }
    }
    for list in ["anyOf", "allOf"] {
        for inner in schema.maybe(list).map_or(Ok(Vec::new()), |l| l.list())? {
            check(&inner)?;
        }
    }
    schema.maybe("items").map_or(Ok(()), |items| check(&items))
}
