//! What the limiter, the ledger and hooks add to a call: CPU time beside the same client without them. With `--store`,
//! the address of a Redis or Valkey server, also what limits cost that several processes share.
//!
//! The clients take turns of a few hundredths of a second, so that a drift of the machine concerns all of them; the
//! figure is the median of the ratios within a round. The answers have the rate limits of four families, which
//! are too wide to hold a call.

use std::time::{Duration, Instant};

use parlour::{
    CallEnd, Client, ClientBuilder, Hook, HookPoints, MessageRequest, MessageStream, OpenTelemetry, Pacing,
    SpendingLimit,
};

use crate::Error;
use crate::args::Args;
use crate::meter::cpu_seconds;
use crate::runner::{Programs, Server};

/// A turn of one client.
const TURN: Duration = Duration::from_millis(40);

/// Calls in flight.
const CALLS: usize = 16;

/// A hook that looks at each end.
struct Looking;

impl Hook for Looking {
    fn name(&self) -> std::borrow::Cow<'_, str> {
        "looking".into()
    }

    fn points(&self) -> HookPoints {
        HookPoints::END
    }

    fn on_end(&self, end: &CallEnd) {
        std::hint::black_box(end.attempts);
    }
}

/// A hook that hands the telemetry of each call to nobody.
struct Exporting;

impl Hook for Exporting {
    fn name(&self) -> std::borrow::Cow<'_, str> {
        "exporting".into()
    }

    fn points(&self) -> HookPoints {
        HookPoints::END
    }

    fn on_end(&self, end: &CallEnd) {
        std::hint::black_box(end.telemetry());
    }
}

/// The name of a row, its client, and the share of a call that it may add.
type Row = (&'static str, fn(ClientBuilder) -> ClientBuilder, f64);

/// A row of a client that shares its limits through the store at this address.
type SharedRow = (&'static str, fn(ClientBuilder, &str) -> ClientBuilder, f64);

/// A row that is measured.
struct Measured {
    name: &'static str,
    client: Client,
    most: f64,
    /// CPU microseconds of a call, by round.
    costs: Vec<f64>,
}

/// The others are compared with the first. The goal for a client that paces is 2 us where a call costs 11 us, 18 %;
/// for spans and metrics it is 5 us, 45 %.
const ROWS: [Row; 7] = [
    ("off", |builder| builder.pacing(Pacing::Off), 0.0),
    ("observe", |builder| builder, 0.05),
    ("pace", |builder| builder.pacing(Pacing::Pace), 0.18),
    ("observe, ledger", |builder| builder.ledger(true), 0.18),
    ("observe, hook at the end", |builder| builder.hook(Looking), 0.2),
    ("observe, telemetry", |builder| builder.hook(Exporting), 0.35),
    // Its providers export to nobody.
    ("observe, opentelemetry", |builder| builder.hook(OpenTelemetry::new()), 0.45),
];

/// The goal is 3 us where a call costs 11 us, 27 %, while a lease is held, and 40 us, 364 %, if a call asks the store.
const SHARED: [SharedRow; 3] = [
    ("pace, shared", |builder, store| builder.limits(store), 0.27),
    (
        "pace, spending, shared",
        |builder, store| {
            builder
                .limits(store)
                .spending_limit(SpendingLimit::tokens(u64::MAX >> 12, Duration::from_secs(86_400)))
        },
        0.45,
    ),
    ("pace, spending, asked", |builder, store| near_its_end(builder, store), 3.64),
];

/// The tokens of a spending limit of which [`hold`] keeps [`HELD`].
const TOKENS: u64 = 1_000_000_000;
const HELD: u64 = 950_000_000;

/// A client with a spending limit that is near its end: nothing of it is given ahead, and each call asks the store.
fn near_its_end(builder: ClientBuilder, store: &str) -> ClientBuilder {
    builder.limits(store).spending_limit(SpendingLimit::tokens(TOKENS, Duration::from_secs(86_400)))
}

/// Begins a call that keeps most of that limit. It has a key of its own, whose rate limits nobody shares.
async fn hold(builder: ClientBuilder, store: &str) -> Result<MessageStream, parlour::Error> {
    let client = near_its_end(builder.api_key("another-key"), store).build()?;
    // An event each second for hours.
    let request = MessageRequest::new("mock-e10000-d1000000", HELD).user("What is at the quay?");
    client.messages().stream(&request).await
}

/// Measures and prints all rows.
///
/// # Errors
/// When a program is missing, a call fails, or a row breaks its bound.
pub fn main() -> Result<(), Error> {
    let args = Args::parse()?;
    args.only(&["rounds", "store"])?;
    let store: String = args.or("store", String::new())?;
    let rounds = args.or("rounds", 40_usize)?.max(1);
    let server = Server::start(&Programs::beside_this_one(&["bench-server"])?)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let builder = || Client::builder().base_url(&server.base).api_key("bench-key").vendor("svc");
    let mut rows = Vec::new();
    for (name, set, most) in ROWS {
        rows.push(Measured::of(name, set(builder()), most)?);
    }
    let mut held = Vec::new();
    if !store.is_empty() {
        held.push(runtime.block_on(hold(builder(), &store))?);
        for (name, set, most) in SHARED {
            rows.push(Measured::of(name, set(builder(), &store), most)?);
        }
    }
    // The first round opens the connections.
    for round in 0..=rounds {
        for row in &mut rows {
            let cost = runtime.block_on(turn(&row.client))?;
            if round > 0 {
                row.costs.push(cost);
            }
        }
    }
    drop(held);
    let mut all_hold = true;
    let base = rows.first().map(|row| row.costs.clone()).unwrap_or_default();
    for row in &rows {
        let added = median(row.costs.iter().zip(&base).map(|(cost, base)| cost / base - 1.0).collect());
        let holds = added <= row.most;
        all_hold &= holds;
        let verdict = if holds { "holds" } else { "BROKEN" };
        let (cost, added, most) = (median(row.costs.clone()), added * 100.0, row.most * 100.0);
        let line = format!(
            "limits: {:<24} {cost:6.2} us a call, {added:+.1} % (<= {most:.0} %)  {verdict}\n",
            row.name
        );
        std::io::Write::write_all(&mut std::io::stdout(), line.as_bytes())?;
    }
    if all_hold { Ok(()) } else { Err("a row breaks its bound".into()) }
}

impl Measured {
    fn of(name: &'static str, builder: ClientBuilder, most: f64) -> Result<Measured, parlour::Error> {
        Ok(Measured { name, client: builder.build()?, most, costs: Vec::new() })
    }
}

/// CPU microseconds of a call, with some in flight.
async fn turn(client: &Client) -> Result<f64, Error> {
    let (begin, until) = (cpu()?, Instant::now() + TURN);
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..CALLS {
        tasks.spawn(calls(client.clone(), until));
    }
    let mut made = 0_u32;
    while let Some(done) = tasks.join_next().await {
        made += done??;
    }
    Ok((cpu()? - begin) * 1e6 / f64::from(made))
}

/// One call after another; how many.
async fn calls(client: Client, until: Instant) -> Result<u32, parlour::Error> {
    let request = MessageRequest::new("mock-s600-l1", 1024).user("What is at the quay?");
    let mut made = 0;
    while made == 0 || Instant::now() < until {
        client.messages().create(&request).await?;
        made += 1;
    }
    Ok(made)
}

fn cpu() -> Result<f64, Error> {
    let (user, system) = cpu_seconds()?;
    Ok(user + system)
}

fn median(mut costs: Vec<f64>) -> f64 {
    costs.sort_by(f64::total_cmp);
    costs.get(costs.len() / 2).copied().unwrap_or_default()
}
