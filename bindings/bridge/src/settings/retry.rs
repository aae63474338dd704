//! Settings of retries and of the clock they wait by.

use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, SystemTime};

use parlour::clock::ScriptedClock;
use parlour::{Jitter, RetryBudget, RetryPolicy, Schedule};

use super::read::{Fraction, Numbers, Shape, Value, must_be};
use super::table::{fill_nested, settings};
use super::text::decode;
use crate::info::ErrorInfo;

/// The name of a set of numbers in the core.
struct Profile(RetryPolicy);

impl Value for Profile {
    const IS: &'static str = r#""default", "sdk_compatible" or "none""#;
    fn read(json: &str, name: &str) -> Result<Profile, ErrorInfo> {
        match decode(json).as_ref().map(|text| text.as_str()) {
            Some("default") => Ok(Profile(RetryPolicy::default())),
            Some("sdk_compatible") => Ok(Profile(RetryPolicy::sdk_compatible())),
            Some("none") => Ok(Profile(RetryPolicy::none())),
            _ => Err(must_be::<Profile>(name)),
        }
    }
}

settings! {
    RetryPolicy;
    /// The profile comes first: it replaces everything.
    const POLICY;
    #[cfg(test)]
    pub(super) const POLICY_ROWS;

    "profile": Profile, "the numbers to start from",
        |_, v| v.0;
    "rate_limit": Schedule, "the waits after a rate limit",
        |p, v| p.rate_limited(v);
    "server": Schedule, "the waits after a failure of the service",
        |p, v| p.server_failure(v);
    "connection": Schedule, "the waits after a lost connection or a timeout",
        |p, v| p.connection_lost(v);
    "max_retries": u32, "the maximum number of retries of a call",
        |p, v| p.max_retries(v);
    "max_retry_after_ms": Duration, "the longest delay requested by the service that is obeyed",
        |p, v| p.max_retry_after(v);
    "repeat_cut_answers": bool,
        "whether to repeat a call whose whole answer was cut after its beginning, or was too slow",
        |p, v| p.repeat_cut_answers(v);
}

impl Value for RetryPolicy {
    const IS: &'static str = "an object with {profile}, {rate_limit}, {server}, {connection}, {max_retries}, \
        {max_retry_after_ms} and {repeat_cut_answers}";
    const SHAPE: Shape = Shape::Object;
    fn read(json: &str, name: &str) -> Result<RetryPolicy, ErrorInfo> {
        fill_nested::<_, RetryPolicy>(RetryPolicy::default(), POLICY, json, name)
    }
}

/// A schedule of which some fields may not be given.
#[derive(Default)]
struct PartSchedule {
    first: Option<Duration>,
    factor: Option<u32>,
    cap: Option<Duration>,
    jitter: Duration,
}

settings! {
    PartSchedule;
    const SCHEDULE;
    #[cfg(test)]
    pub(super) const SCHEDULE_ROWS;

    "first_ms": Duration, "the wait before the first retry",
        |s, v| PartSchedule { first: Some(v), ..s };
    "factor": u32, "the factor between one wait and the next; 1 unless given",
        |s, v| PartSchedule { factor: Some(v), ..s };
    "cap_ms": Duration, "no wait is longer than this",
        |s, v| PartSchedule { cap: Some(v), ..s };
    "jitter_ms": Duration, "the maximum random addition to a wait; 0 unless given",
        |s, v| PartSchedule { jitter: v, ..s };
}

impl Value for Schedule {
    const IS: &'static str = "an object with {first_ms}, {cap_ms} and, if wanted, {factor} and {jitter_ms}";
    const SHAPE: Shape = Shape::Object;
    fn read(json: &str, name: &str) -> Result<Schedule, ErrorInfo> {
        let part = fill_nested::<_, Schedule>(PartSchedule::default(), SCHEDULE, json, name)?;
        // Both or nothing: half of a schedule is no answer to how long to wait.
        let (first, cap) = part.first.zip(part.cap).ok_or_else(|| must_be::<Schedule>(name))?;
        Ok(Schedule::new(first, part.factor.unwrap_or(1), cap).jitter(Jitter::Add(part.jitter)))
    }
}

/// A budget of which some fields may not be given; these are left to the core.
#[derive(Default)]
struct PartBudget {
    tokens: Option<u32>,
    refill_per_success: Option<Fraction>,
}

settings! {
    PartBudget;
    const BUDGET;
    #[cfg(test)]
    pub(super) const BUDGET_ROWS;

    "tokens": u32, "the retries available at the start, which is also the maximum",
        |b, v| PartBudget { tokens: Some(v), ..b };
    "refill_per_success": Fraction, "the fraction of a retry that a success returns",
        |b, v| PartBudget { refill_per_success: Some(v), ..b };
}

impl Value for RetryBudget {
    const IS: &'static str = "an object with {tokens} and {refill_per_success}, or null for no limit";
    const SHAPE: Shape = Shape::Object;
    const NULL: bool = true;
    fn read(json: &str, name: &str) -> Result<RetryBudget, ErrorInfo> {
        if json == "null" {
            return Ok(RetryBudget::off());
        }
        let part = fill_nested::<_, RetryBudget>(PartBudget::default(), BUDGET, json, name)?;
        let usual = || RetryBudget::default().remaining().unwrap_or_default();
        let tokens = part.tokens.unwrap_or_else(usual);
        Ok(match part.refill_per_success {
            Some(refill) => RetryBudget::with_refill(tokens, refill.0),
            None => RetryBudget::new(tokens),
        })
    }
}

/// A clock that follows the shared time of an emulator.
struct Followed(ScriptedClock);

impl Value for Followed {
    const IS: &'static str = "text of the form address:port, where an emulator shares its time";
    fn read(json: &str, name: &str) -> Result<Followed, ErrorInfo> {
        let address = decode(json).and_then(|text| text.as_str().parse::<SocketAddr>().ok());
        let time = TcpStream::connect(address.ok_or_else(|| must_be::<Followed>(name))?);
        let clock = time.and_then(ScriptedClock::following);
        clock.map(Followed).map_err(|error| ErrorInfo::about(name, &format!(" cannot be followed: {error}")))
    }
}

settings! {
    ScriptedClock;
    /// A clock to follow comes first: it replaces the other.
    const CLOCK;
    #[cfg(test)]
    pub(super) const CLOCK_ROWS;

    "follows": Followed, "the address of the emulator's shared time, on which time limits then run",
        |_, v| v.0;
    "random": Numbers, "the values of the random generator, used in turn and repeatedly",
        |c, v| c.with_random(v.0);
    "unix_ms": Duration, "the start of the wall clock: milliseconds since 1970",
        |c, v| c.with_wall(SystemTime::UNIX_EPOCH + v);
}

impl Value for ScriptedClock {
    const IS: &'static str =
        "an object with {follows} (an address), {random} (a list of numbers) and {unix_ms}";
    const SHAPE: Shape = Shape::Object;
    fn read(json: &str, name: &str) -> Result<ScriptedClock, ErrorInfo> {
        fill_nested::<_, ScriptedClock>(ScriptedClock::new(), CLOCK, json, name)
    }
}
