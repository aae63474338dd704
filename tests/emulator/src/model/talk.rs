//! The model's answers in plain text: a few rules, so that tests and readers can predict them.

use serde_json::Value;

use super::words;

/// Largest number it counts to, and most words it writes.
const MOST: usize = 50_000;
/// Words for answers of a wished length.
const FILLER: [&str; 24] = [
    "the", "river", "runs", "past", "old", "mills", "and", "quiet", "gardens", "where", "people", "meet",
    "to", "talk", "about", "weather", "bread", "music", "and", "small", "things", "of", "every", "day",
];

/// The answer to a prompt.
pub(super) fn say(body: &Value, prompt: &str) -> String {
    let messages = body.get("messages").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let results = tool_results(body);
    let text = if !results.is_empty() {
        after_tools(&results)
    } else if let Some(text) = to_the_letter(prompt) {
        return text;
    } else if let Some(text) = remembered(messages, prompt) {
        text
    } else if let Some(text) = arithmetic(prompt) {
        text
    } else {
        small_talk(body, messages, prompt)
    };
    match prefill(messages) {
        // A continuation goes on in the middle of the sentence.
        Some(_) => format!(" {text}"),
        None => text,
    }
}

/// Text the last assistant message begins with, if it is to be continued.
fn prefill(messages: &[Value]) -> Option<String> {
    let last = messages.last().filter(|m| m.get("role").and_then(Value::as_str) == Some("assistant"))?;
    last.get("content").map(words::texts).filter(|text| !text.is_empty())
}

/// Wishes for exact words: `say X`, `count to N`, `write N words`.
fn to_the_letter(prompt: &str) -> Option<String> {
    let lower = prompt.to_ascii_lowercase();
    for wish in ["say exactly", "repeat after me", "reply with", "answer with", "repeat", "say"] {
        let rest = lower.strip_prefix(wish).and_then(|_| prompt.get(wish.len()..));
        if let Some(rest) = rest.filter(|r| r.starts_with([' ', ':'])) {
            let text = rest.trim_start_matches([' ', ':']).trim();
            let bare = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(text);
            return Some(bare.to_owned()).filter(|t| !t.is_empty());
        }
    }
    let number = |text: &str| words::words(text).first().and_then(|w| w.parse::<usize>().ok());
    if let Some((_, rest)) = lower.split_once("count to ") {
        let end = number(rest)?.min(MOST);
        return Some((1..=end).map(|n| n.to_string()).collect::<Vec<_>>().join(" "));
    }
    let (before, _) = lower.split_once(" words")?;
    let count = words::words(before).last()?.parse::<usize>().ok()?.min(MOST);
    let chosen: Vec<&str> = FILLER.iter().copied().cycle().take(count).collect();
    Some(chosen.join(" "))
}

/// The name that the user gave in earlier turns.
fn remembered(messages: &[Value], prompt: &str) -> Option<String> {
    if !prompt.to_lowercase().contains("my name") || !prompt.contains('?') {
        return None;
    }
    let told = messages.iter().rev().filter(|m| m.get("role").and_then(Value::as_str) == Some("user"));
    let name = told.filter_map(|m| m.get("content")).map(words::texts).find_map(|text| {
        let lower = text.to_lowercase();
        let at = ["my name is ", "call me ", "i am called "]
            .iter()
            .find_map(|m| lower.find(m).map(|at| at + m.len()))?;
        let rest = text.get(at..)?;
        words::words(rest).first().map(|name| (*name).to_owned())
    });
    Some(match name {
        Some(name) => format!("Your name is {name}."),
        None => "You have not told me your name yet.".to_owned(),
    })
}

/// `what is 2 + 3`: one operation on two numbers.
fn arithmetic(prompt: &str) -> Option<String> {
    let parts: Vec<&str> = prompt.split_whitespace().collect();
    let value = |t: &str| t.trim_end_matches(['?', '.', '=']).parse::<f64>().ok();
    for window in parts.windows(3) {
        let [a, operator, b] = window else { continue };
        let (Some(a), Some(b)) = (value(a), value(b)) else { continue };
        let result = match *operator {
            "+" | "plus" => a + b,
            "-" | "minus" => a - b,
            "*" | "x" | "times" => a * b,
            "/" if b != 0.0 => a / b,
            _ => continue,
        };
        return Some(format!("{a} {operator} {b} is {result}."));
    }
    None
}

/// Texts of the tool results in the last user turn, errors marked.
fn tool_results(body: &Value) -> Vec<(bool, String)> {
    let turn = words::last_user_messages(body);
    let blocks = turn.iter().filter_map(|m| m.get("content")?.as_array()).flatten();
    let results = blocks.filter(|b| b.get("type").and_then(Value::as_str) == Some("tool_result"));
    results
        .map(|b| {
            let failed = b.get("is_error").and_then(Value::as_bool).unwrap_or(false);
            (failed, b.get("content").map(words::texts).unwrap_or_default())
        })
        .collect()
}

fn after_tools(results: &[(bool, String)]) -> String {
    let mut said = Vec::new();
    for (failed, text) in results {
        said.push(match (failed, text.is_empty()) {
            (true, _) => format!("A tool failed: {text}"),
            (false, true) => "A tool gave no result.".to_owned(),
            (false, false) => format!("The tool says: {text}"),
        });
    }
    said.join("\n")
}

fn small_talk(body: &Value, messages: &[Value], prompt: &str) -> String {
    let first = words::words(prompt).first().map(|w| w.to_lowercase()).unwrap_or_default();
    let seen = attachments(body);
    let turns =
        messages.iter().filter(|m| m.get("role").and_then(Value::as_str) == Some("assistant")).count() + 1;
    let mut said = Vec::new();
    if matches!(first.as_str(), "hello" | "hi" | "hey" | "hallo" | "good") {
        said.push("Hello! I am a small deterministic model, made for tests.".to_owned());
    }
    if !seen.is_empty() {
        said.push(format!("I see {seen}."));
    }
    if prompt.is_empty() {
        said.push("You said nothing.".to_owned());
    } else {
        said.push(format!("You said: {prompt}"));
    }
    if turns > 1 {
        said.push(format!("(This is turn {turns} of our conversation.)"));
    }
    said.join(" ")
}

/// Images and documents of the last turn, counted.
fn attachments(body: &Value) -> String {
    let turn = words::last_user_messages(body);
    let blocks: Vec<&Value> = turn.iter().filter_map(|m| m.get("content")?.as_array()).flatten().collect();
    let count =
        |kind: &str| blocks.iter().filter(|b| b.get("type").and_then(Value::as_str) == Some(kind)).count();
    let name = |n: usize, what: &str| match n {
        0 => None,
        1 => Some(format!("one {what}")),
        n => Some(format!("{n} {what}s")),
    };
    [name(count("image"), "image"), name(count("document"), "document")]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" and ")
}
