//! The largest sizes that a client takes and sends. Made by `make generate` from schema/settings.toml.

use crate::setting::Setting;

/// Limits in bytes; `usize::MAX` for none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    /// The maximum size of an event of a stream.
    pub(crate) max_event_bytes: usize,
    /// The maximum size of an error's body that is kept.
    pub(crate) max_error_body_bytes: usize,
    /// The maximum size of an answer.
    pub(crate) max_response_bytes: usize,
    /// The maximum size of a stream in total.
    pub(crate) max_stream_bytes: usize,
    /// The maximum size of a request.
    pub(crate) max_request_bytes: usize,
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes {
            max_event_bytes: 64 << 20,
            max_error_body_bytes: 1 << 20,
            max_response_bytes: 256 << 20,
            max_stream_bytes: 128 << 20,
            max_request_bytes: usize::MAX,
        }
    }
}

impl Sizes {
    /// Each with the setting that it is.
    pub(crate) fn each(&self) -> [(Setting, usize); 5] {
        [
            (Setting::MAX_EVENT_BYTES, self.max_event_bytes),
            (Setting::MAX_ERROR_BODY_BYTES, self.max_error_body_bytes),
            (Setting::MAX_RESPONSE_BYTES, self.max_response_bytes),
            (Setting::MAX_STREAM_BYTES, self.max_stream_bytes),
            (Setting::MAX_REQUEST_BYTES, self.max_request_bytes),
        ]
    }
}
