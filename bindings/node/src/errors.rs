//! Failures for JavaScript: flat records, and the error that carries one where a call is refused at once. Which class
//! fits is a table over the core's codes, in `ts/errors.ts`.
#![allow(unsafe_code)]

use std::borrow::Cow;

use napi::bindgen_prelude::{Buffer, Either, FromNapiValue};
use napi::{Error, Result, Unknown, sys};
use napi_derive::napi;
use parlour_bridge::ErrorInfo;
use parlour_bridge::info::unfinished_inputs;
use parlour_bridge::wire::{self, Message};

use crate::js::{Js, check};
use crate::message;

/// A failure, as flat facts. Times are milliseconds.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct ErrorRecord {
    /// The stable number of the kind; see `errorTable`.
    pub code: u16,
    /// The name of the kind, for example `"RateLimit"`.
    pub kind: &'static str,
    /// The reason, without advice.
    pub message: String,
    /// The whole sentence, with advice.
    pub display: String,
    // generated: fields, from schema/errors.toml by `make generate`
    /// The HTTP status of the answer; 200 for an error inside a stream. `null` if no answer arrived.
    pub status: Option<u16>,
    /// The service's own type of the error, an open set, for example `"rate_limit_error"`. `null` if the answer has
    /// none.
    pub error_type: Option<String>,
    /// The service's own code of the error, an open set, which distinguishes errors of one type: for example
    /// `"contract_spend_limit_reached"`. `null` if the answer has none.
    pub error_code: Option<String>,
    /// Further details from the service, for example the `paths` of images that are too large. The text of a JSON
    /// object. `null` if the answer has none.
    pub details: Option<String>,
    /// The page on which the owner of an account that is on hold can appeal, of a failure `organization_on_hold`.
    /// `null` if the service names none.
    pub appeal_url: Option<String>,
    /// The id of the request at the service, to quote in a report. `null` if there is none.
    pub request_id: Option<String>,
    /// The delay that the service asked for; also one that was too long to wait for. `null` if it asked for none.
    pub retry_after: Option<f64>,
    /// Why the call was not repeated (again): `"exhausted"`, `"budget_empty"`, `"not_retryable"`,
    /// `"retry_after_too_long"`, `"deadline_would_pass"`, `"server_said_no"`, `"spend_cap"` or `"hook"`. `null` for a
    /// failure that is never retried.
    pub not_retried: Option<&'static str>,
    /// The cause within the kind, an open set: of a lost connection `"dns"`, `"connect"`, `"connection_lost"`, `"tls"`,
    /// `"proxy"` or `"resources"`; of a limit of time or size its setting, such as `"answer_timeout"` or
    /// `"max_response_bytes"`. `null` where the kind says all.
    pub subkind: Option<&'static str>,
    /// The setting that the failure is about: the time limit that expired, the size that was exceeded, the value that
    /// was refused. The name is the same in every language, for example `"answer_timeout"`; an open set. `null` if it
    /// is about none.
    pub setting: Option<String>,
    /// Whether the same call may succeed later.
    pub retryable: bool,
    /// Whether the failure came inside a stream, after its headers.
    pub mid_stream: bool,
    /// Whether a stream broke off after its stop reason had arrived.
    pub saw_stop_reason: bool,
    /// Whether a 429 reports a spend cap, which waiting does not lift.
    pub spend_cap: bool,
    // end generated
    /// Header lines; empty if no answer arrived.
    pub headers: Vec<(String, String)>,
    /// The body as received: text if it is UTF-8.
    pub body: Option<Either<String, Buffer>>,
    /// How often the request was sent.
    pub attempts: u32,
    /// The waits between the attempts, oldest first.
    pub waits: Vec<f64>,
    /// JSON of the part of the message that had arrived when a stream failed.
    pub partial: Option<String>,
    /// JSON list of the partial message's inputs that must not be used: `[{index, state, raw}]`.
    pub partial_unfinished: Option<String>,
}

/// The record of a failure.
pub(crate) fn record(info: ErrorInfo) -> ErrorRecord {
    let fields = info.into_fields();
    let millis = |wait: std::time::Duration| wait.as_secs_f64() * 1000.0;
    // If memory is too short for the partial message, the error is returned without it.
    let json = |message: &Message| wire::to_json_text(message).ok();
    ErrorRecord {
        code: fields.code,
        kind: fields.kind,
        message: fields.message,
        display: fields.display,
        // generated: values, from schema/errors.toml by `make generate`
        status: fields.status,
        error_type: fields.error_type,
        error_code: fields.error_code,
        details: fields.details,
        appeal_url: fields.appeal_url,
        request_id: fields.request_id,
        retry_after: fields.retry_after.map(millis),
        not_retried: fields.not_retried,
        subkind: fields.subkind,
        setting: fields.setting.map(Cow::into_owned),
        retryable: fields.retryable,
        mid_stream: fields.mid_stream,
        saw_stop_reason: fields.saw_stop_reason,
        spend_cap: fields.spend_cap,
        // end generated
        headers: fields.headers,
        body: fields.body.map(|body| match std::str::from_utf8(&body) {
            Ok(text) => Either::A(text.to_owned()),
            Err(_) => Either::B(body.to_vec().into()),
        }),
        attempts: fields.attempts,
        waits: fields.waits.into_iter().map(millis).collect(),
        partial_unfinished: fields
            .partial
            .as_ref()
            .and_then(|message| message::unfinished_json(&unfinished_inputs(message))),
        partial: fields.partial.as_ref().and_then(json),
    }
}

/// The error to throw for a failure: its `code` is `"PARLOUR"`, its `info` the record.
pub(crate) fn raise(js: Js, info: ErrorInfo) -> Error {
    thrown(js, info).unwrap_or_else(|error| error)
}

fn thrown(js: Js, info: ErrorInfo) -> Result<Error> {
    let code = js.text("PARLOUR")?;
    let record = record(info);
    let message = js.text(&record.display)?;
    let record = js.object(record)?;
    let mut error = std::ptr::null_mut();
    // SAFETY: values of the scope of `js`.
    unsafe {
        check(sys::napi_create_error(js.raw(), code.0, message.0, &raw mut error))?;
        check(sys::napi_set_named_property(js.raw(), error, c"info".as_ptr(), record.0))?;
        Ok(Error::from(Unknown::from_napi_value(js.raw(), error)?))
    }
}
