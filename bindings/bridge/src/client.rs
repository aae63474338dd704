//! A client for a host: settings that survive a fork, and the core's client of this process.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use parlour::setting::filled;
use parlour::{CallOptions, ClientBuilder};

use crate::asked_hook::AskedHook;
use crate::blocking::{self, BlockingCall};
use crate::call::CallRequest;
use crate::hooks::HostHook;
use crate::info::ErrorInfo;
use crate::log_ring::{StopRecord, Verbosity};
use crate::loop_driver::LoopDriver;
use crate::op::{Driver, Op};
use crate::per_process::PerProcess;
use crate::port::Port;
use crate::runtime;
use crate::signal_mask::mask_this_thread;
use crate::task;
use crate::task_context::{self, HostCredentials, TaskContext};
use crate::wire::to_json_text;
use crate::{fork, heap};

static NUMBERS: AtomicU64 = AtomicU64::new(0);

/// Cheap to clone. Usable on any thread, and in any process forked from the one that made it.
///
/// Making one starts no thread and opens no connection. A forked child builds its own connection pool at its first
/// call and leaves its parent's alone.
#[derive(Clone)]
pub struct Client {
    shared: Arc<ClientInner>,
    /// Options of the copies that this one was derived from, oldest first.
    defaults: Vec<CallOptions>,
}

struct ClientInner {
    builder: ClientBuilder,
    /// Its key among the clients that event loops keep.
    number: u64,
    /// Whether the host has a hook for stop reasons.
    watches_stops: Arc<AtomicBool>,
    clients: PerProcess<Clients>,
}

/// The core's clients of one process: one for each driver of connections. They share the retry budget and the cached
/// credentials.
struct Clients {
    /// Driven by the shared runtime.
    runtime: parlour::Client,
    /// Driven by the blocking runtime.
    blocking: OnceLock<parlour::Client>,
    /// Event loops that keep a client.
    loops: Mutex<Vec<Weak<LoopDriver>>>,
}

impl Client {
    /// A client with these settings, checked.
    ///
    /// # Errors
    /// Kind `Config` with the mistake.
    pub fn new(builder: ClientBuilder) -> Result<Client, ErrorInfo> {
        Client::with_hooks(builder, Vec::new())
    }

    /// As [`Client::new`], for a host that is asked for the results of these hooks while a call runs
    /// ([`crate::Question::Hook`]), and collects the ends of calls for them: see [`Port::ends`].
    ///
    /// # Errors
    /// As [`Client::new`].
    pub fn with_hooks(builder: ClientBuilder, hooks: Vec<HostHook>) -> Result<Client, ErrorInfo> {
        fork::watch();
        heap::keep_bodies();
        parlour::threads::on_start(mask_this_thread);
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let watches_stops = Arc::new(AtomicBool::new(false));
        let watches = Arc::clone(&watches_stops);
        let hooks = hooks.into_iter().enumerate();
        let builder = hooks
            .fold(builder, |builder, (index, hook)| builder.hook(AskedHook { client: number, index, hook }));
        // The blocking runtime's client and those of forked children are built from the same builder.
        let builder = builder.counted_together().on_stop(move |notice| {
            if watches.load(Ordering::Relaxed)
                && let Some((ring, token)) = task_context::current_ring()
            {
                ring.push_stop(StopRecord { client: number, token, notice: notice.clone() });
            }
        });
        let shared = ClientInner { builder, number, watches_stops, clients: PerProcess::new() };
        shared.clients()?;
        Ok(Client { shared: Arc::new(shared), defaults: Vec::new() })
    }

    /// As [`Client::new`], for a host that passes the credential with each call and is asked again after a 401
    /// ([`crate::Question::Credential`]).
    ///
    /// # Errors
    /// As [`Client::new`]; kind `Config` if a key, a token or no_credentials was set as well.
    pub fn with_host_credentials(builder: ClientBuilder, hooks: Vec<HostHook>) -> Result<Client, ErrorInfo> {
        if builder.has_credential() {
            let text = filled(
                "a function gives the credential, and {api_key}, {auth_token} or {no_credentials} is given as well: \
                use one of them",
            );
            return Err(ErrorInfo::config(text).with_setting("credentials"));
        }
        if builder.keeps_prefixes_alive() {
            let text = ": its requests are sent while no call runs, and a function for credentials cannot be asked \
                then: leave one of the two out";
            return Err(ErrorInfo::about("cache_keep_alive_ms", text));
        }
        Client::with_hooks(builder.credentials(HostCredentials), hooks)
    }

    /// A copy whose calls start from these options; connections stay shared.
    #[must_use]
    pub fn with_options(&self, options: CallOptions) -> Client {
        let mut copy = self.clone();
        copy.defaults.push(options);
        copy
    }

    /// Sends a call. Never blocks: take the items of the answer from the [`Op`].
    ///
    /// # Errors
    /// Kind `Config` if the port was inherited by fork or closed; kind `Connection` of the subkind `resources` if the
    /// threads of the runtime could not be started.
    pub fn submit(&self, port: &Port, call: CallRequest) -> Result<Op, ErrorInfo> {
        port.check()?;
        let clients = self.shared.clients()?;
        match port.loop_driver() {
            // Connections with background tasks need the runtime's threads.
            Some(driver) if !clients.runtime.needs_runtime() => {
                let client = self.configured(self.shared.client_of_loop(clients, driver));
                Op::start(&Driver::EventLoop(driver), client, port, call)
            }
            _ => {
                let client = self.configured(clients.runtime.clone());
                Op::start(&Driver::Runtime(runtime::get()?), client, port, call)
            }
        }
    }

    /// Prepares a call for a whole answer that the caller drives on its own thread; `port` takes its log records.
    /// Nothing is sent before [`BlockingCall::run`].
    ///
    /// Not for a client made by [`Client::with_host_credentials`], or with hooks that are asked: the host could not
    /// reply while its thread waits in the call.
    ///
    /// # Errors
    /// As [`Client::submit`].
    pub fn prepare_blocking(&self, port: &Port, call: CallRequest) -> Result<BlockingCall, ErrorInfo> {
        port.check()?;
        let client = self.configured(self.shared.blocking_client()?);
        let context = TaskContext { ring: port.ring(), token: 0, prompt: None };
        let has_tasks = client.needs_runtime();
        Ok(BlockingCall::new(blocking::get()?, has_tasks, task::run_whole(client, Box::new(call), context)))
    }

    /// Applies the options of the copies that this client was derived from.
    fn configured(&self, client: parlour::Client) -> parlour::Client {
        self.defaults.iter().fold(client, |client, options| client.with_options(options.clone()))
    }

    /// From now on the port of a call collects a record for each message that ends with another stop reason than
    /// `end_turn` (spec §2.5), for hosts with a hook: see [`Port::stops`]. For this client and all its copies.
    pub fn watch_stops(&self) {
        self.shared.watches_stops.store(true, Ordering::Relaxed);
    }

    /// The client's number in a [`StopRecord`]; its copies have the same.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.shared.number
    }

    /// How many messages of this client and its copies ended with which stop reason, `end_turn` excepted (spec §2.5).
    ///
    /// # Errors
    /// As [`Client::base_url`].
    pub fn stop_reason_counts(&self) -> Result<Vec<(String, u64)>, ErrorInfo> {
        let counts = self.shared.clients()?.runtime.stop_reason_counts();
        Ok(counts.iter().map(|(reason, count)| (reason.as_str().to_owned(), count)).collect())
    }

    /// The rate limits of the key as they are known and what waits for them: a [`parlour::LimiterState`] as JSON.
    ///
    /// # Errors
    /// As [`Client::base_url`].
    pub fn limiter_state(&self) -> Result<String, ErrorInfo> {
        to_json_text(&self.shared.clients()?.runtime.limiter_state())
    }

    /// The state of this client and its copies at one moment: a [`parlour::ClientStats`] as JSON.
    ///
    /// # Errors
    /// As [`Client::base_url`].
    pub fn stats(&self) -> Result<String, ErrorInfo> {
        to_json_text(&self.shared.clients()?.runtime.stats())
    }

    /// What the message calls of this client and its copies used: a [`parlour::UsageReport`] as JSON. With `reset` the
    /// book begins anew.
    ///
    /// # Errors
    /// As [`Client::base_url`].
    pub fn usage_report(&self, reset: bool) -> Result<String, ErrorInfo> {
        to_json_text(&self.shared.clients()?.runtime.usage_report(reset))
    }

    /// The figures of the limiter and the ledger as a page for Prometheus.
    ///
    /// # Errors
    /// As [`Client::base_url`].
    pub fn prometheus_text(&self) -> Result<String, ErrorInfo> {
        Ok(self.shared.clients()?.runtime.prometheus_text())
    }

    /// The address that calls go to.
    ///
    /// # Errors
    /// As [`Client::new`], in a forked child whose environment has changed.
    pub fn base_url(&self) -> Result<String, ErrorInfo> {
        Ok(self.shared.clients()?.runtime.base_url().to_owned())
    }

    /// The vendor in use.
    ///
    /// # Errors
    /// As [`Client::base_url`].
    pub fn vendor(&self) -> Result<String, ErrorInfo> {
        Ok(self.shared.clients()?.runtime.vendor().to_owned())
    }

    /// The log level of the environment, if it was read.
    ///
    /// # Errors
    /// As [`Client::base_url`].
    pub fn log_level(&self) -> Result<Option<Verbosity>, ErrorInfo> {
        Ok(self.shared.clients()?.runtime.log_level().map(Verbosity::from))
    }
}

impl ClientInner {
    fn clients(&self) -> Result<&Clients, ErrorInfo> {
        self.clients.get_or_try_init(|| {
            let runtime = self.builder.clone().build()?;
            Ok(Clients { runtime, blocking: OnceLock::new(), loops: Mutex::default() })
        })
    }

    /// The client for calls that their callers drive.
    fn blocking_client(&self) -> Result<parlour::Client, ErrorInfo> {
        let clients = self.clients()?;
        if let Some(client) = clients.blocking.get() {
            return Ok(client.clone());
        }
        // If two threads get here at once, one client is discarded; it has opened no connection.
        let client = self.builder.clone().shared_with(&clients.runtime).build()?;
        Ok(clients.blocking.get_or_init(|| client).clone())
    }

    /// The client for calls that an event loop drives: connections belong to the loop that watches them.
    fn client_of_loop(&self, clients: &Clients, driver: &Arc<LoopDriver>) -> parlour::Client {
        driver.client(self.number, |sockets| {
            let mut loops = clients.loops.lock().unwrap_or_else(PoisonError::into_inner);
            loops.retain(|known| known.strong_count() > 0);
            loops.push(Arc::downgrade(driver));
            clients.runtime.with_io_driver(sockets)
        })
    }
}

impl Drop for ClientInner {
    fn drop(&mut self) {
        // A parent's clients are leaked: closing their connections would close them for the parent, too.
        let Some(clients) = self.clients.take() else { return };
        if let Some(client) = clients.blocking.into_inner() {
            blocking::close_client(client);
        }
        let loops = clients.loops.into_inner().unwrap_or_else(PoisonError::into_inner);
        loops.iter().filter_map(Weak::upgrade).for_each(|driver| driver.forget_client(self.number));
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("settings", &self.shared.builder).finish_non_exhaustive()
    }
}
