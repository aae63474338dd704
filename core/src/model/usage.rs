//! Token counts, and how the cumulative counts of a stream are merged (protocol §3.6, §4.5 step 7, §13.2).

// generated: types
use super::enums::ServiceTier;

wire! {
    /// The token counts of an answer. `input_tokens` counts only the input after the last cache breakpoint; see
    /// [`total_input_tokens`](Usage::total_input_tokens).
    pub struct Usage {
        /// Input tokens after the last cache breakpoint, neither written to nor read from the cache.
        "input_tokens" input_tokens: u64,
        /// Input tokens written to the cache.
        "cache_creation_input_tokens" cache_creation_input_tokens: Option<u64>,
        /// Input tokens read from the cache.
        "cache_read_input_tokens" cache_read_input_tokens: Option<u64>,
        /// Tokens written to the cache, by lifetime.
        "cache_creation" cache_creation: Option<CacheCreation>,
        /// All output tokens, thinking included.
        "output_tokens" output_tokens: u64,
        /// Some of the output tokens, by purpose.
        "output_tokens_details" output_tokens_details: Option<OutputTokensDetails>,
        /// Number of uses of server tools.
        "server_tool_use" server_tool_use: Option<ServerToolUsage>,
        /// The tier that served the request: `standard`, `priority`, `batch`.
        "service_tier" service_tier: Option<ServiceTier>,
        /// The region in which the model ran.
        "inference_geo" inference_geo: Option<String>,
        /// One entry for each sampling step (protocol §3.6).
        "iterations" iterations: Option<Vec<UsageIteration>>,
        /// The speed that was used: `standard` or `fast`.
        "speed" speed: Option<String>,
        /// Beta: what became of the [`fallback_credit_token`](super::MessageRequest::fallback_credit_token) of the
        /// request.
        "fallback_credit" fallback_credit: Option<Box<FallbackCredit>>,
    }
}

wire! {
    /// Tokens written to the cache, by lifetime.
    pub struct CacheCreation {
        /// Tokens cached for five minutes.
        "ephemeral_5m_input_tokens" ephemeral_5m_input_tokens: u64,
        /// Tokens cached for one hour.
        "ephemeral_1h_input_tokens" ephemeral_1h_input_tokens: u64,
    }
}

wire! {
    /// Output tokens by purpose; informational.
    pub struct OutputTokensDetails {
        /// Tokens used for thinking.
        "thinking_tokens" thinking_tokens: u64,
    }
}

wire! {
    /// Requests of server tools. The wire may have only one of the keys.
    pub struct ServerToolUsage {
        /// Number of web searches.
        "web_search_requests" web_search_requests: Option<u64>,
        /// Number of pages fetched.
        "web_fetch_requests" web_fetch_requests: Option<u64>,
    }
}

wire! {
    /// The token usage of one sampling step. The totals do not include `compaction` steps.
    pub struct UsageIteration {
        /// `message`, `compaction`, `advisor_message` or `fallback_message`.
        "type" kind: String,
        /// The model of the step.
        "model" model: Option<String>,
        /// Input tokens after the last cache breakpoint.
        "input_tokens" input_tokens: u64,
        /// Input tokens written to the cache.
        "cache_creation_input_tokens" cache_creation_input_tokens: Option<u64>,
        /// Input tokens read from the cache.
        "cache_read_input_tokens" cache_read_input_tokens: Option<u64>,
        /// Tokens written to the cache, by lifetime.
        "cache_creation" cache_creation: Option<CacheCreation>,
        /// Output tokens.
        "output_tokens" output_tokens: u64,
    }
}

wire! {
    /// The state of a credit that a refusal gave (protocol §3.6).
    pub struct FallbackCredit {
        /// Whether it was redeemed.
        "status" status: FallbackCreditStatus,
    }
}

wire! {
    /// Whether a credit was redeemed, and why not (protocol §3.6).
    pub struct FallbackCreditStatus {
        /// `redeemed` or `not_applied`.
        "type" kind: String,
        /// Why it was not applied.
        "reason" reason: Option<String>,
        /// Fields of the request that prevented it.
        "remove_to_redeem" remove_to_redeem: Option<Vec<String>>,
    }
}

wire! {
    /// The usage in a `message_delta` event: the same counts, all optional, cumulative for the message.
    pub struct UsageDelta {
        /// Input tokens after the last cache breakpoint, neither written to nor read from the cache.
        "input_tokens" input_tokens: Option<u64>,
        /// Input tokens written to the cache.
        "cache_creation_input_tokens" cache_creation_input_tokens: Option<u64>,
        /// Input tokens read from the cache.
        "cache_read_input_tokens" cache_read_input_tokens: Option<u64>,
        /// Tokens written to the cache, by lifetime.
        "cache_creation" cache_creation: Option<CacheCreation>,
        /// All output tokens, thinking included.
        "output_tokens" output_tokens: Option<u64>,
        /// Some of the output tokens, by purpose.
        "output_tokens_details" output_tokens_details: Option<OutputTokensDetails>,
        /// Number of uses of server tools.
        "server_tool_use" server_tool_use: Option<ServerToolUsage>,
        /// The tier that served the request.
        "service_tier" service_tier: Option<ServiceTier>,
        /// The region in which the model ran.
        "inference_geo" inference_geo: Option<String>,
        /// One entry for each sampling step (protocol §3.6).
        "iterations" iterations: Option<Vec<UsageIteration>>,
        /// The speed that was used: `standard` or `fast`.
        "speed" speed: Option<String>,
        /// Beta: whether the request's `fallback_credit_token` was redeemed.
        "fallback_credit" fallback_credit: Option<Box<FallbackCredit>>,
    }
}
// end generated

impl Usage {
    /// All input tokens: uncached, written to and read from the cache; a missing count is 0.
    ///
    /// ```
    /// let usage: parlour::Usage = parlour::Json::parse(
    ///     r#"{"input_tokens":38,"cache_creation_input_tokens":1420,"output_tokens":61}"#,
    /// )?.decode()?;
    /// assert_eq!(usage.total_input_tokens(), 1458);
    /// # Ok::<(), parlour::JsonError>(())
    /// ```
    #[must_use]
    pub fn total_input_tokens(&self) -> u64 {
        self.input_tokens
            .saturating_add(self.cache_creation_input_tokens.unwrap_or(0))
            .saturating_add(self.cache_read_input_tokens.unwrap_or(0))
    }

    /// Adds the counts of another answer, for the sum over several. Fields that say how or where a message was made are
    /// taken from the last one; `iterations` and unknown keys are left unchanged.
    pub fn add_answer(&mut self, more: &Usage) {
        let added = |a: Option<u64>, b: Option<u64>| match (a, b) {
            (None, None) => None,
            (a, b) => Some(a.unwrap_or(0).saturating_add(b.unwrap_or(0))),
        };
        self.input_tokens = self.input_tokens.saturating_add(more.input_tokens);
        self.output_tokens = self.output_tokens.saturating_add(more.output_tokens);
        self.cache_creation_input_tokens =
            added(self.cache_creation_input_tokens, more.cache_creation_input_tokens);
        self.cache_read_input_tokens = added(self.cache_read_input_tokens, more.cache_read_input_tokens);
        if let Some(more) = &more.cache_creation {
            let sum = self.cache_creation.get_or_insert_default();
            sum.ephemeral_5m_input_tokens =
                sum.ephemeral_5m_input_tokens.saturating_add(more.ephemeral_5m_input_tokens);
            sum.ephemeral_1h_input_tokens =
                sum.ephemeral_1h_input_tokens.saturating_add(more.ephemeral_1h_input_tokens);
        }
        if let Some(more) = &more.output_tokens_details {
            let sum = self.output_tokens_details.get_or_insert_default();
            sum.thinking_tokens = sum.thinking_tokens.saturating_add(more.thinking_tokens);
        }
        if let Some(more) = &more.server_tool_use {
            let sum = self.server_tool_use.get_or_insert_default();
            sum.web_search_requests = added(sum.web_search_requests, more.web_search_requests);
            sum.web_fetch_requests = added(sum.web_fetch_requests, more.web_fetch_requests);
        }
        self.service_tier.clone_from(&more.service_tier);
        self.inference_geo.clone_from(&more.inference_geo);
        self.speed.clone_from(&more.speed);
        self.fallback_credit.clone_from(&more.fallback_credit);
    }

    /// Takes over every count `delta` has. The counts of a stream are totals: nothing is added, nested objects
    /// are replaced as a whole, a missing or null field keeps its value. Unknown keys follow the same rule.
    pub fn merge(&mut self, delta: &UsageDelta) {
        /// A field whose value was given, even if it is the default, is sent from now on.
        macro_rules! take {
            ($($field:ident: $value:expr),* $(,)?) => { $(
                if let Some(value) = &delta.$field {
                    self.$field = $value(value.clone());
                    self.mark_present(stringify!($field));
                }
            )* };
        }
        use std::convert::identity;
        take!(
            // generated: merge
            input_tokens: identity,
            cache_creation_input_tokens: Some,
            cache_read_input_tokens: Some,
            cache_creation: Some,
            output_tokens: identity,
            output_tokens_details: Some,
            server_tool_use: Some,
            service_tier: Some,
            inference_geo: Some,
            iterations: Some,
            speed: Some,
            fallback_credit: Some,
            // end generated
        );
        for (key, json) in delta.extra.entries().filter(|(_, json)| !json.is_null()) {
            self.extra.insert(key, json.clone());
        }
    }
}
