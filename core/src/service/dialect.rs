//! The dialects of the service (protocol §0.7). One table holds their differences.
//!
//! The value of the version header chooses: they are dates, and nothing of an answer tells which one was understood.

use super::DEFAULT_VERSION;

/// The version from which on the sampling fields do not exist and libraries send a key as a bearer token.
pub const NEWER_VERSION: &str = "2026-10-21";

/// In place of a version: the newest that is known here.
pub const LATEST: &str = "latest";

/// The differences in the client's behaviour from a version on.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dialect {
    /// The first version that speaks it.
    pub since: &'static str,
    /// An API key goes into `authorization: Bearer` in place of `x-api-key` (protocol §7.7).
    pub key_is_bearer: bool,
    /// Parameters of a request for a message that do not exist: the service refuses them even with their default
    /// values.
    pub without: &'static [&'static str],
}

/// Oldest first. A client uses the newest dialect that is not newer than its version.
pub static DIALECTS: [Dialect; 2] = [
    Dialect { since: DEFAULT_VERSION, key_is_bearer: false, without: &[] },
    Dialect { since: NEWER_VERSION, key_is_bearer: true, without: &["temperature", "top_p", "top_k"] },
];

impl Dialect {
    /// The dialect of a version. A version that is not a date belongs to a gateway, and gets the oldest dialect.
    #[must_use]
    pub fn of(version: &str) -> &'static Dialect {
        let [oldest, ..] = &DIALECTS;
        if !is_date(version) {
            return oldest;
        }
        DIALECTS.iter().rev().find(|dialect| dialect.since <= version).unwrap_or(oldest)
    }

    /// The value of the version header for a version as it is set: a value, or [`LATEST`].
    #[must_use]
    pub fn version(set: &str) -> &str {
        let set = set.trim();
        let [.., latest] = &DIALECTS;
        if set.eq_ignore_ascii_case(LATEST) { latest.since } else { set }
    }

    /// The parameter of this name, if some dialect is without it.
    pub(crate) fn some_is_without(parameter: &str) -> Option<&'static str> {
        let mut all = DIALECTS.iter().flat_map(|dialect| dialect.without);
        all.find(|name| **name == parameter).copied()
    }
}

/// Whether this is a date as versions are: `2026-10-21`.
pub(crate) fn is_date(version: &str) -> bool {
    let digits = |part: Option<&str>, length: usize| {
        part.is_some_and(|part| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let mut parts = version.split('-');
    digits(parts.next(), 4) && digits(parts.next(), 2) && digits(parts.next(), 2) && parts.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_chooses_the_dialect() {
        for (version, newer) in [
            ("2023-06-01", false),
            ("2026-10-20", false),
            ("2026-10-21", true),
            ("2031-02-03", true),
            ("2020-01-01", false),
            ("v9", false),
            ("2027", false),
            ("2026-10-21-preview", false),
            ("", false),
        ] {
            assert_eq!(Dialect::of(version).key_is_bearer, newer, "{version}");
        }
        assert_eq!(Dialect::version(" Latest "), NEWER_VERSION);
        assert_eq!(Dialect::version("2023-06-01 "), "2023-06-01");
        assert_eq!(Dialect::some_is_without("top_k"), Some("top_k"));
        assert_eq!(Dialect::some_is_without("speed"), None);
        assert!(DIALECTS.is_sorted_by_key(|dialect| dialect.since));
    }
}
