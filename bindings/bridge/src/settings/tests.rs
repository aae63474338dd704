//! The contract of the tables, checked from outside: through the builder's `Debug` output, and on the wire.

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::sync::OnceLock;

use parlour_emulator::Emulator;

use super::*;
use crate::settings::read::Value;
use parlour::setting::{filled, name_of, spelled};

const KEY: &str = "sk-never-shown-0123456789";

fn refused(json: &str) -> ErrorInfo {
    builder(json.as_bytes(), false).map(|b| format!("{b:?}")).unwrap_err()
}

fn refused_option(json: &str) -> ErrorInfo {
    options(json.as_bytes()).map(|o| format!("{o:?}")).unwrap_err()
}

/// A value that fits a type, by the words it is described with.
fn example(is: &str, name: &str) -> &'static str {
    match (name, is) {
        ("http_version", _) => r#""2""#,
        ("pacing", _) => r#""pace""#,
        ("priority", _) => r#""bulk""#,
        ("cache", _) => r#""keep""#,
        ("api_keys", _) => r#"["a",{"key":"b","weight":2}]"#,
        ("prices", _) => {
            r#"{"m":{"input":1,"output":5,"cache":{"read":0.1,"5m":1.25,"1h":2}},"n":{"input":0,"output":0}}"#
        }
        ("spending_limits", _) => {
            r#"[{"tokens":5,"per":"day"},{"cost":0.5,"per":"minute","label":"a","model":"m","notice":0.8}]"#
        }
        ("profile", _) => r#""sdk_compatible""#,
        ("proxy", _) => r#""http://joe:pw@127.0.0.1:1""#,
        ("min_tls_version", _) => r#""1.3""#,
        ("local_address", _) => r#""127.0.0.1""#,
        ("resolve", _) => r#"{"svc.test":"127.0.0.1","other.test":["::1","127.0.0.1"]}"#,
        ("budget", _) => "null",
        ("retry", _) => r#"{"profile":"none"}"#,
        ("rate_limit" | "server" | "connection", _) => r#"{"first_ms":1,"cap_ms":2.5}"#,
        ("pool" | "clock", _) => "{}",
        ("routes", _) => {
            r#"[{"model":"m"},{"base_url":"http://127.0.0.1:1","api_key":"k","for_model":"n","name":"x"}]"#
        }
        ("recordings", _) => r#"{"folder":"x"}"#,
        ("mode", _) => r#""cache""#,
        ("matching", _) => r#""loose""#,
        ("follows", _) => shared_time(),
        ("deprecated_models", _) => r#"{"a":"2026-11-30","b":"","c":null}"#,
        (_, "text") => r#""text""#,
        (_, "true or false") => "true",
        (_, "a list of text") => r#"["a"]"#,
        (_, "a list of numbers") => "[0.5,1]",
        (_, is) if is.starts_with("a whole number") => "7",
        (_, "a number from 0 to 1000") => "0.5",
        (_, is) if is.starts_with("a number of milliseconds") => "2.5",
        (_, is) if is.starts_with("an object of") => r#"{"x-a":"1"}"#,
        (name, is) => panic!("no example for {name}: {is}"),
    }
}

/// The address of a listener that lives as long as this process.
fn shared_time() -> &'static str {
    static LISTENER: OnceLock<(TcpListener, String)> = OnceLock::new();
    let (_, address) = LISTENER.get_or_init(|| {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let address = format!("\"{}\"", listener.local_addr().unwrap());
        (listener, address)
    });
    address
}

#[test]
fn every_name_of_the_tables_is_understood_and_no_other() {
    for (name, is, doc) in CLIENT_SETTINGS {
        assert!(!doc.is_empty() && !doc.ends_with('.'), "{name}");
        let _ = builder(format!(r#"{{"{name}": {}}}"#, example(is, name)).as_bytes(), false).unwrap();
        // Whatever a setting takes, a list of objects is not it, and the sentence says so.
        let error = refused(&format!(r#"{{"{name}": [{{"{KEY}": 1}}]}}"#));
        assert_eq!(error.message, format!("{} must be {}", spelled(name), filled(is)));
        assert_eq!(error.setting.as_deref(), Some(name_of(name)));
        assert!(!format!("{error:?} {error}").contains(KEY));
    }
    for (name, is, doc) in CALL_OPTIONS {
        assert!(!doc.is_empty() && !doc.ends_with('.'), "{name}");
        let _ = options(format!(r#"{{"{name}": {}}}"#, example(is, name)).as_bytes()).unwrap();
        let error = refused_option(&format!(r#"{{"{name}": [{{"{KEY}": 1}}]}}"#));
        assert_eq!(error.message, format!("{} must be {}", spelled(name), filled(is)));
    }
    for json in [r#"{"tiemout": 1}"#, r#"{"Vendor": "x"}"#, r#"{"": 1}"#] {
        assert!(refused(json).message.starts_with("unknown setting `"), "{json}");
    }
    assert!(
        refused_option(r#"{"answer_timeout_ms": 1}"#)
            .message
            .starts_with("unknown setting `answer_timeout_ms`")
    );
}

#[test]
fn the_sentence_of_a_group_names_what_it_holds() {
    let names = |rows: &[(&'static str, &str, &str)]| rows.iter().map(|row| row.0).collect::<BTreeSet<_>>();
    for (setting, rows, inner) in [
        (parlour::Pool::IS, transport::POOL_ROWS, "max_idle_per_host idle_timeout_ms tcp_keepalive_ms"),
        (
            parlour::RetryPolicy::IS,
            retry::POLICY_ROWS,
            "profile rate_limit server connection max_retries max_retry_after_ms repeat_cut_answers",
        ),
        (parlour::Schedule::IS, retry::SCHEDULE_ROWS, "first_ms factor cap_ms jitter_ms"),
        (parlour::RetryBudget::IS, retry::BUDGET_ROWS, "tokens refill_per_success"),
        (routes::Routes::IS, routes::ROWS, "model base_url api_key auth_token for_model name"),
        (parlour::Recordings::IS, recordings::ROWS, "folder mode matching timing"),
        (parlour::clock::ScriptedClock::IS, retry::CLOCK_ROWS, "follows random unix_ms"),
    ] {
        assert_eq!(names(rows), inner.split_whitespace().collect());
        for (name, _, _) in rows {
            assert!(setting.contains(name), "{setting} does not name {name}");
        }
    }
}

#[test]
fn every_nested_name_is_understood() {
    for (outer, rows) in [
        ("pool", transport::POOL_ROWS),
        ("retry", retry::POLICY_ROWS),
        ("budget", retry::BUDGET_ROWS),
        ("clock", retry::CLOCK_ROWS),
    ] {
        for (name, is, _) in rows {
            let _ =
                builder(format!(r#"{{"{outer}": {{"{name}": {}}}}}"#, example(is, name)).as_bytes(), false)
                    .unwrap();
            let error = refused(&format!(r#"{{"{outer}": {{"{name}": [{{}}]}}}}"#));
            assert_eq!(error.message, format!("{}.{name} must be {}", spelled(outer), filled(is)));
        }
    }
    assert_eq!(refused(r#"{"pool": {"idle": 1}}"#).message, "unknown setting `pool.idle`");
    assert_eq!(
        refused(r#"{"retry": {"server": {"first_ms": 1, "cap_ms": 1, "jiter_ms": 0}}}"#).message,
        "unknown setting `retry.server.jiter_ms`; did you mean `retry.server.jitter_ms`?"
    );
    assert_eq!(
        refused(r#"{"retry": {"server": {"first_ms": 1}}}"#).message,
        format!("retry.server must be {}", parlour::Schedule::wanted())
    );
}

#[test]
fn sentences_name_the_setting_and_what_was_meant() {
    for (json, sentence) in [
        (r#"{"max_retries": "3"}"#, "max_retries must be a whole number from 0 to 4294967295"),
        (r#"{"max_retries": -1}"#, "max_retries must be a whole number from 0 to 4294967295"),
        (r#"{"max_retries": 1.5}"#, "max_retries must be a whole number from 0 to 4294967295"),
        (r#"{"max_retires": 3}"#, "unknown setting `max_retires`; did you mean `max_retries`?"),
        (
            r#"{"connect-timeout": 3}"#,
            "unknown setting `connect-timeout`; did you mean `connect_timeout_ms`?",
        ),
        (r#"{"x": 1}"#, "unknown setting `x`"),
        (r#"{"vendor": "a", "vendor": "b"}"#, "vendor is given twice"),
        (r#"{"api_key": "a", "auth_token": "b"}"#, "api_key and auth_token are both given: use one of them"),
        (
            r#"{"no_credentials": true, "api_key": "a"}"#,
            "api_key and no_credentials are both given: use one of them",
        ),
        (
            r#"{"ca_pem": [], "only_ca_pem": []}"#,
            "add_root_certificate_pem and only_root_certificates_pem are both given: use one of them",
        ),
        (r#"{"headers": {"x-a": 1}}"#, "headers: `x-a` must be text or null"),
        (r#"{"query": {"q": null}}"#, "query: `q` must be text, a number, true or false"),
        ("[]", "the settings must be a JSON object"),
        ("{", "the settings are no JSON (line 1, column 1)"),
        (r#"{"vendor": }"#, "the settings are no JSON (line 1, column 12)"),
    ] {
        let error = refused(json);
        assert_eq!(
            (error.message.as_str(), error.kind, error.retryable),
            (sentence, "Config", false),
            "{json}"
        );
    }
    assert_eq!(
        refused_option(r#"{"tiemout": 1}"#).message,
        "unknown setting `tiemout`; did you mean `timeout_ms`?"
    );
    assert_eq!(refused_option(r#""x""#).message, "the options must be a JSON object");
    assert_eq!(builder(b"\xff", false).unwrap_err().message, "the settings are no UTF-8 text");
    let long = refused(&format!(r#"{{"{}": 1}}"#, "n".repeat(10_000)));
    assert!(long.message.len() < 200);
}

#[test]
fn times_are_milliseconds_with_fractions_and_bounds() {
    let words = |json: &str| format!("{:?}", options(json.as_bytes()).unwrap());
    assert!(words(r#"{"timeout_ms": 1500}"#).contains("timeout: Some(1.5s)"));
    assert!(words(r#"{"total_timeout_ms": 0.25}"#).contains("total_timeout: Some(250µs)"));
    assert!(words(r#"{"timeout_ms": 1e3}"#).contains("timeout: Some(1s)"));
    for wrong in ["-1", "1e400", "1e14", "\"5\"", "true", "[]"] {
        let error = refused_option(&format!(r#"{{"timeout_ms": {wrong}}}"#));
        assert!(error.message.starts_with("timeout_ms must be a number of milliseconds"), "{wrong}");
    }
    // The longest one is taken and does not overflow a clock.
    builder(br#"{"base_url": "http://127.0.0.1:9", "api_key": "k", "total_timeout_ms": 1e13}"#, false)
        .unwrap()
        .build()
        .unwrap();
}

#[test]
fn nothing_and_null_leave_the_defaults() {
    for nothing in ["", "  ", "null", "{}", r#"{"vendor": null, "max_retries": null, "api_key": null}"#] {
        let words = format!("{:?}", builder(nothing.as_bytes(), false).unwrap());
        assert_eq!(words, format!("{:?}", parlour::ClientBuilder::new()), "{nothing:?}");
    }
    // Without meaning, but no conflict either.
    let _ = builder(br#"{"api_key": "k", "auth_token": null, "no_credentials": false}"#, false).unwrap();
    let budget = |json: &str| {
        let json = format!(r#"{{"base_url": "http://127.0.0.1:9", "api_key": "k", "budget": {json}}}"#);
        builder(json.as_bytes(), false).unwrap().build().unwrap().retry_budget()
    };
    assert_eq!(budget("null"), None);
    assert_eq!(budget("{}"), parlour::RetryBudget::default().remaining());
    assert_eq!(budget(r#"{"tokens": 7}"#), Some(7));
}

#[test]
fn retries_are_set_over_the_profile() {
    let words = |json: &str| format!("{:?}", builder(json.as_bytes(), false).unwrap());
    let policy = parlour::RetryPolicy::sdk_compatible().max_retries(9);
    assert!(
        words(r#"{"max_retries": 9, "retry": {"max_retries": 4, "profile": "sdk_compatible"}}"#)
            .contains(&format!("{policy:?}"))
    );
    let ms = std::time::Duration::from_millis;
    let schedule =
        parlour::Schedule::new(ms(10), 3, ms(1000)).jitter(parlour::Jitter::Add(std::time::Duration::ZERO));
    let policy = parlour::RetryPolicy::default().server_failure(schedule).max_retry_after(ms(5));
    let json =
        r#"{"retry": {"server": {"first_ms": 10, "factor": 3, "cap_ms": 1000}, "max_retry_after_ms": 5}}"#;
    assert!(words(json).contains(&format!("{policy:?}")));
}

#[test]
fn credentials_show_nowhere() {
    let mut shown = String::new();
    for json in [
        format!(r#"{{"api_key": ["{KEY}"]}}"#),
        format!(r#"{{"auth_token": {{"{KEY}": 1}}}}"#),
        format!(r#"{{"headers": {{"authorization": ["{KEY}"]}}}}"#),
        format!(r#"{{"headers": "{KEY}"}}"#),
        format!(r#"{{"api_key": "{KEY}", "auth_token": "{KEY}"}}"#),
        format!(r#"{{"api_key": "{KEY}\ud800"}}"#),
        format!(r#"{{"api_key": "{KEY}"#),
        format!(r#"{{"api_key": {KEY}}}"#),
        format!(r#"{{"proxy": {{"{KEY}": "{KEY}"}}}}"#),
        format!(r#""{KEY}""#),
    ] {
        let error = refused(&json);
        assert_eq!(error.kind, "Config");
        shown += &format!("{error} {error:?} ");
    }
    for key in [format!("{KEY}é"), format!("{KEY}\\n\\u0001x")] {
        let error = refused_option(&format!(r#"{{"api_key": "{key}"}}"#));
        shown += &format!("{error} {error:?} ");
        let built =
            builder(format!(r#"{{"base_url": "http://127.0.0.1:9", "api_key": "{key}"}}"#).as_bytes(), false);
        let error = ErrorInfo::from(built.unwrap().build().unwrap_err());
        shown += &format!("{error} {error:?} ");
    }
    let good = builder(
        format!(
            r#"{{"api_key": "{KEY}", "headers": {{"x-api-key": "{KEY}"}}, "proxy": "http://u:{KEY}@h"}}"#
        )
        .as_bytes(),
        false,
    );
    shown += &format!("{:?}", good.unwrap());
    shown += &format!("{:?}", options(format!(r#"{{"auth_token": "{KEY}"}}"#).as_bytes()).unwrap());
    let mut map = SettingsMap::new(Scope::Client);
    map.set_text("api_key", KEY).unwrap();
    shown += &format!("{map:?}");
    assert!(!shown.contains(KEY), "{shown}");
    // A long piece of it would be as bad.
    assert!(!shown.contains(&KEY[..16]));
}

#[test]
fn what_was_set_is_what_is_sent() {
    let emulator = Emulator::start_blocking().unwrap();
    let settings = format!(
        r#"{{"base_url": "{}", "auth_token": "test\u002dkey", "vendor": "svc", "version": "2023-06-01",
            "beta": ["one-2025-01-01", "two-2025-01-01"], "headers": {{"x-tenant": "blue", "x-dropped": "1"}}, "query": {{"deep": true, "n": 1.50}},
            "body_keys": {{"temperature": 1.0, "metadata": {{"b": 1, "a": 1.50e3}}}}, "user_agent_suffix": "mine/1"}}"#,
        emulator.url()
    );
    let client = builder(settings.as_bytes(), false).unwrap().build().unwrap();
    let call =
        options(br#"{"headers": {"x-dropped": null}, "query": {"n": "two"}, "beta": ["three-2025-01-01"]}"#)
            .unwrap();
    let request = parlour::MessageRequest::new("svc-haiku-3-5", 16).user("Hello");
    runtime().block_on(async { client.messages().create(&request).with(call).await }).unwrap();

    let sent = emulator.requests().pop().unwrap();
    assert_eq!(sent.header("authorization"), Some("Bearer test-key"));
    assert_eq!(sent.header("svc-version"), Some("2023-06-01"));
    assert_eq!(sent.header("svc-beta"), Some("one-2025-01-01,two-2025-01-01,three-2025-01-01"));
    assert_eq!((sent.header("x-tenant"), sent.header("x-dropped")), (Some("blue"), None));
    assert!(sent.header("user-agent").unwrap().ends_with(" mine/1"));
    assert!(sent.query.contains("deep=true") && sent.query.contains("n=two"), "{}", sent.query);
    let body = String::from_utf8(sent.body).unwrap();
    assert!(
        body.contains(r#""temperature":1.0"#) && body.contains(r#""metadata":{"b": 1, "a": 1.50e3}"#),
        "{body}"
    );
}

#[test]
fn a_scripted_clock_waits_without_sleeping() {
    let emulator = Emulator::start_blocking().unwrap();
    emulator.script_json(r#"[{"status": 529, "json": {}, "repeat": 2}]"#).unwrap();
    let settings = format!(
        r#"{{"base_url": "{}", "api_key": "test-key", "clock": {{"random": [0.5, 0]}},
            "retry": {{"server": {{"first_ms": 3600000, "factor": 2, "cap_ms": 36000000, "jitter_ms": 1000}}}}}}"#,
        emulator.url()
    );
    let client = builder(settings.as_bytes(), false).unwrap().build().unwrap();
    let request = parlour::MessageRequest::new("svc-haiku-3-5", 16).user("Hello");
    let reply = runtime().block_on(async { client.messages().create(&request).await }).unwrap();
    let waits: Vec<u128> = reply.attempts().waits().iter().map(|wait| wait.as_millis()).collect();
    assert_eq!((reply.attempts().count(), waits), (3, vec![3_600_500, 7_200_000]));
}

#[test]
fn a_map_renders_what_was_set_one_by_one() {
    let mut map = SettingsMap::new(Scope::Client);
    assert_eq!(map.render().as_str(), "{}");
    map.set_text("unix_socket", "a\"b").unwrap();
    map.set("max_retries", " 1 ").unwrap();
    map.set("max_retries", "2").unwrap();
    map.push_text("beta", "one").unwrap();
    map.push_text("beta", "two").unwrap();
    map.set("headers", r#"{"X-A": "1", "x-b": null}"#).unwrap();
    map.set_entry_text("headers", "x-a", "2").unwrap();
    map.set_entry("body_keys", "n", "1.0").unwrap();
    map.set_entry("budget", "refill_per_success", "3").unwrap();
    map.set_entry("budget", "tokens", "4").unwrap();
    map.set("pool", "null").unwrap();
    map.set("log_bodies", "true").unwrap();
    assert!(map.unset("log_bodies") && !map.unset("log_bodies"));
    let json = map.render();
    assert_eq!(
        json.as_str(),
        r#"{"unix_socket":"a\"b","max_retries":2,"beta":["one","two"],"headers":{"x-b":null,"x-a":"2"},"body_keys":{"n":1.0},"budget":{"refill_per_success":3,"tokens":4},"pool":null}"#
    );
    assert!(json.len() < json.capacity(), "the buffer grew, and left a copy of a credential behind");
    let _ = builder(json.as_bytes(), false).unwrap();
}

#[test]
fn a_map_refuses_at_once_and_stays_as_it_was() {
    let mut map = SettingsMap::new(Scope::Call);
    map.set("timeout_ms", "5").unwrap();
    for (error, sentence) in [
        (map.set("tiemout_ms", "1"), "unknown setting `tiemout_ms`; did you mean `timeout_ms`?"),
        (map.set("timeout_ms", "-1"), "timeout_ms must be a number of milliseconds from 0 to 10000000000000"),
        (map.set("timeout_ms", r#"1, "max_retries": 2"#), "the value of timeout_ms is no JSON"),
        (map.set_entry("timeout_ms", "a", "1"), "timeout_ms has no entries: set it as a whole"),
        (map.set_entry("headers", "a", "1"), "headers: `a` must be text or null"),
        (map.push_text("timeout_ms", "1"), "timeout_ms is no list: set it as a whole"),
        (map.set_text("base_url", "x"), "unknown setting `base_url`"),
    ] {
        assert_eq!(error.unwrap_err().message, sentence);
    }
    assert_eq!(map.render().as_str(), r#"{"timeout_ms":5}"#);
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

#[test]
fn what_the_core_would_refuse_is_refused_where_it_is_set() {
    let mut map = SettingsMap::new(Scope::Client);
    for (name, json) in [
        ("base_url", r#""moon""#),
        ("base_url", r#""ftp://service""#),
        ("api_key", r#""k\nk""#),
        ("auth_token", r#""""#),
        ("vendor", r#""a b""#),
        ("version", r#""a\nb""#),
        ("beta", r#"["a b"]"#),
        ("headers", r#"{"x y": "1"}"#),
        ("headers", r#"{"x-y": "1\n2"}"#),
        ("secret_headers", r#"{"x-y": "1\n2"}"#),
        ("query", r#"{"": "1"}"#),
        ("user_agent_suffix", r#""a\nb""#),
        ("proxy", r#""ftp://host""#),
        ("no_proxy", r#"["http://host"]"#),
        ("resolve", r#"{"a b": "127.0.0.1"}"#),
        ("ca_pem", r#"["no certificate"]"#),
        ("only_ca_pem", r#"["no certificate"]"#),
        ("connect_timeout_ms", "0"),
        ("first_event_timeout_ms", "0"),
        ("max_event_bytes", "0"),
        ("idempotency_header", r#""a b""#),
    ] {
        let error = map.set(name, json).unwrap_err();
        assert_eq!(error.kind, "Config", "{name}");
        assert_eq!(error.setting.as_deref(), Some(name_of(name)), "{error}");
        assert_eq!(map.render().as_str(), "{}", "{name} was refused, and kept");
    }
    // Half of a pair waits for the other half; both together are judged.
    map.set_text("client_certificate_pem", "no certificate").unwrap();
    let pair = [("client_certificate_pem", "no certificate"), ("client_key_pem", "no key")];
    assert!(map.set_texts(&pair).unwrap_err().message.contains("client_certificate_pem"));

    let mut map = SettingsMap::new(Scope::Call);
    for (name, json) in [
        ("headers", r#"{"x y": "1"}"#),
        ("query", r#"{"": "1"}"#),
        ("timeout_ms", "0"),
        ("beta", r#"["a b"]"#),
    ] {
        let error = map.set(name, json).unwrap_err();
        assert_eq!(error.setting.as_deref(), Some(name_of(name)), "{error}");
    }
}

/// Name and document of each row.
fn names_of(rows: &[(&str, &str, &str)]) -> Vec<(String, String)> {
    rows.iter().map(|(name, _, doc)| ((*name).to_owned(), (*doc).to_owned())).collect()
}

#[test]
fn the_tables_are_those_of_the_schema() {
    type Tables = std::collections::BTreeMap<String, Vec<(String, String)>>;
    #[derive(serde::Deserialize)]
    struct Made {
        settings: Tables,
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schema/made/tables.json");
    let made: Made = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let here: Tables = [
        ("client", CLIENT_SETTINGS),
        ("call", CALL_OPTIONS),
        ("retry", retry::POLICY_ROWS),
        ("backoff", retry::SCHEDULE_ROWS),
        ("budget", retry::BUDGET_ROWS),
        ("clock", retry::CLOCK_ROWS),
        ("pool", transport::POOL_ROWS),
        ("recordings", recordings::ROWS),
        ("route", routes::ROWS),
    ]
    .map(|(table, rows)| (table.to_owned(), names_of(rows)))
    .into();
    for (table, rows) in &here {
        assert_eq!(rows, &made.settings[table], "{table}: mend schema/settings.toml, then `make generate`");
    }
    assert_eq!(here.len(), made.settings.len());
}

#[test]
fn every_host_language_writes_every_setting_that_sentences_name() {
    use crate::spelling::{C, NODE, PYTHON};
    let known: BTreeSet<_> = CLIENT_SETTINGS.iter().chain(CALL_OPTIONS).map(|row| name_of(row.0)).collect();
    for setting in parlour::setting::Setting::ALL {
        let name = setting.name();
        // The function that gives credentials stays with the host.
        assert!(known.contains(name) || name == "credentials", "{name} is none");
        let listed = NODE.names.iter().any(|(listed, _)| *listed == name);
        assert!(listed || !name.contains('_'), "{name} would stand in a sentence for JavaScript");
    }
    for (language, unit) in [(&C, "_ms"), (&PYTHON, ""), (&NODE, "")] {
        let (_, spelling) = language.names.iter().find(|(name, _)| *name == "cap").unwrap();
        assert_eq!(*spelling, format!("cap{unit}"));
    }
}
