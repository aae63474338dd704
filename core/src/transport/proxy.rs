//! Chooses the proxy of a client, if any, when the client is built. reqwest makes the connections to proxies.

use std::borrow::Cow;
use std::fmt;
use std::net::IpAddr;

use hyper_util::client::proxy::matcher::Matcher;
use url::{ParseError, Url};

use super::exceptions::{Exception, list_covers};
use super::settings::Variables;
use super::{Proxy, TransportSettings};
use crate::error::{Error, Result};
use crate::secret::mask_url;
use crate::setting::Setting;

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
    #[cfg(feature = "proxy")]
    pub(super) fn url(&self) -> &str {
        self.url.as_str()
    }

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
}

/// The proxy for calls of `base`; `None` if they go directly. `variables` replaces the environment of the process.
///
/// # Errors
/// The address of a proxy that would be used is invalid, or a list of exceptions.
pub(super) fn choose(
    settings: &TransportSettings,
    base: &Url,
    variables: Option<&Variables>,
) -> Result<Option<Chosen>> {
    let exceptions = settings.no_proxy.iter().map(|entry| exception(entry)).collect::<Result<Vec<_>>>()?;
    if exceptions.iter().any(|exception| exception.covers(base)) {
        return Ok(None);
    }
    match &settings.proxy {
        Proxy::None => Ok(None),
        Proxy::Url(text) => parse(text, &Setting::PROXY.to_string()).map(Some),
        // The environment does not apply to requests that stay on this machine.
        Proxy::FromEnvironment if settings.unix_socket.is_some() => Ok(None),
        Proxy::FromEnvironment if stays_here(base.host_str().unwrap_or_default(), &settings.resolve) => {
            Ok(None)
        }
        Proxy::FromEnvironment => from_environment(base, variables, settings.asks_system),
    }
}

fn from_environment(base: &Url, variables: Option<&Variables>, asks_system: bool) -> Result<Option<Chosen>> {
    let read = |name: &str| match variables {
        Some(variables) => variables(name),
        None => std::env::var(name).ok(),
    };
    // In a CGI program HTTP_PROXY may be a header of the client that called it.
    if read("REQUEST_METHOD").is_some() {
        return Ok(None);
    }
    // Lower case comes first, as in curl.
    let given = |names: [&'static str; 2]| {
        names.into_iter().find_map(|name| Some((name, read(name).filter(|value| !value.is_empty())?)))
    };
    let own = match base.scheme() {
        "https" => ["https_proxy", "HTTPS_PROXY"],
        _ => ["http_proxy", "HTTP_PROXY"],
    };
    let proxy = given(own).or_else(|| given(["all_proxy", "ALL_PROXY"]));
    if proxy.is_none() && variables.is_some() && !asks_system {
        return Ok(None);
    }
    if given(["no_proxy", "NO_PROXY"]).is_some_and(|(name, list)| list_covers(&list, name, base)) {
        return Ok(None);
    }
    match proxy {
        Some((name, value)) => parse(value.trim(), name).map(Some),
        None => from_system(base),
    }
}

/// The proxy settings of macOS and Windows.
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
        let text = format!("`{}` is not the URL of a proxy ({named}): {why}", mask_url(text));
        Error::about(Setting::PROXY, text)
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
    // The layers below ignore a proxy that they cannot parse.
    if !is_readable(url.as_str()) {
        return Err(refused("a character stands in it that has to be percent-encoded".into()));
    }
    Ok(Chosen { url })
}

fn is_readable(proxy: &str) -> bool {
    let service = http::Uri::from_static("https://service.invalid/");
    Matcher::builder().all(proxy.to_owned()).build().intercept(&service).is_some()
}

fn exception(entry: &str) -> Result<Exception> {
    Exception::parse(entry).ok_or_else(|| {
        let text = format!(
            "`{}` ({}) is no host, domain or address, with or without a port, no network such as 10.0.0.0/8, and not \
            `*`",
            mask_url(entry),
            Setting::NO_PROXY
        );
        Error::about(Setting::NO_PROXY, text)
    })
}

/// Whether requests to a host stay on this machine. If addresses were set for its name, they decide instead of the
/// name.
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
