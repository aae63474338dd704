//! The state that all connections of one service share. Holds data, makes no decisions.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::batches::Batches;
use crate::cache::PromptCache;
use crate::clock::{Clock, SystemClock};
use crate::config::Builder;
use crate::configured::Overrides;
use crate::deliver::{Head, Plan};
use crate::files::Files;
use crate::ids::Mint;
use crate::limits::Book;
use crate::record::Log;
use crate::replay::Replay;
use crate::script::{Fault, Reply};
use crate::shared_time::{Ends, SharedTime};
use crate::signature::Signer;
use crate::skills::Skills;
use crate::threads::Threads;
use crate::usage_book::UsageBook;

/// The shared state of a running service.
pub(crate) struct ServerState {
    pub(crate) config: Builder,
    pub(crate) address: SocketAddr,
    pub(crate) scheme: &'static str,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) time: Option<SharedTime>,
    pub(crate) log: Log,
    pub(crate) ids: Mint,
    pub(crate) signer: Signer,
    pub(crate) keys: Mutex<Vec<String>>,
    pub(crate) limits: Mutex<Book>,
    pub(crate) cache: Mutex<PromptCache>,
    pub(crate) batches: Mutex<Batches>,
    pub(crate) files: Mutex<Files>,
    pub(crate) skills: Mutex<Skills>,
    pub(crate) overrides: Mutex<Overrides>,
    pub(crate) threads: Mutex<Threads>,
    pub(crate) usage: Mutex<UsageBook>,
    /// Answers that were recorded, in place of the model's.
    pub(crate) replay: Option<Replay>,
    script: Mutex<VecDeque<Reply>>,
}

impl ServerState {
    pub(crate) fn new(
        config: Builder,
        address: SocketAddr,
        scheme: &'static str,
        time: Option<SharedTime>,
        replay: Option<Replay>,
    ) -> Self {
        Self {
            clock: config.clock.clone().unwrap_or_else(|| Arc::new(SystemClock::new())),
            log: Log::new(config.keep_requests),
            ids: Mint::new(config.seed),
            signer: Signer::new(config.seed),
            keys: Mutex::new(config.api_keys.clone()),
            limits: Mutex::new(Book::new(config.limits)),
            cache: Mutex::default(),
            batches: Mutex::default(),
            files: Mutex::default(),
            skills: Mutex::default(),
            overrides: Mutex::default(),
            threads: Mutex::default(),
            usage: Mutex::default(),
            script: Mutex::default(),
            config,
            address,
            scheme,
            time,
            replay,
        }
    }

    /// A pause within a reply, for ever without a time: real, or of the time that the clients share.
    pub(crate) async fn wait(&self, time: Option<Duration>, ends: Option<Ends>) {
        match (&self.time, time) {
            (Some(shared), time) => shared.pass(time, ends).await,
            (None, Some(time)) => tokio::time::sleep(time).await,
            (None, None) => std::future::pending().await,
        }
    }

    /// An answer begins: what it writes to the prompt cache can be read.
    pub(crate) fn begin(&self, plan: &Plan) {
        if matches!(plan.head, Head::Whole | Head::Given) {
            lock(&self.cache).begin(&plan.writes);
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("{}://{}", self.scheme, self.address)
    }

    pub(crate) fn order(&self, replies: impl IntoIterator<Item = Reply>) {
        lock(&self.script).extend(replies);
    }

    pub(crate) fn forget_orders(&self) {
        lock(&self.script).clear();
    }

    pub(crate) fn orders_left(&self) -> usize {
        lock(&self.script).len()
    }

    /// The order for the next request if it breaks an upload: it has to be known before the body is read.
    pub(crate) fn next_broken_upload(&self) -> Option<Reply> {
        let breaks =
            lock(&self.script).front().is_some_and(|r| matches!(r.fault, Some(Fault::ResetUpload(_))));
        // Another request may take it in between; then this one is not broken by it.
        if breaks { self.next_order() } else { None }
    }

    /// The order for the next request; one that repeats stays in front until used up.
    pub(crate) fn next_order(&self) -> Option<Reply> {
        let mut script = lock(&self.script);
        let front = script.front_mut()?;
        match front.repeat {
            0 => Some(front.clone()),
            1 => script.pop_front(),
            _ => {
                front.repeat -= 1;
                Some(front.clone())
            }
        }
    }
}

/// Locks without caring about a panic elsewhere: the guarded values are whole between statements.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
