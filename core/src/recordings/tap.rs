//! Records a body while its reader reads it, and writes the recording when the body is dropped.

use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use bytes::Bytes;

use super::exchange::{Answer, Failed};
use super::request::{Asked, mask_members};
use super::store::Store;
use crate::error::masking::Secrets;
use crate::transport::{ChunkSource, Failure, HttpBody, Incoming, Layer};

/// A larger body is not recorded.
const MOST_BYTES: usize = 64 << 20;

/// Records the answer to a request that was sent at this moment: its body while it is read.
pub(crate) fn tap(
    store: &Arc<Store>,
    asked: Asked,
    (secrets, sent_at): (Secrets, Instant),
    incoming: Incoming<HttpBody>,
) -> Incoming<HttpBody> {
    let Incoming { status, headers, body } = incoming;
    let exchange = Some((asked, Answer::new(status, &headers)));
    let store = Arc::clone(store);
    let tap = Tap { store, body, exchange, secrets, sent_at, pieces: Vec::new(), bytes: 0, ended: false };
    Incoming { status, headers, body: HttpBody::Layer(Layer::new(tap)) }
}

/// A body that is being recorded.
struct Tap {
    store: Arc<Store>,
    body: HttpBody,
    /// Until it is written.
    exchange: Option<(Asked, Answer)>,
    secrets: Secrets,
    sent_at: Instant,
    pieces: Vec<(Duration, Bytes)>,
    bytes: usize,
    ended: bool,
}

impl Tap {
    fn heard(&mut self, chunk: &Bytes) {
        self.bytes += chunk.len();
        if self.bytes > MOST_BYTES {
            if self.exchange.take().is_some() {
                self.pieces = Vec::new();
                self.store.not_recorded("its body is larger than 64 MiB");
            }
            return;
        }
        let at = self.store.clock().now().saturating_duration_since(self.sent_at);
        self.pieces.push((at, chunk.clone()));
    }

    /// The pieces without secrets.
    fn masked(&mut self) -> Vec<(Duration, Bytes)> {
        let pieces = std::mem::take(&mut self.pieces);
        let Some((last, _)) = pieces.last() else { return pieces };
        let whole: Vec<u8> = pieces.iter().flat_map(|(_, bytes)| bytes).copied().collect();
        // A secret may lie across two pieces; of an answer that echoes one the timing is not worth a risk.
        let masked = self.secrets.mask_body(&whole).map(String::into_bytes);
        let mut json = serde_json::from_slice(masked.as_deref().unwrap_or(&whole)).unwrap_or_default();
        let masked = match mask_members(&mut json) {
            true => serde_json::to_vec(&json).ok().or(masked),
            false => masked,
        };
        match masked {
            Some(masked) => vec![(*last, masked.into())],
            None => pieces,
        }
    }
}

impl ChunkSource for Tap {
    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Failure>>> {
        let next = ready!(self.body.poll_chunk(cx));
        match (&next, &mut self.exchange) {
            (Some(Ok(chunk)), _) => self.heard(chunk),
            (Some(Err(failure)), Some((_, answer))) => answer.failure = Some(Failed::of(failure)),
            (None, _) => self.ended = true,
            (Some(Err(_)), None) => {}
        }
        Poll::Ready(next)
    }

    fn remaining(&self) -> Option<u64> {
        self.body.remaining()
    }
}

impl Drop for Tap {
    fn drop(&mut self) {
        let pieces = self.masked();
        if let Some((asked, mut answer)) = self.exchange.take() {
            answer.left = !self.ended && answer.failure.is_none() && self.body.remaining() != Some(0);
            answer.fill(pieces);
            self.store.keep(asked, answer);
        }
    }
}
