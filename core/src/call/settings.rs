//! The checked settings of a client, and the state that all its copies share: the part of a client that its calls need.
//! The builder of the client fills it.

use std::fmt;
use std::sync::{Arc, Weak};

use http::{HeaderMap, HeaderName, Uri};
use url::Url;

use crate::call::call_log::CallLog;
use crate::call::deprecations::Deprecations;
use crate::call::hooks::Hooks;
use crate::call::provider::CredentialSource;
use crate::call::routes::Routes;
use crate::call::running::RunningCalls;
use crate::call::sizes::Sizes;
use crate::call::stops::Stops;
use crate::call::timeouts::Timeouts;
use crate::clock::Clock;
use crate::ledger::Ledger;
use crate::pacing::{Hedging, Limiter};
use crate::prompt_cache::Gate;
use crate::record::Peer;
use crate::recordings::Store;
use crate::retry::{RetryBudget, RetryPolicy};
use crate::service::rate_limits::RateLimitNames;
use crate::service::{LogLevel, Service};
use crate::transport::HttpClient;

/// Everything a client was configured with, checked and prepared.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) service: Service,
    /// The log level from the environment, if it was read.
    pub(crate) log_level: Option<LogLevel>,
    /// The base URL without a trailing slash on its path, and without query.
    pub(crate) base_url: Url,
    /// Ready to be sent: parsing it for each call costs a microsecond.
    pub(crate) messages_uri: Uri,
    /// The route to the service if it is unencrypted, worded for an error message; `None` where that was allowed.
    pub(crate) plain_way: Option<Box<str>>,
    /// Secrets may travel unencrypted to other machines.
    pub(crate) allow_plain_http: bool,
    pub(crate) credential: CredentialSource,
    /// Headers of every request: accept, user agent, version.
    pub(crate) headers: HeaderMap,
    pub(crate) timeouts: Timeouts,
    /// The answer limit was set by the user, not by default.
    pub(crate) explicit_answer_timeout: bool,
    pub(crate) retry: RetryPolicy,
    /// Long whole answers travel as a stream, unless a call says otherwise.
    pub(crate) stream_long_answers: bool,
    pub(crate) idempotency_header: Option<HeaderName>,
    pub(crate) sizes: Sizes,
    pub(crate) log_bodies: bool,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) limit_names: Arc<RateLimitNames>,
    pub(crate) stops: Stops,
    pub(crate) hooks: Hooks,
    pub(crate) call_log: Option<Arc<CallLog>>,
    /// The service, as telemetry names it.
    pub(crate) peer: Arc<Peer>,
    pub(crate) deprecations: Arc<Deprecations>,
}

/// State that all copies of a client share.
pub(crate) struct ClientInner {
    pub(crate) settings: Arc<Settings>,
    pub(crate) transport: HttpClient,
    pub(crate) budget: RetryBudget,
    pub(crate) limiter: Arc<Limiter>,
    pub(crate) ledger: Option<Arc<Ledger>>,
    pub(crate) running: Arc<RunningCalls>,
    /// If requests wait for others that write their prefix to the prompt cache.
    pub(crate) prompt_cache: Option<Arc<Gate>>,
    /// If a second attempt may start beside a slow one.
    pub(crate) hedging: Option<Arc<Hedging>>,
    /// Other destinations, if there are any.
    pub(crate) routes: Option<Arc<Routes>>,
    /// The folder of recorded answers, if there is one.
    pub(crate) recordings: Option<Arc<Store>>,
    /// The client that this one is a copy of, if its connections have an I/O driver of the host's.
    pub(crate) original: Option<Weak<ClientInner>>,
}

impl fmt::Debug for ClientInner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientInner").field("settings", &self.settings).finish_non_exhaustive()
    }
}
