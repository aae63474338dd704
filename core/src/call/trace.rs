//! What is told to `tracing`: a span per call with OpenTelemetry's GenAI attribute names, an event per
//! attempt and per wait. Credentials never pass through here; bodies only where the client asked for it.

use std::time::Duration;

use bytes::Bytes;
use http::HeaderMap;
use tracing::{Level, Span, field};

use crate::call::attempt::Call;
use crate::call::response::{Attempts, request_id};
use crate::client::Settings;
use crate::error::Error;
use crate::model::Message;

/// The span of one message call.
pub(crate) fn chat_span(
    settings: &Settings,
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
        gen_ai.provider.name = settings.service.vendor(),
        gen_ai.request.model = model,
        gen_ai.request.max_tokens = max_tokens,
        gen_ai.request.stream = stream,
        server.address = settings.base_url.host_str(),
        server.port = settings.base_url.port_or_known_default(),
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
pub(crate) fn request_span(settings: &Settings, method: &http::Method, path: &str) -> Span {
    tracing::span!(
        target: "parlour",
        Level::INFO,
        "request",
        otel.kind = "client",
        http.request.method = %method,
        url.path = path,
        server.address = settings.base_url.host_str(),
        server.port = settings.base_url.port_or_known_default(),
        http.request.resend_count = field::Empty,
        http.response.status_code = field::Empty,
        "error.type" = field::Empty,
    )
}

/// The body about to be sent, if the client asked for bodies.
pub(crate) fn request(span: &Span, call: &Call) {
    if call.shared.settings.log_bodies && tracing::enabled!(target: "parlour", Level::DEBUG) {
        let body = call.body.as_ref().map(|body| body.segments().contiguous()).unwrap_or_default();
        tracing::debug!(target: "parlour", parent: span, body = call.masked(&body), "request body");
    }
}

/// The body received, if the client asked for bodies.
pub(crate) fn response_body(call: &Call, body: impl FnOnce() -> Bytes) {
    if call.shared.settings.log_bodies && tracing::enabled!(target: "parlour", Level::DEBUG) {
        let body = body();
        tracing::debug!(target: "parlour", parent: &call.span, body = call.masked(&body), "response body");
    }
}

/// An attempt that was answered.
pub(crate) fn attempt(span: &Span, call: &Call, took: Duration, status: u16, headers: &HeaderMap) {
    span.record("http.response.status_code", status);
    tracing::info!(
        target: "parlour",
        parent: span,
        method = %call.method,
        url.path = call.uri.path(),
        attempt = call.log.count(),
        status,
        duration_ms = took.as_millis() as u64,
        request_id = request_id(headers),
        "attempt answered"
    );
}

/// An attempt that was not answered.
pub(crate) fn attempt_failed(span: &Span, call: &Call, took: Duration, error: &Error) {
    tracing::info!(
        target: "parlour",
        parent: span,
        method = %call.method,
        url.path = call.uri.path(),
        attempt = call.log.count(),
        duration_ms = took.as_millis() as u64,
        "error.type" = error.kind().name(),
        "attempt failed"
    );
}

/// A wait before the next attempt.
pub(crate) fn retry(span: &Span, call: &Call, wait: Duration, error: &Error) {
    tracing::info!(
        target: "parlour",
        parent: span,
        attempt = call.log.count(),
        wait_ms = wait.as_millis() as u64,
        "error.type" = error.kind().name(),
        status = error.status(),
        "waiting before a retry"
    );
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

/// What a finished message says about itself. What its stop reason asks for is done elsewhere.
pub(crate) fn message(span: &Span, message: &Message) {
    if !span.is_disabled() {
        span.record("gen_ai.response.id", message.id.as_str());
        span.record("gen_ai.response.model", message.model.as_str());
        span.record("gen_ai.usage.input_tokens", message.usage.total_input_tokens());
        span.record("gen_ai.usage.output_tokens", message.usage.output_tokens);
        if let Some(reason) = &message.stop_reason {
            span.record("gen_ai.response.finish_reasons", reason.as_str());
        }
    }
}
