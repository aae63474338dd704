//! What an attempt logs: its steps, and bodies if the client asks for them.

use bytes::Bytes;

use super::Call;
use crate::call::trace;

impl Call {
    pub(super) fn traced(&self) -> trace::Attempt<'_> {
        trace::Attempt {
            span: &self.request.span,
            method: &self.request.method,
            path: self.request.uri.path(),
            number: self.log.count(),
            sent_at: self.sent_at,
            clock: self.limit_clock(),
        }
    }

    pub(super) fn trace_request_body(&self) {
        if self.shared.settings.log_bodies && trace::bodies_are_heard() {
            let body =
                self.request.body.as_ref().map(|body| body.segments().contiguous()).unwrap_or_default();
            trace::request_body(&self.request.span, &self.masked(&body));
        }
    }

    /// Logs the received body, if the client asked for bodies.
    pub(crate) fn trace_response_body(&self, body: impl FnOnce() -> Bytes) {
        if self.shared.settings.log_bodies && trace::bodies_are_heard() {
            trace::response_body(&self.request.span, &self.masked(&body()));
        }
    }

    /// A body as text, with its secrets masked.
    fn masked(&self, body: &[u8]) -> String {
        self.request.secrets.mask_body(body).unwrap_or_else(|| String::from_utf8_lossy(body).into_owned())
    }
}
