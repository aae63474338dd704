//! Driver processes: the table of `drivers.json`, and one long-living child that is given one call at a time. Every
//! line a child prints is searched for the key.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::errlog::ErrLog;
use crate::expand;
use crate::json::Json;
use crate::outcome::{Collector, Outcome};

/// How long a driver whose pipes are closed may take to end: only one that hangs takes so long, however busy the
/// machine is.
const ENDING: Duration = Duration::from_secs(60);

/// A row of `drivers.json`.
#[derive(Clone, Debug)]
pub struct Row {
    /// How it is chosen on the command line.
    pub name: String,
    /// Program and arguments.
    pub command: Vec<String>,
    /// Ways to make the same call (sync and async, iterator and callback …).
    pub variants: Vec<String>,
    /// Features it cannot offer; cases that need one are left out and counted.
    pub lacks: Vec<String>,
    /// The command that builds it, for the message when it does not start.
    pub build: String,
}

/// Reads the table. The placeholders are values that only the running harness knows: `$BIN` for the folder of its
/// program, `$ROOT` for the root of the project, `$PYTHON` and `$NODE` for the interpreters.
///
/// # Errors
/// A sentence about the file.
pub fn table(file: &Path, placeholders: &[(&str, &str)]) -> Result<Vec<Row>, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let json = Json::parse(&text).map_err(|e| format!("{}: {e}", file.display()))?;
    let json = expand::placeholders(&json, placeholders);
    let list = |row: &Json, key: &str| -> Vec<String> {
        let items = row.get(key).map(Json::items).unwrap_or_default();
        items.iter().filter_map(|v| v.as_str().map(str::to_owned)).collect()
    };
    let rows = json.get("drivers").map(Json::items).unwrap_or_default().iter();
    rows.map(|row| {
        let name = row.get("name").and_then(Json::as_str).ok_or("a driver without a name")?.to_owned();
        let made = Row {
            command: list(row, "command"),
            variants: list(row, "variants"),
            lacks: list(row, "lacks"),
            build: row.get("build").and_then(Json::as_str).unwrap_or_default().to_owned(),
            name,
        };
        if made.command.is_empty() || made.variants.is_empty() {
            return Err(format!("driver {} wants a command and variants", made.name));
        }
        Ok(made)
    })
    .collect()
}

/// A running driver.
pub struct Driver {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    stderr: ErrLog,
    next_id: u64,
}

/// Why a call gave no outcome.
#[derive(Debug)]
pub enum Broken {
    /// No last line in time.
    Hang(Duration),
    /// The process ended, with the end of what it wrote to stderr.
    Died(String),
    /// A line outside the protocol.
    Babble(String),
    /// A line contained the key.
    Leak(String),
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Broken::Hang(limit) => write!(f, "no answer of the driver within {limit:?}"),
            Broken::Died(stderr) => write!(f, "the driver ended; it said: {stderr}"),
            Broken::Babble(what) => write!(f, "the driver broke its protocol: {what}"),
            Broken::Leak(place) => write!(f, "the API key was shown {place}"),
        }
    }
}

impl Driver {
    /// Starts the process.
    ///
    /// # Errors
    /// A sentence that tells how to build it.
    pub fn start(row: &Row) -> Result<Driver, String> {
        let problem = |e: &dyn std::fmt::Display| {
            format!(
                "driver {} does not start ({}): {e}; build it with: {}",
                row.name,
                row.command.join(" "),
                row.build
            )
        };
        let (program, arguments) = row.command.split_first().ok_or_else(|| problem(&"no command"))?;
        let (stderr, errors) = ErrLog::create().map_err(|e| problem(&e))?;
        let mut child = Command::new(program)
            .args(arguments)
            .env_remove("PARLOUR_API_KEY")
            .env_remove("PARLOUR_BASE_URL")
            .env("NO_PROXY", "*")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .kill_on_drop(true)
            .spawn()
            .map_err(|e| problem(&e))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(problem(&"no pipes"));
        };
        Ok(Driver { child, input, output: BufReader::new(output).lines(), stderr, next_id: 0 })
    }

    /// Makes one call and waits for its outcome.
    ///
    /// # Errors
    /// Why there is none. The driver must not be used again after that.
    pub async fn call(
        &mut self,
        mut request: Json,
        secret: &str,
        limit: Duration,
    ) -> Result<Outcome, Broken> {
        self.next_id += 1;
        let id = self.next_id;
        request.set("id", Json::int(id));
        let line = format!("{request}\n");
        let talk = async {
            let written = self.input.write_all(line.as_bytes()).await;
            if written.is_err() || self.input.flush().await.is_err() {
                return None;
            }
            let mut collector = Collector::default();
            loop {
                let line = self.output.next_line().await.ok().flatten()?;
                if line.contains(secret) {
                    return Some(Err(leak("in a line of the driver", &line, secret)));
                }
                let parsed = Json::parse(&line).map_err(|e| format!("{e}: {line}"));
                let parsed = parsed.and_then(|json| {
                    let own = json.get("id").and_then(Json::as_u64) == Some(id);
                    if own { Ok(json) } else { Err(format!("a line for another call: {line}")) }
                });
                match parsed.and_then(|json| collector.line(json)) {
                    Ok(Some(outcome)) => return Some(Ok(outcome)),
                    Ok(None) => {}
                    Err(what) => return Some(Err(Broken::Babble(what))),
                }
            }
        };
        let answer = tokio::time::timeout(limit, talk).await;
        let result = match answer {
            Err(_) => Err(Broken::Hang(limit)),
            Ok(None) => {
                // Its output is closed, but it may still be writing its last words.
                let _ = tokio::time::timeout(ENDING, self.child.wait()).await;
                Err(Broken::Died(self.stderr.last_words()))
            }
            Ok(Some(result)) => result,
        };
        let log = self.stderr.fresh();
        if log.contains(secret) {
            return Err(leak("on the driver's stderr", log, secret));
        }
        result.map(|outcome| Outcome { log: self.stderr.new_part().to_owned(), ..outcome })
    }

    /// Ends the process by closing its input, and searches what it wrote to stderr once more.
    pub async fn finish(mut self, secret: &str) -> Option<Broken> {
        drop(self.input);
        let ended = tokio::time::timeout(ENDING, self.child.wait()).await;
        let log = self.stderr.fresh();
        match ended {
            _ if log.contains(secret) => Some(leak("on the driver's stderr", log, secret)),
            Err(_) => Some(Broken::Hang(ENDING)),
            Ok(_) => None,
        }
    }
}

/// Names the line that holds the secret, without it.
fn leak(place: &str, text: &str, secret: &str) -> Broken {
    let line = text.lines().find(|line| line.contains(secret)).unwrap_or_default();
    let shown: String = line.replace(secret, "<THE KEY>").chars().take(400).collect();
    Broken::Leak(format!("{place}: {shown}"))
}
