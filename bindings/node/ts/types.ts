// Types of answers: one interface for each JSON object the service sends, in unions told apart by `type`. It must not
// hold anything that runs.
//
// Unknown is normal: a kind that this version does not know arrives like any other, with all its keys. For the type
// checker it has the literal type "unknown", so that the known kinds can be told apart; at run time `type` is whatever
// the service said, and the `default` of a `switch` is the place for it.

import type { ResponseInfo } from "./head.js";
import type {
    BashCodeExecutionToolResultBlock,
    Caller,
    CodeExecutionToolResultBlock,
    ContainerUploadBlock,
    TextEditorCodeExecutionToolResultBlock,
    ToolSearchToolResultBlock,
    WebFetchToolResultBlock,
    WebSearchToolResultBlock,
} from "./results.js";

export type * from "./results.js";

/** A content block of a kind this version does not know. */
export interface UnknownBlock {
    /** Any other string at run time. */
    type: "unknown";
    [key: string]: unknown;
}

/** A delta of a kind this version does not know. */
export interface UnknownDelta {
    /** Any other string at run time. */
    type: "unknown";
    [key: string]: unknown;
}

/** A citation of a kind this version does not know. */
export interface UnknownCitation {
    /** Any other string at run time. */
    type: "unknown";
    [key: string]: unknown;
}

// Citations (protocol 2.7)

/** Characters of a plain text document; 0-based, end exclusive. */
export interface CitationCharLocation {
    type: "char_location";
    cited_text: string;
    document_index: number;
    document_title?: string | null;
    start_char_index: number;
    end_char_index: number;
    file_id?: string | null;
}

/** Pages of a PDF; 1-based, end exclusive. */
export interface CitationPageLocation {
    type: "page_location";
    cited_text: string;
    document_index: number;
    document_title?: string | null;
    start_page_number: number;
    end_page_number: number;
    file_id?: string | null;
}

/** Blocks of a document made of blocks; 0-based, end exclusive. */
export interface CitationContentBlockLocation {
    type: "content_block_location";
    cited_text: string;
    document_index: number;
    document_title?: string | null;
    start_block_index: number;
    end_block_index: number;
    file_id?: string | null;
}

/** A page that a web search found. */
export interface CitationWebSearchResultLocation {
    type: "web_search_result_location";
    cited_text: string;
    encrypted_index: string;
    title?: string | null;
    url: string;
}

/** A search result that the caller gave; 0-based, end exclusive. */
export interface CitationSearchResultLocation {
    type: "search_result_location";
    cited_text: string;
    search_result_index: number;
    source: string;
    title?: string | null;
    start_block_index: number;
    end_block_index: number;
}

/** Text. */
export interface TextBlock {
    type: "text";
    text: string;
    citations?: TextCitation[] | null;
}

/** What the model thought; goes back unchanged, signature included. */
export interface ThinkingBlock {
    type: "thinking";
    thinking: string;
    signature: string;
}

/** Thinking that is not shown; goes back unchanged. */
export interface RedactedThinkingBlock {
    type: "redacted_thinking";
    data: string;
}

/** The model calls one of the caller's tools. */
export interface ToolUseBlock {
    type: "tool_use";
    id: string;
    name: string;
    input: Record<string, unknown>;
    caller?: Caller | null;
    toolset_name?: string | null;
    /**
     * Only where `input` must not be used: `"incomplete"` if the answer was cut within it (never run the tool then),
     * `"invalid"` if what the model wrote is no JSON object. Does not enumerate, and is never sent.
     */
    readonly inputState?: "incomplete" | "invalid";
    /** What the model wrote, where `inputState` says that it must not be used. Does not enumerate. */
    readonly rawInput?: string;
}

/** The model calls a tool that the service runs. Never answer it with a `tool_result`. */
export interface ServerToolUseBlock {
    type: "server_tool_use";
    id: string;
    name: string;
    input: Record<string, unknown>;
    caller?: Caller | null;
    /**
     * Only where `input` must not be used: `"incomplete"` if the answer was cut within it (never run the tool then),
     * `"invalid"` if what the model wrote is no JSON object. Does not enumerate, and is never sent.
     */
    readonly inputState?: "incomplete" | "invalid";
    /** What the model wrote, where `inputState` says that it must not be used. Does not enumerate. */
    readonly rawInput?: string;
}

/** Tokens written to the cache, by their life time. */
export interface CacheCreation {
    ephemeral_5m_input_tokens: number;
    ephemeral_1h_input_tokens: number;
}

/** What the output tokens were spent on. */
export interface OutputTokensDetails {
    thinking_tokens: number;
}

/** How often server tools were used. */
export interface ServerToolUsage {
    web_search_requests?: number | null;
    web_fetch_requests?: number | null;
}

/** Tokens of a call. The whole input is the sum of the three input numbers. */
export interface Usage {
    input_tokens: number;
    cache_creation_input_tokens?: number | null;
    cache_read_input_tokens?: number | null;
    cache_creation?: CacheCreation | null;
    output_tokens: number;
    output_tokens_details?: OutputTokensDetails | null;
    server_tool_use?: ServerToolUsage | null;
    service_tier?: string | null;
    inference_geo?: string | null;
}

/** Tokens so far: totals, not differences. A key that is missing keeps its value. */
export interface MessageDeltaUsage {
    input_tokens?: number | null;
    cache_creation_input_tokens?: number | null;
    cache_read_input_tokens?: number | null;
    cache_creation?: CacheCreation | null;
    output_tokens?: number | null;
    output_tokens_details?: OutputTokensDetails | null;
    server_tool_use?: ServerToolUsage | null;
    service_tier?: string | null;
    inference_geo?: string | null;
}

/** Why an answer was refused. */
export interface StopDetails {
    type: string;
    category?: string | null;
    explanation?: string | null;
}

/** A skill loaded into the sandbox. */
export interface ContainerSkill {
    type: string;
    skill_id: string;
    version?: string | null;
}

/** The sandbox that code ran in; its id can be given to a later request. */
export interface Container {
    id: string;
    expires_at: string;
    skills?: ContainerSkill[] | null;
}

/** The model's answer. */
export interface Message {
    id: string;
    type: "message";
    role: "assistant";
    model: string;
    content: ContentBlock[];
    stop_reason: StopReason | null;
    stop_sequence: string | null;
    stop_details?: StopDetails | null;
    container?: Container | null;
    usage: Usage;
    /** Status, headers, rate limits and attempts of the answer; null for a partial message. Does not enumerate. */
    readonly response?: ResponseInfo | null;
    /** Id of the request at the service. Does not enumerate. */
    readonly _request_id?: string | null;
    /** The JSON text, for what JavaScript's numbers cannot hold. Does not enumerate. */
    readonly raw?: string;
}

/** More text. */
export interface TextDelta {
    type: "text_delta";
    text: string;
}

/** More of a tool's input, as a piece of JSON text. */
export interface InputJSONDelta {
    type: "input_json_delta";
    partial_json: string;
}

/** More thinking. */
export interface ThinkingDelta {
    type: "thinking_delta";
    thinking: string;
}

/** The signature of a thinking block. */
export interface SignatureDelta {
    type: "signature_delta";
    signature: string;
}

/** One more citation of a text block. */
export interface CitationsDelta {
    type: "citations_delta";
    citation: TextCitation;
}

/** What changed on the message itself. */
export interface MessageDelta {
    stop_reason: StopReason | null;
    stop_sequence: string | null;
    stop_details?: StopDetails | null;
    container?: Container | null;
}

/** Why the model stopped; an open set. */
export type StopReason =
    | "end_turn"
    | "max_tokens"
    | "stop_sequence"
    | "tool_use"
    | "pause_turn"
    | "refusal"
    | "model_context_window_exceeded"
    | "compaction"
    | (string & {});

/** A citation, told apart by its `type`. */
export type TextCitation =
    | CitationCharLocation
    | CitationPageLocation
    | CitationContentBlockLocation
    | CitationWebSearchResultLocation
    | CitationSearchResultLocation
    | UnknownCitation;

/** A block of an answer, told apart by its `type`. */
export type ContentBlock =
    | TextBlock
    | ThinkingBlock
    | RedactedThinkingBlock
    | ToolUseBlock
    | ServerToolUseBlock
    | WebSearchToolResultBlock
    | WebFetchToolResultBlock
    | CodeExecutionToolResultBlock
    | BashCodeExecutionToolResultBlock
    | TextEditorCodeExecutionToolResultBlock
    | ToolSearchToolResultBlock
    | ContainerUploadBlock
    | UnknownBlock;

/** What a block grows by, told apart by its `type`. */
export type ContentBlockDelta =
    TextDelta | InputJSONDelta | ThinkingDelta | SignatureDelta | CitationsDelta | UnknownDelta;

/** An event of a stream, told apart by its `type`. */
export type StreamEvent =
    | MessageStartEvent
    | ContentBlockStartEvent
    | ContentBlockDeltaEvent
    | ContentBlockStopEvent
    | MessageDeltaEvent
    | MessageStopEvent
    | PingEvent
    | UnknownEvent;

// Events (protocol 4.2)

/** The message begins. */
export interface MessageStartEvent {
    type: "message_start";
    message: Message;
}

/** A block begins. */
export interface ContentBlockStartEvent {
    type: "content_block_start";
    index: number;
    content_block: ContentBlock;
}

/** A block grows. */
export interface ContentBlockDeltaEvent {
    type: "content_block_delta";
    index: number;
    delta: ContentBlockDelta;
}

/** A block is complete. */
export interface ContentBlockStopEvent {
    type: "content_block_stop";
    index: number;
}

/** The message itself changes: why it stopped, and its tokens so far. */
export interface MessageDeltaEvent {
    type: "message_delta";
    delta: MessageDelta;
    usage: MessageDeltaUsage;
}

/** The message is complete. */
export interface MessageStopEvent {
    type: "message_stop";
}

/** A sign of life. */
export interface PingEvent {
    type: "ping";
}

/** An event of a kind this version does not know. */
export interface UnknownEvent {
    /** Any other string at run time. */
    type: "unknown";
    [key: string]: unknown;
}
