//! Shapes of content blocks in requests (protocol §2): the blocks that each role may have, and their fields.

use serde_json::json;

use super::at::{At, is_base64};
use super::caching::check_control;
use super::{echoed, pixels};
use crate::answer::Refusal;

/// Server result blocks, echoed back in assistant turns.
const SERVER_RESULTS: [&str; 6] = [
    "web_search_tool_result",
    "web_fetch_tool_result",
    "code_execution_tool_result",
    "bash_code_execution_tool_result",
    "text_editor_code_execution_tool_result",
    "tool_search_tool_result",
];
/// Names a server tool call may have.
const SERVER_TOOLS: [&str; 7] = [
    "web_search",
    "web_fetch",
    "code_execution",
    "bash_code_execution",
    "text_editor_code_execution",
    "tool_search_tool_regex",
    "tool_search_tool_bm25",
];
pub(super) const IMAGES: [&str; 4] = ["image/jpeg", "image/png", "image/gif", "image/webp"];
/// Most base64 characters of an image.
const MAX_IMAGE: usize = 10 * 1024 * 1024;

/// One block of a message.
pub(super) fn check(block: &At<'_>, role: &str, may_be_empty: bool) -> Result<(), Refusal> {
    let kind = block.kind()?;
    let at_home = match kind {
        "text" => true,
        "image" | "search_result" | "tool_result" => role == "user",
        // Of an assistant only in the older dialect, which is checked elsewhere.
        "document" => role != "system",
        "container_upload" => role != "system",
        "thinking" | "redacted_thinking" | "tool_use" | "server_tool_use" => role == "assistant",
        _ if SERVER_RESULTS.contains(&kind) => role == "assistant",
        "advisor_tool_result" if !block.is_strict() => role == "assistant",
        "tool_addition" | "tool_removal" if !block.is_strict() => role == "system",
        // Beta features bring blocks of their own.
        _ if !block.is_strict() => return Ok(()),
        _ => {
            return Err(block.need("type")?.refuse(format!("\"{kind}\" is not a known content block")));
        }
    };
    if !at_home {
        return Err(block
            .need("type")?
            .refuse(format!("\"{kind}\" may not stand in a turn of the role {role}")));
    }
    check_kind(block, kind, may_be_empty)
}

pub(super) fn check_kind(block: &At<'_>, kind: &str, may_be_empty: bool) -> Result<(), Refusal> {
    if !matches!(kind, "thinking" | "redacted_thinking")
        && let Some(control) = block.maybe("cache_control")
    {
        check_control(&control)?;
    }
    match kind {
        "text" => text(block, may_be_empty),
        "image" => image(block),
        "document" => document(block),
        "search_result" => search_result(block),
        "container_upload" => {
            block.only(&["type", "file_id", "cache_control"])?;
            block.need("file_id")?.filled().map(drop)
        }
        "thinking" => {
            block.only(&["type", "thinking", "signature"])?;
            block.need("thinking")?.text()?;
            block.need("signature")?.text().map(drop)
        }
        "redacted_thinking" => {
            block.only(&["type", "data"])?;
            block.need("data")?.filled().map(drop)
        }
        "tool_use" => {
            block.only(&["type", "id", "name", "input", "caller", "toolset_name", "cache_control"])?;
            block.need("name")?.filled()?;
            block.maybe_text("toolset_name")?;
            call(block)
        }
        "server_tool_use" => {
            block.only(&["type", "id", "name", "input", "caller", "cache_control"])?;
            let name = block.need("name")?;
            if block.is_strict() || name.text()? != "advisor" {
                name.one_of(&SERVER_TOOLS)?;
            }
            call(block)
        }
        "tool_result" => tool_result(block),
        "tool_addition" | "tool_removal" => tool_change(block, kind),
        "advisor_tool_result" => {
            block.need("tool_use_id")?.filled()?;
            block.need("content").map(drop)
        }
        _ => echoed::check_result(block, kind),
    }
}

fn call(block: &At<'_>) -> Result<(), Refusal> {
    block.need("id")?.filled()?;
    if let Some(caller) = block.maybe("caller")
        && caller.kind()?.starts_with("code_execution")
    {
        caller.need("tool_id")?.filled()?;
    }
    block.need("input")?.object().map(drop)
}

fn text(block: &At<'_>, may_be_empty: bool) -> Result<(), Refusal> {
    block.only(&["type", "text", "cache_control", "citations"])?;
    let text = block.need("text")?;
    if text.text()?.is_empty() && !(may_be_empty && block.maybe("cache_control").is_none()) {
        return Err(text.refuse("text content blocks must not be empty"));
    }
    let Some(citations) = block.maybe("citations") else { return Ok(()) };
    citations.list()?.iter().try_for_each(echoed::check_citation)
}

fn image(block: &At<'_>) -> Result<(), Refusal> {
    block.only(&["type", "source", "cache_control", "transformations"])?;
    let mut downsized = false;
    if let Some(change) = block.maybe("transformations") {
        change.only(&["oversized_image"])?;
        if let Some(action) = change.maybe("oversized_image") {
            downsized = action.one_of(&["downsize", "error"])? == "downsize";
        }
    }
    let source = block.need("source")?;
    match source.need("type")?.one_of(&["base64", "url", "file"])? {
        "base64" => {
            source.only(&["type", "media_type", "data"])?;
            source.need("media_type")?.one_of(&IMAGES)?;
            let length = base64(&source)?;
            let data = source.need("data")?;
            if length > MAX_IMAGE {
                return Err(data.refuse("an image may have at most 10 MB of base64"));
            }
            if !downsized && pixels::longest_side(data.text()?).is_some_and(|side| side > pixels::MAX_SIDE) {
                let refusal =
                    block.refuse(format!("an image may have at most {0} x {0} pixels", pixels::MAX_SIDE));
                let refusal = refusal.code("image_dimensions_too_large");
                let limit = refusal.detail("max_side_length_pixels", json!(pixels::MAX_SIDE));
                return Err(limit.detail("paths", json!([block.path()])));
            }
            Ok(())
        }
        other => reference(&source, other),
    }
}

/// Checks `data` and gives its length.
fn base64(source: &At<'_>) -> Result<usize, Refusal> {
    let data = source.need("data")?;
    let text = data.text()?;
    if is_base64(text) { Ok(text.len()) } else { Err(data.refuse("this is not base64")) }
}

/// A source by address or file id.
fn reference(source: &At<'_>, kind: &str) -> Result<(), Refusal> {
    let field = if kind == "url" { "url" } else { "file_id" };
    source.only(&["type", field])?;
    source.need(field)?.filled().map(drop)
}

fn document(block: &At<'_>) -> Result<(), Refusal> {
    block.only(&["type", "source", "title", "context", "citations", "cache_control"])?;
    block.maybe_text("title")?;
    block.maybe_text("context")?;
    citations(block)?;
    let source = block.need("source")?;
    match source.need("type")?.one_of(&["base64", "text", "content", "url", "file"])? {
        "base64" => {
            source.only(&["type", "media_type", "data"])?;
            source.need("media_type")?.one_of(&["application/pdf"])?;
            base64(&source).map(drop)
        }
        "text" => {
            source.only(&["type", "media_type", "data"])?;
            source.need("media_type")?.one_of(&["text/plain"])?;
            source.need("data")?.text().map(drop)
        }
        "content" => {
            source.only(&["type", "content"])?;
            let content = source.need("content")?;
            if content.value().is_string() {
                return Ok(());
            }
            for inner in content.list()? {
                let kind = inner.need("type")?.one_of(&["text", "image"])?;
                check_kind(&inner, kind, false)?;
            }
            Ok(())
        }
        other => reference(&source, other),
    }
}

fn citations(block: &At<'_>) -> Result<(), Refusal> {
    let Some(config) = block.maybe("citations") else { return Ok(()) };
    config.only(&["enabled"])?;
    config.maybe_flag("enabled").map(drop)
}

fn search_result(block: &At<'_>) -> Result<(), Refusal> {
    block.only(&["type", "source", "title", "content", "citations", "cache_control"])?;
    block.need("source")?.text()?;
    block.need("title")?.text()?;
    citations(block)?;
    let content = block.need("content")?;
    let items = content.list()?;
    if items.is_empty() {
        return Err(content.refuse("must not be empty"));
    }
    for item in items {
        item.need("type")?.one_of(&["text"])?;
        check_kind(&item, "text", false)?;
    }
    Ok(())
}

fn tool_result(block: &At<'_>) -> Result<(), Refusal> {
    block.only(&["type", "tool_use_id", "content", "is_error", "toolset_name", "cache_control"])?;
    block.need("tool_use_id")?.filled()?;
    let failed = block.maybe_flag("is_error")?.unwrap_or(false);
    let toolset = block.maybe_text("toolset_name")?;
    let Some(content) = block.maybe("content") else { return Ok(()) };
    if content.value().is_string() {
        return Ok(());
    }
    let mut states = 0;
    for item in content.list()? {
        let kind = item.need("type")?.one_of(&[
            "text",
            "image",
            "document",
            "search_result",
            "tool_reference",
            "browser_state",
        ])?;
        match kind {
            "tool_reference" => {
                item.only(&["type", "tool_name", "cache_control"])?;
                item.need("tool_name")?.filled()?;
            }
            "browser_state" => {
                states += 1;
                if failed || states > 1 || toolset != Some("browser") {
                    return Err(
                        item.refuse("at most one, in a result of the browser toolset without is_error")
                    );
                }
                browser_state(&item)?;
            }
            _ => check_kind(&item, kind, false)?,
        }
    }
    Ok(())
}

/// A tool that comes or goes in mid-conversation (protocol §8.8).
fn tool_change(block: &At<'_>, kind: &str) -> Result<(), Refusal> {
    block.only(&["type", "tool", "cache_control"])?;
    let tool = block.need("tool")?;
    let names: &[&str] = match tool.need("type")?.one_of(&[
        "tool_reference",
        "mcp_tool_reference",
        "mcp_toolset_reference",
        "tool_definition",
    ])? {
        "tool_reference" => &["name"],
        "mcp_tool_reference" => &["name", "server_name"],
        "mcp_toolset_reference" => &["server_name"],
        _ if kind == "tool_addition" => return tool.need("definition")?.object().map(drop),
        _ => return Err(tool.need("type")?.refuse("a removal names its tool")),
    };
    names.iter().try_for_each(|name| tool.need(name)?.filled().map(drop))
}

fn browser_state(state: &At<'_>) -> Result<(), Refusal> {
    state.only(&["type", "tabs", "state_changes", "cache_control"])?;
    let tabs = state.need("tabs")?;
    let list = tabs.list()?;
    let mut active = 0;
    for tab in &list {
        tab.only(&["tab_id", "title", "url", "active"])?;
        for field in ["tab_id", "title", "url"] {
            tab.need(field)?.text()?;
        }
        active += usize::from(tab.maybe_flag("active")?.unwrap_or(false));
    }
    if !list.is_empty() && active != 1 {
        return Err(tabs.refuse("exactly one tab must be active"));
    }
    let Some(changes) = state.maybe("state_changes") else { return Ok(()) };
    let list = changes.list()?;
    if list.is_empty() {
        return Err(changes.refuse("must not be empty; leave it out"));
    }
    for change in list {
        let kinds = ["tab_opened", "download_started", "download_completed", "download_failed"];
        let (needed, besides): (&[&str], &[&str]) = match change.need("type")?.one_of(&kinds)? {
            "tab_opened" => (&["tab_id"], &[]),
            "download_completed" => (&["download_id", "url"], &["path", "size_bytes"]),
            "download_failed" => (&["download_id", "url"], &["error"]),
            _ => (&["download_id", "url"], &[]),
        };
        change.only(&[&["type"], needed, besides].concat())?;
        for field in needed {
            change.need(field)?.text()?;
        }
    }
    Ok(())
}
