//! What is known of one call: what arrived and was not handed out, the message so far, how it ended. It must not know
//! how its consumer waits.

use std::sync::Arc;

use parlour_bridge::wire::{Accumulator, Message};
use parlour_bridge::{Answer, ErrorInfo, Item, Take};

use crate::batch::{Pool, parlour_batch};
use crate::head::parlour_head;

/// What a consumer gets next.
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

pub(crate) struct State {
    pool: Arc<Pool>,
    /// Arrived, not handed out.
    filling: Option<Box<parlour_batch>>,
    /// Heads as they came, the last one counts; earlier ones may still be looked at by the host, and
    /// keep their place.
    #[allow(clippy::vec_box)]
    heads: Vec<Box<parlour_head>>,
    /// The message with everything that was handed out.
    message: Accumulator,
    whole: Option<Box<Answer>>,
    over: Option<Result<(), ErrorInfo>>,
}

impl State {
    pub(crate) fn new(pool: Arc<Pool>) -> State {
        State {
            pool,
            filling: None,
            heads: Vec::new(),
            message: Accumulator::default(),
            whole: None,
            over: None,
        }
    }

    /// Takes in what came.
    pub(crate) fn absorb(&mut self, take: Take) {
        let items = match take {
            Take::Armed => return,
            Take::Closed => {
                self.over.get_or_insert_with(|| Err(ErrorInfo::cancelled()));
                return;
            }
            Take::Items(items) => items,
        };
        for item in items {
            match item {
                Item::Opened(head) => self.heads.push(Box::new(parlour_head::of(*head))),
                Item::Event(event) => self.filling().push_event(event),
                Item::Chunk(chunk) => self.filling().push_chunk(chunk),
                Item::Whole(answer) => {
                    self.heads.push(Box::new(parlour_head::of(answer.head.clone())));
                    self.whole = Some(answer);
                    self.over = Some(Ok(()));
                }
                // Only hosts with asking clients are asked; this library's credential functions are the core's.
                Item::CredentialNeeded { .. } => {}
                Item::End => self.over = Some(Ok(())),
                Item::Failed(error) => self.over = Some(Err(error)),
            }
        }
    }

    fn filling(&mut self) -> &mut parlour_batch {
        self.filling.get_or_insert_with(|| self.pool.batch())
    }

    /// What can be handed out now. The end, once there, is there for ever.
    pub(crate) fn ready(&mut self) -> Option<Ready> {
        if let Some(mut batch) = self.filling.take().filter(|batch| !batch.is_empty()) {
            batch.finish();
            for event in batch.events() {
                // The core has taken the same events in before: what it refuses never gets here.
                let _known = self.message.apply(event);
            }
            return Some(Ready::Batch(batch));
        }
        match self.over.as_ref()? {
            Ok(()) => Some(Ready::End),
            Err(error) => Some(Ready::Failed(error.clone())),
        }
    }

    /// Whether it has nothing to hand out, and has not ended.
    pub(crate) fn is_empty(&self) -> bool {
        self.filling.is_none() && self.over.is_none()
    }

    /// The head of the answer, once it has begun.
    pub(crate) fn head(&self) -> Option<&parlour_head> {
        self.heads.last().map(Box::as_ref)
    }

    /// The answer, of a call for a whole one.
    pub(crate) fn whole(&self) -> Option<&Answer> {
        self.whole.as_deref()
    }

    /// How the call ended, if it has, and everything was handed out.
    pub(crate) fn outcome(&self) -> Option<Result<(), ErrorInfo>> {
        if self.filling.is_some() { None } else { self.over.clone() }
    }

    /// The message with everything that was handed out, and whether it is complete.
    pub(crate) fn message(&self) -> (Option<Message>, Option<Message>) {
        match self.message.finished() {
            Some(message) => (Some(message), None),
            None => (None, self.message.snapshot()),
        }
    }

    pub(crate) fn snapshot(&self) -> Option<Message> {
        self.message.snapshot()
    }
}
