//! Credentials: a key, a token, or the headers that a gateway requires.

use std::fmt;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;
use std::time::Duration;

use http::header::{AUTHORIZATION, CONNECTION, CONTENT_LENGTH, HOST, TRANSFER_ENCODING};
use http::{HeaderMap, HeaderName, HeaderValue, Uri};
use ring::hmac;
use url::Url;

use crate::error::masking::Secrets;
use crate::error::{Error, Result};
use crate::secret::{Identity, MaskedHeaders, Secret, remove_secrets};
use crate::service::Dialect;
use crate::setting::Setting;
use crate::transport::{HttpClient, address};

/// Identifies the caller. Prints as a mask. The text of a key or a token is wiped when the last copy is dropped; the
/// copies that the HTTP library makes while it sends a header are not under our control.
#[derive(Clone)]
pub struct Credential {
    own: Option<Own>,
    extra: Option<Box<Extra>>,
}

/// The key of the hash that names a credential in a store of shared limits; the store adds a salt of its own.
const IDENTITY: &[u8] = b"parlour: credential of shared limits";

/// A key or a token.
#[derive(Clone)]
struct Own {
    scheme: Scheme,
    secret: Arc<Secret>,
    header: HeaderValue,
}

/// The parts that only a provider sets.
#[derive(Clone, Default)]
struct Extra {
    headers: HeaderMap,
    url: Option<Url>,
    valid_for: Option<Duration>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scheme {
    ApiKey,
    Bearer,
}

/// The routes that a client's requests take.
pub(crate) struct Way<'a> {
    pub(crate) base_url: &'a Url,
    pub(crate) allow_plain_http: bool,
    pub(crate) transport: &'a HttpClient,
}

static X_API_KEY: HeaderName = HeaderName::from_static("x-api-key");

/// Headers that frame the request or name its destination. They are derived from the request itself (RFC 9112).
pub(crate) const FRAMING: [HeaderName; 4] = [HOST, CONTENT_LENGTH, TRANSFER_ENCODING, CONNECTION];

impl Credential {
    /// An API key, sent as `x-api-key` (spec §5). White space around it is dropped.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if it is empty or holds characters a header cannot carry.
    pub fn api_key(key: impl AsRef<str>) -> Result<Credential> {
        Credential::new(Scheme::ApiKey, key.as_ref())
    }

    /// A token, sent as `authorization: Bearer …` (protocol §7.7).
    ///
    /// # Errors
    /// As for [`Credential::api_key`].
    pub fn bearer(token: impl AsRef<str>) -> Result<Credential> {
        Credential::new(Scheme::Bearer, token.as_ref())
    }

    /// No key and no token: the caller is identified by headers that [`Credential::with_header`] adds, for example a
    /// signature.
    #[must_use]
    pub fn in_headers() -> Credential {
        Credential { own: None, extra: None }
    }

    /// Sends this header too, in place of one of that name. Whatever it is, its value is a secret: nothing prints it. A
    /// name that is given twice is sent twice.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) for an invalid header, and for `host`, `content-length`,
    /// `transfer-encoding` and `connection`, which are derived from the request.
    pub fn with_header(mut self, name: impl AsRef<str>, value: impl AsRef<str>) -> Result<Credential> {
        let name = name.as_ref();
        let refused = |why: &str| Error::config(format!("the header `{name}` of a credential {why}"));
        let known =
            HeaderName::from_bytes(name.as_bytes()).map_err(|_| refused("has no name of a header"))?;
        if FRAMING.contains(&known) {
            return Err(refused("is made from what is sent: leave it out"));
        }
        let mut value = HeaderValue::from_bytes(value.as_ref().trim().as_bytes())
            .map_err(|_| refused("holds a character that headers cannot carry"))?;
        value.set_sensitive(true);
        self.extra.get_or_insert_default().headers.append(known, value);
        Ok(self)
    }

    /// Sends the request to this address, query included, in place of its own. Only a provider can give one.
    ///
    /// An address of another origin than the base URL gets no secret that was meant for the service: neither key nor
    /// token (the call fails if there is one), nor secret headers of the client or the call. Use
    /// [`Credential::with_header`] for the headers that this address needs. The proxy of the base URL stays in use.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if it is no address with `http://` or `https://`, or has a user,
    /// a fragment, a line end or another control character in it.
    pub fn with_url(mut self, url: impl AsRef<str>) -> Result<Credential> {
        self.extra.get_or_insert_default().url = Some(address::absolute(url.as_ref())?);
        Ok(self)
    }

    /// Keeps the credential for so long: the provider is not asked for other attempts and calls of the client and its
    /// copies meanwhile. It is asked again 120 seconds before the end by one call, 30 seconds before by each, and after
    /// a 401 (protocol §7.7). For tokens that fit every request; only a provider can give one.
    #[must_use]
    pub fn valid_for(mut self, time: Duration) -> Credential {
        self.extra.get_or_insert_default().valid_for = Some(time);
        self
    }

    /// Whether it has the same key or token.
    pub(crate) fn is_same_key(&self, other: &Credential) -> bool {
        match (&self.own, &other.own) {
            (Some(own), Some(other)) => own.scheme == other.scheme && own.secret == other.secret,
            _ => false,
        }
    }

    /// Which credential it is, as a keyed hash: nobody can find out the text by it.
    pub(crate) fn digest(&self, keys: &impl BuildHasher) -> u64 {
        let mut hasher = keys.build_hasher();
        if let Some(own) = &self.own {
            hasher.write(own.header.as_bytes());
        }
        for (name, value) in self.extra.iter().flat_map(|extra| &extra.headers) {
            hasher.write(name.as_str().as_bytes());
            hasher.write(value.as_bytes());
        }
        hasher.finish()
    }

    /// Which credential it is for this service, as a keyed hash that is the same in all processes.
    pub(crate) fn identity(&self, base_url: &Url) -> Identity {
        let mut hash = hmac::Context::with_key(&hmac::Key::new(hmac::HMAC_SHA256, IDENTITY));
        let mut add = |part: &[u8]| {
            hash.update(&part.len().to_le_bytes());
            hash.update(part);
        };
        add(base_url.origin().ascii_serialization().as_bytes());
        if let Some(own) = &self.own {
            add(own.secret.expose().as_bytes());
        }
        for (name, value) in self.extra.iter().flat_map(|extra| &extra.headers) {
            add(name.as_str().as_bytes());
            add(value.as_bytes());
        }
        let mut identity = Identity::default();
        identity.0.copy_from_slice(hash.sign().as_ref());
        identity
    }

    fn new(scheme: Scheme, text: &str) -> Result<Credential> {
        let what = if scheme == Scheme::ApiKey { "API key" } else { "token" };
        let secret =
            Secret::for_header(text).map_err(|e| Error::config(format!("the {what} cannot be used: {e}")))?;
        let value = match scheme {
            Scheme::ApiKey => HeaderValue::from_str(secret.expose()),
            Scheme::Bearer => HeaderValue::from_str(&format!("Bearer {}", secret.expose())),
        };
        let mut header = value
            .map_err(|_| Error::config(format!("the {what} holds a character that headers cannot carry")))?;
        header.set_sensitive(true);
        Ok(Credential { own: Some(Own { scheme, secret: Arc::new(secret), header }), extra: None })
    }

    /// As this dialect sends it (protocol §7.7).
    pub(crate) fn spoken(mut self, dialect: &Dialect) -> Credential {
        if let Some(own) = self.own.as_mut().filter(|own| dialect.key_is_bearer && own.scheme == Scheme::ApiKey)
            // It was text of a header before.
            && let Ok(mut header) = HeaderValue::from_str(&format!("Bearer {}", own.secret.expose()))
        {
            header.set_sensitive(true);
            (own.scheme, own.header) = (Scheme::Bearer, header);
        }
        self
    }

    /// How long a provider need not be asked.
    pub(crate) fn lifetime(&self) -> Option<Duration> {
        self.extra.as_ref()?.valid_for
    }

    /// Refuses an empty credential, and a fixed credential with an address.
    pub(crate) fn check_given(&self) -> Result<()> {
        match &self.extra {
            None if self.own.is_none() => {
                Err(Error::config("the credential is empty: it has no key, token, header or address"))
            }
            Some(extra) if extra.url.is_some() && extra.valid_for.is_some() => Err(Error::config(
                "a credential with an address is for one request: give no time of validity with it",
            )),
            _ => Ok(()),
        }
    }

    /// The parts that distinguish it from other credentials: the key or token, and the headers it adds.
    #[cfg(feature = "resources")]
    pub(crate) fn parts(&self) -> impl Iterator<Item = &[u8]> {
        let own = self.own.iter().map(|own| own.secret.expose().as_bytes());
        let headers = self.extra.iter().flat_map(|extra| extra.headers.iter());
        own.chain(headers.flat_map(|(name, value)| [name.as_str().as_bytes(), value.as_bytes()]))
    }

    /// Refuses what only a provider can give.
    pub(crate) fn check_fixed(&self) -> Result<()> {
        match &self.extra {
            Some(extra) if extra.url.is_some() || extra.valid_for.is_some() => Err(Error::config(
                "the credential of a call has an address or a time of validity, which only a provider can give",
            )),
            _ => self.check_given(),
        }
    }

    /// Puts it on a request that is about to be sent.
    ///
    /// # Errors
    /// If it would take secrets to another origin, or in clear to another machine.
    pub(crate) fn put_on(
        &self,
        (uri, headers): (&mut Uri, &mut HeaderMap),
        secrets: &mut Secrets,
        way: &Way<'_>,
    ) -> Result<()> {
        if let Some(url) = self.extra.as_ref().and_then(|extra| extra.url.as_ref()) {
            if url.origin() != way.base_url.origin() {
                self.check_other_origin(url, way)?;
                remove_secrets(headers);
            }
            *uri = address::uri(url)?;
        }
        if let Some(own) = &self.own {
            let name = match own.scheme {
                Scheme::ApiKey => X_API_KEY.clone(),
                Scheme::Bearer => AUTHORIZATION,
            };
            headers.insert(name, own.header.clone());
            secrets.sent(Arc::clone(&own.secret));
        }
        if let Some(extra) = &self.extra {
            extra.headers.keys().for_each(|name| drop(headers.remove(name)));
            headers.extend(extra.headers.clone());
            secrets.sent_headers(&extra.headers);
        }
        Ok(())
    }

    fn check_other_origin(&self, url: &Url, way: &Way<'_>) -> Result<()> {
        let host = url.host_str().unwrap_or_default();
        if let Some(own) = &self.own {
            let what = if own.scheme == Scheme::ApiKey { "an API key" } else { "a token" };
            return Err(Error::config(format!(
                "the credential has {what} and an address at {host}, which is not the service's: give what that \
                address needs as headers"
            )));
        }
        if url.scheme() == "http" && !way.allow_plain_http && !way.transport.keeps_here(host) {
            return Err(Error::config(format!(
                "the credential has an address whose request would travel unencrypted to {host}: use https, or set {} \
                if the network is trusted",
                Setting::ALLOW_PLAIN_HTTP
            ))
            .with_setting(Setting::ALLOW_PLAIN_HTTP));
        }
        Ok(())
    }
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.own {
            Some(own) => write!(f, "Credential({:?}, ***", own.scheme)?,
            None => f.write_str("Credential(Headers")?,
        }
        if let Some(extra) = &self.extra {
            // An address may be signed in its query.
            let host = extra.url.as_ref().and_then(Url::host_str);
            write!(f, ", {:?}, {host:?}, {:?}", MaskedHeaders(&extra.headers), extra.valid_for)?;
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_a_credential_are_checked() {
        for (name, value) in [("bad name", "v"), ("x-a", "v\nw"), ("Host", "v"), ("Content-Length", "1")] {
            let error = Credential::in_headers().with_header(name, value).unwrap_err();
            assert!(error.to_string().contains(name), "{error}");
            assert!(!error.to_string().contains("v\nw"), "{error}");
        }
        for url in ["/v1/messages", "ftp://a/b", "https://user:hidden@a/b", "https://"] {
            let error = Credential::in_headers().with_url(url).unwrap_err();
            assert!(!error.to_string().contains("hidden"), "{error}");
        }
    }

    #[test]
    fn nothing_of_a_credential_shows() {
        let credential = Credential::api_key("hidden-key")
            .unwrap()
            .with_header("x-signature", "hidden-signature")
            .unwrap()
            .with_url("https://gateway.example/v1/messages?signature=hidden-query")
            .unwrap();
        let shown = format!("{credential:?} {credential:#?}");
        assert!(shown.contains("x-signature") && shown.contains("gateway.example"), "{shown}");
        assert!(!shown.contains("hidden"), "{shown}");
    }

    #[test]
    fn what_only_a_provider_can_give_is_refused_elsewhere() {
        let key = || Credential::api_key("key").unwrap();
        assert!(key().check_fixed().is_ok());
        assert!(key().with_header("x-a", "b").unwrap().check_fixed().is_ok());
        assert!(key().valid_for(Duration::from_secs(9)).check_fixed().is_err());
        assert!(key().with_url("https://a/b").unwrap().check_fixed().is_err());
        assert!(Credential::in_headers().check_given().is_err());
        assert!(Credential::in_headers().with_url("https://a/b").unwrap().check_given().is_ok());
        let both = key().with_url("https://a/b").unwrap().valid_for(Duration::from_secs(9));
        assert!(both.check_given().is_err());
    }
}
