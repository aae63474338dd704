//! Credentials, and providers that a host's function stands behind. The types are the core's, re-exported: a binding
//! depends on the bridge alone.

pub use parlour::{Credential, CredentialProvider, CredentialRequest};

pub use crate::settings::credential as from_json;
