//! The transport over reqwest: pool, TLS, proxy, HTTP version. The only file that knows reqwest and hyper.

use std::error::Error as StdError;
use std::future::Future as _;
use std::io;
use std::pin::pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;

use super::upload::Upload;
use super::{
    ChunkSource, Failure, FailureKind, HttpVersion, Incoming, Outgoing, Proxy, Transport, TransportSettings,
};
use crate::error::{Error, Result};

/// A pool of connections. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct HttpClient {
    inner: reqwest::Client,
}

/// HTTP/2 windows: small per stream, so that a slow consumer holds back its own stream only, and a large one
/// for the connection, so that it does not hold back the others (design decision 21).
const H2_STREAM_WINDOW: u32 = 256 << 10;
const H2_CONNECTION_WINDOW: u32 = 64 << 20;

impl HttpClient {
    pub(crate) fn new(settings: &TransportSettings) -> Result<HttpClient> {
        let mut builder = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .referer(false)
            .tcp_nodelay(true)
            .connect_timeout(settings.connect_timeout)
            .pool_max_idle_per_host(settings.pool.max_idle_per_host)
            .pool_idle_timeout(settings.pool.idle_timeout)
            .tcp_keepalive(settings.pool.tcp_keepalive)
            .tcp_keepalive_interval(settings.pool.tcp_keepalive)
            .tcp_keepalive_retries(5u32);
        builder = match settings.version {
            HttpVersion::Http1 => builder.http1_only(),
            HttpVersion::Negotiate => builder,
            HttpVersion::Http2 => builder.http2_prior_knowledge(),
        };
        if settings.version != HttpVersion::Http1 {
            builder = builder
                .http2_initial_stream_window_size(H2_STREAM_WINDOW)
                .http2_initial_connection_window_size(H2_CONNECTION_WINDOW)
                .http2_keep_alive_interval(Duration::from_secs(30));
        }
        builder = match &settings.proxy {
            Proxy::FromEnvironment if !settings.loopback => builder,
            Proxy::None | Proxy::FromEnvironment => builder.no_proxy(),
            Proxy::Url(url) => {
                let proxy = reqwest::Proxy::all(url.as_str()).map_err(|_| {
                    Error::config(format!("`{}` is not the URL of a proxy", crate::secret::mask_url(url)))
                })?;
                builder.no_proxy().proxy(proxy)
            }
        };
        if !settings.roots.only.is_empty() {
            builder = builder.tls_certs_only(certificates(&settings.roots.only)?);
        } else if !settings.roots.added.is_empty() {
            builder = builder.tls_certs_merge(certificates(&settings.roots.added)?);
        }
        let inner = builder.build().map_err(|e| {
            Error::config(format!("the HTTP client cannot be built: {}", innermost(&e))).with_source(e)
        })?;
        Ok(HttpClient { inner })
    }
}

fn certificates(bundles: &[Vec<u8>]) -> Result<Vec<reqwest::Certificate>> {
    let mut all = Vec::new();
    for pem in bundles {
        let found = reqwest::Certificate::from_pem_bundle(pem)
            .map_err(|e| Error::config("a root certificate is not valid PEM").with_source(e))?;
        if found.is_empty() {
            return Err(Error::config("a PEM bundle of root certificates holds no certificate"));
        }
        all.extend(found);
    }
    Ok(all)
}

impl Transport for HttpClient {
    type Body = HttpBody;

    async fn send(&self, outgoing: Outgoing) -> std::result::Result<Incoming<HttpBody>, Failure> {
        let mut request = reqwest::Request::new(outgoing.method, outgoing.url);
        *request.headers_mut() = outgoing.headers;
        if Upload::is_small(&outgoing.body) {
            if let Some(bytes) = outgoing.body.parts().first() {
                *request.body_mut() = Some(bytes.clone().into());
            }
        } else {
            *request.body_mut() = Some(reqwest::Body::wrap(Upload::new(outgoing.body)));
        }
        let mut response = self.inner.execute(request).await.map_err(failure)?;
        let headers = std::mem::take(response.headers_mut());
        // Kept for as long as the body is read, and of no use to us.
        drop(std::mem::take(response.extensions_mut()));
        Ok(Incoming { status: response.status().as_u16(), headers, body: HttpBody { inner: response } })
    }
}

/// The body of an answer. Taken out of its response it would be boxed once more, and each chunk would pass through
/// one more layer.
#[derive(Debug)]
pub(crate) struct HttpBody {
    inner: reqwest::Response,
}

impl ChunkSource for HttpBody {
    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Option<std::result::Result<Bytes, Failure>>> {
        loop {
            // The future holds nothing but the borrow, so that dropping it after one poll loses nothing. It passes
            // over trailers, which carry nothing for us.
            match ready!(pin!(self.inner.chunk()).poll(cx)) {
                Ok(Some(data)) if data.is_empty() => {}
                Ok(Some(data)) => return Poll::Ready(Some(Ok(data))),
                Ok(None) => return Poll::Ready(None),
                Err(error) => return Poll::Ready(Some(Err(failure(error)))),
            }
        }
    }

    fn remaining(&self) -> Option<u64> {
        self.inner.content_length()
    }
}

/// Classifies by walking the chain of sources. The URL is taken out: it may carry a query with secrets.
fn failure(error: reqwest::Error) -> Failure {
    let error = error.without_url();
    let kind = classify(&error);
    Failure { kind, source: Box::new(error) }
}

fn classify(error: &reqwest::Error) -> FailureKind {
    if error.is_builder() {
        return FailureKind::Request;
    }
    if error.is_connect() {
        if error.is_timeout() {
            return FailureKind::ConnectTimeout;
        }
        if error.is_dns() {
            return FailureKind::Dns;
        }
        return if chain(error).any(is_tls) { FailureKind::Tls } else { FailureKind::Connect };
    }
    if error.is_timeout() {
        // The only limit reqwest knows of is the one for connecting.
        return FailureKind::ConnectTimeout;
    }
    for cause in chain(error) {
        if let Some(hyper) = cause.downcast_ref::<hyper::Error>() {
            if hyper.is_incomplete_message()
                || hyper.is_canceled()
                || hyper.is_closed()
                || hyper.is_body_write_aborted()
            {
                return FailureKind::Lost;
            }
            if hyper.is_parse() {
                return FailureKind::Malformed;
            }
        }
        if let Some(io) = cause.downcast_ref::<io::Error>()
            && matches!(io.kind(), io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput)
        {
            return if chain(error).any(is_tls) { FailureKind::Tls } else { FailureKind::Malformed };
        }
    }
    FailureKind::Lost
}

/// rustls hands its errors over inside an `io::Error`, sometimes inside one more; the `source()` of those skips
/// what they hold.
fn is_tls(cause: &(dyn StdError + 'static)) -> bool {
    let mut inner = Some(cause);
    while let Some(error) = inner {
        if error.downcast_ref::<rustls::Error>().is_some() {
            return true;
        }
        inner = error
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref)
            .map(|held| held as &(dyn StdError + 'static));
    }
    false
}

fn chain<'a>(error: &'a (dyn StdError + 'static)) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    std::iter::successors(Some(error), |cause| {
        let cause: &'a (dyn StdError + 'static) = *cause;
        cause.source()
    })
}

fn innermost(error: &(dyn StdError + 'static)) -> String {
    chain(error).last().map(ToString::to_string).unwrap_or_default()
}
