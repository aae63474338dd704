//! A proxy for one case: HTTP (CONNECT and absolute targets), the same over TLS, or SOCKS5, with a password if the case
//! wants one. It leads every name to this machine, so that a case can name hosts that do not exist, and tells what it
//! was asked for.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};

use crate::json::Json;

/// Most bytes of a request head that are read.
const MAX_HEAD: usize = 64 * 1024;
/// The reply of a SOCKS5 proxy that refuses every connection (RFC 1928 section 6).
const NOT_ALLOWED: u8 = 2;

/// The keys of `proxy` in a case.
pub const KEYS: &[&str] = &["speaks", "user", "password", "refuse", "lose"];

/// How a proxy is to behave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Order {
    socks: bool,
    tls: bool,
    /// Name and password that are asked for.
    credentials: Option<(String, String)>,
    /// The status of every answer, in place of a connection.
    refuse: Option<u64>,
    /// So many connections are closed as soon as they are asked for something.
    lose: u64,
}

impl Order {
    /// Reads `proxy` of a case.
    ///
    /// # Errors
    /// A sentence about the first part that is not understood.
    pub fn read(json: &Json) -> Result<Order, String> {
        let text = |key: &str| json.get(key).and_then(Json::as_str);
        let (socks, tls) = match text("speaks") {
            Some("http") => (false, false),
            Some("https") => (false, true),
            Some("socks5") => (true, false),
            _ => return Err("proxy.speaks: http, https or socks5".to_owned()),
        };
        let user =
            text("user").map(|user| (user.to_owned(), text("password").unwrap_or_default().to_owned()));
        let number = |key: &str| json.get(key).and_then(Json::as_u64);
        Ok(Order {
            socks,
            tls,
            credentials: user,
            refuse: number("refuse"),
            lose: number("lose").unwrap_or(0),
        })
    }
}

/// A running proxy; dropping it ends it.
pub struct Proxy {
    address: String,
    /// The certificate of a proxy that is spoken to over TLS.
    ca_pem: String,
    seen: Arc<Mutex<Vec<Json>>>,
    listener: JoinHandle<()>,
}

impl Proxy {
    /// Listens on a free port of the loopback address.
    ///
    /// # Errors
    /// No port, or no certificate, is to be had.
    pub async fn start(order: Order) -> io::Result<Proxy> {
        let socket = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = socket.local_addr()?.to_string();
        let (acceptor, ca_pem) = match order.tls {
            true => certificate().map(|(acceptor, pem)| (Some(acceptor), pem)).map_err(io::Error::other)?,
            false => (None, String::new()),
        };
        let seen = Arc::new(Mutex::new(Vec::new()));
        let desk = Arc::new(Desk { order, seen: Arc::clone(&seen) });
        let listener = tokio::spawn(async move {
            let mut connections = tokio::task::JoinSet::new();
            while let Ok((stream, _)) = socket.accept().await {
                let (desk, acceptor) = (Arc::clone(&desk), acceptor.clone());
                // The case is about how a connection ends: nothing is reported here.
                connections.spawn(async move {
                    match acceptor {
                        Some(acceptor) => desk.serve(acceptor.accept(stream).await?).await,
                        None => desk.serve(stream).await,
                    }
                });
                while connections.try_join_next().is_some() {}
            }
        });
        Ok(Proxy { address, ca_pem, seen, listener })
    }

    /// Host and port.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Its certificate as PEM, for a client that is to trust it; empty without TLS.
    #[must_use]
    pub fn ca_pem(&self) -> &str {
        &self.ca_pem
    }

    /// The requests to the proxy, in order: `{how, target, user, password}`.
    #[must_use]
    pub fn seen(&self) -> Json {
        Json::Array(self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.listener.abort();
    }
}

fn certificate() -> Result<(TlsAcceptor, String), Box<dyn std::error::Error + Send + Sync>> {
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned(), "127.0.0.1".to_owned()])?;
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)?;
    Ok((TlsAcceptor::from(Arc::new(config)), made.cert.pem()))
}

/// Where connections are served.
struct Desk {
    order: Order,
    seen: Arc<Mutex<Vec<Json>>>,
}

impl Desk {
    async fn serve<S: AsyncRead + AsyncWrite + Unpin>(&self, stream: S) -> io::Result<()> {
        if self.order.socks { self.socks(stream).await } else { self.http(stream).await }
    }

    /// Notes a request, and whether its connection is to be lost.
    fn note(&self, how: &str, target: &str, given: Option<&(String, String)>) -> bool {
        let mut line = Json::Object(vec![("how".to_owned(), Json::text(how))]);
        line.set("target", Json::text(target));
        if let Some((user, password)) = given {
            line.set("user", Json::text(user));
            line.set("password", Json::text(password));
        }
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.push(line);
        seen.len() as u64 <= self.order.lose
    }

    fn admits(&self, given: Option<&(String, String)>) -> bool {
        self.order.credentials.as_ref().is_none_or(|wanted| given == Some(wanted))
    }

    async fn http<S: AsyncRead + AsyncWrite + Unpin>(&self, mut stream: S) -> io::Result<()> {
        let mut read = Vec::new();
        let end = loop {
            if let Some(at) = read.windows(4).position(|four| four == b"\r\n\r\n") {
                break at + 4;
            }
            if read.len() > MAX_HEAD || stream.read_buf(&mut read).await? == 0 {
                return Ok(());
            }
        };
        let head = String::from_utf8_lossy(read.get(..end).unwrap_or_default()).into_owned();
        let mut words = head.split_ascii_whitespace();
        let (method, asked) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let tunnel = method == "CONNECT";
        let target = match asked.split_once("://") {
            Some((_, rest)) => rest.split('/').next().unwrap_or_default(),
            None => asked,
        };
        let given = head.lines().find_map(basic);
        let lost = self.note(if tunnel { "connect" } else { "forward" }, target, given.as_ref());
        if lost {
            return Ok(());
        }
        let status = match self.order.refuse {
            Some(status) => Some(status),
            None => (!self.admits(given.as_ref())).then_some(407),
        };
        if let Some(status) = status {
            let answer = format!(
                "HTTP/1.1 {status} No\r\nproxy-authenticate: Basic realm=\"proxy\"\r\ncontent-length: 0\r\n\r\n"
            );
            stream.write_all(answer.as_bytes()).await?;
            return stream.shutdown().await;
        }
        let mut upstream = connect(target, if tunnel { 443 } else { 80 }).await?;
        if tunnel {
            stream.write_all(b"HTTP/1.1 200 Go on\r\n\r\n").await?;
            upstream.write_all(read.get(end..).unwrap_or_default()).await?;
        } else {
            upstream.write_all(&read).await?;
        }
        tokio::io::copy_bidirectional(&mut stream, &mut upstream).await.map(drop)
    }

    /// RFC 1928, and RFC 1929 where a password is asked for or is all that the client offers.
    async fn socks<S: AsyncRead + AsyncWrite + Unpin>(&self, mut stream: S) -> io::Result<()> {
        const NO_PASSWORD: u8 = 0;
        const PASSWORD: u8 = 2;
        const NOTHING_FITS: u8 = 0xff;
        if stream.read_u8().await? != 5 {
            return Ok(());
        }
        let methods = counted(&mut stream).await?;
        let way = match self.order.credentials {
            None if methods.contains(&NO_PASSWORD) => NO_PASSWORD,
            _ if methods.contains(&PASSWORD) => PASSWORD,
            _ => NOTHING_FITS,
        };
        stream.write_all(&[5, way]).await?;
        if way == NOTHING_FITS {
            self.note("socks5", "", None);
            return stream.shutdown().await;
        }
        let mut given = None;
        if way == PASSWORD {
            stream.read_u8().await?;
            let user = String::from_utf8_lossy(&counted(&mut stream).await?).into_owned();
            let password = String::from_utf8_lossy(&counted(&mut stream).await?).into_owned();
            given = Some((user, password));
            let admitted = self.admits(given.as_ref());
            stream.write_all(&[1, u8::from(!admitted)]).await?;
            if !admitted {
                self.note("socks5", "", given.as_ref());
                return stream.shutdown().await;
            }
        }
        let mut request = [0; 4];
        stream.read_exact(&mut request).await?;
        let host = match request[3] {
            1 => std::net::Ipv4Addr::from(stream.read_u32().await?).to_string(),
            4 => format!("[{}]", std::net::Ipv6Addr::from(stream.read_u128().await?)),
            _ => String::from_utf8_lossy(&counted(&mut stream).await?).into_owned(),
        };
        let target = format!("{host}:{}", stream.read_u16().await?);
        if self.note("socks5", &target, given.as_ref()) {
            return Ok(());
        }
        let code = if self.order.refuse.is_some() { NOT_ALLOWED } else { 0 };
        stream.write_all(&[5, code, 0, 1, 0, 0, 0, 0, 0, 0]).await?;
        if code != 0 {
            return stream.shutdown().await;
        }
        let mut upstream = connect(&target, 80).await?;
        tokio::io::copy_bidirectional(&mut stream, &mut upstream).await.map(drop)
    }
}

/// A length and as many bytes.
async fn counted<S: AsyncRead + Unpin>(stream: &mut S) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; usize::from(stream.read_u8().await?)];
    stream.read_exact(&mut bytes).await?;
    Ok(bytes)
}

/// Name and password of a line `proxy-authorization: Basic …`.
fn basic(line: &str) -> Option<(String, String)> {
    let (name, value) = line.split_once(':')?;
    let text =
        value.trim().strip_prefix("Basic ").filter(|_| name.eq_ignore_ascii_case("proxy-authorization"))?;
    let decoded = String::from_utf8(STANDARD.decode(text).ok()?).ok()?;
    decoded.split_once(':').map(|(user, password)| (user.to_owned(), password.to_owned()))
}

/// Whatever the host is called: its port on this machine.
async fn connect(target: &str, usual_port: u16) -> io::Result<TcpStream> {
    let port = target.rsplit_once(':').and_then(|(_, port)| port.parse().ok()).unwrap_or(usual_port);
    TcpStream::connect(("127.0.0.1", port)).await
}
