//! The setters of a configuration for settings of one value, and of lists. The bridge's tables judge the values.
//! Made by `make generate` from schema/settings.toml.

use std::mem::MaybeUninit;

use crate::abi::parlour_result;
use crate::config::{parlour_config, set};
use crate::error::parlour_error;
use crate::limits::limit;
use crate::text::parlour_str;

/// Sets the base URL of calls: scheme, host, and a path prefix if there is one; a query in it is dropped.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_base_url(
    config: Option<&mut parlour_config>,
    url: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_text("base_url", url.text("url")?)?))
}

/// Sets the path of a file with API keys, one a line, each with its weight behind it if it is not 1. It is read again
/// while calls are made, so that keys can be replaced at run time.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_api_key_file(
    config: Option<&mut parlour_config>,
    path: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_text("api_key_file", path.text("path")?)?))
}

/// Sets the vendor name, which begins the names of the service's headers.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_vendor(
    config: Option<&mut parlour_config>,
    vendor: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_text("vendor", vendor.text("vendor")?)?))
}

/// Sets the value of the version header. It selects the dialect: since 2026-10-21, which latest selects, a key is sent
/// as a bearer token, and there are no sampling parameters.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_version(
    config: Option<&mut parlour_config>,
    version: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_text("version", version.text("version")?)?))
}

/// Asks for a beta feature in every call, besides those added before.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_add_beta(
    config: Option<&mut parlour_config>,
    name: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.push_text("beta", name.text("name")?)?))
}

/// Appends to the user agent, for example "my-service/2.1".
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_user_agent_suffix(
    config: Option<&mut parlour_config>,
    suffix: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_text("user_agent_suffix", suffix.text("suffix")?)?))
}

/// Sets permit sending the credential over plain http to another machine.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_allow_plain_http(
    config: Option<&mut parlour_config>,
    allow: bool,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("allow_plain_http", &allow.to_string())?))
}

/// Sets the proxy that calls go through. A URL (http, https, socks5, socks5h), env for the proxy of the environment, or
/// none.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_proxy(
    config: Option<&mut parlour_config>,
    proxy: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_text("proxy", proxy.text("proxy")?)?))
}

/// Adds a host, a domain, an address or a network such as 10.0.0.0/8 to connect to without the proxy. Each may have a
/// port; a domain includes its subdomains.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_add_no_proxy(
    config: Option<&mut parlour_config>,
    what: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.push_text("no_proxy", what.text("what")?)?))
}

/// Sets the path of the unix socket for all connections.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_unix_socket(
    config: Option<&mut parlour_config>,
    path: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_text("unix_socket", path.text("path")?)?))
}

/// Sets the local address that connections use.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_local_address(
    config: Option<&mut parlour_config>,
    address: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_text("local_address", address.text("address")?)?))
}

/// Sets the minimum version of TLS: "1.2" or "1.3".
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_min_tls_version(
    config: Option<&mut parlour_config>,
    version: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_text("min_tls_version", version.text("version")?)?))
}

/// Trusts the certificate authorities of a PEM bundle besides those of the system.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_add_ca_pem(
    config: Option<&mut parlour_config>,
    pem: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.push_text("ca_pem", pem.text("pem")?)?))
}

/// Trusts the certificate authorities of PEM bundles given this way, and no others.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_add_only_ca_pem(
    config: Option<&mut parlour_config>,
    pem: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.push_text("only_ca_pem", pem.text("pem")?)?))
}

/// Sets whether a whole answer that could outlast its time limit is streamed inside and still given out whole.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_stream_long_answers(
    config: Option<&mut parlour_config>,
    on: bool,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("stream_long_answers", &on.to_string())?))
}

/// Sets the limit for establishing a connection, in milliseconds. As for every limit, 0 is refused, and
/// PARLOUR_NO_LIMIT lifts it.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_connect_timeout_ms(
    config: Option<&mut parlour_config>,
    milliseconds: i64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("connect_timeout_ms", &limit(milliseconds))?))
}

/// Sets the limit for one attempt at a whole answer, in milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_answer_timeout_ms(
    config: Option<&mut parlour_config>,
    milliseconds: i64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("answer_timeout_ms", &limit(milliseconds))?))
}

/// Sets the longest time in a stream without a byte, in milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_stream_silence_timeout_ms(
    config: Option<&mut parlour_config>,
    milliseconds: i64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("stream_silence_timeout_ms", &limit(milliseconds))?))
}

/// Sets the longest time in a stream without progress, in milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_stream_progress_timeout_ms(
    config: Option<&mut parlour_config>,
    milliseconds: i64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("stream_progress_timeout_ms", &limit(milliseconds))?))
}

/// Sets the longest time until the first event of a stream other than a ping, in milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_first_event_timeout_ms(
    config: Option<&mut parlour_config>,
    milliseconds: i64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("first_event_timeout_ms", &limit(milliseconds))?))
}

/// Sets the limit for one attempt at a whole answer that travels as a stream, in milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_long_answer_timeout_ms(
    config: Option<&mut parlour_config>,
    milliseconds: i64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("long_answer_timeout_ms", &limit(milliseconds))?))
}

/// Sets the limit for a call with all its attempts and waits, in milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_total_timeout_ms(
    config: Option<&mut parlour_config>,
    milliseconds: i64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("total_timeout_ms", &limit(milliseconds))?))
}

/// Sets the maximum size of an event of a stream.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_max_event_bytes(
    config: Option<&mut parlour_config>,
    bytes: usize,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("max_event_bytes", &bytes.to_string())?))
}

/// Sets the maximum size of an error's body that is kept.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_max_error_body_bytes(
    config: Option<&mut parlour_config>,
    bytes: usize,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("max_error_body_bytes", &bytes.to_string())?))
}

/// Sets the maximum size of an answer.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_max_response_bytes(
    config: Option<&mut parlour_config>,
    bytes: usize,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("max_response_bytes", &bytes.to_string())?))
}

/// Sets the maximum size of a stream in total.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_max_stream_bytes(
    config: Option<&mut parlour_config>,
    bytes: usize,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("max_stream_bytes", &bytes.to_string())?))
}

/// Sets the maximum size of a request.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_max_request_bytes(
    config: Option<&mut parlour_config>,
    bytes: usize,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("max_request_bytes", &bytes.to_string())?))
}

/// Sets log request and response bodies, which contain what users said.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_log_bodies(
    config: Option<&mut parlour_config>,
    log: bool,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("log_bodies", &log.to_string())?))
}

/// Sets log a warning at the first request to a deprecated model. Once for each model and client.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_deprecation_warnings(
    config: Option<&mut parlour_config>,
    warn: bool,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("deprecation_warnings", &warn.to_string())?))
}

/// Sets the header for a random key that is the same on every attempt of a call.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_idempotency_header(
    config: Option<&mut parlour_config>,
    name: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_text("idempotency_header", name.text("name")?)?))
}

/// Sets the maximum number of retries of a call.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_max_retries(
    config: Option<&mut parlour_config>,
    count: u32,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("max_retries", &count.to_string())?))
}

/// Sets whether message calls wait for the rate limits of the key: "off" or "observe" or "pace". pace: a call is sent
/// when the limits of its model have room for it. observe: no call waits; the limits are kept for a look at them.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_pacing(
    config: Option<&mut parlour_config>,
    pacing: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_text("pacing", pacing.text("pacing")?)?))
}

/// Sets which calls go first while calls wait for the rate limits: "interactive" or "bulk".
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_priority(
    config: Option<&mut parlour_config>,
    priority: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_text("priority", priority.text("priority")?)?))
}

/// Sets the maximum number of message calls in flight at once; further ones wait.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_max_in_flight(
    config: Option<&mut parlour_config>,
    count: u32,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("max_in_flight", &count.to_string())?))
}

/// Sets the maximum number of message calls in flight at once to one service, that of the client or of a route.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_max_in_flight_per_host(
    config: Option<&mut parlour_config>,
    count: u32,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("max_in_flight_per_host", &count.to_string())?))
}

/// Sets whether the cap of calls in flight follows the service. It begins at 16 and never exceeds max_in_flight, or 1
/// 024 without that. Off unless it is set.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_adaptive_in_flight(
    config: Option<&mut parlour_config>,
    adapt: bool,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("adaptive_in_flight", &adapt.to_string())?))
}

/// Sets the store in Redis or Valkey through which processes share rate limits. redis://host:6379, rediss:// with TLS,
/// unix://, or a cluster or sentinels. Calls are then paced, and spending limits are shared too.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_limits(
    config: Option<&mut parlour_config>,
    address: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_text("limits", address.text("address")?)?))
}

/// Sets the requests per minute and model that the key may make, for the time before an answer reports the limit.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_requests_per_minute(
    config: Option<&mut parlour_config>,
    count: u32,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("requests_per_minute", &count.to_string())?))
}

/// Sets the same for input and output tokens together.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_tokens_per_minute(
    config: Option<&mut parlour_config>,
    count: u32,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("tokens_per_minute", &count.to_string())?))
}

/// Sets the same for input tokens.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_input_tokens_per_minute(
    config: Option<&mut parlour_config>,
    count: u32,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("input_tokens_per_minute", &count.to_string())?))
}

/// Sets the same for output tokens.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_output_tokens_per_minute(
    config: Option<&mut parlour_config>,
    count: u32,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("output_tokens_per_minute", &count.to_string())?))
}

/// Sets whether the client counts what message calls use, by model and by label.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_ledger(
    config: Option<&mut parlour_config>,
    count: bool,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("ledger", &count.to_string())?))
}

/// Sets how many answers in a row with 429, 503 or 529 have calls take a route.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_route_after(
    config: Option<&mut parlour_config>,
    count: u32,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("route_after", &count.to_string())?))
}

/// Sets how long calls avoid a service that had no room for them before one asks it again, in milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_route_for_ms(
    config: Option<&mut parlour_config>,
    milliseconds: i64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("route_for_ms", &limit(milliseconds))?))
}

/// Adds a label that the ledger counts the calls under. It is not sent.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_add_label(
    config: Option<&mut parlour_config>,
    label: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.push_text("labels", label.text("label")?)?))
}

/// Sets the path of a file that gets a JSON line for each call that ended: outcome, usage and times. Neither content
/// nor secrets. Several processes may write to one file.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_call_log(
    config: Option<&mut parlour_config>,
    path: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_text("call_log", path.text("path")?)?))
}

/// Sets whether message calls that share a marked prefix wait until one of them has written it to the prompt cache:
/// "off" or "keep" or "extend". keep: the first with a prefix that is not in the cache goes ahead; sent at once, each
/// would pay for writing it. extend: also, markers of five minutes become those of an hour where their prefixes come
/// again after more than five minutes.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_cache(
    config: Option<&mut parlour_config>,
    cache: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_text("cache", cache.text("cache")?)?))
}

/// Sets whether a request that generates nothing writes a cold prefix before a call. Calls that share the prefix wait
/// for that request, and not for the first answer. Only with cache.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_cache_warm_up(
    config: Option<&mut parlour_config>,
    warm_up: bool,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("cache_warm_up", &warm_up.to_string())?))
}

/// Sets how long after its last use a prefix is kept in the prompt cache, by requests that generate nothing, in
/// milliseconds. No more of them than prices say it costs to write the prefix again. Only with cache and prices.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_cache_keep_alive_ms(
    config: Option<&mut parlour_config>,
    milliseconds: i64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set("cache_keep_alive_ms", &limit(milliseconds))?))
}
