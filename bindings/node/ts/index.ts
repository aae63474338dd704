// The package's exports.

// First: it reports the reason where the others could not be loaded.
import "./bundled.js";
import { Client } from "./client.js";

export { type BetaName, betas } from "./betas.js";
export { APIPromise, type WithResponse } from "./api_promise.js";
export { ByteStream } from "./bytes.js";
export type { BatchLine, BatchResults, BrokenBatchLine } from "./batch_results.js";
export { CacheChange, markCache } from "./cache.js";
export { Client, configure, type CopyOptions } from "./client.js";
export { Conversation, type Repair, type Trimmed } from "./conversation.js";
export type { ApiKey, Credential, CredentialFunction, CredentialRequest, KeyFunction } from "./core.js";
export {
    APIConnectionError,
    APIConnectionTimeoutError,
    APIConnectionTimeoutError as APITimeoutError,
    APIError,
    APIResponseValidationError,
    APIStatusError,
    APIUserAbortError,
    AuthenticationError,
    BadRequestError,
    BillingError,
    ConfigError,
    ConflictError,
    DeadlineExceededError,
    type ErrorJSON,
    errorTable,
    DrainingError,
    HookError,
    InternalError,
    InternalServerError,
    NotFoundError,
    OverLimitError,
    OverloadedError,
    ParlourError,
    PermissionDeniedError,
    RateLimitError,
    RequestTooLargeError,
    ServiceUnavailableError,
    StreamDecodeError,
    StreamEndedError,
    StreamError,
    StreamProtocolError,
    UnprocessableEntityError,
} from "./errors.js";
export { rawOf } from "./json.js";
export { type DeepPartial, type JSONValue, PartialJSON } from "./partial_json.js";
export { type RateLimit, type RateLimits, ResponseInfo } from "./head.js";
export type { Logger, LogLevel } from "./log.js";
export { Messages, type ResumeToolsParams, type RunToolsParams } from "./messages.js";
export { version } from "./native.js";
export type * from "./options.js";
export type { ListParams, Page, PageAnswer, PagePromise } from "./pages.js";
export type * from "./params.js";
export { RequestBody } from "./request_body.js";
export type * from "./resource_types.js";
export type {
    Batches,
    BatchCreateParams,
    BatchRequest,
    BatchRunParams,
    BatchWaitOptions,
    DownloadOptions,
    Files,
    Limits,
    MessageCountTokensParams,
    Models,
    SkillFiles,
    Skills,
    SkillVersions,
} from "./resources.js";
export { RawResponse } from "./response.js";
export type {
    AnySchema,
    FromJSONSchema,
    InferInput,
    InferOutput,
    JSONSchema,
    StandardIssue,
    StandardResult,
    StandardSchema,
} from "./schema.js";
export type {
    CachePrice,
    FleetUsage,
    Price,
    ReportOptions,
    SpendingLimit,
    SpendingState,
    Tally,
    UsageReport,
} from "./ledger.js";
export type { Allowance, LimiterState, ModelLimits } from "./limiter.js";
export type { DrainReport, RunningCall } from "./drain.js";
export type { ClientStats } from "./stats.js";
export type {
    CallEnd,
    Hook,
    HookAction,
    HookAnswer,
    HookCall,
    HookFailure,
    HookRetry,
    LimitNotice,
    Measurement,
    Telemetry,
    TelemetryValue,
} from "./hook_chain.js";
export {
    type ObserveOptions,
    OpenTelemetry,
    type OpenTelemetryApi,
    type OpenTelemetryOptions,
} from "./telemetry.js";
export type { StopNotice } from "./stops.js";
export { type CallDiagnostics, CHANNELS } from "./diagnostics.js";
export { MessageStream, type MessageStreamEvents, textOf } from "./stream.js";
export {
    type AnswerOptions,
    AnswerStream,
    type AnswerStreamOf,
    type Outcome,
    outputFormat,
    type OutputFormat,
    type ParsedMessage,
    type ParseParams,
} from "./structured.js";
export {
    type BashHandlers,
    bashTool,
    type CoordinateTarget,
    CreateCommand,
    type DefinitionFields,
    DeleteCommand,
    type Edited,
    InsertCommand,
    type MemoryHandlers,
    memoryTool,
    type Point,
    type RefTarget,
    RenameCommand,
    type RestartCommand,
    type RunCommand,
    type Screenshot,
    StrReplaceCommand,
    type TextEditorHandlers,
    textEditorTool,
    UndoEditCommand,
    ViewCommand,
} from "./client_tools.js";
// generated: toolsets, from schema/toolsets.toml by `make generate`
export {
    type BrowserClickCommand,
    type BrowserDragCommand,
    type BrowserFileUploadCommand,
    type BrowserFindCommand,
    type BrowserFormInputCommand,
    type BrowserHandlers,
    type BrowserHoldKeyCommand,
    type BrowserHoverCommand,
    type BrowserKeyCommand,
    type BrowserMouseCommand,
    type BrowserNavigateCommand,
    type BrowserPageCommand,
    type BrowserReadPageCommand,
    type BrowserScriptCommand,
    type BrowserScrollCommand,
    type BrowserScrollToCommand,
    type BrowserTabCommand,
    browserTool,
    type BrowserTypeCommand,
    type BrowserWaitCommand,
    type BrowserZoomCommand,
    type ClickCommand,
    type ComputerHandlers,
    computerTool,
    type DragCommand,
    type HoldKeyCommand,
    type KeyCommand,
    type MouseMoveCommand,
    type ScrollCommand,
    type TypeCommand,
    type WaitCommand,
    type ZoomCommand,
} from "./toolsets.js";
// end generated
export {
    type ClientToolOptions,
    type RunnableTool,
    tool,
    type ToolCall,
    type ToolContext,
    ToolError,
    type ToolOptions,
    type ToolOptionsWithInputSchema,
} from "./tool.js";
export type { ToolEnd, ToolExecution } from "./tool_hooks.js";
export { ToolRun, type ToolRunEnd } from "./tool_run.js";
export type { Approval, ToolRunOptions } from "./tool_run_options.js";
export type * from "./types.js";
export type { FileContent, NamedFile, Pieces, UploadedFile } from "./uploads.js";
export { verifyWebhook, type WebhookRequest, WebhookVerificationError } from "./webhook.js";
export default Client;
