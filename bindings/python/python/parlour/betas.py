"""Names of beta features, for ``betas`` of clients and calls. They are ordinary strings: any other is sent as it is."""

from typing import Final, Literal, TypeAlias

# generated: names, from schema/betas.toml by `make generate`
INTERLEAVED_THINKING_2025_05_14: Final = "interleaved-thinking-2025-05-14"
"""Thinking between calls of tools."""
OUTPUT_128K_2025_02_19: Final = "output-128k-2025-02-19"
"""Answers of up to 128 000 tokens."""
OUTPUT_300K_2026_03_24: Final = "output-300k-2026-03-24"
"""Answers of up to 300 000 tokens."""
CONTEXT_1M_2025_08_07: Final = "context-1m-2025-08-07"
"""A context of a million tokens."""
CONTEXT_MANAGEMENT_2025_06_27: Final = "context-management-2025-06-27"
"""Edits that the service applies to a long conversation: ``context_management``."""
MODEL_CONTEXT_WINDOW_EXCEEDED_2025_08_26: Final = "model-context-window-exceeded-2025-08-26"
"""The stop reason ``model_context_window_exceeded``."""
COMPACT_2026_01_12: Final = "compact-2026-01-12"
"""The edit that summarises a conversation when it becomes long."""
COMPACT_2026_09_04: Final = "compact-2026-09-04"
"""A request that is a summary of the conversation: ``compaction``."""
MCP_CLIENT_2025_04_04: Final = "mcp-client-2025-04-04"
"""MCP servers that the service calls, in their first form."""
MCP_CLIENT_2025_11_20: Final = "mcp-client-2025-11-20"
"""MCP servers that the service calls, with ``mcp_toolset``."""
MCP_CLIENT_2026_09_15: Final = "mcp-client-2026-09-15"
"""MCP servers that the service calls, with lists of their tools in the answer."""
FAST_MODE_2026_02_01: Final = "fast-mode-2026-02-01"
"""Faster generation: ``speed``."""
ADVISOR_TOOL_2026_03_01: Final = "advisor-tool-2026-03-01"
"""The tool that asks another model for advice."""
THINKING_TOKEN_COUNT_2026_05_13: Final = "thinking-token-count-2026-05-13"
"""Counts of thinking tokens."""
THINKING_DISPLAY_UPDATES_2026_08_18: Final = "thinking-display-updates-2026-08-18"
"""Thinking that is sent as updates."""
THINKING_BINDING_CONTROLS_2026_08_01: Final = "thinking-binding-controls-2026-08-01"
"""The treatment of thinking from another conversation: ``block_binding``."""
SERVER_SIDE_FALLBACK_2026_06_01: Final = "server-side-fallback-2026-06-01"
"""Models to try when one refuses, in their first form."""
SERVER_SIDE_FALLBACK_2026_07_01: Final = "server-side-fallback-2026-07-01"
"""Models to try when one refuses: ``fallbacks``."""
FALLBACK_CREDIT_2026_06_01: Final = "fallback-credit-2026-06-01"
"""The credit from a refusal for the next request, in its first form."""
FALLBACK_CREDIT_2026_07_01: Final = "fallback-credit-2026-07-01"
"""The credit from a refusal for the next request: ``fallback_credit_token``."""
TASK_BUDGETS_2026_03_13: Final = "task-budgets-2026-03-13"
"""A budget of tokens over several contexts: ``output_config.task_budget``."""
MID_CONVERSATION_TOOL_CHANGES_2026_07_01: Final = "mid-conversation-tool-changes-2026-07-01"
"""Tools that are added and removed within a conversation."""
MID_CONVERSATION_OUTPUT_CONFIG_2026_07_01: Final = "mid-conversation-output-config-2026-07-01"
"""Effort and format of answers that change within a conversation."""
MID_CONVERSATION_SYSTEM_CLEAR_AT_2026_08_21: Final = "mid-conversation-system-clear-at-2026-08-21"
"""System messages within a conversation that end at a given place."""
INLINE_TOOLS_2026_09_15: Final = "inline-tools-2026-09-15"
"""Tools that are defined within a conversation."""
MESSAGE_THREADS_2026_08_12: Final = "message-threads-2026-08-12"
"""Conversations that the service keeps: ``thread``."""
COMPUTER_USE_2025_01_24: Final = "computer-use-2025-01-24"
"""The tool that operates a computer, of the first generation."""
COMPUTER_USE_2025_11_24: Final = "computer-use-2025-11-24"
"""The tool that operates a computer, as a single tool."""
STRUCTURED_OUTPUTS_2025_11_13: Final = "structured-outputs-2025-11-13"
"""Answers that match a schema, before they were generally available."""
USER_PROFILES_2026_09_04: Final = "user-profiles-2026-09-04"
"""User profiles, on whose behalf calls are made."""
PROMPT_CACHING_2024_07_31: Final = "prompt-caching-2024-07-31"
"""Deprecated. Generally available: the name no longer has an effect."""
PDFS_2024_09_25: Final = "pdfs-2024-09-25"
"""Deprecated. Generally available: the name no longer has an effect."""
TOKEN_COUNTING_2024_11_01: Final = "token-counting-2024-11-01"
"""Deprecated. Generally available: the name no longer has an effect."""
TOKEN_EFFICIENT_TOOLS_2025_02_19: Final = "token-efficient-tools-2025-02-19"
"""Deprecated. Generally available: the name no longer has an effect."""
EXTENDED_CACHE_TTL_2025_04_11: Final = "extended-cache-ttl-2025-04-11"
"""Deprecated. Generally available: the name no longer has an effect."""
CACHE_DIAGNOSIS_2026_04_07: Final = "cache-diagnosis-2026-04-07"
"""Deprecated. Generally available: the name no longer has an effect."""
MESSAGE_BATCHES_2024_09_24: Final = "message-batches-2024-09-24"
"""Deprecated. Generally available: the name no longer has an effect."""
FILES_API_2025_04_14: Final = "files-api-2025-04-14"
"""Deprecated. The form of the beta: lists by ids, and no ``expires_at``."""
SKILLS_2025_10_02: Final = "skills-2025-10-02"
"""Deprecated. The form of the beta, which this package does not support."""

BetaName: TypeAlias = (
    Literal[
        "interleaved-thinking-2025-05-14",
        "output-128k-2025-02-19",
        "output-300k-2026-03-24",
        "context-1m-2025-08-07",
        "context-management-2025-06-27",
        "model-context-window-exceeded-2025-08-26",
        "compact-2026-01-12",
        "compact-2026-09-04",
        "mcp-client-2025-04-04",
        "mcp-client-2025-11-20",
        "mcp-client-2026-09-15",
        "fast-mode-2026-02-01",
        "advisor-tool-2026-03-01",
        "thinking-token-count-2026-05-13",
        "thinking-display-updates-2026-08-18",
        "thinking-binding-controls-2026-08-01",
        "server-side-fallback-2026-06-01",
        "server-side-fallback-2026-07-01",
        "fallback-credit-2026-06-01",
        "fallback-credit-2026-07-01",
        "task-budgets-2026-03-13",
        "mid-conversation-tool-changes-2026-07-01",
        "mid-conversation-output-config-2026-07-01",
        "mid-conversation-system-clear-at-2026-08-21",
        "inline-tools-2026-09-15",
        "message-threads-2026-08-12",
        "computer-use-2025-01-24",
        "computer-use-2025-11-24",
        "structured-outputs-2025-11-13",
        "user-profiles-2026-09-04",
        "prompt-caching-2024-07-31",
        "pdfs-2024-09-25",
        "token-counting-2024-11-01",
        "token-efficient-tools-2025-02-19",
        "extended-cache-ttl-2025-04-11",
        "cache-diagnosis-2026-04-07",
        "message-batches-2024-09-24",
        "files-api-2025-04-14",
        "skills-2025-10-02",
    ]
    | str
)
"""The name of a beta feature: one of these, or any other."""
# end generated
