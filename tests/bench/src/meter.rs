//! The costs of one run of a driver: CPU time, wall time, latencies and memory of this process, and the JSON line that
//! reports them.
//!
//! CPU time is `getrusage(RUSAGE_SELF)`: user plus system, all threads. Memory is read from `/proc`, so it is
//! zero where that does not exist.

use crate::Error;
use nix::sys::resource::{UsageWho, getrusage};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// The line a driver prints. The names are those the project's shared harness reads.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Line {
    /// Calls made.
    pub ops: u64,
    /// Text deltas seen.
    pub events: u64,
    /// Length of the timed section.
    pub wall_s: f64,
    /// CPU time of the timed section in the process.
    pub user_s: f64,
    /// CPU time of the timed section in the kernel.
    pub sys_s: f64,
    /// Median time of a call.
    pub p50_us: f64,
    /// 99th percentile of the time of a call.
    pub p99_us: f64,
    /// Median time from the call to the first delta.
    pub ttfe_us: f64,
    /// Highest resident memory of the process so far.
    pub hwm_kb: u64,
    /// Resident memory now.
    pub rss_kb: u64,
    /// Resident memory before the streams of an idle run were opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rss_before_kb: Option<u64>,
    /// Streams held open in an idle run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub streams: Option<u64>,
    /// What large requests added to the highest resident memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub added_kb: Option<u64>,
    /// Median time from the service's write of a live delta to the loop that reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ev_p50_us: Option<f64>,
    /// The 99th percentile of the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ev_p99_us: Option<f64>,
    /// Bytes decoded, in the scenarios without sockets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
}

impl Line {
    /// CPU microseconds for one of `units`; `None` when nothing was counted.
    #[must_use]
    pub fn cpu_us_per(&self, units: u64) -> Option<f64> {
        (units > 0).then(|| (self.user_s + self.sys_s) * 1e6 / units as f64)
    }
}

/// One timed section, from [`Meter::start`] to [`Meter::finish`].
#[derive(Debug)]
pub struct Meter {
    wall: Instant,
    cpu: (f64, f64),
}

/// Latencies gathered while a section runs, in microseconds.
#[derive(Debug, Default)]
pub struct Latencies {
    /// One for each call.
    pub call: Vec<f64>,
    /// One for each stream: until its first delta.
    pub first: Vec<f64>,
}

impl Latencies {
    /// Takes in what another task gathered.
    pub fn merge(&mut self, other: Latencies) {
        self.call.extend(other.call);
        self.first.extend(other.first);
    }
}

impl Meter {
    /// Starts the section now.
    ///
    /// # Errors
    /// When the system does not tell the process's CPU time.
    pub fn start() -> Result<Meter, Error> {
        Ok(Meter { cpu: cpu_seconds()?, wall: Instant::now() })
    }

    /// Ends it and gives the line, without the fields only some kinds of run have.
    ///
    /// # Errors
    /// As [`Meter::start`].
    pub fn finish(self, ops: u64, events: u64, mut seen: Latencies) -> Result<Line, Error> {
        let wall_s = self.wall.elapsed().as_secs_f64();
        let (user, sys) = cpu_seconds()?;
        Ok(Line {
            ops,
            events,
            wall_s,
            user_s: user - self.cpu.0,
            sys_s: sys - self.cpu.1,
            p50_us: quantile(&mut seen.call, 0.5),
            p99_us: quantile(&mut seen.call, 0.99),
            ttfe_us: quantile(&mut seen.first, 0.5),
            hwm_kb: memory_kb("VmHWM:"),
            rss_kb: memory_kb("VmRSS:"),
            ..Line::default()
        })
    }
}

/// User and system CPU seconds of this process so far.
///
/// # Errors
/// If the system does not report it.
pub fn cpu_seconds() -> Result<(f64, f64), Error> {
    let usage = getrusage(UsageWho::RUSAGE_SELF)?;
    let seconds = |t: nix::sys::time::TimeVal| t.tv_sec() as f64 + t.tv_usec() as f64 / 1e6;
    Ok((seconds(usage.user_time()), seconds(usage.system_time())))
}

/// A memory figure of this process from `/proc/self/status`, such as `VmRSS:`, in KiB; zero if the system does not
/// report it.
#[must_use]
pub fn memory_kb(field: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix(field))
        .and_then(|rest| rest.trim().trim_end_matches("kB").trim().parse().ok())
        .unwrap_or(0)
}

/// The nearest-rank quantile; zero of nothing. Sorts in place.
#[must_use]
pub fn quantile(values: &mut [f64], q: f64) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let last = values.len().saturating_sub(1);
    values.get((last as f64 * q).round() as usize).copied().unwrap_or(0.0)
}

/// Pins this process, that is every thread it starts from now on, to one core. Where the system cannot, or has
/// no such core, nothing happens: the figures are then only noisier.
pub fn pin_to(core: usize) {
    #[cfg(target_os = "linux")]
    {
        let mut set = nix::sched::CpuSet::new();
        if set.set(core).is_ok() {
            let _ = nix::sched::sched_setaffinity(nix::unistd::Pid::from_raw(0), &set);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = core;
}

/// Lets this process open as many files as its hard limit allows: a thousand streams need more than the usual
/// soft limit of 1 024.
pub fn allow_many_files() {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    if let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE) {
        // macOS answers "unlimited" and then refuses it; 65 536 is plenty everywhere
        let wanted = hard.min(65_536);
        if wanted > soft {
            let _ = setrlimit(Resource::RLIMIT_NOFILE, wanted, hard);
        }
    }
}

/// A fixed piece of arithmetic, timed: CPU milliseconds of this process. Tells how fast the core is right now.
///
/// # Errors
/// When the system does not tell the process's CPU time.
pub fn calibrate() -> Result<f64, Error> {
    let meter = Meter::start()?;
    let mut x = 1_u64;
    for i in 0..10_000_000_u64 {
        x = std::hint::black_box(x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(i));
    }
    let line = meter.finish(1, 0, Latencies::default())?;
    Ok(Duration::from_secs_f64(line.user_s + line.sys_s).as_secs_f64() * 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_the_nearest_rank() {
        let mut v = vec![3.0, 1.0, 2.0, 5.0, 4.0];
        assert_eq!(quantile(&mut v, 0.5), 3.0);
        assert_eq!(quantile(&mut v, 0.99), 5.0);
        assert_eq!(quantile(&mut [], 0.5), 0.0);
    }

    #[test]
    fn work_shows_as_cpu_time() {
        let meter = Meter::start().unwrap();
        let ms = calibrate().unwrap();
        let line = meter.finish(2, 0, Latencies { call: vec![1.0, 2.0, 9.0], first: vec![] }).unwrap();
        assert!(ms > 0.0);
        assert!(line.cpu_us_per(2).unwrap() * 2.0 >= ms * 1e3 * 0.99);
        assert_eq!(line.cpu_us_per(0), None);
        assert_eq!(line.p50_us, 2.0);
    }
}
