//! Webhooks as a host verifies them: texts and bytes in, the event's JSON out. Every decision is the core's.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use parlour::WebhookVerifier;
use parlour::clock::{Clock, Sleep, SystemClock};

use crate::info::ErrorInfo;

pub use parlour::{WEBHOOK_TOLERANCE, WebhookError};

/// A host's clock: the time that its caller gave.
#[derive(Debug)]
struct At(SystemTime);

impl Clock for At {
    fn now(&self) -> Instant {
        SystemClock.now()
    }

    fn wall(&self) -> SystemTime {
        self.0
    }

    fn sleep(&self, wait: Duration) -> Sleep {
        SystemClock.sleep(wait)
    }

    fn random(&self) -> f64 {
        SystemClock.random()
    }
}

/// Verifies webhooks with the secrets that sign them (protocol §8.10). Any thread; keeps nothing of what it verified.
#[derive(Clone, Debug)]
pub struct Webhooks {
    verifier: WebhookVerifier,
}

impl Webhooks {
    /// With these secrets, as the service shows them, and the age up to which a webhook is taken: 5 minutes if there is
    /// none.
    ///
    /// # Errors
    /// [`WebhookError::Secret`] for one that is empty or no base64, and for none at all.
    pub fn new<S: AsRef<str>>(
        secrets: impl IntoIterator<Item = S>,
        tolerance: Option<Duration>,
    ) -> Result<Webhooks, WebhookError> {
        let verifier = WebhookVerifier::new(secrets)?;
        Ok(Webhooks { verifier: verifier.tolerance(tolerance.unwrap_or(WEBHOOK_TOLERANCE)) })
    }

    /// The same that takes what this secret signs as well.
    ///
    /// # Errors
    /// [`WebhookError::Secret`] as [`new`](Self::new).
    pub fn with_secret(&self, secret: &str) -> Result<Webhooks, WebhookError> {
        Ok(Webhooks { verifier: self.verifier.clone().and_secret(secret)? })
    }

    /// Verifies a webhook at the time `now`, by default the present. `header` returns the value of a header by its
    /// name, `None` if it is missing or repeated. Afterwards `body` can be trusted as the JSON of the event.
    ///
    /// # Errors
    /// Any [`WebhookError`] but `Secret`. Answer the request with 400.
    pub fn verify<'h>(
        &self,
        header: impl Fn(&str) -> Option<&'h str>,
        body: &[u8],
        now: Option<SystemTime>,
    ) -> Result<(), WebhookError> {
        let one = |name: &'static str| header(name).ok_or(WebhookError::Header(name));
        let (id, timestamp) = (one("webhook-id")?, one("webhook-timestamp")?);
        let signature = one("webhook-signature")?;
        let verified = match now {
            Some(now) => {
                self.verifier.clone().clock(Arc::new(At(now))).verify(id, timestamp, signature, body)
            }
            None => self.verifier.verify(id, timestamp, signature, body),
        };
        verified.map(|_event| ())
    }
}

/// A word for a refusal that programs can switch on: `"secret"`, `"header"`, `"timestamp"`, `"age"`, `"signature"` or
/// `"body"`.
#[must_use]
pub fn kind(error: &WebhookError) -> &'static str {
    match error {
        WebhookError::Secret(_) => "secret",
        WebhookError::Header(_) => "header",
        WebhookError::Timestamp => "timestamp",
        WebhookError::Age(_) => "age",
        WebhookError::Body(_) => "body",
        // An error that a later core adds must not make a webhook look trustworthy.
        _ => "signature",
    }
}

/// A refusal as an error, for a host that has one kind of them: kind `Config`, and the word of [`kind`] as its subkind.
#[must_use]
pub fn refused(error: &WebhookError) -> ErrorInfo {
    ErrorInfo::config(error.to_string()).with_subkind(kind(error))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const AT: u64 = 1_790_000_000;

    fn verify(signature: Option<&'static str>, now: u64) -> Result<(), WebhookError> {
        let webhooks =
            Webhooks::new(["whsec_bm9ib2R5"], None)?.with_secret("whsec_cGFybG91ci13ZWJob29rLXRlc3Qta2V5")?;
        let header = |name: &str| match name {
            "webhook-id" => Some("msg_demo_1"),
            "webhook-timestamp" => Some("1790000000"),
            _ => signature,
        };
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(now);
        webhooks.verify(header, br#"{"id":"evt_demo_1","type":"event"}"#, Some(now))
    }

    /// The vectors of the protocol.
    #[test]
    fn the_time_and_the_headers_are_the_hosts() {
        let fits = "v1,vbQvS0Cq/p2i8aDoC3Npvs3RBPy2MCOQpYu2DnMZ49U=";
        verify(Some(fits), AT).unwrap();
        assert_eq!(kind(&verify(Some(fits), AT + 3600).unwrap_err()), "age");
        assert_eq!(kind(&verify(Some("v1,AAAA"), AT).unwrap_err()), "signature");
        assert_eq!(kind(&verify(None, AT).unwrap_err()), "header");
        assert_eq!(kind(&Webhooks::new(["whsec_"], None).unwrap_err()), "secret");
        let refused = refused(&verify(Some(fits), AT + 3600).unwrap_err());
        assert_eq!((refused.kind, refused.subkind), ("Config", Some("age")));
    }
}
