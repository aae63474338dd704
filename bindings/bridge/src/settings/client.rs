//! The settings of a client.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use parlour::clock::ScriptedClock;
use parlour::{
    ClientBuilder, HttpVersion, Pacing, Pool, Priority, PromptCache, Proxy, Recordings, RetryBudget,
    RetryPolicy, TlsVersion,
};

use super::keys::ApiKeys;
use super::read::{BodyKeys, Days, Fraction, Headers, Query, Text, Texts};
use super::routes::Routes;
use super::spending::{Prices, SpendingLimits};
use super::table::settings;
use super::transport::Addresses;

settings! {
    ClientBuilder;
    /// In the order in which they are applied: `retry` replaces a policy, so `max_retries` comes after it.
    pub(super) const TABLE;
    /// Every setting of a client: name, type, and what it does. The type completes "`name` must be …".
    pub const CLIENT_SETTINGS;

    // generated: client, from schema/settings.toml by `make generate`
    "base_url": Text, "the base URL of calls: scheme, host, and a path prefix if there is one; a query in it is dropped",
        |b, v| b.base_url(v.0.as_str());
    "api_key": Text, "the API key, sent as x-api-key",
        |b, v| b.api_key(v.0.as_str());
    "auth_token": Text, "a token, sent as a bearer token in place of a key",
        |b, v| b.auth_token(v.0.as_str());
    "api_keys": ApiKeys, "several API keys of one account, which take turns by their weights",
        |b, v| v.0.into_iter().fold(b, |b, (key, weight)| b.add_api_key(key.0.as_str(), weight));
    "api_key_file": Text, "the path of a file with API keys, one a line, each with its weight behind it if it is not 1",
        |b, v| b.api_key_file(v.0.as_str());
    "no_credentials": bool, "send no credential, because a proxy or gateway adds it",
        |b, v| if v { b.no_credentials() } else { b };
    "vendor": Text, "the vendor name, which begins the names of the service's headers",
        |b, v| b.vendor(v.0.as_str());
    "version": Text, "the value of the version header",
        |b, v| b.version(v.0.as_str());
    "beta": Texts, "beta features to ask for in every call",
        |b, v| v.0.iter().fold(b, |b, item| b.beta(item.as_str()));
    "user_profile_id": Text, "the user profile that every call is made on behalf of",
        |b, v| b.user_profile_id(v.0.as_str());
    "workspace_id": Text, "the workspace of every call, for credentials that can act in several",
        |b, v| b.workspace_id(v.0.as_str());
    "headers": Headers, "headers to send in every call; null removes a header",
        |b, v| v.0.iter().fold(b, |b, (name, value)| match value {
            Some(value) => b.header(name, value.as_str()),
            None => b.remove_header(name),
        });
    "secret_headers": Headers, "headers to send in every call whose values are secrets, although their names do not say so",
        |b, v| v.0.iter().fold(b, |b, (name, value)| match value {
            Some(value) => b.secret_header(name, value.as_str()),
            None => b.remove_header(name),
        });
    "query": Query, "query parameters to add to every call",
        |b, v| v.0.iter().fold(b, |b, (name, value)| b.query(name, value.as_str()));
    "body_keys": BodyKeys, "top-level keys to set in the body of every message call",
        |b, v| v.0.into_iter().fold(b, |b, (name, value)| b.body_key(name, value));
    "user_agent_suffix": Text, "appended to the user agent, for example my-service/2.1",
        |b, v| b.user_agent_suffix(v.0.as_str());
    "allow_plain_http": bool, "permit sending the credential over plain http to another machine",
        ClientBuilder::allow_plain_http;
    "http_version": HttpVersion, "the HTTP version to use",
        ClientBuilder::http_version;
    "proxy": Proxy, "the proxy that calls go through",
        ClientBuilder::proxy;
    "no_proxy": Texts, "hosts, domains, addresses and networks to connect to without the proxy",
        |b, v| v.0.iter().fold(b, |b, item| b.no_proxy(item.as_str()));
    "unix_socket": Text, "the path of the unix socket for all connections",
        |b, v| b.unix_socket(v.0.as_str());
    "resolve": Addresses, "addresses of hosts, used instead of DNS lookups",
        |b, v| v.0.into_iter().fold(b, |b, (host, addresses)| b.resolve(host, addresses));
    "local_address": IpAddr, "the local address that connections use",
        ClientBuilder::local_address;
    "client_certificate_pem": Text, "the client certificate, for a service that requests one, as PEM; needs client_key_pem",
        |b, v| b.client_certificate_pem(v.0.as_str());
    "client_key_pem": Text, "the private key of client_certificate_pem, as PEM",
        |b, v| b.client_key_pem(v.0.as_str());
    "min_tls_version": TlsVersion, "the minimum version of TLS",
        ClientBuilder::min_tls_version;
    "ca_pem": Texts, "PEM bundles of certificate authorities to trust besides those of the system",
        |b, v| v.0.iter().fold(b, |b, item| b.add_root_certificate_pem(item.as_str()));
    "only_ca_pem": Texts, "PEM bundles of certificate authorities to trust, and no others",
        |b, v| v.0.iter().fold(b, |b, item| b.only_root_certificates_pem(item.as_str()));
    "pool": Pool, "how idle connections are kept",
        ClientBuilder::pool;
    "stream_long_answers": bool, "whether a long whole answer is streamed inside",
        ClientBuilder::stream_long_answers;
    "connect_timeout_ms": Duration, "the limit for establishing a connection",
        ClientBuilder::connect_timeout;
    "answer_timeout_ms": Duration, "the limit for one attempt at a whole answer",
        ClientBuilder::answer_timeout;
    "stream_silence_timeout_ms": Duration, "the longest time in a stream without a byte",
        ClientBuilder::stream_silence_timeout;
    "stream_progress_timeout_ms": Duration, "the longest time in a stream without progress",
        ClientBuilder::stream_progress_timeout;
    "first_event_timeout_ms": Duration, "the longest time until the first event of a stream other than a ping",
        ClientBuilder::first_event_timeout;
    "long_answer_timeout_ms": Duration, "the limit for one attempt at a whole answer that travels as a stream",
        ClientBuilder::long_answer_timeout;
    "total_timeout_ms": Duration, "the limit for a call with all its attempts and waits",
        ClientBuilder::total_timeout;
    "max_event_bytes": usize, "the maximum size of an event of a stream",
        ClientBuilder::max_event_bytes;
    "max_error_body_bytes": usize, "the maximum size of an error's body that is kept",
        ClientBuilder::max_error_body_bytes;
    "max_response_bytes": usize, "the maximum size of an answer",
        ClientBuilder::max_response_bytes;
    "max_stream_bytes": usize, "the maximum size of a stream in total",
        ClientBuilder::max_stream_bytes;
    "max_request_bytes": usize, "the maximum size of a request",
        ClientBuilder::max_request_bytes;
    "log_bodies": bool, "log request and response bodies, which contain what users said",
        ClientBuilder::log_bodies;
    "deprecated_models": Days, "deprecated models, each with the day of its retirement, or null for a model that is not deprecated",
        |b, v| v.0.iter().fold(b, |b, (name, day)| b.deprecated_model(name, day.as_deref()));
    "deprecation_warnings": bool, "log a warning at the first request to a deprecated model",
        ClientBuilder::deprecation_warnings;
    "idempotency_header": Text, "the header for a random key that is the same on every attempt of a call",
        |b, v| b.idempotency_header(v.0.as_str());
    "budget": RetryBudget, "the budget that keeps all calls of the client from retrying at once",
        ClientBuilder::retry_budget;
    "retry": RetryPolicy, "what is retried, and when",
        ClientBuilder::retry;
    "max_retries": u32, "the maximum number of retries of a call",
        ClientBuilder::max_retries;
    "pacing": Pacing, "whether message calls wait for the rate limits of the key",
        ClientBuilder::pacing;
    "priority": Priority, "which calls go first while calls wait for the rate limits",
        ClientBuilder::priority;
    "max_in_flight": u32, "the maximum number of message calls in flight at once; further ones wait",
        ClientBuilder::max_in_flight;
    "max_in_flight_per_host": u32, "the maximum number of message calls in flight at once to one service, that of the client or of a route",
        ClientBuilder::max_in_flight_per_host;
    "adaptive_in_flight": bool, "let the cap of calls in flight follow the service: it falls with overloads and slow answers",
        ClientBuilder::adaptive_in_flight;
    "limits": Text, "the address of a Redis or Valkey server through which processes share the rate limits of a key",
        |b, v| b.limits(v.0.as_str());
    "requests_per_minute": u32, "the requests per minute and model that the key may make, for the time before an answer reports the limit",
        ClientBuilder::requests_per_minute;
    "tokens_per_minute": u32, "the same for input and output tokens together",
        ClientBuilder::tokens_per_minute;
    "input_tokens_per_minute": u32, "the same for input tokens",
        ClientBuilder::input_tokens_per_minute;
    "output_tokens_per_minute": u32, "the same for output tokens",
        ClientBuilder::output_tokens_per_minute;
    "notice_at": Fraction, "the used fraction of a rate limit at which the end of a call has a notice of it, above 0 and at most 1",
        |b, v| b.notice_at(v.0);
    "hedge": Fraction, "second attempts beside slow ones for each call, at most: above 0 and at most 0.1, such as 0.03",
        |b, v| b.hedge(v.0);
    "ledger": bool, "count what message calls use, by model and by label",
        ClientBuilder::ledger;
    "prices": Prices, "prices of models per million tokens, for costs in reports and limits in money",
        |b, v| v.0.into_iter().fold(b, |b, (model, price)| b.price(model, price));
    "spending_limits": SpendingLimits, "limits on what calls may use within a time, in tokens or money; a call that would go beyond one is refused",
        |b, v| v.0.into_iter().fold(b, |b, limit| b.spending_limit(limit));
    "routes": Routes, "other models, credentials or addresses for message calls while the service has no room for them",
        |b, v| v.0.into_iter().fold(b, |b, route| b.add_route(route));
    "route_after": u32, "how many answers in a row with 429, 503 or 529 have calls take a route",
        ClientBuilder::route_after;
    "route_for_ms": Duration, "how long calls avoid a service that had no room for them before one asks it again",
        ClientBuilder::route_for;
    "labels": Texts, "labels that the ledger counts the calls under; they are not sent",
        |b, v| v.0.iter().fold(b, |b, item| b.label(item.as_str()));
    "call_log": Text, "the path of a file that gets a JSON line for each call that ended: outcome, usage and times",
        |b, v| b.call_log(v.0.as_str());
    "cache": PromptCache, "whether message calls that share a marked prefix wait until one of them has written it to the prompt cache",
        ClientBuilder::prompt_cache;
    "cache_warm_up": bool, "write a cold prefix by a request that generates nothing, before a call whose answer comes whole",
        ClientBuilder::prompt_cache_warm_up;
    "cache_keep_alive_ms": Duration, "how long after its last use a prefix is kept in the prompt cache, by requests that generate nothing",
        ClientBuilder::prompt_cache_keep_alive;
    "recordings": Recordings, "a folder in which answers are recorded, from which they are replayed, or that is used as a cache",
        ClientBuilder::recordings;
    "clock": ScriptedClock, "a clock for tests: waits between attempts are recorded and not slept",
        |b, v| b.clock(Arc::new(v));
    // end generated
}
