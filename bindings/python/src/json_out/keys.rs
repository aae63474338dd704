//! The Python strings of member names, made once: a lookup costs less than a new string, and the interpreter's
//! attribute caches compare interned names by identity. It must not grow with a server's data.

use pyo3::prelude::*;
use pyo3::types::PyString;

/// Slots; each hash has one, a newcomer replaces what is there.
const SLOTS: usize = 512;
/// Longer names are not kept.
const LONGEST: usize = 40;
/// Names interned at most in the life of the process: some interpreter versions never free an interned string.
const INTERNED_AT_MOST: usize = 2048;

struct Slot {
    text: Box<[u8]>,
    object: Py<PyString>,
}

/// Bounded table of names.
pub(super) struct KeyCache {
    slots: Vec<Option<Slot>>,
    interned: usize,
}

impl KeyCache {
    pub(super) fn new() -> Self {
        Self { slots: std::iter::repeat_with(|| None).take(SLOTS).collect(), interned: 0 }
    }

    /// The string of these bytes; invalid UTF-8 becomes U+FFFD.
    pub(super) fn get<'py>(&mut self, py: Python<'py>, text: &[u8]) -> Bound<'py, PyString> {
        if text.len() > LONGEST {
            return PyString::new(py, &String::from_utf8_lossy(text));
        }
        let slot = self.slots.get_mut(slot_of(text));
        match slot {
            Some(Some(slot)) if *slot.text == *text => slot.object.bind(py).clone(),
            Some(slot) => {
                let Ok(name) = std::str::from_utf8(text) else {
                    return PyString::new(py, &String::from_utf8_lossy(text));
                };
                let object = if self.interned < INTERNED_AT_MOST {
                    self.interned += 1;
                    PyString::intern(py, name)
                } else {
                    PyString::new(py, name)
                };
                *slot = Some(Slot { text: text.into(), object: object.clone().unbind() });
                object
            }
            None => PyString::new(py, &String::from_utf8_lossy(text)),
        }
    }
}

/// Mixes length, first and last eight bytes: names that differ only in between share a slot, which costs time and
/// nothing else.
fn slot_of(text: &[u8]) -> usize {
    let mixed = match (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        (Some(first), Some(last)) => u64::from_le_bytes(*first) ^ u64::from_le_bytes(*last).rotate_left(29),
        _ => text.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    };
    let hash = (mixed ^ (text.len() as u64) << 56).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (hash >> 55) as usize % SLOTS
}
