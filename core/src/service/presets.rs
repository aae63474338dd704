//! The services that are known by name (protocol §14). The only place in the core with real names: everything else
//! works from the fields of [`Preset`].

use super::{DEFAULT_VERSION, same_origin};

/// The facts about one public service.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Preset {
    /// The vendor name as used in headers.
    pub vendor: &'static str,
    /// The vendor's own address.
    pub base_url: &'static str,
    /// The value of the version header.
    pub version: &'static str,
    /// The prefix of model ids.
    pub model_prefix: &'static str,
    /// Models whose published id is not the prefix and the name: (name, id).
    pub models: &'static [(&'static str, &'static str)],
    /// Models that are deprecated or gone, as announced when this was written.
    pub deprecated: &'static [DeprecatedModel],
    /// The beginnings, after the prefix, of the ids of models without `output_config.format` (protocol §0.3).
    pub without_output_format: &'static [&'static str],
    /// The environment variables that the vendor's own clients read.
    pub env: Variables,
}

/// A model that is to be replaced (protocol §0.6).
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeprecatedModel {
    /// Its id behind the prefix.
    pub name: &'static str,
    /// The day from which on it answers no more; empty if that is not known.
    pub retires: &'static str,
    /// The id of the model that is recommended in its place.
    pub replacement: Option<&'static str>,
}

const fn gone(name: &'static str, retires: &'static str) -> DeprecatedModel {
    DeprecatedModel { name, retires, replacement: None }
}

const fn replaced(name: &'static str, retires: &'static str, replacement: &'static str) -> DeprecatedModel {
    DeprecatedModel { name, retires, replacement: Some(replacement) }
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
    // Announced up to November 2026; the short ids are aliases of the dated ones.
    deprecated: &[
        replaced("sonnet-4-5", "2026-11-30", "claude-sonnet-5-5"),
        replaced("sonnet-4-5-20250929", "2026-11-30", "claude-sonnet-5-5"),
        gone("opus-4-5", "2027-01-22"),
        gone("opus-4-5-20251101", "2027-01-22"),
        // Since 30 June 2026, without a day.
        gone("mythos-preview", ""),
        gone("opus-4-1", "2026-08-05"),
        gone("opus-4-1-20250805", "2026-08-05"),
        gone("opus-4-0", "2026-06-15"),
        gone("opus-4-20250514", "2026-06-15"),
        gone("sonnet-4-0", "2026-06-15"),
        gone("sonnet-4-20250514", "2026-06-15"),
        gone("3-haiku-20240307", "2026-04-20"),
        gone("3-7-sonnet-latest", "2026-02-19"),
        gone("3-7-sonnet-20250219", "2026-02-19"),
        gone("3-5-haiku-latest", "2026-02-19"),
        gone("3-5-haiku-20241022", "2026-02-19"),
        gone("3-opus-latest", "2026-01-05"),
        gone("3-opus-20240229", "2026-01-05"),
        gone("3-5-sonnet-latest", "2025-10-28"),
        gone("3-5-sonnet-20240620", "2025-10-28"),
        gone("3-5-sonnet-20241022", "2025-10-28"),
        gone("3-sonnet-20240229", "2025-07-21"),
        gone("2.0", "2025-07-21"),
        gone("2.1", "2025-07-21"),
        gone("1.3", "2024-11-06"),
        gone("instant-1.2", "2024-11-06"),
    ],
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

/// The preset whose vendor name and version are the defaults: most gateways use the names of the service behind them.
#[must_use]
pub fn default_preset() -> &'static Preset {
    &DEFAULT
}

/// Whether a model takes `output_config.format`: every model that no preset excludes, because new ones do (protocol
/// §0.3). Everything before the first `-` of an id is taken for the service's prefix.
#[must_use]
pub fn has_output_format(model: &str) -> bool {
    let name = model.split_once('-').map_or(model, |(_, name)| name);
    let excluded =
        |preset: &&Preset| preset.without_output_format.iter().any(|begin| name.starts_with(begin));
    !ALL.iter().any(excluded)
}

/// The row of the preset's table for a model, by its full id: another service may use a name for a model of its own.
#[must_use]
pub fn deprecated(model: &str) -> Option<&'static DeprecatedModel> {
    ALL.into_iter().find_map(|preset| {
        let name = model.strip_prefix(preset.model_prefix)?.strip_prefix('-')?;
        preset.deprecated.iter().find(|row| row.name == name)
    })
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
    fn deprecated_models_are_found_by_their_full_id() {
        for preset in ALL {
            for row in preset.deprecated {
                let id = format!("{}-{}", preset.model_prefix, row.name);
                assert_eq!(deprecated(&id), Some(row));
                assert_eq!(deprecated(row.name), None, "another service's name");
                assert!(row.retires.is_empty() || crate::service::is_date(row.retires), "{id}");
                assert!(row.replacement.is_none_or(|other| deprecated(other).is_none()), "{id}");
            }
            assert!(!preset.deprecated.is_empty());
        }
    }

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
