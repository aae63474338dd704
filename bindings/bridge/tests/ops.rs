//! Operations against the emulator, as a binding drives them: take, arm, be woken, drain. Threads of the runtime make
//! the calls.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

/// The loop does not drive the calls.
const HOSTED: bool = false;

#[path = "support/ops.rs"]
mod ops;
