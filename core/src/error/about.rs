//! Errors about a setting: each carries it as data, and its sentence names it as users of the host language do.

use std::borrow::Cow;
use std::fmt;

use super::{Error, ErrorKind};
use crate::setting::Setting;

impl Error {
    /// A setting that was refused before anything was sent.
    pub(crate) fn about(setting: Setting, message: impl Into<Cow<'static, str>>) -> Error {
        Error::config(message).with_setting(setting)
    }

    /// What came is larger than a setting allows; `what` says so, up to the name of the setting.
    pub(crate) fn too_large(what: fmt::Arguments<'_>, setting: Setting) -> Error {
        Error::new(ErrorKind::Decode, format!("{what} ({setting})"))
            .with_subkind(Some(setting.name()))
            .with_setting(setting)
    }

    /// The setting that [`setting`](Error::setting) names.
    pub(crate) fn about_setting(&self) -> Option<Setting> {
        self.0.setting
    }

    pub(crate) fn with_setting(mut self, setting: impl Into<Option<Setting>>) -> Error {
        self.0.setting = setting.into();
        self
    }
}
