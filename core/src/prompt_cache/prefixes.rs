//! The marked prefixes of a request (protocol §10.1, §10.2): what each covers, and how long it is kept.

use std::borrow::Cow;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};
use std::ops::Range;
use std::time::Duration;

use bytes::Bytes;

use serde::Deserialize;

use crate::json::outline::{self, items};

pub(super) const FIVE_MINUTES: Duration = Duration::from_secs(300);
pub(super) const AN_HOUR: Duration = Duration::from_secs(3600);

/// Markers of a request at most (protocol §10.1): a request with more is refused by the service.
const MOST: usize = 4;

/// A prefix that ends at a marker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prefix {
    /// Of all blocks up to the marker, the markers themselves left out.
    pub(super) digest: u64,
    /// How long the service keeps it after each use.
    pub(super) lifetime: Duration,
    /// Where the marker is in the body.
    pub(super) marker: Range<usize>,
}

/// The marked prefixes of a request of this model, the shortest first; empty without a marker, and for a body that
/// cannot be read.
pub(super) fn prefixes(model: &str, body: &[u8], keys: &RandomState) -> Vec<Prefix> {
    let start = body.as_ptr() as usize;
    let mut found = Finder { hasher: keys.build_hasher(), start, prefixes: Vec::new() };
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

struct Finder<H> {
    hasher: H,
    /// The address of the body.
    start: usize,
    prefixes: Vec<Prefix>,
}

impl<H: Hasher + Clone> Finder<H> {
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
        if let Some((lifetime, marker)) = member("cache_control").and_then(|value| self.marker(value))
            && self.prefixes.last().is_none_or(|last| last.digest != self.hasher.finish())
        {
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
        if let Some((lifetime, marker)) = marked {
            self.mark(lifetime, marker);
        }
        Some(())
    }

    fn mark(&mut self, lifetime: Duration, marker: Range<usize>) {
        self.prefixes.push(Prefix { digest: self.hasher.finish(), lifetime, marker });
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
