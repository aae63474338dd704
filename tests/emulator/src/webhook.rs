//! Webhooks as the service signs them (protocol §8.10, the Standard Webhooks scheme), for tests of verifiers.

use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};
use ring::hmac;

use crate::answer::Refusal;

/// The secret that signs where none is given: that of the published vector (protocol §8.10).
pub(crate) const SECRET: &str = "whsec_cGFybG91ci13ZWJob29rLXRlc3Qta2V5";

/// Secrets come with and without padding.
const KEY: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A signed event: the three headers and the body of the request that would bring it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Webhook {
    /// `webhook-id`, `webhook-timestamp`, `webhook-signature`.
    pub headers: Vec<(String, String)>,
    /// The bytes that were signed.
    pub body: Vec<u8>,
}

/// The bytes signed with each of these secrets (`whsec_` and base64), as of that moment.
pub(crate) fn sign(secrets: &[&str], id: &str, at: SystemTime, body: &[u8]) -> Result<Webhook, Refusal> {
    let seconds = at.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs().to_string();
    let mut signatures = Vec::with_capacity(secrets.len());
    for secret in secrets {
        let key = KEY.decode(secret.strip_prefix("whsec_").unwrap_or(secret)).ok();
        let key = key.filter(|key| !key.is_empty());
        let key = key.ok_or_else(|| Refusal::at("secret", "whsec_ and base64 are expected"))?;
        let mut context = hmac::Context::with_key(&hmac::Key::new(hmac::HMAC_SHA256, &key));
        for part in [id.as_bytes(), b".", seconds.as_bytes(), b".", body] {
            context.update(part);
        }
        signatures.push(format!("v1,{}", STANDARD.encode(context.sign())));
    }
    let headers = [
        ("webhook-id", id.to_owned()),
        ("webhook-timestamp", seconds),
        ("webhook-signature", signatures.join(" ")),
    ];
    let headers = headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Ok(Webhook { headers, body: body.to_vec() })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_vector_of_the_protocol() {
        let at = UNIX_EPOCH + Duration::from_secs(1_790_000_000);
        let signed = sign(&[SECRET], "msg_demo_1", at, br#"{"id":"evt_demo_1","type":"event"}"#).unwrap();
        assert_eq!(signed.headers[2].1, "v1,vbQvS0Cq/p2i8aDoC3Npvs3RBPy2MCOQpYu2DnMZ49U=");
        let both = sign(&[SECRET, "whsec_YQ"], "msg_demo_1", at, b"").unwrap();
        assert_eq!(both.headers[2].1.split(' ').count(), 2);
        assert!(sign(&["whsec_"], "a", at, b"").is_err());
    }
}
