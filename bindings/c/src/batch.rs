//! Batches of events: views into what arrived, in memory that is used again. It must not know where events come from.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use bytes::Bytes;
use parlour_bridge::ErrorInfo;
use parlour_bridge::wire::{Event, EventKind};

use crate::catch::{infallible, value_or};
use crate::text::parlour_str;

/// The kind of an event: one of PARLOUR_EVENT_..., or a number of a newer library.
pub type parlour_event_kind = u32;

/// The message begins: id, model, first usage.
pub const PARLOUR_EVENT_MESSAGE_START: parlour_event_kind = 1;
/// A content block begins.
pub const PARLOUR_EVENT_CONTENT_BLOCK_START: parlour_event_kind = 2;
/// A piece of a content block.
pub const PARLOUR_EVENT_CONTENT_BLOCK_DELTA: parlour_event_kind = 3;
/// A content block is complete.
pub const PARLOUR_EVENT_CONTENT_BLOCK_STOP: parlour_event_kind = 4;
/// Stop reason and usage totals.
pub const PARLOUR_EVENT_MESSAGE_DELTA: parlour_event_kind = 5;
/// The message is complete.
pub const PARLOUR_EVENT_MESSAGE_STOP: parlour_event_kind = 6;
/// A sign of life without content.
pub const PARLOUR_EVENT_PING: parlour_event_kind = 7;
/// A kind that this version does not know: its name and its JSON are there.
pub const PARLOUR_EVENT_UNKNOWN: parlour_event_kind = 9;
/// A piece of the body of a raw request: `json` holds its bytes, which need not be text. Of the results of a batch: one
/// result. Of a wait for a batch: the batch in its current state.
pub const PARLOUR_EVENT_CHUNK: parlour_event_kind = 100;
/// A line of the results of a batch that is not a result: `json` has the unchanged line, `text` the error and the
/// number of the line, and `name` the kind of the error. Other lines follow.
pub const PARLOUR_EVENT_BROKEN: parlour_event_kind = 101;

/// The numbers are the core's.
const _: () = assert!(
    PARLOUR_EVENT_MESSAGE_START == EventKind::MessageStart as u32
        && PARLOUR_EVENT_CONTENT_BLOCK_START == EventKind::ContentBlockStart as u32
        && PARLOUR_EVENT_CONTENT_BLOCK_DELTA == EventKind::ContentBlockDelta as u32
        && PARLOUR_EVENT_CONTENT_BLOCK_STOP == EventKind::ContentBlockStop as u32
        && PARLOUR_EVENT_MESSAGE_DELTA == EventKind::MessageDelta as u32
        && PARLOUR_EVENT_MESSAGE_STOP == EventKind::MessageStop as u32
        && PARLOUR_EVENT_PING == EventKind::Ping as u32
        && PARLOUR_EVENT_UNKNOWN == EventKind::Unknown as u32
);

/// Which piece a delta carries: one of PARLOUR_DELTA_..., or a number of a newer library.
pub type parlour_delta_kind = u32;

/// No piece, or one of another type: look into the JSON.
pub const PARLOUR_DELTA_NONE: parlour_delta_kind = 0;
/// A piece of text, in `text`.
pub const PARLOUR_DELTA_TEXT: parlour_delta_kind = 1;
/// A piece of a tool's input, in `partial_json`.
pub const PARLOUR_DELTA_PARTIAL_JSON: parlour_delta_kind = 2;
/// A piece of reasoning, in `thinking`.
pub const PARLOUR_DELTA_THINKING: parlour_delta_kind = 3;

/// From event to event, in bytes.
const EVENT_SIZE: u32 = size_of::<parlour_event>() as u32;

/// The `index` of an event that belongs to no content block.
pub const PARLOUR_NO_INDEX: u32 = u32::MAX;

/// One event of a stream. All texts are borrowed until its batch is freed, and empty where the event has none. A newer
/// library may have more behind the last field: go from event to event with parlour_event_next() or parlour_batch_at(),
/// and copy no event.
#[repr(C)]
pub struct parlour_event {
    /// One of PARLOUR_EVENT_..., or a number of a newer library.
    pub kind: parlour_event_kind,
    /// The content block the event belongs to; PARLOUR_NO_INDEX if none.
    pub index: u32,
    /// Which piece a delta carries: one of PARLOUR_DELTA_....
    pub delta: parlour_delta_kind,
    /// The bytes from this event to the next one.
    pub size: u32,
    /// The name on the wire, also of unknown kinds.
    pub name: parlour_str,
    /// The JSON as it arrived.
    pub json: parlour_str,
    /// The piece of text, decoded.
    pub text: parlour_str,
    /// The piece of a tool's input, decoded: a fragment of JSON text.
    pub partial_json: parlour_str,
    /// The piece of reasoning, decoded.
    pub thinking: parlour_str,
}

/// Some events of one stream, in their order. Independent of the call it came from: it may be kept, read from any
/// thread and freed at any time. Freed early, its memory serves the next batch.
pub struct parlour_batch {
    views: Vec<parlour_event>,
    /// The events and chunks that the views point into.
    events: Vec<Event>,
    chunks: Vec<Bytes>,
    /// Decoded texts, one after another.
    arena: String,
    /// Weak: the pool keeps batches, and both would live for ever.
    pool: Weak<Pool>,
}

// SAFETY: the views point into `events`, `chunks` and `arena`, which move with the batch and whose memory does not, and
// to statics.
unsafe impl Send for parlour_batch {}
// SAFETY: as above; nothing changes through a shared reference.
unsafe impl Sync for parlour_batch {}

/// Placeholder in a view for the next piece of the arena, until the arena has its final address.
const IN_ARENA: *const std::ffi::c_char = std::ptr::null();

impl parlour_batch {
    pub(crate) fn push_event(&mut self, event: Event) {
        let mut view = parlour_event {
            kind: match event.kind() {
                // Never handed out: it ends a stream as its failure.
                EventKind::Error => PARLOUR_EVENT_UNKNOWN,
                kind => kind as u32,
            },
            index: event.index().unwrap_or(PARLOUR_NO_INDEX),
            delta: PARLOUR_DELTA_NONE,
            size: EVENT_SIZE,
            name: match event.name() {
                // Static, or bytes that the event shares: they stay where they are when the event moves.
                std::borrow::Cow::Borrowed(name) => parlour_str::of(name),
                std::borrow::Cow::Owned(name) => self.copied(&name),
            },
            json: parlour_str::of_bytes(event.json_bytes()),
            text: parlour_str::EMPTY,
            partial_json: parlour_str::EMPTY,
            thinking: parlour_str::EMPTY,
        };
        if event.kind() == EventKind::ContentBlockDelta {
            let place = match event.delta_type().as_deref() {
                Some("text_delta") => Some((PARLOUR_DELTA_TEXT, &mut view.text)),
                Some("input_json_delta") => Some((PARLOUR_DELTA_PARTIAL_JSON, &mut view.partial_json)),
                Some("thinking_delta") => Some((PARLOUR_DELTA_THINKING, &mut view.thinking)),
                _ => None,
            };
            if let Some((delta, place)) = place {
                let start = self.arena.len();
                event.push_piece(&mut self.arena);
                *place = in_arena(self.arena.len() - start);
                view.delta = delta;
            }
        }
        self.views.push(view);
        self.events.push(event);
    }

    pub(crate) fn push_chunk(&mut self, chunk: Bytes) {
        self.push_bytes(PARLOUR_EVENT_CHUNK, "chunk", chunk, parlour_str::EMPTY);
    }

    /// A line that is no result.
    pub(crate) fn push_broken(&mut self, error: &ErrorInfo) {
        let why = self.copied(&error.message);
        self.push_bytes(PARLOUR_EVENT_BROKEN, error.kind, error.body.clone().unwrap_or_default(), why);
    }

    fn push_bytes(&mut self, kind: parlour_event_kind, name: &'static str, bytes: Bytes, text: parlour_str) {
        self.views.push(parlour_event {
            kind,
            index: PARLOUR_NO_INDEX,
            delta: PARLOUR_DELTA_NONE,
            size: EVENT_SIZE,
            name: parlour_str::of(name),
            json: parlour_str::of_bytes(&bytes),
            text,
            partial_json: parlour_str::EMPTY,
            thinking: parlour_str::EMPTY,
        });
        self.chunks.push(bytes);
    }

    fn copied(&mut self, text: &str) -> parlour_str {
        self.arena.push_str(text);
        in_arena(text.len())
    }

    /// Gives the views of decoded texts their place, now that the arena does not grow any more.
    pub(crate) fn finish(&mut self) {
        let mut rest = self.arena.as_str();
        for view in &mut self.views {
            for text in [&mut view.name, &mut view.text, &mut view.partial_json, &mut view.thinking] {
                if text.data == IN_ARENA {
                    let (piece, more) = rest.split_at_checked(text.len).unwrap_or_default();
                    *text = parlour_str::of(piece);
                    rest = more;
                }
            }
        }
    }
}

fn in_arena(len: usize) -> parlour_str {
    if len == 0 { parlour_str::EMPTY } else { parlour_str { data: IN_ARENA, len } }
}

/// Batches that were freed, for the streams that share it.
#[derive(Default)]
pub(crate) struct Pool {
    /// Boxed: a batch keeps its place while it goes to the host and comes back.
    #[allow(clippy::vec_box)]
    idle: Mutex<Vec<Box<parlour_batch>>>,
    generation: u32,
}

/// Batches kept; a consumer holds one or two at a time.
const KEPT: usize = 4;
/// A batch that grew beyond this is not kept: it would hold the memory of its busiest moment.
const MOST_EVENTS: usize = 512;
const MOST_ARENA: usize = 64 << 10;

impl Pool {
    pub(crate) fn new() -> Arc<Pool> {
        Arc::new(Pool { idle: Mutex::default(), generation: parlour_bridge::generation() })
    }

    /// An empty batch.
    pub(crate) fn batch(self: &Arc<Pool>) -> Box<parlour_batch> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.unwrap_or_else(|| {
            Box::new(parlour_batch {
                views: Vec::new(),
                events: Vec::new(),
                chunks: Vec::new(),
                arena: String::new(),
                pool: Arc::downgrade(self),
            })
        })
    }

    /// Takes a batch back, if the pool it came from is still in use.
    pub(crate) fn recycle(mut batch: Box<parlour_batch>) {
        batch.views.clear();
        batch.events.clear();
        batch.chunks.clear();
        batch.arena.clear();
        let Some(pool) = batch.pool.upgrade() else { return };
        let large = batch.views.capacity() > MOST_EVENTS || batch.arena.capacity() > MOST_ARENA;
        // In a forked child the lock may be held by a thread that does not exist.
        if large || pool.generation != parlour_bridge::generation() {
            return;
        }
        let mut idle = pool.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < KEPT {
            idle.push(batch);
        }
    }
}

/// Frees a batch, and with it all views of its events; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_batch_free(batch: Option<Box<parlour_batch>>) {
    infallible(|| {
        if let Some(batch) = batch {
            Pool::recycle(batch);
        }
    });
}

/// The number of events; at least 1 in a batch that the library gave.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_batch_len(batch: Option<&parlour_batch>) -> usize {
    value_or(0, || Some(batch?.views.len()))
}

/// An event; NULL beyond the last. Borrowed until the batch is freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_batch_at(batch: Option<&parlour_batch>, index: usize) -> Option<&parlour_event> {
    value_or(None, || Some(batch?.views.get(index)))
}

/// The first of parlour_batch_len() events; parlour_event_next() gives the others. Borrowed until the batch is freed;
/// NULL for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_batch_events(batch: Option<&parlour_batch>) -> *const parlour_event {
    value_or(std::ptr::null(), || Some(batch?.views.as_ptr()))
}
