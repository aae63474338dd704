//! A service with a limit of requests, and many calls that share a key, in virtual time: what a limiter makes of it.

use std::collections::VecDeque;

use super::tests::{Asking, Host, headers, poll};
use super::*;
use crate::model::Usage;

const STEP: Duration = Duration::from_millis(25);
/// From the sending of a request to the head of its answer.
const LATENCY: Duration = Duration::from_millis(50);
/// From there to the end of the answer.
const ANSWER: Duration = Duration::from_millis(250);

/// The service's own bucket.
struct Service {
    limit: f64,
    level: f64,
    requests: u32,
    refusals: Vec<Duration>,
}

impl Service {
    fn new(limit: f64) -> Service {
        Service { limit, level: limit, requests: 0, refusals: Vec::new() }
    }

    fn pass(&mut self, step: Duration) {
        self.level = (self.level + step.as_secs_f64() * self.limit / 60.0).min(self.limit);
    }

    /// The status and headers of an answer, and the wait that a refusal asks for.
    fn answer(&mut self, at: Duration) -> (u16, Arc<AnswerHeaders>, Option<Duration>) {
        let is_taken = self.level >= 1.0;
        if is_taken {
            self.level -= 1.0;
            self.requests += 1;
        } else {
            self.refusals.push(at);
        }
        let (limit, left) = (self.limit.to_string(), self.level.floor().to_string());
        let lines =
            headers(&[("svc-ratelimit-requests-limit", &limit), ("svc-ratelimit-requests-remaining", &left)]);
        let wait = Duration::from_secs_f64(((1.0 - self.level) * 60.0 / self.limit).ceil().max(1.0));
        if is_taken { (200, lines, None) } else { (429, lines, Some(wait)) }
    }
}

enum Call {
    Asking(Arc<Admission>, Asking),
    Sent(Arc<Admission>, Permit, Duration),
    Answered(Permit, Duration),
    Refused(Arc<Admission>, Duration),
}

/// What came of a run.
struct Run {
    host: Host,
    service: Service,
    now: Duration,
    calls: Vec<Call>,
    done: usize,
}

impl Run {
    fn new(limit: f64) -> Run {
        Run {
            host: Host::new(Limits { pacing: Pacing::Pace, ..Limits::default() }),
            service: Service::new(limit),
            now: Duration::ZERO,
            calls: Vec::new(),
            done: 0,
        }
    }

    fn begin(&mut self, priority: Priority) {
        let admission = self.host.admission("m", priority);
        let asking = self.ask(&admission);
        self.calls.push(Call::Asking(admission, asking));
    }

    fn ask(&self, admission: &Arc<Admission>) -> Asking {
        let (limiter, admission) = (Arc::clone(&self.host.limiter), Arc::clone(admission));
        Box::pin(async move { limiter.admit(&admission, None).await })
    }

    fn step(&mut self) {
        self.host.advance(STEP.as_secs_f64());
        self.service.pass(STEP);
        self.now += STEP;
        let mut calls: VecDeque<Call> = std::mem::take(&mut self.calls).into();
        while let Some(call) = calls.pop_front() {
            let next = match call {
                Call::Asking(admission, mut asking) => match poll(&mut asking) {
                    Some(permit) => Some(Call::Sent(admission, permit.unwrap(), self.now + LATENCY)),
                    None => Some(Call::Asking(admission, asking)),
                },
                Call::Sent(admission, mut permit, at) if at <= self.now => {
                    let (status, lines, wait) = self.service.answer(self.now);
                    permit.answered(status, &lines);
                    match wait {
                        None => Some(Call::Answered(permit, self.now + ANSWER)),
                        Some(wait) => {
                            let error =
                                Error::new(ErrorKind::RateLimit, "too many").with_answer(429, lines.map());
                            permit.failed(&error, Some(wait));
                            Some(Call::Refused(admission, self.now + wait))
                        }
                    }
                }
                Call::Answered(mut permit, at) if at <= self.now => {
                    permit.used(&Usage { output_tokens: 10, ..Usage::default() });
                    self.done += 1;
                    None
                }
                Call::Refused(admission, at) if at <= self.now => {
                    let asking = self.ask(&admission);
                    Some(Call::Asking(admission, asking))
                }
                waits => Some(waits),
            };
            self.calls.extend(next);
        }
    }
}

/// The limit is halved in the middle of a run with two hundred calls at once.
#[test]
fn one_wave_of_refusals_when_the_allowance_halves() {
    let mut run = Run::new(1_200.0);
    let mut halved_at = None;
    let (mut before, mut refused_before) = (0, 0);
    while run.now < Duration::from_secs(120) {
        while run.calls.len() < 200 {
            run.begin(Priority::Interactive);
        }
        if run.now >= Duration::from_secs(60) && halved_at.is_none() {
            halved_at = Some(run.now);
            run.service.limit = 600.0;
            run.service.level = 0.0;
            (before, refused_before) = (run.service.requests, run.service.refusals.len());
        }
        run.step();
    }
    let after = f64::from(run.service.requests - before);
    let possible = 600.0;
    assert!(after >= 0.95 * possible, "{after} of {possible} requests were used");
    let wave = &run.service.refusals[refused_before..];
    let (first, last) = (wave.first().unwrap(), wave.last().unwrap());
    assert!(*last - *first <= LATENCY * 2, "one wave: {wave:?}");
}

/// Everybody begins at once with a key whose limits nobody knows.
#[test]
fn calls_that_begin_at_once_meet_one_refusal_at_most() {
    let mut run = Run::new(60.0);
    for _ in 0..200 {
        run.begin(Priority::Interactive);
    }
    while run.done < 200 && run.now < Duration::from_secs(600) {
        run.step();
    }
    assert_eq!(run.done, 200);
    assert_eq!(run.service.refusals.len(), 140, "those of the first wave");
    // 140 a second apart, behind the first wave.
    assert!(run.now <= Duration::from_secs(150), "{:?}", run.now);
}

/// Bulk calls fill the allowance, and a person asks twice a second.
#[test]
fn interactive_calls_do_not_wait_beside_bulk() {
    let mut run = Run::new(600.0);
    run.begin(Priority::Bulk);
    let (mut at_once, mut asked) = (0, 0);
    while run.now < Duration::from_secs(120) {
        while run.calls.len() < 100 {
            run.begin(Priority::Bulk);
        }
        if run.now.as_millis().is_multiple_of(500) && run.now > Duration::from_secs(10) {
            let admission = run.host.admission("m", Priority::Interactive);
            let mut asking = run.ask(&admission);
            asked += 1;
            match poll(&mut asking) {
                Some(permit) => {
                    at_once += 1;
                    run.calls.push(Call::Sent(admission, permit.unwrap(), run.now + LATENCY));
                }
                None => run.calls.push(Call::Asking(admission, asking)),
            }
        }
        run.step();
    }
    assert!(asked > 200);
    assert_eq!(at_once, asked);
    assert!(run.service.requests >= 1_620, "{} of 1800 and the tenth left over", run.service.requests);
}
