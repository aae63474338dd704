//! What the hooks of one call wanted so far, and the questions to them.

use std::sync::Arc;
use std::time::Duration;

use http::{HeaderMap, Method, Uri};

use crate::call::hooks::{Hook, HookAction, HookAnswer, HookCall, HookFailure, HookPoints, HookRetry, Hooks};
use crate::call::provider::{CredentialSource, check_way};
use crate::call::request_view::RequestView;
use crate::error::{Error, ErrorKind, Result};
use crate::setting::spelled;
use crate::transport::Payload;

/// Attempts of a call that hooks may ask for: one that always asks must not repeat a call for ever.
const MOST: u32 = 100;

/// What the hooks of a call wanted so far.
pub(crate) struct Hooked {
    hooks: Hooks,
    stream: bool,
    begun: bool,
    /// For each attempt.
    of_call: HeaderMap,
    /// For the next attempt.
    of_attempt: HeaderMap,
    answer: Option<Box<HookAnswer>>,
    /// Attempts that hooks asked for.
    asked_for: u32,
    /// The hook that is being asked, and its method.
    asking: Option<(Arc<dyn Hook>, &'static str)>,
}

/// A call that is about to be sent.
pub(crate) struct About<'c> {
    pub(crate) id: &'c str,
    pub(crate) attempt: u32,
    pub(crate) model: Option<&'c str>,
    pub(crate) labels: &'c [String],
    pub(crate) method: &'c Method,
    pub(crate) uri: &'c Uri,
    /// Without those of hooks.
    pub(crate) headers: Option<&'c HeaderMap>,
    pub(crate) body: Option<&'c Arc<Payload>>,
    /// The route to the service if it is unencrypted.
    pub(crate) plain_way: Option<&'c str>,
}

/// What follows a failed attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Wait(Duration),
    /// As decided: the call ends.
    End,
    /// A hook wants no further attempt.
    Stopped,
}

impl Hooked {
    /// `None` if no hook is asked before the end of a call.
    pub(crate) fn of(hooks: &Hooks, stream: bool) -> Option<Box<Hooked>> {
        let asked = HookPoints::CALL.and(HookPoints::ATTEMPT).and(HookPoints::FAILURE);
        hooks.has(asked).then(|| {
            Box::new(Hooked {
                hooks: hooks.clone(),
                stream,
                begun: false,
                of_call: HeaderMap::new(),
                of_attempt: HeaderMap::new(),
                answer: None,
                asked_for: 0,
                asking: None,
            })
        })
    }

    /// For an attempt beside one that is in flight.
    pub(crate) fn beside(&self) -> Box<Hooked> {
        Box::new(Hooked {
            hooks: self.hooks.clone(),
            of_call: self.of_call.clone(),
            of_attempt: HeaderMap::new(),
            answer: None,
            asking: None,
            ..*self
        })
    }

    /// Whether a hook answers the next attempt.
    pub(crate) fn has_answer(&self) -> bool {
        self.answer.is_some()
    }

    pub(crate) fn take_answer(&mut self) -> Option<Box<HookAnswer>> {
        self.answer.take()
    }

    /// Adds the headers for this attempt.
    pub(crate) fn put_on(&self, headers: &mut HeaderMap) {
        for added in [&self.of_call, &self.of_attempt].into_iter().filter(|added| !added.is_empty()) {
            replace(headers, added.clone());
        }
    }

    /// Asks what precedes an attempt.
    pub(crate) async fn before(&mut self, about: &About<'_>) -> Result<()> {
        self.of_attempt.clear();
        let hooks = self.hooks.clone();
        if !std::mem::replace(&mut self.begun, true) {
            for hook in hooks.at(HookPoints::CALL) {
                self.asking = Some((Arc::clone(hook), "on_call"));
                let action = hook.on_call(self.view(about)).await.map_err(|error| self.failed(error))?;
                let headers = self.accept(about, action)?;
                replace(&mut self.of_call, headers);
                if self.has_answer() {
                    return Ok(());
                }
            }
        }
        for hook in hooks.at(HookPoints::ATTEMPT) {
            self.asking = Some((Arc::clone(hook), "on_attempt"));
            let action = hook.on_attempt(self.view(about)).await.map_err(|error| self.failed(error))?;
            let headers = self.accept(about, action)?;
            replace(&mut self.of_attempt, headers);
            if self.has_answer() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Asks what follows an attempt that failed, after the retry policy has decided. `left` is the time in which
    /// another may be made; zero if none may be.
    pub(crate) async fn after(
        &mut self,
        (attempt, error): (u32, &Error),
        decided: Next,
        left: Duration,
    ) -> Result<Next> {
        let mut next = decided;
        let hooks = self.hooks.clone();
        for hook in hooks.at(HookPoints::FAILURE) {
            self.asking = Some((Arc::clone(hook), "on_failure"));
            let next_wait = match next {
                Next::Wait(wait) => Some(wait),
                Next::End | Next::Stopped => None,
            };
            let wanted = hook.on_failure(HookFailure { attempt, error, next_wait }).await;
            match wanted.map_err(|raised| self.failed_about(error, raised))? {
                HookRetry::AsDecided => {}
                HookRetry::Stop => next = Next::Stopped,
                HookRetry::After(wait) => {
                    if wait < left && self.asked_for < MOST {
                        self.asked_for += 1;
                        next = Next::Wait(wait);
                    }
                }
            }
        }
        Ok(next)
    }

    /// The hook that is being asked, and its method as the users of the host language write it.
    pub(crate) fn asking(&self) -> String {
        let asking = self.asking.as_ref();
        asking.map(|(hook, method)| format!("`{}` ({})", hook.name(), spelled(method))).unwrap_or_default()
    }

    /// The request as the next hook sees it.
    fn view(&self, about: &About<'_>) -> HookCall {
        let mut headers = about.headers.cloned().unwrap_or_default();
        self.put_on(&mut headers);
        HookCall {
            id: about.id.to_owned(),
            attempt: about.attempt,
            model: about.model.map(str::to_owned),
            labels: about.labels.to_vec(),
            stream: self.stream,
            request: RequestView {
                method: about.method.clone(),
                uri: about.uri.clone(),
                headers,
                body: about.body.cloned(),
            },
        }
    }

    /// Takes the answer of a hook, and returns the headers that it adds.
    fn accept(&mut self, about: &About<'_>, action: HookAction) -> Result<HeaderMap> {
        let HookAction { headers, answer, veto } = action;
        if let Some(reason) = veto {
            return Err(self.error("veto", &format!("refused the call: {reason}")));
        }
        check_way(about.plain_way, &CredentialSource::Anonymous, &headers)?;
        self.answer = answer;
        Ok(headers)
    }

    fn failed(&self, error: Box<dyn std::error::Error + Send + Sync>) -> Error {
        self.error("failed", &format!("failed: {error}")).with_source(error)
    }

    fn failed_about(&self, attempt: &Error, error: Box<dyn std::error::Error + Send + Sync>) -> Error {
        let text = format!("failed: {error}; it was asked about a failed attempt: {}", attempt.message());
        self.error("failed", &text).with_source(error)
    }

    fn error(&self, subkind: &'static str, what: &str) -> Error {
        let hook = self.asking();
        Error::new(ErrorKind::Hook, format!("the hook {hook} {what}")).with_subkind(Some(subkind))
    }
}

/// Puts headers in place of those of the same names.
fn replace(headers: &mut HeaderMap, with: HeaderMap) {
    with.keys().for_each(|name| drop(headers.remove(name)));
    headers.extend(with);
}
