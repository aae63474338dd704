//! The marked prefixes of a request (protocol §10.1, §10.2): what each covers, and how long it is kept.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState};
use std::ops::Range;
use std::time::Duration;

use bytes::Bytes;
use ring::digest::{Context, SHA256};
use serde::Deserialize;

use super::shared::PrefixName;
use crate::json::outline::{self, items};

pub(crate) const FIVE_MINUTES: Duration = Duration::from_secs(300);
pub(super) const AN_HOUR: Duration = Duration::from_secs(3600);

/// Markers of a request at most (protocol §10.1): a request with more is refused by the service.
const MOST: usize = 4;
/// Places at which the service looks for a prefix that ends at a marker or before it (protocol §10.3).
const LOOKS: usize = 20;

/// A prefix that ends at a marker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prefix {
    /// Of all blocks up to the marker, the markers themselves left out.
    pub(super) digest: u64,
    /// How long the service keeps it after each use.
    pub(super) lifetime: Duration,
    /// Where the marker is in the body.
    pub(super) marker: Range<usize>,
    /// Digests of the prefixes that end at the blocks before it, the nearest first: the service reads those as well.
    /// Those at and before another marker are that one's.
    pub(super) before: Box<[u64]>,
    /// Names it in all processes, if a store is to know it.
    pub(super) name: Option<PrefixName>,
}

/// The marked prefixes of a request of this model, the shortest first; empty without a marker, and for a body that
/// cannot be read. They have names if they are `named`.
pub(super) fn prefixes(model: &str, body: &[u8], keys: &RandomState, named: bool) -> Vec<Prefix> {
    let hasher = Digests { own: keys.build_hasher(), named: named.then(|| Context::new(&SHA256)) };
    let start = body.as_ptr() as usize;
    let mut found = Finder { hasher, start, ends: VecDeque::with_capacity(LOOKS), prefixes: Vec::new() };
    model.hash(&mut found.hasher);
    match found.read(body) {
        Some(()) if found.prefixes.len() <= MOST => found.prefixes,
        _ => Vec::new(),
    }
}

/// The same body, in which the markers at these places, in their order, ask for an hour. `None` if one is no object.
pub(super) fn with_hours(body: &Bytes, markers: &[Range<usize>]) -> Option<Vec<Bytes>> {
    let mut parts = Vec::new();
    let mut from = 0;
    for marker in markers {
        let mut text = Vec::from(*b"{");
        for (name, value) in outline::members(body.get(marker.clone())?)? {
            if name != "ttl" {
                text.extend(serde_json::to_vec(&name).ok()?);
                text.push(b':');
                text.extend(value);
                text.push(b',');
            }
        }
        text.extend(br#""ttl":"1h"}"#);
        parts.push(body.slice(from..marker.start));
        parts.push(text.into());
        from = marker.end;
    }
    parts.push(body.slice(from..));
    Some(parts)
}

/// The digest of a prefix for this process, and one that all processes have, if it is wanted.
#[derive(Clone)]
struct Digests {
    own: DefaultHasher,
    named: Option<Context>,
}

impl Digests {
    fn name(&self) -> Option<PrefixName> {
        let mut name = PrefixName::default();
        name.0.copy_from_slice(self.named.clone()?.finish().as_ref());
        Some(name)
    }
}

impl Hasher for Digests {
    fn write(&mut self, bytes: &[u8]) {
        self.own.write(bytes);
        if let Some(named) = &mut self.named {
            named.update(bytes);
        }
    }

    fn finish(&self) -> u64 {
        self.own.finish()
    }
}

struct Finder {
    hasher: Digests,
    /// The address of the body.
    start: usize,
    /// The digests at the ends of the newest blocks after a marker, the newest first.
    ends: VecDeque<u64>,
    prefixes: Vec<Prefix>,
}

impl Finder {
    fn read(&mut self, body: &[u8]) -> Option<()> {
        let members = outline::members(body)?;
        // Of a repeated name the last value counts (protocol §11 row 24).
        let member = |name: &str| members.iter().rfind(|(known, _)| known == name).map(|(_, value)| *value);
        for tool in items(member("tools").unwrap_or(b"[]"))? {
            self.block(b't', tool)?;
        }
        self.content(b's', member("system").unwrap_or(b"[]"))?;
        for turn in items(member("messages").unwrap_or(b"[]"))? {
            for (name, value) in outline::members(turn)? {
                match name.as_ref() {
                    "content" => self.content(b'm', value)?,
                    _ => (name.as_bytes(), value).hash(&mut self.hasher),
                }
            }
        }
        if let Some((lifetime, marker)) = member("cache_control").and_then(|value| self.marker(value)) {
            // It is on the last block; nothing if that has a marker of its own.
            self.mark(lifetime, marker);
        }
        Some(())
    }

    /// The lifetime that a marker asks for, and its place; `None` for null.
    fn marker(&self, value: &[u8]) -> Option<(Duration, Range<usize>)> {
        let at = (value.as_ptr() as usize).checked_sub(self.start)?;
        lifetime(value).map(|lifetime| (lifetime, at..at + value.len()))
    }

    /// A text, or blocks.
    fn content(&mut self, place: u8, value: &[u8]) -> Option<()> {
        if !value.starts_with(b"[") {
            (place, value).hash(&mut self.hasher);
            self.end();
            return Some(());
        }
        items(value)?.into_iter().try_for_each(|block| self.block(place, block))
    }

    fn block(&mut self, place: u8, block: &[u8]) -> Option<()> {
        let mut marked = None;
        place.hash(&mut self.hasher);
        for (name, value) in outline::members(block)? {
            match name.as_ref() {
                "cache_control" => marked = self.marker(value),
                _ => (name.as_bytes(), value).hash(&mut self.hasher),
            }
        }
        self.end();
        if let Some((lifetime, marker)) = marked {
            self.mark(lifetime, marker);
        }
        Some(())
    }

    /// A block has ended.
    fn end(&mut self) {
        self.ends.truncate(LOOKS - 1);
        self.ends.push_front(self.hasher.finish());
    }

    /// The newest block has a marker.
    fn mark(&mut self, lifetime: Duration, marker: Range<usize>) {
        let mut ends = self.ends.drain(..);
        let Some(digest) = ends.next() else { return };
        let before = ends.collect();
        self.prefixes.push(Prefix { digest, lifetime, marker, before, name: self.hasher.name() });
    }
}

/// The lifetime that a marker asks for; `None` for null.
fn lifetime(marker: &[u8]) -> Option<Duration> {
    #[derive(Deserialize)]
    struct Marker<'a> {
        #[serde(borrow)]
        ttl: Option<Cow<'a, str>>,
    }
    let marker: Option<Marker<'_>> = serde_json::from_slice(marker).ok()?;
    Some(if marker?.ttl.as_deref() == Some("1h") { AN_HOUR } else { FIVE_MINUTES })
}
