//! Structured answers: an answer that is one JSON value of a schema. The core plans the request and interprets the
//! answer.

use std::mem::MaybeUninit;
use std::sync::OnceLock;

use parlour_bridge::structured::{Outcome, Plan, plan, transform, usage_sum};
use parlour_bridge::{CallRequest, ErrorInfo, Mode};

use crate::abi::{PARLOUR_END, PARLOUR_INTERRUPTED, parlour_result};
use crate::boundary::{coded, fallible, transfer};
use crate::catch::{infallible, value_or};
use crate::client::parlour_client;
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::json_value::parlour_json;
use crate::message::parlour_message;
use crate::options::parlour_options;
use crate::partial_json::parlour_partial_json;
use crate::request::parlour_request;
use crate::text::parlour_str;

/// The outcome of a structured answer: one of PARLOUR_ANSWER_....
pub type parlour_answer_outcome = u32;

/// There is no answer: the handle is NULL.
pub const PARLOUR_ANSWER_NONE: parlour_answer_outcome = 0;
/// A value of the schema.
pub const PARLOUR_ANSWER_VALUE: parlour_answer_outcome = 1;
/// The model refused.
pub const PARLOUR_ANSWER_REFUSED: parlour_answer_outcome = 2;
/// The answer ended before it was whole.
pub const PARLOUR_ANSWER_CUT: parlour_answer_outcome = 3;
/// The answer is whole, and no value of the schema.
pub const PARLOUR_ANSWER_INVALID: parlour_answer_outcome = 4;

/// A request for a structured answer, and the validation of the answer, for programs that send it themselves: as a
/// stream, with a queue. One thread at a time while it is changed. Texts are borrowed until it is freed.
pub struct parlour_answer_plan {
    plan: Plan,
    moved: OnceLock<String>,
}

/// The outcome of a structured answer, and every message that was billed for it. Immutable and independent of every
/// other handle. Texts are borrowed until it is freed.
pub struct parlour_parsed {
    outcome: Outcome,
    answers: Vec<parlour_message>,
    usage: String,
    error: Option<parlour_error>,
}

impl parlour_parsed {
    fn of(
        outcome: Outcome,
        answers: Vec<parlour_message>,
        error: Option<parlour_error>,
    ) -> Result<parlour_parsed, Fault> {
        let usages: Vec<Vec<u8>> =
            answers.iter().map(|answer| answer.shared().usage().as_bytes().to_vec()).collect();
        Ok(parlour_parsed { outcome, usage: usage_sum(&usages)?, answers, error })
    }
}

fn planned(
    request: &parlour_request,
    schema_json: parlour_str,
    answer_json: parlour_str,
) -> Result<Plan, Fault> {
    let (schema, options) = (schema_json.text("schema_json")?, answer_json.text("answer_json")?);
    let options = (!options.is_empty()).then_some(options.as_bytes());
    Ok(plan(request.body()?.to_bytes(), schema.as_bytes(), options)?)
}

fn judged(plan: &Plan, message: &parlour_message) -> Result<Outcome, Fault> {
    let shared = message.shared();
    Ok(plan.outcome(shared.json(), shared.unfinished())?)
}

/// Why asking again failed, where the answers before can still be given.
fn reask_failure(fault: Fault) -> Result<ErrorInfo, Fault> {
    match fault {
        Fault::Error(error) => Ok(error),
        // A code alone would leave no place for the answers.
        Fault::Code(PARLOUR_INTERRUPTED) => Ok(ErrorInfo::cancelled()),
        fault => Err(fault),
    }
}

/// Asks for an answer that fits a JSON Schema, blocks this thread until it is there, and gives its outcome.
/// `answer_json` is empty, or a JSON object with any of "method" ("auto", the default, "format" or "tool"),
/// "max_reasks" (how often the model is asked again after an answer that does not fit, each time a paid request; 0 by
/// default), "tool_name" and "tool_description". PARLOUR_OK for every answer that came: parlour_parsed_outcome()
/// distinguishes refused, cut and invalid ones. PARLOUR_FAILED, before anything is sent, for a schema that cannot be
/// used and for a combination that the service would refuse. PARLOUR_INTERRUPTED as for parlour_client_create(), before
/// the first answer; later the answers so far are given, and parlour_parsed_reask_error() is of the kind
/// PARLOUR_KIND_CANCELLED. Free it with parlour_parsed_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_parse(
    client: Option<&parlour_client>,
    request: Option<&parlour_request>,
    schema_json: parlour_str,
    answer_json: parlour_str,
    options: Option<&parlour_options>,
    out: Option<&mut MaybeUninit<*mut parlour_parsed>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (client, request, out) =
            (require(client, "client")?, require(request, "request")?, require(out, "out")?);
        let mut plan = planned(request, schema_json, answer_json)?;
        let client = client.having(options)?;
        let stop = options.and_then(parlour_options::interrupt);
        let (mut answers, mut last, mut failure) = (Vec::new(), None, None);
        while let Some(body) = plan.next_body() {
            match client.blocking(CallRequest::message_body(Mode::Create, body), stop) {
                Ok(answer) => {
                    let message = parlour_message::of_answer(answer);
                    let outcome = judged(&plan, &message)?;
                    let shared = message.shared();
                    plan.received(shared.json(), shared.unfinished(), outcome.misfit())?;
                    answers.push(message);
                    last = Some(outcome);
                }
                Err(fault) if plan.failed() => failure = Some(parlour_error::of(reask_failure(fault)?)),
                Err(fault) => return Err(fault),
            }
        }
        let outcome = last.ok_or_else(|| ErrorInfo::internal("a structured answer without a request"))?;
        transfer(out, parlour_parsed::of(outcome, answers, failure)?);
        Ok(())
    })
}

/// Frees what parlour_parse() or parlour_answer_plan_judge() gave; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_parsed_free(parsed: Option<Box<parlour_parsed>>) {
    infallible(|| drop(parsed));
}

/// The outcome of the last answer: one of PARLOUR_ANSWER_.... PARLOUR_ANSWER_NONE for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_parsed_outcome(parsed: Option<&parlour_parsed>) -> parlour_answer_outcome {
    value_or(PARLOUR_ANSWER_NONE, || {
        Some(match &parsed?.outcome {
            Outcome::Value(_) => PARLOUR_ANSWER_VALUE,
            Outcome::Refused { .. } => PARLOUR_ANSWER_REFUSED,
            Outcome::Cut { .. } => PARLOUR_ANSWER_CUT,
            Outcome::Invalid { .. } => PARLOUR_ANSWER_INVALID,
        })
    })
}

/// The text of the model: for PARLOUR_ANSWER_VALUE JSON that matches the schema, which parlour_json_parse() reads; for
/// PARLOUR_ANSWER_CUT and PARLOUR_ANSWER_INVALID the text that arrived; else empty.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_parsed_text(parsed: Option<&parlour_parsed>) -> parlour_str {
    value_or(parlour_str::EMPTY, || match &parsed?.outcome {
        Outcome::Value(text) | Outcome::Cut { text, .. } | Outcome::Invalid { text, .. } => {
            Some(parlour_str::of(text))
        }
        Outcome::Refused { .. } => None,
    })
}

/// Why there is no value: the service's explanation of a refusal, the stop reason of an answer that was cut, what does
/// not fit of an invalid one, each with its place. Empty for a value, and for a refusal without words.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_parsed_reason(parsed: Option<&parlour_parsed>) -> parlour_str {
    value_or(parlour_str::EMPTY, || match &parsed?.outcome {
        Outcome::Value(_) => None,
        Outcome::Refused { reason } | Outcome::Cut { stop_reason: reason, .. } => {
            reason.as_deref().map(parlour_str::of)
        }
        Outcome::Invalid { reason, .. } => Some(parlour_str::of(reason)),
    })
}

/// How many answers there are; more than one if the model was asked again.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_parsed_answer_count(parsed: Option<&parlour_parsed>) -> usize {
    value_or(0, || Some(parsed?.answers.len()))
}

/// An answer, the oldest first, with its head: attempts, waits, request id. NULL beyond the last. Borrowed until
/// `parsed` is freed; parlour_message_clone() keeps it.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_parsed_answer(
    parsed: Option<&parlour_parsed>,
    index: usize,
) -> Option<&parlour_message> {
    value_or(None, || Some(parsed?.answers.get(index)))
}

/// The token usage of all answers together, as a JSON object.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_parsed_usage_json(parsed: Option<&parlour_parsed>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(&parsed?.usage)))
}

/// Why asking again failed, or that it was interrupted; the outcome is that of the answer before. NULL if it did not.
/// Borrowed until `parsed` is freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_parsed_reask_error(parsed: Option<&parlour_parsed>) -> Option<&parlour_error> {
    value_or(None, || Some(parsed?.error.as_ref()))
}

/// Makes the request for a structured answer and sends nothing; arguments and failures as for parlour_parse(). Request
/// may be freed. Free it with parlour_answer_plan_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_answer_plan_new(
    request: Option<&parlour_request>,
    schema_json: parlour_str,
    answer_json: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_answer_plan>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (request, out) = (require(request, "request")?, require(out, "out")?);
        let plan = planned(request, schema_json, answer_json)?;
        transfer(out, parlour_answer_plan { plan, moved: OnceLock::new() });
        Ok(())
    })
}

/// Frees a plan; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_answer_plan_free(plan: Option<Box<parlour_answer_plan>>) {
    infallible(|| drop(plan));
}

/// The request that is to be sent, with any function that takes one. Free it with parlour_request_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_answer_plan_request(
    plan: Option<&parlour_answer_plan>,
    out: Option<&mut MaybeUninit<*mut parlour_request>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (plan, out) = (require(plan, "plan")?, require(out, "out")?);
        transfer(out, parlour_request::of_body(plan.plan.body()?));
        Ok(())
    })
}

/// How the answer is asked for: "format" or "tool".
#[unsafe(no_mangle)]
pub extern "C" fn parlour_answer_plan_method(plan: Option<&parlour_answer_plan>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(plan?.plan.method())))
}

/// The tool whose input is the answer; empty if the text is. parlour_answer_plan_partial() finds one or the other in a
/// stream.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_answer_plan_tool_name(plan: Option<&parlour_answer_plan>) -> parlour_str {
    value_or(parlour_str::EMPTY, || plan?.plan.tool_name().map(parlour_str::of))
}

/// Whether the value is the member "value" of the tool's input, because the schema does not describe an object.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_answer_plan_is_wrapped(plan: Option<&parlour_answer_plan>) -> bool {
    value_or(false, || Some(plan?.plan.is_wrapped()))
}

/// The answer while it streams: parlour_partial_json_take() finds it in the events, whether it is the text or the input
/// of the tool, and a wrapped value is shown without its wrapper. `trailing_strings` as for parlour_partial_json_new().
/// Plan may be freed. Free it with parlour_partial_json_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_answer_plan_partial(
    plan: Option<&parlour_answer_plan>,
    trailing_strings: bool,
    out: Option<&mut MaybeUninit<*mut parlour_partial_json>>,
) -> parlour_result {
    coded(|| {
        let (plan, out) = (require(plan, "plan")?, require(out, "out")?);
        transfer(out, parlour_partial_json::of(plan.plan.partial(trailing_strings)));
        Ok(())
    })
}

/// The parts of the schema that the service does not enforce, as a JSON array of JSON pointers into it. The library
/// checks answers against them.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_answer_plan_moved_json(plan: Option<&parlour_answer_plan>) -> parlour_str {
    value_or(parlour_str::EMPTY, || {
        let plan = plan?;
        let moved = plan.moved.get_or_init(|| crate::json::text_of(Some(plan.plan.moved())));
        Some(parlour_str::of(moved))
    })
}

/// Tells what an answer to the request is worth. Free it with parlour_parsed_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_answer_plan_judge(
    plan: Option<&parlour_answer_plan>,
    message: Option<&parlour_message>,
    out: Option<&mut MaybeUninit<*mut parlour_parsed>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (plan, message, out) =
            (require(plan, "plan")?, require(message, "message")?, require(out, "out")?);
        let outcome = judged(&plan.plan, message)?;
        transfer(out, parlour_parsed::of(outcome, vec![message.another()], None)?);
        Ok(())
    })
}

/// The request that asks once more after an answer that does not fit, with parlour_parsed_reason() or the caller's own
/// words. PARLOUR_END if it was asked as often as "max_reasks" says. Free it with parlour_request_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_answer_plan_again(
    plan: Option<&mut parlour_answer_plan>,
    message: Option<&parlour_message>,
    reason: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_request>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (plan, message) = (require(plan, "plan")?, require(message, "message")?);
        let (reason, out) = (reason.text("reason")?, require(out, "out")?);
        let shared = message.shared();
        let body = plan.plan.again(shared.json(), shared.unfinished(), reason)?;
        transfer(out, parlour_request::of_body(body.ok_or(Fault::Code(PARLOUR_END))?));
        Ok(())
    })
}

/// A JSON Schema as the service takes it for answers and strict tools: an object with "schema", and with "moved", an
/// array of JSON pointers to what the service does not enforce, which the descriptions in "schema" say instead
/// (protocol §9.7). PARLOUR_FAILED for a place without a type; the error names it. parlour_parse() does this itself.
/// Free it with parlour_json_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_transform_schema(
    schema_json: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_json>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (schema, out) = (schema_json.text("schema_json")?, require(out, "out")?);
        let (sent, moved) = transform(schema.as_bytes())?;
        let moved = crate::json::text_of(Some(&moved));
        let json = format!("{{\"schema\":{sent},\"moved\":{moved}}}");
        let read: parlour_json = serde_json::from_str(&json)
            .map_err(|error| ErrorInfo::internal(format!("a schema cannot be read: {error}")))?;
        transfer(out, read);
        Ok(())
    })
}
