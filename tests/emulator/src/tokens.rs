//! Token counting: one token per four bytes of canonical text, rounded up over the whole prompt (protocol §12.5), and
//! the prompt as a chain of pieces in cache order (tools, system, messages). Knows nothing of lifetimes or validation.

use serde_json::Value;

use crate::ids::digest;

/// Bytes that count as one token.
const BYTES_PER_TOKEN: u64 = 4;
/// The weight of an image, or of a file that is only named.
const OPAQUE_WEIGHT: u64 = 1600 * BYTES_PER_TOKEN;
/// Base64 of a document weighs a quarter of its length: it is not text.
const BASE64_SHARE: u64 = 4;

/// Lifetime of a cached prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ttl {
    FiveMinutes,
    OneHour,
}

impl Ttl {
    /// The lifetime of a `cache_control` object.
    pub(crate) fn of(control: &Value) -> Self {
        if control.get("ttl").and_then(Value::as_str) == Some("1h") {
            Self::OneHour
        } else {
            Self::FiveMinutes
        }
    }
}

/// One block of the prompt.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// Bytes up to and including this block.
    pub(crate) bytes: u64,
    /// Digest of everything up to and including this block.
    pub(crate) chain: u64,
    /// There is an explicit or automatic cache marker here.
    pub(crate) marker: Option<Ttl>,
    /// May carry a marker.
    pub(crate) cacheable: bool,
}

/// A whole prompt.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prompt {
    pub(crate) pieces: Vec<Piece>,
    bytes: u64,
    chain: u64,
}

/// Tokens of that many bytes.
pub(crate) fn tokens(bytes: u64) -> u64 {
    bytes.div_ceil(BYTES_PER_TOKEN)
}

/// Tokens of a text.
pub(crate) fn text_tokens(text: &str) -> u64 {
    tokens(text.len() as u64)
}

/// Bytes that fit into that many tokens.
pub(crate) fn bytes_of(tokens: u64) -> usize {
    usize::try_from(tokens.saturating_mul(BYTES_PER_TOKEN)).unwrap_or(usize::MAX)
}

impl Prompt {
    /// Reads a request body, valid or not: unknown parts count as nothing.
    pub(crate) fn of(body: &Value) -> Self {
        let mut prompt = Self::default();
        for tool in list(body, "tools") {
            // A tool that is found by search only is no part of the prefix (protocol §10.7).
            if tool.get("defer_loading").and_then(Value::as_bool) != Some(true) {
                prompt.push(tool, true);
            }
        }
        match body.get("system") {
            Some(Value::String(text)) => prompt.push_text(text),
            Some(Value::Array(blocks)) => blocks.iter().for_each(|block| prompt.push(block, true)),
            _ => {}
        }
        prompt.mix(settings(body).as_bytes());
        for message in list(body, "messages") {
            let role = message.get("role").and_then(Value::as_str).unwrap_or_default();
            prompt.mix(role.as_bytes());
            match message.get("content") {
                Some(Value::String(text)) => prompt.push_text(text),
                Some(Value::Array(blocks)) => blocks.iter().for_each(|block| {
                    let kind = block.get("type").and_then(Value::as_str).unwrap_or_default();
                    prompt.push(block, !matches!(kind, "thinking" | "redacted_thinking"));
                }),
                _ => {}
            }
        }
        if let Some(control) = body.get("cache_control").filter(|c| c.is_object())
            && let Some(last) = prompt.pieces.iter_mut().rev().find(|piece| piece.cacheable)
        {
            last.marker = last.marker.or(Some(Ttl::of(control)));
        }
        prompt
    }

    /// Tokens of the whole prompt.
    pub(crate) fn total(&self) -> u64 {
        tokens(self.bytes)
    }

    fn push_text(&mut self, text: &str) {
        self.mix(text.as_bytes());
        self.bytes += text.len() as u64;
        self.close(None, !text.is_empty());
    }

    fn push(&mut self, block: &Value, cacheable: bool) {
        let marker = block.get("cache_control").filter(|c| c.is_object()).map(Ttl::of);
        let mut text = String::new();
        canonical(block, &mut text);
        self.mix(text.as_bytes());
        self.bytes += weight(block);
        self.close(marker, cacheable);
    }

    fn close(&mut self, marker: Option<Ttl>, cacheable: bool) {
        self.pieces.push(Piece { bytes: self.bytes, chain: self.chain, marker, cacheable });
    }

    fn mix(&mut self, bytes: &[u8]) {
        self.chain = digest(self.chain.rotate_left(17), bytes);
    }
}

fn list<'a>(body: &'a Value, key: &str) -> &'a [Value] {
    body.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The settings whose change invalidates the cached messages, but not tools and system.
fn settings(body: &Value) -> String {
    let picture = list(body, "messages").iter().flat_map(|m| list(m, "content"));
    let pictures = picture.filter(|b| b.get("type").and_then(Value::as_str) == Some("image")).count() > 0;
    let part = |key: &str| body.get(key).map(Value::to_string).unwrap_or_default();
    format!("{}|{}|{}|{pictures}", part("tool_choice"), part("thinking"), part("output_config"))
}

/// The block without its markers, byte for byte.
fn canonical(value: &Value, out: &mut String) {
    match value {
        Value::Object(map) => {
            out.push('{');
            for (key, inner) in map.iter().filter(|(key, _)| *key != "cache_control") {
                out.push_str(key);
                out.push(':');
                canonical(inner, out);
                out.push(',');
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for item in items {
                canonical(item, out);
                out.push(',');
            }
            out.push(']');
        }
        Value::String(text) => {
            out.push('"');
            out.push_str(text);
            out.push('"');
        }
        other => out.push_str(&other.to_string()),
    }
}

/// Bytes a block counts for.
fn weight(block: &Value) -> u64 {
    let text = |key: &str| block.get(key).and_then(Value::as_str).map_or(0, |t| t.len() as u64);
    let nested = |key: &str| match block.get(key) {
        Some(Value::String(text)) => text.len() as u64,
        Some(Value::Array(blocks)) => blocks.iter().map(weight).sum(),
        Some(single @ Value::Object(_)) => weight(single),
        _ => 0,
    };
    let json = |key: &str| block.get(key).map_or(0, |v| v.to_string().len() as u64);
    match block.get("type").and_then(Value::as_str) {
        Some("text") => text("text"),
        Some("thinking") => text("thinking"),
        Some("redacted_thinking") => text("data"),
        Some("image" | "container_upload") => OPAQUE_WEIGHT,
        Some("document") => text("title") + text("context") + block.get("source").map_or(0, source_weight),
        Some("search_result") => text("source") + text("title") + nested("content"),
        Some("tool_use" | "server_tool_use") => text("name") + json("input"),
        Some("tool_result") => nested("content"),
        Some(kind) if kind.ends_with("_tool_result") => json("content"),
        // Tools, and whatever future block there may be.
        _ => {
            let marker = block.get("cache_control").map_or(0, |m| m.to_string().len() as u64 + 17);
            (block.to_string().len() as u64).saturating_sub(marker)
        }
    }
}

fn source_weight(source: &Value) -> u64 {
    let data = || source.get("data").and_then(Value::as_str).map_or(0, |d| d.len() as u64);
    match source.get("type").and_then(Value::as_str) {
        Some("text") => data(),
        Some("base64") => data() / BASE64_SHARE,
        Some("content") => match source.get("content") {
            Some(Value::String(text)) => text.len() as u64,
            Some(Value::Array(blocks)) => blocks.iter().map(weight).sum(),
            _ => 0,
        },
        _ => OPAQUE_WEIGHT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn four_bytes_are_a_token_over_the_whole_prompt() {
        let body = json!({"system": "abcde", "messages": [{"role": "user", "content": "xyz"}]});
        assert_eq!(Prompt::of(&body).total(), 2);
        let body =
            json!({"messages": [{"role": "user", "content": [{"type": "text", "text": "é".repeat(3)}]}]});
        assert_eq!(Prompt::of(&body).total(), 2);
        assert_eq!(Prompt::of(&json!({"messages": "nonsense"})).total(), 0);
    }

    #[test]
    fn a_marker_changes_neither_weight_nor_chain() {
        let tool = |marked: bool| {
            let mut tool = json!({"name": "t", "input_schema": {"type": "object"}});
            if marked {
                tool["cache_control"] = json!({"type": "ephemeral", "ttl": "1h"});
            }
            Prompt::of(&json!({"tools": [tool]}))
        };
        assert_eq!(tool(true).total(), tool(false).total());
        assert_eq!(tool(true).pieces[0].chain, tool(false).pieces[0].chain);
        assert_eq!((tool(true).pieces[0].marker, tool(false).pieces[0].marker), (Some(Ttl::OneHour), None));
    }

    #[test]
    fn the_automatic_marker_walks_back_to_a_block_that_can_carry_it() {
        let body = json!({"cache_control": {"type": "ephemeral"}, "messages": [
            {"role": "user", "content": "a"},
            {"role": "assistant", "content": [{"type": "text", "text": "b"}, {"type": "thinking", "thinking": "c"}]},
        ]});
        let markers: Vec<_> = Prompt::of(&body).pieces.iter().map(|p| p.marker).collect();
        assert_eq!(markers, [None, Some(Ttl::FiveMinutes), None]);
    }

    #[test]
    fn tool_choice_spoils_messages_but_not_system() {
        let body = |choice: &str| {
            let body = json!({"system": "s", "tool_choice": {"type": choice}, "messages": [{"role": "user",
                "content": "m"}]});
            Prompt::of(&body).pieces.iter().map(|p| p.chain).collect::<Vec<_>>()
        };
        let (auto, any) = (body("auto"), body("any"));
        assert_eq!(auto[0], any[0]);
        assert_ne!(auto[1], any[1]);
    }
}
