//! Parts of the service's answers that come back (protocol §2.4, §2.7): results of server tools and citations, in the
//! forms of its answers, and with the sealed parts unchanged.

use serde_json::Value;

use super::at::At;
use super::blocks;
use crate::answer::Refusal;
use crate::signature::{Seal, Signer};

/// Codes that every server tool may fail with.
const COMMON: [&str; 3] = ["invalid_tool_input", "unavailable", "too_many_requests"];

/// A result of a server tool, behind its `cache_control`.
pub(super) fn check_result(block: &At<'_>, kind: &str) -> Result<(), Refusal> {
    let mut known = vec!["type", "tool_use_id", "content", "cache_control"];
    if matches!(kind, "web_search_tool_result" | "web_fetch_tool_result") {
        known.push("caller");
    }
    block.only(&known)?;
    block.need("tool_use_id")?.filled()?;
    let content = block.need("content")?;
    if kind == "web_search_tool_result" && content.value().is_array() {
        return content.list()?.iter().try_for_each(found);
    }
    let what = content.kind()?;
    if what == format!("{kind}_error") {
        return error(&content, kind);
    }
    match (kind, what) {
        ("web_fetch_tool_result", "web_fetch_result") => fetched(&content),
        ("code_execution_tool_result", "code_execution_result") => ran(&content, "stdout"),
        ("code_execution_tool_result", "encrypted_code_execution_result") => {
            ran(&content, "encrypted_stdout")
        }
        ("bash_code_execution_tool_result", "bash_code_execution_result") => ran(&content, "stdout"),
        ("text_editor_code_execution_tool_result", _) => edited(&content, what),
        ("tool_search_tool_result", "tool_search_tool_search_result") => {
            content.only(&["type", "tool_references"])?;
            content.need("tool_references")?.list()?.iter().try_for_each(reference)
        }
        // Of a beta feature, perhaps.
        _ if !block.is_strict() => Ok(()),
        _ => Err(content.refuse(format!("\"{what}\" is not what a {kind} holds"))),
    }
}

/// A page of a web search.
fn found(page: &At<'_>) -> Result<(), Refusal> {
    page.only(&["type", "title", "url", "encrypted_content", "page_age"])?;
    page.need("type")?.one_of(&["web_search_result"])?;
    for field in ["title", "url", "encrypted_content"] {
        page.need(field)?.text()?;
    }
    page.maybe_text("page_age").map(drop)
}

fn fetched(content: &At<'_>) -> Result<(), Refusal> {
    content.only(&["type", "url", "retrieved_at", "content"])?;
    content.need("url")?.text()?;
    content.maybe_text("retrieved_at")?;
    let document = content.need("content")?;
    document.need("type")?.one_of(&["document"])?;
    blocks::check_kind(&document, "document", false)
}

/// The output of a program and the files it left behind.
fn ran(content: &At<'_>, output: &str) -> Result<(), Refusal> {
    content.only(&["type", output, "stderr", "return_code", "content"])?;
    content.need(output)?.text()?;
    content.need("stderr")?.text()?;
    content.need("return_code")?.integer()?;
    for file in content.need("content")?.list()? {
        file.only(&["type", "file_id"])?;
        file.need("type")?.one_of(&["code_execution_output", "bash_code_execution_output"])?;
        file.need("file_id")?.filled()?;
    }
    Ok(())
}

fn edited(content: &At<'_>, what: &str) -> Result<(), Refusal> {
    match what.strip_prefix("text_editor_code_execution_") {
        Some("view_result") => {
            content.only(&["type", "file_type", "content", "num_lines", "start_line", "total_lines"])?;
            content.need("file_type")?.one_of(&["text", "image", "pdf"])?;
            content.need("content")?.text().map(drop)
        }
        Some("create_result") => {
            content.only(&["type", "is_file_update"])?;
            content.need("is_file_update")?.flag().map(drop)
        }
        Some("str_replace_result") => {
            content.only(&["type", "lines", "old_start", "old_lines", "new_start", "new_lines"])?;
            content.maybe_texts("lines").map(drop)
        }
        _ => Err(content.refuse(format!("\"{what}\" is not what the text editor gives"))),
    }
}

fn reference(tool: &At<'_>) -> Result<(), Refusal> {
    tool.only(&["type", "tool_name", "cache_control"])?;
    tool.need("type")?.one_of(&["tool_reference"])?;
    tool.need("tool_name")?.filled().map(drop)
}

fn error(content: &At<'_>, kind: &str) -> Result<(), Refusal> {
    let own: &[&str] = match kind {
        "web_search_tool_result" => &["max_uses_exceeded", "query_too_long", "request_too_large"],
        "web_fetch_tool_result" => &[
            "max_uses_exceeded",
            "url_too_long",
            "url_not_allowed",
            "url_not_in_prior_context",
            "url_not_accessible",
            "unsupported_content_type",
            "content_too_large",
        ],
        "bash_code_execution_tool_result" => &["execution_time_exceeded", "output_file_too_large"],
        "text_editor_code_execution_tool_result" => &["execution_time_exceeded", "file_not_found"],
        _ => &["execution_time_exceeded"],
    };
    content.only(&["type", "error_code", "error_message"])?;
    content.maybe_text("error_message")?;
    content.need("error_code")?.one_of(&[&COMMON[..], own].concat()).map(drop)
}

/// A citation of an answer. Keys that answers have besides (`file_id`) are taken.
pub(super) fn check_citation(citation: &At<'_>) -> Result<(), Refusal> {
    let kind = citation.need("type")?.one_of(&[
        "char_location",
        "page_location",
        "content_block_location",
        "web_search_result_location",
        "search_result_location",
    ])?;
    citation.need("cited_text")?.text()?;
    let (texts, numbers): (&[&str], &[&str]) = match kind {
        "char_location" => (&[], &["document_index", "start_char_index", "end_char_index"]),
        "page_location" => (&[], &["document_index", "start_page_number", "end_page_number"]),
        "content_block_location" => (&[], &["document_index", "start_block_index", "end_block_index"]),
        "web_search_result_location" => (&["encrypted_index", "url"], &[]),
        _ => (&["source"], &["search_result_index", "start_block_index", "end_block_index"]),
    };
    for field in texts {
        citation.need(field)?.text()?;
    }
    for field in numbers {
        let number = citation.need(field)?;
        if number.integer()? < 0 {
            return Err(number.refuse("must not be negative"));
        }
    }
    let title = if texts.is_empty() { "document_title" } else { "title" };
    citation.maybe_text(title).map(drop)
}

/// Sealed parts of a block come back as they were sent.
pub(super) fn check_seals(block: &At<'_>, signer: &Signer) -> Result<(), Refusal> {
    let intact = |sealed: Option<At<'_>>, seal: Seal| match sealed {
        Some(sealed) if !signer.is_sealed(seal, sealed.text()?) => {
            Err(sealed.refuse("must come back as it was sent"))
        }
        _ => Ok(()),
    };
    let list = |field: &str| {
        block.maybe(field).filter(|f| f.value().is_array()).map_or(Ok(Vec::new()), |f| f.list())
    };
    match block.value().get("type").and_then(Value::as_str) {
        Some("web_search_tool_result") => {
            list("content")?.iter().try_for_each(|page| intact(page.maybe("encrypted_content"), Seal::Page))
        }
        Some("text") => {
            list("citations")?.iter().try_for_each(|one| intact(one.maybe("encrypted_index"), Seal::Citation))
        }
        _ => Ok(()),
    }
}
