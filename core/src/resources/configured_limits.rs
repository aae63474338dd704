//! The configured rate limits of an organisation, for an administrative key (protocol §8.9).

use crate::client::Client;
use crate::client::body::Body;
use crate::json::Json;
use crate::model::RateLimitRule;
use crate::resources::call::ResourceCall;
use crate::resources::pages::ListCall;

/// The configured limits. Returned by [`Client::configured_limits`].
#[derive(Clone, Copy, Debug)]
pub struct ConfiguredLimits<'a> {
    client: &'a Client,
}

impl Client {
    /// The configured rate limits. The service requires an administrative key for them. The remaining allowance of a
    /// limit is in the headers of each answer: [`Response::rate_limits`](crate::Response::rate_limits).
    #[must_use]
    pub fn configured_limits(&self) -> ConfiguredLimits<'_> {
        ConfiguredLimits { client: self }
    }
}

impl ConfiguredLimits<'_> {
    /// The rules of the organisation. The query parameters `group_type` and `model` filter them.
    pub fn list(&self) -> ListCall<RateLimitRule> {
        ListCall::new(self.client, "rate_limits.list", &[])
    }

    /// The rules of a workspace, which complement those of the organisation. The query parameter `include_inherited`
    /// adds the latter.
    pub fn workspace(&self, id: &str) -> ListCall<RateLimitRule> {
        ListCall::new(self.client, "rate_limits.workspace", &[id])
    }

    /// Sets limits of a workspace: pairs of a type and a value, where `None` removes the workspace's own value.
    pub fn update(
        &self,
        workspace: &str,
        rule: &str,
        limits: &[(&str, Option<u64>)],
    ) -> ResourceCall<RateLimitRule> {
        let limits: Vec<_> =
            limits.iter().map(|(kind, value)| serde_json::json!({"type": kind, "value": value})).collect();
        let body = Json::from_serialize(&serde_json::json!({ "limits": limits }))
            .map_err(|error| crate::Error::config(error.to_string()).with_source(error))
            .and_then(|json| Body::from_json_bytes(json.as_str().to_owned()));
        ResourceCall::new(self.client, "rate_limits.update", &[workspace, rule], body)
    }
}
