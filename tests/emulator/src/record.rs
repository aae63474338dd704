//! The records of the service: requests kept for assertions, and counters of connections. Changes are announced, so
//! that tests wait for a fact and never for a time.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use serde_json::Value;
use tokio::sync::watch;

use crate::fields::{self, Fields};
use crate::script::Reply;

/// One request as it arrived, kept for assertions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Recorded {
    /// Method in upper case.
    pub method: String,
    /// Path without query, not decoded.
    pub path: String,
    /// Query without `?`; empty when there is none.
    pub query: String,
    /// Header fields in order of arrival, names as they were written (lower case over HTTP/2).
    pub headers: Vec<(String, String)>,
    /// The body after transfer decoding.
    pub body: Vec<u8>,
    /// `HTTP/1.0`, `HTTP/1.1` or `HTTP/2`.
    pub http_version: &'static str,
    /// Number of the connection that carried it, counted from 1: equal numbers mean a reused connection.
    pub connection: u64,
    /// The address the connection came from; `None` over a unix socket.
    pub peer: Option<IpAddr>,
    /// Whether the TLS handshake of the connection resumed an earlier session; false without TLS.
    pub resumed: bool,
    /// When the body was complete, by the service's clock.
    pub at: SystemTime,
}

impl Recorded {
    /// First value of a header, name compared without case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        fields::first(&self.headers, name)
    }

    /// The body as JSON, if it is JSON.
    #[must_use]
    pub fn json(&self) -> Option<Value> {
        serde_json::from_slice(&self.body).ok()
    }
}

/// Most bodies kept at once; beyond it the oldest requests are forgotten.
const MAX_KEPT_BYTES: usize = 512 * 1024 * 1024;

/// Requests seen, plus counters.
#[derive(Debug)]
pub(crate) struct Log {
    kept: Mutex<Kept>,
    keep: usize,
    pub(crate) open: AtomicU64,
    pub(crate) accepted: AtomicU64,
    pub(crate) closed_early: AtomicU64,
    pub(crate) answered: AtomicU64,
    changed: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Kept {
    requests: VecDeque<Recorded>,
    bytes: usize,
}

impl Log {
    pub(crate) fn new(keep: usize) -> Self {
        Self {
            kept: Mutex::default(),
            keep,
            open: AtomicU64::new(0),
            accepted: AtomicU64::new(0),
            closed_early: AtomicU64::new(0),
            answered: AtomicU64::new(0),
            changed: watch::Sender::new(0),
        }
    }

    pub(crate) fn push(&self, request: Recorded) {
        {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.bytes += request.body.len();
            kept.requests.push_back(request);
            while kept.requests.len() > self.keep || (kept.bytes > MAX_KEPT_BYTES && kept.requests.len() > 1)
            {
                let Some(gone) = kept.requests.pop_front() else { break };
                kept.bytes -= gone.body.len();
            }
        }
        self.announce();
    }

    pub(crate) fn requests(&self) -> Vec<Recorded> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).requests.iter().cloned().collect()
    }

    pub(crate) fn len(&self) -> usize {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).requests.len()
    }

    pub(crate) fn clear(&self) {
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Kept::default();
        self.announce();
    }

    /// Adds one to a counter of this log and wakes the waiting threads.
    pub(crate) fn bump(&self, counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::SeqCst);
        self.announce();
    }

    /// Takes one from a counter of this log and wakes the waiting threads.
    pub(crate) fn drop_one(&self, counter: &AtomicU64) {
        counter.fetch_sub(1, Ordering::SeqCst);
        self.announce();
    }

    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    fn announce(&self) {
        self.changed.send_modify(|n| *n = n.wrapping_add(1));
    }
}

/// A request on its way through the service.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) query: String,
    pub(crate) headers: Fields,
    pub(crate) body: Vec<u8>,
    /// The body was longer than its path allows; `body` holds only the beginning.
    pub(crate) oversize: bool,
    pub(crate) http_version: &'static str,
    pub(crate) origin: Origin,
    /// The order for it, where that had to be known before its body was read.
    pub(crate) order: Option<Reply>,
}

/// Which connection a request came over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    pub(crate) connection: u64,
    /// `None` over a unix socket.
    pub(crate) peer: Option<IpAddr>,
    /// Whether it came over TLS.
    pub(crate) encrypted: bool,
    /// Whether the handshake resumed an earlier session.
    pub(crate) resumed: bool,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        fields::first(&self.headers, name)
    }

    pub(crate) fn recorded(&self, at: SystemTime) -> Recorded {
        Recorded {
            method: self.method.clone(),
            path: self.path.clone(),
            query: self.query.clone(),
            headers: self.headers.clone(),
            body: self.body.clone(),
            http_version: self.http_version,
            connection: self.origin.connection,
            peer: self.origin.peer,
            resumed: self.origin.resumed,
            at,
        }
    }
}
