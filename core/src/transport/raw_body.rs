//! The body of an answer as received, from either backend. `gzip` unpacks it.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::Body as _;

use super::budget::Budget;
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
pub(crate) struct Received {
    body: reqwest::Body,
    budget: Budget,
}

impl Received {
    pub(super) fn new(body: reqwest::Body) -> Received {
        Received { body, budget: Budget::default() }
    }
}

impl ChunkSource for Received {
    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Failure>>> {
        loop {
            // hyper reads in a task of its own, whose budget does not count here.
            ready!(self.budget.poll(cx));
            let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) else {
                self.budget.refill();
                return Poll::Pending;
            };
            match frame {
                // Trailers are not used.
                Some(Ok(frame)) => {
                    let data = frame.into_data().unwrap_or_default();
                    self.budget.spend(data.len());
                    if !data.is_empty() {
                        return Poll::Ready(Some(Ok(data)));
                    }
                }
                Some(Err(error)) => return Poll::Ready(Some(Err(broken_off(error)))),
                None => return Poll::Ready(None),
            }
        }
    }

    fn remaining(&self) -> Option<u64> {
        self.body.size_hint().exact()
    }
}
