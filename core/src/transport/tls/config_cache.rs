//! TLS configurations that the clients of a process share: root certificates are read once, and a client resumes the
//! session of another one of equal settings (decision 0147).

use std::ffi::OsString;
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::{Duration, Instant};

use ring::digest::{Context, SHA256};
use rustls::ClientConfig;

use crate::brief_lock::lock;

/// Configurations that are kept. Programs have one or two; more would hold memory for settings that nobody uses.
const KEPT: usize = 8;
/// How long the system's root certificates are used by new clients before they are read again: an authority that an
/// administrator removes is not trusted longer.
const FRESH: Duration = Duration::from_secs(60);

/// The configurations of this process.
pub(super) static CONFIGS: ConfigCache = ConfigCache::new();

/// The settings of a configuration. Certificates and keys are compared by a digest: the cache keeps no private key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ConfigKey {
    pub(super) settings: [u8; 32],
    /// The environment variables that name root certificates, if the system's are read.
    pub(super) variables: Option<Vec<Option<OsString>>>,
    /// Whether there is a client certificate. Its key stays in memory only as long as a client uses it.
    pub(super) has_identity: bool,
}

pub(super) struct ConfigCache {
    entries: Mutex<Vec<Entry>>,
}

struct Entry {
    key: ConfigKey,
    /// The process that made it: a forked child must not use a session store whose lock a thread of its parent may have
    /// held.
    process: u32,
    made: Instant,
    config: Held,
}

enum Held {
    Always(Arc<ClientConfig>),
    WhileUsed(Weak<ClientConfig>),
}

impl ConfigCache {
    const fn new() -> ConfigCache {
        ConfigCache { entries: Mutex::new(Vec::new()) }
    }

    /// The configuration of these settings, if one was made that is fresh at `now`.
    pub(super) fn get(&self, key: &ConfigKey, now: Instant) -> Option<Arc<ClientConfig>> {
        let mut entries = self.usable(now)?;
        entries.iter_mut().find(|entry| entry.key == *key)?.config()
    }

    /// Keeps a configuration that was made for these settings. Returns the one to use: another caller may have been
    /// faster.
    pub(super) fn put(&self, key: ConfigKey, config: Arc<ClientConfig>, now: Instant) -> Arc<ClientConfig> {
        let Some(mut entries) = self.usable(now) else { return config };
        if let Some(known) = entries.iter().find(|entry| entry.key == key).and_then(Entry::config) {
            return known;
        }
        let oldest = (entries.len() >= KEPT).then(|| entries.remove(0));
        let held = match key.has_identity {
            true => Held::WhileUsed(Arc::downgrade(&config)),
            false => Held::Always(Arc::clone(&config)),
        };
        entries.push(Entry { key, process: std::process::id(), made: now, config: held });
        drop(entries);
        // Its certificates are freed outside the lock.
        drop(oldest);
        config
    }

    /// The entries that may be used, in the order in which they were made; `None` if the lock cannot be had.
    fn usable(&self, now: Instant) -> Option<MutexGuard<'_, Vec<Entry>>> {
        let mut entries = lock(&self.entries)?;
        let process = std::process::id();
        entries.retain(|entry| entry.process == process && entry.is_fresh(now) && entry.config().is_some());
        Some(entries)
    }
}

impl Entry {
    fn is_fresh(&self, now: Instant) -> bool {
        // Without variables no file was read that could have changed.
        self.key.variables.is_none() || now.saturating_duration_since(self.made) < FRESH
    }

    fn config(&self) -> Option<Arc<ClientConfig>> {
        match &self.config {
            Held::Always(config) => Some(Arc::clone(config)),
            Held::WhileUsed(config) => config.upgrade(),
        }
    }
}

/// The digest of a list of texts, each with its length, so that no two lists have the same bytes.
pub(super) fn digest<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> [u8; 32] {
    let mut context = Context::new(&SHA256);
    for part in parts {
        context.update(&(part.len() as u64).to_be_bytes());
        context.update(part);
    }
    let mut digest = [0; 32];
    digest.copy_from_slice(context.finish().as_ref());
    digest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> Arc<ClientConfig> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let roots = rustls::RootCertStore::empty();
        Arc::new(builder.unwrap().with_root_certificates(roots).with_no_client_auth())
    }

    fn key(name: &str) -> ConfigKey {
        ConfigKey { settings: digest([name.as_bytes()]), variables: None, has_identity: false }
    }

    #[test]
    fn equal_settings_have_one_configuration() {
        let (cache, now) = (ConfigCache::new(), Instant::now());
        assert!(cache.get(&key("a"), now).is_none());
        let first = cache.put(key("a"), config(), now);
        assert!(Arc::ptr_eq(&first, &cache.put(key("a"), config(), now)), "the first one is used");
        assert!(Arc::ptr_eq(&first, &cache.get(&key("a"), now).unwrap()));
        assert!(cache.get(&key("b"), now).is_none());
        let variables = Some(vec![Some(OsString::from("/a.pem")), None]);
        assert!(cache.get(&ConfigKey { variables, ..key("a") }, now).is_none());
        assert_ne!(digest([&b"ab"[..], b"c"]), digest([&b"a"[..], b"bc"]));
    }

    #[test]
    fn what_was_read_from_files_is_read_again_after_a_minute() {
        let (cache, now) = (ConfigCache::new(), Instant::now());
        let of_files = ConfigKey { variables: Some(Vec::new()), ..key("a") };
        cache.put(of_files.clone(), config(), now);
        cache.put(key("b"), config(), now);
        let later = now + FRESH;
        assert!(cache.get(&of_files, later - Duration::from_millis(1)).is_some());
        assert!(cache.get(&of_files, later).is_none());
        assert!(cache.get(&key("b"), later).is_some());
    }

    #[test]
    fn a_private_key_is_kept_only_while_a_client_uses_it() {
        let (cache, now) = (ConfigCache::new(), Instant::now());
        let secret = ConfigKey { has_identity: true, ..key("a") };
        let used = cache.put(secret.clone(), config(), now);
        assert!(Arc::ptr_eq(&used, &cache.get(&secret, now).unwrap()));
        drop(used);
        assert!(cache.get(&secret, now).is_none());
        assert!(cache.entries.lock().unwrap().is_empty());
    }

    #[test]
    fn the_number_is_bounded_and_the_oldest_goes() {
        let (cache, now) = (ConfigCache::new(), Instant::now());
        for at in 0..=KEPT {
            cache.put(key(&at.to_string()), config(), now);
        }
        assert!(cache.get(&key("0"), now).is_none());
        assert!((1..=KEPT).all(|at| cache.get(&key(&at.to_string()), now).is_some()));
    }

    #[test]
    fn a_forked_child_uses_neither_the_configurations_of_its_parent_nor_a_lock_that_stays_held() {
        let (cache, now) = (ConfigCache::new(), Instant::now());
        cache.put(key("a"), config(), now);
        cache.entries.lock().unwrap()[0].process ^= 1;
        assert!(cache.get(&key("a"), now).is_none());
        let held = cache.entries.lock().unwrap();
        let own = config();
        assert!(Arc::ptr_eq(&own, &cache.put(key("a"), Arc::clone(&own), now)));
        assert!(held.is_empty());
    }
}
