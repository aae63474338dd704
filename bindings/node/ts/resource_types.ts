// Types of the answers of the endpoints beside messages: one interface for each JSON object the service sends. Unknown
// keys and kinds arrive as in `types.ts`. It must not hold anything that runs.

import type { Message } from "./types.js";

// generated: resources, from schema/openapi.yaml by `make generate`
// Message batches (protocol §8.4)

/** What became of a request of a batch, of a kind this version does not know. */
export interface UnknownBatchResult {
    /** Any other string at run time. */
    type: "unknown";
    [key: string]: unknown;
}

/** The requests of a batch by what became of them. Until the whole batch has ended all count as `processing`. */
export interface MessageBatchRequestCounts {
    /** Not ended yet. */
    processing: number;
    /** With a message. */
    succeeded: number;
    /** With an error. */
    errored: number;
    /** Cancelled before they were begun. */
    canceled: number;
    /** Not begun within 24 hours. */
    expired: number;
}

/** A batch of requests for messages. Times are RFC 3339. */
export interface MessageBatch {
    /** Names the batch. */
    id: string;
    type: "message_batch";
    /** Where it stands. */
    processing_status: "in_progress" | "canceling" | "ended" | (string & {});
    /** Its requests by what became of them. */
    request_counts: MessageBatchRequestCounts;
    /** When it was created. */
    created_at: string;
    /** When what has not ended expires: 24 hours after its creation. */
    expires_at?: string | null;
    /** When it ended. */
    ended_at?: string | null;
    /** When it was cancelled. */
    cancel_initiated_at?: string | null;
    /** When its results were deleted: 29 days after its creation. */
    archived_at?: string | null;
    /** Where its results are, once it has ended. */
    results_url?: string | null;
}

/** An error of the service. */
export interface ErrorDetail {
    /** What failed, an open set: `invalid_request_error`, `api_error` and so on. */
    type: string;
    /** For people; it changes. */
    message: string;
    /** More on some errors, with an `error_code` (protocol §5.6). */
    details?: Record<string, unknown> | null;
}

/** The shape in which the service reports an error (protocol §5.1). */
export interface ErrorResponse {
    type: "error";
    /** The error. */
    error: ErrorDetail;
    /** Id of the request at the service. */
    request_id?: string | null;
}

/** A request that has its message. */
export interface MessageBatchSucceededResult {
    type: "succeeded";
    /** The message. */
    message: Message;
}

/** A request that failed; nothing was billed. */
export interface MessageBatchErroredResult {
    type: "errored";
    /** The whole envelope: the error itself is its `error`. */
    error: ErrorResponse;
}

/** A request that was cancelled before it was begun. */
export interface MessageBatchCanceledResult {
    type: "canceled";
}

/** A request that was not begun within 24 hours. */
export interface MessageBatchExpiredResult {
    type: "expired";
}

/** What became of a request of a batch. */
export type MessageBatchResult =
    | MessageBatchSucceededResult
    | MessageBatchErroredResult
    | MessageBatchCanceledResult
    | MessageBatchExpiredResult
    | UnknownBatchResult;

/** One line of a batch's results. */
export interface MessageBatchIndividualResponse {
    /** The request that it answers. */
    custom_id: string;
    /** What became of it. */
    result: MessageBatchResult;
}

// Token counts, models (protocol §8.1, §8.2)

/** How many input tokens a request has: an estimate of the service. */
export interface MessageTokensCount {
    /** Tokens of system prompt, tools and messages together. */
    input_tokens: number;
    /** Beta: `original_input_tokens`, the count before the edits of `context_management`. */
    context_management?: Record<string, unknown> | null;
}

/** Whether a model can do something. */
export interface Capability {
    /** It can. */
    supported: boolean;
}

/** Edits of the context that a model's service offers. */
export interface ContextManagementCapability {
    /** Any of them. */
    supported: boolean;
    /** Old tool calls are cleared. */
    clear_tool_uses_20250919?: Capability | null;
    /** Old thinking is cleared. */
    clear_thinking_20251015?: Capability | null;
    /** The conversation is summarised. */
    compact_20260112?: Capability | null;
}

/** The levels of effort that a model takes. */
export interface EffortCapability {
    /** Any of them. */
    supported: boolean;
    /** `low`. */
    low?: Capability | null;
    /** `medium`. */
    medium?: Capability | null;
    /** `high`. */
    high?: Capability | null;
    /** `xhigh`. */
    xhigh?: Capability | null;
    /** `max`. */
    max?: Capability | null;
}

/** The tools that the service executes for a model. */
export interface ServerToolsCapability {
    /** Any of them. */
    supported: boolean;
    /** Search on the web. */
    web_search?: Capability | null;
    /** Execution of code. */
    code_execution?: Capability | null;
}

/** The kinds of thinking. Each is read on its own: `enabled` may be false while `disabled` is true. */
export interface ThinkingTypes {
    /** `enabled`. */
    enabled?: Capability | null;
    /** `adaptive`. */
    adaptive?: Capability | null;
    /** `disabled`. */
    disabled?: Capability | null;
    /** `between_tools`. */
    between_tools?: Capability | null;
}

/** How a model thinks. */
export interface ThinkingCapability {
    /** At all. */
    supported: boolean;
    /** By the `type` of a request's `thinking`. */
    types?: ThinkingTypes | null;
}

/** Whether requests may make a summary of the conversation (beta). */
export interface CompactionCapability {
    /** At all. */
    supported: boolean;
    /** The type `summarize`. */
    summarize?: Capability | null;
}

/** What a model can do. Null, or left out, is: the service did not say. */
export interface ModelCapabilities {
    /** Message batches. */
    batch?: Capability | null;
    /** Citations of documents. */
    citations?: Capability | null;
    /** Beta: requests that make a summary of the conversation. */
    compaction?: CompactionCapability | null;
    /** Calls of other tools from code. The tool for code itself stands in `server_tools`. */
    code_execution?: Capability | null;
    /** Edits of the context by the service. */
    context_management?: ContextManagementCapability | null;
    /** Levels of effort. */
    effort?: EffortCapability | null;
    /** Images in requests. */
    image_input?: Capability | null;
    /** PDF documents in requests. */
    pdf_input?: Capability | null;
    /** Tools that the service executes. */
    server_tools?: ServerToolsCapability | null;
    /** Answers that fit a JSON Schema. */
    structured_outputs?: Capability | null;
    /** Thinking. */
    thinking?: ThinkingCapability | null;
}

/** A model of the service's list. Servers leave out what they do not know yet, so all but the id is optional. */
export interface ModelInfo {
    type: "model";
    /** The identifier for requests. */
    id: string;
    /** Its name for people. */
    display_name?: string | null;
    /** The family: `haiku`, `sonnet`, `opus` and others to come. Never derive it from the id. */
    line?: string | null;
    /** Whether it may still be used. The only sign of retirement: a past `retires_at` alone is none. */
    lifecycle?: "active" | "deprecated" | "retired" | (string & {}) | null;
    /** When it was deprecated (RFC 3339). */
    deprecated_at?: string | null;
    /** When it is planned to answer no more (RFC 3339). */
    retires_at?: string | null;
    /** When it was released (RFC 3339); the epoch if that is not known. */
    created_at?: string | null;
    /** The size of its context window in tokens. */
    max_input_tokens?: number | null;
    /** The largest `max_tokens` of a request. */
    max_tokens?: number | null;
    /** What it can do. */
    capabilities?: ModelCapabilities | null;
}

// Files and skills (protocol §8.5, §8.6)

/** A file that was uploaded, or made by a tool. Times are RFC 3339. */
export interface FileMetadata {
    type: "file";
    /** The id for requests. */
    id: string;
    /** Its name, without a path. */
    filename: string;
    /** Its media type. */
    mime_type?: string | null;
    /** Its size in bytes. */
    size_bytes?: number | null;
    /** When it was created. */
    created_at?: string | null;
    /** Whether its content may be fetched: only that of files which tools made. */
    downloadable?: boolean | null;
    /** When it is deleted by the service; never if there is none. */
    expires_at?: string | null;
}

/** Who made a skill. */
export interface SkillSource {
    /** `custom`, the vendor's name and others; an open set. */
    type: string;
}

/** A skill. Times are RFC 3339. */
export interface Skill {
    type: "skill";
    /** Names the skill. */
    id: string;
    /** Its name for people; not unique. */
    display_name?: string | null;
    /** The version that is used where none is named. */
    latest_version_id?: string | null;
    /** Who made it. */
    source?: SkillSource | null;
    /** When it was created. */
    created_at?: string | null;
    /** When it got its latest version. */
    updated_at?: string | null;
}

/** A version of a skill. */
export interface SkillVersion {
    type: "skill_version";
    /** Names the version. */
    id: string;
    /** The skill it belongs to. */
    skill_id: string;
    /** The slug of the skill, which no version changes: lower case with hyphens. */
    name: string;
    /** When the model should use it. */
    description?: string | null;
    /** When it was created (RFC 3339). */
    created_at?: string | null;
}

/** The answer to a deletion. */
export interface Deleted {
    /** What was deleted. */
    id: string;
    /** What it was: `message_batch_deleted`, `file_deleted`, `skill_deleted`, `skill_version_deleted`. */
    type: string;
}

// Configured limits (protocol §8.9)

/** What limits are for. */
export interface RateLimitGroup {
    /** `model_group`, `batch`, `token_count`, `files`, `skills`, `web_search`; an open set. */
    type: string;
    /** Names the group. */
    id?: string | null;
    /** The name of a group of models, for people. */
    display_name?: string | null;
}

/** Where a workspace's limit comes from. */
export interface LimitSource {
    /** `workspace` or `organization`. */
    type: string;
}

/** One limit. */
export interface LimitValue {
    /** What it counts, an open set: `requests_per_minute`, `output_tokens_per_minute` and so on. */
    type: string;
    /** The limit; null where it is not set. */
    value?: number | null;
    /** In a workspace: the organisation's own limit. */
    org_limit?: number | null;
    /** In a workspace: where the value comes from. */
    source?: LimitSource | null;
}

/** The limits of one group of models or endpoints. */
export interface RateLimitRule {
    /** `rate_limit`, or `workspace_rate_limit` for those of a workspace. */
    type: string;
    /** The id of an organisation's rule. */
    id?: string | null;
    /** The id of the organisation's rule that a workspace's stands beside. */
    rate_limit_id?: string | null;
    /** The workspace. */
    workspace_id?: string | null;
    /** What it is for. */
    group?: RateLimitGroup | null;
    /** Ids and aliases of the models; null for a group of endpoints. */
    models?: string[] | null;
    /** The limits. */
    limits: LimitValue[];
}

// Webhooks (protocol §8.10)

/** What happened, and to which object. */
export interface WebhookData {
    /** What happened, an open set: `session.idled` and so on. Accept and ignore what you do not know. */
    type: string;
    /** The object. */
    id?: string | null;
    /** Its organisation. */
    organization_id?: string | null;
    /** Its workspace. */
    workspace_id?: string | null;
}

/**
 * What a webhook tells. It names an object and holds nothing of it: fetch its state. The same event may come more than
 * once: its id tells.
 */
export interface WebhookEvent {
    type: "event";
    /** Names the event. */
    id: string;
    /** When it happened (RFC 3339). */
    created_at: string;
    /** What happened, and to which object. */
    data: WebhookData;
}
// end generated
