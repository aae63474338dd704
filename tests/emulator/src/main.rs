//! The service on its own: parses arguments, prints its address, stops on a signal.
#![allow(clippy::print_stdout, reason = "the address is this program's output")]

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use parlour_emulator::{Emulator, Limits, parse_replies};

/// A faithful local Messages service for tests, bound to 127.0.0.1.
#[derive(Parser)]
#[command(about)]
struct Arguments {
    /// Port to listen on; 0 takes a free one.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Accept only this header prefix (`<vendor>-version`); any without it.
    #[arg(long)]
    vendor: Option<String>,
    /// The key to accept.
    #[arg(long, default_value = "test-key")]
    api_key: String,
    /// Accept only this version value; without it `2023-06-01` and `2026-10-21`.
    #[arg(long)]
    version: Option<String>,
    /// Accept any version value that is not empty.
    #[arg(long, conflicts_with = "version")]
    any_version: bool,
    /// Requests per minute of a key.
    #[arg(long)]
    rpm: Option<u64>,
    /// Tokens per minute of a key.
    #[arg(long)]
    tpm: Option<u64>,
    /// Answers requests for any model, not only those of its list.
    #[arg(long)]
    any_model: bool,
    /// A further model under exactly this id; may be given several times.
    #[arg(long)]
    model: Vec<String>,
    /// The key for configured rate limits.
    #[arg(long, default_value = "test-admin-key")]
    admin_key: String,
    /// Chooses ids and splits.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Milliseconds between the events of a stream.
    #[arg(long, default_value_t = 0)]
    pace_ms: u64,
    /// The how-manieth status request of a batch finds it ended.
    #[arg(long, default_value_t = 2)]
    batch_polls: u32,
    /// Milliseconds after which a batch ends, however often it is asked for.
    #[arg(long)]
    batch_ms: Option<u64>,
    /// Replies for the first requests: a JSON file as described in the README.
    #[arg(long)]
    script: Option<PathBuf>,
    /// A folder of answers that a client recorded, to be given in place of the model's.
    #[arg(long)]
    recordings: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}

#[allow(clippy::print_stderr, reason = "the one place that reports a failed start")]
fn complain(error: &dyn std::fmt::Display) {
    eprintln!("parlour-emulator: {error}");
}

async fn run(arguments: Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let replies = match &arguments.script {
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
            parse_replies(&text).map_err(|e| format!("{}: {e}", path.display()))?
        }
        None => Vec::new(),
    };
    let generous = Limits::default();
    let limits = Limits {
        requests: arguments.rpm.unwrap_or(generous.requests),
        tokens: arguments.tpm.unwrap_or(generous.tokens),
        ..generous
    };
    let mut builder = Emulator::builder()
        .port(arguments.port)
        .vendor(arguments.vendor.as_deref())
        .version(arguments.version.as_deref())
        .any_version(arguments.any_version)
        .api_key(arguments.api_key)
        .limits(limits)
        .any_model(arguments.any_model)
        .seed(arguments.seed)
        .pace(Duration::from_millis(arguments.pace_ms))
        .batch_polls_until_end(arguments.batch_polls)
        // The records of a process of its own cannot be read.
        .keep_requests(0)
        .admin_key(arguments.admin_key);
    for id in arguments.model {
        builder = builder.model(id);
    }
    if let Some(time) = arguments.batch_ms {
        builder = builder.batch_duration(Duration::from_millis(time));
    }
    if let Some(folder) = arguments.recordings {
        builder = builder.recordings(folder);
    }
    let emulator = builder.start().await?;
    emulator.script(replies);
    // Listened for before anybody can know the address, or an early signal would kill instead of stop.
    let stop = Stop::listen()?;
    println!("listening on {}", emulator.url());
    stop.asked().await?;
    emulator.stop().await;
    Ok(())
}

/// Ctrl-C, or the signal that service managers send.
struct Stop {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Stop {
    #[cfg(unix)]
    fn listen() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    #[cfg(unix)]
    async fn asked(mut self) -> std::io::Result<()> {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
        Ok(())
    }

    #[cfg(not(unix))]
    fn listen() -> std::io::Result<Self> {
        Ok(Self {})
    }

    #[cfg(not(unix))]
    async fn asked(self) -> std::io::Result<()> {
        tokio::signal::ctrl_c().await
    }
}
