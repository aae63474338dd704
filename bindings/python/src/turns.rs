//! The turns of a conversation behind a lock, apart from what Python does with them: values are made of them and they
//! are made of values, and neither may need the other.

use std::sync::{Mutex, MutexGuard, PoisonError};

use parlour_bridge::conversation::Conversation as Turns;
use pyo3::prelude::*;

/// The turns of a conversation, oldest first, each kept as the bytes it is sent as.
#[pyclass(frozen, module = "parlour")]
pub(crate) struct Conversation {
    turns: Mutex<Turns>,
}

impl Conversation {
    pub(crate) fn of(turns: Turns) -> Conversation {
        Conversation { turns: Mutex::new(turns) }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Turns> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the turns as a JSON array, to the letter.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let turns = self.lock();
        out.push(b'[');
        for (index, turn) in (0..turns.len()).filter_map(|index| turns.turn_json(index)).enumerate() {
            if index > 0 {
                out.push(b',');
            }
            out.extend_from_slice(&turn);
        }
        out.push(b']');
    }
}
