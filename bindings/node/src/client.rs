//! The client for JavaScript: settings and calls in, tokens out.

use napi::{Env, Error, Result, Status};
use napi_derive::napi;
use parlour_bridge::credentials::{self, Credential};
use parlour_bridge::hooks::HostHook;
use parlour_bridge::wire::{Body, without_halves};
use parlour_bridge::{CallRequest, ErrorInfo, Mode, settings};
use zeroize::Zeroizing;

use crate::hooks::HookDescription;
use crate::js::{Bytes, RequestJson, Strings};
use crate::ops::Keep;
use crate::request_body::RequestBody;
use crate::resources::ResourceCall;
use crate::spliced::spliced;
use crate::tools::ToolLoop;
use crate::{environment, errors};

/// With the mode of a stream: its message is kept.
const KEEP: u32 = 8;

/// A client of one service. Making one starts nothing and opens nothing.
///
/// Refused arguments throw an `Error` with `code` `"PARLOUR"` and `info`, an `ErrorRecord`.
#[napi]
pub struct Client {
    client: parlour_bridge::Client,
}

#[napi]
impl Client {
    /// Settings are one JSON object. `environmentJson`: one with what `process.env` of the thread has of
    /// `environmentNames()`; null: no environment counts. `asks`: the host gives a credential with each call, and is
    /// asked for others. `hooks`: those of the program, in their order.
    #[napi(
        constructor,
        catch_unwind,
        ts_args_type = "settingsJson: string, environmentJson: string | null, asks: boolean, hooks?: HookDescription[]"
    )]
    pub fn new(
        env: Env,
        settings: Bytes,
        variables: Bytes,
        asks: bool,
        hooks: Option<Vec<HookDescription>>,
    ) -> Result<Client> {
        let js = environment::js(env);
        let settings = secret(settings);
        let builder = match variables.0.is_some() {
            true => settings::builder_in(&settings, &secret(variables)),
            false => settings::builder(&settings, false),
        };
        let hooks = hooks.unwrap_or_default().into_iter().map(|HookDescription { name, methods }| {
            HostHook::new(name, methods.iter().map(|method| &**method))
        });
        let hooks = hooks.collect::<std::result::Result<_, _>>();
        let made = builder.and_then(|builder| match asks {
            true => parlour_bridge::Client::with_host_credentials(builder, hooks?),
            false => parlour_bridge::Client::with_hooks(builder, hooks?),
        });
        Ok(Client { client: made.map_err(|error| errors::raise(js, error))? })
    }

    /// A copy whose calls start from these options, one JSON object.
    #[napi(catch_unwind, ts_args_type = "optionsJson: string")]
    pub fn with_options(&self, env: Env, options: Bytes) -> Result<Client> {
        let options = secret(options);
        let options =
            settings::options(&options).map_err(|error| errors::raise(environment::js(env), error))?;
        Ok(Client { client: self.client.with_options(options) })
    }

    /// The address that calls go to.
    #[napi(getter, catch_unwind)]
    pub fn base_url(&self, env: Env) -> Result<String> {
        self.client.base_url().map_err(|error| errors::raise(environment::js(env), error))
    }

    /// The vendor in use.
    #[napi(getter, catch_unwind)]
    pub fn vendor(&self, env: Env) -> Result<String> {
        self.client.vendor().map_err(|error| errors::raise(environment::js(env), error))
    }

    /// The level that the environment asks for, numbered as in `setLogLevel()`; null if it asks for none.
    #[napi(getter, catch_unwind)]
    pub fn log_level(&self, env: Env) -> Result<Option<u32>> {
        let level = self.client.log_level().map_err(|error| errors::raise(environment::js(env), error))?;
        Ok(level.map(|level| level as u32))
    }

    /// How many messages of this client and its copies ended with which stop reason, `end_turn` excepted.
    #[napi(catch_unwind)]
    pub fn stop_reason_counts(&self, env: Env) -> Result<std::collections::HashMap<String, f64>> {
        let counts = self.client.stop_reason_counts();
        let counts = counts.map_err(|error| errors::raise(environment::js(env), error))?;
        Ok(counts.into_iter().map(|(reason, count)| (reason, count as f64)).collect())
    }

    /// The rate limits of the key as they are known and what waits for them, as JSON.
    #[napi(catch_unwind)]
    pub fn limiter_state(&self, env: Env) -> Result<String> {
        self.client.limiter_state().map_err(|error| errors::raise(environment::js(env), error))
    }

    /// The state of this client and its copies at one moment, as JSON.
    #[napi(catch_unwind)]
    pub fn stats(&self, env: Env) -> Result<String> {
        self.client.stats().map_err(|error| errors::raise(environment::js(env), error))
    }

    /// What the message calls of this client and its copies used, as JSON. With `reset` the book begins anew.
    #[napi(catch_unwind)]
    pub fn usage_report(&self, env: Env, reset: bool) -> Result<String> {
        self.client.usage_report(reset).map_err(|error| errors::raise(environment::js(env), error))
    }

    /// The figures of the limiter and the ledger as a page for Prometheus.
    #[napi(catch_unwind)]
    pub fn prometheus_text(&self, env: Env) -> Result<String> {
        self.client.prometheus_text().map_err(|error| errors::raise(environment::js(env), error))
    }

    /// From now on a record (kind 10 of `openPort`) reports each message of this client and its copies that ends with
    /// another stop reason than `end_turn`. Returns the number that these records carry; copies share it.
    #[napi(catch_unwind)]
    pub fn watch_stops(&self) -> f64 {
        self.client.watch_stops();
        self.client.number() as f64
    }

    /// The number that the ends of calls carry (kind 13 of `openPort`); copies share it.
    #[napi(getter, catch_unwind)]
    pub fn number(&self) -> f64 {
        self.client.number() as f64
    }

    /// As `submit`, for a message call whose body was made by a conversation, a tool loop or a plan. `mode`: 0, 1 or 3,
    /// plus 8.
    #[napi(
        catch_unwind,
        ts_args_type = "port: number, mode: number, body: RequestBody, optionsJson?: string | null, credential?: \
            string | null, tag?: number | null"
    )]
    #[allow(clippy::too_many_arguments)]
    pub fn submit_body(
        &self,
        env: Env,
        port: f64,
        mode: u32,
        body: &RequestBody,
        options: Bytes,
        credential: Bytes,
        tag: Option<f64>,
    ) -> Result<f64> {
        let js = environment::js(env);
        let env_port = environment::env_port(js, port as u64)?;
        let call = CallRequest::message_body(self::mode(mode & !KEEP)?, body.body.clone());
        let call = with(call, options, credential).map_err(|error| errors::raise(js, error))?;
        let token = env_port.submit(js, &self.client, call, kept(mode), tag.map(|tag| tag as u64))?;
        Ok(token as f64)
    }

    /// As `submit`, for the request that a tool loop has prepared. `mode`: 0 or 1, plus 8. The loop keeps a whole
    /// answer for `receivedWhole`.
    #[napi(
        catch_unwind,
        ts_args_type = "port: number, mode: number, loop: ToolLoop, optionsJson?: string | null, credential?: string | \
            null, tag?: number | null"
    )]
    #[allow(clippy::too_many_arguments)]
    pub fn submit_loop(
        &self,
        env: Env,
        port: f64,
        mode: u32,
        of: &ToolLoop,
        options: Bytes,
        credential: Bytes,
        tag: Option<f64>,
    ) -> Result<f64> {
        let js = environment::js(env);
        let env_port = environment::env_port(js, port as u64)?;
        let (call, answer) = of.call(self::mode(mode & !KEEP)?).map_err(|error| errors::raise(js, error))?;
        let call = with(call, options, credential).map_err(|error| errors::raise(js, error))?;
        let keep = Keep { answer: Some(answer), ..kept(mode) };
        let token = env_port.submit(js, &self.client, call, keep, tag.map(|tag| tag as u64))?;
        Ok(token as f64)
    }

    /// As `submit`, for a call of a resource, which knows its mode.
    #[napi(
        catch_unwind,
        ts_args_type = "port: number, call: ResourceCall, optionsJson?: string | null, credential?: string | null, \
            tag?: number | null"
    )]
    pub fn submit_resource(
        &self,
        env: Env,
        port: f64,
        call: &mut ResourceCall,
        options: Bytes,
        credential: Bytes,
        tag: Option<f64>,
    ) -> Result<f64> {
        let js = environment::js(env);
        let env_port = environment::env_port(js, port as u64)?;
        let (call, lines) = call.take()?;
        let call = with(call, options, credential).map_err(|error| errors::raise(js, error))?;
        let keep = Keep { lines, ..Keep::default() };
        let token = env_port.submit(js, &self.client, call, keep, tag.map(|tag| tag as u64))?;
        Ok(token as f64)
    }

    /// Sends a call and returns its token; never blocks. `port` is from `openPort`. `mode`: 0 create, 1 stream, 2 raw,
    /// 3 create raw, 4 raw stream; plus 8, with stream: keep what `snapshot` and `finalMessage` need, until `release`.
    /// `body`: a string is JSON that this package has written; JSON of the caller is given as bytes, which are checked.
    /// `tag`: replaces the token in deliveries of this call, as an index into a table of the caller. `strings` replace,
    /// in order, the strings of the one character U+0001 in a `body` that this package has written.
    ///
    /// A whole answer is delivered without a call of `take`, and so are the items of a stream until it has begun. After
    /// that its consumer takes them.
    #[napi(
        catch_unwind,
        ts_args_type = "port: number, mode: number, body: string | Uint8Array | null, optionsJson?: string | null, \
            credential?: string | null, method?: string | null, path?: string | null, tag?: number | null, strings?: \
            Array<string> | null"
    )]
    #[allow(clippy::too_many_arguments)]
    pub fn submit(
        &self,
        env: Env,
        port: f64,
        mode: u32,
        body: RequestJson,
        options: Bytes,
        credential: Bytes,
        method: Bytes,
        path: Bytes,
        tag: Option<f64>,
        strings: Strings,
    ) -> Result<f64> {
        let js = environment::js(env);
        let env_port = environment::env_port(js, port as u64)?;
        let call = call(mode & !KEEP, (body, &strings), method, path)?
            .and_then(|call| with(call, options, credential));
        let call = call.map_err(|error| errors::raise(js, error))?;
        let token = env_port.submit(js, &self.client, call, kept(mode), tag.map(|tag| tag as u64))?;
        Ok(token as f64)
    }
}

/// The data that a call with this mode keeps.
fn kept(mode: u32) -> Keep {
    Keep { stream: mode & KEEP != 0, ..Keep::default() }
}

fn call(
    mode: u32,
    (body, strings): (RequestJson, &Strings),
    method: Bytes,
    path: Bytes,
) -> Result<std::result::Result<CallRequest, ErrorInfo>> {
    let mode = self::mode(mode)?;
    let RequestJson { json, written } = body;
    Ok(match mode {
        // `JSON.stringify()` writes half a surrogate pair as an escape, and JavaScript leaves it there: it searches
        // the text of a large request ten times as long. Of strings that cross beside the text node replaces it.
        Mode::Create | Mode::CreateRaw | Mode::Stream => {
            let json = spliced(without_halves(json), strings)?;
            let body = if written { Body::from_written_json(json) } else { Body::from_json_bytes(json) };
            body.map(|body| CallRequest::message_body(mode, body)).map_err(ErrorInfo::from)
        }
        Mode::Raw | Mode::RawStream => CallRequest::raw(
            mode,
            method.text().as_deref().unwrap_or("GET"),
            path.text().unwrap_or_default(),
            bytes::Bytes::from(json),
        ),
    })
}

fn mode(number: u32) -> Result<Mode> {
    Ok(match number {
        0 => Mode::Create,
        1 => Mode::Stream,
        2 => Mode::Raw,
        3 => Mode::CreateRaw,
        4 => Mode::RawStream,
        other => return Err(Error::new(Status::InvalidArg, format!("there is no mode {other}"))),
    })
}

fn with(
    mut call: CallRequest,
    options: Bytes,
    credential: Bytes,
) -> std::result::Result<CallRequest, ErrorInfo> {
    if options.0.is_some() {
        call.options = settings::options(&secret(options))?;
    }
    if credential.0.is_some() {
        call.credential = Some(key(credential)?);
    }
    Ok(call)
}

/// A credential that the host gave.
pub(crate) fn key(text: Bytes) -> std::result::Result<Credential, ErrorInfo> {
    let text = secret(text);
    // Text of JavaScript is UTF-8 by now.
    let text = std::str::from_utf8(&text).unwrap_or_default();
    Ok(Credential::api_key(text)?)
}

/// As [`key`], with all that a credential may have: a JSON object.
pub(crate) fn credential(json: Bytes) -> std::result::Result<Credential, ErrorInfo> {
    credentials::from_json(&secret(json))
}

/// Bytes that may hold a credential: wiped once they are read.
fn secret(bytes: Bytes) -> Zeroizing<Vec<u8>> {
    Zeroizing::new(bytes.0.unwrap_or_default())
}
