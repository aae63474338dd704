//! The key of an attempt, for clients that have several, and what a failure says of it.

use std::sync::Arc;

use super::Call;
use crate::call::credential::Credential;
use crate::call::keys::{KeyRing, Picked};
use crate::call::provider::CredentialSource;
use crate::error::{Error, Result};
use crate::pacing::Admission;

impl Call {
    fn ring(&self) -> Option<Arc<KeyRing>> {
        match self.request.sending.as_ref().map(|sending| &sending.credential) {
            Some(CredentialSource::Ring(ring)) => Some(Arc::clone(ring)),
            _ => None,
        }
    }

    /// Chooses the key of the next attempt: the limits that it waits for are those of this key.
    pub(super) fn pick_key(&mut self) -> Result<()> {
        if let Some(ring) = self.ring() {
            self.picked = Some(Box::new(ring.pick()?));
        }
        Ok(())
    }

    /// The rate limits that the attempt falls under.
    pub(super) fn admission_of_key(&self) -> Option<Arc<Admission>> {
        let admission = self.request.admission.as_ref()?;
        let Some(picked) = &self.picked else { return Some(Arc::clone(admission)) };
        let limiter = &self.shared.limiter;
        let digest = picked.credential.digest(limiter.keys());
        limiter.identify(digest, || picked.credential.identity(&self.shared.settings.base_url));
        Some(Arc::new(admission.of_credential(digest)))
    }

    /// The key that is sent: another one if the chosen one was replaced or refused while the call waited.
    pub(super) fn key_to_send(&mut self, ring: &KeyRing) -> Result<Credential> {
        let picked: Picked = match self.picked.take() {
            Some(picked) if ring.is_in_use(&picked) => *picked,
            _ => ring.pick()?,
        };
        let credential = picked.credential.clone();
        self.picked = Some(Box::new(picked));
        Ok(credential)
    }

    /// Keeps what a failed attempt says of its key. True if another key makes an attempt at once: that is no retry.
    pub(super) fn another_key(&mut self, error: &Error) -> bool {
        let (Some(ring), Some(picked)) = (self.ring(), &self.picked) else { return false };
        match error.status() {
            Some(401) => ring.refuse(picked, "the service refused it (401)"),
            Some(429) if error.is_spend_cap() => ring.refuse(picked, "it has reached a spend cap (429)"),
            Some(429) => ring.rest(picked, self.asked_wait(error)),
            _ => return false,
        }
        let most = u32::try_from(ring.count()).unwrap_or(u32::MAX);
        if self.switched >= most || !ring.has_ready() || !self.may_be_sent_again(error) {
            return false;
        }
        self.switched += 1;
        true
    }
}
