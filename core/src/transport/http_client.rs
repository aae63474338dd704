//! The transport: what every request carries whoever sends it, which HTTP speaks, and bodies unpacked. It must not know
//! how a connection is made or used.

use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, Entry};
use http::{HeaderMap, HeaderValue};

use super::connect::Connector;
use super::gzip::Gzip;
use super::http1::{Exchange, Http1};
use super::http2::{Http2, Received};
use super::proxy::Proxies;
use super::{ChunkSource, Failure, HttpVersion, Incoming, Outgoing, Sockets, Transport, TransportSettings};
use crate::error::Result;

/// Connections to services. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct HttpClient {
    version: HttpVersion,
    spoken: Spoken,
    proxies: Option<Arc<Proxies>>,
}

/// HTTP/1.1 when that is all that may be spoken, which is the default: an event of a stream then costs half of what it
/// costs over hyper, where it passes through a task and a channel, and an open stream a third of the memory.
#[derive(Clone, Debug)]
enum Spoken {
    Http1(Http1),
    Any(Box<Http2>),
}

impl HttpClient {
    pub(crate) fn new(settings: &TransportSettings) -> Result<HttpClient> {
        let proxies = Proxies::new(&settings.proxy, settings.loopback)?.map(Arc::new);
        let connector = Connector::new(settings, proxies.clone())?;
        let spoken = match settings.version {
            HttpVersion::Http1 => Spoken::Http1(Http1::new(connector, &settings.pool)),
            HttpVersion::Negotiate | HttpVersion::Http2 => {
                Spoken::Any(Box::new(Http2::new(connector, settings)))
            }
        };
        Ok(HttpClient { version: settings.version, spoken, proxies })
    }

    pub(crate) fn version(&self) -> HttpVersion {
        self.version
    }

    /// One whose connections of HTTP/1.1 are watched by these `sockets`.
    pub(crate) fn watched_by(&self, sockets: Arc<dyn Sockets>) -> HttpClient {
        let spoken = match &self.spoken {
            Spoken::Http1(client) => Spoken::Http1(client.watched_by(sockets)),
            any @ Spoken::Any(_) => any.clone(),
        };
        HttpClient { version: self.version, spoken, proxies: self.proxies.clone() }
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

impl Transport for HttpClient {
    type Body = HttpBody;

    async fn send(&self, mut outgoing: Outgoing) -> std::result::Result<Incoming<HttpBody>, Failure> {
        self.complete(&mut outgoing);
        let Incoming { status, mut headers, body } = match &self.spoken {
            Spoken::Http1(client) => client.send(outgoing).await?.map(Plain::Http1),
            Spoken::Any(client) => client.send(outgoing).await?.map(Plain::Any),
        };
        let body = HttpBody::new(body, &mut headers);
        Ok(Incoming { status, headers, body })
    }
}

/// The body of an answer.
#[derive(Debug)]
pub(crate) enum HttpBody {
    AsItCame(Plain),
    Unpacked(Box<Gzip>),
}

impl HttpBody {
    /// Takes the headers away that speak of the packed form.
    fn new(body: Plain, headers: &mut HeaderMap) -> HttpBody {
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
        match self {
            HttpBody::AsItCame(body) => body.poll_chunk(cx),
            HttpBody::Unpacked(body) => body.poll_chunk(cx),
        }
    }

    fn remaining(&self) -> Option<u64> {
        match self {
            HttpBody::AsItCame(body) => body.remaining(),
            HttpBody::Unpacked(_) => None,
        }
    }
}

/// A body as it came over the connection.
#[derive(Debug)]
pub(crate) enum Plain {
    Http1(Box<Exchange>),
    Any(Received),
}

impl ChunkSource for Plain {
    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Option<std::result::Result<Bytes, Failure>>> {
        match self {
            Plain::Http1(body) => body.poll_chunk(cx),
            Plain::Any(body) => body.poll_chunk(cx),
        }
    }

    fn remaining(&self) -> Option<u64> {
        match self {
            Plain::Http1(body) => body.remaining(),
            Plain::Any(body) => body.remaining(),
        }
    }
}
