//! Clients, and the calls that block until their answer is there.

use std::mem::MaybeUninit;
use std::sync::Arc;

use parlour_bridge::settings::CallOptions;
use parlour_bridge::{Answer, CallRequest, Client, ErrorInfo, Mode, blocking_port, keep_blocking_port};

use crate::abi::{PARLOUR_INTERRUPTED, PARLOUR_INVALID_ARGUMENT, parlour_result};
use crate::answer::parlour_answer;
use crate::boundary::{fallible, transfer};
use crate::catch::{infallible, value_or};
use crate::config::parlour_config;
use crate::endpoint::parlour_endpoint;
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::interrupt::parlour_interrupt;
use crate::json_value::parlour_json;
use crate::logs;
use crate::message::parlour_message;
use crate::options::parlour_options;
use crate::request::parlour_request;
use crate::stops::StopHook;
use crate::text::parlour_str;

/// A client of one service. Any number of threads may use it at once, and any process forked from the one that made it.
/// Making one starts no thread and opens no connection. Calls live on when it is freed.
pub struct parlour_client {
    client: Client,
    base_url: String,
    vendor: String,
    stops: Option<Arc<StopHook>>,
}

impl parlour_client {
    fn of(client: Client, stops: Option<Arc<StopHook>>) -> Result<parlour_client, ErrorInfo> {
        let (base_url, vendor) = (client.base_url()?, client.vendor()?);
        if stops.is_some() {
            client.watch_stops();
        }
        Ok(parlour_client { client, base_url, vendor, stops })
    }

    pub(crate) fn stops(&self) -> Option<Arc<StopHook>> {
        self.stops.clone()
    }

    pub(crate) fn bridge(&self) -> &Client {
        &self.client
    }

    /// A copy whose calls start from these options.
    pub(crate) fn having(&self, options: Option<&parlour_options>) -> Result<parlour_client, Fault> {
        Ok(parlour_client::of(self.client.with_options(made(options)?), self.stops())?)
    }

    /// Carries out a call for a whole answer on this thread.
    pub(crate) fn blocking(
        &self,
        call: CallRequest,
        interrupt: Option<&parlour_interrupt>,
    ) -> Result<Answer, Fault> {
        let stop = interrupt.map(parlour_interrupt::signal).transpose()?;
        let port = blocking_port();
        let answer = self.client.prepare_blocking(&port, call).map_err(Fault::from).and_then(|mut driven| {
            let outcome = match stop {
                None => driven.run(None),
                Some(stop) => driven.run_until(stop),
            };
            // Without an interrupt there is nothing that could end it before its end.
            Ok(outcome.ok_or(Fault::Code(PARLOUR_INTERRUPTED))??)
        });
        logs::deliver(&port);
        if let Some(stops) = &self.stops {
            stops.deliver(&port);
        }
        keep_blocking_port(port);
        answer
    }
}

/// How many messages of this client and its copies ended with this stop reason, for example "max_tokens"; "end_turn" is
/// not counted. 0 for a reason that never came.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_stop_reason_count(
    client: Option<&parlour_client>,
    reason: parlour_str,
) -> u64 {
    value_or(0, || {
        let (client, reason) = (client?, reason.text("reason").ok()?);
        let counts = client.client.stop_reason_counts().ok()?;
        counts.into_iter().find(|(name, _)| name == reason).map(|(_, count)| count)
    })
}

/// What is known of the rate limits of the key, model by model, and what waits for them; of this client and its copies
/// together. Free it with parlour_json_free().
///
/// An object: `pacing`, `in_flight` (calls that were sent and have not ended), `max_in_flight` (the cap that is in
/// force, or null), and `models`, an array. Each model has `model`, `fast`, `own_credential` (calls brought a
/// credential along), `in_flight`, `waiting`, `waiting_bulk`, `refusals` (answers that refused a call for its limits),
/// `processes` (that share the limits through their store, or null), `cool_down_seconds` (how long no call will be
/// sent, or null), and `requests`, `tokens`, `input_tokens` and `output_tokens`, each with `limit` (per minute),
/// `remaining` and `reset_seconds` (until it is full again); null where nothing is known.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_limiter_state(
    client: Option<&parlour_client>,
    out: Option<&mut MaybeUninit<*mut parlour_json>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (client, out) = (require(client, "client")?, require(out, "out")?);
        transfer(out, written(&client.client.limiter_state()?)?);
        Ok(())
    })
}

/// The state of this client and its copies at one moment, for health pages. Free it with parlour_json_free().
///
/// An object: `running` (calls of every kind that have not ended), `oldest_running_seconds` or null, `begun` (calls of
/// every kind since the client was made), `draining` (new calls are refused: see parlour_endpoint_drain()), `in_flight`
/// (message calls that were sent), `waiting` (those that wait for the rate limits), `cool_down_seconds` of the model
/// that cools down longest or null, `hedges` (second attempts that were started beside a slow first one) and
/// `hedges_won` (those that answered first), and `retry_budget` (retries that are left) or null.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_stats(
    client: Option<&parlour_client>,
    out: Option<&mut MaybeUninit<*mut parlour_json>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (client, out) = (require(client, "client")?, require(out, "out")?);
        transfer(out, written(&client.client.stats()?)?);
        Ok(())
    })
}

/// What the message calls of this client and its copies used, if its setting `ledger` is on; all zero if not. With
/// `reset` the book begins anew, at the same moment. Free it with parlour_json_free().
///
/// An object: `time_seconds` (how long the book has been kept), `total`, and `models` and `labels`, objects by name. In
/// `total` and under each name: `calls`, which is the sum of `completed`, `failed` (before an answer began),
/// `interrupted` (an answer that had begun is not complete) and `cancelled`; `attempts`, `retries`, `hedges` (second
/// attempts beside slow ones) and `hedges_won`; `input_tokens`, `output_tokens`, `thinking_tokens`,
/// `cache_write_5m_tokens`, `cache_write_1h_tokens`, `cache_read_tokens`, `web_searches`, `web_fetches`, `cost` and
/// `cache_savings` of complete answers; `cache_cold`, `cache_expired`, `cache_lost` and `cache_waits` of a client that
/// keeps prefixes in the prompt cache; `interrupted_input_tokens` and `interrupted_output_tokens`, as far as they are
/// known, with the input of attempts that were cancelled because another answered first, whose input `cost` has too;
/// `streams` and, added up, `first_event_seconds` of those, `waited_seconds` between attempts, `queued_seconds` for the
/// rate limits, `duration_seconds`. `limits` is an array of the setting `spending_limits`: each has `label`, `model`,
/// `is_cost`, `most`, `used`, `reserved` (for calls that have not ended) and `reset_seconds`. `fleet` is what the
/// ledgers of all processes counted that have the same store (the setting `limits`), or null: `processes`, and `total`,
/// `models` and `labels` as above.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_usage_report(
    client: Option<&parlour_client>,
    reset: bool,
    out: Option<&mut MaybeUninit<*mut parlour_json>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (client, out) = (require(client, "client")?, require(out, "out")?);
        transfer(out, written(&client.client.usage_report(reset)?)?);
        Ok(())
    })
}

/// JSON that the bridge wrote.
fn written(json: &str) -> Result<parlour_json, ErrorInfo> {
    parlour_json::read(json).map_err(|error| ErrorInfo::internal(error.to_string()))
}

/// The figures of parlour_client_stats(), of parlour_client_limiter_state() and, with the setting `ledger`, of
/// parlour_client_usage_report(), as a page in the text exposition format of Prometheus (0.0.4; media type "text/plain;
/// version=0.0.4"): a JSON string, whose text parlour_json_string() gives. By model; labels of the ledger are not on
/// it. Free it with parlour_json_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_prometheus_text(
    client: Option<&parlour_client>,
    out: Option<&mut MaybeUninit<*mut parlour_json>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (client, out) = (require(client, "client")?, require(out, "out")?);
        transfer(out, parlour_json::of_string(client.client.prometheus_text()?));
        Ok(())
    })
}

/// A client with these settings, checked: PARLOUR_KIND_CONFIG says what is wrong. Free it with parlour_client_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_new(
    config: Option<&parlour_config>,
    out: Option<&mut MaybeUninit<*mut parlour_client>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (config, out) = (require(config, "config")?, require(out, "out")?);
        transfer(out, parlour_client::of(Client::new(config.builder()?)?, config.stops())?);
        Ok(())
    })
}

/// A copy whose calls start from these options (NULL for none); connections stay shared. Free it with
/// parlour_client_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_with_options(
    client: Option<&parlour_client>,
    options: Option<&parlour_options>,
    out: Option<&mut MaybeUninit<*mut parlour_client>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (client, out) = (require(client, "client")?, require(out, "out")?);
        transfer(out, client.having(options)?);
        Ok(())
    })
}

/// Frees a client; NULL is allowed. Not while a function is at work with it in another thread.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_free(client: Option<Box<parlour_client>>) {
    infallible(|| drop(client));
}

/// The address that calls go to. Borrowed until the client is freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_base_url(client: Option<&parlour_client>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(&client?.base_url)))
}

/// The vendor in use. Borrowed until the client is freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_vendor(client: Option<&parlour_client>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(&client?.vendor)))
}

/// Sends a request and blocks this thread until the whole answer is there, with the retries and time limits of the
/// client and of `options` (NULL for none). PARLOUR_INTERRUPTED: the interrupt of the options was raised, by another
/// thread or a signal handler; the call was given up and its connection closed. A signal alone does not end it, for
/// that would lose an answer that is paid for: raise an interrupt in its handler. Free the answer with
/// parlour_message_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_create(
    client: Option<&parlour_client>,
    request: Option<&parlour_request>,
    options: Option<&parlour_options>,
    out: Option<&mut MaybeUninit<*mut parlour_message>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (client, request, out) =
            (require(client, "client")?, require(request, "request")?, require(out, "out")?);
        let call = message_call(Mode::Create, request, options)?;
        let answer = client.blocking(call, options.and_then(parlour_options::interrupt))?;
        transfer(out, parlour_message::of_answer(answer));
        Ok(())
    })
}

/// Sends any request and blocks this thread until its whole answer is there: any method, a path below the base URL that
/// starts with "/", and a JSON object as body, or nothing (len 0). PARLOUR_INTERRUPTED as for parlour_client_create().
///
/// Nothing looks into the body of the answer. One that came without a length ends where its connection ends, and is
/// handed out as whole also if it was cut there: a caller who has to know checks its content. Free it with
/// parlour_answer_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_request(
    client: Option<&parlour_client>,
    method: parlour_str,
    path: parlour_str,
    body_json: parlour_str,
    options: Option<&parlour_options>,
    out: Option<&mut MaybeUninit<*mut parlour_answer>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (client, out) = (require(client, "client")?, require(out, "out")?);
        let call = raw_call(Mode::Raw, method, path, body_json, options)?;
        let answer = client.blocking(call, options.and_then(parlour_options::interrupt))?;
        transfer(out, parlour_answer::of(answer));
        Ok(())
    })
}

/// Makes a call of an endpoint beside messages and blocks this thread until its whole answer is there. PARLOUR_FAILED
/// also for a call whose answer comes line by line: submit those with PARLOUR_MODE_STREAM. PARLOUR_INTERRUPTED as for
/// parlour_client_create(). Free the answer with parlour_answer_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_call(
    client: Option<&parlour_client>,
    endpoint: Option<&parlour_endpoint>,
    options: Option<&parlour_options>,
    out: Option<&mut MaybeUninit<*mut parlour_answer>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (client, endpoint, out) =
            (require(client, "client")?, require(endpoint, "endpoint")?, require(out, "out")?);
        let call = endpoint_call(Mode::Raw, endpoint, options)?;
        let answer = client.blocking(call, options.and_then(parlour_options::interrupt))?;
        transfer(out, parlour_answer::of(answer));
        Ok(())
    })
}

/// A call of an endpoint beside messages.
pub(crate) fn endpoint_call(
    mode: Mode,
    endpoint: &parlour_endpoint,
    options: Option<&parlour_options>,
) -> Result<CallRequest, Fault> {
    let call = endpoint.call(mode)?;
    Ok(CallRequest { options: made(options)?, ..call })
}

/// A call for a message.
pub(crate) fn message_call(
    mode: Mode,
    request: &parlour_request,
    options: Option<&parlour_options>,
) -> Result<CallRequest, Fault> {
    let call = CallRequest::message_body(mode, request.body()?);
    Ok(CallRequest { options: made(options)?, ..call })
}

/// A call of any kind.
pub(crate) fn raw_call(
    mode: Mode,
    method: parlour_str,
    path: parlour_str,
    body_json: parlour_str,
    options: Option<&parlour_options>,
) -> Result<CallRequest, Fault> {
    let (method, path) = (method.text("method")?, path.text("path")?);
    if method.is_empty() {
        return Err(Fault::Argument(PARLOUR_INVALID_ARGUMENT, "method"));
    }
    let body = bytes::Bytes::copy_from_slice(body_json.text("body_json")?.as_bytes());
    let call = CallRequest::raw(mode, method, path.to_owned(), body)?;
    Ok(CallRequest { options: made(options)?, ..call })
}

pub(crate) fn made(options: Option<&parlour_options>) -> Result<CallOptions, Fault> {
    options.map_or_else(|| Ok(CallOptions::new()), parlour_options::made)
}
