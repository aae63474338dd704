//! The records for `tracing`: a span per call with OpenTelemetry's GenAI attribute names, an event per attempt and per
//! wait. Credentials never pass through here; bodies only where the client asked for it.

use std::time::Duration;

use http::Method;
use tokio::time::Instant;
use tracing::{Level, Span, field};
use url::Url;

use crate::answer_headers::AnswerHeaders;
use crate::clock::LimitClock;
use crate::error::{Error, short_line, whole_line};
use crate::model::Message;
use crate::retry::Attempts;
use crate::service::{REQUEST_ID, Service};

/// The span of one message call.
pub(crate) fn chat_span(
    service: &Service,
    base_url: &Url,
    model: Option<&str>,
    max_tokens: Option<u64>,
    stream: bool,
) -> Span {
    tracing::span!(
        target: "parlour",
        Level::INFO,
        "chat",
        otel.name = field::Empty,
        otel.kind = "client",
        gen_ai.operation.name = "chat",
        gen_ai.provider.name = service.vendor(),
        gen_ai.request.model = model,
        gen_ai.request.max_tokens = max_tokens,
        gen_ai.request.stream = stream,
        server.address = base_url.host_str(),
        server.port = base_url.port_or_known_default(),
        gen_ai.response.id = field::Empty,
        gen_ai.response.model = field::Empty,
        gen_ai.response.finish_reasons = field::Empty,
        gen_ai.usage.input_tokens = field::Empty,
        gen_ai.usage.output_tokens = field::Empty,
        http.request.resend_count = field::Empty,
        http.response.status_code = field::Empty,
        "error.type" = field::Empty,
    )
}

/// The span of a raw request.
pub(crate) fn request_span(base_url: &Url, method: &Method, path: &str) -> Span {
    tracing::span!(
        target: "parlour",
        Level::INFO,
        "request",
        otel.kind = "client",
        http.request.method = %method,
        url.path = path,
        server.address = base_url.host_str(),
        server.port = base_url.port_or_known_default(),
        http.request.resend_count = field::Empty,
        http.response.status_code = field::Empty,
        "error.type" = field::Empty,
    )
}

/// Whether a subscriber is interested in logged bodies: logging one costs a copy.
pub(crate) fn bodies_are_heard() -> bool {
    tracing::enabled!(target: "parlour", Level::DEBUG)
}

/// The body about to be sent, without secrets and on one line. For clients that asked for bodies alone.
pub(crate) fn request_body(span: &Span, body: &str) {
    let body = &*whole_line(body);
    tracing::debug!(target: "parlour", parent: span, body, "request body");
}

/// The body received, without secrets and on one line. For clients that asked for bodies alone.
pub(crate) fn response_body(span: &Span, body: &str) {
    let body = &*whole_line(body);
    tracing::debug!(target: "parlour", parent: span, body, "response body");
}

/// One attempt, as its records name it.
pub(crate) struct Attempt<'a> {
    pub(crate) span: &'a Span,
    pub(crate) method: &'a Method,
    pub(crate) path: &'a str,
    /// 1 for the first.
    pub(crate) number: u32,
    pub(crate) sent_at: Instant,
    pub(crate) clock: LimitClock,
}

impl Attempt<'_> {
    /// How long it took. Asked for only by what is heard.
    fn milliseconds(&self) -> u64 {
        self.clock.now().saturating_duration_since(self.sent_at).as_millis() as u64
    }

    /// It was answered.
    pub(crate) fn answered(&self, status: u16, headers: &AnswerHeaders) {
        self.span.record("http.response.status_code", status);
        tracing::info!(
            target: "parlour",
            parent: self.span,
            method = %self.method,
            url.path = self.path,
            attempt = self.number,
            status,
            duration_ms = self.milliseconds(),
            request_id = headers.text(REQUEST_ID).map(short_line).as_deref(),
            "attempt answered"
        );
    }

    /// It was not answered.
    pub(crate) fn failed(&self, error: &Error) {
        tracing::info!(
            target: "parlour",
            parent: self.span,
            method = %self.method,
            url.path = self.path,
            attempt = self.number,
            duration_ms = self.milliseconds(),
            "error.type" = error.kind().name(),
            "attempt failed"
        );
    }
}

/// A wait before the next attempt, after `attempts` of them.
pub(crate) fn retry(span: &Span, attempts: u32, wait: Duration, error: &Error) {
    tracing::info!(
        target: "parlour",
        parent: span,
        attempt = attempts,
        wait_ms = wait.as_millis() as u64,
        "error.type" = error.kind().name(),
        status = error.status(),
        "waiting before a retry"
    );
}

/// A second attempt starts beside the first, after this time without an event.
pub(crate) fn second(span: &Span, delay: Duration) {
    let delay_ms = delay.as_millis() as u64;
    tracing::debug!(target: "parlour", parent: span, delay_ms, "a second attempt starts");
}

/// One of two attempts at once is used.
pub(crate) fn raced(span: &Span, second: bool) {
    let used = if second { "second" } else { "first" };
    tracing::debug!(target: "parlour", parent: span, used, "one of two attempts is used");
}

/// A call that succeeded.
pub(crate) fn finished(span: &Span, log: &Attempts) {
    span.record("http.request.resend_count", log.count().saturating_sub(1));
}

/// A call that failed for good.
pub(crate) fn failed(span: &Span, error: &Error) {
    span.record("http.request.resend_count", error.attempts().count().saturating_sub(1));
    span.record("error.type", error.kind().name());
    tracing::warn!(
        target: "parlour",
        parent: span,
        status = error.status(),
        "error.type" = error.kind().name(),
        request_id = error.request_id(),
        attempts = error.attempts().count(),
        not_retried = error.not_retried().map(|reason| reason.name()),
        "call failed"
    );
}

/// Records a finished message. Handling its stop reason is done elsewhere.
pub(crate) fn message(span: &Span, message: &Message) {
    if !span.is_disabled() {
        span.record("gen_ai.response.id", &*short_line(&message.id));
        span.record("gen_ai.response.model", &*short_line(&message.model));
        span.record("gen_ai.usage.input_tokens", message.usage.total_input_tokens());
        span.record("gen_ai.usage.output_tokens", message.usage.output_tokens);
        if let Some(reason) = &message.stop_reason {
            span.record("gen_ai.response.finish_reasons", &*short_line(reason.as_str()));
        }
    }
}
