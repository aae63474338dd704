//! Rules between turns (protocol §1.3, §9.2, §9.6): calls and results, prefill, system messages, signed thoughts.

use std::collections::HashMap;

use serde_json::Value;

use super::at::At;
use super::echoed;
use crate::answer::Refusal;
use crate::models::{Generation, Model};
use crate::signature::Signer;

/// Neighbouring messages of one role.
struct Turn<'a> {
    role: &'a str,
    blocks: Vec<Block<'a>>,
}

/// A block, or a content that is just a string.
struct Block<'a> {
    at: At<'a>,
    kind: &'a str,
}

impl<'a> Block<'a> {
    fn field(&self, key: &str) -> Option<&'a str> {
        self.at.value().get(key).and_then(Value::as_str)
    }
}

pub(super) fn check(body: &At<'_>, model: &Model, signer: &Signer) -> Result<(), Refusal> {
    let messages = body.need("messages")?;
    let turns = turns(&messages)?;
    for (index, turn) in turns.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|i| turns.get(i));
        let after = turns.get(index + 1);
        match turn.role {
            "user" => check_results(turn, before.filter(|t| t.role == "assistant"))?,
            "assistant" => {
                check_calls(&messages, turn, after)?;
                check_thoughts(turn, signer)?;
                turn.blocks.iter().try_for_each(|block| echoed::check_seals(&block.at, signer))?;
            }
            _ => check_system_turn(body, model, turn, before, after)?,
        }
    }
    check_prefill(turns.last())?;
    check_references(body, &turns)?;
    check_last_thought(body, &turns)
}

fn turns<'a>(messages: &At<'a>) -> Result<Vec<Turn<'a>>, Refusal> {
    let mut turns: Vec<Turn<'a>> = Vec::new();
    for message in messages.list()? {
        let role = message.need("role")?.text()?;
        let content = message.need("content")?;
        let blocks = if content.value().is_string() {
            vec![Block { at: content, kind: "text" }]
        } else {
            let list = content.list()?;
            list.into_iter().map(|at| at.kind().map(|kind| Block { at, kind })).collect::<Result<_, _>>()?
        };
        match turns.last_mut() {
            Some(turn) if turn.role == role => turn.blocks.extend(blocks),
            _ => turns.push(Turn { role, blocks }),
        }
    }
    Ok(turns)
}

/// Every call of an assistant turn is answered by the next user turn.
fn check_calls(messages: &At<'_>, turn: &Turn<'_>, after: Option<&Turn<'_>>) -> Result<(), Refusal> {
    let mut calls: HashMap<&str, &Block<'_>> = HashMap::new();
    for block in turn.blocks.iter().filter(|b| b.kind == "tool_use") {
        let id = block.field("id").unwrap_or_default();
        if calls.insert(id, block).is_some() {
            return Err(block.at.need("id")?.refuse("tool_use ids must be unique"));
        }
    }
    if calls.is_empty() {
        return Ok(());
    }
    let answers = after.filter(|t| t.role == "user");
    let answered =
        |id: &str| answers.is_some_and(|t| t.blocks.iter().any(|b| b.field("tool_use_id") == Some(id)));
    let mut open: Vec<&str> = calls.keys().copied().filter(|id| !answered(id)).collect();
    open.sort_unstable();
    if !open.is_empty() {
        let what = format!("tool_use without a tool_result directly after it: {}", open.join(", "));
        let place = calls.get(open.first().copied().unwrap_or_default()).map(|b| &b.at).unwrap_or(messages);
        return Err(place.refuse(what));
    }
    let waits = turn.blocks.iter().any(|b| b.kind == "server_tool_use" && !has_result(turn, b));
    let by_code = turn.blocks.iter().any(|b| {
        let caller = b.at.value().get("caller").and_then(|c| c.get("type")).and_then(Value::as_str);
        b.kind == "tool_use" && caller.is_some_and(|c| c.starts_with("code_execution"))
    });
    let other = answers.and_then(|t| t.blocks.iter().find(|b| b.kind != "tool_result"));
    match other.filter(|_| waits || by_code) {
        Some(block) => Err(block.at.refuse("only tool_result blocks while a server tool waits")),
        None => Ok(()),
    }
}

fn has_result(turn: &Turn<'_>, call: &Block<'_>) -> bool {
    let id = call.field("id");
    turn.blocks.iter().any(|b| b.kind.ends_with("_tool_result") && b.field("tool_use_id") == id)
}

/// Results of a user turn: first in the turn, one for each call of the turn before, none else.
fn check_results(turn: &Turn<'_>, before: Option<&Turn<'_>>) -> Result<(), Refusal> {
    let mut seen = Vec::new();
    let mut others = false;
    for block in &turn.blocks {
        if block.kind != "tool_result" {
            others = true;
            continue;
        }
        let id = block.field("tool_use_id").unwrap_or_default();
        let call =
            before.and_then(|t| t.blocks.iter().find(|b| b.kind == "tool_use" && b.field("id") == Some(id)));
        let Some(call) = call else {
            let what = format!("no tool_use with the id {id} in the message before");
            return Err(block.at.need("tool_use_id")?.refuse(what));
        };
        if others {
            return Err(block.at.refuse("tool_result blocks must come first"));
        }
        if seen.contains(&id) {
            return Err(block.at.need("tool_use_id")?.refuse("more than one result for this call"));
        }
        seen.push(id);
        if call.field("toolset_name") != block.field("toolset_name") {
            return Err(block.at.refuse("toolset_name must be the one of the call"));
        }
    }
    Ok(())
}

/// Thinking comes back byte for byte (protocol §2.2).
fn check_thoughts(turn: &Turn<'_>, signer: &Signer) -> Result<(), Refusal> {
    for block in &turn.blocks {
        let intact = match block.kind {
            "thinking" => {
                let (text, signature) = (block.field("thinking"), block.field("signature"));
                signer.holds(text.unwrap_or_default(), signature.unwrap_or_default())
            }
            "redacted_thinking" => signer.holds("", block.field("data").unwrap_or_default()),
            _ => true,
        };
        if !intact {
            let field = if block.kind == "thinking" { "signature" } else { "data" };
            return Err(block.at.need(field)?.refuse("thinking blocks must come back as they were sent"));
        }
    }
    Ok(())
}

/// A system message in the middle: after a user turn or a server tool result, before an assistant turn or last.
fn check_system_turn(
    body: &At<'_>,
    model: &Model,
    turn: &Turn<'_>,
    before: Option<&Turn<'_>>,
    after: Option<&Turn<'_>>,
) -> Result<(), Refusal> {
    let place = turn.blocks.first().map_or(body, |b| &b.at);
    if model.generation < Generation::G46 {
        return Err(place.refuse("this model has no system messages; use the top-level system field"));
    }
    let follows = before.is_some_and(|t| match t.role {
        "user" => true,
        _ => t.blocks.last().is_some_and(|b| b.kind.ends_with("_tool_result")),
    });
    if !follows {
        return Err(place.refuse("a system message must follow a user turn"));
    }
    if after.is_some_and(|t| t.role != "assistant") {
        return Err(place.refuse("a system message must be last or stand before an assistant turn"));
    }
    Ok(())
}

fn check_prefill(last: Option<&Turn<'_>>) -> Result<(), Refusal> {
    let Some(block) = last.filter(|t| t.role == "assistant").and_then(|t| t.blocks.last()) else {
        return Ok(());
    };
    let text = block.at.value().as_str().or_else(|| block.field("text"));
    match text.filter(|t| t.ends_with(char::is_whitespace)) {
        Some(_) => Err(block.at.refuse("a final assistant text must not end in whitespace")),
        None => Ok(()),
    }
}

/// A tool that a result refers to is among the tools.
fn check_references(body: &At<'_>, turns: &[Turn<'_>]) -> Result<(), Refusal> {
    let tools = body.value().get("tools").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    for block in turns.iter().flat_map(|t| &t.blocks).filter(|b| b.kind == "tool_result") {
        let Some(content) = block.at.maybe("content").filter(|c| c.value().is_array()) else { continue };
        for item in content.list()? {
            let Some(name) = item.maybe("tool_name") else { continue };
            let wanted = name.text()?;
            if !tools.iter().any(|t| t.get("name").and_then(Value::as_str) == Some(wanted)) {
                return Err(name.refuse(format!("there is no tool named {wanted}")));
            }
        }
    }
    Ok(())
}

/// Within a tool loop an enabled thinker's turn opens with its thought (protocol §9.6).
fn check_last_thought(body: &At<'_>, turns: &[Turn<'_>]) -> Result<(), Refusal> {
    let enabled =
        body.value().get("thinking").and_then(|t| t.get("type")).and_then(Value::as_str) == Some("enabled");
    let [.., asked, answered] = turns else { return Ok(()) };
    let in_loop = answered.role == "user" && answered.blocks.iter().any(|b| b.kind == "tool_result");
    if !enabled || !in_loop {
        return Ok(());
    }
    match asked.blocks.first().filter(|b| !matches!(b.kind, "thinking" | "redacted_thinking")) {
        Some(block) => Err(block.at.refuse("this turn must open with its thinking block")),
        None => Ok(()),
    }
}
