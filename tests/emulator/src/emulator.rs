//! The handle of a running service: scripting, records, waiting. It serves nothing itself.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::net::SocketAddr;
#[cfg(unix)]
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::backstage;
use crate::batches::{self, Way};
use crate::config::Builder;
use crate::files;
use crate::record::Recorded;
use crate::replay::Replay;
use crate::script::{Reply, ScriptError, parse_replies};
use crate::server;
use crate::shared_time::SharedTime;
use crate::state::{ServerState, lock};
use crate::usage_book::Billed;
use crate::webhook::Webhook;

/// A running service. Dropping it closes the listener and every connection.
///
/// All methods may be called from any thread, also while requests are served.
pub struct Emulator {
    shared: Arc<ServerState>,
    stop: watch::Sender<bool>,
    listener: Option<JoinHandle<()>>,
    first_key: String,
    #[cfg(feature = "tls")]
    identity: Option<server::tls::Identity>,
    #[cfg(unix)]
    unix_socket: Option<PathBuf>,
}

/// How long the plain `wait_*` helpers wait before they give up. Only a failing test waits that long.
const PATIENCE: Duration = Duration::from_secs(10);

impl Emulator {
    /// Settings to choose before the start.
    pub fn builder() -> Builder {
        Builder::new()
    }

    /// Starts with all defaults on a free port.
    ///
    /// # Errors
    /// No port could be bound.
    pub async fn start() -> io::Result<Self> {
        Self::builder().start().await
    }

    /// Starts with all defaults on a thread of its own.
    ///
    /// # Errors
    /// No port could be bound or no thread started.
    pub fn start_blocking() -> io::Result<crate::BlockingEmulator> {
        Self::builder().start_blocking()
    }

    pub(crate) async fn launch(config: Builder) -> io::Result<Self> {
        let socket = TcpListener::bind(("127.0.0.1", config.port)).await?;
        let address = socket.local_addr()?;
        let first_key = config.api_keys.first().cloned().unwrap_or_default();
        #[cfg(feature = "tls")]
        let identity = config.tls.map(server::tls::Identity::new).transpose()?;
        #[cfg(unix)]
        let unix_socket = config.unix_socket.clone();
        let doors = server::Doors {
            tcp: socket,
            #[cfg(unix)]
            unix: unix_socket.as_ref().map(tokio::net::UnixListener::bind).transpose()?,
            #[cfg(feature = "tls")]
            acceptor: identity.as_ref().map(server::tls::Identity::acceptor),
        };
        #[cfg(feature = "tls")]
        let scheme = if identity.is_some() { "https" } else { "http" };
        #[cfg(not(feature = "tls"))]
        let scheme = "http";
        let time = if config.shared_time { Some(SharedTime::start().await?) } else { None };
        let replay = config.recordings.as_deref().map(Replay::open).transpose()?;
        let shared = Arc::new(ServerState::new(config, address, scheme, time, replay));
        let (stop, stopped) = watch::channel(false);
        let listener = tokio::spawn(server::listen(doors, Arc::clone(&shared), stopped));
        Ok(Self {
            shared,
            stop,
            listener: Some(listener),
            first_key,
            #[cfg(feature = "tls")]
            identity,
            #[cfg(unix)]
            unix_socket,
        })
    }

    /// Base address, for example `http://127.0.0.1:40123`.
    #[must_use]
    pub fn url(&self) -> String {
        self.shared.url()
    }

    /// The port it listens on.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.shared.address.port()
    }

    /// Where clients follow the service's time; `None` without [`Builder::shared_time`]. Each step arrives as a
    /// big-endian `u64` of microseconds, and wants one byte as acknowledgement.
    #[must_use]
    pub fn time_address(&self) -> Option<SocketAddr> {
        self.shared.time.as_ref().map(SharedTime::address)
    }

    /// The first key that was accepted at the start.
    #[must_use]
    pub fn api_key(&self) -> &str {
        &self.first_key
    }

    /// The authority that signed the certificate, as PEM; `None` without [`Builder::tls`].
    #[cfg(feature = "tls")]
    #[must_use]
    pub fn ca_pem(&self) -> Option<&str> {
        self.identity.as_ref().map(server::tls::Identity::ca_pem)
    }

    /// A certificate and its private key, both as PEM, that the authority vouches for and the service accepts from a
    /// client; `None` without [`Builder::tls`].
    #[cfg(feature = "tls")]
    #[must_use]
    pub fn client_pem(&self) -> Option<(&str, &str)> {
        self.identity.as_ref().map(server::tls::Identity::client_pem)
    }

    /// Replaces the accepted keys while running, as a rotation does.
    pub fn set_keys(&self, keys: &[&str]) {
        *lock(&self.shared.keys) = keys.iter().map(|key| (*key).to_owned()).collect();
    }

    /// Adds replies to the end of the script; each answers one request (or as many as it repeats), in order of arrival,
    /// before the model answers again.
    pub fn script(&self, replies: Vec<Reply>) {
        self.shared.order(replies);
    }

    /// Adds one reply to the end of the script.
    pub fn push(&self, reply: Reply) {
        self.shared.order([reply]);
    }

    /// Adds replies in their JSON form, one object or an array.
    ///
    /// # Errors
    /// Names the invalid reply and its defect; nothing is added then.
    pub fn script_json(&self, json: &str) -> Result<(), ScriptError> {
        self.shared.order(parse_replies(json)?);
        Ok(())
    }

    /// Adds one reply: JSON of an object, or the bare name of a known fault.
    ///
    /// # Errors
    /// As [`Emulator::script_json`].
    pub fn push_json(&self, reply: &str) -> Result<(), ScriptError> {
        if let Some(named) = Reply::named(reply) {
            self.push(named);
            return Ok(());
        }
        self.script_json(&format!("[{reply}]"))
    }

    /// How many scripted replies (a repeating one counts once) no request has used up.
    #[must_use]
    pub fn script_left(&self) -> usize {
        self.shared.orders_left()
    }

    /// The requests seen so far, oldest first.
    #[must_use]
    pub fn requests(&self) -> Vec<Recorded> {
        self.shared.log.requests()
    }

    /// How many requests were seen and are kept.
    #[must_use]
    pub fn request_count(&self) -> usize {
        self.shared.log.len()
    }

    /// Forgets the requests seen and the rest of the script. Counters, limits, caches and batches stay.
    pub fn clear(&self) {
        self.shared.forget_orders();
        self.shared.log.clear();
    }

    /// Ends all batches now, their items worked off.
    pub fn end_batches(&self) {
        batches::end_all(&self.shared, Way::Worked);
    }

    /// Ends all batches now, their items expired.
    pub fn expire_batches(&self) {
        batches::end_all(&self.shared, Way::Expired);
    }

    /// How often a request of each `custom_id` was handed in with a batch since the start, deleted batches included: a
    /// count of two means that it was sent twice. Other processes find the same under `GET /emulator/book`.
    #[must_use]
    pub fn batch_book(&self) -> BTreeMap<String, u64> {
        lock(&self.shared.batches).book.clone()
    }

    /// How often a file of each name was uploaded, deleted files included.
    #[must_use]
    pub fn upload_book(&self) -> BTreeMap<String, u64> {
        lock(&self.shared.files).uploads.clone()
    }

    /// The tokens of the answers to message requests, by their `metadata.user_id`; those without one are under an empty
    /// name. What a client does not read to the end is billed all the same. Other processes find the same under
    /// `GET /emulator/usage`.
    #[must_use]
    pub fn usage_book(&self) -> BTreeMap<String, Billed> {
        lock(&self.shared.usage).clone()
    }

    /// Adds a file as a tool would make it, whose content may be fetched, and gives its id. An upload with the header
    /// `x-emulator-made: tool` does the same.
    pub fn add_file(&self, name: &str, media_type: &str, data: impl Into<Vec<u8>>) -> String {
        files::add_made(&self.shared, name, media_type, bytes::Bytes::from(data.into()))
    }

    /// An event as the service sends it to a webhook, signed with each of the secrets that many seconds ago (ahead, if
    /// negative). Other processes find the same under `GET /emulator/webhook?secret=…&age=…`.
    ///
    /// # Errors
    /// A secret is not base64 behind `whsec_`.
    pub fn webhook(&self, secrets: &[&str], age: i64, kind: &str) -> Result<Webhook, ScriptError> {
        backstage::event(&self.shared, secrets, age, kind)
            .map_err(|refusal| ScriptError::new(refusal.message))
    }

    /// Forgets all cached prompts.
    pub fn forget_caches(&self) {
        lock(&self.shared.cache).clear();
    }

    /// Connections that are open now.
    #[must_use]
    pub fn open_connections(&self) -> u64 {
        self.read(&self.shared.log.open)
    }

    /// Connections accepted since the start.
    #[must_use]
    pub fn accepted_connections(&self) -> u64 {
        self.read(&self.shared.log.accepted)
    }

    /// Responses whose client went away before their end.
    #[must_use]
    pub fn closed_early(&self) -> u64 {
        self.read(&self.shared.log.closed_early)
    }

    /// Responses that were sent as planned, to the end or to the planned break.
    #[must_use]
    pub fn answered(&self) -> u64 {
        self.read(&self.shared.log.answered)
    }

    /// Waits until the condition holds, looking again after each change of records or counters. False: it did not
    /// within that time.
    pub async fn wait_until(&self, within: Duration, holds: impl Fn(&Self) -> bool + Send) -> bool {
        let mut changes = self.shared.log.watch();
        let wait = async {
            loop {
                changes.mark_unchanged();
                if holds(self) || changes.changed().await.is_err() {
                    return;
                }
            }
        };
        tokio::time::timeout(within, wait).await.is_ok()
    }

    /// Waits until that many responses were left early. False: not within ten seconds.
    pub async fn wait_closed_early(&self, count: u64) -> bool {
        self.wait_until(PATIENCE, |emu| emu.closed_early() >= count).await
    }

    /// Waits until that many requests were received (and not cleared). False: not within ten seconds.
    pub async fn wait_requests(&self, count: usize) -> bool {
        self.wait_until(PATIENCE, |emu| emu.shared.log.len() >= count).await
    }

    /// Waits until exactly that many connections are open. False: not within ten seconds.
    pub async fn wait_open_connections(&self, count: u64) -> bool {
        self.wait_until(PATIENCE, |emu| emu.open_connections() == count).await
    }

    /// Stops and waits until the listener is closed.
    pub async fn stop(mut self) {
        let _ = self.stop.send(true);
        if let Some(listener) = self.listener.take() {
            let _ = listener.await;
        }
    }

    fn read(&self, counter: &AtomicU64) -> u64 {
        counter.load(Ordering::SeqCst)
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        let _ = self.stop.send(true);
        #[cfg(unix)]
        if let Some(path) = &self.unix_socket {
            // Removed already, or in a folder that goes as a whole: no harm is done.
            let _ = std::fs::remove_file(path);
        }
    }
}

impl fmt::Debug for Emulator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Emulator").field("url", &self.url()).finish_non_exhaustive()
    }
}
