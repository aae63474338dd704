//! The one place where names of settings become calls of the core, for every host language and for the conformance
//! drivers. There are no defaults here: unset settings are left to the core.
//!
//! A host hands over one JSON object. Times are milliseconds and may be fractions; `null` means that a setting is not
//! given, except where the tables give it a meaning. An invalid value is refused with one sentence that names the
//! setting and never repeats its value. The tables [`CLIENT_SETTINGS`] and [`CALL_OPTIONS`] drive the code: they list
//! exactly the names that are understood.

mod call;
mod client;
mod credential;
mod keys;
mod map;
mod pacing;
mod read;
mod recordings;
mod retry;
mod routes;
mod spending;
mod table;
mod text;
mod transport;

pub use call::CALL_OPTIONS;
pub use client::CLIENT_SETTINGS;
pub use credential::credential;
pub use map::{Scope, SettingsMap};

pub use parlour::{CallOptions, ClientBuilder};

use std::collections::HashMap;

use parlour::setting::spelled;

use crate::info::ErrorInfo;
pub(crate) use read::{Headers, Member, Text, Value, members};
use table::fill;

/// Settings that say the same thing in different ways.
const EITHER: [&[&str]; 2] =
    [&["api_key", "auth_token", "no_credentials", "api_keys", "api_key_file"], &["ca_pem", "only_ca_pem"]];

/// A builder with the settings of a JSON object (no text at all counts as `{}`). With `from_env`, unset settings are
/// looked up in the environment when the client is built ([`ClientBuilder::from_env`]).
///
/// The text may hold a credential: the caller owns it and wipes it. Copies made here are wiped.
///
/// # Errors
/// Of kind `Config`, for example: ``unknown setting `tiemout` ``, `max_retries must be a whole number …`. Values
/// that only the core can judge are refused by [`ClientBuilder::build`].
///
/// ```
/// let settings = br#"{"base_url": "http://127.0.0.1:9", "api_key": "k", "answer_timeout_ms": 2500.5}"#;
/// let client = parlour_bridge::settings::builder(settings, false)?.build()?;
/// assert_eq!(client.base_url(), "http://127.0.0.1:9");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn builder(json: &[u8], from_env: bool) -> Result<ClientBuilder, ErrorInfo> {
    with_settings(if from_env { ClientBuilder::from_env() } else { ClientBuilder::new() }, json)
}

/// As [`builder`], for a host whose programs see another environment than that of the process. `environment` is a JSON
/// object with those of [`environment_names`] that are set; the process's environment is not read.
///
/// # Errors
/// As [`builder`]; kind `Config` too if `environment` is no object of text.
pub fn builder_in(json: &[u8], environment: &[u8]) -> Result<ClientBuilder, ErrorInfo> {
    let given = members(environment, "the environment")?;
    let variables = given
        .iter()
        .map(|member| Ok((member.name.to_string(), Text::read(member.value, &member.name)?.0)))
        .collect::<Result<HashMap<_, _>, ErrorInfo>>()?;
    let lookup = move |name: &str| variables.get(name).map(|value| value.to_string());
    with_settings(ClientBuilder::from_host_environment(lookup), json)
}

/// Every variable that a client may look up in its environment.
pub fn environment_names() -> impl Iterator<Item = &'static str> {
    ClientBuilder::environment_names()
}

fn with_settings(builder: ClientBuilder, json: &[u8]) -> Result<ClientBuilder, ErrorInfo> {
    let given = members(json, "the settings")?;
    one_of_each(&given)?;
    fill(builder, client::TABLE, &given, "")
}

/// The options of one call, from a JSON object (no text at all counts as `{}`).
///
/// # Errors
/// Of kind `Config`, as for [`builder`]. Header names and values are judged by the call.
///
/// ```
/// let options = parlour_bridge::settings::options(br#"{"timeout_ms": 500, "body_keys": {"top_k": 1.0}}"#)?;
/// assert!(format!("{options:?}").contains("500ms"));
/// # Ok::<(), parlour_bridge::ErrorInfo>(())
/// ```
pub fn options(json: &[u8]) -> Result<CallOptions, ErrorInfo> {
    let given = members(json, "the options")?;
    one_of_each(&given)?;
    fill(CallOptions::new(), call::TABLE, &given, "")
}

fn both_given(first: &str, second: &str) -> ErrorInfo {
    ErrorInfo::about(first, &format!(" and {} are both given: use one of them", spelled(second)))
}

fn one_of_each(given: &[read::Member<'_>]) -> Result<(), ErrorInfo> {
    for group in EITHER {
        let mut named = group.iter().filter(|name| {
            given.iter().any(|member| member.name == **name && !matches!(member.value, "null" | "false"))
        });
        if let (Some(first), Some(second)) = (named.next(), named.next()) {
            return Err(both_given(first, second));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
