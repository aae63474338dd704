//! The body of an answer as it came over the connection, whichever way the connection was made. Unpacking is `gzip`'s.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::Body as _;

use super::failure::broken_off;
use super::http1::Exchange;
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

/// The body of an answer.
#[derive(Debug)]
pub(crate) struct Received(pub(super) reqwest::Body);

impl ChunkSource for Received {
    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Failure>>> {
        loop {
            match ready!(Pin::new(&mut self.0).poll_frame(cx)) {
                // Trailers are not used.
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) if !data.is_empty() => return Poll::Ready(Some(Ok(data))),
                    _ => {}
                },
                Some(Err(error)) => return Poll::Ready(Some(Err(broken_off(error)))),
                None => return Poll::Ready(None),
            }
        }
    }

    fn remaining(&self) -> Option<u64> {
        self.0.size_hint().exact()
    }
}
