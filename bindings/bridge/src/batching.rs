//! Batching: the limits of a batch, the chunks of a body, whole answers.

use parlour_port::Queue;

use crate::call::{Answer, Item};
use crate::info::{ErrorInfo, HeadInfo};

/// The maximum number of available events in one batch. Enough to share the cost of a wake-up, little enough that the
/// consumer starts while the rest is decoded.
const BATCH_EVENTS: usize = 64;

/// Bytes of a batch; the event that crosses the limit still belongs to it.
const BATCH_BYTES: usize = 128 << 10;

/// Whether a task has to yield after handing over this much: one fast stream must not starve the first events of others
/// while it fills its queue.
pub(crate) fn is_full(items: usize, bytes: usize) -> bool {
    items >= BATCH_EVENTS || bytes >= BATCH_BYTES
}

/// Hands over the chunks of a body as they arrive.
pub(crate) async fn chunks(
    stream: &mut parlour::ByteStream,
    queue: &Queue<Item>,
) -> Result<Option<Item>, ErrorInfo> {
    if !queue.push([(Item::Opened(Box::new(HeadInfo::from(&*stream))), 0)]) {
        return Ok(None);
    }
    let (mut count, mut bytes) = (0, 0);
    while std::future::poll_fn(|cx| queue.poll_capacity(cx)).await {
        let Some(chunk) = stream.chunk().await? else { return Ok(Some(Item::End)) };
        let weight = chunk.len();
        queue.push([(Item::Chunk(chunk), weight)]);
        (count, bytes) = (count + 1, bytes + weight);
        if is_full(count, bytes) {
            (count, bytes) = (0, 0);
            tokio::task::yield_now().await;
        }
    }
    Ok(None)
}

/// Converts an answer for a host.
pub(crate) fn whole<T>(reply: parlour::Response<T>) -> Answer {
    let body = reply.body().clone();
    Answer { head: HeadInfo::from(reply), body, unfinished: Vec::new(), message: None }
}
