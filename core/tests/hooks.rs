//! Hooks around calls: their order, what each may want, their failures, and what they see of the end.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::borrow::Cow;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parlour::clock::ScriptedClock;
use parlour::{
    Body, CallEnd, CallOptions, CallOutcome, Client, ClientBuilder, Credential, CredentialRequest, ErrorKind,
    Hook, HookAction, HookAnswer, HookCall, HookFailure, HookFuture, HookPoints, HookRetry, Method,
};
use parlour_emulator::{BlockingEmulator, Emulator};
use support::{builder, request};

type Log = Arc<Mutex<Vec<String>>>;
type Before = Box<dyn Fn(&HookCall) -> Result<HookAction, String> + Send + Sync>;

type Retry = Box<dyn Fn(&HookFailure<'_>) -> Result<HookRetry, String> + Send + Sync>;

/// A hook that writes down what it is asked, and wants what the test says.
struct Scripted {
    name: &'static str,
    points: HookPoints,
    log: Log,
    before: Before,
    retry: Retry,
    ends: Arc<Mutex<Vec<CallEnd>>>,
}

impl Scripted {
    fn new(name: &'static str, log: &Log) -> Scripted {
        Scripted {
            name,
            points: HookPoints::ALL,
            log: Arc::clone(log),
            before: Box::new(|_| Ok(HookAction::proceed())),
            retry: Box::new(|_| Ok(HookRetry::AsDecided)),
            ends: Arc::default(),
        }
    }

    fn before(
        mut self,
        before: impl Fn(&HookCall) -> Result<HookAction, String> + Send + Sync + 'static,
    ) -> Scripted {
        self.before = Box::new(before);
        self
    }

    fn retry(
        mut self,
        retry: impl Fn(&HookFailure<'_>) -> Result<HookRetry, String> + Send + Sync + 'static,
    ) -> Scripted {
        self.retry = Box::new(retry);
        self
    }

    fn write(&self, what: &str) {
        self.log.lock().unwrap().push(format!("{} {what}", self.name));
    }
}

impl Hook for Scripted {
    fn name(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.name)
    }

    fn points(&self) -> HookPoints {
        self.points
    }

    fn on_call(&self, call: HookCall) -> HookFuture<'_, HookAction> {
        self.write(&format!("call {}", call.model.as_deref().unwrap_or("-")));
        Box::pin(async { Ok(HookAction::proceed().with_header("x-of-call", self.name)?) })
    }

    fn on_attempt(&self, attempt: HookCall) -> HookFuture<'_, HookAction> {
        self.write(&format!("attempt {}", attempt.attempt));
        Box::pin(async move { Ok((self.before)(&attempt)?) })
    }

    fn on_failure<'h>(&'h self, failure: HookFailure<'h>) -> HookFuture<'h, HookRetry> {
        self.write(&format!("failure {} {}", failure.attempt, failure.error.kind().name()));
        Box::pin(async move { Ok((self.retry)(&failure)?) })
    }

    fn on_end(&self, end: &CallEnd) {
        self.write(&format!("end {:?}", end.outcome));
        self.ends.lock().unwrap().push(end.clone());
    }
}

fn hooked(emulator: &BlockingEmulator) -> ClientBuilder {
    builder(emulator).clock(Arc::new(ScriptedClock::new()))
}

fn overloaded(emulator: &BlockingEmulator) {
    emulator
        .push_json(r#"{"status": 529, "json": {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}}"#)
        .unwrap();
}

fn taken(log: &Log) -> Vec<String> {
    std::mem::take(&mut *log.lock().unwrap())
}

#[tokio::test]
async fn hooks_are_asked_in_order_and_the_credential_last() {
    let emulator = Emulator::start_blocking().unwrap();
    let log = Log::default();
    let key = emulator.api_key().to_owned();
    let seen = Arc::clone(&log);
    let client = hooked(&emulator)
        .credentials(move |request: CredentialRequest| {
            let header = |name: &str| request.headers().get(name).unwrap().to_str().unwrap().to_owned();
            seen.lock().unwrap().push(format!("credential {} {}", header("x-of-call"), header("x-attempt")));
            let key = key.clone();
            async move { Ok(Credential::api_key(key)?) }
        })
        .hook(Scripted::new("a", &log))
        .hook(Scripted::new("b", &log).before(|attempt| {
            assert!(attempt.request.headers().get("x-api-key").is_none());
            assert!(attempt.request.body().unwrap().starts_with(b"{"));
            assert!(
                attempt.labels == ["blue"]
                    && !attempt.stream
                    && attempt.request.url().ends_with("/v1/messages")
            );
            Ok(HookAction::proceed().with_header("x-attempt", attempt.attempt.to_string()).unwrap())
        }))
        .build()
        .unwrap();
    overloaded(&emulator);
    client.messages().create(request("say hello")).with(CallOptions::new().label("blue")).await.unwrap();
    let model = &support::request("x").model.clone();
    assert_eq!(
        taken(&log),
        [
            &*format!("a call {model}"),
            &*format!("b call {model}"),
            "a attempt 1",
            "b attempt 1",
            "credential b 1",
            "a failure 1 Overloaded",
            "b failure 1 Overloaded",
            "a attempt 2",
            "b attempt 2",
            "credential b 2",
            "a end Completed",
            "b end Completed",
        ]
    );
    let sent = emulator.requests();
    assert_eq!(sent.len(), 2);
}

/// An answer in place of the service's: whole, streamed, raw, and an error that is repeated.
#[tokio::test]
async fn a_hook_answers() {
    const MESSAGE: &str = r#"{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"kept"}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":7,"output_tokens":3}}"#;
    let emulator = Emulator::start_blocking().unwrap();
    let log = Log::default();
    let hook = Scripted::new("cache", &log).before(|attempt| {
        let answer = match attempt.attempt {
            1 if attempt.labels == ["busy"] => HookAnswer::new(
                529,
                r#"{"type":"error","error":{"type":"overloaded_error","message":"busy"}}"#,
            ),
            _ => HookAnswer::new(200, MESSAGE),
        };
        Ok(HookAction::answer(answer.unwrap().with_header("request-id", "req_kept").unwrap()))
    });
    let ends = Arc::clone(&hook.ends);
    let client = hooked(&emulator).ledger(true).hook(hook).build().unwrap();
    let messages = client.messages();
    let reply = messages.create(request("say hello")).await.unwrap();
    assert_eq!(
        (reply.text(), reply.request_id(), reply.attempts().count()),
        ("kept".to_owned(), Some("req_kept"), 1)
    );
    let mut stream = messages.stream(request("say hello")).await.unwrap();
    assert_eq!(stream.final_message().await.unwrap().text(), "kept");
    drop(stream);
    let raw = client.request(Method::GET, "/v1/models", Body::empty()).await.unwrap();
    assert_eq!(&raw[..], MESSAGE.as_bytes());
    let busy = messages.create(request("x")).with(CallOptions::new().label("busy")).await.unwrap();
    assert_eq!((busy.text(), busy.attempts().count()), ("kept".to_owned(), 2));
    assert_eq!(emulator.request_count(), 0);
    let total = client.usage_report(false).total;
    assert_eq!((total.completed, total.attempts, total.output_tokens), (3, 4, 0));
    let ends = ends.lock().unwrap();
    assert_eq!(ends.len(), 4);
    assert!(ends.iter().all(|end| end.answered_by_hook && end.outcome == CallOutcome::Completed));
    assert_eq!(ends[0].usage.as_ref().unwrap().output_tokens, 3);
    assert_eq!((ends[0].status, ends[0].request_id.as_deref()), (Some(200), Some("req_kept")));
}

#[tokio::test]
async fn a_veto_and_a_failure_end_the_call() {
    let emulator = Emulator::start_blocking().unwrap();
    let log = Log::default();
    let client = hooked(&emulator)
        .hook(Scripted::new("guard", &log).before(
            |attempt| match attempt.labels.first().map(String::as_str) {
                Some("red") => Ok(HookAction::veto("no red calls")),
                Some("broken") => Err("out of order".to_owned()),
                _ => Ok(HookAction::proceed()),
            },
        ))
        .hook(Scripted::new("late", &log).retry(|_| Err("cannot decide".to_owned())))
        .build()
        .unwrap();
    let messages = client.messages();
    let labelled = |label: &str| CallOptions::new().label(label);
    let veto = messages.create(request("x")).with(labelled("red")).await.unwrap_err();
    assert_eq!((veto.kind(), veto.subkind(), veto.is_retryable()), (ErrorKind::Hook, Some("veto"), false));
    assert!(veto.to_string().contains("`guard`") && veto.to_string().contains("no red calls"), "{veto}");
    let failed = messages.stream(request("x")).with(labelled("broken")).await.unwrap_err();
    assert_eq!((failed.kind(), failed.subkind()), (ErrorKind::Hook, Some("failed")));
    assert!(
        failed.to_string().contains("`guard`") && failed.to_string().contains("out of order"),
        "{failed}"
    );
    assert_eq!(emulator.request_count(), 0);
    overloaded(&emulator);
    let error = messages.create(request("x")).await.unwrap_err();
    assert_eq!((error.kind(), error.attempts().count()), (ErrorKind::Hook, 1));
    assert!(error.to_string().contains("cannot decide") && error.to_string().contains("busy"), "{error}");
    assert_eq!(emulator.request_count(), 1);
    let ends: Vec<_> = taken(&log).into_iter().filter(|line| line.contains("end")).collect();
    assert_eq!(ends.len(), 6);
    assert!(ends.iter().all(|line| line.ends_with("Failed")), "{ends:?}");
}

/// Another attempt where the policy wants none, none where it wants one, and not for ever.
#[tokio::test]
async fn a_hook_decides_about_the_next_attempt() {
    let emulator = Emulator::start_blocking().unwrap();
    let log = Log::default();
    let insists = Scripted::new("insists", &log).retry(|failure| {
        assert_eq!(failure.next_wait, None);
        Ok(HookRetry::After(Duration::from_secs(1)))
    });
    let client = hooked(&emulator).max_retries(0).hook(insists).build().unwrap();
    emulator
        .push_json(r#"{"status": 404, "json": {"type": "error", "error": {"type": "not_found_error", "message": "not yet"}}}"#)
        .unwrap();
    overloaded(&emulator);
    let reply = client.messages().create(request("x")).await.unwrap();
    assert_eq!(reply.attempts().waits(), [Duration::from_secs(1); 2]);

    let clock = ScriptedClock::new();
    let stops = Scripted::new("stops", &log).retry(|failure| {
        assert!(failure.next_wait.is_some());
        Ok(HookRetry::Stop)
    });
    let client = builder(&emulator).clock(Arc::new(clock.clone())).hook(stops).build().unwrap();
    overloaded(&emulator);
    let error = client.messages().create(request("x")).await.unwrap_err();
    assert_eq!((error.kind(), error.attempts().count()), (ErrorKind::Overloaded, 1));
    assert_eq!(error.not_retried().map(|reason| reason.name()), Some("hook"));
    assert!(error.is_retryable());

    let never = Scripted::new("never", &log)
        .before(|_| Ok(HookAction::answer(HookAnswer::new(400, "{}").unwrap())))
        .retry(|_| Ok(HookRetry::After(Duration::ZERO)));
    let client = hooked(&emulator).hook(never).build().unwrap();
    let error = client.messages().create(request("x")).await.unwrap_err();
    assert_eq!(error.attempts().count(), 101);
}

/// A hook that hangs falls under the limits of the call.
#[tokio::test(start_paused = true)]
async fn a_hook_that_never_returns_is_a_timeout() {
    struct Hangs;
    impl Hook for Hangs {
        fn points(&self) -> HookPoints {
            HookPoints::CALL
        }
        fn on_call(&self, _: HookCall) -> HookFuture<'_, HookAction> {
            Box::pin(std::future::pending())
        }
    }
    let client = Client::builder().base_url("http://127.0.0.1:9").api_key("k").hook(Hangs);
    let error = client.clone().build().unwrap().messages().create(request("x")).await.unwrap_err();
    assert_eq!((error.kind(), error.setting()), (ErrorKind::Timeout, Some("answer_timeout")));
    assert!(error.to_string().contains("`Hangs` (on_call)"), "{error}");
    let client = client.total_timeout(Duration::from_secs(2)).build().unwrap();
    let error = client.messages().create(request("x")).await.unwrap_err();
    assert_eq!((error.kind(), error.setting()), (ErrorKind::Timeout, Some("total_timeout")));
}

/// A call that was left, one that was cut, and a panic of the hook.
#[tokio::test]
async fn the_end_is_seen_in_whichever_way_a_call_ends() {
    let emulator = Emulator::start_blocking().unwrap();
    let log = Log::default();
    let hook = Scripted::new("book", &log);
    let ends = Arc::clone(&hook.ends);
    struct Panics;
    impl Hook for Panics {
        fn points(&self) -> HookPoints {
            HookPoints::END
        }
        fn on_end(&self, _: &CallEnd) {
            panic!("at the end");
        }
    }
    let client = hooked(&emulator).hook(Panics).hook(hook).build().unwrap();
    let messages = client.messages();
    let mut stream = messages.stream(request("say hello")).await.unwrap();
    stream.next().await.unwrap().unwrap();
    drop(stream);
    drop(client.request(Method::GET, "/v1/models", Body::empty()));
    let mut stream = messages.stream(request("say hello")).await.unwrap();
    stream.final_message().await.unwrap();
    drop(stream);
    let ends = ends.lock().unwrap();
    let outcomes: Vec<_> = ends.iter().map(|end| end.outcome).collect();
    assert_eq!(outcomes, [CallOutcome::Interrupted, CallOutcome::Completed]);
    assert!(ends[1].first_event.is_some() && ends[1].usage.as_ref().unwrap().output_tokens > 0);
    assert_eq!(ends[1].operation, "POST /v1/messages");
}

#[test]
fn headers_of_a_hook_are_not_sent_in_clear_if_they_are_secrets() {
    // The way to another machine over plain http is refused where a hook adds a secret.
    let error = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
        struct Signs;
        impl Hook for Signs {
            fn points(&self) -> HookPoints {
                HookPoints::ATTEMPT
            }
            fn on_attempt(&self, _: HookCall) -> HookFuture<'_, HookAction> {
                Box::pin(async { Ok(HookAction::proceed().with_header("x-signature", "hidden")?) })
            }
        }
        let client = Client::builder()
            .base_url("http://gateway.example")
            .no_credentials()
            .hook(Signs)
            .build()
            .unwrap();
        client.messages().create(request("x")).await.unwrap_err()
    });
    assert_eq!((error.kind(), error.setting()), (ErrorKind::Config, Some("allow_plain_http")));
    assert!(!error.to_string().contains("hidden"), "{error}");
}
