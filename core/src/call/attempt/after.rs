//! What follows a failed attempt: another one at once, after a wait, or the final error of the call.

use std::time::Duration;

use super::Call;
use crate::call::hooked::Next;
use crate::call::trace;
use crate::error::scarce;
use crate::error::{Error, ErrorKind, Result};
use crate::retry::{Decision, MidStreamKind, Outcome, RetryAfter, RetryBudget, StopReason};

impl Call {
    /// Decides about a failed attempt: waits and returns Ok for another one, or returns the final error.
    pub(crate) async fn after(&mut self, error: Error) -> Result<()> {
        self.attempt_failed(&error);
        self.heed_refusal(&error);
        if error.kind() == ErrorKind::Authentication
            && !self.is_used_up()
            && error.status() == Some(401)
            && self.has_provider()
            && !self.asked_again
        {
            self.asked_again = true;
            self.refused = true;
            self.log.waited(Duration::ZERO);
            return Ok(());
        }
        if self.another_key(&error) {
            trace::retry(&self.request.span, self.log.count(), Duration::ZERO, &error);
            self.log.waited(Duration::ZERO);
            return Ok(());
        }
        if self.another_route(&error) {
            return Ok(());
        }
        let decided = self.decided(&error);
        let mut next = match &decided {
            Decision::Wait(wait) => Next::Wait(*wait),
            Decision::Stop(_) => Next::End,
        };
        if self.hooked.is_some() && error.kind() != ErrorKind::Hook {
            // Boxed, so that the futures of other calls stay small.
            next = match Box::pin(self.ask_after(&error, next)).await {
                Ok(next) => next,
                Err(failed) => return Err(self.finished(failed)),
            };
        }
        match (next, decided) {
            (Next::Wait(wait), _) => {
                trace::retry(&self.request.span, self.log.count(), wait, &error);
                self.shared.settings.clock.sleep(wait).await;
                self.log.waited(wait);
                if let Some(record) = &mut self.record {
                    record.waited += wait;
                }
                Ok(())
            }
            (Next::End, Decision::Stop(reason)) => Err(self.given_up(error, reason)),
            (Next::End, Decision::Wait(_)) | (Next::Stopped, _) => {
                Err(self.given_up(error, StopReason::Hook))
            }
        }
    }

    /// What the retry policy wants.
    fn decided(&self, error: &Error) -> Decision {
        if !self.may_be_sent_again(error) {
            return Decision::Stop(StopReason::NotRetryable);
        }
        let again = self
            .switched
            .saturating_add(self.switched_routes())
            .saturating_add(u32::from(self.asked_again))
            .saturating_add(self.beside);
        let retries = self.log.count().saturating_sub(1).saturating_sub(again);
        // A resource shortage in this process says nothing about the service: its retries do not use the budget.
        let is_local = error.subkind() == Some(scarce::SUBKIND) && error.status().is_none();
        let budget = if is_local { &RetryBudget::off() } else { &self.shared.budget };
        let left = self.remaining().map(|remaining| remaining.left);
        let clock = self.shared.settings.clock.as_ref();
        self.policy().decide(retries, &outcome(error), left, budget, clock)
    }

    /// Whether the request is still there to be sent, and may arrive twice if it has arrived.
    pub(crate) fn may_be_sent_again(&self, error: &Error) -> bool {
        !(self.is_used_up() || (self.request.unless_arrived && error.may_have_arrived()))
    }

    /// Whether the body was a stream that was read.
    fn is_used_up(&self) -> bool {
        self.request.body.as_ref().is_some_and(|body| body.is_used_up())
    }

    /// The final error of a call.
    fn given_up(&mut self, error: Error, reason: StopReason) -> Error {
        let is_final = match reason {
            StopReason::NotRetryable => self.is_used_up() || self.may_be_sent_again(&error),
            StopReason::ServerSaidNo | StopReason::SpendCap => true,
            _ => false,
        };
        let error = if is_final { error.with_retryable(false) } else { error };
        let asked = self.asked_wait(&error);
        self.finished(error.with_not_retried(reason).with_retry_after(asked))
    }

    /// The wait that the service asked for.
    pub(super) fn asked_wait(&self, error: &Error) -> Option<Duration> {
        let wall = self.shared.settings.clock.wall();
        match RetryAfter::read(error.headers()?, wall, self.policy().longest_retry_after()) {
            RetryAfter::Wait(wait) | RetryAfter::OutOfBounds(wait) => Some(wait),
            _ => None,
        }
    }
}

/// Classifies an error for the retry policy.
pub(crate) fn outcome(error: &Error) -> Outcome<'_> {
    match (error.kind(), error.status(), error.headers()) {
        _ if !error.is_retryable() && error.status().is_none_or(|status| (200..300).contains(&status)) => {
            Outcome::NotRetryable
        }
        (ErrorKind::Connection, ..) => Outcome::ConnectionLost,
        (ErrorKind::Timeout, ..) => Outcome::TimedOut,
        (ErrorKind::StreamEnded, ..) => Outcome::ConnectionLost,
        // An error inside a success: its status does not count.
        (kind, Some(200..300), _) if kind.is_retryable() => Outcome::MidStream {
            kind: if kind == ErrorKind::RateLimit {
                MidStreamKind::RateLimit
            } else {
                MidStreamKind::ServerFailure
            },
        },
        (_, Some(200..300), _) => Outcome::NotRetryable,
        (_, Some(status), Some(headers)) => {
            let (spend_cap, is_final) = (error.is_spend_cap(), error.is_final());
            Outcome::Status { status, headers, spend_cap, is_final }
        }
        _ => Outcome::NotRetryable,
    }
}
