//! Reports the changes since the last call, for callers that mirror the value as objects of another language.
//!
//! The arena only grows at its end, and only its last node is ever unfinished. A mirror therefore is two numbers: how
//! many nodes were reported, and how much of the last one. Each call costs time in proportion to the new text; copying
//! the whole value each time would take quadratic time.

use super::{Node, PartialJson, PartialKind};
use crate::work::step;

/// The state of a mirror of a [`PartialJson`]. One mirror belongs to one `PartialJson`.
#[derive(Clone, Copy, Debug, Default)]
pub struct PartialMirror {
    /// Nodes that were reported and not removed.
    known: usize,
    /// Bytes that were reported of the last of them: a string or a number.
    length: usize,
}

/// One step that brings a copy up to date. "The last value" is the one of the last [`Add`](Self::Add).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PartialChange<'p> {
    /// A new value. Arrays and objects come empty, and their members follow as changes of their own.
    Add {
        /// How many containers are around it: 0 for the whole value, otherwise it belongs to the container that was
        /// added last with `depth - 1`.
        depth: usize,
        /// Its key, in an object. One that is there already is replaced (protocol §11 row 24). A number may be removed
        /// again, so the mirror has to keep the value that it replaced until the next `Add`.
        key: Option<&'p str>,
        /// Its kind.
        value: PartialKind<'p>,
    },
    /// The last value, a string, goes on with this text.
    Append(&'p str),
    /// The last value, a number, is this one now, as it is written.
    Replace(&'p str),
    /// The last value, a number, cannot be shown any more: `1` became `1.`. Take it out of its container; where it
    /// replaced an earlier value of its key, that one is back.
    Remove,
}

impl PartialJson {
    /// Reports what changed since `mirror` saw this the last time, in the order in which a copy has to take it over.
    /// Takes time in proportion to the changes, whatever the size of the value and its keys.
    ///
    /// ```
    /// use parlour::{PartialChange, PartialJson, PartialJsonMode, PartialKind, PartialMirror};
    ///
    /// let (mut json, mut mirror) = (PartialJson::new(PartialJsonMode::TrailingStrings), PartialMirror::default());
    /// json.push(r#"{"city": "Ly"#);
    /// let mut seen = 0;
    /// json.changes(&mut mirror, |change| match seen {
    ///     0 => {
    ///         assert_eq!(change, PartialChange::Add { depth: 0, key: None, value: PartialKind::Object(0) });
    ///         seen = 1;
    ///     }
    ///     _ => {
    ///         let value = PartialKind::String("Ly");
    ///         assert_eq!(change, PartialChange::Add { depth: 1, key: Some("city"), value });
    ///     }
    /// });
    /// json.push("on");
    /// json.changes(&mut mirror, |change| assert_eq!(change, PartialChange::Append("on")));
    /// ```
    pub fn changes<'p>(&'p self, mirror: &mut PartialMirror, mut each: impl FnMut(PartialChange<'p>)) {
        self.last_one(mirror, &mut each);
        while mirror.known < self.nodes.len() {
            let index = mirror.known;
            let Some((value, length)) = self.begun(index) else { return };
            step(1);
            let (depth, key) = (self.depth(index), self.key_of(index));
            each(PartialChange::Add { depth, key, value });
            *mirror = PartialMirror { known: index + 1, length };
        }
    }

    /// Reports changes of the value that was reported last.
    fn last_one<'p>(&'p self, mirror: &mut PartialMirror, each: &mut impl FnMut(PartialChange<'p>)) {
        let Some(index) = mirror.known.checked_sub(1) else { return };
        step(1);
        match self.nodes.get(index) {
            Some(Node::String(text)) => {
                if let Some(more) = text.get(mirror.length..).filter(|more| !more.is_empty()) {
                    each(PartialChange::Append(more));
                    mirror.length = text.len();
                }
            }
            // Numbers only grow while they are shown.
            Some(Node::Number(text)) if self.shown(index).is_some() && text.len() > mirror.length => {
                each(PartialChange::Replace(text));
                mirror.length = text.len();
            }
            Some(Node::Number(_)) if self.shown(index).is_some() => {}
            Some(Node::Number(_)) => {
                each(PartialChange::Remove);
                mirror.known = index;
                // The node before it is finished, and has been reported completely.
                mirror.length = usize::MAX;
            }
            _ => {}
        }
    }

    /// A value as it is reported first, with the bytes of it that are; `None` if it cannot be shown yet.
    fn begun(&self, index: usize) -> Option<(PartialKind<'_>, usize)> {
        self.shown(index)?;
        Some(match self.nodes.get(index)? {
            Node::Null => (PartialKind::Null, 0),
            Node::Bool(value) => (PartialKind::Bool(*value), 0),
            Node::Number(text) => (PartialKind::Number(text), text.len()),
            Node::String(text) => (PartialKind::String(text), text.len()),
            Node::Array(_) => (PartialKind::Array(0), 0),
            Node::Object(_) => (PartialKind::Object(0), 0),
        })
    }

    fn depth(&self, index: usize) -> usize {
        self.places.get(index).map_or(0, |place| place.depth)
    }

    fn key_of(&self, index: usize) -> Option<&str> {
        let place = self.places.get(index).filter(|place| place.depth > 0)?;
        match self.nodes.get(place.parent)? {
            Node::Object(entries) => entries.get(place.at).map(|(key, _)| key.as_str()),
            _ => None,
        }
    }
}
