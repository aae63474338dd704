//! The transport over hyper and its pool of connections. It must not know how a connection is made.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, Entry};
use http::{HeaderMap, HeaderValue, Request};
use http_body::Body as _;
use hyper_util::client::legacy;
use hyper_util::rt::{TokioExecutor, TokioTimer};

use super::connect::Connector;
use super::failure::{broken_off, unanswered};
use super::gzip::Gzip;
use super::proxy::Proxies;
use super::upload::Upload;
use super::{ChunkSource, Failure, HttpVersion, Incoming, Outgoing, Transport, TransportSettings};
use crate::error::Result;

/// A pool of connections. Cheap to clone.
#[derive(Clone)]
pub(crate) struct HttpClient {
    /// The body is boxed because hyper's channel to a connection has room for 32 requests: each byte of one costs 32.
    pool: legacy::Client<Connector, Box<Upload>>,
    proxies: Option<Arc<Proxies>>,
}

/// HTTP/2 windows: small per stream, so that a slow consumer holds back its own stream only, and a large one
/// for the connection, so that it does not hold back the others (design decision 21).
const H2_STREAM_WINDOW: u32 = 256 << 10;
const H2_CONNECTION_WINDOW: u32 = 64 << 20;

impl HttpClient {
    pub(crate) fn new(settings: &TransportSettings) -> Result<HttpClient> {
        let proxies = Proxies::new(&settings.proxy, settings.loopback)?.map(Arc::new);
        let connector = Connector::new(settings, proxies.clone())?;
        let mut builder = legacy::Client::builder(TokioExecutor::new());
        builder
            .timer(TokioTimer::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(settings.pool.idle_timeout)
            .pool_max_idle_per_host(settings.pool.max_idle_per_host);
        if settings.version != HttpVersion::Http1 {
            builder
                .http2_only(settings.version == HttpVersion::Http2)
                .http2_initial_stream_window_size(H2_STREAM_WINDOW)
                .http2_initial_connection_window_size(H2_CONNECTION_WINDOW)
                .http2_keep_alive_interval(Duration::from_secs(30));
        }
        Ok(HttpClient { pool: builder.build(connector), proxies })
    }

    /// The headers a request needs and nobody gave.
    fn complete(&self, outgoing: &mut Outgoing) {
        let headers = &mut outgoing.headers;
        if let Entry::Vacant(accept) = headers.entry(ACCEPT) {
            accept.insert(HeaderValue::from_static("*/*"));
        }
        if let Some(proxies) = &self.proxies {
            proxies.authorize(&outgoing.uri, headers);
        }
        if let Entry::Vacant(accept) = headers.entry(ACCEPT_ENCODING) {
            accept.insert(HeaderValue::from_static("gzip"));
        }
    }
}

impl fmt::Debug for HttpClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpClient").field("proxies", &self.proxies).finish_non_exhaustive()
    }
}

impl Transport for HttpClient {
    type Body = HttpBody;

    async fn send(&self, mut outgoing: Outgoing) -> std::result::Result<Incoming<HttpBody>, Failure> {
        self.complete(&mut outgoing);
        let mut request = Request::new(Box::new(Upload::new(outgoing.body)));
        *request.method_mut() = outgoing.method;
        *request.uri_mut() = outgoing.uri;
        *request.headers_mut() = outgoing.headers;
        let (head, body) = self.pool.request(request).await.map_err(unanswered)?.into_parts();
        let mut headers = head.headers;
        let body = HttpBody::new(body, &mut headers);
        if body.remaining().is_none() {
            detach(&mut headers);
        }
        Ok(Incoming { status: head.status.as_u16(), headers, body })
    }
}

/// Copies the values out of the connection's read buffer, which they would keep alive: 8 KiB for each stream that is
/// open, and another 8 KiB to read on.
fn detach(headers: &mut HeaderMap) {
    let mut copy = BytesMut::with_capacity(headers.values().map(HeaderValue::len).sum());
    headers.values().for_each(|value| copy.extend_from_slice(value.as_bytes()));
    let mut copy = copy.freeze();
    for value in headers.values_mut() {
        // A value that was one cannot fail to be one again.
        if let Ok(own) = HeaderValue::from_maybe_shared(copy.split_to(value.len())) {
            *value = own;
        }
    }
}

/// The body of an answer.
#[derive(Debug)]
pub(crate) enum HttpBody {
    AsItCame(hyper::body::Incoming),
    Unpacked(Box<Gzip>),
}

impl HttpBody {
    /// Takes the headers away that speak of the packed form.
    fn new(body: hyper::body::Incoming, headers: &mut HeaderMap) -> HttpBody {
        if headers.get(CONTENT_ENCODING).is_none_or(|encoding| encoding != "gzip") {
            return HttpBody::AsItCame(body);
        }
        headers.remove(CONTENT_ENCODING);
        headers.remove(CONTENT_LENGTH);
        HttpBody::Unpacked(Box::new(Gzip::new(body)))
    }
}

impl ChunkSource for HttpBody {
    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Option<std::result::Result<Bytes, Failure>>> {
        let body = match self {
            HttpBody::AsItCame(body) => body,
            HttpBody::Unpacked(body) => return body.poll_chunk(cx),
        };
        loop {
            match ready!(Pin::new(&mut *body).poll_frame(cx)) {
                // Trailers carry nothing for us.
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) if !data.is_empty() => return Poll::Ready(Some(Ok(data))),
                    _ => {}
                },
                Some(Err(error)) => return Poll::Ready(Some(Err(broken_off(error)))),
                None => return Poll::Ready(None),
            }
        }
    }

    fn remaining(&self) -> Option<u64> {
        match self {
            HttpBody::AsItCame(body) => body.size_hint().exact(),
            HttpBody::Unpacked(_) => None,
        }
    }
}
