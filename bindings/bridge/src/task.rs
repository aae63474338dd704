//! The task of one operation: it drives the core on the runtime or on a host's event loop, fills the queue, and
//! contains panics.

use std::any::Any;
use std::future::{Future, IntoFuture};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};

use parlour::{CallFuture, MessageJson, MessageStream};
use parlour_port::Queue;

use crate::batching::{chunks, is_full, whole};
use crate::call::{Answer, CallRequest, Item, Mode};
use crate::info::{ErrorInfo, HeadInfo, unfinished_inputs};
use crate::log_ring::LogRing;
use crate::resource_task;
use crate::task_context::{CONTEXT, TaskContext};

/// Batches of at most so many events are copied out of the read buffer.
const DETACH_MAX: usize = 4;

/// Runs a call to its end, whatever happens in it. The call is boxed: by value, each layer of the task would reserve
/// space for it as long as the task lives.
pub(crate) async fn run(
    client: parlour::Client,
    call: Box<CallRequest>,
    queue: Queue<Item>,
    context: TaskContext,
) {
    let _left = Left { ring: Arc::clone(&context.ring), queue: queue.clone() };
    let driven = pin!(CONTEXT.scope(context, drive(client, call, &queue)));
    let last = match catch_panic(driven).await {
        Ok(Ok(Some(last))) => last,
        // The consumer is gone: there is nobody to tell.
        Ok(Ok(None)) => return,
        Ok(Err(error)) => Item::Failed(error),
        Err(payload) => Item::Failed(ErrorInfo::panic(payload.as_ref())),
    };
    queue.push([(last, 0)]);
}

/// Wakes the consumer when a call that was given up has left records to the port: no item will do so. Dropped after all
/// that the call holds.
struct Left {
    ring: Arc<LogRing>,
    queue: Queue<Item>,
}

impl Drop for Left {
    fn drop(&mut self) {
        if !self.ring.is_quiet() && self.queue.is_over() {
            self.queue.wake_port();
        }
    }
}

/// The outcome of a future, or the payload of its panic. By reference: a future that is moved in is stored twice.
async fn catch_panic<F: Future>(mut future: Pin<&mut F>) -> Result<F::Output, Box<dyn Any + Send>> {
    std::future::poll_fn(|cx: &mut Context<'_>| {
        match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
            Ok(poll) => poll.map(Ok),
            Err(payload) => Poll::Ready(Err(payload)),
        }
    })
    .await
}

/// The stream is boxed and lent to the future that reads it: held by value it would be copied with the task when that
/// is spawned, and a future that takes it by value stores it twice.
async fn drive(
    client: parlour::Client,
    call: Box<CallRequest>,
    queue: &Queue<Item>,
) -> Result<Option<Item>, ErrorInfo> {
    if call.resource.is_some() && call.mode == Mode::RawStream {
        // Boxed: the tasks of messages, which are many, reserve no space for it.
        return Box::pin(resource_task::stream(&client, call, queue)).await;
    }
    match call.mode {
        Mode::Create | Mode::CreateRaw | Mode::Raw => {
            let answer = answer(client, call).await?;
            Ok(Some(Item::Whole(Box::new(answer))))
        }
        Mode::Stream => {
            let mut stream = Box::new(open_stream(&client, call).await?);
            events(&mut stream, queue).await
        }
        Mode::RawStream => {
            let mut stream = Box::new(open_raw_stream(&client, call).await?);
            chunks(&mut stream, queue).await
        }
    }
}

// Functions of their own: a box that was moved out of is freed where its scope ends, and a stream may last for minutes.

fn open_stream(client: &parlour::Client, call: Box<CallRequest>) -> CallFuture<MessageStream> {
    let CallRequest { body, options, .. } = *call;
    // The consumer's inbox puts the message together, where one is wanted: once, and in the consumer's time.
    client.messages().stream(body).with(options).events_only().into_future()
}

fn open_raw_stream(client: &parlour::Client, call: Box<CallRequest>) -> CallFuture<parlour::ByteStream> {
    let CallRequest { method, path, body, options, .. } = *call;
    client.request(method, path, body).with(options).open()
}

/// A whole answer, for a caller that drives the call itself; a panic is an outcome, too.
pub(crate) async fn run_whole(
    client: parlour::Client,
    call: Box<CallRequest>,
    context: TaskContext,
) -> Result<Answer, ErrorInfo> {
    if matches!(call.mode, Mode::Stream | Mode::RawStream) {
        return Err(ErrorInfo::config(
            "a stream cannot be a blocking call for a whole answer: submit it and take its items",
        ));
    }
    match catch_panic(pin!(CONTEXT.scope(context, answer(client, call)))).await {
        Ok(outcome) => outcome,
        Err(payload) => Err(ErrorInfo::panic(payload.as_ref())),
    }
}

async fn answer(client: parlour::Client, call: Box<CallRequest>) -> Result<Answer, ErrorInfo> {
    if call.mode == Mode::Create {
        let sent = {
            let CallRequest { body, options, .. } = *call;
            client.messages().create(body).with(options).json()
        };
        return Ok(message(sent.await?));
    }
    if call.resource.is_some() {
        return Box::pin(resource_task::whole(client, call)).await;
    }
    let sent = {
        let CallRequest { mode, method, path, body, options, .. } = *call;
        match mode {
            Mode::CreateRaw => client.messages().create(body).with(options).raw(),
            _ => client.request(method, path, body).with(options).into_future(),
        }
    };
    Ok(whole(sent.await?))
}

fn message(mut reply: parlour::Response<MessageJson>) -> Answer {
    let body = reply.json().clone();
    let message = reply.take_message();
    let unfinished = message.as_deref().map(unfinished_inputs).unwrap_or_default();
    Answer { head: HeadInfo::from(reply), body, unfinished, message }
}

/// Why a batch ended.
enum Next {
    /// It is full.
    Full,
    /// No event is ready.
    Drained,
    End,
    Failed(parlour::Error),
}

async fn events(stream: &mut MessageStream, queue: &Queue<Item>) -> Result<Option<Item>, ErrorInfo> {
    let mut attempts = stream.attempts().count();
    // The first batch is not coalesced: it is handed over as soon as there is something.
    let mut yield_above = usize::MAX;
    if !queue.push([(Item::Opened(Box::new(HeadInfo::from(&*stream))), 0)]) {
        return Ok(None);
    }
    while std::future::poll_fn(|cx| queue.poll_capacity(cx)).await {
        // Made for each batch: a stream that waits holds no memory for one.
        let mut batch = Vec::new();
        let mut fill = Fill { yield_above: std::mem::replace(&mut yield_above, 1), bytes: 0 };
        let next = std::future::poll_fn(|cx| collect_batch(stream, &mut batch, &mut fill, cx)).await;
        if batch.len() <= DETACH_MAX {
            detach(&mut batch);
        }
        // The core may have begun another attempt, also after pings were handed over: the head is another one then.
        let now = stream.attempts().count();
        if std::mem::replace(&mut attempts, now) != now {
            batch.insert(0, (Item::Opened(Box::new(HeadInfo::from(&*stream))), 0));
        }
        if !batch.is_empty() && !queue.push(batch) {
            return Ok(None);
        }
        match next {
            Next::Drained => {}
            Next::Full => tokio::task::yield_now().await,
            Next::End => return Ok(Some(Item::End)),
            Next::Failed(error) => return Err(error.into()),
        }
    }
    Ok(None)
}

/// How far a batch is.
struct Fill {
    /// With more events than this the task yields once more before the batch is handed over.
    yield_above: usize,
    /// The size of the batch in bytes.
    bytes: usize,
}

/// Copies events out of the buffer they were read into: a stream that brings little at a time would hold it until
/// its next event, and the connection would need another.
fn detach(batch: &mut [(Item, usize)]) {
    for (item, _) in batch {
        if let Item::Event(event) = item {
            *event = event.clone().detached();
        }
    }
}

/// Coalesces the events that are there into a batch, without waiting once there is something.
///
/// A wake-up of the consumer for each event would cost more than all else together. So where events come faster than
/// one at a time the task yields to the runtime for as long as that brings more: it polls the sockets, and the task of
/// an HTTP/2 connection hands over its next chunk.
fn collect_batch(
    stream: &mut MessageStream,
    batch: &mut Vec<(Item, usize)>,
    fill: &mut Fill,
    cx: &mut Context<'_>,
) -> Poll<Next> {
    loop {
        match stream.poll_event(cx) {
            Poll::Ready(Some(Ok(event))) => {
                let weight = event.json_bytes().len();
                fill.bytes += weight;
                batch.push((Item::Event(event), weight));
                if is_full(batch.len(), fill.bytes) {
                    return Poll::Ready(Next::Full);
                }
            }
            Poll::Ready(Some(Err(error))) => return Poll::Ready(Next::Failed(error)),
            Poll::Ready(None) => return Poll::Ready(Next::End),
            Poll::Pending if batch.is_empty() => return Poll::Pending,
            Poll::Pending if batch.len() > fill.yield_above => {
                fill.yield_above = batch.len();
                cx.waker().wake_by_ref();
                return Poll::Pending;
            }
            Poll::Pending => return Poll::Ready(Next::Drained),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_outcome() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let payload =
            runtime.block_on(catch_panic(pin!(async { panic!("boom {}", 1) }))).map(|(): ()| ()).unwrap_err();
        let error = ErrorInfo::panic(payload.as_ref());
        assert!(error.display.contains("boom 1"), "{error:?}");
        assert_eq!(runtime.block_on(catch_panic(pin!(async { 7 }))).unwrap(), 7);
    }
}
