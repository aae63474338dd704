//! Reading a prompt: its last turn, its words, numbers, quotes and names. No meaning beyond that.

use serde_json::Value;

/// Blocks of a content, a string being one text block.
pub(crate) fn texts(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => {
            let own = blocks.iter().filter(|b| b.get("type").and_then(Value::as_str) == Some("text"));
            own.filter_map(|b| b.get("text").and_then(Value::as_str)).collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}

/// Messages from the end back to where the last user turn began (system messages in between are skipped).
pub(crate) fn last_user_messages(body: &Value) -> Vec<&Value> {
    let messages = body.get("messages").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let role = |m: &Value| m.get("role").and_then(Value::as_str).unwrap_or_default().to_owned();
    let without_prefill = messages.iter().rev().skip_while(|m| role(m) == "assistant");
    let mut turn: Vec<&Value> = without_prefill.take_while(|m| role(m) != "assistant").collect();
    turn.retain(|m| role(m) == "user");
    turn.reverse();
    turn
}

/// Text of the last user turn.
pub(crate) fn last_prompt(body: &Value) -> String {
    let parts: Vec<String> =
        last_user_messages(body).into_iter().filter_map(|m| m.get("content")).map(texts).collect();
    parts.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// Words without punctuation around them.
pub(crate) fn words(text: &str) -> Vec<&str> {
    let inner = |c: char| c.is_alphanumeric() || c == '_';
    text.split_whitespace()
        .map(|word| word.trim_matches(|c| !inner(c)))
        .filter(|word| !word.is_empty())
        .collect()
}

/// Lower case parts of an identifier: `findTrain_fast-now` has four.
pub(crate) fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut after_lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && after_lower) {
            parts.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(part) = parts.last_mut()
        {
            part.extend(c.to_lowercase());
        }
        after_lower = c.is_lowercase();
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Numbers in order of appearance.
pub(crate) fn numbers(text: &str) -> Vec<f64> {
    let kept = text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'));
    kept.filter_map(|piece| piece.trim_end_matches('.').parse().ok()).collect()
}

/// Texts in quotes of any usual kind, in order; an apostrophe within a word is none.
pub(crate) fn quotes(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['"', '\u{201c}', '`', '\'']) {
        let before_word =
            rest.get(..at).and_then(|t| t.chars().next_back()).is_some_and(char::is_alphanumeric);
        let Some(open) = rest.get(at..).and_then(|t| t.chars().next()) else { break };
        let inner = rest.get(at + open.len_utf8()..).unwrap_or_default();
        let close = if open == '\u{201c}' { '\u{201d}' } else { open };
        match inner.find(close) {
            Some(end) if !(open == '\'' && before_word) => {
                found.extend(inner.get(..end).filter(|t| !t.is_empty()).map(str::to_owned));
                rest = inner.get(end + close.len_utf8()..).unwrap_or_default();
            }
            _ => rest = inner,
        }
    }
    found
}

/// The phrase after a word: capitalised words as long as they go on, else one word.
pub(crate) fn phrase_after(text: &str, word: &str) -> Option<String> {
    let all: Vec<&str> = text.split_whitespace().collect();
    let bare = |w: &str| w.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let at = all.iter().position(|w| bare(w).eq_ignore_ascii_case(word))?;
    let tail = all.get(at + 1..)?;
    let capital = |w: &str| bare(w).chars().next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit());
    let mut phrase = Vec::new();
    for piece in tail {
        if !phrase.is_empty() && !capital(piece) {
            break;
        }
        phrase.push(bare(piece));
        if !capital(piece) || piece.ends_with([',', '.', '?', '!', ';', ':']) {
            break;
        }
    }
    Some(phrase.join(" ")).filter(|p| !p.is_empty())
}

/// Capitalised words that do not open a sentence, neighbours joined.
pub(crate) fn names(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let (mut opens, mut joins) = (true, false);
    for piece in text.split_whitespace() {
        let bare = piece.trim_matches(|c: char| !c.is_alphanumeric());
        let capital = bare.chars().next().is_some_and(char::is_uppercase) && bare.len() > 1;
        match found.last_mut() {
            Some(last) if capital && joins => {
                last.push(' ');
                last.push_str(bare);
            }
            _ if capital && !opens => found.push(bare.to_owned()),
            _ => {}
        }
        opens = piece.ends_with(['.', '?', '!']);
        joins = capital && !piece.ends_with([',', '.', '?', '!', ';', ':']) && (!found.is_empty());
    }
    found
}

/// At most that many words, with a mark where something is missing.
pub(crate) fn shorten(text: &str, most: usize) -> String {
    let all: Vec<&str> = text.split_whitespace().collect();
    match all.get(..most).filter(|_| all.len() > most) {
        Some(start) => format!("{} …", start.join(" ")),
        None => all.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_last_turn_is_found_under_prefill_and_system_messages() {
        let body = json!({"messages": [
            {"role": "user", "content": "old"}, {"role": "assistant", "content": "x"},
            {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "image"}]},
            {"role": "user", "content": "b"}, {"role": "system", "content": "s"},
            {"role": "assistant", "content": "pre"},
        ]});
        assert_eq!(last_prompt(&body), "a\nb");
    }

    #[test]
    fn prompts_are_taken_apart() {
        assert_eq!(parts("findTrain_fast-now"), ["find", "train", "fast", "now"]);
        assert_eq!(numbers("from 3 to -4.5, or 7."), [3.0, -4.5, 7.0]);
        assert_eq!(quotes("say \"hi there\" and 'bye', don't `x`"), ["hi there", "bye", "x"]);
        assert_eq!(phrase_after("Next train from New York to Turin?", "from").unwrap(), "New York");
        assert_eq!(phrase_after("Next train from New York to Turin?", "to").unwrap(), "Turin");
        assert_eq!(phrase_after("go to the beach", "to").unwrap(), "the");
        assert_eq!(phrase_after("go to", "to"), None);
        assert_eq!(names("Please ask Ada Lovelace, or Bob. Thanks."), ["Ada Lovelace", "Bob"]);
        assert_eq!(shorten("a b c", 2), "a b …");
        assert_eq!(words("What's up, \"doc\"?"), ["What's", "up", "doc"]);
    }
}
