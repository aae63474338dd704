//! Which service is called: its address, its name in headers, its version value, its model names.
//!
//! Pure data, checked once and prepared for use on every request. The environment is read in [`mod@discover`]; real
//! names occur only in [`presets`].

pub mod dialect;
pub mod discover;
mod error;
pub mod presets;
pub mod rate_limits;
mod variables;

use std::sync::Arc;

use http::{HeaderMap, HeaderName, HeaderValue, Uri};

pub(crate) use dialect::is_date;
pub use dialect::{Dialect, NEWER_VERSION};
#[doc(hidden)]
pub use discover::environment_names;
pub use discover::{Credential, CredentialKind, Discovered, Explicit, LogLevel, discover, discover_with};
pub use error::ServiceError;
pub use presets::Preset;

use crate::service::rate_limits::RateLimitNames;

/// The version value that is sent unless another one is set (spec §9).
pub const DEFAULT_VERSION: &str = "2023-06-01";

/// Names of models without the vendor's prefix (spec §2.3), for [`Service::model`]. Any other name works as well.
pub mod models {
    /// Complex reasoning and analysis.
    pub const OPUS_4_5: &str = "opus-4-5";
    /// Balanced performance and speed.
    pub const SONNET_4_5: &str = "sonnet-4-5";
    /// Near-instant answers.
    pub const HAIKU_3_5: &str = "haiku-3-5";
}

/// A service: address, vendor name and version, with the header names made from them.
///
/// Immutable, `Send + Sync`, meant to be made once for a client.
///
/// ```
/// use parlour::service::{Service, models};
/// let service = Service::new("acme", "2023-06-01", "https://llm.acme.example/gateway")?;
/// assert_eq!(service.version_header(), "acme-version");
/// assert_eq!(service.model(models::SONNET_4_5), "acme-sonnet-4-5");
/// # Ok::<(), parlour::service::ServiceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Service {
    vendor: Box<str>,
    base_url: Box<str>,
    version: HeaderValue,
    dialect: &'static Dialect,
    model_prefix: Box<str>,
    preset: Option<&'static Preset>,
    names: HeaderNames,
    limits: Arc<RateLimitNames>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct HeaderNames {
    version: HeaderName,
    beta: HeaderName,
    organization_id: HeaderName,
    workspace_id: HeaderName,
    user_profile_id: HeaderName,
}

impl Service {
    /// A service with this vendor name, version and base address. The version is a value of its header, or `latest`.
    ///
    /// The vendor name is put into lower case; model ids begin with it unless it is a preset's. The address is kept
    /// as it is: checking and joining it is the configuration's part.
    ///
    /// # Errors
    /// [`ServiceError::BadVendor`] or [`ServiceError::BadVersion`] if they are not valid in a header.
    pub fn new(vendor: &str, version: &str, base_url: &str) -> Result<Self, ServiceError> {
        let vendor = checked_vendor(vendor)?;
        let version = Dialect::version(version);
        let value = match HeaderValue::from_str(version) {
            Ok(value) if !version.is_empty() && version.is_ascii() => value,
            _ => return Err(ServiceError::BadVersion),
        };
        let preset = presets::by_vendor(&vendor);
        let model_prefix = preset.map_or(vendor.as_str(), |preset| preset.model_prefix);
        Ok(Self {
            names: HeaderNames::new(&vendor)?,
            limits: Arc::new(RateLimitNames::of_vendor(&vendor)),
            model_prefix: model_prefix.into(),
            base_url: base_url.into(),
            dialect: Dialect::of(version),
            version: value,
            vendor: vendor.into_boxed_str(),
            preset,
        })
    }

    /// The service of a preset, by its vendor name.
    ///
    /// # Errors
    /// [`ServiceError::UnknownPreset`].
    pub fn preset(vendor: &str) -> Result<Self, ServiceError> {
        let preset = presets::by_vendor(vendor)
            .ok_or_else(|| ServiceError::UnknownPreset { name: vendor.to_owned() })?;
        Self::new(preset.vendor, preset.version, preset.base_url)
    }

    /// The service that these settings describe, each of them optional.
    ///
    /// * No vendor: that of the preset to whose host the address belongs, else that of
    ///   [`presets::default_preset`].
    /// * No address: the one of the preset with the vendor name that was given.
    /// * No version: the preset's, else [`DEFAULT_VERSION`].
    ///
    /// # Errors
    /// [`ServiceError::NoBaseUrl`] if there is no address and no preset to take it from; else as [`Service::new`].
    pub fn resolve(
        vendor: Option<&str>,
        version: Option<&str>,
        base_url: Option<&str>,
    ) -> Result<Self, ServiceError> {
        let preset = match vendor {
            Some(vendor) => presets::by_vendor(vendor),
            None => base_url.and_then(presets::by_address),
        };
        let vendor = vendor.or(preset.map(|p| p.vendor)).unwrap_or(presets::default_preset().vendor);
        let version = version.or(preset.map(|p| p.version)).unwrap_or(DEFAULT_VERSION);
        let base_url = base_url.or(preset.map(|p| p.base_url)).ok_or(ServiceError::NoBaseUrl)?;
        Self::new(vendor, version, base_url)
    }

    /// The same service with another prefix of its model ids.
    #[must_use]
    pub fn with_model_prefix(mut self, prefix: &str) -> Self {
        self.model_prefix = prefix.into();
        self.preset = None;
        self
    }

    /// The vendor name in lower case, as in header names.
    #[must_use]
    pub fn vendor(&self) -> &str {
        &self.vendor
    }

    /// The base address as it was given.
    #[must_use]
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// The value of the version header.
    #[must_use]
    pub fn version_value(&self) -> &HeaderValue {
        &self.version
    }

    /// The dialect that the version selects.
    #[must_use]
    pub fn dialect(&self) -> &'static Dialect {
        self.dialect
    }

    /// `<vendor>-version`.
    #[must_use]
    pub fn version_header(&self) -> &HeaderName {
        &self.names.version
    }

    /// `<vendor>-beta`.
    #[must_use]
    pub fn beta_header(&self) -> &HeaderName {
        &self.names.beta
    }

    /// `<vendor>-organization-id`, which answers have.
    #[must_use]
    pub fn organization_header(&self) -> &HeaderName {
        &self.names.organization_id
    }

    /// `<vendor>-workspace-id`, which answers may have.
    #[must_use]
    pub fn workspace_header(&self) -> &HeaderName {
        &self.names.workspace_id
    }

    /// `<vendor>-user-profile-id`, for requests.
    #[must_use]
    pub fn user_profile_header(&self) -> &HeaderName {
        &self.names.user_profile_id
    }

    /// The names of this vendor's rate limit headers, shared with the readers of answers.
    #[must_use]
    pub fn rate_limit_names(&self) -> Arc<RateLimitNames> {
        Arc::clone(&self.limits)
    }

    /// The full id of a model that is named without the vendor's prefix, such as those in [`models`].
    ///
    /// Model ids are open strings: a full id can be used in requests without this function. A preset may publish a
    /// model under an id of another shape, which then is the result.
    #[must_use]
    pub fn model(&self, name: &str) -> String {
        let published = self.preset.and_then(|preset| preset.models.iter().find(|(short, _)| *short == name));
        match published {
            Some((_, id)) => (*id).to_owned(),
            None => [&self.model_prefix, "-", name].concat(),
        }
    }
}

impl HeaderNames {
    fn new(vendor: &str) -> Result<Self, ServiceError> {
        let name = |rest: &str| {
            HeaderName::from_bytes([vendor, "-", rest].concat().as_bytes())
                .map_err(|_| ServiceError::BadVendor)
        };
        Ok(Self {
            version: name("version")?,
            beta: name("beta")?,
            organization_id: name("organization-id")?,
            workspace_id: name("workspace-id")?,
            user_profile_id: name("user-profile-id")?,
        })
    }
}

/// A vendor name in lower case that can begin a header name. Narrower than what HTTP allows there: a name with
/// other signs could not be part of environment names and model ids.
fn checked_vendor(vendor: &str) -> Result<String, ServiceError> {
    let vendor = vendor.trim().to_ascii_lowercase();
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'_';
    let edges = |b: Option<&u8>| b.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = vendor.as_bytes();
    if bytes.len() > 64 || !edges(bytes.first()) || !edges(bytes.last()) || !vendor.bytes().all(fits) {
        return Err(ServiceError::BadVendor);
    }
    Ok(vendor)
}

/// Whether two addresses have the same scheme, host and port. `false` for anything that is not plainly an address;
/// also for one with user info, which can make a host look like another.
fn same_origin(a: &str, b: &str) -> bool {
    fn origin(url: &str) -> Option<(String, String, u16)> {
        let uri: Uri = url.trim().parse().ok()?;
        let authority = uri.authority()?;
        if authority.as_str().contains('@') {
            return None;
        }
        let scheme = uri.scheme_str()?.to_ascii_lowercase();
        let port = authority.port_u16().or(match scheme.as_str() {
            "https" => Some(443),
            "http" => Some(80),
            _ => None,
        })?;
        let host = authority.host().trim_end_matches('.').to_ascii_lowercase();
        Some((scheme, host, port))
    }
    matches!((origin(a), origin(b)), (Some(a), Some(b)) if a == b)
}

/// The header with the id of a request at the service (protocol §6).
pub(crate) const REQUEST_ID: &str = "request-id";

/// The id of a request at the service.
pub(crate) fn request_id(headers: &HeaderMap) -> Option<&str> {
    headers.get(REQUEST_ID).and_then(|v| v.to_str().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn header_names_are_made_from_the_vendor() {
        let service = Service::new(" Acme-2 ", " 2023-06-01 ", "https://x.example/p").unwrap();
        let names = [
            service.version_header(),
            service.beta_header(),
            service.organization_header(),
            service.workspace_header(),
            service.user_profile_header(),
        ];
        let rests = ["version", "beta", "organization-id", "workspace-id", "user-profile-id"];
        for (name, rest) in names.into_iter().zip(rests) {
            assert_eq!(name.as_str(), format!("acme-2-{rest}"));
        }
        assert_eq!((service.vendor(), service.base_url()), ("acme-2", "https://x.example/p"));
        assert_eq!(service.version_value(), "2023-06-01");
        assert_eq!(*service.rate_limit_names(), RateLimitNames::of_vendor("acme-2"));
    }

    #[test]
    fn vendors_and_versions_that_cannot_stand_in_headers_are_refused() {
        for vendor in ["", " ", "a b", "a:b", "a\r\nb", "-a", "a-", "_", "é", "a/b", &"a".repeat(65)] {
            assert_eq!(Service::new(vendor, "1", "u"), Err(ServiceError::BadVendor), "{vendor:?}");
        }
        for version in ["", "  ", "1\n2", "é"] {
            assert_eq!(Service::new("a", version, "u"), Err(ServiceError::BadVersion), "{version:?}");
        }
    }

    #[test]
    fn model_ids_carry_the_prefix() {
        let service = Service::new("svc", "1", "u").unwrap();
        assert_eq!(service.model(models::OPUS_4_5), "svc-opus-4-5");
        assert_eq!(service.model(models::HAIKU_3_5), "svc-haiku-3-5");
        assert_eq!(service.with_model_prefix("big").model("one"), "big-one");
    }

    #[test]
    fn presets_fill_what_is_not_given() {
        for preset in presets::ALL {
            let service = Service::preset(preset.vendor).unwrap();
            assert_eq!(service, Service::resolve(Some(&preset.vendor.to_uppercase()), None, None).unwrap());
            assert_eq!(service, Service::resolve(None, None, Some(preset.base_url)).unwrap());
            let elsewhere =
                Service::resolve(Some(preset.vendor), Some("9"), Some("http://127.0.0.1:1")).unwrap();
            assert_eq!((elsewhere.vendor(), elsewhere.base_url()), (preset.vendor, "http://127.0.0.1:1"));
            assert_eq!(elsewhere.version_value(), "9");
            assert_eq!(service.model(models::SONNET_4_5), format!("{}-sonnet-4-5", preset.model_prefix));
            for (short, id) in preset.models {
                assert_eq!(service.model(short), *id);
            }
        }
        let other = Service::resolve(None, None, Some("https://x.example")).unwrap();
        assert_eq!(other.vendor(), presets::default_preset().vendor);
        assert_eq!(other.version_value(), DEFAULT_VERSION);
        assert_eq!(Service::resolve(Some("acme"), None, None), Err(ServiceError::NoBaseUrl));
        let error = Service::preset("nobody").unwrap_err().to_string();
        assert!(error.contains("nobody") && error.contains(presets::default_preset().vendor), "{error}");
    }

    #[test]
    fn origins_are_compared_without_tricks() {
        for (a, b) in [
            ("https://h.example", "https://H.example:443/v1?x"),
            ("http://h.example:80/", "http://h.example"),
            ("https://h.example./a", "https://h.example/b"),
        ] {
            assert!(same_origin(a, b), "{a} {b}");
        }
        for other in [
            "http://h.example",
            "https://h.example:444",
            "https://h.example.evil.example",
            "https://h.example@evil.example",
            "https://evil.example@h.example",
            "https://evil.example\\@h.example",
            "https://evil.example/h.example",
            "h.example",
            "/v1",
            "",
            "https://",
        ] {
            assert!(!same_origin("https://h.example", other), "{other}");
            assert!(!same_origin(other, other) || other.contains("example"), "{other}");
        }
    }

    proptest! {
        #[test]
        fn an_accepted_vendor_always_gives_header_names(vendor in ".{0,12}|[A-Za-z0-9_-]{1,12}") {
            if let Ok(service) = Service::new(&vendor, "1", "u") {
                let expected = format!("{}-version", vendor.trim().to_lowercase());
                prop_assert_eq!(service.version_header().as_str(), expected);
            }
        }
    }
}
