// Types of requests, for editors and the type checker. Nothing here is checked at run time: unknown keys pass through
// to the service. It must not hold anything that runs.

import type { RequestBody } from "./request_body.js";
import type { ContentBlock, TextBlock } from "./types.js";

// generated: requests, from schema/openapi.yaml by `make generate`
// Parts that several blocks have

/** A cache breakpoint. */
export interface CacheControlParam {
    type: "ephemeral";
    /** How long it lives; five minutes unless set. */
    ttl?: "5m" | "1h" | undefined;
}

/** Whether a document may be cited. */
export interface CitationsConfigParam {
    /** True if it may be cited. */
    enabled?: boolean | undefined;
}

/** A file as base64 text. */
export interface Base64SourceParam {
    type: "base64";
    /** `image/png`, `application/pdf` and so on. */
    media_type: "image/jpeg" | "image/png" | "image/gif" | "image/webp" | "application/pdf" | (string & {});
    /** The data. */
    data: string;
}

/** A file at an address. */
export interface URLSourceParam {
    type: "url";
    /** The address. */
    url: string;
}

/** A file that was uploaded before. */
export interface FileSourceParam {
    type: "file";
    /** Names the file. */
    file_id: string;
}

/** A document as plain text. */
export interface PlainTextSourceParam {
    type: "text";
    /** The only type of plain text. */
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
    /** What the text is based on. */
    citations?: readonly object[] | null | undefined;
    /** Cache breakpoint. Not accepted on empty text. */
    cache_control?: CacheControlParam | null | undefined;
}

/** What is done with an image that is too large. */
export interface ImageTransformationsParam {
    /** Shrink it, or refuse the request. */
    oversized_image?: "downsize" | "error" | undefined;
}

/** An image. */
export interface ImageBlockParam {
    type: "image";
    /** Where it comes from. */
    source: Base64SourceParam | URLSourceParam | FileSourceParam;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
    /** What the service may do to it. */
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
    /** Where it comes from. */
    source: Base64SourceParam | PlainTextSourceParam | ContentSourceParam | URLSourceParam | FileSourceParam;
    /** Its title. */
    title?: string | null | undefined;
    /** What the model should know about it. */
    context?: string | null | undefined;
    /** Whether the model cites it. */
    citations?: CitationsConfigParam | null | undefined;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** A search result of the caller's own. */
export interface SearchResultBlockParam {
    type: "search_result";
    /** Where it was found. */
    source: string;
    /** Its title. */
    title: string;
    /** Its text; not empty. */
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

/** Thinking of an earlier answer that is not shown, unchanged. */
export interface RedactedThinkingBlockParam {
    type: "redacted_thinking";
    /** Opaque. */
    data: string;
}

/** Who made a call. */
export interface CallerParam {
    /** `direct`, or the version of the code execution tool. */
    type: string;
    /** The `server_tool_use` whose code made the call. */
    tool_id?: string | undefined;
}

/** A call of an earlier answer. */
export interface ToolUseBlockParam {
    type: "tool_use";
    /** Names the call in its `tool_result`. */
    id: string;
    /** The tool, or the member of a toolset. */
    name: string;
    /** The arguments: an object, never a string. */
    input: object;
    /** Who made the call; missing means the model. */
    caller?: CallerParam | undefined;
    /** The toolset `name` belongs to; the result has to repeat it. */
    toolset_name?: string | null | undefined;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** A tool that a search of the caller's own found. */
export interface ToolReferenceBlockParam {
    type: "tool_reference";
    /** The tool's name. */
    tool_name: string;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** A tab of a browser. */
export interface BrowserTabParam {
    /** Names the tab. */
    tab_id: string;
    /** The page's title. */
    title: string;
    /** The page's address. */
    url: string;
    /** This is the tab that calls go to. */
    active?: boolean | undefined;
}

/** The tabs of a browser after a call. */
export interface BrowserStateBlockParam {
    type: "browser_state";
    /** All open tabs; exactly one is active unless there are none. */
    tabs: readonly BrowserTabParam[];
    /** What happened since the last result; leave it out rather than empty. */
    state_changes?: readonly object[] | null | undefined;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** What the result of a tool may hold. */
export type ToolResultContentParam =
    | TextBlockParam
    | ImageBlockParam
    | DocumentBlockParam
    | SearchResultBlockParam
    | ToolReferenceBlockParam
    | BrowserStateBlockParam
    | TextBlock;

/** What a tool of the caller gave. */
export interface ToolResultBlockParam {
    type: "tool_result";
    /** The call this answers. */
    tool_use_id: string;
    /** Text or blocks; nothing for an empty result. */
    content?: string | readonly ToolResultContentParam[] | undefined;
    /** The tool failed, and the content says why. */
    is_error?: boolean | undefined;
    /** The toolset of the call, repeated. */
    toolset_name?: string | null | undefined;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** A call of an earlier answer to a tool of the service. */
export interface ServerToolUseBlockParam {
    type: "server_tool_use";
    /** Names the call in its result block. */
    id: string;
    /** The tool. */
    name: string;
    /** The arguments: an object, never a string. */
    input: object;
    /** Who made the call; missing means the model. */
    caller?: CallerParam | undefined;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** The result of a tool of the service in an earlier answer, unchanged. */
export interface ServerToolResultBlockParam {
    /** Which tool gave it. */
    type:
        | "web_search_tool_result"
        | "web_fetch_tool_result"
        | "code_execution_tool_result"
        | "bash_code_execution_tool_result"
        | "text_editor_code_execution_tool_result"
        | "tool_search_tool_result"
        | "advisor_tool_result";
    /** The call this answers. */
    tool_use_id: string;
    /** Output or an error. */
    content: object | readonly object[];
    /** Who made the call; only results of searching and fetching have it. */
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

/** Beta: a call of an MCP server's tool of an earlier answer. */
export interface MCPToolUseBlockParam {
    type: "mcp_tool_use";
    /** Names the call in its result block. */
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

/** Beta: what an MCP server's tool gave in an earlier answer, unchanged. */
export interface MCPToolResultBlockParam {
    type: "mcp_tool_result";
    /** The call this answers. */
    tool_use_id: string;
    /** The tool failed, and the content says why. */
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

/** Beta: a summary of what came before, unchanged (protocol §9.8). */
export interface CompactionBlockParam {
    type: "compaction";
    /** The summary; null where only the encrypted form is there. */
    content: string | null;
    /** The summary in a form that only the service reads. */
    encrypted_content?: string | null | undefined;
    /** Opaque proof that the service wrote it. */
    signature?: string | null | undefined;
    /** What had become of the tools by then; opaque. */
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
    /** Its name, as the server has it. */
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
    /** As an entry of `tools`. */
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
    /** Who speaks. */
    role: "user" | "assistant" | "system";
    /** What is said. */
    content: string | readonly ContentBlockParam[];
    /** Beta, role `system`: how long it is shown to the model; `never` unless set. */
    clear_at?: "never" | "next_user_message" | undefined;
    /** Beta, role `system`: effort of the turn that follows. */
    output_config?: TurnOutputConfigParam | undefined;
}

/** Effort of the turn that follows (beta). */
export interface TurnOutputConfigParam {
    /** How hard the model works. */
    effort?: "low" | "medium" | "high" | "xhigh" | "max" | null | undefined;
}

// Tools (protocol §1.5 to §1.8)

/** A tool of the caller. */
export interface ToolParam {
    /** Missing for a tool of the caller, or `custom`. */
    type?: "custom" | null | undefined;
    /** Unique in the request; letters, digits, `_` and `-`, at most 64. */
    name: string;
    /** What the tool does and when to use it. */
    description?: string | undefined;
    /** The JSON Schema of its input; an object schema. */
    input_schema: object;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
    /** Inputs are guaranteed to match the schema (schema subset: protocol §9.7). */
    strict?: boolean | undefined;
    /** Not shown to the model until a tool search returns it. */
    defer_loading?: boolean | undefined;
    /** Who may call it: `direct`, or versions of the code execution tool. */
    allowed_callers?: readonly string[] | undefined;
    /** Examples of inputs; each has to match the schema. */
    input_examples?: readonly object[] | undefined;
    /** Input is streamed as it is written, and may turn out not to be JSON. */
    eager_input_streaming?: boolean | null | undefined;
}

/** Roughly where the user is. */
export interface UserLocationParam {
    type: "approximate";
    /** Name of the city. */
    city?: string | null | undefined;
    /** Name of the region. */
    region?: string | null | undefined;
    /** ISO 3166-1 code of two letters. */
    country?: string | null | undefined;
    /** IANA name, for example `Europe/Rome`. */
    timezone?: string | null | undefined;
}

/** Which addresses of a kind may be fetched. */
export interface FetchSourceParam {
    /** `all` or `none`; of results of tools also `only` or `except`. */
    type: string;
    /** With `only` and `except`: `{"type": "tool_reference", "name": …}` of the tools. */
    tools?: readonly object[] | undefined;
}

/** Where the addresses that are fetched may come from (protocol §1.7). */
export interface URLSourcesParam {
    /** What the user wrote. */
    user_input?: FetchSourceParam | undefined;
    /** Results of the caller's tools. */
    client_tool_results?: FetchSourceParam | undefined;
    /** Results of the service's tools. */
    server_tool_results?: FetchSourceParam | undefined;
}

/** A tool that the service defines, by its dated `type`; it runs there or at the caller. */
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
    /** The fixed name that belongs to the type; toolsets have none. */
    name?: string | undefined;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
    /** Inputs are guaranteed to match the schema (schema subset: protocol §9.7). */
    strict?: boolean | undefined;
    /** Not shown to the model until a tool search returns it. */
    defer_loading?: boolean | undefined;
    /** Who may call it: `direct`, or versions of the code execution tool. */
    allowed_callers?: readonly string[] | undefined;
    /** Examples of inputs; each has to match the schema. */
    input_examples?: readonly object[] | undefined;
    /** How often it may be used in this request. */
    max_uses?: number | null | undefined;
    /** Only these domains; not together with `blocked_domains`. */
    allowed_domains?: readonly string[] | null | undefined;
    /** All but these domains. */
    blocked_domains?: readonly string[] | null | undefined;
    /** Where the user is, for searches. */
    user_location?: UserLocationParam | null | undefined;
    /** Longest page that is fetched, in tokens. */
    max_content_tokens?: number | null | undefined;
    /** Whether what is fetched may be cited. */
    citations?: CitationsConfigParam | null | undefined;
    /** Where addresses may come from; everything counts unless set. */
    url_sources?: URLSourcesParam | null | undefined;
    /** Whether a page fetched before may be used. */
    use_cache?: boolean | undefined;
    /** Whether calls that finished code made are shown in the answer. */
    response_inclusion?: "full" | "excluded" | undefined;
    /** Longest part of a file that is shown, in characters. */
    max_characters?: number | null | undefined;
    /** For each member of a toolset whether it is enabled or deferred. */
    configs?: Record<string, Record<string, boolean | null>> | null | undefined;
}

/** What holds for a tool of an MCP server. */
export interface MCPToolsetConfigParam {
    /** Whether it may be called. */
    enabled?: boolean | undefined;
    /** Not shown to the model until a tool search returns it. */
    defer_loading?: boolean | undefined;
}

/** Beta: the tools of an MCP server that `mcp_servers` names, which the service calls (protocol §8.8). */
export interface MCPToolsetParam {
    type: "mcp_toolset";
    /** The server, by its name in `mcp_servers`. */
    mcp_server_name: string;
    /** What holds for each tool. */
    default_config?: MCPToolsetConfigParam | undefined;
    /** What holds for a tool, by its name. */
    configs?: Record<string, MCPToolsetConfigParam> | null | undefined;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** Beta: another model that this one may ask for advice (protocol §8.8). */
export interface AdvisorToolParam {
    type: "advisor_20260301";
    /** The name that belongs to the type. */
    name: "advisor";
    /** The model that is asked. */
    model: string;
    /** How often it may be asked in this request. */
    max_uses?: number | null | undefined;
    /** Most tokens of its answer. */
    max_tokens?: number | null | undefined;
    /** Whether what it reads is cached. */
    caching?: CacheControlParam | null | undefined;
    /** Cache breakpoint (protocol §1.4). */
    cache_control?: CacheControlParam | null | undefined;
}

/** A tool of the caller, or of the service. */
export type ToolUnionParam = MCPToolsetParam | AdvisorToolParam | ToolParam | ServiceToolParam;

/** The model decides. */
export interface ToolChoiceAutoParam {
    type: "auto";
    /** At most one call; false unless set. */
    disable_parallel_tool_use?: boolean | undefined;
}

/** Some tool must be called. */
export interface ToolChoiceAnyParam {
    type: "any";
    /** Exactly one call; false unless set. */
    disable_parallel_tool_use?: boolean | undefined;
}

/** This tool must be called. */
export interface ToolChoiceToolParam {
    type: "tool";
    /** The tool that must be called. */
    name: string;
    /** Exactly one call; false unless set. */
    disable_parallel_tool_use?: boolean | undefined;
}

/** No tool may be called. */
export interface ToolChoiceNoneParam {
    type: "none";
}

/** Whether the model has to call a tool. */
export type ToolChoiceParam =
    ToolChoiceAutoParam | ToolChoiceAnyParam | ToolChoiceToolParam | ToolChoiceNoneParam;

// Other parts of a request (protocol §1.9 to §1.11)

/** Thinking with a budget. */
export interface ThinkingConfigEnabledParam {
    type: "enabled";
    /** Tokens for thinking: from 1024 to below `max_tokens`. */
    budget_tokens: number;
    /**
     * Whether thinking is summarised, told as updates (beta) or left out of the answer; the default depends on the
     * model.
     */
    display?: "summarized" | "omitted" | "updates" | null | undefined;
    /** Beta: what to do with thinking that was sent back and does not belong here. */
    block_binding?: BlockBindingParam | null | undefined;
}

/** Thinking as deep as `output_config.effort` says. */
export interface ThinkingConfigAdaptiveParam {
    type: "adaptive";
    /**
     * Whether thinking is summarised, told as updates (beta) or left out of the answer; the default depends on the
     * model.
     */
    display?: "summarized" | "omitted" | "updates" | null | undefined;
    /** Beta: what to do with thinking that was sent back and does not belong here. */
    block_binding?: BlockBindingParam | null | undefined;
}

/** What to do with thinking that was sent back and belongs to another conversation. */
export interface BlockBindingParam {
    /** Whether it is refused (the default) or left out. */
    prefix_mismatch_behavior?: "error" | "drop_block" | undefined;
}

/** No thinking, but short notes on the progress between calls of tools. */
export interface ThinkingConfigBetweenToolsParam {
    type: "between_tools";
}

/** No thinking. */
export interface ThinkingConfigDisabledParam {
    type: "disabled";
}

/** Whether the model thinks first. */
export type ThinkingConfigParam =
    | ThinkingConfigEnabledParam
    | ThinkingConfigAdaptiveParam
    | ThinkingConfigBetweenToolsParam
    | ThinkingConfigDisabledParam;

/** JSON of this schema. */
export interface OutputFormatParam {
    type: "json_schema";
    /** The JSON Schema of the answer (subset: protocol §9.7). */
    schema: object;
}

/** A budget of tokens over several contexts (beta). */
export interface TaskBudgetParam {
    type: "tokens";
    /** Tokens for the whole task. */
    total: number;
    /** What is left of them. */
    remaining?: number | null | undefined;
}

/** How much effort, and in which form. */
export interface OutputConfigParam {
    /** How hard the model works; `high` unless set. */
    effort?: "low" | "medium" | "high" | "xhigh" | "max" | null | undefined;
    /** The shape of the answer. */
    format?: OutputFormatParam | null | undefined;
    /** Beta: a budget of tokens over several contexts. */
    task_budget?: TaskBudgetParam | null | undefined;
}

/** About the request. */
export interface MetadataParam {
    /** An opaque id of the caller's own user, no personal data, at most 256 characters. */
    user_id?: string | null | undefined;
}

/** A skill for the sandbox. */
export interface ContainerSkillParam {
    /** The vendor's name, or `custom`. */
    type: string;
    /** Names the skill. */
    skill_id: string;
    /** Its version; may be `latest`. */
    version?: string | undefined;
}

/** The sandbox to use. */
export interface ContainerParam {
    /** One used before. */
    id?: string | null | undefined;
    /** Skills to load. */
    skills?: readonly ContainerSkillParam[] | null | undefined;
}

/** Asks why the prompt cache was missed; send it in every turn (protocol §10.9). */
export interface DiagnosticsParam {
    /** The id of this conversation's last answer; null in its first turn. */
    previous_message_id: string | null;
}

/** A number of tokens, calls or turns. */
export interface ContextTriggerParam {
    /** `input_tokens`, `tool_uses` or `thinking_turns`. */
    type: string;
    /** How many. */
    value: number;
}

/** Removes results of tools that are long past. */
export interface ClearToolUsesParam {
    type: "clear_tool_uses_20250919";
    /** When it begins. */
    trigger?: ContextTriggerParam | undefined;
    /** How many calls keep their results. */
    keep?: ContextTriggerParam | undefined;
    /** The least that makes it worth while. */
    clear_at_least?: ContextTriggerParam | null | undefined;
    /** Tools whose results stay. */
    exclude_tools?: readonly string[] | null | undefined;
    /** Whether inputs are removed as well, or those of which tools. */
    clear_tool_inputs?: boolean | readonly string[] | null | undefined;
}

/** Removes thinking of turns that are past. */
export interface ClearThinkingParam {
    type: "clear_thinking_20251015";
    /** How many turns keep theirs, or `all`. */
    keep?: ContextTriggerParam | string | undefined;
}

/** Summarises the conversation when it has become long. */
export interface CompactParam {
    type: "compact_20260112";
    /** When; from 150 000 input tokens on unless set. */
    trigger?: ContextTriggerParam | undefined;
    /** What the summary should hold. */
    instructions?: string | null | undefined;
    /** Whether the answer ends after the summary, with stop reason `compaction`. */
    pause_after_compaction?: boolean | undefined;
}

/** Edits that the service makes to a long conversation (beta; protocol §8.8). */
export interface ContextManagementParam {
    /** In this order. */
    edits?: readonly (ClearToolUsesParam | ClearThinkingParam | CompactParam)[] | undefined;
}

/** Makes the whole request a summary of the conversation (beta; protocol §9.8). */
export interface CompactionParam {
    type: "summarize";
    /** What the summary should hold. */
    instructions?: string | null | undefined;
}

/** A conversation that the service keeps for 5 minutes after its last request (beta; protocol §8.11). */
export interface ThreadParam {
    /** `create` with the whole conversation, `continue` with the new messages alone, without `system` and `tools`. */
    type: "create" | "continue";
    /** With `continue`: the id of the answer before. */
    previous_message_id?: string | undefined;
}

/** Which tools of an MCP server may be called; the form before there were toolsets. */
export interface MCPToolConfigurationParam {
    /** Whether any may. */
    enabled?: boolean | null | undefined;
    /** Only these. */
    allowed_tools?: readonly string[] | null | undefined;
}

/**
 * Beta: an MCP server whose tools the service calls; a tools entry of type `mcp_toolset` declares them (protocol §8.8).
 */
export interface MCPServerParam {
    type: "url";
    /** Names the server in this request. */
    name: string;
    /** Its address. */
    url: string;
    /** A secret that the service shows the server. */
    authorization_token?: string | null | undefined;
    /** Which tools may be called. */
    tool_configuration?: MCPToolConfigurationParam | null | undefined;
}

/** A model to be tried, and what is different for it. A null stands for the model's own default. */
export interface FallbackParam {
    /** The model. */
    model: string;
    /** Most tokens to generate. */
    max_tokens?: number | null | undefined;
    /** Whether it thinks first. */
    thinking?: ThinkingConfigParam | null | undefined;
    /** Effort and form of the answer. */
    output_config?: OutputConfigParam | null | undefined;
    /** How fast the answer is written. */
    speed?: "standard" | "fast" | null | undefined;
}

/** What a refusal gave towards the next request, and how strictly it is held. */
export interface FallbackCreditParam {
    /** As the refusal gave it. */
    token: string;
    /** Whether a request that the credit does not fit is refused. */
    mode?: "strict" | "best_effort" | undefined;
}

/** Who pays (beta; protocol §8.8). */
export interface BillingPolicyParam {
    type: "billing_policy";
    /** Who is billed. */
    bill_to?: "self" | "user_profile" | undefined;
}

// The request (spec §2.1, protocol §1.2)

/** Parameters of `messages.create()` and `messages.stream()`, as the service names them. */
export interface MessageParamsBase {
    /** Name of the model. */
    model: string;
    /** Most tokens to generate, thinking included. 0 fills the cache without answering (protocol §10.6). */
    max_tokens: number;
    /** The conversation so far, from 1 to 100 000 turns. */
    messages: readonly MessageParam[];
    /** Instructions to the model. */
    system?: string | readonly TextBlockParam[] | undefined;
    /** Tools that the model may call. */
    tools?: readonly ToolUnionParam[] | undefined;
    /** Whether the model has to call a tool. */
    tool_choice?: ToolChoiceParam | undefined;
    /** Strings that end the answer. */
    stop_sequences?: readonly string[] | undefined;
    /** Randomness, from 0.0 to 1.0; some models accept 1.0 only (protocol §0.3). */
    temperature?: number | undefined;
    /** Nucleus sampling, from 0.0 to 1.0. */
    top_p?: number | undefined;
    /** Sample from so many of the likeliest tokens, from 0. */
    top_k?: number | undefined;
    /** About the request. */
    metadata?: MetadataParam | undefined;
    /** Whether the model thinks first. */
    thinking?: ThinkingConfigParam | undefined;
    /** Whether priority capacity may be used; `auto` unless set. */
    service_tier?: "auto" | "standard_only" | undefined;
    /** Effort and form of the answer. */
    output_config?: OutputConfigParam | undefined;
    /** Automatic caching: a breakpoint at the last block that can have one (protocol §10.2). */
    cache_control?: CacheControlParam | null | undefined;
    /** The sandbox to use: the id of one used before, or what to make it of. */
    container?: string | ContainerParam | null | undefined;
    /** Where the model runs, for example `us`; as the workspace says unless set. */
    inference_geo?: string | null | undefined;
    /** How fast the answer is written; `standard` unless set. Models without fast mode refuse it (protocol §1.2). */
    speed?: "standard" | "fast" | null | undefined;
    /** Asks why the prompt cache was missed (protocol §10.9). */
    diagnostics?: DiagnosticsParam | null | undefined;
    /** Beta: edits that the service makes to a long conversation. Not together with `compaction`. */
    context_management?: ContextManagementParam | null | undefined;
    /** Beta: makes the whole request a summary of the conversation. */
    compaction?: CompactionParam | null | undefined;
    /** Beta: a conversation that the service keeps. */
    thread?: ThreadParam | null | undefined;
    /** Beta: MCP servers whose tools the service calls; each wants a tools entry of type `mcp_toolset`. */
    mcp_servers?: readonly MCPServerParam[] | undefined;
    /** Beta: models that are tried in order when this one refuses; `default` for those of the service. */
    fallbacks?: "default" | readonly FallbackParam[] | null | undefined;
    /** Beta: what a refusal gave towards the next request. Not together with `fallbacks`. */
    fallback_credit_token?: string | FallbackCreditParam | null | undefined;
    /** Beta: who pays. */
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
