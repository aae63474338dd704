/** @file
 * The parameters of a request as types: parlour_request_set_temperature() and the others, and the parts that
 * some of them take, such as parlour_thinking_config_enabled_param(). A setter copies a part; free it with
 * parlour_parameter_free().
 */
/* Made from schema/openapi.yaml by `make generate`: change that, not this file. */
#ifndef PARLOUR_PARAMETERS_H
#define PARLOUR_PARAMETERS_H

#include "parameter.h"

/* ToolChoiceAutoParam: The model decides. */

/**
 * ToolChoiceAutoParam with nothing set.
 */
static inline parlour_parameter parlour_tool_choice_auto_param(void) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "type");
    parlour_parameter_write_text(&part, parlour_str_z("auto"));
    parlour_parameter_end(&part);
    return part;
}

/**
 * Whether to limit the answer to at most one call; false unless set.
 */
static inline void
parlour_tool_choice_auto_param_set_disable_parallel_tool_use(parlour_parameter *part, bool value) {
    parlour_parameter_begin(part, "disable_parallel_tool_use");
    parlour_parameter_write_flag(part, value);
    parlour_parameter_end(part);
}

/* ToolChoiceAnyParam: Some tool must be called. */

/**
 * ToolChoiceAnyParam with nothing set.
 */
static inline parlour_parameter parlour_tool_choice_any_param(void) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "type");
    parlour_parameter_write_text(&part, parlour_str_z("any"));
    parlour_parameter_end(&part);
    return part;
}

/**
 * Whether to limit the answer to exactly one call; false unless set.
 */
static inline void
parlour_tool_choice_any_param_set_disable_parallel_tool_use(parlour_parameter *part, bool value) {
    parlour_parameter_begin(part, "disable_parallel_tool_use");
    parlour_parameter_write_flag(part, value);
    parlour_parameter_end(part);
}

/* ToolChoiceToolParam: This tool must be called. */

/**
 * ToolChoiceToolParam with its required fields. `name`: The tool that must be called.
 */
static inline parlour_parameter parlour_tool_choice_tool_param(parlour_str name) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "type");
    parlour_parameter_write_text(&part, parlour_str_z("tool"));
    parlour_parameter_end(&part);
    parlour_parameter_begin(&part, "name");
    parlour_parameter_write_text(&part, name);
    parlour_parameter_end(&part);
    return part;
}

/**
 * Whether to limit the answer to exactly one call; false unless set.
 */
static inline void
parlour_tool_choice_tool_param_set_disable_parallel_tool_use(parlour_parameter *part, bool value) {
    parlour_parameter_begin(part, "disable_parallel_tool_use");
    parlour_parameter_write_flag(part, value);
    parlour_parameter_end(part);
}

/* ToolChoiceNoneParam: No tool may be called. */

/**
 * ToolChoiceNoneParam with nothing set.
 */
static inline parlour_parameter parlour_tool_choice_none_param(void) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "type");
    parlour_parameter_write_text(&part, parlour_str_z("none"));
    parlour_parameter_end(&part);
    return part;
}

/* MetadataParam: Metadata of the request. */

/**
 * MetadataParam with nothing set.
 */
static inline parlour_parameter parlour_metadata_param(void) {
    parlour_parameter part = {NULL, 0, false};
    return part;
}

/**
 * An opaque id of the caller's user, without personal data, at most 256 characters.
 */
static inline void
parlour_metadata_param_set_user_id(parlour_parameter *part, parlour_str value) {
    parlour_parameter_begin(part, "user_id");
    parlour_parameter_write_text(part, value);
    parlour_parameter_end(part);
}

/* BlockBindingParam: How the service treats thinking that was sent back from another conversation. */

/**
 * BlockBindingParam with nothing set.
 */
static inline parlour_parameter parlour_block_binding_param(void) {
    parlour_parameter part = {NULL, 0, false};
    return part;
}

/**
 * Whether such thinking is rejected (the default) or omitted. `error`, `drop_block`.
 */
static inline void
parlour_block_binding_param_set_prefix_mismatch_behavior(parlour_parameter *part, parlour_str value) {
    parlour_parameter_begin(part, "prefix_mismatch_behavior");
    parlour_parameter_write_text(part, value);
    parlour_parameter_end(part);
}

/* ThinkingConfigEnabledParam: Thinking with a budget. */

/**
 * ThinkingConfigEnabledParam with its required fields. `budget_tokens`: Number of tokens for thinking: at least 1024
 * and less than `max_tokens`.
 */
static inline parlour_parameter parlour_thinking_config_enabled_param(int64_t budget_tokens) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "type");
    parlour_parameter_write_text(&part, parlour_str_z("enabled"));
    parlour_parameter_end(&part);
    parlour_parameter_begin(&part, "budget_tokens");
    parlour_parameter_write_integer(&part, budget_tokens);
    parlour_parameter_end(&part);
    return part;
}

/**
 * Whether thinking is summarised, sent as updates (beta) or omitted from the answer; the default depends on the model.
 * `summarized`, `omitted`, `updates`.
 */
static inline void
parlour_thinking_config_enabled_param_set_display(parlour_parameter *part, parlour_str value) {
    parlour_parameter_begin(part, "display");
    parlour_parameter_write_text(part, value);
    parlour_parameter_end(part);
}

/**
 * Beta: how the service treats thinking that was sent back from another conversation. Takes BlockBindingParam.
 */
static inline void
parlour_thinking_config_enabled_param_set_block_binding(parlour_parameter *part, const parlour_parameter *value) {
    parlour_parameter_begin(part, "block_binding");
    parlour_parameter_write_json(part, parlour_parameter_json(value));
    parlour_parameter_end(part);
}

/* ThinkingConfigAdaptiveParam: Thinking whose depth depends on `output_config.effort`. */

/**
 * ThinkingConfigAdaptiveParam with nothing set.
 */
static inline parlour_parameter parlour_thinking_config_adaptive_param(void) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "type");
    parlour_parameter_write_text(&part, parlour_str_z("adaptive"));
    parlour_parameter_end(&part);
    return part;
}

/**
 * Whether thinking is summarised, sent as updates (beta) or omitted from the answer; the default depends on the model.
 * `summarized`, `omitted`, `updates`.
 */
static inline void
parlour_thinking_config_adaptive_param_set_display(parlour_parameter *part, parlour_str value) {
    parlour_parameter_begin(part, "display");
    parlour_parameter_write_text(part, value);
    parlour_parameter_end(part);
}

/**
 * Beta: how the service treats thinking that was sent back from another conversation. Takes BlockBindingParam.
 */
static inline void
parlour_thinking_config_adaptive_param_set_block_binding(parlour_parameter *part, const parlour_parameter *value) {
    parlour_parameter_begin(part, "block_binding");
    parlour_parameter_write_json(part, parlour_parameter_json(value));
    parlour_parameter_end(part);
}

/* ThinkingConfigBetweenToolsParam: No thinking, but short progress notes between tool calls. */

/**
 * ThinkingConfigBetweenToolsParam with nothing set.
 */
static inline parlour_parameter parlour_thinking_config_between_tools_param(void) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "type");
    parlour_parameter_write_text(&part, parlour_str_z("between_tools"));
    parlour_parameter_end(&part);
    return part;
}

/* ThinkingConfigDisabledParam: No thinking. */

/**
 * ThinkingConfigDisabledParam with nothing set.
 */
static inline parlour_parameter parlour_thinking_config_disabled_param(void) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "type");
    parlour_parameter_write_text(&part, parlour_str_z("disabled"));
    parlour_parameter_end(&part);
    return part;
}

/* OutputFormatParam: JSON that matches a schema. */

/**
 * OutputFormatParam with its required fields. `schema`: The JSON Schema of the answer (subset: protocol §9.7).
 */
static inline parlour_parameter parlour_output_format_param(parlour_str schema) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "type");
    parlour_parameter_write_text(&part, parlour_str_z("json_schema"));
    parlour_parameter_end(&part);
    parlour_parameter_begin(&part, "schema");
    parlour_parameter_write_json(&part, schema);
    parlour_parameter_end(&part);
    return part;
}

/* TaskBudgetParam: A budget of tokens over several contexts (beta). */

/**
 * TaskBudgetParam with its required fields. `total`: Number of tokens for the whole task.
 */
static inline parlour_parameter parlour_task_budget_param(int64_t total) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "type");
    parlour_parameter_write_text(&part, parlour_str_z("tokens"));
    parlour_parameter_end(&part);
    parlour_parameter_begin(&part, "total");
    parlour_parameter_write_integer(&part, total);
    parlour_parameter_end(&part);
    return part;
}

/**
 * Number of tokens that remain.
 */
static inline void
parlour_task_budget_param_set_remaining(parlour_parameter *part, int64_t value) {
    parlour_parameter_begin(part, "remaining");
    parlour_parameter_write_integer(part, value);
    parlour_parameter_end(part);
}

/* OutputConfigParam: The effort and the format of the answer. */

/**
 * OutputConfigParam with nothing set.
 */
static inline parlour_parameter parlour_output_config_param(void) {
    parlour_parameter part = {NULL, 0, false};
    return part;
}

/**
 * The level of effort; `high` unless set. `low`, `medium`, `high`, `xhigh`, `max`.
 */
static inline void
parlour_output_config_param_set_effort(parlour_parameter *part, parlour_str value) {
    parlour_parameter_begin(part, "effort");
    parlour_parameter_write_text(part, value);
    parlour_parameter_end(part);
}

/**
 * The format of the answer. Takes OutputFormatParam.
 */
static inline void
parlour_output_config_param_set_format(parlour_parameter *part, const parlour_parameter *value) {
    parlour_parameter_begin(part, "format");
    parlour_parameter_write_json(part, parlour_parameter_json(value));
    parlour_parameter_end(part);
}

/**
 * Beta: a budget of tokens over several contexts. Takes TaskBudgetParam.
 */
static inline void
parlour_output_config_param_set_task_budget(parlour_parameter *part, const parlour_parameter *value) {
    parlour_parameter_begin(part, "task_budget");
    parlour_parameter_write_json(part, parlour_parameter_json(value));
    parlour_parameter_end(part);
}

/* CacheControlParam: A cache breakpoint. */

/**
 * CacheControlParam with nothing set.
 */
static inline parlour_parameter parlour_cache_control_param(void) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "type");
    parlour_parameter_write_text(&part, parlour_str_z("ephemeral"));
    parlour_parameter_end(&part);
    return part;
}

/**
 * Its lifetime; five minutes unless set. `5m`, `1h`.
 */
static inline void
parlour_cache_control_param_set_ttl(parlour_parameter *part, parlour_str value) {
    parlour_parameter_begin(part, "ttl");
    parlour_parameter_write_text(part, value);
    parlour_parameter_end(part);
}

/* ContainerSkillParam: A skill for the sandbox. */

/**
 * ContainerSkillParam with its required fields. `type`: The vendor's name, or `custom`. `skill_id`: The id of the
 * skill.
 */
static inline parlour_parameter parlour_container_skill_param(parlour_str type, parlour_str skill_id) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "type");
    parlour_parameter_write_text(&part, type);
    parlour_parameter_end(&part);
    parlour_parameter_begin(&part, "skill_id");
    parlour_parameter_write_text(&part, skill_id);
    parlour_parameter_end(&part);
    return part;
}

/**
 * Its version; may be `latest`.
 */
static inline void
parlour_container_skill_param_set_version(parlour_parameter *part, parlour_str value) {
    parlour_parameter_begin(part, "version");
    parlour_parameter_write_text(part, value);
    parlour_parameter_end(part);
}

/* ContainerParam: The sandbox to use. */

/**
 * ContainerParam with nothing set.
 */
static inline parlour_parameter parlour_container_param(void) {
    parlour_parameter part = {NULL, 0, false};
    return part;
}

/**
 * The id of an existing sandbox.
 */
static inline void
parlour_container_param_set_id(parlour_parameter *part, parlour_str value) {
    parlour_parameter_begin(part, "id");
    parlour_parameter_write_text(part, value);
    parlour_parameter_end(part);
}

/**
 * Skills to load. Takes ContainerSkillParam.
 */
static inline void
parlour_container_param_set_skills(parlour_parameter *part, const parlour_parameter *values, size_t count) {
    parlour_parameter_begin(part, "skills");
    parlour_parameter_write_parts(part, values, count);
    parlour_parameter_end(part);
}

/* DiagnosticsParam: Asks why the prompt cache was missed; send it in every turn (protocol §10.9). */

/**
 * DiagnosticsParam with its required fields. `previous_message_id`: The id of the last answer in this conversation;
 * null in the first turn. A string without data means `null`.
 */
static inline parlour_parameter parlour_diagnostics_param(parlour_str previous_message_id) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "previous_message_id");
    parlour_parameter_write_text_or_null(&part, previous_message_id);
    parlour_parameter_end(&part);
    return part;
}

/* ContextTriggerParam: A number of tokens, calls or turns. */

/**
 * ContextTriggerParam with its required fields. `type`: `input_tokens`, `tool_uses` or `thinking_turns`. `value`: The
 * number.
 */
static inline parlour_parameter parlour_context_trigger_param(parlour_str type, int64_t value) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "type");
    parlour_parameter_write_text(&part, type);
    parlour_parameter_end(&part);
    parlour_parameter_begin(&part, "value");
    parlour_parameter_write_integer(&part, value);
    parlour_parameter_end(&part);
    return part;
}

/* ClearToolUsesParam: Removes results of old tool calls. */

/**
 * ClearToolUsesParam with nothing set.
 */
static inline parlour_parameter parlour_clear_tool_uses_param(void) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "type");
    parlour_parameter_write_text(&part, parlour_str_z("clear_tool_uses_20250919"));
    parlour_parameter_end(&part);
    return part;
}

/**
 * The threshold from which it applies. Takes ContextTriggerParam.
 */
static inline void
parlour_clear_tool_uses_param_set_trigger(parlour_parameter *part, const parlour_parameter *value) {
    parlour_parameter_begin(part, "trigger");
    parlour_parameter_write_json(part, parlour_parameter_json(value));
    parlour_parameter_end(part);
}

/**
 * Number of calls whose results are kept. Takes ContextTriggerParam.
 */
static inline void
parlour_clear_tool_uses_param_set_keep(parlour_parameter *part, const parlour_parameter *value) {
    parlour_parameter_begin(part, "keep");
    parlour_parameter_write_json(part, parlour_parameter_json(value));
    parlour_parameter_end(part);
}

/**
 * The least that it must remove to be applied. Takes ContextTriggerParam.
 */
static inline void
parlour_clear_tool_uses_param_set_clear_at_least(parlour_parameter *part, const parlour_parameter *value) {
    parlour_parameter_begin(part, "clear_at_least");
    parlour_parameter_write_json(part, parlour_parameter_json(value));
    parlour_parameter_end(part);
}

/**
 * Tools whose results are kept.
 */
static inline void
parlour_clear_tool_uses_param_set_exclude_tools(parlour_parameter *part, const parlour_str *values, size_t count) {
    parlour_parameter_begin(part, "exclude_tools");
    parlour_parameter_write_texts(part, values, count);
    parlour_parameter_end(part);
}

/**
 * Whether inputs are removed as well, or the tools whose inputs are.
 */
static inline void
parlour_clear_tool_uses_param_set_clear_tool_inputs(parlour_parameter *part, bool value) {
    parlour_parameter_begin(part, "clear_tool_inputs");
    parlour_parameter_write_flag(part, value);
    parlour_parameter_end(part);
}

/**
 * Whether inputs are removed as well, or the tools whose inputs are.
 */
static inline void
parlour_clear_tool_uses_param_set_clear_tool_inputs_texts(parlour_parameter *part, const parlour_str *values, size_t count) {
    parlour_parameter_begin(part, "clear_tool_inputs");
    parlour_parameter_write_texts(part, values, count);
    parlour_parameter_end(part);
}

/* ClearThinkingParam: Removes thinking of earlier turns. */

/**
 * ClearThinkingParam with nothing set.
 */
static inline parlour_parameter parlour_clear_thinking_param(void) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "type");
    parlour_parameter_write_text(&part, parlour_str_z("clear_thinking_20251015"));
    parlour_parameter_end(&part);
    return part;
}

/**
 * Number of turns whose thinking is kept, or `all`. Takes ContextTriggerParam.
 */
static inline void
parlour_clear_thinking_param_set_keep(parlour_parameter *part, const parlour_parameter *value) {
    parlour_parameter_begin(part, "keep");
    parlour_parameter_write_json(part, parlour_parameter_json(value));
    parlour_parameter_end(part);
}

/**
 * Number of turns whose thinking is kept, or `all`.
 */
static inline void
parlour_clear_thinking_param_set_keep_text(parlour_parameter *part, parlour_str value) {
    parlour_parameter_begin(part, "keep");
    parlour_parameter_write_text(part, value);
    parlour_parameter_end(part);
}

/* CompactParam: Summarises the conversation when it becomes long. */

/**
 * CompactParam with nothing set.
 */
static inline parlour_parameter parlour_compact_param(void) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "type");
    parlour_parameter_write_text(&part, parlour_str_z("compact_20260112"));
    parlour_parameter_end(&part);
    return part;
}

/**
 * The threshold from which it applies; 150 000 input tokens unless set. Takes ContextTriggerParam.
 */
static inline void
parlour_compact_param_set_trigger(parlour_parameter *part, const parlour_parameter *value) {
    parlour_parameter_begin(part, "trigger");
    parlour_parameter_write_json(part, parlour_parameter_json(value));
    parlour_parameter_end(part);
}

/**
 * Instructions for the summary.
 */
static inline void
parlour_compact_param_set_instructions(parlour_parameter *part, parlour_str value) {
    parlour_parameter_begin(part, "instructions");
    parlour_parameter_write_text(part, value);
    parlour_parameter_end(part);
}

/**
 * Whether the answer ends after the summary, with stop reason `compaction`.
 */
static inline void
parlour_compact_param_set_pause_after_compaction(parlour_parameter *part, bool value) {
    parlour_parameter_begin(part, "pause_after_compaction");
    parlour_parameter_write_flag(part, value);
    parlour_parameter_end(part);
}

/* ContextManagementParam: Edits that the service applies to a long conversation (beta; protocol §8.8). */

/**
 * ContextManagementParam with nothing set.
 */
static inline parlour_parameter parlour_context_management_param(void) {
    parlour_parameter part = {NULL, 0, false};
    return part;
}

/**
 * The edits, in order.
 */
static inline void
parlour_context_management_param_set_edits(parlour_parameter *part, const parlour_parameter *values, size_t count) {
    parlour_parameter_begin(part, "edits");
    parlour_parameter_write_parts(part, values, count);
    parlour_parameter_end(part);
}

/* CompactionParam: Makes the whole request a summary of the conversation (beta; protocol §9.8). */

/**
 * CompactionParam with nothing set.
 */
static inline parlour_parameter parlour_compaction_param(void) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "type");
    parlour_parameter_write_text(&part, parlour_str_z("summarize"));
    parlour_parameter_end(&part);
    return part;
}

/**
 * Instructions for the summary.
 */
static inline void
parlour_compaction_param_set_instructions(parlour_parameter *part, parlour_str value) {
    parlour_parameter_begin(part, "instructions");
    parlour_parameter_write_text(part, value);
    parlour_parameter_end(part);
}

/* ThreadParam: A conversation that the service keeps for 5 minutes after its last request (beta; protocol §8.11). */

/**
 * ThreadParam with its required fields. `type`: `create` with the whole conversation, `continue` with the new messages
 * alone, without `system` and `tools`. `create`, `continue`.
 */
static inline parlour_parameter parlour_thread_param(parlour_str type) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "type");
    parlour_parameter_write_text(&part, type);
    parlour_parameter_end(&part);
    return part;
}

/**
 * With `continue`: the id of the previous answer.
 */
static inline void
parlour_thread_param_set_previous_message_id(parlour_parameter *part, parlour_str value) {
    parlour_parameter_begin(part, "previous_message_id");
    parlour_parameter_write_text(part, value);
    parlour_parameter_end(part);
}

/* MCPToolConfigurationParam: Which tools of an MCP server may be called; the form used before toolsets. */

/**
 * MCPToolConfigurationParam with nothing set.
 */
static inline parlour_parameter parlour_mcptool_configuration_param(void) {
    parlour_parameter part = {NULL, 0, false};
    return part;
}

/**
 * Whether any tool may be called.
 */
static inline void
parlour_mcptool_configuration_param_set_enabled(parlour_parameter *part, bool value) {
    parlour_parameter_begin(part, "enabled");
    parlour_parameter_write_flag(part, value);
    parlour_parameter_end(part);
}

/**
 * The only tools that may be called.
 */
static inline void
parlour_mcptool_configuration_param_set_allowed_tools(parlour_parameter *part, const parlour_str *values, size_t count) {
    parlour_parameter_begin(part, "allowed_tools");
    parlour_parameter_write_texts(part, values, count);
    parlour_parameter_end(part);
}

/* MCPServerParam: Beta: an MCP server whose tools the service calls; a tools entry of type `mcp_toolset` declares them
(protocol §8.8). */

/**
 * MCPServerParam with its required fields. `name`: Names the server in this request. `url`: Its URL.
 */
static inline parlour_parameter parlour_mcpserver_param(parlour_str name, parlour_str url) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "type");
    parlour_parameter_write_text(&part, parlour_str_z("url"));
    parlour_parameter_end(&part);
    parlour_parameter_begin(&part, "name");
    parlour_parameter_write_text(&part, name);
    parlour_parameter_end(&part);
    parlour_parameter_begin(&part, "url");
    parlour_parameter_write_text(&part, url);
    parlour_parameter_end(&part);
    return part;
}

/**
 * A secret that the service sends to the server.
 */
static inline void
parlour_mcpserver_param_set_authorization_token(parlour_parameter *part, parlour_str value) {
    parlour_parameter_begin(part, "authorization_token");
    parlour_parameter_write_text(part, value);
    parlour_parameter_end(part);
}

/**
 * Which tools may be called. Takes MCPToolConfigurationParam.
 */
static inline void
parlour_mcpserver_param_set_tool_configuration(parlour_parameter *part, const parlour_parameter *value) {
    parlour_parameter_begin(part, "tool_configuration");
    parlour_parameter_write_json(part, parlour_parameter_json(value));
    parlour_parameter_end(part);
}

/* FallbackParam: A fallback model and its parameters that differ from the request. Null selects the model's own
default. */

/**
 * FallbackParam with its required fields. `model`: The model.
 */
static inline parlour_parameter parlour_fallback_param(parlour_str model) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "model");
    parlour_parameter_write_text(&part, model);
    parlour_parameter_end(&part);
    return part;
}

/**
 * Maximum number of tokens to generate.
 */
static inline void
parlour_fallback_param_set_max_tokens(parlour_parameter *part, int64_t value) {
    parlour_parameter_begin(part, "max_tokens");
    parlour_parameter_write_integer(part, value);
    parlour_parameter_end(part);
}

/**
 * The configuration of thinking. Takes ThinkingConfigEnabledParam or ThinkingConfigAdaptiveParam or
 * ThinkingConfigBetweenToolsParam or ThinkingConfigDisabledParam.
 */
static inline void
parlour_fallback_param_set_thinking(parlour_parameter *part, const parlour_parameter *value) {
    parlour_parameter_begin(part, "thinking");
    parlour_parameter_write_json(part, parlour_parameter_json(value));
    parlour_parameter_end(part);
}

/**
 * The effort and the format of the answer. Takes OutputConfigParam.
 */
static inline void
parlour_fallback_param_set_output_config(parlour_parameter *part, const parlour_parameter *value) {
    parlour_parameter_begin(part, "output_config");
    parlour_parameter_write_json(part, parlour_parameter_json(value));
    parlour_parameter_end(part);
}

/**
 * The speed at which the answer is generated. `standard`, `fast`.
 */
static inline void
parlour_fallback_param_set_speed(parlour_parameter *part, parlour_str value) {
    parlour_parameter_begin(part, "speed");
    parlour_parameter_write_text(part, value);
    parlour_parameter_end(part);
}

/* FallbackCreditParam: The credit from a refusal for the next request, and how strictly it is checked. */

/**
 * FallbackCreditParam with its required fields. `token`: The token from the refusal.
 */
static inline parlour_parameter parlour_fallback_credit_param(parlour_str token) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "token");
    parlour_parameter_write_text(&part, token);
    parlour_parameter_end(&part);
    return part;
}

/**
 * Whether a request that the credit does not match is rejected. `strict`, `best_effort`.
 */
static inline void
parlour_fallback_credit_param_set_mode(parlour_parameter *part, parlour_str value) {
    parlour_parameter_begin(part, "mode");
    parlour_parameter_write_text(part, value);
    parlour_parameter_end(part);
}

/* BillingPolicyParam: The choice of who is billed (beta; protocol §8.8). */

/**
 * BillingPolicyParam with nothing set.
 */
static inline parlour_parameter parlour_billing_policy_param(void) {
    parlour_parameter part = {NULL, 0, false};
    parlour_parameter_begin(&part, "type");
    parlour_parameter_write_text(&part, parlour_str_z("billing_policy"));
    parlour_parameter_end(&part);
    return part;
}

/**
 * Who is billed. `self`, `user_profile`.
 */
static inline void
parlour_billing_policy_param_set_bill_to(parlour_parameter *part, parlour_str value) {
    parlour_parameter_begin(part, "bill_to");
    parlour_parameter_write_text(part, value);
    parlour_parameter_end(part);
}

/**
 * Whether the model must call a tool, and which. Takes ToolChoiceAutoParam or ToolChoiceAnyParam or ToolChoiceToolParam
 * or ToolChoiceNoneParam.
 */
static inline parlour_result
parlour_request_set_tool_choice(
    parlour_request *request, const parlour_parameter *value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_json(&written, parlour_parameter_json(value));
    return parlour_parameter_give(request, "tool_choice", written, error);
}

/**
 * Strings at which generation stops.
 */
static inline parlour_result
parlour_request_set_stop_sequences(
    parlour_request *request, const parlour_str *values, size_t count, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_texts(&written, values, count);
    return parlour_parameter_give(request, "stop_sequences", written, error);
}

/**
 * Randomness, from 0.0 to 1.0; some models accept 1.0 only (protocol §0.3).
 */
static inline parlour_result
parlour_request_set_temperature(
    parlour_request *request, double value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_number(&written, value);
    return parlour_parameter_give(request, "temperature", written, error);
}

/**
 * Nucleus sampling, from 0.0 to 1.0.
 */
static inline parlour_result
parlour_request_set_top_p(
    parlour_request *request, double value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_number(&written, value);
    return parlour_parameter_give(request, "top_p", written, error);
}

/**
 * Number of most likely tokens to sample from; at least 0.
 */
static inline parlour_result
parlour_request_set_top_k(
    parlour_request *request, int64_t value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_integer(&written, value);
    return parlour_parameter_give(request, "top_k", written, error);
}

/**
 * Metadata of the request. Takes MetadataParam.
 */
static inline parlour_result
parlour_request_set_metadata(
    parlour_request *request, const parlour_parameter *value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_json(&written, parlour_parameter_json(value));
    return parlour_parameter_give(request, "metadata", written, error);
}

/**
 * The configuration of thinking. Takes ThinkingConfigEnabledParam or ThinkingConfigAdaptiveParam or
 * ThinkingConfigBetweenToolsParam or ThinkingConfigDisabledParam.
 */
static inline parlour_result
parlour_request_set_thinking(
    parlour_request *request, const parlour_parameter *value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_json(&written, parlour_parameter_json(value));
    return parlour_parameter_give(request, "thinking", written, error);
}

/**
 * Whether priority capacity may be used; `auto` unless set. `auto`, `standard_only`.
 */
static inline parlour_result
parlour_request_set_service_tier(
    parlour_request *request, parlour_str value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_text(&written, value);
    return parlour_parameter_give(request, "service_tier", written, error);
}

/**
 * The effort and the format of the answer. Takes OutputConfigParam.
 */
static inline parlour_result
parlour_request_set_output_config(
    parlour_request *request, const parlour_parameter *value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_json(&written, parlour_parameter_json(value));
    return parlour_parameter_give(request, "output_config", written, error);
}

/**
 * Automatic caching: a breakpoint at the last block that can have one (protocol §10.2). Takes CacheControlParam.
 */
static inline parlour_result
parlour_request_set_cache_control(
    parlour_request *request, const parlour_parameter *value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_json(&written, parlour_parameter_json(value));
    return parlour_parameter_give(request, "cache_control", written, error);
}

/**
 * The sandbox to use: the id of an existing one, or its configuration.
 */
static inline parlour_result
parlour_request_set_container(
    parlour_request *request, parlour_str value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_text(&written, value);
    return parlour_parameter_give(request, "container", written, error);
}

/**
 * The sandbox to use: the id of an existing one, or its configuration. Takes ContainerParam.
 */
static inline parlour_result
parlour_request_set_container_part(
    parlour_request *request, const parlour_parameter *value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_json(&written, parlour_parameter_json(value));
    return parlour_parameter_give(request, "container", written, error);
}

/**
 * The region in which the model runs, for example `us`; the workspace's setting unless set.
 */
static inline parlour_result
parlour_request_set_inference_geo(
    parlour_request *request, parlour_str value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_text(&written, value);
    return parlour_parameter_give(request, "inference_geo", written, error);
}

/**
 * The speed at which the answer is generated; `standard` unless set. Models without fast mode reject it (protocol
 * §1.2). `standard`, `fast`.
 */
static inline parlour_result
parlour_request_set_speed(
    parlour_request *request, parlour_str value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_text(&written, value);
    return parlour_parameter_give(request, "speed", written, error);
}

/**
 * Asks why the prompt cache was missed (protocol §10.9). Takes DiagnosticsParam.
 */
static inline parlour_result
parlour_request_set_diagnostics(
    parlour_request *request, const parlour_parameter *value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_json(&written, parlour_parameter_json(value));
    return parlour_parameter_give(request, "diagnostics", written, error);
}

/**
 * Beta: edits that the service applies to a long conversation. Cannot be combined with `compaction`. Takes
 * ContextManagementParam.
 */
static inline parlour_result
parlour_request_set_context_management(
    parlour_request *request, const parlour_parameter *value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_json(&written, parlour_parameter_json(value));
    return parlour_parameter_give(request, "context_management", written, error);
}

/**
 * Beta: makes the whole request a summary of the conversation. Takes CompactionParam.
 */
static inline parlour_result
parlour_request_set_compaction(
    parlour_request *request, const parlour_parameter *value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_json(&written, parlour_parameter_json(value));
    return parlour_parameter_give(request, "compaction", written, error);
}

/**
 * Beta: a conversation that the service keeps. Takes ThreadParam.
 */
static inline parlour_result
parlour_request_set_thread(
    parlour_request *request, const parlour_parameter *value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_json(&written, parlour_parameter_json(value));
    return parlour_parameter_give(request, "thread", written, error);
}

/**
 * Beta: MCP servers whose tools the service calls; each needs a tools entry of type `mcp_toolset`. Takes
 * MCPServerParam.
 */
static inline parlour_result
parlour_request_set_mcp_servers(
    parlour_request *request, const parlour_parameter *values, size_t count, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_parts(&written, values, count);
    return parlour_parameter_give(request, "mcp_servers", written, error);
}

/**
 * Beta: models to try in order when this one refuses; `default` selects those of the service.
 */
static inline parlour_result
parlour_request_set_fallbacks(
    parlour_request *request, parlour_str value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_text(&written, value);
    return parlour_parameter_give(request, "fallbacks", written, error);
}

/**
 * Beta: models to try in order when this one refuses; `default` selects those of the service. Takes FallbackParam.
 */
static inline parlour_result
parlour_request_set_fallbacks_parts(
    parlour_request *request, const parlour_parameter *values, size_t count, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_parts(&written, values, count);
    return parlour_parameter_give(request, "fallbacks", written, error);
}

/**
 * Beta: the credit from a refusal. Cannot be combined with `fallbacks`.
 */
static inline parlour_result
parlour_request_set_fallback_credit_token(
    parlour_request *request, parlour_str value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_text(&written, value);
    return parlour_parameter_give(request, "fallback_credit_token", written, error);
}

/**
 * Beta: the credit from a refusal. Cannot be combined with `fallbacks`. Takes FallbackCreditParam.
 */
static inline parlour_result
parlour_request_set_fallback_credit_token_part(
    parlour_request *request, const parlour_parameter *value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_json(&written, parlour_parameter_json(value));
    return parlour_parameter_give(request, "fallback_credit_token", written, error);
}

/**
 * Beta: who is billed. Takes BillingPolicyParam.
 */
static inline parlour_result
parlour_request_set_billing_policy(
    parlour_request *request, const parlour_parameter *value, parlour_error **error) {
    parlour_parameter written = {NULL, 0, false};
    parlour_parameter_write_json(&written, parlour_parameter_json(value));
    return parlour_parameter_give(request, "billing_policy", written, error);
}

#endif
