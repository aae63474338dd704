//! Credentials that the host gives for each attempt.

use std::cell::OnceCell;
use std::error::Error;
use std::ffi::c_void;
use std::future::Future;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use parlour_bridge::credentials::{Credential, CredentialProvider, CredentialRequest};
use zeroize::Zeroizing;

use crate::abi::{PARLOUR_NOT_FOUND, parlour_result};
use crate::boundary::coded;
use crate::catch::value_or;
use crate::fault::{Fault, require};
use crate::head::at;
use crate::text::parlour_str;
use crate::user::User;

/// The attempt that a credential function is called for, and the place for its answer. Borrowed, with all texts that it
/// gives: valid until the function returns.
pub struct parlour_credential {
    request: CredentialRequest,
    url: OnceCell<String>,
    headers: OnceCell<Vec<(String, String)>>,
    body: OnceCell<Option<Bytes>>,
    given: Option<Result<Credential, String>>,
    more: Vec<More>,
}

/// Additions to the key or the token, in the order in which the host sets them.
enum More {
    Header(Zeroizing<String>, Zeroizing<String>),
    Url(Zeroizing<String>),
    ValidFor(Duration),
}

impl parlour_credential {
    fn lines(&self) -> &[(String, String)] {
        self.headers.get_or_init(|| {
            let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
            let headers = self.request.headers().iter();
            headers.map(|(name, value)| (name.as_str().to_owned(), text(value.as_bytes()))).collect()
        })
    }

    fn answer(self) -> Result<Credential, String> {
        let first = match self.given {
            Some(given) => given?,
            None if self.more.is_empty() => {
                return Err("the credential function gave no credential".to_owned());
            }
            None => Credential::in_headers(),
        };
        let made = self.more.into_iter().try_fold(first, |credential, more| match more {
            More::Header(name, value) => credential.with_header(name.as_str(), value.as_str()),
            More::Url(url) => credential.with_url(url.as_str()),
            More::ValidFor(time) => Ok(credential.valid_for(time)),
        });
        made.map_err(|error| error.message().to_owned())
    }
}

/// Gives the credential for one attempt: puts a key, a token, headers or a failure into `credential`, which also
/// describes the request. `attempt` counts from 1. `after_refusal` says that the service refused the one given before,
/// and a cached one should be dropped.
///
/// It is called on a thread of the library, for several calls at once, and may block: the call waits under its time
/// limits. It must not call this library otherwise, nor leave by an exception or longjmp().
pub type parlour_credential_fn = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        attempt: u32,
        after_refusal: bool,
        credential: *mut parlour_credential,
    ),
>;

type Function = unsafe extern "C" fn(*mut c_void, u32, bool, *mut parlour_credential);

/// Answers with an API key, sent as x-api-key. Copied, and wiped after use. Only inside a credential function.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_credential_set_api_key(
    credential: Option<&mut parlour_credential>,
    key: parlour_str,
) -> parlour_result {
    coded(|| {
        let made = Credential::api_key(key.text("key")?);
        require(credential, "credential")?.given = Some(made.map_err(|error| error.message().to_owned()));
        Ok(())
    })
}

/// Answers with a token, sent as a bearer token. Copied, and wiped after use. Only inside a credential function.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_credential_set_auth_token(
    credential: Option<&mut parlour_credential>,
    token: parlour_str,
) -> parlour_result {
    coded(|| {
        let made = Credential::bearer(token.text("token")?);
        require(credential, "credential")?.given = Some(made.map_err(|error| error.message().to_owned()));
        Ok(())
    })
}

/// Answers that there is no credential, which ends the call with this message. Only inside a credential function.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_credential_fail(
    credential: Option<&mut parlour_credential>,
    message: parlour_str,
) -> parlour_result {
    coded(|| {
        let message = message.text("message")?.to_owned();
        require(credential, "credential")?.given = Some(Err(message));
        Ok(())
    })
}

/// Sends this header too, in place of one of that name; all its values are secrets. With no key and no token the
/// headers are what identifies the caller, such as a signature. Copied, and wiped after use. Only inside a credential
/// function.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_credential_add_header(
    credential: Option<&mut parlour_credential>,
    name: parlour_str,
    value: parlour_str,
) -> parlour_result {
    coded(|| {
        let (name, value) = (owned(name.text("name")?), owned(value.text("value")?));
        require(credential, "credential")?.more.push(More::Header(name, value));
        Ok(())
    })
}

/// Sends the request to this address, query included, in place of its own. To another origin than the base URL's goes
/// no key, no token and no other secret: what that address needs is given as headers. Copied. Only inside a credential
/// function.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_credential_set_url(
    credential: Option<&mut parlour_credential>,
    url: parlour_str,
) -> parlour_result {
    coded(|| {
        let url = owned(url.text("url")?);
        require(credential, "credential")?.more.push(More::Url(url));
        Ok(())
    })
}

/// Keeps the credential for so long: the function is not asked for other attempts and calls of the client and its
/// copies, blocking or not, until shortly before the end, or a refusal. For tokens that fit every request. Only inside
/// a credential function.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_credential_set_valid_for_ms(
    credential: Option<&mut parlour_credential>,
    valid_for_ms: u64,
) -> parlour_result {
    coded(|| {
        let time = Duration::from_millis(valid_for_ms);
        require(credential, "credential")?.more.push(More::ValidFor(time));
        Ok(())
    })
}

/// The method of the request that the credential is for, for example "POST". Borrowed. Only inside a credential
/// function.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_credential_method(credential: Option<&parlour_credential>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(credential?.request.method().as_str())))
}

/// The address of the request, query included. Borrowed. Only inside a credential function.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_credential_url(credential: Option<&parlour_credential>) -> parlour_str {
    value_or(parlour_str::EMPTY, || {
        let credential = credential?;
        Some(parlour_str::of(credential.url.get_or_init(|| credential.request.url())))
    })
}

/// The number of header lines of the request so far; host, content-length and accept-encoding are added later. Only
/// inside a credential function.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_credential_header_count(credential: Option<&parlour_credential>) -> usize {
    value_or(0, || Some(credential?.lines().len()))
}

/// A header line of the request, its name in lower case. PARLOUR_NOT_FOUND beyond the last. Borrowed. Only inside a
/// credential function.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_credential_header_at(
    credential: Option<&parlour_credential>,
    index: usize,
    name: Option<&mut MaybeUninit<parlour_str>>,
    value: Option<&mut MaybeUninit<parlour_str>>,
) -> parlour_result {
    coded(|| {
        at(
            require(credential, "credential")?.lines(),
            index,
            require(name, "name")?,
            require(value, "value")?,
        )
    })
}

/// The body of the request as it will be sent, empty without one. PARLOUR_NOT_FOUND if it is a stream, which is read
/// while it is sent. Borrowed. Only inside a credential function.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_credential_body(
    credential: Option<&parlour_credential>,
    body: Option<&mut MaybeUninit<parlour_str>>,
) -> parlour_result {
    coded(|| {
        let (credential, out) = (require(credential, "credential")?, require(body, "body")?);
        let bytes = credential.body.get_or_init(|| credential.request.body());
        out.write(parlour_str::of_bytes(bytes.as_deref().ok_or(Fault::Code(PARLOUR_NOT_FOUND))?));
        Ok(())
    })
}

fn owned(text: &str) -> Zeroizing<String> {
    Zeroizing::new(text.to_owned())
}

/// A host's function, shared by the configuration and the clients made with it.
pub(crate) struct HostCredential {
    function: Function,
    user: User,
}

impl HostCredential {
    pub(crate) fn new(function: Function, user: User) -> HostCredential {
        HostCredential { function, user }
    }

    fn ask(&self, request: CredentialRequest) -> Result<Credential, String> {
        let (attempt, after_refusal) = (request.attempt, request.after_refusal);
        let (url, headers, body) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        let mut answer = parlour_credential { request, url, headers, body, given: None, more: Vec::new() };
        // SAFETY: the host gave the function for this pointer; it outlives the call, because `self` does.
        unsafe { (self.function)(self.user.pointer(), attempt, after_refusal, &raw mut answer) };
        answer.answer()
    }
}

/// The provider of one client.
pub(crate) struct Provider(pub(crate) Arc<HostCredential>);

type Given = Result<Credential, Box<dyn Error + Send + Sync>>;

impl CredentialProvider for Provider {
    fn credential(&self, request: CredentialRequest) -> Pin<Box<dyn Future<Output = Given> + Send + '_>> {
        let host = Arc::clone(&self.0);
        Box::pin(async move {
            // Off the threads that drive connections: the host may ask a vault and wait for it.
            Ok(parlour_bridge::callback(move || host.ask(request)).await??)
        })
    }
}
