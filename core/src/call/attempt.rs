//! One call on its way: build, send, classify, wait, again. The only room that retries; deadlines live here.
//! It must not know the wire's field names beyond the error envelope.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use bytes::{Bytes, BytesMut};
use http::{HeaderMap, Method, Uri};
use tracing::Span;

use crate::call::credential::{Credential, CredentialRequest, CredentialSource};
use crate::call::deadline::Deadline;
use crate::call::response::{Attempts, Head, Response};
use crate::call::trace;
use crate::client::Shared;
use crate::client::body::Segments;
use crate::error::envelope;
use crate::error::masking::Secrets;
use crate::error::{Error, ErrorKind, Result};
use crate::retry::{Decision, MidStreamKind, Outcome, RetryAfter, RetryPolicy, StopReason};
use crate::transport::{ChunkSource, Failure, FailureKind, HttpBody, Incoming, Outgoing, Payload, Transport};

/// Which of the time limits of decision 0002 watches an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// The whole answer has to be there within this time.
    Answer(Duration),
    /// No longer than this without a byte.
    Silence(Duration),
    /// An event other than `ping` has to be there within this time.
    FirstEvent(Duration),
    /// The whole answer, which travels as a stream, has to be there within this time.
    LongAnswer(Duration),
}

impl Limit {
    pub(crate) fn duration(self) -> Duration {
        match self {
            Limit::Answer(limit)
            | Limit::Silence(limit)
            | Limit::FirstEvent(limit)
            | Limit::LongAnswer(limit) => limit,
        }
    }

    pub(crate) fn expired(self) -> Error {
        match self {
            Limit::Answer(limit) => timeout("no complete answer", limit, "answer_timeout"),
            Limit::Silence(limit) => timeout("nothing was received", limit, "stream_silence_timeout"),
            Limit::FirstEvent(limit) => timeout("the first event did not come", limit, "first_event_timeout"),
            Limit::LongAnswer(limit) => timeout("no complete answer", limit, "long_answer_timeout"),
        }
    }
}

/// An error for a time limit, naming the setting that holds it.
pub(crate) fn timeout(what: &str, limit: Duration, setting: &str) -> Error {
    Error::new(ErrorKind::Timeout, format!("{what} within {} s ({setting})", limit.as_secs_f64()))
}

/// A call that was prepared: everything that does not change from attempt to attempt, and what has happened.
pub(crate) struct Call {
    pub(crate) shared: Arc<Shared>,
    pub(crate) method: Method,
    pub(crate) uri: Uri,
    /// All headers but the credential.
    pub(crate) headers: HeaderMap,
    pub(crate) credential: CredentialSource,
    /// `None` once nothing will be sent again.
    pub(crate) body: Option<Arc<Payload>>,
    pub(crate) limit: Limit,
    /// Of a stream: until an event other than `ping`.
    pub(crate) first_event: Option<Duration>,
    /// Of a whole answer that travels as a stream: until its end.
    pub(crate) whole: Option<Duration>,
    /// In place of the client's.
    pub(crate) max_retries: Option<u32>,
    pub(crate) total: Option<Duration>,
    pub(crate) deadline: Option<Instant>,
    pub(crate) span: Span,
    pub(crate) log: Attempts,
    /// What must not be seen of this call's requests.
    secrets: Secrets,
    /// When the request of this attempt was sent.
    sent_at: tokio::time::Instant,
    /// The provider was asked again after a 401: a second one is final.
    asked_again: bool,
    refused: bool,
}

/// An answer whose status says success, with its body still to be read.
pub(crate) struct Opened {
    pub(crate) head: Head,
    pub(crate) body: HttpBody,
}

/// What a call is made of, before its first attempt.
pub(crate) struct Plan {
    pub(crate) method: Method,
    pub(crate) uri: Uri,
    pub(crate) headers: HeaderMap,
    pub(crate) credential: CredentialSource,
    /// Secrets among the headers.
    pub(crate) secrets: Secrets,
    pub(crate) body: Segments,
    pub(crate) limit: Limit,
    pub(crate) first_event: Option<Duration>,
    pub(crate) max_retries: Option<u32>,
    pub(crate) total: Option<Duration>,
    pub(crate) span: Span,
}

impl Call {
    pub(crate) fn new(shared: Arc<Shared>, plan: Plan) -> Call {
        let deadline = plan.total.and_then(|total| shared.settings.clock.now().checked_add(total));
        Call {
            shared,
            method: plan.method,
            uri: plan.uri,
            headers: plan.headers,
            credential: plan.credential,
            body: Some(Arc::new(Payload::new(plan.body))),
            limit: plan.limit,
            first_event: plan.first_event,
            whole: None,
            max_retries: plan.max_retries,
            total: plan.total,
            deadline,
            span: plan.span,
            log: Attempts::default(),
            secrets: plan.secrets,
            sent_at: tokio::time::Instant::now(),
            asked_again: false,
            refused: false,
        }
    }

    /// When the request of this attempt was sent.
    pub(crate) fn sent_at(&self) -> tokio::time::Instant {
        self.sent_at
    }

    /// Sends and reads a whole answer, as often as the policy allows, and hands it to `accept`, whose error
    /// counts as a failure of the attempt. Where an answer began and did not come to its end, `cut` gets what came
    /// of it, and why the rest did not.
    pub(crate) async fn whole<T>(
        mut self: Box<Self>,
        mut accept: impl FnMut(&Head, &Bytes) -> Result<T>,
        cut: impl Fn(&Head, &Bytes, Error) -> Error,
    ) -> Result<Response<T>> {
        loop {
            let mut arriving = Arriving::default();
            let error = match self.attempt_whole(&mut arriving).await {
                Ok((head, bytes)) => match accept(&head, &bytes) {
                    Ok(value) => {
                        self.succeeded();
                        return Ok(Response::new(value, head, bytes, self.log));
                    }
                    Err(error) => error.with_answer(head.status, &head.headers).with_body(self.capped(bytes)),
                },
                Err(error) => match arriving.taken() {
                    Some((head, bytes)) => cut(&head, &bytes, error.with_answer(head.status, &head.headers)),
                    None => error,
                },
            };
            self.after(error).await?;
        }
    }

    async fn attempt_whole(&mut self, arriving: &mut Arriving) -> Result<(Head, Bytes)> {
        let limit = self.limit;
        let cap = self.shared.settings.max_response_bytes;
        self.timed(limit, async |call: &mut Call| {
            let Opened { head, mut body } = call.send().await?;
            arriving.head = Some(head.clone());
            match read_all(&mut body, cap, arriving).await {
                Ok(bytes) => {
                    trace::response_body(call, || bytes.clone());
                    Ok((head, bytes))
                }
                Err(ReadError::Failed(failure)) => Err(lost(failure, "while the answer was read")),
                Err(ReadError::TooLarge) => Err(Error::new(
                    ErrorKind::Decode,
                    format!("the answer is larger than {cap} bytes (max_response_bytes)"),
                )),
            }
        })
        .await
    }

    /// Sends until an answer says success; the body is left to the caller.
    pub(crate) async fn open(&mut self) -> Result<Opened> {
        loop {
            match self.attempt_open().await {
                Ok(opened) => return Ok(opened),
                Err(error) => self.after(error).await?,
            }
        }
    }

    async fn attempt_open(&mut self) -> Result<Opened> {
        let also = [self.first_event.map(Limit::FirstEvent), self.whole.map(Limit::LongAnswer)];
        let limit = also
            .into_iter()
            .flatten()
            .fold(self.limit, |least, limit| if limit.duration() < least.duration() { limit } else { least });
        self.timed(limit, async |call: &mut Call| call.send().await).await
    }

    /// Runs one attempt under its limit and the total deadline, whichever ends first.
    async fn timed<T>(
        &mut self,
        limit: Limit,
        attempt: impl AsyncFnOnce(&mut Call) -> Result<T>,
    ) -> Result<T> {
        let left = self.remaining();
        if left.is_some_and(|left| left.is_zero()) {
            return Err(self.total_expired());
        }
        let silence = match self.limit {
            Limit::Silence(limit) => limit,
            _ => self.shared.settings.timeouts.silence,
        };
        let mut deadline = Deadline::new(limit, silence, left, self.body.clone());
        let end = {
            let mut timer = pin!(deadline.timer());
            let mut attempt = pin!(attempt(self));
            std::future::poll_fn(|cx| deadline.poll(cx, attempt.as_mut(), timer.as_mut())).await
        };
        if let Some(at) = deadline.sent_at() {
            self.sent_at = at;
        }
        match end {
            Ok(result) => result,
            Err(expired) => Err(expired.error(|| self.total_expired())),
        }
    }

    /// Made when an attempt has failed: it is large, and few calls need it.
    fn policy(&self) -> RetryPolicy {
        let policy = self.shared.settings.retry.clone();
        match self.max_retries {
            Some(retries) => policy.max_retries(retries),
            None => policy,
        }
    }

    pub(crate) fn total_expired(&self) -> Error {
        timeout("the call did not finish", self.total.unwrap_or_default(), "total_timeout")
    }

    /// Lets go of what only another attempt would need: a request may be of many megabytes, and its answer stream for
    /// minutes.
    pub(crate) fn forget_request(&mut self) {
        self.body = None;
        self.headers = HeaderMap::new();
    }

    /// Time left until the total deadline.
    pub(crate) fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|at| at.saturating_duration_since(self.shared.settings.clock.now()))
    }

    /// One attempt up to the head of its answer. An answer that is not a success becomes an error.
    async fn send(&mut self) -> Result<Opened> {
        let mut headers = self.headers.clone();
        if let Some(credential) = self.pick_credential().await? {
            let (name, value) = credential.header();
            headers.insert(name, value);
            self.secrets.sent(credential);
        }
        let body = self.body.clone().unwrap_or_default();
        let outgoing = Outgoing { method: self.method.clone(), uri: self.uri.clone(), headers, body };
        trace::request(&self.span, self);
        let started = Instant::now();
        self.log.sent();
        self.sent_at = tokio::time::Instant::now();
        let sent = self.shared.transport.send(outgoing).await;
        let Incoming { status, mut headers, mut body } = match sent {
            Ok(incoming) => incoming,
            Err(failure) => {
                let error = lost(failure, "before an answer arrived");
                trace::attempt_failed(&self.span, self, started.elapsed(), &error);
                return Err(error);
            }
        };
        if let Some(body) = &self.body {
            // An answer before the end of the request: its own time limit counts from here.
            body.all_taken();
        }
        self.secrets.mask_headers(&mut headers);
        trace::attempt(&self.span, self, started.elapsed(), status, &headers);
        let head = Head {
            status,
            headers: Arc::new(headers),
            limit_names: Arc::clone(&self.shared.settings.limit_names),
        };
        if (200..300).contains(&status) {
            return Ok(Opened { head, body });
        }
        let cap = self.shared.settings.max_error_body_bytes;
        let bytes = read_up_to(&mut body, cap).await;
        Err(envelope::from_answer(head.status, &head.headers, bytes))
    }

    async fn pick_credential(&mut self) -> Result<Option<Credential>> {
        match &self.credential {
            CredentialSource::Fixed(credential) => Ok(Some(credential.clone())),
            CredentialSource::Nobody => Ok(None),
            CredentialSource::Provider(provider) => {
                let request = CredentialRequest {
                    attempt: self.log.count().saturating_add(1),
                    after_refusal: std::mem::take(&mut self.refused),
                };
                provider.credential(request).await.map(Some).map_err(|e| {
                    Error::new(ErrorKind::Authentication, format!("the credential provider failed: {e}"))
                        .with_source(e)
                })
            }
        }
    }

    /// Decides what follows a failed attempt: waits and returns, or gives the error back for good.
    pub(crate) async fn after(&mut self, error: Error) -> Result<()> {
        if error.kind() == ErrorKind::Authentication
            && error.status() == Some(401)
            && matches!(self.credential, CredentialSource::Provider(_))
            && !self.asked_again
        {
            self.asked_again = true;
            self.refused = true;
            self.log.waited(Duration::ZERO);
            return Ok(());
        }
        let settings = &self.shared.settings;
        let retries = self.log.count().saturating_sub(1).saturating_sub(u32::from(self.asked_again));
        let decision = self.policy().decide(
            retries,
            &outcome(&error),
            self.remaining(),
            &self.shared.budget,
            settings.clock.as_ref(),
        );
        let error = match decision {
            Decision::Wait(wait) => {
                trace::retry(&self.span, self, wait, &error);
                settings.clock.sleep(wait).await;
                self.log.waited(wait);
                return Ok(());
            }
            Decision::Stop(
                reason @ (StopReason::NotRetryable | StopReason::ServerSaidNo | StopReason::SpendCap),
            ) => error.with_retryable(false).with_not_retried(reason),
            Decision::Stop(reason) => error.with_not_retried(reason),
        };
        let asked = error.headers().map(|headers| {
            RetryAfter::read(headers, settings.clock.wall(), self.policy().longest_retry_after())
        });
        let asked = match asked {
            Some(RetryAfter::Wait(wait) | RetryAfter::OutOfBounds(wait)) => Some(wait),
            _ => None,
        };
        Err(self.finished(error.with_retry_after(asked)))
    }

    /// Completes an error that leaves the crate: what was done, how often, and without the secrets.
    pub(crate) fn finished(&self, error: Error) -> Error {
        let error = error.with_attempts(self.log.clone()).with_operation(format!(
            "{} {}",
            self.method,
            self.uri.path()
        ));
        let error = error.without(&self.secrets);
        trace::failed(&self.span, &error);
        error
    }

    pub(crate) fn succeeded(&self) {
        self.shared.budget.success();
        trace::finished(&self.span, &self.log);
    }

    /// A body as text, without the secrets that stand in it.
    pub(crate) fn masked(&self, body: &[u8]) -> String {
        self.secrets.mask_body(body).unwrap_or_else(|| String::from_utf8_lossy(body).into_owned())
    }

    fn capped(&self, bytes: Bytes) -> Bytes {
        bytes.slice(..bytes.len().min(self.shared.settings.max_error_body_bytes))
    }
}

/// How the retry room sees an error.
fn outcome(error: &Error) -> Outcome<'_> {
    match (error.kind(), error.status(), error.headers()) {
        _ if !error.is_retryable() && error.status().is_none_or(|status| (200..300).contains(&status)) => {
            Outcome::NotRetryable
        }
        (ErrorKind::Connection, ..) => Outcome::ConnectionLost,
        (ErrorKind::Timeout, ..) => Outcome::TimedOut,
        (ErrorKind::StreamEnded, ..) => Outcome::ConnectionLost,
        // An error told inside a success: there is no status to go by.
        (kind, Some(200..300), _) if kind.is_retryable() => Outcome::MidStream {
            kind: if kind == ErrorKind::RateLimit {
                MidStreamKind::RateLimit
            } else {
                MidStreamKind::ServerFailure
            },
        },
        (_, Some(200..300), _) => Outcome::NotRetryable,
        (_, Some(status), Some(headers)) => {
            Outcome::Status { status, headers, spend_cap: error.is_spend_cap() }
        }
        _ => Outcome::NotRetryable,
    }
}

/// A transport failure as an error of the crate.
pub(crate) fn lost(failure: Failure, when: &str) -> Error {
    let message = format!("{}, {when}", failure.describe());
    let (kind, retryable) = match failure.kind {
        FailureKind::ConnectTimeout => (ErrorKind::Timeout, true),
        FailureKind::Dns | FailureKind::Connect | FailureKind::Lost => (ErrorKind::Connection, true),
        FailureKind::Tls | FailureKind::Proxy => (ErrorKind::Connection, false),
        FailureKind::Setting => (ErrorKind::Config, false),
        FailureKind::Malformed => (ErrorKind::Decode, false),
    };
    Error::new(kind, message).with_retryable(retryable).with_source(failure.source)
}

enum ReadError {
    Failed(Failure),
    TooLarge,
}

/// Waits for the next chunk.
pub(crate) async fn next_chunk<B: ChunkSource>(body: &mut B) -> Option<std::result::Result<Bytes, Failure>> {
    std::future::poll_fn(|cx: &mut Context<'_>| -> Poll<_> { body.poll_chunk(cx) }).await
}

/// What has come of a whole answer: at hand also where the attempt failed or ran out of time.
#[derive(Default)]
struct Arriving {
    head: Option<Head>,
    first: Bytes,
    more: Option<BytesMut>,
}

impl Arriving {
    fn bytes(&mut self) -> Bytes {
        match self.more.take() {
            Some(more) => more.freeze(),
            None => std::mem::take(&mut self.first),
        }
    }

    /// What came after a head.
    fn taken(mut self) -> Option<(Head, Bytes)> {
        let head = self.head.take()?;
        Some((head, self.bytes()))
    }
}

/// The whole body, refusing more than `cap` bytes. A body of one chunk is not copied.
async fn read_all<B: ChunkSource>(
    body: &mut B,
    cap: usize,
    arriving: &mut Arriving,
) -> std::result::Result<Bytes, ReadError> {
    let expected = body.remaining();
    if expected.is_some_and(|bytes| bytes > cap as u64) {
        return Err(ReadError::TooLarge);
    }
    let Some(first) = next_chunk(body).await else { return Ok(Bytes::new()) };
    arriving.first = first.map_err(ReadError::Failed)?;
    let first = &arriving.first;
    while let Some(chunk) = next_chunk(body).await {
        let chunk = chunk.map_err(ReadError::Failed)?;
        // The announced length is a hint, not a promise: never reserve more than a megabyte on its word.
        let whole = arriving.more.get_or_insert_with(|| {
            let hint = usize::try_from(expected.unwrap_or(0)).unwrap_or(0).min(1 << 20);
            let mut whole = BytesMut::with_capacity(hint.max(first.len() + chunk.len()));
            whole.extend_from_slice(first);
            whole
        });
        if whole.len() + chunk.len() > cap {
            return Err(ReadError::TooLarge);
        }
        whole.extend_from_slice(&chunk);
    }
    if arriving.first.len() > cap { Err(ReadError::TooLarge) } else { Ok(arriving.bytes()) }
}

/// What there is of an error's body, up to `cap` bytes. A failure on the way ends it: the status is the news.
async fn read_up_to<B: ChunkSource>(body: &mut B, cap: usize) -> Bytes {
    let mut all = BytesMut::new();
    while let Some(Ok(chunk)) = next_chunk(body).await {
        let room = cap.saturating_sub(all.len());
        all.extend_from_slice(chunk.get(..chunk.len().min(room)).unwrap_or_default());
        if all.len() >= cap {
            break;
        }
    }
    all.freeze()
}
