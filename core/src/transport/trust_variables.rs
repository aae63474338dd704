//! The environment variables that replace the system's root certificates; errors about certificates name them.
//!
//! `rustls-native-certs` reads them on systems that store root certificates in files, and does not report where it has
//! looked.

use std::ffi::OsString;

#[cfg(all(unix, not(target_os = "android"), not(target_vendor = "apple")))]
const VARIABLES: &[&str] = &["SSL_CERT_FILE", "SSL_CERT_DIR"];
#[cfg(not(all(unix, not(target_os = "android"), not(target_vendor = "apple"))))]
const VARIABLES: &[&str] = &[];

/// The values of all variables, in one order.
pub(super) fn values() -> Vec<Option<OsString>> {
    VARIABLES.iter().map(std::env::var_os).collect()
}

/// The variables that are set, each with its value: "SSL_CERT_FILE (`/etc/ca.pem`)"; `None` if none is.
pub(super) fn named() -> Option<String> {
    listed(|value| format!("`{}`", value.to_string_lossy().escape_debug()))
}

/// The variables that are set, each with its value and the reason why it yields no certificates.
pub(super) fn named_with_why() -> Option<String> {
    listed(|value| {
        // The paths of a list are checked in order; a file is a list of one.
        let failure = std::env::split_paths(value).find_map(|path| std::fs::metadata(path).err());
        let why = failure.map_or_else(|| "nothing there can be used".to_owned(), |error| error.to_string());
        format!("`{}`: {why}", value.to_string_lossy().escape_debug())
    })
}

fn listed(shown: impl Fn(&std::ffi::OsStr) -> String) -> Option<String> {
    let set = VARIABLES.iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
    let all = set.map(|(name, value)| format!("{name} ({})", shown(&value))).collect::<Vec<_>>();
    (!all.is_empty()).then(|| all.join(" and "))
}
