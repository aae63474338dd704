//! The service as a program in another language holds it: it is stopped by name, any number of times, and can still be
//! asked afterwards what it saw.

use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::blocking::BlockingEmulator;
use crate::config::Builder;
use crate::emulator::Emulator;
use crate::record::Recorded;

/// A service with a thread of its own. All methods may be called from any thread, and none waits.
pub struct Handle {
    url: String,
    api_key: String,
    port: u16,
    state: Mutex<State>,
}

enum State {
    Running(Arc<BlockingEmulator>),
    Stopped(Remains),
}

/// The state of a stopped service that can still be read.
struct Remains {
    requests: Vec<Recorded>,
    accepted: u64,
    closed_early: u64,
    answered: u64,
}

impl Remains {
    fn of(service: &Emulator) -> Remains {
        Remains {
            requests: service.requests(),
            accepted: service.accepted_connections(),
            closed_early: service.closed_early(),
            answered: service.answered(),
        }
    }
}

impl Handle {
    /// Starts a service.
    ///
    /// # Errors
    /// As [`Builder::start_blocking`].
    pub fn start(builder: Builder) -> io::Result<Handle> {
        let service = builder.start_blocking()?;
        Ok(Handle {
            url: service.url(),
            api_key: service.api_key().to_owned(),
            port: service.port(),
            state: Mutex::new(State::Running(Arc::new(service))),
        })
    }

    /// Base address, for example `http://127.0.0.1:40123`.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The key it accepted when it started, as `x-api-key` or as bearer token.
    #[must_use]
    pub fn api_key(&self) -> &str {
        &self.api_key
    }

    /// The port it listens on.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The service while it runs.
    #[must_use]
    pub fn running(&self) -> Option<Arc<BlockingEmulator>> {
        match &*self.lock() {
            State::Running(service) => Some(Arc::clone(service)),
            State::Stopped(_) => None,
        }
    }

    /// The requests seen so far, oldest first.
    #[must_use]
    pub fn requests(&self) -> Vec<Recorded> {
        self.ask(|service| service.requests(), |remains| remains.requests.clone())
    }

    /// How many requests were seen and are kept.
    #[must_use]
    pub fn request_count(&self) -> usize {
        self.ask(|service| service.request_count(), |remains| remains.requests.len())
    }

    /// How many scripted replies no request has used up.
    #[must_use]
    pub fn script_left(&self) -> usize {
        self.ask(|service| service.script_left(), |_| 0)
    }

    /// Connections that are open now.
    #[must_use]
    pub fn open_connections(&self) -> u64 {
        self.ask(|service| service.open_connections(), |_| 0)
    }

    /// Connections accepted since the start.
    #[must_use]
    pub fn accepted_connections(&self) -> u64 {
        self.ask(|service| service.accepted_connections(), |remains| remains.accepted)
    }

    /// Responses whose client went away before their end.
    #[must_use]
    pub fn closed_early(&self) -> u64 {
        self.ask(|service| service.closed_early(), |remains| remains.closed_early)
    }

    /// Responses that were sent as planned.
    #[must_use]
    pub fn answered(&self) -> u64 {
        self.ask(|service| service.answered(), |remains| remains.answered)
    }

    /// Closes the listener and every connection, and joins the thread unless somebody else still holds what
    /// [`Handle::running`] gave. The records are kept. False if it was stopped before.
    pub fn stop(&self) -> bool {
        let before = {
            let mut state = self.lock();
            let State::Running(service) = &*state else { return false };
            let remains = Remains::of(service);
            std::mem::replace(&mut *state, State::Stopped(remains))
        };
        // Joins; outside the lock.
        drop(before);
        true
    }

    /// Lets go of the service without stopping it: for a child of `fork`, which has not the thread that stopping would
    /// wait for.
    pub fn abandon(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let State::Running(service) = state {
            std::mem::forget(Arc::clone(service));
        }
    }

    fn ask<T>(&self, now: impl FnOnce(&Emulator) -> T, after: impl FnOnce(&Remains) -> T) -> T {
        match &*self.lock() {
            State::Running(service) => now(service),
            State::Stopped(remains) => after(remains),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle").field("url", &self.url).finish_non_exhaustive()
    }
}
