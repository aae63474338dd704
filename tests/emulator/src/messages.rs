//! `POST /v1/messages` and `POST /v1/messages/count_tokens`: limits, validation, cache, answer, in the order of
//! protocol §12.1.

use serde_json::{Value, json};

use crate::answer::{Answer, Refusal};
use crate::cache::{Split, Writes};
use crate::fields::Fields;
use crate::files;
use crate::identity::Caller;
use crate::ids::{Dice, digest};
use crate::model::{self, Mind, Turn};
use crate::models::{Generation, Model};
use crate::record::Request;
use crate::state::{ServerState, lock};
use crate::stream_render;
use crate::threads;
use crate::tokens::Prompt;
use crate::usage_book;
use crate::validate::{self, Leave, Purpose};

/// Answers a message request; every reply carries the rate-limit headers, refusals included.
pub(crate) fn create(shared: &ServerState, caller: &Caller, request: &Request) -> Result<Answer, Refusal> {
    let now = shared.clock.now();
    let headers = || -> Fields { lock(&shared.limits).headers(&caller.key, now, &caller.vendor) };
    let parsed = parse(request).and_then(|body| threads::open(shared, caller, body));
    let (input, max_tokens) = parsed.as_ref().map_or((0, 0), |opened| estimate(shared, caller, &opened.body));
    let taken = lock(&shared.limits).take(&caller.key, now, input, max_tokens);
    let taken = taken.map_err(|refusal| refusal.with(headers()))?;
    let at_start = headers();
    let settle = |produced| lock(&shared.limits).settle(&caller.key, now, taken, produced);
    let done = parsed.and_then(|opened| {
        let stream = opened.body.get("stream").and_then(Value::as_bool).unwrap_or(false);
        let done = process(shared, caller, &opened.body, Purpose::Message)?;
        threads::remember(shared, caller, &opened, &done.message);
        Ok((done, stream))
    });
    match done {
        Ok((Done { message, turn, writes }, true)) => {
            settle(turn.output_tokens);
            let dice = Dice::new(digest(shared.config.seed, &request.body));
            Ok(Answer::events(stream_render::events(&message, &turn, dice)).with(at_start).writing(writes))
        }
        Ok((Done { message, turn, writes }, false)) => {
            settle(turn.output_tokens);
            Ok(Answer::json(200, &message).with(headers()).writing(writes))
        }
        Err(refusal) => {
            settle(0);
            Err(refusal.with(headers()))
        }
    }
}

/// Counts the tokens of a prompt.
pub(crate) fn count(shared: &ServerState, caller: &Caller, request: &Request) -> Result<Answer, Refusal> {
    lock(&shared.limits).take_count(&caller.key, shared.clock.now())?;
    let body = parse(request)?;
    validate::check(&body, Purpose::Count, &leave(shared, caller), &shared.signer)?;
    files::check_named(shared, &body)?;
    Ok(Answer::json(200, &json!({"input_tokens": Prompt::of(&body).total()})))
}

fn leave<'a>(shared: &'a ServerState, caller: &Caller) -> Leave<'a> {
    let (any_model, models) = (shared.config.any_model, shared.config.models.as_slice());
    Leave { beta: caller.beta, any_model, models, newer: caller.newer }
}

/// A message and the turn it was made from.
pub(crate) struct Done {
    pub(crate) message: Value,
    turn: Turn,
    /// Its write to the prompt cache, which can be read once the answer has begun.
    pub(crate) writes: Writes,
}

/// Reads a JSON body.
pub(crate) fn parse(request: &Request) -> Result<Value, Refusal> {
    let media = request.header("content-type").unwrap_or_default();
    let essence = media.split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("application/json") {
        return Err(Refusal::bad("content-type: application/json is required"));
    }
    serde_json::from_slice(&request.body)
        .map_err(|e| Refusal::bad(format!("The request body is not JSON: {e}")))
}

/// Uncached input and wished output of a body that is not validated yet.
fn estimate(shared: &ServerState, caller: &Caller, body: &Value) -> (u64, u64) {
    let prompt = Prompt::of(body);
    let model = body.get("model").and_then(Value::as_str).and_then(Model::find);
    let input = model.map_or_else(
        || prompt.total(),
        |(model, _)| {
            let split = divide(shared, caller, model, &prompt);
            split.input + split.written()
        },
    );
    (input, body.get("max_tokens").and_then(Value::as_u64).unwrap_or(0))
}

fn divide(shared: &ServerState, caller: &Caller, model: &'static Model, prompt: &Prompt) -> Split {
    lock(&shared.cache).split(&caller.key, model.stem, model.cacheable, prompt, shared.clock.now())
}

/// Validates and answers one request, as a call or as a batch item.
pub(crate) fn process(
    shared: &ServerState,
    caller: &Caller,
    body: &Value,
    purpose: Purpose,
) -> Result<Done, Refusal> {
    let (model, id) = validate::check(body, purpose, &leave(shared, caller), &shared.signer)?;
    files::check_named(shared, body)?;
    let prompt = Prompt::of(body);
    let split = divide(shared, caller, model, &prompt);
    let room = room(body, model, split.total())?;
    let shows_thoughts = model.generation < Generation::G47;
    let mind = Mind { ids: &shared.ids, signer: &shared.signer, shows_thoughts, room };
    let turn = model::answer(body, &mind);
    let writes = lock(&shared.cache).commit(&caller.key, model.stem, &split, shared.clock.now());
    if purpose == Purpose::Message {
        usage_book::enter(&mut lock(&shared.usage), body, &split, turn.output_tokens);
    }
    let tier = if purpose == Purpose::BatchItem { "batch" } else { "standard" };
    let content: Vec<Value> = turn.blocks.iter().map(model::Block::to_json).collect();
    let mut message = json!({
        "id": shared.ids.id("msg_"),
        "type": "message",
        "role": "assistant",
        "model": id,
        "content": content,
        "stop_reason": turn.stop_reason,
        "stop_sequence": turn.stop_sequence,
        "stop_details": null,
        "container": null,
        "usage": usage(&split, &turn, tier),
    });
    // Both are left out where they were not asked for.
    if body.get("diagnostics").is_some_and(Value::is_object) {
        set(Some(&mut message), "diagnostics", Value::Null);
    }
    if let Some(speed) = body.get("speed").filter(|speed| speed.is_string()) {
        set(message.get_mut("usage"), "speed", speed.clone());
    }
    Ok(Done { message, turn, writes })
}

fn set(object: Option<&mut Value>, name: &str, value: Value) {
    if let Some(fields) = object.and_then(Value::as_object_mut) {
        fields.insert(name.to_owned(), value);
    }
}

/// Output tokens that fit into the window behind the prompt.
fn room(body: &Value, model: &Model, total: u64) -> Result<u64, Refusal> {
    let too_long = |what: String| Err(Refusal::at("messages", what));
    if total > model.window {
        return too_long(format!("the prompt has {total} tokens, at most {} fit", model.window));
    }
    let room = model.window - total;
    let max_tokens = body.get("max_tokens").and_then(Value::as_u64).unwrap_or(0);
    if model.generation < Generation::G45 && max_tokens > room {
        return too_long(format!(
            "{total} tokens and max_tokens together exceed the window of {}",
            model.window
        ));
    }
    Ok(room)
}

fn usage(split: &Split, turn: &Turn, tier: &str) -> Value {
    let thinking = (turn.thinking_tokens > 0).then(|| json!({"thinking_tokens": turn.thinking_tokens}));
    let searches = (turn.searches > 0).then(|| json!({"web_search_requests": turn.searches}));
    json!({
        "input_tokens": split.input,
        "cache_creation_input_tokens": split.written(),
        "cache_read_input_tokens": split.read,
        "cache_creation": {
            "ephemeral_5m_input_tokens": split.written_5m,
            "ephemeral_1h_input_tokens": split.written_1h,
        },
        "output_tokens": turn.output_tokens,
        "output_tokens_details": thinking,
        "server_tool_use": searches,
        "service_tier": tier,
        "inference_geo": "not_available",
    })
}
