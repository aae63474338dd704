//! The test service for JavaScript, for users' own tests. It must not know the client: the two share a process and
//! nothing else.
//!
//! Nothing here waits for a request: who waits does so on the loop, by looking at the counters.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use napi::bindgen_prelude::Buffer;
use napi::{Error, Result, Status};
use napi_derive::napi;
use parlour_emulator::{BlockingEmulator, Emulator as Service, Limits, Recorded, Reply};
use serde::Deserialize;

/// How the service is set up.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Settings {
    vendor: Option<String>,
    version: Option<String>,
    betas: Option<Vec<String>>,
    seed: u64,
    api_key: Option<String>,
    requests_per_minute: Option<u64>,
    tokens_per_minute: Option<u64>,
    input_tokens_per_minute: Option<u64>,
    output_tokens_per_minute: Option<u64>,
    pace_ms: f64,
    batch_polls: Option<u32>,
    keep_requests: Option<usize>,
    port: u16,
}

/// A request that the service has seen.
#[napi(object, object_from_js = false)]
pub struct RecordedRequest {
    /// In upper case.
    pub method: String,
    /// Without query, not decoded.
    pub path: String,
    /// Without `?`.
    pub query: String,
    /// In order of arrival, names as they were written.
    pub headers: Vec<(String, String)>,
    /// After transfer decoding.
    pub body: Buffer,
    /// `HTTP/1.1` or `HTTP/2`, for example.
    pub http_version: &'static str,
    /// Number of the connection, counted from 1.
    pub connection: f64,
}

/// A Messages service on 127.0.0.1 with a thread of its own.
#[napi]
pub struct Emulator {
    url: String,
    api_key: String,
    state: Mutex<State>,
}

enum State {
    Running(Arc<BlockingEmulator>),
    Stopped(Remains),
}

/// What can still be asked of a stopped service.
#[derive(Clone, Default)]
struct Remains {
    requests: Arc<Vec<Recorded>>,
    accepted: u64,
    closed_early: u64,
    answered: u64,
}

#[napi]
impl Emulator {
    /// Starts on a free port. Settings: a JSON object of vendor, version, betas, seed, apiKey, requestsPerMinute,
    /// tokensPerMinute, inputTokensPerMinute, outputTokensPerMinute, paceMs, batchPolls, keepRequests, port.
    #[napi(constructor, catch_unwind)]
    pub fn new(settings_json: String) -> Result<Emulator> {
        let settings: Settings = serde_json::from_str(&settings_json).map_err(refused)?;
        let pace = Duration::try_from_secs_f64(settings.pace_ms / 1000.0)
            .map_err(|_| refused("paceMs must be a time of at least 0"))?;
        let default = Limits::default();
        let limits = Limits {
            requests: settings.requests_per_minute.unwrap_or(default.requests),
            tokens: settings.tokens_per_minute.unwrap_or(default.tokens),
            input_tokens: settings.input_tokens_per_minute.unwrap_or(default.input_tokens),
            output_tokens: settings.output_tokens_per_minute.unwrap_or(default.output_tokens),
        };
        let betas: Option<Vec<&str>> =
            settings.betas.as_ref().map(|names| names.iter().map(String::as_str).collect());
        let mut builder = Service::builder()
            .vendor(settings.vendor.as_deref())
            .version(settings.version.as_deref())
            .betas(betas.as_deref())
            .seed(settings.seed)
            .limits(limits)
            .pace(pace)
            .port(settings.port);
        if let Some(polls) = settings.batch_polls {
            builder = builder.batch_polls_until_end(polls);
        }
        if let Some(count) = settings.keep_requests {
            builder = builder.keep_requests(count);
        }
        if let Some(key) = settings.api_key {
            builder = builder.api_key(key);
        }
        let service = builder
            .start_blocking()
            .map_err(|error| Error::new(Status::GenericFailure, format!("the emulator: {error}")))?;
        Ok(Emulator {
            url: service.url(),
            api_key: service.api_key().to_owned(),
            state: Mutex::new(State::Running(Arc::new(service))),
        })
    }

    /// Base address, for example `http://127.0.0.1:40123`.
    #[napi(getter, catch_unwind)]
    pub fn url(&self) -> String {
        self.url.clone()
    }

    /// The key it accepts, as `x-api-key` or as bearer token.
    #[napi(getter, catch_unwind)]
    pub fn api_key(&self) -> String {
        self.api_key.clone()
    }

    /// How many scripted replies no request has used up.
    #[napi(getter, catch_unwind)]
    pub fn script_left(&self) -> u32 {
        count(self.service().map_or(0, |service| service.script_left()))
    }

    /// How many requests were seen and are kept.
    #[napi(getter, catch_unwind)]
    pub fn request_count(&self) -> u32 {
        count(self.service().map_or_else(|remains| remains.requests.len(), |service| service.request_count()))
    }

    /// Connections that are open now.
    #[napi(getter, catch_unwind)]
    pub fn open_connections(&self) -> f64 {
        self.service().map_or(0, |service| service.open_connections()) as f64
    }

    /// Connections accepted since the start.
    #[napi(getter, catch_unwind)]
    pub fn accepted_connections(&self) -> f64 {
        let seen = self.service();
        seen.map_or_else(|remains| remains.accepted, |service| service.accepted_connections()) as f64
    }

    /// Responses whose client went away before their end.
    #[napi(getter, catch_unwind)]
    pub fn closed_early(&self) -> f64 {
        let seen = self.service();
        seen.map_or_else(|remains| remains.closed_early, |service| service.closed_early()) as f64
    }

    /// Responses that were sent as planned.
    #[napi(getter, catch_unwind)]
    pub fn answered(&self) -> f64 {
        self.service().map_or_else(|remains| remains.answered, |service| service.answered()) as f64
    }

    /// The requests seen so far, oldest first. Also after `stop`.
    #[napi(catch_unwind)]
    pub fn requests(&self) -> Vec<RecordedRequest> {
        let requests = match self.service() {
            Ok(service) => service.requests(),
            Err(remains) => remains.requests.as_ref().clone(),
        };
        requests.into_iter().map(describe).collect()
    }

    /// Adds scripted replies: a JSON object or array.
    #[napi(catch_unwind)]
    pub fn script(&self, json: String) -> Result<()> {
        self.running()?.script_json(&json).map_err(refused)
    }

    /// Adds one scripted reply: a JSON object, or the name of a known fault.
    #[napi(catch_unwind)]
    pub fn push(&self, reply: String) -> Result<()> {
        let service = self.running()?;
        if let Some(named) = Reply::named(&reply) {
            service.push(named);
            return Ok(());
        }
        service.script_json(&format!("[{reply}]")).map_err(refused)
    }

    /// Forgets the requests seen and the rest of the script.
    #[napi(catch_unwind)]
    pub fn clear(&self) -> Result<()> {
        self.running()?.clear();
        Ok(())
    }

    /// Replaces the accepted keys, as a rotation does. `apiKey` keeps its value.
    #[napi(catch_unwind)]
    pub fn set_keys(&self, keys: Vec<String>) -> Result<()> {
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        self.running()?.set_keys(&keys);
        Ok(())
    }

    /// Ends all batches now, their items worked off.
    #[napi(catch_unwind)]
    pub fn end_batches(&self) -> Result<()> {
        self.running()?.end_batches();
        Ok(())
    }

    /// Closes the listener and every connection. What was recorded stays readable. Does nothing the second time.
    #[napi(catch_unwind)]
    pub fn stop(&self) {
        let Ok(service) = self.service() else { return };
        let remains = Remains {
            requests: Arc::new(service.requests()),
            accepted: service.accepted_connections(),
            closed_early: service.closed_early(),
            answered: service.answered(),
        };
        let before = std::mem::replace(&mut *self.lock(), State::Stopped(remains));
        drop((before, service));
    }
}

impl Emulator {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn service(&self) -> std::result::Result<Arc<BlockingEmulator>, Remains> {
        match &*self.lock() {
            State::Running(service) => Ok(Arc::clone(service)),
            State::Stopped(remains) => Err(remains.clone()),
        }
    }

    fn running(&self) -> Result<Arc<BlockingEmulator>> {
        self.service().map_err(|_| Error::new(Status::GenericFailure, "the emulator is stopped"))
    }
}

fn refused(error: impl std::fmt::Display) -> Error {
    Error::new(Status::InvalidArg, error.to_string())
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn describe(request: Recorded) -> RecordedRequest {
    RecordedRequest {
        method: request.method,
        path: request.path,
        query: request.query,
        headers: request.headers,
        body: request.body.into(),
        http_version: request.http_version,
        connection: request.connection as f64,
    }
}
