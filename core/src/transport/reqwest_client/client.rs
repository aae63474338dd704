//! Every route that is not a direct HTTP/1.1 connection: HTTP/2, negotiated versions, proxies, unix sockets, and
//! customisation by a Rust program, over one reqwest client. It resends only requests that were not processed; retries
//! are made above it.

mod failure;
mod made_here;
mod names;
mod per_runtime;
mod received;
mod upload;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use failure::{closed_without_answer, unanswered, was_not_processed};
use http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use http::{HeaderValue, Method, Request, Uri, Version};
use made_here::{MadeHere, watched};
use per_runtime::{Kept, PerRuntime};
pub(crate) use received::Received;
use rustls::ClientConfig;
use upload::Upload;

use crate::error::{Error, Result};
use crate::secret::mask_url;
use crate::setting::Setting;
#[cfg(any(target_os = "android", target_os = "fuchsia", target_os = "linux"))]
use crate::transport::connect::UNACKNOWLEDGED;
use crate::transport::connect::{Connector, KEEPALIVE_PROBES};
use crate::transport::failure::{Unusable, unconnected};
use crate::transport::http1::{Http1, give_up_idle};
use crate::transport::names::Names;
use crate::transport::proxy::Chosen;
use crate::transport::tls::Tls;
use crate::transport::{Failure, HttpVersion, Incoming, Outgoing, TransportSettings};

/// Windows: small per stream, so that a slow consumer holds back its own stream only, and a large one for the
/// connection, so that it does not hold back the others (decision 0021).
const STREAM_WINDOW: u32 = 256 << 10;
const CONNECTION_WINDOW: u32 = 64 << 20;
/// How often a request is sent again that the service refused before it processed it.
const RESENDS: u32 = 3;

/// Cheap to clone; all copies share the connections of each runtime.
#[derive(Clone)]
pub(in crate::transport) struct ReqwestClient {
    inner: Arc<Inner>,
}

struct Inner {
    parts: BuilderParts,
    tls: Arc<Tls>,
    /// If the system's certificates are needed, the first client is built for the first call, which reads them.
    made: PerRuntime,
    /// Settings of a client that makes no handshake.
    no_tls: Option<ClientConfig>,
    /// For HTTP/2 with prior knowledge, over a direct connection: the fallback for a service without it.
    older: Option<(Connector, Http1)>,
    speaks_older: AtomicBool,
    /// The service has answered in HTTP/2.
    speaks_http2: AtomicBool,
    /// The log already reports that the service lacks the requested HTTP/2.
    logged: AtomicBool,
}

struct BuilderParts {
    settings: TransportSettings,
    proxy: Option<reqwest::Proxy>,
    names: Names,
    limit: Duration,
    /// HTTP/2 is used with prior knowledge.
    knows_http2: bool,
}

impl ReqwestClient {
    /// # Errors
    /// A setting that reqwest refuses.
    pub(in crate::transport) fn new(
        settings: &TransportSettings,
        proxy: Option<&Chosen>,
        way: (&Uri, Duration),
        names: Names,
        tls: Arc<Tls>,
    ) -> Result<ReqwestClient> {
        let (base, limit) = way;
        let plain = base.scheme_str() == Some("http");
        let knows_http2 = plain && settings.version == HttpVersion::Http2;
        let direct = proxy.is_none() && settings.unix_socket.is_none() && settings.customise.is_none();
        let older = (knows_http2 && direct).then(|| {
            let connector = Connector::new(settings, limit, names.clone(), Arc::clone(&tls));
            (connector.clone(), Http1::new(connector, &settings.pool))
        });
        let secure =
            !plain || settings.customise.is_some() || proxy.is_some_and(|proxy| proxy.scheme() == "https");
        let proxy = proxy.map(proxy_of).transpose()?;
        let parts = BuilderParts { settings: settings.clone(), proxy, names, limit, knows_http2 };
        let no_tls = if secure { None } else { Some(tls.none()?) };
        let spare = match &no_tls {
            Some(config) => Some(parts.client(config.clone())?),
            // The options of `customise` are validated there.
            None if settings.customise.is_some() => {
                Some(parts.client(ClientConfig::clone(&*tls.settings_now()?))?)
            }
            None => None,
        };
        let made = PerRuntime::new(spare);
        let no = || AtomicBool::new(false);
        let inner =
            Inner { parts, tls, made, no_tls, older, speaks_older: no(), speaks_http2: no(), logged: no() };
        Ok(ReqwestClient { inner: Arc::new(inner) })
    }

    pub(in crate::transport) async fn send(
        &self,
        outgoing: &Outgoing,
    ) -> std::result::Result<Incoming<Received>, Failure> {
        let Inner { older, speaks_older, .. } = &*self.inner;
        if let Some((_, http1)) = older.as_ref().filter(|_| speaks_older.load(Ordering::Relaxed)) {
            return Ok(http1.send(outgoing).await?.map(Received::Http1));
        }
        let mut kept = self.client(&outgoing.uri).await?;
        let (mut resends, mut sent_again, mut gave_up) = (RESENDS, false, false);
        loop {
            let (answer, made) = watched(kept.client.execute(request(outgoing)?)).await;
            let error = match answer {
                Ok(answer) => return Ok(self.answered(answer)),
                Err(error) => error,
            };
            if resends > 0 && was_not_processed(&error) && !outgoing.body.is_used_up() {
                resends -= 1;
                tracing::debug!(target: "parlour",
                    "the service refused a request before it processed it: it is sent again");
            } else if !made && !sent_again && self.closed_at_reuse(&error, outgoing) {
                sent_again = true;
                // The other idle connections are at least as old.
                self.inner.made.forget(&kept);
                kept = self.client(&outgoing.uri).await?;
                tracing::debug!(target: "parlour",
                    "the service closed a connection when it was used again: the request is sent on a new one");
            } else if let Some(http1) = self.falls_back(&error, &outgoing.uri).await {
                return Ok(http1.send(outgoing).await?.map(Received::Http1));
            } else {
                let failed = unanswered(error, &outgoing.uri);
                if gave_up || !failed.lacks_descriptors() || outgoing.body.is_used_up() || give_up_idle() == 0
                {
                    return Err(failed);
                }
                gave_up = true;
                tracing::debug!(target: "parlour",
                    "no file descriptor is left: idle connections were closed for a new one");
            }
        }
    }

    /// Whether the service closed a connection that was used before in place of an answer (decision 0113). HTTP/2
    /// reports unprocessed requests itself.
    fn closed_at_reuse(&self, error: &reqwest::Error, outgoing: &Outgoing) -> bool {
        !error.is_connect()
            && !self.inner.speaks_http2.load(Ordering::Relaxed)
            && !outgoing.once
            && !outgoing.body.is_used_up()
            && closed_without_answer(error)
    }

    /// The HTTP/1.1 client for a service that shows that it lacks HTTP/2, and so cannot have read the request.
    async fn falls_back(&self, error: &reqwest::Error, to: &Uri) -> Option<&Http1> {
        let Inner { older, speaks_older, speaks_http2, .. } = &*self.inner;
        let (connector, http1) = older.as_ref()?;
        if error.is_connect()
            || speaks_http2.load(Ordering::Relaxed)
            || !connector.lacks_http2(to.clone()).await
        {
            return None;
        }
        speaks_older.store(true, Ordering::Relaxed);
        self.log_fallback();
        Some(http1)
    }

    fn answered(&self, answer: reqwest::Response) -> Incoming<Received> {
        let Inner { parts, speaks_http2, .. } = &*self.inner;
        if answer.version() == Version::HTTP_2 {
            speaks_http2.store(true, Ordering::Relaxed);
        } else if parts.settings.version == HttpVersion::Http2 {
            self.log_fallback();
        }
        let (head, body) = http::Response::from(answer).into_parts();
        let body = Received::of_reqwest(body);
        Incoming { status: head.status.as_u16(), headers: head.headers.into(), body }
    }

    fn log_fallback(&self) {
        if !self.inner.logged.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                target: "parlour",
                "HTTP/2 was asked for ({}), and the service does not speak it: HTTP/1.1 is used",
                Setting::HTTP_VERSION
            );
        }
    }

    async fn client(&self, to: &Uri) -> std::result::Result<Kept, Failure> {
        let Inner { parts, tls, made, no_tls, .. } = &*self.inner;
        if let Some(kept) = made.get() {
            return Ok(kept);
        }
        let config = match no_tls {
            Some(config) => config.clone(),
            None => {
                let handshake = tls.settings().await.map_err(|error| unconnected(error, to))?;
                ClientConfig::clone(&handshake)
            }
        };
        let client = parts.client(config);
        let client = client.map_err(|error| unconnected(Unusable(Arc::new(error)).into(), to))?;
        Ok(made.put(client))
    }
}

impl BuilderParts {
    fn client(&self, tls: ClientConfig) -> Result<reqwest::Client> {
        let BuilderParts { settings, limit, .. } = self;
        let pool = &settings.pool;
        let mut builder = reqwest::Client::builder()
            .no_proxy()
            // A feature of reqwest that the program enables must not unpack answers past our bounds.
            .no_gzip()
            .no_brotli()
            .no_zstd()
            .no_deflate()
            .dns_resolver(self.names.clone())
            .tls_backend_preconfigured(tls)
            .connect_timeout(*limit)
            .pool_idle_timeout(pool.idle_timeout)
            .pool_max_idle_per_host(pool.max_idle_per_host)
            .tcp_nodelay(true)
            .tcp_keepalive(pool.tcp_keepalive)
            .tcp_keepalive_interval(pool.tcp_keepalive)
            .tcp_keepalive_retries(KEEPALIVE_PROBES)
            .http2_initial_stream_window_size(STREAM_WINDOW)
            .http2_initial_connection_window_size(CONNECTION_WINDOW)
            .http2_keep_alive_interval(Duration::from_secs(30))
            .local_address(settings.local_address);
        #[cfg(any(target_os = "android", target_os = "fuchsia", target_os = "linux"))]
        {
            builder = builder.tcp_user_timeout(UNACKNOWLEDGED);
        }
        if settings.version == HttpVersion::Http1 {
            builder = builder.http1_only();
        } else if self.knows_http2 {
            builder = builder.http2_prior_knowledge();
        }
        if let Some(proxy) = &self.proxy {
            builder = builder.proxy(proxy.clone());
        }
        #[cfg(unix)]
        if let Some(path) = &settings.unix_socket {
            builder = builder.unix_socket(path.as_path());
        }
        if let Some(customise) = &settings.customise {
            builder = customise(builder);
        }
        // The last layer is the outermost: it also sees what a program's own layers make.
        let builder = builder.connector_layer(MadeHere);
        // A redirect would leak the key, retries are up to the policy, and bytes must not be logged.
        let builder = builder
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .referer(false)
            .connection_verbose(false);
        builder.build().map_err(|error| {
            Error::config(format!("the client of reqwest cannot be built: {}", innermost(&error)))
                .with_source(error)
        })
    }
}

/// A proxy as reqwest takes it.
fn proxy_of(chosen: &Chosen) -> Result<reqwest::Proxy> {
    reqwest::Proxy::all(chosen.url()).map_err(|error| {
        let text = format!("the proxy `{}` cannot be used", mask_url(chosen.url()));
        Error::about(Setting::PROXY, text).with_source(error.without_url())
    })
}

fn innermost(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    cause.to_string()
}

/// A request shares its body with the next attempt, in case this one is refused.
fn request(outgoing: &Outgoing) -> std::result::Result<reqwest::Request, Failure> {
    let is_empty = outgoing.body.length() == Some(0);
    let body = match is_empty {
        true => reqwest::Body::default(),
        false => reqwest::Body::wrap(Upload::new(outgoing.body.clone())),
    };
    let mut request = Request::new(body);
    *request.method_mut() = outgoing.method.clone();
    *request.uri_mut() = outgoing.uri.clone();
    let headers = request.headers_mut();
    *headers = outgoing.headers.clone();
    // Length and framing are ours to tell, and a method that may bring a body says that it brings none.
    headers.remove(TRANSFER_ENCODING);
    headers.remove(CONTENT_LENGTH);
    if is_empty && matches!(outgoing.method, Method::POST | Method::PUT | Method::PATCH) {
        headers.insert(CONTENT_LENGTH, HeaderValue::from_static("0"));
    }
    reqwest::Request::try_from(request).map_err(|error| unanswered(error, &outgoing.uri))
}

impl fmt::Debug for ReqwestClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReqwestClient").finish_non_exhaustive()
    }
}
