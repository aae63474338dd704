//! What a hook wants: headers, an answer in place of the service's, a refusal, another attempt.

use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue};

use crate::call::credential::FRAMING;
use crate::error::{Error, Result};
use crate::secret::MaskedHeaders;
use crate::transport::{HttpBody, Incoming};

/// What a hook wants before a call or an attempt.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct HookAction {
    pub(crate) headers: HeaderMap,
    pub(crate) answer: Option<Box<HookAnswer>>,
    pub(crate) veto: Option<String>,
}

impl HookAction {
    /// Nothing: the call goes on.
    pub fn proceed() -> HookAction {
        HookAction::default()
    }

    /// Answers in place of the service. The answer is read, classified and repeated as the service's own would be, but
    /// no credential is asked for, the limits of the key are not charged, and the ledger counts no tokens. Hooks behind
    /// this one are not asked.
    pub fn answer(answer: HookAnswer) -> HookAction {
        HookAction::default().answered(answer)
    }

    /// Ends the call with an error of the kind [`Hook`](crate::ErrorKind::Hook) and the subkind `veto`, for this
    /// reason. Nothing (more) is sent.
    pub fn veto(reason: impl Into<String>) -> HookAction {
        HookAction::default().refusing(reason)
    }

    /// As [`HookAction::answer`], beside what else is wanted.
    pub fn answered(mut self, answer: HookAnswer) -> HookAction {
        self.answer = Some(Box::new(answer));
        self
    }

    /// As [`HookAction::veto`], beside what else is wanted.
    pub fn refusing(mut self, reason: impl Into<String>) -> HookAction {
        self.veto = Some(reason.into());
        self
    }

    /// Sends this header too, in place of one of that name; from [`Hook::on_call`](super::Hook::on_call) with each
    /// attempt. A name that is given twice is sent twice.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) for an invalid header, and for `host`, `content-length`,
    /// `transfer-encoding` and `connection`, which are derived from the request.
    pub fn with_header(mut self, name: impl AsRef<str>, value: impl AsRef<str>) -> Result<HookAction> {
        let (name, value) = header(name.as_ref(), value.as_ref())?;
        if FRAMING.contains(&name) {
            return Err(Error::config(format!("the header `{name}` of a hook is made from what is sent")));
        }
        self.headers.append(name, value);
        Ok(self)
    }
}

/// The answer of a hook, in place of the service's.
#[derive(Clone)]
pub struct HookAnswer {
    status: u16,
    headers: HeaderMap,
    body: Bytes,
}

impl HookAnswer {
    /// An answer with this status, from 200 to 599, and body: for a streamed call the text of an event stream, or the
    /// JSON of a message, which is then given as events.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) for another status.
    pub fn new(status: u16, body: impl Into<Bytes>) -> Result<HookAnswer> {
        if !(200..600).contains(&status) {
            return Err(Error::config(format!(
                "the status {status} of a hook's answer is not from 200 to 599"
            )));
        }
        Ok(HookAnswer { status, headers: HeaderMap::new(), body: body.into() })
    }

    /// Adds a header of the answer.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) for an invalid header.
    pub fn with_header(mut self, name: impl AsRef<str>, value: impl AsRef<str>) -> Result<HookAnswer> {
        let (name, value) = header(name.as_ref(), value.as_ref())?;
        self.headers.append(name, value);
        Ok(self)
    }
}

impl HookAnswer {
    pub(crate) fn into_incoming(self) -> Incoming<HttpBody> {
        Incoming { status: self.status, headers: self.headers.into(), body: HttpBody::Given(Some(self.body)) }
    }
}

impl fmt::Debug for HookAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HookAnswer")
            .field("status", &self.status)
            .field("headers", &MaskedHeaders(&self.headers))
            .field("body_bytes", &self.body.len())
            .finish()
    }
}

/// What a hook wants after an attempt that failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum HookRetry {
    /// What the retry policy decided.
    #[default]
    AsDecided,
    /// Another attempt after this wait, also where the policy would not repeat the call. It takes place only within the
    /// total time limit, at most 100 times in a call, and not if the request cannot be sent again (its body is a stream
    /// that was read, or it must not arrive twice).
    After(Duration),
    /// No further attempt.
    Stop,
}

fn header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue)> {
    let known = HeaderName::from_bytes(name.as_bytes());
    let known =
        known.map_err(|_| Error::config(format!("the header {name:?} of a hook has no valid name")))?;
    let value = HeaderValue::from_bytes(value.trim().as_bytes()).map_err(|_| {
        Error::config(format!("the header `{name}` of a hook holds a character that headers cannot carry"))
    })?;
    Ok((known, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_sent_is_refused_without_its_value() {
        for (name, value) in [("bad name", "hidden"), ("x-a", "hid\nden"), ("Host", "hidden")] {
            let error = HookAction::proceed().with_header(name, value).unwrap_err();
            assert!(!error.to_string().contains("hid"), "{error}");
        }
        assert!(HookAnswer::new(199, "").is_err() && HookAnswer::new(600, "").is_err());
        assert!(HookAnswer::new(200, "").unwrap().with_header("x a", "b").is_err());
    }

    #[test]
    fn nothing_of_an_answer_shows() {
        let answer = HookAnswer::new(200, "hidden").unwrap().with_header("x-api-key", "hidden").unwrap();
        assert!(!format!("{:?}", HookAction::answer(answer)).contains("hidden"));
    }
}
