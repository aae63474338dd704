//! The rules of a lane: rate, priority, cool-down, corrections.

use super::*;

const REQUESTS: usize = 0;

fn secs(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

/// A lane of so many requests per minute.
fn lane(requests: u32, now: Instant) -> Lane {
    Lane::new([Some(requests), None, None, None], true, now)
}

fn one() -> Amounts {
    Amounts::of_call(0.0, 0.0)
}

/// Lets through what can go now, and returns how many that were.
fn go(lane: &mut Lane, now: Instant) -> u32 {
    let mut room = 1_000;
    lane.let_through(now, &mut room, (Look::Not, None), &mut Vec::new());
    1_000 - room
}

fn taken(lane: &mut Lane, seqs: impl Iterator<Item = u64>) -> Vec<u64> {
    seqs.filter(|seq| lane.going.remove(*seq).is_some()).collect()
}

#[test]
fn calls_go_at_the_rate_of_the_limit() {
    let start = Instant::now();
    let mut lane = lane(60, start);
    (1..=100).for_each(|seq| lane.join(seq, one(), Priority::Interactive));
    assert_eq!(go(&mut lane, start), 60);
    assert_eq!(taken(&mut lane, 1..=100), (1..=60).collect::<Vec<_>>());
    assert_eq!(go(&mut lane, start + secs(0.5)), 0);
    assert_eq!(go(&mut lane, start + secs(1.0)), 1);
    assert_eq!(go(&mut lane, start + secs(11.0)), 10);
}

#[test]
fn a_bulk_call_goes_after_nine_others_and_leaves_a_tenth() {
    let start = Instant::now();
    let mut lane = lane(60, start);
    (1..=100).for_each(|seq| lane.join(seq, one(), Priority::Bulk));
    assert_eq!(go(&mut lane, start), 54, "six are left for interactive calls");
    (201..=206).for_each(|seq| lane.join(seq, one(), Priority::Interactive));
    assert_eq!(go(&mut lane, start), 6);
    assert_eq!(taken(&mut lane, 201..=206).len(), 6);
    (301..=400).for_each(|seq| lane.join(seq, one(), Priority::Interactive));
    let mut bulk = 0;
    taken(&mut lane, 1..=100);
    for second in 1..=40 {
        go(&mut lane, start + secs(f64::from(second)));
        bulk += taken(&mut lane, 1..=100).len();
    }
    assert_eq!(bulk, 4, "one in ten");
}

#[test]
fn after_a_refusal_one_call_goes_first() {
    let start = Instant::now();
    let mut lane = lane(60, start);
    lane.refused(start, Some(secs(5.0)), false, start);
    (1..=10).for_each(|seq| lane.join(seq, one(), Priority::Interactive));
    assert_eq!(go(&mut lane, start + secs(4.9)), 0);
    assert_eq!(lane.cool_down(start + secs(4.0)), Some(secs(1.0)));
    assert_eq!(go(&mut lane, start + secs(5.0)), 1);
    assert_eq!(go(&mut lane, start + secs(5.9)), 0, "its answer is waited for");
    lane.accepted(1, start + secs(5.0), start + secs(5.9));
    assert_eq!(go(&mut lane, start + secs(5.9)), 9);
}

#[test]
fn the_others_follow_after_a_second_without_an_answer_to_the_probe() {
    let start = Instant::now();
    let mut lane = lane(60, start);
    lane.refused(start, Some(secs(1.0)), false, start);
    (1..=3).for_each(|seq| lane.join(seq, one(), Priority::Interactive));
    assert_eq!(go(&mut lane, start + secs(1.0)), 1);
    assert_eq!(go(&mut lane, start + secs(1.9)), 0);
    assert_eq!(go(&mut lane, start + secs(2.0)), 2);
}

#[test]
fn a_wave_of_refusals_counts_once() {
    let start = Instant::now();
    let mut lane = lane(60, start);
    for _ in 0..50 {
        lane.refused(start, None, false, start + secs(0.1));
    }
    assert_eq!(lane.cool_down(start + secs(0.1)), Some(FIRST_COOL_DOWN));
    assert_eq!(lane.refusals, 50);
    // The next request is refused as well: twice as long.
    lane.refused(start + secs(2.0), None, false, start + secs(2.1));
    assert_eq!(lane.cool_down(start + secs(2.1)), Some(secs(2.0)));
    for step in 2..20 {
        let at = start + secs(100.0 * f64::from(step));
        lane.refused(at, None, false, at);
        assert!(lane.cool_down(at).unwrap() <= LONGEST_COOL_DOWN);
    }
}

#[test]
fn without_known_limits_it_goes_on_at_the_measured_rate() {
    let start = Instant::now();
    let mut lane = Lane::new([None; 4], true, start);
    for second in 0..60 {
        lane.accepted(second, start, start + Duration::from_secs(second));
    }
    let now = start + secs(60.0);
    lane.refused(now, None, false, now);
    let (limit, level) = lane.levels(now)[REQUESTS].unwrap();
    assert!((limit - 53.1).abs() < 0.2, "59 in the last minute, less a tenth: {limit}");
    assert_eq!(level, 0.0);
}

#[test]
fn what_was_not_used_is_given_back() {
    let start = Instant::now();
    let mut lane = Lane::new([Some(50), None, Some(10_000), Some(8_000)], true, start);
    let charge = lane.charge(lane.estimate(4_000, 6_000), start);
    let left = |lane: &mut Lane| lane.levels(start).map(|level| level.map(|(_, level)| level));
    assert_eq!(left(&mut lane), [Some(49.0), None, Some(9_000.0), Some(2_000.0)]);
    lane.used(&charge, Amounts::of_call(1_200.0, 500.0), start);
    assert_eq!(left(&mut lane), [Some(49.0), None, Some(8_800.0), Some(7_500.0)]);
    lane.learn(4_000, 1_200.0);
    assert!(lane.estimate(4_000, 0).input > 1_000.0);
}

#[test]
fn a_family_that_repeats_another_is_not_a_limit_of_its_own() {
    let start = Instant::now();
    let mut lane = Lane::new([None; 4], true, start);
    let of = |limit, remaining| {
        let mut family = RateLimit::default();
        (family.limit, family.remaining) = (Some(limit), Some(remaining));
        family
    };
    let mut limits = RateLimits::default();
    (limits.tokens, limits.input_tokens, limits.output_tokens) =
        (of(8_000, 3_000), of(30_000, 29_000), of(8_000, 3_000));
    let charge = lane.charge(Amounts::default(), start);
    lane.reported(&limits, false, &charge, start);
    assert_eq!(lane.levels(start)[1], None);
    assert_eq!(lane.levels(start)[3], Some((8_000.0, 3_500.0)), "the figure is rounded to thousands");
    limits.tokens = of(20_000, 10_000);
    lane.reported(&limits, false, &charge, start);
    assert_eq!(lane.levels(start)[1], Some((20_000.0, 10_500.0)));
}

#[test]
fn the_remaining_tokens_of_the_specification_are_enough() {
    let start = Instant::now();
    let mut lane = Lane::new([None; 4], true, start);
    let charge = lane.charge(Amounts::default(), start);
    let mut limits = RateLimits { x_remaining_tokens: Some(9_000), ..RateLimits::default() };
    lane.reported(&limits, false, &charge, start);
    limits.x_remaining_tokens = Some(0);
    lane.reported(&limits, false, &charge, start);
    lane.join(1, Amounts::of_call(3_000.0, 0.0), Priority::Interactive);
    assert_eq!(go(&mut lane, start), 0);
    // 2500 are missing of 9000 a minute.
    assert_eq!(go(&mut lane, start + secs(16.0)), 0);
    assert_eq!(go(&mut lane, start + secs(17.0)), 1);
}

/// A report that would never let a call go, and with it no answer come that reports another limit.
#[test]
fn a_limit_of_nothing_is_not_believed() {
    let start = Instant::now();
    let mut lane = Lane::new([None; 4], true, start);
    let charge = lane.charge(Amounts::default(), start);
    let mut nothing = RateLimit::default();
    (nothing.limit, nothing.remaining) = (Some(0), Some(0));
    let limits = RateLimits {
        requests: nothing,
        input_tokens: nothing,
        x_remaining_tokens: Some(0),
        ..RateLimits::default()
    };
    lane.reported(&limits, false, &charge, start);
    lane.join(1, Amounts::of_call(3_000.0, 0.0), Priority::Interactive);
    assert_eq!(go(&mut lane, start), 1);
    let mut known = self::lane(60, start);
    known.reported(&limits, false, &charge, start);
    known.join(1, one(), Priority::Interactive);
    assert_eq!((go(&mut known, start), go(&mut known, start + secs(1.0))), (0, 1));
}

#[test]
fn a_call_that_leaves_is_forgotten() {
    let start = Instant::now();
    let mut lane = lane(1, start);
    (1..=3).for_each(|seq| lane.join(seq, one(), Priority::Interactive));
    assert_eq!(go(&mut lane, start), 1);
    assert!(lane.leave(2).is_none());
    assert_eq!(lane.waiting(), [1, 0]);
    assert!(lane.leave(1).is_some(), "it was let through, and its charge comes back");
    assert!(lane.leave(3).is_none());
    assert_eq!(lane.queued, [Amounts::default(); 2]);
}

mod properties {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Whatever comes and goes, no minute has more than a full bucket and what it was refilled with, and every
        /// call that stays is let through.
        #[test]
        fn never_more_than_the_limit_and_nobody_forgotten(
            limit in 1_u32..40,
            steps in proptest::collection::vec((0_u64..3_000, any::<bool>(), any::<bool>()), 1..120),
        ) {
            let start = Instant::now();
            let mut lane = lane(limit, start);
            let (mut now, mut sent, mut left) = (start, Vec::new(), 0_usize);
            for (seq, (ms, bulk, leaves)) in (1_u64..).zip(&steps) {
                now += Duration::from_millis(*ms);
                let priority = if *bulk { Priority::Bulk } else { Priority::Interactive };
                lane.join(seq, one(), priority);
                if *leaves {
                    prop_assert!(lane.leave(seq).is_none());
                    left += 1;
                }
                sent.extend((0..go(&mut lane, now)).map(|_| now));
            }
            for _ in 0..steps.len() * 2 {
                now += Duration::from_secs_f64(60.0 / f64::from(limit) + 0.001);
                sent.extend((0..go(&mut lane, now)).map(|_| now));
            }
            prop_assert_eq!(sent.len() + left, steps.len());
            prop_assert!(!lane.has_waiting());
            for (at, from) in sent.iter().enumerate() {
                for (count, to) in (1_u32..).zip(sent.iter().skip(at)) {
                    let passed = to.duration_since(*from).as_secs_f64();
                    prop_assert!(f64::from(count) <= f64::from(limit) * (1.0 + passed / 60.0) + 1e-3);
                }
            }
        }
    }
}

/// Requests of a limit of 60, and so many left.
fn left(remaining: u64) -> RateLimits {
    let requests = RateLimit { limit: Some(60), remaining: Some(remaining), ..RateLimit::default() };
    RateLimits { requests, ..RateLimits::default() }
}

#[test]
fn requests_that_arrive_in_another_order_are_not_given_out_twice() {
    let start = Instant::now();
    for known in [Some(60), None] {
        let mut lane = Lane::new([known, None, None, None], true, start);
        let charges: Vec<_> =
            (1..=20).map(|seq| lane.at_once(seq, one(), Priority::Interactive, start).unwrap()).collect();
        // The last one reached the service first: it says nothing of the other nineteen.
        let (last, others) = charges.split_last().unwrap();
        let level = |lane: &mut Lane| lane.levels(start)[REQUESTS].unwrap().1;
        lane.reported(&left(59), false, last, start);
        lane.counted(last);
        assert_eq!(level(&mut lane), 40.0, "limit {known:?}");
        for (behind, charge) in others.iter().rev().enumerate() {
            lane.reported(&left(58 - behind as u64), false, charge, start);
            lane.counted(charge);
            assert_eq!(level(&mut lane), 40.0, "limit {known:?}");
        }
        // Others use the key too.
        lane.reported(&left(30), false, last, start);
        assert_eq!(level(&mut lane), 30.0);
        // And no more: once nothing is on its way, a report raises the level.
        let next = lane.at_once(21, one(), Priority::Interactive, start).unwrap();
        lane.reported(&left(50), false, &next, start);
        lane.counted(&next);
        assert_eq!(level(&mut lane), 50.0);
    }
}
