//! The thread that speaks with the store. One for each client that shares its limits, and only while it is used.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use super::Address;
use super::connection::Connection;
use crate::pacing::{Ask, Given, Lanes, SharedStore};
use crate::threads;

/// How often the store learns that the process lives; `share.lua` forgets it after five times that.
const BEAT: Duration = Duration::from_secs(1);

/// A store in Redis or Valkey.
#[derive(Debug)]
pub(crate) struct Fleet {
    address: Address,
    worker: Mutex<Option<Worker>>,
}

type Work = (Weak<dyn Lanes>, Vec<Ask>);

#[derive(Debug)]
struct Worker {
    /// The process that the thread lives in.
    process: u32,
    work: Sender<Work>,
}

impl Fleet {
    pub(crate) fn new(address: Address) -> Fleet {
        Fleet { address, worker: Mutex::new(None) }
    }

    /// Hands work to the thread, which is started if there is none.
    fn hand(&self, mut work: Work) -> Result<(), Work> {
        let mut worker = self.worker.lock().unwrap_or_else(PoisonError::into_inner);
        match worker.take() {
            Some(known) if known.process == std::process::id() => match known.work.send(work) {
                Ok(()) => {
                    *worker = Some(known);
                    return Ok(());
                }
                Err(unsent) => work = unsent.0,
            },
            // A forked child must not touch the channel of its parent: a thread that is not here may hold it.
            Some(of_parent) => std::mem::forget(of_parent),
            None => {}
        }
        let (sender, receiver) = channel();
        let address = self.address.clone();
        if threads::spawn(move || Link::new(address).serve(&receiver)).is_err() {
            return Err(work);
        }
        sender.send(work).map_err(|unsent| unsent.0)?;
        *worker = Some(Worker { process: std::process::id(), work: sender });
        Ok(())
    }
}

impl SharedStore for Fleet {
    fn ask(&self, lanes: Weak<dyn Lanes>, asks: Vec<Ask>) {
        if let Err((lanes, asks)) = self.hand((lanes, asks))
            && let Some(lanes) = lanes.upgrade()
        {
            asks.iter().for_each(|ask| lanes.answered(&ask.lane, None));
        }
    }
}

/// The connection of the thread, which is made when it is needed.
struct Link {
    address: Address,
    connection: Option<Connection>,
    /// When the store failed; it is left alone for a second.
    failed_at: Option<Instant>,
    /// Whether the failure has been reported.
    is_reported: bool,
}

impl Link {
    fn new(address: Address) -> Link {
        Link { address, connection: None, failed_at: None, is_reported: false }
    }

    /// Works until the client is gone.
    fn serve(mut self, work: &Receiver<Work>) {
        let mut lanes: Option<Weak<dyn Lanes>> = None;
        let mut beat_at = Instant::now() + BEAT;
        loop {
            let next = match lanes {
                Some(_) => work.recv_timeout(beat_at.saturating_duration_since(Instant::now())),
                None => work.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            let (from, asks) = match next {
                Ok(work) => work,
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    beat_at = Instant::now() + BEAT;
                    let Some(known) = lanes.take() else { continue };
                    let asks = known.upgrade().map(|lanes| lanes.beat()).unwrap_or_default();
                    if asks.is_empty() {
                        // Nothing is in use: the thread sleeps until it is asked again.
                        continue;
                    }
                    (known, asks)
                }
            };
            if lanes.is_none() {
                beat_at = Instant::now() + BEAT;
            }
            for ask in asks {
                let given = self.ask(&ask);
                // Not held while the store is waited for: the client would not end.
                if let Some(lanes) = from.upgrade() {
                    lanes.answered(&ask.lane, given);
                }
            }
            lanes = Some(from);
        }
    }

    fn ask(&mut self, ask: &Ask) -> Option<Given> {
        if self.failed_at.is_some_and(|at| at.elapsed() < BEAT.mul_f64(0.9)) {
            return None;
        }
        // The TLS library panics where a program has two providers of cryptography and has chosen none.
        let asked = catch_unwind(AssertUnwindSafe(|| {
            let connection = match self.connection.take() {
                Some(connection) => self.connection.insert(connection),
                None => self.connection.insert(Connection::open(&self.address)?),
            };
            connection.ask(ask)
        }));
        let failure = match asked {
            Ok(Ok(given)) => {
                self.failed_at = None;
                if std::mem::take(&mut self.is_reported) {
                    tracing::info!(target: "parlour", "the store of the shared limits is reached again");
                }
                return Some(given);
            }
            Ok(Err(failure)) => failure.to_string(),
            Err(_) => "its TLS connection could not be prepared".to_owned(),
        };
        self.connection = None;
        self.failed_at = Some(Instant::now());
        if !std::mem::replace(&mut self.is_reported, true) {
            tracing::warn!(
                target: "parlour",
                "the store of the shared limits cannot be used ({failure}); each process goes on with an equal share"
            );
        }
        None
    }
}
