//! Message batches and the lines of their results (protocol §8.4).

use crate::json::JsonError;

// generated: types
use crate::json::Json;
use crate::model::message::Message;

wire! {
    /// A batch of requests for messages. Times are RFC 3339.
    pub struct MessageBatch, tag = "message_batch", verify = has_an_id {
        /// The id of the batch.
        "id" id: String,
        /// The state of the batch.
        "processing_status" processing_status: BatchStatus,
        /// The number of requests by outcome.
        "request_counts" request_counts: BatchCounts,
        /// When it was created.
        "created_at" created_at: String,
        /// When requests that have not ended expire: 24 hours after creation.
        "expires_at" expires_at: Option<String>,
        /// When it ended.
        "ended_at" ended_at: Option<String>,
        /// When cancellation was requested.
        "cancel_initiated_at" cancel_initiated_at: Option<String>,
        /// When its results were deleted: 29 days after creation.
        "archived_at" archived_at: Option<String>,
        /// The URL of its results, once it has ended.
        "results_url" results_url: Option<String>,
    }
}

open_enum! {
    /// The status of a batch.
    pub enum BatchStatus {
        /// Its requests are worked on.
        InProgress = "in_progress",
        /// It was cancelled; requests that were begun may still succeed.
        Canceling = "canceling",
        /// Each request has its result.
        Ended = "ended",
    }
}

wire! {
    /// The number of requests of a batch by outcome. All count as `processing` until the whole batch has ended.
    pub struct BatchCounts {
        /// Requests that have not ended.
        "processing" processing: u64,
        /// Requests that returned a message.
        "succeeded" succeeded: u64,
        /// Requests that failed.
        "errored" errored: u64,
        /// Requests cancelled before they started.
        "canceled" canceled: u64,
        /// Requests not started within 24 hours.
        "expired" expired: u64,
    }
}

wire! {
    /// One line of a batch's results.
    pub struct BatchResult {
        /// The id of the request that it answers.
        "custom_id" custom_id: String,
        /// The outcome of the request.
        "result" outcome: BatchOutcome,
    }
}

open_union! {
    /// The outcome of a request of a batch. Only a success is billed.
    #[allow(clippy::large_enum_variant, reason = "nearly all results are of the large variant")]
    pub enum BatchOutcome {
        /// A message.
        "succeeded" => Succeeded(BatchSucceeded) as_succeeded,
        /// An error.
        "errored" => Errored(BatchErrored) as_errored,
        /// Cancelled before it was begun.
        "canceled" => Canceled(BatchCanceled) as_canceled,
        /// Requests not started within 24 hours.
        "expired" => Expired(BatchExpired) as_expired,
    }
}

wire! {
    /// A request that returned a message.
    pub struct BatchSucceeded, tag = "succeeded" {
        /// The message.
        "message" message: Message,
    }
}

wire! {
    /// A request that failed; nothing was billed.
    pub struct BatchErrored, tag = "errored" {
        /// The whole envelope: the error itself is its `error`.
        "error" error: ErrorEnvelope,
    }
}

wire! {
    /// The envelope in which the service reports an error (protocol §5.1).
    pub struct ErrorEnvelope, tag = "error" {
        /// The error.
        "error" error: ErrorDetail,
        /// Id of the request at the service.
        "request_id" request_id: Option<String>,
    }
}

wire! {
    /// An error of the service.
    pub struct ErrorDetail {
        /// The type of error, an open set: `invalid_request_error`, `api_error` and so on.
        "type" kind: String,
        /// A message for people; not stable.
        "message" message: String,
        /// Details of some errors, with an `error_code` (protocol §5.6).
        "details" details: Option<Json>,
    }
}

wire! {
    /// A request cancelled before it started.
    pub struct BatchCanceled, tag = "canceled" {}
}

wire! {
    /// A request not started within 24 hours.
    pub struct BatchExpired, tag = "expired" {}
}
// end generated

/// Another answer must not pass for a message batch.
fn has_an_id(found: &MessageBatch) -> Result<(), JsonError> {
    match found.id.is_empty() {
        true => Err(JsonError::data("not a message batch: it has no id")),
        false => Ok(()),
    }
}

impl MessageBatch {
    /// Whether each request has its result.
    #[must_use]
    pub fn is_ended(&self) -> bool {
        self.processing_status == BatchStatus::Ended
    }
}

impl BatchCounts {
    /// All requests of the batch.
    #[must_use]
    pub fn total(&self) -> u64 {
        [self.processing, self.succeeded, self.errored, self.canceled, self.expired]
            .into_iter()
            .fold(0, u64::saturating_add)
    }
}

impl BatchOutcome {
    /// The message of a success.
    #[must_use]
    pub fn message(&self) -> Option<&Message> {
        self.as_succeeded().map(|succeeded| &succeeded.message)
    }

    /// Whether the same request may succeed in another batch: one that expired, or met an error of the service. A
    /// request that is invalid stays so, and one that was cancelled was cancelled on purpose (protocol §8.4).
    #[must_use]
    pub fn may_be_sent_again(&self) -> bool {
        match self {
            BatchOutcome::Errored(errored) => errored.error.error.kind != "invalid_request_error",
            BatchOutcome::Expired(_) => true,
            _ => false,
        }
    }
}
