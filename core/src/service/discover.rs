//! Reads the service, the credential and some settings from the environment (protocol §7.11).
//!
//! A pure function over a look-up: it reads no environment itself, so that it can be tested and so that the one
//! place that does is easy to find.
//!
//! There are families of variables: ours (`PARLOUR_*`) and one for each preset. The rule that keeps secrets where
//! they belong: **a credential (or an extra header) of a preset's family is only ever sent to that family's own
//! address**, which is the family's base URL variable or the vendor's address. If the address comes from somewhere
//! else, also from an explicit setting, the call is refused. Ours is a neutral family: its credential goes to
//! whatever address is chosen by ours or explicitly, never to a preset's base URL variable.

use http::{HeaderName, HeaderValue};

use super::presets::{self, Preset, Variables};
pub use super::variables::{API_KEY, AUTH_TOKEN, BASE_URL, CUSTOM_HEADERS, LOG, VENDOR, VERSION};
use super::{Service, ServiceError, same_origin};
use crate::secret::{Secret, is_sensitive_header, url_to_show};

static OURS: Variables = Variables {
    api_key: API_KEY,
    auth_token: AUTH_TOKEN,
    base_url: BASE_URL,
    custom_headers: CUSTOM_HEADERS,
    log: LOG,
};

/// Every variable that a discovery may look up. Not part of the stable interface.
#[doc(hidden)]
pub fn environment_names() -> impl Iterator<Item = &'static str> {
    let families = presets::ALL.iter().map(|preset| &preset.env).chain([&OURS]);
    families
        .flat_map(|names| [names.api_key, names.auth_token, names.base_url, names.custom_headers, names.log])
        .chain([VENDOR, VERSION])
}

/// Settings that the caller made in code; they win over the environment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Explicit<'a> {
    /// A credential is set, or its absence is wanted: then no credential variable is read (protocol §7.7).
    pub credential: bool,
    /// A credential is set. Without an address and a vendor, in code and in the environment, it is one of the first
    /// preset's.
    pub own_credential: bool,
    /// The base address.
    pub base_url: Option<&'a str>,
    /// The vendor name.
    pub vendor: Option<&'a str>,
    /// The version value.
    pub version: Option<&'a str>,
}

/// The settings that were found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Discovered {
    /// Address, vendor and version.
    pub service: Service,
    /// The credential and its variable. `None` if one was set explicitly, or if the extra headers hold it.
    pub credential: Option<Credential>,
    /// The variable that gave the address; `None` for an explicit one and for a preset's own.
    pub base_url_variable: Option<&'static str>,
    /// Extra headers in their order, all marked sensitive since they often are: the marks are kept, and obeyed.
    pub headers: Vec<(HeaderName, HeaderValue)>,
    /// The log level, if one is set.
    pub log_level: Option<LogLevel>,
}

/// A credential that was found in the environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credential {
    /// How it is sent.
    pub kind: CredentialKind,
    /// The value, valid in a header.
    pub secret: Secret,
    /// The variable that holds it, so that it can be read again later.
    pub variable: &'static str,
}

/// How a credential is sent (protocol §7.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CredentialKind {
    /// As `x-api-key`.
    ApiKey,
    /// As `authorization: Bearer`.
    AuthToken,
}

/// How much is logged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    /// Nothing.
    Off,
    /// Calls that failed.
    Error,
    /// And what deserves attention.
    #[default]
    Warn,
    /// And one line for each attempt.
    Info,
    /// And headers and options, secrets masked.
    Debug,
}

impl LogLevel {
    /// The level with this name, whatever its letter case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let levels = [
            ("off", Self::Off),
            ("error", Self::Error),
            ("warn", Self::Warn),
            // The name that the logging of Python has for it.
            ("warning", Self::Warn),
            ("info", Self::Info),
            ("debug", Self::Debug),
        ];
        levels.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, level)| level)
    }
}

/// Finds the service in the environment alone: [`discover_with`] without explicit settings.
///
/// # Errors
/// As [`discover_with`].
pub fn discover(env: &dyn Fn(&str) -> Option<String>) -> Result<Discovered, ServiceError> {
    discover_with(env, &Explicit::default())
}

/// Finds the service and the credential, explicit settings first, then `PARLOUR_*`, then the presets' variables.
///
/// `env` looks a variable up. A value of nothing but whitespace counts as unset. A vendor that is chosen, in code or
/// by `PARLOUR_VENDOR`, leaves only the preset of that name to be looked at. Which family of variables counts:
///
/// 1. If a credential is set in code: ours, and for what ours leaves open the first preset's that has an address.
///    Without any address or vendor it goes to the first preset's own: a program that gives nothing but a key means
///    that service.
/// 2. Else if ours has a credential: ours alone.
/// 3. Else the first preset's that has a credential. If an address comes from ours or from code, it must be one of
///    that preset's own.
///
/// # Errors
/// [`ServiceError`]: nothing is configured (the text names what to set), a credential would go to an address it
/// does not belong to, or a value is malformed.
///
/// ```
/// use parlour::service::discover;
/// let env = |name: &str| match name {
///     "PARLOUR_API_KEY" => Some("k".to_owned()),
///     "PARLOUR_BASE_URL" => Some("http://127.0.0.1:8080".to_owned()),
///     _ => None,
/// };
/// let found = discover(&env)?;
/// assert_eq!(found.service.base_url(), "http://127.0.0.1:8080");
/// # Ok::<(), parlour::service::ServiceError>(())
/// ```
pub fn discover_with(
    env: &dyn Fn(&str) -> Option<String>,
    explicit: &Explicit<'_>,
) -> Result<Discovered, ServiceError> {
    let env = Environment(env);
    let vendor = explicit.vendor.map(str::to_owned).or_else(|| env.get(VENDOR));
    let version = explicit.version.map(str::to_owned).or_else(|| env.get(VERSION));
    let candidates = || presets::ALL.into_iter().filter(|p| vendor.as_deref().is_none_or(|v| is_named(p, v)));

    // Where the address comes from when it is not a preset's business.
    let chosen = match explicit.base_url {
        Some(url) => Some((url.to_owned(), None)),
        None => env.get(BASE_URL).map(|url| (url, Some(BASE_URL))),
    };

    let ours = if explicit.credential { None } else { env.credential(&OURS)? };
    let family = if ours.is_some() {
        None
    } else if explicit.credential {
        // The key was given for the chosen address if there is one; a preset's variables have no say then.
        if chosen.is_some() { None } else { candidates().find(|p| env.get(p.env.base_url).is_some()) }
    } else {
        candidates().find(|p| env.holds_credential(&p.env))
    };

    match family {
        Some(preset) => of_preset(&env, preset, chosen, explicit, vendor.as_deref(), version.as_deref()),
        None => of_ours(&env, ours, chosen, explicit, vendor.as_deref(), version.as_deref()),
    }
}

/// An address, and the variable that gave it.
type Address = (String, Option<&'static str>);

/// The service of our own variables, or of what was set explicitly.
fn of_ours(
    env: &Environment<'_>,
    credential: Option<Credential>,
    chosen: Option<Address>,
    explicit: &Explicit<'_>,
    vendor: Option<&str>,
    version: Option<&str>,
) -> Result<Discovered, ServiceError> {
    let (base_url, base_url_variable) = chosen.map_or((None, None), |(url, variable)| (Some(url), variable));
    let headers = env.headers(&OURS)?;
    if credential.is_none() && !explicit.credential && !carries_credential(&headers) {
        return Err(ServiceError::NoCredential);
    }
    // A key that the environment names is for whatever address it names: one that lacks was forgotten, and the key may
    // be another service's.
    let own = (explicit.own_credential && vendor.is_none()).then(|| presets::default_preset().base_url);
    let service = Service::resolve(vendor, version, base_url.as_deref().or(own))?;
    let log_level = env.log_level(&OURS)?;
    Ok(Discovered { service, credential, base_url_variable, headers, log_level })
}

/// The service of a preset's variables, unless its credential would go to a foreign address.
fn of_preset(
    env: &Environment<'_>,
    preset: &Preset,
    chosen: Option<Address>,
    explicit: &Explicit<'_>,
    vendor: Option<&str>,
    version: Option<&str>,
) -> Result<Discovered, ServiceError> {
    let own = env.get(preset.env.base_url);
    let belongs = |url: &str| {
        same_origin(url, preset.base_url)
            || own.as_deref().is_some_and(|own| own == url || same_origin(url, own))
    };
    let (base_url, base_url_variable) = match chosen {
        Some((url, _)) if !belongs(&url) => {
            return Err(ServiceError::ForeignCredential {
                credential: env.credential_name(&preset.env),
                base_url: url_to_show(&url),
                own_base_url: preset.env.base_url,
            });
        }
        Some(chosen) => chosen,
        None => match &own {
            Some(url) => (url.clone(), Some(preset.env.base_url)),
            None => (preset.base_url.to_owned(), None),
        },
    };
    let credential = if explicit.credential { None } else { env.credential(&preset.env)? };
    let version = version.unwrap_or(preset.version);
    let service = Service::new(vendor.unwrap_or(preset.vendor), version, &base_url)?;
    // Ours win where both name a header.
    let ours = env.headers(&OURS)?;
    let mut headers = env.headers(&preset.env)?;
    headers.retain(|(name, _)| ours.iter().all(|(own, _)| own != name));
    headers.extend(ours);
    let log_level = match env.log_level(&OURS)? {
        // The vendor's own tools may know levels that we do not: theirs is a hint, ours is an order.
        None => env.log_level(&preset.env).unwrap_or(None),
        ours => ours,
    };
    Ok(Discovered { service, credential, base_url_variable, headers, log_level })
}

struct Environment<'e>(&'e dyn Fn(&str) -> Option<String>);

impl Environment<'_> {
    fn get(&self, name: &str) -> Option<String> {
        (self.0)(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
    }

    fn holds_credential(&self, names: &Variables) -> bool {
        self.get(names.api_key).is_some() || self.get(names.auth_token).is_some()
    }

    fn credential_name(&self, names: &Variables) -> &'static str {
        if self.get(names.api_key).is_some() { names.api_key } else { names.auth_token }
    }

    /// The key, else the token: exactly one is sent (protocol §7.7).
    fn credential(&self, names: &Variables) -> Result<Option<Credential>, ServiceError> {
        for (variable, kind) in
            [(names.api_key, CredentialKind::ApiKey), (names.auth_token, CredentialKind::AuthToken)]
        {
            if let Some(value) = self.get(variable).map(Secret::from) {
                let secret = Secret::for_header(value.expose())
                    .map_err(|reason| ServiceError::BadCredential { variable, reason })?;
                return Ok(Some(Credential { kind, secret, variable }));
            }
        }
        Ok(None)
    }

    fn headers(&self, names: &Variables) -> Result<Vec<(HeaderName, HeaderValue)>, ServiceError> {
        let variable = names.custom_headers;
        let text = self.get(variable).unwrap_or_default();
        let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
        lines
            .map(|(line, number)| {
                header_line(line).ok_or(ServiceError::BadHeaderLine { variable, line: number })
            })
            .collect()
    }

    fn log_level(&self, names: &Variables) -> Result<Option<LogLevel>, ServiceError> {
        let bad = || ServiceError::BadLogLevel { variable: names.log };
        self.get(names.log).map(|name| LogLevel::from_name(&name).ok_or_else(bad)).transpose()
    }
}

fn header_line(line: &str) -> Option<(HeaderName, HeaderValue)> {
    let (name, value) = line.split_once(':')?;
    let name = HeaderName::from_bytes(name.trim().as_bytes()).ok()?;
    let mut value = HeaderValue::from_str(value.trim()).ok()?;
    value.set_sensitive(true);
    Some((name, value))
}

fn is_named(preset: &Preset, vendor: &str) -> bool {
    preset.vendor.eq_ignore_ascii_case(vendor.trim())
}

/// A gateway's credential may be among the extra headers.
fn carries_credential(headers: &[(HeaderName, HeaderValue)]) -> bool {
    headers.iter().any(|(name, _)| is_sensitive_header(name.as_str()))
}

#[cfg(test)]
mod tests;
