//! Every wrong setting gives one clear sentence, and no secret shows.

use super::*;
use crate::ErrorKind;

const KEY: &str = "sk-very-secret-0123456789";

fn good() -> ClientBuilder {
    Client::builder().base_url("http://127.0.0.1:1/prefix/").api_key(KEY)
}

fn refusal(builder: ClientBuilder) -> String {
    let error = builder.build().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    assert_eq!(error.attempts().count(), 0);
    assert!(!format!("{error} {error:?}").contains(KEY));
    error.message().to_owned()
}

#[test]
fn wrong_settings_are_refused_by_name() {
    for (builder, word) in [
        (Client::builder().api_key(KEY), "base URL"),
        (Client::builder().base_url("http://127.0.0.1:1"), "credential"),
        (good().base_url("nonsense"), "not a URL"),
        (good().base_url("ftp://x"), "http://"),
        (good().base_url(format!("https://user:{KEY}@host")), "password"),
        (good().base_url("http://service.example"), "unencrypted"),
        (good().api_key(" \n"), "API key"),
        (good().api_key(format!("{KEY}\r\nx: y")), "API key"),
        (good().auth_token("\u{7f}x"), "token"),
        (good().vendor("Bad Vendor"), "vendor"),
        (good().version("a\nb"), "version"),
        (good().beta("a b"), "beta"),
        (good().header("bad name", KEY), "bad name"),
        (good().header("x-a", format!("{KEY}\n")).header("x-b", format!("{KEY}\nz")), "x-b"),
        (good().connect_timeout(Duration::ZERO), "connect_timeout"),
        (good().answer_timeout(Duration::ZERO), "answer_timeout"),
        (good().total_timeout(Duration::ZERO), "total_timeout"),
        (good().max_event_bytes(0), "max_event_bytes"),
        (good().user_agent_suffix("a\nb"), "user_agent_suffix"),
        (good().idempotency_header("a b"), "idempotency_header"),
        (good().only_root_certificates_pem("no pem"), "certificate"),
        (good().add_root_certificate_pem("a").only_root_certificates_pem("b"), "contradict"),
        (good().proxy(Proxy::Url(format!("::{KEY}"))), "proxy"),
    ] {
        let message = refusal(builder);
        assert!(message.contains(word), "{word}: {message}");
    }
}

#[test]
fn the_base_url_keeps_its_prefix_and_loses_the_rest() {
    let client = good().base_url("https://gw.example/llm/?x=1#y").build().unwrap();
    assert_eq!(client.base_url(), "https://gw.example/llm");
    assert_eq!(client.shared.settings.messages_uri.to_string(), "https://gw.example/llm/v1/messages");
    let client = good().base_url("https://gw.example").build().unwrap();
    assert_eq!(client.shared.settings.messages_uri.to_string(), "https://gw.example/v1/messages");
}

#[test]
fn plain_http_is_for_loopback_unless_allowed() {
    for url in ["http://localhost:80", "http://127.8.9.1", "http://[::1]:8080"] {
        assert!(good().base_url(url).build().is_ok(), "{url}");
    }
    for url in ["http://10.0.0.1", "http://localhost.example", "http://0.0.0.0"] {
        assert!(good().base_url(url).build().is_err(), "{url}");
    }
    assert!(good().base_url("http://10.0.0.1").allow_plain_http(true).build().is_ok());
    assert!(good().base_url("http://10.0.0.1").no_credentials().build().is_ok());
}

#[test]
fn the_environment_names_the_service() {
    let env = |name: &str| match name {
        "PARLOUR_API_KEY" => Some(KEY.to_owned()),
        "PARLOUR_BASE_URL" => Some("http://127.0.0.1:7".to_owned()),
        "PARLOUR_VENDOR" => Some("svc".to_owned()),
        _ => None,
    };
    let client = ClientBuilder::from_lookup(env).build().unwrap();
    assert_eq!((client.base_url(), client.vendor()), ("http://127.0.0.1:7", "svc"));
    let error = ClientBuilder::from_lookup(|_| None).build().unwrap_err();
    assert!(error.message().contains("PARLOUR_API_KEY"), "{error}");
}

#[test]
fn the_key_never_shows() {
    let builder = good().header("x-api-key", KEY).proxy(Proxy::Url(format!("http://u:{KEY}@127.0.0.1:1")));
    assert!(!format!("{builder:?}").contains(KEY));
    let client = builder.build().unwrap();
    assert!(!format!("{client:?} {:?}", client.shared).contains(KEY));
}

#[test]
fn paths_stay_below_the_base_url() {
    let client = good().build().unwrap();
    assert_eq!(
        client.url("/v1/models?limit=5").unwrap().as_str(),
        "http://127.0.0.1:1/prefix/v1/models?limit=5"
    );
    assert_eq!(client.url("http://127.0.0.1:1/other").unwrap().as_str(), "http://127.0.0.1:1/other");
    for path in [
        "v1/models",
        "/v1/../x",
        "/v1/%2E./x",
        "/v1/models/",
        "/v1//x",
        "/a#b",
        "/a\\b",
        "http://127.0.0.1:2/x",
        "https://evil.example/",
    ] {
        assert!(client.url(path).is_err(), "{path}");
    }
}
