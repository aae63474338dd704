//! How far a loop may go, and why it is over.

use serde::{Deserialize, Serialize};

/// The limits of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct ToolLoopOptions {
    /// Requests in all, the first one and continued pauses included. 25 by default (protocol §9.1 step 8); at least 1.
    pub max_requests: u32,
    /// How often in a row a paused turn is continued. 10 by default (protocol §9.4).
    pub max_pauses: u32,
    /// How many calls of a turn run at the same time. No limit by default; 1 runs them one after another.
    pub max_parallel: usize,
    /// The largest result that is sent back, in bytes: 10 MiB by default. The service takes 32 MB a request (protocol
    /// §1.3 rule 7). A larger result becomes a failure that tells the model so.
    pub max_result_bytes: usize,
}

impl Default for ToolLoopOptions {
    fn default() -> ToolLoopOptions {
        ToolLoopOptions {
            max_requests: 25,
            max_pauses: 10,
            max_parallel: usize::MAX,
            max_result_bytes: 10 << 20,
        }
    }
}

/// How a loop ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolLoopEnd {
    /// The model stopped for another reason than to call a tool; the last message holds which. Calls in such a turn are
    /// not run (protocol §9.1).
    Stopped,
    /// [`max_requests`](ToolLoopOptions::max_requests) were made, and the model wanted more.
    RequestLimit,
    /// A turn paused more than [`max_pauses`](ToolLoopOptions::max_pauses) times in a row.
    PauseLimit,
    /// The caller ended it.
    Cancelled,
}

impl ToolLoopEnd {
    pub(super) const ALL: [ToolLoopEnd; 4] =
        [ToolLoopEnd::Stopped, ToolLoopEnd::RequestLimit, ToolLoopEnd::PauseLimit, ToolLoopEnd::Cancelled];

    /// A stable name: `stopped`, `request_limit`, `pause_limit` or `cancelled`.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            ToolLoopEnd::Stopped => "stopped",
            ToolLoopEnd::RequestLimit => "request_limit",
            ToolLoopEnd::PauseLimit => "pause_limit",
            ToolLoopEnd::Cancelled => "cancelled",
        }
    }
}
