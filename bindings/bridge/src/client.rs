//! A client as a host holds it: settings that outlive a fork, and the core's client of this process. It must not
//! know how a host spells settings.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use parlour::{CallOptions, ClientBuilder};

use crate::blocking::BlockingCall;
use crate::fork;
use crate::info::ErrorInfo;
use crate::logs::StopRecord;
use crate::loop_driver::LoopDriver;
use crate::op::{CallRequest, Op, Place};
use crate::port::Port;
use crate::task::{self, HostCredentials, TaskContext};
use crate::{blocking, runtime};

static NUMBERS: AtomicU64 = AtomicU64::new(0);

/// Cheap to clone; any thread, and any process forked from the one that made it.
///
/// Making one starts no thread and opens no connection. A forked child builds its own connection pool at its first
/// call and leaves its parent's alone.
#[derive(Clone)]
pub struct Client {
    root: Arc<Root>,
    /// Options of the copies this one was made from, the first one first.
    defaults: Vec<CallOptions>,
}

struct Root {
    builder: ClientBuilder,
    /// Its name where hosts' loops keep a client for it.
    number: u64,
    /// Whether the host has a hook for stop reasons.
    watches_stops: Arc<AtomicBool>,
    /// The core's client of the last generation that used this one.
    live: AtomicPtr<Live>,
}

struct Live {
    generation: u32,
    client: parlour::Client,
    /// Its twin on the lane, with connections of its own and the same retry budget.
    driven: OnceLock<parlour::Client>,
    /// Loops that keep a twin of it.
    hosts: Mutex<Vec<Weak<LoopDriver>>>,
}

impl Client {
    /// A client with these settings, checked.
    ///
    /// # Errors
    /// Kind `Config` with what is wrong.
    pub fn new(builder: ClientBuilder) -> Result<Client, ErrorInfo> {
        fork::watch();
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let watches_stops = Arc::new(AtomicBool::new(false));
        let watches = Arc::clone(&watches_stops);
        // Twins on the lane and in forked children are built from the same builder.
        let builder = builder.counted_together().on_stop(move |notice| {
            if watches.load(Ordering::Relaxed)
                && let Some((ring, token)) = task::current_ring()
            {
                ring.push_stop(StopRecord { client: number, token, notice: notice.clone() });
            }
        });
        let root = Root { builder, number, watches_stops, live: AtomicPtr::new(std::ptr::null_mut()) };
        root.client()?;
        Ok(Client { root: Arc::new(root), defaults: Vec::new() })
    }

    /// As [`Client::new`], for a host that gives the credential with each call and is asked again after a refusal
    /// ([`crate::Item::Ask`]).
    ///
    /// # Errors
    /// As [`Client::new`].
    pub fn asking(builder: ClientBuilder) -> Result<Client, ErrorInfo> {
        Client::new(builder.credentials(HostCredentials))
    }

    /// A copy whose calls start from these options; connections stay shared.
    #[must_use]
    pub fn with_options(&self, options: CallOptions) -> Client {
        let mut copy = self.clone();
        copy.defaults.push(options);
        copy
    }

    /// Sends a call. Never blocks: what comes of it is taken from the [`Op`].
    ///
    /// # Errors
    /// Kind `Internal` if the port was inherited by fork or no thread could be started; kind `Config` if the port
    /// was closed.
    pub fn submit(&self, port: &Port, call: CallRequest) -> Result<Op, ErrorInfo> {
        port.check()?;
        let live = self.root.live()?;
        match port.host() {
            // What has tasks of its own needs the runtime's threads.
            Some(host) if !live.client.needs_runtime() => {
                let client = self.configured(self.root.hosted(live, host));
                Op::start(&Place::Host(host), client, port, call)
            }
            _ => {
                let client = self.configured(live.client.clone());
                Op::start(&Place::Runtime(runtime::get()?), client, port, call)
            }
        }
    }

    /// Prepares a call for a whole answer that the caller drives on its own thread; `port` takes its log records.
    /// Nothing is sent before [`BlockingCall::run`].
    ///
    /// Not for a client made by [`Client::asking`]: there is nobody to ask while the caller waits inside the call.
    ///
    /// # Errors
    /// As [`Client::submit`].
    pub fn prepare_blocking(&self, port: &Port, call: CallRequest) -> Result<BlockingCall, ErrorInfo> {
        port.check()?;
        let client = self.configured(self.root.driven()?);
        let context = TaskContext { ring: port.ring(), token: 0, asks: None };
        let tasks = client.needs_runtime();
        Ok(BlockingCall::new(blocking::get()?, tasks, task::run_whole(client, Box::new(call), context)))
    }

    /// The client with the options of the copies this one was made from.
    fn configured(&self, client: parlour::Client) -> parlour::Client {
        self.defaults.iter().fold(client, |client, options| client.with_options(options.clone()))
    }

    /// From now on the port of a call holds a record of each message that ends with another stop reason than `end_turn`
    /// (spec §2.5), for a host that has a hook: see [`Port::stops`]. For this client and all its copies.
    pub fn watch_stops(&self) {
        self.root.watches_stops.store(true, Ordering::Relaxed);
    }

    /// The number that stands in a [`StopRecord`]; its copies have the same.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.root.number
    }

    /// How many messages of this client and its copies ended with which stop reason, `end_turn` excepted (spec §2.5).
    ///
    /// # Errors
    /// As [`Client::base_url`].
    pub fn stop_reason_counts(&self) -> Result<Vec<(String, u64)>, ErrorInfo> {
        let counts = self.root.client()?.stop_reason_counts();
        Ok(counts.iter().map(|(reason, count)| (reason.as_str().to_owned(), count)).collect())
    }

    /// The address that calls go to.
    ///
    /// # Errors
    /// As [`Client::new`], in a forked child whose environment has changed.
    pub fn base_url(&self) -> Result<String, ErrorInfo> {
        Ok(self.root.client()?.base_url().to_owned())
    }

    /// The vendor in use.
    ///
    /// # Errors
    /// As [`Client::base_url`].
    pub fn vendor(&self) -> Result<String, ErrorInfo> {
        Ok(self.root.client()?.vendor().to_owned())
    }
}

impl Root {
    /// The core's client of this process.
    fn client(&self) -> Result<parlour::Client, ErrorInfo> {
        Ok(self.live()?.client.clone())
    }

    /// As [`Root::client`], for calls that their callers drive.
    fn driven(&self) -> Result<parlour::Client, ErrorInfo> {
        let live = self.live()?;
        if let Some(client) = live.driven.get() {
            return Ok(client.clone());
        }
        // Of two threads that are here at once one makes a client for nothing: it has opened no connection.
        let client = self.builder.clone().build()?;
        Ok(live.driven.get_or_init(|| client).clone())
    }

    /// As [`Root::client`], for calls that a host's loop drives: connections belong to the loop that watches them.
    fn hosted(&self, live: &Live, host: &Arc<LoopDriver>) -> parlour::Client {
        host.client(self.number, |sockets| {
            let mut hosts = live.hosts.lock().unwrap_or_else(PoisonError::into_inner);
            hosts.retain(|host| host.strong_count() > 0);
            hosts.push(Arc::downgrade(host));
            live.client.watched_by(sockets)
        })
    }

    #[allow(unsafe_code)]
    fn live(&self) -> Result<&Live, ErrorInfo> {
        let generation = fork::generation();
        loop {
            let seen = self.live.load(Ordering::Acquire);
            // SAFETY: null, or from `Box::into_raw` below. It is freed in `drop` alone, when nobody else can be here,
            // and below by nobody: what another generation left is leaked.
            if let Some(live) = unsafe { seen.as_ref() }
                && live.generation == generation
            {
                return Ok(live);
            }
            let client = self.builder.clone().build()?;
            let made = Box::into_raw(Box::new(Live {
                generation,
                client,
                driven: OnceLock::new(),
                hosts: Mutex::default(),
            }));
            if self.live.compare_exchange(seen, made, Ordering::AcqRel, Ordering::Acquire).is_err() {
                // Another thread was first: calls go through its pool from now on.
                // SAFETY: `made` is ours, nobody has seen it.
                drop(unsafe { Box::from_raw(made) });
            }
        }
    }
}

impl Drop for Root {
    #[allow(unsafe_code)]
    fn drop(&mut self) {
        let live = *self.live.get_mut();
        // SAFETY: null, or from `Box::into_raw` in `client`; nobody else holds this `Root`.
        if let Some(known) = unsafe { live.as_ref() }
            && known.generation == fork::generation()
        {
            // SAFETY: as above; a pool of the parent's is leaked instead, because closing its connections would say
            // good-bye on sockets that the parent still uses.
            let live = unsafe { Box::from_raw(live) };
            if let Some(driven) = live.driven.into_inner() {
                blocking::retire(driven);
            }
            let hosts = live.hosts.into_inner().unwrap_or_else(PoisonError::into_inner);
            hosts.iter().filter_map(Weak::upgrade).for_each(|host| host.forget(self.number));
        }
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("settings", &self.root.builder).finish_non_exhaustive()
    }
}
