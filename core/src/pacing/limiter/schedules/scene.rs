//! What a scenario needs: its schedules, a clock, a limiter with figures of its calls, and calls that are given up.

use std::future::poll_fn;
use std::pin::pin;
// Shuttle runs all tasks on one thread: what is counted here is not to add schedules.
use std::sync::Mutex as Plain;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::Wake;
use std::time::SystemTime;

use shuttle::future::{JoinHandle, block_on};
use shuttle::rand::{Rng, thread_rng};
use shuttle::scheduler::{PctScheduler, RandomScheduler};
use shuttle::{Config, MaxSteps, Runner, sync, thread};

use super::super::*;

/// Schedules of each kind for a scenario.
const SCHEDULES: usize = 500;
/// At so many places less one PCT takes the turn from the task that has it: few bugs need more.
const DEPTH: usize = 3;
/// A scenario that takes more is one whose clock goes on because a call was forgotten.
const STEPS: usize = 50_000;
/// Output tokens that a call reserves.
pub(crate) const RESERVED: u64 = 10;

/// Runs a scenario under schedules that are drawn evenly, and under those of PCT, in which a task may be held up for
/// long.
pub(crate) fn explore(scenario: fn()) {
    let mut config = Config::new();
    config.max_steps = MaxSteps::FailAfter(STEPS);
    Runner::new(RandomScheduler::new(SCHEDULES), config.clone()).run(scenario);
    Runner::new(PctScheduler::new(DEPTH, SCHEDULES), config).run(scenario);
}

/// A number below `end`, which belongs to the schedule.
pub(crate) fn any(end: usize) -> usize {
    thread_rng().gen_range(0..end)
}

/// Wakes a task a moment later: between the end of a lock and the wake-up others may go on.
struct Late {
    waker: Waker,
    moment: sync::atomic::AtomicBool,
}

impl Wake for Late {
    fn wake(self: Arc<Self>) {
        self.moment.store(true, Ordering::SeqCst);
        self.waker.wake_by_ref();
    }
}

/// Asks for a permit.
pub(crate) async fn ask(
    limiter: &Arc<Limiter>,
    admission: &Arc<Admission>,
    left: Option<Duration>,
) -> Result<Permit> {
    let mut asking = pin!(limiter.admit(admission, left));
    let mut polls = 0;
    poll_fn(|cx| {
        polls += 1;
        assert!(polls < 200, "calls wake each other for ever");
        let late = Late { waker: cx.waker().clone(), moment: sync::atomic::AtomicBool::new(false) };
        asking.as_mut().poll(&mut Context::from_waker(&Arc::new(late).into()))
    })
    .await
}

/// Begins a thread that gives up the first ones of these calls, at any moment of theirs.
pub(crate) fn give_up(calls: &[JoinHandle<()>], given_up: usize) -> thread::JoinHandle<()> {
    let calls: Vec<_> = calls.iter().take(given_up).map(JoinHandle::abort_handle).collect();
    thread::spawn(move || {
        for call in calls {
            for _ in 0..any(12) {
                thread::yield_now();
            }
            call.abort();
        }
    })
}

/// Waits for the end of calls, of which the first ones were given up.
pub(crate) fn join(calls: Vec<JoinHandle<()>>, given_up: usize) {
    for (number, call) in calls.into_iter().enumerate() {
        assert!(block_on(call).is_ok() || number < given_up, "only what is given up ends without an answer");
    }
}

/// A clock whose timers wake at their time and never else: what wakes too often would hide what wakes too seldom.
#[derive(Clone, Debug)]
pub(crate) struct Time(Arc<sync::Mutex<Timers>>);

#[derive(Debug)]
struct Timers {
    now: Instant,
    made: u64,
    running: Vec<(u64, Instant, Waker)>,
}

impl Time {
    pub(crate) fn new() -> Time {
        let timers = Timers { now: Instant::now(), made: 0, running: Vec::new() };
        Time(Arc::new(sync::Mutex::new(timers)))
    }

    pub(crate) fn advance(&self, by: Duration) {
        let mut timers = self.0.lock().unwrap();
        timers.now += by;
        let now = timers.now;
        let due: Vec<_> = timers.running.extract_if(.., |(_, at, _)| *at <= now).collect();
        drop(timers);
        due.into_iter().for_each(|(_, _, waker)| waker.wake());
    }

    /// How many timers run.
    fn running(&self) -> usize {
        self.0.lock().unwrap().running.len()
    }
}

impl Clock for Time {
    fn now(&self) -> Instant {
        self.0.lock().unwrap().now
    }

    fn wall(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH
    }

    fn sleep(&self, wait: Duration) -> Sleep {
        let mut timers = self.0.lock().unwrap();
        timers.made += 1;
        Box::pin(Timer { time: self.clone(), number: timers.made, wait, at: None })
    }

    fn random(&self) -> f64 {
        0.0
    }
}

struct Timer {
    time: Time,
    number: u64,
    wait: Duration,
    /// From the first poll on.
    at: Option<Instant>,
}

impl Future for Timer {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let time = self.time.clone();
        let mut timers = time.0.lock().unwrap();
        let from_now = timers.now + self.wait;
        let at = *self.at.get_or_insert(from_now);
        if at <= timers.now {
            return Poll::Ready(());
        }
        timers.running.retain(|(number, ..)| *number != self.number);
        timers.running.push((self.number, at, cx.waker().clone()));
        Poll::Pending
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.time.0.lock().unwrap().running.retain(|(number, ..)| *number != self.number);
    }
}

/// What the limiter had given out at a moment, and the end of the cool-down that was in force.
pub(crate) struct Sample {
    at: Instant,
    pub(crate) charged: [f64; 2],
    pub(crate) cool_until: Option<Instant>,
}

/// A limiter, and what its calls know of themselves.
pub(crate) struct Scene {
    pub(crate) limiter: Arc<Limiter>,
    pub(crate) time: Time,
    /// Calls in flight at most, as the scene has it.
    pub(crate) most: AtomicU32,
    in_flight: AtomicU32,
    /// Requests and output tokens that the calls used, or may have used.
    used: Plain<[f64; 2]>,
}

/// A call is in flight while this is there.
pub(crate) struct Flying(Arc<Scene>);

impl Drop for Flying {
    fn drop(&mut self) {
        self.0.in_flight.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Scene {
    pub(crate) fn new(limits: Limits) -> Arc<Scene> {
        Scene::with(limits, |limiter| limiter)
    }

    pub(crate) fn with(limits: Limits, change: impl FnOnce(Limiter) -> Limiter) -> Arc<Scene> {
        let most = AtomicU32::new(limits.max_in_flight.unwrap_or(u32::MAX));
        let (time, names) = (Time::new(), Arc::new(RateLimitNames::of_vendor("svc")));
        let limiter = Arc::new(change(Limiter::new(limits, Arc::new(time.clone()), names)));
        Arc::new(Scene { limiter, time, most, in_flight: AtomicU32::default(), used: Plain::default() })
    }

    pub(crate) fn admission(&self, model: &str, priority: Priority) -> Arc<Admission> {
        self.limiter.admission((0, model, false), (false, 400, RESERVED), priority)
    }

    /// Counts a call that got its permit. The count ends before the permit does.
    pub(crate) fn fly(self: &Arc<Self>) -> Flying {
        let before = self.in_flight.fetch_add(1, Ordering::SeqCst);
        assert!(before < self.most.load(Ordering::SeqCst), "more calls are in flight than may be");
        Flying(Arc::clone(self))
    }

    pub(crate) fn use_up(&self, requests: f64, output: f64) {
        let mut used = self.used.lock().unwrap();
        *used = [used[0] + requests, used[1] + output];
    }

    pub(crate) fn used(&self) -> [f64; 2] {
        *self.used.lock().unwrap()
    }

    /// Only the task that moves the clock may call it: the time stands still meanwhile.
    pub(crate) fn sample(&self) -> Sample {
        let at = self.time.now();
        let state = self.limiter.lock();
        let Some(lane) = state.lanes.values().next() else {
            return Sample { at, charged: [0.0; 2], cool_until: None };
        };
        let [requests, _, _, output] = lane.charged();
        Sample { at, charged: [requests, output], cool_until: lane.cool_down(at).map(|left| at + left) }
    }

    /// Takes a sample, and compares it with the earlier ones.
    pub(crate) fn look(&self, limits: [f64; 2], samples: &mut Vec<Sample>) {
        let now = self.sample();
        for then in samples.iter() {
            let window = (now.at - then.at).as_secs_f64();
            let granted = [0, 1].map(|kind| now.charged[kind] - then.charged[kind]);
            let most = limits.map(|limit| limit + limit * window / 60.0 + 1e-3);
            assert!(granted[0] <= most[0] && granted[1] <= most[1], "{granted:?} in {window} s");
        }
        let cools = |then: &Sample| then.cool_until.is_some_and(|until| now.at < until);
        if let Some(then) = samples.last().filter(|then| cools(then)) {
            assert!(now.charged[0] <= then.charged[0], "a call went during a cool-down");
        }
        samples.push(now);
    }

    /// All calls have ended: nothing of them is left.
    pub(crate) fn is_at_rest(&self) {
        assert_eq!(self.time.running(), 0, "a call that has ended keeps a timer");
        let later = self.time.now() + Duration::from_secs(3_600);
        let state = self.limiter.lock();
        assert_eq!(state.in_flight, 0);
        for (name, lane) in &state.lanes {
            assert!(lane.is_idle(later), "a call stayed behind in the lane of {}", name.model);
        }
    }
}

/// All calls of a scene have ended.
pub(crate) fn end(scene: Arc<Scene>) {
    scene.is_at_rest();
    let limiter = Arc::into_inner(scene).map(|scene| scene.limiter);
    assert!(limiter.and_then(Arc::into_inner).is_some(), "a call that has ended keeps the limiter");
}
