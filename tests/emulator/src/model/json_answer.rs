//! Structured output: one JSON document that fits the schema of `output_config.format` (protocol §9.7).

use serde_json::Value;

use super::fill;

/// The document, if a format is asked for.
pub(super) fn answer(body: &Value, prompt: &str) -> Option<String> {
    let schema = body.get("output_config")?.get("format")?.get("schema")?;
    Some(fill::object(schema, prompt).to_string())
}
