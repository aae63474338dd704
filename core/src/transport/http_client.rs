//! The transport: adds the headers common to all backends, chooses the HTTP version, and unpacks bodies.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::HeaderValue;
use http::header::{ACCEPT, ACCEPT_ENCODING, Entry};
use url::Url;

use super::coding::{Form, Offered};
use super::connect::Connector;
use super::failure::not_offered;
use super::gzip::Gzip;
use super::http1::Http1;
use super::names::Names;
use super::proxy::{self, Chosen, stays_here};
use super::raw_body::RawBody;
use super::reqwest_client::ReqwestClient;
use super::tls::Tls;
use super::{
    ChunkSource, Circumstances, Failure, HttpVersion, Incoming, IoDriver, Outgoing, Transport,
    TransportSettings,
};
use crate::answer_headers::AnswerHeaders;
use crate::error::{Error, Result};
use crate::setting::Setting;
use crate::transport::address;

/// Connections to services. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct HttpClient {
    version: HttpVersion,
    backend: Backend,
    /// The unencrypted route of requests, worded for an error message; `None` if they are encrypted or stay on this
    /// machine.
    plain_way: Option<Arc<str>>,
    /// Addresses that were given for names.
    resolve: Arc<[(String, Vec<IpAddr>)]>,
}

/// HTTP/1.1 over a direct connection, which is the default, is read and written by the call itself: a host's loop can
/// drive it, and an open stream keeps a third of the memory. All else goes through reqwest.
#[derive(Clone, Debug)]
enum Backend {
    Own(Http1),
    Reqwest(ReqwestClient),
}

impl HttpClient {
    pub(crate) fn new(settings: &TransportSettings, circumstances: &Circumstances) -> Result<HttpClient> {
        let Circumstances { base, connect_timeout, variables } = circumstances;
        let proxy = proxy::choose(settings, base, variables.as_ref())?;
        check(settings, base.scheme(), proxy.as_ref())?;
        check_names(settings, base.host_str().unwrap_or_default(), proxy.as_ref())?;
        let plain_way = plain_way(settings, base, proxy.as_ref()).map(Arc::from);
        let (names, tls) = (Names::new(settings), Arc::new(Tls::new(settings)?));
        let direct = proxy.is_none() && settings.unix_socket.is_none() && settings.customise.is_none();
        let backend = if direct && settings.version == HttpVersion::Http1 {
            let connector = Connector::new(settings, *connect_timeout, names, tls);
            Backend::Own(Http1::new(connector, &settings.pool))
        } else {
            let base = (&address::uri(base)?, *connect_timeout);
            Backend::Reqwest(ReqwestClient::new(settings, proxy.as_ref(), base, names, tls)?)
        };
        let resolve = settings.resolve.as_slice().into();
        Ok(HttpClient { version: settings.version, backend, plain_way, resolve })
    }

    pub(crate) fn version(&self) -> HttpVersion {
        self.version
    }

    /// Whether connections have tasks, which somebody has to drive while no call waits.
    pub(crate) fn needs_runtime(&self) -> bool {
        matches!(self.backend, Backend::Reqwest(_))
    }

    /// The unencrypted route of requests, worded for an error message; `None` if they are encrypted or stay on this
    /// machine.
    pub(crate) fn plain_way(&self) -> Option<&str> {
        self.plain_way.as_deref()
    }

    /// Whether requests to this host stay on this machine. Unknown with a proxy, so false.
    pub(crate) fn keeps_here(&self, host: &str) -> bool {
        matches!(self.backend, Backend::Own(_)) && stays_here(host, &self.resolve)
    }

    /// A client whose own connections are registered with this `driver`.
    pub(crate) fn with_io_driver(&self, driver: Arc<dyn IoDriver>) -> HttpClient {
        let backend = match &self.backend {
            Backend::Own(client) => Backend::Own(client.with_io_driver(driver)),
            reqwest @ Backend::Reqwest(_) => reqwest.clone(),
        };
        HttpClient { backend, ..self.clone() }
    }

    /// Adds required headers that the caller did not set. Returns the content codings that the request offers.
    fn complete(outgoing: &mut Outgoing) -> Offered {
        let headers = &mut outgoing.headers;
        if let Entry::Vacant(accept) = headers.entry(ACCEPT) {
            accept.insert(HeaderValue::from_static("*/*"));
        }
        match headers.entry(ACCEPT_ENCODING) {
            Entry::Occupied(given) => Offered::by(given.iter()),
            Entry::Vacant(accept) => {
                accept.insert(HeaderValue::from_static("gzip"));
                Offered::Gzip
            }
        }
    }
}

impl Transport for HttpClient {
    type Body = HttpBody;

    async fn send(&self, outgoing: &mut Outgoing) -> std::result::Result<Incoming<HttpBody>, Failure> {
        let offered = HttpClient::complete(outgoing);
        let outgoing = &*outgoing;
        let Incoming { status, mut headers, body } = match &self.backend {
            Backend::Own(client) => client.send(outgoing).await?.map(RawBody::Http1),
            // Boxed: the future of every direct call would be as large.
            Backend::Reqwest(client) => Box::pin(client.send(outgoing)).await?.map(RawBody::Reqwest),
        };
        let body = HttpBody::new(body, &mut headers, &offered);
        Ok(Incoming { status, headers, body })
    }
}

/// A proxy can read unencrypted requests, and forwards them unencrypted.
fn plain_way(settings: &TransportSettings, base: &Url, proxy: Option<&Chosen>) -> Option<String> {
    let here = |host: &str| stays_here(host, &settings.resolve);
    let host = base.host_str().unwrap_or_default();
    if base.scheme() != "http" || settings.unix_socket.is_some() {
        return None;
    }
    match proxy {
        Some(proxy) if !here(proxy.host()) => Some(format!("to the proxy {}", proxy.host())),
        _ => (!here(host)).then(|| format!("to {host}")),
    }
}

/// Refuses settings that contradict each other, or that the chosen backend does not support.
fn check(settings: &TransportSettings, scheme: &str, proxy: Option<&Chosen>) -> Result<()> {
    const UNIX_SOCKET: Setting = Setting::UNIX_SOCKET;
    let refused = |setting: Setting, why: &str| Err(Error::about(setting, format!("{setting}{why}")));
    if settings.unix_socket.is_some() {
        if cfg!(not(unix)) {
            return refused(UNIX_SOCKET, ": this system has no unix sockets");
        }
        if proxy.is_some() {
            let why = format!(" and {} contradict each other: use one of them", Setting::PROXY);
            return refused(UNIX_SOCKET, &why);
        }
        if settings.local_address.is_some() {
            let why = format!(" has no meaning with {UNIX_SOCKET}: use one of them");
            return refused(Setting::LOCAL_ADDRESS, &why);
        }
        if !settings.resolve.is_empty() {
            let why = format!(" has no meaning with {UNIX_SOCKET}, which needs no address: use one of them");
            return refused(Setting::RESOLVE, &why);
        }
    }
    let forwards = proxy.is_some_and(|proxy| matches!(proxy.scheme(), "http" | "https"));
    if forwards && scheme == "http" && settings.version == HttpVersion::Http2 {
        let text = format!(
            "HTTP/2 ({}) to a base URL with http:// cannot go through an HTTP proxy: use https:// or a socks5:// proxy",
            Setting::HTTP_VERSION
        );
        return Err(Error::about(Setting::HTTP_VERSION, text));
    }
    Ok(())
}

/// Names whose addresses are given.
fn check_names(settings: &TransportSettings, service: &str, proxy: Option<&Chosen>) -> Result<()> {
    const RESOLVE: Setting = Setting::RESOLVE;
    for (name, addresses) in &settings.resolve {
        if name.is_empty()
            || name.contains([':', '/', '@', '[', ']', '*'])
            || name.chars().any(char::is_whitespace)
        {
            let text = format!(
                "`{}` ({RESOLVE}) is not the name of a host alone, such as api.example.com",
                crate::secret::mask_url(name)
            );
            return Err(Error::about(RESOLVE, text));
        }
        if addresses.is_empty() {
            return Err(Error::about(RESOLVE, format!("{RESOLVE} gives no address for `{name}`")));
        }
        if name.eq_ignore_ascii_case(service) && proxy.is_some_and(Chosen::resolves) {
            let text = format!(
                "{RESOLVE} has no say for `{name}`, which the proxy looks up itself: use a socks5:// proxy, or {}",
                Setting::NO_PROXY
            );
            return Err(Error::about(RESOLVE, text));
        }
    }
    Ok(())
}

/// The body of an answer.
#[derive(Debug)]
pub(crate) enum HttpBody {
    AsItCame(RawBody),
    Unpacked(Box<Gzip<RawBody>>),
    /// It has this coding, which was not offered, and its connection is closed. Reading it fails once; the status still
    /// becomes an error.
    Refused(Option<Box<str>>),
    /// The answer of a hook.
    Given(Option<Bytes>),
    /// A body that is recorded, or replayed.
    Layer(Layer),
}

/// A body above this module, or in place of one.
pub(crate) struct Layer(Box<dyn ChunkSource>);

impl Layer {
    pub(crate) fn new(body: impl ChunkSource + 'static) -> Layer {
        Layer(Box::new(body))
    }
}

impl fmt::Debug for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Layer")
    }
}

impl HttpBody {
    /// Removes the headers that describe the compressed form. An empty body has no coding.
    fn new(body: RawBody, headers: &mut AnswerHeaders, offered: &Offered) -> HttpBody {
        match Form::of(headers, offered) {
            Form::AsItIs | Form::Foreign => HttpBody::AsItCame(body),
            Form::Gzip => {
                headers.remove(&["content-encoding", "content-length"]);
                HttpBody::Unpacked(Box::new(Gzip::new(body)))
            }
            Form::Refused(_) if body.remaining() == Some(0) => HttpBody::AsItCame(body),
            Form::Refused(coding) => HttpBody::Refused(Some(coding.into())),
        }
    }
}

impl ChunkSource for HttpBody {
    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Option<std::result::Result<Bytes, Failure>>> {
        match self {
            HttpBody::AsItCame(body) => body.poll_chunk(cx),
            HttpBody::Unpacked(body) => body.poll_chunk(cx),
            HttpBody::Refused(coding) => Poll::Ready(coding.take().map(|coding| Err(not_offered(&coding)))),
            HttpBody::Given(bytes) => Poll::Ready(bytes.take().filter(|bytes| !bytes.is_empty()).map(Ok)),
            HttpBody::Layer(layer) => layer.0.poll_chunk(cx),
        }
    }

    fn remaining(&self) -> Option<u64> {
        match self {
            HttpBody::AsItCame(body) => body.remaining(),
            HttpBody::Unpacked(_) | HttpBody::Refused(_) => None,
            HttpBody::Given(bytes) => Some(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64)),
            HttpBody::Layer(layer) => layer.0.remaining(),
        }
    }
}
