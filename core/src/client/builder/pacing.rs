//! Settings of the ledger and the limiter: whether the use of calls is counted, whether calls wait for the rate limits
//! of their key, and limits that are known before an answer reports them.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::ClientBuilder;
use crate::error::{Error, Result};
#[cfg(feature = "redis")]
use crate::fleet::{Address, Fleet};
use crate::ledger::{Price, SharedSpending, SpendingLimit};
use crate::pacing::{Limits, MOST_HEDGES, Pacing, Priority, SharedStore};
use crate::prompt_cache::{PromptCache, SharedPrefixes};
use crate::secret::Secret;
use crate::setting::Setting;

/// The store of limits that processes share, as limiter and ledger see it.
pub(super) struct SharedLimits {
    pub(super) rates: Arc<dyn SharedStore>,
    pub(super) spending: Arc<dyn SharedSpending>,
    pub(super) prefixes: Arc<dyn SharedPrefixes>,
}

impl ClientBuilder {
    /// What the client does about the rate limits of its key (spec §8); [`Pacing::Observe`] unless set.
    ///
    /// With [`Pacing::Pace`] a message call is sent when the limits of its model have room for it: each call reserves a
    /// request, its input tokens (estimated from its bytes and from the answers so far) and its `max_tokens`; the
    /// usage of the answer corrects that, and so do the headers of each answer. After a 429 all calls of the model wait
    /// for as long as the service asked; then one goes first, and the others follow at the rate of the limits. A call
    /// waits no longer than its total limit: one that cannot be sent in time is refused at once, with an error of the
    /// kind [`OverLimit`](crate::ErrorKind::OverLimit) and the subkind `pacing`. The time limit of an
    /// attempt begins when it is sent.
    ///
    /// The limits are those of one client and its copies. Give one client to all callers of a key.
    ///
    /// ```
    /// use parlour::{Client, Pacing};
    /// let client = Client::builder()
    ///     .base_url("http://127.0.0.1:9")
    ///     .api_key("<API_KEY>")
    ///     .pacing(Pacing::Pace)
    ///     .build()?;
    /// assert!(client.limiter_state().models.is_empty());
    /// # Ok::<(), parlour::Error>(())
    /// ```
    pub fn pacing(mut self, pacing: Pacing) -> ClientBuilder {
        self.pacing = Some(pacing);
        self
    }

    /// Which calls go first while calls wait for the rate limits, for calls that do not say so themselves
    /// ([`CallOptions::priority`](crate::CallOptions::priority)); [`Priority::Interactive`] unless set.
    pub fn priority(mut self, priority: Priority) -> ClientBuilder {
        self.defaults = self.defaults.priority(priority);
        self
    }

    /// How many message calls of this client and its copies are in flight at once, at most; no cap unless set. Further
    /// ones wait, by their [`Priority`](crate::Priority).
    pub fn max_in_flight(mut self, calls: u32) -> ClientBuilder {
        self.limits.max_in_flight = Some(calls);
        self
    }

    /// The maximum number of message calls in flight at once to one service: that of the client, or each of those that
    /// routes lead to ([`add_route`](Self::add_route)). Further ones wait. Not capped unless set.
    pub fn max_in_flight_per_host(mut self, calls: u32) -> ClientBuilder {
        self.limits.max_in_flight_per_host = Some(calls);
        self
    }

    /// Whether the cap of calls in flight follows the service, for keys whose limits nobody states; off unless set.
    ///
    /// The cap begins at 16 and doubles with each round of answers. An overload (status 529, or that error within a
    /// stream) lowers it to 0.7 of itself, and so do answers that take more than twice as long to begin as usual; from
    /// then on it grows by one a round. It never exceeds [`max_in_flight`](Self::max_in_flight), or 1 024 without that.
    /// [`LimiterState::max_in_flight`](crate::LimiterState::max_in_flight) shows it.
    pub fn adaptive_in_flight(mut self, on: bool) -> ClientBuilder {
        self.limits.adaptive = on;
        self
    }

    /// Shares the rate limits with the other processes that use the same key, through a store in Redis or Valkey; none
    /// unless set. Calls are then paced as by [`Pacing::Pace`]; another [`pacing`](Self::pacing) is refused by
    /// [`build`](Self::build). It takes the cargo feature `redis`.
    ///
    /// The address is `redis://[user:password@]host[:port][/database]`, `rediss://` for TLS, `unix:///path`,
    /// `redis+cluster://host:port,host:port` for a cluster, or `redis+sentinel://host:port,host:port/name` for a
    /// service that sentinels watch.
    ///
    /// Processes take small shares of the limits ahead of their calls, so that most calls need no round trip, and
    /// give back what they do not use. After a 429 all of them wait, and one call goes first. The store knows a key of
    /// the service by a salted digest. It is used by a thread of its own; a call waits for it only while the share of
    /// the process is used up. If the store cannot be reached, each process goes on with an equal share of the limits
    /// within a second, which is logged once, and comes back to the store by itself. What a process holds that ended
    /// without giving it back is free after five seconds.
    ///
    /// A [`spending_limit`](Self::spending_limit) is shared as well, with the other processes of the service that have
    /// the same one.
    ///
    /// Credentials of a [`provider`](Self::credentials) change, so that all calls with one share the limits of
    /// their service.
    pub fn limits(mut self, address: impl Into<String>) -> ClientBuilder {
        self.limits_at = Some(Secret::from(address.into()));
        self
    }

    /// The requests per minute that the key may make of each model, for the time before an answer reports them: the
    /// first calls of a process are paced too. An answer that reports another limit replaces it.
    pub fn requests_per_minute(mut self, requests: u32) -> ClientBuilder {
        self.limits.requests = Some(requests);
        self
    }

    /// As [`requests_per_minute`](Self::requests_per_minute), for input and output tokens together.
    pub fn tokens_per_minute(mut self, tokens: u32) -> ClientBuilder {
        self.limits.tokens = Some(tokens);
        self
    }

    /// As [`requests_per_minute`](Self::requests_per_minute), for input tokens.
    pub fn input_tokens_per_minute(mut self, tokens: u32) -> ClientBuilder {
        self.limits.input_tokens = Some(tokens);
        self
    }

    /// As [`requests_per_minute`](Self::requests_per_minute), for output tokens.
    pub fn output_tokens_per_minute(mut self, tokens: u32) -> ClientBuilder {
        self.limits.output_tokens = Some(tokens);
        self
    }

    /// The end of the call whose answer reports that this fraction of a rate limit is used, above 0 and at most 1, has
    /// a notice of it ([`CallEnd::notices`](crate::CallEnd::notices)), once until the limit has room again; none unless
    /// set. It takes a [`hook`](Self::hook) to hear of it.
    pub fn notice_at(mut self, fraction: f64) -> ClientBuilder {
        self.limits.notice_at = Some(fraction);
        self
    }

    /// Sends a second attempt beside a first one whose first event is late, and uses the one that answers first; not
    /// unless set. `share` is the number of second attempts for each call, at most: above 0 and at most 0.1, such as
    /// 0.03. It should be above the share of slow answers.
    ///
    /// The second attempt starts once the first has taken longer than all but this share of the last 1 024 calls of the
    /// model took from the begin of their attempt to their first event. The client measures that itself, and needs 100
    /// calls of the model. The attempt that is not used is cancelled: its connection is closed, and the
    /// [`ledger`](Self::ledger) counts its input as billed, because it may have been.
    ///
    /// It is for streams of messages, and for whole answers that travel as a stream
    /// ([`stream_long_answers`](Self::stream_long_answers)), whose requests have no effect but an answer: without
    /// tools, MCP servers, a container or another parameter that this version does not know as harmless. Retries, calls
    /// of [`Priority::Bulk`], calls that write a prefix to the prompt cache, and clients with
    /// [`routes`](Self::add_route) or [`recordings`](Self::recordings) have none. No second attempt starts while a call
    /// waits for the limits, while less than a tenth of a limit of the model is left, while the model cools down, or
    /// within a minute after the service refused a request for its limits or its load.
    ///
    /// [`Hook::on_attempt`](crate::Hook::on_attempt) is called for it as for any attempt, while the first one runs; a
    /// veto or an error of it leaves the second attempt out. A stream resolves with its first event, not with its head.
    /// [`CallEnd::hedge_won`](crate::CallEnd::hedge_won) and [`Client::stats`](crate::Client::stats) say which of the
    /// two answered.
    ///
    /// ```
    /// use parlour::Client;
    /// let builder = Client::builder().base_url("http://127.0.0.1:9").api_key("<API_KEY>");
    /// assert!(builder.clone().hedge(0.5).build().is_err());
    /// let client = builder.hedge(0.03).build()?;
    /// assert_eq!(client.stats().hedges, 0);
    /// # Ok::<(), parlour::Error>(())
    /// ```
    pub fn hedge(mut self, share: f64) -> ClientBuilder {
        self.hedge = Some(share);
        self
    }

    /// What the client does so that message calls find their marked prefixes in the prompt cache of the service;
    /// [`PromptCache::Off`] unless set.
    ///
    /// With [`PromptCache::Keep`], the first request with a prefix that is not in the cache goes ahead, and requests
    /// that share it wait until its answer begins, for a stream with its first event: sent at once, all of them would
    /// be billed for writing it (protocol §10.3). If the first fails, the next goes ahead. A call waits no longer than
    /// its total limit. A prefix that the service does not keep, because it is too short, is waited for once.
    ///
    /// Prefixes are those that end at a marker ([`MessageRequest::mark_cache`](crate::MessageRequest::mark_cache)
    /// places them); they are kept as digests, for the client and its copies.
    pub fn prompt_cache(mut self, prompt_cache: PromptCache) -> ClientBuilder {
        self.prompt_cache = prompt_cache;
        self
    }

    /// Whether a request that generates nothing (`max_tokens` 0, protocol §10.6) writes a prefix that is not in the
    /// prompt cache before a call whose answer comes whole; off unless set. Calls that share the prefix then wait for
    /// that short request, and not for the first answer. It is a request of its own with the price of its input, in the
    /// ledger and for hooks too; without [`prompt_cache`](Self::prompt_cache) it is not sent.
    ///
    /// Calls that the service would refuse in that form go ahead themselves: with thinking `enabled`, a `format` of the
    /// output or a forced tool.
    pub fn prompt_cache_warm_up(mut self, warm_up: bool) -> ClientBuilder {
        self.prompt_cache_warm_up = warm_up;
        self
    }

    /// How long after its last use a marked prefix is kept in the prompt cache, by requests that generate nothing
    /// (`max_tokens` 0, protocol §10.6) and are sent shortly before the end of each lifetime; not unless set.
    ///
    /// They read the prompt of the last call with the prefix. No more of them are sent than cost as much as to write
    /// the prefix again, by the [`price`](Self::price) of the model: none for a model without one, eleven at the usual
    /// prices for a prefix of five minutes and no other input. Those of the 64 prefixes that were used last are sent,
    /// if their bodies have 64 MiB together. A prefix is left to the cache if its request fails, or if the service has
    /// dropped it all the same. A client that drains sends none.
    ///
    /// They are requests of their own: they wait for the limits of the key, and are in the [`ledger`](Self::ledger),
    /// which the client then keeps, under the labels of the call. A thread of the client sends them for as long as it
    /// keeps prefixes. [`Hook::on_end`](crate::Hook::on_end) is called for them; other methods of hooks are not, and
    /// the headers that hooks added to the call go along. Calls with a credential of their own, and those that took a
    /// route, are not repeated; neither are calls that the service would refuse in that form, as with
    /// [`prompt_cache_warm_up`](Self::prompt_cache_warm_up). With [`limits`](Self::limits) one of the processes that
    /// share a prefix keeps it for all.
    ///
    /// [`build`](Self::build) refuses it without [`prompt_cache`](Self::prompt_cache) and without any price.
    pub fn prompt_cache_keep_alive(mut self, after_last_use: Duration) -> ClientBuilder {
        self.prompt_cache_keep_alive = Some(after_last_use);
        self
    }

    /// Whether requests of its own keep prefixes in the prompt cache. Not part of the stable interface.
    #[must_use]
    #[doc(hidden)]
    pub fn keeps_prefixes_alive(&self) -> bool {
        self.prompt_cache_keep_alive.is_some()
    }

    /// Whether the client counts what its message calls use, for
    /// [`Client::usage_report`](crate::Client::usage_report); off unless set.
    pub fn ledger(mut self, on: bool) -> ClientBuilder {
        self.ledger = on;
        self
    }

    /// Appends a JSON line to this file for each call that ended, of every kind: the fields of
    /// [`CallEnd`](crate::CallEnd), and `ended_at` (seconds since 1970). Lines are written where the call ends, each in
    /// one piece, so that several processes may share a file on a local disk. A line that cannot be written costs no
    /// answer; the first failure is logged. No content and no secret is in it.
    pub fn call_log(mut self, path: impl Into<PathBuf>) -> ClientBuilder {
        self.call_log = Some(path.into());
        self
    }

    /// The price of a model, as requests name it, for the costs in
    /// [`Client::usage_report`](crate::Client::usage_report) and for limits in money.
    pub fn price(mut self, model: impl Into<String>, price: Price) -> ClientBuilder {
        self.prices.insert(model.into(), price);
        self
    }

    /// Adds a limit on what message calls may use within a time. A call that would go beyond it, if it used all of its
    /// `max_tokens`, is refused before anything is sent, with an error of the kind
    /// [`OverLimit`](crate::ErrorKind::OverLimit) and the subkind `spending`, whose `retry_after` says when the limit
    /// begins anew. The client then keeps a [`ledger`](Self::ledger).
    ///
    /// The time of a limit begins with the client, and again whenever it is over. Input is estimated at a token for
    /// four bytes, and the usage of the answer replaces the estimate. An answer that was cut counts as if it had used
    /// all that it might: nobody knows how much of it was billed.
    ///
    /// With [`limits`](Self::limits) all processes of a service that have the same limit keep it together, and its time
    /// begins at multiples of its length since 1970: a limit of a day at midnight UTC.
    pub fn spending_limit(mut self, limit: SpendingLimit) -> ClientBuilder {
        self.spending_limits.push(limit);
        self
    }

    /// Counts every call under this label, besides those of the call
    /// ([`CallOptions::label`](crate::CallOptions::label)). It is not sent.
    pub fn label(mut self, label: impl Into<String>) -> ClientBuilder {
        self.defaults = self.defaults.label(label);
        self
    }

    /// The store of the limits that processes share, if there is one.
    pub(super) fn shared_limits(&self) -> Result<Option<SharedLimits>> {
        let Some(address) = &self.limits_at else { return Ok(None) };
        let setting = Setting::LIMITS;
        if self.pacing.is_some_and(|pacing| pacing != Pacing::Pace) {
            let pacing = Setting::PACING;
            let text =
                format!("{setting} are kept by calls that wait: leave {pacing} out, or set it to `pace`");
            return Err(Error::about(setting, text));
        }
        store_at(address.expose()).map(Some)
    }

    /// The settings of the limiter.
    pub(super) fn limiter_settings(&self) -> Limits {
        let usual = if self.limits_at.is_some() { Pacing::Pace } else { Pacing::default() };
        Limits { pacing: self.pacing.unwrap_or(usual), ..self.limits }
    }

    pub(super) fn check_pacing(&self) -> Result<()> {
        if self.spending_limits.iter().any(|limit| !limit.is_sound()) {
            let setting = Setting::SPENDING_LIMITS;
            let text = format!(
                "{setting}: each has an amount and a time that are more than zero, and a mark for notices from 0 to 1"
            );
            return Err(Error::about(setting, text));
        }
        if let Some((model, _)) = self.prices.iter().find(|(_, price)| !price.is_sound()) {
            let setting = Setting::PRICES;
            let text = format!("{setting}: the prices of `{model}` must be numbers from zero on");
            return Err(Error::about(setting, text));
        }
        self.check_keep_alive()?;
        if self.hedge.is_some_and(|share| !(share > 0.0 && share <= MOST_HEDGES)) {
            let setting = Setting::HEDGE;
            let text = format!("{setting} is a share of the calls above 0 and at most {MOST_HEDGES}");
            return Err(Error::about(setting, text));
        }
        let limits = &self.limits;
        if limits.notice_at.is_some_and(|at| !(at > 0.0 && at <= 1.0)) {
            let setting = Setting::NOTICE_AT;
            return Err(Error::about(setting, format!("{setting} is a fraction above 0 and at most 1")));
        }
        for (setting, value) in [
            (Setting::MAX_IN_FLIGHT, limits.max_in_flight),
            (Setting::MAX_IN_FLIGHT_PER_HOST, limits.max_in_flight_per_host),
            (Setting::REQUESTS_PER_MINUTE, limits.requests),
            (Setting::TOKENS_PER_MINUTE, limits.tokens),
            (Setting::INPUT_TOKENS_PER_MINUTE, limits.input_tokens),
            (Setting::OUTPUT_TOKENS_PER_MINUTE, limits.output_tokens),
        ] {
            if value == Some(0) {
                return Err(Error::about(setting, format!("{setting} must be more than zero")));
            }
        }
        Ok(())
    }

    fn check_keep_alive(&self) -> Result<()> {
        let Some(time) = self.prompt_cache_keep_alive else { return Ok(()) };
        let setting = Setting::CACHE_KEEP_ALIVE;
        let problem = if time.is_zero() {
            format!("{setting} must be longer than zero")
        } else if self.prompt_cache == PromptCache::Off {
            format!("{setting} takes {}: `keep` or `extend`", Setting::CACHE)
        } else if self.prices.is_empty() {
            format!("{setting} takes {}: they say how many requests a prefix is worth", Setting::PRICES)
        } else {
            return Ok(());
        };
        Err(Error::about(setting, problem))
    }
}

#[cfg(feature = "redis")]
fn store_at(address: &str) -> Result<SharedLimits> {
    let fleet = Arc::new(Fleet::new(Address::parse(address)?));
    let (rates, spending) = (Arc::<Fleet>::clone(&fleet), Arc::<Fleet>::clone(&fleet));
    Ok(SharedLimits { rates, spending, prefixes: fleet })
}

#[cfg(not(feature = "redis"))]
fn store_at(_address: &str) -> Result<SharedLimits> {
    let setting = Setting::LIMITS;
    Err(Error::about(
        setting,
        format!("{setting}: this build has no support for Redis (cargo feature `redis`)"),
    ))
}
