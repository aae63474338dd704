//! An operation: a call that was submitted, seen from the host. It must not know how the host waits.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use parlour::{Body, CallOptions, Credential, Event, Method};
use parlour_port::{Capacity, Queue, Taken, Task};
use tokio::runtime::Runtime;
use tokio::task::AbortHandle;

use crate::fork;
use crate::info::{ErrorInfo, HeadInfo, UnfinishedInput};
use crate::loop_driver::LoopDriver;
use crate::port::Port;
use crate::task::{self, Asks, TaskContext};

/// How full a queue gets before the connection is no longer read: enough for a consumer that is busy for a moment,
/// little beside the rest of a stream's memory when it stays away.
const LIMITS: Capacity = Capacity { items: 256, weight: 1 << 20 };

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A whole message: [`Item::Whole`] with its JSON, assembled if the call was carried as a stream.
    Create,
    /// A streamed message: [`Item::Opened`], [`Item::Event`]s, [`Item::End`].
    Stream,
    /// Any request: [`Item::Whole`] with the body as it came.
    Raw,
    /// A whole message as it came, never carried.
    CreateRaw,
    /// Any request: [`Item::Opened`], [`Item::Chunk`]s, [`Item::End`].
    RawStream,
}

/// One call, ready to be submitted.
#[derive(Debug)]
pub struct CallRequest {
    /// What is asked for.
    pub mode: Mode,
    /// The request's JSON, or nothing for a raw request without a body.
    pub body: Body,
    /// What this call sets for itself.
    pub options: CallOptions,
    /// The host's credential, for clients whose host gives it.
    pub credential: Option<Credential>,
    /// Of a raw request.
    pub method: Method,
    /// Of a raw request: below the base URL, starting with `/`.
    pub path: String,
    /// Of a streamed message: the host wants its events and no message, so the core keeps none, and an error holds no
    /// part of it.
    pub events_only: bool,
}

impl CallRequest {
    /// A message call with this JSON body.
    ///
    /// # Errors
    /// Kind `Config` if the body is not one JSON object.
    pub fn message(mode: Mode, body: Bytes) -> Result<CallRequest, ErrorInfo> {
        Ok(CallRequest {
            mode,
            body: Body::from_json_bytes(body)?,
            options: CallOptions::new(),
            credential: None,
            method: Method::POST,
            path: String::new(),
            events_only: false,
        })
    }

    /// A raw request; an empty `body` sends none.
    ///
    /// # Errors
    /// Kind `Config` for a method that is none, or a body that is not one JSON object.
    pub fn raw(mode: Mode, method: &str, path: String, body: Bytes) -> Result<CallRequest, ErrorInfo> {
        let method = Method::from_bytes(method.to_ascii_uppercase().as_bytes())
            .map_err(|_| ErrorInfo::config(format!("`{method}` is not a request method")))?;
        let body = if body.is_empty() { Body::empty() } else { Body::from_json_bytes(body)? };
        Ok(CallRequest {
            mode,
            body,
            options: CallOptions::new(),
            credential: None,
            method,
            path,
            events_only: false,
        })
    }
}

/// A whole answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Status, headers, attempts.
    pub head: HeadInfo,
    /// The body. Of a message that came as a stream: its JSON.
    pub body: Bytes,
    /// Of a message: the tool inputs that must not be used.
    pub unfinished: Vec<UnfinishedInput>,
}

/// What an operation delivers. `Whole`, `End` and `Failed` are the last.
#[derive(Debug)]
pub enum Item {
    /// The answer has begun. Comes again if it was begun anew before its first event.
    Opened(Box<HeadInfo>),
    /// An event of a streamed message.
    Event(Event),
    /// A piece of a raw body.
    Chunk(Bytes),
    /// The whole answer.
    Whole(Box<Answer>),
    /// The core asks for a credential: reply with [`Op::answer`] or [`Op::refuse`].
    Ask {
        /// The service refused the one given before.
        after_refusal: bool,
    },
    /// The stream is complete.
    End,
    /// The call failed.
    Failed(ErrorInfo),
}

/// What there is for the host right now.
#[derive(Debug)]
pub enum Take {
    /// All there was, never empty.
    Items(Vec<Item>),
    /// Nothing yet; the port wakes its consumer when there is.
    Armed,
    /// Nothing will come: the operation was given up.
    Closed,
}

impl Take {
    pub(crate) fn of(items: Vec<Item>) -> Take {
        if items.is_empty() { Take::Closed } else { Take::Items(items) }
    }
}

/// A submitted call. Dropping it gives it up and closes its connection unless it has ended.
///
/// One consumer at a time takes; any thread may cancel.
pub struct Op {
    shared: Arc<Shared>,
}

pub(crate) struct Shared {
    queue: Queue<Item>,
    asks: Arc<Asks>,
    running: Running,
    generation: u32,
}

/// What drives it.
enum Running {
    Runtime(AbortHandle),
    Host(Task),
}

impl Running {
    fn abort(&self) {
        match self {
            Running::Runtime(task) => task.abort(),
            Running::Host(task) => task.abort(),
        }
    }
}

/// Where a call is driven.
pub(crate) enum Place<'a> {
    Runtime(&'a Runtime),
    Host(&'a LoopDriver),
}

impl Op {
    /// Starts a call; its items go to `port`.
    pub(crate) fn start(
        place: &Place<'_>,
        client: parlour::Client,
        port: &Port,
        mut call: CallRequest,
    ) -> Result<Op, ErrorInfo> {
        // Before the request leaves; it may still be closed meanwhile.
        if port.is_closed() {
            return Err(closed());
        }
        let queue = port.queue(LIMITS);
        let asks = Asks::new(queue.clone(), call.credential.take());
        let context = TaskContext { ring: port.ring(), token: queue.token(), asks: Some(Arc::clone(&asks)) };
        let task = task::run(client, Box::new(call), queue.clone(), context);
        let running = match place {
            Place::Runtime(runtime) => Running::Runtime(runtime.spawn(task).abort_handle()),
            Place::Host(host) => Running::Host(host.spawn(task)?),
        };
        let shared = Arc::new(Shared { queue, asks, running, generation: fork::generation() });
        if !port.adopt(&shared) {
            shared.give_up();
            return Err(closed());
        }
        Ok(Op { shared })
    }

    /// The port's name for this operation, unique within it.
    #[must_use]
    pub fn token(&self) -> u64 {
        self.shared.queue.token()
    }

    /// Takes what is there, at most `max` items, without waiting.
    ///
    /// # Errors
    /// Kind `Internal` in a child that inherited the operation by fork.
    pub fn try_take(&self, max: usize) -> Result<Take, ErrorInfo> {
        self.check()?;
        Ok(match self.shared.queue.take(max) {
            Taken::Items(items) => Take::Items(items),
            Taken::Armed => Take::Armed,
            Taken::Closed => Take::Closed,
        })
    }

    /// Has the port wake its consumer when there is something, if there is nothing now; takes nothing. False if there is
    /// something, or nothing will come: then it is to be taken.
    ///
    /// # Errors
    /// As [`Op::try_take`].
    pub fn try_arm(&self) -> Result<bool, ErrorInfo> {
        self.check()?;
        Ok(self.shared.queue.arm())
    }

    /// Cancels the call: its connection is closed, and a consumer that waits is woken with a failure of kind
    /// `Cancelled`. Any thread, any number of times.
    pub fn cancel(&self) {
        self.shared.cancel();
    }

    /// Gives the credential that the core asked for; false if it is not waiting for one.
    pub fn answer(&self, credential: Credential) -> bool {
        self.check().is_ok() && self.shared.asks.reply(Ok(credential))
    }

    /// Tells the core that there is no credential, which ends the call with this message.
    pub fn refuse(&self, message: String) -> bool {
        self.check().is_ok() && self.shared.asks.reply(Err(message))
    }

    fn check(&self) -> Result<(), ErrorInfo> {
        if self.shared.is_inherited() { Err(ErrorInfo::forked()) } else { Ok(()) }
    }
}

fn closed() -> ErrorInfo {
    ErrorInfo::config("this port was closed: nothing can be submitted to it")
}

impl Shared {
    fn is_inherited(&self) -> bool {
        self.generation != fork::generation()
    }

    pub(crate) fn cancel(&self) {
        // In a child the queue's lock may be held by a thread that does not exist.
        if !self.is_inherited() {
            self.running.abort();
            self.queue.seal(Item::Failed(ErrorInfo::cancelled()));
        }
    }

    fn give_up(&self) {
        self.running.abort();
        self.queue.close();
    }
}

impl Drop for Op {
    fn drop(&mut self) {
        if self.shared.is_inherited() {
            // Leaked: what it holds belongs to the parent's runtime.
            std::mem::forget(Arc::clone(&self.shared));
        } else {
            self.shared.give_up();
        }
    }
}

impl fmt::Debug for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Op").field("token", &self.token()).finish_non_exhaustive()
    }
}
