//! The result of a finished call: the value, the head of the answer, and the attempts.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use http::HeaderMap;

use crate::answer_headers::AnswerHeaders;
use crate::retry::Attempts;
use crate::service::REQUEST_ID;
use crate::service::rate_limits::{RateLimitNames, RateLimits};

/// The head of an answer: its status and its headers, and what can be read from them.
#[derive(Clone)]
pub struct Head {
    pub(crate) status: u16,
    /// Shared: a stream has its head in several places.
    pub(crate) headers: Arc<AnswerHeaders>,
    pub(crate) limit_names: Arc<RateLimitNames>,
}

impl Head {
    /// The HTTP status.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The headers; credentials that the service echoed are masked.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        self.headers.map()
    }

    /// The header lines in the order of the answer, names in lower case; a name that came twice is there twice. It does
    /// not build the map of [`headers`](Self::headers).
    pub fn header_lines(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.headers.iter()
    }

    /// The id of the request at the service.
    #[must_use]
    pub fn request_id(&self) -> Option<&str> {
        self.headers.text(REQUEST_ID)
    }

    /// The remaining rate limits of this key (spec §8.5, protocol §6). Read from the headers at each call.
    #[must_use]
    pub fn rate_limits(&self) -> RateLimits {
        RateLimits::read(self.headers.map(), &self.limit_names, std::time::SystemTime::now())
    }
}

impl fmt::Debug for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Head").field("status", &self.status).field("headers", &self.headers).finish()
    }
}

/// A value the service answered with, and the answer around it. Derefs to the value.
#[derive(Clone)]
pub struct Response<T> {
    value: T,
    head: Head,
    body: OnceLock<Bytes>,
    /// Writes the body of a value that did not come as one.
    write: fn(&T) -> Bytes,
    attempts: Attempts,
}

impl<T> Response<T> {
    pub(crate) fn new(value: T, head: Head, body: Bytes, attempts: Attempts) -> Response<T> {
        Response { value, head, body: OnceLock::from(body), write: |_| Bytes::new(), attempts }
    }

    /// A value put together from a stream; its body is written when it is asked for.
    pub(crate) fn assembled(value: T, head: Head, write: fn(&T) -> Bytes, attempts: Attempts) -> Response<T> {
        Response { value, head, body: OnceLock::new(), write, attempts }
    }

    /// The same answer with another value. Its body is lost, unless it came as one.
    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> Response<U> {
        let Response { value, head, body, attempts, .. } = self;
        Response { value: change(value), head, body, write: |_| Bytes::new(), attempts }
    }

    /// The value alone.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.value
    }

    /// Everything around the value, for keeping it without the value.
    #[must_use]
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The head and the attempts, taken out; the value and its body are dropped.
    #[must_use]
    pub fn into_head(self) -> (Head, Attempts) {
        (self.head, self.attempts)
    }

    /// The HTTP status: 200 to 299.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.head.status
    }

    /// The id of the request at the service; quote it when you report a problem.
    #[must_use]
    pub fn request_id(&self) -> Option<&str> {
        self.head.request_id()
    }

    /// The headers of the answer.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        self.head.headers()
    }

    /// The remaining rate limits of this key, as the answer reported them (spec §8.5, protocol §6). Read from the
    /// headers at each call.
    #[must_use]
    pub fn rate_limits(&self) -> RateLimits {
        self.head.rate_limits()
    }

    /// How often the call was sent and how long it waited.
    #[must_use]
    pub fn attempts(&self) -> &Attempts {
        &self.attempts
    }

    /// The body as received. For a message that came as a stream, its JSON text, written at the first call.
    #[must_use]
    pub fn body(&self) -> &Bytes {
        self.body.get_or_init(|| (self.write)(&self.value))
    }
}

impl<T> Deref for Response<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Response<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<T: fmt::Debug> fmt::Debug for Response<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response")
            .field("value", &self.value)
            .field("head", &self.head)
            .field("attempts", &self.attempts)
            .finish()
    }
}
