//! Structured answers of the Rust driver: the schema is the case's, the value any JSON.

use parlour::{AnswerMethod, AnswerOutcome, CallOptions, Client, Parsed};
use parlour_conformance::json::Json;
use parlour_conformance::lines;

use crate::{Failed, Output, bytes, done, request};

pub(crate) async fn run(
    client: &Client,
    call: &Json,
    options: CallOptions,
    typed: bool,
    out: &Output,
) -> Result<Json, Failed> {
    let text = |key: &str| call.get(key).and_then(Json::as_str);
    let schema = parlour::Json::parse(text("schema").unwrap_or_default())
        .map_err(|e| Failed::Line(format!("the schema is not JSON: {e}")))?;
    let messages = client.messages();
    let mut asked = match typed {
        true => messages.parse_json::<parlour::Json>(&request(call)?, schema),
        false => messages.parse_json(bytes(call)?, schema),
    };
    asked = asked.with(options);
    if let Some(choice) = text("choice") {
        asked = asked.method(choice.parse::<AnswerMethod>()?);
    }
    if let Some(times) = call.get("max_reasks").and_then(Json::as_u64) {
        asked = asked.max_reasks(u32::try_from(times).unwrap_or(u32::MAX));
    }
    if call.get("partials").is_none() {
        return last_line(&asked.await?);
    }
    let mut stream = asked.stream().await?;
    while let Some(partial) = stream.next().await {
        if let Some(value) = partial?.to_json() {
            let mut line = lines::tagged("item");
            line.set("json", Json::text(value));
            out.line(line)?;
        }
    }
    last_line(&stream.finish().await?)
}

fn last_line(parsed: &Parsed<parlour::Json>) -> Result<Json, Failed> {
    let mut line = parsed.replies.last().map_or(Json::Null, done);
    let (outcome, value, text, reason) = match &parsed.outcome {
        AnswerOutcome::Value(value) => ("value", Some(value), None, None),
        AnswerOutcome::Refused { reason } => ("refused", None, None, reason.as_deref()),
        AnswerOutcome::Cut { text, stop_reason } => {
            ("cut", None, Some(text), stop_reason.as_ref().map(|reason| reason.as_str()))
        }
        AnswerOutcome::Invalid { text, reason } => ("invalid", None, Some(text), Some(reason.as_str())),
        other => return Err(Failed::Line(format!("an outcome that this driver does not know: {other}"))),
    };
    line.set("outcome", Json::text(outcome));
    line.set("value", value.and_then(|value| Json::parse(value.as_str()).ok()).unwrap_or(Json::Null));
    line.set("written", lines::optional(text.map(String::as_str)));
    line.set("reason", lines::optional(reason));
    line.set("turns", Json::int(parsed.replies.len()));
    let usage = serde_json::to_string(&parsed.usage()).unwrap_or_default();
    line.set("usage", Json::parse(&usage).unwrap_or(Json::Null));
    Ok(line)
}
