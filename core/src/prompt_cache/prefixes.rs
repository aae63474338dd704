//! The marked prefixes of a request (protocol §10.1, §10.2): what each covers, and how long it is kept.

use std::borrow::Cow;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};
use std::time::Duration;

use serde::Deserialize;

use crate::json::outline::{self, items};

const FIVE_MINUTES: Duration = Duration::from_secs(300);
const AN_HOUR: Duration = Duration::from_secs(3600);

/// Markers of a request at most (protocol §10.1): a request with more is refused by the service.
const MOST: usize = 4;

/// A prefix that ends at a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prefix {
    /// Of all blocks up to the marker, the markers themselves left out.
    pub(super) digest: u64,
    /// How long the service keeps it after each use.
    pub(super) lifetime: Duration,
}

/// The marked prefixes of a request of this model, the shortest first; empty without a marker, and for a body that
/// cannot be read.
pub(super) fn prefixes(model: &str, body: &[u8], keys: &RandomState) -> Vec<Prefix> {
    let mut found = Finder { hasher: keys.build_hasher(), prefixes: Vec::new() };
    model.hash(&mut found.hasher);
    match found.read(body) {
        Some(()) if found.prefixes.len() <= MOST => found.prefixes,
        _ => Vec::new(),
    }
}

struct Finder<H> {
    hasher: H,
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
        if let Some(lifetime) = member("cache_control").and_then(lifetime)
            && self.prefixes.last().is_none_or(|last| last.digest != self.hasher.finish())
        {
            self.mark(lifetime);
        }
        Some(())
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
                "cache_control" => marked = lifetime(value),
                _ => (name.as_bytes(), value).hash(&mut self.hasher),
            }
        }
        if let Some(lifetime) = marked {
            self.mark(lifetime);
        }
        Some(())
    }

    fn mark(&mut self, lifetime: Duration) {
        self.prefixes.push(Prefix { digest: self.hasher.finish(), lifetime });
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
