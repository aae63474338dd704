//! The rows of real use of the shared harness: a client for each call, large requests, the turns of an agent, and live
//! streams. Driven as `driver.rs` drives the others: on a runtime of one thread, warm, metered for a while.

use crate::Error;
use crate::args::Args;
use crate::meter::{Latencies, Line, Meter, memory_kb, quantile};
use crate::ours;
use nix::time::{ClockId, clock_gettime};
use parlour::{Client, InputBlock, MessageParam, MessageRequest};
use serde::Deserialize;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::task::LocalSet;

/// The tokens of an answer that are asked for.
const MAX_TOKENS: u64 = 1024;
/// Streams that are opened before the service gets time for them: the queue of its listener is short.
const BATCH: usize = 50;
/// That time, and the time between two looks whether all streams have begun.
const PAUSE: Duration = Duration::from_millis(20);
/// How long all streams may take to begin.
const PATIENCE: Duration = Duration::from_secs(60);
/// Digits of the time of a live delta, in nanoseconds of the monotonic clock, at the end of its text.
const DIGITS: usize = 18;

/// A file of the harness: a conversation, and the results of the tools of its turns.
#[derive(Debug, Deserialize)]
struct Script {
    messages: Vec<MessageParam>,
    #[serde(default)]
    results: Vec<String>,
}

/// The options of a run.
struct Plan {
    base: String,
    ca: String,
    model: String,
    conc: usize,
    time: Duration,
    input: Option<String>,
}

impl Plan {
    fn client(&self) -> Result<Client, Error> {
        ours::client(&self.base, &self.ca)
    }

    fn script(&self) -> Result<Script, Error> {
        let path = self.input.as_deref().ok_or("--input is missing: a file with the messages")?;
        Ok(serde_json::from_slice(&std::fs::read(path)?)?)
    }
}

/// The line of a run, where the command line asks for one of these rows.
///
/// # Errors
/// When the command line is wrong, or a call fails.
pub fn run(args: &Args) -> Result<Option<Line>, Error> {
    let kind = args.need("kind")?;
    let input = args.get("input").map(str::to_owned);
    if !matches!(kind, "connect" | "agent" | "live") && (kind != "unary" || input.is_none()) {
        return Ok(None);
    }
    let plan = Rc::new(Plan {
        base: args.need("base")?.to_owned(),
        ca: args.get("ca").unwrap_or_default().to_owned(),
        model: args.get("model").unwrap_or("mock-s600").to_owned(),
        conc: args.or("conc", 1)?,
        time: Duration::from_secs_f64(args.or("secs", 1.0)?),
        input,
    });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let tasks = LocalSet::new();
    let line = tasks.block_on(&runtime, async {
        match kind {
            "connect" => connect(&plan).await,
            "agent" => agent(&plan).await,
            "live" => live(&plan).await,
            _ => large(&plan).await,
        }
    });
    // Hundreds of half-read streams need no orderly end.
    runtime.shutdown_background();
    line.map(Some)
}

fn microseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// A client, and with it a connection, for each call.
async fn connect(plan: &Plan) -> Result<Line, Error> {
    let call = async || {
        let request = MessageRequest::new(&plan.model, MAX_TOKENS).user(crate::decode::PROMPT);
        spoken(plan.client()?.messages().create(&request).await?.text())
    };
    for _ in 0..5 {
        call().await?;
    }
    let (meter, end, mut times) = (Meter::start()?, Instant::now() + plan.time, Latencies::default());
    loop {
        let began = Instant::now();
        call().await?;
        times.call.push(microseconds(began.elapsed()));
        if Instant::now() >= end {
            return meter.finish(times.call.len() as u64, 0, times);
        }
    }
}

/// Calls that send the conversation of a file; also what they add to the peak of memory.
async fn large(plan: &Rc<Plan>) -> Result<Line, Error> {
    let client = plan.client()?;
    let short = MessageRequest::new("mock-s600", MAX_TOKENS).user(crate::decode::PROMPT);
    let request = Rc::new(MessageRequest::new(&plan.model, MAX_TOKENS).messages(plan.script()?.messages));
    for _ in 0..3 * plan.conc {
        spoken(client.messages().create(&short).await?.text())?;
    }
    // The highest resident memory counts from now on.
    std::fs::write("/proc/self/clear_refs", "5")?;
    let before = memory_kb("VmRSS:");
    for _ in 0..2 * plan.conc {
        spoken(client.messages().create(&*request).await?.text())?;
    }
    let (meter, end) = (Meter::start()?, Instant::now() + plan.time);
    let mut tasks = Vec::with_capacity(plan.conc);
    for _ in 0..plan.conc {
        let (client, request) = (client.clone(), Rc::clone(&request));
        tasks.push(tokio::task::spawn_local(async move {
            let mut times = Latencies::default();
            loop {
                let began = Instant::now();
                spoken(client.messages().create(&*request).await?.text())?;
                times.call.push(microseconds(began.elapsed()));
                if Instant::now() >= end {
                    return Ok::<_, Error>(times);
                }
            }
        }));
    }
    let mut times = Latencies::default();
    for task in tasks {
        times.merge(task.await??);
    }
    let mut line = meter.finish(times.call.len() as u64, 0, times)?;
    line.added_kb = Some(line.hwm_kb.saturating_sub(before));
    Ok(line)
}

/// Whole conversations, each turn of which sends all that was said before; an operation is a turn.
async fn agent(plan: &Plan) -> Result<Line, Error> {
    let (client, script) = (plan.client()?, plan.script()?);
    let talk = async |times: &mut Latencies| {
        let mut request =
            MessageRequest::new(&plan.model, MAX_TOKENS).messages(script.messages.iter().cloned());
        for result in &script.results {
            let began = Instant::now();
            let reply = client.messages().create(&request).await?;
            let call = reply.tool_uses().last().ok_or("no tool was called")?;
            let result = InputBlock::tool_result(&call.id, result.as_str());
            request.messages.push(reply.to_param());
            request.messages.push(MessageParam::user(vec![result]));
            times.call.push(microseconds(began.elapsed()));
        }
        Ok::<_, Error>(())
    };
    talk(&mut Latencies::default()).await?;
    let (meter, end, mut times) = (Meter::start()?, Instant::now() + plan.time, Latencies::default());
    while Instant::now() < end {
        talk(&mut times).await?;
    }
    meter.finish(times.call.len() as u64, 0, times)
}

/// Streams that stay open: the cost of an event, and how long after the service wrote it the reader has it.
async fn live(plan: &Rc<Plan>) -> Result<Line, Error> {
    let client = plan.client()?;
    let ages = Rc::new(RefCell::new(Vec::new()));
    let begun = Rc::new(RefCell::new(0));
    for index in 1..=plan.conc {
        let (plan, client) = (Rc::clone(plan), client.clone());
        let (ages, begun) = (Rc::clone(&ages), Rc::clone(&begun));
        tokio::task::spawn_local(async move {
            let request = MessageRequest::new(&plan.model, MAX_TOKENS).user(crate::decode::PROMPT);
            let mut stream = client.messages().stream(&request).await?;
            let mut is_first = true;
            while let Some(event) = stream.next().await {
                if let Some(text) = event?.text() {
                    ages.borrow_mut().push(age(&text)?);
                    *begun.borrow_mut() += usize::from(std::mem::take(&mut is_first));
                }
            }
            Ok::<_, Error>(())
        });
        if index % BATCH == 0 {
            tokio::time::sleep(PAUSE).await;
        }
    }
    let patience = Instant::now() + PATIENCE;
    while *begun.borrow() < plan.conc {
        if Instant::now() > patience {
            return Err("not all streams began to speak".into());
        }
        tokio::time::sleep(PAUSE).await;
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    ages.replace(Vec::with_capacity(1 << 20));
    let meter = Meter::start()?;
    tokio::time::sleep(plan.time).await;
    let mut ages = ages.take();
    let events = ages.len() as u64;
    let mut line = meter.finish(events, events, Latencies::default())?;
    line.ev_p50_us = Some(quantile(&mut ages, 0.5));
    line.ev_p99_us = Some(quantile(&mut ages, 0.99));
    Ok(line)
}

/// Microseconds since the service wrote a live delta.
fn age(text: &str) -> Result<f64, Error> {
    let written: i64 = text.get(text.len().saturating_sub(DIGITS)..).unwrap_or_default().parse()?;
    let now = clock_gettime(ClockId::CLOCK_MONOTONIC)?;
    Ok((now.tv_sec() * 1_000_000_000 + now.tv_nsec() - written) as f64 / 1e3)
}

fn spoken(text: String) -> Result<(), Error> {
    if std::hint::black_box(text).is_empty() { Err("an answer without text".into()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_rows_are_left_to_the_driver() {
        let args = |line: &str| Args::from_words(line.split_whitespace().map(str::to_owned)).unwrap();
        assert!(run(&args("--kind unary")).unwrap().is_none());
        assert!(run(&args("--kind stream --base http://127.0.0.1:9")).unwrap().is_none());
        assert!(run(&args("--kind agent --base http://127.0.0.1:9")).is_err(), "it needs a file");
    }

    #[test]
    fn the_age_of_a_delta_is_read_from_its_text() {
        let now = clock_gettime(ClockId::CLOCK_MONOTONIC).unwrap();
        let written = now.tv_sec() * 1_000_000_000 + now.tv_nsec() - 5_000;
        assert!(age(&format!("T{written:018}")).unwrap() >= 5.0);
        assert!(age("T1").is_err());
    }
}
