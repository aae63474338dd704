//! Where a builder looks up settings that the code does not set.

use std::sync::Arc;

use super::ClientBuilder;
use crate::service;
use crate::transport::{Proxy, Variables};

/// The variables of proxies (protocol §7.10), and the one by which a CGI program is recognised.
const PROXY_NAMES: [&str; 9] = [
    "HTTPS_PROXY",
    "https_proxy",
    "HTTP_PROXY",
    "http_proxy",
    "ALL_PROXY",
    "all_proxy",
    "NO_PROXY",
    "no_proxy",
    "REQUEST_METHOD",
];

impl ClientBuilder {
    /// The defaults. When the client is built, settings that are still unset are taken from the environment of the
    /// process: service and credential (see [`Client::from_env`](crate::Client::from_env)), and proxies.
    pub fn from_env() -> ClientBuilder {
        let environment: Variables = Arc::new(|name| std::env::var(name).ok());
        ClientBuilder { environment: Some(environment), ..ClientBuilder::new() }.proxy(Proxy::FromEnvironment)
    }

    /// As [`ClientBuilder::from_env`], with the variables given by `lookup` and without proxies: for tests,
    /// and for hosts that keep their settings elsewhere. [`ClientBuilder::proxy`] with [`Proxy::FromEnvironment`] adds
    /// the proxies of `lookup`.
    pub fn from_lookup(lookup: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> ClientBuilder {
        ClientBuilder { environment: Some(Arc::new(lookup)), own_environment: false, ..ClientBuilder::new() }
    }

    /// As [`ClientBuilder::from_env`], proxies and the system's settings of them included, for a host whose programs
    /// see another environment than that of the process: `lookup` has the values of
    /// [`environment_names`](Self::environment_names). Not part of the stable interface.
    #[doc(hidden)]
    pub fn from_host_environment(
        lookup: impl Fn(&str) -> Option<String> + Send + Sync + 'static,
    ) -> ClientBuilder {
        let mut builder = ClientBuilder::from_lookup(lookup).proxy(Proxy::FromEnvironment);
        builder.transport.asks_system = true;
        builder
    }

    /// Every variable that [`ClientBuilder::build`] may look up. Not part of the stable interface.
    #[doc(hidden)]
    pub fn environment_names() -> impl Iterator<Item = &'static str> {
        service::environment_names().chain(PROXY_NAMES)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Mutex;

    use super::*;

    /// The names that are looked up with each of these variables set in turn, and with none set.
    fn asked(scheme: &str) -> BTreeSet<String> {
        let asked = Arc::new(Mutex::new(BTreeSet::new()));
        let base = format!("{scheme}://service.example");
        for set in ClientBuilder::environment_names().map(Some).chain([None]) {
            for base_url in [Some(&base), None] {
                let seen = Arc::clone(&asked);
                let mut builder = ClientBuilder::from_host_environment(move |name| {
                    seen.lock().unwrap().insert(name.to_owned());
                    (Some(name) == set).then(|| "http://set.example".to_owned())
                });
                if let Some(url) = base_url {
                    builder = builder.base_url(url.as_str()).no_credentials();
                }
                // Most of them are refused for a lack of the others: only the look-ups count.
                drop(builder.build());
            }
        }
        Arc::try_unwrap(asked).unwrap().into_inner().unwrap()
    }

    #[test]
    fn the_names_are_those_that_are_looked_up() {
        let named: BTreeSet<String> = ClientBuilder::environment_names().map(str::to_owned).collect();
        let asked: BTreeSet<String> = asked("http").union(&asked("https")).cloned().collect();
        assert_eq!(asked, named);
    }
}
