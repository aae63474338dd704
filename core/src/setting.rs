//! The settings that errors are about: their names as data, which all languages share, and their names in sentences,
//! which are those that the users of the language write.
//!
//! Sentences are written once, by this crate and the bridge, with a [`Setting`] in the place of a name. Each binding is
//! a library of its own with one host language, which it sets when it is loaded ([`speak`]).

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

/// How the users of a language write settings.
#[derive(Debug)]
pub struct Language {
    /// The name of a setting as data, and the name in this language. What is not listed is written as it is named.
    pub names: &'static [(&'static str, &'static str)],
    /// Whether users give times in seconds, and not in milliseconds.
    pub seconds: bool,
}

const RUST: Language = Language {
    names: &[
        ("budget", "retry_budget"),
        ("ca_pem", "add_root_certificate_pem"),
        ("only_ca_pem", "only_root_certificates_pem"),
    ],
    seconds: false,
};

static SPOKEN: OnceLock<&'static Language> = OnceLock::new();

/// Has errors of this library name settings as the users of a language do. The first call counts; without one the
/// language is Rust.
pub fn speak(language: &'static Language) {
    // The second of two calls comes from a binding that is loaded again, and says the same.
    let _ = SPOKEN.set(language);
}

fn spoken() -> &'static Language {
    SPOKEN.get().copied().unwrap_or(&RUST)
}

/// Whether the users of the host language give times in seconds.
#[must_use]
pub fn in_seconds() -> bool {
    spoken().seconds
}

/// The name of a setting as data: without the unit that it has where it crosses the FFI boundary.
#[must_use]
pub fn name_of(given: &str) -> &str {
    given.strip_suffix("_ms").unwrap_or(given)
}

/// A setting as the users of the host language write it. `path` is its name with or without its unit, behind the names
/// of those that hold it: `retry.server.first_ms`.
#[must_use]
pub fn spelled(path: &str) -> Cow<'_, str> {
    spelled_in(spoken(), path)
}

fn spelled_in<'p>(language: &Language, path: &'p str) -> Cow<'p, str> {
    let known =
        |part| language.names.iter().find(|(name, _)| *name == name_of(part)).map(|(_, spelling)| *spelling);
    match path.rsplit_once('.') {
        None => known(path).map_or(Cow::Borrowed(path), Cow::Borrowed),
        Some((outer, inner)) => {
            format!("{}.{}", spelled_in(language, outer), known(inner).unwrap_or(inner)).into()
        }
    }
}

/// A text with every `{name}` in it replaced by the setting as the users of the host language write it.
#[must_use]
pub fn filled(template: &str) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, (name, after))) =
        rest.split_once('{').and_then(|(before, inner)| Some((before, inner.split_once('}')?)))
    {
        out.push_str(before);
        out.push_str(&spelled(name));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// A setting that sentences name. `Display` writes it as the users of the host language do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting(&'static str);

impl Setting {
    /// The name as data, the same in every language.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&spelled(self.0))
    }
}

macro_rules! settings {
    ($($constant:ident = $name:literal),+ $(,)?) => {
        #[expect(missing_docs, reason = "schema/settings.toml has the documents")]
        impl Setting {
            $(pub const $constant: Setting = Setting($name);)+
            /// All of them.
            pub const ALL: &[Setting] = &[$(Setting::$constant),+];
        }
    };
}

settings! {
    // generated: names, from schema/settings.toml by `make generate`
    ADAPTIVE_IN_FLIGHT = "adaptive_in_flight",
    ALLOW_PLAIN_HTTP = "allow_plain_http",
    ANSWER_TIMEOUT = "answer_timeout",
    API_KEY = "api_key",
    API_KEY_FILE = "api_key_file",
    API_KEYS = "api_keys",
    AUTH_TOKEN = "auth_token",
    BASE_URL = "base_url",
    BETA = "beta",
    BODY_KEYS = "body_keys",
    BUDGET = "budget",
    CA_PEM = "ca_pem",
    CACHE = "cache",
    CACHE_KEEP_ALIVE = "cache_keep_alive",
    CACHE_WARM_UP = "cache_warm_up",
    CALL_LOG = "call_log",
    CLIENT_CERTIFICATE_PEM = "client_certificate_pem",
    CLIENT_KEY_PEM = "client_key_pem",
    CLOCK = "clock",
    CONNECT_TIMEOUT = "connect_timeout",
    CREDENTIALS = "credentials",
    DEPRECATED_MODELS = "deprecated_models",
    DEPRECATION_WARNINGS = "deprecation_warnings",
    FIRST_EVENT_TIMEOUT = "first_event_timeout",
    HEADERS = "headers",
    HEDGE = "hedge",
    HTTP_VERSION = "http_version",
    IDEMPOTENCY_HEADER = "idempotency_header",
    INPUT_TOKENS_PER_MINUTE = "input_tokens_per_minute",
    LABELS = "labels",
    LEDGER = "ledger",
    LIMITS = "limits",
    LOCAL_ADDRESS = "local_address",
    LOG_BODIES = "log_bodies",
    LONG_ANSWER_TIMEOUT = "long_answer_timeout",
    MAX_ERROR_BODY_BYTES = "max_error_body_bytes",
    MAX_EVENT_BYTES = "max_event_bytes",
    MAX_IN_FLIGHT = "max_in_flight",
    MAX_IN_FLIGHT_PER_HOST = "max_in_flight_per_host",
    MAX_REQUEST_BYTES = "max_request_bytes",
    MAX_RESPONSE_BYTES = "max_response_bytes",
    MAX_RETRIES = "max_retries",
    MAX_STREAM_BYTES = "max_stream_bytes",
    MIN_TLS_VERSION = "min_tls_version",
    NO_CREDENTIALS = "no_credentials",
    NO_PROXY = "no_proxy",
    NOTICE_AT = "notice_at",
    ONLY_CA_PEM = "only_ca_pem",
    OUTPUT_TOKENS_PER_MINUTE = "output_tokens_per_minute",
    PACING = "pacing",
    POOL = "pool",
    PRICES = "prices",
    PRIORITY = "priority",
    PROXY = "proxy",
    QUERY = "query",
    RECORDINGS = "recordings",
    REQUESTS_PER_MINUTE = "requests_per_minute",
    RESOLVE = "resolve",
    RETRY = "retry",
    ROUTE_AFTER = "route_after",
    ROUTE_FOR = "route_for",
    ROUTES = "routes",
    SECRET_HEADERS = "secret_headers",
    SPENDING_LIMITS = "spending_limits",
    STREAM_LONG_ANSWERS = "stream_long_answers",
    STREAM_PROGRESS_TIMEOUT = "stream_progress_timeout",
    STREAM_SILENCE_TIMEOUT = "stream_silence_timeout",
    TIMEOUT = "timeout",
    TOKENS_PER_MINUTE = "tokens_per_minute",
    TOTAL_TIMEOUT = "total_timeout",
    UNIX_SOCKET = "unix_socket",
    USER_AGENT_SUFFIX = "user_agent_suffix",
    USER_PROFILE_ID = "user_profile_id",
    VENDOR = "vendor",
    VERSION = "version",
    WORKSPACE_ID = "workspace_id",
    // end generated
}

#[cfg(test)]
mod tests {
    use super::{Language, Setting, filled, spelled_in};

    #[test]
    fn names_are_those_of_the_language() {
        let camel =
            Language { names: &[("answer_timeout", "answerTimeout"), ("first", "first")], seconds: false };
        for (path, wanted) in [
            ("answer_timeout", "answerTimeout"),
            ("answer_timeout_ms", "answerTimeout"),
            ("retry.server.first_ms", "retry.server.first"),
            ("tiemout_ms", "tiemout_ms"),
            ("", ""),
        ] {
            assert_eq!(spelled_in(&camel, path), wanted);
        }
    }

    #[test]
    fn without_a_host_language_it_is_rust() {
        assert_eq!(Setting::CA_PEM.to_string(), "add_root_certificate_pem");
        assert_eq!(Setting::CA_PEM.name(), "ca_pem");
        assert_eq!(filled("{budget}, or {first_ms} and {"), "retry_budget, or first_ms and {");
    }
}
