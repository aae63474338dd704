//! Which headers hold a secret: the one table of names, and values that were marked.

use std::borrow::Cow;
use std::fmt;

use http::{HeaderMap, HeaderName, HeaderValue};

use super::MASK;

/// Headers whose values are credentials (protocol §7.12, the proxy's own, and those of gateways and clouds in wide use).
const SENSITIVE_HEADERS: [&str; 20] = [
    "authorization",
    "proxy-authorization",
    "x-api-key",
    "api-key",
    "apikey",
    "x-apikey",
    "cookie",
    "set-cookie",
    "x-auth-token",
    "x-access-token",
    "x-goog-api-key",
    "x-amz-security-token",
    "x-functions-key",
    "ocp-apim-subscription-key",
    "private-token",
    "x-vault-token",
    "cf-access-client-secret",
    "cf-aig-authorization",
    "x-portkey-api-key",
    "helicone-auth",
];

/// Whether the value of a header of this name is a secret, whatever it is: it is masked in logs and errors (protocol
/// §7.12), does not travel over plain http to another machine, and is in no pickle. Letter case does not matter.
///
/// A header that is not in the table can be marked: [`CallOptions::secret_header`](crate::CallOptions::secret_header).
#[must_use]
pub fn is_sensitive_header(name: &str) -> bool {
    SENSITIVE_HEADERS.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether this value is a secret: it was marked as one, or its name is in the table.
pub(crate) fn is_secret(name: &HeaderName, value: &HeaderValue) -> bool {
    value.is_sensitive() || is_sensitive_header(name.as_str())
}

/// Headers with the values that are secrets left out.
pub(crate) struct MaskedHeaders<'a>(pub(crate) &'a HeaderMap);

impl fmt::Debug for MaskedHeaders<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.0.iter().map(|(name, value)| {
                let shown: Cow<'_, str> = match is_secret(name, value) {
                    true => Cow::Borrowed(MASK),
                    false => String::from_utf8_lossy(value.as_bytes()),
                };
                (name.as_str(), shown)
            }))
            .finish()
    }
}

/// Whether the client itself reads this header of an answer: a secret that is short or a plain word may stand in it by
/// chance, and must not change what the client does.
pub(crate) fn is_read_by_us(name: &HeaderName) -> bool {
    const READ: [&str; 11] = [
        "connection",
        "content-encoding",
        "content-length",
        "content-type",
        "date",
        "location",
        "request-id",
        "retry-after",
        "retry-after-ms",
        "transfer-encoding",
        "x-should-retry",
    ];
    let name = name.as_str();
    READ.contains(&name) || name.contains("ratelimit-") || name.contains("-priority-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sensitive_headers_are_known_in_any_case() {
        for name in ["Authorization", "PROXY-AUTHORIZATION", "x-api-key", "Api-Key", "cookie", "Set-Cookie"] {
            assert!(is_sensitive_header(name), "{name}");
        }
        for name in ["content-type", "x-api-keys", "", "request-id", "idempotency-key"] {
            assert!(!is_sensitive_header(name), "{name}");
        }
    }

    #[test]
    fn a_marked_value_is_masked_whatever_its_name() {
        let mut headers = HeaderMap::new();
        let mut marked = HeaderValue::from_static("hidden-one");
        marked.set_sensitive(true);
        headers.insert("x-tenant", marked);
        headers.insert("x-goog-api-key", HeaderValue::from_static("hidden-two"));
        headers.insert("x-plain", HeaderValue::from_static("seen"));
        let shown = format!("{:?}", MaskedHeaders(&headers));
        assert!(!shown.contains("hidden") && shown.contains("seen") && shown.contains("x-tenant"), "{shown}");
    }
}
