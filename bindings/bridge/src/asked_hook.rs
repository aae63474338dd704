//! A hook of the core that asks its host through the operation that runs.

use std::borrow::Cow;

use parlour::{CallEnd, Hook, HookAction, HookCall, HookFailure, HookFuture, HookPoints, HookRetry};

use crate::hooks::{HookFacts, HookPoint, HookQuestion, HookReply, HostHook};
use crate::info::ErrorInfo;
use crate::log_ring::EndRecord;
use crate::task_context;

/// A hook of the core that asks its host.
pub(crate) struct AskedHook {
    pub(crate) client: u64,
    pub(crate) index: usize,
    pub(crate) hook: HostHook,
}

impl AskedHook {
    async fn ask(
        &self,
        point: HookPoint,
        facts: HookFacts,
    ) -> Result<HookReply, Box<dyn std::error::Error + Send + Sync>> {
        let prompt = task_context::prompt()?;
        Ok(prompt.hook(HookQuestion { hook: self.index, point, facts }).await?)
    }

    async fn before(
        &self,
        point: HookPoint,
        call: HookCall,
    ) -> Result<HookAction, Box<dyn std::error::Error + Send + Sync>> {
        match self.ask(point, HookFacts::Before(Box::new(call))).await? {
            HookReply::Before(action) => Ok(action),
            HookReply::Failed(_) => Ok(HookAction::proceed()),
        }
    }
}

impl Hook for AskedHook {
    fn name(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.hook.name)
    }

    fn points(&self) -> HookPoints {
        self.hook.points
    }

    fn on_call(&self, call: HookCall) -> HookFuture<'_, HookAction> {
        Box::pin(self.before(HookPoint::Call, call))
    }

    fn on_attempt(&self, attempt: HookCall) -> HookFuture<'_, HookAction> {
        Box::pin(self.before(HookPoint::Attempt, attempt))
    }

    fn on_failure<'h>(&'h self, failure: HookFailure<'h>) -> HookFuture<'h, HookRetry> {
        let facts = HookFacts::Failed {
            attempt: failure.attempt,
            error: ErrorInfo::from(failure.error),
            next_wait: failure.next_wait,
        };
        Box::pin(async move {
            match self.ask(HookPoint::Failure, facts).await? {
                HookReply::Failed(retry) => Ok(retry),
                HookReply::Before(_) => Ok(HookRetry::AsDecided),
            }
        })
    }

    fn on_end(&self, end: &CallEnd) {
        if let Some((ring, token)) = task_context::current_ring() {
            let (end, telemetry) = (end.clone(), self.hook.telemetry);
            ring.push_end(EndRecord { client: self.client, hook: self.index, token, end, telemetry });
        }
    }
}
