//! Which calls go through which proxy, and how it is told who asks. It must not know connections.

use std::fmt;

use http::header::PROXY_AUTHORIZATION;
use http::uri::Scheme;
use http::{HeaderMap, Uri};
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use url::{ParseError, Url};

use super::Proxy;
use crate::error::{Error, Result};

/// Its `Debug` says nothing of it: the address of a proxy may hold a password.
pub(super) struct Proxies {
    matcher: Matcher,
}

impl fmt::Debug for Proxies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proxies").finish_non_exhaustive()
    }
}

impl Proxies {
    /// What the setting asks for; nothing if every call goes straight. `loopback` is whether the service is on this
    /// machine: the environment has no say then.
    pub(super) fn new(setting: &Proxy, loopback: bool) -> Result<Option<Proxies>> {
        let matcher = match setting {
            Proxy::FromEnvironment if !loopback => Matcher::from_system(),
            Proxy::None | Proxy::FromEnvironment => return Ok(None),
            Proxy::Url(url) => given(url).ok_or_else(|| {
                Error::config(format!("`{}` is not the URL of a proxy", crate::secret::mask_url(url)))
            })?,
        };
        Ok(Some(Proxies { matcher }))
    }

    pub(super) fn intercept(&self, to: &Uri) -> Option<Intercept> {
        self.matcher.intercept(to)
    }

    /// Adds the proxy's credential to a request it passes on itself. One that goes through a tunnel must not carry
    /// it: the tunnel was opened with it, and what is inside is the service's.
    pub(super) fn authorize(&self, to: &Uri, headers: &mut HeaderMap) {
        if to.scheme() != Some(&Scheme::HTTP) || headers.contains_key(PROXY_AUTHORIZATION) {
            return;
        }
        if let Some(credential) = self.intercept(to).and_then(|proxy| proxy.basic_auth().cloned()) {
            headers.insert(PROXY_AUTHORIZATION, credential);
        }
    }
}

/// `host:port` alone is taken as an HTTP proxy, as the environment's variables are.
fn given(text: &str) -> Option<Matcher> {
    let url = match Url::parse(text) {
        Ok(url) if url.has_host() => url,
        Ok(_) | Err(ParseError::RelativeUrlWithoutBase) => Url::parse(&format!("http://{text}")).ok()?,
        Err(_) => return None,
    };
    let matcher = Matcher::builder().all(String::from(url)).build();
    // A scheme it knows nothing of would make it let everything pass.
    matcher.intercept(&Uri::from_static("https://service.invalid/")).is_some().then_some(matcher)
}
