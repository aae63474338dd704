//! A call asks the hooks of its client: before it begins, before each attempt, and after each that failed.

use std::time::Duration;

use super::Call;
use crate::call::hooked::{About, Hooked, Next};
use crate::error::{Error, Result};

impl Call {
    /// Asks what precedes an attempt. True if a hook answers it.
    pub(super) async fn ask_before(&mut self) -> Result<bool> {
        self.asked_before().await.map_err(|error| self.finished(error))
    }

    /// The same; an error does not end the call.
    pub(super) async fn asked_before(&mut self) -> Result<bool> {
        let Some(mut hooked) = self.hooked.take() else { return Ok(false) };
        let about = self.about();
        let outcome = self.within_limits(&mut hooked, async |hooked| hooked.before(&about).await).await;
        let answered = hooked.has_answer();
        self.hooked = Some(hooked);
        outcome.map(|()| answered)
    }

    /// Asks what follows a failed attempt, after the retry policy has decided.
    pub(super) async fn ask_after(&mut self, error: &Error, decided: Next) -> Result<Next> {
        let Some(mut hooked) = self.hooked.take() else { return Ok(decided) };
        let attempt = self.log.count();
        let left = match (self.may_be_sent_again(error), self.remaining()) {
            (false, _) => Duration::ZERO,
            (true, None) => Duration::MAX,
            (true, Some(remaining)) => remaining.left,
        };
        let asked = async |hooked: &mut Hooked| hooked.after((attempt, error), decided, left).await;
        let outcome = self.within_limits(&mut hooked, asked).await;
        self.hooked = Some(hooked);
        outcome
    }

    /// The call as hooks see it, without their headers.
    fn about(&self) -> About<'_> {
        let request = &self.request;
        let record = self.record.as_deref();
        About {
            id: record.map_or("", |record| &record.id),
            attempt: self.log.count().saturating_add(1),
            model: record.map(|record| &*record.model).filter(|model| !model.is_empty()),
            labels: record.map_or(&[], |record| &record.labels),
            method: &request.method,
            uri: &request.uri,
            headers: request.sending.as_ref().map(|sending| &sending.headers),
            body: request.body.as_ref(),
            plain_way: self.shared.settings.plain_way.as_deref(),
        }
    }

    /// A hook that does not return uses up the time of an attempt, and of the call.
    async fn within_limits<T>(
        &self,
        hooked: &mut Hooked,
        asked: impl AsyncFnOnce(&mut Hooked) -> Result<T>,
    ) -> Result<T> {
        let limit = self.request.limit;
        let (time, total) = match self.remaining() {
            Some(remaining) if remaining.left < limit.duration() => (remaining.left, Some(remaining)),
            _ => (limit.duration(), None),
        };
        let outcome = self.limit_clock().timeout(time, asked(hooked)).await;
        outcome.unwrap_or_else(|| {
            let expired = total.map_or_else(|| limit.expired(), |remaining| remaining.expired());
            let hook = hooked.asking();
            Err(expired.within(format_args!("the hook {hook} did not return")).with_retryable(false))
        })
    }
}
