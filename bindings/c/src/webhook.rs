//! Webhooks of the service: whether a request is from it. Every decision is the core's.

use std::mem::MaybeUninit;
use std::time::{Duration, SystemTime};

use parlour_bridge::webhook::{Webhooks, refused};

use crate::abi::{PARLOUR_INVALID_ARGUMENT, parlour_result};
use crate::boundary::{fallible, transfer};
use crate::catch::infallible;
use crate::endpoint::interval;
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::text::parlour_str;

/// Verifies webhooks (protocol §8.10). Any number of threads once its secrets are added; keeps nothing of what it
/// verified.
pub struct parlour_webhooks {
    webhooks: Webhooks,
}

/// A verifier with this secret, as the service shows it ("whsec_..."), that takes webhooks of an age up to
/// `tolerance_ms`, 0 for 5 minutes. PARLOUR_FAILED for a secret that is none, with "secret" as parlour_error_subkind().
/// Free it with parlour_webhooks_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_webhooks_new(
    secret: parlour_str,
    tolerance_ms: i64,
    out: Option<&mut MaybeUninit<*mut parlour_webhooks>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (secret, out) = (secret.text("secret")?, require(out, "out")?);
        let tolerance = interval(tolerance_ms, "tolerance_ms")?;
        let webhooks = Webhooks::new([secret], tolerance).map_err(|error| refused(&error))?;
        transfer(out, parlour_webhooks { webhooks });
        Ok(())
    })
}

/// Frees a verifier; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_webhooks_free(webhooks: Option<Box<parlour_webhooks>>) {
    infallible(|| drop(webhooks));
}

/// Takes webhooks that this secret signs as well, so that one can be replaced while both are in use. Not while another
/// thread verifies.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_webhooks_add_secret(
    webhooks: Option<&mut parlour_webhooks>,
    secret: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (webhooks, secret) = (require(webhooks, "webhooks")?, secret.text("secret")?);
        webhooks.webhooks = webhooks.webhooks.with_secret(secret).map_err(|error| refused(&error))?;
        Ok(())
    })
}

/// Verifies a webhook: PARLOUR_OK, and `body` is the event, as JSON. `id`, `timestamp` and `signature` are the headers
/// "webhook-id", "webhook-timestamp" and "webhook-signature", empty where the request has none or several. `now_ms` is
/// the time in milliseconds since 1970, -1 for the present. PARLOUR_FAILED: answer the request with 400;
/// parlour_error_subkind() is "header", "timestamp", "age", "signature" or "body".
#[unsafe(no_mangle)]
pub extern "C" fn parlour_webhooks_verify(
    webhooks: Option<&parlour_webhooks>,
    id: parlour_str,
    timestamp: parlour_str,
    signature: parlour_str,
    body: parlour_str,
    now_ms: i64,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let webhooks = require(webhooks, "webhooks")?;
        let (id, timestamp) = (id.text("id")?, timestamp.text("timestamp")?);
        let (signature, body) = (signature.text("signature")?, body.bytes("body")?);
        let header = |name: &str| {
            let value = match name {
                "webhook-id" => id,
                "webhook-timestamp" => timestamp,
                _ => signature,
            };
            (!value.is_empty()).then_some(value)
        };
        let now = match now_ms {
            -1 => None,
            now => Some(moment(now).ok_or(Fault::Argument(PARLOUR_INVALID_ARGUMENT, "now_ms"))?),
        };
        Ok(webhooks.webhooks.verify(header, body, now).map_err(|error| refused(&error))?)
    })
}

fn moment(since_1970_ms: i64) -> Option<SystemTime> {
    let since = Duration::from_millis(u64::try_from(since_1970_ms).ok()?);
    SystemTime::UNIX_EPOCH.checked_add(since)
}
