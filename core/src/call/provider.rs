//! The sources of credentials: a fixed one, or a provider that is asked for each attempt and sees the request.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::{HeaderMap, Method};

use crate::call::credential::Credential;
use crate::call::keys::KeyRing;
use crate::call::request_view::RequestView;
use crate::clock::Clock;
use crate::error::scarce::Scarce;
use crate::error::{Error, ErrorKind, Result};
use crate::secret::is_secret;
use crate::setting::Setting;

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// From then on one call renews a credential, and the others use it (protocol §7.7).
const RENEW_AHEAD: Duration = Duration::from_secs(120);

/// From then on no call uses it (protocol §7.7).
const RENEW: Duration = Duration::from_secs(30);

/// How long a call waits for another that asks the provider, before it asks by itself: the host of the other may be
/// stuck.
const OTHERS_TURN: Duration = Duration::from_secs(10);

/// Why a provider is asked, and the attempt that its credential is for: what a signature covers.
///
/// `Debug` shows no header that holds a secret, no query and no body.
#[derive(Clone)]
#[non_exhaustive]
pub struct CredentialRequest {
    /// The attempt that needs it: 1 for the first.
    pub attempt: u32,
    /// True if the service refused the credential given before: a cached one should be dropped.
    pub after_refusal: bool,
    /// True if a credential that was given before is still valid, and is to be renewed ahead of its end: if there is
    /// none now, the call uses the old one.
    pub ahead: bool,
    pub(crate) request: RequestView,
}

impl CredentialRequest {
    /// The request.
    #[must_use]
    pub fn request(&self) -> &RequestView {
        &self.request
    }

    /// The method of the request.
    #[must_use]
    pub fn method(&self) -> &Method {
        self.request.method()
    }

    /// The address of the request, query included.
    #[must_use]
    pub fn url(&self) -> String {
        self.request.url()
    }

    /// As [`RequestView::headers`], with those that hooks added.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        self.request.headers()
    }

    /// As [`RequestView::body`].
    #[must_use]
    pub fn body(&self) -> Option<Bytes> {
        self.request.body()
    }

    /// As [`RequestView::body_pieces`].
    #[must_use]
    pub fn body_pieces(&self) -> Option<&[Bytes]> {
        self.request.body_pieces()
    }
}

impl fmt::Debug for CredentialRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CredentialRequest")
            .field("attempt", &self.attempt)
            .field("after_refusal", &self.after_refusal)
            .field("ahead", &self.ahead)
            .field("request", &self.request)
            .finish()
    }
}

/// Gives the credential for each attempt: a key that rotates, a token that expires, the signature of a gateway. A
/// closure that returns a future is one.
///
/// It sees the request as it will be sent, and its answer may add headers and change the address. After a 401 it is
/// asked once more, and the call repeated once (protocol §7.7). A credential that is [valid for a
/// time](Credential::valid_for) is kept until shortly before its end, and the provider is not asked meanwhile. It must
/// not call the client that asks it.
///
/// ```
/// use parlour::{Client, Credential, CredentialRequest};
/// let client = Client::builder()
///     .base_url("http://127.0.0.1:9")
///     .credentials(|_: CredentialRequest| async { Ok(Credential::api_key("from the vault")?) })
///     .build()?;
/// # Ok::<(), parlour::Error>(())
/// ```
///
/// A gateway that wants each request signed:
///
/// ```
/// # fn sign(_method: &str, _url: &str, _body: &[u8]) -> String { "signature".to_owned() }
/// use parlour::{Client, Credential, CredentialRequest};
/// let client = Client::builder()
///     .base_url("http://127.0.0.1:9")
///     .credentials(|request: CredentialRequest| async move {
///         let body = request.body().ok_or("a body that is a stream cannot be signed")?;
///         let signature = sign(request.method().as_str(), &request.url(), &body);
///         Ok(Credential::in_headers().with_header("authorization", signature)?)
///     })
///     .build()?;
/// # Ok::<(), parlour::Error>(())
/// ```
pub trait CredentialProvider: Send + Sync {
    /// Gives a credential, or an error that ends the call with [`ErrorKind::Authentication`] and the subkind
    /// `credential`.
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
    Provider(Arc<Provider>),
    /// One of several keys for each attempt.
    Ring(Arc<KeyRing>),
    /// Something else on the way adds it.
    Anonymous,
}

impl CredentialSource {
    pub(crate) fn provider(provider: Arc<dyn CredentialProvider>) -> CredentialSource {
        CredentialSource::Provider(Arc::new(Provider {
            provider,
            state: Mutex::default(),
            asking: tokio::sync::Mutex::new(()),
        }))
    }
}

impl fmt::Debug for CredentialSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CredentialSource::Fixed(credential) => credential.fmt(f),
            CredentialSource::Provider(_) => f.write_str("Provider"),
            CredentialSource::Ring(ring) => ring.fmt(f),
            CredentialSource::Anonymous => f.write_str("None"),
        }
    }
}

/// Refuses a request that would send a secret over a connection that others can read. `way` says which that is, and is
/// `None` for ways that are encrypted, stay on this machine, or were allowed. `given` are the headers of the caller,
/// the environment and the call among them.
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
        "{what} would travel unencrypted {way}: use https, or set {} if the network is trusted",
        Setting::ALLOW_PLAIN_HTTP
    ))
    .with_setting(Setting::ALLOW_PLAIN_HTTP))
}

/// A credential from a provider with its serial number; 0 for credentials that are not kept.
#[derive(Clone)]
pub(crate) struct Given {
    pub(crate) credential: Credential,
    pub(crate) serial: u64,
}

/// A provider and its cached credentials.
pub(crate) struct Provider {
    provider: Arc<dyn CredentialProvider>,
    state: Mutex<ProviderState>,
    /// Held by the call that asks for a credential that others wait for.
    asking: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct ProviderState {
    kept: Kept,
    serial: u64,
}

/// The state of the cached credentials.
#[derive(Default)]
enum Kept {
    /// No credential yet, or the last one has expired: the next answer serves all waiting calls.
    #[default]
    Unknown,
    /// Each credential is for one attempt: calls do not wait for each other.
    ForOneAttempt,
    Until(Instant, Given),
}

enum Look {
    Use(Given),
    RenewAhead(Given),
    Ask,
    AskInTurn,
}

impl Provider {
    /// A source for another client. It shares neither credentials nor a lock with the first one: a fork could leave a
    /// shared lock locked in the child.
    pub(crate) fn for_client(&self) -> CredentialSource {
        CredentialSource::provider(Arc::clone(&self.provider))
    }

    /// The credential for this attempt. `refused`: the serial of the one that the service refused.
    pub(crate) async fn pick(
        &self,
        request: CredentialRequest,
        refused: u64,
        clock: &dyn Clock,
    ) -> Result<Given> {
        let turn = match self.look(refused, clock.now()) {
            Look::Use(given) => return Ok(given),
            Look::Ask => None,
            Look::RenewAhead(old) => {
                let Ok(_turn) = self.asking.try_lock() else { return Ok(old) };
                let request = CredentialRequest { ahead: true, ..request };
                return Ok(match self.ask(request, clock).await {
                    Ok(new) => new,
                    Err(_) => {
                        // The reason is not logged: its text is the provider's own. The call that needs a credential
                        // reports it.
                        tracing::warn!(target: "parlour",
                            "the credential could not be renewed ahead of its end: the old one is used while it is \
                            valid");
                        old
                    }
                });
            }
            Look::AskInTurn => {
                let turn = tokio::time::timeout(OTHERS_TURN, self.asking.lock()).await.ok();
                match self.look(refused, clock.now()) {
                    Look::Use(given) | Look::RenewAhead(given) => return Ok(given),
                    Look::Ask => None,
                    Look::AskInTurn => turn,
                }
            }
        };
        let given = self.ask(request, clock).await;
        drop(turn);
        given
    }

    fn look(&self, refused: u64, now: Instant) -> Look {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (left, given) = match &state.kept {
            Kept::Unknown => return Look::AskInTurn,
            Kept::ForOneAttempt => return Look::Ask,
            Kept::Until(end, given) => (end.saturating_duration_since(now), given.clone()),
        };
        // Another call may have renewed it since.
        if left <= RENEW || given.serial == refused {
            state.kept = Kept::Unknown;
            Look::AskInTurn
        } else if left <= RENEW_AHEAD {
            Look::RenewAhead(given)
        } else {
            Look::Use(given)
        }
    }

    async fn ask(&self, request: CredentialRequest, clock: &dyn Clock) -> Result<Given> {
        let answer = self.provider.credential(request).await;
        let credential = answer.map_err(|e| match Scarce::of(e.as_ref()) {
            Some(scarce) => scarce.error("the credential provider failed", &e).with_source(e),
            None => Error::new(ErrorKind::Authentication, format!("the credential provider failed: {e}"))
                .with_subkind(Some("credential"))
                .with_source(e),
        })?;
        credential.check_given()?;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // An answer whose time is over at once is for one attempt, and so is one without a time.
        let end = credential.lifetime().filter(|time| *time > RENEW);
        let Some(end) = end.and_then(|time| clock.now().checked_add(time)) else {
            state.kept = Kept::ForOneAttempt;
            return Ok(Given { credential, serial: 0 });
        };
        state.serial += 1;
        let given = Given { credential, serial: state.serial };
        state.kept = Kept::Until(end, given.clone());
        Ok(given)
    }
}
