//! The variables that replace the authorities which the system trusts, for errors about certificates to name.
//!
//! `rustls-native-certs` reads them, on systems whose trust is files, and says nothing of where it has looked.

#[cfg(all(unix, not(target_os = "android"), not(target_vendor = "apple")))]
const VARIABLES: &[&str] = &["SSL_CERT_FILE", "SSL_CERT_DIR"];
#[cfg(not(all(unix, not(target_os = "android"), not(target_vendor = "apple"))))]
const VARIABLES: &[&str] = &[];

/// Those that are set, each with its value: "SSL_CERT_FILE (`/etc/ca.pem`)"; `None` if none is.
pub(super) fn named() -> Option<String> {
    listed(|value| format!("`{}`", value.to_string_lossy().escape_debug()))
}

/// Those that are set, each with its value and with why the system does not give what is there.
pub(super) fn named_with_why() -> Option<String> {
    listed(|value| {
        // Paths of a list are looked at in order; a file is a list of one.
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
