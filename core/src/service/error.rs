//! Errors in the choice of a service, each with a sentence that says how to fix it. Contains no value of a variable
//! other than an address without its user info.

use std::fmt;

use super::{presets, variables};
use crate::secret::{SecretError, url_to_show};
use crate::setting::Setting;

/// Why the service to use, or its settings, could not be determined. Contains names of settings and variables, never a
/// secret.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ServiceError {
    /// The vendor name cannot be the beginning of a header name.
    BadVendor,
    /// The version value is empty or not valid in a header.
    BadVersion,
    /// No preset has this name.
    UnknownPreset {
        /// The name asked for.
        name: String,
    },
    /// There is no address to send to.
    NoBaseUrl,
    /// There is no key and no token, and perhaps no address either.
    NoCredential,
    /// The only credential found belongs to another service than the address.
    ForeignCredential {
        /// The variable that holds the credential.
        credential: &'static str,
        /// The address, without user info and query.
        base_url: String,
        /// The variable with the address that the credential belongs to.
        own_base_url: &'static str,
    },
    /// A credential in the environment is not valid in a header.
    BadCredential {
        /// The variable that holds it.
        variable: &'static str,
        /// Why it is invalid.
        reason: SecretError,
    },
    /// A line of the extra headers is no `Name: value`.
    BadHeaderLine {
        /// The variable that holds the headers.
        variable: &'static str,
        /// The number of the line, from 1.
        line: usize,
    },
    /// The log level is none of `off`, `error`, `warn`, `info`, `debug`.
    BadLogLevel {
        /// The variable that holds it.
        variable: &'static str,
    },
}

impl fmt::Display for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadVendor => f.write_str("the vendor name must be made of letters, digits, '-' and '_'"),
            Self::BadVersion => {
                f.write_str("the version must be a non-empty text of printable ASCII characters")
            }
            Self::UnknownPreset { name } => {
                write!(f, "no built-in preset is named {name:?}; there is")?;
                presets::ALL.iter().try_for_each(|p| write!(f, " {:?}", p.vendor))
            }
            Self::NoBaseUrl => {
                write!(f, "no service address: set a base URL (in the environment {})", variables::BASE_URL)?;
                presets::ALL.iter().try_for_each(|p| write!(f, ", or the vendor {:?}", p.vendor))
            }
            Self::NoCredential => {
                write!(
                    f,
                    "no credential: set {} (or {}) together with {}",
                    variables::API_KEY,
                    variables::AUTH_TOKEN,
                    variables::BASE_URL
                )?;
                presets::ALL.iter().try_for_each(|p| write!(f, ", or {}", p.env.api_key))
            }
            Self::ForeignCredential { credential, base_url, own_base_url } => write!(
                f,
                "{credential} belongs to another service than {}: set {} for this address, or name the address in \
                 {own_base_url}",
                url_to_show(base_url),
                variables::API_KEY
            ),
            Self::BadCredential { variable, reason } => write!(f, "{variable} cannot be used: {reason}"),
            Self::BadHeaderLine { variable, line } => {
                write!(f, "line {line} of {variable} is not of the form \"Name: value\"")
            }
            Self::BadLogLevel { variable } => {
                write!(f, "{variable} must be one of off, error, warn, info, debug")
            }
        }
    }
}

impl ServiceError {
    /// The setting that gives what is wrong or missing.
    pub(crate) fn setting(&self) -> Option<Setting> {
        match self {
            Self::BadVendor | Self::UnknownPreset { .. } => Some(Setting::VENDOR),
            Self::BadVersion => Some(Setting::VERSION),
            Self::NoBaseUrl => Some(Setting::BASE_URL),
            Self::NoCredential | Self::ForeignCredential { .. } | Self::BadCredential { .. } => {
                Some(Setting::API_KEY)
            }
            Self::BadHeaderLine { .. } => Some(Setting::HEADERS),
            Self::BadLogLevel { .. } => None,
        }
    }
}

impl std::error::Error for ServiceError {}
