//! Credentials and credential providers. The types are re-exported from the core, so that a binding depends on the
//! bridge alone.

pub use parlour::{Credential, CredentialProvider, CredentialRequest};

pub use crate::settings::credential as from_json;
