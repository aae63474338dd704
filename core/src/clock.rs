//! Time and chance as a seam: real in production, scripted in tests.
//!
//! One job: tell the time, wait, and draw a number.

mod limits;

use std::fmt::Debug;
use std::future::Future;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant, SystemTime};

pub(crate) use limits::LimitClock;

/// A wait in progress; dropping it ends the wait at once.
pub type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Where the client gets time and randomness from. Shared between all calls of a client and used from any thread.
pub trait Clock: Send + Sync + Debug {
    /// The monotonic time, for deadlines and durations.
    fn now(&self) -> Instant;

    /// The calendar time, for HTTP dates only (protocol §7.3). It may jump.
    fn wall(&self) -> SystemTime;

    /// Completes once `wait` has passed. Must be dropped without side effects to be cancelled.
    fn sleep(&self, wait: Duration) -> Sleep;

    /// A number in `[0, 1)`, used for jitter. Need not be unpredictable, only different between processes.
    fn random(&self) -> f64;

    /// The clock that time limits run on; `None`, the default, for the runtime's timer.
    fn limits(&self) -> Option<ScriptedClock> {
        None
    }
}

/// The real clock, on top of the runtime's timer.
///
/// [`Clock::sleep`] must be awaited inside a tokio runtime with its timer enabled. In tests that pause tokio's
/// time, `now` and `sleep` follow the paused time; `wall` does not.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Instant {
        tokio::time::Instant::now().into_std()
    }

    fn wall(&self) -> SystemTime {
        SystemTime::now()
    }

    fn sleep(&self, wait: Duration) -> Sleep {
        // The timer is made at the first poll: making it needs a runtime, calling this function does not.
        Box::pin(async move { tokio::time::sleep(wait).await })
    }

    fn random(&self) -> f64 {
        // Every `RandomState` has its own key, seeded by the operating system once a thread and then counted up;
        // the keyed hash of nothing is therefore a fresh number. The upper 53 bits fill a double exactly.
        let bits = RandomState::new().build_hasher().finish() >> 11;
        bits as f64 / (1_u64 << 53) as f64
    }
}

/// A clock for tests: time moves only on request, chance follows a list, every wait is recorded.
///
/// Clones share one state. By default a wait completes at once and moves the clock by its length
/// ([`ScriptedClock::new`]); with [`ScriptedClock::manual`] it completes when [`ScriptedClock::advance`] has moved
/// the clock far enough.
///
/// ```
/// use parlour::clock::{Clock, ScriptedClock};
/// use std::time::Duration;
/// let clock = ScriptedClock::new().with_random([0.25, 0.5]);
/// let before = clock.now();
/// clock.advance(Duration::from_secs(3));
/// assert_eq!(clock.now() - before, Duration::from_secs(3));
/// assert_eq!((clock.random(), clock.random(), clock.random()), (0.25, 0.5, 0.25));
/// ```
#[derive(Clone, Debug)]
pub struct ScriptedClock {
    state: Arc<Mutex<ScriptState>>,
}

#[derive(Debug)]
struct ScriptState {
    now: Instant,
    wall: SystemTime,
    auto: bool,
    /// Whether time limits run on this clock too.
    limits: bool,
    waits: Vec<Duration>,
    sleepers: Vec<Waker>,
    random: Vec<f64>,
    drawn: usize,
}

impl ScriptedClock {
    /// A clock on which every wait is over at once. The wall clock starts at the Unix epoch, chance at 0.
    #[must_use]
    pub fn new() -> Self {
        let state = ScriptState {
            now: Instant::now(),
            wall: SystemTime::UNIX_EPOCH,
            auto: true,
            limits: false,
            waits: Vec::new(),
            sleepers: Vec::new(),
            random: Vec::new(),
            drawn: 0,
        };
        Self { state: Arc::new(Mutex::new(state)) }
    }

    /// A clock on which a wait lasts until [`ScriptedClock::advance`] ends it.
    #[must_use]
    pub fn manual() -> Self {
        let clock = Self::new();
        clock.lock().auto = false;
        clock
    }

    /// A clock that follows the time of another process, such as the emulator's shared time: it moves on by the
    /// microseconds of each big-endian `u64` that `time` brings, and acknowledges each with one byte. Time limits run
    /// on this clock as well, so that a test of them takes no real time; waits between attempts complete at once, as
    /// with [`ScriptedClock::new`]. A thread reads `time` until it ends.
    ///
    /// # Errors
    /// The thread could not be started.
    pub fn following(mut time: TcpStream) -> io::Result<Self> {
        let clock = Self::new();
        clock.lock().limits = true;
        let followed = Arc::downgrade(&clock.state);
        std::thread::Builder::new().name("parlour-clock".to_owned()).spawn(move || {
            let mut step = [0; 8];
            while time.read_exact(&mut step).is_ok() {
                let Some(state) = Weak::upgrade(&followed) else { return };
                ScriptedClock { state }.advance(Duration::from_micros(u64::from_be_bytes(step)));
                if time.write_all(&[1]).is_err() {
                    return;
                }
            }
        })?;
        Ok(clock)
    }

    /// Sets what [`Clock::random`] returns: the values in order, then again from the first. Values outside `[0, 1)`
    /// are brought inside.
    #[must_use]
    pub fn with_random(self, values: impl IntoIterator<Item = f64>) -> Self {
        let values = values.into_iter().map(into_unit).collect();
        {
            let mut state = self.lock();
            state.random = values;
            state.drawn = 0;
        }
        self
    }

    /// Sets the calendar time; it moves on together with the monotonic time.
    #[must_use]
    pub fn with_wall(self, wall: SystemTime) -> Self {
        self.set_wall(wall);
        self
    }

    /// As [`ScriptedClock::with_wall`], on a clock in use.
    pub fn set_wall(&self, wall: SystemTime) {
        self.lock().wall = wall;
    }

    /// Moves the clock forward and wakes the waits that are over.
    pub fn advance(&self, by: Duration) {
        let sleepers = {
            let mut state = self.lock();
            state.advance(by);
            std::mem::take(&mut state.sleepers)
        };
        // All of them: a sleeper that was woken too early registers again when it is polled.
        sleepers.into_iter().for_each(Waker::wake);
    }

    /// The waits that were begun so far, in order.
    #[must_use]
    pub fn waits(&self) -> Vec<Duration> {
        self.lock().waits.clone()
    }

    fn lock(&self) -> MutexGuard<'_, ScriptState> {
        // A test that panicked while holding the lock has already failed; the others still want their clock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for ScriptedClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for ScriptedClock {
    fn now(&self) -> Instant {
        self.lock().now
    }

    fn wall(&self) -> SystemTime {
        self.lock().wall
    }

    fn sleep(&self, wait: Duration) -> Sleep {
        Box::pin(ScriptedSleep { clock: self.clone(), wait, begun: None })
    }

    fn random(&self) -> f64 {
        let mut state = self.lock();
        let drawn = state.drawn;
        state.drawn = drawn.wrapping_add(1);
        let count = state.random.len().max(1);
        state.random.get(drawn % count).copied().unwrap_or(0.0)
    }

    fn limits(&self) -> Option<ScriptedClock> {
        self.lock().limits.then(|| self.clone())
    }
}

impl ScriptState {
    fn advance(&mut self, by: Duration) {
        self.now = self.now.checked_add(by).unwrap_or(self.now);
        self.wall = self.wall.checked_add(by).unwrap_or(self.wall);
    }
}

struct ScriptedSleep {
    clock: ScriptedClock,
    wait: Duration,
    begun: Option<Instant>,
}

impl Future for ScriptedSleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let clock = self.clock.clone();
        let mut state = clock.lock();
        let begun = match self.begun {
            Some(begun) => begun,
            None => {
                // Counted from the first poll, as a timer is: a sleep that is never awaited is no wait.
                state.waits.push(self.wait);
                self.begun = Some(state.now);
                if state.auto {
                    state.advance(self.wait);
                    return Poll::Ready(());
                }
                state.now
            }
        };
        if state.now.duration_since(begun) >= self.wait {
            return Poll::Ready(());
        }
        state.sleepers.push(cx.waker().clone());
        Poll::Pending
    }
}

fn into_unit(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0 - f64::EPSILON) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_fill_the_unit_interval() {
        let draws: Vec<f64> = (0..4000).map(|_| SystemClock.random()).collect();
        assert!(draws.iter().all(|u| (0.0..1.0).contains(u)));
        let mean = draws.iter().sum::<f64>() / 4000.0;
        // Twenty standard deviations of the mean: fails on a broken source, never by chance.
        assert!((mean - 0.5).abs() < 0.1, "{mean}");
        assert!(draws.windows(2).any(|w| w[0] != w[1]));
    }

    #[test]
    fn a_system_sleep_may_be_made_outside_a_runtime() {
        drop(SystemClock.sleep(Duration::from_secs(1)));
    }

    #[tokio::test(start_paused = true)]
    async fn the_system_clock_follows_paused_time() {
        let before = SystemClock.now();
        SystemClock.sleep(Duration::from_secs(3600)).await;
        let passed = SystemClock.now() - before;
        assert!(passed >= Duration::from_secs(3600) && passed < Duration::from_secs(3601), "{passed:?}");
    }

    #[tokio::test]
    async fn a_scripted_wait_is_over_at_once_and_recorded() {
        let clock = ScriptedClock::new().with_wall(SystemTime::UNIX_EPOCH + Duration::from_secs(100));
        let before = clock.now();
        clock.sleep(Duration::from_secs(7)).await;
        clock.sleep(Duration::MAX).await;
        drop(clock.sleep(Duration::from_secs(1)));
        assert_eq!(clock.waits(), [Duration::from_secs(7), Duration::MAX]);
        assert_eq!(clock.now() - before, Duration::from_secs(7));
        assert_eq!(clock.wall(), SystemTime::UNIX_EPOCH + Duration::from_secs(107));
    }

    #[tokio::test]
    async fn a_manual_wait_lasts_until_the_clock_is_moved() {
        let clock = ScriptedClock::manual();
        let waiting = tokio::spawn(clock.sleep(Duration::from_secs(5)));
        tokio::task::yield_now().await;
        assert_eq!(clock.waits(), [Duration::from_secs(5)]);
        clock.advance(Duration::from_secs(4));
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        clock.advance(Duration::from_secs(1));
        waiting.await.unwrap();
    }

    #[tokio::test]
    async fn time_limits_run_on_a_clock_that_follows_another() {
        let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let time = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let clock = ScriptedClock::following(time).unwrap();
        let (mut owner, _) = listener.accept().unwrap();
        let mut step = |micros: u64| {
            owner.write_all(&micros.to_be_bytes()).unwrap();
            owner.read_exact(&mut [0]).unwrap();
        };
        let limits = LimitClock::of(&clock);
        let waiting = tokio::spawn(async move {
            limits.timeout(Duration::from_secs(3600), std::future::pending::<()>()).await
        });
        while clock.lock().sleepers.is_empty() {
            tokio::task::yield_now().await;
        }
        step(3_599_999_999);
        while clock.lock().sleepers.is_empty() {
            tokio::task::yield_now().await;
        }
        assert!(!waiting.is_finished());
        step(1);
        assert_eq!(waiting.await.unwrap(), None);
        assert!(ScriptedClock::new().limits().is_none(), "limits of other clocks run on the runtime's timer");
    }

    #[test]
    fn scripted_chance_stays_inside_the_interval() {
        let clock = ScriptedClock::new();
        assert_eq!(clock.random(), 0.0);
        let clock = clock.with_random([1.0, -3.0, f64::NAN]);
        let drawn = [clock.random(), clock.random(), clock.random(), clock.random()];
        assert!(drawn[0] < 1.0 && drawn[0] > 0.999);
        assert_eq!(drawn[1..3], [0.0, 0.0]);
        assert_eq!(drawn[3], drawn[0]);
    }
}
