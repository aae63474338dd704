//! One call: its attempts, their time limits and credentials, and its result.
//!
//! `attempt` holds the loop and is the only place that retries; `retry` makes its decisions, and `transport` sends its
//! requests. How the body of a success is read is left to the callers: `client` and `stream`.

pub(crate) mod answer;
pub(crate) mod attempt;
pub(crate) mod call_log;
pub(crate) mod credential;
pub(crate) mod deadline;
pub(crate) mod deprecations;
pub(crate) mod format;
pub(crate) mod hooked;
pub(crate) mod hooks;
pub(crate) mod idempotency;
pub(crate) mod keys;
pub(crate) mod provider;
pub(crate) mod read_body;
pub(crate) mod request_view;
pub(crate) mod response;
pub(crate) mod routes;
pub(crate) mod running;
pub(crate) mod settings;
pub(crate) mod sizes;
pub(crate) mod stops;
pub(crate) mod time_limit;
pub(crate) mod timeouts;
pub(crate) mod trace;
