//! How often a call was sent: what answers and errors tell of their attempts.

use std::sync::Arc;
use std::time::Duration;

/// How often a call was sent, and how long it waited before each repetition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attempts {
    count: u32,
    waits: Vec<Duration>,
    /// In nanoseconds: an open stream holds two of these.
    queued: u64,
    /// Of the last attempt, if it was not sent to the service itself.
    route: Option<Arc<String>>,
}

impl Attempts {
    /// Times the request was sent; 1 for a call that succeeded at once, 0 if nothing was sent.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The waits between the attempts, oldest first: `count() - 1` of them.
    #[must_use]
    pub fn waits(&self) -> &[Duration] {
        &self.waits
    }

    /// All waits together.
    #[must_use]
    pub fn total_wait(&self) -> Duration {
        self.waits.iter().sum()
    }

    /// How long the attempts waited for room in the rate limits together, before they were sent
    /// ([`ClientBuilder::pacing`](crate::ClientBuilder::pacing)). Not among the waits.
    #[must_use]
    pub fn queued_for(&self) -> Duration {
        Duration::from_nanos(self.queued)
    }

    pub(crate) fn queued(&mut self, wait: Duration) {
        let nanos = u64::try_from(wait.as_nanos()).unwrap_or(u64::MAX);
        self.queued = self.queued.saturating_add(nanos);
    }

    /// The name of the route of the last attempt ([`Route`](crate::Route)); `None` if it went to the service itself,
    /// as the client was built.
    #[must_use]
    pub fn route(&self) -> Option<&str> {
        self.route.as_ref().map(|name| name.as_str())
    }

    pub(crate) fn on_route(&mut self, name: Option<&Arc<String>>) {
        self.route = name.cloned();
    }

    pub(crate) fn sent(&mut self) {
        self.count = self.count.saturating_add(1);
    }

    pub(crate) fn waited(&mut self, wait: Duration) {
        self.waits.push(wait);
    }
}
