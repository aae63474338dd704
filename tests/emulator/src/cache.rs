//! Prompt caching (protocol §10): which part of a prompt is read from, written to, or outside the cache. Prefixes are
//! known by digest; nothing of the prompt is kept.

use std::collections::HashMap;
use std::time::{Duration, SystemTime};

use crate::tokens::{Prompt, Ttl, tokens};

/// Positions a read looks back from a marker, the marker included.
const LOOK_BACK: usize = 20;

/// Prefixes that were written, by owner, model and digest.
#[derive(Debug, Default)]
pub(crate) struct PromptCache {
    entries: HashMap<Key, Entry>,
}

type Key = (String, &'static str, u64);

/// What an answer writes: it becomes readable when the answer begins (protocol §10.3).
pub(crate) type Writes = Vec<Key>;

#[derive(Clone, Copy, Debug)]
struct Entry {
    since: SystemTime,
    ttl: Ttl,
    /// No answer that writes it has begun.
    pending: bool,
}

impl Entry {
    fn is_live(&self, now: SystemTime) -> bool {
        now.duration_since(self.since).unwrap_or_default() < self.ttl.lifetime()
    }
}

/// How the tokens of a prompt divide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Split {
    pub(crate) input: u64,
    pub(crate) read: u64,
    pub(crate) written_5m: u64,
    pub(crate) written_1h: u64,
    touch: Vec<(u64, Ttl)>,
    renew: Option<u64>,
}

impl Split {
    pub(crate) fn written(&self) -> u64 {
        self.written_5m + self.written_1h
    }

    /// Everything the prompt counts.
    pub(crate) fn total(&self) -> u64 {
        self.input + self.read + self.written()
    }
}

impl Ttl {
    fn lifetime(self) -> Duration {
        match self {
            Self::FiveMinutes => Duration::from_secs(300),
            Self::OneHour => Duration::from_secs(3600),
        }
    }
}

impl PromptCache {
    /// Divides a prompt without changing anything.
    pub(crate) fn split(
        &self,
        owner: &str,
        model: &'static str,
        smallest: u64,
        prompt: &Prompt,
        now: SystemTime,
    ) -> Split {
        let live = |chain: u64| {
            let entry = self.entries.get(&(owner.to_owned(), model, chain));
            entry.is_some_and(|entry| !entry.pending && entry.is_live(now))
        };
        let marked = || {
            let with_place = prompt.pieces.iter().enumerate();
            with_place
                .filter_map(|(at, p)| p.marker.map(|ttl| (at, p, ttl)))
                .filter(|(_, p, _)| tokens(p.bytes) >= smallest)
        };
        let read = marked()
            .flat_map(|(at, ..)| (at.saturating_sub(LOOK_BACK - 1)..=at).rev())
            .filter(|at| prompt.pieces.get(*at).is_some_and(|p| live(p.chain)))
            .max()
            .and_then(|at| prompt.pieces.get(at));
        let mut split = Split { read: read.map_or(0, |p| tokens(p.bytes)), ..Split::default() };
        split.renew = read.map(|p| p.chain);
        let mut done = split.read;
        for (_, piece, ttl) in marked() {
            let here = tokens(piece.bytes);
            if here > done {
                *(if ttl == Ttl::OneHour { &mut split.written_1h } else { &mut split.written_5m }) +=
                    here - done;
                done = here;
                split.touch.push((piece.chain, ttl));
            }
        }
        split.input = prompt.total() - done;
        split
    }

    /// Writes and renews what a split found. Returns what [`begin`](Self::begin) makes readable.
    pub(crate) fn commit(
        &mut self,
        owner: &str,
        model: &'static str,
        split: &Split,
        now: SystemTime,
    ) -> Writes {
        let keys = split.touch.iter().map(|(chain, ttl)| ((owner.to_owned(), model, *chain), *ttl));
        let mut writes = Writes::new();
        for (key, ttl) in keys {
            let readable = self.entries.get(&key).is_some_and(|known| !known.pending && known.is_live(now));
            self.entries.insert(key.clone(), Entry { since: now, ttl, pending: !readable });
            writes.push(key);
        }
        if let Some(entry) =
            split.renew.and_then(|chain| self.entries.get_mut(&(owner.to_owned(), model, chain)))
        {
            entry.since = now;
        }
        // Dead entries go when there are many; a test run never gets that far.
        if self.entries.len() > 10_000 {
            self.entries.retain(|_, entry| entry.is_live(now));
        }
        writes
    }

    /// The answer that writes this has begun.
    pub(crate) fn begin(&mut self, writes: &Writes) {
        for key in writes {
            if let Some(entry) = self.entries.get_mut(key) {
                entry.pending = false;
            }
        }
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn at(seconds: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
    }

    fn block(size: usize, ttl: Option<&str>) -> Value {
        match ttl {
            Some(ttl) => {
                json!({"type": "text", "text": "x".repeat(size), "cache_control": {"type": "ephemeral", "ttl": ttl}})
            }
            None => json!({"type": "text", "text": "x".repeat(size)}),
        }
    }

    fn run(
        cache: &mut PromptCache,
        system: Vec<Value>,
        question: &str,
        seconds: u64,
    ) -> (u64, u64, u64, u64) {
        let body = json!({"system": system, "messages": [{"role": "user", "content": question}]});
        let prompt = Prompt::of(&body);
        let split = cache.split("k", "m", 100, &prompt, at(seconds));
        assert_eq!(split.total(), prompt.total());
        let writes = cache.commit("k", "m", &split, at(seconds));
        cache.begin(&writes);
        (split.input, split.read, split.written_5m, split.written_1h)
    }

    #[test]
    fn written_once_then_read_then_forgotten() {
        let mut cache = PromptCache::default();
        let system = || vec![block(400, Some("5m"))];
        assert_eq!(run(&mut cache, system(), "abcd", 0), (1, 0, 100, 0));
        assert_eq!(run(&mut cache, system(), "efgh", 299), (1, 100, 0, 0));
        assert_eq!(run(&mut cache, system(), "efgh", 598), (1, 100, 0, 0), "reading renews");
        assert_eq!(run(&mut cache, system(), "efgh", 898), (1, 0, 100, 0), "five minutes later it is gone");
    }

    #[test]
    fn small_prefixes_are_not_cached_and_lifetimes_are_told_apart() {
        let mut cache = PromptCache::default();
        assert_eq!(run(&mut cache, vec![block(396, Some("5m"))], "abcd", 0), (100, 0, 0, 0));
        let both = || vec![block(800, Some("1h")), block(400, Some("5m"))];
        assert_eq!(run(&mut cache, both(), "abcd", 0), (1, 0, 100, 200));
        assert_eq!(run(&mut cache, both(), "abcd", 600), (1, 200, 100, 0));
    }

    #[test]
    fn a_read_finds_an_older_prefix_within_twenty_blocks() {
        let mut cache = PromptCache::default();
        assert_eq!(run(&mut cache, vec![block(400, Some("5m"))], "", 0), (0, 0, 100, 0));
        let longer = |more: usize| {
            let mut system = vec![block(400, None)];
            system.extend((1..more).map(|_| block(4, None)));
            system.push(block(4, Some("5m")));
            system
        };
        assert_eq!(run(&mut cache, longer(19), "", 1), (0, 100, 19, 0));
        cache.clear();
        run(&mut cache, vec![block(400, Some("5m"))], "", 1);
        assert_eq!(run(&mut cache, longer(20), "", 2), (0, 0, 120, 0));
    }
}
