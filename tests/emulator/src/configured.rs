//! Configured rate limits of the organisation and its workspaces (protocol §8.9), for an administrative key.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::answer::{Answer, Refusal};
use crate::messages;
use crate::models;
use crate::page::{self, Query};
use crate::record::Request;
use crate::state::{ServerState, lock};

/// Groups of endpoints with a limit of their own, and that limit per minute.
const GROUPS: [(&str, u64); 5] =
    [("batch", 1000), ("token_count", 2000), ("files", 500), ("skills", 100), ("web_search", 300)];

/// The limits set by workspaces, by workspace, rule and type of the limit.
pub(crate) type Overrides = BTreeMap<(String, String, String), u64>;

/// A rule of the organisation.
struct Rule {
    id: String,
    group: Value,
    models: Option<Vec<String>>,
    limits: Vec<(&'static str, u64)>,
}

fn rules(shared: &ServerState) -> Vec<Rule> {
    let limits = &shared.config.limits;
    let of_models = models::lines().into_iter().map(|(line, ids)| Rule {
        id: format!("rlg_{line}"),
        group: json!({"type": "model_group", "id": format!("rlg_{line}"), "display_name": format!("Svc {line}")}),
        models: Some(ids),
        limits: vec![
            ("requests_per_minute", limits.requests),
            ("input_tokens_per_minute_cache_aware", limits.input_tokens),
            ("output_tokens_per_minute", limits.output_tokens),
        ],
    });
    let others = GROUPS.into_iter().map(|(group, limit)| Rule {
        id: format!("rlg_{group}"),
        group: json!({"type": group, "id": format!("rlg_{group}")}),
        models: None,
        limits: vec![("requests_per_minute", limit)],
    });
    of_models.chain(others).collect()
}

fn of_group(rule: &Rule, query: &Query) -> bool {
    let wanted = query.get("group_type");
    wanted.is_none() || rule.group.get("type").and_then(Value::as_str) == wanted
}

/// `GET /v1/organizations/rate_limits`.
pub(crate) fn organization(shared: &ServerState, query: &str) -> Result<Answer, Refusal> {
    let query = Query::of(query);
    let model = query.get("model");
    let holds = |rule: &Rule| model.is_none_or(|id| rule.models.iter().flatten().any(|known| known == id));
    let chosen: Vec<Rule> =
        rules(shared).into_iter().filter(|rule| holds(rule) && of_group(rule, &query)).collect();
    if let Some(id) = model.filter(|_| chosen.is_empty()) {
        return Err(Refusal::not_found(format!("model: {id}")));
    }
    let all: Vec<Value> = chosen
        .into_iter()
        .map(|rule| {
            let limits: Vec<Value> =
                rule.limits.iter().map(|(kind, value)| json!({"type": kind, "value": value})).collect();
            json!({"type": "rate_limit", "id": rule.id, "group": rule.group, "models": rule.models, "limits": limits})
        })
        .collect();
    Ok(Answer::json(200, &page::by_cursor(&all, &query, None)?))
}

fn of_workspace(overrides: &Overrides, workspace: &str, rule: &Rule, inherited: bool) -> Value {
    let limits: Vec<Value> = rule
        .limits
        .iter()
        .filter_map(|(kind, org)| {
            let own = overrides.get(&(workspace.to_owned(), rule.id.clone(), (*kind).to_owned()));
            let source = if own.is_some() { "workspace" } else { "organization" };
            (own.is_some() || inherited).then(|| {
                json!({"type": kind, "value": own.unwrap_or(org), "org_limit": org, "source": {"type": source}})
            })
        })
        .collect();
    json!({
        "type": "workspace_rate_limit", "rate_limit_id": rule.id, "workspace_id": workspace,
        "group": rule.group, "models": rule.models, "limits": limits,
    })
}

/// `GET /v1/organizations/workspaces/{id}/rate_limits`.
pub(crate) fn workspace(shared: &ServerState, id: &str, query: &str) -> Result<Answer, Refusal> {
    let query = Query::of(query);
    let inherited = match query.get("include_inherited") {
        None | Some("false") => false,
        Some("true") => true,
        Some(_) => return Err(Refusal::at("include_inherited", "true or false is expected")),
    };
    let overrides = lock(&shared.overrides);
    let all: Vec<Value> = rules(shared)
        .iter()
        .filter(|rule| of_group(rule, &query))
        .map(|rule| of_workspace(&overrides, id, rule, inherited))
        .filter(|item| item.get("limits").and_then(Value::as_array).is_some_and(|l| !l.is_empty()))
        .collect();
    Ok(Answer::json(200, &page::by_cursor(&all, &query, None)?))
}

/// `POST /v1/organizations/workspaces/{id}/rate_limits/{rule}`.
pub(crate) fn update(
    shared: &ServerState,
    request: &Request,
    id: &str,
    rule: &str,
) -> Result<Answer, Refusal> {
    let body = messages::parse(request)?;
    let rules = rules(shared);
    let found = rules.iter().find(|r| r.id == rule);
    let found = found.ok_or_else(|| Refusal::not_found(format!("There is no rate limit {rule}.")))?;
    let wrong = || Refusal::at("limits", "an array of a type and a value each is required");
    let mut changes = Vec::new();
    for limit in body.get("limits").and_then(Value::as_array).ok_or_else(wrong)? {
        let kind = limit.get("type").and_then(Value::as_str).ok_or_else(wrong)?;
        if !found.limits.iter().any(|(known, _)| *known == kind) {
            return Err(Refusal::at("limits", format!("{rule} has no limit of the type {kind}")));
        }
        let value = match limit.get("value") {
            Some(Value::Null) => None,
            Some(value) => Some(value.as_u64().ok_or_else(wrong)?),
            None => return Err(wrong()),
        };
        changes.push((kind.to_owned(), value));
    }
    let mut overrides = lock(&shared.overrides);
    for (kind, value) in changes {
        let key = (id.to_owned(), rule.to_owned(), kind);
        match value {
            Some(value) => drop(overrides.insert(key, value)),
            None => drop(overrides.remove(&key)),
        }
    }
    Ok(Answer::json(200, &of_workspace(&overrides, id, found, true)))
}
