//! The body of an answer.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::Body as _;

use crate::transport::budget::Budget;
use crate::transport::failure::broken_off;
use crate::transport::http1::Exchange;
use crate::transport::{ChunkSource, Failure};

/// The body of an answer.
#[derive(Debug)]
pub(crate) enum Received {
    Reqwest(Frames),
    /// Of the direct connection to a service without HTTP/2.
    Http1(Box<Exchange>),
}

impl Received {
    pub(super) fn of_reqwest(body: reqwest::Body) -> Received {
        Received::Reqwest(Frames { body, budget: Budget::default() })
    }
}

impl ChunkSource for Received {
    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Failure>>> {
        match self {
            Received::Reqwest(body) => body.poll_chunk(cx),
            Received::Http1(body) => body.poll_chunk(cx),
        }
    }

    fn remaining(&self) -> Option<u64> {
        match self {
            Received::Reqwest(body) => body.remaining(),
            Received::Http1(body) => body.remaining(),
        }
    }
}

/// The body of an answer of reqwest.
#[derive(Debug)]
pub(crate) struct Frames {
    body: reqwest::Body,
    budget: Budget,
}

impl ChunkSource for Frames {
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
