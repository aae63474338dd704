//! Shapes of the top-level fields (protocol §1.2, §1.9 to §1.11). Models and rules between fields come later.

use super::at::At;
use super::{Purpose, caching, messages, subset, tools};
use crate::answer::Refusal;

const COUNTED: [&str; 9] = [
    "model",
    "messages",
    "system",
    "tools",
    "tool_choice",
    "thinking",
    "output_config",
    "cache_control",
    "speed",
];
/// Fields that no item of a batch may have, whichever beta feature is on.
const NOT_IN_BATCHES: [&str; 2] = ["fallbacks", "thread"];
const ALL: [&str; 20] = [
    "model",
    "messages",
    "system",
    "tools",
    "tool_choice",
    "thinking",
    "output_config",
    "cache_control",
    "max_tokens",
    "stream",
    "stop_sequences",
    "temperature",
    "top_p",
    "top_k",
    "metadata",
    "service_tier",
    "container",
    "inference_geo",
    "speed",
    "diagnostics",
];

pub(super) fn check(body: &At<'_>, purpose: Purpose) -> Result<(), Refusal> {
    body.object()?;
    body.need("model")?.filled()?;
    if purpose != Purpose::Count {
        output(body, purpose)?;
    }
    messages::check(&body.need("messages")?)?;
    if let Some(system) = body.maybe("system") {
        messages::check_system(&system)?;
    }
    if let Some(tools) = body.maybe("tools") {
        tools::check(&tools)?;
    }
    if let Some(choice) = body.maybe("tool_choice") {
        tools::check_choice_shape(&choice)?;
    }
    if let Some(thinking) = body.maybe("thinking") {
        check_thinking(body, &thinking)?;
    }
    if let Some(config) = body.maybe("output_config") {
        check_output_config(&config)?;
    }
    if let Some(speed) = body.maybe("speed")
        && speed.one_of(&["standard", "fast"])? == "fast"
        && purpose == Purpose::BatchItem
    {
        return Err(speed.refuse("fast is not inside a batch"));
    }
    if let Some(diagnostics) = body.maybe("diagnostics") {
        diagnostics.only(&["previous_message_id"])?;
        diagnostics.maybe_text("previous_message_id")?;
    }
    if let Some(control) = body.maybe("cache_control") {
        caching::check_control(&control)?;
    }
    match purpose {
        Purpose::Count => body.only(&COUNTED),
        Purpose::Message => body.only(&ALL),
        Purpose::BatchItem => {
            for field in NOT_IN_BATCHES {
                if let Some(field) = body.maybe(field) {
                    return Err(field.refuse("not inside a batch"));
                }
            }
            if let Some(bill) = body.maybe("billing_policy").and_then(|policy| policy.maybe("bill_to"))
                && bill.value().as_str() == Some("user_profile")
            {
                return Err(bill.refuse("not inside a batch"));
            }
            body.maybe_text("user_profile_id")?;
            // Only in batches, this field replaces the header of the same name.
            body.only(&[&ALL[..], &["user_profile_id"]].concat())
        }
    }
}

/// Fields that govern the output, unknown to token counting.
fn output(body: &At<'_>, purpose: Purpose) -> Result<(), Refusal> {
    let max = body.need("max_tokens")?;
    let max_tokens = max.integer()?;
    if max_tokens < 0 || (max_tokens == 0 && purpose == Purpose::BatchItem) {
        return Err(max.refuse("must be greater than or equal to 1"));
    }
    let stream = body.maybe_flag("stream")?.unwrap_or(false);
    if stream && purpose == Purpose::BatchItem {
        return Err(Refusal::at("stream", "not inside a batch"));
    }
    if let Some(stops) = body.maybe("stop_sequences") {
        for stop in stops.list()? {
            if stop.text()?.trim().is_empty() {
                return Err(stop.refuse("must contain a character that is not whitespace"));
            }
        }
    }
    for field in ["temperature", "top_p"] {
        if let Some(field) = body.maybe(field)
            && !(0.0..=1.0).contains(&field.number()?)
        {
            return Err(field.refuse("a number from 0 to 1"));
        }
    }
    if let Some(top_k) = body.maybe("top_k")
        && top_k.integer()? < 0
    {
        return Err(top_k.refuse("must not be negative"));
    }
    if let Some(metadata) = body.maybe("metadata") {
        metadata.only(&["user_id"])?;
        if metadata.maybe_text("user_id")?.is_some_and(|id| id.chars().count() > 256) {
            return Err(Refusal::at("metadata.user_id", "at most 256 characters"));
        }
    }
    if let Some(tier) = body.maybe("service_tier") {
        tier.one_of(&["auto", "standard_only"])?;
    }
    body.maybe_text("inference_geo")?;
    if let Some(container) = body.maybe("container") {
        check_container(body, &container)?;
    }
    Ok(())
}

fn check_container(body: &At<'_>, container: &At<'_>) -> Result<(), Refusal> {
    if container.value().is_string() {
        return Ok(());
    }
    container.only(&["id", "skills"])?;
    container.maybe_text("id")?;
    let Some(skills) = container.maybe("skills") else { return Ok(()) };
    let tools = body.maybe("tools").map_or(Ok(Vec::new()), |tools| tools.list())?;
    let runs_code = |tool: &At<'_>| {
        tool.maybe_text("type").ok().flatten().is_some_and(|kind| kind.starts_with("code_execution_"))
    };
    if !skills.list()?.is_empty() && !tools.iter().any(runs_code) {
        return Err(skills.refuse("skills need a code execution tool in tools"));
    }
    for skill in skills.list()? {
        skill.only(&["type", "skill_id", "version"])?;
        skill.kind()?;
        skill.need("skill_id")?.text()?;
        skill.maybe_text("version")?;
    }
    Ok(())
}

/// Shape, and the budget, which depends on `max_tokens` alone.
fn check_thinking(body: &At<'_>, thinking: &At<'_>) -> Result<(), Refusal> {
    let kind = thinking.need("type")?.one_of(&["enabled", "adaptive", "disabled", "between_tools"])?;
    match kind {
        "enabled" => thinking.only(&["type", "budget_tokens", "display"])?,
        "adaptive" => thinking.only(&["type", "display"])?,
        _ => thinking.only(&["type"])?,
    }
    if let Some(display) = thinking.maybe("display") {
        // A beta feature, without which a request is judged strictly.
        let known: &[&str] =
            if body.is_strict() { &["summarized", "omitted"] } else { &["summarized", "omitted", "updates"] };
        display.one_of(known)?;
    }
    if kind == "enabled" {
        let budget = thinking.need("budget_tokens")?;
        let tokens = budget.integer()?;
        if tokens < 1024 {
            return Err(budget.refuse("must be greater than or equal to 1024"));
        }
        if body.maybe("max_tokens").is_some_and(|max| max.value().as_i64().is_some_and(|max| tokens >= max)) {
            return Err(budget.refuse("must be less than max_tokens"));
        }
    }
    Ok(())
}

fn check_output_config(config: &At<'_>) -> Result<(), Refusal> {
    config.only(&["effort", "format"])?;
    if let Some(effort) = config.maybe("effort") {
        effort.one_of(&["low", "medium", "high", "xhigh", "max"])?;
    }
    if let Some(format) = config.maybe("format") {
        format.only(&["type", "schema"])?;
        format.need("type")?.one_of(&["json_schema"])?;
        let schema = format.need("schema")?;
        schema.object()?;
        subset::check(&schema)?;
    }
    Ok(())
}
