//! Webhooks for JavaScript: texts and bytes in, a verdict out. Every decision is the core's.

use std::time::{Duration, SystemTime};

use napi_derive::napi;
use parlour_bridge::webhook::{Webhooks, kind};

use crate::js::Bytes;

/// Why a webhook was refused.
#[napi(object, object_from_js = false)]
pub struct WebhookRefusal {
    /// A word to switch on: `secret`, `header`, `timestamp`, `age`, `signature` or `body`.
    pub reason: &'static str,
    /// The whole sentence.
    pub message: String,
}

/// Verifies a webhook: null if its sender knows one of the secrets. A header is null if it is missing or was sent more
/// than once; times are milliseconds, of `now` since 1970, and default to 5 minutes and the present.
#[napi(
    catch_unwind,
    ts_args_type = "secrets: Array<string>, id: string | null, timestamp: string | null, signature: string | null, \
        body: string | Uint8Array, tolerance: number | null, now: number | null",
    ts_return_type = "WebhookRefusal | null"
)]
#[allow(clippy::too_many_arguments)]
pub fn verify_webhook(
    secrets: Vec<String>,
    id: Option<String>,
    timestamp: Option<String>,
    signature: Option<String>,
    body: Bytes,
    tolerance: Option<f64>,
    now: Option<f64>,
) -> Option<WebhookRefusal> {
    let time = |ms: Option<f64>| ms.and_then(|ms| Duration::try_from_secs_f64(ms / 1000.0).ok());
    let header = |name: &str| match name {
        "webhook-id" => id.as_deref(),
        "webhook-timestamp" => timestamp.as_deref(),
        _ => signature.as_deref(),
    };
    let now = time(now).and_then(|since| SystemTime::UNIX_EPOCH.checked_add(since));
    let verdict = Webhooks::new(&secrets, time(tolerance))
        .and_then(|webhooks| webhooks.verify(header, &body.0.unwrap_or_default(), now));
    let error = verdict.err()?;
    Some(WebhookRefusal { reason: kind(&error), message: error.to_string() })
}
