//! The body of a request: the shared pieces of [`Segments`], or the bytes of a [`Source`], and how many of them were
//! sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;

use super::segments::Segments;
use super::source::Source;

/// The body of a request, shared by the waiting call and the connection that sends it.
#[derive(Debug, Default)]
pub(crate) struct Payload {
    segments: Segments,
    /// Replaces the segments.
    source: Option<Arc<Source>>,
    /// Bytes of this attempt that the system or the framing has accepted; [`ALL`] when nothing is left.
    taken: AtomicU64,
}

/// The whole request was accepted, or no reader waits for the rest.
const ALL: u64 = u64::MAX;

/// The sending progress of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    NotBegun,
    /// This many bytes were accepted.
    Begun(u64),
    Done,
}

impl Payload {
    pub(crate) fn new(segments: Segments) -> Payload {
        Payload { segments, source: None, taken: AtomicU64::new(0) }
    }

    /// A body that is read while it is sent.
    pub(crate) fn streamed(source: Arc<Source>) -> Payload {
        Payload { segments: Segments::default(), source: Some(source), taken: AtomicU64::new(0) }
    }

    pub(crate) fn source(&self) -> Option<&Source> {
        self.source.as_deref()
    }

    /// Whether no other attempt can send it.
    pub(crate) fn is_used_up(&self) -> bool {
        self.source.as_ref().is_some_and(|source| source.is_used_up())
    }

    pub(crate) fn segments(&self) -> &Segments {
        &self.segments
    }

    /// The bytes, if they are in memory.
    pub(crate) fn parts_at_hand(&self) -> Option<&[Bytes]> {
        self.source.is_none().then(|| self.parts())
    }

    pub(super) fn parts(&self) -> &[Bytes] {
        self.segments.parts()
    }

    /// Its length in bytes, if it is known.
    pub(super) fn length(&self) -> Option<u64> {
        match &self.source {
            Some(source) => source.length(),
            None => Some(self.segments.len() as u64),
        }
    }

    /// Another attempt begins.
    pub(crate) fn start_over(&self) {
        self.taken.store(0, Ordering::Relaxed);
    }

    /// Adds to the number of accepted bytes.
    pub(crate) fn taken(&self, bytes: usize) {
        // One sender at a time counts; a waiter only asks whether the number has changed.
        let before = self.taken.load(Ordering::Relaxed);
        if before != ALL {
            self.taken.store(before.saturating_add(bytes as u64), Ordering::Relaxed);
        }
    }

    /// The request was sent completely, or an answer came and the rest is not waited for.
    pub(crate) fn all_taken(&self) {
        self.taken.store(ALL, Ordering::Relaxed);
    }

    pub(crate) fn progress(&self) -> Progress {
        match self.taken.load(Ordering::Relaxed) {
            0 => Progress::NotBegun,
            ALL => Progress::Done,
            bytes => Progress::Begun(bytes),
        }
    }
}
