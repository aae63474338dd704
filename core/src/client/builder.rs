//! Settings of a client: every default, and a setter for each.

mod build;
mod connection;
mod environment;
mod pacing;
mod routing;
mod sizes;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::call::credential::Credential;
use crate::call::deprecations::Deprecations;
use crate::call::hooks::{Hook, Hooks};
use crate::call::keys::WeightedKey;
use crate::call::provider::{CredentialProvider, CredentialSource};
use crate::call::routes::{self, Route};
use crate::call::settings::ClientInner;
use crate::call::sizes::Sizes;
use crate::call::stops::{Counts, StopHook, StopNotice};
use crate::call::timeouts::Timeouts;
use crate::client::Client;
use crate::client::options::CallOptions;
use crate::clock::{Clock, SystemClock};
use crate::error::Result;
use crate::json::Json;
use crate::ledger::{Price, SpendingLimit};
use crate::pacing::{Limits, Pacing};
use crate::prompt_cache::PromptCache;
use crate::recordings::Recordings;
use crate::retry::{RetryBudget, RetryPolicy};
use crate::secret::Secret;
use crate::setting::Setting;
use crate::transport::{TransportSettings, Variables};

/// Builds a [`Client`](crate::Client). Nothing is checked before [`ClientBuilder::build`], and nothing is opened by it.
///
/// Of several calls to the same setter the last counts.
///
/// ```
/// use std::time::Duration;
/// let client = parlour::Client::builder()
///     .base_url("https://gateway.example/llm")
///     .api_key("<API_KEY>")
///     .vendor("svc")
///     .answer_timeout(Duration::from_secs(60))
///     .max_retries(2)
///     .build()?;
/// assert_eq!(client.base_url(), "https://gateway.example/llm");
/// # Ok::<(), parlour::Error>(())
/// ```
#[derive(Clone)]
#[must_use = "a builder does nothing until `build` is called"]
pub struct ClientBuilder {
    /// Looks up the environment's variables, if they are to be read.
    environment: Option<Variables>,
    /// They are those of the process, and its system may say more.
    own_environment: bool,
    base_url: Option<String>,
    credential: Option<Result<CredentialSource, (Setting, String)>>,
    keys: Vec<WeightedKey>,
    key_file: Option<PathBuf>,
    vendor: Option<String>,
    version: Option<String>,
    defaults: CallOptions,
    transport: TransportSettings,
    timeouts: Timeouts,
    explicit_answer_timeout: bool,
    retry: RetryPolicy,
    budget: RetryBudget,
    /// All but `pacing`.
    limits: Limits,
    pacing: Option<Pacing>,
    /// Where the limits are that other processes share. It may hold a password.
    limits_at: Option<Secret>,
    /// Second attempts for each call, at most.
    hedge: Option<f64>,
    ledger: bool,
    prices: BTreeMap<String, Price>,
    spending_limits: Vec<SpendingLimit>,
    stream_long_answers: bool,
    user_agent_suffix: Option<String>,
    allow_plain_http: bool,
    idempotency_header: Option<String>,
    sizes: Sizes,
    log_bodies: bool,
    deprecation_warnings: bool,
    deprecated_models: HashMap<String, Option<String>>,
    clock: Arc<dyn Clock>,
    on_stop: Option<StopHook>,
    hooks: Hooks,
    call_log: Option<PathBuf>,
    prompt_cache: PromptCache,
    prompt_cache_warm_up: bool,
    prompt_cache_keep_alive: Option<Duration>,
    recordings: Option<Recordings>,
    routes: Vec<Route>,
    route_after: u32,
    route_for: Duration,
    /// Counts that clients of clones of this builder share.
    counts: Option<Arc<Counts>>,
    /// Likewise, and taken by the first of them that is built.
    deprecations: Option<Arc<OnceLock<Arc<Deprecations>>>>,
    /// The client that this one shares its credentials, its limiter and its ledger with.
    kept_with: Option<Arc<ClientInner>>,
}

impl Default for ClientBuilder {
    fn default() -> ClientBuilder {
        ClientBuilder::new()
    }
}

impl ClientBuilder {
    /// The defaults, without a service or a credential.
    pub fn new() -> ClientBuilder {
        ClientBuilder {
            environment: None,
            own_environment: true,
            base_url: None,
            credential: None,
            keys: Vec::new(),
            key_file: None,
            vendor: None,
            version: None,
            defaults: CallOptions::new(),
            transport: TransportSettings::default(),
            timeouts: Timeouts::default(),
            explicit_answer_timeout: false,
            retry: RetryPolicy::default(),
            budget: RetryBudget::default(),
            limits: Limits::default(),
            pacing: None,
            limits_at: None,
            hedge: None,
            ledger: false,
            prices: BTreeMap::new(),
            spending_limits: Vec::new(),
            stream_long_answers: true,
            user_agent_suffix: None,
            allow_plain_http: false,
            idempotency_header: None,
            sizes: Sizes::default(),
            log_bodies: false,
            deprecation_warnings: true,
            deprecated_models: HashMap::new(),
            clock: Arc::new(SystemClock),
            on_stop: None,
            hooks: Hooks::default(),
            call_log: None,
            prompt_cache: PromptCache::Off,
            prompt_cache_warm_up: false,
            prompt_cache_keep_alive: None,
            recordings: None,
            routes: Vec::new(),
            route_after: routes::FAILURES,
            route_for: routes::REST,
            counts: None,
            deprecations: None,
            kept_with: None,
        }
    }

    /// Where calls go: scheme, host, and a path prefix if there is one. `/v1/messages` is added to it. White space
    /// around it and a query in it are dropped (protocol §7.9): set query parameters for every request with
    /// [`ClientBuilder::query`]. A fragment is refused.
    pub fn base_url(mut self, url: impl Into<String>) -> ClientBuilder {
        self.base_url = Some(url.into());
        self
    }

    /// The API key, sent as `x-api-key` (spec §5). Keep it in the environment or a secrets manager.
    pub fn api_key(self, key: impl AsRef<str>) -> ClientBuilder {
        self.fixed(Setting::API_KEY, Credential::api_key(key))
    }

    /// A token, sent as `authorization: Bearer …` in place of a key (protocol §7.7).
    pub fn auth_token(self, token: impl AsRef<str>) -> ClientBuilder {
        self.fixed(Setting::AUTH_TOKEN, Credential::bearer(token))
    }

    /// Adds one of several API keys, in place of any other credential. They take turns: a key with the weight 2 takes
    /// twice the attempts of one with 1. They belong to one account, as files and batches do.
    ///
    /// A key that meets a rate limit rests for as long as the service asked, and another makes the attempt at once,
    /// which is no retry. A key that the service refuses (401), or that has reached a spend cap, is not used any more;
    /// the log has a record with its place in the list. Each key has [limits](Self::pacing) of its own.
    pub fn add_api_key(mut self, key: impl AsRef<str>, weight: u32) -> ClientBuilder {
        // An earlier mistake stays to be reported.
        self.credential = self.credential.filter(Result::is_err);
        self.key_file = None;
        match Credential::api_key(key) {
            Ok(credential) => self.keys.push(WeightedKey { credential, weight }),
            Err(error) => self.credential = Some(Err((Setting::API_KEYS, error.message().to_owned()))),
        }
        self
    }

    /// Takes the API keys from this file, as [`add_api_key`](Self::add_api_key): one a line, with its weight behind it
    /// if it is not 1; empty lines and those that begin with `#` do not count. The file is looked at again every half
    /// second while calls are made: keys can be replaced without a restart and without a failed call. While it cannot
    /// be read, the keys before are used on.
    pub fn api_key_file(mut self, path: impl Into<PathBuf>) -> ClientBuilder {
        self.in_place_of_keys();
        self.credential = None;
        self.key_file = Some(path.into());
        self
    }

    /// Asks this provider for each attempt: keys that rotate, tokens that expire, signatures.
    pub fn credentials(mut self, provider: impl CredentialProvider + 'static) -> ClientBuilder {
        self.in_place_of_keys();
        self.credential = Some(Ok(CredentialSource::provider(Arc::new(provider))));
        self
    }

    /// Sends no credential: something on the way adds it.
    pub fn no_credentials(mut self) -> ClientBuilder {
        self.in_place_of_keys();
        self.credential = Some(Ok(CredentialSource::Anonymous));
        self
    }

    /// The vendor name: the prefix of `<vendor>-version` and the other headers of the service (spec §5).
    /// Default: that of the built-in preset.
    pub fn vendor(mut self, vendor: impl Into<String>) -> ClientBuilder {
        self.vendor = Some(vendor.into());
        self
    }

    /// The value of the version header (spec §9), which chooses the dialect, or `latest`: the newest that this release
    /// of the client speaks (protocol §0.7). Default `2023-06-01`.
    pub fn version(mut self, version: impl Into<String>) -> ClientBuilder {
        self.version = Some(version.into());
        self
    }

    /// Asks for a beta feature in every call (protocol §8.7).
    pub fn beta(mut self, name: impl Into<String>) -> ClientBuilder {
        self.defaults = self.defaults.beta(name);
        self
    }

    /// Makes every call on behalf of this user profile: `<vendor>-user-profile-id` (protocol §1.1).
    pub fn user_profile_id(mut self, id: impl AsRef<str>) -> ClientBuilder {
        self.defaults = self.defaults.user_profile_id(id);
        self
    }

    /// Makes every call in this workspace: `<vendor>-workspace-id` (protocol §1.1).
    pub fn workspace_id(mut self, id: impl AsRef<str>) -> ClientBuilder {
        self.defaults = self.defaults.workspace_id(id);
        self
    }

    /// Sends this header in every call, in place of a default of the same name.
    pub fn header(mut self, name: impl AsRef<str>, value: impl AsRef<str>) -> ClientBuilder {
        self.defaults = self.defaults.header(name, value);
        self
    }

    /// As [`ClientBuilder::header`], for a value that is a secret although its name does not say so
    /// ([`CallOptions::secret_header`]).
    pub fn secret_header(mut self, name: impl AsRef<str>, value: impl AsRef<str>) -> ClientBuilder {
        self.defaults = self.defaults.secret_header(name, value);
        self
    }

    /// Does not send the default header of this name.
    pub fn remove_header(mut self, name: impl AsRef<str>) -> ClientBuilder {
        self.defaults = self.defaults.remove_header(name);
        self
    }

    /// Adds a query parameter to every call.
    pub fn query(mut self, name: impl Into<String>, value: impl Into<String>) -> ClientBuilder {
        self.defaults = self.defaults.query(name, value);
        self
    }

    /// Sets a top-level key of the body of every message call.
    pub fn body_key(mut self, name: impl Into<String>, value: Json) -> ClientBuilder {
        self.defaults = self.defaults.body_key(name, value);
        self
    }

    /// The limit for a connection to be made. Default 10 s.
    pub fn connect_timeout(mut self, limit: Duration) -> ClientBuilder {
        self.timeouts.connect = limit;
        self
    }

    /// The limit for one attempt at a whole answer, from the moment its request was sent. Default 120 s (spec §8.7).
    /// Setting it also keeps long calls from travelling as streams; while it is not set, a call whose answer could
    /// take longer travels as a stream, and obeys [`ClientBuilder::long_answer_timeout`] and the limits of streams in
    /// its place.
    pub fn answer_timeout(mut self, limit: Duration) -> ClientBuilder {
        self.timeouts.answer = limit;
        self.explicit_answer_timeout = true;
        self
    }

    /// The longest time in a stream without a byte. While a request is sent, streamed or not, it is the longest time in
    /// which nothing of it is taken. Default 120 s.
    pub fn stream_silence_timeout(mut self, limit: Duration) -> ClientBuilder {
        self.timeouts.silence = limit;
        self
    }

    /// The longest time in a stream without progress: pings and comments do not count. Default 600 s.
    pub fn stream_progress_timeout(mut self, limit: Duration) -> ClientBuilder {
        self.timeouts.progress = limit;
        self
    }

    /// The longest time from the sending of a streamed request to the first event other than `ping`. Default none. An
    /// attempt that exceeds it is repeated like any other that fails before its first event. It also holds for a whole
    /// answer that travels as a stream inside ([`stream_long_answers`](Self::stream_long_answers)).
    pub fn first_event_timeout(mut self, limit: Duration) -> ClientBuilder {
        self.timeouts.first_event = Some(limit);
        self
    }

    /// The limit for one attempt at a whole answer that travels as a stream inside
    /// ([`stream_long_answers`](Self::stream_long_answers)), from sending to its end. Default 1 h, the time of 128 000
    /// tokens (protocol §7.6). When it runs out in mid-message the error holds what had arrived, and nothing is
    /// repeated.
    pub fn long_answer_timeout(mut self, limit: Duration) -> ClientBuilder {
        self.timeouts.long_answer = limit;
        self
    }

    /// The limit for a call with all its attempts and waits. Default none.
    pub fn total_timeout(mut self, limit: Duration) -> ClientBuilder {
        self.timeouts.total = Some(limit);
        self
    }

    /// Which failures are retried, and when. Default [`RetryPolicy::default`].
    pub fn retry(mut self, policy: RetryPolicy) -> ClientBuilder {
        self.retry = policy;
        self
    }

    /// How often a call is repeated at most. Default 3 (spec §8.6).
    pub fn max_retries(mut self, retries: u32) -> ClientBuilder {
        self.retry = self.retry.max_retries(retries);
        self
    }

    /// The budget that keeps all calls of this client from retrying at once (decision 0001).
    pub fn retry_budget(mut self, budget: RetryBudget) -> ClientBuilder {
        self.budget = budget;
        self
    }

    /// Whether a whole answer that could outlast its time limit is streamed inside and still returned whole
    /// (decision 0003). Default true.
    pub fn stream_long_answers(mut self, on: bool) -> ClientBuilder {
        self.stream_long_answers = on;
        self
    }

    /// Appended to the user agent, for example `"my-service/2.1"`.
    pub fn user_agent_suffix(mut self, suffix: impl Into<String>) -> ClientBuilder {
        self.user_agent_suffix = Some(suffix.into());
        self
    }

    /// Allows credentials, and other headers that are secrets, to travel over plain `http` to another machine
    /// (decision 0006). Default no: such a request is refused before anything is sent, wherever the secret comes from.
    pub fn allow_plain_http(mut self, allow: bool) -> ClientBuilder {
        self.allow_plain_http = allow;
        self
    }

    /// Sends a random key under this header name, the same on every attempt of a call, for gateways that
    /// recognise repetitions by it (protocol §7.4). Default none.
    pub fn idempotency_header(mut self, name: impl Into<String>) -> ClientBuilder {
        self.idempotency_header = Some(name.into());
        self
    }

    /// Whether request and response bodies go to `tracing` at debug level. They hold what users said.
    /// Default no.
    pub fn log_bodies(mut self, log: bool) -> ClientBuilder {
        self.log_bodies = log;
        self
    }

    /// Adds a deprecated model, or changes the day from which on it answers no more: `2026-11-30`, or empty if that is
    /// not known. `None`: it is no deprecated model. The first request to such a model leaves a warning in the log,
    /// once for each client. Without this, the client uses the service's own list if [`Models`](crate::Models) has
    /// fetched it, and otherwise the table of the built-in preset, which holds the deprecations announced when this
    /// version was released.
    pub fn deprecated_model(mut self, model: impl Into<String>, retires: Option<&str>) -> ClientBuilder {
        self.deprecated_models.insert(model.into(), retires.map(str::to_owned));
        self
    }

    /// Whether requests to deprecated models leave a warning in the log. Default yes.
    pub fn deprecation_warnings(mut self, warn: bool) -> ClientBuilder {
        self.deprecation_warnings = warn;
        self
    }

    /// The clock and the source of randomness for waits between attempts. For tests.
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> ClientBuilder {
        self.clock = clock;
        self
    }

    /// Calls this for every message that ended with another stop reason than `end_turn` (spec §2.5), besides the log
    /// record and the count of [`Client::stop_reason_counts`](crate::Client::stop_reason_counts). It runs where the
    /// call runs, before the answer is handed out: keep it short, and never block. A panic in it is caught and logged.
    ///
    /// ```
    /// let client = parlour::Client::builder()
    ///     .base_url("http://127.0.0.1:9")
    ///     .api_key("<API_KEY>")
    ///     .on_stop(|stop| eprintln!("{} stopped with {}", stop.message_id, stop.stop_reason))
    ///     .build()?;
    /// # Ok::<(), parlour::Error>(())
    /// ```
    pub fn on_stop(mut self, hook: impl Fn(&StopNotice) + Send + Sync + 'static) -> ClientBuilder {
        self.on_stop = Some(Arc::new(hook));
        self
    }

    /// Adds a hook, behind those that were added before: see [`Hook`]. A client without hooks pays nothing for them.
    pub fn hook(mut self, hook: impl Hook + 'static) -> ClientBuilder {
        self.hooks.add(Arc::new(hook));
        self
    }

    /// Records the answers of the service in a folder, replays them, or reuses them as a cache: see
    /// [`RecordingMode`](crate::RecordingMode). The folder is read when the client is built.
    ///
    /// Recordings are looked up behind the hooks, for each attempt of a call of any kind. A replayed answer counts as
    /// an attempt; no credential is asked for, the limits of the key are not charged, and the ledger counts no tokens.
    /// The answers of hooks are not recorded. No header of a request is recorded, and known secrets in a body are
    /// masked.
    pub fn recordings(mut self, recordings: Recordings) -> ClientBuilder {
        self.recordings = Some(recordings);
        self
    }

    /// Clients built from this builder and its clones count stop reasons together, and warn of a deprecated model once.
    /// For hosts that build several clients in the place of one. Not part of the stable interface.
    #[doc(hidden)]
    pub fn counted_together(mut self) -> ClientBuilder {
        self.counts = Some(Arc::default());
        self.deprecations = Some(Arc::default());
        self
    }

    /// Shares the cached credentials of the provider, the limiter and the ledger with `client`, which was built from
    /// the same builder in this process. For hosts that build several clients in the place of one. Not part of the
    /// stable interface.
    #[doc(hidden)]
    pub fn shared_with(mut self, client: &Client) -> ClientBuilder {
        self.kept_with = Some(Arc::clone(&client.shared));
        self
    }

    /// Whether anything was said of credentials. Not part of the stable interface.
    #[must_use]
    #[doc(hidden)]
    pub fn has_credential(&self) -> bool {
        self.credential.is_some() || !self.keys.is_empty() || self.key_file.is_some()
    }

    /// Another credential replaces several keys.
    fn in_place_of_keys(&mut self) {
        self.keys.clear();
        self.key_file = None;
    }

    fn fixed(mut self, setting: Setting, credential: Result<Credential>) -> ClientBuilder {
        self.in_place_of_keys();
        self.credential =
            Some(credential.map(CredentialSource::Fixed).map_err(|e| (setting, e.message().to_owned())));
        self
    }
}

impl std::fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClientBuilder")
            .field("base_url", &self.base_url.as_deref().map(crate::secret::mask_url))
            .field("vendor", &self.vendor)
            .field("version", &self.version)
            .field("credential", &self.credential.as_ref().map(|c| c.as_ref().ok()))
            .field("defaults", &self.defaults)
            .field("transport", &self.transport)
            .field("timeouts", &self.timeouts)
            .field("retry", &self.retry)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
