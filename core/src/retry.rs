//! Whether a failed attempt is made again, and after which wait.
//!
//! Pure decisions: what happened goes in, [`Decision::Wait`] or [`Decision::Stop`] comes out. This module does no I/O,
//! never sleeps and knows no field of a body; the loop that acts on the decisions is elsewhere.

mod after;
mod attempts;
mod budget;
mod decide;
mod policy;
mod schedule;

pub use after::{RetryAfter, retry_after};
pub use attempts::Attempts;
pub use budget::RetryBudget;
pub use decide::{Decision, MidStreamKind, Outcome, StopReason};
pub use policy::RetryPolicy;
pub use schedule::{Jitter, Schedule};
