//! Cache markers: their shape, their number and the order of their lifetimes (protocol §1.4, §10.1, §10.2, §10.4).

use serde_json::Value;

use super::at::At;
use crate::answer::Refusal;
use crate::tokens::Ttl;

/// Most markers of a request.
const MAX_MARKERS: usize = 4;

/// A `cache_control` object.
pub(super) fn check_control(control: &At<'_>) -> Result<(), Refusal> {
    control.only(&["type", "ttl"])?;
    control.need("type")?.one_of(&["ephemeral"])?;
    control.maybe("ttl").map_or(Ok(()), |ttl| ttl.one_of(&["5m", "1h"]).map(drop))
}

/// All markers of a request together.
pub(super) fn check(body: &At<'_>) -> Result<(), Refusal> {
    let mut found = Vec::new();
    let body = body.value();
    for part in ["tools", "system"] {
        collect(body.get(part), &mut found);
    }
    for message in body.get("messages").and_then(Value::as_array).into_iter().flatten() {
        collect(message.get("content"), &mut found);
    }
    let automatic = body.get("cache_control").filter(|c| c.is_object()).map(Ttl::of);
    let last = last_block(body);
    let on_last = last.and_then(|b| b.get("cache_control")).filter(|c| c.is_object()).map(Ttl::of);
    if let Some(ttl) = automatic {
        match on_last {
            Some(same) if same == ttl => {}
            Some(_) => {
                return Err(Refusal::at("cache_control", "the last block has a marker with another ttl"));
            }
            None => found.push(ttl),
        }
    }
    if found.len() > MAX_MARKERS {
        let count = found.len();
        return Err(Refusal::bad(format!(
            "cache_control: at most {MAX_MARKERS} blocks may have it, found {count}"
        )));
    }
    let short = found.iter().position(|ttl| *ttl == Ttl::FiveMinutes);
    let long = found.iter().rposition(|ttl| *ttl == Ttl::OneHour);
    if short.zip(long).is_some_and(|(short, long)| short < long) {
        return Err(Refusal::bad("cache_control.ttl: 1h markers must stand before 5m markers"));
    }
    Ok(())
}

/// Markers of blocks and of nested blocks, in order.
fn collect(blocks: Option<&Value>, found: &mut Vec<Ttl>) {
    for block in blocks.and_then(Value::as_array).into_iter().flatten() {
        let nested =
            matches!(block.get("type").and_then(Value::as_str), Some("tool_result" | "search_result"));
        if nested {
            collect(block.get("content"), found);
        }
        found.extend(block.get("cache_control").filter(|c| c.is_object()).map(Ttl::of));
    }
}

/// The block an automatic marker would land on.
fn last_block(body: &Value) -> Option<&Value> {
    let messages = body.get("messages").and_then(Value::as_array)?;
    let content = messages.last()?.get("content")?.as_array()?;
    content.iter().rev().find(|block| {
        !matches!(block.get("type").and_then(Value::as_str), Some("thinking" | "redacted_thinking"))
    })
}
