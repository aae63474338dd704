// Types of requests, for editors and the type checker. Nothing here is checked at run time: unknown keys pass through to
// the service. It must not hold anything that runs.

import type { ContentBlock, TextBlock } from "./types.js";

/** A cache breakpoint. */
export interface CacheControlParam {
    type: "ephemeral";
    ttl?: "5m" | "1h" | undefined;
}

/** Whether a document may be cited. */
export interface CitationsConfigParam {
    enabled?: boolean | undefined;
}

/** A file as base64 text. */
export interface Base64SourceParam {
    type: "base64";
    media_type: "image/jpeg" | "image/png" | "image/gif" | "image/webp" | "application/pdf" | (string & {});
    data: string;
}

/** A file at an address. */
export interface URLSourceParam {
    type: "url";
    url: string;
}

/** A file that was uploaded before. */
export interface FileSourceParam {
    type: "file";
    file_id: string;
}

/** A document as plain text. */
export interface PlainTextSourceParam {
    type: "text";
    media_type: "text/plain";
    data: string;
}

/** Text. */
export interface TextBlockParam {
    type: "text";
    text: string;
    citations?: readonly object[] | null | undefined;
    cache_control?: CacheControlParam | null | undefined;
}

/** What is done with an image that is too large. */
export interface ImageTransformationsParam {
    oversized_image?: "downsize" | "error" | undefined;
}

/** An image. */
export interface ImageBlockParam {
    type: "image";
    source: Base64SourceParam | URLSourceParam | FileSourceParam;
    cache_control?: CacheControlParam | null | undefined;
    transformations?: ImageTransformationsParam | null | undefined;
}

/** A document made of blocks. */
export interface ContentSourceParam {
    type: "content";
    content: string | readonly (TextBlockParam | ImageBlockParam)[];
}

/** A document. */
export interface DocumentBlockParam {
    type: "document";
    source: Base64SourceParam | PlainTextSourceParam | ContentSourceParam | URLSourceParam | FileSourceParam;
    title?: string | null | undefined;
    context?: string | null | undefined;
    citations?: CitationsConfigParam | null | undefined;
    cache_control?: CacheControlParam | null | undefined;
}

/** A search result of the caller's own. */
export interface SearchResultBlockParam {
    type: "search_result";
    source: string;
    title: string;
    content: readonly TextBlockParam[];
    citations?: CitationsConfigParam | undefined;
    cache_control?: CacheControlParam | null | undefined;
}

/** Thinking of an earlier answer, unchanged. */
export interface ThinkingBlockParam {
    type: "thinking";
    thinking: string;
    signature: string;
}

/** Thinking of an earlier answer that is not shown, unchanged. */
export interface RedactedThinkingBlockParam {
    type: "redacted_thinking";
    data: string;
}

/** Who made a call. */
export interface CallerParam {
    type: string;
    tool_id?: string | undefined;
}

/** A call of an earlier answer. */
export interface ToolUseBlockParam {
    type: "tool_use";
    id: string;
    name: string;
    input: object;
    caller?: CallerParam | undefined;
    toolset_name?: string | null | undefined;
    cache_control?: CacheControlParam | null | undefined;
}

/** A tool that a search of the caller's own found. */
export interface ToolReferenceBlockParam {
    type: "tool_reference";
    tool_name: string;
    cache_control?: CacheControlParam | null | undefined;
}

/** A tab of a browser. */
export interface BrowserTabParam {
    tab_id: string;
    title: string;
    url: string;
    active?: boolean | undefined;
}

/** The tabs of a browser after a call. */
export interface BrowserStateBlockParam {
    type: "browser_state";
    tabs: readonly BrowserTabParam[];
    state_changes?: readonly object[] | null | undefined;
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
    tool_use_id: string;
    content?: string | readonly ToolResultContentParam[] | undefined;
    is_error?: boolean | undefined;
    toolset_name?: string | null | undefined;
    cache_control?: CacheControlParam | null | undefined;
}

/** A call of an earlier answer to a tool of the service. */
export interface ServerToolUseBlockParam {
    type: "server_tool_use";
    id: string;
    name: string;
    input: object;
    caller?: CallerParam | undefined;
    cache_control?: CacheControlParam | null | undefined;
}

/** The result of a tool of the service in an earlier answer, unchanged. */
export interface ServerToolResultBlockParam {
    type:
        | "web_search_tool_result"
        | "web_fetch_tool_result"
        | "code_execution_tool_result"
        | "bash_code_execution_tool_result"
        | "text_editor_code_execution_tool_result"
        | "tool_search_tool_result";
    tool_use_id: string;
    content: object | readonly object[];
    caller?: CallerParam | undefined;
    cache_control?: CacheControlParam | null | undefined;
}

/** Puts an uploaded file into the sandbox. */
export interface ContainerUploadBlockParam {
    type: "container_upload";
    file_id: string;
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
    | ContentBlock;

/** One turn of the conversation. */
export interface MessageParam {
    role: "user" | "assistant" | "system";
    content: string | readonly ContentBlockParam[];
}

/** A tool of the caller. */
export interface ToolParam {
    type?: "custom" | null | undefined;
    name: string;
    description?: string | undefined;
    input_schema: object;
    cache_control?: CacheControlParam | null | undefined;
    strict?: boolean | undefined;
    defer_loading?: boolean | undefined;
    allowed_callers?: readonly string[] | undefined;
    input_examples?: readonly object[] | undefined;
    eager_input_streaming?: boolean | null | undefined;
}

/** Roughly where the user is. */
export interface UserLocationParam {
    type: "approximate";
    city?: string | null | undefined;
    region?: string | null | undefined;
    country?: string | null | undefined;
    timezone?: string | null | undefined;
}

/** A tool that the service defines, by its dated `type`; it runs there or at the caller. */
export interface ServiceToolParam {
    type: string;
    name?: string | undefined;
    cache_control?: CacheControlParam | null | undefined;
    strict?: boolean | undefined;
    defer_loading?: boolean | undefined;
    allowed_callers?: readonly string[] | undefined;
    input_examples?: readonly object[] | undefined;
    max_uses?: number | null | undefined;
    allowed_domains?: readonly string[] | null | undefined;
    blocked_domains?: readonly string[] | null | undefined;
    user_location?: UserLocationParam | null | undefined;
    max_content_tokens?: number | null | undefined;
    citations?: CitationsConfigParam | null | undefined;
    use_cache?: boolean | undefined;
    response_inclusion?: "full" | "excluded" | undefined;
    max_characters?: number | null | undefined;
    configs?: Record<string, Record<string, boolean | null>> | null | undefined;
}

/** A tool of the caller, or of the service. */
export type ToolUnionParam = ToolParam | ServiceToolParam;

/** The model decides. */
export interface ToolChoiceAutoParam {
    type: "auto";
    disable_parallel_tool_use?: boolean | undefined;
}

/** Some tool must be called. */
export interface ToolChoiceAnyParam {
    type: "any";
    disable_parallel_tool_use?: boolean | undefined;
}

/** This tool must be called. */
export interface ToolChoiceToolParam {
    type: "tool";
    name: string;
    disable_parallel_tool_use?: boolean | undefined;
}

/** No tool may be called. */
export interface ToolChoiceNoneParam {
    type: "none";
}

/** Whether the model has to call a tool. */
export type ToolChoiceParam =
    ToolChoiceAutoParam | ToolChoiceAnyParam | ToolChoiceToolParam | ToolChoiceNoneParam;

/** Thinking with a budget. */
export interface ThinkingConfigEnabledParam {
    type: "enabled";
    budget_tokens: number;
    display?: "summarized" | "omitted" | null | undefined;
}

/** Thinking as deep as `output_config.effort` says. */
export interface ThinkingConfigAdaptiveParam {
    type: "adaptive";
    display?: "summarized" | "omitted" | null | undefined;
}

/** No thinking. */
export interface ThinkingConfigDisabledParam {
    type: "disabled";
}

/** Whether the model thinks first. */
export type ThinkingConfigParam =
    ThinkingConfigEnabledParam | ThinkingConfigAdaptiveParam | ThinkingConfigDisabledParam;

/** JSON of this schema. */
export interface OutputFormatParam {
    type: "json_schema";
    schema: object;
}

/** How much effort, and in which form. */
export interface OutputConfigParam {
    effort?: "low" | "medium" | "high" | "xhigh" | "max" | null | undefined;
    format?: OutputFormatParam | null | undefined;
}

/** About the request. */
export interface MetadataParam {
    user_id?: string | null | undefined;
}

/** A skill for the sandbox. */
export interface ContainerSkillParam {
    type: string;
    skill_id: string;
    version?: string | undefined;
}

/** The sandbox to use. */
export interface ContainerParam {
    id?: string | null | undefined;
    skills?: readonly ContainerSkillParam[] | null | undefined;
}

/** Parameters of `messages.create()` and `messages.stream()`, as the service names them. */
export interface MessageParamsBase {
    /** Name of the model. */
    model: string;
    /** Most tokens to generate. */
    max_tokens: number;
    /** The conversation so far. */
    messages: readonly MessageParam[];
    /** Instructions to the model. */
    system?: string | readonly TextBlockParam[] | undefined;
    /** Tools that the model may call. */
    tools?: readonly ToolUnionParam[] | undefined;
    /** Whether it has to. */
    tool_choice?: ToolChoiceParam | undefined;
    /** Strings that end the answer. */
    stop_sequences?: readonly string[] | undefined;
    /** Randomness, from 0.0 to 1.0. */
    temperature?: number | undefined;
    /** Nucleus sampling. */
    top_p?: number | undefined;
    /** Sample from so many tokens. */
    top_k?: number | undefined;
    /** About the request. */
    metadata?: MetadataParam | undefined;
    /** Whether the model thinks first. */
    thinking?: ThinkingConfigParam | undefined;
    /** Whether priority capacity may be used. */
    service_tier?: "auto" | "standard_only" | undefined;
    /** Effort and form of the answer. */
    output_config?: OutputConfigParam | undefined;
    /** Automatic caching. */
    cache_control?: CacheControlParam | null | undefined;
    /** The sandbox to use. */
    container?: string | ContainerParam | null | undefined;
    /** Where the model runs. */
    inference_geo?: string | null | undefined;
}

/** A request for a whole answer. */
export interface MessageCreateParamsNonStreaming extends MessageParamsBase {
    stream?: false | undefined;
}

/** A request for a stream. */
export interface MessageCreateParamsStreaming extends MessageParamsBase {
    stream: true;
}

/** A request for either. */
export type MessageCreateParams = MessageCreateParamsNonStreaming | MessageCreateParamsStreaming;

/** A request for `messages.stream()`. */
export interface MessageStreamParams extends MessageParamsBase {
    stream?: boolean | undefined;
}

/** A whole request as JSON text, or as the bytes of it. */
export type ReadyRequest = string | Uint8Array;
