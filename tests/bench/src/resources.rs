//! Large batches and files: the CPU time and the memory of results that are read, of a batch that is written, and of a
//! file that is uploaded. Each side runs in a process of its own, because memory is what a process has had at most.
//!
//! `python/resources.py` and `node/resources.mjs` measure the same rows for their languages, with the service that
//! `--serve yes` starts.

mod service;

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use bytes::Bytes;
use parlour::{Body, Client, Upload};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::args::Args;
use crate::meter::{cpu_seconds, memory_kb};

/// Results of a batch.
const LINES: u64 = 100_000;
/// A tenth of them: memory that grows with their number would show.
const FEW_LINES: u64 = 10_000;
/// Requests of a batch whose body has the 256 MB that the service takes, but for a little.
const REQUESTS: u64 = 100_000;
const BATCH_BYTES: u64 = 255 << 20;
/// The file that is uploaded.
const FILE_BYTES: u64 = 500 << 20;

/// CPU time of the results as a multiple of a line reader's.
const OVER_BARE: f64 = 1.5;
/// Memory that ten times as many results may add.
const FLAT_MB: f64 = 4.0;
/// Memory that a batch of 256 MB may take.
const BATCH_MB: f64 = 16.0;
/// Memory that an upload of 500 MB may take.
const UPLOAD_MB: f64 = 8.0;

/// The costs of one side.
#[derive(Debug, Deserialize, Serialize)]
struct Cost {
    cpu_s: f64,
    /// The most memory that it had, beyond what it began with.
    grown_mb: f64,
    /// The number of items it counted, so that a side that skips work is noticed.
    seen: u64,
}

/// Measures and prints all rows; with `--serve yes` is the service, with `--side NAME --base URL` one side.
///
/// # Errors
/// When a side fails, or a row breaks its bound.
pub fn main() -> Result<(), Error> {
    let args = Args::parse()?;
    args.only(&["rounds", "serve", "side", "base"])?;
    if args.get("serve").is_some() {
        return service::serve();
    }
    if let Some(side) = args.get("side") {
        let cost = side_of(side, args.need("base")?)?;
        return Ok(std::io::stdout().write_all(format!("{}\n", serde_json::to_string(&cost)?).as_bytes())?);
    }
    rows(args.or("rounds", 5_usize)?.max(1))
}

fn rows(rounds: usize) -> Result<(), Error> {
    let service = Service::start()?;
    let mut held = true;
    let mut row = |name: &str, told: String, holds: bool| {
        held &= holds;
        let verdict = if holds { "holds" } else { "BROKEN" };
        std::io::stdout().write_all(format!("{name:<22} {told}  {verdict}\n").as_bytes())
    };
    let (mut bare, mut ours, mut grown) = (f64::MAX, f64::MAX, 0.0_f64);
    for _ in 0..rounds {
        bare = bare.min(service.run("bare-results")?.cpu_s);
        let cost = service.run("results")?;
        ours = ours.min(cost.cpu_s);
        grown = grown.max(cost.grown_mb);
    }
    let ratio = ours / bare;
    let told = format!("{ours:.2} s, bare {bare:.2} s, {ratio:.2}x (<= {OVER_BARE})");
    row("results_100k", told, ratio <= OVER_BARE)?;
    let few = service.run("few-results")?.grown_mb;
    let told = format!("{grown:.1} MB, a tenth of them {few:.1} MB (<= {FLAT_MB} more)");
    row("results_100k_memory", told, grown <= few + FLAT_MB)?;
    let batch = service.run("batch")?.grown_mb;
    row("batch_256MB_memory", format!("{batch:.1} MB (<= {BATCH_MB})"), batch <= BATCH_MB)?;
    let upload = service.run("upload")?.grown_mb;
    row("upload_500MB_memory", format!("{upload:.1} MB (<= {UPLOAD_MB})"), upload <= UPLOAD_MB)?;
    if held { Ok(()) } else { Err("a row breaks its bound".into()) }
}

/// The service in a process of its own, which ends with this one's pipe.
struct Service {
    child: Child,
    base: String,
}

impl Service {
    fn start() -> Result<Service, Error> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(["--serve", "yes"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut base = String::new();
        let out = child.stdout.take().ok_or("the service has no output")?;
        BufReader::new(out).read_line(&mut base)?;
        Ok(Service { child, base: base.trim().to_owned() })
    }

    fn run(&self, side: &str) -> Result<Cost, Error> {
        let out = Command::new(std::env::current_exe()?)
            .args(["--side", side, "--base", &self.base])
            .stderr(Stdio::inherit())
            .output()?;
        if !out.status.success() {
            return Err(format!("{side} failed").into());
        }
        Ok(serde_json::from_slice(&out.stdout)?)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn side_of(side: &str, base: &str) -> Result<Cost, Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let client = Client::builder().base_url(base).api_key("bench-key").build()?;
    // Memory that every program has after its first call is not counted.
    runtime.block_on(async { client.models().get("warm").await })?;
    match side {
        "bare-results" => measured(|| bare(base, LINES), LINES),
        "results" => measured(|| runtime.block_on(results(&client, LINES)), LINES),
        "few-results" => measured(|| runtime.block_on(results(&client, FEW_LINES)), FEW_LINES),
        "batch" => measured(|| runtime.block_on(batch(&client)), REQUESTS),
        "upload" => {
            let file = std::env::temp_dir().join(format!("parlour-bench-{}.bin", std::process::id()));
            // Holes take no room on the disk.
            std::fs::File::create(&file)?.set_len(FILE_BYTES)?;
            let cost = measured(|| runtime.block_on(upload(&client, &file)), FILE_BYTES);
            std::fs::remove_file(&file)?;
            cost
        }
        other => Err(format!("no side is named {other}").into()),
    }
}

fn measured(work: impl FnOnce() -> Result<u64, Error>, wanted: u64) -> Result<Cost, Error> {
    // Resets the peak of the memory. Where the system cannot, the figure is too high.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let (before, begun) = (memory_kb("VmRSS:"), cpu_seconds()?);
    let seen = work()?;
    let ended = cpu_seconds()?;
    let grown_mb = memory_kb("VmHWM:").saturating_sub(before) as f64 / 1024.0;
    if seen != wanted {
        return Err(format!("{seen} were seen, not {wanted}").into());
    }
    Ok(Cost { cpu_s: ended.0 + ended.1 - begun.0 - begun.1, grown_mb, seen })
}

/// The baseline that a careful user would write: lines of a socket, and serde_json for the fields that are read.
fn bare(base: &str, lines: u64) -> Result<u64, Error> {
    #[derive(Deserialize)]
    struct Line {
        custom_id: String,
        result: Outcome,
    }
    #[derive(Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Outcome {
        Succeeded { message: Message },
        Errored {},
        Canceled {},
        Expired {},
    }
    #[derive(Deserialize)]
    struct Message {
        id: String,
        model: String,
        content: Vec<Block>,
        stop_reason: Option<String>,
        usage: Usage,
    }
    #[derive(Deserialize)]
    struct Block {
        #[serde(rename = "type")]
        kind: String,
        text: String,
    }
    #[derive(Deserialize)]
    struct Usage {
        input_tokens: u64,
        output_tokens: u64,
    }
    let address = base.trim_start_matches("http://");
    let mut socket = TcpStream::connect(address)?;
    let head = format!(
        "GET /v1/messages/batches/msgbatch_{lines}/results HTTP/1.1\r\nhost: {address}\r\nx-api-key: k\r\n\r\n"
    );
    socket.write_all(head.as_bytes())?;
    let mut reader = BufReader::with_capacity(64 << 10, socket);
    let mut line = Vec::new();
    let (mut seen, mut in_body) = (0, false);
    let mut left = lines;
    while left > 0 {
        line.clear();
        if reader.read_until(b'\n', &mut line)? == 0 {
            return Err("the results broke off".into());
        }
        if !in_body {
            in_body = line == b"\r\n";
            continue;
        }
        left -= 1;
        let result: Line = serde_json::from_slice(&line)?;
        if let Outcome::Succeeded { message } = &result.result {
            let told = [&message.id, &message.model, &result.custom_id].iter().all(|text| !text.is_empty());
            let texts = message.content.iter().all(|block| block.kind == "text" && !block.text.is_empty());
            let used = message.usage.input_tokens + message.usage.output_tokens;
            seen += u64::from(told && texts && used > 0 && message.stop_reason.is_some());
        }
    }
    Ok(seen)
}

async fn results(client: &Client, lines: u64) -> Result<u64, Error> {
    let mut results = client.batches().results(&format!("msgbatch_{lines}")).await?;
    let mut seen = 0;
    while let Some(result) = results.next().await {
        let result = result?;
        let message = result.outcome.message().ok_or("a result without a message")?;
        let used = message.usage.input_tokens + message.usage.output_tokens;
        seen += u64::from(!message.text().is_empty() && used > 0 && message.stop_reason.is_some());
    }
    Ok(seen)
}

async fn batch(client: &Client) -> Result<u64, Error> {
    let text = "x".repeat((BATCH_BYTES / REQUESTS) as usize - 160);
    let request = format!(
        r#"{{"model":"svc-haiku-3-5","max_tokens":64,"messages":[{{"role":"user","content":"{text}"}}]}}"#
    );
    let request = Body::from_json_bytes(Bytes::from(request))?;
    let requests = (0..REQUESTS).map(|at| (format!("request-{at:06}"), request.clone()));
    let batch = client.batches().create(requests).await?;
    Ok(batch.request_counts.processing)
}

async fn upload(client: &Client, path: &std::path::Path) -> Result<u64, Error> {
    let file = client.files().upload(Upload::path(path)?).await?;
    Ok(file.size_bytes.unwrap_or_default())
}
