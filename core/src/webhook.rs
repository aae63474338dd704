//! Webhooks of the service: whether a request is from it, and what it tells (protocol §8.10). The signature is
//! that of the Standard Webhooks scheme.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use base64::Engine;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};
use http::HeaderMap;
use ring::hmac;
use subtle::{Choice, ConstantTimeEq};

use crate::clock::{Clock, SystemClock};
use crate::json::decode_lenient;
use crate::model::WebhookEvent;

/// A timestamp further from now than this is refused, by default.
pub const WEBHOOK_TOLERANCE: Duration = Duration::from_secs(300);

/// Of the entries of `webhook-signature` the first so many are looked at. A sender writes one for each secret in use.
pub const MAX_WEBHOOK_SIGNATURES: usize = 64;

/// The length of an HMAC-SHA256.
const TAG: usize = 32;

/// Secrets are written with and without the padding of base64.
const SECRET: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Verifies webhooks with the secrets that sign them. Several are taken, so that one can be replaced while both are in
/// use. May be shared between threads; holds nothing of what it verified.
///
/// Each secret hashes the body once at most, however many signatures a request carries: its sender is not known before
/// one of them fits. Of the entries of `webhook-signature` the first [`MAX_WEBHOOK_SIGNATURES`] count, and none that is
/// not as long as a signature.
///
/// ```
/// use parlour::WebhookVerifier;
///
/// let verifier = WebhookVerifier::new(["whsec_cGFybG91ci13ZWJob29rLXRlc3Qta2V5"])?;
/// let body = br#"{"type":"event","id":"evt_demo_1"}"#;
/// let error = verifier.verify("msg_demo_1", "1790000000", "v1,AAAA", body).unwrap_err();
/// println!("answered with 400: {error}");
/// # Ok::<(), parlour::WebhookError>(())
/// ```
#[derive(Clone)]
pub struct WebhookVerifier {
    keys: Vec<hmac::Key>,
    tolerance: Duration,
    clock: Arc<dyn Clock>,
}

/// Why a webhook was refused. None of them says anything of a secret or of the signature that would fit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WebhookError {
    /// A secret is empty or no base64, or there is none.
    Secret(&'static str),
    /// A header is missing or repeated.
    Header(&'static str),
    /// The timestamp is no number of seconds.
    Timestamp,
    /// The timestamp is too far from now: so many seconds ago, or ahead if negative.
    Age(i64),
    /// No signature fits: the body was changed, or another secret signed it.
    Signature,
    /// The signature fits, and the body is no event.
    Body(String),
}

impl fmt::Display for WebhookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WebhookError::Secret(why) => write!(f, "the secret of the webhook cannot be used: {why}"),
            WebhookError::Header(name) => write!(f, "the webhook needs the header {name} exactly once"),
            WebhookError::Timestamp => f.write_str("webhook-timestamp is not a number of seconds since the epoch"),
            WebhookError::Age(age) if *age < 0 => write!(
                f,
                "the webhook is dated {} s ahead: check the clock of this machine",
                age.unsigned_abs()
            ),
            WebhookError::Age(age) => write!(
                f,
                "the webhook is {age} s old: it may be a replay; check the clock of this machine if it is not"
            ),
            WebhookError::Signature => f.write_str(
                "no signature of the webhook fits: verify the raw body, before any middleware reads it as JSON, with \
                the secret of this endpoint",
            ),
            WebhookError::Body(why) => write!(f, "the webhook is signed, but its body is not an event: {why}"),
        }
    }
}

impl std::error::Error for WebhookError {}

impl WebhookVerifier {
    /// A verifier with these secrets, as the service shows them: base64 behind `whsec_`.
    ///
    /// # Errors
    /// [`WebhookError::Secret`] for one that is empty or no base64, and for none at all.
    pub fn new<S: AsRef<str>>(secrets: impl IntoIterator<Item = S>) -> Result<WebhookVerifier, WebhookError> {
        let keys = secrets.into_iter().map(|secret| key(secret.as_ref())).collect::<Result<Vec<_>, _>>()?;
        if keys.is_empty() {
            return Err(WebhookError::Secret("there is none"));
        }
        Ok(WebhookVerifier { keys, tolerance: WEBHOOK_TOLERANCE, clock: Arc::new(SystemClock) })
    }

    /// Takes what this secret signs as well.
    ///
    /// # Errors
    /// [`WebhookError::Secret`] as [`new`](Self::new).
    pub fn and_secret(mut self, secret: &str) -> Result<WebhookVerifier, WebhookError> {
        self.keys.push(key(secret)?);
        Ok(self)
    }

    /// How far a timestamp may be from now; 5 minutes by default.
    #[must_use]
    pub fn tolerance(mut self, tolerance: Duration) -> WebhookVerifier {
        self.tolerance = tolerance;
        self
    }

    /// The clock that supplies the current time.
    #[must_use]
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> WebhookVerifier {
        self.clock = clock;
        self
    }

    /// Verifies a request by its headers and its raw body, and gives the event. Answer with a 2xx at once and work
    /// afterwards.
    ///
    /// # Errors
    /// Any [`WebhookError`] but `Secret`. Answer with 400.
    pub fn verify_request(&self, headers: &HeaderMap, body: &[u8]) -> Result<WebhookEvent, WebhookError> {
        let one = |name: &'static str| {
            let mut values = headers.get_all(name).iter();
            match (values.next().and_then(|value| value.to_str().ok()), values.next()) {
                (Some(value), None) => Ok(value),
                _ => Err(WebhookError::Header(name)),
            }
        };
        self.verify(one("webhook-id")?, one("webhook-timestamp")?, one("webhook-signature")?, body)
    }

    /// [`WebhookVerifier::verify_request`] with the values of the three headers `webhook-id`, `webhook-timestamp` and
    /// `webhook-signature`.
    ///
    /// # Errors
    /// As there.
    pub fn verify(
        &self,
        id: &str,
        timestamp: &str,
        signature: &str,
        body: &[u8],
    ) -> Result<WebhookEvent, WebhookError> {
        if id.is_empty() {
            return Err(WebhookError::Header("webhook-id"));
        }
        let at: i64 = timestamp.trim().parse().map_err(|_| WebhookError::Timestamp)?;
        let age = self.now().saturating_sub(at);
        if age.unsigned_abs() > self.tolerance.as_secs() {
            return Err(WebhookError::Age(age));
        }
        let parts = [id.as_bytes(), b".", timestamp.as_bytes(), b".", body];
        if !fits(signature, &self.keys, |key| tag_of(key, &parts)) {
            return Err(WebhookError::Signature);
        }
        decode_lenient(body).map_err(|error| WebhookError::Body(error.to_string()))
    }

    fn now(&self) -> i64 {
        let since = self.clock.wall().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
    }
}

/// Whether one of the entries is what `sign` gives for one of the keys. Each key signs once, and none where no entry
/// could fit.
fn fits<K>(signature: &str, keys: &[K], mut sign: impl FnMut(&K) -> [u8; TAG]) -> bool {
    let entries = signature.split_ascii_whitespace().take(MAX_WEBHOOK_SIGNATURES);
    let given: Vec<[u8; TAG]> = entries
        .filter_map(|entry| STANDARD.decode(entry.strip_prefix("v1,")?).ok()?.try_into().ok())
        .collect();
    if given.is_empty() {
        return false;
    }
    // Neither the time of a comparison nor which of them fits may be seen from outside.
    let fits = keys.iter().fold(Choice::from(0), |fits, key| {
        let tag = sign(key);
        given.iter().fold(fits, |fits, entry| fits | entry.ct_eq(&tag))
    });
    fits.into()
}

fn tag_of(key: &hmac::Key, parts: &[&[u8]]) -> [u8; TAG] {
    let mut context = hmac::Context::with_key(key);
    for part in parts {
        context.update(part);
    }
    let mut tag = [0; TAG];
    // Both are as long as a SHA-256.
    tag.copy_from_slice(context.sign().as_ref());
    tag
}

fn key(secret: &str) -> Result<hmac::Key, WebhookError> {
    let text = secret.trim();
    let text = text.strip_prefix("whsec_").unwrap_or(text);
    let bytes = SECRET.decode(text).map(zeroize::Zeroizing::new);
    let bytes = bytes.map_err(|_| WebhookError::Secret("it is not base64 behind `whsec_`"))?;
    match bytes.is_empty() {
        true => Err(WebhookError::Secret("it is empty")),
        false => Ok(hmac::Key::new(hmac::HMAC_SHA256, &bytes)),
    }
}

impl fmt::Debug for WebhookVerifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebhookVerifier")
            .field("secrets", &self.keys.len())
            .field("tolerance", &self.tolerance)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ScriptedClock;

    const SECRET: &str = "whsec_cGFybG91ci13ZWJob29rLXRlc3Qta2V5";
    const OTHER: &str = "whsec_YW5vdGhlcg";
    const ID: &str = "msg_demo_1";
    const AT: &str = "1790000000";
    const BODY: &[u8] = br#"{"id":"evt_demo_1","type":"event"}"#;
    const FITS: &str = "v1,vbQvS0Cq/p2i8aDoC3Npvs3RBPy2MCOQpYu2DnMZ49U=";

    fn at(now: u64, secrets: &[&str]) -> WebhookVerifier {
        let clock = ScriptedClock::new();
        clock.set_wall(SystemTime::UNIX_EPOCH + Duration::from_secs(now));
        WebhookVerifier::new(secrets).unwrap().clock(Arc::new(clock))
    }

    /// The vectors of the protocol.
    #[test]
    fn the_vectors_of_the_scheme() {
        let now = at(1_790_000_000, &[SECRET]);
        let event = now.verify(ID, AT, FITS, BODY).unwrap();
        assert_eq!(event.id, "evt_demo_1");
        for list in [format!("v1,AAAA {FITS}"), format!("v2,AAAA {FITS}"), format!("{FITS} v1a,x")] {
            now.verify(ID, AT, &list, BODY).unwrap();
        }
        for (seconds, age) in [
            (1_790_000_300, None),
            (1_789_999_700, None),
            (1_790_000_301, Some(301)),
            (1_789_999_699, Some(-301)),
        ] {
            let outcome = at(seconds, &[SECRET]).verify(ID, AT, FITS, BODY);
            assert_eq!(outcome.err(), age.map(WebhookError::Age), "{seconds}");
        }
        let changed = br#"{"id":"evt_demo_2","type":"event"}"#;
        assert_eq!(now.verify(ID, AT, FITS, changed), Err(WebhookError::Signature));
        assert_eq!(now.verify("msg_demo_2", AT, FITS, BODY), Err(WebhookError::Signature));
        assert_eq!(now.verify(ID, "1790000001", FITS, BODY), Err(WebhookError::Signature));
        assert_eq!(at(1_790_000_000, &[OTHER]).verify(ID, AT, FITS, BODY), Err(WebhookError::Signature));
        for empty in ["", " ", "v1,", "v1", "v2,vbQv"] {
            assert_eq!(now.verify(ID, AT, empty, BODY), Err(WebhookError::Signature), "{empty:?}");
        }
        assert_eq!(now.verify(ID, "soon", FITS, BODY), Err(WebhookError::Timestamp));
        assert_eq!(now.verify("", AT, FITS, BODY), Err(WebhookError::Header("webhook-id")));
    }

    #[test]
    fn any_of_several_secrets_fits() {
        at(1_790_000_000, &[OTHER, SECRET]).verify(ID, AT, FITS, BODY).unwrap();
        for wrong in [&[][..], &[""], &["whsec_"], &[SECRET, ""], &["whsec_???"]] {
            assert!(matches!(WebhookVerifier::new(wrong), Err(WebhookError::Secret(_))), "{wrong:?}");
        }
    }

    #[test]
    fn each_secret_hashes_the_body_once_whatever_the_header_holds() {
        let tag = |key: &u8| [*key; TAG];
        let entry = |key: u8| format!("v1,{}", STANDARD.encode(tag(&key)));
        let mut signed = Vec::new();
        let mut signs = |header: &str| {
            signed.clear();
            let fits = fits(header, &[1, 2], |key| {
                signed.push(*key);
                tag(key)
            });
            (fits, signed.clone())
        };
        for (header, expected) in [
            (entry(2), (true, vec![1, 2])),
            (entry(3), (false, vec![1, 2])),
            (format!("{} {}", entry(3), entry(1)), (true, vec![1, 2])),
            (format!("{} ", entry(3)).repeat(4_096), (false, vec![1, 2])),
            ("v1, ".repeat(4_096), (false, vec![])),
            (format!("v1,{} ", STANDARD.encode([1; 31])).repeat(40), (false, vec![])),
            (format!("v1,{} v1a,{}", STANDARD.encode([1; 33]), STANDARD.encode([1; 32])), (false, vec![])),
        ] {
            assert_eq!(signs(&header), expected, "{header:.60}");
        }
    }

    #[test]
    fn the_first_entries_count() {
        let now = at(1_790_000_000, &[SECRET]);
        let behind = |others: usize| format!("{}{FITS}", "v1,AAAA ".repeat(others));
        now.verify(ID, AT, &behind(MAX_WEBHOOK_SIGNATURES - 1), BODY).unwrap();
        let refused = now.verify(ID, AT, &behind(MAX_WEBHOOK_SIGNATURES), BODY);
        assert_eq!(refused, Err(WebhookError::Signature));
    }

    #[test]
    fn a_request_has_each_header_once() {
        let now = at(1_790_000_000, &[SECRET]);
        let mut headers = HeaderMap::new();
        for (name, value) in [("Webhook-Id", ID), ("WEBHOOK-TIMESTAMP", AT), ("webhook-signature", FITS)] {
            assert!(matches!(now.verify_request(&headers, BODY), Err(WebhookError::Header(_))));
            headers.insert(http::HeaderName::from_bytes(name.as_bytes()).unwrap(), value.parse().unwrap());
        }
        now.verify_request(&headers, BODY).unwrap();
        headers.append("webhook-id", ID.parse().unwrap());
        assert_eq!(now.verify_request(&headers, BODY), Err(WebhookError::Header("webhook-id")));
    }

    #[test]
    fn a_verifier_shows_no_secret() {
        let shown = format!("{:?}", at(0, &[SECRET]));
        assert!(!shown.contains("cGFy") && !shown.contains("parlour-webhook"), "{shown}");
    }
}
