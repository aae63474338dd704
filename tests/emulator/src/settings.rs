//! The settings of the service by name, for programs in other languages. Only data: starts nothing.

use std::fmt;
use std::time::Duration;

use serde::Deserialize;

use crate::config::{Builder, Limits};

/// The settings by name; unset ones keep the default of [`Builder`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// As [`Builder::vendor`].
    pub vendor: Option<String>,
    /// As [`Builder::version`]; `"any"` as [`Builder::any_version`].
    pub version: Option<String>,
    /// As [`Builder::betas`].
    pub betas: Option<Vec<String>>,
    /// `"any"` as [`Builder::any_model`], `"known"` or nothing for the models of its list.
    pub models: Option<String>,
    /// As [`Builder::model`].
    pub extra_models: Vec<String>,
    /// As [`Builder::admin_key`].
    pub admin_key: Option<String>,
    /// As [`Builder::seed`].
    pub seed: u64,
    /// As [`Builder::api_key`].
    pub api_key: Option<String>,
    /// As [`Limits::requests`].
    pub requests_per_minute: Option<u64>,
    /// As [`Limits::tokens`].
    pub tokens_per_minute: Option<u64>,
    /// As [`Limits::input_tokens`].
    pub input_tokens_per_minute: Option<u64>,
    /// As [`Limits::output_tokens`].
    pub output_tokens_per_minute: Option<u64>,
    /// As [`Builder::pace`], in milliseconds.
    pub pace_ms: f64,
    /// As [`Builder::batch_polls_until_end`].
    pub batch_polls: Option<u32>,
    /// As [`Builder::batch_duration`], in milliseconds.
    pub batch_duration_ms: Option<u64>,
    /// As [`Builder::batch_lifetime`], in milliseconds.
    pub batch_lifetime_ms: Option<u64>,
    /// As [`Builder::keep_requests`].
    pub keep_requests: Option<usize>,
    /// As [`Builder::port`].
    pub port: u16,
}

/// Why settings cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsError(String);

impl Settings {
    /// The settings of a JSON object; no text at all means all defaults.
    ///
    /// # Errors
    /// The text is no JSON object, names something that is not a setting, or gives one a value of another kind.
    pub fn from_json(text: &str) -> Result<Settings, SettingsError> {
        match text.trim_ascii() {
            "" => Ok(Settings::default()),
            json => serde_json::from_str(json)
                .map_err(|error| SettingsError(format!("the emulator's options: {error}"))),
        }
    }

    /// A builder with these settings.
    ///
    /// # Errors
    /// `pace_ms` is no time, or `models` neither `"any"` nor `"known"`.
    pub fn builder(self) -> Result<Builder, SettingsError> {
        let pace = Duration::try_from_secs_f64(self.pace_ms / 1000.0)
            .map_err(|_| SettingsError("pace_ms must be a time of at least 0".to_owned()))?;
        let any_model = match self.models.as_deref() {
            Some("any") => true,
            Some("known") | None => false,
            Some(_) => return Err(SettingsError(r#"models must be "any" or "known""#.to_owned())),
        };
        let any_version = self.version.as_deref() == Some("any");
        let default = Limits::default();
        let limits = Limits {
            requests: self.requests_per_minute.unwrap_or(default.requests),
            tokens: self.tokens_per_minute.unwrap_or(default.tokens),
            input_tokens: self.input_tokens_per_minute.unwrap_or(default.input_tokens),
            output_tokens: self.output_tokens_per_minute.unwrap_or(default.output_tokens),
        };
        let betas: Option<Vec<&str>> =
            self.betas.as_ref().map(|names| names.iter().map(String::as_str).collect());
        let mut builder = Builder::new()
            .vendor(self.vendor.as_deref())
            .version(self.version.as_deref().filter(|_| !any_version))
            .any_version(any_version)
            .betas(betas.as_deref())
            .any_model(any_model)
            .seed(self.seed)
            .limits(limits)
            .pace(pace)
            .port(self.port);
        if let Some(key) = self.api_key {
            builder = builder.api_key(key);
        }
        for id in self.extra_models {
            builder = builder.model(id);
        }
        if let Some(key) = self.admin_key {
            builder = builder.admin_key(key);
        }
        if let Some(time) = self.batch_duration_ms {
            builder = builder.batch_duration(Duration::from_millis(time));
        }
        if let Some(time) = self.batch_lifetime_ms {
            builder = builder.batch_lifetime(Duration::from_millis(time));
        }
        if let Some(polls) = self.batch_polls {
            builder = builder.batch_polls_until_end(polls);
        }
        if let Some(count) = self.keep_requests {
            builder = builder.keep_requests(count);
        }
        Ok(builder)
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SettingsError {}
