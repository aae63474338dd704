//! Which proxy the calls of a client go through, if any, judged when the client is made. reqwest makes the connections
//! to proxies.

use std::borrow::Cow;
use std::fmt;
use std::net::IpAddr;

use hyper_util::client::proxy::matcher::Matcher;
use url::{ParseError, Url};

use super::settings::Variables;
use super::{Proxy, TransportSettings};
use crate::error::{Error, Result};
use crate::secret::mask_url;

/// The schemes of proxies that are supported.
const SCHEMES: [&str; 4] = ["http", "https", "socks5", "socks5h"];

/// A proxy that is used. Its `Debug` shows no password.
#[derive(Clone)]
pub(super) struct Chosen {
    url: Url,
}

impl fmt::Debug for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chosen({})", mask_url(self.url.as_str()))
    }
}

impl Chosen {
    pub(super) fn scheme(&self) -> &str {
        self.url.scheme()
    }

    pub(super) fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }

    /// Whether it looks up the service's name itself.
    pub(super) fn resolves(&self) -> bool {
        self.scheme() != "socks5"
    }

    /// As reqwest takes it.
    pub(super) fn for_reqwest(&self) -> Result<reqwest::Proxy> {
        reqwest::Proxy::all(self.url.as_str()).map_err(|error| {
            Error::config(format!("the proxy `{}` cannot be used", mask_url(self.url.as_str())))
                .with_source(error.without_url())
        })
    }
}

/// The proxy for calls of `base`; `None` if they go directly. `variables` stand for those of the process.
///
/// # Errors
/// What is wrong with the address of a proxy that would be used, or with a list of exceptions.
pub(super) fn choose(
    settings: &TransportSettings,
    base: &Url,
    variables: Option<&Variables>,
) -> Result<Option<Chosen>> {
    for entry in &settings.no_proxy {
        check_exception(entry)?;
    }
    if is_exempt(base, &settings.no_proxy.join(",")) {
        return Ok(None);
    }
    match &settings.proxy {
        Proxy::None => Ok(None),
        Proxy::Url(text) => parse(text, "proxy").map(Some),
        // The environment has no say in what stays on this machine.
        Proxy::FromEnvironment if settings.unix_socket.is_some() => Ok(None),
        Proxy::FromEnvironment if stays_here(base.host_str().unwrap_or_default(), &settings.resolve) => {
            Ok(None)
        }
        Proxy::FromEnvironment => from_environment(base, variables),
    }
}

fn from_environment(base: &Url, variables: Option<&Variables>) -> Result<Option<Chosen>> {
    let read = |name: &str| match variables {
        Some(variables) => variables(name),
        None => std::env::var(name).ok(),
    };
    // In a CGI program HTTP_PROXY may be a header of the client that called it.
    if read("REQUEST_METHOD").is_some() {
        return Ok(None);
    }
    let given = |names: [&'static str; 2]| {
        names.into_iter().find_map(|name| Some((name, read(name).filter(|value| !value.is_empty())?)))
    };
    let own = match base.scheme() {
        "https" => ["HTTPS_PROXY", "https_proxy"],
        _ => ["HTTP_PROXY", "http_proxy"],
    };
    let exceptions = given(["NO_PROXY", "no_proxy"]).map(|(_, list)| list).unwrap_or_default();
    if is_exempt(base, &exceptions) {
        return Ok(None);
    }
    match given(own).or_else(|| given(["ALL_PROXY", "all_proxy"])) {
        Some((name, value)) => parse(value.trim(), name).map(Some),
        None if variables.is_none() => from_system(base),
        None => Ok(None),
    }
}

/// What the settings of macOS and Windows say.
#[cfg(any(target_os = "macos", windows))]
fn from_system(base: &Url) -> Result<Option<Chosen>> {
    let uri = crate::transport::address::uri(base)?;
    match Matcher::from_system().intercept(&uri) {
        Some(proxy) => parse(&proxy.uri().to_string(), "the system's setting").map(Some),
        None => Ok(None),
    }
}

#[cfg(not(any(target_os = "macos", windows)))]
fn from_system(_: &Url) -> Result<Option<Chosen>> {
    Ok(None)
}

/// `host:port` alone is taken as an HTTP proxy, as the environment's variables are.
fn parse(text: &str, named: &str) -> Result<Chosen> {
    let refused = |why: Cow<'static, str>| {
        Error::config(format!("`{}` is not the URL of a proxy ({named}): {why}", mask_url(text)))
    };
    let url = match Url::parse(text) {
        Ok(url) if url.has_host() => Ok(url),
        Ok(url) if text.starts_with(&format!("{}://", url.scheme())) => Err(ParseError::EmptyHost),
        Ok(_) | Err(ParseError::RelativeUrlWithoutBase) => Url::parse(&format!("http://{text}")),
        Err(error) => Err(error),
    };
    let url = url.map_err(|error| refused(error.to_string().into()))?;
    if !SCHEMES.contains(&url.scheme()) {
        let why = format!("the scheme `{}` is none of {}", url.scheme(), SCHEMES.join(", "));
        return Err(refused(why.into()));
    }
    // The layers below take what they cannot read for no proxy at all.
    if !intercepts(url.as_str(), "", &http::Uri::from_static("https://service.invalid/")) {
        return Err(refused("a character stands in it that has to be percent-encoded".into()));
    }
    Ok(Chosen { url })
}

fn intercepts(proxy: &str, exceptions: &str, uri: &http::Uri) -> bool {
    Matcher::builder().all(proxy.to_owned()).no(exceptions.to_owned()).build().intercept(uri).is_some()
}

fn is_exempt(base: &Url, exceptions: &str) -> bool {
    // The matcher below takes the star for names only.
    if exceptions.split(',').any(|entry| entry.trim() == "*") {
        return true;
    }
    let uri = base.as_str().parse::<http::Uri>();
    !exceptions.is_empty() && uri.is_ok_and(|uri| !intercepts("http://proxy.invalid", exceptions, &uri))
}

/// An exception is a host, a domain, an address, a network, or `*`. What is none would silently never match.
fn check_exception(entry: &str) -> Result<()> {
    let text = entry.trim();
    let is_address = text.parse::<IpAddr>().is_ok();
    let is_network = text.split_once('/').is_some_and(|(address, bits)| {
        let most = match address.parse::<IpAddr>() {
            Ok(IpAddr::V4(_)) => 32,
            Ok(IpAddr::V6(_)) => 128,
            Err(_) => return false,
        };
        bits.parse::<u8>().is_ok_and(|bits| bits <= most)
    });
    let name = text.strip_prefix('.').unwrap_or(text);
    let is_name = !name.is_empty()
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_'))
        && !name.starts_with('.');
    if is_address || is_network || is_name || text == "*" {
        return Ok(());
    }
    Err(Error::config(format!(
        "`{}` (no_proxy) is no host, domain, address, network such as 10.0.0.0/8, or `*`; a port is not part of it",
        mask_url(entry)
    )))
}

/// Whether what is sent to a host stays on this machine. Addresses that were given for its name count, not the name.
pub(super) fn stays_here(host: &str, resolve: &[(String, Vec<IpAddr>)]) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    if let Some((_, addresses)) = resolve.iter().find(|(name, _)| name.eq_ignore_ascii_case(bare)) {
        return addresses.iter().all(IpAddr::is_loopback);
    }
    match bare.parse::<IpAddr>() {
        Ok(address) => address.is_loopback(),
        Err(_) => bare.eq_ignore_ascii_case("localhost"),
    }
}
