//! The options of one call: headers, query, body keys, limits, retries. An option that is not set leaves the client's
//! value in force.

use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue};

use crate::call::credential::Credential;
use crate::error::{Error, Result};
use crate::json::Json;
use crate::pacing::Priority;
use crate::secret::MaskedHeaders;
use crate::setting::Setting;

/// Settings of one call, or of every call of a client made with
/// [`Client::with_options`](crate::Client::with_options).
///
/// A wrong header name or value is reported by the call, before anything is sent.
///
/// ```
/// use std::time::Duration;
/// let options = parlour::CallOptions::new()
///     .timeout(Duration::from_secs(30))
///     .max_retries(1)
///     .header("x-tenant", "blue")
///     .query("trace", "1");
/// ```
#[derive(Clone, Default)]
#[must_use = "options do nothing until they are given to a call or a client"]
pub struct CallOptions {
    pub(crate) headers: HeaderMap,
    pub(crate) removed: Vec<HeaderName>,
    pub(crate) betas: Vec<String>,
    pub(crate) user_profile_id: Option<HeaderValue>,
    pub(crate) workspace_id: Option<HeaderValue>,
    pub(crate) query: Vec<(String, String)>,
    pub(crate) keys: Vec<(String, Json)>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) total_timeout: Option<Duration>,
    pub(crate) first_event_timeout: Option<Duration>,
    pub(crate) max_retries: Option<u32>,
    pub(crate) stream_long_answers: Option<bool>,
    pub(crate) priority: Option<Priority>,
    pub(crate) labels: Vec<String>,
    /// No attempt follows one that may have been carried out.
    pub(crate) unless_arrived: bool,
    pub(crate) credential: Option<Credential>,
    problem: Option<(Setting, String)>,
}

impl CallOptions {
    /// No option set.
    pub fn new() -> CallOptions {
        CallOptions::default()
    }

    /// Sends this header, in place of a default of the same name. Give a name twice to send it twice.
    pub fn header(mut self, name: impl AsRef<str>, value: impl AsRef<str>) -> CallOptions {
        match header(name.as_ref(), value.as_ref()) {
            Ok((name, value)) => {
                self.removed.retain(|removed| *removed != name);
                self.headers.append(name, value);
            }
            Err(problem) => self.problem = Some((Setting::HEADERS, problem)),
        }
        self
    }

    /// As [`CallOptions::header`], for a value that is a secret although its name does not say so: it is masked
    /// in all output and in echoed text, and is not sent over plain http to another machine. Values of the headers that
    /// [`is_sensitive_header`](crate::secret::is_sensitive_header) knows are secrets without it.
    pub fn secret_header(mut self, name: impl AsRef<str>, value: impl AsRef<str>) -> CallOptions {
        match header(name.as_ref(), value.as_ref()) {
            Ok((name, mut value)) => {
                value.set_sensitive(true);
                self.removed.retain(|removed| *removed != name);
                self.headers.append(name, value);
            }
            Err(problem) => self.problem = Some((Setting::SECRET_HEADERS, problem)),
        }
        self
    }

    /// Does not send the default header of this name, the credential included (for gateways that add their own).
    pub fn remove_header(mut self, name: impl AsRef<str>) -> CallOptions {
        match HeaderName::from_bytes(name.as_ref().as_bytes()) {
            Ok(name) => {
                self.headers.remove(&name);
                self.removed.push(name);
            }
            Err(_) => {
                let problem = format!("`{}` is not a header name", name.as_ref());
                self.problem = Some((Setting::HEADERS, problem));
            }
        }
        self
    }

    /// Asks for a beta feature, besides those of the client (protocol §8.7).
    pub fn beta(mut self, name: impl Into<String>) -> CallOptions {
        self.betas.push(name.into());
        self
    }

    /// Makes the call on behalf of this user profile: `<vendor>-user-profile-id` (protocol §1.1).
    pub fn user_profile_id(mut self, id: impl AsRef<str>) -> CallOptions {
        match id_value(Setting::USER_PROFILE_ID, id.as_ref()) {
            Ok(id) => self.user_profile_id = Some(id),
            Err(problem) => self.problem = Some(problem),
        }
        self
    }

    /// Makes the call in this workspace, for credentials that can act in several: `<vendor>-workspace-id` (protocol
    /// §1.1).
    pub fn workspace_id(mut self, id: impl AsRef<str>) -> CallOptions {
        match id_value(Setting::WORKSPACE_ID, id.as_ref()) {
            Ok(id) => self.workspace_id = Some(id),
            Err(problem) => self.problem = Some(problem),
        }
        self
    }

    /// Adds a query parameter; replaces one of the same name set on the client.
    pub fn query(mut self, name: impl Into<String>, value: impl Into<String>) -> CallOptions {
        self.query.push((name.into(), value.into()));
        self
    }

    /// Sets a top-level key of the body; replaces one that is there (protocol §8.7).
    pub fn body_key(mut self, name: impl Into<String>, value: Json) -> CallOptions {
        self.keys.push((name.into(), value));
        self
    }

    /// The limit of one attempt: for a whole answer until it is complete, for a stream the longest silence.
    /// An explicit limit also keeps a long whole-answer call from being streamed internally.
    pub fn timeout(mut self, limit: Duration) -> CallOptions {
        self.timeout = Some(limit);
        self
    }

    /// The limit of the call with all its attempts and waits.
    pub fn total_timeout(mut self, limit: Duration) -> CallOptions {
        self.total_timeout = Some(limit);
        self
    }

    /// The longest time from the sending of a streamed request to the first event other than `ping`; an attempt that
    /// exceeds it is repeated like any other that fails before its first event. Without effect on a call that is not
    /// streamed.
    pub fn first_event_timeout(mut self, limit: Duration) -> CallOptions {
        self.first_event_timeout = Some(limit);
        self
    }

    /// How many times the call may be repeated; 0 for never.
    pub fn max_retries(mut self, retries: u32) -> CallOptions {
        self.max_retries = Some(retries);
        self
    }

    /// Whether a whole answer that could outlast its time limit is streamed internally and still returned whole
    /// (decision 0003).
    pub fn stream_long_answers(mut self, on: bool) -> CallOptions {
        self.stream_long_answers = Some(on);
        self
    }

    /// Which calls go first while calls wait for the rate limits: [`Priority::Interactive`] unless set. Without effect
    /// unless the client paces its calls ([`ClientBuilder::pacing`](crate::ClientBuilder::pacing)) or caps them
    /// ([`ClientBuilder::max_in_flight`](crate::ClientBuilder::max_in_flight)).
    pub fn priority(mut self, priority: Priority) -> CallOptions {
        self.priority = Some(priority);
        self
    }

    /// Counts the call under this label too, besides those of the client: in
    /// [`Client::usage_report`](crate::Client::usage_report), where the client keeps a ledger. It is not sent. For a
    /// tenant, a feature, a job; not for what is different in each call.
    pub fn label(mut self, label: impl Into<String>) -> CallOptions {
        self.labels.push(label.into());
        self
    }

    /// Sends this credential in place of the client's, for servers that act for several accounts.
    pub fn credential(mut self, credential: Credential) -> CallOptions {
        self.credential = Some(credential);
        self
    }

    /// The options of a call over those of its client: the call's take precedence.
    pub(crate) fn over(self, base: &CallOptions) -> CallOptions {
        if base.is_unset() {
            return self;
        }
        let mut headers = base.headers.clone();
        for name in self.removed.iter().chain(self.headers.keys()) {
            headers.remove(name);
        }
        for (name, value) in &self.headers {
            headers.append(name.clone(), value.clone());
        }
        let mut removed = base.removed.clone();
        removed.retain(|name| !self.headers.contains_key(name));
        removed.extend(self.removed);
        let mut query: Vec<_> = base
            .query
            .iter()
            .filter(|(name, _)| !self.query.iter().any(|(own, _)| own == name))
            .cloned()
            .collect();
        query.extend(self.query);
        CallOptions {
            headers,
            removed,
            betas: base.betas.iter().chain(&self.betas).cloned().collect(),
            user_profile_id: self.user_profile_id.or_else(|| base.user_profile_id.clone()),
            workspace_id: self.workspace_id.or_else(|| base.workspace_id.clone()),
            query,
            keys: base.keys.iter().cloned().chain(self.keys).collect(),
            timeout: self.timeout.or(base.timeout),
            total_timeout: self.total_timeout.or(base.total_timeout),
            first_event_timeout: self.first_event_timeout.or(base.first_event_timeout),
            max_retries: self.max_retries.or(base.max_retries),
            stream_long_answers: self.stream_long_answers.or(base.stream_long_answers),
            priority: self.priority.or(base.priority),
            labels: both(&base.labels, &self.labels),
            unless_arrived: self.unless_arrived || base.unless_arrived,
            credential: self.credential.or_else(|| base.credential.clone()),
            problem: self.problem.or_else(|| base.problem.clone()),
        }
    }

    /// Nothing was set, as is usual for a client.
    pub(crate) fn is_unset(&self) -> bool {
        let CallOptions {
            headers,
            removed,
            betas,
            user_profile_id,
            workspace_id,
            query,
            keys,
            timeout,
            total_timeout,
            first_event_timeout,
            max_retries,
            stream_long_answers,
            priority,
            labels,
            unless_arrived,
            credential,
            problem,
        } = self;
        headers.is_empty()
            && removed.is_empty()
            && betas.is_empty()
            && user_profile_id.is_none()
            && workspace_id.is_none()
            && query.is_empty()
            && keys.is_empty()
            && timeout.is_none()
            && total_timeout.is_none()
            && first_event_timeout.is_none()
            && max_retries.is_none()
            && stream_long_answers.is_none()
            && priority.is_none()
            && labels.is_empty()
            && !unless_arrived
            && credential.is_none()
            && problem.is_none()
    }

    /// Refuses invalid options. Every call does this before it sends anything.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) with one sentence that names the mistake.
    pub fn check(&self) -> Result<()> {
        if let Some((setting, problem)) = &self.problem {
            return Err(Error::about(*setting, problem.clone()));
        }
        for (setting, limit) in [
            (Setting::TIMEOUT, self.timeout),
            (Setting::TOTAL_TIMEOUT, self.total_timeout),
            (Setting::FIRST_EVENT_TIMEOUT, self.first_event_timeout),
        ] {
            if limit.is_some_and(|limit| limit.is_zero()) {
                return Err(Error::about(setting, format!("{setting} must be longer than zero")));
            }
        }
        if let Some((name, _)) = self.query.iter().find(|(name, _)| name.is_empty()) {
            return Err(Error::about(
                Setting::QUERY,
                format!("a query parameter has an empty name (`{name}`)"),
            ));
        }
        if let Some(credential) = &self.credential {
            credential.check_fixed()?;
        }
        check_betas(&self.betas)
    }
}

/// The labels of a client and those of a call, each once.
fn both(base: &[String], own: &[String]) -> Vec<String> {
    let mut labels = base.to_vec();
    labels.extend(own.iter().filter(|label| !base.contains(label)).cloned());
    labels
}

/// A checked header; the problem never repeats the value, which may be a secret.
pub(crate) fn header(name: &str, value: &str) -> std::result::Result<(HeaderName, HeaderValue), String> {
    let name =
        HeaderName::from_bytes(name.as_bytes()).map_err(|_| format!("`{name}` is not a header name"))?;
    let mut value = HeaderValue::from_bytes(value.trim().as_bytes())
        .map_err(|_| format!("the value of header `{name}` holds a character that headers cannot carry"))?;
    value.set_sensitive(crate::secret::is_sensitive_header(name.as_str()));
    Ok((name, value))
}

/// An id as the value of a header.
fn id_value(setting: Setting, id: &str) -> std::result::Result<HeaderValue, (Setting, String)> {
    match HeaderValue::from_str(id.trim()) {
        Ok(value) if !value.is_empty() => Ok(value),
        _ => Err((setting, format!("{setting} is empty or holds a character that headers cannot carry"))),
    }
}

/// Beta names are header text and must not smuggle in others. The error does not repeat them: a key may have been
/// passed here by mistake.
fn check_betas(names: &[String]) -> Result<()> {
    for (at, name) in names.iter().flat_map(|n| n.split(',')).map(str::trim).enumerate() {
        if name.is_empty() || !name.bytes().all(|b| b.is_ascii_graphic()) {
            let text = format!(
                "beta feature {} is not a name: one or more visible ASCII characters, no spaces",
                at + 1
            );
            return Err(Error::about(Setting::BETA, text));
        }
    }
    Ok(())
}

impl std::fmt::Debug for CallOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CallOptions")
            .field("headers", &MaskedHeaders(&self.headers))
            .field("removed", &self.removed)
            .field("betas", &self.betas)
            .field("user_profile_id", &self.user_profile_id)
            .field("workspace_id", &self.workspace_id)
            // Names alone: gateways take keys as parameters.
            .field("query", &self.query.iter().map(|(name, _)| name).collect::<Vec<_>>())
            .field("keys", &self.keys.iter().map(|(key, _)| key).collect::<Vec<_>>())
            .field("timeout", &self.timeout)
            .field("total_timeout", &self.total_timeout)
            .field("first_event_timeout", &self.first_event_timeout)
            .field("max_retries", &self.max_retries)
            .field("stream_long_answers", &self.stream_long_answers)
            .field("priority", &self.priority)
            .field("labels", &self.labels)
            .field("credential", &self.credential)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_wins_over_its_client() {
        let base = CallOptions::new()
            .header("x-a", "1")
            .header("x-b", "1")
            .remove_header("x-c")
            .query("q", "1")
            .max_retries(7)
            .beta("one");
        let call = CallOptions::new()
            .header("X-A", "2")
            .remove_header("x-b")
            .header("x-c", "3")
            .query("q", "2")
            .beta("two");
        let merged = call.over(&base);
        assert_eq!(merged.headers.get("x-a").unwrap(), "2");
        assert!(!merged.headers.contains_key("x-b"));
        assert_eq!(merged.headers.get("x-c").unwrap(), "3");
        assert_eq!(merged.removed, ["x-b"]);
        assert_eq!(merged.query, [("q".to_owned(), "2".to_owned())]);
        assert_eq!(merged.max_retries, Some(7));
        assert_eq!(merged.betas, ["one", "two"]);
    }

    #[test]
    fn wrong_options_are_named_without_their_values() {
        let error = CallOptions::new().header("x-key", "sec\nret").check().unwrap_err();
        assert!(error.to_string().contains("x-key") && !error.to_string().contains("ret\n"));
        assert!(CallOptions::new().header("bad name", "v").check().is_err());
        assert!(CallOptions::new().timeout(Duration::ZERO).check().is_err());
        assert!(CallOptions::new().beta("a,b c").check().is_err());
        for id in ["", " ", "a\nb"] {
            let error = CallOptions::new().workspace_id(id).check().unwrap_err();
            assert!(error.to_string().contains("workspace_id"), "{error}");
            assert!(CallOptions::new().user_profile_id(id).check().is_err());
        }
    }

    #[test]
    fn credentials_do_not_show() {
        let options = CallOptions::new()
            .header("x-api-key", "top-secret")
            .secret_header("x-tenant", "top-secret")
            .query("key", "top-secret")
            .credential(Credential::api_key("top-secret").unwrap());
        assert!(!format!("{options:?}").contains("top-secret"));
    }
}
