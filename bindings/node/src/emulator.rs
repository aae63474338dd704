//! The emulator for JavaScript, for users' own tests. It shares a process with the client and nothing else.
//!
//! Nothing here blocks until a request arrives: JavaScript polls the counters on its event loop.

use std::sync::Arc;

use napi::bindgen_prelude::Buffer;
use napi::{Error, Result, Status};
use napi_derive::napi;
use parlour_emulator::{BlockingEmulator, Handle, Recorded, Settings};

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
    service: Handle,
}

#[napi]
impl Emulator {
    /// Starts on a free port. Settings: a JSON object of vendor, version, betas, seed, api_key, requests_per_minute,
    /// tokens_per_minute, input_tokens_per_minute, output_tokens_per_minute, pace_ms, batch_polls, keep_requests, port,
    /// models.
    #[napi(constructor, catch_unwind)]
    pub fn new(settings_json: String) -> Result<Emulator> {
        let builder = Settings::from_json(&settings_json).and_then(Settings::builder).map_err(refused)?;
        let service = Handle::start(builder)
            .map_err(|error| Error::new(Status::GenericFailure, format!("the emulator: {error}")))?;
        Ok(Emulator { service })
    }

    /// Base address, for example `http://127.0.0.1:40123`.
    #[napi(getter, catch_unwind)]
    pub fn url(&self) -> String {
        self.service.url().to_owned()
    }

    /// The key it accepts, as `x-api-key` or as bearer token.
    #[napi(getter, catch_unwind)]
    pub fn api_key(&self) -> String {
        self.service.api_key().to_owned()
    }

    /// How many scripted replies no request has used up.
    #[napi(getter, catch_unwind)]
    pub fn script_left(&self) -> u32 {
        count(self.service.script_left())
    }

    /// How many requests were seen and are kept.
    #[napi(getter, catch_unwind)]
    pub fn request_count(&self) -> u32 {
        count(self.service.request_count())
    }

    /// Connections that are open now.
    #[napi(getter, catch_unwind)]
    pub fn open_connections(&self) -> f64 {
        self.service.open_connections() as f64
    }

    /// Connections accepted since the start.
    #[napi(getter, catch_unwind)]
    pub fn accepted_connections(&self) -> f64 {
        self.service.accepted_connections() as f64
    }

    /// Responses whose client went away before their end.
    #[napi(getter, catch_unwind)]
    pub fn closed_early(&self) -> f64 {
        self.service.closed_early() as f64
    }

    /// Responses that were sent as planned.
    #[napi(getter, catch_unwind)]
    pub fn answered(&self) -> f64 {
        self.service.answered() as f64
    }

    /// The requests seen so far, oldest first. Also after `stop`.
    #[napi(catch_unwind)]
    pub fn requests(&self) -> Vec<RecordedRequest> {
        self.service.requests().into_iter().map(describe).collect()
    }

    /// Adds scripted replies: a JSON object or array.
    #[napi(catch_unwind)]
    pub fn script(&self, json: String) -> Result<()> {
        self.running()?.script_json(&json).map_err(refused)
    }

    /// Adds one scripted reply: a JSON object, or the name of a known fault.
    #[napi(catch_unwind)]
    pub fn push(&self, reply: String) -> Result<()> {
        self.running()?.push_json(&reply).map_err(refused)
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

    /// Closes the listener and every connection. Recorded requests stay readable. Does nothing the second time.
    #[napi(catch_unwind)]
    pub fn stop(&self) {
        self.service.stop();
    }
}

impl Emulator {
    fn running(&self) -> Result<Arc<BlockingEmulator>> {
        self.service.running().ok_or_else(|| Error::new(Status::GenericFailure, "the emulator is stopped"))
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
