//! Setters for the largest sizes. Made by `make generate` from schema/settings.toml.

use super::ClientBuilder;

impl ClientBuilder {
    /// The size of the largest event a stream may bring. Default 64 MiB.
    pub fn max_event_bytes(mut self, bytes: usize) -> ClientBuilder {
        self.sizes.max_event_bytes = bytes;
        self
    }

    /// How much of an error's body is kept. Default 1 MiB.
    pub fn max_error_body_bytes(mut self, bytes: usize) -> ClientBuilder {
        self.sizes.max_error_body_bytes = bytes;
        self
    }

    /// The size of the largest answer. Unpacked. Of one that travels as a stream, asked for as one or not, it is the
    /// size of the message that its events make; their own size is bounded by
    /// [`max_stream_bytes`](Self::max_stream_bytes). Default 256 MiB.
    pub fn max_response_bytes(mut self, bytes: usize) -> ClientBuilder {
        self.sizes.max_response_bytes = bytes;
        self
    }

    /// How much a stream may bring in all. Unpacked: some 150 bytes for each of the tokens of the longest answers, six
    /// times over. More of it ends the stream with [`ErrorKind::Decode`](crate::ErrorKind::Decode) and the partial
    /// message: a stream whose deltas never end keeps its clocks content, and this is what ends it. Default 128 MiB.
    pub fn max_stream_bytes(mut self, bytes: usize) -> ClientBuilder {
        self.sizes.max_stream_bytes = bytes;
        self
    }

    /// The size of the largest request. A body that is known to be larger is refused before anything is sent, and not
    /// after an upload with a 413 of the service, which takes 32 MB for a message and 256 MB for a batch. Default none.
    pub fn max_request_bytes(mut self, bytes: usize) -> ClientBuilder {
        self.sizes.max_request_bytes = bytes;
        self
    }
}
