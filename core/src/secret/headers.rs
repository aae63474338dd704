//! Which headers hold a secret: the shape of their names, and values that were marked.

use std::borrow::Cow;
use std::fmt;

use http::{HeaderMap, HeaderName, HeaderValue};

use super::{MASK, url_to_show};

/// Parts of a word that make a header secret wherever they occur in its name: `x-amz-security-token`, `accesstoken`,
/// `set-cookie`.
const WITHIN: [&str; 9] =
    ["token", "secret", "passw", "passphrase", "credential", "signature", "assertion", "cookie", "jwt"];

/// Whole words that name a secret. Gateways abbreviate: `vk` is a virtual key, `oidc` the claims of a person.
const WORDS: [&str; 12] =
    ["pwd", "pat", "psk", "otp", "totp", "dpop", "sig", "hmac", "saml", "bearer", "vk", "oidc"];

/// Words that hold a part of [`WITHIN`], or end as `key` does, and name no secret.
const OTHER_WORDS: [&str; 11] = [
    // Counts of rate limits and of usage; the token of a credential is in the singular.
    "tokens",
    "tokenizer",
    "tokenization",
    "portkey",
    "hotkey",
    "turkey",
    "monkey",
    "author",
    "authors",
    "authority",
    "authoring",
];

/// Words before `key` whose key is a public name: of a cache, a partition, a repetition.
const PUBLIC_KEYS: [&str; 13] = [
    "idempotency",
    "idempotence",
    "deduplication",
    "dedup",
    "cache",
    "surrogate",
    "partition",
    "routing",
    "shard",
    "affinity",
    "sort",
    "public",
    "websocket",
];

/// Words behind `token` with which a header counts tokens or names their sort.
const ABOUT_TOKENS: [&str; 7] = ["count", "counts", "limit", "budget", "usage", "type", "rate"];

/// Names that hold a part of a secret's name, and that the standards define for something else.
const NO_SECRETS: [&str; 5] = [
    "www-authenticate",
    "proxy-authenticate",
    "access-control-allow-credentials",
    "public-key-pins",
    "public-key-pins-report-only",
];

/// Whether the value of a header of this name is a secret, whatever it is: it is masked in logs and errors (protocol
/// §7.12), does not travel over plain http to another machine, and is in no pickle. Letter case does not matter.
///
/// A name is judged by its words, which `-`, `_` and `.` separate: `key`, `token`, `secret`, `auth`, `jwt`,
/// `assertion`, `cookie`, `password`, `signature` and `credential` make it secret, alone or as a part
/// (`x-litellm-api-key`, `authentication`, `accesstoken`), and so do the abbreviations of gateways. Headers that count
/// tokens (`x-ratelimit-remaining-tokens`), and keys that are public names (`idempotency-key`), are no secrets.
///
/// A header whose name says nothing can be marked: [`CallOptions::secret_header`](crate::CallOptions::secret_header).
#[must_use]
pub fn is_sensitive_header(name: &str) -> bool {
    // Names of a request that is about to be sent are in lower case already.
    match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => is_shaped_as_secret(&name.to_ascii_lowercase()),
        false => is_shaped_as_secret(name),
    }
}

fn is_shaped_as_secret(name: &str) -> bool {
    let mut words = name.split(['-', '_', '.']).peekable();
    let mut before = "";
    let mut found = false;
    while let Some(word) = words.next() {
        found |= is_secret_word(before, word, words.peek().copied().unwrap_or_default());
        before = word;
    }
    found && !NO_SECRETS.contains(&name)
}

fn is_secret_word(before: &str, word: &str, after: &str) -> bool {
    if OTHER_WORDS.contains(&word) || (word == "token" && ABOUT_TOKENS.contains(&after)) {
        return false;
    }
    let stem = word.trim_end_matches(|last: char| last.is_ascii_digit());
    let is_key = stem.ends_with("key") || stem.ends_with("keys");
    (is_key && !PUBLIC_KEYS.contains(&before))
        || word.contains("auth")
        || WORDS.contains(&word)
        || WITHIN.iter().any(|part| word.contains(part))
}

/// The value of a header as errors and debug output show it: [`MASK`] for a secret, an address without its query, which
/// may hold one (signed addresses of storage services do).
#[must_use]
pub fn header_to_show<'v>(name: &str, value: &'v str) -> Cow<'v, str> {
    let is_address = || ["location", "content-location"].iter().any(|known| known.eq_ignore_ascii_case(name));
    if is_sensitive_header(name) {
        Cow::Borrowed(MASK)
    } else if is_address() {
        Cow::Owned(url_to_show(value))
    } else {
        Cow::Borrowed(value)
    }
}

/// Whether this value is a secret: it was marked as one, or its name has the shape of a secret's.
pub(crate) fn is_secret(name: &HeaderName, value: &HeaderValue) -> bool {
    value.is_sensitive() || is_sensitive_header(name.as_str())
}

/// Removes the headers whose values are secrets.
pub(crate) fn remove_secrets(headers: &mut HeaderMap) {
    let hidden: Vec<_> =
        headers.iter().filter(|(name, value)| is_secret(name, value)).map(|(name, _)| name.clone()).collect();
    hidden.iter().for_each(|name| drop(headers.remove(name)));
}

/// Headers with the values that are secrets left out.
pub(crate) struct MaskedHeaders<'a>(pub(crate) &'a HeaderMap);

impl fmt::Debug for MaskedHeaders<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.0.iter().map(|(name, value)| {
                let shown = match value.is_sensitive() {
                    true => Cow::Borrowed(MASK),
                    false => Cow::Owned(
                        header_to_show(name.as_str(), &String::from_utf8_lossy(value.as_bytes()))
                            .into_owned(),
                    ),
                };
                (name.as_str(), shown)
            }))
            .finish()
    }
}

/// Whether the client itself reads this header of an answer: a short secret or a plain word may occur in it by chance,
/// and masking it must not change the client's behaviour.
pub(crate) fn is_read_by_us(name: &str) -> bool {
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
    READ.contains(&name) || name.contains("ratelimit-") || name.contains("-priority-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets_are_known_by_their_shape() {
        for name in [
            "Authorization",
            "PROXY-AUTHORIZATION",
            "x-api-key",
            "Api-Key",
            "apikey",
            "x-apikey",
            "cookie",
            "Set-Cookie",
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
            "x-litellm-api-key",
            "x-litellm-key",
            "x-auth-key",
            "authentication",
            "x-api-token",
            "x-subscription-token",
            "x-rapidapi-key",
            "x-mlflow-authorization",
            "x-serverless-authorization",
            "cf-access-token",
            "x-goog-iap-jwt-assertion",
            "x-forwarded-access-token",
            "x-ms-token-aad-access-token",
            "x-amzn-oidc-data",
            "x-kong-api-key",
            "x-tyk-authorization",
            "x-bf-vk",
            "databricks-token",
            "x-secret",
            "X_API_KEY",
            "XAuthToken",
            "x.api.key",
            "x-password",
            "x-hub-signature-256",
            "x-client-credentials",
            "x-api-keys",
            "x-api-key2",
            "x-oauth2",
            "x-cache-api-key",
            "x-token-type-secret",
        ] {
            assert!(is_sensitive_header(name), "{name}");
        }
    }

    #[test]
    fn other_headers_are_no_secrets() {
        for name in [
            "",
            "-",
            "content-type",
            "accept",
            "user-agent",
            "request-id",
            "traceparent",
            "retry-after",
            "keep-alive",
            "idempotency-key",
            "Idempotency-Key",
            "x-idempotency-key",
            "sec-websocket-key",
            "x-cache-key",
            "surrogate-key",
            "x-ratelimit-remaining-tokens",
            "x-ratelimit-limit-tokens",
            "llm-ratelimit-tokens-remaining",
            "llm-ratelimit-input-tokens-reset",
            "x-token-count",
            "x-max-tokens",
            "x-tokenizer",
            "www-authenticate",
            "Proxy-Authenticate",
            "access-control-allow-credentials",
            "public-key-pins",
            "x-author",
            "x-authority",
            "x-portkey-trace-id",
            "helicone-user-id",
            "x-keyword",
            "x-tenant",
            "x-design",
            "x-path",
        ] {
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
        headers.insert("location", HeaderValue::from_static("https://seen.example/?sig=hidden-three"));
        let shown = format!("{:?}", MaskedHeaders(&headers));
        assert!(!shown.contains("hidden") && shown.contains("seen") && shown.contains("x-tenant"), "{shown}");
    }
}
