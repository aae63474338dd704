//! The message so far of a stream whose consumer wants snapshots: the message up to the batch taken last, and that batch,
//! which the consumer may have read in part.

use std::collections::VecDeque;

use parlour_bridge::info::{UnfinishedInput, unfinished_inputs};
use parlour_bridge::wire::{Accumulator, Event};
use serde::Serialize;

/// The message of one stream, in the consumer's time.
#[derive(Default)]
pub(crate) struct Kept {
    message: Accumulator,
    /// Of the batch taken last: the events that are not in the message yet.
    ahead: VecDeque<Event>,
    /// How many events of that batch are in the message.
    applied: usize,
}

impl Kept {
    /// A new batch is taken, of about so many events: the one before is behind the consumer.
    pub(crate) fn turn(&mut self, events: usize) {
        self.advance(usize::MAX);
        self.applied = 0;
        // It lies here while nothing comes: no larger than it has to be.
        self.ahead.shrink_to(events);
        self.ahead.reserve_exact(events);
    }

    /// An event of the batch that is being taken.
    pub(crate) fn push(&mut self, event: &Event) {
        self.ahead.push_back(event.clone());
    }

    /// JSON of the message after so many events of the batch.
    pub(crate) fn snapshot(&mut self, consumed: usize) -> Option<String> {
        self.advance(consumed);
        serde_json::to_string(&self.message.snapshot()?).ok()
    }

    /// JSON of the whole message, and of its inputs that must not be used, after its last event.
    pub(crate) fn finished(&mut self) -> Option<(String, Option<String>)> {
        self.advance(usize::MAX);
        let message = self.message.finished()?;
        Some((serde_json::to_string(&message).ok()?, unfinished_json(&unfinished_inputs(&message))))
    }

    fn advance(&mut self, consumed: usize) {
        while self.applied < consumed {
            let Some(event) = self.ahead.pop_front() else { return };
            // The core has taken the same events in before: what it refuses never gets here.
            let _known = self.message.apply(&event);
            self.applied += 1;
        }
    }
}

/// `[{index, state, raw}]`, or nothing where there are none.
pub(crate) fn unfinished_json(inputs: &[UnfinishedInput]) -> Option<String> {
    #[derive(Serialize)]
    struct Row<'a> {
        index: usize,
        state: &'a str,
        raw: &'a str,
    }
    let rows: Vec<_> =
        inputs.iter().map(|input| Row { index: input.index, state: input.state, raw: &input.raw }).collect();
    if rows.is_empty() { None } else { serde_json::to_string(&rows).ok() }
}
