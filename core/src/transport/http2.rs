//! HTTP/2, and whatever a handshake settles on, over hyper and its pool. It must not know how a connection is made.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http::Request;
use http_body::Body as _;
use hyper_util::client::legacy;
use hyper_util::rt::{TokioExecutor, TokioTimer};

use super::connect::Connector;
use super::failure::{broken_off, unanswered};
use super::upload::Upload;
use super::{ChunkSource, Failure, HttpVersion, Incoming, Outgoing, TransportSettings};

/// A pool of connections. Cheap to clone.
#[derive(Clone)]
pub(super) struct Http2 {
    /// The body is boxed because hyper's channel to a connection has room for 32 requests: each byte of one costs 32.
    pool: legacy::Client<Connector, Box<Upload>>,
}

/// Windows: small per stream, so that a slow consumer holds back its own stream only, and a large one for the
/// connection, so that it does not hold back the others (design decision 21).
const STREAM_WINDOW: u32 = 256 << 10;
const CONNECTION_WINDOW: u32 = 64 << 20;

impl Http2 {
    pub(super) fn new(connector: Connector, settings: &TransportSettings) -> Http2 {
        let pool = legacy::Client::builder(TokioExecutor::new())
            .timer(TokioTimer::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(settings.pool.idle_timeout)
            .pool_max_idle_per_host(settings.pool.max_idle_per_host)
            .http2_only(settings.version == HttpVersion::Http2)
            .http2_initial_stream_window_size(STREAM_WINDOW)
            .http2_initial_connection_window_size(CONNECTION_WINDOW)
            .http2_keep_alive_interval(Duration::from_secs(30))
            .build(connector);
        Http2 { pool }
    }

    pub(super) async fn send(&self, outgoing: Outgoing) -> Result<Incoming<Received>, Failure> {
        let mut request = Request::new(Box::new(Upload::new(outgoing.body)));
        *request.method_mut() = outgoing.method;
        *request.uri_mut() = outgoing.uri;
        *request.headers_mut() = outgoing.headers;
        let (head, body) = self.pool.request(request).await.map_err(unanswered)?.into_parts();
        Ok(Incoming { status: head.status.as_u16(), headers: head.headers, body: Received(body) })
    }
}

impl fmt::Debug for Http2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Http2").finish_non_exhaustive()
    }
}

/// The body of an answer.
#[derive(Debug)]
pub(crate) struct Received(hyper::body::Incoming);

impl ChunkSource for Received {
    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Failure>>> {
        loop {
            match ready!(Pin::new(&mut self.0).poll_frame(cx)) {
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
        self.0.size_hint().exact()
    }
}
