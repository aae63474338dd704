//! Who calls: a key, a token, or a provider that is asked for each attempt. It must not know how a request
//! is sent.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderName, HeaderValue};

use crate::error::{Error, Result};
use crate::secret::{Secret, is_secret};

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// What identifies the caller. Prints as a mask. The text held here is wiped when the last copy is dropped;
/// the copies that the HTTP library makes while it sends a header are not under our control.
#[derive(Clone)]
pub struct Credential {
    scheme: Scheme,
    secret: Arc<Secret>,
    header: HeaderValue,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scheme {
    ApiKey,
    Bearer,
}

static X_API_KEY: HeaderName = HeaderName::from_static("x-api-key");

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
        Ok(Credential { scheme, secret: Arc::new(secret), header })
    }

    /// The header to send, marked as sensitive.
    pub(crate) fn header(&self) -> (HeaderName, HeaderValue) {
        let name = match self.scheme {
            Scheme::ApiKey => X_API_KEY.clone(),
            Scheme::Bearer => AUTHORIZATION,
        };
        (name, self.header.clone())
    }

    /// What is masked wherever the service echoes it.
    pub(crate) fn secret(&self) -> Arc<Secret> {
        Arc::clone(&self.secret)
    }
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Credential({:?}, ***)", self.scheme)
    }
}

/// Why a provider is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CredentialRequest {
    /// The attempt that needs it: 1 for the first.
    pub attempt: u32,
    /// True if the service refused the credential given before: a cached one should be dropped.
    pub after_refusal: bool,
}

/// Gives the credential for each attempt, so that keys rotate without a restart. A closure that returns a
/// future is one.
///
/// After a 401 it is asked once more, and the call repeated once (protocol §7.7).
///
/// ```
/// use parlour::{Client, Credential, CredentialRequest};
/// let client = Client::builder()
///     .base_url("http://127.0.0.1:9")
///     .credentials(|_: CredentialRequest| async { Ok(Credential::api_key("from the vault")?) })
///     .build()?;
/// # Ok::<(), parlour::Error>(())
/// ```
pub trait CredentialProvider: Send + Sync {
    /// Gives a credential, or an error that ends the call.
    fn credential(
        &self,
        request: CredentialRequest,
    ) -> Pin<Box<dyn Future<Output = std::result::Result<Credential, BoxError>> + Send + '_>>;
}

impl<F, R> CredentialProvider for F
where
    F: Fn(CredentialRequest) -> R + Send + Sync,
    R: Future<Output = std::result::Result<Credential, BoxError>> + Send + 'static,
{
    fn credential(
        &self,
        request: CredentialRequest,
    ) -> Pin<Box<dyn Future<Output = std::result::Result<Credential, BoxError>> + Send + '_>> {
        Box::pin(self(request))
    }
}

/// Where the credential of a client comes from.
#[derive(Clone)]
pub(crate) enum CredentialSource {
    Fixed(Credential),
    Provider(Arc<dyn CredentialProvider>),
    /// Something else on the way adds it.
    Anonymous,
}

/// Refuses a request that would carry a secret over a way that others can read. `way` says which that is, and is `None`
/// for ways that are encrypted, stay on this machine, or were allowed. `given` are the headers of the caller, the
/// environment and the call among them.
pub(crate) fn check_way(way: Option<&str>, source: &CredentialSource, given: &HeaderMap) -> Result<()> {
    let Some(way) = way else { return Ok(()) };
    let what = match source {
        CredentialSource::Anonymous => match given.iter().find(|(name, value)| is_secret(name, value)) {
            Some((name, _)) => format!("the header `{name}`"),
            None => return Ok(()),
        },
        _ => "the credential".to_owned(),
    };
    Err(Error::config(format!(
        "{what} would travel unencrypted {way}: use https, or set allow_plain_http if the network is trusted"
    )))
}

impl fmt::Debug for CredentialSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CredentialSource::Fixed(credential) => credential.fmt(f),
            CredentialSource::Provider(_) => f.write_str("Provider"),
            CredentialSource::Anonymous => f.write_str("None"),
        }
    }
}
