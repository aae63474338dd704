//! Names of beta features that touch messages (protocol §8.7), for
//! [`ClientBuilder::beta`](crate::ClientBuilder::beta) and [`CallOptions::beta`](crate::CallOptions::beta).
//! They are ordinary strings: any other name is sent unchanged.
//
// Made from schema/betas.toml by `make generate`: change that, not this file.

/// Thinking between calls of tools.
pub const INTERLEAVED_THINKING_2025_05_14: &str = "interleaved-thinking-2025-05-14";

/// Answers of up to 128 000 tokens.
pub const OUTPUT_128K_2025_02_19: &str = "output-128k-2025-02-19";

/// Answers of up to 300 000 tokens.
pub const OUTPUT_300K_2026_03_24: &str = "output-300k-2026-03-24";

/// A context of a million tokens.
pub const CONTEXT_1M_2025_08_07: &str = "context-1m-2025-08-07";

/// Edits that the service applies to a long conversation: `context_management`.
pub const CONTEXT_MANAGEMENT_2025_06_27: &str = "context-management-2025-06-27";

/// The stop reason `model_context_window_exceeded`.
pub const MODEL_CONTEXT_WINDOW_EXCEEDED_2025_08_26: &str = "model-context-window-exceeded-2025-08-26";

/// The edit that summarises a conversation when it becomes long.
pub const COMPACT_2026_01_12: &str = "compact-2026-01-12";

/// A request that is a summary of the conversation: `compaction`.
pub const COMPACT_2026_09_04: &str = "compact-2026-09-04";

/// MCP servers that the service calls, in their first form.
pub const MCP_CLIENT_2025_04_04: &str = "mcp-client-2025-04-04";

/// MCP servers that the service calls, with `mcp_toolset`.
pub const MCP_CLIENT_2025_11_20: &str = "mcp-client-2025-11-20";

/// MCP servers that the service calls, with lists of their tools in the answer.
pub const MCP_CLIENT_2026_09_15: &str = "mcp-client-2026-09-15";

/// Faster generation: `speed`.
pub const FAST_MODE_2026_02_01: &str = "fast-mode-2026-02-01";

/// The tool that asks another model for advice.
pub const ADVISOR_TOOL_2026_03_01: &str = "advisor-tool-2026-03-01";

/// Counts of thinking tokens.
pub const THINKING_TOKEN_COUNT_2026_05_13: &str = "thinking-token-count-2026-05-13";

/// Thinking that is sent as updates.
pub const THINKING_DISPLAY_UPDATES_2026_08_18: &str = "thinking-display-updates-2026-08-18";

/// The treatment of thinking from another conversation: `block_binding`.
pub const THINKING_BINDING_CONTROLS_2026_08_01: &str = "thinking-binding-controls-2026-08-01";

/// Models to try when one refuses, in their first form.
pub const SERVER_SIDE_FALLBACK_2026_06_01: &str = "server-side-fallback-2026-06-01";

/// Models to try when one refuses: `fallbacks`.
pub const SERVER_SIDE_FALLBACK_2026_07_01: &str = "server-side-fallback-2026-07-01";

/// The credit from a refusal for the next request, in its first form.
pub const FALLBACK_CREDIT_2026_06_01: &str = "fallback-credit-2026-06-01";

/// The credit from a refusal for the next request: `fallback_credit_token`.
pub const FALLBACK_CREDIT_2026_07_01: &str = "fallback-credit-2026-07-01";

/// A budget of tokens over several contexts: `output_config.task_budget`.
pub const TASK_BUDGETS_2026_03_13: &str = "task-budgets-2026-03-13";

/// Tools that are added and removed within a conversation.
pub const MID_CONVERSATION_TOOL_CHANGES_2026_07_01: &str = "mid-conversation-tool-changes-2026-07-01";

/// Effort and format of answers that change within a conversation.
pub const MID_CONVERSATION_OUTPUT_CONFIG_2026_07_01: &str = "mid-conversation-output-config-2026-07-01";

/// System messages within a conversation that end at a given place.
pub const MID_CONVERSATION_SYSTEM_CLEAR_AT_2026_08_21: &str = "mid-conversation-system-clear-at-2026-08-21";

/// Tools that are defined within a conversation.
pub const INLINE_TOOLS_2026_09_15: &str = "inline-tools-2026-09-15";

/// Conversations that the service keeps: `thread`.
pub const MESSAGE_THREADS_2026_08_12: &str = "message-threads-2026-08-12";

/// The tool that operates a computer, of the first generation.
pub const COMPUTER_USE_2025_01_24: &str = "computer-use-2025-01-24";

/// The tool that operates a computer, as a single tool.
pub const COMPUTER_USE_2025_11_24: &str = "computer-use-2025-11-24";

/// Answers that match a schema, before they were generally available.
pub const STRUCTURED_OUTPUTS_2025_11_13: &str = "structured-outputs-2025-11-13";

/// User profiles, on whose behalf calls are made.
pub const USER_PROFILES_2026_09_04: &str = "user-profiles-2026-09-04";

/// Deprecated. Generally available: the name no longer has an effect.
pub const PROMPT_CACHING_2024_07_31: &str = "prompt-caching-2024-07-31";

/// Deprecated. Generally available: the name no longer has an effect.
pub const PDFS_2024_09_25: &str = "pdfs-2024-09-25";

/// Deprecated. Generally available: the name no longer has an effect.
pub const TOKEN_COUNTING_2024_11_01: &str = "token-counting-2024-11-01";

/// Deprecated. Generally available: the name no longer has an effect.
pub const TOKEN_EFFICIENT_TOOLS_2025_02_19: &str = "token-efficient-tools-2025-02-19";

/// Deprecated. Generally available: the name no longer has an effect.
pub const EXTENDED_CACHE_TTL_2025_04_11: &str = "extended-cache-ttl-2025-04-11";

/// Deprecated. Generally available: the name no longer has an effect.
pub const CACHE_DIAGNOSIS_2026_04_07: &str = "cache-diagnosis-2026-04-07";

/// Deprecated. Generally available: the name no longer has an effect.
pub const MESSAGE_BATCHES_2024_09_24: &str = "message-batches-2024-09-24";

/// Deprecated. The form of the beta: lists by ids, and no `expires_at`.
pub const FILES_API_2025_04_14: &str = "files-api-2025-04-14";

/// Deprecated. The form of the beta, which this package does not support.
pub const SKILLS_2025_10_02: &str = "skills-2025-10-02";
