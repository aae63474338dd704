//! The consumer's side of a call: what arrived and was not handed out, the head, how it ended, and the message so far.
//!
//! The message of a stream is put together here and nowhere else, in the consumer's time: a snapshot holds the events that the
//! host has read, not those that wait. The core keeps none, and checks the order of the events, so that
//! an event that arrives here always fits.

use std::collections::VecDeque;

use parlour::scarce::SUBKIND;
use parlour::{Accumulator, ContentBlock, ErrorKind, Event, Message};

use crate::call::{Answer, Item, Take};
use crate::info::{ErrorInfo, HeadInfo};

/// Which message an inbox keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// None: the host wants events, or there are none.
    Nothing,
    /// None, but the events of the batch handed out last, for [`Inbox::unread`].
    Events,
    /// With every event that was handed out.
    HandedOut,
    /// With every event that the host has read of the batch that was handed out last, and of those before.
    Read,
}

/// How a call ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It is complete.
    End,
    /// It failed. Of a stream whose message is kept the failure has the partial message.
    Failed(ErrorInfo),
    /// It was given up: nothing will come.
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
    /// Events, chunks and requests for a credential, not handed out.
    arrived: Vec<Item>,
    message: Accumulator,
    /// Events of the batch handed out last that are not in the message yet.
    ahead: VecDeque<Event>,
    /// How many events of that batch are.
    applied: usize,
}

impl Inbox {
    /// An empty one.
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

    /// Takes in what an operation gave. True if an answer has begun: [`head`](Self::head) is another one.
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
        // Nearly every batch is events alone, and keeps the memory that the queue gave it.
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
                other @ (Item::Event(_) | Item::Chunk(_) | Item::Broken(_) | Item::CredentialNeeded(_)) => {
                    self.arrived.push(other);
                }
            }
        }
        begun
    }

    /// Hands out what has arrived: events, chunks and requests for a credential, in order; nothing if there is nothing. A host
    /// that asks for more has read what was handed out before.
    pub fn hand_out(&mut self) -> Vec<Item> {
        let items = std::mem::take(&mut self.arrived);
        self.turn(&items);
        items
    }

    /// For a host that hands out at once whatever arrives, in the order of the operation: takes the state of the call out of the
    /// items, and completes a failure among them.
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
                Item::Event(_) | Item::Chunk(_) | Item::Broken(_) | Item::CredentialNeeded(_) => {}
            }
        }
    }

    /// The batch handed out last is behind the host, and this is the next one.
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
                // It lies here while nothing comes: no larger than it has to be.
                self.ahead.shrink_to(items.len());
                self.ahead.reserve_exact(items.len());
                self.ahead.extend(events.cloned());
            }
        }
    }

    /// Notes that the host has read so many events of the batch handed out last.
    fn read(&mut self, count: usize) {
        while self.applied < count {
            let Some(event) = self.ahead.pop_front() else { return };
            if self.keeps == Keeps::Read {
                self.apply(&event);
            }
            self.applied += 1;
        }
    }

    /// A failure with all that has arrived of the message, read or not. One from before the first event has no part of it, nor has
    /// one that the host caused by giving up.
    fn completed(&self, error: ErrorInfo) -> ErrorInfo {
        if !matches!(self.keeps, Keeps::HandedOut | Keeps::Read)
            || !error.mid_stream
            || error.partial.is_some()
        {
            return error;
        }
        // Twice: the message so far, and the copy that the caller gets.
        if self.message.room_for_copies(2).is_err() {
            return error;
        }
        let mut message = self.message.clone();
        let arrived = self.arrived.iter().filter_map(|item| match item {
            Item::Event(event) => Some(event),
            _ => None,
        });
        // The core has checked the order of the events: what does not fit never gets here, unless memory is short.
        let fits = self.ahead.iter().chain(arrived).all(|event| message.apply(event).is_ok());
        error.with_partial(if fits { message.snapshot() } else { None })
    }

    /// Takes an event into the message. Without memory for it the message is given up, and the call has failed: one
    /// with a hole would look whole.
    fn apply(&mut self, event: &Event) {
        let Err(error) = self.message.accept(event) else { return };
        if error.kind() == ErrorKind::Connection {
            self.message = Accumulator::default();
            self.outcome = Some(Outcome::Failed(ErrorInfo::from(error).of_begun_stream()));
        }
        // The core has checked the order of the events: what does not fit never gets here.
    }

    /// The operation has come to its end.
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

    /// Whether a request for a credential waits to be handed out.
    #[must_use]
    pub fn needs_credential(&self) -> bool {
        self.arrived.iter().any(|item| matches!(item, Item::CredentialNeeded(_)))
    }

    /// The head of the answer, once it has begun.
    #[must_use]
    pub fn head(&self) -> Option<&HeadInfo> {
        self.head.as_deref()
    }

    /// The answer, of a call for a whole one. What was handed out with [`pass`](Self::pass) is not here.
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

    /// The message after so many events of the batch handed out last; `None` before it has begun.
    ///
    /// # Errors
    /// A connection error of the subkind `resources` if there is no memory for a copy.
    pub fn snapshot(&mut self, read: usize) -> Result<Option<Message>, ErrorInfo> {
        self.read(read);
        self.room_for_copy()?;
        Ok(self.message.snapshot())
    }

    fn room_for_copy(&self) -> Result<(), ErrorInfo> {
        // The host makes its own of it.
        self.message.room_for_copies(2).map_err(|error| ErrorInfo::from(error).of_begun_stream())
    }

    /// One block of [`snapshot`](Self::snapshot), without the others; `None` if it has not begun.
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
    /// Kind `StreamEnded`, with what there is of the message, if the stream failed or was not read to its end; a
    /// connection error of the subkind `resources` if there is no memory for the message.
    pub fn whole_message(&mut self) -> Result<Message, ErrorInfo> {
        match (self.finished()?, &self.outcome) {
            (Some(message), Some(Outcome::End)) if self.arrived.is_empty() => Ok(message),
            (_, Some(Outcome::Failed(error))) if error.subkind == Some(SUBKIND) => Err(error.clone()),
            _ => Err(ErrorInfo::unfinished(self.message.snapshot())),
        }
    }

    /// The events of the batch handed out last, from that of the first of its last `left` texts on: for a host that read texts and
    /// goes on with events. They are not read yet.
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
