//! The hooks that a case lists: each method gives its results one after the other, and the last one for ever.

use std::borrow::Cow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use parlour::{Hook, HookAction, HookAnswer, HookCall, HookFailure, HookFuture, HookPoints, HookRetry};

use parlour_conformance::json::Json;

type Failed = Box<dyn std::error::Error + Send + Sync>;

/// A hook for a row.
pub(crate) struct Listed {
    call: Results,
    attempt: Results,
    failure: Results,
}

struct Results {
    rows: Vec<Json>,
    asked: AtomicUsize,
}

impl Results {
    fn of(row: &Json, method: &str) -> Results {
        let rows = row.get(method).map(Json::items).unwrap_or_default().to_vec();
        Results { rows, asked: AtomicUsize::new(0) }
    }

    fn next(&self) -> Json {
        let at = self.asked.fetch_add(1, Ordering::Relaxed).min(self.rows.len().saturating_sub(1));
        self.rows.get(at).cloned().unwrap_or(Json::Null)
    }

    fn action(&self, call: &HookCall) -> Result<HookAction, Failed> {
        let row = self.next();
        failed(&row)?;
        let mut action = HookAction::proceed();
        for (name, value) in row.get("headers").map(Json::entries).unwrap_or_default() {
            action = action.with_header(name, value.as_str().unwrap_or_default())?;
        }
        for (name, seen) in row.get("copy").map(Json::entries).unwrap_or_default() {
            let seen = call.request.headers().get(seen.as_str().unwrap_or_default());
            let seen = seen.and_then(|value| value.to_str().ok()).unwrap_or("none");
            action = action.with_header(name, seen)?;
        }
        if let Some(reason) = row.get("veto").and_then(Json::as_str) {
            action = action.refusing(reason);
        }
        if let Some(given) = row.get("answer") {
            let status = given.get("status").and_then(Json::as_u64).unwrap_or(200);
            let body = given.get("body").and_then(Json::as_str).unwrap_or_default().to_owned();
            let mut answer = HookAnswer::new(u16::try_from(status)?, body)?;
            for (name, value) in given.get("headers").map(Json::entries).unwrap_or_default() {
                answer = answer.with_header(name, value.as_str().unwrap_or_default())?;
            }
            action = action.answered(answer);
        }
        Ok(action)
    }

    fn retry(&self) -> Result<HookRetry, Failed> {
        let row = self.next();
        failed(&row)?;
        Ok(match (row.get("retry_after_ms").and_then(Json::as_u64), row.get("retry")) {
            (Some(wait), _) => HookRetry::After(Duration::from_millis(wait)),
            (None, Some(_)) => HookRetry::Stop,
            (None, None) => HookRetry::AsDecided,
        })
    }
}

fn failed(row: &Json) -> Result<(), Failed> {
    row.get("fail").and_then(Json::as_str).map_or(Ok(()), |text| Err(text.into()))
}

impl Listed {
    pub(crate) fn of(row: &Json) -> Listed {
        let results = |method| Results::of(row, method);
        Listed { call: results("on_call"), attempt: results("on_attempt"), failure: results("on_failure") }
    }
}

impl Hook for Listed {
    fn name(&self) -> Cow<'_, str> {
        Cow::Borrowed("Hook")
    }

    fn points(&self) -> HookPoints {
        let all = [
            (&self.call, HookPoints::CALL),
            (&self.attempt, HookPoints::ATTEMPT),
            (&self.failure, HookPoints::FAILURE),
        ];
        let given = all.into_iter().filter(|(results, _)| !results.rows.is_empty());
        given.fold(HookPoints::default(), |points, (_, point)| points.and(point))
    }

    fn on_call(&self, call: HookCall) -> HookFuture<'_, HookAction> {
        Box::pin(async move { self.call.action(&call) })
    }

    fn on_attempt(&self, attempt: HookCall) -> HookFuture<'_, HookAction> {
        Box::pin(async move { self.attempt.action(&attempt) })
    }

    fn on_failure<'h>(&'h self, _: HookFailure<'h>) -> HookFuture<'h, HookRetry> {
        Box::pin(async move { self.failure.retry() })
    }
}
