//! An operation: a submitted call, from the host's side.

use std::fmt;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use bytes::Bytes;
use parlour::Credential;
use parlour_port::{Capacity, Queue, Taken, Task};
use tokio::runtime::Runtime;
use tokio::task::AbortHandle;

use crate::call::{CallRequest, Item, Take};
use crate::fork;
use crate::info::ErrorInfo;
use crate::loop_driver::LoopDriver;
use crate::port::{Cancel, Port};
use crate::task;
use crate::task_context::{Prompt, TaskContext};

/// The capacity of a queue; beyond it the connection is not read (back-pressure). Enough for a consumer that is briefly
/// busy, and little compared with the rest of a stream's memory.
const CAPACITY: Capacity = Capacity { items: 256, bytes: 1 << 20 };

/// A submitted call. Dropping it cancels the call and closes its connection unless it has ended.
///
/// One consumer at a time takes; any thread may cancel.
pub struct Op {
    shared: Arc<OpInner>,
}

struct OpInner {
    queue: Queue<Item>,
    prompt: Arc<Prompt>,
    task: TaskHandle,
    generation: u32,
}

/// The task that runs it.
enum TaskHandle {
    Runtime(AbortHandle),
    EventLoop(Task),
}

impl TaskHandle {
    fn abort(&self) {
        match self {
            TaskHandle::Runtime(task) => task.abort(),
            TaskHandle::EventLoop(task) => task.abort(),
        }
    }
}

/// The driver that polls the task of a call.
pub(crate) enum Driver<'a> {
    Runtime(&'a Runtime),
    EventLoop(&'a LoopDriver),
}

impl Op {
    /// Starts a call; its items go to `port`.
    pub(crate) fn start(
        driver: &Driver<'_>,
        client: parlour::Client,
        port: &Port,
        mut call: CallRequest,
    ) -> Result<Op, ErrorInfo> {
        // Checked before the request is sent; the port may still close meanwhile.
        if port.is_closed() {
            return Err(closed());
        }
        let queue = port.queue(CAPACITY);
        let prompt = Prompt::new(queue.clone(), call.credential.take());
        let context =
            TaskContext { ring: port.ring(), token: queue.token(), prompt: Some(Arc::clone(&prompt)) };
        let task = task::run(client, Box::new(call), queue.clone(), context);
        let task = match driver {
            Driver::Runtime(runtime) => TaskHandle::Runtime(runtime.spawn(task).abort_handle()),
            Driver::EventLoop(driver) => TaskHandle::EventLoop(driver.spawn(task)?),
        };
        let shared = Arc::new(OpInner { queue, prompt, task, generation: fork::generation() });
        let op: Weak<OpInner> = Arc::downgrade(&shared);
        if !port.register(op) {
            shared.give_up();
            return Err(closed());
        }
        Ok(Op { shared })
    }

    /// The token of this operation, unique within its port.
    #[must_use]
    pub fn token(&self) -> u64 {
        self.shared.queue.token()
    }

    /// Takes the available items, at most `max`, without waiting.
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

    /// As [`Op::try_take`], for all available items, at most the capacity of the queue.
    ///
    /// # Errors
    /// As [`Op::try_take`].
    pub fn take_all(&self) -> Result<Take, ErrorInfo> {
        self.try_take(usize::MAX)
    }

    /// Arms the operation, if it has no items: the port wakes its consumer when there are some. Takes nothing. False if
    /// there are items, or none will come: take them first.
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

    /// Waits until nothing of the call runs any more, after [`Op::cancel`]: what it leaves to its port is there then.
    /// False if that takes longer than `limit`, which is meant for a runtime that is stuck: it takes well under a
    /// millisecond.
    #[must_use]
    pub fn wait_left(&self, limit: Duration) -> bool {
        let TaskHandle::Runtime(task) = &self.shared.task else { return true };
        let begun = Instant::now();
        while !task.is_finished() {
            if self.shared.is_inherited() || begun.elapsed() >= limit {
                return false;
            }
            std::thread::sleep(Duration::from_micros(100));
        }
        true
    }

    /// Answers the core's request for a credential; false if it is not waiting for one.
    pub fn provide_credential(&self, credential: Credential) -> bool {
        self.check().is_ok() && self.shared.prompt.reply(Ok(credential))
    }

    /// Answers the core's question for the result of a hook: one JSON object, and the body of an answer; false if it
    /// waits for none. A result that cannot be read ends the call as [`Op::fail_hook`] does.
    pub fn answer_hook(&self, json: &[u8], body: Option<Bytes>) -> bool {
        self.check().is_ok() && self.shared.prompt.reply_hook(Ok((json, body)))
    }

    /// Tells the core that a hook failed, which ends the call with this message.
    pub fn fail_hook(&self, message: String) -> bool {
        self.check().is_ok() && self.shared.prompt.reply_hook(Err(message))
    }

    /// Tells the core that there is no credential, which ends the call with this message.
    pub fn refuse_credential(&self, message: String) -> bool {
        self.check().is_ok() && self.shared.prompt.reply(Err(message))
    }

    fn check(&self) -> Result<(), ErrorInfo> {
        if self.shared.is_inherited() { Err(ErrorInfo::forked()) } else { Ok(()) }
    }
}

fn closed() -> ErrorInfo {
    ErrorInfo::config("this port was closed: nothing can be submitted to it")
}

impl OpInner {
    fn is_inherited(&self) -> bool {
        self.generation != fork::generation()
    }

    fn give_up(&self) {
        // Before the task ends: what it leaves to the port wakes the consumer then.
        self.queue.close();
        self.task.abort();
    }
}

impl Cancel for OpInner {
    fn cancel(&self) {
        // In a child the queue's lock may be held by a thread that does not exist.
        if !self.is_inherited() {
            self.task.abort();
            self.queue.seal(Item::Failed(ErrorInfo::cancelled()));
        }
    }
}

impl Drop for Op {
    fn drop(&mut self) {
        if self.shared.is_inherited() {
            // Leaked: it belongs to the parent's runtime.
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
