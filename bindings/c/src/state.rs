//! The state of one call: the bridge's inbox, the batches it hands out, and the heads that the host may read.

use std::sync::Arc;

use parlour_bridge::wire::Message;
use parlour_bridge::{Answer, ErrorInfo, Inbox, Item, Keeps, Mode, Outcome, Take};

use crate::batch::{Pool, parlour_batch};
use crate::head::parlour_head;

/// The next item of a consumer.
pub(crate) enum Ready {
    /// Events, in order.
    Batch(Box<parlour_batch>),
    /// The call is complete.
    End,
    /// The call failed.
    Failed(ErrorInfo),
}

impl Ready {
    pub(crate) fn is_last(&self) -> bool {
        !matches!(self, Ready::Batch(_))
    }
}

pub(crate) struct OpState {
    pool: Arc<Pool>,
    inbox: Inbox,
    /// Heads as they came, the last one counts; earlier ones may still be looked at by the host, and
    /// keep their place.
    #[allow(clippy::vec_box)]
    heads: Vec<Box<parlour_head>>,
}

impl OpState {
    pub(crate) fn new(pool: Arc<Pool>, mode: Mode) -> OpState {
        let keeps = if mode == Mode::Stream { Keeps::HandedOut } else { Keeps::Nothing };
        OpState { pool, inbox: Inbox::new(keeps), heads: Vec::new() }
    }

    /// Takes in what came.
    pub(crate) fn absorb(&mut self, take: Take) {
        if self.inbox.absorb(take)
            && let Some(head) = self.inbox.head()
        {
            self.heads.push(Box::new(parlour_head::of(head.clone())));
        }
    }

    /// The next item, if any. The end, once reached, is returned for ever.
    pub(crate) fn ready(&mut self) -> Option<Ready> {
        let items = self.inbox.hand_out();
        if !items.is_empty() {
            let mut batch = self.pool.batch();
            for item in items {
                match item {
                    Item::Event(event) => batch.push_event(event),
                    Item::Chunk(chunk) => batch.push_chunk(chunk),
                    Item::Broken(error) => batch.push_broken(&error),
                    // Only hosts with asking clients are asked; this library's credential functions are the core's. The
                    // inbox has taken in the others.
                    _ => {}
                }
            }
            batch.finish();
            return Some(Ready::Batch(batch));
        }
        match self.inbox.outcome()? {
            Outcome::End => Some(Ready::End),
            Outcome::Failed(error) => Some(Ready::Failed(error.clone())),
            Outcome::Closed => Some(Ready::Failed(ErrorInfo::cancelled())),
        }
    }

    /// Whether it has nothing to hand out, and has not ended.
    pub(crate) fn is_empty(&self) -> bool {
        self.inbox.is_empty() && self.inbox.outcome().is_none()
    }

    /// The head of the answer, once it has begun.
    pub(crate) fn head(&self) -> Option<&parlour_head> {
        self.heads.last().map(Box::as_ref)
    }

    /// The answer, of a call for a whole one.
    pub(crate) fn whole(&self) -> Option<&Answer> {
        self.inbox.whole()
    }

    /// How the call ended, if it has, and everything was handed out.
    pub(crate) fn outcome(&self) -> Option<Result<(), ErrorInfo>> {
        if !self.inbox.is_empty() {
            return None;
        }
        Some(match self.inbox.outcome()? {
            Outcome::End => Ok(()),
            Outcome::Failed(error) => Err(error.clone()),
            Outcome::Closed => Err(ErrorInfo::cancelled()),
        })
    }

    /// The whole message of a stream that has ended.
    pub(crate) fn message(&mut self) -> Result<Message, ErrorInfo> {
        self.inbox.whole_message()
    }

    /// The message so far; `None` before it has begun.
    pub(crate) fn snapshot(&mut self) -> Result<Option<Message>, ErrorInfo> {
        self.inbox.snapshot(usize::MAX)
    }
}
