// Types of answers: one interface for each JSON object the service sends, in unions discriminated by `type`. It must
// not hold anything that runs.
//
// Unknown is normal: a kind that this version does not know arrives like any other, with all its keys. For the type
// checker it has the literal type "unknown", so that the known kinds can be distinguished; at run time `type` is the
// service's value, and the `default` of a `switch` handles it.

import type { ResponseInfo } from "./head.js";

// generated: answers, from schema/openapi.yaml by `make generate`
// What is not known yet

/** A content block of a type unknown to this version. */
export interface UnknownBlock {
    /** Any other string at run time. */
    type: "unknown";
    [key: string]: unknown;
}

/** A delta of a type unknown to this version. */
export interface UnknownDelta {
    /** Any other string at run time. */
    type: "unknown";
    [key: string]: unknown;
}

/** A citation of a type unknown to this version. */
export interface UnknownCitation {
    /** Any other string at run time. */
    type: "unknown";
    [key: string]: unknown;
}

/** Content of a server tool's result, or a source, of a type unknown to this version. */
export interface UnknownResult {
    /** Any other string at run time. */
    type: "unknown";
    [key: string]: unknown;
}

// Citations (protocol §2.7)

/** Characters of a plain text document; 0-based, end exclusive. */
export interface CitationCharLocation {
    type: "char_location";
    /** The quoted text. */
    cited_text: string;
    /** Which document, counted from 0 over all messages of the request. */
    document_index: number;
    /** The document's title. */
    document_title?: string | null;
    /** First character. */
    start_char_index: number;
    /** Character after the last. */
    end_char_index: number;
    /** The document's file; in responses only. */
    file_id?: string | null;
}

/** Pages of a PDF; 1-based, end exclusive. */
export interface CitationPageLocation {
    type: "page_location";
    /** The quoted text. */
    cited_text: string;
    /** Which document, counted from 0 over all messages of the request. */
    document_index: number;
    /** The document's title. */
    document_title?: string | null;
    /** First page. */
    start_page_number: number;
    /** Page after the last. */
    end_page_number: number;
    /** The document's file; in responses only. */
    file_id?: string | null;
}

/** Blocks of a document made of blocks; 0-based, end exclusive. */
export interface CitationContentBlockLocation {
    type: "content_block_location";
    /** The quoted text. */
    cited_text: string;
    /** Which document, counted from 0 over all messages of the request. */
    document_index: number;
    /** The document's title. */
    document_title?: string | null;
    /** First block. */
    start_block_index: number;
    /** Block after the last. */
    end_block_index: number;
    /** The document's file; in responses only. */
    file_id?: string | null;
}

/** A page found by a web search. */
export interface CitationWebSearchResultLocation {
    type: "web_search_result_location";
    /** The quoted text. */
    cited_text: string;
    /** Opaque; must be sent back unchanged. */
    encrypted_index: string;
    /** The page's title. */
    title?: string | null;
    /** The page's URL. */
    url: string;
}

/** A search result supplied by the caller; 0-based, end exclusive. */
export interface CitationSearchResultLocation {
    type: "search_result_location";
    /** The quoted text. */
    cited_text: string;
    /** Which search result, counted from 0 over the whole request. */
    search_result_index: number;
    /** The result's source. */
    source: string;
    /** The result's title. */
    title?: string | null;
    /** First block. */
    start_block_index: number;
    /** Block after the last. */
    end_block_index: number;
}

// Content of the model (protocol §3.2)

/** The origin of a tool call: the model (`direct`), or code that it runs in the sandbox. */
export interface Caller {
    /** `direct`, or the version of the code execution tool. */
    type: string;
    /** The `server_tool_use` whose code made the call. */
    tool_id?: string | null;
}

/** Text. */
export interface TextBlock {
    type: "text";
    /** The text. */
    text: string;
    /** The sources that support the text. */
    citations?: TextCitation[] | null;
}

/** The model's thinking; must be sent back unchanged, including the signature. */
export interface ThinkingBlock {
    type: "thinking";
    /** The reasoning; may be empty. */
    thinking: string;
    /** Opaque proof that the service wrote it. */
    signature: string;
}

/** Redacted thinking; must be sent back unchanged. */
export interface RedactedThinkingBlock {
    type: "redacted_thinking";
    /** Opaque. */
    data: string;
}

/** A call of one of the caller's tools. */
export interface ToolUseBlock {
    type: "tool_use";
    /** The id of the call, repeated in its `tool_result`. */
    id: string;
    /** The tool, or the member of a toolset. */
    name: string;
    /** The arguments. */
    input: Record<string, unknown>;
    /** The origin of the call; absent means the model. */
    caller?: Caller | null;
    /** The toolset that `name` belongs to; the result must repeat it. */
    toolset_name?: string | null;
    /**
     * Present only if `input` must not be used: `"incomplete"` if the answer was cut within it (never run the tool
     * then), `"invalid"` if the model wrote something other than a JSON object. Not enumerable, and never sent.
     */
    readonly inputState?: "incomplete" | "invalid";
    /** The text of the model, if `inputState` says that `input` must not be used. Not enumerable. */
    readonly rawInput?: string;
}

/** A call of a tool that the service runs. Never answer it with a `tool_result`. */
export interface ServerToolUseBlock {
    type: "server_tool_use";
    /** The id of the call, repeated in its result block. */
    id: string;
    /** The tool. */
    name: string;
    /** The arguments. */
    input: Record<string, unknown>;
    /** The origin of the call; absent means the model. */
    caller?: Caller | null;
    /**
     * Present only if `input` must not be used: `"incomplete"` if the answer was cut within it (never run the tool
     * then), `"invalid"` if the model wrote something other than a JSON object. Not enumerable, and never sent.
     */
    readonly inputState?: "incomplete" | "invalid";
    /** The text of the model, if `inputState` says that `input` must not be used. Not enumerable. */
    readonly rawInput?: string;
}

// Results of server tools (protocol §3.3)

/** Whether a document may be cited. */
export interface CitationsConfig {
    /** True if it may be cited. */
    enabled?: boolean | null;
}

/** A base64-encoded file. */
export interface Base64Source {
    type: "base64";
    /** `image/png`, `application/pdf` and so on. */
    media_type: string;
    /** The data. */
    data: string;
}

/** A document as plain text. */
export interface PlainTextSource {
    type: "text";
    /** `text/plain`. */
    media_type: string;
    /** The text. */
    data: string;
}

/** A file at a URL. */
export interface URLSource {
    type: "url";
    /** The URL. */
    url: string;
}

/** An uploaded file. */
export interface FileSource {
    type: "file";
    /** The id of the file. */
    file_id: string;
}

/** A fetched document. */
export interface DocumentBlock {
    type: "document";
    /** The source of the data. */
    source: Base64Source | PlainTextSource | URLSource | FileSource | UnknownResult;
    /** Its title. */
    title?: string | null;
    /** Context about it for the model. */
    context?: string | null;
    /** Whether the model cites it. */
    citations?: CitationsConfig | null;
}

/** A page found by a web search. */
export interface WebSearchResult {
    type: "web_search_result";
    /** The page's title. */
    title: string;
    /** The page's URL. */
    url: string;
    /** Opaque; must be sent back unchanged. */
    encrypted_content: string;
    /** The age of the page, as text. */
    page_age?: string | null;
}

/** A web search that failed. */
export interface WebSearchToolResultError {
    type: "web_search_tool_result_error";
    /** The reason. */
    error_code: string;
}

/** Result of a web search: a list of pages, or one error object. */
export interface WebSearchToolResultBlock {
    type: "web_search_tool_result";
    /** The id of the call that this answers. */
    tool_use_id: string;
    /** Results or an error. */
    content: (WebSearchResult | UnknownResult)[] | WebSearchToolResultError | UnknownResult;
    /** The origin of the call. */
    caller?: Caller | null;
}

/** A fetched page. */
export interface WebFetchResult {
    type: "web_fetch_result";
    /** Its URL. */
    url: string;
    /** When it was fetched (RFC 3339). */
    retrieved_at?: string | null;
    /** Its content. */
    content: DocumentBlock;
}

/** A fetch that failed. */
export interface WebFetchToolResultError {
    type: "web_fetch_tool_result_error";
    /** The reason. */
    error_code: string;
}

/** Result of fetching a page. */
export interface WebFetchToolResultBlock {
    type: "web_fetch_tool_result";
    /** The id of the call that this answers. */
    tool_use_id: string;
    /** The page or an error. */
    content: WebFetchResult | WebFetchToolResultError | UnknownResult;
    /** The origin of the call. */
    caller?: Caller | null;
}

/** A file written by code. */
export interface CodeExecutionOutput {
    /** `code_execution_output` or `bash_code_execution_output`. */
    type: string;
    /** The file. */
    file_id: string;
}

/** The output of code: text and files. */
export interface CodeExecutionResult {
    type: "code_execution_result";
    /** Standard output. */
    stdout: string;
    /** Standard error. */
    stderr: string;
    /** Exit code; 0 means success. */
    return_code: number;
    /** The files that it wrote. */
    content: CodeExecutionOutput[];
}

/** The output of code, encrypted for the service. */
export interface EncryptedCodeExecutionResult {
    type: "encrypted_code_execution_result";
    /** Opaque; must be sent back unchanged. */
    encrypted_stdout: string;
    /** Standard error. */
    stderr: string;
    /** Exit code; 0 means success. */
    return_code: number;
    /** The files that it wrote. */
    content: CodeExecutionOutput[];
}

/** Code that could not be run. */
export interface CodeExecutionToolResultError {
    type: "code_execution_tool_result_error";
    /** The reason. */
    error_code: string;
}

/** Result of running code. */
export interface CodeExecutionToolResultBlock {
    type: "code_execution_tool_result";
    /** The id of the call that this answers. */
    tool_use_id: string;
    /** Output or an error. */
    content:
        CodeExecutionResult | EncryptedCodeExecutionResult | CodeExecutionToolResultError | UnknownResult;
}

/** The output of a shell command: text and files. */
export interface BashCodeExecutionResult {
    type: "bash_code_execution_result";
    /** Standard output. */
    stdout: string;
    /** Standard error. */
    stderr: string;
    /** Exit code; 0 means success. */
    return_code: number;
    /** The files that it wrote. */
    content: CodeExecutionOutput[];
}

/** A shell command that could not be run. */
export interface BashCodeExecutionToolResultError {
    type: "bash_code_execution_tool_result_error";
    /** The reason. */
    error_code: string;
}

/** Result of a shell command. */
export interface BashCodeExecutionToolResultBlock {
    type: "bash_code_execution_tool_result";
    /** The id of the call that this answers. */
    tool_use_id: string;
    /** Output or an error. */
    content: BashCodeExecutionResult | BashCodeExecutionToolResultError | UnknownResult;
}

/** A file, or a part of it. */
export interface TextEditorCodeExecutionViewResult {
    type: "text_editor_code_execution_view_result";
    /** `text`, `image` or `pdf`. */
    file_type: string;
    /** The content that was read. */
    content: string;
    /** Number of lines read. */
    num_lines?: number | null;
    /** Number of the first line read. */
    start_line?: number | null;
    /** Number of lines in the file. */
    total_lines?: number | null;
}

/** The result of writing a file. */
export interface TextEditorCodeExecutionCreateResult {
    type: "text_editor_code_execution_create_result";
    /** Whether the file existed before. */
    is_file_update: boolean;
}

/** The result of changing a file. */
export interface TextEditorCodeExecutionStrReplaceResult {
    type: "text_editor_code_execution_str_replace_result";
    /** The change, as lines of a diff. */
    lines?: string[] | null;
    /** First old line. */
    old_start?: number | null;
    /** Number of old lines. */
    old_lines?: number | null;
    /** First new line. */
    new_start?: number | null;
    /** Number of new lines. */
    new_lines?: number | null;
}

/** An edit that failed. */
export interface TextEditorCodeExecutionToolResultError {
    type: "text_editor_code_execution_tool_result_error";
    /** The reason. */
    error_code: string;
    /** The error message; only from some tools. */
    error_message?: string | null;
}

/** Result of the text editor. */
export interface TextEditorCodeExecutionToolResultBlock {
    type: "text_editor_code_execution_tool_result";
    /** The id of the call that this answers. */
    tool_use_id: string;
    /** The outcome or an error. */
    content:
        | TextEditorCodeExecutionViewResult
        | TextEditorCodeExecutionCreateResult
        | TextEditorCodeExecutionStrReplaceResult
        | TextEditorCodeExecutionToolResultError
        | UnknownResult;
}

/** A tool found by a search. */
export interface ToolReferenceBlock {
    type: "tool_reference";
    /** The tool's name. */
    tool_name: string;
}

/** Tools found by a search. */
export interface ToolSearchToolSearchResult {
    type: "tool_search_tool_search_result";
    /** References to the tools. */
    tool_references: ToolReferenceBlock[];
}

/** A tool search that failed. */
export interface ToolSearchToolResultError {
    type: "tool_search_tool_result_error";
    /** The reason. */
    error_code: string;
    /** The error message; only from some tools. */
    error_message?: string | null;
}

/** Result of a tool search. */
export interface ToolSearchToolResultBlock {
    type: "tool_search_tool_result";
    /** The id of the call that this answers. */
    tool_use_id: string;
    /** The tools that were found, or an error. */
    content: ToolSearchToolSearchResult | ToolSearchToolResultError | UnknownResult;
}

/** Beta: the advice of another model. */
export interface AdvisorResult {
    type: "advisor_result";
    /** The advice. */
    text: string;
    /** Why the other model stopped. */
    stop_reason?: string | null;
}

/** Beta: the advice of another model, encrypted. */
export interface AdvisorRedactedResult {
    type: "advisor_redacted_result";
    /** Opaque; must be sent back unchanged. */
    encrypted_content: string;
    /** Why the other model stopped. */
    stop_reason?: string | null;
}

/** Beta: the other model was not called or returned nothing; the answer continues without advice. */
export interface AdvisorToolResultError {
    type: "advisor_tool_result_error";
    /** The reason. */
    error_code: string;
}

/** Beta: the result of asking another model for advice (protocol §8.8). */
export interface AdvisorToolResultBlock {
    type: "advisor_tool_result";
    /** The id of the call that this answers. */
    tool_use_id: string;
    /** The advice or an error. */
    content: AdvisorResult | AdvisorRedactedResult | AdvisorToolResultError | UnknownResult;
}

/** A file that was placed in the sandbox. */
export interface ContainerUploadBlock {
    type: "container_upload";
    /** The file. */
    file_id: string;
}

// The message (protocol §3.1, §3.5, §3.6)

/** Tokens written to the cache, by lifetime. */
export interface CacheCreation {
    /** Tokens cached for five minutes. */
    ephemeral_5m_input_tokens: number;
    /** Tokens cached for one hour. */
    ephemeral_1h_input_tokens: number;
}

/** Output tokens by purpose. */
export interface OutputTokensDetails {
    /** Tokens used for thinking. */
    thinking_tokens: number;
}

/** Number of uses of server tools. */
export interface ServerToolUsage {
    /** Number of web searches. */
    web_search_requests?: number | null;
    /** Number of pages fetched. */
    web_fetch_requests?: number | null;
}

/** The token usage of a call. The total input is the sum of the three input counts. */
export interface Usage {
    /** Input tokens after the last cache breakpoint, neither written to nor read from the cache. */
    input_tokens: number;
    /** Input tokens written to the cache. */
    cache_creation_input_tokens?: number | null;
    /** Input tokens read from the cache. */
    cache_read_input_tokens?: number | null;
    /** Tokens written to the cache, by lifetime. */
    cache_creation?: CacheCreation | null;
    /** All output tokens, thinking included. */
    output_tokens: number;
    /** Some of the output tokens, by purpose. */
    output_tokens_details?: OutputTokensDetails | null;
    /** Number of uses of server tools. */
    server_tool_use?: ServerToolUsage | null;
    /** The tier that served the request: `standard`, `priority`, `batch`. */
    service_tier?: string | null;
    /** The region in which the model ran. */
    inference_geo?: string | null;
    /** One entry for each sampling step (protocol §3.6). */
    iterations?: UsageIteration[] | null;
    /** The speed that was used: `standard` or `fast`. */
    speed?: string | null;
    /** Beta: whether the request's `fallback_credit_token` was redeemed. */
    fallback_credit?: FallbackCredit | null;
}

/** The token usage so far, as totals. An absent key keeps its previous value. */
export interface MessageDeltaUsage {
    /** Input tokens after the last cache breakpoint, neither written to nor read from the cache. */
    input_tokens?: number | null;
    /** Input tokens written to the cache. */
    cache_creation_input_tokens?: number | null;
    /** Input tokens read from the cache. */
    cache_read_input_tokens?: number | null;
    /** Tokens written to the cache, by lifetime. */
    cache_creation?: CacheCreation | null;
    /** All output tokens, thinking included. */
    output_tokens?: number | null;
    /** Some of the output tokens, by purpose. */
    output_tokens_details?: OutputTokensDetails | null;
    /** Number of uses of server tools. */
    server_tool_use?: ServerToolUsage | null;
    /** The tier that served the request. */
    service_tier?: string | null;
    /** The region in which the model ran. */
    inference_geo?: string | null;
    /** One entry for each sampling step (protocol §3.6). */
    iterations?: UsageIteration[] | null;
    /** The speed that was used: `standard` or `fast`. */
    speed?: string | null;
    /** Beta: whether the request's `fallback_credit_token` was redeemed. */
    fallback_credit?: FallbackCredit | null;
}

/** The outcome of a credit from a refusal. */
export interface FallbackCredit {
    /** Whether it was redeemed. */
    status: FallbackCreditStatus;
}

/** Whether a credit was redeemed, and why not (protocol §3.6). */
export interface FallbackCreditStatus {
    /** `redeemed` or `not_applied`. */
    type: string;
    /** Why it was not applied. */
    reason?: string | null;
    /** Fields of the request that prevented it. */
    remove_to_redeem?: string[] | null;
}

/** The token usage of one sampling step. The totals do not include `compaction` steps. */
export interface UsageIteration {
    /** `message`, `compaction`, `advisor_message` or `fallback_message`. */
    type: string;
    /** The model of the step. */
    model?: string | null;
    /** Input tokens after the last cache breakpoint. */
    input_tokens: number;
    /** Input tokens written to the cache. */
    cache_creation_input_tokens?: number | null;
    /** Input tokens read from the cache. */
    cache_read_input_tokens?: number | null;
    /** Tokens written to the cache, by lifetime. */
    cache_creation?: CacheCreation | null;
    /** Output tokens. */
    output_tokens: number;
}

/** An edit that the service applied to the conversation before the model read it. */
export interface AppliedEdit {
    /** The edit of the request, for example `clear_tool_uses_20250919`. */
    type: string;
    /** Number of input tokens removed. */
    cleared_input_tokens?: number | null;
    /** Number of tool calls whose results were removed. */
    cleared_tool_uses?: number | null;
    /** Number of turns whose thinking was removed. */
    cleared_thinking_turns?: number | null;
}

/** The edits that the service applied to the conversation. A compaction appears as a block, not here. */
export interface ContextManagement {
    /** The edits, in order. */
    applied_edits: AppliedEdit[];
}

/** Why the prompt cache was missed. */
export interface CacheMissReason {
    /**
     * `model_changed`, `system_changed`, `tools_changed`, `messages_changed`, `previous_message_not_found` or
     * `unavailable`; an open set.
     */
    type: string;
    /** Estimated number of tokens that would have been read from the cache. */
    cache_missed_input_tokens?: number | null;
}

/** A comparison with the previous request (protocol §10.9). */
export interface Diagnostics {
    /** The first difference; null if the comparison had not finished. */
    cache_miss_reason: CacheMissReason | null;
}

/** How the service treated a block that was sent back. */
export interface InputTransformation {
    /** `thinking_dropped` or `thinking_mismatch_allowed`. */
    type: string;
    /** The path of the block: `messages.{i}.content.{j}`. */
    path: string;
    /** The reason, for example `prefix_binding_mismatch`. */
    reason: string;
}

/** Why an answer was refused. */
export interface StopDetails {
    /** `refusal`. */
    type: string;
    /** The subject, an open set: `cyber`, `bio`, `frontier_llm` and others; may be null (protocol §3.5). */
    category?: string | null;
    /** An explanation for people. */
    explanation?: string | null;
    /** Beta: for `fallback_credit_token` of the next request; valid for 5 minutes. */
    fallback_credit_token?: string | null;
    /** Beta: whether the credit covers the partial answer. */
    fallback_has_prefill_claim?: boolean | null;
    /** Beta: a model suggested for a direct retry. */
    recommended_model?: string | null;
}

/** A skill loaded into the sandbox. */
export interface ContainerSkill {
    /** The vendor's name, or `custom`. */
    type: string;
    /** The id of the skill. */
    skill_id: string;
    /** Its version; may be `latest`. */
    version?: string | null;
}

/** The sandbox that code ran in; a later request can use its id. */
export interface Container {
    /** The id of the sandbox. */
    id: string;
    /** When it expires (RFC 3339). */
    expires_at: string;
    /** The skills loaded in it. */
    skills?: ContainerSkill[] | null;
}

/** The model's answer. */
export interface Message {
    /** The id of the message; opaque. */
    id: string;
    type: "message";
    /** Always the assistant. */
    role: "assistant";
    /** The model that answered; may be the dated form of the requested name. */
    model: string;
    /** The answer. May be empty. */
    content: ContentBlock[];
    /** Why the model stopped; null only while a stream runs. */
    stop_reason: StopReason | null;
    /** The stop sequence that was produced. */
    stop_sequence: string | null;
    /** Details of a refusal. */
    stop_details?: StopDetails | null;
    /** The sandbox that was used. */
    container?: Container | null;
    /** The token usage. */
    usage: Usage;
    /** Beta: the edits that the service applied to the conversation (protocol §8.8). */
    context_management?: ContextManagement | null;
    /** Why the prompt cache was missed, if the request asked (protocol §10.9). */
    diagnostics?: Diagnostics | null;
    /** Beta: how the service treated thinking that was sent back from another conversation (protocol §3.1). */
    input_transformations?: InputTransformation[] | null;
    /** Status, headers, rate limits and attempts of the answer; null for a partial message. Not enumerable. */
    readonly response?: ResponseInfo | null;
    /** Id of the request at the service. Not enumerable. */
    readonly _request_id?: string | null;
    /** The JSON text, for numbers that JavaScript cannot represent. Not enumerable. */
    readonly raw?: string;
}

// Deltas (protocol §4.3)

/** More text. */
export interface TextDelta {
    type: "text_delta";
    /** Appended to the text of the block. */
    text: string;
}

/** More of a tool's input, as a piece of JSON text. */
export interface InputJSONDelta {
    type: "input_json_delta";
    /** Appended to the JSON text of the input; may be empty. */
    partial_json: string;
}

/** More thinking. */
export interface ThinkingDelta {
    type: "thinking_delta";
    /** Appended to the thinking of the block. */
    thinking: string;
    /** Beta: estimated number of further thinking tokens; the sum shows progress and is not what is billed. */
    estimated_tokens?: number | null;
}

/** The signature of a thinking block. */
export interface SignatureDelta {
    type: "signature_delta";
    /** The whole signature, sent once before the block stops. */
    signature: string;
}

/** Another citation of a text block. */
export interface CitationsDelta {
    type: "citations_delta";
    /** Added to the citations of the block. */
    citation: TextCitation;
}

/** Beta: the summary of a compaction block, sent whole. */
export interface CompactionDelta {
    type: "compaction_delta";
    /** The summary; null if only the encrypted form is present. */
    content: string | null;
    /** The summary, encrypted for the service. */
    encrypted_content?: string | null;
}

/** Changes of the message itself. */
export interface MessageDelta {
    /** Why the model stopped. */
    stop_reason: StopReason | null;
    /** The stop sequence that was produced. */
    stop_sequence: string | null;
    /** Details of a refusal. */
    stop_details?: StopDetails | null;
    /** The sandbox that was used. */
    container?: Container | null;
}

// Events (protocol §4.2)

/** The message begins. */
export interface MessageStartEvent {
    type: "message_start";
    /** The message without content, with the token usage known so far. */
    message: Message;
}

/** A block begins. */
export interface ContentBlockStartEvent {
    type: "content_block_start";
    /** The index of the block in the content, from 0. */
    index: number;
    /** The block as it begins; results of server tools are complete. */
    content_block: ContentBlock;
}

/** A block grows. */
export interface ContentBlockDeltaEvent {
    type: "content_block_delta";
    /** The index of the block in the content, from 0. */
    index: number;
    /** The increment of the block. */
    delta: ContentBlockDelta;
}

/** A block is complete. */
export interface ContentBlockStopEvent {
    type: "content_block_stop";
    /** The index of the block in the content, from 0. */
    index: number;
}

/** The message itself changes: why it stopped, and its tokens so far. */
export interface MessageDeltaEvent {
    type: "message_delta";
    /** The changes. */
    delta: MessageDelta;
    /** The token usage so far, as totals. */
    usage: MessageDeltaUsage;
    /** Beta: the edits that the service applied to the conversation (protocol §8.8). */
    context_management?: ContextManagement | null;
    /**
     * Beta: how the service treated thinking that was sent back; replaces the value of `message_start` (protocol §3.1).
     */
    input_transformations?: InputTransformation[] | null;
}

/** The message is complete. */
export interface MessageStopEvent {
    type: "message_stop";
}

/** A keep-alive event. */
export interface PingEvent {
    type: "ping";
}

/** An event of a type unknown to this version. */
export interface UnknownEvent {
    /** Any other string at run time. */
    type: "unknown";
    [key: string]: unknown;
}

// Names of several types

/** Why the model stopped; an open set (protocol §3.4). */
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

/** A citation, discriminated by `type`. */
export type TextCitation =
    | CitationCharLocation
    | CitationPageLocation
    | CitationContentBlockLocation
    | CitationWebSearchResultLocation
    | CitationSearchResultLocation
    | UnknownCitation;

/** Beta: a call of a tool of an MCP server, which the service makes. Never answer it with a `tool_result`. */
export interface MCPToolUseBlock {
    type: "mcp_tool_use";
    /** The id of the call, repeated in its result block. */
    id: string;
    /** The tool. */
    name: string;
    /** The server, by its name in the request. */
    server_name: string;
    /** The arguments, parsed from the JSON that the model wrote. The key may be absent. */
    input: Record<string, unknown>;
}

/** Beta: the result of a tool of an MCP server. */
export interface MCPToolResultBlock {
    type: "mcp_tool_result";
    /** The id of the call that this answers. */
    tool_use_id: string;
    /** Whether the tool failed; if so, the content gives the reason. */
    is_error: boolean;
    /** Text, or blocks of text. */
    content: string | TextBlock[];
}

/** Beta: the tools that the service found at an MCP server; must be sent back unchanged. */
export interface MCPToolListingBlock {
    type: "mcp_tool_listing";
    /** The server, by its name in the request. */
    mcp_server_name: string;
    /** Its tools, as the server describes them. */
    tools: Record<string, unknown>[];
}

/**
 * Beta: a summary of the conversation so far, sent back unchanged in place of the turns that it summarises (protocol
 * §9.8).
 */
export interface CompactionBlock {
    type: "compaction";
    /** The summary; null if only the encrypted form is present. */
    content: string | null;
    /** The summary, encrypted for the service. */
    encrypted_content?: string | null;
    /** Opaque proof that the service wrote it. */
    signature?: string | null;
    /** The state of the tools at that point; opaque. */
    tool_changes?: Record<string, unknown>[] | null;
}

/** A model, by its name. */
export interface FallbackModel {
    /** The name. */
    model: string;
}

/** Why another model continued. */
export interface FallbackTrigger {
    /** `refusal`. */
    type: string;
    /** The subject of the refusal. */
    category?: string | null;
}

/** Beta: another model continues from here because the previous one refused. Send it back in the same position. */
export interface FallbackBlock {
    type: "fallback";
    /** The model that refused. */
    from: FallbackModel;
    /** The model that continues. */
    to: FallbackModel;
    /** The reason. */
    trigger?: FallbackTrigger | null;
}

/** A block of an answer, discriminated by `type`. */
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
    | AdvisorToolResultBlock
    | ContainerUploadBlock
    | MCPToolUseBlock
    | MCPToolResultBlock
    | MCPToolListingBlock
    | CompactionBlock
    | FallbackBlock
    | UnknownBlock;

/** An increment of a block, discriminated by `type`. */
export type ContentBlockDelta =
    | TextDelta
    | InputJSONDelta
    | ThinkingDelta
    | SignatureDelta
    | CitationsDelta
    | CompactionDelta
    | UnknownDelta;

/** An event of a stream, discriminated by `type`. */
export type StreamEvent =
    | MessageStartEvent
    | ContentBlockStartEvent
    | ContentBlockDeltaEvent
    | ContentBlockStopEvent
    | MessageDeltaEvent
    | MessageStopEvent
    | PingEvent
    | UnknownEvent;
// end generated
