//! A look at JSON that is still arriving: its values, without what cannot be shown yet.

use super::{Node, PartialJson};

/// A value within a [`PartialJson`].
#[derive(Clone, Copy, Debug)]
pub struct PartialValue<'p> {
    of: &'p PartialJson,
    index: usize,
}

/// The kind of a value. A container may still grow.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PartialKind<'p> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as it was written.
    Number(&'p str),
    /// A string, unescaped.
    String(&'p str),
    /// An array of so many values.
    Array(usize),
    /// An object of so many entries.
    Object(usize),
}

impl<'p> PartialValue<'p> {
    pub(super) fn new(of: &'p PartialJson, index: usize) -> PartialValue<'p> {
        PartialValue { of, index }
    }

    fn node(self) -> &'p Node {
        self.of.nodes.get(self.index).unwrap_or(&Node::Null)
    }

    /// Its kind.
    #[must_use]
    pub fn kind(self) -> PartialKind<'p> {
        match self.node() {
            Node::Null => PartialKind::Null,
            Node::Bool(value) => PartialKind::Bool(*value),
            Node::Number(text) => PartialKind::Number(text),
            Node::String(text) => PartialKind::String(text),
            Node::Array(items) => PartialKind::Array(self.shown_of(items.len(), items.last().copied())),
            Node::Object(entries) => {
                PartialKind::Object(self.shown_of(entries.len(), entries.last().map(|(_, index)| *index)))
            }
        }
    }

    /// How many members are shown: all, or all but the last one, which is the only one that can be unfinished.
    fn shown_of(self, members: usize, last: Option<usize>) -> usize {
        members - usize::from(last.is_some_and(|last| self.of.shown(last).is_none()))
    }

    /// The text, if it is a string.
    #[must_use]
    pub fn as_str(self) -> Option<&'p str> {
        match self.node() {
            Node::String(text) => Some(text),
            _ => None,
        }
    }

    /// The value of a key; of the last one if the key is repeated (protocol §11 row 24).
    #[must_use]
    pub fn get(self, key: &str) -> Option<PartialValue<'p>> {
        if let Some(value) = self.of.watched(self.index, key) {
            return value;
        }
        let entries = self.entries().inspect(|_| crate::work::step(1));
        entries.filter(|(name, _)| *name == key).last().map(|(_, value)| value)
    }

    /// The values of an array; none for anything else.
    pub fn items(self) -> impl Iterator<Item = PartialValue<'p>> {
        let items = match self.node() {
            Node::Array(items) => items.as_slice(),
            _ => &[],
        };
        items.iter().filter_map(move |index| self.of.shown(*index))
    }

    /// The entries of an object, as they came; none for anything else.
    pub fn entries(self) -> impl Iterator<Item = (&'p str, PartialValue<'p>)> {
        let entries = match self.node() {
            Node::Object(entries) => entries.as_slice(),
            _ => &[],
        };
        entries.iter().filter_map(move |(key, index)| Some((key.as_str(), self.of.shown(*index)?)))
    }

    /// The value as compact JSON.
    #[must_use]
    pub fn to_json(self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    /// Appends compact JSON. Containers are nested [`MAX_DEPTH`](crate::json::partial::MAX_DEPTH) levels at most.
    pub(super) fn write(self, out: &mut String) {
        match self.node() {
            Node::Null => out.push_str("null"),
            Node::Bool(true) => out.push_str("true"),
            Node::Bool(false) => out.push_str("false"),
            Node::Number(text) => out.push_str(text),
            Node::String(text) => out.push_str(&quoted(text)),
            Node::Array(_) => {
                out.push('[');
                for (at, item) in self.items().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    item.write(out);
                }
                out.push(']');
            }
            Node::Object(_) => {
                out.push('{');
                for (at, (key, value)) in self.entries().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    out.push_str(&quoted(key));
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
