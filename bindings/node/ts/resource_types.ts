// Types of the answers of the endpoints beside messages: one interface for each JSON object the service sends. Unknown
// keys and kinds arrive as in `types.ts`. It must not hold anything that runs.

import type { Message } from "./types.js";

// generated: resources, from schema/openapi.yaml by `make generate`
// Message batches (protocol §8.4)

/** The outcome of a request of a batch, of a type unknown to this version. */
export interface UnknownBatchResult {
    /** Any other string at run time. */
    type: "unknown";
    [key: string]: unknown;
}

/** The number of requests of a batch by outcome. All count as `processing` until the whole batch has ended. */
export interface MessageBatchRequestCounts {
    /** Requests that have not ended. */
    processing: number;
    /** Requests that returned a message. */
    succeeded: number;
    /** Requests that failed. */
    errored: number;
    /** Requests cancelled before they started. */
    canceled: number;
    /** Requests not started within 24 hours. */
    expired: number;
}

/** A batch of requests for messages. Times are RFC 3339. */
export interface MessageBatch {
    /** The id of the batch. */
    id: string;
    type: "message_batch";
    /** The state of the batch. */
    processing_status: "in_progress" | "canceling" | "ended" | (string & {});
    /** The number of requests by outcome. */
    request_counts: MessageBatchRequestCounts;
    /** When it was created. */
    created_at: string;
    /** When requests that have not ended expire: 24 hours after creation. */
    expires_at?: string | null;
    /** When it ended. */
    ended_at?: string | null;
    /** When cancellation was requested. */
    cancel_initiated_at?: string | null;
    /** When its results were deleted: 29 days after creation. */
    archived_at?: string | null;
    /** The URL of its results, once it has ended. */
    results_url?: string | null;
}

/** An error of the service. */
export interface ErrorDetail {
    /** The type of error, an open set: `invalid_request_error`, `api_error` and so on. */
    type: string;
    /** A message for people; not stable. */
    message: string;
    /** Details of some errors, with an `error_code` (protocol §5.6). */
    details?: Record<string, unknown> | null;
}

/** The envelope in which the service reports an error (protocol §5.1). */
export interface ErrorResponse {
    type: "error";
    /** The error. */
    error: ErrorDetail;
    /** Id of the request at the service. */
    request_id?: string | null;
}

/** A request that returned a message. */
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

/** A request cancelled before it started. */
export interface MessageBatchCanceledResult {
    type: "canceled";
}

/** A request not started within 24 hours. */
export interface MessageBatchExpiredResult {
    type: "expired";
}

/** The outcome of a request of a batch. */
export type MessageBatchResult =
    | MessageBatchSucceededResult
    | MessageBatchErroredResult
    | MessageBatchCanceledResult
    | MessageBatchExpiredResult
    | UnknownBatchResult;

/** One line of a batch's results. */
export interface MessageBatchIndividualResponse {
    /** The id of the request that it answers. */
    custom_id: string;
    /** The outcome of the request. */
    result: MessageBatchResult;
}

// Token counts, models (protocol §8.1, §8.2)

/** The number of input tokens of a request, as the service estimates it. */
export interface MessageTokensCount {
    /** Total tokens of the system prompt, tools and messages. */
    input_tokens: number;
    /** Beta: `original_input_tokens`, the count before the edits of `context_management`. */
    context_management?: Record<string, unknown> | null;
}

/** Whether a model can do something. */
export interface Capability {
    /** Whether the model can do it. */
    supported: boolean;
}

/** The context edits available for a model. */
export interface ContextManagementCapability {
    /** Whether any of them is available. */
    supported: boolean;
    /** Old tool calls are cleared. */
    clear_tool_uses_20250919?: Capability | null;
    /** Old thinking is cleared. */
    clear_thinking_20251015?: Capability | null;
    /** The conversation is summarised. */
    compact_20260112?: Capability | null;
}

/** The levels of effort that a model accepts. */
export interface EffortCapability {
    /** Whether any of them is available. */
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
    /** Whether any of them is available. */
    supported: boolean;
    /** Web search. */
    web_search?: Capability | null;
    /** Code execution. */
    code_execution?: Capability | null;
}

/** The types of thinking. Each is independent: `enabled` may be false while `disabled` is true. */
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

/** The kinds of thinking that a model supports. */
export interface ThinkingCapability {
    /** Whether it is available at all. */
    supported: boolean;
    /** By the `type` of a request's `thinking`. */
    types?: ThinkingTypes | null;
}

/** Whether requests may summarise the conversation (beta). */
export interface CompactionCapability {
    /** Whether it is available at all. */
    supported: boolean;
    /** The type `summarize`. */
    summarize?: Capability | null;
}

/** The capabilities of a model. Null or absent means that the service did not report it. */
export interface ModelCapabilities {
    /** Message batches. */
    batch?: Capability | null;
    /** Citations of documents. */
    citations?: Capability | null;
    /** Beta: requests that summarise the conversation. */
    compaction?: CompactionCapability | null;
    /** Calls of other tools from code. The code execution tool itself is in `server_tools`. */
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
    /** Answers that match a JSON Schema. */
    structured_outputs?: Capability | null;
    /** Thinking. */
    thinking?: ThinkingCapability | null;
}

/** A model of the service's list. Servers omit fields that they do not know yet, so only the id is required. */
export interface ModelInfo {
    type: "model";
    /** The identifier for requests. */
    id: string;
    /** The display name. */
    display_name?: string | null;
    /** The family, an open set: `haiku`, `sonnet`, `opus` and so on. Never derive it from the id. */
    line?: string | null;
    /** Whether it may still be used. Only this field shows retirement; a `retires_at` in the past does not. */
    lifecycle?: "active" | "deprecated" | "retired" | (string & {}) | null;
    /** When it was deprecated (RFC 3339). */
    deprecated_at?: string | null;
    /** When its retirement is planned (RFC 3339). */
    retires_at?: string | null;
    /** When it was released (RFC 3339); the epoch if unknown. */
    created_at?: string | null;
    /** The size of its context window in tokens. */
    max_input_tokens?: number | null;
    /** The largest `max_tokens` of a request. */
    max_tokens?: number | null;
    /** Its capabilities. */
    capabilities?: ModelCapabilities | null;
}

// Files and skills (protocol §8.5, §8.6)

/** The scope of a file, for example a session. */
export interface FileScope {
    /** `session`; an open set. */
    type: string;
    /** The id of the session, or of another scope. */
    id: string;
}

/** A file that was uploaded, or created by a tool. Times are RFC 3339. */
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
    /** Whether its content can be downloaded; true only for files created by tools. */
    downloadable?: boolean | null;
    /** When the service deletes it; never if unset. */
    expires_at?: string | null;
    /** Beta: the scope of the file; null for a file of the whole workspace. */
    scope?: FileScope | null;
}

/** The origin of a skill. */
export interface SkillSource {
    /** `custom`, the vendor's name and others; an open set. */
    type: string;
}

/** A skill. Times are RFC 3339. */
export interface Skill {
    type: "skill";
    /** The id of the skill. */
    id: string;
    /** The display name; not unique. */
    display_name?: string | null;
    /** The version that is used if none is given. */
    latest_version_id?: string | null;
    /** The origin of the skill. */
    source?: SkillSource | null;
    /** When it was created. */
    created_at?: string | null;
    /** When its latest version was added. */
    updated_at?: string | null;
}

/** A version of a skill. */
export interface SkillVersion {
    type: "skill_version";
    /** The id of the version. */
    id: string;
    /** The skill it belongs to. */
    skill_id: string;
    /** The slug of the skill, the same in all versions: lower case with hyphens. */
    name: string;
    /** When the model should use it. */
    description?: string | null;
    /** When it was created (RFC 3339). */
    created_at?: string | null;
}

/** The answer to a deletion. */
export interface Deleted {
    /** The id of the deleted object. */
    id: string;
    /** The kind of object: `message_batch_deleted`, `file_deleted`, `skill_deleted`, `skill_version_deleted`. */
    type: string;
}

// Configured limits (protocol §8.9)

/** The models or endpoints that limits apply to. */
export interface RateLimitGroup {
    /** `model_group`, `batch`, `token_count`, `files`, `skills`, `web_search`; an open set. */
    type: string;
    /** The id of the group. */
    id?: string | null;
    /** The display name of a group of models. */
    display_name?: string | null;
}

/** The origin of a workspace's limit. */
export interface LimitSource {
    /** `workspace` or `organization`. */
    type: string;
}

/** A limit. */
export interface LimitValue {
    /** The quantity that it limits, an open set: `requests_per_minute`, `output_tokens_per_minute` and so on. */
    type: string;
    /** The limit; null if not set. */
    value?: number | null;
    /** In a workspace: the organisation's own limit. */
    org_limit?: number | null;
    /** In a workspace: the origin of the value. */
    source?: LimitSource | null;
}

/** The limits of one group of models or endpoints. */
export interface RateLimitRule {
    /** `rate_limit`, or `workspace_rate_limit` for those of a workspace. */
    type: string;
    /** The id of an organisation's rule. */
    id?: string | null;
    /** The id of the organisation's rule that this rule of a workspace corresponds to. */
    rate_limit_id?: string | null;
    /** The id of the workspace. */
    workspace_id?: string | null;
    /** The group that the limits apply to. */
    group?: RateLimitGroup | null;
    /** Ids and aliases of the models; null for a group of endpoints. */
    models?: string[] | null;
    /** The limits. */
    limits: LimitValue[];
}

// Webhooks (protocol §8.10)

/** The type of event and the object that it is about. */
export interface WebhookData {
    /** The type of event, an open set: `session.idled` and so on. Accept and ignore unknown types. */
    type: string;
    /** The id of the object. */
    id?: string | null;
    /** The id of its organisation. */
    organization_id?: string | null;
    /** The id of its workspace. */
    workspace_id?: string | null;
}

/**
 * The event of a webhook. It identifies an object without its state, which has to be fetched. An event may be delivered
 * more than once, with the same id.
 */
export interface WebhookEvent {
    type: "event";
    /** The id of the event. */
    id: string;
    /** When it happened (RFC 3339). */
    created_at: string;
    /** The type of event and the object that it is about. */
    data: WebhookData;
}
// end generated
