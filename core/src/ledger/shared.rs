//! Requests of a ledger to a store in which processes keep spending limits together, and the answers. `fleet` has the
//! store; here is no I/O.

use std::fmt;
use std::sync::Weak;
use std::time::Duration;

use ring::digest::{Context, SHA256};

use super::fleet_usage::FleetUsage;

/// A store outside of the process, in which several processes keep spending limits.
pub(crate) trait SharedSpending: Send + Sync + fmt::Debug {
    /// Sends `asks` and has `limits` learn of the outcome of each, on a thread of the store. It never blocks. While the
    /// store has work it also asks for [`Spending::beat`] each second.
    fn spend(&self, limits: Weak<dyn Spending>, asks: Vec<SpendingAsk>);

    /// Has the store add `ask` to the books of other processes, and `ledger` learn of the sum, on a thread of the
    /// store. It never blocks. While books change it also asks for [`Spending::book_beat`] each second.
    fn keep(&self, ledger: Weak<dyn Spending>, ask: BookAsk);
}

/// The spending limits of a client, as a store sees them.
pub(crate) trait Spending: Send + Sync {
    /// Reports of the limits that are in use. Without them the store takes the process for dead.
    fn beat(&self) -> Vec<SpendingAsk>;

    /// The outcome of what a limit asked; `None` if the store could not be reached, or made no sense.
    fn spending_answered(&self, limit: usize, given: Option<SpendingGiven>);

    /// The book, if it is in use.
    fn book_beat(&self) -> Option<BookAsk>;

    /// The sum of all books; `None` if the store could not be reached, or made no sense.
    fn book_answered(&self, usage: Option<FleetUsage>);

    /// The book was not sent, and is not asked for: the store has no thread.
    fn book_was_not_sent(&self);
}

/// All that the calls of a process used, for a store that adds it up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BookAsk {
    pub(crate) name: SharedName,
    /// As JSON: `total`, and by name `models` and `labels`.
    pub(crate) book: String,
    /// The client has ended.
    pub(crate) leaves: bool,
}

/// A digest that names what processes keep together, the same in all of them: a spending limit, or the book of a
/// service.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct SharedName(pub(crate) [u8; 32]);

impl SharedName {
    pub(super) fn of(parts: [&str; 2]) -> SharedName {
        let mut digest = Context::new(&SHA256);
        for part in parts {
            digest.update(&part.len().to_le_bytes());
            digest.update(part.as_bytes());
        }
        let mut name = SharedName::default();
        name.0.copy_from_slice(digest.finish().as_ref());
        name
    }
}

impl fmt::Debug for SharedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedName(..)")
    }
}

/// The request of one spending limit, in one round trip. Amounts are tokens or money. All that the process was
/// given and did not reserve for calls goes back with it.
#[derive(Clone, Debug)]
pub(crate) struct SpendingAsk {
    /// Which limit of the client.
    pub(crate) limit: usize,
    pub(crate) name: SharedName,
    pub(crate) most: f64,
    pub(crate) within: Duration,
    /// Kept for calls that run.
    pub(crate) reserved: f64,
    /// What calls of this process used, ever.
    pub(crate) total: f64,
    /// The part of it that the store has counted, as far as the process knows.
    pub(crate) confirmed: f64,
    /// What the next call needs, if one waits.
    pub(crate) needed: Option<f64>,
    /// What the process would take besides, for the calls after that.
    pub(crate) ahead: f64,
    /// The number of the window and what was used in it, for a store that lost its data.
    pub(crate) known: Option<(u64, f64)>,
    /// The client has ended.
    pub(crate) leaves: bool,
}

/// The answer to a call that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It can be sent. Also the answer if no call waits.
    Granted,
    /// Other processes hold what it needs and have not used it.
    Wait,
    /// There is not so much left.
    Refused,
}

/// What a store answers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SpendingGiven {
    pub(crate) verdict: Verdict,
    /// What the process may use from now on.
    pub(crate) granted: f64,
    /// What all processes used in this window.
    pub(crate) used: f64,
    /// What the others keep for calls that run.
    pub(crate) reserved: f64,
    /// Processes that use the limit, this one included.
    pub(crate) processes: u32,
    /// The number of the window, since 1970.
    pub(crate) window: u64,
    /// How long it lasts.
    pub(crate) reset: Duration,
}
