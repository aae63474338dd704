//! The begin of a streamed answer: its body up to the first event other than `ping`, which is read ahead to learn which
//! of two attempts answers first.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use tokio::time::Instant;

use super::failures::lost;
use super::{Call, Opened};
use crate::call::format::{self, Format};
use crate::call::response::Head;
use crate::call::time_limit::{Remaining, TimeLimit, timeout};
use crate::error::{Error, Result};
use crate::setting::Setting;
use crate::transport::{ChunkSource, Failure, HttpBody, Layer};
use crate::wire::event_kind::EventKind;
use crate::wire::sse::{FrameName, Framer};

/// More is not read ahead: an answer that brings so much has begun.
const MOST: usize = 64 << 10;

impl Call {
    /// An attempt up to the first event of its answer.
    ///
    /// # Errors
    /// Those of the attempt, and of the stream until then: its reader would report the same.
    pub(super) async fn attempt_first(&mut self) -> Result<Opened> {
        let Opened { head, mut body } = self.attempt_open().await?;
        match self.read_ahead(&head, &mut body).await {
            Ok(came) => {
                let ahead = Ahead { came: came.into(), body };
                Ok(Opened { head, body: HttpBody::Layer(Layer::new(ahead)) })
            }
            Err(error) => Err(error.with_answer(head.status, head.headers())),
        }
    }

    /// The chunks up to the first event. Fewer if the body ends before: its reader says what that means.
    async fn read_ahead(&self, head: &Head, body: &mut HttpBody) -> Result<Vec<Bytes>> {
        let clock = self.limit_clock();
        let opened = clock.now();
        let mut begin = Begin::new(head);
        let mut came = Vec::new();
        loop {
            let (left, why) = self.time_for_chunk(opened);
            match clock.timeout(left, poll_fn(|cx| body.poll_chunk(cx))).await {
                None => return Err(why.expired()),
                Some(None) => return Ok(came),
                Some(Some(Err(failure))) => return Err(lost(failure, "while the stream was read")),
                Some(Some(Ok(chunk))) => {
                    came.push(chunk.clone());
                    if begin.is_over(chunk) {
                        return Ok(came);
                    }
                }
            }
        }
    }

    /// How long the next chunk may take, of a body that began at `opened`, by the limits that a stream has.
    fn time_for_chunk(&self, opened: Instant) -> (Duration, Why) {
        let now = self.limit_clock().now();
        let (since_sent, since_opened) =
            (now.saturating_duration_since(self.sent_at), now.saturating_duration_since(opened));
        let progress = self.shared.settings.timeouts.progress;
        let limits = [
            Some((progress.saturating_sub(since_opened), Why::Progress(progress))),
            self.request
                .first_event
                .map(|limit| (limit.saturating_sub(since_sent), Why::Limit(TimeLimit::FirstEvent(limit)))),
            self.request
                .long_answer
                .map(|limit| (limit.saturating_sub(since_sent), Why::Limit(TimeLimit::LongAnswer(limit)))),
            self.remaining().map(|remaining| (remaining.left, Why::Total(remaining))),
        ];
        let silence = (self.request.limit.duration(), Why::Limit(self.request.limit));
        limits
            .into_iter()
            .flatten()
            .fold(silence, |least, limit| if limit.0 < least.0 { limit } else { least })
    }
}

/// The limit that ends a wait.
#[derive(Clone, Copy)]
enum Why {
    Limit(TimeLimit),
    Progress(Duration),
    Total(Remaining),
}

impl Why {
    fn expired(self) -> Error {
        match self {
            Why::Limit(limit) => limit.expired(),
            Why::Progress(limit) => {
                timeout("the stream made no progress", limit, Setting::STREAM_PROGRESS_TIMEOUT)
            }
            Why::Total(remaining) => remaining.expired(),
        }
    }
}

/// Looks for the first event in the chunks of a body.
struct Begin {
    /// Of a body that says it is a stream. Anything else has begun with its first bytes.
    framer: Option<Framer>,
    bytes: usize,
}

impl Begin {
    fn new(head: &Head) -> Begin {
        let is_stream = format::declared(&head.headers) == Some(Format::Events);
        Begin { framer: is_stream.then(|| Framer::new(MOST)), bytes: 0 }
    }

    /// Whether the answer has begun with this chunk.
    fn is_over(&mut self, chunk: Bytes) -> bool {
        self.bytes += chunk.len();
        let Some(framer) = &mut self.framer else { return self.bytes > 0 };
        if self.bytes > MOST {
            return true;
        }
        framer.push(chunk);
        loop {
            match framer.next() {
                Ok(Some(frame)) if frame.name == FrameName::Known(EventKind::Ping) => {}
                Ok(None) => return false,
                // What cannot be read is the reader's to report.
                Ok(Some(_)) | Err(_) => return true,
            }
        }
    }
}

/// A body of which the first chunks were read.
struct Ahead {
    came: VecDeque<Bytes>,
    body: HttpBody,
}

impl ChunkSource for Ahead {
    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Option<std::result::Result<Bytes, Failure>>> {
        match self.came.pop_front() {
            Some(chunk) => Poll::Ready(Some(Ok(chunk))),
            None => self.body.poll_chunk(cx),
        }
    }

    fn remaining(&self) -> Option<u64> {
        let came: usize = self.came.iter().map(Bytes::len).sum();
        self.body.remaining().map(|left| left.saturating_add(came as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begin(is_stream: bool) -> Begin {
        Begin { framer: is_stream.then(|| Framer::new(MOST)), bytes: 0 }
    }

    #[test]
    fn a_stream_begins_with_its_first_event_but_ping() {
        let mut begin = begin(true);
        for early in [": comment\n\n", "event: ping\ndata: {\"type\":\"ping\"}\n\n", "", "event: message_st"]
        {
            assert!(!begin.is_over(Bytes::from_static(early.as_bytes())), "{early:?}");
        }
        assert!(begin.is_over(Bytes::from_static(b"art\ndata: {\"type\":\"message_start\"}\n\n")));
    }

    #[test]
    fn anything_else_begins_with_its_first_bytes() {
        assert!(begin(false).is_over(Bytes::from_static(b"{")));
        assert!(!begin(false).is_over(Bytes::new()));
        let mut silent = begin(true);
        assert!(!silent.is_over(Bytes::from(vec![b'\n'; MOST])));
        assert!(silent.is_over(Bytes::from_static(b"\n")), "it may go on for ever");
    }
}
