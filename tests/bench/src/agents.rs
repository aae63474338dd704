//! The overhead of an agent over its calls, and arriving JSON: both sides of each row come from one run.
//!
//! `python/agents.py` and `node/agents.mjs` measure the same rows for their languages. A loop runs a tool on every
//! turn; the calls beside it send the bytes that the loop sent, made ready before. Both are the CPU time of this
//! process, the least of all rounds: whatever else the machine does can only add to it.

use crate::Error;
use crate::args::Args;
use crate::meter::cpu_seconds;
use crate::runner::{Programs, Server};
use bytes::Bytes;
use parlour::{
    Body, Client, MessageRequest, PartialJson, PartialJsonMode, PartialKind, Tool, ToolError,
    ToolLoopOptions, ToolRun, Toolbox,
};

/// Turns of a loop.
const TURNS: u32 = 40;

/// Bytes that a piece of arriving JSON has.
const PIECE: usize = 10;

/// Microseconds of a turn that the loop may add to the call.
const ADDED_US: f64 = 20.0;

/// How many times the calls themselves all turns of a large history may cost.
const OVER_READY: f64 = 1.5;

/// Milliseconds for a megabyte of arriving JSON that is looked at after each piece.
const PARTIAL_MS: f64 = 100.0;

const SCHEMA: &str = r#"{"type":"object","properties":{"at":{"type":"string"},"deep":{"type":"boolean"}}}"#;

/// Measures and prints all rows.
///
/// # Errors
/// When a program is missing, a call fails, or a row breaks its bound.
pub fn main() -> Result<(), Error> {
    let args = Args::parse()?;
    args.only(&["rounds"])?;
    let rounds = args.or("rounds", 10_usize)?.max(1);
    let server = Server::start(&Programs::beside_this_one(&["bench-server"])?)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut held = true;
    let mut row = |name: &str, sides: String, holds: bool| {
        held &= holds;
        let verdict = if holds { "holds" } else { "BROKEN" };
        let line = format!("{name:<22} {sides}  {verdict}\n");
        std::io::Write::write_all(&mut std::io::stdout(), line.as_bytes())
    };
    let client = Client::builder().base_url(&server.base).api_key("bench-key").build()?;
    let small = runtime.block_on(Sides::of(&client, 60, rounds))?;
    let added = (small.looped - small.ready) * 1e6 / f64::from(TURNS);
    row("tool_turn", format!("{small}, {added:.1} us a turn added (<= {ADDED_US})"), added <= ADDED_US)?;
    let large = runtime.block_on(Sides::of(&client, 4_000, rounds))?;
    let ratio = large.looped / large.ready;
    row("agent_40_turns_4kB", format!("{large}, {ratio:.2}x (<= {OVER_READY})"), ratio <= OVER_READY)?;
    let text = arriving();
    let ms = least(rounds, || Ok(partial(&text)))? * 1e3;
    row(
        "partial_json_1MB",
        format!("{} pieces, {ms:.1} ms (<= {PARTIAL_MS})", text.len() / PIECE),
        ms <= PARTIAL_MS,
    )?;
    if held { Ok(()) } else { Err("a row breaks its bound".into()) }
}

/// CPU seconds of the turns of a loop, and of the calls with the same bytes.
struct Sides {
    looped: f64,
    ready: f64,
}

impl std::fmt::Display for Sides {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "loop {:.2} ms, calls {:.2} ms", self.looped * 1e3, self.ready * 1e3)
    }
}

impl Sides {
    /// A tool that gives `bytes` of text on every turn.
    async fn of(client: &Client, bytes: usize, rounds: usize) -> Result<Sides, Error> {
        let run = looped(client, bytes).await?;
        let (mut history, settings) =
            (run.machine().conversation().clone(), run.machine().settings().clone());
        let mut bodies: Vec<Bytes> = Vec::new();
        for turn in (0..TURNS as usize).rev() {
            history.rewind(2 * turn + 1);
            bodies.insert(0, history.body(&settings)?.to_bytes());
        }
        let mut sides = Sides { looped: f64::INFINITY, ready: f64::INFINITY };
        for _ in 0..rounds {
            let begin = cpu()?;
            looped(client, bytes).await?;
            let between = cpu()?;
            for body in &bodies {
                client.messages().create(Body::from_json_bytes(body.clone())?).await?;
            }
            sides.looped = sides.looped.min(between - begin);
            sides.ready = sides.ready.min(cpu()? - between);
        }
        Ok(sides)
    }
}

/// A loop at its end; what it sent can be made of its history.
async fn looped(client: &Client, bytes: usize) -> Result<ToolRun, Error> {
    let text = "x".repeat(bytes);
    let tool = Tool::new("look", "Looks around.", SCHEMA)?;
    let tools = Toolbox::new().add(tool, move |_: serde_json::Value, (): ()| {
        let text = text.clone();
        async move { Ok::<_, ToolError>(text) }
    })?;
    let mut limits = ToolLoopOptions::default();
    limits.max_requests = TURNS;
    let request = MessageRequest::new("mock-t1-s600", 1024).user("What is at the quay?");
    let mut run = client.messages().run_tools(request, tools, ())?.limits(limits)?;
    run.until_done().await?;
    if run.turns().len() != TURNS as usize {
        return Err(format!("{} turns instead of {TURNS}", run.turns().len()).into());
    }
    Ok(run)
}

/// The text in its pieces, looked at after each of them.
fn partial(text: &str) -> usize {
    let mut arriving = PartialJson::new(PartialJsonMode::TrailingStrings);
    let mut seen = 0;
    for piece in text.as_bytes().chunks(PIECE) {
        arriving.push(std::str::from_utf8(piece).unwrap_or_default());
        let items = arriving.value().and_then(|value| value.get("items"));
        seen += usize::from(items.is_some_and(|items| matches!(items.kind(), PartialKind::Array(_))));
    }
    assert!(arriving.is_complete() && seen > text.len() / PIECE / 2, "{seen} looks saw the list");
    seen
}

/// A megabyte of JSON, of ASCII characters alone so that any piece is text.
fn arriving() -> String {
    let mut text = String::from(r#"{"items":["#);
    for at in 0.. {
        if text.len() > 1_000_000 {
            break;
        }
        let comma = if at == 0 { "" } else { "," };
        text.push_str(&format!(
            r#"{comma}{{"id":{at},"name":"Harbour towns wake early","price":12.5,"tags":["lamp","tide"],"open":true}}"#
        ));
    }
    text.push_str("]}");
    text
}

fn cpu() -> Result<f64, Error> {
    let (user, system) = cpu_seconds()?;
    Ok(user + system)
}

/// The least CPU seconds of so many times.
fn least(rounds: usize, work: impl Fn() -> Result<usize, Error>) -> Result<f64, Error> {
    let mut least = f64::INFINITY;
    for _ in 0..rounds {
        let begin = cpu()?;
        std::hint::black_box(work()?);
        least = least.min(cpu()? - begin);
    }
    Ok(least)
}
