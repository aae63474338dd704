//! The loop of a call: build, send, classify, wait, retry. Only this module retries, and it enforces the deadlines.

pub(crate) mod after;
mod asking;
pub(crate) mod begin;
mod begun;
mod counting;
pub(crate) mod failures;
pub(crate) mod hedge;
pub(crate) mod keep_alive;
mod keys;
mod logged;
mod prefixes;
mod recorded;
mod room;
pub(crate) mod route;
mod warm_up;

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::{Bytes, BytesMut};
use http::{HeaderMap, Method, Uri};
use tracing::Span;

use crate::call::credential::Way;
use crate::call::deadline::Deadline;
use crate::call::hooked::Hooked;
use crate::call::keys::Picked;
use crate::call::provider::{CredentialRequest, CredentialSource};
use crate::call::read_body::{Arriving, ERROR_BODY, ReadError, read_all, read_up_to};
use crate::call::request_view::RequestView;
use crate::call::response::{Head, Response};
use crate::call::running::Entered;
use crate::call::settings::ClientInner;
use crate::call::time_limit::{Remaining, TimeLimit};
use crate::call::trace;
use crate::clock::LimitClock;
use crate::error::envelope;
use crate::error::masking::Secrets;
use crate::error::{Error, ErrorKind, Result};
use crate::model::Message;
use crate::pacing::{Admission, Measured, Permit};
use crate::prompt_cache::{Marked, Pass};
use crate::record::Record;
use crate::retry::{Attempts, RetryPolicy};
use crate::setting::Setting;
use crate::transport::{HttpBody, Incoming, Outgoing, Payload, Transport};
use failures::{lost, not_read};

/// A prepared call and its progress.
pub(crate) struct Call {
    pub(crate) shared: Arc<ClientInner>,
    pub(crate) request: PreparedRequest,
    deadline: Option<Instant>,
    pub(crate) log: Attempts,
    /// When the request of this attempt was sent.
    sent_at: tokio::time::Instant,
    /// The provider was asked again after a 401; a second 401 is final.
    asked_again: bool,
    refused: bool,
    /// The serial number of the provider's credential that was sent last; 0 if it is not cached.
    credential_serial: u64,
    /// The error answer of this attempt, whose body is being read.
    refusal: Option<Box<Refusal>>,
    /// Of the attempt that is in flight, if the client has a limiter.
    permit: Option<Permit>,
    /// Of the attempt that is in flight, if its prefixes are kept in the prompt cache.
    pass: Option<Box<Pass>>,
    /// If the ledger or a hook wants to know how it ends; they are told when the call is dropped.
    pub(crate) record: Option<Box<Record>>,
    /// The key of this attempt, of a client that has several.
    picked: Option<Box<Picked>>,
    /// Attempts that were made at once with another key.
    switched: u32,
    /// If a second attempt may start beside the first, until that has begun.
    pub(crate) hedge: Option<Box<Measured>>,
    /// Attempts that were sent beside another.
    beside: u32,
    /// If the client has routes and this call may take one.
    pub(crate) routed: Option<Box<route::OnRoute>>,
    /// If hooks are asked.
    pub(crate) hooked: Option<Box<Hooked>>,
    /// If the client has a folder of recordings.
    recorded: Option<Box<recorded::Recorded>>,
    /// Until it has ended.
    pub(crate) running: Option<Entered>,
}

/// An answer with an error status, and the part of its body that arrived.
struct Refusal {
    head: Head,
    body: BytesMut,
}

/// An answer whose status says success, with its body still to be read.
pub(crate) struct Opened {
    pub(crate) head: Head,
    pub(crate) body: HttpBody,
}

/// Everything of a call that does not change from attempt to attempt.
pub(crate) struct PreparedRequest {
    pub(crate) method: Method,
    pub(crate) uri: Uri,
    /// `None` once nothing will be sent again. Boxed: an open stream holds the call.
    pub(crate) sending: Option<Box<Sending>>,
    /// Secrets that must not be shown: those in the headers of the call, and the credentials that were sent.
    pub(crate) secrets: Secrets,
    /// `None` once nothing will be sent again.
    pub(crate) body: Option<Arc<Payload>>,
    pub(crate) limit: TimeLimit,
    /// Of a stream: until an event other than `ping`.
    pub(crate) first_event: Option<Duration>,
    /// Of a whole answer that travels as a stream: until its end.
    pub(crate) long_answer: Option<Duration>,
    /// Overrides the client's.
    pub(crate) max_retries: Option<u32>,
    /// No attempt follows one that the service may have processed.
    pub(crate) unless_arrived: bool,
    pub(crate) total: Option<Duration>,
    /// The rate limits that it falls under, if the client has a limiter.
    pub(crate) admission: Option<Arc<Admission>>,
    /// The prefixes that it shares with other requests, if the client keeps them in the prompt cache.
    pub(crate) marked: Option<Arc<Marked>>,
    pub(crate) span: Span,
}

/// What only an attempt needs.
pub(crate) struct Sending {
    /// All headers but the credential.
    pub(crate) headers: HeaderMap,
    pub(crate) credential: CredentialSource,
}

impl Call {
    pub(crate) fn new(shared: Arc<ClientInner>, request: PreparedRequest) -> Call {
        let deadline = request.total.and_then(|total| shared.settings.clock.now().checked_add(total));
        let sent_at = LimitClock::of(shared.settings.clock.as_ref()).now();
        Call {
            shared,
            request,
            deadline,
            log: Attempts::default(),
            sent_at,
            asked_again: false,
            refused: false,
            credential_serial: 0,
            refusal: None,
            permit: None,
            pass: None,
            record: None,
            picked: None,
            switched: 0,
            hedge: None,
            beside: 0,
            routed: None,
            hooked: None,
            recorded: None,
            running: None,
        }
    }

    /// When the request of this attempt was sent; when the call was prepared, before the first.
    pub(crate) fn sent_at(&self) -> tokio::time::Instant {
        self.sent_at
    }

    /// Sends and reads a whole answer, as often as the policy allows, and hands it to `accept`, whose error
    /// counts as a failure of the attempt. If an answer began but did not complete, `cut` gets the part that arrived
    /// and the error. For each attempt, `ends` makes a function that sees the chunks of the answer and returns true
    /// once the answer is complete, which may be before the body ends. `message_of` gives the message of a value
    /// that has one; its token counts are read from the body otherwise.
    pub(crate) async fn whole<T, E: FnMut(&Head, &Bytes) -> bool>(
        mut self: Box<Self>,
        ends: impl Fn() -> E,
        mut accept: impl FnMut(&Head, &Bytes) -> Result<T>,
        message_of: impl Fn(&T) -> Option<&Message>,
        cut: impl Fn(&Head, &Bytes, Error) -> Error,
    ) -> Result<Response<T>> {
        loop {
            self.admitted().await?;
            let mut arriving = Arriving::default();
            // Lent, so that its state is not moved from one future into the next.
            let mut ends = ends();
            let attempt = match self.attempt_whole(&mut arriving, &mut ends).await {
                // The time limit ran out while the end of its body was waited for.
                Err(error) if arriving.ended => arriving.taken().ok_or(error),
                attempt => attempt,
            };
            let error = match attempt {
                Ok((head, bytes)) => match accept(&head, &bytes) {
                    Ok(value) => {
                        if self.wants_usage() {
                            self.count(message_of(&value), &bytes);
                        }
                        self.succeeded();
                        return Ok(Response::new(value, head, bytes, self.log));
                    }
                    Err(error) => {
                        error.with_answer(head.status, head.headers()).with_body(self.capped(bytes))
                    }
                },
                Err(error) => match arriving.taken() {
                    Some((head, bytes)) => cut(&head, &bytes, error.with_answer(head.status, head.headers())),
                    None => error,
                },
            };
            self.after(error).await?;
        }
    }

    async fn attempt_whole(
        &mut self,
        arriving: &mut Arriving,
        ends: &mut impl FnMut(&Head, &Bytes) -> bool,
    ) -> Result<(Head, Bytes)> {
        let limit = self.request.limit;
        let cap = self.shared.settings.sizes.max_response_bytes;
        self.timed(limit, async |call: &mut Call| {
            let Opened { head, mut body } = call.send().await?;
            arriving.head = Some(head.clone());
            match read_all(&mut body, cap, arriving, |chunk| ends(&head, chunk)).await {
                Ok(bytes) => {
                    call.trace_response_body(|| bytes.clone());
                    Ok((head, bytes))
                }
                Err(ReadError::Failed(failure)) => Err(lost(failure, "while the answer was read")),
                Err(ReadError::TooLarge) => {
                    let what = format_args!("the answer is larger than {cap} bytes");
                    Err(Error::too_large(what, Setting::MAX_RESPONSE_BYTES))
                }
            }
        })
        .await
    }

    /// Sends until an answer has a success status; the caller reads the body.
    pub(crate) async fn open(&mut self) -> Result<Opened> {
        loop {
            self.admitted().await?;
            let attempt = match self.hedge.take() {
                None => self.attempt_open().await,
                Some(measured) => seldom(self.attempt_hedged(*measured)).await,
            };
            match attempt {
                Ok(opened) => return Ok(opened),
                Err(error) => self.after(error).await?,
            }
        }
    }

    async fn attempt_open(&mut self) -> Result<Opened> {
        let also = [
            self.request.first_event.map(TimeLimit::FirstEvent),
            self.request.long_answer.map(TimeLimit::LongAnswer),
        ];
        let limit = also.into_iter().flatten().fold(self.request.limit, |least, limit| {
            if limit.duration() < least.duration() { limit } else { least }
        });
        self.timed(limit, async |call: &mut Call| call.send().await).await
    }

    /// Asks the hooks, then waits until the rate limits have room for an attempt. The time limit of an attempt begins
    /// after it.
    async fn admitted(&mut self) -> Result<()> {
        if self.routed.is_some() {
            self.choose_route().map_err(|error| self.finished(error))?;
        }
        // What few calls need is boxed as a trait object: the futures and the code of the others stay small.
        if self.record.as_ref().is_some_and(|record| record.awaits_room()) {
            seldom(self.wait_for_room()).await?;
        }
        if self.hooked.is_some() && seldom(self.ask_before()).await? {
            // What a hook answers says nothing of a key.
            self.picked = None;
            return Ok(());
        }
        if self.shared.recordings.is_some() && self.look_up()? {
            self.picked = None;
            return Ok(());
        }
        if self.request.marked.is_some() {
            seldom(self.wait_for_prefix()).await?;
        }
        if let Err(error) = self.pick_key() {
            return Err(self.finished(error));
        }
        let Some(admission) = self.admission_of_key() else { return Ok(()) };
        if let Some(permit) = self.shared.limiter.admit_now(&admission) {
            self.permit = Some(permit);
            return Ok(());
        }
        let left = self.remaining().map(|remaining| remaining.left);
        let asked = self.shared.settings.clock.now();
        match seldom(self.shared.limiter.admit(&admission, left)).await {
            Ok(permit) => {
                let waited = self.shared.settings.clock.now().saturating_duration_since(asked);
                self.log.queued(waited);
                if let Some(record) = &mut self.record {
                    record.queued += waited;
                }
                self.permit = Some(permit);
                Ok(())
            }
            Err(error) => Err(self.finished(error)),
        }
    }

    /// Runs one attempt under its time limit and the total deadline, whichever comes first.
    async fn timed<T>(
        &mut self,
        limit: TimeLimit,
        attempt: impl AsyncFnOnce(&mut Call) -> Result<T>,
    ) -> Result<T> {
        let left = self.remaining();
        if let Some(remaining) = left.filter(|remaining| remaining.left.is_zero()) {
            return Err(remaining.expired());
        }
        let silence = match self.request.limit {
            TimeLimit::Silence(limit) => limit,
            _ => self.shared.settings.timeouts.silence,
        };
        let mut deadline = Deadline::new(self.limit_clock(), limit, silence, left, self.request.body.clone());
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
            // A status and an error body say more than the expired time limit.
            Err(expired) => Err(self.refused().unwrap_or_else(|| expired.error())),
        }
    }

    /// Reads the body of an error answer until its time limit.
    async fn read_refusal(&mut self, head: Head, mut body: HttpBody) {
        let cap = self.shared.settings.sizes.max_error_body_bytes;
        let refusal = self.refusal.insert(Box::new(Refusal { head, body: BytesMut::new() }));
        let _ended_in_time =
            tokio::time::timeout(ERROR_BODY, read_up_to(&mut body, cap, &mut refusal.body)).await.is_ok();
    }

    /// The error for the answer in `refusal`, with the part of its body that arrived.
    fn refused(&mut self) -> Option<Error> {
        let Refusal { head, body } = *self.refusal.take()?;
        Some(envelope::from_answer(head.status, head.headers(), body.freeze()))
    }

    /// Built only after a failed attempt: it is large, and few calls need it.
    fn policy(&self) -> RetryPolicy {
        let policy = self.shared.settings.retry.clone();
        match self.request.max_retries {
            Some(retries) => policy.max_retries(retries),
            None => policy,
        }
    }

    /// Drops the data that only another attempt would need: a request may have many megabytes, and its answer may
    /// stream for minutes.
    pub(crate) fn forget_request(&mut self) {
        self.request.body = None;
        self.request.sending = None;
        self.hooked = None;
        self.recorded = None;
        self.picked = None;
        self.forget_original();
    }

    /// The clock of this call's time limits.
    pub(crate) fn limit_clock(&self) -> LimitClock {
        LimitClock::of(self.shared.settings.clock.as_ref())
    }

    /// The time left until the total deadline.
    pub(crate) fn remaining(&self) -> Option<Remaining> {
        let left = self.deadline?.saturating_duration_since(self.shared.settings.clock.now());
        Some(Remaining { left, total: self.request.total.unwrap_or_default() })
    }

    /// One attempt up to the head of its answer. An answer that is not a success becomes an error.
    async fn send(&mut self) -> Result<Opened> {
        let given = self.hooked.as_mut().and_then(|hooked| hooked.take_answer());
        let given = given.map(|given| Ok(given.into_incoming())).or_else(|| self.take_recorded());
        let sent = if let Some(given) = given {
            self.sending(true);
            given
        } else {
            let mut outgoing = self.outgoing().await?;
            self.trace_request_body();
            self.sending(false);
            let sent = self.shared.transport.send(&mut outgoing).await;
            self.record_answer(sent)
        };
        let Incoming { status, mut headers, body } = match sent {
            Ok(incoming) => incoming,
            Err(failure) => {
                let source = self.request.body.as_ref().and_then(|body| body.source());
                let error = match source.and_then(|source| source.take_failure()) {
                    Some(unread) => not_read(unread),
                    None => lost(failure, "before an answer arrived"),
                };
                self.traced().failed(&error);
                return Err(error);
            }
        };
        if let Some(body) = &self.request.body {
            // An answer before the end of the request: its own time limit counts from here.
            body.all_taken();
        }
        self.request.secrets.mask_headers(&mut headers);
        self.traced().answered(status, &headers);
        let headers = Arc::new(headers);
        if let Some(permit) = &mut self.permit {
            let notices = permit.answered(status, &headers);
            if let Some(record) = &mut self.record {
                record.notices.extend(notices);
            }
        }
        let head = Head { status, headers, limit_names: Arc::clone(&self.shared.settings.limit_names) };
        if (200..300).contains(&status) {
            if let Some(record) = &mut self.record {
                record.answered(head.status, &head.headers);
            }
            self.head_came();
            return Ok(Opened { head, body });
        }
        // Boxed: it is rare, and the futures of other calls stay small.
        Box::pin(self.read_refusal(head, body)).await;
        Err(self.refused().unwrap_or_else(|| Error::new(ErrorKind::Internal, "no refusal was read")))
    }

    /// A request is about to be sent, or answered by a hook or a recording.
    fn sending(&mut self, by_hook: bool) {
        self.log.sent();
        if let Some(record) = &mut self.record {
            record.sent(by_hook);
        }
        self.sent_at = self.limit_clock().now();
    }

    /// The request of an attempt.
    async fn outgoing(&mut self) -> Result<Outgoing> {
        let mut uri = self.request.uri.clone();
        let mut headers =
            self.request.sending.as_ref().map(|sending| sending.headers.clone()).unwrap_or_default();
        if let Some(hooked) = &self.hooked {
            hooked.put_on(&mut headers);
        }
        self.hide_secrets(&mut headers);
        self.identify(&mut uri, &mut headers).await?;
        let body = self.request.body.clone().unwrap_or_default();
        let once = self.request.unless_arrived;
        Ok(Outgoing { method: self.request.method.clone(), uri, headers, body, once })
    }

    /// Identifies the caller on a request that is about to be sent.
    async fn identify(&mut self, uri: &mut Uri, headers: &mut HeaderMap) -> Result<()> {
        let credential = match self.request.sending.as_ref().map(|sending| &sending.credential) {
            Some(CredentialSource::Fixed(credential)) => credential.clone(),
            Some(CredentialSource::Anonymous) | None => return Ok(()),
            Some(CredentialSource::Ring(ring)) => {
                let ring = Arc::clone(ring);
                self.key_to_send(&ring)?.spoken(self.shared.settings.service.dialect())
            }
            Some(CredentialSource::Provider(provider)) => {
                let refused = std::mem::take(&mut self.refused);
                let request = CredentialRequest {
                    attempt: self.log.count().saturating_add(1),
                    after_refusal: refused,
                    ahead: false,
                    request: RequestView {
                        method: self.request.method.clone(),
                        uri: uri.clone(),
                        headers: headers.clone(),
                        body: self.request.body.clone(),
                    },
                };
                let refused = if refused { self.credential_serial } else { 0 };
                // Boxed, so that the futures of other calls stay small.
                let given =
                    Box::pin(provider.pick(request, refused, self.shared.settings.clock.as_ref())).await?;
                self.credential_serial = given.serial;
                given.credential.spoken(self.shared.settings.service.dialect())
            }
        };
        let ClientInner { settings, transport, .. } = &*self.shared;
        let (base_url, allow_plain_http) = (&settings.base_url, settings.allow_plain_http);
        let way = Way { base_url, allow_plain_http, transport };
        credential.put_on((uri, headers), &mut self.request.secrets, &way)
    }

    fn has_provider(&self) -> bool {
        let sending = self.request.sending.as_ref();
        sending.is_some_and(|sending| matches!(sending.credential, CredentialSource::Provider(_)))
    }

    /// Reports a failed attempt to the limiter, once.
    pub(crate) fn attempt_failed(&mut self, error: &Error) {
        self.pass = None;
        if let Some(permit) = self.permit.take() {
            // A service that asks for more is asked again then: it may have meant this call alone.
            let longest = self.policy().longest_retry_after();
            permit.failed(error, self.asked_wait(error).map(|asked| asked.min(longest)));
        }
    }

    /// Completes an error before it is returned to the caller: the operation, the log of attempts, and masked secrets.
    pub(crate) fn finished(&mut self, error: Error) -> Error {
        (self.running, self.pass) = (None, None);
        if let Some(record) = &mut self.record {
            record.failed(&error);
        }
        let error = error.with_attempts(self.log.clone()).with_operation(format!(
            "{} {}",
            self.request.method,
            self.request.uri.path()
        ));
        let error = error.without(&self.request.secrets);
        trace::failed(&self.request.span, &error);
        error
    }

    /// The answer is complete.
    pub(crate) fn succeeded(&mut self) {
        self.route_answered();
        self.ended();
        self.accepted();
    }

    /// Nothing more of the answer comes: makes room for another call.
    pub(crate) fn ended(&mut self) {
        (self.permit, self.pass) = (None, None);
        self.running = None;
        if let Some(record) = &mut self.record {
            record.completed();
        }
    }

    /// The service has accepted the call.
    pub(crate) fn accepted(&self) {
        self.shared.budget.success();
        trace::finished(&self.request.span, &self.log);
    }

    fn capped(&self, bytes: Bytes) -> Bytes {
        bytes.slice(..bytes.len().min(self.shared.settings.sizes.max_error_body_bytes))
    }
}

/// A future on the heap whose code is not copied into that of the future that awaits it.
fn seldom<'f, T>(
    future: impl Future<Output = T> + Send + 'f,
) -> Pin<Box<dyn Future<Output = T> + Send + 'f>> {
    Box::pin(future)
}
