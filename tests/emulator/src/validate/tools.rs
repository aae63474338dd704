//! Shapes of tool definitions and of `tool_choice` (protocol §1.5 to §1.8), and which choice fits which tools.

use std::collections::HashSet;

use serde_json::Value;

use super::at::At;
use super::caching::check_control;
use super::{examples, is_name, subset};
use crate::answer::Refusal;

/// Vendor-defined tools: their type, and the one name they go by.
const NAMED: [(&str, &str); 16] = [
    ("bash_20250124", "bash"),
    ("text_editor_20250124", "str_replace_editor"),
    ("text_editor_20250429", "str_replace_based_edit_tool"),
    ("text_editor_20250728", "str_replace_based_edit_tool"),
    ("memory_20250818", "memory"),
    ("web_search_20250305", "web_search"),
    ("web_search_20260209", "web_search"),
    ("web_search_20260318", "web_search"),
    ("web_fetch_20250910", "web_fetch"),
    ("web_fetch_20260209", "web_fetch"),
    ("web_fetch_20260309", "web_fetch"),
    ("web_fetch_20260318", "web_fetch"),
    ("code_execution_20250522", "code_execution"),
    ("code_execution_20250825", "code_execution"),
    ("code_execution_20260120", "code_execution"),
    ("code_execution_20260521", "code_execution"),
];
const SEARCH: [&str; 4] = [
    "tool_search_tool_regex_20251119",
    "tool_search_tool_regex",
    "tool_search_tool_bm25_20251119",
    "tool_search_tool_bm25",
];
/// Families of member tools.
pub(super) const TOOLSETS: [&str; 2] = ["computer_toolset_20260801", "browser_toolset_20260801"];
const CALLERS: [&str; 4] =
    ["direct", "code_execution_20250825", "code_execution_20260120", "code_execution_20260521"];
/// Most tools with `strict`.
const MAX_STRICT: usize = 20;

/// `tools`.
pub(super) fn check(tools: &At<'_>) -> Result<(), Refusal> {
    let mut names = HashSet::new();
    let (mut strict, mut deferred) = (0, 0);
    let list = tools.list()?;
    for tool in &list {
        tool.object()?;
        let kind = tool.maybe_text("type")?.unwrap_or("custom");
        if let Some(control) = tool.maybe("cache_control") {
            check_control(&control)?;
        }
        if TOOLSETS.contains(&kind) {
            toolset(tool, kind)?;
            continue;
        }
        let known =
            kind == "custom" || SEARCH.contains(&kind) || NAMED.iter().any(|(known, _)| *known == kind);
        if !known && tool.is_strict() {
            return Err(tool.need("type")?.refuse(format!("\"{kind}\" is not a known tool")));
        }
        // Beta features bring tools of their own, some without a name.
        if !known {
            continue;
        }
        common(tool)?;
        let name = tool.need("name")?;
        match kind {
            "custom" => custom(tool)?,
            _ if SEARCH.contains(&kind) => search(tool, kind)?,
            _ => vendor_defined(tool, kind)?,
        }
        if !names.insert(name.text()?) {
            return Err(name.refuse("tool names must be unique"));
        }
        strict += usize::from(tool.maybe_flag("strict")?.unwrap_or(false));
        deferred += usize::from(tool.maybe_flag("defer_loading")?.unwrap_or(false));
    }
    for name in named_sources(&list)? {
        if !names.contains(name.text()?) {
            return Err(name.refuse("there is no tool of this name"));
        }
    }
    if strict > MAX_STRICT {
        return Err(tools.refuse(format!("at most {MAX_STRICT} strict tools")));
    }
    if deferred > 0 && deferred == list.len() {
        return Err(tools.refuse("at least one tool must not have defer_loading"));
    }
    Ok(())
}

fn common(tool: &At<'_>) -> Result<(), Refusal> {
    tool.maybe_flag("strict")?;
    tool.maybe_flag("defer_loading")?;
    if let Some(callers) = tool.maybe("allowed_callers") {
        for caller in callers.list()? {
            caller.one_of(&CALLERS)?;
        }
    }
    if let Some(examples) = tool.maybe("input_examples") {
        for example in examples.list()? {
            example.object()?;
        }
    }
    Ok(())
}

fn custom(tool: &At<'_>) -> Result<(), Refusal> {
    tool.only(&[
        "type",
        "name",
        "description",
        "input_schema",
        "cache_control",
        "strict",
        "defer_loading",
        "allowed_callers",
        "input_examples",
        "eager_input_streaming",
    ])?;
    let name = tool.need("name")?;
    if !is_name(name.text()?) {
        return Err(name.refuse("1 to 64 letters, digits, _ or -"));
    }
    tool.maybe_text("description")?;
    tool.maybe_flag("eager_input_streaming")?;
    let schema = tool.need("input_schema")?;
    schema.object()?;
    schema.need("type")?.one_of(&["object"])?;
    if let Some(properties) = schema.maybe("properties") {
        properties.object()?;
    }
    schema.maybe_texts("required")?;
    for example in tool.maybe("input_examples").map_or(Ok(Vec::new()), |e| e.list())? {
        examples::check(&example, schema.value())?;
    }
    if tool.maybe_flag("strict")?.unwrap_or(false) {
        subset::check(&schema)?;
    }
    Ok(())
}

fn search(tool: &At<'_>, kind: &str) -> Result<(), Refusal> {
    let name = tool.need("name")?;
    name.one_of(&[kind.trim_end_matches("_20251119")])?;
    if tool.maybe_flag("defer_loading")?.unwrap_or(false) {
        return Err(tool.need("defer_loading")?.refuse("a tool search may not be deferred"));
    }
    Ok(())
}

fn vendor_defined(tool: &At<'_>, kind: &str) -> Result<(), Refusal> {
    let Some((_, fixed)) = NAMED.iter().find(|(known, _)| *known == kind) else { return Ok(()) };
    tool.need("name")?.one_of(&[fixed])?;
    let mut known =
        vec!["type", "name", "cache_control", "strict", "defer_loading", "allowed_callers", "input_examples"];
    match *fixed {
        "web_search" => known.extend(["max_uses", "allowed_domains", "blocked_domains", "user_location"]),
        "web_fetch" => {
            known.extend([
                "max_uses",
                "allowed_domains",
                "blocked_domains",
                "max_content_tokens",
                "citations",
                "url_sources",
            ]);
        }
        _ => {}
    }
    match kind {
        "text_editor_20250728" => known.push("max_characters"),
        "web_search_20260318" => known.push("response_inclusion"),
        "web_fetch_20260309" => known.push("use_cache"),
        "web_fetch_20260318" => known.extend(["use_cache", "response_inclusion"]),
        _ => {}
    }
    tool.only(&known)?;
    let (allowed, blocked) = (tool.maybe_texts("allowed_domains")?, tool.maybe_texts("blocked_domains")?);
    if allowed.is_some() && blocked.is_some() {
        return Err(tool.need("blocked_domains")?.refuse("not together with allowed_domains"));
    }
    for count in ["max_uses", "max_characters", "max_content_tokens"] {
        if let Some(count) = tool.maybe(count)
            && count.integer()? < 1
        {
            return Err(count.refuse("must be greater than 0"));
        }
    }
    tool.maybe_flag("use_cache")?;
    if let Some(inclusion) = tool.maybe("response_inclusion") {
        inclusion.one_of(&["full", "excluded"])?;
    }
    if let Some(citations) = tool.maybe("citations") {
        citations.only(&["enabled"])?;
        citations.maybe_flag("enabled")?;
    }
    if let Some(sources) = tool.maybe("url_sources") {
        url_sources(&sources)?;
    }
    if let Some(place) = tool.maybe("user_location") {
        place.only(&["type", "city", "region", "country", "timezone"])?;
        place.need("type")?.one_of(&["approximate"])?;
    }
    Ok(())
}

/// Where addresses may come from that a fetch takes.
fn url_sources(sources: &At<'_>) -> Result<(), Refusal> {
    sources.only(&["user_input", "client_tool_results", "server_tool_results"])?;
    for name in ["user_input", "client_tool_results", "server_tool_results"] {
        let Some(source) = sources.maybe(name) else { continue };
        let kinds: &[&str] =
            if name == "user_input" { &["all", "none"] } else { &["all", "none", "only", "except"] };
        if matches!(source.need("type")?.one_of(kinds)?, "all" | "none") {
            source.only(&["type"])?;
            continue;
        }
        source.only(&["type", "tools"])?;
        for tool in source.need("tools")?.list()? {
            tool.only(&["type", "name"])?;
            tool.need("type")?.one_of(&["tool_reference"])?;
            tool.need("name")?.filled()?;
        }
    }
    Ok(())
}

/// The tools that `url_sources` names; their shapes have been checked.
fn named_sources<'a>(tools: &[At<'a>]) -> Result<Vec<At<'a>>, Refusal> {
    let mut names = Vec::new();
    for sources in tools.iter().filter_map(|tool| tool.maybe("url_sources")) {
        for source in ["client_tool_results", "server_tool_results"] {
            let listed = sources.maybe(source).and_then(|source| source.maybe("tools"));
            for tool in listed.map_or(Ok(Vec::new()), |tools| tools.list())? {
                names.push(tool.need("name")?);
            }
        }
    }
    Ok(names)
}

/// Members of a toolset that are off unless turned on.
const OFF: [&str; 4] = ["javascript_exec", "file_upload", "read_console", "read_network"];

/// The members of a toolset.
pub(crate) fn members(kind: &str) -> &'static [&'static str] {
    if kind == TOOLSETS[0] { &COMPUTER } else { &BROWSER }
}

/// Is that member on, by its configuration or by default?
pub(crate) fn is_on(tool: &Value, member: &str) -> bool {
    let told = tool
        .get("configs")
        .and_then(|c| c.get(member))
        .and_then(|m| m.get("enabled"))
        .and_then(Value::as_bool);
    told.unwrap_or(!OFF.contains(&member))
}

const COMPUTER: [&str; 17] = [
    "cursor_position",
    "double_click",
    "hold_key",
    "key",
    "left_click",
    "left_click_drag",
    "left_mouse_down",
    "left_mouse_up",
    "middle_click",
    "mouse_move",
    "right_click",
    "screenshot",
    "scroll",
    "triple_click",
    "type",
    "wait",
    "zoom",
];
const BROWSER: [&str; 31] = [
    "close_tab",
    "double_click",
    "file_upload",
    "find",
    "form_input",
    "get_page_text",
    "hold_key",
    "hover",
    "javascript_exec",
    "key",
    "left_click",
    "left_click_drag",
    "left_mouse_down",
    "left_mouse_up",
    "list_tabs",
    "middle_click",
    "mouse_move",
    "navigate",
    "new_tab",
    "read_console",
    "read_network",
    "read_page",
    "right_click",
    "screenshot",
    "scroll",
    "scroll_to",
    "switch_tab",
    "triple_click",
    "type",
    "wait",
    "zoom",
];

fn toolset(tool: &At<'_>, kind: &str) -> Result<(), Refusal> {
    tool.only(&["type", "configs", "cache_control", "allowed_callers"])?;
    for caller in tool.maybe("allowed_callers").map_or(Ok(Vec::new()), |c| c.list())? {
        caller.one_of(&["direct"])?;
    }
    if let Some(configs) = tool.maybe("configs") {
        for name in configs.object()?.keys() {
            let member = configs.need(name)?;
            if !members(kind).contains(&name.as_str()) {
                return Err(member.refuse("the toolset has no such member"));
            }
            member.only(&["enabled", "defer_loading"])?;
            member.maybe_flag("enabled")?;
            member.maybe_flag("defer_loading")?;
        }
    }
    let deferred = |member: &str| {
        let config = tool.value().get("configs").and_then(|c| c.get(member));
        config.and_then(|m| m.get("defer_loading")).and_then(Value::as_bool).unwrap_or(false)
    };
    let on: HashSet<bool> =
        members(kind).iter().filter(|m| is_on(tool.value(), m)).map(|m| deferred(m)).collect();
    match on.len() {
        0 => Err(tool.need("configs")?.refuse("at least one member must be enabled")),
        1 => Ok(()),
        _ => Err(tool.need("configs")?.refuse("all enabled members must have the same defer_loading")),
    }
}

/// `tool_choice` by itself.
pub(super) fn check_choice_shape(choice: &At<'_>) -> Result<(), Refusal> {
    let kind = choice.need("type")?.one_of(&["auto", "any", "tool", "none"])?;
    match kind {
        "tool" => {
            choice.only(&["type", "name", "disable_parallel_tool_use"])?;
            choice.need("name")?.filled()?;
        }
        "none" => choice.only(&["type"])?,
        _ => choice.only(&["type", "disable_parallel_tool_use"])?,
    }
    choice.maybe_flag("disable_parallel_tool_use").map(drop)
}

/// `tool_choice` against tools and thinking (protocol §1.8).
pub(super) fn check_choice(body: &At<'_>) -> Result<(), Refusal> {
    let Some(choice) = body.maybe("tool_choice") else { return Ok(()) };
    let tools = body.maybe("tools").map_or(Ok(Vec::new()), |t| t.list())?;
    if tools.is_empty() {
        return Err(choice.refuse("only with tools"));
    }
    let kind = choice.kind()?;
    let thinking = body.value().get("thinking").and_then(|t| t.get("type")).and_then(Value::as_str);
    if matches!(kind, "any" | "tool") && thinking == Some("enabled") {
        return Err(choice.need("type")?.refuse("thinking cannot be enabled when a tool call is forced"));
    }
    if kind == "tool" {
        let name = choice.need("name")?;
        let wanted = name.text()?;
        if !tools.iter().any(|t| t.value().get("name").and_then(Value::as_str) == Some(wanted)) {
            return Err(name.refuse(format!("there is no tool named {wanted}")));
        }
    }
    Ok(())
}
