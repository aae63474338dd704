//! A recorded body: its pieces at once, or as far apart as they came.

use std::collections::VecDeque;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use bytes::Bytes;

use crate::clock::{Clock, Sleep};
use crate::transport::{ChunkSource, Failure};

/// A body that is being replayed.
pub(super) struct Playback {
    pieces: VecDeque<(Duration, Bytes)>,
    /// Behind the last piece.
    failure: Option<Failure>,
    /// If each piece waits for its moment, counted from the first.
    timing: Option<(Arc<dyn Clock>, Instant)>,
    wait: Option<Sleep>,
}

impl Playback {
    pub(super) fn new(
        pieces: VecDeque<(Duration, Bytes)>,
        failure: Option<Failure>,
        clock: Option<Arc<dyn Clock>>,
    ) -> Playback {
        let timing = clock.map(|clock| {
            let begun = clock.now();
            (clock, begun)
        });
        Playback { pieces, failure, timing, wait: None }
    }

    /// Ready once the next piece is due.
    fn poll_due(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let Some((clock, begun)) = &self.timing else { return Poll::Ready(()) };
        if self.wait.is_none() {
            let due = self.pieces.front().map_or(Duration::ZERO, |(at, _)| *at);
            let wait = due.saturating_sub(clock.now().saturating_duration_since(*begun));
            if wait.is_zero() {
                return Poll::Ready(());
            }
            self.wait = Some(clock.sleep(wait));
        }
        if let Some(wait) = &mut self.wait {
            ready!(wait.as_mut().poll(cx));
            self.wait = None;
        }
        Poll::Ready(())
    }
}

impl ChunkSource for Playback {
    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Failure>>> {
        ready!(self.poll_due(cx));
        let next = self.pieces.pop_front().map(|(_, bytes)| Ok(bytes));
        Poll::Ready(next.or_else(|| self.failure.take().map(Err)))
    }

    fn remaining(&self) -> Option<u64> {
        None
    }
}
