//! Strings that must never be seen: keys, tokens, passwords inside addresses.
//!
//! One job: hold a secret so that printing it, comparing it and dropping it are safe. `headers` tells which headers
//! hold a secret, and `identity` names a credential in a store.

mod headers;
mod identity;

use std::fmt;
use std::hint::black_box;

use zeroize::{Zeroize, Zeroizing};

pub(crate) use headers::MaskedHeaders;
pub use headers::{header_to_show, is_sensitive_header};
pub(crate) use headers::{is_read_by_us, is_secret, remove_secrets};
pub(crate) use identity::Identity;

/// Printed in place of a secret.
pub const MASK: &str = "***";

/// A string that cannot be printed by accident.
///
/// * `Debug` and `Display` both write [`MASK`], whatever the content.
/// * `==` takes the same time wherever the first difference is; only the lengths can be distinguished.
/// * The memory is overwritten when the value is dropped. A clone is a second copy with its own wiping.
///
/// `Send + Sync`; immutable after construction.
///
/// ```
/// use parlour::secret::Secret;
/// let key = Secret::from("very-private");
/// assert_eq!(format!("{key:?} {key}"), "*** ***");
/// assert_eq!(key.expose(), "very-private");
/// ```
#[derive(Clone)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// Takes a credential for use in a header (protocol §7.7).
    ///
    /// Surrounding whitespace is removed, because keys are often read from files that end in a newline.
    ///
    /// # Errors
    /// [`SecretError`] when nothing is left, or when a control character (CR and LF among them) or a character
    /// outside ASCII is found in it. The error does not contain any part of the value.
    pub fn for_header(value: &str) -> Result<Self, SecretError> {
        let trimmed = value.trim();
        if trimmed.is_empty() {
            return Err(SecretError::Empty);
        }
        if trimmed.chars().any(char::is_control) {
            return Err(SecretError::ControlCharacter);
        }
        if !trimmed.is_ascii() {
            return Err(SecretError::NotAscii);
        }
        Ok(Self::from(trimmed))
    }

    /// The content, for the one place that has to send it. Never pass the result to a log, an error or a panic.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for Secret {
    fn from(value: String) -> Self {
        Self(Zeroizing::new(value))
    }
}

impl From<&str> for Secret {
    fn from(value: &str) -> Self {
        Self(Zeroizing::new(value.to_owned()))
    }
}

impl Zeroize for Secret {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

impl PartialEq for Secret {
    fn eq(&self, other: &Self) -> bool {
        same_bytes(self.expose().as_bytes(), other.expose().as_bytes())
    }
}

impl Eq for Secret {}

/// Why a text cannot be used as a credential. Holds nothing of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SecretError {
    /// Nothing but whitespace.
    Empty,
    /// A control character inside, for example a line break.
    ControlCharacter,
    /// A character outside ASCII inside, mostly a slip of copy and paste.
    NotAscii,
}

impl fmt::Display for SecretError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "the credential is empty",
            Self::ControlCharacter => {
                "the credential contains a control character (a line break, for example)"
            }
            Self::NotAscii => "the credential contains a character outside ASCII",
        })
    }
}

impl std::error::Error for SecretError {}

/// The address with its `user:password@` part replaced by `***@`, for logs and errors (protocol §7.12).
///
/// Works on any text, also on addresses without a scheme and on ones that no parser would accept: it is used to
/// report exactly those. Where a password holds an unescaped `/`, `?` or `#`, everything up to the last `@` goes; where
/// the host was forgotten, everything behind `user:`.
///
/// ```
/// use parlour::secret::mask_url;
/// assert_eq!(mask_url("http://joe:pw@proxy:3128/x"), "http://***@proxy:3128/x");
/// ```
#[must_use]
pub fn mask_url(url: &str) -> String {
    let (scheme, rest) = match url.find("://") {
        Some(at) => url.split_at(at + 3),
        None => ("", url),
    };
    let authority_end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
    let (authority, tail) = rest.split_at(authority_end);
    let searched =
        if authority.contains('@') || !looks_like_cut_userinfo(authority) { authority } else { rest };
    match searched.rfind('@') {
        Some(at) => {
            let host = searched.get(at + 1..).unwrap_or_default();
            let tail = if searched.len() == rest.len() { "" } else { tail };
            format!("{scheme}{MASK}@{host}{tail}")
        }
        // A password whose host was forgotten looks like a port that is no number.
        None => match authority.split_once(':') {
            Some((host, port)) if !port.is_empty() && looks_like_cut_userinfo(authority) => {
                format!("{scheme}{host}:{MASK}")
            }
            _ => url.to_owned(),
        },
    }
}

/// A base URL as an error shows it: without a user, and without what a query or a fragment holds, because either may be
/// a secret.
pub(crate) fn url_to_show(text: &str) -> String {
    let masked = mask_url(text);
    match masked.find(['?', '#']) {
        Some(at) => format!("{}…", masked.get(..=at).unwrap_or_default()),
        None => masked,
    }
}

/// `user:pass` in place of a host and port: the text after the first colon is no port number, so the "path" behind it
/// may be the rest of a password.
fn looks_like_cut_userinfo(authority: &str) -> bool {
    match authority.split_once(':') {
        Some(_) if authority.starts_with('[') => false,
        Some((_, port)) => port.is_empty() || !port.bytes().all(|b| b.is_ascii_digit()),
        None => false,
    }
}

/// Looks at every byte, always. `black_box` keeps the optimiser from leaving the loop at the first difference.
fn same_bytes(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    a.iter().zip(b).fold(0_u8, |seen, (x, y)| black_box(seen | (x ^ y))) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn printing_shows_only_the_mask() {
        let key = Secret::from("sk-abcdef".to_owned());
        assert_eq!(format!("{key:?}|{key}|{key:#?}|{key:>40}"), "***|***|***|***");
        assert!(!format!("{:?}", Some(&key)).contains("abcdef"));
    }

    #[test]
    fn equality_looks_at_content() {
        assert_eq!(Secret::from("abc"), Secret::from("abc"));
        assert_ne!(Secret::from("abc"), Secret::from("abd"));
        assert_ne!(Secret::from("xbc"), Secret::from("abc"));
        assert_ne!(Secret::from("abc"), Secret::from("abcd"));
        assert_eq!(Secret::from(""), Secret::from(""));
    }

    #[test]
    fn wiping_empties_it() {
        let mut key = Secret::from("abc");
        key.zeroize();
        assert_eq!(key.expose(), "");
    }

    #[test]
    fn header_form_is_trimmed_and_checked() {
        assert_eq!(Secret::for_header("  key-1\r\n").map(|s| s.expose().to_owned()), Ok("key-1".to_owned()));
        assert_eq!(Secret::for_header("a b").map(|s| s.expose().to_owned()), Ok("a b".to_owned()));
        for (text, why) in [
            ("", SecretError::Empty),
            (" \t\r\n", SecretError::Empty),
            ("hidden\r\nx-evil: 1", SecretError::ControlCharacter),
            ("hid\nden", SecretError::ControlCharacter),
            ("hid\tden", SecretError::ControlCharacter),
            ("hid\0den", SecretError::ControlCharacter),
            ("hid\u{7f}den", SecretError::ControlCharacter),
            ("hid\u{200b}den", SecretError::NotAscii),
            ("hidden\u{e9}", SecretError::NotAscii),
        ] {
            let got = Secret::for_header(text);
            assert_eq!(got, Err(why), "{text:?}");
            assert!(!why.to_string().contains("hid") && !format!("{got:?}").contains("hid"));
        }
    }

    #[test]
    fn user_info_disappears_from_addresses() {
        for (url, masked) in [
            ("https://host/v1", "https://host/v1"),
            ("https://joe:pw@host:8443/v1?q=1#f", "https://***@host:8443/v1?q=1#f"),
            ("https://token@host", "https://***@host"),
            ("http://a@b:pw@host/", "http://***@host/"),
            ("joe:pw@proxy:3128", "***@proxy:3128"),
            ("https://host/models/name@2025", "https://host/models/name@2025"),
            ("http://127.0.0.1:80/name@2025", "http://127.0.0.1:80/name@2025"),
            ("http://[::1]/name@2025", "http://[::1]/name@2025"),
            ("http://joe:p/w@host/x", "http://***@host/x"),
            ("http://joe:p:1/w@host/x", "http://***@host/x"),
            ("http://joe:p#w@host", "http://***@host"),
            ("http://joe:p?w@host", "http://***@host"),
            ("http://joe:pw", "http://joe:***"),
            ("http://joe:p/w", "http://joe:***"),
            ("::pw", ":***"),
            ("http://host:", "http://host:"),
            ("http://host:80/a:b", "http://host:80/a:b"),
            ("http://[::1]:80/", "http://[::1]:80/"),
            ("socks5://joe:pw@host", "socks5://***@host"),
            ("", ""),
            ("@", "***@"),
        ] {
            assert_eq!(mask_url(url), masked);
        }
    }

    proptest! {
        #[test]
        fn no_password_survives_masking(
            user in "[a-z]{1,5}",
            password in "[A-Z]{3}[!-~&&[^@]]{0,8}",
            path in "(/[a-z]{0,4}){0,2}",
        ) {
            let masked = mask_url(&format!("http://{user}:{password}@host{path}"));
            prop_assert_eq!(masked, format!("http://***@host{path}"));
        }

        #[test]
        fn masking_takes_any_text(url in ".*") {
            let once = mask_url(&url);
            prop_assert_eq!(once.contains('@'), url.contains('@'));
        }

        #[test]
        fn accepted_secrets_are_header_values(text in ".{0,20}") {
            if let Ok(secret) = Secret::for_header(&text) {
                prop_assert!(http::HeaderValue::from_str(secret.expose()).is_ok());
                prop_assert_eq!(secret.expose(), text.trim());
            }
        }
    }
}
