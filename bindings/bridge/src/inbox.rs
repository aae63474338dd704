//! The consumer's side of a call: items that arrived but were not handed out, the head, the outcome, and the message so
//! far.
//!
//! The message of a stream is assembled only here, on the consumer's thread: a snapshot contains the events that the
//! host has read, not those that wait. The core assembles none, but checks the order of the events, so that every event
//! here fits.

use std::collections::VecDeque;

use parlour::scarce::SUBKIND;
use parlour::{Accumulator, ContentBlock, ErrorKind, Event, Message};

use crate::call::{Answer, Item, Take};
use crate::info::{ErrorInfo, HeadInfo};

/// The message that an inbox keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// None: the host wants only events, or there are none.
    Nothing,
    /// None, but keeps the events of the last batch for [`Inbox::unread`].
    Events,
    /// The message with every event that was handed out.
    HandedOut,
    /// The message with the events of earlier batches, and those of the last batch that the host has read.
    Read,
}

/// How a call ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It is complete.
    End,
    /// It failed. For a stream whose message is kept, the failure has the partial message.
    Failed(ErrorInfo),
    /// It was cancelled: nothing will come.
    Closed,
}

/// The consumer's side of one call. A host that shares it between threads puts a lock around it.
///
/// ```
/// use parlour_bridge::{Inbox, Item, Keeps, Outcome, Take};
///
/// let mut inbox = Inbox::new(Keeps::Nothing);
/// inbox.absorb(Take::Items(vec![Item::Chunk("a".into()), Item::End]));
/// assert_eq!(inbox.hand_out().len(), 1);
/// assert!(matches!(inbox.outcome(), Some(Outcome::End)));
/// ```
#[derive(Debug)]
pub struct Inbox {
    keeps: Keeps,
    head: Option<Box<HeadInfo>>,
    whole: Option<Box<Answer>>,
    outcome: Option<Outcome>,
    /// Events, chunks and credential requests that were not handed out yet.
    arrived: Vec<Item>,
    message: Accumulator,
    /// Events of the last batch that are not in the message yet.
    ahead: VecDeque<Event>,
    /// The number of events of that batch that are.
    applied: usize,
}

impl Inbox {
    /// An empty inbox.
    #[must_use]
    pub fn new(keeps: Keeps) -> Inbox {
        Inbox {
            keeps,
            head: None,
            whole: None,
            outcome: None,
            arrived: Vec::new(),
            message: Accumulator::default(),
            ahead: VecDeque::new(),
            applied: 0,
        }
    }

    /// Adds the items of an operation. True if an answer has begun, so that [`head`](Self::head) has changed.
    pub fn absorb(&mut self, take: Take) -> bool {
        let mut items = match take {
            Take::Armed => return false,
            Take::Closed => {
                self.outcome.get_or_insert(Outcome::Closed);
                return false;
            }
            Take::Items(items) => items,
        };
        let mut begun = false;
        // Nearly every batch has only events: reuse the queue's vector.
        if self.arrived.is_empty() && items.iter().all(|item| matches!(item, Item::Event(_) | Item::Chunk(_)))
        {
            std::mem::swap(&mut self.arrived, &mut items);
        }
        for item in items {
            match item {
                Item::Opened(head) => {
                    self.head = Some(head);
                    begun = true;
                }
                Item::Whole(answer) => {
                    self.head = Some(Box::new(answer.head.clone()));
                    self.whole = Some(answer);
                    self.outcome = Some(Outcome::End);
                    begun = true;
                }
                Item::End => self.end(),
                Item::Failed(error) => self.outcome = Some(Outcome::Failed(self.completed(error))),
                other @ (Item::Event(_) | Item::Chunk(_) | Item::Broken(_) | Item::Asked(_)) => {
                    self.arrived.push(other);
                }
            }
        }
        begun
    }

    /// Hands out what has arrived: events, chunks and questions, in order; nothing if there is nothing.
    /// A host that asks for more has read the previous batch.
    pub fn hand_out(&mut self) -> Vec<Item> {
        let items = std::mem::take(&mut self.arrived);
        self.turn(&items);
        items
    }

    /// For a host that hands out all items at once in the order of the operation: updates the state of the call from
    /// them, and completes a failure among them.
    pub fn pass(&mut self, items: &mut [Item]) {
        self.turn(items);
        for item in items {
            match item {
                Item::Opened(head) => self.head = Some(head.clone()),
                Item::Whole(answer) => self.head = Some(Box::new(answer.head.clone())),
                Item::End => {
                    self.end();
                    if let Some(Outcome::Failed(error)) = &self.outcome {
                        *item = Item::Failed(error.clone());
                    }
                }
                Item::Failed(error) => {
                    *error = self.completed(error.clone());
                    self.outcome = Some(Outcome::Failed(error.clone()));
                }
                Item::Event(_) | Item::Chunk(_) | Item::Broken(_) | Item::Asked(_) => {}
            }
        }
    }

    /// Starts the next batch: the host has read the previous one.
    fn turn(&mut self, items: &[Item]) {
        let events = items.iter().filter_map(|item| match item {
            Item::Event(event) => Some(event),
            _ => None,
        });
        match self.keeps {
            Keeps::Nothing => {}
            Keeps::HandedOut => events.for_each(|event| self.apply(event)),
            Keeps::Events | Keeps::Read => {
                self.read(usize::MAX);
                self.applied = 0;
                // Idle streams keep this buffer: shrink it.
                self.ahead.shrink_to(items.len());
                self.ahead.reserve_exact(items.len());
                self.ahead.extend(events.cloned());
            }
        }
    }

    /// Records that the host has read `count` events of the last batch.
    fn read(&mut self, count: usize) {
        while self.applied < count {
            let Some(event) = self.ahead.pop_front() else { return };
            if self.keeps == Keeps::Read {
                self.apply(&event);
            }
            self.applied += 1;
        }
    }

    /// Adds the partial message to a failure, with all events that have arrived, read or not. A failure before the
    /// first event has none, nor has a cancellation by the host.
    fn completed(&self, error: ErrorInfo) -> ErrorInfo {
        if !matches!(self.keeps, Keeps::HandedOut | Keeps::Read)
            || !error.mid_stream
            || error.partial.is_some()
        {
            return error;
        }
        // Two copies: the message so far, and the caller's copy.
        if self.message.room_for_copies(2).is_err() {
            return error;
        }
        let mut message = self.message.clone();
        let arrived = self.arrived.iter().filter_map(|item| match item {
            Item::Event(event) => Some(event),
            _ => None,
        });
        // The core has checked the order of the events, so they fit unless memory is short.
        let fits = self.ahead.iter().chain(arrived).all(|event| message.apply(event).is_ok());
        error.with_partial(if fits { message.snapshot() } else { None })
    }

    /// Adds an event to the message. Without memory for it, the message is dropped and the call fails: a message with a
    /// gap would look complete.
    fn apply(&mut self, event: &Event) {
        let Err(error) = self.message.accept(event) else { return };
        if error.kind() == ErrorKind::Connection {
            self.message = Accumulator::default();
            self.outcome = Some(Outcome::Failed(ErrorInfo::from(error).of_begun_stream()));
        }
        // The core has checked the order of the events: other errors cannot occur here.
    }

    /// Records the end of the operation.
    fn end(&mut self) {
        if !matches!(self.outcome, Some(Outcome::Failed(_))) {
            self.outcome = Some(Outcome::End);
        }
    }

    /// Whether everything that arrived was handed out.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.arrived.is_empty()
    }

    /// Whether a question of the core waits to be handed out.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.arrived.iter().any(|item| matches!(item, Item::Asked(_)))
    }

    /// The head of the answer, once it has begun.
    #[must_use]
    pub fn head(&self) -> Option<&HeadInfo> {
        self.head.as_deref()
    }

    /// The answer of a call for a whole one. Answers that were handed out with [`pass`](Self::pass) are not stored
    /// here.
    #[must_use]
    pub fn whole(&self) -> Option<&Answer> {
        self.whole.as_deref()
    }

    /// Takes the answer of a call for a whole one.
    pub fn take_whole(&mut self) -> Option<Box<Answer>> {
        self.whole.take()
    }

    /// How the call ended, as soon as it is known: there may be more to hand out.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The message after `read` events of the last batch; `None` before it has begun.
    ///
    /// # Errors
    /// A connection error of the subkind `resources` if there is no memory for a copy.
    pub fn snapshot(&mut self, read: usize) -> Result<Option<Message>, ErrorInfo> {
        self.read(read);
        self.room_for_copy()?;
        Ok(self.message.snapshot())
    }

    fn room_for_copy(&self) -> Result<(), ErrorInfo> {
        // The host makes its own copy as well.
        self.message.room_for_copies(2).map_err(|error| ErrorInfo::from(error).of_begun_stream())
    }

    /// Only one block of [`snapshot`](Self::snapshot); `None` if it has not begun.
    ///
    /// # Errors
    /// As [`snapshot`](Self::snapshot).
    pub fn block(&mut self, read: usize, index: usize) -> Result<Option<ContentBlock>, ErrorInfo> {
        self.read(read);
        self.room_for_copy()?;
        Ok(self.message.block(index))
    }

    /// The whole message, after the last event was handed out; `None` before.
    ///
    /// # Errors
    /// As [`snapshot`](Self::snapshot).
    pub fn finished(&mut self) -> Result<Option<Message>, ErrorInfo> {
        self.read(usize::MAX);
        self.room_for_copy()?;
        Ok(self.message.finished())
    }

    /// As [`finished`](Self::finished).
    ///
    /// # Errors
    /// Kind `StreamEnded`, with the partial message, if the stream failed or was not read to its end; a connection
    /// error of the subkind `resources` if there is no memory for the message.
    pub fn whole_message(&mut self) -> Result<Message, ErrorInfo> {
        match (self.finished()?, &self.outcome) {
            (Some(message), Some(Outcome::End)) if self.arrived.is_empty() => Ok(message),
            (_, Some(Outcome::Failed(error))) if error.subkind == Some(SUBKIND) => Err(error.clone()),
            _ => Err(ErrorInfo::unfinished(self.message.snapshot())),
        }
    }

    /// The events of the last batch from the first of its last `left` texts on: for a host that has read texts and
    /// continues with events. They count as unread.
    pub fn unread(&mut self, left: usize) -> Vec<Event> {
        let texts = self.ahead.iter().enumerate().rev().filter(|(_, event)| event.text().is_some());
        let from = texts.take(left).last().map_or(self.ahead.len(), |(place, _)| place);
        self.read(self.applied + from);
        self.applied = 0;
        self.ahead.iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests;
