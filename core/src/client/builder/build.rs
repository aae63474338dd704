//! Builds the client: service discovery, every check before any I/O, and the prepared settings.

use std::sync::Arc;

use http::{HeaderName, HeaderValue};

use super::ClientBuilder;
use crate::call::attempt::keep_alive;
use crate::call::call_log::CallLog;
use crate::call::credential::Credential;
use crate::call::deprecations::Deprecations;
use crate::call::keys::{KeyRing, KeySource};
use crate::call::provider::{CredentialSource, check_way};
use crate::call::routes::RouteChecks;
use crate::call::running::RunningCalls;
use crate::call::settings::{ClientInner, Settings};
use crate::call::stops::Stops;
use crate::client::options::CallOptions;
use crate::client::{Client, base_headers};
use crate::error::{Error, Result};
use crate::ledger::Ledger;
use crate::pacing::{Hedging, Limiter};
use crate::prompt_cache::{Gate, PromptCache};
use crate::record::Peer;
use crate::recordings::{RecordingMode, Store};
use crate::service::{self, Explicit, Service};
use crate::setting::Setting;
use crate::transport::address;
use crate::transport::{Circumstances, HttpClient};

impl ClientBuilder {
    /// Checks everything and makes the client. Opens no connection and needs no runtime.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) with one sentence that names the mistake.
    pub fn build(self) -> Result<Client> {
        // Nothing is sent: a machine that only replays has no credential.
        let replays = self.recordings.as_ref().is_some_and(|kept| kept.mode == RecordingMode::Replay);
        let explicit = Explicit {
            credential: self.has_credential() || replays,
            own_credential: self.has_keys()
                || matches!(
                    self.credential,
                    Some(Ok(CredentialSource::Fixed(_) | CredentialSource::Provider(_)))
                ),
            base_url: self.base_url.as_deref(),
            vendor: self.vendor.as_deref(),
            version: self.version.as_deref(),
        };
        let lookup = self.environment.clone();
        let read = move |name: &str| lookup.as_ref().and_then(|lookup| lookup(name));
        let found = service::discover_with(&read, &explicit)
            .map_err(|e| Error::config(self.advice(&e)).with_setting(e.setting()).with_source(e))?;
        let log_level = found.log_level;
        let service = found.service;
        let base_url = address::base_url(service.base_url())?;
        let credential = self.source_of(found.credential, &service)?;
        let mut from_environment = CallOptions::new();
        for (name, value) in found.headers {
            from_environment.headers.append(name, value);
        }
        let defaults = self.defaults.clone().over(&from_environment);
        self.check_limits()?;
        self.check_pacing()?;
        let (limits, shared_limits) = (self.limiter_settings(), self.shared_limits()?);
        self.check_deprecated()?;
        defaults.check()?;
        self.check_roots()?;
        let circumstances = Circumstances {
            base: base_url.clone(),
            connect_timeout: self.timeouts.connect,
            // An environment passed by the caller replaces that of the process; proxies are then looked up only there,
            // without the system's settings.
            variables: self.environment.clone().filter(|_| !self.own_environment),
        };
        let transport = HttpClient::new(&self.transport, &circumstances)?;
        // Looked at again for each call, which may bring a secret of its own.
        let plain_way = transport.plain_way().filter(|_| !self.allow_plain_http).map(Box::from);
        check_way(plain_way.as_deref(), &credential, &defaults.headers)?;
        let routes = self.made_routes(&RouteChecks {
            base_url: &base_url,
            vendor: service.vendor(),
            dialect: service.dialect(),
            transport: &transport,
            allow_plain_http: self.allow_plain_http,
            has_unix_socket: self.transport.unix_socket.is_some(),
        })?;
        let headers = base_headers(
            user_agent(self.user_agent_suffix.as_deref())?,
            (service.version_header(), service.version_value().clone()),
        );
        let idempotency_header = self.idempotency_header.as_deref().map(header_name).transpose()?;
        let deprecations = || Arc::new(Deprecations::new(self.deprecation_warnings, self.deprecated_models));
        let deprecations = match &self.deprecations {
            Some(shared) => Arc::clone(shared.get_or_init(deprecations)),
            None => deprecations(),
        };
        let mut messages_url = base_url.clone();
        messages_url.set_path(&format!("{}/v1/messages", base_url.path().trim_end_matches('/')));
        let call_log = self.call_log.as_deref().map(CallLog::new).transpose()?.map(Arc::new);
        let kept = self.kept_with.as_ref().and_then(|kept| kept.recordings.clone());
        let recordings = match (kept, self.recordings) {
            (Some(kept), _) => Some(kept),
            (None, Some(given)) => Some(Arc::new(Store::open(given, Arc::clone(&self.clock))?)),
            (None, None) => None,
        };
        let peer = Arc::new(Peer {
            vendor: service.vendor().to_owned(),
            address: base_url.host_str().unwrap_or_default().to_owned(),
            port: base_url.port_or_known_default().unwrap_or_default(),
        });
        let settings = Settings {
            peer,
            limit_names: service.rate_limit_names(),
            service,
            log_level,
            base_url,
            messages_uri: address::uri(&messages_url)?,
            plain_way,
            allow_plain_http: self.allow_plain_http,
            credential,
            headers,
            timeouts: self.timeouts,
            explicit_answer_timeout: self.explicit_answer_timeout,
            retry: self.retry,
            stream_long_answers: self.stream_long_answers,
            idempotency_header,
            sizes: self.sizes,
            log_bodies: self.log_bodies,
            clock: self.clock,
            deprecations,
            stops: Stops::new(self.counts.unwrap_or_default(), self.on_stop),
            hooks: self.hooks,
            call_log,
        };
        let defaults = (!defaults.is_unset()).then(|| Arc::new(defaults));
        let (limiter, ledger, running, prompt_cache, hedging) = match self.kept_with {
            Some(kept) => (
                Arc::clone(&kept.limiter),
                kept.ledger.clone(),
                Arc::clone(&kept.running),
                kept.prompt_cache.clone(),
                kept.hedging.clone(),
            ),
            None => {
                let (clock, names) = (Arc::clone(&settings.clock), Arc::clone(&settings.limit_names));
                let keep_alive = self.prompt_cache_keep_alive;
                let keeps = self.ledger || !self.spending_limits.is_empty() || keep_alive.is_some();
                let ledger = keeps.then(|| {
                    let ledger = Ledger::new(Arc::clone(&clock), self.prices, self.spending_limits);
                    let service = settings.base_url.origin().ascii_serialization();
                    Arc::new(match &shared_limits {
                        Some(store) => ledger.shared(Arc::clone(&store.spending), &service),
                        None => ledger,
                    })
                });
                let running = Arc::new(RunningCalls::new(&*clock));
                let gate = match self.prompt_cache {
                    PromptCache::Off => None,
                    PromptCache::Keep => Some(Gate::new(Arc::clone(&clock), false)),
                    PromptCache::Extend => Some(Gate::new(Arc::clone(&clock), true)),
                };
                let mut gate = gate.map(|gate| {
                    gate.writing_ahead(self.prompt_cache_warm_up).keeping_alive(keep_alive, keep_alive::start)
                });
                let mut limiter = Limiter::new(limits, clock, names);
                if let Some(store) = shared_limits {
                    let credential = match &settings.credential {
                        CredentialSource::Fixed(credential) => credential.clone(),
                        _ => Credential::in_headers(),
                    };
                    let identity = credential.identity(&settings.base_url);
                    gate = gate.map(|gate| gate.shared(store.prefixes, identity));
                    limiter = limiter.shared(store.rates, identity);
                }
                let prompt_cache = gate.map(Arc::new);
                let hedging = self.hedge.map(|share| Arc::new(Hedging::new(share)));
                (Arc::new(limiter), ledger, running, prompt_cache, hedging)
            }
        };
        let (settings, budget) = (Arc::new(settings), self.budget);
        let shared = Arc::new(ClientInner {
            settings,
            transport,
            budget,
            limiter,
            ledger,
            running,
            prompt_cache,
            hedging,
            routes,
            recordings,
            original: None,
        });
        Ok(Client { shared, defaults })
    }

    /// Where the client's credential comes from: the caller, else the environment.
    fn source_of(&self, found: Option<service::Credential>, service: &Service) -> Result<CredentialSource> {
        if self.has_keys() {
            return self.ring();
        }
        let credential = match &self.credential {
            Some(Ok(CredentialSource::Fixed(credential))) => credential.clone(),
            Some(Ok(CredentialSource::Provider(provider))) => {
                return Ok(match self.kept_with.as_ref().map(|kept| &kept.settings.credential) {
                    Some(CredentialSource::Provider(kept)) => CredentialSource::Provider(Arc::clone(kept)),
                    _ => provider.for_client(),
                });
            }
            Some(Ok(source @ (CredentialSource::Anonymous | CredentialSource::Ring(_)))) => {
                return Ok(source.clone());
            }
            Some(Err((setting, problem))) => return Err(Error::about(*setting, problem.clone())),
            None => match found {
                Some(found) => match found.kind {
                    service::CredentialKind::ApiKey => Credential::api_key(found.secret.expose())?,
                    service::CredentialKind::AuthToken => Credential::bearer(found.secret.expose())?,
                },
                // The extra headers of the environment hold it.
                None => return Ok(CredentialSource::Anonymous),
            },
        };
        Ok(CredentialSource::Fixed(credential.spoken(service.dialect())))
    }

    fn has_keys(&self) -> bool {
        !self.keys.is_empty() || self.key_file.is_some()
    }

    /// The keys of a client that has several. Clients of one process that are built in the place of one share them.
    fn ring(&self) -> Result<CredentialSource> {
        let setting = if self.key_file.is_some() { Setting::API_KEY_FILE } else { Setting::API_KEYS };
        if let Some(Err((setting, problem))) = &self.credential {
            return Err(Error::about(*setting, problem.clone()));
        }
        if let Some(CredentialSource::Ring(kept)) =
            self.kept_with.as_ref().map(|kept| &kept.settings.credential)
        {
            return Ok(CredentialSource::Ring(Arc::clone(kept)));
        }
        let source = match &self.key_file {
            Some(path) => KeySource::File(Arc::new(path.clone())),
            None => KeySource::Given(self.keys.clone().into()),
        };
        if self.keys.iter().any(|key| key.weight == 0) {
            return Err(Error::about(setting, format!("{setting}: a weight is a whole number from 1")));
        }
        Ok(CredentialSource::Ring(Arc::new(KeyRing::new(source, Arc::clone(&self.clock))?)))
    }

    /// An error of discovery, with the setters named as well where no environment was read.
    fn advice(&self, error: &service::ServiceError) -> String {
        match (error, &self.environment) {
            (service::ServiceError::NoCredential, None) => {
                format!(
                    "no credential: give {}, {} or {}, or set {} if a gateway adds it",
                    Setting::API_KEY,
                    Setting::AUTH_TOKEN,
                    Setting::CREDENTIALS,
                    Setting::NO_CREDENTIALS
                )
            }
            _ => error.to_string(),
        }
    }

    fn check_deprecated(&self) -> Result<()> {
        for (model, retires) in &self.deprecated_models {
            if retires.as_deref().is_some_and(|day| !day.is_empty() && !service::is_date(day)) {
                let setting = Setting::DEPRECATED_MODELS;
                let text = format!(
                    "{setting}: the day of `{model}` is written as 2026-11-30, or left empty if it is not known"
                );
                return Err(Error::about(setting, text));
            }
        }
        Ok(())
    }

    fn check_limits(&self) -> Result<()> {
        let t = &self.timeouts;
        for (setting, limit) in [
            (Setting::CONNECT_TIMEOUT, Some(t.connect)),
            (Setting::ANSWER_TIMEOUT, Some(t.answer)),
            (Setting::STREAM_SILENCE_TIMEOUT, Some(t.silence)),
            (Setting::STREAM_PROGRESS_TIMEOUT, Some(t.progress)),
            (Setting::FIRST_EVENT_TIMEOUT, t.first_event),
            (Setting::LONG_ANSWER_TIMEOUT, Some(t.long_answer)),
            (Setting::TOTAL_TIMEOUT, t.total),
        ] {
            if limit.is_some_and(|limit| limit.is_zero()) {
                return Err(Error::about(setting, format!("{setting} must be longer than zero")));
            }
        }
        for (setting, bytes) in self.sizes.each() {
            if bytes == 0 {
                return Err(Error::about(setting, format!("{setting} must be more than zero")));
            }
        }
        Ok(())
    }
}

fn header_name(name: &str) -> Result<HeaderName> {
    HeaderName::from_bytes(name.as_bytes()).map_err(|_| {
        let setting = Setting::IDEMPOTENCY_HEADER;
        let text = format!("{setting} is not a header name: letters, digits and hyphens, no spaces");
        Error::about(setting, text)
    })
}

fn user_agent(suffix: Option<&str>) -> Result<HeaderValue> {
    let own = concat!("parlour/", env!("CARGO_PKG_VERSION"));
    let text = match suffix.map(str::trim).filter(|s| !s.is_empty()) {
        Some(suffix) => format!("{own} {suffix}"),
        None => own.to_owned(),
    };
    HeaderValue::from_str(&text).map_err(|_| {
        let setting = Setting::USER_AGENT_SUFFIX;
        Error::about(setting, format!("{setting} holds a character that headers cannot carry"))
    })
}
