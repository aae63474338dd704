//! The client, and the preparation of its calls: URL, headers, options.

#[cfg(feature = "resources")]
pub(crate) mod account;
pub(crate) mod body;
pub(crate) mod builder;
pub(crate) mod messages;
pub(crate) mod options;
mod parameters;
pub(crate) mod raw;
pub(crate) mod save;
pub(crate) mod upload;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};
use tracing::Span;
use url::Url;

use crate::call::attempt::begin::Beginning;
use crate::call::attempt::route::OnRoute;
use crate::call::attempt::{Call, PreparedRequest, Sending};
use crate::call::idempotency::idempotency_key;
use crate::call::provider::{CredentialSource, check_way};
use crate::call::response::Head;
use crate::call::routes::Routed;
use crate::call::running::DrainReport;
use crate::call::settings::ClientInner;
use crate::call::stops::StopReasonCounts;
use crate::call::time_limit::TimeLimit;
use crate::client::body::Body;
use crate::client::builder::ClientBuilder;
use crate::client::messages::Messages;
use crate::client::options::CallOptions;
use crate::client::raw::RawCall;
use crate::error::masking::Secrets;
use crate::error::{Error, Result};
use crate::exposition;
use crate::ledger::UsageReport;
use crate::model::Usage;
use crate::pacing::{Admission, LimiterState, Measured, Priority};
use crate::prompt_cache::Marked;
use crate::service::{Dialect, LogLevel};
use crate::setting::Setting;
use crate::stats::ClientStats;
use crate::transport::{HttpVersion, IoDriver, address};

/// A client of one service. Cheap to clone, safe to share between threads and tasks; all copies use the same
/// connections, the same retry budget and the same limiter.
///
/// It needs a running tokio runtime when a call is awaited, not when it is made.
///
/// ```
/// # async fn run() -> Result<(), parlour::Error> {
/// use parlour::{Client, MessageRequest};
///
/// let client = Client::from_env()?;
/// let request = MessageRequest::new("svc-haiku-3-5", 256).user("Name three rivers.");
/// let reply = client.messages().create(&request).await?;
/// println!("{} ({} output tokens)", reply.text(), reply.usage.output_tokens);
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct Client {
    pub(crate) shared: Arc<ClientInner>,
    pub(crate) defaults: Option<Arc<CallOptions>>,
}

impl Client {
    /// A builder that reads no environment.
    pub fn builder() -> ClientBuilder {
        ClientBuilder::new()
    }

    /// A client for the service the environment names: `PARLOUR_API_KEY` (or `PARLOUR_AUTH_TOKEN`),
    /// `PARLOUR_BASE_URL`, `PARLOUR_VENDOR`, `PARLOUR_VERSION`, or else the variables of a built-in preset.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) that names what to set.
    pub fn from_env() -> Result<Client> {
        ClientBuilder::from_env().build()
    }

    /// A copy whose calls start from these options; its connections and retry budget stay shared. Options of
    /// a call override these, and these override the options of the original client.
    #[must_use]
    pub fn with_options(&self, options: CallOptions) -> Client {
        let defaults = match &self.defaults {
            Some(base) => options.over(base),
            None => options,
        };
        Client { shared: Arc::clone(&self.shared), defaults: Some(Arc::new(defaults)) }
    }

    /// A copy whose direct connections of HTTP/1.1 are registered with this `driver` in place of the runtime's. The
    /// copy has a connection pool of its own; the TLS configuration, the retry budget and the limiter are shared. Its
    /// calls still need a runtime for timers and names. Not part of the stable interface.
    #[doc(hidden)]
    #[must_use]
    pub fn with_io_driver(&self, driver: Arc<dyn IoDriver>) -> Client {
        let ClientInner {
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
            original,
        } = &*self.shared;
        let shared = ClientInner {
            settings: Arc::clone(settings),
            transport: transport.with_io_driver(driver),
            budget: budget.clone(),
            limiter: Arc::clone(limiter),
            ledger: ledger.clone(),
            running: Arc::clone(running),
            prompt_cache: prompt_cache.clone(),
            hedging: hedging.clone(),
            routes: routes.clone(),
            recordings: recordings.clone(),
            original: original.clone().or_else(|| Some(Arc::downgrade(&self.shared))),
        };
        Client { shared: Arc::new(shared), defaults: self.defaults.clone() }
    }

    /// Messages: whole and streamed answers.
    #[must_use]
    pub fn messages(&self) -> Messages<'_> {
        Messages::new(self)
    }

    /// Any other request of the service, with the same credential, retries, limits and errors.
    ///
    /// `path` starts with `/` and is appended to the base URL; it may have a query. An absolute URL is taken only if it
    /// has the origin of the base URL, because the credential goes along.
    ///
    /// ```
    /// # async fn run(client: parlour::Client) -> Result<(), parlour::Error> {
    /// use parlour::{Body, Method};
    /// let models = client.request(Method::GET, "/v1/models?limit=5", Body::empty()).await?;
    /// println!("{}", String::from_utf8_lossy(&models));
    /// # Ok(()) }
    /// ```
    pub fn request(&self, method: Method, path: impl Into<String>, body: Body) -> RawCall {
        RawCall::new(self.clone(), method, path.into(), body)
    }

    /// The address calls go to.
    #[must_use]
    pub fn base_url(&self) -> &str {
        self.shared.settings.base_url.as_str().trim_end_matches('/')
    }

    /// The HTTP version that is used.
    #[must_use]
    pub fn http_version(&self) -> HttpVersion {
        self.shared.transport.version()
    }

    /// Whether its connections have background tasks that must be driven while no call waits, as those of reqwest do.
    /// Not part of the stable interface.
    #[doc(hidden)]
    #[must_use]
    pub fn needs_runtime(&self) -> bool {
        self.shared.transport.needs_runtime()
    }

    /// The vendor name in use: the prefix of the service's own headers.
    #[must_use]
    pub fn vendor(&self) -> &str {
        self.shared.settings.service.vendor()
    }

    /// The log level that the environment asks for, where [`Client::from_env`] or
    /// [`ClientBuilder::from_env`] read it (protocol §7.11): for the program that sets up logging. A client sets up
    /// none.
    #[must_use]
    pub fn log_level(&self) -> Option<LogLevel> {
        self.shared.settings.log_level
    }

    #[cfg(any(feature = "resources", feature = "tools"))]
    pub(crate) fn clock(&self) -> &dyn crate::clock::Clock {
        self.shared.settings.clock.as_ref()
    }

    /// The remaining retry budget, in whole retries; `None` if the budget is off.
    #[must_use]
    pub fn retry_budget(&self) -> Option<u32> {
        self.shared.budget.remaining()
    }

    /// How many messages ended with another stop reason than `end_turn`, by reason (spec §2.5). Counted for this client
    /// and all its copies together, since it was built; whole answers and streamed ones alike. A stream counts when
    /// it was read to its end.
    #[must_use]
    pub fn stop_reason_counts(&self) -> StopReasonCounts {
        self.shared.settings.stops.counts()
    }

    /// What is known of the rate limits of the key, model by model, and how many calls wait for them. Of this client
    /// and all its copies together. Empty with [`Pacing::Off`](crate::Pacing::Off).
    #[must_use]
    pub fn limiter_state(&self) -> LimiterState {
        self.shared.limiter.state()
    }

    /// What the message calls of this client and all its copies used, by model and by label; all zero unless
    /// [`ClientBuilder::ledger`] is on. A call is entered when it has ended. With `reset` the book begins anew, at the
    /// same moment.
    #[must_use]
    pub fn usage_report(&self, reset: bool) -> UsageReport {
        self.shared.ledger.as_ref().map(|ledger| ledger.report(reset)).unwrap_or_default()
    }

    /// The figures of [`stats`](Self::stats), of [`limiter_state`](Self::limiter_state) and, with a ledger, of
    /// [`usage_report`](Self::usage_report), as a page in the text exposition format of Prometheus (0.0.4; media type
    /// `text/plain; version=0.0.4`).
    ///
    /// All names begin with `parlour_`. Series are by model; those of the ledger's labels are not on the page, because
    /// a program may have any number of them. A page is made from the same figures as the report: a report with `reset`
    /// begins the counters anew, which Prometheus takes for a restart.
    #[must_use]
    pub fn prometheus_text(&self) -> String {
        exposition::page(&self.figures())
    }

    /// The same figures for a page or for instruments.
    pub(crate) fn figures(&self) -> Vec<exposition::Family> {
        let report = self.shared.ledger.as_ref().map(|ledger| ledger.report(false));
        exposition::families(&self.stats(), &self.limiter_state(), report.as_ref())
    }

    /// The state of this client and all its copies at one moment, for health pages.
    #[must_use]
    pub fn stats(&self) -> ClientStats {
        let hedges = self.shared.hedging.as_ref().map(|hedging| hedging.counts()).unwrap_or_default();
        ClientStats::new(&self.shared.running.load(), &self.limiter_state(), hedges, self.retry_budget())
    }

    /// Lets the running calls end before the program exits: refuses new calls from now on, with an error of the kind
    /// [`Draining`](crate::ErrorKind::Draining), and waits until those that run have ended, at most `limit`. Of this
    /// client and all its copies together.
    ///
    /// A call runs until its whole answer is there, or its stream has ended, failed or been dropped; its retries are
    /// part of it. A tool run, a batch run or a wait for a batch makes several calls: its next one is refused, and it
    /// can be saved and go on in another process. What still runs after `limit` is listed in the report and goes on. A
    /// client does not open again; draining it twice waits again.
    ///
    /// Needs a running tokio runtime.
    pub async fn drain(&self, limit: Duration) -> DrainReport {
        self.shared.running.drain(limit).await
    }

    /// The head of a result that no answer brought: without headers. Not part of the stable interface.
    #[doc(hidden)]
    #[must_use]
    pub fn head_of_none(&self) -> Head {
        let limit_names = Arc::clone(&self.shared.settings.limit_names);
        Head { status: 200, headers: Arc::default(), limit_names }
    }

    /// The options of a call over those of this client, checked.
    pub(crate) fn merged(&self, options: CallOptions) -> Result<CallOptions> {
        let options = match &self.defaults {
            Some(defaults) => options.over(defaults),
            None => options,
        };
        options.check()?;
        Ok(options)
    }

    /// Builds a call from its parts. Nothing is sent.
    pub(crate) fn prepare(
        &self,
        parts: RequestParts<'_>,
        options: CallOptions,
        span: Span,
    ) -> Result<Box<Call>> {
        let settings = &self.shared.settings;
        check_size(parts.body.len(), settings.sizes.max_request_bytes)?;
        parts.body.facts().models().for_each(|model| settings.deprecations.used(&span, model));
        let headers = self.headers_of(&parts, &options);
        let uri = match options.query.is_empty() {
            true => parts.uri,
            false => with_query(&parts.uri, &options.query)?,
        };
        let mut credential = match options.credential {
            Some(credential) => CredentialSource::Fixed(credential.spoken(settings.service.dialect())),
            None => settings.credential.clone(),
        };
        let own = |name: &HeaderName| options.headers.contains_key(name) || options.removed.contains(name);
        // A credential header that the caller sets or removes replaces ours.
        if own(&http::header::AUTHORIZATION) || own(&HeaderName::from_static("x-api-key")) {
            credential = CredentialSource::Anonymous;
        }
        check_way(settings.plain_way.as_deref(), &credential, &options.headers)?;
        let secrets = match options.headers.is_empty() {
            true => Secrets::default(),
            false => Secrets::in_headers(&options.headers),
        };
        let limit = match (parts.stream, options.timeout) {
            (true, limit) => TimeLimit::Silence(limit.unwrap_or(settings.timeouts.silence)),
            (false, limit) => TimeLimit::Answer(limit.unwrap_or(settings.timeouts.answer)),
        };
        let request = PreparedRequest {
            method: parts.method,
            uri,
            sending: Some(Box::new(Sending { headers, credential })),
            secrets,
            body: Some(Arc::new(parts.body.payload())),
            limit,
            first_event: options
                .first_event_timeout
                .or(settings.timeouts.first_event)
                .filter(|_| parts.stream),
            long_answer: None,
            max_retries: options.max_retries,
            unless_arrived: options.unless_arrived,
            total: options.total_timeout.or(settings.timeouts.total),
            admission: None,
            marked: None,
            span,
        };
        // Boxed: futures hold it by value, and it would be copied into each of them.
        let mut call = Box::new(Call::new(Arc::clone(&self.shared), request));
        call.begin(Beginning {
            model: parts.body.facts().model.as_deref(),
            labels: options.labels,
            max_tokens: parts.body.facts().max_tokens,
            streams: parts.stream,
        })?;
        Ok(call)
    }

    /// The prefixes of a message call that are kept in the prompt cache, and the body to send in place of this one, if
    /// there is one.
    pub(crate) fn marked(
        &self,
        body: &Body,
        options: &CallOptions,
        streams: bool,
    ) -> Option<(Arc<Marked>, Option<Vec<Bytes>>)> {
        let gate = self.shared.prompt_cache.as_ref()?;
        let keys = self.shared.limiter.keys();
        let credential = options.credential.as_ref().map_or(0, |credential| credential.digest(keys));
        let model = body.facts().model.as_deref().unwrap_or_default();
        let identity = || {
            let credential = options.credential.as_ref()?;
            Some(credential.identity(&self.shared.settings.base_url))
        };
        gate.marked(credential, identity, (model, &body.to_bytes(), streams))
    }

    /// The facts that decide about the route of a message call, if this client has routes. A call that goes to the
    /// service of the client with a credential of its own may take another model alone.
    pub(crate) fn routed(&self, body: &Body, options: &CallOptions) -> Option<Box<OnRoute>> {
        let routes = self.shared.routes.as_ref()?;
        let names = [http::header::AUTHORIZATION, HeaderName::from_static("x-api-key")];
        let mut own = names.iter();
        let has_own_credential = options.credential.is_some()
            || own.any(|name| options.headers.contains_key(name) || options.removed.contains(name));
        let model = body.facts().model.as_deref().unwrap_or_default().into();
        Some(OnRoute::new(routes, Routed { model, has_own_credential }))
    }

    /// What the time of a streamed message call is kept by, if a second attempt may start beside it.
    pub(crate) fn hedged(&self, body: &Body, options: &CallOptions) -> Option<Box<Measured>> {
        let ClientInner { hedging, routes, recordings, .. } = &*self.shared;
        // Routes have times of their own, and recordings one answer for one request.
        if hedging.is_none() || routes.is_some() || recordings.is_some() {
            return None;
        }
        let facts = body.facts();
        let waits_for_it = options.priority != Some(Priority::Bulk) && !options.unless_arrived;
        let model = facts.model.as_deref().filter(|_| facts.is_plain && waits_for_it)?;
        Some(Box::new(Measured { model: model.into(), fast: facts.is_fast }))
    }

    /// The rate limits that a message call falls under, if this client has a limiter.
    pub(crate) fn admission(
        &self,
        body: &Body,
        options: &CallOptions,
        streams: bool,
    ) -> Option<Arc<Admission>> {
        let limiter = &self.shared.limiter;
        if !limiter.is_on() {
            return None;
        }
        let facts = body.facts();
        let credential = options.credential.as_ref().map_or(0, |credential| {
            let digest = credential.digest(limiter.keys());
            limiter.identify(digest, || credential.identity(&self.shared.settings.base_url));
            digest
        });
        let model = (credential, facts.model.as_deref().unwrap_or_default(), facts.is_fast);
        let priority = options.priority.unwrap_or(Priority::Interactive);
        let size = (streams, body.text_bytes(), facts.max_tokens.unwrap_or(0));
        Some(limiter.admission(model, size, priority))
    }

    /// Counts a message call in the ledger, if this client keeps one, and lets its hooks see the end.
    ///
    /// # Errors
    /// [`ErrorKind::OverLimit`](crate::ErrorKind::OverLimit) if a spending limit has no room for it.
    pub(crate) fn enter(&self, call: &mut Call, body: &Body) -> Result<()> {
        let Some(record) = &mut call.record else { return Ok(()) };
        let Some(ledger) = &self.shared.ledger else { return Ok(()) };
        let expected = Usage {
            input_tokens: body.expected_tokens(),
            output_tokens: body.facts().max_tokens.unwrap_or(0),
            ..Usage::default()
        };
        ledger.open(record, &expected).map_err(|error| call.finished(error))
    }

    /// The headers of a call but that of its credential: the client's, those of the options, then the caller's own.
    fn headers_of(&self, parts: &RequestParts<'_>, options: &CallOptions) -> HeaderMap {
        let settings = &self.shared.settings;
        let mut headers = settings.headers.clone();
        if parts.stream {
            // A compressor may delay the events of a stream until it flushes (protocol §7.10).
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        }
        if let Some(betas) = joined_betas(&options.betas) {
            headers.insert(settings.service.beta_header().clone(), betas);
        }
        if let Some(id) = &options.user_profile_id {
            headers.insert(settings.service.user_profile_header().clone(), id.clone());
        }
        if let Some(id) = &options.workspace_id {
            headers.insert(settings.service.workspace_header().clone(), id.clone());
        }
        if let Some(name) = &settings.idempotency_header
            && parts.method == Method::POST
        {
            headers.insert(name.clone(), idempotency_key(settings.clock.as_ref()));
        }
        if let Some(kind) = parts.body.content_type() {
            headers.insert(http::header::CONTENT_TYPE, kind.clone());
        }
        for name in options.headers.keys() {
            headers.remove(name);
        }
        for (name, value) in &options.headers {
            headers.append(name.clone(), value.clone());
        }
        for name in &options.removed {
            headers.remove(name);
        }
        headers
    }

    /// The dialect of a call: a version header of the call takes precedence (protocol §0.7).
    pub(crate) fn dialect(&self, options: &CallOptions) -> &'static Dialect {
        let service = &self.shared.settings.service;
        let own = options.headers.get(service.version_header()).and_then(|version| version.to_str().ok());
        own.map_or_else(|| service.dialect(), Dialect::of)
    }

    /// The URL of a path given by the caller (protocol §7.9).
    pub(crate) fn url(&self, path: &str) -> Result<Url> {
        let base = &self.shared.settings.base_url;
        if let Ok(absolute) = Url::parse(path) {
            if absolute.origin() == base.origin() {
                return Ok(absolute);
            }
            return Err(Error::config(
                "the URL belongs to another origin than the base URL; the credential is not sent there",
            ));
        }
        let (path, query) = match path.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (path, None),
        };
        if !path.starts_with('/') {
            return Err(Error::config(format!("the path `{path}` has to start with `/`")));
        }
        let dots =
            |segment: &str| matches!(segment.to_ascii_lowercase().replace("%2e", ".").as_str(), "." | "..");
        if path.split('/').any(dots) || path.contains(['#', '\\']) || path.chars().any(char::is_control) {
            return Err(Error::config(format!(
                "the path {path:?} holds a segment that would lead elsewhere"
            )));
        }
        if path.split('/').skip(1).any(str::is_empty) {
            return Err(Error::config(format!("the path `{path}` has an empty segment: an id is missing")));
        }
        let mut url = base.clone();
        url.set_path(&format!("{}{path}", base.path().trim_end_matches('/')));
        url.set_query(query);
        Ok(url)
    }

    /// Whether a whole-answer call should be streamed internally (decision 0003).
    pub(crate) fn streams_inside(&self, max_tokens: Option<u64>, options: &CallOptions) -> bool {
        let settings = &self.shared.settings;
        let explicit = options.timeout.is_some() || settings.explicit_answer_timeout;
        options.stream_long_answers.unwrap_or(settings.stream_long_answers)
            && !explicit
            && max_tokens.is_some_and(|tokens| expected_time(tokens) > settings.timeouts.answer)
    }
}

/// How long an answer of that many tokens may take: an hour for 128 000 (protocol §7.6).
fn expected_time(max_tokens: u64) -> Duration {
    Duration::from_millis(max_tokens.saturating_mul(3_600_000) / 128_000)
}

/// The parts of a call that depend on its kind.
pub(crate) struct RequestParts<'a> {
    pub(crate) method: Method,
    pub(crate) uri: Uri,
    pub(crate) body: &'a Body,
    pub(crate) stream: bool,
}

/// The headers every request starts from. The content type is among them whether there is a body or not (spec §5.2).
pub(crate) fn base_headers(user_agent: HeaderValue, version: (&HeaderName, HeaderValue)) -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(12);
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(http::header::USER_AGENT, user_agent);
    headers.insert(version.0.clone(), version.1);
    headers
}

/// Refuses a body that is known to be larger than the client allows.
fn check_size(bytes: usize, most: usize) -> Result<()> {
    let setting = Setting::MAX_REQUEST_BYTES;
    match bytes <= most {
        true => Ok(()),
        false => Err(Error::about(setting, format!("the request has {bytes} bytes; {setting} is {most}"))),
    }
}

/// The address with these pairs appended to its query.
fn with_query(uri: &Uri, query: &[(String, String)]) -> Result<Uri> {
    let mut url =
        Url::parse(&uri.to_string()).map_err(|e| Error::config("the URL cannot be sent").with_source(e))?;
    let mut pairs = url.query_pairs_mut();
    for (name, value) in query {
        pairs.append_pair(name, value);
    }
    drop(pairs);
    address::uri(&url)
}

/// Beta names in the order given, without repetitions (protocol §8.7).
fn joined_betas(names: &[String]) -> Option<HeaderValue> {
    let mut seen: Vec<&str> = Vec::new();
    for name in names.iter().flat_map(|n| n.split(',')).map(str::trim).filter(|n| !n.is_empty()) {
        if !seen.contains(&name) {
            seen.push(name);
        }
    }
    if seen.is_empty() { None } else { HeaderValue::from_str(&seen.join(",")).ok() }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings = &self.shared.settings;
        f.debug_struct("Client")
            .field("base_url", &settings.base_url.as_str())
            .field("vendor", &settings.service.vendor())
            .field("credential", &settings.credential)
            .field("timeouts", &settings.timeouts)
            .field("retry", &settings.retry)
            .field("options", &self.defaults)
            .finish()
    }
}
