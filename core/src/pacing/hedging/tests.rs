//! The percentile, the budget, the pause, the bound of memory, and what it does to a service with slow answers.

use super::*;

const SECOND: Duration = Duration::from_secs(1);

fn call(model: &str) -> Measured {
    Measured { model: model.into(), fast: false }
}

/// A budget that is full, and a hundred calls of 1 to 100 ms.
fn measured(share: f64) -> (Hedging, Instant) {
    let (hedging, now) = (Hedging::new(share), Instant::now());
    for number in 1..=100 {
        hedging.measured(&call("m"), Duration::from_millis(number));
    }
    for _ in 0..(SAVED / share) as usize + 1 {
        hedging.begins(&call("m"), now);
    }
    (hedging, now)
}

#[test]
fn the_delay_is_exceeded_by_the_share_of_calls() {
    for (share, expected) in [(0.03, 97), (0.1, 90), (0.01, 99), (0.005, 100)] {
        let (hedging, now) = measured(share);
        assert_eq!(hedging.begins(&call("m"), now), Some(Duration::from_millis(expected)), "{share}");
    }
}

#[test]
fn nothing_starts_before_enough_calls_are_measured() {
    let (hedging, now) = (Hedging::new(0.1), Instant::now());
    for _ in 1..MEASURED {
        assert_eq!(hedging.begins(&call("m"), now), None);
        hedging.measured(&call("m"), SECOND);
    }
    assert_eq!(hedging.begins(&call("m"), now), None);
    hedging.measured(&call("m"), SECOND);
    assert_eq!(hedging.begins(&call("m"), now), Some(SECOND));
    assert_eq!(hedging.begins(&call("n"), now), None, "another model");
    assert_eq!(hedging.begins(&Measured { fast: true, ..call("m") }, now), None, "another speed");
}

#[test]
fn the_newest_times_count() {
    let (hedging, now) = measured(0.1);
    for _ in 0..WINDOW {
        hedging.measured(&call("m"), SECOND);
    }
    assert_eq!(hedging.begins(&call("m"), now), Some(SECOND));
    for _ in 0..WINDOW / 10 {
        hedging.measured(&call("m"), 9 * SECOND);
    }
    assert_eq!(hedging.begins(&call("m"), now), Some(SECOND));
    hedging.measured(&call("m"), 9 * SECOND);
    assert_eq!(hedging.begins(&call("m"), now), Some(9 * SECOND));
    let state = hedging.lock();
    let times = &state.models[&call("m")];
    assert_eq!((times.newest.len(), times.sorted.len()), (WINDOW, WINDOW));
}

#[test]
fn the_budget_is_a_share_of_the_calls() {
    let (hedging, now) = measured(0.03);
    assert_eq!((0..100).filter(|_| hedging.take(now)).count(), SAVED as usize, "what was saved up");
    assert_eq!(hedging.begins(&call("m"), now), None, "nothing is left");
    let mut taken = 0;
    for _ in 0..10_000 {
        hedging.begins(&call("m"), now);
        taken += u32::from(hedging.take(now));
    }
    assert!((299..=300).contains(&taken), "{taken}");
    while !hedging.take(now) {
        hedging.begins(&call("m"), now);
    }
    hedging.give_back();
    assert!(hedging.take(now), "the one that was not sent");
}

#[test]
fn nothing_starts_for_a_while_after_a_refusal() {
    let (hedging, now) = measured(0.03);
    hedging.refused(now);
    let before = now + PAUSE - Duration::from_millis(1);
    assert_eq!((hedging.begins(&call("m"), before), hedging.take(before)), (None, false));
    assert!(hedging.begins(&call("m"), now + PAUSE).is_some() && hedging.take(now + PAUSE));
}

#[test]
fn the_times_of_some_models_are_kept() {
    let hedging = Hedging::new(0.03);
    for number in 0..MODELS {
        hedging.measured(&call(&number.to_string()), SECOND);
    }
    hedging.measured(&call("0"), SECOND);
    hedging.measured(&call("another"), SECOND);
    let state = hedging.lock();
    assert_eq!(state.models.len(), MODELS);
    assert!(state.models.contains_key(&call("0")) && state.models.contains_key(&call("another")));
    assert!(!state.models.contains_key(&call("1")), "the one that was not used for longest");
}

/// Times of a service whose first events come after 0.2 to 0.6 s, and of which 2 % are slow: 4 to 8 s.
struct Service(u64);

impl Service {
    fn random(&mut self) -> f64 {
        // The generator of Knuth's MMIX: the same numbers on every machine.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn time(&mut self) -> Duration {
        let (slow, part) = (self.random() < 0.02, self.random());
        Duration::from_secs_f64(if slow { 4.0 + 4.0 * part } else { 0.2 + 0.4 * part })
    }
}

/// The 99th percentile of the first events of many calls, and the second attempts for each call.
fn run(seed: u64, share: Option<f64>) -> (Duration, f64) {
    const CALLS: usize = 20_000;
    let (mut service, hedging) = (Service(seed), share.map(Hedging::new));
    let mut now = Instant::now();
    let (mut times, mut seconds) = (Vec::with_capacity(CALLS), 0_u32);
    for _ in 0..CALLS {
        let first = service.time();
        let mut time = first;
        if let Some(hedging) = &hedging {
            let delay = hedging.begins(&call("m"), now);
            if let Some(delay) = delay.filter(|delay| *delay < first && hedging.take(now)) {
                seconds += 1;
                time = first.min(delay + service.time());
            }
            hedging.measured(&call("m"), time);
        }
        now += time;
        times.push(time);
    }
    times.sort_unstable();
    (times[CALLS * 99 / 100], f64::from(seconds) / CALLS as f64)
}

#[test]
fn slow_first_events_are_cut_by_half_for_three_in_a_hundred_requests() {
    for seed in 1..=20 {
        let (without, _) = run(seed, None);
        let (with, more) = run(seed, Some(0.03));
        assert!(with * 2 <= without, "{seed}: {with:?} of {without:?}");
        assert!(more <= 0.03, "{seed}: {more}");
    }
}
