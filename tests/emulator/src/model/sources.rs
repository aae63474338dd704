//! Answers that lean on sources: citing a document of the request, and a web search that the service pretends to run.

use serde_json::{Value, json};

use super::{Block, Mind, words};
use crate::signature::Seal;

/// Most characters of a citation.
const LONGEST_QUOTE: usize = 200;

/// An answer that cites the first text document with citations enabled.
pub(super) fn cite(body: &Value) -> Option<Vec<Block>> {
    let messages = body.get("messages")?.as_array()?;
    let blocks = messages.iter().filter_map(|m| m.get("content")?.as_array()).flatten();
    let documents = blocks.filter(|b| b.get("type").and_then(Value::as_str) == Some("document"));
    let (index, document, text) = documents.enumerate().find_map(|(index, document)| {
        let on = document.get("citations").and_then(|c| c.get("enabled")).and_then(Value::as_bool);
        let source = document.get("source").filter(|_| on == Some(true))?;
        let text =
            source.get("data").filter(|_| source.get("type").and_then(Value::as_str) == Some("text"))?;
        Some((index, document, text.as_str()?))
    })?;
    let sentence = text.split_inclusive(['.', '\n']).find(|s| !s.trim().is_empty()).unwrap_or(text);
    let start = text.find(sentence).map_or(0, |at| text.get(..at).map_or(0, |t| t.chars().count()));
    let cited: String = sentence.chars().take(LONGEST_QUOTE).collect();
    let citation = json!({
        "type": "char_location", "cited_text": cited, "document_index": index,
        "document_title": document.get("title").cloned().unwrap_or(Value::Null),
        "start_char_index": start, "end_char_index": start + cited.chars().count(), "file_id": null,
    });
    Some(vec![
        Block::text("According to the document, "),
        Block::Text { text: cited.trim().to_owned(), citations: vec![citation] },
    ])
}

/// A search with one result, if the request has a search tool and the prompt asks for one.
pub(super) fn search(body: &Value, prompt: &str, mind: &Mind<'_>) -> Option<Vec<Block>> {
    let tools = body.get("tools")?.as_array()?;
    let offered = tools
        .iter()
        .any(|t| t.get("type").and_then(Value::as_str).is_some_and(|t| t.starts_with("web_search_")));
    let lower = prompt.to_lowercase();
    let off = body.get("tool_choice").and_then(|c| c.get("type")).and_then(Value::as_str) == Some("none");
    if !offered || off || !(lower.contains("search") || lower.contains("web")) {
        return None;
    }
    let id = mind.ids.id("srvtoolu_");
    let query = words::quotes(prompt).into_iter().next().unwrap_or_else(|| words::shorten(prompt, 8));
    let (title, url, cited) =
        ("An example page", "https://example.org/page", "This page stands for the web.");
    let result = json!({
        "type": "web_search_tool_result", "tool_use_id": id, "caller": {"type": "direct"},
        "content": [{"type": "web_search_result", "title": title, "url": url,
            "encrypted_content": mind.signer.conceal(Seal::Page, url), "page_age": null}],
    });
    let citation = json!({
        "type": "web_search_result_location", "cited_text": cited, "url": url, "title": title,
        "encrypted_index": mind.signer.conceal(Seal::Citation, cited),
    });
    Some(vec![
        Block::ServerToolUse { id, name: "web_search".to_owned(), input: json!({"query": query}) },
        Block::Whole(result),
        Block::Text { text: cited.to_owned(), citations: vec![citation] },
    ])
}
