//! The operations of a port: which are armed, which have ended, and which are taken from without being asked.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

use bytes::Bytes;
use parlour_bridge::credentials::Credential;
use parlour_bridge::{ErrorInfo, HeadInfo, Inbox, Item, Keeps, Mode, Op, Take};

use crate::kept_answer::{KeptAnswer, LoopAnswer};

/// The operations that have not ended, and those whose message is kept for JavaScript.
#[derive(Default)]
pub(crate) struct Ops {
    entries: HashMap<u64, Entry, BuildHasherDefault<TokenHasher>>,
    armed: usize,
}

/// The state of a call on this side.
#[derive(Default)]
pub(crate) struct Keep {
    /// The message of a stream, for snapshots and the final message.
    pub(crate) stream: bool,
    /// A whole answer, for the tool loop that asked.
    pub(crate) answer: Option<KeptAnswer>,
    /// The lines of a batch's results, until JavaScript asks for them one by one.
    pub(crate) lines: bool,
}

struct Entry {
    op: Op,
    /// The tag of the call in deliveries to JavaScript.
    tag: u64,
    stream: bool,
    /// A stream whose head was delivered: from then on its consumer takes. Everything else is taken here.
    opened: bool,
    armed: bool,
    /// Its last item was delivered; only the kept message is left of it.
    ended: bool,
    /// The head and the message so far: JavaScript fetches them when they are asked for, if ever.
    inbox: Inbox,
    answer: Option<KeptAnswer>,
    /// Lines that came and were not asked for; `None` where chunks cross as they come.
    lines: Option<Lines>,
}

/// The lines of a batch's results.
#[derive(Default)]
struct Lines {
    waiting: VecDeque<Item>,
    /// How many were asked for.
    taken: usize,
}

/// Of the first `SHOWN` lines of a stream, one in `SHOWN_EVERY` crosses in the form of lines with long strings. V8
/// leaves code that has not run out of its optimised code. With the first long line it would deoptimise, and keep the
/// long string that it held until a full collection.
const SHOWN: usize = 1024;
const SHOWN_EVERY: usize = 32;

/// The result of [`Ops::take`].
pub(crate) enum TakeResult {
    /// These, in order.
    Items(Vec<Item>),
    /// Nothing; the operation is armed, and its next item wakes the consumer.
    Armed,
    /// The operation has ended, or is unknown.
    Closed,
}

impl Ops {
    /// Whether an operation is armed.
    pub(crate) fn any_armed(&self) -> bool {
        self.armed > 0
    }

    /// Adds an operation and arms it. Items that it has at once are returned, to be delivered.
    pub(crate) fn add(&mut self, op: Op, mode: Mode, keep: Keep, tag: u64) -> Vec<Item> {
        let token = op.token();
        let stream = matches!(mode, Mode::Stream | Mode::RawStream);
        let keeps = match (mode, keep.stream) {
            (Mode::Stream, true) => Keeps::Read,
            // For the error of a stream that breaks off.
            (Mode::Stream, false) => Keeps::HandedOut,
            _ => Keeps::Nothing,
        };
        let inbox = Inbox::new(keeps);
        let Keep { answer, lines, .. } = keep;
        let lines = lines.then(Lines::default);
        let entry =
            Entry { op, tag, stream, opened: false, armed: false, ended: false, inbox, answer, lines };
        self.entries.insert(token, entry);
        let mut items = Vec::new();
        self.track(token, &mut items);
        items
    }

    /// Tracks the items that a wake-up brought for an operation, and appends those that follow at once where no
    /// consumer takes. Returns the tag to deliver them with; `None` if they are stale, because the operation was
    /// released since it reported.
    pub(crate) fn on_ready(&mut self, token: u64, items: &mut Vec<Item>) -> Option<u64> {
        let entry = self.entries.get_mut(&token)?;
        let tag = entry.tag;
        self.armed -= usize::from(std::mem::take(&mut entry.armed));
        self.track(token, items);
        Some(tag)
    }

    /// The next batch for the consumer of a stream, which has consumed the one before.
    pub(crate) fn take(&mut self, token: u64) -> Result<TakeResult, ErrorInfo> {
        let Some(entry) = self.entries.get_mut(&token).filter(|entry| !entry.ended) else {
            return Ok(TakeResult::Closed);
        };
        match entry.op.take_all()? {
            Take::Armed => {
                self.armed += usize::from(!std::mem::replace(&mut entry.armed, true));
                Ok(TakeResult::Armed)
            }
            Take::Closed => {
                self.remove(token);
                Ok(TakeResult::Closed)
            }
            Take::Items(mut items) => {
                self.armed -= usize::from(std::mem::take(&mut entry.armed));
                self.track(token, &mut items);
                Ok(TakeResult::Items(items))
            }
        }
    }

    /// Takes the lines of results out of these items, and keeps them for [`Ops::line`]; gives how many.
    pub(crate) fn keep_lines(&mut self, token: u64, items: &mut Vec<Item>) -> u32 {
        let kept = self.entries.get_mut(&token).and_then(|entry| entry.lines.as_mut());
        let Some(kept) = kept else { return 0 };
        let before = kept.waiting.len();
        kept.waiting.extend(items.extract_if(.., |item| matches!(item, Item::Chunk(_) | Item::Broken(_))));
        u32::try_from(kept.waiting.len() - before).unwrap_or(u32::MAX)
    }

    /// The next line that was kept, and whether it crosses in the form of a line with long strings, however long its
    /// strings are.
    pub(crate) fn line(&mut self, token: u64) -> Option<(Item, bool)> {
        let lines = self.entries.get_mut(&token)?.lines.as_mut()?;
        let line = lines.waiting.pop_front()?;
        let shown = lines.taken < SHOWN && lines.taken % SHOWN_EVERY == 0;
        lines.taken += 1;
        Some((line, shown))
    }

    /// Records the state that these items put their operation in, and takes more where no consumer does.
    fn track(&mut self, token: u64, items: &mut Vec<Item>) {
        let Some(entry) = self.entries.get_mut(&token) else { return };
        let mut tracked = 0;
        loop {
            let new = items.get_mut(tracked..).unwrap_or_default();
            entry.inbox.pass(new);
            for item in new {
                match item {
                    Item::Opened(_) => entry.opened = entry.stream,
                    Item::Whole(answer) if entry.answer.is_some() => {
                        if let Some(kept) = &entry.answer {
                            kept.replace(Some(LoopAnswer::of(answer)));
                        }
                        self.entries.remove(&token);
                        return;
                    }
                    Item::Whole(_) | Item::End | Item::Failed(_) => {
                        entry.ended = true;
                        if !entry.stream {
                            self.entries.remove(&token);
                        }
                        return;
                    }
                    Item::Event(_) | Item::Chunk(_) | Item::Broken(_) | Item::Asked(_) => {}
                }
            }
            if entry.opened {
                return;
            }
            tracked = items.len();
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

    /// Cancels an operation by dropping it, or forgets one that has ended.
    pub(crate) fn remove(&mut self, token: u64) {
        if let Some(entry) = self.entries.remove(&token) {
            self.armed -= usize::from(entry.armed);
        }
    }

    /// Replies to a request of the core for a credential; false if none is pending.
    pub(crate) fn reply(&self, token: u64, reply: Result<Credential, String>) -> bool {
        let Some(entry) = self.entries.get(&token) else { return false };
        match reply {
            Ok(credential) => entry.op.provide_credential(credential),
            Err(message) => entry.op.refuse_credential(message),
        }
    }

    /// Replies to a question of the core for the result of a hook; false if none is pending.
    pub(crate) fn reply_hook(&self, token: u64, reply: Result<(&[u8], Option<Bytes>), String>) -> bool {
        let Some(entry) = self.entries.get(&token) else { return false };
        match reply {
            Ok((json, body)) => entry.op.answer_hook(json, body),
            Err(message) => entry.op.fail_hook(message),
        }
    }

    /// The head of a stream that has begun.
    pub(crate) fn head(&self, token: u64) -> Option<&HeadInfo> {
        self.entries.get(&token)?.inbox.head()
    }

    /// The buffered items of a stream.
    pub(crate) fn inbox(&mut self, token: u64) -> Option<&mut Inbox> {
        Some(&mut self.entries.get_mut(&token)?.inbox)
    }

    /// Cancels and forgets all.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.armed = 0;
    }
}

/// Fibonacci hashing: tokens are sequential integers of our own, which need no defence against collisions by design.
#[derive(Default)]
struct TokenHasher(u64);

impl Hasher for TokenHasher {
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
