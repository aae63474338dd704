//! Setters for the largest sizes. Made by `make generate` from schema/settings.toml.

use super::ClientBuilder;

impl ClientBuilder {
    /// The maximum size of an event of a stream. Default 64 MiB.
    pub fn max_event_bytes(mut self, bytes: usize) -> ClientBuilder {
        self.sizes.max_event_bytes = bytes;
        self
    }

    /// The maximum size of an error's body that is kept. Default 1 MiB.
    pub fn max_error_body_bytes(mut self, bytes: usize) -> ClientBuilder {
        self.sizes.max_error_body_bytes = bytes;
        self
    }

    /// The maximum size of an answer. After decompression. For an answer that arrives as a stream, whether the call
    /// asked for a stream or not, it is the size of the message that its events form; their own size is bounded by
    /// [`max_stream_bytes`](Self::max_stream_bytes). Default 256 MiB.
    pub fn max_response_bytes(mut self, bytes: usize) -> ClientBuilder {
        self.sizes.max_response_bytes = bytes;
        self
    }

    /// The maximum size of a stream in total. After decompression: about 150 bytes for each token of the longest
    /// answers, six times over. More than that ends the stream with [`ErrorKind::Decode`](crate::ErrorKind::Decode) and
    /// the partial message: a stream whose deltas never end exceeds no time limit, only this one. Default 128 MiB.
    pub fn max_stream_bytes(mut self, bytes: usize) -> ClientBuilder {
        self.sizes.max_stream_bytes = bytes;
        self
    }

    /// The maximum size of a request. A body that is known to be larger is refused before anything is sent, instead of
    /// after the upload by a 413 of the service, whose limits are 32 MB for a message and 256 MB for a batch. Default
    /// none.
    pub fn max_request_bytes(mut self, bytes: usize) -> ClientBuilder {
        self.sizes.max_request_bytes = bytes;
        self
    }
}
