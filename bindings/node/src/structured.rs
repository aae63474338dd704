//! Structured answers for JavaScript: how an answer is requested and judged, and how it is read while it arrives.

use napi::{Env, Error, Result, Status};
use napi_derive::napi;
use parlour_bridge::ErrorInfo;
use parlour_bridge::structured::{self, Outcome};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::conversation::NativePartialJson;
use crate::js::Bytes;
use crate::request_body::RequestBody;
use crate::tools::unfinished_of;
use crate::{environment, errors};

/// A request for a structured answer, and the judgement of the answers. Belongs to its thread.
///
/// Refused arguments throw an `Error` with `code` `"PARLOUR"` and `info`, an `ErrorRecord`.
#[napi]
pub struct AnswerPlan {
    plan: structured::Plan,
}

/// An outcome as JSON; fields that a kind does not have are missing.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OutcomeJson<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop_reason: Option<Option<&'a str>>,
}

#[napi]
impl AnswerPlan {
    /// The request for an answer that fits `schema`. `options` is a JSON object with any of `method`, `max_reasks`,
    /// `tool_name` and `tool_description`.
    #[napi(
        constructor,
        catch_unwind,
        ts_args_type = "request: string | Uint8Array, schema: string, options?: string | null"
    )]
    pub fn new(env: Env, request: Bytes, schema: Bytes, options: Bytes) -> Result<AnswerPlan> {
        let (request, schema) = (request.0.unwrap_or_default(), schema.0.unwrap_or_default());
        let plan = structured::plan(request.into(), &schema, options.0.as_deref());
        Ok(AnswerPlan { plan: plan.map_err(|error| raised(env, error))? })
    }

    /// The request that is to be sent now.
    #[napi(catch_unwind)]
    pub fn body(&self, env: Env) -> Result<RequestBody> {
        Ok(RequestBody { body: self.plan.body().map_err(|error| raised(env, error))? })
    }

    /// How the answer is asked for: `"format"` or `"tool"`.
    #[napi(getter, catch_unwind)]
    pub fn method(&self) -> &'static str {
        self.plan.method()
    }

    /// The answer while it streams, which is looked for in the blocks and deltas that it is given.
    #[napi(catch_unwind)]
    pub fn partial(&self) -> NativePartialJson {
        self.plan.partial(true).into()
    }

    /// The parts of the schema that the service does not enforce, as JSON pointers.
    #[napi(getter, catch_unwind)]
    pub fn moved(&self) -> Vec<String> {
        self.plan.moved().to_vec()
    }

    /// The outcome of a message, as JSON with `type` `"value"`, `"refused"`, `"cut"` or `"invalid"`.
    #[napi(catch_unwind, ts_args_type = "message: string, unfinished: string | null")]
    pub fn outcome(&self, env: Env, message: Bytes, unfinished: Option<String>) -> Result<String> {
        let unfinished = unfinished_of(unfinished.as_deref())?;
        let outcome = self.plan.outcome(&message.0.unwrap_or_default(), &unfinished);
        let outcome = outcome.map_err(|error| raised(env, error))?;
        let mut json =
            OutcomeJson { kind: outcome.kind(), value: None, text: None, reason: None, stop_reason: None };
        match &outcome {
            Outcome::Value(value) => json.value = Some(serde_json::from_str(value).map_err(no_json)?),
            Outcome::Refused { reason } => json.reason = Some(reason.as_deref()),
            Outcome::Cut { text, stop_reason } => {
                (json.text, json.stop_reason) = (Some(text.as_str()), Some(stop_reason.as_deref()));
            }
            Outcome::Invalid { text, reason } => {
                (json.text, json.reason) = (Some(text.as_str()), Some(Some(reason.as_str())));
            }
        }
        serde_json::to_string(&json).map_err(no_json)
    }

    /// The request to send now; null once the answer is final.
    #[napi(catch_unwind, ts_return_type = "RequestBody | null")]
    pub fn next_body(&mut self) -> Option<RequestBody> {
        self.plan.next_body().map(|body| RequestBody { body })
    }

    /// Takes the answer to the last request; `misfit` is why it does not fit.
    #[napi(catch_unwind, ts_args_type = "message: string, unfinished: string | null, misfit: string | null")]
    pub fn received(
        &mut self,
        env: Env,
        message: Bytes,
        unfinished: Option<String>,
        misfit: Option<String>,
    ) -> Result<()> {
        let unfinished = unfinished_of(unfinished.as_deref())?;
        let taken = self.plan.received(&message.0.unwrap_or_default(), &unfinished, misfit.as_deref());
        taken.map_err(|error| raised(env, error))
    }

    /// Takes the failure of the last request; whether an earlier answer is the result.
    #[napi(catch_unwind)]
    pub fn failed(&mut self) -> bool {
        self.plan.failed()
    }
}

/// A JSON Schema that validates values.
#[napi]
pub struct Schema {
    schema: structured::Schema,
}

#[napi]
impl Schema {
    /// The schema of this JSON; `what` begins the error message if it is no object.
    #[napi(constructor, catch_unwind, ts_args_type = "json: string, what: string")]
    pub fn new(env: Env, json: Bytes, what: String) -> Result<Schema> {
        let schema = structured::Schema::new(&json.0.unwrap_or_default(), &what);
        Ok(Schema { schema: schema.map_err(|error| raised(env, error))? })
    }

    /// Why a value, given as JSON, does not fit, each reason with its place; empty if it fits.
    #[napi(catch_unwind, ts_args_type = "value: string")]
    pub fn violations(&self, env: Env, value: Bytes) -> Result<Vec<String>> {
        self.schema.violations(&value.0.unwrap_or_default()).map_err(|error| raised(env, error))
    }
}

/// JSON as the service takes it for answers and strict tools, `[schema, [pointer, …]]`: the second are the places that
/// it does not enforce.
#[napi(catch_unwind, ts_args_type = "schema: string", ts_return_type = "[string, Array<string>]")]
pub fn transform_schema(env: Env, schema: Bytes) -> Result<(String, Vec<String>)> {
    structured::transform(&schema.0.unwrap_or_default()).map_err(|error| raised(env, error))
}

/// The tokens of several answers together, as JSON; each is the JSON of a message's `usage`, the oldest first.
#[napi(catch_unwind)]
pub fn usage_sum(env: Env, usages: Vec<String>) -> Result<String> {
    let usages: Vec<Vec<u8>> = usages.into_iter().map(String::into_bytes).collect();
    structured::usage_sum(&usages).map_err(|error| raised(env, error))
}

fn raised(env: Env, error: ErrorInfo) -> Error {
    errors::raise(environment::js(env), error)
}

fn no_json(error: serde_json::Error) -> Error {
    Error::new(Status::InvalidArg, error.to_string())
}
