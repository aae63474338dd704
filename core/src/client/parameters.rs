//! Checks the parameters of a message request given as JSON: required ones, and misspellings. The service validates the
//! rest: it may know parameters that this version does not.

use crate::error::{Error, Result};
use crate::model::MessageRequest;
use crate::nearest::{self, letters};
use crate::service::{DEFAULT_VERSION, Dialect};

/// The parameters that the service requires in every message request (spec §2.1).
const REQUIRED: [&str; 3] = ["model", "max_tokens", "messages"];

/// Names of call options in every language. No service has parameters of these names.
const OPTIONS: [&str; 8] = [
    "max_retries",
    "total_timeout",
    "first_event_timeout",
    "extra_headers",
    "secret_headers",
    "extra_query",
    "extra_body",
    "stream_long_answers",
];

/// The subkind of errors about a parameter.
const SUBKIND: &str = "parameter";

/// Which of the required parameters a request has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Required {
    has: [bool; REQUIRED.len()],
}

impl Required {
    /// All of them.
    pub(super) const ALL: Required = Required { has: [true; REQUIRED.len()] };

    /// Records a parameter.
    pub(super) fn note(&mut self, name: &str) {
        for (known, has) in REQUIRED.iter().zip(&mut self.has) {
            *has |= *known == name;
        }
    }

    /// Whether the request has the parameter `name`, which is required.
    pub(super) fn has(self, name: &str) -> bool {
        REQUIRED.iter().zip(self.has).any(|(known, has)| has && *known == name)
    }

    /// Refuses a request without one of them.
    pub(super) fn check(self) -> Result<()> {
        let missing = REQUIRED.iter().filter(|name| !self.has(name)).map(|name| format!("`{name}`"));
        let missing: Vec<_> = missing.collect();
        match missing.is_empty() {
            true => Ok(()),
            false => Err(refused(format!("a request for a message needs {}", missing.join(" and ")))),
        }
    }
}

/// Parameters that ask for an answer alone. Others may have an effect that a second request would have again: tools and
/// MCP servers act, a container and a thread are kept, a credit is used up.
const PLAIN: [&str; 16] = [
    "model",
    "max_tokens",
    "messages",
    "system",
    "stop_sequences",
    "temperature",
    "top_p",
    "top_k",
    "metadata",
    "thinking",
    "service_tier",
    "output_config",
    "cache_control",
    "inference_geo",
    "speed",
    "stream",
];

/// Whether a request with this parameter may be sent twice at once. One that is not known may not.
pub(super) fn is_plain(name: &str) -> bool {
    PLAIN.contains(&name)
}

/// The same of all parameters of a request.
pub(super) fn are_plain(request: &MessageRequest) -> bool {
    request.tools.is_none()
        && request.tool_choice.is_none()
        && request.container.is_none()
        && request.diagnostics.is_none()
        && request.context_management.is_none()
        && request.compaction.is_none()
        && request.thread.is_none()
        && request.mcp_servers.is_none()
        && request.fallbacks.is_none()
        && request.fallback_credit_token.is_none()
        && request.billing_policy.is_none()
        && request.extra.iter().all(|(name, _)| is_plain(name))
}

/// Why the name of a parameter is refused, in one sentence: it is a misspelling of another one, or an option of the
/// call.
pub(super) fn slip(name: &str) -> Option<String> {
    let known = || MessageRequest::KEYS.iter().copied().chain(["stream"]).filter(|known| !known.is_empty());
    if known().any(|known| known == name) {
        return None;
    }
    if let Some(meant) = nearest::slip(name, known()) {
        return Some(nearest::slip_sentence(name, meant));
    }
    OPTIONS.into_iter().find(|option| letters(option).eq(letters(name)))?;
    Some(format!(
        "`{name}` is an option of the call and no parameter of the request: give it beside the request"
    ))
}

/// The error for a parameter name that [`slip`] refuses.
pub(super) fn misnamed(wrong: &str) -> Error {
    refused(wrong.to_owned())
}

/// The error for a parameter that the dialect does not have.
pub(super) fn absent(name: &str, dialect: &Dialect) -> Error {
    refused(format!(
        "the parameter `{name}` does not exist from version {} on, even with its default value: leave it out, or \
        choose version {DEFAULT_VERSION}. An extra body key is sent as it is",
        dialect.since
    ))
}

fn refused(message: String) -> Error {
    Error::config(message).with_subkind(Some(SUBKIND))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_calls_are_told_from_parameters() {
        for name in ["maxRetries", "max_retries", "extra_body"] {
            let sentence = slip(name).unwrap();
            assert!(sentence.starts_with(&format!("`{name}` is an option of the call")), "{sentence}");
        }
        assert_eq!(slip("timeout"), None);
    }

    #[test]
    fn slips_are_told_from_parameters_that_are_new() {
        for (name, known) in [
            ("max_token", "max_tokens"),
            ("maxTokens", "max_tokens"),
            ("max-tokens", "max_tokens"),
            ("sytem", "system"),
            ("message", "messages"),
            ("mesages", "messages"),
            ("tool", "tools"),
            ("tempature", "temperature"),
            ("temperatur", "temperature"),
            ("stop_sequence", "stop_sequences"),
            ("stopSequences", "stop_sequences"),
            ("thinkng", "thinking"),
            ("tool_chioce", "tool_choice"),
            ("steam", "stream"),
        ] {
            let sentence = slip(name).unwrap();
            assert!(sentence.contains(&format!("`{name}`; did you mean `{known}`?")), "{sentence}");
        }
        for name in [
            "model",
            "stream",
            "top_a",
            "min_p",
            "min_tokens",
            "max_completion_tokens",
            "n",
            "user",
            "seed",
            "betas",
            "context_management",
            "mcp_servers",
            "diagnostics",
            "user_profile_id",
            "logprobs",
            "stop",
            "functions",
            "role",
            "content",
        ] {
            assert_eq!(slip(name), None, "{name}");
        }
    }

    #[test]
    fn what_lacks_is_named_at_once() {
        let mut required = Required::default();
        required.note("model");
        required.note("top_k");
        let error = required.check().unwrap_err();
        assert!(error.message().contains("`max_tokens` and `messages`"), "{error}");
        assert_eq!(error.subkind(), Some("parameter"));
        Required::ALL.check().unwrap();
    }
}
