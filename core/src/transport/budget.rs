//! Limits how much one connection may read before its task yields.
//!
//! A peer that sends without a pause keeps every read successful. Nothing else then ends a poll: the loop of a host has
//! no budget of its own, and that of tokio counts operations per poll, so that a task which returns after each few
//! events never uses it up. A yield is also when the limits of a call are compared with the clock.

use std::task::{Context, Poll};

/// Bytes between two yields. In the slowest case, splitting empty lines (some 60 ns for two bytes), processing them
/// takes 4 ms.
const BYTES: usize = 128 << 10;

/// The minimum counted for a read, a frame or a member of gzip.
const LEAST: usize = 1 << 10;

/// Counts the bytes read since the source was last found empty.
#[derive(Debug, Default)]
pub(super) struct Budget {
    spent: usize,
}

impl Budget {
    /// Pending, with the task woken, each time the budget is used up. Call it before each read.
    #[inline]
    pub(super) fn poll(&mut self, cx: &Context<'_>) -> Poll<()> {
        if self.spent < BYTES {
            return Poll::Ready(());
        }
        self.refill();
        cx.waker().wake_by_ref();
        Poll::Pending
    }

    /// Counts a read of this many bytes.
    #[inline]
    pub(super) fn spend(&mut self, bytes: usize) {
        self.spent = self.spent.saturating_add(bytes.max(LEAST));
    }

    /// The source was found empty: its task waits anyway.
    #[inline]
    pub(super) fn refill(&mut self) {
        self.spent = 0;
    }
}
