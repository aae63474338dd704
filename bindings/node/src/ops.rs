//! The operations of a port: which are armed, which have ended, and what has to be asked for again at once. It must
//! not know JavaScript.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use parlour_bridge::credentials::Credential;
use parlour_bridge::{ErrorInfo, HeadInfo, Item, Mode, Op, Take};

use crate::kept::Kept;

/// All operations that have not ended, and those of which something is kept.
#[derive(Default)]
pub(crate) struct Ops {
    entries: HashMap<u64, Entry, BuildHasherDefault<Counted>>,
    armed: usize,
}

struct Entry {
    op: Op,
    stream: bool,
    /// A stream whose head was delivered: from then on its consumer asks. Everything else is asked for here.
    begun: bool,
    armed: bool,
    /// Its last item was delivered; only what is kept is left of it.
    over: bool,
    /// Of a stream: most are never asked for it, and here it is shared with the core.
    head: Option<HeadInfo>,
    kept: Option<Kept>,
}

/// What there is for a consumer that asks.
pub(crate) enum Asked {
    /// These, in order.
    Items(Vec<Item>),
    /// Nothing; the consumer will be woken.
    Armed,
    /// Nothing will come.
    Closed,
}

impl Ops {
    /// Whether somebody waits to be woken.
    pub(crate) fn waits(&self) -> bool {
        self.armed > 0
    }

    /// Takes in a new operation and arms it. What has come already is given back, to be delivered.
    pub(crate) fn add(&mut self, op: Op, mode: Mode, keep: bool) -> Vec<Item> {
        let token = op.token();
        let stream = matches!(mode, Mode::Stream | Mode::RawStream);
        let kept = keep.then(Kept::default);
        let entry = Entry { op, stream, begun: false, armed: false, over: false, head: None, kept };
        self.entries.insert(token, entry);
        let mut items = Vec::new();
        self.follow(token, &mut items);
        items
    }

    /// Takes in what a wake-up brought for an operation. What is delivered without being asked for may grow.
    pub(crate) fn woken(&mut self, token: u64, items: &mut Vec<Item>) {
        if let Some(entry) = self.entries.get_mut(&token) {
            self.armed -= usize::from(std::mem::take(&mut entry.armed));
            self.follow(token, items);
        } else {
            // Released since it reported.
            items.clear();
        }
    }

    /// What a stream has for its consumer, who is through with what it got before.
    pub(crate) fn take(&mut self, token: u64) -> Result<Asked, ErrorInfo> {
        let Some(entry) = self.entries.get_mut(&token).filter(|entry| !entry.over) else {
            return Ok(Asked::Closed);
        };
        match entry.op.take_all()? {
            Take::Armed => {
                self.armed += usize::from(!std::mem::replace(&mut entry.armed, true));
                Ok(Asked::Armed)
            }
            Take::Closed => {
                self.remove(token);
                Ok(Asked::Closed)
            }
            Take::Items(mut items) => {
                self.armed -= usize::from(std::mem::take(&mut entry.armed));
                self.follow(token, &mut items);
                Ok(Asked::Items(items))
            }
        }
    }

    /// Keeps account of items on their way out, and asks for more where nobody else does.
    fn follow(&mut self, token: u64, items: &mut Vec<Item>) {
        let Some(entry) = self.entries.get_mut(&token) else { return };
        let mut seen = 0;
        if let Some(kept) = &mut entry.kept {
            kept.turn(items.len());
        }
        loop {
            for item in items.iter().skip(seen) {
                match item {
                    Item::Opened(head) => {
                        entry.begun = entry.stream;
                        entry.head = Some(HeadInfo::clone(head));
                    }
                    Item::Event(event) => {
                        if let Some(kept) = &mut entry.kept {
                            kept.push(event);
                        }
                    }
                    Item::Whole(_) | Item::End | Item::Failed(_) => {
                        entry.over = true;
                        if !entry.stream {
                            self.entries.remove(&token);
                        }
                        return;
                    }
                    Item::Chunk(_) | Item::CredentialNeeded { .. } => {}
                }
            }
            if entry.begun {
                return;
            }
            seen = items.len();
            match entry.op.take_all() {
                Ok(Take::Items(more)) => items.extend(more),
                Ok(Take::Armed) => {
                    entry.armed = true;
                    self.armed += 1;
                    return;
                }
                Ok(Take::Closed) => return,
                // Only in a forked child, which node does not make.
                Err(error) => {
                    items.push(Item::Failed(error));
                    return;
                }
            }
        }
    }

    /// Cancels a call; its failure is delivered.
    pub(crate) fn cancel(&self, token: u64) {
        if let Some(entry) = self.entries.get(&token) {
            entry.op.cancel();
        }
    }

    /// Gives an operation up, or forgets one that has ended.
    pub(crate) fn remove(&mut self, token: u64) {
        if let Some(entry) = self.entries.remove(&token) {
            self.armed -= usize::from(entry.armed);
        }
    }

    /// Replies to a question of the core; false if it asked none.
    pub(crate) fn reply(&self, token: u64, reply: Result<Credential, String>) -> bool {
        let Some(entry) = self.entries.get(&token) else { return false };
        match reply {
            Ok(credential) => entry.op.provide_credential(credential),
            Err(message) => entry.op.refuse_credential(message),
        }
    }

    /// The head of a stream that has begun.
    pub(crate) fn head(&self, token: u64) -> Option<&HeadInfo> {
        self.entries.get(&token)?.head.as_ref()
    }

    /// What is kept of a stream.
    pub(crate) fn kept(&mut self, token: u64) -> Option<&mut Kept> {
        self.entries.get_mut(&token)?.kept.as_mut()
    }

    /// Gives up everything.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.armed = 0;
    }
}

/// Tokens are counted up: each is its own hash, spread over the bits that a table looks at.
#[derive(Default)]
struct Counted(u64);

impl Hasher for Counted {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(self.0 ^ u64::from(*byte));
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
