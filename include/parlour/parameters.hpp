/// @file
/// The parameters of a request as types: the setters of `parlour::Request`, and the parts that they take,
/// such as `parlour::ThinkingConfigEnabledParam` and `parlour::OutputConfigParam`.
//
// Made from schema/openapi.yaml by `make generate`: change that, not this file.
#ifndef PARLOUR_PARAMETERS_HPP
#define PARLOUR_PARAMETERS_HPP

#include "parameter.hpp"

namespace parlour {

/// The model decides.
class ToolChoiceAutoParam : public detail::Part<ToolChoiceAutoParam> {
public:
    /// Sets nothing.
    ToolChoiceAutoParam() {
        put("type", "\"auto\"");
    }
    /// Whether to limit the answer to at most one call; false unless set.
    ToolChoiceAutoParam &disable_parallel_tool_use(bool value) {
        put("disable_parallel_tool_use", detail::json_of(value));
        return *this;
    }
};

/// Some tool must be called.
class ToolChoiceAnyParam : public detail::Part<ToolChoiceAnyParam> {
public:
    /// Sets nothing.
    ToolChoiceAnyParam() {
        put("type", "\"any\"");
    }
    /// Whether to limit the answer to exactly one call; false unless set.
    ToolChoiceAnyParam &disable_parallel_tool_use(bool value) {
        put("disable_parallel_tool_use", detail::json_of(value));
        return *this;
    }
};

/// This tool must be called.
class ToolChoiceToolParam : public detail::Part<ToolChoiceToolParam> {
public:
    /// Sets `name`, which it requires.
    explicit ToolChoiceToolParam(std::string_view name) {
        put("type", "\"tool\"");
        put("name", detail::json_of(name));
    }
    /// The tool that must be called.
    ToolChoiceToolParam &name(std::string_view value) {
        put("name", detail::json_of(value));
        return *this;
    }
    /// Whether to limit the answer to exactly one call; false unless set.
    ToolChoiceToolParam &disable_parallel_tool_use(bool value) {
        put("disable_parallel_tool_use", detail::json_of(value));
        return *this;
    }
};

/// No tool may be called.
class ToolChoiceNoneParam : public detail::Part<ToolChoiceNoneParam> {
public:
    /// Sets nothing.
    ToolChoiceNoneParam() {
        put("type", "\"none\"");
    }
};

/// Metadata of the request.
class MetadataParam : public detail::Part<MetadataParam> {
public:
    /// Sets nothing.
    MetadataParam() = default;
    /// An opaque id of the caller's user, without personal data, at most 256 characters.
    MetadataParam &user_id(std::string_view value) {
        put("user_id", detail::json_of(value));
        return *this;
    }
};

/// How the service treats thinking that was sent back from another conversation.
class BlockBindingParam : public detail::Part<BlockBindingParam> {
public:
    /// Sets nothing.
    BlockBindingParam() = default;
    /// Whether such thinking is rejected (the default) or omitted. `error`, `drop_block`.
    BlockBindingParam &prefix_mismatch_behavior(std::string_view value) {
        put("prefix_mismatch_behavior", detail::json_of(value));
        return *this;
    }
};

/// Thinking with a budget.
class ThinkingConfigEnabledParam : public detail::Part<ThinkingConfigEnabledParam> {
public:
    /// Sets `budget_tokens`, which it requires.
    explicit ThinkingConfigEnabledParam(std::int64_t budget_tokens) {
        put("type", "\"enabled\"");
        put("budget_tokens", detail::json_of(budget_tokens));
    }
    /// Number of tokens for thinking: at least 1024 and less than `max_tokens`.
    ThinkingConfigEnabledParam &budget_tokens(std::int64_t value) {
        put("budget_tokens", detail::json_of(value));
        return *this;
    }
    /// Whether thinking is summarised, sent as updates (beta) or omitted from the answer; the default depends on the
    /// model. `summarized`, `omitted`, `updates`.
    ThinkingConfigEnabledParam &display(std::string_view value) {
        put("display", detail::json_of(value));
        return *this;
    }
    /// Beta: how the service treats thinking that was sent back from another conversation.
    ThinkingConfigEnabledParam &block_binding(const BlockBindingParam &value) {
        put("block_binding", value.json());
        return *this;
    }
};

/// Thinking whose depth depends on `output_config.effort`.
class ThinkingConfigAdaptiveParam : public detail::Part<ThinkingConfigAdaptiveParam> {
public:
    /// Sets nothing.
    ThinkingConfigAdaptiveParam() {
        put("type", "\"adaptive\"");
    }
    /// Whether thinking is summarised, sent as updates (beta) or omitted from the answer; the default depends on the
    /// model. `summarized`, `omitted`, `updates`.
    ThinkingConfigAdaptiveParam &display(std::string_view value) {
        put("display", detail::json_of(value));
        return *this;
    }
    /// Beta: how the service treats thinking that was sent back from another conversation.
    ThinkingConfigAdaptiveParam &block_binding(const BlockBindingParam &value) {
        put("block_binding", value.json());
        return *this;
    }
};

/// No thinking, but short progress notes between tool calls.
class ThinkingConfigBetweenToolsParam : public detail::Part<ThinkingConfigBetweenToolsParam> {
public:
    /// Sets nothing.
    ThinkingConfigBetweenToolsParam() {
        put("type", "\"between_tools\"");
    }
};

/// No thinking.
class ThinkingConfigDisabledParam : public detail::Part<ThinkingConfigDisabledParam> {
public:
    /// Sets nothing.
    ThinkingConfigDisabledParam() {
        put("type", "\"disabled\"");
    }
};

/// JSON that matches a schema.
class OutputFormatParam : public detail::Part<OutputFormatParam> {
public:
    /// Sets `schema`, which it requires.
    explicit OutputFormatParam(std::string_view schema) {
        put("type", "\"json_schema\"");
        put("schema", std::string(schema));
    }
    /// The JSON Schema of the answer (subset: protocol §9.7). As JSON text.
    OutputFormatParam &schema(std::string_view json) {
        put("schema", std::string(json));
        return *this;
    }
};

/// A budget of tokens over several contexts (beta).
class TaskBudgetParam : public detail::Part<TaskBudgetParam> {
public:
    /// Sets `total`, which it requires.
    explicit TaskBudgetParam(std::int64_t total) {
        put("type", "\"tokens\"");
        put("total", detail::json_of(total));
    }
    /// Number of tokens for the whole task.
    TaskBudgetParam &total(std::int64_t value) {
        put("total", detail::json_of(value));
        return *this;
    }
    /// Number of tokens that remain.
    TaskBudgetParam &remaining(std::int64_t value) {
        put("remaining", detail::json_of(value));
        return *this;
    }
};

/// The effort and the format of the answer.
class OutputConfigParam : public detail::Part<OutputConfigParam> {
public:
    /// Sets nothing.
    OutputConfigParam() = default;
    /// The level of effort; `high` unless set. `low`, `medium`, `high`, `xhigh`, `max`.
    OutputConfigParam &effort(std::string_view value) {
        put("effort", detail::json_of(value));
        return *this;
    }
    /// The format of the answer.
    OutputConfigParam &format(const OutputFormatParam &value) {
        put("format", value.json());
        return *this;
    }
    /// Beta: a budget of tokens over several contexts.
    OutputConfigParam &task_budget(const TaskBudgetParam &value) {
        put("task_budget", value.json());
        return *this;
    }
};

/// A cache breakpoint.
class CacheControlParam : public detail::Part<CacheControlParam> {
public:
    /// Sets nothing.
    CacheControlParam() {
        put("type", "\"ephemeral\"");
    }
    /// Its lifetime; five minutes unless set. `5m`, `1h`.
    CacheControlParam &ttl(std::string_view value) {
        put("ttl", detail::json_of(value));
        return *this;
    }
};

/// A skill for the sandbox.
class ContainerSkillParam : public detail::Part<ContainerSkillParam> {
public:
    /// Sets `type` and `skill_id`, which it requires.
    ContainerSkillParam(std::string_view type, std::string_view skill_id) {
        put("type", detail::json_of(type));
        put("skill_id", detail::json_of(skill_id));
    }
    /// The vendor's name, or `custom`.
    ContainerSkillParam &type(std::string_view value) {
        put("type", detail::json_of(value));
        return *this;
    }
    /// The id of the skill.
    ContainerSkillParam &skill_id(std::string_view value) {
        put("skill_id", detail::json_of(value));
        return *this;
    }
    /// Its version; may be `latest`.
    ContainerSkillParam &version(std::string_view value) {
        put("version", detail::json_of(value));
        return *this;
    }
};

/// The sandbox to use.
class ContainerParam : public detail::Part<ContainerParam> {
public:
    /// Sets nothing.
    ContainerParam() = default;
    /// The id of an existing sandbox.
    ContainerParam &id(std::string_view value) {
        put("id", detail::json_of(value));
        return *this;
    }
    /// Skills to load.
    ContainerParam &skills(const std::vector<ContainerSkillParam> &values) {
        put("skills", detail::json_of(values));
        return *this;
    }
};

/// Asks why the prompt cache was missed; send it in every turn (protocol §10.9).
class DiagnosticsParam : public detail::Part<DiagnosticsParam> {
public:
    /// Sets nothing.
    DiagnosticsParam() {
        put("previous_message_id", "null");
    }
    /// The id of the last answer in this conversation; null in the first turn.
    DiagnosticsParam &previous_message_id(std::string_view value) {
        put("previous_message_id", detail::json_of(value));
        return *this;
    }
};

/// A number of tokens, calls or turns.
class ContextTriggerParam : public detail::Part<ContextTriggerParam> {
public:
    /// Sets `type` and `value`, which it requires.
    ContextTriggerParam(std::string_view type, std::int64_t value) {
        put("type", detail::json_of(type));
        put("value", detail::json_of(value));
    }
    /// `input_tokens`, `tool_uses` or `thinking_turns`.
    ContextTriggerParam &type(std::string_view value) {
        put("type", detail::json_of(value));
        return *this;
    }
    /// The number.
    ContextTriggerParam &value(std::int64_t value) {
        put("value", detail::json_of(value));
        return *this;
    }
};

/// Removes results of old tool calls.
class ClearToolUsesParam : public detail::Part<ClearToolUsesParam> {
public:
    /// Sets nothing.
    ClearToolUsesParam() {
        put("type", "\"clear_tool_uses_20250919\"");
    }
    /// The threshold from which it applies.
    ClearToolUsesParam &trigger(const ContextTriggerParam &value) {
        put("trigger", value.json());
        return *this;
    }
    /// Number of calls whose results are kept.
    ClearToolUsesParam &keep(const ContextTriggerParam &value) {
        put("keep", value.json());
        return *this;
    }
    /// The least that it must remove to be applied.
    ClearToolUsesParam &clear_at_least(const ContextTriggerParam &value) {
        put("clear_at_least", value.json());
        return *this;
    }
    /// Tools whose results are kept.
    ClearToolUsesParam &exclude_tools(const std::vector<std::string> &values) {
        put("exclude_tools", detail::json_of(values));
        return *this;
    }
    /// Whether inputs are removed as well, or the tools whose inputs are.
    ClearToolUsesParam &clear_tool_inputs(bool value) {
        put("clear_tool_inputs", detail::json_of(value));
        return *this;
    }
    /// The same for another type.
    ClearToolUsesParam &clear_tool_inputs(const std::vector<std::string> &values) {
        put("clear_tool_inputs", detail::json_of(values));
        return *this;
    }
};

/// Removes thinking of earlier turns.
class ClearThinkingParam : public detail::Part<ClearThinkingParam> {
public:
    /// Sets nothing.
    ClearThinkingParam() {
        put("type", "\"clear_thinking_20251015\"");
    }
    /// Number of turns whose thinking is kept, or `all`.
    ClearThinkingParam &keep(const ContextTriggerParam &value) {
        put("keep", value.json());
        return *this;
    }
    /// The same for another type.
    ClearThinkingParam &keep(std::string_view value) {
        put("keep", detail::json_of(value));
        return *this;
    }
};

/// Summarises the conversation when it becomes long.
class CompactParam : public detail::Part<CompactParam> {
public:
    /// Sets nothing.
    CompactParam() {
        put("type", "\"compact_20260112\"");
    }
    /// The threshold from which it applies; 150 000 input tokens unless set.
    CompactParam &trigger(const ContextTriggerParam &value) {
        put("trigger", value.json());
        return *this;
    }
    /// Instructions for the summary.
    CompactParam &instructions(std::string_view value) {
        put("instructions", detail::json_of(value));
        return *this;
    }
    /// Whether the answer ends after the summary, with stop reason `compaction`.
    CompactParam &pause_after_compaction(bool value) {
        put("pause_after_compaction", detail::json_of(value));
        return *this;
    }
};

/// Edits that the service applies to a long conversation (beta; protocol §8.8).
class ContextManagementParam : public detail::Part<ContextManagementParam> {
public:
    /// Sets nothing.
    ContextManagementParam() = default;
    /// The edits, in order.
    ContextManagementParam &edits(const std::vector<Parameter> &values) {
        put("edits", detail::json_of(values));
        return *this;
    }
};

/// Makes the whole request a summary of the conversation (beta; protocol §9.8).
class CompactionParam : public detail::Part<CompactionParam> {
public:
    /// Sets nothing.
    CompactionParam() {
        put("type", "\"summarize\"");
    }
    /// Instructions for the summary.
    CompactionParam &instructions(std::string_view value) {
        put("instructions", detail::json_of(value));
        return *this;
    }
};

/// A conversation that the service keeps for 5 minutes after its last request (beta; protocol §8.11).
class ThreadParam : public detail::Part<ThreadParam> {
public:
    /// Sets `type`, which it requires.
    explicit ThreadParam(std::string_view type) {
        put("type", detail::json_of(type));
    }
    /// `create` with the whole conversation, `continue` with the new messages alone, without `system` and `tools`.
    /// `create`, `continue`.
    ThreadParam &type(std::string_view value) {
        put("type", detail::json_of(value));
        return *this;
    }
    /// With `continue`: the id of the previous answer.
    ThreadParam &previous_message_id(std::string_view value) {
        put("previous_message_id", detail::json_of(value));
        return *this;
    }
};

/// Which tools of an MCP server may be called; the form used before toolsets.
class MCPToolConfigurationParam : public detail::Part<MCPToolConfigurationParam> {
public:
    /// Sets nothing.
    MCPToolConfigurationParam() = default;
    /// Whether any tool may be called.
    MCPToolConfigurationParam &enabled(bool value) {
        put("enabled", detail::json_of(value));
        return *this;
    }
    /// The only tools that may be called.
    MCPToolConfigurationParam &allowed_tools(const std::vector<std::string> &values) {
        put("allowed_tools", detail::json_of(values));
        return *this;
    }
};

/// Beta: an MCP server whose tools the service calls; a tools entry of type `mcp_toolset` declares them (protocol
/// §8.8).
class MCPServerParam : public detail::Part<MCPServerParam> {
public:
    /// Sets `name` and `url`, which it requires.
    MCPServerParam(std::string_view name, std::string_view url) {
        put("type", "\"url\"");
        put("name", detail::json_of(name));
        put("url", detail::json_of(url));
    }
    /// Names the server in this request.
    MCPServerParam &name(std::string_view value) {
        put("name", detail::json_of(value));
        return *this;
    }
    /// Its URL.
    MCPServerParam &url(std::string_view value) {
        put("url", detail::json_of(value));
        return *this;
    }
    /// A secret that the service sends to the server.
    MCPServerParam &authorization_token(std::string_view value) {
        put("authorization_token", detail::json_of(value));
        return *this;
    }
    /// Which tools may be called.
    MCPServerParam &tool_configuration(const MCPToolConfigurationParam &value) {
        put("tool_configuration", value.json());
        return *this;
    }
};

/// A fallback model and its parameters that differ from the request. Null selects the model's own default.
class FallbackParam : public detail::Part<FallbackParam> {
public:
    /// Sets `model`, which it requires.
    explicit FallbackParam(std::string_view model) {
        put("model", detail::json_of(model));
    }
    /// The model.
    FallbackParam &model(std::string_view value) {
        put("model", detail::json_of(value));
        return *this;
    }
    /// Maximum number of tokens to generate.
    FallbackParam &max_tokens(std::int64_t value) {
        put("max_tokens", detail::json_of(value));
        return *this;
    }
    /// The configuration of thinking.
    FallbackParam &thinking(const ThinkingConfigEnabledParam &value) {
        put("thinking", value.json());
        return *this;
    }
    /// The same for another type.
    FallbackParam &thinking(const ThinkingConfigAdaptiveParam &value) {
        put("thinking", value.json());
        return *this;
    }
    /// The same for another type.
    FallbackParam &thinking(const ThinkingConfigBetweenToolsParam &value) {
        put("thinking", value.json());
        return *this;
    }
    /// The same for another type.
    FallbackParam &thinking(const ThinkingConfigDisabledParam &value) {
        put("thinking", value.json());
        return *this;
    }
    /// The effort and the format of the answer.
    FallbackParam &output_config(const OutputConfigParam &value) {
        put("output_config", value.json());
        return *this;
    }
    /// The speed at which the answer is generated. `standard`, `fast`.
    FallbackParam &speed(std::string_view value) {
        put("speed", detail::json_of(value));
        return *this;
    }
};

/// The credit from a refusal for the next request, and how strictly it is checked.
class FallbackCreditParam : public detail::Part<FallbackCreditParam> {
public:
    /// Sets `token`, which it requires.
    explicit FallbackCreditParam(std::string_view token) {
        put("token", detail::json_of(token));
    }
    /// The token from the refusal.
    FallbackCreditParam &token(std::string_view value) {
        put("token", detail::json_of(value));
        return *this;
    }
    /// Whether a request that the credit does not match is rejected. `strict`, `best_effort`.
    FallbackCreditParam &mode(std::string_view value) {
        put("mode", detail::json_of(value));
        return *this;
    }
};

/// The choice of who is billed (beta; protocol §8.8).
class BillingPolicyParam : public detail::Part<BillingPolicyParam> {
public:
    /// Sets nothing.
    BillingPolicyParam() {
        put("type", "\"billing_policy\"");
    }
    /// Who is billed. `self`, `user_profile`.
    BillingPolicyParam &bill_to(std::string_view value) {
        put("bill_to", detail::json_of(value));
        return *this;
    }
};

namespace detail {

/// The setters of `Request` for parameters: each value replaces the one before.
template <class Derived>
class Parameters {
public:
    /// Whether the model must call a tool, and which.
    Derived &tool_choice(const ToolChoiceAutoParam &value) {
        return give("tool_choice", value.json());
    }
    /// The same for another type.
    Derived &tool_choice(const ToolChoiceAnyParam &value) {
        return give("tool_choice", value.json());
    }
    /// The same for another type.
    Derived &tool_choice(const ToolChoiceToolParam &value) {
        return give("tool_choice", value.json());
    }
    /// The same for another type.
    Derived &tool_choice(const ToolChoiceNoneParam &value) {
        return give("tool_choice", value.json());
    }
    /// Strings at which generation stops.
    Derived &stop_sequences(const std::vector<std::string> &values) {
        return give("stop_sequences", detail::json_of(values));
    }
    /// Randomness, from 0.0 to 1.0; some models accept 1.0 only (protocol §0.3).
    Derived &temperature(double value) {
        return give("temperature", detail::json_of(value));
    }
    /// Nucleus sampling, from 0.0 to 1.0.
    Derived &top_p(double value) {
        return give("top_p", detail::json_of(value));
    }
    /// Number of most likely tokens to sample from; at least 0.
    Derived &top_k(std::int64_t value) {
        return give("top_k", detail::json_of(value));
    }
    /// Metadata of the request.
    Derived &metadata(const MetadataParam &value) {
        return give("metadata", value.json());
    }
    /// The configuration of thinking.
    Derived &thinking(const ThinkingConfigEnabledParam &value) {
        return give("thinking", value.json());
    }
    /// The same for another type.
    Derived &thinking(const ThinkingConfigAdaptiveParam &value) {
        return give("thinking", value.json());
    }
    /// The same for another type.
    Derived &thinking(const ThinkingConfigBetweenToolsParam &value) {
        return give("thinking", value.json());
    }
    /// The same for another type.
    Derived &thinking(const ThinkingConfigDisabledParam &value) {
        return give("thinking", value.json());
    }
    /// Whether priority capacity may be used; `auto` unless set. `auto`, `standard_only`.
    Derived &service_tier(std::string_view value) {
        return give("service_tier", detail::json_of(value));
    }
    /// The effort and the format of the answer.
    Derived &output_config(const OutputConfigParam &value) {
        return give("output_config", value.json());
    }
    /// Automatic caching: a breakpoint at the last block that can have one (protocol §10.2).
    Derived &cache_control(const CacheControlParam &value) {
        return give("cache_control", value.json());
    }
    /// The sandbox to use: the id of an existing one, or its configuration.
    Derived &container(std::string_view value) {
        return give("container", detail::json_of(value));
    }
    /// The same for another type.
    Derived &container(const ContainerParam &value) {
        return give("container", value.json());
    }
    /// The region in which the model runs, for example `us`; the workspace's setting unless set.
    Derived &inference_geo(std::string_view value) {
        return give("inference_geo", detail::json_of(value));
    }
    /// The speed at which the answer is generated; `standard` unless set. Models without fast mode reject it (protocol
    /// §1.2). `standard`, `fast`.
    Derived &speed(std::string_view value) {
        return give("speed", detail::json_of(value));
    }
    /// Asks why the prompt cache was missed (protocol §10.9).
    Derived &diagnostics(const DiagnosticsParam &value) {
        return give("diagnostics", value.json());
    }
    /// Beta: edits that the service applies to a long conversation. Cannot be combined with `compaction`.
    Derived &context_management(const ContextManagementParam &value) {
        return give("context_management", value.json());
    }
    /// Beta: makes the whole request a summary of the conversation.
    Derived &compaction(const CompactionParam &value) {
        return give("compaction", value.json());
    }
    /// Beta: a conversation that the service keeps.
    Derived &thread(const ThreadParam &value) {
        return give("thread", value.json());
    }
    /// Beta: MCP servers whose tools the service calls; each needs a tools entry of type `mcp_toolset`.
    Derived &mcp_servers(const std::vector<MCPServerParam> &values) {
        return give("mcp_servers", detail::json_of(values));
    }
    /// Beta: models to try in order when this one refuses; `default` selects those of the service.
    Derived &fallbacks(std::string_view value) {
        return give("fallbacks", detail::json_of(value));
    }
    /// The same for another type.
    Derived &fallbacks(const std::vector<FallbackParam> &values) {
        return give("fallbacks", detail::json_of(values));
    }
    /// Beta: the credit from a refusal. Cannot be combined with `fallbacks`.
    Derived &fallback_credit_token(std::string_view value) {
        return give("fallback_credit_token", detail::json_of(value));
    }
    /// The same for another type.
    Derived &fallback_credit_token(const FallbackCreditParam &value) {
        return give("fallback_credit_token", value.json());
    }
    /// Beta: who is billed.
    Derived &billing_policy(const BillingPolicyParam &value) {
        return give("billing_policy", value.json());
    }

private:
    Derived &give(std::string_view name, const std::string &json) {
        return static_cast<Derived &>(*this).set(name, json);
    }
};

}  // namespace detail
}  // namespace parlour

#endif
