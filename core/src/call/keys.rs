//! The keys of a client that has several: which one an attempt uses, keys that rest after a 429, keys that the service
//! refused, and a file of keys that is read again when it changes.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use zeroize::Zeroizing;

use crate::call::credential::Credential;
use crate::clock::Clock;
use crate::error::{Error, ErrorKind, Result};
use crate::setting::Setting;

/// How long a file of keys is not looked at again: a replaced key is not used a second later.
const LOOK_AGAIN: Duration = Duration::from_millis(500);
/// The rest of a key after a 429 that names no wait.
const REST: Duration = Duration::from_secs(1);
/// A file of keys that is larger is none.
const MOST_BYTES: u64 = 64 << 10;

/// An API key and how much of the calls it takes.
#[derive(Clone)]
pub(crate) struct WeightedKey {
    pub(crate) credential: Credential,
    pub(crate) weight: u32,
}

/// Where the keys come from.
#[derive(Clone)]
pub(crate) enum KeySource {
    Given(Arc<[WeightedKey]>),
    File(Arc<PathBuf>),
}

/// The keys of a client and all its copies.
pub(crate) struct KeyRing {
    source: KeySource,
    clock: Arc<dyn Clock>,
    state: Mutex<RingState>,
}

#[derive(Default)]
struct RingState {
    keys: Vec<Key>,
    next_id: u64,
    /// When the file was last read.
    looked: Option<Instant>,
    /// The file could not be read, and that was logged.
    unreadable: bool,
}

struct Key {
    id: u64,
    credential: Credential,
    weight: u32,
    /// Of smooth weighted round robin: the key with the most is next.
    credit: i64,
    rests_until: Option<Instant>,
    refused: bool,
}

/// The key of an attempt.
#[derive(Clone)]
pub(crate) struct Picked {
    id: u64,
    pub(crate) credential: Credential,
}

impl KeyRing {
    /// # Errors
    /// Kind `Config` if there is no key, or the file cannot be read.
    pub(crate) fn new(source: KeySource, clock: Arc<dyn Clock>) -> Result<KeyRing> {
        let mut state = RingState::default();
        match &source {
            KeySource::Given(keys) => state.take(keys.to_vec()),
            KeySource::File(path) => {
                let keys = read(path).map_err(|problem| Error::about(Setting::API_KEY_FILE, problem))?;
                state.take(keys);
                state.looked = Some(clock.now());
            }
        }
        match state.keys.is_empty() {
            true => Err(Error::about(Setting::API_KEYS, format!("{} has no key", Setting::API_KEYS))),
            false => Ok(KeyRing { source, clock, state: Mutex::new(state) }),
        }
    }

    /// The key for an attempt: the next by weight of those that may be used; if all of them rest, the one that rests
    /// the shortest.
    ///
    /// # Errors
    /// Kind `Authentication` if the service has refused all of them.
    pub(crate) fn pick(&self) -> Result<Picked> {
        let now = self.clock.now();
        let mut state = self.lock();
        self.look(&mut state, now);
        let all = state.keys.len();
        let Some(key) = state.next(now) else {
            let text = format!("the service has refused each of the {all} keys");
            return Err(Error::new(ErrorKind::Authentication, text)
                .with_subkind(Some("credential"))
                .with_setting(self.setting()));
        };
        Ok(Picked { id: key.id, credential: key.credential.clone() })
    }

    /// Whether this key may still be sent: it may have been replaced, or refused, while its call waited.
    pub(crate) fn is_in_use(&self, picked: &Picked) -> bool {
        let now = self.clock.now();
        let mut state = self.lock();
        self.look(&mut state, now);
        state.keys.iter().any(|key| key.id == picked.id && !key.refused)
    }

    /// The key met a limit: it rests for as long as the service asked.
    pub(crate) fn rest(&self, picked: &Picked, asked: Option<Duration>) {
        let until = self.clock.now().checked_add(asked.unwrap_or(REST));
        let mut state = self.lock();
        if let Some(key) = state.keys.iter_mut().find(|key| key.id == picked.id) {
            key.rests_until = key.rests_until.max(until);
        }
    }

    /// The service refused the key, or it has reached a spend cap: it is not used any more.
    pub(crate) fn refuse(&self, picked: &Picked, why: &str) {
        let mut state = self.lock();
        let all = state.keys.len();
        let found = state.keys.iter_mut().enumerate().find(|(_, key)| key.id == picked.id && !key.refused);
        let Some((place, key)) = found else { return };
        key.refused = true;
        drop(state);
        tracing::warn!(target: "parlour", key = place + 1, keys = all, why,
            "an API key is not used any more; the others carry on");
    }

    /// Whether a key may be used now.
    pub(crate) fn has_ready(&self) -> bool {
        let now = self.clock.now();
        self.lock().keys.iter().any(|key| key.is_ready(now))
    }

    /// How many keys there are.
    pub(crate) fn count(&self) -> usize {
        self.lock().keys.len()
    }

    fn setting(&self) -> Setting {
        match self.source {
            KeySource::Given(_) => Setting::API_KEYS,
            KeySource::File(_) => Setting::API_KEY_FILE,
        }
    }

    /// Reads the file again if that was long ago. Keys that stay keep what is known of them.
    fn look(&self, state: &mut RingState, now: Instant) {
        let KeySource::File(path) = &self.source else { return };
        if state.looked.is_some_and(|looked| now.saturating_duration_since(looked) < LOOK_AGAIN) {
            return;
        }
        state.looked = Some(now);
        match read(path) {
            Ok(keys) => {
                state.unreadable = false;
                state.take(keys);
            }
            // A file that is being replaced may be away for a moment.
            Err(problem) => {
                if !std::mem::replace(&mut state.unreadable, true) {
                    tracing::warn!(target: "parlour", problem, "the keys before are used on");
                }
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, RingState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RingState {
    fn take(&mut self, keys: Vec<WeightedKey>) {
        let mut before = std::mem::take(&mut self.keys);
        for WeightedKey { credential, weight } in keys {
            let known = before.iter().position(|key| key.credential.is_same_key(&credential));
            let key = match known {
                Some(at) => Key { weight, ..before.swap_remove(at) },
                None => {
                    self.next_id += 1;
                    Key { id: self.next_id, credential, weight, credit: 0, rests_until: None, refused: false }
                }
            };
            self.keys.push(key);
        }
    }

    fn next(&mut self, now: Instant) -> Option<&Key> {
        if !self.keys.iter().any(|key| key.is_ready(now)) {
            let usable = self.keys.iter().filter(|key| !key.refused);
            return usable.min_by_key(|key| key.rests_until);
        }
        let ready = || move |key: &&mut Key| key.is_ready(now);
        let total: i64 =
            self.keys.iter().filter(|key| key.is_ready(now)).map(|key| i64::from(key.weight)).sum();
        for key in self.keys.iter_mut().filter(ready()) {
            key.credit = key.credit.saturating_add(i64::from(key.weight));
        }
        // The first of those that have the most.
        let chosen = self.keys.iter_mut().filter(ready()).rev().max_by_key(|key| key.credit)?;
        chosen.credit = chosen.credit.saturating_sub(total);
        Some(chosen)
    }
}

impl Key {
    fn is_ready(&self, now: Instant) -> bool {
        !self.refused && self.rests_until.is_none_or(|until| until <= now)
    }
}

/// The keys of a file: one a line, with its weight behind it if it is not 1; empty lines and those that begin with `#`
/// do not count.
fn read(path: &PathBuf) -> std::result::Result<Vec<WeightedKey>, String> {
    // The path is not shown: a program may give a key in its place.
    let named = |what: &str| format!("{}: {what}", Setting::API_KEY_FILE);
    let size = std::fs::metadata(path).map_err(|error| named(&error.to_string()))?.len();
    if size > MOST_BYTES {
        return Err(named("it is too large for a file of keys"));
    }
    let text = Zeroizing::new(std::fs::read(path).map_err(|error| named(&error.to_string()))?);
    let text = std::str::from_utf8(&text).map_err(|_| named("it is no UTF-8 text"))?;
    let mut keys = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (key, weight) = match line.split_once(char::is_whitespace) {
            None => (line, Ok(1)),
            Some((key, weight)) => (key, weight.trim().parse::<u32>()),
        };
        // The line may hold a secret: it is not repeated.
        let weight = weight.ok().filter(|weight| *weight > 0);
        let weight =
            weight.ok_or_else(|| named(&format!("line {}: the weight is a whole number from 1", at + 1)))?;
        let credential =
            Credential::api_key(key).map_err(|_| named(&format!("line {} holds no key", at + 1)))?;
        keys.push(WeightedKey { credential, weight });
    }
    match keys.is_empty() {
        true => Err(named("it holds no key")),
        false => Ok(keys),
    }
}

impl fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyRing").field("keys", &self.count()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ScriptedClock;

    fn ring(keys: &[(&str, u32)]) -> (KeyRing, ScriptedClock) {
        let clock = ScriptedClock::manual();
        let keys: Vec<_> = keys
            .iter()
            .map(|(key, weight)| WeightedKey {
                credential: Credential::api_key(key).unwrap(),
                weight: *weight,
            })
            .collect();
        (KeyRing::new(KeySource::Given(keys.into()), Arc::new(clock.clone())).unwrap(), clock)
    }

    fn picks(ring: &KeyRing, count: usize) -> String {
        (0..count).map(|_| char::from(b'a' + u8::try_from(ring.pick().unwrap().id - 1).unwrap())).collect()
    }

    #[test]
    fn keys_take_turns_by_weight() {
        assert_eq!(picks(&ring(&[("k1", 1), ("k2", 1)]).0, 4), "abab");
        assert_eq!(picks(&ring(&[("k1", 5), ("k2", 1), ("k3", 1)]).0, 7), "aabacaa");
    }

    #[test]
    fn a_key_rests_and_comes_back() {
        let (ring, clock) = ring(&[("k1", 1), ("k2", 1)]);
        let first = ring.pick().unwrap();
        ring.rest(&first, Some(Duration::from_secs(5)));
        assert_eq!(picks(&ring, 3), "bbb");
        ring.rest(&ring.pick().unwrap(), Some(Duration::from_secs(9)));
        assert!(!ring.has_ready());
        assert_eq!(picks(&ring, 2), "aa", "the one that rests the shortest");
        clock.advance(Duration::from_secs(5));
        assert!(ring.has_ready());
        assert_eq!(picks(&ring, 2), "aa");
        clock.advance(Duration::from_secs(4));
        let both = picks(&ring, 4);
        assert!(both.contains('a') && both.contains('b'), "{both}");
    }

    #[test]
    fn a_refused_key_is_not_used_again() {
        let (ring, clock) = ring(&[("hidden1", 1), ("hidden2", 1)]);
        let first = ring.pick().unwrap();
        ring.refuse(&first, "401");
        assert!(!ring.is_in_use(&first));
        clock.advance(Duration::from_secs(86_400));
        assert_eq!(picks(&ring, 2), "bb");
        ring.refuse(&ring.pick().unwrap(), "401");
        let error = ring.pick().map(|_| ()).unwrap_err();
        assert_eq!((error.kind(), error.setting()), (ErrorKind::Authentication, Some("api_keys")));
        assert!(!format!("{error:?} {ring:?}").contains("hidden"));
    }

    #[test]
    fn a_file_is_read_again_and_what_is_known_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys");
        std::fs::write(&path, "# keys\n\nk1 2\nk2\n").unwrap();
        let clock = ScriptedClock::manual();
        let source = KeySource::File(Arc::new(path.clone()));
        let ring = KeyRing::new(source.clone(), Arc::new(clock.clone())).unwrap();
        assert_eq!(picks(&ring, 3), "aba");
        let first = ring.pick().unwrap();
        ring.refuse(&first, "401");
        std::fs::write(&path, "k1\nk3\n").unwrap();
        assert_eq!(picks(&ring, 1), "b", "not looked at again yet");
        clock.advance(LOOK_AGAIN);
        assert_eq!(picks(&ring, 2), "cc", "the first stays refused, the second is gone");
        std::fs::remove_file(&path).unwrap();
        clock.advance(LOOK_AGAIN);
        assert_eq!(picks(&ring, 1), "c", "the keys before are used on");
        for bad in ["", "k1 x\n", "k1 0\n", "k\u{e9}y\n"] {
            std::fs::write(&path, bad).unwrap();
            let error = KeyRing::new(source.clone(), Arc::new(clock.clone())).map(|_| ()).unwrap_err();
            assert_eq!((error.kind(), error.setting()), (ErrorKind::Config, Some("api_key_file")), "{bad:?}");
        }
    }
}
