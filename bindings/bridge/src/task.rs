//! What runs on the runtime or on a host's loop: one task per operation, which drives the core and fills the queue. It
//! must not know the host, nor keep anything of it.

use std::any::Any;
use std::future::{Future, IntoFuture};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use parlour::{Credential, CredentialProvider, CredentialRequest, MessageJson, MessageStream};
use parlour_port::Queue;
use tokio::sync::oneshot;

use crate::info::{ErrorInfo, HeadInfo, unfinished_inputs};
use crate::logs::Ring;
use crate::op::{Answer, CallRequest, Item, Mode};

/// Events handed over at once when more are there already. Enough to share the cost of a wake-up, little enough that
/// the consumer starts while the rest is decoded.
const BATCH: usize = 64;

/// Bytes handed over at once, and the event that crosses them: what the queue may hold counts from there.
const BATCH_BYTES: usize = 128 << 10;

/// Whether that is as much as one operation hands over before others get their turn: one fast stream must not fill its
/// queue while the first events of others wait.
fn is_full(items: usize, bytes: usize) -> bool {
    items >= BATCH || bytes >= BATCH_BYTES
}

/// As many events at once are copied out of their buffer.
const FEW: usize = 4;

tokio::task_local! {
    static CONTEXT: TaskContext;
}

/// What the code below a task may need of its operation.
#[derive(Clone)]
pub(crate) struct TaskContext {
    pub(crate) ring: Arc<Ring>,
    /// As its port names it; 0 where no port does.
    pub(crate) token: u64,
    /// `None` where nobody could reply: the host waits inside the call.
    pub(crate) asks: Option<Arc<Asks>>,
}

/// Where log records of the running operation go, and its token.
pub(crate) fn current_ring() -> Option<(Arc<Ring>, u64)> {
    CONTEXT.try_with(|context| (Arc::clone(&context.ring), context.token)).ok()
}

/// The questions of one operation to its host, and the credential it gave with the call.
#[derive(Debug)]
pub(crate) struct Asks {
    queue: Queue<Item>,
    given: Mutex<Option<Credential>>,
    waiting: Mutex<Option<oneshot::Sender<Reply>>>,
}

type Reply = Result<Credential, String>;

impl Asks {
    pub(crate) fn new(queue: Queue<Item>, given: Option<Credential>) -> Arc<Asks> {
        Arc::new(Asks { queue, given: Mutex::new(given), waiting: Mutex::new(None) })
    }

    /// Gives the host's reply to the attempt that waits for it; false if none does.
    pub(crate) fn reply(&self, reply: Reply) -> bool {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
        waiting.is_some_and(|waiting| waiting.send(reply).is_ok())
    }

    async fn credential(&self, request: CredentialRequest) -> Reply {
        // What the host gave with the call is for the first attempt: keys change while a client lives.
        let given = self.given.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let (Some(given), false) = (given, request.after_refusal) {
            return Ok(given);
        }
        let (sender, receiver) = oneshot::channel();
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
        self.queue.push([(Item::Ask { after_refusal: request.after_refusal }, 0)]);
        receiver.await.map_err(|_| "the question for a credential was dropped".to_owned())?
    }
}

/// The provider of clients whose host gives the credential: with the call, and for each attempt after its first.
pub(crate) struct HostCredentials;

impl CredentialProvider for HostCredentials {
    fn credential(
        &self,
        request: CredentialRequest,
    ) -> Pin<Box<dyn Future<Output = Result<Credential, Box<dyn std::error::Error + Send + Sync>>> + Send + '_>>
    {
        Box::pin(async move {
            let asks = CONTEXT.try_with(|context| context.asks.clone())?;
            let asks =
                asks.ok_or("the credential of this client is asked for, which a driven call cannot do")?;
            Ok(asks.credential(request).await?)
        })
    }
}

/// Runs a call to its end, whatever happens in it. The call is boxed because each layer of the task would have room for it
/// as long as the task lives.
pub(crate) async fn run(
    client: parlour::Client,
    call: Box<CallRequest>,
    queue: Queue<Item>,
    context: TaskContext,
) {
    let driven = pin!(CONTEXT.scope(context, drive(client, call, &queue)));
    let last = match contained(driven).await {
        Ok(Ok(Some(last))) => last,
        // The consumer is gone: there is nobody to tell.
        Ok(Ok(None)) => return,
        Ok(Err(error)) => Item::Failed(error),
        Err(payload) => Item::Failed(ErrorInfo::panic(payload.as_ref())),
    };
    queue.push([(last, 0)]);
}

/// The outcome of a future, or what it panicked with. Taken by reference: given away, it would be there twice.
async fn contained<F: Future>(mut future: Pin<&mut F>) -> Result<F::Output, Box<dyn Any + Send>> {
    std::future::poll_fn(|cx: &mut Context<'_>| {
        match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
            Ok(poll) => poll.map(Ok),
            Err(payload) => Poll::Ready(Err(payload)),
        }
    })
    .await
}

/// A stream lies in a box and is lent to who reads it: a task with room for it would be copied several times in its life,
/// and a future that is given it has room for it twice.
async fn drive(
    client: parlour::Client,
    call: Box<CallRequest>,
    queue: &Queue<Item>,
) -> Result<Option<Item>, ErrorInfo> {
    match call.mode {
        Mode::Create | Mode::CreateRaw | Mode::Raw => {
            let answer = answer(client, call).await?;
            Ok(Some(Item::Whole(Box::new(answer))))
        }
        Mode::Stream => {
            let mut stream = Box::new(opening(&client, call).await?);
            events(&mut stream, queue).await
        }
        Mode::RawStream => {
            let mut stream = Box::new(opening_raw(&client, call).await?);
            chunks(&mut stream, queue).await
        }
    }
}

// Functions of their own: a box that was emptied is freed where its scope ends, and a stream may last for minutes.

fn opening(client: &parlour::Client, call: Box<CallRequest>) -> Sent<MessageStream> {
    let CallRequest { body, options, events_only, .. } = *call;
    let stream = client.messages().stream(body).with(options);
    if events_only { stream.events_only().into_future() } else { stream.into_future() }
}

fn opening_raw(client: &parlour::Client, call: Box<CallRequest>) -> Sent<parlour::ByteStream> {
    let CallRequest { method, path, body, options, .. } = *call;
    Box::pin(client.request(method, path, body).with(options).open())
}

/// A whole answer, for a host that drives the call itself; whatever happens in it is an outcome.
pub(crate) async fn run_whole(
    client: parlour::Client,
    call: Box<CallRequest>,
    context: TaskContext,
) -> Result<Answer, ErrorInfo> {
    if matches!(call.mode, Mode::Stream | Mode::RawStream) {
        return Err(ErrorInfo::config("a stream cannot be driven as a whole answer"));
    }
    match contained(pin!(CONTEXT.scope(context, answer(client, call)))).await {
        Ok(outcome) => outcome,
        Err(payload) => Err(ErrorInfo::panic(payload.as_ref())),
    }
}

/// A request on its way.
type Sent<T> = Pin<Box<dyn Future<Output = parlour::Result<T>> + Send>>;

async fn answer(client: parlour::Client, call: Box<CallRequest>) -> Result<Answer, ErrorInfo> {
    if call.mode == Mode::Create {
        let sent = {
            let CallRequest { body, options, .. } = *call;
            Box::pin(client.messages().create(body).with(options).json())
        };
        return Ok(message(sent.await?));
    }
    let sent = {
        let CallRequest { mode, method, path, body, options, .. } = *call;
        match mode {
            Mode::CreateRaw => {
                Box::pin(client.messages().create(body).with(options).raw()) as Sent<parlour::Response<Bytes>>
            }
            _ => client.request(method, path, body).with(options).into_future(),
        }
    };
    Ok(whole(sent.await?))
}

async fn chunks(stream: &mut parlour::ByteStream, queue: &Queue<Item>) -> Result<Option<Item>, ErrorInfo> {
    if !queue.push([(Item::Opened(Box::new(HeadInfo::from(&*stream))), 0)]) {
        return Ok(None);
    }
    let (mut count, mut bytes) = (0, 0);
    while std::future::poll_fn(|cx| queue.poll_room(cx)).await {
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

fn whole<T>(reply: parlour::Response<T>) -> Answer {
    let body = reply.body().clone();
    Answer { head: HeadInfo::from(reply), body, unfinished: Vec::new() }
}

fn message(reply: parlour::Response<MessageJson>) -> Answer {
    let body = reply.json().clone();
    let unfinished = reply.message().map(unfinished_inputs).unwrap_or_default();
    Answer { head: HeadInfo::from(reply), body, unfinished }
}

/// Why a batch ended.
enum Next {
    /// It is full.
    Full,
    /// There is no more at present.
    Rest,
    End,
    Failed(parlour::Error),
}

async fn events(stream: &mut MessageStream, queue: &Queue<Item>) -> Result<Option<Item>, ErrorInfo> {
    let mut attempts = stream.attempts().count();
    // The first events are handed over as they come.
    let mut given = usize::MAX;
    if !queue.push([(Item::Opened(Box::new(HeadInfo::from(&*stream))), 0)]) {
        return Ok(None);
    }
    while std::future::poll_fn(|cx| queue.poll_room(cx)).await {
        // Nothing of it is kept while nothing comes.
        let mut batch = Vec::new();
        let mut turn = Turn { given: std::mem::replace(&mut given, 1), bytes: 0 };
        let next = std::future::poll_fn(|cx| gather(stream, &mut batch, &mut turn, cx)).await;
        if batch.len() <= FEW {
            detach(&mut batch);
        }
        // It may have been begun again, also after signs of life were handed over: the head is another one then.
        let now = stream.attempts().count();
        if std::mem::replace(&mut attempts, now) != now {
            batch.insert(0, (Item::Opened(Box::new(HeadInfo::from(&*stream))), 0));
        }
        if !batch.is_empty() && !queue.push(batch) {
            return Ok(None);
        }
        match next {
            Next::Rest => {}
            Next::Full => tokio::task::yield_now().await,
            Next::End => return Ok(Some(Item::End)),
            Next::Failed(error) => return Err(error.into()),
        }
    }
    Ok(None)
}

/// How far a batch is.
struct Turn {
    /// With more events than this the others are given a turn before it is handed over.
    given: usize,
    /// What it holds.
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

/// Collects what is there, without waiting once there is something.
///
/// A consumer woken for each piece would cost more than all else together. So where events come faster than one at a time
/// the runtime is given a turn for as long as that brings more: it looks at the sockets, and the task of an HTTP/2
/// connection hands over its next piece.
fn gather(
    stream: &mut MessageStream,
    batch: &mut Vec<(Item, usize)>,
    turn: &mut Turn,
    cx: &mut Context<'_>,
) -> Poll<Next> {
    loop {
        match stream.poll_event(cx) {
            Poll::Ready(Some(Ok(event))) => {
                let weight = event.json_bytes().len();
                turn.bytes += weight;
                batch.push((Item::Event(event), weight));
                if is_full(batch.len(), turn.bytes) {
                    return Poll::Ready(Next::Full);
                }
            }
            Poll::Ready(Some(Err(error))) => return Poll::Ready(Next::Failed(error)),
            Poll::Ready(None) => return Poll::Ready(Next::End),
            Poll::Pending if batch.is_empty() => return Poll::Pending,
            Poll::Pending if batch.len() > turn.given => {
                turn.given = batch.len();
                cx.waker().wake_by_ref();
                return Poll::Pending;
            }
            Poll::Pending => return Poll::Ready(Next::Rest),
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
            runtime.block_on(contained(pin!(async { panic!("boom {}", 1) }))).map(|(): ()| ()).unwrap_err();
        let error = ErrorInfo::panic(payload.as_ref());
        assert!(error.display.contains("boom 1"), "{error:?}");
        assert_eq!(runtime.block_on(contained(pin!(async { 7 }))).unwrap(), 7);
    }
}
