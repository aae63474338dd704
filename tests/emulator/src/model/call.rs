//! Which tools a prompt calls for, and with what input.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{Block, fill, words};
use crate::ids::Mint;
use crate::validate::{is_on, members};

/// A call to make.
#[derive(Debug)]
pub(super) struct Call {
    name: String,
    input: Value,
    toolset: Option<String>,
}

impl Call {
    pub(super) fn into_block(self, ids: &Mint) -> Block {
        Block::ToolUse {
            id: ids.id("toolu_"),
            name: self.name,
            input: self.input,
            toolset: self.toolset,
            cut: None,
        }
    }
}

/// Most calls of one turn.
const MAX_CALLS: usize = 8;
/// Words of a tool name that tell nothing about its subject.
const VERBS: [&str; 32] = [
    "get", "set", "find", "look", "lookup", "fetch", "list", "search", "run", "read", "write", "create",
    "do", "make", "call", "query", "add", "update", "delete", "remove", "send", "show", "check", "use",
    "tool", "the", "up", "for", "current", "my", "by", "of",
];
/// Words of a description that tell nothing.
const COMMON: [&str; 24] = [
    "with", "from", "that", "this", "these", "given", "between", "about", "into", "return", "returns",
    "gets", "looks", "finds", "tool", "uses", "used", "using", "user", "when", "what", "which", "value",
    "next",
];

/// A tool the model can see.
struct Offer<'a> {
    name: &'a str,
    description: &'a str,
    schema: Option<&'a Value>,
    toolset: Option<&'static str>,
}

/// Must a tool be called?
pub(super) fn is_forced(body: &Value) -> bool {
    matches!(choice(body).0, "any" | "tool")
}

fn choice(body: &Value) -> (&str, Option<&str>) {
    let choice = body.get("tool_choice");
    let text = |key: &str| choice.and_then(|c| c.get(key)).and_then(Value::as_str);
    (text("type").unwrap_or("auto"), text("name"))
}

/// Calls for this prompt, none when the model answers in text.
pub(super) fn choose(body: &Value, prompt: &str) -> Vec<Call> {
    let offers = offers(body);
    let (kind, named) = choice(body);
    let answered = words::last_user_messages(body).iter().any(|m| has_results(m));
    let mut chosen: Vec<&Offer<'_>> = match kind {
        "none" => Vec::new(),
        "tool" => offers.iter().filter(|o| Some(o.name) == named).collect(),
        "auto" if answered => Vec::new(),
        _ => matching(&offers, prompt),
    };
    if chosen.is_empty() && kind == "any" {
        chosen.extend(offers.first());
    }
    let flag = body.get("tool_choice").and_then(|c| c.get("disable_parallel_tool_use"));
    let alone = flag.and_then(Value::as_bool).unwrap_or(false);
    chosen.truncate(if alone { 1 } else { MAX_CALLS });
    let calls = chosen.into_iter().map(|offer| Call {
        name: offer.name.to_owned(),
        input: input(offer, prompt),
        toolset: offer.toolset.map(str::to_owned),
    });
    calls.collect()
}

/// The text before the calls.
pub(super) fn announce(calls: &[Call]) -> String {
    let names: Vec<&str> = calls.iter().map(|c| c.name.as_str()).collect();
    format!("I will use {}.", names.join(" and "))
}

fn has_results(message: &Value) -> bool {
    let blocks = message.get("content").and_then(Value::as_array);
    blocks.is_some_and(|b| b.iter().any(|b| b.get("type").and_then(Value::as_str) == Some("tool_result")))
}

/// Tools the client runs, toolsets taken apart.
fn offers(body: &Value) -> Vec<Offer<'_>> {
    let mut offers = Vec::new();
    for tool in body.get("tools").and_then(Value::as_array).into_iter().flatten() {
        let text = |key: &str| tool.get(key).and_then(Value::as_str).unwrap_or_default();
        let kind = text("type");
        if tool.get("defer_loading").and_then(Value::as_bool) == Some(true) || runs_on_server(kind) {
            continue;
        }
        let toolset =
            ["computer", "browser"].into_iter().find(|set| kind.starts_with(&format!("{set}_toolset_")));
        if let Some(toolset) = toolset {
            let on = members(kind).iter().filter(|m| is_on(tool, m));
            offers.extend(on.map(|name| Offer {
                name,
                description: "",
                schema: None,
                toolset: Some(toolset),
            }));
            continue;
        }
        let (name, description) = (text("name"), text("description"));
        offers.push(Offer { name, description, schema: tool.get("input_schema"), toolset: None });
    }
    offers
}

fn runs_on_server(kind: &str) -> bool {
    ["web_search_", "web_fetch_", "code_execution_", "tool_search_"]
        .iter()
        .any(|start| kind.starts_with(start))
}

/// Tools whose name, or a distinctive part of it, occurs in the prompt; else the one whose description fits best.
fn matching<'a, 'b>(offers: &'b [Offer<'a>], prompt: &str) -> Vec<&'b Offer<'a>> {
    let lower = prompt.to_lowercase();
    let said: HashSet<String> = words::words(&lower).into_iter().flat_map(words::parts).collect();
    let by_name: Vec<_> = offers.iter().filter(|o| named(o, &lower, &said)).collect();
    if !by_name.is_empty() {
        return by_name;
    }
    let fit = |offer: &Offer<'_>| {
        let telling: HashSet<String> = words::words(&offer.description.to_lowercase())
            .into_iter()
            .filter(|w| w.len() > 3 && !COMMON.contains(w))
            .map(str::to_owned)
            .collect();
        telling.iter().filter(|w| is_said(w, &said)).count()
    };
    let best = offers.iter().map(|o| (fit(o), o)).filter(|(fit, _)| *fit >= 2);
    // Of equals the first: `max_by_key` alone would give the last.
    best.rev().max_by_key(|(fit, _)| *fit).map(|(_, o)| o).into_iter().collect()
}

fn named(offer: &Offer<'_>, lower: &str, said: &HashSet<String>) -> bool {
    let whole = offer.name.to_lowercase();
    let spaced = words::parts(offer.name).join(" ");
    // A member such as `type` or `key` is too common a word to count unless it is all of a longer name.
    if offer.toolset.is_some() {
        return whole.contains('_') && lower.contains(&whole)
            || whole == "screenshot" && is_said(&whole, said);
    }
    if lower.contains(&whole) || lower.contains(&spaced) {
        return true;
    }
    let parts = words::parts(offer.name);
    parts.iter().any(|part| part.len() > 2 && !VERBS.contains(&part.as_str()) && is_said(part, said))
}

/// Whether the prompt has the word, in the singular or plural.
fn is_said(word: &str, said: &HashSet<String>) -> bool {
    said.contains(word)
        || said.contains(&format!("{word}s"))
        || word.strip_suffix('s').is_some_and(|w| said.contains(w))
}

fn input(offer: &Offer<'_>, prompt: &str) -> Value {
    if let Some(schema) = offer.schema {
        return fill::object(schema, prompt);
    }
    let command = || words::quotes(prompt).into_iter().next().unwrap_or_else(|| "ls".to_owned());
    match (offer.toolset, offer.name) {
        (None, "bash") => json!({"command": command()}),
        (None, "memory") => json!({"command": "view", "path": "/memories"}),
        (None, name) if name.starts_with("str_replace") => json!({"command": "view", "path": "/"}),
        _ => json!({}),
    }
}
