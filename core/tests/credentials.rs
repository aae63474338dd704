//! Credential providers, what they see and change: the bytes that are sent, headers, the address, tokens that are kept
//! for a time. It must not look inside the client.
#![cfg(feature = "resources")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parlour::clock::ScriptedClock;
use parlour::{Body, CallOptions, Client, Credential, CredentialRequest, Error, ErrorKind, Method, Upload};
use parlour_emulator::{Emulator, Recorded, Reply};
use support::{builder, request};

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A client whose provider is this function, which must not wait.
fn asking(
    emulator: &Emulator,
    provider: impl Fn(CredentialRequest) -> Result<Credential, BoxError> + Send + Sync + 'static,
) -> Client {
    let provider = move |request| std::future::ready(provider(request));
    builder(emulator).credentials(provider).build().unwrap()
}

fn key(emulator: &Emulator) -> Credential {
    Credential::api_key(emulator.api_key()).unwrap()
}

fn header<'r>(request: &'r Recorded, name: &str) -> Option<&'r str> {
    request.header(name)
}

#[tokio::test]
async fn a_provider_sees_the_bytes_that_are_sent() {
    let emulator = Emulator::start().await.unwrap();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (log, right) = (Arc::clone(&seen), key(&emulator));
    let client = asking(&emulator, move |request| {
        let pieces = request.body_pieces().unwrap().concat();
        assert_eq!(request.body().unwrap(), pieces);
        log.lock().unwrap().push((request.method().clone(), request.url(), pieces));
        Ok(right.clone().with_header("x-seen", request.headers()["x-given"].to_str()?)?)
    });
    let client = client.with_options(CallOptions::new().header("x-given", "by-the-call"));
    client.messages().create(request("say hello")).await.unwrap();
    client.messages().stream(request("say hello")).await.unwrap().final_message().await.unwrap();
    client.request(Method::GET, "/v1/models?limit=2", Body::empty()).await.unwrap();
    let seen = seen.lock().unwrap();
    for (sent, (method, url, body)) in emulator.requests().iter().zip(seen.iter()) {
        assert_eq!((sent.method.as_str(), &sent.body[..]), (method.as_str(), &body[..]));
        let query = if sent.query.is_empty() { String::new() } else { format!("?{}", sent.query) };
        assert_eq!(*url, format!("{}{}{query}", emulator.url(), sent.path));
        assert_eq!(header(sent, "x-seen"), Some("by-the-call"));
        assert_eq!(header(sent, "x-api-key"), Some(emulator.api_key()));
    }
    assert_eq!(seen.len(), 3);
    assert!(seen[2].2.is_empty() && seen[2].1.ends_with("/v1/models?limit=2"));
}

#[tokio::test]
async fn a_body_that_is_read_while_it_is_sent_is_not_taken_for_an_empty_one() {
    let emulator = Emulator::start().await.unwrap();
    let right = key(&emulator);
    let client = asking(&emulator, move |request| {
        assert!(request.body().is_none() && request.body_pieces().is_none());
        Ok(right.clone())
    });
    let upload = Upload::reader("notes.txt", &b"Buy milk."[..]);
    client.files().upload(upload).await.unwrap();
}

#[tokio::test]
async fn each_attempt_is_signed_anew() {
    let emulator = Emulator::start().await.unwrap();
    emulator.script(vec![Reply::status(529), Reply::status(500)]);
    let right = key(&emulator);
    let client = asking(&emulator, move |request| {
        assert!(!request.after_refusal);
        Ok(right.clone().with_header("x-signature", format!("for attempt {}", request.attempt))?)
    });
    client.messages().create(request("say hello")).await.unwrap();
    let requests = emulator.requests();
    let signatures: Vec<_> = requests.iter().map(|sent| header(sent, "x-signature").unwrap()).collect();
    assert_eq!(signatures, ["for attempt 1", "for attempt 2", "for attempt 3"]);
}

#[tokio::test]
async fn an_address_of_the_same_origin_is_a_path() {
    let emulator = Emulator::start().await.unwrap();
    let (right, base) = (key(&emulator), emulator.url().to_owned());
    let client =
        asking(&emulator, move |_| Ok(right.clone().with_url(format!("{base}/v1/models?limit=1"))?));
    let models = client.request(Method::GET, "/elsewhere", Body::empty()).await.unwrap();
    assert_eq!(models.status(), 200);
    let requests = emulator.requests();
    assert_eq!((requests[0].path.as_str(), requests[0].query.as_str()), ("/v1/models", "limit=1"));
    assert_eq!(header(&requests[0], "x-api-key"), Some(emulator.api_key()));
}

#[tokio::test]
async fn another_origin_gets_what_the_provider_gave_for_it_and_nothing_else() {
    let emulator = Emulator::start().await.unwrap();
    let other = Emulator::start().await.unwrap();
    other.push(Reply::text(200, "[]"));
    let address = format!("{}/elsewhere", other.url());
    let client = asking(&emulator, move |_| {
        Ok(Credential::in_headers().with_header("authorization", "signed")?.with_url(&address)?)
    });
    let secrets = CallOptions::new().secret_header("x-tenant", "canary").header("x-plain", "seen");
    let client = client.with_options(secrets.header("cookie", "canary").header("x-goog-api-key", "canary"));
    client.request(Method::GET, "/v1/models", Body::empty()).await.unwrap();
    let requests = other.requests();
    assert_eq!(requests[0].path, "/elsewhere");
    assert_eq!(header(&requests[0], "authorization"), Some("signed"));
    assert_eq!(header(&requests[0], "x-plain"), Some("seen"));
    assert!(requests[0].headers.iter().all(|(_, value)| value != "canary"), "{requests:?}");
    assert!(emulator.requests().is_empty());
}

#[tokio::test]
async fn a_key_is_sent_to_no_other_origin() {
    let emulator = Emulator::start().await.unwrap();
    let other = Emulator::start().await.unwrap();
    for credential in [key(&emulator), Credential::bearer("canary").unwrap()] {
        let credential = credential.with_url(other.url()).unwrap();
        let client = asking(&emulator, move |_| Ok(credential.clone()));
        let error = client.messages().create(request("any")).await.unwrap_err();
        assert_eq!((error.kind(), error.attempts().count()), (ErrorKind::Config, 0));
        assert!(error.to_string().contains("127.0.0.1"), "{error}");
    }
    // Nor in clear to another machine, whatever it is.
    let far = Credential::in_headers().with_url("http://elsewhere.example/").unwrap();
    let client = asking(&emulator, move |_| Ok(far.clone()));
    let error = client.messages().create(request("any")).await.unwrap_err();
    assert!(error.to_string().contains("allow_plain_http"), "{error}");
    assert!(emulator.requests().is_empty() && other.requests().is_empty());
}

#[tokio::test]
async fn a_failure_of_the_provider_is_typed_and_final() {
    let emulator = Emulator::start().await.unwrap();
    let asked = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&asked);
    let client = asking(&emulator, move |_| {
        count.fetch_add(1, Ordering::Relaxed);
        Err("the vault is closed".into())
    });
    let error: Error = client.messages().create(request("any")).await.unwrap_err();
    assert_eq!((error.kind(), error.subkind()), (ErrorKind::Authentication, Some("credential")));
    assert!(error.to_string().contains("the vault is closed"), "{error}");
    let empty = asking(&emulator, |_| Ok(Credential::in_headers()));
    let error = empty.messages().create(request("any")).await.unwrap_err();
    assert!(error.to_string().contains("empty"), "{error}");
    assert_eq!((asked.load(Ordering::Relaxed), emulator.requests().len()), (1, 0));
}

#[tokio::test]
async fn what_a_provider_adds_shows_nowhere() {
    let emulator = Emulator::start().await.unwrap();
    let client = asking(&emulator, |request| {
        assert!(!format!("{request:?}").contains("hidden"));
        Ok(Credential::in_headers().with_header("x-signature", "hidden-signature-1")?)
    });
    emulator.push(Reply::text(400, "no: hidden-signature-1").header("x-echo", "hidden-signature-1"));
    let marked = CallOptions::new().secret_header("x-tenant", "hidden-tenant");
    let error = client.messages().create(request("any")).with(marked).await.unwrap_err();
    assert_eq!(error.status(), Some(400));
    assert!(!format!("{error} {error:?} {error:#?}").contains("hidden"), "{error:?}");
}

/// Gives tokens that are valid for so long, each with its number, the right one to the emulator.
fn numbered(emulator: &Emulator, clock: &ScriptedClock, validity: Duration) -> (Client, Arc<AtomicU32>) {
    let asked = Arc::new(AtomicU32::new(0));
    let (count, token) = (Arc::clone(&asked), emulator.api_key().to_owned());
    let provider = move |_: CredentialRequest| {
        let number = count.fetch_add(1, Ordering::Relaxed) + 1;
        let given = Credential::bearer(&token).map(|token| token.valid_for(validity));
        async move { Ok(given?.with_header("x-number", number.to_string())?) }
    };
    let client = builder(emulator).clock(Arc::new(clock.clone())).credentials(provider).build().unwrap();
    (client, asked)
}

#[tokio::test]
async fn a_token_is_kept_until_shortly_before_its_end() {
    let emulator = Emulator::start().await.unwrap();
    let clock = ScriptedClock::manual();
    let (client, asked) = numbered(&emulator, &clock, Duration::from_secs(600));
    for (advance, expected) in [(0, 1), (0, 1), (479, 1), (1, 2), (400, 2), (171, 3), (600, 4)] {
        clock.advance(Duration::from_secs(advance));
        client.messages().create(request("say hello")).await.unwrap();
        assert_eq!(asked.load(Ordering::Relaxed), expected, "after {advance} s");
    }
    let sent: Vec<_> = emulator.requests();
    let numbers: Vec<_> = sent.iter().map(|sent| header(sent, "x-number").unwrap()).collect();
    assert_eq!(numbers, ["1", "1", "1", "2", "2", "3", "4"]);
    // One that ends at once is for one attempt.
    let (brief, asked) = numbered(&emulator, &clock, Duration::from_secs(30));
    for _ in 0..2 {
        brief.messages().create(request("say hello")).await.unwrap();
    }
    assert_eq!(asked.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn a_token_that_was_refused_is_not_kept() {
    let emulator = Emulator::start().await.unwrap();
    let (client, asked) = numbered(&emulator, &ScriptedClock::new(), Duration::from_secs(600));
    client.messages().create(request("say hello")).await.unwrap();
    emulator.push(Reply::status(401));
    let reply = client.messages().create(request("say hello")).await.unwrap();
    assert_eq!((reply.attempts().count(), asked.load(Ordering::Relaxed)), (2, 2));
    client.messages().create(request("say hello")).await.unwrap();
    assert_eq!(asked.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn calls_that_wait_for_a_token_share_one() {
    let emulator = Emulator::start().await.unwrap();
    let asked = Arc::new(AtomicU32::new(0));
    let (count, token) = (Arc::clone(&asked), emulator.api_key().to_owned());
    let provider = move |_: CredentialRequest| {
        count.fetch_add(1, Ordering::Relaxed);
        let given = Credential::bearer(&token);
        async move {
            tokio::task::yield_now().await;
            Ok(given?.valid_for(Duration::from_secs(600)))
        }
    };
    let client = builder(&emulator).credentials(provider).build().unwrap();
    let calls: Vec<_> = (0..20)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { client.messages().create(request("say hello")).await.map(|_| ()) })
        })
        .collect();
    for call in calls {
        call.await.unwrap().unwrap();
    }
    assert_eq!(asked.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_credential_of_a_call_may_have_headers_but_no_address() {
    let emulator = Emulator::start().await.unwrap();
    let client = builder(&emulator).no_credentials().build().unwrap();
    let with_header = key(&emulator).with_header("x-more", "1").unwrap();
    let options = CallOptions::new().credential(with_header.clone());
    client.messages().create(request("say hello")).with(options).await.unwrap();
    assert_eq!(header(&emulator.requests()[0], "x-more"), Some("1"));
    let options = CallOptions::new().credential(with_header.with_url(emulator.url()).unwrap());
    let error = client.messages().create(request("any")).with(options).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    assert_eq!(emulator.requests().len(), 1);
}

#[test]
fn an_address_that_could_not_be_meant_as_it_is_written_is_refused() {
    for (url, why) in [
        ("https://gw.exa\nmple/a", "line end"),
        ("https://gw.example/a\r\nb?sign=secret-sign", "line end"),
        ("https://gw.example/a\tb", "control character"),
        ("https://gw.example/a?sign=secret-sign#b", "`#`"),
        ("https://gw.example/a#", "`#`"),
        ("https://secret-user@gw.example/a", "user name"),
        ("ftp://gw.example/a", "http://"),
    ] {
        let error = Credential::in_headers().with_url(url).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Config, "{url:?}");
        let text = error.to_string();
        assert!(text.contains(why) && !text.contains("secret"), "{url:?}: {text}");
    }
    Credential::in_headers().with_url(" https://gw.example/a%0A%23b?sign=c \n").unwrap();
}

#[tokio::test]
async fn calls_are_made_for_a_profile_in_a_workspace() {
    let emulator = Emulator::start().await.unwrap();
    let client = builder(&emulator).vendor("svc").workspace_id("wrkspc_1").user_profile_id("p_1").build();
    let client = client.unwrap();
    client.messages().create(request("say hello")).await.unwrap();
    let of_a_call = CallOptions::new().user_profile_id("p_2");
    client.messages().create(request("say hello")).with(of_a_call).await.unwrap();
    let seen: Vec<_> = emulator.requests();
    let ids = seen.iter().map(|sent| (header(sent, "svc-workspace-id"), header(sent, "svc-user-profile-id")));
    let ids: Vec<_> = ids.collect();
    assert_eq!(ids, [(Some("wrkspc_1"), Some("p_1")), (Some("wrkspc_1"), Some("p_2"))]);
}
