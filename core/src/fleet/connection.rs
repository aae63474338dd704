//! A connection to the store, and one round trip: what a lane asks, as arguments of the script, and its answer.

use std::fmt;
use std::time::{Duration, Instant};

use redis::cluster::ClusterClient;
use redis::{Client, Cmd, Connection as Server, ConnectionAddr, ConnectionLike, RedisError, Script};
use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};

use super::Address;
use crate::hex::hex;
use crate::ledger::{BookAsk, FleetUsage, SpendingAsk, SpendingGiven, Verdict};
use crate::pacing::{Ask, Given, Shared};
use crate::prompt_cache::{PrefixAsk, PrefixGiven, PrefixStep};

/// A store on the same network answers in less than a millisecond. Calls wait while it is silent.
const CONNECT: Duration = Duration::from_millis(300);
const ANSWER: Duration = Duration::from_millis(300);
const SCRIPT: &str = concat!(include_str!("common.lua"), include_str!("share.lua"));
const SPEND: &str = concat!(include_str!("common.lua"), include_str!("spend.lua"));
const PREFIX: &str = include_str!("prefix.lua");
const USAGE: &str = concat!(include_str!("common.lua"), include_str!("usage.lua"));
/// How long a claim of a prefix holds that is not repeated; it is each second.
const CLAIM: Duration = Duration::from_secs(5);
/// The key of the salt that all processes of a store use.
const SALT: &str = "parlour:salt";
/// Bytes of a salt and of the name of a process.
const RANDOM: usize = 16;
/// Figures of an answer: five, then four of each bucket.
const FIGURES: usize = 5 + 4 * 4;

/// Why a round trip failed.
#[derive(Debug)]
pub(super) enum Failure {
    Store(RedisError),
    /// The answer is none of the script's.
    Nonsense,
    /// No random numbers.
    Random,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // The kind and the code of the server; its text may be of any length.
            Failure::Store(error) => match error.code() {
                Some(code) => write!(f, "{}: {code}", error.category()),
                None => f.write_str(error.category()),
            },
            Failure::Nonsense => f.write_str("it answers nonsense"),
            Failure::Random => f.write_str("the system has no random numbers"),
        }
    }
}

impl From<RedisError> for Failure {
    fn from(error: RedisError) -> Failure {
        Failure::Store(error)
    }
}

pub(super) struct Connection {
    link: Box<dyn ConnectionLike>,
    salt: hmac::Key,
    script: Script,
    spend: Script,
    prefix: Script,
    usage: Script,
    /// The name of this process.
    process: String,
    /// The time for tests, in place of the server's.
    pub(super) time: Option<f64>,
}

impl Connection {
    pub(super) fn open(address: &Address) -> Result<Connection, Failure> {
        let mut link: Box<dyn ConnectionLike> = match address {
            Address::Server(info) => Box::new(server(&Client::open((**info).clone())?)?),
            Address::Cluster(nodes) => {
                let builder = ClusterClient::builder(nodes.clone());
                let client =
                    builder.retries(0).connection_timeout(CONNECT).response_timeout(ANSWER).build()?;
                Box::new(client.get_connection()?)
            }
            Address::Sentinel { sentinels, name, server: info } => {
                let found = watched(sentinels, name)?;
                let address = match info.addr() {
                    ConnectionAddr::TcpTls { insecure, tls_params, .. } => ConnectionAddr::TcpTls {
                        host: found.0,
                        port: found.1,
                        insecure: *insecure,
                        tls_params: tls_params.clone(),
                    },
                    _ => ConnectionAddr::Tcp(found.0, found.1),
                };
                Box::new(server(&Client::open((**info).clone().set_addr(address))?)?)
            }
        };
        let made = random()?;
        Cmd::new().arg("SET").arg(SALT).arg(&made).arg("NX").exec(&mut *link)?;
        let salt: String = Cmd::new().arg("GET").arg(SALT).query(&mut *link)?;
        let salt = hmac::Key::new(hmac::HMAC_SHA256, salt.as_bytes());
        let [script, spend, prefix, usage] = [SCRIPT, SPEND, PREFIX, USAGE].map(Script::new);
        Ok(Connection { link, salt, script, spend, prefix, usage, process: random()?, time: None })
    }

    /// The keys of a lane in the store. All are in one slot of a cluster.
    fn keys(&self, ask: &Ask) -> [String; 4] {
        let mut name = hmac::Context::with_key(&self.salt);
        name.update(&ask.identity.0);
        name.update(&[u8::from(ask.lane.fast)]);
        name.update(ask.lane.model.as_bytes());
        if let Some(origin) = &ask.lane.origin {
            // Not a part of any name of a model.
            name.update(&[0]);
            name.update(origin.as_bytes());
        }
        let name = hex(name.sign().as_ref());
        ["limits", "processes", "held", "waiting"].map(|what| format!("parlour:{{{name}}}:{what}"))
    }

    /// One round trip.
    pub(super) fn ask(&mut self, ask: &Ask) -> Result<Given, Failure> {
        let now = Instant::now();
        let milliseconds = |time: Duration| (time.as_secs_f64() * 1e3).to_string();
        let known = |figure: Option<f64>| figure.map(|figure| figure.to_string()).unwrap_or_default();
        let mut call = self.script.prepare_invoke();
        self.keys(ask).into_iter().for_each(|key| _ = call.key(key));
        let waits = if ask.leaves {
            "leaves"
        } else if ask.needed.is_some() {
            "waits"
        } else {
            ""
        };
        call.arg(&self.process).arg(waits).arg(ask.left_over.to_string());
        call.arg(u8::from(ask.probe_is_over));
        let refused = ask.refused.as_ref();
        call.arg(
            refused
                .map(|refused| milliseconds(refused.until.saturating_duration_since(now)))
                .unwrap_or_default(),
        );
        call.arg(known(refused.and_then(|refused| refused.rate))).arg(known(self.time));
        let needed = ask.needed.unwrap_or_default();
        let has = ask.held.into_iter().zip(ask.sent).zip(ask.returned);
        let wants = needed.into_iter().zip(ask.ahead);
        let knows = ask.known.iter().zip(&ask.reported);
        for ((((held, sent), returned), (needed, ahead)), (stated, reported)) in has.zip(wants).zip(knows) {
            for figure in [held, sent, returned, needed, ahead] {
                call.arg(figure.to_string());
            }
            call.arg(known(stated.map(|(limit, _)| limit))).arg(known(stated.map(|(_, level)| level)));
            let reported = reported.as_ref();
            call.arg(known(reported.and_then(|reported| reported.limit)));
            call.arg(known(reported.and_then(|reported| reported.remaining)));
            call.arg(known(reported.map(|reported| reported.rounding)));
            call.arg(known(reported.map(|reported| reported.charged)));
            call.arg(
                reported
                    .map(|reported| milliseconds(now.saturating_duration_since(reported.sent_at)))
                    .unwrap_or_default(),
            );
        }
        let answer: Vec<String> = call.invoke(&mut *self.link)?;
        given(&answer).ok_or(Failure::Nonsense)
    }
}

impl Connection {
    /// One round trip for a spending limit. `spender` names this process, also after the connection was lost.
    pub(super) fn spend(&mut self, ask: &SpendingAsk, spender: &str) -> Result<SpendingGiven, Failure> {
        let name = hex(hmac::sign(&self.salt, &ask.name.0).as_ref());
        let mut call = self.spend.prepare_invoke();
        for what in ["used", "processes", "held", "waiting", "gone"] {
            call.key(format!("parlour:{{spending:{name}}}:{what}"));
        }
        call.arg(spender).arg(ask.most.to_string()).arg((ask.within.as_secs_f64() * 1e3).to_string());
        for figure in [ask.reserved, ask.total, ask.confirmed, ask.needed.unwrap_or(-1.0), ask.ahead] {
            call.arg(figure.to_string());
        }
        match ask.known {
            Some((window, used)) => call.arg(window).arg(used.to_string()),
            None => call.arg("").arg(""),
        };
        call.arg(u8::from(ask.leaves));
        call.arg(self.time.map(|time| time.to_string()).unwrap_or_default());
        let answer: Vec<String> = call.invoke(&mut *self.link)?;
        spending_given(&answer).ok_or(Failure::Nonsense)
    }
}

impl Connection {
    /// One round trip for the prefixes of a call. `process` names this process, also after the connection was lost.
    pub(super) fn prefixes(&mut self, ask: &PrefixAsk, process: &str) -> Result<PrefixGiven, Failure> {
        let name = |parts: &[&[u8]]| {
            let mut name = hmac::Context::with_key(&self.salt);
            parts.iter().for_each(|part| name.update(part));
            hex(name.sign().as_ref())
        };
        // All prefixes of a credential are in one slot of a cluster.
        let credential = name(&[&ask.identity.0]);
        let mut call = self.prefix.prepare_invoke();
        for (prefix, _) in &ask.prefixes {
            call.key(format!("parlour:{{cache:{credential}}}:{}", name(&[&ask.identity.0, &prefix.0])));
        }
        let (step, since) = match ask.step {
            PrefixStep::Claim => ("claim", Duration::ZERO),
            PrefixStep::Began(sent) => ("began", sent.elapsed()),
            PrefixStep::Left => ("left", Duration::ZERO),
        };
        call.arg(step).arg(format!("{process}:{}", ask.call)).arg(whole_milliseconds(CLAIM));
        for (_, lifetime) in &ask.prefixes {
            call.arg(whole_milliseconds(lifetime.saturating_sub(since)));
        }
        let answer: Vec<String> = call.invoke(&mut *self.link)?;
        prefixes_given(&answer, ask.prefixes.len()).ok_or(Failure::Nonsense)
    }
}

impl Connection {
    /// One round trip for the book of this process, which is named by `process` also after the connection was lost.
    pub(super) fn keep(&mut self, ask: &BookAsk, process: &str) -> Result<FleetUsage, Failure> {
        let name = hex(hmac::sign(&self.salt, &ask.name.0).as_ref());
        let mut call = self.usage.prepare_invoke();
        for what in ["sum", &format!("book:{process}"), "processes"] {
            call.key(format!("parlour:{{usage:{name}}}:{what}"));
        }
        call.arg(process).arg(&ask.book).arg(u8::from(ask.leaves));
        call.arg(self.time.map(|time| time.to_string()).unwrap_or_default());
        let (processes, sum): (u32, String) = call.invoke(&mut *self.link)?;
        FleetUsage::read(processes, &sum).ok_or(Failure::Nonsense)
    }
}

fn whole_milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn server(client: &Client) -> Result<Server, RedisError> {
    let link = client.get_connection_with_timeout(CONNECT)?;
    link.set_read_timeout(Some(ANSWER))?;
    link.set_write_timeout(Some(ANSWER))?;
    Ok(link)
}

/// The server of a service that sentinels watch.
fn watched(sentinels: &[redis::ConnectionInfo], name: &str) -> Result<(String, u16), Failure> {
    let mut failed = Failure::Nonsense;
    for sentinel in sentinels {
        let asked = Client::open(sentinel.clone()).and_then(|client| server(&client)).and_then(|mut link| {
            Cmd::new().arg("SENTINEL").arg("get-master-addr-by-name").arg(name).query(&mut link)
        });
        match asked {
            Ok(found) => return Ok(found),
            Err(error) => failed = Failure::Store(error),
        }
    }
    Err(failed)
}

/// Reads the answer of the script.
fn given(answer: &[String]) -> Option<Given> {
    let (head, buckets) = answer.split_first_chunk::<5>().filter(|_| answer.len() == FIGURES)?;
    let number = |text: &String| text.parse::<f64>().ok().filter(|number| number.is_finite());
    let duration = |text: &String| Duration::try_from_secs_f64(number(text)? / 1e3).ok();
    let [is_granted, wait, cool_down, probe, processes] = head;
    let (mut granted, mut shared) = ([0.0; 4], [None; 4]);
    for ((bucket, granted), shared) in buckets.chunks_exact(4).zip(&mut granted).zip(&mut shared) {
        let [given, limit, level, charged] = bucket else { return None };
        *granted = number(given)?;
        *shared = match limit.is_empty() {
            true => None,
            false => Some(Shared { limit: number(limit)?, level: number(level)?, charged: number(charged)? }),
        };
    }
    Some(Given {
        granted: (is_granted == "1").then_some(granted),
        wait: duration(wait)?,
        cool_down: duration(cool_down)?,
        probe: probe == "1",
        processes: processes.parse().ok()?,
        buckets: shared,
    })
}

/// Reads the answer of the script for spending limits.
fn spending_given(answer: &[String]) -> Option<SpendingGiven> {
    let [verdict, granted, used, reserved, processes, window, reset] = answer else { return None };
    let amount = |text: &String| text.parse::<f64>().ok().filter(|amount| amount.is_finite());
    Some(SpendingGiven {
        verdict: match &**verdict {
            "granted" => Verdict::Granted,
            "wait" => Verdict::Wait,
            "refused" => Verdict::Refused,
            _ => return None,
        },
        granted: amount(granted)?,
        used: amount(used)?,
        reserved: amount(reserved)?,
        processes: processes.parse().ok()?,
        window: window.parse().ok()?,
        reset: Duration::try_from_secs_f64(amount(reset)? / 1e3).ok()?,
    })
}

/// Reads the answer of the script for prefixes.
fn prefixes_given(answer: &[String], count: usize) -> Option<PrefixGiven> {
    let (verdict, left) = answer.split_first()?;
    let time = |text: &String| match &**text {
        "" => Some(None),
        text => text.parse().ok().map(|milliseconds| Some(Duration::from_millis(milliseconds))),
    };
    match &**verdict {
        "wait" => Some(PrefixGiven::Wait),
        "go" if left.is_empty() || left.len() == count => {
            left.iter().map(time).collect::<Option<Vec<_>>>().map(PrefixGiven::Go)
        }
        _ => None,
    }
}

pub(super) fn random() -> Result<String, Failure> {
    let mut bytes = [0; RANDOM];
    SystemRandom::new().fill(&mut bytes).map_err(|_| Failure::Random)?;
    Ok(hex(&bytes))
}
