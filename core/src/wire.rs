//! Decodes the body of a streamed answer: bytes to frames, frames to events, events to the message.
//!
//! Nothing here waits or reads: every module works on bytes that have arrived. A new kind of event or delta is added in
//! `event` and put into the message in `accumulate`.

pub(crate) mod accumulate;
pub(crate) mod event;
pub(crate) mod event_kind;
pub(crate) mod growth;
pub(crate) mod replay;
pub(crate) mod sse;
