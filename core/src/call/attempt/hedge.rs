//! A second attempt beside a first one whose first event is late (decision 0146). The one that answers first is used;
//! the other is dropped, which closes its connection and gives back its permit.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use super::{Call, Opened, PreparedRequest, Sending, seldom};
use crate::call::hooked::Hooked;
use crate::call::trace;
use crate::error::{Error, ErrorKind, Result};
use crate::model::Usage;
use crate::pacing::{Hedging, Measured};
use crate::record::Beside;
use crate::transport::{Payload, Progress};

/// How two attempts at once ended.
enum Race {
    /// The first is used: it was answered, or both failed, or its error is final. `failed` if the second had failed.
    First { result: Result<Opened>, failed: bool },
    /// The second was answered. `failed` is the error of the first, if it had failed.
    Second { opened: Opened, failed: Option<Error> },
}

impl Call {
    /// The first attempt of a call, beside which a second one starts if the first event is late.
    pub(super) async fn attempt_hedged(&mut self, measured: Measured) -> Result<Opened> {
        let Some(hedging) = self.shared.hedging.clone() else { return self.attempt_open().await };
        if self.hooked.as_ref().is_some_and(|hooked| hooked.has_answer()) {
            return self.attempt_open().await;
        }
        let clock = self.limit_clock();
        let began = clock.now();
        let passed = || clock.now().saturating_duration_since(began);
        let delay = hedging.begins(&measured, began.into_std());
        let Some((delay, mut second)) = delay.and_then(|delay| Some((delay, self.second()?))) else {
            let result = self.attempt_first().await;
            if result.is_ok() {
                hedging.measured(&measured, passed());
            }
            return result;
        };
        let expected = self.record.as_ref().and_then(|record| record.expected());
        let span = self.request.span.clone();
        let mut started = false;
        let race = {
            let mut first = pin!(self.attempt_first());
            match clock.timeout(delay, first.as_mut()).await {
                Some(result) => Race::First { result, failed: false },
                None if second.may_start(&hedging, expected.as_ref()) => {
                    started = true;
                    trace::second(&span, delay);
                    race(first, second.attempt_second()).await
                }
                None => Race::First { result: first.await, failed: false },
            }
        };
        let (result, won, other_failed) = match race {
            Race::First { result, failed } => (result, false, failed),
            Race::Second { opened, failed } => {
                let other_failed = failed.inspect(|error| self.failed_beside(error)).is_some();
                (Ok(opened), true, other_failed)
            }
        };
        if result.is_ok() {
            hedging.measured(&measured, passed());
        }
        if second.is_sent() {
            trace::raced(&span, won);
            if won {
                hedging.won();
            }
            self.raced(*second, won, other_failed);
        } else if started {
            hedging.give_back();
        }
        result
    }

    /// A second attempt of this call, which is not sent yet; `None` if there is to be none.
    fn second(&self) -> Option<Box<Call>> {
        let request = &self.request;
        let (sending, body) = (request.sending.as_ref()?, request.body.as_ref()?);
        body.parts_at_hand()?;
        // A prefix that is not in the prompt cache would be written, and billed, twice.
        if self.pass.as_ref().is_some_and(|pass| pass.writes()) {
            return None;
        }
        let prepared = PreparedRequest {
            method: request.method.clone(),
            uri: request.uri.clone(),
            sending: Some(Box::new(Sending {
                headers: sending.headers.clone(),
                credential: sending.credential.clone(),
            })),
            secrets: request.secrets.clone(),
            // The same bytes. Each attempt counts how many of them were sent.
            body: Some(Arc::new(Payload::new(body.segments().clone()))),
            limit: request.limit,
            first_event: request.first_event,
            long_answer: request.long_answer,
            max_retries: Some(0),
            unless_arrived: false,
            total: request.total,
            admission: request.admission.clone(),
            marked: None,
            span: request.span.clone(),
        };
        let mut second = Box::new(Call::new(Arc::clone(&self.shared), prepared));
        second.deadline = self.deadline;
        // It is the second of its call, for hooks and logs.
        second.log.sent();
        second.hooked = self.hooked.as_deref().map(Hooked::beside);
        second.record = self.record.as_deref().map(|record| Box::new(record.beside()));
        Some(second)
    }

    /// Takes what a second attempt needs, if all of it is there: from the budget, of the rate limits and of the
    /// spending limits. It waits for nothing.
    fn may_start(&mut self, hedging: &Hedging, expected: Option<&Usage>) -> bool {
        if !hedging.take(self.limit_clock().now().into_std()) {
            return false;
        }
        let may_start = self.reserve(expected);
        if !may_start {
            hedging.give_back();
        }
        may_start
    }

    fn reserve(&mut self, expected: Option<&Usage>) -> bool {
        if self.pick_key().is_err() {
            return false;
        }
        if let Some(admission) = self.admission_of_key() {
            self.permit = self.shared.limiter.admit_spare(&admission);
            if self.permit.is_none() {
                return false;
            }
        }
        let (Some(ledger), Some(record), Some(expected)) = (&self.shared.ledger, &mut self.record, expected)
        else {
            return true;
        };
        let is_open = ledger.open(record, expected).is_ok() && !record.awaits_room();
        if !is_open {
            self.permit = None;
        }
        is_open
    }

    /// A second attempt, up to its first event. Its failure is known to the limiter, and ends nothing.
    async fn attempt_second(&mut self) -> Result<Opened> {
        let result = match self.hooked {
            Some(_) => match seldom(self.asked_before()).await {
                Ok(is_answered) => {
                    if is_answered {
                        (self.permit, self.picked) = (None, None);
                    }
                    self.attempt_first().await
                }
                Err(error) => Err(error),
            },
            None => self.attempt_first().await,
        };
        result.inspect_err(|error| self.failed_beside(error))
    }

    fn failed_beside(&mut self, error: &Error) {
        self.attempt_failed(error);
        self.heed_refusal(error);
    }

    /// Whether this second attempt was sent, or answered by a hook.
    fn is_sent(&self) -> bool {
        self.log.count() > 1
    }

    /// Two attempts ran at once. `won` if the second is used, `other_failed` if the other one had an end of its own.
    fn raced(&mut self, mut second: Call, won: bool, other_failed: bool) {
        self.log.waited(Duration::ZERO);
        self.log.sent();
        self.beside = self.beside.saturating_add(1);
        let is_taken = |call: &Call| {
            call.request.body.as_ref().is_some_and(|body| body.progress() != Progress::NotBegun)
        };
        let other = if won { &*self } else { &second };
        let may_be_billed = !other_failed && is_taken(other);
        if won {
            self.take_over(&mut second);
        }
        if let (Some(record), Some(mut other)) = (&mut self.record, second.record.take()) {
            record.hedge_won = Some(won);
            if may_be_billed {
                other.beside = Some(Beside::Cancelled);
            }
            record.other = Some(other);
        }
    }

    /// Goes on with the answer of the second attempt.
    fn take_over(&mut self, second: &mut Call) {
        self.permit = second.permit.take();
        self.picked = second.picked.take();
        self.sent_at = second.sent_at;
        // The first may have been reading the body of one.
        self.refusal = None;
        self.credential_serial = second.credential_serial;
        self.request.secrets.join(&second.request.secrets);
        if let (Some(record), Some(other)) = (&mut self.record, &mut second.record) {
            record.answer = other.answer.take();
            record.by_hook = std::mem::take(&mut other.by_hook);
            record.notices.append(&mut other.notices);
        }
        self.head_came();
    }

    /// No second attempt starts for a while after a refusal for limits or load: it would be one more.
    pub(super) fn heed_refusal(&self, error: &Error) {
        if let (Some(hedging), ErrorKind::RateLimit | ErrorKind::Overloaded) =
            (&self.shared.hedging, error.kind())
        {
            hedging.refused(self.limit_clock().now().into_std());
        }
    }
}

/// Runs two attempts until one is answered. The second goes on if the first fails in a way that may be retried; it is
/// that retry.
async fn race(
    mut first: Pin<&mut impl Future<Output = Result<Opened>>>,
    second: impl Future<Output = Result<Opened>>,
) -> Race {
    let mut second = pin!(second);
    let (mut first_failed, mut second_failed) = (None, false);
    poll_fn(|cx| {
        if first_failed.is_none()
            && let Poll::Ready(result) = first.as_mut().poll(cx)
        {
            match result {
                Err(error) if error.is_retryable() && !second_failed => first_failed = Some(error),
                result => return Poll::Ready(Race::First { result, failed: second_failed }),
            }
        }
        if !second_failed && let Poll::Ready(result) = second.as_mut().poll(cx) {
            match (result, first_failed.take()) {
                (Ok(opened), failed) => return Poll::Ready(Race::Second { opened, failed }),
                (Err(_), Some(error)) => {
                    return Poll::Ready(Race::First { result: Err(error), failed: true });
                }
                (Err(_), None) => second_failed = true,
            }
        }
        Poll::Pending
    })
    .await
}
