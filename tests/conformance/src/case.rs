//! Case files: reading, defaults, and refusal of anything misspelt, so that no expectation is silently ignored. The
//! format is described in README.md.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::expand;
use crate::json::Json;
use crate::proxy;
use crate::render::{self, Fixtures, Reply};

const CASE_KEYS: &[&str] = &[
    "name",
    "why",
    "needs",
    "config",
    "call",
    "expect",
    "steps",
    "server",
    "service",
    "proxy",
    "time_limit_ms",
    "splits",
    "spare_replies",
];
const CALL_KEYS: &[&str] = &[
    "mode",
    "body",
    "body_text",
    "method",
    "path",
    "options",
    "cancel_after_events",
    "cancel_after_ms",
    "tools",
    "deny",
    "say",
    "limits",
    "tool_timeout_ms",
    "early",
    "between",
    "saved",
    "give_up_when_running",
    "operations",
    "settings",
    "pieces",
    "trailing_strings",
    "schema",
    "choice",
    "max_reasks",
    "partials",
    "tokens",
    "endpoint",
    "ids",
    "query",
    "walk",
    "batch",
    "wait",
    "secrets",
    "headers",
    "now",
    "tolerance",
    "upload",
    "files",
    "display_name",
    "max_bytes",
    "run",
    "request",
    "stable",
    "before",
    "answer",
];
const OPTION_KEYS: &[&str] = &[
    "headers",
    "query",
    "body_keys",
    // generated: options, from schema/settings.toml by `make generate`
    "beta",
    "user_profile_id",
    "timeout_ms",
    "total_timeout_ms",
    "first_event_timeout_ms",
    "max_retries",
    "stream_long_answers",
    "priority",
    "labels",
    "api_key",
    "auth_token",
    // end generated
];
const SERVICE_KEYS: &[&str] = &["tls", "client_certificates", "tls_1_2", "unix_socket", "shared_time"];
const EXPECT_KEYS: &[&str] = &[
    "events",
    "text",
    "items",
    "partials",
    "answer",
    "message",
    "message_like",
    "message_in_order",
    "message_without_nulls",
    "error",
    "done",
    "cancelled",
    "attempts",
    "route",
    "waits_ms",
    "rate_limits",
    "requests",
    "connections",
    "proxied",
    "closed_early",
    "same_request_bytes",
    "output_lacks",
    "log",
    "either",
];
const CONFIG_KEYS: &[&str] = &[
    // What the harness decides on, and settings that hold others or pairs.
    "base_url",
    "auth",
    "api_key",
    "keys",
    "credentials",
    "hooks",
    "headers",
    "query",
    "resolve",
    "deprecated_models",
    "prices",
    "spending_limits",
    "hedge",
    "routes",
    "retry",
    "budget",
    "recordings",
    "clock",
    // generated: config, from schema/settings.toml by `make generate`
    "vendor",
    "version",
    "beta",
    "user_profile_id",
    "workspace_id",
    "user_agent_suffix",
    "allow_plain_http",
    "http_version",
    "proxy",
    "no_proxy",
    "unix_socket",
    "local_address",
    "client_certificate_pem",
    "client_key_pem",
    "min_tls_version",
    "ca_pem",
    "only_ca_pem",
    "stream_long_answers",
    "connect_timeout_ms",
    "answer_timeout_ms",
    "stream_silence_timeout_ms",
    "stream_progress_timeout_ms",
    "first_event_timeout_ms",
    "long_answer_timeout_ms",
    "total_timeout_ms",
    "max_event_bytes",
    "max_error_body_bytes",
    "max_response_bytes",
    "max_stream_bytes",
    "max_request_bytes",
    "log_bodies",
    "deprecation_warnings",
    "idempotency_header",
    "max_retries",
    "pacing",
    "priority",
    "max_in_flight",
    "max_in_flight_per_host",
    "adaptive_in_flight",
    "limits",
    "requests_per_minute",
    "tokens_per_minute",
    "input_tokens_per_minute",
    "output_tokens_per_minute",
    "ledger",
    "route_after",
    "route_for_ms",
    "labels",
    "call_log",
    "cache",
    "cache_warm_up",
    "cache_keep_alive_ms",
    // end generated
];

/// One case: a scripted service, one or more calls by one client, and what must come of them.
pub struct Case {
    /// `folder/file/name`, unique.
    pub name: String,
    /// The rule of the documents that it checks.
    pub why: String,
    /// Features a driver may lack.
    pub needs: Vec<String>,
    /// Settings of the client.
    pub config: Json,
    /// The service's replies, in order of the requests.
    pub server: Vec<Reply>,
    /// How the service is reached.
    pub service: Service,
    /// The proxy on the way, if there is one.
    pub proxy: Option<proxy::Order>,
    /// The calls, made one after the other by the same client.
    pub steps: Vec<Step>,
    /// A call that takes longer has failed.
    pub time_limit: Duration,
    /// Whether bodies are also sent in pieces.
    pub splits: bool,
    /// Whether replies may be left over: the case proves that they are not asked for.
    pub spare_replies: bool,
    /// Whether `$URL` and its like are ordinary text: a recorded request is sent unchanged.
    pub verbatim: bool,
}

/// How the service of a case listens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Service {
    /// HTTPS in place of HTTP.
    pub tls: bool,
    /// Only for clients with the right certificate; implies `tls`.
    pub client_certificates: bool,
    /// No version but TLS 1.2; implies `tls`.
    pub tls_1_2: bool,
    /// On a unix socket too.
    pub unix_socket: bool,
    /// Pauses move a time that the client follows in place of real time.
    pub shared_time: bool,
}

impl Service {
    fn read(json: &Json) -> Result<Service, String> {
        only(json, SERVICE_KEYS, "service")?;
        let flag = |key: &str| json.get(key).and_then(Json::as_bool).unwrap_or(false);
        Ok(Service {
            tls: flag("tls"),
            client_certificates: flag("client_certificates"),
            tls_1_2: flag("tls_1_2"),
            unix_socket: flag("unix_socket"),
            shared_time: flag("shared_time"),
        })
    }
}

/// One call and its expectation.
pub struct Step {
    /// The call.
    pub call: Json,
    /// The expected outcome.
    pub expect: Json,
}

impl Case {
    /// The body to cut, for a case of one streamed call with one divisible reply.
    #[must_use]
    pub fn divisible_body(&self) -> Option<&[u8]> {
        let ([reply], [step]) = (self.server.as_slice(), self.steps.as_slice()) else { return None };
        let streamed = matches!(step.call.get("mode").and_then(Json::as_str), Some("stream" | "text"));
        let plain =
            step.call.get("cancel_after_events").is_none() && step.call.get("cancel_after_ms").is_none();
        if self.splits && streamed && plain && reply.divisible { reply.body.as_deref() } else { None }
    }
}

/// Reads every `*.json` below a folder but `fixtures.json`.
///
/// # Errors
/// The first file that cannot be read or holds something unknown, with its path.
pub fn load(folder: &Path) -> Result<Vec<Case>, String> {
    let fixtures = folder.join("fixtures.json");
    let fixtures = Fixtures::new(if fixtures.exists() { read(&fixtures)? } else { Json::Null });
    let mut files = Vec::new();
    walk(folder, &mut files)?;
    files.sort();
    let mut cases: Vec<Case> = Vec::new();
    for path in files {
        let here = |e: String| format!("{}: {e}", path.display());
        let group = path.strip_prefix(folder).ok().map(|p| p.with_extension("").display().to_string());
        for made in from_file(&read(&path)?, &group.unwrap_or_default(), &fixtures).map_err(here)? {
            if cases.iter().any(|c| c.name == made.name) {
                return Err(here(format!("the name {} is taken", made.name)));
            }
            cases.push(made);
        }
    }
    Ok(cases)
}

fn read(path: &Path) -> Result<Json, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Json::parse(&text).map_err(|e| format!("{}: {e}", path.display()))
}

fn walk(folder: &Path, out: &mut Vec<PathBuf>) -> Result<(), String> {
    let list = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for entry in list.flatten() {
        let path = entry.path();
        if path.is_dir() {
            walk(&path, out)?;
        } else if path.extension().is_some_and(|e| e == "json")
            && path.file_name().is_some_and(|n| n != "fixtures.json")
        {
            out.push(path);
        }
    }
    Ok(())
}

fn from_file(file: &Json, group: &str, fixtures: &Fixtures) -> Result<Vec<Case>, String> {
    only(file, &["about", "base", "cases"], "the file")?;
    let base = file.get("base").cloned().unwrap_or(Json::Object(Vec::new()));
    let list = file.get("cases").ok_or("a file wants `cases`")?;
    list.items()
        .iter()
        .map(|case| {
            let mut whole = base.clone();
            whole.merge(case);
            let name = whole.get("name").and_then(Json::as_str).ok_or("a case without a name")?.to_owned();
            one(whole, group, fixtures).map_err(|e| format!("{name}: {e}"))
        })
        .collect()
}

fn one(whole: Json, group: &str, fixtures: &Fixtures) -> Result<Case, String> {
    only(&whole, CASE_KEYS, "a case")?;
    let whole = expand::spelt_out(whole)?;
    let text = |key: &str| whole.get(key).and_then(Json::as_str).map(str::to_owned);
    let mut config = fixtures.default_of("config").cloned().unwrap_or(Json::Object(Vec::new()));
    config.merge(whole.get("config").unwrap_or(&Json::Object(Vec::new())));
    only(&config, CONFIG_KEYS, "config")?;
    let steps = match whole.get("steps") {
        Some(steps) => steps.items().iter().map(|s| step(s, fixtures)).collect::<Result<Vec<_>, _>>()?,
        None => vec![step(&whole, fixtures)?],
    };
    let server = whole.get("server").map(Json::items).unwrap_or_default();
    let mut replies = Vec::new();
    for entry in server {
        replies.push(render::reply(entry, fixtures)?);
    }
    Ok(Case {
        name: format!("{group}/{}", text("name").unwrap_or_default()),
        why: text("why").filter(|w| !w.is_empty()).ok_or("a case has to say why it exists")?,
        needs: whole
            .get("needs")
            .map(Json::items)
            .unwrap_or_default()
            .iter()
            .filter_map(|n| n.as_str().map(str::to_owned))
            .collect(),
        config,
        server: replies,
        service: whole.get("service").map_or_else(|| Ok(Service::default()), Service::read)?,
        proxy: match whole.some("proxy") {
            Some(order) => {
                only(order, proxy::KEYS, "proxy")?;
                Some(proxy::Order::read(order)?)
            }
            None => None,
        },
        steps,
        time_limit: Duration::from_millis(
            whole.get("time_limit_ms").and_then(Json::as_u64).unwrap_or(20_000),
        ),
        splits: whole.get("splits").and_then(Json::as_bool).unwrap_or(true),
        spare_replies: whole.get("spare_replies").and_then(Json::as_bool).unwrap_or(false),
        verbatim: false,
    })
}

fn step(from: &Json, fixtures: &Fixtures) -> Result<Step, String> {
    let mut call = from.get("call").cloned().ok_or("no call")?;
    let mode = call.get("mode").and_then(Json::as_str);
    let of_message =
        !matches!(mode, Some("raw" | "conversation" | "cache" | "partial_json" | "resource" | "webhook"));
    if of_message && call.get("body").is_none() && call.get("body_text").is_none() {
        call.set("body", fixtures.default_of("request").cloned().ok_or("no body, and no default request")?);
    }
    let expect = from.get("expect").cloned().ok_or("no expectation")?;
    only(&call, CALL_KEYS, "call")?;
    if let Some(options) = call.get("options") {
        only(options, OPTION_KEYS, "call.options")?;
    }
    if expect.entries().is_empty() {
        return Err("an expectation that expects nothing".to_owned());
    }
    for ending in expect.get("either").map(Json::items).unwrap_or_default().iter().chain([&expect]) {
        only(ending, EXPECT_KEYS, "expect")?;
        if let Some(error) = ending.get("error") {
            only(error, crate::outcome::ERROR_KEYS, "expect.error")?;
        }
    }
    Ok(Step { call, expect })
}

fn only(object: &Json, known: &[&str], what: &str) -> Result<(), String> {
    match object.entries().iter().find(|(key, _)| !known.contains(&key.as_str())) {
        Some((key, _)) => Err(format!("{what} does not know the key `{key}`")),
        None => Ok(()),
    }
}
