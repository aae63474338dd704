// Types of requests, for editors and the type checker. Nothing here is checked at run time: unknown keys pass through
// to the service. It must not hold anything that runs.

import type { RequestBody } from "./request_body.js";
import type { ContentBlock, TextBlock } from "./types.js";

// generated: requests, from schema/openapi.yaml by `make generate`
// Parts that several blocks have

/** A cache breakpoint. */
export interface CacheControlParam {
    type: "ephemeral";
    /** Its lifetime; five minutes unless set. */
    ttl?: "5m" | "1h" | undefined;
}

/** Whether a document may be cited. */
export interface CitationsConfigParam {
    /** True if it may be cited. */
    enabled?: boolean | undefined;
}

/** A base64-encoded file. */
export interface Base64SourceParam {
    type: "base64";
    /** `image/png`, `application/pdf` and so on. */
    media_type: "image/jpeg" | "image/png" | "image/gif" | "image/webp" | "application/pdf" | (string & {});
    /** The data. */
    data: string;
}

/** A file at a URL. */
export interface URLSourceParam {
    type: "url";
    /** The URL. */
    url: string;
}

/** An uploaded file. */
export interface FileSourceParam {
    type: "file";
    /** The id of the file. */
    file_id: string;
}

/** A document as plain text. */
export interface PlainTextSourceParam {
    type: "text";
    /** The media type. */
    media_type: "text/plain";
    /** The text. */
    data: string;
}

// Content blocks (protocol §2)

/** Text. */
export interface TextBlockParam {
    type: "text";
    /** The text. */
    text: string;
    /** The sources that support the text. */
    citations?: readonly object[] | null | undefined;
    /** Cache breakpoint. Not accepted on empty text. */
    cache_control?: CacheControlParam | null | undefined;
}

/** How the service handles an image that is too large. */
export interface ImageTransformationsParam {
    /** Whether to shrink the image or to reject the request. */
    oversized_image?: "downsize" | "error" | undefined;
}

/** An image. */
export interface ImageBlockParam {
    type: "image";
    /** The source of the data. */
    source: Base64SourceParam | URLSourceParam | FileSourceParam;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
    /** How the service may transform it. */
    transformations?: ImageTransformationsParam | null | undefined;
}

/** A document made of blocks. */
export interface ContentSourceParam {
    type: "content";
    /** A string, or text and image blocks. */
    content: string | readonly (TextBlockParam | ImageBlockParam)[];
}

/** A document. */
export interface DocumentBlockParam {
    type: "document";
    /** The source of the data. */
    source: Base64SourceParam | PlainTextSourceParam | ContentSourceParam | URLSourceParam | FileSourceParam;
    /** Its title. */
    title?: string | null | undefined;
    /** Context about it for the model. */
    context?: string | null | undefined;
    /** Whether the model cites it. */
    citations?: CitationsConfigParam | null | undefined;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** A search result supplied by the caller. */
export interface SearchResultBlockParam {
    type: "search_result";
    /** Where it was found. */
    source: string;
    /** Its title. */
    title: string;
    /** Its text; must not be empty. */
    content: readonly TextBlockParam[];
    /** Whether the model cites it. */
    citations?: CitationsConfigParam | undefined;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** Thinking of an earlier answer, unchanged. */
export interface ThinkingBlockParam {
    type: "thinking";
    /** The reasoning; may be empty. */
    thinking: string;
    /** Opaque proof that the service wrote it. */
    signature: string;
}

/** Redacted thinking of an earlier answer, unchanged. */
export interface RedactedThinkingBlockParam {
    type: "redacted_thinking";
    /** Opaque. */
    data: string;
}

/** The origin of a tool call. */
export interface CallerParam {
    /** `direct`, or the version of the code execution tool. */
    type: string;
    /** The `server_tool_use` whose code made the call. */
    tool_id?: string | undefined;
}

/** A tool call of an earlier answer. */
export interface ToolUseBlockParam {
    type: "tool_use";
    /** The id of the call, repeated in its `tool_result`. */
    id: string;
    /** The tool, or the member of a toolset. */
    name: string;
    /** The arguments: an object, never a string. */
    input: object;
    /** The origin of the call; absent means the model. */
    caller?: CallerParam | undefined;
    /** The toolset that `name` belongs to; the result must repeat it. */
    toolset_name?: string | null | undefined;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** A tool found by a search that the caller ran. */
export interface ToolReferenceBlockParam {
    type: "tool_reference";
    /** The tool's name. */
    tool_name: string;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** A tab of a browser. */
export interface BrowserTabParam {
    /** The id of the tab. */
    tab_id: string;
    /** The page's title. */
    title: string;
    /** The page's URL. */
    url: string;
    /** Whether calls go to this tab. */
    active?: boolean | undefined;
}

/** The tabs of a browser after a call. */
export interface BrowserStateBlockParam {
    type: "browser_state";
    /** All open tabs; exactly one is active unless there are none. */
    tabs: readonly BrowserTabParam[];
    /** The changes since the last result; omit it rather than send an empty list. */
    state_changes?: readonly object[] | null | undefined;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** A block in the result of a tool. */
export type ToolResultContentParam =
    | TextBlockParam
    | ImageBlockParam
    | DocumentBlockParam
    | SearchResultBlockParam
    | ToolReferenceBlockParam
    | BrowserStateBlockParam
    | TextBlock;

/** The result of a tool of the caller. */
export interface ToolResultBlockParam {
    type: "tool_result";
    /** The id of the call that this answers. */
    tool_use_id: string;
    /** Text or blocks; omitted for an empty result. */
    content?: string | readonly ToolResultContentParam[] | undefined;
    /** Whether the tool failed; if so, the content gives the reason. */
    is_error?: boolean | undefined;
    /** The `toolset_name` of the call. */
    toolset_name?: string | null | undefined;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** A call of a tool of the service, from an earlier answer. */
export interface ServerToolUseBlockParam {
    type: "server_tool_use";
    /** The id of the call, repeated in its result block. */
    id: string;
    /** The tool. */
    name: string;
    /** The arguments: an object, never a string. */
    input: object;
    /** The origin of the call; absent means the model. */
    caller?: CallerParam | undefined;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** The result of a tool of the service in an earlier answer, unchanged. */
export interface ServerToolResultBlockParam {
    /** The type of result, one for each tool. */
    type:
        | "web_search_tool_result"
        | "web_fetch_tool_result"
        | "code_execution_tool_result"
        | "bash_code_execution_tool_result"
        | "text_editor_code_execution_tool_result"
        | "tool_search_tool_result"
        | "advisor_tool_result";
    /** The id of the call that this answers. */
    tool_use_id: string;
    /** Output or an error. */
    content: object | readonly object[];
    /** The origin of the call; only results of web searches and fetches have it. */
    caller?: CallerParam | undefined;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** Puts an uploaded file into the sandbox. */
export interface ContainerUploadBlockParam {
    type: "container_upload";
    /** The file. */
    file_id: string;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** Beta: a call of an MCP server's tool, from an earlier answer. */
export interface MCPToolUseBlockParam {
    type: "mcp_tool_use";
    /** The id of the call, repeated in its result block. */
    id: string;
    /** The tool. */
    name: string;
    /** The server, by its name in the request. */
    server_name: string;
    /** The arguments: an object, never a string. */
    input: object;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** Beta: the result of an MCP server's tool, from an earlier answer, unchanged. */
export interface MCPToolResultBlockParam {
    type: "mcp_tool_result";
    /** The id of the call that this answers. */
    tool_use_id: string;
    /** Whether the tool failed; if so, the content gives the reason. */
    is_error?: boolean | undefined;
    /** Text, or blocks of text. */
    content?: string | readonly TextBlockParam[] | undefined;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** Beta: the tools of an MCP server in an earlier answer, unchanged. */
export interface MCPToolListingBlockParam {
    type: "mcp_tool_listing";
    /** The server, by its name in the request. */
    mcp_server_name: string;
    /** Its tools, as the server describes them. */
    tools: readonly object[];
}

/** Beta: a summary of the earlier conversation, unchanged (protocol §9.8). */
export interface CompactionBlockParam {
    type: "compaction";
    /** The summary; null if only the encrypted form is present. */
    content: string | null;
    /** The summary, encrypted for the service. */
    encrypted_content?: string | null | undefined;
    /** Opaque proof that the service wrote it. */
    signature?: string | null | undefined;
    /** The state of the tools at that point; opaque. */
    tool_changes?: readonly object[] | null | undefined;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** A tool of the request's `tools`, or one that an earlier addition defined. */
export interface ToolChangeToolReferenceParam {
    type: "tool_reference";
    /** Its name. */
    name: string;
}

/** A tool of an MCP server of the request. */
export interface ToolChangeMCPToolReferenceParam {
    type: "mcp_tool_reference";
    /** Its name on the server. */
    name: string;
    /** The server, by its name in the request. */
    server_name: string;
}

/** All tools of an MCP server of the request. */
export interface ToolChangeMCPToolsetReferenceParam {
    type: "mcp_toolset_reference";
    /** The server, by its name in the request. */
    server_name: string;
}

/** A tool that no entry of `tools` declares. */
export interface ToolChangeToolDefinitionParam {
    type: "tool_definition";
    /** The tool, in the form of an entry of `tools`. */
    definition: ToolUnionParam;
}

/**
 * Beta: a tool may be called from here on. Only in system messages; `tools` and the cache stay as they are (protocol
 * §8.8).
 */
export interface ToolAdditionBlockParam {
    type: "tool_addition";
    /** The tool, by its name or with its definition. */
    tool:
        | ToolChangeToolReferenceParam
        | ToolChangeMCPToolReferenceParam
        | ToolChangeMCPToolsetReferenceParam
        | ToolChangeToolDefinitionParam;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/**
 * Beta: a tool must not be called from here on. Only in system messages. A model may still call it: answer as for an
 * unknown tool (protocol §8.8).
 */
export interface ToolRemovalBlockParam {
    type: "tool_removal";
    /** The tool, by its name. */
    tool: ToolChangeToolReferenceParam | ToolChangeMCPToolReferenceParam | ToolChangeMCPToolsetReferenceParam;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** A block of a request, or of an answer that goes back. */
export type ContentBlockParam =
    | TextBlockParam
    | ImageBlockParam
    | DocumentBlockParam
    | SearchResultBlockParam
    | ThinkingBlockParam
    | RedactedThinkingBlockParam
    | ToolUseBlockParam
    | ToolResultBlockParam
    | ServerToolUseBlockParam
    | ServerToolResultBlockParam
    | ContainerUploadBlockParam
    | MCPToolUseBlockParam
    | MCPToolResultBlockParam
    | MCPToolListingBlockParam
    | CompactionBlockParam
    | ToolAdditionBlockParam
    | ToolRemovalBlockParam
    | ContentBlock;

/** One turn of the conversation. */
export interface MessageParam {
    /** The author of the turn. */
    role: "user" | "assistant" | "system";
    /** The content of the turn. */
    content: string | readonly ContentBlockParam[];
    /** Beta, role `system`: how long it is shown to the model; `never` unless set. */
    clear_at?: "never" | "next_user_message" | undefined;
    /** Beta, role `system`: effort of the turn that follows. */
    output_config?: TurnOutputConfigParam | undefined;
}

/** Effort of the turn that follows (beta). */
export interface TurnOutputConfigParam {
    /** The level of effort. */
    effort?: "low" | "medium" | "high" | "xhigh" | "max" | null | undefined;
}

// Tools (protocol §1.5 to §1.8)

/** A tool of the caller. */
export interface ToolParam {
    /** Absent or `custom` for a tool of the caller. */
    type?: "custom" | null | undefined;
    /** The name, unique in the request: at most 64 letters, digits, `_` and `-`. */
    name: string;
    /** What the tool does and when to use it. */
    description?: string | undefined;
    /** The JSON Schema of its input; an object schema. */
    input_schema: object;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
    /** Whether inputs are guaranteed to match the schema (schema subset: protocol §9.7). */
    strict?: boolean | undefined;
    /** Whether to hide it from the model until a tool search returns it. */
    defer_loading?: boolean | undefined;
    /** The permitted callers: `direct`, or versions of the code execution tool. */
    allowed_callers?: readonly string[] | undefined;
    /** Examples of inputs; each must match the schema. */
    input_examples?: readonly object[] | undefined;
    /** Whether to stream the input as it is written; it may turn out to be invalid JSON. */
    eager_input_streaming?: boolean | null | undefined;
}

/** The approximate location of the user. */
export interface UserLocationParam {
    type: "approximate";
    /** The name of the city. */
    city?: string | null | undefined;
    /** The name of the region. */
    region?: string | null | undefined;
    /** ISO 3166-1 code of two letters. */
    country?: string | null | undefined;
    /** IANA name, for example `Europe/Rome`. */
    timezone?: string | null | undefined;
}

/** Which URLs from one source may be fetched. */
export interface FetchSourceParam {
    /** `all` or `none`; for results of tools also `only` or `except`. */
    type: string;
    /** With `only` and `except`: `{"type": "tool_reference", "name": …}` of the tools. */
    tools?: readonly object[] | undefined;
}

/** The sources of URLs that may be fetched (protocol §1.7). */
export interface URLSourcesParam {
    /** Messages of the user. */
    user_input?: FetchSourceParam | undefined;
    /** Results of the caller's tools. */
    client_tool_results?: FetchSourceParam | undefined;
    /** Results of the service's tools. */
    server_tool_results?: FetchSourceParam | undefined;
}

/** A tool that the service defines, identified by its dated `type`; the service or the caller runs it. */
export interface ServiceToolParam {
    /** The dated type, for example `web_search_20250305`; an open set. */
    type:
        | "bash_20250124"
        | "text_editor_20250124"
        | "text_editor_20250429"
        | "text_editor_20250728"
        | "memory_20250818"
        | "computer_toolset_20260801"
        | "browser_toolset_20260801"
        | "web_search_20250305"
        | "web_search_20260209"
        | "web_search_20260318"
        | "web_fetch_20250910"
        | "web_fetch_20260209"
        | "web_fetch_20260309"
        | "web_fetch_20260318"
        | "code_execution_20250522"
        | "code_execution_20250825"
        | "code_execution_20260120"
        | "code_execution_20260521"
        | "tool_search_tool_regex"
        | "tool_search_tool_regex_20251119"
        | "tool_search_tool_bm25"
        | "tool_search_tool_bm25_20251119"
        | (string & {});
    /** The fixed name of the type; toolsets have none. */
    name?: string | undefined;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
    /** Whether inputs are guaranteed to match the schema (schema subset: protocol §9.7). */
    strict?: boolean | undefined;
    /** Whether to hide it from the model until a tool search returns it. */
    defer_loading?: boolean | undefined;
    /** The permitted callers: `direct`, or versions of the code execution tool. */
    allowed_callers?: readonly string[] | undefined;
    /** Examples of inputs; each must match the schema. */
    input_examples?: readonly object[] | undefined;
    /** Maximum number of uses in this request. */
    max_uses?: number | null | undefined;
    /** The only permitted domains; cannot be combined with `blocked_domains`. */
    allowed_domains?: readonly string[] | null | undefined;
    /** The domains that are not permitted. */
    blocked_domains?: readonly string[] | null | undefined;
    /** The location of the user, for searches. */
    user_location?: UserLocationParam | null | undefined;
    /** Maximum length of a fetched page, in tokens. */
    max_content_tokens?: number | null | undefined;
    /** Whether fetched pages may be cited. */
    citations?: CitationsConfigParam | null | undefined;
    /** The sources of URLs that may be fetched; all unless set. */
    url_sources?: URLSourcesParam | null | undefined;
    /** Whether a cached copy of a page may be used. */
    use_cache?: boolean | undefined;
    /** Whether the answer includes the calls made by code that has finished. */
    response_inclusion?: "full" | "excluded" | undefined;
    /** Maximum number of characters of a file that are shown. */
    max_characters?: number | null | undefined;
    /** Whether each member of a toolset is enabled or deferred. */
    configs?: Record<string, Record<string, boolean | null>> | null | undefined;
}

/** The configuration of a tool of an MCP server. */
export interface MCPToolsetConfigParam {
    /** Whether it may be called. */
    enabled?: boolean | undefined;
    /** Whether to hide it from the model until a tool search returns it. */
    defer_loading?: boolean | undefined;
}

/** Beta: the tools of an MCP server that `mcp_servers` names, which the service calls (protocol §8.8). */
export interface MCPToolsetParam {
    type: "mcp_toolset";
    /** The server, by its name in `mcp_servers`. */
    mcp_server_name: string;
    /** The default configuration of the tools. */
    default_config?: MCPToolsetConfigParam | undefined;
    /** The configuration of single tools, by name. */
    configs?: Record<string, MCPToolsetConfigParam> | null | undefined;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** Beta: another model that this one may ask for advice (protocol §8.8). */
export interface AdvisorToolParam {
    type: "advisor_20260301";
    /** The fixed name of the type. */
    name: "advisor";
    /** The model to ask. */
    model: string;
    /** Maximum number of questions to it in this request. */
    max_uses?: number | null | undefined;
    /** Maximum number of tokens of its answer. */
    max_tokens?: number | null | undefined;
    /** Whether its input is cached. */
    caching?: CacheControlParam | null | undefined;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** A tool of the caller, or of the service. */
export type ToolUnionParam = MCPToolsetParam | AdvisorToolParam | ToolParam | ServiceToolParam;

/** The model decides. */
export interface ToolChoiceAutoParam {
    type: "auto";
    /** Whether to limit the answer to at most one call; false unless set. */
    disable_parallel_tool_use?: boolean | undefined;
}

/** Some tool must be called. */
export interface ToolChoiceAnyParam {
    type: "any";
    /** Whether to limit the answer to exactly one call; false unless set. */
    disable_parallel_tool_use?: boolean | undefined;
}

/** This tool must be called. */
export interface ToolChoiceToolParam {
    type: "tool";
    /** The tool that must be called. */
    name: string;
    /** Whether to limit the answer to exactly one call; false unless set. */
    disable_parallel_tool_use?: boolean | undefined;
}

/** No tool may be called. */
export interface ToolChoiceNoneParam {
    type: "none";
}

/** Whether the model must call a tool, and which. */
export type ToolChoiceParam =
    ToolChoiceAutoParam | ToolChoiceAnyParam | ToolChoiceToolParam | ToolChoiceNoneParam;

// Other parts of a request (protocol §1.9 to §1.11)

/** Thinking with a budget. */
export interface ThinkingConfigEnabledParam {
    type: "enabled";
    /** Number of tokens for thinking: at least 1024 and less than `max_tokens`. */
    budget_tokens: number;
    /**
     * Whether thinking is summarised, sent as updates (beta) or omitted from the answer; the default depends on the
     * model.
     */
    display?: "summarized" | "omitted" | "updates" | null | undefined;
    /** Beta: how the service treats thinking that was sent back from another conversation. */
    block_binding?: BlockBindingParam | null | undefined;
}

/** Thinking whose depth depends on `output_config.effort`. */
export interface ThinkingConfigAdaptiveParam {
    type: "adaptive";
    /**
     * Whether thinking is summarised, sent as updates (beta) or omitted from the answer; the default depends on the
     * model.
     */
    display?: "summarized" | "omitted" | "updates" | null | undefined;
    /** Beta: how the service treats thinking that was sent back from another conversation. */
    block_binding?: BlockBindingParam | null | undefined;
}

/** How the service treats thinking that was sent back from another conversation. */
export interface BlockBindingParam {
    /** Whether such thinking is rejected (the default) or omitted. */
    prefix_mismatch_behavior?: "error" | "drop_block" | undefined;
}

/** No thinking, but short progress notes between tool calls. */
export interface ThinkingConfigBetweenToolsParam {
    type: "between_tools";
}

/** No thinking. */
export interface ThinkingConfigDisabledParam {
    type: "disabled";
}

/** The configuration of thinking. */
export type ThinkingConfigParam =
    | ThinkingConfigEnabledParam
    | ThinkingConfigAdaptiveParam
    | ThinkingConfigBetweenToolsParam
    | ThinkingConfigDisabledParam;

/** JSON that matches a schema. */
export interface OutputFormatParam {
    type: "json_schema";
    /** The JSON Schema of the answer (subset: protocol §9.7). */
    schema: object;
}

/** A budget of tokens over several contexts (beta). */
export interface TaskBudgetParam {
    type: "tokens";
    /** Number of tokens for the whole task. */
    total: number;
    /** Number of tokens that remain. */
    remaining?: number | null | undefined;
}

/** The effort and the format of the answer. */
export interface OutputConfigParam {
    /** The level of effort; `high` unless set. */
    effort?: "low" | "medium" | "high" | "xhigh" | "max" | null | undefined;
    /** The format of the answer. */
    format?: OutputFormatParam | null | undefined;
    /** Beta: a budget of tokens over several contexts. */
    task_budget?: TaskBudgetParam | null | undefined;
}

/** Metadata of the request. */
export interface MetadataParam {
    /** An opaque id of the caller's user, without personal data, at most 256 characters. */
    user_id?: string | null | undefined;
}

/** A skill for the sandbox. */
export interface ContainerSkillParam {
    /** The vendor's name, or `custom`. */
    type: string;
    /** The id of the skill. */
    skill_id: string;
    /** Its version; may be `latest`. */
    version?: string | undefined;
}

/** The sandbox to use. */
export interface ContainerParam {
    /** The id of an existing sandbox. */
    id?: string | null | undefined;
    /** Skills to load. */
    skills?: readonly ContainerSkillParam[] | null | undefined;
}

/** Asks why the prompt cache was missed; send it in every turn (protocol §10.9). */
export interface DiagnosticsParam {
    /** The id of the last answer in this conversation; null in the first turn. */
    previous_message_id: string | null;
}

/** A number of tokens, calls or turns. */
export interface ContextTriggerParam {
    /** `input_tokens`, `tool_uses` or `thinking_turns`. */
    type: string;
    /** The number. */
    value: number;
}

/** Removes results of old tool calls. */
export interface ClearToolUsesParam {
    type: "clear_tool_uses_20250919";
    /** The threshold from which it applies. */
    trigger?: ContextTriggerParam | undefined;
    /** Number of calls whose results are kept. */
    keep?: ContextTriggerParam | undefined;
    /** The least that it must remove to be applied. */
    clear_at_least?: ContextTriggerParam | null | undefined;
    /** Tools whose results are kept. */
    exclude_tools?: readonly string[] | null | undefined;
    /** Whether inputs are removed as well, or the tools whose inputs are. */
    clear_tool_inputs?: boolean | readonly string[] | null | undefined;
}

/** Removes thinking of earlier turns. */
export interface ClearThinkingParam {
    type: "clear_thinking_20251015";
    /** Number of turns whose thinking is kept, or `all`. */
    keep?: ContextTriggerParam | string | undefined;
}

/** Summarises the conversation when it becomes long. */
export interface CompactParam {
    type: "compact_20260112";
    /** The threshold from which it applies; 150 000 input tokens unless set. */
    trigger?: ContextTriggerParam | undefined;
    /** Instructions for the summary. */
    instructions?: string | null | undefined;
    /** Whether the answer ends after the summary, with stop reason `compaction`. */
    pause_after_compaction?: boolean | undefined;
}

/** Edits that the service applies to a long conversation (beta; protocol §8.8). */
export interface ContextManagementParam {
    /** The edits, in order. */
    edits?: readonly (ClearToolUsesParam | ClearThinkingParam | CompactParam)[] | undefined;
}

/** Makes the whole request a summary of the conversation (beta; protocol §9.8). */
export interface CompactionParam {
    type: "summarize";
    /** Instructions for the summary. */
    instructions?: string | null | undefined;
}

/** A conversation that the service keeps for 5 minutes after its last request (beta; protocol §8.11). */
export interface ThreadParam {
    /** `create` with the whole conversation, `continue` with the new messages alone, without `system` and `tools`. */
    type: "create" | "continue";
    /** With `continue`: the id of the previous answer. */
    previous_message_id?: string | undefined;
}

/** Which tools of an MCP server may be called; the form used before toolsets. */
export interface MCPToolConfigurationParam {
    /** Whether any tool may be called. */
    enabled?: boolean | null | undefined;
    /** The only tools that may be called. */
    allowed_tools?: readonly string[] | null | undefined;
}

/**
 * Beta: an MCP server whose tools the service calls; a tools entry of type `mcp_toolset` declares them (protocol §8.8).
 */
export interface MCPServerParam {
    type: "url";
    /** Names the server in this request. */
    name: string;
    /** Its URL. */
    url: string;
    /** A secret that the service sends to the server. */
    authorization_token?: string | null | undefined;
    /** Which tools may be called. */
    tool_configuration?: MCPToolConfigurationParam | null | undefined;
}

/** A fallback model and its parameters that differ from the request. Null selects the model's own default. */
export interface FallbackParam {
    /** The model. */
    model: string;
    /** Maximum number of tokens to generate. */
    max_tokens?: number | null | undefined;
    /** The configuration of thinking. */
    thinking?: ThinkingConfigParam | null | undefined;
    /** The effort and the format of the answer. */
    output_config?: OutputConfigParam | null | undefined;
    /** The speed at which the answer is generated. */
    speed?: "standard" | "fast" | null | undefined;
}

/** The credit from a refusal for the next request, and how strictly it is checked. */
export interface FallbackCreditParam {
    /** The token from the refusal. */
    token: string;
    /** Whether a request that the credit does not match is rejected. */
    mode?: "strict" | "best_effort" | undefined;
}

/** The choice of who is billed (beta; protocol §8.8). */
export interface BillingPolicyParam {
    type: "billing_policy";
    /** Who is billed. */
    bill_to?: "self" | "user_profile" | undefined;
}

// The request (spec §2.1, protocol §1.2)

/** The parameters of `messages.create()` and `messages.stream()`, by their names on the wire. */
export interface MessageParamsBase {
    /** The name of the model. */
    model: string;
    /**
     * Maximum number of tokens to generate, including thinking. 0 fills the cache without answering (protocol §10.6).
     */
    max_tokens: number;
    /** The conversation so far, from 1 to 100 000 turns. */
    messages: readonly MessageParam[];
    /** Instructions to the model. */
    system?: string | readonly TextBlockParam[] | undefined;
    /** Tools that the model may call. */
    tools?: readonly ToolUnionParam[] | undefined;
    /** Whether the model must call a tool, and which. */
    tool_choice?: ToolChoiceParam | undefined;
    /** Strings at which generation stops. */
    stop_sequences?: readonly string[] | undefined;
    /** Randomness, from 0.0 to 1.0; some models accept 1.0 only (protocol §0.3). */
    temperature?: number | undefined;
    /** Nucleus sampling, from 0.0 to 1.0. */
    top_p?: number | undefined;
    /** Number of most likely tokens to sample from; at least 0. */
    top_k?: number | undefined;
    /** Metadata of the request. */
    metadata?: MetadataParam | undefined;
    /** The configuration of thinking. */
    thinking?: ThinkingConfigParam | undefined;
    /** Whether priority capacity may be used; `auto` unless set. */
    service_tier?: "auto" | "standard_only" | undefined;
    /** The effort and the format of the answer. */
    output_config?: OutputConfigParam | undefined;
    /** Automatic caching: a breakpoint at the last block that can have one (protocol §10.2). */
    cache_control?: CacheControlParam | null | undefined;
    /** The sandbox to use: the id of an existing one, or its configuration. */
    container?: string | ContainerParam | null | undefined;
    /** The region in which the model runs, for example `us`; the workspace's setting unless set. */
    inference_geo?: string | null | undefined;
    /**
     * The speed at which the answer is generated; `standard` unless set. Models without fast mode reject it (protocol
     * §1.2).
     */
    speed?: "standard" | "fast" | null | undefined;
    /** Asks why the prompt cache was missed (protocol §10.9). */
    diagnostics?: DiagnosticsParam | null | undefined;
    /** Beta: edits that the service applies to a long conversation. Cannot be combined with `compaction`. */
    context_management?: ContextManagementParam | null | undefined;
    /** Beta: makes the whole request a summary of the conversation. */
    compaction?: CompactionParam | null | undefined;
    /** Beta: a conversation that the service keeps. */
    thread?: ThreadParam | null | undefined;
    /** Beta: MCP servers whose tools the service calls; each needs a tools entry of type `mcp_toolset`. */
    mcp_servers?: readonly MCPServerParam[] | undefined;
    /** Beta: models to try in order when this one refuses; `default` selects those of the service. */
    fallbacks?: "default" | readonly FallbackParam[] | null | undefined;
    /** Beta: the credit from a refusal. Cannot be combined with `fallbacks`. */
    fallback_credit_token?: string | FallbackCreditParam | null | undefined;
    /** Beta: who is billed. */
    billing_policy?: BillingPolicyParam | null | undefined;
}
// end generated

/**
 * Parameters that this version does not know: they may be in a request beside those that it knows, and are sent
 * unchanged. A misspelling of a known one is refused when the request is made.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- an interface fits an index signature of `any` alone
export type MoreParams = Readonly<Record<string, any>>;

/** A request for a whole answer. */
export interface MessageCreateParamsNonStreaming extends MessageParamsBase {
    /** Not a stream. */
    stream?: false | undefined;
}

/** A request for a stream. */
export interface MessageCreateParamsStreaming extends MessageParamsBase {
    /** A stream. */
    stream: true;
}

/** A request for either. */
export type MessageCreateParams = MessageCreateParamsNonStreaming | MessageCreateParamsStreaming;

/** A request for `messages.stream()`. */
export interface MessageStreamParams extends MessageParamsBase {
    /** Without meaning: it is a stream. */
    stream?: boolean | undefined;
}

/** A whole request as JSON text, as the bytes of it, or as a conversation makes it. */
export type ReadyRequest = string | Uint8Array | RequestBody;
