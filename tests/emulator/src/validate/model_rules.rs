//! Rules of the model generations (protocol §0.3, §1.2, §1.9, §9.8), and of combinations that exclude a feature:
//! thinking with sampling, pre-warming with anything.

use serde_json::Value;

use super::at::At;
use crate::answer::Refusal;
use crate::models::{Generation, Model};

/// Most images of a request to a model with this window.
const MAX_IMAGES: usize = 100;

pub(super) fn check(body: &At<'_>, model: &Model) -> Result<(), Refusal> {
    if let Some(max) = body.maybe("max_tokens") {
        if max.integer()? > i64::try_from(model.ceiling).unwrap_or(i64::MAX) {
            return Err(max.refuse(format!("at most {} for this model", model.ceiling)));
        }
        if max.integer()? == 0 {
            warm_up(body)?;
        }
    }
    let thinks = thinking(body, model)?;
    sampling(body, model, thinks)?;
    output_config(body, model)?;
    if let Some(geo) = body.maybe("inference_geo")
        && model.generation <= Generation::G45
    {
        return Err(geo.refuse("not supported by this model"));
    }
    if let Some(speed) = body.maybe("speed")
        && !model.is_fast()
    {
        return Err(speed.refuse("not supported by this model"));
    }
    count_images(body)?;
    citations_agree(body)
}

/// `max_tokens: 0` reads the prompt and generates nothing (protocol §10.6).
fn warm_up(body: &At<'_>) -> Result<(), Refusal> {
    let kind = |key: &str| body.value().get(key).and_then(|v| v.get("type")).and_then(Value::as_str);
    let format =
        body.value().get("output_config").and_then(|c| c.get("format")).is_some_and(|f| !f.is_null());
    let clash = if body.maybe_flag("stream")? == Some(true) {
        "stream"
    } else if kind("thinking") == Some("enabled") {
        "thinking"
    } else if format {
        "output_config.format"
    } else if matches!(kind("tool_choice"), Some("any" | "tool")) {
        "tool_choice"
    } else {
        return Ok(());
    };
    Err(Refusal::at("max_tokens", format!("0 cannot be combined with {clash}")))
}

/// True: thinking is on.
fn thinking(body: &At<'_>, model: &Model) -> Result<bool, Refusal> {
    let Some(thinking) = body.maybe("thinking") else { return Ok(false) };
    let kind = thinking.need("type")?;
    let name = kind.text()?;
    if !model.thinks(name) {
        return Err(kind.refuse(format!("\"{name}\" is not supported by this model")));
    }
    Ok(name != "disabled")
}

fn sampling(body: &At<'_>, model: &Model, thinks: bool) -> Result<(), Refusal> {
    let newest = model.generation >= Generation::G47;
    if let Some(temperature) = body.maybe("temperature")
        && (temperature.number()? - 1.0).abs() > f64::EPSILON
    {
        if newest {
            return Err(temperature.refuse("this model accepts only 1"));
        }
        if thinks {
            return Err(temperature.refuse("only 1 when thinking is on"));
        }
    }
    if let Some(top_p) = body.maybe("top_p") {
        if newest && body.maybe("temperature").is_some() {
            return Err(top_p.refuse("this model does not accept it together with temperature"));
        }
        if newest && top_p.number()? < 0.99 {
            return Err(top_p.refuse("this model accepts only values from 0.99"));
        }
        if thinks && top_p.number()? < 0.95 {
            return Err(top_p.refuse("only values from 0.95 when thinking is on"));
        }
    }
    match body.maybe("top_k") {
        Some(top_k) if newest => Err(top_k.refuse("not supported by this model")),
        Some(top_k) if thinks => Err(top_k.refuse("not when thinking is on")),
        _ => Ok(()),
    }
}

fn output_config(body: &At<'_>, model: &Model) -> Result<(), Refusal> {
    let config = body.maybe("output_config");
    if let Some(effort) = config.as_ref().and_then(|c| c.maybe("effort"))
        && !model.takes_effort()
    {
        return Err(effort.refuse("not supported by this model"));
    }
    let format = config.as_ref().and_then(|c| c.maybe("format"));
    if let Some(format) = &format {
        if !model.takes_format() {
            return Err(format.refuse("not supported by this model"));
        }
        if sources(body, "document").chain(sources(body, "search_result")).any(cites) {
            return Err(format.refuse("not together with citations"));
        }
    }
    let last = body.value().get("messages").and_then(Value::as_array).and_then(|m| m.last());
    let prefill = last.filter(|m| m.get("role").and_then(Value::as_str) == Some("assistant"));
    if prefill.is_none_or(|m| is_continuation(m) || is_blank(m)) {
        return Ok(());
    }
    let thinks = body.value().get("thinking").and_then(|t| t.get("type")).and_then(Value::as_str);
    let reason = if model.generation >= Generation::G46 {
        "this model does not continue an assistant message; the last one must be of the user"
    } else if thinks.is_some_and(|kind| kind != "disabled") {
        "the last message must be of the user when thinking is on"
    } else if format.is_some() {
        "the last message must be of the user when a format is set"
    } else {
        return Ok(());
    };
    Err(Refusal::at("messages", reason))
}

/// A paused server tool turn is sent back as it is (protocol §9.4): no prefill.
fn is_continuation(message: &Value) -> bool {
    let blocks = message.get("content").and_then(Value::as_array);
    blocks.is_some_and(|b| b.iter().any(|b| b.get("type").and_then(Value::as_str) == Some("server_tool_use")))
}

fn is_blank(message: &Value) -> bool {
    match message.get("content") {
        Some(Value::String(text)) => text.is_empty(),
        Some(Value::Array(blocks)) => {
            blocks.iter().all(|b| b.get("text").and_then(Value::as_str).is_some_and(str::is_empty))
        }
        _ => false,
    }
}

/// All blocks of a type in user turns, those within tool results included.
fn sources<'a>(body: &At<'a>, kind: &'static str) -> impl Iterator<Item = &'a Value> {
    let messages = body.value().get("messages").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let blocks = |v: &'a Value| v.get("content").and_then(Value::as_array).into_iter().flatten();
    let flat = messages.iter().flat_map(blocks);
    let all = flat.flat_map(move |block| {
        let inside =
            (block.get("type").and_then(Value::as_str) == Some("tool_result")).then(|| blocks(block));
        std::iter::once(block).chain(inside.into_iter().flatten())
    });
    all.filter(move |b| b.get("type").and_then(Value::as_str) == Some(kind))
}

fn cites(block: &Value) -> bool {
    block.get("citations").and_then(|c| c.get("enabled")).and_then(Value::as_bool).unwrap_or(false)
}

fn count_images(body: &At<'_>) -> Result<(), Refusal> {
    if sources(body, "image").count() > MAX_IMAGES {
        return Err(Refusal::at("messages", format!("at most {MAX_IMAGES} images")));
    }
    Ok(())
}

/// Citations are on for all documents or for none; the same for search results (protocol §2.1).
fn citations_agree(body: &At<'_>) -> Result<(), Refusal> {
    for kind in ["document", "search_result"] {
        let on = sources(body, kind).filter(|b| cites(b)).count();
        if on != 0 && on != sources(body, kind).count() {
            return Err(Refusal::at("messages", format!("citations: for every {kind} block or for none")));
        }
    }
    Ok(())
}
