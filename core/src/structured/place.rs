//! The place of a mismatch in a value, and the display of the value there. Both contain text of a model, so both are
//! bounded.

use std::fmt::{self, Write};

use serde_json::Value;

/// The number of bytes shown of a key or a value.
const MOST_SHOWN: usize = 200;
/// The number of leading steps shown of a path.
const MOST_PARTS: usize = 32;

/// A place in a value, written as a JSON pointer. It consists of references, and becomes text only for a mismatch, so
/// that members do not copy their path.
#[derive(Clone, Copy)]
pub(super) enum Place<'p> {
    /// The whole value.
    Root,
    /// The value of a key.
    Key(&'p Place<'p>, &'p str),
    /// An item of a list.
    Item(&'p Place<'p>, usize),
}

impl Place<'_> {
    fn parent(&self) -> Option<&Place<'_>> {
        match self {
            Place::Root => None,
            Place::Key(parent, _) | Place::Item(parent, _) => Some(parent),
        }
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        let mut at = self;
        while let Some(parent) = at.parent() {
            parts.push(at);
            at = parent;
        }
        if parts.is_empty() {
            return f.write_str("the value");
        }
        for part in parts.iter().rev().take(MOST_PARTS) {
            match part {
                Place::Key(_, key) => {
                    let shown = ShownKey(key).to_string();
                    crate::work::step(shown.len());
                    write!(f, "/{}", shown.replace('~', "~0").replace('/', "~1"))?;
                }
                Place::Item(_, at) => write!(f, "/{at}")?,
                Place::Root => {}
            }
        }
        if parts.len() > MOST_PARTS { f.write_str("/\u{2026}") } else { Ok(()) }
    }
}

/// Displays the beginning of a key.
pub(super) struct ShownKey<'k>(pub(super) &'k str);

impl fmt::Display for ShownKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = beginning(self.0, MOST_SHOWN);
        f.write_str(shown)?;
        if shown.len() < self.0.len() { f.write_str("\u{2026}") } else { Ok(()) }
    }
}

/// Displays the beginning of a value as JSON.
pub(super) struct Shown<'v>(pub(super) &'v Value);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = Beginning(String::new());
        // The writer refuses text that is too long, which stops the serialisation.
        let whole = write!(shown, "{}", self.0).is_ok();
        crate::work::step(shown.0.len());
        f.write_str(&shown.0)?;
        if whole { Ok(()) } else { f.write_str("\u{2026}") }
    }
}

/// The beginning of a text.
struct Beginning(String);

impl Write for Beginning {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let part = beginning(text, MOST_SHOWN.saturating_sub(self.0.len()));
        self.0.push_str(part);
        if part.len() == text.len() { Ok(()) } else { Err(fmt::Error) }
    }
}

/// The first `most` bytes of a text at most, without cutting a character.
fn beginning(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn places_and_values_are_shown_in_part() {
        let key = "k".repeat(300);
        let (root, beginning) = (Place::Root, "k".repeat(200));
        let under = Place::Key(&root, &key);
        let item = Place::Item(&under, 3);
        assert_eq!(root.to_string(), "the value");
        assert_eq!(item.to_string(), format!("/{beginning}\u{2026}/3"));
        assert_eq!(Place::Key(&root, "a/b~c").to_string(), "/a~1b~0c");
        assert_eq!(Shown(&json!({"a": [1, "x"]})).to_string(), r#"{"a":[1,"x"]}"#);
        let long = Shown(&json!("\u{e9}".repeat(300))).to_string();
        assert!(
            long.len() < 210 && long.starts_with("\"\u{e9}\u{e9}") && long.ends_with('\u{2026}'),
            "{long}"
        );
        let many = Shown(&json!(vec![7; 1_000])).to_string();
        assert!(many.len() < 210 && many.starts_with("[7,7"), "{many}");
    }
}
