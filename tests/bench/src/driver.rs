//! Drives one peer: warms it up, keeps a number of calls in flight for a while, and meters that. Every peer is driven
//! by exactly this code.

use crate::Error;
use crate::args::Args;
use crate::decode;
use crate::meter::{self, Latencies, Line, Meter, memory_kb};
use bytes::Bytes;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// One peer. Cloned for every call in flight, so a clone must share the connections.
pub trait Peer: Clone + Send + Sync + 'static {
    /// One whole answer; gives its text.
    fn whole(&self, model: &str) -> impl Future<Output = Result<String, Error>> + Send;

    /// One streamed answer: visits every event, counts each text delta in `seen`, gives the assembled text.
    fn stream(&self, model: &str, seen: &mut Seen) -> impl Future<Output = Result<String, Error>> + Send;

    /// Decodes transcripts from memory, without sockets. `None` when the peer has no such thing.
    fn decode(&self, task: &DecodeTask) -> Option<Result<Line, Error>>;
}

/// The progress of a stream while it runs. Clones count into the same sum.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    deltas: Arc<AtomicU64>,
    first: Option<Instant>,
}

impl Seen {
    /// One more text delta.
    #[inline]
    pub fn delta(&mut self) {
        if self.first.is_none() {
            self.first = Some(Instant::now());
        }
        // nothing but the sum is read by others, so no order is asked for
        self.deltas.fetch_add(1, Ordering::Relaxed);
    }

    /// Deltas so far, over all clones.
    #[must_use]
    pub fn deltas(&self) -> u64 {
        self.deltas.load(Ordering::Relaxed)
    }
}

/// The options every driver understands.
pub const OPTIONS: [&str; 11] =
    ["kind", "base", "secs", "ops", "conc", "model", "core", "file", "ca", "bundle", "input"];

/// The options of a run.
#[derive(Clone, Debug)]
struct Plan {
    kind: String,
    model: String,
    conc: usize,
    secs: f64,
    /// A fixed number of calls instead of a time, for counting instructions.
    ops: u64,
    /// A transcript to decode.
    file: Option<String>,
}

/// Transcripts to be decoded from memory.
#[derive(Clone, Debug)]
pub struct DecodeTask {
    /// `frame_tag`, `decode_text`, or `decode` for a transcript of the shared harness.
    pub kind: String,
    /// How long.
    pub secs: f64,
    /// The streamed replies, each in the pieces it comes in.
    pub messages: Vec<Vec<Bytes>>,
}

impl DecodeTask {
    fn of(plan: &Plan) -> Result<DecodeTask, Error> {
        let messages = match &plan.file {
            Some(path) => decode::messages(&Bytes::from(std::fs::read(path)?), plan.conc),
            None => vec![decode::transcript()],
        };
        Ok(DecodeTask { kind: plan.kind.clone(), secs: plan.secs, messages })
    }
}

/// A driver's whole `main`: reads the command line, pins, runs `open(base, ca)` and prints the JSON line. `ca` is a PEM
/// file to trust besides the system's certificates, or empty. `other` runs rows that only this peer has.
///
/// # Errors
/// When the command line is wrong, or any call fails: a benchmark of failing calls means nothing.
pub fn main<P: Peer>(
    open: impl FnOnce(&str, &str) -> Result<P, Error>,
    other: impl FnOnce(&Args) -> Result<Option<Line>, Error>,
) -> Result<(), Error> {
    use std::io::Write as _;
    let args = Args::parse()?;
    args.only(&OPTIONS)?;
    if let Some(core) = args.get("core") {
        meter::pin_to(core.parse()?);
    }
    meter::allow_many_files();
    if let Some(line) = other(&args)? {
        writeln!(std::io::stdout().lock(), "{}", serde_json::to_string(&line)?)?;
        return Ok(());
    }
    let plan = Plan {
        kind: args.need("kind")?.to_owned(),
        model: args.get("model").unwrap_or("mock").to_owned(),
        conc: args.or("conc", 1)?,
        secs: args.or("secs", 1.0)?,
        ops: args.or("ops", 0)?,
        file: args.get("file").map(str::to_owned),
    };
    let base = args.get("base").unwrap_or("http://127.0.0.1:0");
    let peer = open(base, args.get("ca").unwrap_or_default())?;
    let text = match run(peer, &plan)? {
        Some(line) => serde_json::to_string(&line)?,
        None => format!(r#"{{"skip":"no {} here"}}"#, plan.kind),
    };
    writeln!(std::io::stdout().lock(), "{text}")?;
    Ok(())
}

fn run<P: Peer>(peer: P, plan: &Plan) -> Result<Option<Line>, Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    // The calls are ordinary tasks beside the connections' own. A LocalSet would make the runtime ask the
    // system for news at every change between the two, which costs more than decoding an event.
    match plan.kind.as_str() {
        "unary" | "stream" if plan.conc > 0 => runtime.block_on(calls(peer, plan)).map(Some),
        "idle" if plan.conc > 0 => {
            let line = runtime.block_on(idle(peer, plan)).map(Some);
            // a thousand half-read streams need no orderly end
            runtime.shutdown_background();
            line
        }
        // a conc of zero asks for a synchronous interface, which no peer here has
        "unary" | "stream" | "idle" => Ok(None),
        _ => peer.decode(&DecodeTask::of(plan)?).transpose(),
    }
}

/// Keeps `conc` calls in flight until the time is over, every one of them to its end.
async fn calls<P: Peer>(peer: P, plan: &Plan) -> Result<Line, Error> {
    warm(&peer, plan).await?;
    let meter = Meter::start()?;
    let end = Instant::now() + Duration::from_secs_f64(plan.secs);
    let share = plan.ops.div_ceil(plan.conc as u64);
    let mut tasks = Vec::with_capacity(plan.conc);
    for _ in 0..plan.conc {
        let (peer, plan) = (peer.clone(), plan.clone());
        tasks.push(tokio::spawn(async move {
            let (mut times, mut seen) = (Latencies::default(), Seen::default());
            let mut ops = 0_u64;
            loop {
                let began = Instant::now();
                one(&peer, &plan, &mut seen).await?;
                ops += 1;
                let now = Instant::now();
                times.call.push((now - began).as_secs_f64() * 1e6);
                if let Some(first) = seen.first.take() {
                    times.first.push((first - began).as_secs_f64() * 1e6);
                }
                if if share > 0 { ops >= share } else { now >= end } {
                    return Ok::<_, Error>((ops, seen.deltas(), times));
                }
            }
        }));
    }
    let (mut ops, mut events, mut times) = (0, 0, Latencies::default());
    for task in tasks {
        let (o, e, t) = task.await??;
        ops += o;
        events += e;
        times.merge(t);
    }
    meter.finish(ops, events, times)
}

/// Opens every connection the section will use, and lets lazy tables and the allocator settle.
async fn warm<P: Peer>(peer: &P, plan: &Plan) -> Result<(), Error> {
    let short = Plan { model: "mock-e20".to_owned(), ..plan.clone() };
    let first = if plan.kind == "unary" { plan } else { &short };
    let mut tasks = Vec::with_capacity(plan.conc);
    for _ in 0..plan.conc {
        let (peer, first) = (peer.clone(), first.clone());
        tasks.push(tokio::spawn(async move { one(&peer, &first, &mut Seen::default()).await }));
    }
    for task in tasks {
        task.await??;
    }
    if plan.conc == 1 {
        for _ in 0..50 {
            one(peer, first, &mut Seen::default()).await?;
        }
    }
    Ok(())
}

async fn one<P: Peer>(peer: &P, plan: &Plan, seen: &mut Seen) -> Result<(), Error> {
    let text = match plan.kind.as_str() {
        "unary" => peer.whole(&plan.model).await?,
        _ => peer.stream(&plan.model, seen).await?,
    };
    if std::hint::black_box(text).is_empty() { Err("an answer without text".into()) } else { Ok(()) }
}

/// Holds `conc` slow streams open and measures their memory.
async fn idle<P: Peer>(peer: P, plan: &Plan) -> Result<Line, Error> {
    const BATCH: usize = 50;
    const PAUSE: Duration = Duration::from_millis(20);
    let short = Plan { kind: "stream".to_owned(), model: "mock-e2".to_owned(), ..plan.clone() };
    one(&peer, &short, &mut Seen::default()).await?;
    let before = memory_kb("VmRSS:");
    let seen: Vec<Seen> = (0..plan.conc).map(|_| Seen::default()).collect();
    for (i, seen) in seen.iter().enumerate() {
        let (peer, model, mut seen) = (peer.clone(), plan.model.clone(), seen.clone());
        tokio::spawn(async move { peer.stream(&model, &mut seen).await.is_ok() });
        if i % BATCH == BATCH - 1 {
            // the listener's queue is short
            tokio::time::sleep(PAUSE).await;
        }
    }
    let patience = Instant::now() + Duration::from_secs(30);
    while seen.iter().any(|s| s.deltas() == 0) {
        if Instant::now() > patience {
            return Err("not all streams began to speak".into());
        }
        tokio::time::sleep(PAUSE).await;
    }
    let rss = memory_kb("VmRSS:");
    let meter = Meter::start()?;
    let deltas = || seen.iter().map(Seen::deltas).sum::<u64>();
    let from = deltas();
    tokio::time::sleep(Duration::from_secs_f64(plan.secs)).await;
    let events = deltas() - from;
    let mut line = meter.finish(events, events, Latencies::default())?;
    line.rss_before_kb = Some(before);
    line.rss_kb = rss.max(line.rss_kb);
    line.streams = Some(plan.conc as u64);
    Ok(line)
}
