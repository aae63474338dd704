//! What a client that drains has waited for, and what still runs.

use std::time::Duration;

use serde::Serialize;
use tokio::time::Instant;

use super::Started;
use crate::json::seconds;

/// How draining a client went. Returned by [`Client::drain`](crate::Client::drain).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct DrainReport {
    /// Calls that ended while it was waited for them.
    pub ended: u64,
    /// Calls that still run, the oldest first. They go on until they end or are dropped.
    pub left: Vec<RunningCall>,
    /// How long it was waited.
    #[serde(serialize_with = "seconds", rename = "waited_seconds")]
    pub waited: Duration,
}

/// A call that runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RunningCall {
    /// Method and path, for example `POST /v1/messages`.
    pub operation: String,
    /// The model that a message call names.
    pub model: Option<String>,
    /// Whether its answer is taken as it arrives.
    pub streams: bool,
    /// Since when it runs.
    #[serde(serialize_with = "seconds", rename = "running_seconds")]
    pub running: Duration,
}

pub(super) fn left<'a>(calls: impl Iterator<Item = &'a Started>, now: Instant) -> Vec<RunningCall> {
    let mut left: Vec<RunningCall> = calls
        .map(|call| RunningCall {
            operation: format!("{} {}", call.method, call.path.as_ref().map_or("/", |path| path.path())),
            model: call.model.as_deref().map(str::to_owned),
            streams: call.streams,
            running: now.saturating_duration_since(call.at),
        })
        .collect();
    left.sort_by_key(|call| std::cmp::Reverse(call.running));
    left
}
