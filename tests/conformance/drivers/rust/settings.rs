//! From the `config` and `options` of a line to the client's settings.

use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use parlour::clock::ScriptedClock;
use parlour::retry::{Jitter, RetryBudget, RetryPolicy, Schedule};
use parlour::{
    CallOptions, Client, ClientBuilder, Credential, CredentialProvider, CredentialRequest, HttpVersion,
    Pacing, Price, Priority, PromptCache, Proxy, RecordingMatch, RecordingMode, Recordings, Route,
    SpendingLimit, TlsVersion,
};
use parlour_conformance::json::Json;

use crate::Failed;
use crate::hooks::Listed;

fn ms(json: &Json, key: &str) -> Option<Duration> {
    json.get(key).and_then(Json::as_f64).map(|ms| Duration::from_secs_f64(ms / 1000.0))
}

fn number<T: TryFrom<u64>>(json: &Json, key: &str) -> Option<T> {
    json.get(key).and_then(Json::as_u64).and_then(|n| T::try_from(n).ok())
}

fn text<'j>(json: &'j Json, key: &str) -> Option<&'j str> {
    json.get(key).and_then(Json::as_str)
}

fn flag(json: &Json, key: &str) -> Option<bool> {
    json.get(key).and_then(Json::as_bool)
}

fn texts<'j>(json: &'j Json, key: &str) -> impl Iterator<Item = &'j str> {
    json.get(key).map(Json::items).unwrap_or_default().iter().filter_map(Json::as_str)
}

fn strings(json: &Json, key: &str) -> Vec<(String, String)> {
    let entries = json.get(key).map(Json::entries).unwrap_or_default().iter();
    entries.filter_map(|(k, v)| Some((k.clone(), v.as_str()?.to_owned()))).collect()
}

/// The options of a call.
pub(crate) fn options(json: &Json) -> Result<CallOptions, Failed> {
    let mut options = CallOptions::new();
    for (name, value) in json.get("headers").map(Json::entries).unwrap_or_default() {
        options = match value.as_str() {
            Some(value) => options.header(name, value),
            None => options.remove_header(name),
        };
    }
    for (name, value) in strings(json, "query") {
        options = options.query(name, value);
    }
    for (name, text) in strings(json, "body_keys") {
        let value = parlour::Json::parse(&text).map_err(|e| Failed::Line(e.to_string()))?;
        options = options.body_key(name, value);
    }
    // generated: options, from schema/settings.toml by `make generate`
    for value in texts(json, "beta") {
        options = options.beta(value);
    }
    if let Some(value) = text(json, "user_profile_id") {
        options = options.user_profile_id(value);
    }
    if let Some(value) = ms(json, "timeout_ms") {
        options = options.timeout(value);
    }
    if let Some(value) = ms(json, "total_timeout_ms") {
        options = options.total_timeout(value);
    }
    if let Some(value) = ms(json, "first_event_timeout_ms") {
        options = options.first_event_timeout(value);
    }
    if let Some(value) = number(json, "max_retries") {
        options = options.max_retries(value);
    }
    if let Some(value) = flag(json, "stream_long_answers") {
        options = options.stream_long_answers(value);
    }
    for value in texts(json, "labels") {
        options = options.label(value);
    }
    // end generated
    if let Some(priority) = text(json, "priority") {
        options = options.priority(if priority == "bulk" { Priority::Bulk } else { Priority::Interactive });
    }
    if let Some(key) = json.get("api_key").and_then(Json::as_str) {
        options = options.credential(Credential::api_key(key)?);
    }
    if let Some(token) = json.get("auth_token").and_then(Json::as_str) {
        options = options.credential(Credential::bearer(token)?);
    }
    Ok(options)
}

/// A client with the settings of a line.
pub(crate) fn client(line: &Json) -> Result<Client, Failed> {
    let config = line.get("config").unwrap_or(&Json::Null);
    let mut builder = Client::builder();
    if let Some(url) = line.get("base_url").and_then(Json::as_str) {
        builder = builder.base_url(url);
    }
    if let Some(key) = line.get("api_key").and_then(Json::as_str) {
        builder = match text(config, "auth") {
            Some("bearer") => builder.auth_token(key),
            Some("none") => builder.no_credentials(),
            Some("unset") => builder,
            Some("provider") => builder.credentials(provider(config)),
            Some("keys") => keys(builder, config),
            Some("hook") => builder.credentials(hook(config)),
            _ => builder.api_key(key),
        };
    }
    for row in config.get("hooks").map(Json::items).unwrap_or_default() {
        builder = builder.hook(Listed::of(row));
    }
    for (model, day) in config.get("deprecated_models").map(Json::entries).unwrap_or_default() {
        builder = builder.deprecated_model(model, day.as_str());
    }
    for (model, price) in config.get("prices").map(Json::entries).unwrap_or_default() {
        let of = |name| price.get(name).and_then(Json::as_f64).unwrap_or_default();
        builder = builder.price(model, Price::new(of("input"), of("output")));
    }
    for row in config.get("spending_limits").map(Json::items).unwrap_or_default() {
        builder = builder.spending_limit(spending_limit(row)?);
    }
    if let Some(share) = config.get("hedge").and_then(Json::as_f64) {
        builder = builder.hedge(share);
    }
    for row in config.get("routes").map(Json::items).unwrap_or_default() {
        builder = builder.add_route(route(row));
    }
    for (name, value) in strings(config, "headers") {
        builder = builder.header(name, value);
    }
    for (name, value) in strings(config, "query") {
        builder = builder.query(name, value);
    }
    builder = by_name(builder, config)?;
    if let Some(policy) = config.get("retry") {
        builder = builder.retry(retry(policy));
    }
    // generated: config, from schema/settings.toml by `make generate`
    if let Some(value) = text(config, "vendor") {
        builder = builder.vendor(value);
    }
    if let Some(value) = text(config, "version") {
        builder = builder.version(value);
    }
    for value in texts(config, "beta") {
        builder = builder.beta(value);
    }
    if let Some(value) = text(config, "user_profile_id") {
        builder = builder.user_profile_id(value);
    }
    if let Some(value) = text(config, "workspace_id") {
        builder = builder.workspace_id(value);
    }
    if let Some(value) = text(config, "user_agent_suffix") {
        builder = builder.user_agent_suffix(value);
    }
    if let Some(value) = flag(config, "allow_plain_http") {
        builder = builder.allow_plain_http(value);
    }
    for value in texts(config, "no_proxy") {
        builder = builder.no_proxy(value);
    }
    if let Some(value) = text(config, "unix_socket") {
        builder = builder.unix_socket(value);
    }
    if let Some(value) = text(config, "client_certificate_pem") {
        builder = builder.client_certificate_pem(value);
    }
    if let Some(value) = text(config, "client_key_pem") {
        builder = builder.client_key_pem(value);
    }
    for value in texts(config, "ca_pem") {
        builder = builder.add_root_certificate_pem(value);
    }
    for value in texts(config, "only_ca_pem") {
        builder = builder.only_root_certificates_pem(value);
    }
    if let Some(value) = flag(config, "stream_long_answers") {
        builder = builder.stream_long_answers(value);
    }
    if let Some(value) = ms(config, "connect_timeout_ms") {
        builder = builder.connect_timeout(value);
    }
    if let Some(value) = ms(config, "answer_timeout_ms") {
        builder = builder.answer_timeout(value);
    }
    if let Some(value) = ms(config, "stream_silence_timeout_ms") {
        builder = builder.stream_silence_timeout(value);
    }
    if let Some(value) = ms(config, "stream_progress_timeout_ms") {
        builder = builder.stream_progress_timeout(value);
    }
    if let Some(value) = ms(config, "first_event_timeout_ms") {
        builder = builder.first_event_timeout(value);
    }
    if let Some(value) = ms(config, "long_answer_timeout_ms") {
        builder = builder.long_answer_timeout(value);
    }
    if let Some(value) = ms(config, "total_timeout_ms") {
        builder = builder.total_timeout(value);
    }
    if let Some(value) = number(config, "max_event_bytes") {
        builder = builder.max_event_bytes(value);
    }
    if let Some(value) = number(config, "max_error_body_bytes") {
        builder = builder.max_error_body_bytes(value);
    }
    if let Some(value) = number(config, "max_response_bytes") {
        builder = builder.max_response_bytes(value);
    }
    if let Some(value) = number(config, "max_stream_bytes") {
        builder = builder.max_stream_bytes(value);
    }
    if let Some(value) = number(config, "max_request_bytes") {
        builder = builder.max_request_bytes(value);
    }
    if let Some(value) = flag(config, "log_bodies") {
        builder = builder.log_bodies(value);
    }
    if let Some(value) = flag(config, "deprecation_warnings") {
        builder = builder.deprecation_warnings(value);
    }
    if let Some(value) = text(config, "idempotency_header") {
        builder = builder.idempotency_header(value);
    }
    if let Some(value) = number(config, "max_retries") {
        builder = builder.max_retries(value);
    }
    if let Some(value) = number(config, "max_in_flight") {
        builder = builder.max_in_flight(value);
    }
    if let Some(value) = number(config, "max_in_flight_per_host") {
        builder = builder.max_in_flight_per_host(value);
    }
    if let Some(value) = flag(config, "adaptive_in_flight") {
        builder = builder.adaptive_in_flight(value);
    }
    if let Some(value) = text(config, "limits") {
        builder = builder.limits(value);
    }
    if let Some(value) = number(config, "requests_per_minute") {
        builder = builder.requests_per_minute(value);
    }
    if let Some(value) = number(config, "tokens_per_minute") {
        builder = builder.tokens_per_minute(value);
    }
    if let Some(value) = number(config, "input_tokens_per_minute") {
        builder = builder.input_tokens_per_minute(value);
    }
    if let Some(value) = number(config, "output_tokens_per_minute") {
        builder = builder.output_tokens_per_minute(value);
    }
    if let Some(value) = flag(config, "ledger") {
        builder = builder.ledger(value);
    }
    if let Some(value) = number(config, "route_after") {
        builder = builder.route_after(value);
    }
    if let Some(value) = ms(config, "route_for_ms") {
        builder = builder.route_for(value);
    }
    for value in texts(config, "labels") {
        builder = builder.label(value);
    }
    if let Some(value) = text(config, "call_log") {
        builder = builder.call_log(value);
    }
    if let Some(value) = flag(config, "cache_warm_up") {
        builder = builder.prompt_cache_warm_up(value);
    }
    if let Some(value) = ms(config, "cache_keep_alive_ms") {
        builder = builder.prompt_cache_keep_alive(value);
    }
    // end generated
    if let Some(budget) = config.get("budget") {
        let tokens = number(budget, "tokens").unwrap_or(100);
        let refill = budget.get("refill_per_success").and_then(Json::as_f64).unwrap_or(0.1);
        builder = builder.retry_budget(RetryBudget::with_refill(tokens, refill));
    }
    if let Some(kept) = config.get("recordings") {
        builder = builder.recordings(recordings(kept)?);
    }
    if let Some(clock) = config.get("clock") {
        builder = builder.clock(Arc::new(scripted(clock)?));
    }
    Ok(builder.build()?)
}

fn recordings(json: &Json) -> Result<Recordings, Failed> {
    let mode = match text(json, "mode") {
        None | Some("replay") => RecordingMode::Replay,
        Some("record") => RecordingMode::Record,
        Some("cache") => RecordingMode::Cache,
        Some(other) => return Err(format!("unknown mode {other}").into()),
    };
    let matching = match text(json, "matching") {
        None | Some("strict") => RecordingMatch::Strict,
        Some("loose") => RecordingMatch::Loose,
        Some(other) => return Err(format!("unknown matching {other}").into()),
    };
    let folder = text(json, "folder").unwrap_or_default();
    Ok(Recordings::new(folder).mode(mode).matching(matching).timing(flag(json, "timing").unwrap_or(false)))
}

fn scripted(clock: &Json) -> Result<ScriptedClock, Failed> {
    let random = clock.get("random").map(Json::items).unwrap_or_default().iter().filter_map(Json::as_f64);
    let wall = SystemTime::UNIX_EPOCH + ms(clock, "unix_ms").unwrap_or_default();
    let scripted = match clock.get("follows").and_then(Json::as_str) {
        Some(address) => {
            let followed = TcpStream::connect(address).and_then(ScriptedClock::following);
            followed.map_err(|error| format!("the shared time cannot be followed: {error}"))?
        }
        None => ScriptedClock::new(),
    };
    Ok(scripted.with_random(random).with_wall(wall))
}

/// Settings that are types in Rust. A value that does not fit the type cannot be passed: the driver lacks
/// `setting_text`.
fn by_name(builder: ClientBuilder, config: &Json) -> Result<ClientBuilder, Failed> {
    let mut builder = builder;
    let address = |name: &str, text: &str| {
        text.parse().map_err(|_| Failed::Line(format!("{name} must be an IP address")))
    };
    if let Some(text) = config.get("local_address").and_then(Json::as_str) {
        builder = builder.local_address(address("local_address", text)?);
    }
    if let Some(url) = text(config, "proxy") {
        builder = builder.proxy(Proxy::Url(url.to_owned()));
    }
    if let Some(version) = text(config, "http_version") {
        builder = builder.http_version(if version == "2" { HttpVersion::Http2 } else { HttpVersion::Http1 });
    }
    if let Some(priority) = text(config, "priority") {
        builder = builder.priority(if priority == "bulk" { Priority::Bulk } else { Priority::Interactive });
    }
    if let Some(pacing) = text(config, "pacing") {
        builder = builder.pacing(match pacing {
            "off" => Pacing::Off,
            "pace" => Pacing::Pace,
            _ => Pacing::Observe,
        });
    }
    if let Some(cache) = text(config, "cache") {
        builder = builder.prompt_cache(if cache == "keep" { PromptCache::Keep } else { PromptCache::Off });
    }
    for (host, value) in config.get("resolve").map(Json::entries).unwrap_or_default() {
        let one = std::slice::from_ref(value);
        let texts = if value.items().is_empty() { one } else { value.items() };
        let found: Result<Vec<_>, _> =
            texts.iter().filter_map(Json::as_str).map(|text| address("resolve", text)).collect();
        builder = builder.resolve(host, found?);
    }
    match config.get("min_tls_version").and_then(Json::as_str) {
        Some("1.2") => Ok(builder.min_tls_version(TlsVersion::Tls12)),
        Some("1.3") => Ok(builder.min_tls_version(TlsVersion::Tls13)),
        _ => Ok(builder),
    }
}

fn route(row: &Json) -> Route {
    row.entries().iter().fold(Route::new(), |route, (name, value)| {
        let value = value.as_str().unwrap_or_default();
        match name.as_str() {
            "name" => route.name(value),
            "model" => route.model(value),
            "for_model" => route.for_model(value),
            "base_url" => route.base_url(value),
            "api_key" => route.api_key(value),
            "auth_token" => route.auth_token(value),
            _ => route,
        }
    })
}

/// Keys that take turns.
fn keys(builder: ClientBuilder, config: &Json) -> ClientBuilder {
    let rows = config.get("keys").map(Json::items).unwrap_or_default().iter();
    rows.fold(builder, |builder, row| {
        let key = row.as_str().or_else(|| row.get("key").and_then(Json::as_str)).unwrap_or_default();
        let weight = row.get("weight").and_then(Json::as_u64).unwrap_or(1);
        builder.add_api_key(key, u32::try_from(weight).unwrap_or(u32::MAX))
    })
}

/// Gives the listed keys one after the other, the last one for ever.
fn provider(config: &Json) -> impl CredentialProvider + 'static {
    let items = config.get("keys").map(Json::items).unwrap_or_default().iter();
    let keys: Vec<String> = items.filter_map(|k| k.as_str().map(str::to_owned)).collect();
    let asked = AtomicUsize::new(0);
    move |_: CredentialRequest| {
        let at = asked.fetch_add(1, Ordering::Relaxed).min(keys.len().saturating_sub(1));
        let key = keys.get(at).cloned().unwrap_or_default();
        async move { Ok(Credential::api_key(key)?) }
    }
}

/// Gives the listed credentials one after the other, the last one for ever.
fn hook(config: &Json) -> impl CredentialProvider + 'static {
    let given = config.get("credentials").map(Json::items).unwrap_or_default().to_vec();
    let asked = AtomicUsize::new(0);
    move |request: CredentialRequest| {
        let at = asked.fetch_add(1, Ordering::Relaxed).min(given.len().saturating_sub(1));
        let made =
            given.get(at).map_or_else(|| Err("no credentials".into()), |row| credential(row, &request));
        async move { made }
    }
}

fn credential(
    row: &Json,
    request: &CredentialRequest,
) -> Result<Credential, Box<dyn std::error::Error + Send + Sync>> {
    let text = |key: &str| row.get(key).and_then(Json::as_str);
    if let Some(why) = text("fail") {
        return Err(why.into());
    }
    let mut credential = match (text("api_key"), text("auth_token")) {
        (Some(key), _) => Credential::api_key(key)?,
        (None, Some(token)) => Credential::bearer(token)?,
        (None, None) => Credential::in_headers(),
    };
    for (name, value) in strings(row, "headers") {
        credential = credential.with_header(name, value)?;
    }
    if let Some(header) = text("sign") {
        let head =
            format!("{} {} {} {}\n", request.attempt, request.after_refusal, request.method(), request.url());
        let body = request.body().ok_or("a body that is a stream cannot be signed")?;
        let bytes = head.bytes().chain(body);
        let digest = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |digest, byte| {
            (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        credential = credential.with_header(header, format!("{digest:016x}"))?;
    }
    if let Some(url) = text("url") {
        credential = credential.with_url(url)?;
    }
    Ok(match ms(row, "valid_for_ms") {
        Some(time) => credential.valid_for(time),
        None => credential,
    })
}

fn spending_limit(row: &Json) -> Result<SpendingLimit, Failed> {
    let within = match text(row, "per") {
        Some("minute") => Duration::from_secs(60),
        Some("hour") => Duration::from_secs(3_600),
        Some("day") => Duration::from_secs(86_400),
        other => return Err(Failed::Line(format!("no time of a spending limit: {other:?}"))),
    };
    let limit = match (row.get("tokens").and_then(Json::as_u64), row.get("cost").and_then(Json::as_f64)) {
        (Some(tokens), None) => SpendingLimit::tokens(tokens, within),
        (None, Some(cost)) => SpendingLimit::cost(cost, within),
        _ => return Err(Failed::Line("a spending limit has tokens or a cost".to_owned())),
    };
    let limit = text(row, "label").into_iter().fold(limit, SpendingLimit::of_label);
    Ok(text(row, "model").into_iter().fold(limit, SpendingLimit::of_model))
}

fn retry(json: &Json) -> RetryPolicy {
    let mut policy = match json.get("profile").and_then(Json::as_str) {
        Some("sdk_compatible") => RetryPolicy::sdk_compatible(),
        Some("none") => RetryPolicy::none(),
        _ => RetryPolicy::default(),
    };
    let schedule = |key: &str| {
        json.get(key).map(|s| {
            let time = |key: &str| ms(s, key).unwrap_or_default();
            Schedule::new(time("first_ms"), number(s, "factor").unwrap_or(1), time("cap_ms"))
                .jitter(Jitter::Add(time("jitter_ms")))
        })
    };
    if let Some(s) = schedule("rate_limit") {
        policy = policy.rate_limited(s);
    }
    if let Some(s) = schedule("server") {
        policy = policy.server_failure(s);
    }
    if let Some(s) = schedule("connection") {
        policy = policy.connection_lost(s);
    }
    if let Some(retries) = number(json, "max_retries") {
        policy = policy.max_retries(retries);
    }
    if let Some(repeat) = json.get("repeat_cut_answers").and_then(Json::as_bool) {
        policy = policy.repeat_cut_answers(repeat);
    }
    if let Some(longest) = ms(json, "max_retry_after_ms") {
        policy = policy.max_retry_after(longest);
    }
    policy
}
