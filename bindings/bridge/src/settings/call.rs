//! The options of a call.

use std::time::Duration;

use parlour::{CallOptions, Credential, Priority};

use super::read::{BodyKeys, Headers, Query, Text, Texts, Value, refused};
use super::table::settings;
use crate::info::ErrorInfo;

settings! {
    CallOptions;
    /// In the order in which they are applied.
    pub(super) const TABLE;
    /// Every option of a call: name, type, and what it does. The type completes "`name` must be …".
    pub const CALL_OPTIONS;

    // generated: call, from schema/settings.toml by `make generate`
    "headers": Headers, "headers to send; null removes a header",
        |o, v| v.0.iter().fold(o, |o, (name, value)| match value {
            Some(value) => o.header(name, value.as_str()),
            None => o.remove_header(name),
        });
    "secret_headers": Headers, "headers to send whose values are secrets, although their names do not say so",
        |o, v| v.0.iter().fold(o, |o, (name, value)| match value {
            Some(value) => o.secret_header(name, value.as_str()),
            None => o.remove_header(name),
        });
    "query": Query, "query parameters; they replace those of the client with the same name",
        |o, v| v.0.iter().fold(o, |o, (name, value)| o.query(name, value.as_str()));
    "body_keys": BodyKeys, "top-level keys to set in the body",
        |o, v| v.0.into_iter().fold(o, |o, (name, value)| o.body_key(name, value));
    "beta": Texts, "beta features to ask for, besides those of the client",
        |o, v| v.0.iter().fold(o, |o, item| o.beta(item.as_str()));
    "user_profile_id": Text, "the user profile that the call is made on behalf of",
        |o, v| o.user_profile_id(v.0.as_str());
    "workspace_id": Text, "the workspace of the call, for credentials that can act in several",
        |o, v| o.workspace_id(v.0.as_str());
    "timeout_ms": Duration, "the limit of one attempt: a whole answer, or the longest silence of a stream",
        CallOptions::timeout;
    "total_timeout_ms": Duration, "the limit of the call with all its attempts and waits",
        CallOptions::total_timeout;
    "first_event_timeout_ms": Duration, "the longest time until the first event of a stream other than a ping",
        CallOptions::first_event_timeout;
    "max_retries": u32, "the maximum number of retries of the call",
        CallOptions::max_retries;
    "stream_long_answers": bool, "whether a long whole answer is streamed inside",
        CallOptions::stream_long_answers;
    "priority": Priority, "which calls go first while calls wait for the rate limits",
        CallOptions::priority;
    "labels": Texts, "labels that the ledger counts the call under, besides those of the client; they are not sent",
        |o, v| v.0.iter().fold(o, |o, item| o.label(item.as_str()));
    "api_key": ApiKey, "the API key of this call, in place of the client's credential",
        |o, v| o.credential(v.0);
    "auth_token": AuthToken, "the token of this call, in place of the client's credential",
        |o, v| o.credential(v.0);
    // end generated
}

struct ApiKey(Credential);

impl Value for ApiKey {
    const IS: &'static str = Text::IS;
    fn read(json: &str, name: &str) -> Result<ApiKey, ErrorInfo> {
        Credential::api_key(Text::read(json, name)?.0.as_str())
            .map(ApiKey)
            .map_err(|error| refused(name, &error))
    }
}

struct AuthToken(Credential);

impl Value for AuthToken {
    const IS: &'static str = Text::IS;
    fn read(json: &str, name: &str) -> Result<AuthToken, ErrorInfo> {
        Credential::bearer(Text::read(json, name)?.0.as_str())
            .map(AuthToken)
            .map_err(|error| refused(name, &error))
    }
}
