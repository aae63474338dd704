//! Every wrong setting gives one clear sentence, and no secret shows.

use super::*;
use crate::ErrorKind;
use crate::client::Client;
use crate::transport::Proxy;

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
        (Client::builder().api_key(KEY).vendor("acme"), "base URL"),
        (Client::builder().base_url("http://127.0.0.1:1"), "credential"),
        (good().base_url("nonsense"), "not a URL"),
        (good().base_url("ftp://x"), "http://"),
        (good().base_url(format!("https://user:{KEY}@host")), "password"),
        (good().base_url("http://service.example"), "unencrypted"),
        (good().base_url("https://gw.example/#/proxy"), "https://gw.example/#…` has a `#`"),
        (good().base_url("https://gw.example/llm#"), "has a `#`"),
        (good().base_url(format!("https://gw.example/?key={KEY}#{KEY}")), "https://gw.example/?…` has a `#`"),
        (good().base_url(format!("ftp://gw.example/?key={KEY}")), "ftp://gw.example/?…` has to begin"),
        (good().base_url("https://gw.exa\nmple"), "line end"),
        (good().base_url("https://gw.example/a\tb"), "control character"),
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
fn the_base_url_keeps_its_prefix_and_loses_space_and_query() {
    let client = good().base_url(" https://gw.example/llm/?x=1\r\n").build().unwrap();
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
    assert!(good().base_url("http://10.0.0.1").no_credentials().secret_header("x-a", KEY).build().is_err());
    let environment = |lines: &'static str| {
        ClientBuilder::from_lookup(move |name| (name == "PARLOUR_CUSTOM_HEADERS").then(|| lines.to_owned()))
            .no_credentials()
            .base_url("http://10.0.0.1")
    };
    assert!(environment("").build().is_ok());
    assert!(refusal(environment("x-gateway: sesame")).contains("`x-gateway` would travel unencrypted"));
}

/// Nothing is sent: the name does not resolve, and an attempt would be an error of another kind.
#[tokio::test]
async fn no_call_carries_a_secret_over_plain_http() {
    let open = || good().base_url("http://service.invalid").no_credentials();
    let client = open().build().unwrap();
    let key = Credential::api_key(KEY).unwrap();
    let options = [
        CallOptions::new().credential(key),
        CallOptions::new().credential(Credential::bearer(KEY).unwrap()),
        CallOptions::new().header("x-api-key", KEY),
        CallOptions::new().header("Authorization", format!("Bearer {KEY}")),
        CallOptions::new().header("api-key", KEY),
        CallOptions::new().header("cookie", format!("session={KEY}")),
        CallOptions::new().secret_header("x-tenant", KEY),
    ];
    let request = crate::MessageRequest::new("svc-haiku-3-5", 256).user("any");
    let long = crate::MessageRequest::new("svc-haiku-3-5", 100_000).user("any");
    for options in options {
        let copy = client.with_options(options.clone());
        let models = "http://service.invalid/v1/models";
        let raw = || copy.request(crate::Method::GET, models, crate::Body::empty());
        for error in [
            client.messages().create(&request).with(options.clone()).await.unwrap_err(),
            copy.messages().create(&request).await.unwrap_err(),
            copy.messages().create(&long).await.unwrap_err(),
            copy.messages().create(&request).raw().await.unwrap_err(),
            copy.messages().create(&request).json().await.unwrap_err(),
            copy.messages().stream(&request).await.unwrap_err(),
            raw().await.unwrap_err(),
            raw().open().await.unwrap_err(),
        ] {
            assert_eq!((error.kind(), error.attempts().count()), (ErrorKind::Config, 0), "{error}");
            assert!(error.message().contains("unencrypted to service.invalid"), "{error}");
            assert!(error.message().contains("allow_plain_http"), "{error}");
            assert!(!format!("{error} {error:?}").contains(KEY));
        }
        let allowed =
            open().allow_plain_http(true).max_retries(0).build().unwrap().with_options(options.clone());
        assert!(allowed.prepare_any(CallOptions::new()).is_ok());
        let safe = open().base_url("https://service.invalid").build().unwrap();
        assert!(safe.prepare_any(options.clone()).is_ok());
        let here = open().base_url("http://127.0.0.1:1").build().unwrap();
        assert!(here.prepare_any(options).is_ok());
    }
    assert!(client.prepare_any(CallOptions::new().header("x-tenant", "blue")).is_ok());
    // A provider is not even asked.
    let provider = |_: crate::CredentialRequest| async { panic!("asked") };
    assert!(refusal(open().credentials(provider)).contains("the credential would travel unencrypted"));
}

impl Client {
    /// A call with these options, put together and not sent.
    fn prepare_any(&self, options: CallOptions) -> Result<()> {
        let uri = self.shared.settings.messages_uri.clone();
        let body = crate::Body::empty();
        let parts =
            crate::client::RequestParts { method: crate::Method::GET, uri, body: &body, stream: false };
        self.prepare(parts, self.merged(options)?, tracing::Span::none()).map(drop)
    }
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

#[cfg(feature = "proxy")]
#[test]
fn the_key_never_shows() {
    let builder = good()
        .header("x-api-key", KEY)
        .secret_header("x-tenant", KEY)
        .query("key", KEY)
        .proxy(Proxy::Url(format!("http://u:{KEY}@127.0.0.1:1")));
    assert!(!format!("{builder:?}").contains(KEY));
    let client = builder.build().unwrap();
    assert!(!format!("{client:?} {:?}", client.shared).contains(KEY));
    let environment = |name: &str| match name {
        "PARLOUR_CUSTOM_HEADERS" => {
            Some(format!("x-gateway: {KEY}\nauthorization: Bearer {KEY}\nx-other: {KEY}"))
        }
        "PARLOUR_BASE_URL" => Some("http://127.0.0.1:7".to_owned()),
        _ => None,
    };
    let builder = ClientBuilder::from_lookup(environment);
    assert!(!format!("{builder:?}").contains(KEY));
    let client = builder.build().unwrap();
    let copy = client.with_options(CallOptions::new().header("x-call", "blue"));
    let shown = format!("{client:?} {copy:#?} {:?}", client.shared);
    assert!(!shown.contains(KEY) && shown.contains("x-gateway") && shown.contains("x-other"), "{shown}");
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
