//! The tag of an object, found before the object is decoded. It promises nothing about text that is not JSON: the
//! decoder reads it later and reports the fault.

use std::borrow::Cow;

use parlour_bridge::json_text::{find_end, unescape};

/// The string value of member `name` of the object whose first member begins at or behind `at`; `None` if it has no
/// such member, or one that is no string. Takes the bytes it steps over from `budget` and gives up when that is
/// used up: else objects nested in each other, each with its tag at the end, would take time that grows with the
/// square of the text.
pub(super) fn tag<'a>(text: &'a [u8], mut at: usize, name: &str, budget: &mut usize) -> Option<Cow<'a, str>> {
    loop {
        let key = string(text, &mut at)?;
        at = behind_space(text, at);
        if text.get(at) != Some(&b':') {
            return None;
        }
        at = behind_space(text, at + 1);
        if key == name {
            return string(text, &mut at);
        }
        let from = at;
        at = behind_value(text, at)?;
        *budget = budget.checked_sub(at - from)?;
        if text.get(at) != Some(&b',') {
            return None;
        }
        at += 1;
    }
}

/// The string at or behind `at`, which moves behind it.
fn string<'a>(text: &'a [u8], at: &mut usize) -> Option<Cow<'a, str>> {
    let begin = behind_space(text, *at);
    if text.get(begin) != Some(&b'"') {
        return None;
    }
    let begin = begin + 1;
    let (end, simple) = find_end(text, begin).ok()?;
    *at = end + 1;
    if simple {
        return Some(String::from_utf8_lossy(text.get(begin..end)?));
    }
    let mut decoded = Vec::new();
    unescape(text, begin, end, &mut decoded).ok()?;
    Some(Cow::Owned(String::from_utf8_lossy(&decoded).into_owned()))
}

fn behind_space(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t')).count()
}

/// The offset of the comma or bracket behind the value at `at`.
fn behind_value(text: &[u8], mut at: usize) -> Option<usize> {
    let mut depth = 0usize;
    loop {
        match text.get(at)? {
            b'"' => at = find_end(text, at + 1).ok()?.0,
            b'{' | b'[' => depth += 1,
            b'}' | b']' | b',' if depth == 0 => return Some(at),
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
}
