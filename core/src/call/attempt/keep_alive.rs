//! Requests that read the prefixes of a call again before their lifetime in the prompt cache ends.

use std::sync::{Arc, Weak};
use std::time::Instant;

use super::Call;
use super::warm_up::Prompt;
use crate::call::provider::CredentialSource;
use crate::call::settings::ClientInner;
use crate::prompt_cache::{Expected, Marked, Renew, Renewals, Renewed, Renewing};
use crate::threads;

/// The prompt of a call that was answered, and its prefixes.
struct Renewal {
    client: Weak<ClientInner>,
    marked: Arc<Marked>,
    prompt: Prompt,
}

impl Call {
    /// The request by which the prefixes of this call stay in the cache, and the size of its body, if the client has
    /// such requests.
    pub(super) fn renewal(&self) -> Option<(Arc<dyn Renew>, usize)> {
        let marked = self.request.marked.as_ref()?;
        self.shared.prompt_cache.as_ref().filter(|gate| gate.keeps_alive(marked))?;
        let prompt = self.later_prompt()?;
        // A credential in headers of the call.
        if !is_same_kind(&prompt.credential, &self.shared.settings.credential) {
            return None;
        }
        let client = self.shared.original.clone().unwrap_or_else(|| Arc::downgrade(&self.shared));
        let bytes = prompt.bytes();
        Some((Arc::new(Renewal { client, marked: Arc::clone(marked), prompt }), bytes))
    }
}

impl Renew for Renewal {
    fn renew(self: Arc<Self>, until: Instant) -> Renewing {
        Box::pin(async move {
            let shared = self.client.upgrade()?;
            let gate = shared.prompt_cache.as_ref()?;
            let clock = &shared.settings.clock;
            let sent = clock.now();
            // A call that writes one of them at this moment does the same.
            let mut pass = gate.enter_now(&self.marked)?;
            if pass.expected != Expected::Warm || pass.writes() {
                return None;
            }
            if let Some(left) = pass.used_elsewhere().await {
                return Some(Renewed::Elsewhere(left));
            }
            let left = until.saturating_duration_since(clock.now());
            match self.prompt.request(&shared, Some(left))?.await {
                Ok(usage) => {
                    pass.began();
                    // The service evicted the prefix early, and this request was billed for writing it again: stop.
                    let is_read = usage.cache_read_input_tokens > Some(0);
                    is_read.then_some(Renewed::Here(sent))
                }
                Err(error) => {
                    tracing::debug!(target: "parlour", kind = ?error.kind(), "a prefix is left to the prompt cache");
                    None
                }
            }
        })
    }
}

/// Runs them on a thread of their own.
pub(crate) fn start(renewals: Renewals) {
    let started = threads::spawn(move || {
        match tokio::runtime::Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => runtime.block_on(renewals.run()),
            // They are dropped, and with them the prefixes.
            Err(error) => tracing::debug!(target: "parlour", %error, "no runtime for the prompt cache"),
        }
    });
    if let Err(error) = started {
        tracing::debug!(target: "parlour", %error, "no thread for the prompt cache");
    }
}

fn is_same_kind(one: &CredentialSource, other: &CredentialSource) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}
