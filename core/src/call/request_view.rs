//! A request as functions of the program see it before it is sent: the hook for credentials, and the chain of hooks.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, Method, Uri};

use crate::secret::MaskedHeaders;
use crate::transport::Payload;

/// A request before it is sent. `Debug` shows no header that holds a secret, no query and no body.
#[derive(Clone)]
pub struct RequestView {
    pub(crate) method: Method,
    pub(crate) uri: Uri,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Option<Arc<Payload>>,
}

impl RequestView {
    /// The method of the request.
    #[must_use]
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// The address of the request, query included.
    #[must_use]
    pub fn url(&self) -> String {
        self.uri.to_string()
    }

    /// The headers of the request so far. `host`, `content-length`, and where they are not there `accept-encoding`, are
    /// added later.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// The bytes of the body as they will be sent; empty without one. `None` if the body is a stream, which is read
    /// only while it is sent. Copies a body of several pieces: [`RequestView::body_pieces`] does not.
    #[must_use]
    pub fn body(&self) -> Option<Bytes> {
        match &self.body {
            Some(payload) => payload.parts_at_hand().map(|_| payload.segments().contiguous()),
            None => Some(Bytes::new()),
        }
    }

    /// The bytes of the body in pieces whose concatenation will be sent; `None` if the body is a stream.
    #[must_use]
    pub fn body_pieces(&self) -> Option<&[Bytes]> {
        match &self.body {
            Some(payload) => payload.parts_at_hand(),
            None => Some(&[]),
        }
    }
}

impl fmt::Debug for RequestView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestView")
            .field("method", &self.method)
            .field("path", &self.uri.path())
            .field("headers", &MaskedHeaders(&self.headers))
            .finish_non_exhaustive()
    }
}
