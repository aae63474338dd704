//! The body of an answer as received, from either backend. `gzip` unpacks it.

use std::task::{Context, Poll};

use bytes::Bytes;

use super::http1::Exchange;
use super::reqwest_client::Received;
use super::{ChunkSource, Failure};

/// A body as it came over the connection.
#[derive(Debug)]
pub(crate) enum RawBody {
    Http1(Box<Exchange>),
    Reqwest(Received),
}

impl ChunkSource for RawBody {
    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Failure>>> {
        match self {
            RawBody::Http1(body) => body.poll_chunk(cx),
            RawBody::Reqwest(body) => body.poll_chunk(cx),
        }
    }

    fn remaining(&self) -> Option<u64> {
        match self {
            RawBody::Http1(body) => body.remaining(),
            RawBody::Reqwest(body) => body.remaining(),
        }
    }
}
