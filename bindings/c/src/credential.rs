//! Credentials that the host gives for each attempt. It must not know what they are for.

use std::error::Error;
use std::ffi::c_void;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use parlour_bridge::credentials::{Credential, CredentialProvider, CredentialRequest};

use crate::abi::parlour_result;
use crate::boundary::coded;
use crate::fault::require;
use crate::text::parlour_str;
use crate::user::User;

/// Where a credential function puts its answer. Borrowed: valid until the function returns.
pub struct parlour_credential {
    given: Option<Result<Credential, String>>,
}

/// Gives the credential for one attempt: puts a key, a token or a failure into `credential`. `attempt` counts from 1.
/// `after_refusal` says that the service refused the one given before, and a cached one should be dropped.
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
        let mut answer = parlour_credential { given: None };
        // SAFETY: the host gave the function for this pointer; it outlives the call, because `self` does.
        unsafe {
            (self.function)(self.user.pointer(), request.attempt, request.after_refusal, &raw mut answer)
        };
        answer.given.unwrap_or_else(|| Err("the credential function gave no credential".to_owned()))
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
