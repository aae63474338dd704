//! Starts the server and the peers as processes of their own, round by round, and writes the report.
//!
//! Server and client sit on different cores, so that neither takes the other's time. Rounds are interleaved
//! peer by peer and every second round turns their order round, so that a drift of the machine hits both alike.

use crate::Error;
use crate::args::Args;
use crate::meter::{self, Line, quantile};
use crate::report::{self, Measured, Round};
use crate::scenario::{self, Scenario, Unit};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const SERVER_CORE: usize = 0;
const CLIENT_CORE: usize = 1;
const PEERS: [&str; 2] = ["raw", "ours"];

/// The runner's whole `main`.
///
/// # Errors
/// When a program cannot be started or a driver fails. A bound that does not hold is reported, not an error.
pub fn main() -> Result<(), Error> {
    let args = Args::parse()?;
    args.only(&["rounds", "secs", "only", "out", "instructions"])?;
    let scenarios = scenario::select(args.get("only").unwrap_or_default());
    let programs = Programs::beside_this_one(&["bench-server", "bench-raw", "bench-ours"])?;
    meter::pin_to(CLIENT_CORE);
    let server = Server::start(&programs)?;
    let mut out = std::io::stdout().lock();
    if args.get("instructions") == Some("yes") {
        out.write_all(instructions(&programs, &server, &scenarios)?.as_bytes())?;
        return Ok(());
    }
    let rounds: usize = args.or("rounds", 10)?;
    let secs: f64 = args.or("secs", 0.5)?;
    let mut speeds = Vec::new();
    let mut all: Vec<Measured> =
        scenarios.iter().map(|&scenario| Measured { scenario, rounds: Vec::new() }).collect();
    for round in 0..rounds {
        speeds.push(meter::calibrate()?);
        for one in all.iter_mut().filter(|m| round < m.scenario.rounds) {
            one.rounds.push(run_round(&programs, &server, &one.scenario, secs, round)?);
        }
        writeln!(std::io::stderr(), "round {} of {rounds} done", round + 1)?;
    }
    let (low, high) = (quantile(&mut speeds, 0.0), quantile(&mut speeds, 1.0));
    writeln!(
        out,
        "Medians of {rounds} rounds of {secs} s; CPU time is the client process's, user and kernel."
    )?;
    writeln!(
        out,
        "A fixed loop took {low:.1} to {high:.1} ms of CPU: the further apart, the less the absolute figures say.\n"
    )?;
    out.write_all(report::table(&all).as_bytes())?;
    let path = args.get("out").map_or_else(|| programs.folder.join("bench-rows.json"), PathBuf::from);
    save(&all, &path)?;
    writeln!(out, "\nRows: {}", path.display())?;
    Ok(())
}

fn run_round(
    programs: &Programs,
    server: &Server,
    scenario: &Scenario,
    secs: f64,
    round: usize,
) -> Result<Round, Error> {
    let mut result = Round::default();
    let mut order = PEERS;
    if round % 2 == 1 {
        order.reverse();
    }
    for peer in order {
        let mut command = programs.peer(peer, server, scenario);
        let got = driver_line(command.args(["--secs", &secs.to_string()]))?;
        match peer {
            "raw" => result.raw = got,
            _ => result.ours = got,
        }
    }
    Ok(result)
}

/// Runs a driver; `None` when it says that it does not take part.
fn driver_line(command: &mut Command) -> Result<Option<Line>, Error> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
    let text = String::from_utf8(output.stdout)?;
    if !output.status.success() {
        return Err(format!("{command:?} failed: {}", output.status).into());
    }
    let value: serde_json::Value = serde_json::from_str(text.trim())?;
    if value.get("skip").is_some() { Ok(None) } else { Ok(Some(serde_json::from_value(value)?)) }
}

/// Counts instructions instead of time, by running each peer under valgrind with a number of calls and with
/// twice as many: the difference is what the calls cost, free of start and warm-up. The kernel's part is not
/// in it. It says the same on a busy machine as on an idle one.
fn instructions(programs: &Programs, server: &Server, scenarios: &[Scenario]) -> Result<String, Error> {
    let mut out =
        String::from("| scenario | raw: instructions | ours: instructions | ratio |\n|---|---:|---:|---:|\n");
    for scenario in scenarios.iter().filter(|s| s.counted_ops > 0) {
        let mut found = [0.0; PEERS.len()];
        for (peer, found) in PEERS.iter().zip(&mut found) {
            let (few, few_units) = counted(programs, server, scenario, peer, scenario.counted_ops)?;
            let (many, many_units) = counted(programs, server, scenario, peer, 2 * scenario.counted_ops)?;
            *found = many.saturating_sub(few) as f64 / many_units.saturating_sub(few_units).max(1) as f64;
        }
        let [raw, ours] = found;
        out.push_str(&format!(
            "| {}, per {} | {raw:.0} | {ours:.0} | {:.2}x |\n",
            scenario.name,
            scenario.unit.name(),
            ours / raw
        ));
    }
    Ok(out)
}

/// Instructions of a whole run, and the operations it made.
fn counted(
    programs: &Programs,
    server: &Server,
    scenario: &Scenario,
    peer: &str,
    ops: u64,
) -> Result<(u64, u64), Error> {
    let plain = programs.peer(peer, server, scenario);
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    command.arg(plain.get_program()).args(plain.get_args()).args(["--ops", &ops.to_string()]);
    let output = command.stdin(Stdio::null()).output()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        return Err(format!("{command:?} failed: {said}").into());
    }
    let line: Line = serde_json::from_slice(&output.stdout)?;
    let total = said
        .lines()
        .find_map(|l| l.split_once("Collected :"))
        .and_then(|(_, n)| n.trim().parse().ok())
        .ok_or("valgrind told no count")?;
    Ok((total, if scenario.unit == Unit::Call { line.ops } else { line.events }))
}

/// The rows at `path`, and every single round beside them.
fn save(all: &[Measured], path: &Path) -> Result<(), Error> {
    let rows: Vec<report::Row> = all.iter().flat_map(Measured::rows).collect();
    std::fs::write(path, serde_json::to_string_pretty(&rows)? + "\n")?;
    let rounds: serde_json::Map<String, serde_json::Value> = all
        .iter()
        .map(|m| Ok((m.scenario.name.to_owned(), serde_json::to_value(&m.rounds)?)))
        .collect::<Result<_, serde_json::Error>>()?;
    std::fs::write(path.with_extension("rounds.json"), serde_json::to_string(&rounds)? + "\n")?;
    Ok(())
}

/// Where the other programs of this crate are.
pub(crate) struct Programs {
    folder: PathBuf,
}

impl Programs {
    pub(crate) fn beside_this_one(names: &[&str]) -> Result<Programs, Error> {
        let me = std::env::current_exe()?;
        let folder = me.parent().ok_or("this program has no folder")?.to_owned();
        for name in names {
            if !folder.join(name).exists() {
                let how = "build all of them first: cargo build --release -p parlour-bench --bins";
                return Err(format!("{name} is not beside this program; {how}").into());
            }
        }
        Ok(Programs { folder })
    }

    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(self.folder.join(name));
        // a key or a proxy of the user's own has no say in a measurement
        for (key, _) in std::env::vars_os() {
            let name = key.to_string_lossy().to_ascii_uppercase();
            if name.starts_with("PARLOUR_") || name.ends_with("_PROXY") {
                command.env_remove(&key);
            }
        }
        command
    }

    fn peer(&self, peer: &str, server: &Server, scenario: &Scenario) -> Command {
        let mut command = self.command(&format!("bench-{peer}"));
        command.args(["--core", &CLIENT_CORE.to_string(), "--base", &server.base]);
        command.args(["--kind", scenario.kind, "--conc", &scenario.conc.to_string()]);
        command.args(["--model", scenario.model]);
        command
    }
}

/// The running server; it ends with this value.
pub(crate) struct Server {
    pub(crate) base: String,
    child: Child,
}

impl Server {
    pub(crate) fn start(programs: &Programs) -> Result<Server, Error> {
        let mut command = programs.command("bench-server");
        command.args(["--core", &SERVER_CORE.to_string()]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no pipe from the server")?).read_line(&mut line)?;
        let port: u16 = line.trim().parse()?;
        Ok(Server { base: format!("http://127.0.0.1:{port}"), child })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // closing its standard input ends it
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
