//! Rules of the version `2026-10-21` that the one before it does not have (protocol §0.7).

use serde_json::Value;

use super::at::At;
use crate::answer::Refusal;

/// From this version on.
const NEWER: &str = "2026-10-21";

/// Whether a version selects the newer dialect. Dates sort as text; a version that is no date selects the older one.
pub(crate) fn is_newer(version: &str) -> bool {
    version.as_bytes().first().is_some_and(u8::is_ascii_digit) && version >= NEWER
}

/// The three refusals. Behind the shapes, so that each value is of its kind.
pub(super) fn check(body: &At<'_>) -> Result<(), Refusal> {
    for field in ["temperature", "top_p", "top_k"] {
        if let Some(field) = body.given(field) {
            return Err(field.refuse("extra inputs are not permitted"));
        }
    }
    for message in body.need("messages")?.list()? {
        let content = message.need("content")?;
        if content.value().is_string() {
            continue;
        }
        let assistant = message.need("role")?.text()? == "assistant";
        for block in content.list()? {
            match (block.kind()?, assistant) {
                ("document", true) => {
                    return Err(block.need("type")?.refuse("a document may not stand in an assistant turn"));
                }
                ("text", false) => no_citations(&block)?,
                ("search_result", false) => {
                    block.need("content")?.list()?.iter().try_for_each(no_citations)?
                }
                _ => {}
            }
        }
    }
    Ok(())
}

fn no_citations(block: &At<'_>) -> Result<(), Refusal> {
    match block.maybe("citations") {
        Some(citations) if citations.value().as_array().is_some_and(|list: &Vec<Value>| !list.is_empty()) => {
            Err(citations.refuse("text of the user has no citations"))
        }
        _ => Ok(()),
    }
}
