//! Answers that are recorded, and recorded answers in place of the service's.

use bytes::Bytes;

use super::Call;
use crate::error::Result;
use crate::recordings::{Asked, Found, Taken, tap};
use crate::transport::{Failure, HttpBody, Incoming};

/// What a client with a folder of recordings knows of a call.
pub(super) struct Recorded {
    asked: Asked,
    /// The answer of the next attempt.
    found: Option<Found>,
}

impl Call {
    /// Looks for a recorded answer of the next attempt. True if there is one.
    pub(super) fn look_up(&mut self) -> Result<bool> {
        let Some(store) = self.shared.recordings.clone() else { return Ok(false) };
        let asked = self.recorded.take().map_or_else(|| self.asked(), |recorded| recorded.asked);
        let found = store.find(&asked).map_err(|error| self.finished(error))?;
        let is_found = found.is_some();
        self.recorded = Some(Box::new(Recorded { asked, found }));
        Ok(is_found)
    }

    pub(super) fn take_recorded(&mut self) -> Option<Taken> {
        let found = self.recorded.as_mut()?.found.take()?;
        Some(self.shared.recordings.as_ref()?.give(found))
    }

    /// Records what follows an attempt that was sent.
    pub(super) fn record_answer(
        &self,
        sent: std::result::Result<Incoming<HttpBody>, Failure>,
    ) -> std::result::Result<Incoming<HttpBody>, Failure> {
        let (Some(store), Some(recorded)) = (&self.shared.recordings, &self.recorded) else { return sent };
        if !store.records() {
            return sent;
        }
        let asked = recorded.asked.clone();
        match sent {
            Ok(mut incoming) => {
                self.request.secrets.mask_headers(&mut incoming.headers);
                let sent_at = self.sent_at.into_std();
                Ok(tap(store, asked, (self.request.secrets.clone(), sent_at), incoming))
            }
            Err(failure) => {
                store.tap_failure(asked, &failure);
                Err(failure)
            }
        }
    }

    fn asked(&self) -> Asked {
        let body = match &self.request.body {
            None => Some(Bytes::new()),
            Some(payload) => payload.parts_at_hand().map(|_| payload.segments().contiguous()),
        };
        Asked::new(&self.request.method, &self.request.uri, body.as_ref())
    }
}
