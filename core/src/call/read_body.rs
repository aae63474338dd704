//! Reads the body of an answer: of a success to its end, of an error up to a size and a time limit.

use std::task::{Context, Poll};
use std::time::Duration;

use bytes::{Bytes, BytesMut};

use crate::call::response::Head;
use crate::memory;
use crate::transport::{ChunkSource, Failure, FailureKind};

/// The time limit for the body of an error. Its status is known already, and services send the body with it.
pub(crate) const ERROR_BODY: Duration = Duration::from_secs(5);

/// An answer can be complete before its body ends. The rest is drained up to this size and for this long, so that the
/// connection can be reused (wire §3). Draining more costs more than reconnecting and may never end.
pub(crate) const DRAINED: usize = 64 << 10;
pub(crate) const DRAIN_GRACE: Duration = Duration::from_millis(100);

pub(crate) enum ReadError {
    Failed(Failure),
    TooLarge,
}

/// Waits for the next chunk.
pub(crate) async fn next_chunk<B: ChunkSource>(body: &mut B) -> Option<std::result::Result<Bytes, Failure>> {
    std::future::poll_fn(|cx: &mut Context<'_>| -> Poll<_> { body.poll_chunk(cx) }).await
}

/// The part of a whole answer that has arrived; still available when the attempt fails or times out.
#[derive(Default)]
pub(crate) struct Arriving {
    pub(crate) head: Option<Head>,
    /// It is complete, although its body has not ended.
    pub(crate) ended: bool,
    first: Bytes,
    more: Option<Vec<u8>>,
}

impl Arriving {
    fn bytes(&mut self) -> Bytes {
        match self.more.take() {
            Some(more) => more.into(),
            None => std::mem::take(&mut self.first),
        }
    }

    /// The bytes after the head.
    pub(crate) fn taken(&mut self) -> Option<(Head, Bytes)> {
        let head = self.head.take()?;
        Some((head, self.bytes()))
    }
}

/// The whole body, refusing more than `cap` bytes. A body of one chunk is not copied. `ends` gets each chunk, and
/// returns true once the answer is complete, even if the body goes on.
pub(crate) async fn read_all<B: ChunkSource>(
    body: &mut B,
    cap: usize,
    arriving: &mut Arriving,
    mut ends: impl FnMut(&Bytes) -> bool,
) -> std::result::Result<Bytes, ReadError> {
    let expected = body.remaining();
    if expected.is_some_and(|bytes| bytes > cap as u64) {
        return Err(ReadError::TooLarge);
    }
    let Some(first) = next_chunk(body).await else { return Ok(Bytes::new()) };
    arriving.first = first.map_err(ReadError::Failed)?;
    let first = &arriving.first;
    let mut ended = ends(first);
    while !ended && let Some(chunk) = next_chunk(body).await {
        let chunk = chunk.map_err(ReadError::Failed)?;
        if arriving.more.as_ref().map_or(first.len(), Vec::len) + chunk.len() > cap {
            return Err(ReadError::TooLarge);
        }
        // The announced length is a hint, not a promise: never reserve more than a megabyte on its word.
        let hint = usize::try_from(expected.unwrap_or(0)).unwrap_or(0).min(1 << 20);
        let whole = arriving.more.get_or_insert_default();
        let begun = if whole.is_empty() { memory::begin(whole, first, hint) } else { Ok(()) };
        if let Err(error) = begun.and_then(|()| memory::append(whole, &chunk)) {
            // The part without the rest is useless, and the memory is needed.
            (arriving.more, arriving.first) = (None, Bytes::new());
            let kind = FailureKind::Resources;
            return Err(ReadError::Failed(Failure { kind, source: error.into() }));
        }
        ended = ends(&chunk);
    }
    if ended {
        arriving.ended = true;
        drain(body).await;
    }
    if arriving.first.len() > cap { Err(ReadError::TooLarge) } else { Ok(arriving.bytes()) }
}

/// Drains the rest of the body for a moment, because a connection with an unread body cannot be reused. Neither the
/// bytes nor an error count.
async fn drain<B: ChunkSource>(body: &mut B) {
    let rest = async {
        let mut left = DRAINED;
        while let Some(Ok(chunk)) = next_chunk(body).await {
            let Some(rest) = left.checked_sub(chunk.len()) else { return };
            left = rest;
        }
    };
    let _ended_in_time = tokio::time::timeout(DRAIN_GRACE, rest).await.is_ok();
}

/// Appends the body of an error to `all`, up to `cap` bytes. A failure on the way ends it: the status alone decides.
pub(crate) async fn read_up_to<B: ChunkSource>(body: &mut B, cap: usize, all: &mut BytesMut) {
    while let Some(Ok(chunk)) = next_chunk(body).await {
        let room = cap.saturating_sub(all.len());
        all.extend_from_slice(chunk.get(..chunk.len().min(room)).unwrap_or_default());
        if all.len() >= cap {
            break;
        }
    }
}
