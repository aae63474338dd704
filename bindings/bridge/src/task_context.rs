//! The context of an operation for the code below its task, kept in a task-local: the destination of log records, and
//! the source of credentials.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use parlour::{Credential, CredentialProvider, CredentialRequest};
use parlour_port::Queue;
use tokio::sync::oneshot;

use crate::call::Item;
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
    pub(crate) prompt: Option<Arc<CredentialPrompt>>,
}

/// Where log records of the running operation go, and its token.
pub(crate) fn current_ring() -> Option<(Arc<LogRing>, u64)> {
    CONTEXT.try_with(|context| (Arc::clone(&context.ring), context.token)).ok()
}

/// Asks the host of one operation for a credential, after the one that it gave with the call.
#[derive(Debug)]
pub(crate) struct CredentialPrompt {
    queue: Queue<Item>,
    given: Mutex<Option<Credential>>,
    waiting: Mutex<Option<oneshot::Sender<Reply>>>,
}

type Reply = Result<Credential, String>;

impl CredentialPrompt {
    pub(crate) fn new(queue: Queue<Item>, given: Option<Credential>) -> Arc<CredentialPrompt> {
        Arc::new(CredentialPrompt { queue, given: Mutex::new(given), waiting: Mutex::new(None) })
    }

    /// Gives the host's reply to the attempt that waits for it; false if none does.
    pub(crate) fn reply(&self, reply: Reply) -> bool {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
        waiting.is_some_and(|waiting| waiting.send(reply).is_ok())
    }

    async fn credential(&self, request: CredentialRequest) -> Reply {
        // The credential that the host passed with the call is for the first attempt: keys change while a client lives.
        let given = self.given.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let (Some(given), false) = (given, request.after_refusal) {
            return Ok(given);
        }
        let (sender, receiver) = oneshot::channel();
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
        self.queue.push([(Item::CredentialNeeded(Box::new(request)), 0)]);
        receiver.await.map_err(|_| "the request for a credential was dropped".to_owned())?
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
            let prompt = CONTEXT.try_with(|context| context.prompt.clone())?;
            let prompt = prompt.ok_or(
                "the host of this client gives credentials on request, which a blocking call cannot wait for",
            )?;
            Ok(prompt.credential(request).await?)
        })
    }
}
