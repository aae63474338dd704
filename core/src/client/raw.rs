//! The escape hatch: any request with the retries, limits and errors of the client.

use std::future::{Future, IntoFuture};
use std::pin::Pin;

use bytes::Bytes;
use http::{HeaderMap, Method};

use crate::call::attempt::Call;
use crate::call::attempt::failures::lost;
use crate::call::read_body::next_chunk;
use crate::call::response::{Head, Response};
use crate::call::time_limit::timeout;
use crate::call::trace;
use crate::client::body::Body;
use crate::client::options::CallOptions;
use crate::client::{Client, RequestParts};
use crate::clock::Clock;
use crate::error::{Error, ErrorKind, Result};
use crate::retry::Attempts;
use crate::setting::Setting;
use crate::transport::HttpBody;
use crate::transport::address;

/// A call in flight; dropping it cancels the call. Boxed: the futures that await it stay small, and the code of a call
/// is compiled once, in this crate.
pub type CallFuture<T> = Pin<Box<dyn Future<Output = Result<T>> + Send>>;

/// A value whose type only the caller knows.
type Any = Box<dyn std::any::Any + Send>;

/// Reads the value of a success.
type Accept = Box<dyn FnMut(&Head, &Bytes) -> Result<Any> + Send>;

/// A raw request being put together; await it to send it.
///
/// Awaited, it returns the body of a success as bytes. [`RawCall::open`] returns it chunk by chunk.
///
/// A body is known to be complete if the service announced its length or sent it in chunks, as services do. If such a
/// body is cut, the call fails, or is retried if its method is idempotent, or the retry policy says
/// [`repeat_cut_answers`](crate::RetryPolicy::repeat_cut_answers). A body that only the end of the connection ends
/// (HTTP/1.0, some gateways) cannot be distinguished from one that was cut: it is handed out unchanged, and the caller
/// has to check that its content is complete.
#[must_use = "a call does nothing until it is awaited"]
#[derive(Debug)]
pub struct RawCall {
    pub(crate) client: Client,
    method: Method,
    path: String,
    body: Body,
    options: CallOptions,
    /// Whether the request may be processed twice.
    pub(crate) repeatable: bool,
}

impl RawCall {
    pub(crate) fn new(client: Client, method: Method, path: String, body: Body) -> RawCall {
        // An idempotent request may be sent twice (RFC 9110 §9.2.2).
        let repeatable = method.is_idempotent();
        RawCall { client, method, path, body, options: CallOptions::new(), repeatable }
    }

    /// Uses these options for this call.
    pub fn with(mut self, options: CallOptions) -> RawCall {
        self.options = options;
        self
    }

    /// Sends the request and hands out the body of a success as it arrives, for downloads and unknown
    /// streams. Repeated by the retry policy only until a success begins; the timeouts of streams apply.
    ///
    /// # Errors
    /// Any [`ErrorKind`](crate::ErrorKind).
    #[must_use = "a call does nothing until it is awaited"]
    pub fn open(self) -> CallFuture<ByteStream> {
        Box::pin(async move { ByteStream::open(self.prepare(true)?).await })
    }

    /// Sends the request and passes the body of a success to `accept`, whose error counts as a failure of the attempt.
    pub(crate) async fn read<T: Send + 'static>(
        self,
        mut accept: impl FnMut(&Head, &Bytes) -> Result<T> + Send + 'static,
    ) -> Result<Response<T>> {
        let accept = move |head: &Head, body: &Bytes| -> Result<Any> { Ok(Box::new(accept(head, body)?)) };
        let mut value = None;
        let answer = self.judged(Box::new(accept)).await?.map(|any| value = any.downcast::<T>().ok());
        let lost =
            || Error::new(ErrorKind::Internal, "the value of an answer has another type than it was read as");
        value.map(|value| answer.map(|()| *value)).ok_or_else(lost)
    }

    /// As `read`, for a value of any type: the code of such a call is compiled once, and not for each type.
    fn judged(self, accept: Accept) -> CallFuture<Response<Any>> {
        Box::pin(async move {
            // A request whose answer began was processed. A caller that forbids attempts after one that may have
            // arrived checks the state itself, and then decides.
            let settings = &self.client.shared.settings;
            let again =
                self.repeatable || self.options.unless_arrived || settings.retry.repeats_cut_answers();
            let cut =
                |_: &Head, _: &Bytes, error: Error| if again { error } else { error.with_retryable(false) };
            self.prepare(false)?.whole(|| |_: &Head, _: &Bytes| false, accept, |_| None, cut).await
        })
    }

    fn prepare(self, stream: bool) -> Result<Box<Call>> {
        if self.method == Method::CONNECT || self.method == Method::TRACE {
            // CONNECT opens a tunnel (RFC 9110 §9.3.6). TRACE echoes the request with its credential, which a client
            // must not send (section 9.3.8).
            let why = format!("the method {} cannot be asked for by a request of a client", self.method);
            return Err(Error::config(why));
        }
        let url = self.client.url(&self.path)?;
        let asks_for_keys = !self.options.keys.is_empty();
        let options = self.client.merged(self.options)?;
        let what_lacks = match (self.body.is_empty(), self.body.content_type()) {
            (true, _) => Some("body keys were given, but this request has no body"),
            (false, Some(_)) => Some("body keys were given, but the body of this request is not JSON"),
            (false, None) => None,
        };
        let body = match what_lacks {
            _ if options.keys.is_empty() => self.body,
            Some(what) if asks_for_keys => return Err(Error::config(what)),
            // Body keys of the client apply only to calls with a JSON body.
            Some(_) => self.body,
            None => self.body.with_keys(&options.keys)?,
        };
        let span = trace::request_span(&self.client.shared.settings.base_url, &self.method, url.path());
        let parts = RequestParts { method: self.method, uri: address::uri(&url)?, body: &body, stream };
        self.client.prepare(parts, options, span)
    }
}

impl IntoFuture for RawCall {
    type Output = Result<Response<Bytes>>;
    type IntoFuture = CallFuture<Response<Bytes>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { self.read(|_, bytes| Ok(bytes.clone())).await })
    }
}

/// The body of a raw answer, chunk by chunk. Dropping it closes the connection if it was not read to its end.
pub struct ByteStream {
    call: Box<Call>,
    head: Head,
    body: HttpBody,
    done: bool,
}

impl ByteStream {
    /// Sends a call that was prepared as a stream, and waits for the head of a success.
    pub(crate) async fn open(mut call: Box<Call>) -> Result<ByteStream> {
        let opened = call.open().await?;
        call.accepted();
        Ok(ByteStream { call, head: opened.head, body: opened.body, done: false })
    }

    /// The head of the answer.
    #[must_use]
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The HTTP status: 200 to 299.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.head.status
    }

    /// The headers of the answer.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        self.head.headers()
    }

    /// The id of the request at the service.
    #[must_use]
    pub fn request_id(&self) -> Option<&str> {
        self.head.request_id()
    }

    /// How often the call was sent and how long it waited.
    #[must_use]
    pub fn attempts(&self) -> &Attempts {
        &self.call.log
    }

    pub(crate) fn clock(&self) -> &dyn Clock {
        self.call.shared.settings.clock.as_ref()
    }

    /// Completes an error of reading the body: adds the operation and the attempts.
    pub(crate) fn failed(&mut self, error: Error) -> Error {
        self.call.finished(error)
    }

    /// The next chunk; `None` at the end of the body. Cancel-safe: no chunk is lost if the future is dropped.
    ///
    /// # Errors
    /// [`ErrorKind::Connection`](crate::ErrorKind::Connection) if the body breaks off,
    /// [`ErrorKind::Timeout`](crate::ErrorKind::Timeout) after a silence. Nothing follows an error.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>> {
        if self.done {
            return Ok(None);
        }
        let mut limit = self.call.request.limit.duration();
        let left = self.call.remaining();
        // A body that always has a chunk ready would outrun the timer.
        if let Some(remaining) = left.filter(|remaining| remaining.left.is_zero()) {
            self.done = true;
            let error = remaining.expired().with_answer(self.head.status, self.head.headers());
            return Err(self.call.finished(error));
        }
        if let Some(remaining) = left {
            limit = limit.min(remaining.left);
        }
        let outcome = self.call.limit_clock().timeout(limit, next_chunk(&mut self.body)).await;
        let error = match outcome {
            Some(Some(Ok(chunk))) => return Ok(Some(chunk)),
            Some(None) => {
                self.done = true;
                self.call.ended();
                return Ok(None);
            }
            Some(Some(Err(failure))) => lost(failure, "while the answer was read"),
            None => match left.filter(|remaining| remaining.left <= limit) {
                Some(remaining) => remaining.expired(),
                None => timeout("nothing was received", limit, Setting::STREAM_SILENCE_TIMEOUT),
            },
        };
        self.done = true;
        Err(self.call.finished(error.with_answer(self.head.status, self.head.headers())))
    }
}

impl std::fmt::Debug for ByteStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ByteStream").field("head", &self.head).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    #[test]
    fn methods_that_no_client_asks_for_are_refused() {
        let client = Client::builder().base_url("http://127.0.0.1:9").api_key("k").build().unwrap();
        let prepared = |method: &str| {
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            client.request(method, "/v1/x", Body::empty()).prepare(false)
        };
        for method in ["CONNECT", "TRACE"] {
            let error = prepared(method).err().unwrap();
            assert_eq!(error.kind(), ErrorKind::Config);
            assert!(error.to_string().contains(method), "{error}");
        }
        for method in ["OPTIONS", "PATCH", "trace"] {
            assert!(prepared(method).is_ok(), "{method}");
        }
    }
}
