//! The context of an operation for the code below its task, kept in a task-local: the destination of log records, and
//! the host that answers questions.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use parlour::{Credential, CredentialProvider, CredentialRequest};
use parlour_port::Queue;
use tokio::sync::oneshot;

use crate::call::{Item, Question};
use crate::hooks::{self, HookPoint, HookQuestion, HookReply};
use crate::log_ring::LogRing;

tokio::task_local! {
    pub(crate) static CONTEXT: TaskContext;
}

#[derive(Clone)]
pub(crate) struct TaskContext {
    pub(crate) ring: Arc<LogRing>,
    /// As its port names it; 0 where no port does.
    pub(crate) token: u64,
    /// `None` where no reply could come: the host waits inside the call.
    pub(crate) prompt: Option<Arc<Prompt>>,
}

/// Where log records of the running operation go, and its token.
pub(crate) fn current_ring() -> Option<(Arc<LogRing>, u64)> {
    CONTEXT.try_with(|context| (Arc::clone(&context.ring), context.token)).ok()
}

/// The host of the running operation, which answers questions.
///
/// # Errors
/// If the host waits inside the call, and could not answer.
pub(crate) fn prompt() -> Result<Arc<Prompt>, Box<dyn std::error::Error + Send + Sync>> {
    let prompt = CONTEXT.try_with(|context| context.prompt.clone())?;
    Ok(prompt
        .ok_or("the host of this client is asked while a call runs, which a blocking call cannot wait for")?)
}

/// Asks the host of one operation: for a credential, after the one that it gave with the call, and for the results of
/// hooks. One question at a time.
#[derive(Debug)]
pub(crate) struct Prompt {
    queue: Queue<Item>,
    given: Mutex<Option<Credential>>,
    waiting: Mutex<Option<Waiting>>,
}

#[derive(Debug)]
enum Waiting {
    Credential(oneshot::Sender<Result<Credential, String>>),
    Hook(HookPoint, oneshot::Sender<Result<HookReply, String>>),
}

impl Prompt {
    pub(crate) fn new(queue: Queue<Item>, given: Option<Credential>) -> Arc<Prompt> {
        Arc::new(Prompt { queue, given: Mutex::new(given), waiting: Mutex::new(None) })
    }

    /// Gives the host's reply to the attempt that waits for it; false if none does.
    pub(crate) fn reply(&self, reply: Result<Credential, String>) -> bool {
        let Some(Waiting::Credential(waiting)) =
            self.take(|waiting| matches!(waiting, Waiting::Credential(_)))
        else {
            return false;
        };
        waiting.send(reply).is_ok()
    }

    /// As [`Prompt::reply`], for the result of a hook as the host gave it, or its failure.
    pub(crate) fn reply_hook(&self, reply: Result<(&[u8], Option<Bytes>), String>) -> bool {
        let Some(Waiting::Hook(point, waiting)) = self.take(|waiting| matches!(waiting, Waiting::Hook(..)))
        else {
            return false;
        };
        waiting.send(reply.and_then(|(json, body)| hooks::read(point, json, body))).is_ok()
    }

    fn take(&self, fits: impl FnOnce(&Waiting) -> bool) -> Option<Waiting> {
        self.lock().take_if(|waiting| fits(waiting))
    }

    async fn credential(&self, request: CredentialRequest) -> Result<Credential, String> {
        // The credential that the host passed with the call is for the first attempt: keys change while a client lives.
        let given = self.given.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let (Some(given), false) = (given, request.after_refusal) {
            return Ok(given);
        }
        let (sender, receiver) = oneshot::channel();
        self.ask(Waiting::Credential(sender), Question::Credential(request));
        receiver.await.map_err(|_| "the request for a credential was dropped".to_owned())?
    }

    pub(crate) async fn hook(&self, question: HookQuestion) -> Result<HookReply, String> {
        let (sender, receiver) = oneshot::channel();
        self.ask(Waiting::Hook(question.point, sender), Question::Hook(question));
        receiver.await.map_err(|_| "the question was dropped".to_owned())?
    }

    fn ask(&self, waiting: Waiting, question: Question) {
        *self.lock() = Some(waiting);
        self.queue.push([(Item::Asked(Box::new(question)), 0)]);
    }

    fn lock(&self) -> MutexGuard<'_, Option<Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
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
        Box::pin(async move { Ok(prompt()?.credential(request).await?) })
    }
}
