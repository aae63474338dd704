//! Keys by which a service recognises a request that it has already processed.

use http::HeaderValue;

use crate::clock::Clock;

/// A new key, by the random source of the clock.
pub(crate) fn idempotency_key(clock: &dyn Clock) -> HeaderValue {
    let part = || (clock.random() * f64::from(u32::MAX)) as u32;
    let key = format!("parlour-{:08x}{:08x}{:08x}{:08x}", part(), part(), part(), part());
    HeaderValue::from_str(&key).unwrap_or_else(|_| HeaderValue::from_static("parlour"))
}
