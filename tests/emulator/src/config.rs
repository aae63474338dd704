//! Every setting of the service and its default. Nothing is started here.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::batches;
use crate::blocking::BlockingEmulator;
use crate::clock::Clock;
use crate::emulator::Emulator;

/// The limits of one key per minute, as token buckets with continuous refill (spec §8, protocol §6).
///
/// The default is so generous that no ordinary test meets it; the headers are sent all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Requests per minute.
    pub requests: u64,
    /// Uncached input plus output tokens per minute.
    pub tokens: u64,
    /// Uncached input tokens per minute.
    pub input_tokens: u64,
    /// Output tokens per minute; `max_tokens` is charged first and corrected at the end.
    pub output_tokens: u64,
}

impl Limits {
    /// Only requests and the token sum are bounded (RPM and TPM).
    #[must_use]
    pub fn per_minute(requests: u64, tokens: u64) -> Self {
        Self { requests, tokens, ..Self::default() }
    }

    /// The sample of protocol §6: 50 requests, 30 000 input and 8 000 output tokens.
    #[must_use]
    pub fn lowest_tier() -> Self {
        Self { requests: 50, tokens: 38_000, input_tokens: 30_000, output_tokens: 8_000 }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            requests: 1_000_000,
            tokens: 1_000_000_000,
            input_tokens: 1_000_000_000,
            output_tokens: 1_000_000_000,
        }
    }
}

/// The two dialects (protocol §0.7).
const KNOWN_VERSIONS: [&str; 2] = ["2023-06-01", "2026-10-21"];

/// Settings of a service that is not started yet. Made by [`Emulator::builder`].
#[derive(Clone)]
#[must_use = "nothing listens before start"]
pub struct Builder {
    pub(crate) api_keys: Vec<String>,
    pub(crate) vendor: Option<String>,
    pub(crate) version: Option<String>,
    pub(crate) any_version: bool,
    pub(crate) betas: Option<Vec<String>>,
    pub(crate) any_model: bool,
    pub(crate) models: Vec<String>,
    pub(crate) admin_key: String,
    pub(crate) seed: u64,
    pub(crate) limits: Limits,
    pub(crate) clock: Option<Arc<dyn Clock>>,
    pub(crate) port: u16,
    pub(crate) keep_requests: usize,
    pub(crate) batch_polls_until_end: u32,
    pub(crate) batch_duration: Option<Duration>,
    pub(crate) batch_lifetime: Duration,
    pub(crate) pace: Duration,
    pub(crate) shared_time: bool,
    pub(crate) recordings: Option<PathBuf>,
    #[cfg(unix)]
    pub(crate) unix_socket: Option<PathBuf>,
    #[cfg(feature = "tls")]
    pub(crate) tls: Option<Tls>,
}

/// How HTTPS is spoken.
#[cfg(feature = "tls")]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tls {
    pub(crate) client_certificates: bool,
    pub(crate) only_1_2: bool,
}

impl Builder {
    pub(crate) fn new() -> Self {
        Self {
            api_keys: vec!["test-key".to_owned()],
            vendor: None,
            version: None,
            any_version: false,
            betas: None,
            any_model: false,
            models: Vec::new(),
            admin_key: "test-admin-key".to_owned(),
            seed: 0,
            limits: Limits::default(),
            clock: None,
            port: 0,
            keep_requests: 10_000,
            batch_polls_until_end: 2,
            batch_duration: None,
            batch_lifetime: batches::LIFETIME,
            pace: Duration::ZERO,
            shared_time: false,
            recordings: None,
            #[cfg(unix)]
            unix_socket: None,
            #[cfg(feature = "tls")]
            tls: None,
        }
    }

    /// The one key that is accepted, as `x-api-key` or as bearer token. Default `test-key`.
    pub fn api_key(mut self, key: impl Into<String>) -> Self {
        self.api_keys = vec![key.into()];
        self
    }

    /// A further key, with rate limits and a cache of its own.
    pub fn also_key(mut self, key: impl Into<String>) -> Self {
        self.api_keys.push(key.into());
        self
    }

    /// The only header prefix accepted (`<vendor>-version`). Default `None`: any, recognised by the version header.
    pub fn vendor(mut self, vendor: Option<&str>) -> Self {
        self.vendor = vendor.map(str::to_ascii_lowercase);
        self
    }

    /// The only version value accepted, whatever it is. Default `None`: `2023-06-01` and `2026-10-21`, and 400 for
    /// others.
    pub fn version(mut self, version: Option<&str>) -> Self {
        self.version = version.map(str::to_owned);
        self
    }

    /// Accepts every version value that is not empty, as gateways do that ignore it. A date from `2026-10-21` on has
    /// the rules of that version, anything else those of `2023-06-01`. Default `false`. [`Builder::version`] wins.
    pub fn any_version(mut self, any: bool) -> Self {
        self.any_version = any;
        self
    }

    /// Whether this value of the version header is accepted (protocol §0.7, §12.1).
    pub(crate) fn knows_version(&self, value: &str) -> bool {
        match &self.version {
            Some(only) => only == value,
            None if self.any_version => !value.is_empty(),
            None => KNOWN_VERSIONS.contains(&value),
        }
    }

    /// The only beta names accepted. Default `None`: any of the form `feature-YYYY-MM-DD`.
    pub fn betas(mut self, names: Option<&[&str]>) -> Self {
        self.betas = names.map(|list| list.iter().map(|name| (*name).to_owned()).collect());
        self
    }

    /// Answers requests for any model, those that it does not know by the rules of the newest but one. Default `false`:
    /// only the models of its list, and 404 for others, as the service does.
    pub fn any_model(mut self, any: bool) -> Self {
        self.any_model = any;
        self
    }

    /// A further model under exactly this id, judged by the rules of the newest but one: for the names of a service of
    /// one's own. Any prefix in place of `svc` is understood without it.
    pub fn model(mut self, id: impl Into<String>) -> Self {
        self.models.push(id.into());
        self
    }

    /// The one key for what administers: configured rate limits, and nothing else. Default `test-admin-key`.
    pub fn admin_key(mut self, key: impl Into<String>) -> Self {
        self.admin_key = key.into();
        self
    }

    /// Chooses ids, splits of streams and signatures. Default 0.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Rate limits of each key.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The clock of buckets, caches and batches. Default: [`crate::SystemClock`].
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// The port on 127.0.0.1. Default 0: any free one.
    pub fn port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// How many requests are remembered for assertions. Default 10 000; the oldest are forgotten first.
    pub fn keep_requests(mut self, count: usize) -> Self {
        self.keep_requests = count;
        self
    }

    /// The how-manieth status request of a batch finds it ended. Default 2; 0: ended when created.
    pub fn batch_polls_until_end(mut self, polls: u32) -> Self {
        self.batch_polls_until_end = polls;
        self
    }

    /// Batches end that long after their creation by the service's clock, however often they are asked for; longer than
    /// [`Builder::batch_lifetime`]: they expire. Default: [`Builder::batch_polls_until_end`] decides.
    pub fn batch_duration(mut self, time: Duration) -> Self {
        self.batch_duration = Some(time);
        self
    }

    /// The time after its creation at which a batch that has not ended expires. Default 24 hours.
    pub fn batch_lifetime(mut self, time: Duration) -> Self {
        self.batch_lifetime = time;
        self
    }

    /// Time between the events of the model's own streams. Default zero.
    pub fn pace(mut self, time: Duration) -> Self {
        self.pace = time;
        self
    }

    /// Requests that no script answers get the answers that a client recorded in this folder, in their order and with
    /// their pauses; a request without a recording gets a 404. Default: the model answers. The folder is read at the
    /// start.
    pub fn recordings(mut self, folder: impl Into<PathBuf>) -> Self {
        self.recordings = Some(folder.into());
        self
    }

    /// Pauses, delays and stalls of replies take no real time: they move a time that clients follow at
    /// [`Emulator::time_address`], in steps of 50 ms. Default `false`.
    pub fn shared_time(mut self) -> Self {
        self.shared_time = true;
        self
    }

    /// Serves HTTPS with a throw-away certificate for `127.0.0.1` and `localhost`; see [`Emulator::ca_pem`].
    #[cfg(feature = "tls")]
    pub fn tls(mut self) -> Self {
        self.tls.get_or_insert_default();
        self
    }

    /// As [`Builder::tls`], and refuses clients without the certificate of [`Emulator::client_pem`].
    #[cfg(feature = "tls")]
    pub fn tls_client_certificates(mut self) -> Self {
        self.tls.get_or_insert_default().client_certificates = true;
        self
    }

    /// As [`Builder::tls`], and speaks no version but TLS 1.2.
    #[cfg(feature = "tls")]
    pub fn tls_1_2(mut self) -> Self {
        self.tls.get_or_insert_default().only_1_2 = true;
        self
    }

    /// Also serves plain HTTP on a unix socket that is made at this path, and removed at the end. Default: none.
    #[cfg(unix)]
    pub fn unix_socket(mut self, path: impl Into<PathBuf>) -> Self {
        self.unix_socket = Some(path.into());
        self
    }

    /// Binds the port and serves from tasks of the caller's tokio runtime.
    ///
    /// # Errors
    /// The port is taken, or there is no certificate to be had.
    pub async fn start(self) -> std::io::Result<Emulator> {
        Emulator::launch(self).await
    }

    /// Binds the port and serves from a thread of its own, for callers without a runtime.
    ///
    /// # Errors
    /// As [`Builder::start`], or no thread could be started.
    pub fn start_blocking(self) -> std::io::Result<BlockingEmulator> {
        BlockingEmulator::launch(self)
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("vendor", &self.vendor)
            .field("port", &self.port)
            .finish_non_exhaustive()
    }
}
