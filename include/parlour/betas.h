/** @file
 * Names of beta features that touch messages, for parlour_config_add_beta() and
 * parlour_options_add_beta(). They are ordinary strings: any other is sent as it is.
 */
/* Made from schema/betas.toml by `make generate`: change that, not this file. */
#ifndef PARLOUR_BETAS_H
#define PARLOUR_BETAS_H

/** Thinking between calls of tools. */
#define PARLOUR_BETA_INTERLEAVED_THINKING_2025_05_14 "interleaved-thinking-2025-05-14"

/** Answers of up to 128 000 tokens. */
#define PARLOUR_BETA_OUTPUT_128K_2025_02_19 "output-128k-2025-02-19"

/** Answers of up to 300 000 tokens. */
#define PARLOUR_BETA_OUTPUT_300K_2026_03_24 "output-300k-2026-03-24"

/** A context of a million tokens. */
#define PARLOUR_BETA_CONTEXT_1M_2025_08_07 "context-1m-2025-08-07"

/** Edits that the service applies to a long conversation: `context_management`. */
#define PARLOUR_BETA_CONTEXT_MANAGEMENT_2025_06_27 "context-management-2025-06-27"

/** The stop reason `model_context_window_exceeded`. */
#define PARLOUR_BETA_MODEL_CONTEXT_WINDOW_EXCEEDED_2025_08_26 "model-context-window-exceeded-2025-08-26"

/** The edit that summarises a conversation when it becomes long. */
#define PARLOUR_BETA_COMPACT_2026_01_12 "compact-2026-01-12"

/** A request that is a summary of the conversation: `compaction`. */
#define PARLOUR_BETA_COMPACT_2026_09_04 "compact-2026-09-04"

/** MCP servers that the service calls, in their first form. */
#define PARLOUR_BETA_MCP_CLIENT_2025_04_04 "mcp-client-2025-04-04"

/** MCP servers that the service calls, with `mcp_toolset`. */
#define PARLOUR_BETA_MCP_CLIENT_2025_11_20 "mcp-client-2025-11-20"

/** MCP servers that the service calls, with lists of their tools in the answer. */
#define PARLOUR_BETA_MCP_CLIENT_2026_09_15 "mcp-client-2026-09-15"

/** Faster generation: `speed`. */
#define PARLOUR_BETA_FAST_MODE_2026_02_01 "fast-mode-2026-02-01"

/** The tool that asks another model for advice. */
#define PARLOUR_BETA_ADVISOR_TOOL_2026_03_01 "advisor-tool-2026-03-01"

/** Counts of thinking tokens. */
#define PARLOUR_BETA_THINKING_TOKEN_COUNT_2026_05_13 "thinking-token-count-2026-05-13"

/** Thinking that is sent as updates. */
#define PARLOUR_BETA_THINKING_DISPLAY_UPDATES_2026_08_18 "thinking-display-updates-2026-08-18"

/** The treatment of thinking from another conversation: `block_binding`. */
#define PARLOUR_BETA_THINKING_BINDING_CONTROLS_2026_08_01 "thinking-binding-controls-2026-08-01"

/** Models to try when one refuses, in their first form. */
#define PARLOUR_BETA_SERVER_SIDE_FALLBACK_2026_06_01 "server-side-fallback-2026-06-01"

/** Models to try when one refuses: `fallbacks`. */
#define PARLOUR_BETA_SERVER_SIDE_FALLBACK_2026_07_01 "server-side-fallback-2026-07-01"

/** The credit from a refusal for the next request, in its first form. */
#define PARLOUR_BETA_FALLBACK_CREDIT_2026_06_01 "fallback-credit-2026-06-01"

/** The credit from a refusal for the next request: `fallback_credit_token`. */
#define PARLOUR_BETA_FALLBACK_CREDIT_2026_07_01 "fallback-credit-2026-07-01"

/** A budget of tokens over several contexts: `output_config.task_budget`. */
#define PARLOUR_BETA_TASK_BUDGETS_2026_03_13 "task-budgets-2026-03-13"

/** Tools that are added and removed within a conversation. */
#define PARLOUR_BETA_MID_CONVERSATION_TOOL_CHANGES_2026_07_01 "mid-conversation-tool-changes-2026-07-01"

/** Effort and format of answers that change within a conversation. */
#define PARLOUR_BETA_MID_CONVERSATION_OUTPUT_CONFIG_2026_07_01 "mid-conversation-output-config-2026-07-01"

/** System messages within a conversation that end at a given place. */
#define PARLOUR_BETA_MID_CONVERSATION_SYSTEM_CLEAR_AT_2026_08_21 "mid-conversation-system-clear-at-2026-08-21"

/** Tools that are defined within a conversation. */
#define PARLOUR_BETA_INLINE_TOOLS_2026_09_15 "inline-tools-2026-09-15"

/** Conversations that the service keeps: `thread`. */
#define PARLOUR_BETA_MESSAGE_THREADS_2026_08_12 "message-threads-2026-08-12"

/** The tool that operates a computer, of the first generation. */
#define PARLOUR_BETA_COMPUTER_USE_2025_01_24 "computer-use-2025-01-24"

/** The tool that operates a computer, as a single tool. */
#define PARLOUR_BETA_COMPUTER_USE_2025_11_24 "computer-use-2025-11-24"

/** Answers that match a schema, before they were generally available. */
#define PARLOUR_BETA_STRUCTURED_OUTPUTS_2025_11_13 "structured-outputs-2025-11-13"

/** User profiles, on whose behalf calls are made. */
#define PARLOUR_BETA_USER_PROFILES_2026_09_04 "user-profiles-2026-09-04"

/** Deprecated. Generally available: the name no longer has an effect. */
#define PARLOUR_BETA_PROMPT_CACHING_2024_07_31 "prompt-caching-2024-07-31"

/** Deprecated. Generally available: the name no longer has an effect. */
#define PARLOUR_BETA_PDFS_2024_09_25 "pdfs-2024-09-25"

/** Deprecated. Generally available: the name no longer has an effect. */
#define PARLOUR_BETA_TOKEN_COUNTING_2024_11_01 "token-counting-2024-11-01"

/** Deprecated. Generally available: the name no longer has an effect. */
#define PARLOUR_BETA_TOKEN_EFFICIENT_TOOLS_2025_02_19 "token-efficient-tools-2025-02-19"

/** Deprecated. Generally available: the name no longer has an effect. */
#define PARLOUR_BETA_EXTENDED_CACHE_TTL_2025_04_11 "extended-cache-ttl-2025-04-11"

/** Deprecated. Generally available: the name no longer has an effect. */
#define PARLOUR_BETA_CACHE_DIAGNOSIS_2026_04_07 "cache-diagnosis-2026-04-07"

/** Deprecated. Generally available: the name no longer has an effect. */
#define PARLOUR_BETA_MESSAGE_BATCHES_2024_09_24 "message-batches-2024-09-24"

/** Deprecated. The form of the beta: lists by ids, and no `expires_at`. */
#define PARLOUR_BETA_FILES_API_2025_04_14 "files-api-2025-04-14"

/** Deprecated. The form of the beta, which this package does not support. */
#define PARLOUR_BETA_SKILLS_2025_10_02 "skills-2025-10-02"

#endif
