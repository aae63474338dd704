//! Durations in JSON: as a number of seconds, in fields whose name ends in `_seconds`.

use std::time::Duration;

use serde::{Serialize, Serializer};

/// A duration.
pub(crate) fn seconds<S: Serializer>(time: &Duration, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_f64(time.as_secs_f64())
}

/// A duration, or `null`.
pub(crate) fn maybe_seconds<S: Serializer>(time: &Option<Duration>, out: S) -> Result<S::Ok, S::Error> {
    time.map(|time| time.as_secs_f64()).serialize(out)
}
