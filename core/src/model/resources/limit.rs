//! Configured rate limits of an organisation and its workspaces (protocol §8.9).

use crate::json::JsonError;

// generated: types
wire! {
    /// The limits of one group of models or endpoints.
    pub struct RateLimitRule, verify = has_a_type {
        /// `rate_limit`, or `workspace_rate_limit` for those of a workspace.
        "type" kind: String,
        /// The id of an organisation's rule.
        "id" id: Option<String>,
        /// The id of the organisation's rule that this rule of a workspace corresponds to.
        "rate_limit_id" rate_limit_id: Option<String>,
        /// The id of the workspace.
        "workspace_id" workspace_id: Option<String>,
        /// The group that the limits apply to.
        "group" group: Option<RateLimitGroup>,
        /// Ids and aliases of the models; null for a group of endpoints.
        "models" models: Option<Vec<String>>,
        /// The limits.
        "limits" limits: Vec<LimitValue>,
    }
}

wire! {
    /// The models or endpoints that limits apply to.
    pub struct RateLimitGroup {
        /// `model_group`, `batch`, `token_count`, `files`, `skills`, `web_search`; an open set.
        "type" kind: String,
        /// The id of the group.
        "id" id: Option<String>,
        /// The display name of a group of models.
        "display_name" display_name: Option<String>,
    }
}

wire! {
    /// A limit.
    pub struct LimitValue {
        /// The quantity that it limits, an open set: `requests_per_minute`, `output_tokens_per_minute` and so on.
        "type" kind: String,
        /// The limit; null if not set.
        "value" value: Option<u64>,
        /// In a workspace: the organisation's own limit.
        "org_limit" org_limit: Option<u64>,
        /// In a workspace: the origin of the value.
        "source" source: Option<LimitSource>,
    }
}

wire! {
    /// The origin of a workspace's limit.
    pub struct LimitSource {
        /// `workspace` or `organization`.
        "type" kind: String,
    }
}
// end generated

/// Another answer must not pass for a rule: one of a workspace has no id of its own.
fn has_a_type(found: &RateLimitRule) -> Result<(), JsonError> {
    match found.kind.is_empty() {
        true => Err(JsonError::data("not a rule of limits: it has no type")),
        false => Ok(()),
    }
}
