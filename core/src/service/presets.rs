//! The services that are known by name (protocol §14). The only place in the core with real names: everything else
//! works from the fields of [`Preset`].

use super::{DEFAULT_VERSION, same_origin};

/// What is known about one public service.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Preset {
    /// The vendor name as it stands in headers.
    pub vendor: &'static str,
    /// The vendor's own address.
    pub base_url: &'static str,
    /// The value of the version header.
    pub version: &'static str,
    /// What model ids begin with.
    pub model_prefix: &'static str,
    /// Models whose published id is not the prefix and the name: (name, id).
    pub models: &'static [(&'static str, &'static str)],
    /// What the ids of models without `output_config.format` begin with, behind the prefix (protocol §0.3).
    pub without_output_format: &'static [&'static str],
    /// The environment variables that the vendor's own clients read.
    pub env: Variables,
}

/// Names of environment variables with one meaning each (protocol §7.11).
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Variables {
    /// The API key.
    pub api_key: &'static str,
    /// The bearer token.
    pub auth_token: &'static str,
    /// The base address.
    pub base_url: &'static str,
    /// Extra headers, one `Name: value` a line.
    pub custom_headers: &'static str,
    /// The log level.
    pub log: &'static str,
}

/// All presets, in the order in which their environments are looked at.
pub static ALL: [&Preset; 1] = [&DEFAULT];

static DEFAULT: Preset = Preset {
    vendor: "anthropic",
    base_url: "https://api.anthropic.com",
    version: DEFAULT_VERSION,
    model_prefix: "claude",
    models: &[("haiku-3-5", "claude-3-5-haiku-20241022")],
    without_output_format: &[
        "2",
        "3-",
        "instant",
        "haiku-3",
        "sonnet-3",
        "opus-3",
        "opus-4-0",
        "opus-4-1",
        "opus-4-2025",
        "sonnet-4-0",
        "sonnet-4-2025",
    ],
    env: Variables {
        api_key: "ANTHROPIC_API_KEY",
        auth_token: "ANTHROPIC_AUTH_TOKEN",
        base_url: "ANTHROPIC_BASE_URL",
        custom_headers: "ANTHROPIC_CUSTOM_HEADERS",
        log: "ANTHROPIC_LOG",
    },
};

/// The preset whose vendor name and version stand in where none are set: most gateways speak in the name of the
/// service that they stand before.
#[must_use]
pub fn default_preset() -> &'static Preset {
    &DEFAULT
}

/// Whether a model takes `output_config.format`: every model that no preset excludes, because new ones do (protocol §0.3).
/// Whatever stands before the first `-` of an id is taken for the service's prefix.
#[must_use]
pub fn has_output_format(model: &str) -> bool {
    let name = model.split_once('-').map_or(model, |(_, name)| name);
    let excluded =
        |preset: &&Preset| preset.without_output_format.iter().any(|begin| name.starts_with(begin));
    !ALL.iter().any(excluded)
}

/// The preset with this vendor name, whatever its letter case.
#[must_use]
pub fn by_vendor(vendor: &str) -> Option<&'static Preset> {
    ALL.into_iter().find(|preset| preset.vendor.eq_ignore_ascii_case(vendor.trim()))
}

/// The preset whose own address has the scheme, host and port of this one.
#[must_use]
pub fn by_address(url: &str) -> Option<&'static Preset> {
    ALL.into_iter().find(|preset| same_origin(preset.base_url, url))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_found_by_name_and_by_address() {
        for preset in ALL {
            assert_eq!(by_vendor(&format!(" {} ", preset.vendor.to_uppercase())), Some(preset));
            assert_eq!(by_address(&format!("{}/v1/messages", preset.base_url)), Some(preset));
        }
        assert_eq!((by_vendor("acme"), by_vendor("")), (None, None));
        assert_eq!(by_address("http://127.0.0.1:8080"), None);
    }
}
