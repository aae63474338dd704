// The client by the name and with the members of the field's SDK, around one of this package.

import { Client as OwnClient, type CopyOptions } from "../client.js";
import type { RawRequestOptions } from "../options.js";
import type { RawResponse } from "../response.js";
import type * as E from "./errors.js";
import type { toFile as makeFile } from "./files.js";
import { Messages } from "./messages.js";
import { type CallOptions, changedSettings, type ClientOptions, clientSettings } from "./options.js";
import { type APIPromise, changed, responseOf } from "./promises.js";
import { refuseMembers, refusal } from "./refusals.js";
import { Batches, Files, Models, Skills, Webhooks } from "./resources.js";
import type * as T from "./types.js";

/** A request of `client.request()` and its kind. */
export interface FinalRequestOptions extends Omit<CallOptions, "body"> {
    /** `get`, `post` and so on. */
    method?: string | undefined;
    /** Below the address of the service. */
    path?: string | undefined;
    /** A value for JSON, or JSON as text or bytes. */
    body?: unknown;
    /** Whether the answer is a stream; of messages alone. */
    stream?: boolean | undefined;
}

/** What is a beta at the service. */
export class Beta {
    /** The class, for tracers. */
    static readonly Messages: typeof Messages = Messages;
    /** The class, for tracers. */
    static readonly Batches: typeof Batches = Batches;
    readonly #client: OwnClient;
    readonly #webhookKey: string | null;
    /** The resource `/v1/messages`. */
    readonly messages: Messages;
    #models: Models | undefined;
    #files: Files | undefined;
    #skills: Skills | undefined;

    /** @internal */
    constructor(client: OwnClient, outer: Client, webhookKey: string | null) {
        this.#client = client;
        this.#webhookKey = webhookKey;
        this.messages = new Messages(client, outer);
    }

    /** The resource `/v1/models`. */
    get models(): Models {
        return (this.#models ??= new Models(this.#client));
    }

    /** The resource `/v1/files`. */
    get files(): Files {
        return (this.#files ??= new Files(this.#client));
    }

    /** The resource `/v1/skills`. */
    get skills(): Skills {
        return (this.#skills ??= new Skills(this.#client));
    }

    /** Events that the service sends to the program. */
    get webhooks(): Webhooks {
        return new Webhooks(this.#webhookKey);
    }
}

/** How the inside of a copy gets into the constructor, which is public. */
const copies = new WeakMap<ClientOptions, OwnClient>();

/**
 * A client as programs of the field's SDK make and use it. What cannot be kept throws a sentence that says what to write
 * instead.
 */
export class Client {
    /** The class, for tracers. */
    declare static readonly Messages: typeof Messages;
    /** The class, for tracers. */
    declare static readonly Beta: typeof Beta;
    /** The client of this package that is inside: for what the SDK has not. */
    readonly parlour: OwnClient;
    readonly #given: ClientOptions;
    /** The resource `/v1/messages`. */
    readonly messages: Messages;
    #beta: Beta | undefined;

    /** Settings that are not given are looked up in the environment. */
    constructor(settings: ClientOptions = {}) {
        this.#given = settings;
        this.parlour = copies.get(settings) ?? new OwnClient(clientSettings(settings));
        this.messages = new Messages(this.parlour, this);
        Object.defineProperty(this, "parlour", { enumerable: false });
    }

    /** What is a beta at the service. */
    get beta(): Beta {
        return (this.#beta ??= new Beta(this.parlour, this, this.#given.webhookKey ?? null));
    }

    /** The resource `/v1/models`. */
    get models(): Models {
        return this.beta.models;
    }

    /** The resource `/v1/files`. */
    get files(): Files {
        return this.beta.files;
    }

    /** The resource `/v1/skills`. */
    get skills(): Skills {
        return this.beta.skills;
    }

    /** Address of the service. */
    get baseURL(): string {
        return this.parlour.baseURL;
    }

    set baseURL(_address: string) {
        throw refusal("client.baseURL = …", "write `client.withOptions({ baseURL })`");
    }

    /** The key that was given. One from the environment is not handed out. */
    get apiKey(): string | null {
        const { apiKey } = this.#given;
        if (typeof apiKey === "string" || apiKey === null) return apiKey;
        throw refusal("client.apiKey", "read it where it comes from: a function or the environment");
    }

    set apiKey(_key: string | null) {
        throw refusal(
            "client.apiKey = …",
            "write `client.withOptions({ apiKey })`, or give a function that gives the key",
        );
    }

    /** The token that was given. One from the environment is not handed out. */
    get authToken(): string | null {
        const { authToken } = this.#given;
        if (typeof authToken === "string" || authToken === null) return authToken;
        throw refusal("client.authToken", "read it where it comes from: the environment");
    }

    set authToken(_token: string | null) {
        throw refusal("client.authToken = …", "write `client.withOptions({ authToken })`");
    }

    /** How often a call is repeated at most. */
    get maxRetries(): number {
        return this.#given.maxRetries ?? this.#given.retry?.maxRetries ?? 2;
    }

    set maxRetries(_retries: number) {
        throw refusal("client.maxRetries = …", "write `client.withOptions({ maxRetries })`");
    }

    /** The limit of one attempt in milliseconds. */
    get timeout(): number {
        return this.#given.timeout ?? 600_000;
    }

    set timeout(_limit: number) {
        throw refusal("client.timeout = …", "write `client.withOptions({ timeout })`");
    }

    /** A copy with other settings. Shares the connections, unless a setting of the connection itself differs. */
    withOptions(settings: ClientOptions): Client {
        const given = { ...this.#given, ...settings };
        copies.set(given, this.parlour.withOptions(changedSettings(settings) as CopyOptions));
        return new Client(given);
    }

    /** Any request below the base address. */
    request<Answer = unknown>(options: FinalRequestOptions): APIPromise<Answer> {
        const { method = "get", path, ...rest } = options;
        if (path === undefined) throw new TypeError("request() needs `path`, such as `/v1/models`");
        return this.#send(method, path, rest);
    }

    /** As {@link request}, with GET. */
    get<Answer = unknown>(path: string, options?: FinalRequestOptions): APIPromise<Answer> {
        return this.#send("get", path, options);
    }

    /** As {@link request}, with POST. */
    post<Answer = unknown>(path: string, options?: FinalRequestOptions): APIPromise<Answer> {
        return this.#send("post", path, options);
    }

    /** As {@link request}, with PUT. */
    put<Answer = unknown>(path: string, options?: FinalRequestOptions): APIPromise<Answer> {
        return this.#send("put", path, options);
    }

    /** As {@link request}, with PATCH. */
    patch<Answer = unknown>(path: string, options?: FinalRequestOptions): APIPromise<Answer> {
        return this.#send("patch", path, options);
    }

    /** As {@link request}, with DELETE. */
    delete<Answer = unknown>(path: string, options?: FinalRequestOptions): APIPromise<Answer> {
        return this.#send("delete", path, options);
    }

    #send<Answer>(method: string, path: string, options: FinalRequestOptions = {}): APIPromise<Answer> {
        const { body, stream, ...call } = options;
        delete call.path;
        delete call.method;
        if (stream === true) {
            if (!/^\/v1\/messages(\?|$)/.test(path)) {
                throw refusal(
                    "stream: true for this path",
                    "loop over `client.parlour.request(…, { stream: true })`",
                );
            }
            return this.messages.create(
                { ...(body as object), stream: true } as T.MessageCreateParamsStreaming,
                call,
            ) as never;
        }
        const own = this.parlour.request(method.toUpperCase(), path, {
            ...call,
            body,
        } as RawRequestOptions & {
            stream?: false;
        });
        const url = (): string => `${this.baseURL}${path}`;
        const shown = own.changeViews((views) => ({
            raw: async () => {
                const { info, body: bytes } = await views.raw();
                return responseOf(info, bytes, url());
            },
            info: (raw) => responseOf(raw.info, raw.body, url()) as never,
        }));
        return changed(shown as never as APIPromise<RawResponse>, valueOf) as APIPromise<Answer>;
    }

    /** What a log may show; never a credential. */
    toJSON(): { baseURL: string; vendor: string } {
        return this.parlour.toJSON();
    }

    [Symbol.for("nodejs.util.inspect.custom")](): string {
        return `Client { baseURL: '${this.baseURL}', vendor: '${this.parlour.vendor}' }`;
    }
}

/** JSON as values, anything else as text, as the SDK reads an answer. */
async function valueOf(raw: RawResponse): Promise<unknown> {
    if (raw.status === 204) return null;
    const type = raw.headers.get("content-type") ?? "";
    return /\bjson\b/.test(type) ? ((await raw.json()) as unknown) : raw.text();
}

refuseMembers(Client.prototype, "");
refuseMembers(Beta.prototype, "beta.");

// What stands on the class: its error classes, and the types by the names of the SDK. The values are put there by index.ts.
export declare namespace Client {
    /** Options of a call. */
    export type RequestOptions = CallOptions;
    /** Settings of a client. */
    export type { ClientOptions };
    /** The base of all. The SDK calls it by its vendor's name, as `Client` does at run time. */
    export const ParlourError: typeof E.ParlourError;
    export type ParlourError = E.ParlourError;
    /** The service answered with an error, or could not be asked. */
    export const APIError: typeof E.APIError;
    export type APIError = E.APIError;
    /** The call was aborted by this program. */
    export const APIUserAbortError: typeof E.APIUserAbortError;
    export type APIUserAbortError = E.APIUserAbortError;
    /** No connection, or it was lost. */
    export const APIConnectionError: typeof E.APIConnectionError;
    export type APIConnectionError = E.APIConnectionError;
    /** A time limit ran out. */
    export const APIConnectionTimeoutError: typeof E.APIConnectionTimeoutError;
    export type APIConnectionTimeoutError = E.APIConnectionTimeoutError;
    /** 400. */
    export const BadRequestError: typeof E.BadRequestError;
    export type BadRequestError = E.BadRequestError;
    /** 401. */
    export const AuthenticationError: typeof E.AuthenticationError;
    export type AuthenticationError = E.AuthenticationError;
    /** 402. */
    export const PaymentRequiredError: typeof E.PaymentRequiredError;
    export type PaymentRequiredError = E.PaymentRequiredError;
    /** 403. */
    export const PermissionDeniedError: typeof E.PermissionDeniedError;
    export type PermissionDeniedError = E.PermissionDeniedError;
    /** 404. */
    export const NotFoundError: typeof E.NotFoundError;
    export type NotFoundError = E.NotFoundError;
    /** 408. */
    export const RequestTimeoutError: typeof E.RequestTimeoutError;
    export type RequestTimeoutError = E.RequestTimeoutError;
    /** 409. */
    export const ConflictError: typeof E.ConflictError;
    export type ConflictError = E.ConflictError;
    /** 412. */
    export const PreconditionFailedError: typeof E.PreconditionFailedError;
    export type PreconditionFailedError = E.PreconditionFailedError;
    /** 413. */
    export const ContentTooLargeError: typeof E.ContentTooLargeError;
    export type ContentTooLargeError = E.ContentTooLargeError;
    /** 422. */
    export const UnprocessableEntityError: typeof E.UnprocessableEntityError;
    export type UnprocessableEntityError = E.UnprocessableEntityError;
    /** 429. */
    export const RateLimitError: typeof E.RateLimitError;
    export type RateLimitError = E.RateLimitError;
    /** 431. */
    export const RequestHeaderFieldsTooLargeError: typeof E.RequestHeaderFieldsTooLargeError;
    export type RequestHeaderFieldsTooLargeError = E.RequestHeaderFieldsTooLargeError;
    /** 499. */
    export const ClientClosedRequestError: typeof E.ClientClosedRequestError;
    export type ClientClosedRequestError = E.ClientClosedRequestError;
    /** 5xx. */
    export const InternalServerError: typeof E.InternalServerError;
    export type InternalServerError = E.InternalServerError;
    /** 501. */
    export const NotImplementedError: typeof E.NotImplementedError;
    export type NotImplementedError = E.NotImplementedError;
    /** 503. */
    export const ServiceUnavailableError: typeof E.ServiceUnavailableError;
    export type ServiceUnavailableError = E.ServiceUnavailableError;
    /** 504. */
    export const GatewayTimeoutError: typeof E.GatewayTimeoutError;
    export type GatewayTimeoutError = E.GatewayTimeoutError;
    /** 529. */
    export const OverloadedError: typeof E.OverloadedError;
    export type OverloadedError = E.OverloadedError;
    /** A file of this content. */
    export const toFile: typeof makeFile;
    export type Base64ImageSource = T.Base64ImageSource;
    export type Base64PDFSource = T.Base64PDFSource;
    export type BashCodeExecutionToolResultBlock = T.BashCodeExecutionToolResultBlock;
    export type CacheControlEphemeral = T.CacheControlEphemeral;
    export type CacheCreation = T.CacheCreation;
    export type CitationCharLocation = T.CitationCharLocation;
    export type CitationContentBlockLocation = T.CitationContentBlockLocation;
    export type CitationPageLocation = T.CitationPageLocation;
    export type CitationsConfigParam = T.CitationsConfigParam;
    export type CitationsDelta = T.CitationsDelta;
    export type CitationsSearchResultLocation = T.CitationsSearchResultLocation;
    export type CitationsWebSearchResultLocation = T.CitationsWebSearchResultLocation;
    export type CodeExecutionToolResultBlock = T.CodeExecutionToolResultBlock;
    export type Container = T.Container;
    export type ContainerUploadBlock = T.ContainerUploadBlock;
    export type ContainerUploadBlockParam = T.ContainerUploadBlockParam;
    export type ContentBlock = T.ContentBlock;
    export type ContentBlockDeltaEvent = T.ContentBlockDeltaEvent;
    export type ContentBlockParam = T.ContentBlockParam;
    export type ContentBlockStartEvent = T.ContentBlockStartEvent;
    export type ContentBlockStopEvent = T.ContentBlockStopEvent;
    export type DeletedFile = T.DeletedFile;
    export type DeletedMessageBatch = T.DeletedMessageBatch;
    export type DocumentBlock = T.DocumentBlock;
    export type DocumentBlockParam = T.DocumentBlockParam;
    export type ErrorResponse = T.ErrorResponse;
    export type FileImageSource = T.FileImageSource;
    export type FileMetadata = T.FileMetadata;
    export type ImageBlockParam = T.ImageBlockParam;
    export type InputJSONDelta = T.InputJSONDelta;
    export type Message = T.Message;
    export type MessageBatch = T.MessageBatch;
    export type MessageBatchCanceledResult = T.MessageBatchCanceledResult;
    export type MessageBatchErroredResult = T.MessageBatchErroredResult;
    export type MessageBatchExpiredResult = T.MessageBatchExpiredResult;
    export type MessageBatchIndividualResponse = T.MessageBatchIndividualResponse;
    export type MessageBatchRequestCounts = T.MessageBatchRequestCounts;
    export type MessageBatchResult = T.MessageBatchResult;
    export type MessageBatchSucceededResult = T.MessageBatchSucceededResult;
    export type MessageCountTokensParams = T.MessageCountTokensParams;
    export type MessageCreateParams = T.MessageCreateParams;
    export type MessageCreateParamsBase = T.MessageCreateParamsBase;
    export type MessageCreateParamsNonStreaming = T.MessageCreateParamsNonStreaming;
    export type MessageCreateParamsStreaming = T.MessageCreateParamsStreaming;
    export type MessageDeltaEvent = T.MessageDeltaEvent;
    export type MessageDeltaUsage = T.MessageDeltaUsage;
    export type MessageParam = T.MessageParam;
    export type MessageStartEvent = T.MessageStartEvent;
    export type MessageStopEvent = T.MessageStopEvent;
    export type MessageStreamEvent = T.MessageStreamEvent;
    export type MessageStreamParams = T.MessageStreamParams;
    export type MessageTokensCount = T.MessageTokensCount;
    export type Metadata = T.Metadata;
    export type Model = T.Model;
    export type ModelInfo = T.ModelInfo;
    export type OutputConfig = T.OutputConfig;
    export type ParseableMessageCreateParams = T.ParseableMessageCreateParams;
    export type ParsedMessage<Value> = T.ParsedMessage<Value>;
    export type PlainTextSource = T.PlainTextSource;
    export type RawContentBlockDelta = T.RawContentBlockDelta;
    export type RawContentBlockDeltaEvent = T.RawContentBlockDeltaEvent;
    export type RawContentBlockStartEvent = T.RawContentBlockStartEvent;
    export type RawContentBlockStopEvent = T.RawContentBlockStopEvent;
    export type RawMessageDeltaEvent = T.RawMessageDeltaEvent;
    export type RawMessageStartEvent = T.RawMessageStartEvent;
    export type RawMessageStopEvent = T.RawMessageStopEvent;
    export type RawMessageStreamEvent = T.RawMessageStreamEvent;
    export type RedactedThinkingBlock = T.RedactedThinkingBlock;
    export type RedactedThinkingBlockParam = T.RedactedThinkingBlockParam;
    export type SearchResultBlockParam = T.SearchResultBlockParam;
    export type ServerToolUseBlock = T.ServerToolUseBlock;
    export type ServerToolUseBlockParam = T.ServerToolUseBlockParam;
    export type SignatureDelta = T.SignatureDelta;
    export type Skill = T.Skill;
    export type SkillVersion = T.SkillVersion;
    export type StopReason = T.StopReason;
    export type TextBlock = T.TextBlock;
    export type TextBlockParam = T.TextBlockParam;
    export type TextCitation = T.TextCitation;
    export type TextDelta = T.TextDelta;
    export type TextEditorCodeExecutionToolResultBlock = T.TextEditorCodeExecutionToolResultBlock;
    export type ThinkingBlock = T.ThinkingBlock;
    export type ThinkingBlockParam = T.ThinkingBlockParam;
    export type ThinkingConfigAdaptive = T.ThinkingConfigAdaptive;
    export type ThinkingConfigDisabled = T.ThinkingConfigDisabled;
    export type ThinkingConfigEnabled = T.ThinkingConfigEnabled;
    export type ThinkingConfigParam = T.ThinkingConfigParam;
    export type ThinkingDelta = T.ThinkingDelta;
    export type ToolChoice = T.ToolChoice;
    export type ToolChoiceAny = T.ToolChoiceAny;
    export type ToolChoiceAuto = T.ToolChoiceAuto;
    export type ToolChoiceNone = T.ToolChoiceNone;
    export type ToolChoiceTool = T.ToolChoiceTool;
    export type ToolReferenceBlock = T.ToolReferenceBlock;
    export type ToolReferenceBlockParam = T.ToolReferenceBlockParam;
    export type ToolResultBlockParam = T.ToolResultBlockParam;
    export type ToolSearchToolResultBlock = T.ToolSearchToolResultBlock;
    export type ToolUnion = T.ToolUnion;
    export type ToolUseBlock = T.ToolUseBlock;
    export type ToolUseBlockParam = T.ToolUseBlockParam;
    export type URLImageSource = T.URLImageSource;
    export type URLPDFSource = T.URLPDFSource;
    export type Usage = T.Usage;
    export type UserLocation = T.UserLocation;
    export type WebFetchToolResultBlock = T.WebFetchToolResultBlock;
    export type WebSearchToolResultBlock = T.WebSearchToolResultBlock;
    export type WebSearchToolResultError = T.WebSearchToolResultError;
    export type Tool = T.Tool;
    export namespace Tool {
        export type InputSchema = T.Tool.InputSchema;
    }
    export namespace Messages {
        export type Base64ImageSource = T.Base64ImageSource;
        export type Base64PDFSource = T.Base64PDFSource;
        export type BashCodeExecutionToolResultBlock = T.BashCodeExecutionToolResultBlock;
        export type CacheControlEphemeral = T.CacheControlEphemeral;
        export type CacheCreation = T.CacheCreation;
        export type CitationCharLocation = T.CitationCharLocation;
        export type CitationContentBlockLocation = T.CitationContentBlockLocation;
        export type CitationPageLocation = T.CitationPageLocation;
        export type CitationsConfigParam = T.CitationsConfigParam;
        export type CitationsDelta = T.CitationsDelta;
        export type CitationsSearchResultLocation = T.CitationsSearchResultLocation;
        export type CitationsWebSearchResultLocation = T.CitationsWebSearchResultLocation;
        export type CodeExecutionToolResultBlock = T.CodeExecutionToolResultBlock;
        export type Container = T.Container;
        export type ContainerUploadBlock = T.ContainerUploadBlock;
        export type ContainerUploadBlockParam = T.ContainerUploadBlockParam;
        export type ContentBlock = T.ContentBlock;
        export type ContentBlockDeltaEvent = T.ContentBlockDeltaEvent;
        export type ContentBlockParam = T.ContentBlockParam;
        export type ContentBlockStartEvent = T.ContentBlockStartEvent;
        export type ContentBlockStopEvent = T.ContentBlockStopEvent;
        export type DeletedFile = T.DeletedFile;
        export type DeletedMessageBatch = T.DeletedMessageBatch;
        export type DocumentBlock = T.DocumentBlock;
        export type DocumentBlockParam = T.DocumentBlockParam;
        export type ErrorResponse = T.ErrorResponse;
        export type FileImageSource = T.FileImageSource;
        export type FileMetadata = T.FileMetadata;
        export type ImageBlockParam = T.ImageBlockParam;
        export type InputJSONDelta = T.InputJSONDelta;
        export type Message = T.Message;
        export type MessageBatch = T.MessageBatch;
        export type MessageBatchCanceledResult = T.MessageBatchCanceledResult;
        export type MessageBatchErroredResult = T.MessageBatchErroredResult;
        export type MessageBatchExpiredResult = T.MessageBatchExpiredResult;
        export type MessageBatchIndividualResponse = T.MessageBatchIndividualResponse;
        export type MessageBatchRequestCounts = T.MessageBatchRequestCounts;
        export type MessageBatchResult = T.MessageBatchResult;
        export type MessageBatchSucceededResult = T.MessageBatchSucceededResult;
        export type MessageCountTokensParams = T.MessageCountTokensParams;
        export type MessageCreateParams = T.MessageCreateParams;
        export type MessageCreateParamsBase = T.MessageCreateParamsBase;
        export type MessageCreateParamsNonStreaming = T.MessageCreateParamsNonStreaming;
        export type MessageCreateParamsStreaming = T.MessageCreateParamsStreaming;
        export type MessageDeltaEvent = T.MessageDeltaEvent;
        export type MessageDeltaUsage = T.MessageDeltaUsage;
        export type MessageParam = T.MessageParam;
        export type MessageStartEvent = T.MessageStartEvent;
        export type MessageStopEvent = T.MessageStopEvent;
        export type MessageStreamEvent = T.MessageStreamEvent;
        export type MessageStreamParams = T.MessageStreamParams;
        export type MessageTokensCount = T.MessageTokensCount;
        export type Metadata = T.Metadata;
        export type Model = T.Model;
        export type ModelInfo = T.ModelInfo;
        export type OutputConfig = T.OutputConfig;
        export type ParseableMessageCreateParams = T.ParseableMessageCreateParams;
        export type ParsedMessage<Value> = T.ParsedMessage<Value>;
        export type PlainTextSource = T.PlainTextSource;
        export type RawContentBlockDelta = T.RawContentBlockDelta;
        export type RawContentBlockDeltaEvent = T.RawContentBlockDeltaEvent;
        export type RawContentBlockStartEvent = T.RawContentBlockStartEvent;
        export type RawContentBlockStopEvent = T.RawContentBlockStopEvent;
        export type RawMessageDeltaEvent = T.RawMessageDeltaEvent;
        export type RawMessageStartEvent = T.RawMessageStartEvent;
        export type RawMessageStopEvent = T.RawMessageStopEvent;
        export type RawMessageStreamEvent = T.RawMessageStreamEvent;
        export type RedactedThinkingBlock = T.RedactedThinkingBlock;
        export type RedactedThinkingBlockParam = T.RedactedThinkingBlockParam;
        export type SearchResultBlockParam = T.SearchResultBlockParam;
        export type ServerToolUseBlock = T.ServerToolUseBlock;
        export type ServerToolUseBlockParam = T.ServerToolUseBlockParam;
        export type SignatureDelta = T.SignatureDelta;
        export type Skill = T.Skill;
        export type SkillVersion = T.SkillVersion;
        export type StopReason = T.StopReason;
        export type TextBlock = T.TextBlock;
        export type TextBlockParam = T.TextBlockParam;
        export type TextCitation = T.TextCitation;
        export type TextDelta = T.TextDelta;
        export type TextEditorCodeExecutionToolResultBlock = T.TextEditorCodeExecutionToolResultBlock;
        export type ThinkingBlock = T.ThinkingBlock;
        export type ThinkingBlockParam = T.ThinkingBlockParam;
        export type ThinkingConfigAdaptive = T.ThinkingConfigAdaptive;
        export type ThinkingConfigDisabled = T.ThinkingConfigDisabled;
        export type ThinkingConfigEnabled = T.ThinkingConfigEnabled;
        export type ThinkingConfigParam = T.ThinkingConfigParam;
        export type ThinkingDelta = T.ThinkingDelta;
        export type Tool = T.Tool;
        export namespace Tool {
            export type InputSchema = T.Tool.InputSchema;
        }
        export type ToolChoice = T.ToolChoice;
        export type ToolChoiceAny = T.ToolChoiceAny;
        export type ToolChoiceAuto = T.ToolChoiceAuto;
        export type ToolChoiceNone = T.ToolChoiceNone;
        export type ToolChoiceTool = T.ToolChoiceTool;
        export type ToolReferenceBlock = T.ToolReferenceBlock;
        export type ToolReferenceBlockParam = T.ToolReferenceBlockParam;
        export type ToolResultBlockParam = T.ToolResultBlockParam;
        export type ToolSearchToolResultBlock = T.ToolSearchToolResultBlock;
        export type ToolUnion = T.ToolUnion;
        export type ToolUseBlock = T.ToolUseBlock;
        export type ToolUseBlockParam = T.ToolUseBlockParam;
        export type URLImageSource = T.URLImageSource;
        export type URLPDFSource = T.URLPDFSource;
        export type Usage = T.Usage;
        export type UserLocation = T.UserLocation;
        export type WebFetchToolResultBlock = T.WebFetchToolResultBlock;
        export type WebSearchToolResultBlock = T.WebSearchToolResultBlock;
        export type WebSearchToolResultError = T.WebSearchToolResultError;
    }
    export namespace Beta {
        export type BetaBase64ImageSource = T.Base64ImageSource;
        export type BetaBase64PDFSource = T.Base64PDFSource;
        export type BetaBashCodeExecutionToolResultBlock = T.BashCodeExecutionToolResultBlock;
        export type BetaCacheControlEphemeral = T.CacheControlEphemeral;
        export type BetaCacheCreation = T.CacheCreation;
        export type BetaCitationCharLocation = T.CitationCharLocation;
        export type BetaCitationContentBlockLocation = T.CitationContentBlockLocation;
        export type BetaCitationPageLocation = T.CitationPageLocation;
        export type BetaCitationsConfigParam = T.CitationsConfigParam;
        export type BetaCitationsDelta = T.CitationsDelta;
        export type BetaCitationsSearchResultLocation = T.CitationsSearchResultLocation;
        export type BetaCitationsWebSearchResultLocation = T.CitationsWebSearchResultLocation;
        export type BetaCodeExecutionToolResultBlock = T.CodeExecutionToolResultBlock;
        export type BetaContainer = T.Container;
        export type BetaContainerUploadBlock = T.ContainerUploadBlock;
        export type BetaContainerUploadBlockParam = T.ContainerUploadBlockParam;
        export type BetaContentBlock = T.ContentBlock;
        export type BetaContentBlockDeltaEvent = T.ContentBlockDeltaEvent;
        export type BetaContentBlockParam = T.ContentBlockParam;
        export type BetaContentBlockStartEvent = T.ContentBlockStartEvent;
        export type BetaContentBlockStopEvent = T.ContentBlockStopEvent;
        export type BetaDeletedMessageBatch = T.DeletedMessageBatch;
        export type BetaDocumentBlock = T.DocumentBlock;
        export type BetaDocumentBlockParam = T.DocumentBlockParam;
        export type BetaFileImageSource = T.FileImageSource;
        export type BetaImageBlockParam = T.ImageBlockParam;
        export type BetaInputJSONDelta = T.InputJSONDelta;
        export type BetaMessage = T.Message;
        export type BetaMessageBatch = T.MessageBatch;
        export type BetaMessageBatchCanceledResult = T.MessageBatchCanceledResult;
        export type BetaMessageBatchErroredResult = T.MessageBatchErroredResult;
        export type BetaMessageBatchExpiredResult = T.MessageBatchExpiredResult;
        export type BetaMessageBatchIndividualResponse = T.MessageBatchIndividualResponse;
        export type BetaMessageBatchRequestCounts = T.MessageBatchRequestCounts;
        export type BetaMessageBatchResult = T.MessageBatchResult;
        export type BetaMessageBatchSucceededResult = T.MessageBatchSucceededResult;
        export type BetaMessageDeltaEvent = T.MessageDeltaEvent;
        export type BetaMessageDeltaUsage = T.MessageDeltaUsage;
        export type BetaMessageParam = T.MessageParam;
        export type BetaMessageStartEvent = T.MessageStartEvent;
        export type BetaMessageStopEvent = T.MessageStopEvent;
        export type BetaMessageStreamEvent = T.MessageStreamEvent;
        export type BetaMessageTokensCount = T.MessageTokensCount;
        export type BetaMetadata = T.Metadata;
        export type BetaOutputConfig = T.OutputConfig;
        export type BetaPlainTextSource = T.PlainTextSource;
        export type BetaRawContentBlockDelta = T.RawContentBlockDelta;
        export type BetaRawContentBlockDeltaEvent = T.RawContentBlockDeltaEvent;
        export type BetaRawContentBlockStartEvent = T.RawContentBlockStartEvent;
        export type BetaRawContentBlockStopEvent = T.RawContentBlockStopEvent;
        export type BetaRawMessageDeltaEvent = T.RawMessageDeltaEvent;
        export type BetaRawMessageStartEvent = T.RawMessageStartEvent;
        export type BetaRawMessageStopEvent = T.RawMessageStopEvent;
        export type BetaRawMessageStreamEvent = T.RawMessageStreamEvent;
        export type BetaRedactedThinkingBlock = T.RedactedThinkingBlock;
        export type BetaRedactedThinkingBlockParam = T.RedactedThinkingBlockParam;
        export type BetaSearchResultBlockParam = T.SearchResultBlockParam;
        export type BetaServerToolUseBlock = T.ServerToolUseBlock;
        export type BetaServerToolUseBlockParam = T.ServerToolUseBlockParam;
        export type BetaSignatureDelta = T.SignatureDelta;
        export type BetaStopReason = T.StopReason;
        export type BetaTextBlock = T.TextBlock;
        export type BetaTextBlockParam = T.TextBlockParam;
        export type BetaTextCitation = T.TextCitation;
        export type BetaTextDelta = T.TextDelta;
        export type BetaTextEditorCodeExecutionToolResultBlock = T.TextEditorCodeExecutionToolResultBlock;
        export type BetaThinkingBlock = T.ThinkingBlock;
        export type BetaThinkingBlockParam = T.ThinkingBlockParam;
        export type BetaThinkingConfigAdaptive = T.ThinkingConfigAdaptive;
        export type BetaThinkingConfigDisabled = T.ThinkingConfigDisabled;
        export type BetaThinkingConfigEnabled = T.ThinkingConfigEnabled;
        export type BetaThinkingConfigParam = T.ThinkingConfigParam;
        export type BetaThinkingDelta = T.ThinkingDelta;
        export type BetaTool = T.Tool;
        export type BetaToolChoice = T.ToolChoice;
        export type BetaToolChoiceAny = T.ToolChoiceAny;
        export type BetaToolChoiceAuto = T.ToolChoiceAuto;
        export type BetaToolChoiceNone = T.ToolChoiceNone;
        export type BetaToolChoiceTool = T.ToolChoiceTool;
        export type BetaToolReferenceBlock = T.ToolReferenceBlock;
        export type BetaToolReferenceBlockParam = T.ToolReferenceBlockParam;
        export type BetaToolResultBlockParam = T.ToolResultBlockParam;
        export type BetaToolSearchToolResultBlock = T.ToolSearchToolResultBlock;
        export type BetaToolUnion = T.ToolUnion;
        export type BetaToolUseBlock = T.ToolUseBlock;
        export type BetaToolUseBlockParam = T.ToolUseBlockParam;
        export type BetaURLImageSource = T.URLImageSource;
        export type BetaURLPDFSource = T.URLPDFSource;
        export type BetaUsage = T.Usage;
        export type BetaUserLocation = T.UserLocation;
        export type BetaWebFetchToolResultBlock = T.WebFetchToolResultBlock;
        export type BetaWebSearchToolResultBlock = T.WebSearchToolResultBlock;
        export type BetaWebSearchToolResultError = T.WebSearchToolResultError;
        export namespace Messages {
            export type BetaBase64ImageSource = T.Base64ImageSource;
            export type BetaBase64PDFSource = T.Base64PDFSource;
            export type BetaBashCodeExecutionToolResultBlock = T.BashCodeExecutionToolResultBlock;
            export type BetaCacheControlEphemeral = T.CacheControlEphemeral;
            export type BetaCacheCreation = T.CacheCreation;
            export type BetaCitationCharLocation = T.CitationCharLocation;
            export type BetaCitationContentBlockLocation = T.CitationContentBlockLocation;
            export type BetaCitationPageLocation = T.CitationPageLocation;
            export type BetaCitationsConfigParam = T.CitationsConfigParam;
            export type BetaCitationsDelta = T.CitationsDelta;
            export type BetaCitationsSearchResultLocation = T.CitationsSearchResultLocation;
            export type BetaCitationsWebSearchResultLocation = T.CitationsWebSearchResultLocation;
            export type BetaCodeExecutionToolResultBlock = T.CodeExecutionToolResultBlock;
            export type BetaContainer = T.Container;
            export type BetaContainerUploadBlock = T.ContainerUploadBlock;
            export type BetaContainerUploadBlockParam = T.ContainerUploadBlockParam;
            export type BetaContentBlock = T.ContentBlock;
            export type BetaContentBlockDeltaEvent = T.ContentBlockDeltaEvent;
            export type BetaContentBlockParam = T.ContentBlockParam;
            export type BetaContentBlockStartEvent = T.ContentBlockStartEvent;
            export type BetaContentBlockStopEvent = T.ContentBlockStopEvent;
            export type BetaDeletedMessageBatch = T.DeletedMessageBatch;
            export type BetaDocumentBlock = T.DocumentBlock;
            export type BetaDocumentBlockParam = T.DocumentBlockParam;
            export type BetaFileImageSource = T.FileImageSource;
            export type BetaImageBlockParam = T.ImageBlockParam;
            export type BetaInputJSONDelta = T.InputJSONDelta;
            export type BetaMessage = T.Message;
            export type BetaMessageBatch = T.MessageBatch;
            export type BetaMessageBatchCanceledResult = T.MessageBatchCanceledResult;
            export type BetaMessageBatchErroredResult = T.MessageBatchErroredResult;
            export type BetaMessageBatchExpiredResult = T.MessageBatchExpiredResult;
            export type BetaMessageBatchIndividualResponse = T.MessageBatchIndividualResponse;
            export type BetaMessageBatchRequestCounts = T.MessageBatchRequestCounts;
            export type BetaMessageBatchResult = T.MessageBatchResult;
            export type BetaMessageBatchSucceededResult = T.MessageBatchSucceededResult;
            export type BetaMessageDeltaEvent = T.MessageDeltaEvent;
            export type BetaMessageDeltaUsage = T.MessageDeltaUsage;
            export type BetaMessageParam = T.MessageParam;
            export type BetaMessageStartEvent = T.MessageStartEvent;
            export type BetaMessageStopEvent = T.MessageStopEvent;
            export type BetaMessageStreamEvent = T.MessageStreamEvent;
            export type BetaMessageTokensCount = T.MessageTokensCount;
            export type BetaMetadata = T.Metadata;
            export type BetaOutputConfig = T.OutputConfig;
            export type BetaPlainTextSource = T.PlainTextSource;
            export type BetaRawContentBlockDelta = T.RawContentBlockDelta;
            export type BetaRawContentBlockDeltaEvent = T.RawContentBlockDeltaEvent;
            export type BetaRawContentBlockStartEvent = T.RawContentBlockStartEvent;
            export type BetaRawContentBlockStopEvent = T.RawContentBlockStopEvent;
            export type BetaRawMessageDeltaEvent = T.RawMessageDeltaEvent;
            export type BetaRawMessageStartEvent = T.RawMessageStartEvent;
            export type BetaRawMessageStopEvent = T.RawMessageStopEvent;
            export type BetaRawMessageStreamEvent = T.RawMessageStreamEvent;
            export type BetaRedactedThinkingBlock = T.RedactedThinkingBlock;
            export type BetaRedactedThinkingBlockParam = T.RedactedThinkingBlockParam;
            export type BetaSearchResultBlockParam = T.SearchResultBlockParam;
            export type BetaServerToolUseBlock = T.ServerToolUseBlock;
            export type BetaServerToolUseBlockParam = T.ServerToolUseBlockParam;
            export type BetaSignatureDelta = T.SignatureDelta;
            export type BetaStopReason = T.StopReason;
            export type BetaTextBlock = T.TextBlock;
            export type BetaTextBlockParam = T.TextBlockParam;
            export type BetaTextCitation = T.TextCitation;
            export type BetaTextDelta = T.TextDelta;
            export type BetaTextEditorCodeExecutionToolResultBlock = T.TextEditorCodeExecutionToolResultBlock;
            export type BetaThinkingBlock = T.ThinkingBlock;
            export type BetaThinkingBlockParam = T.ThinkingBlockParam;
            export type BetaThinkingConfigAdaptive = T.ThinkingConfigAdaptive;
            export type BetaThinkingConfigDisabled = T.ThinkingConfigDisabled;
            export type BetaThinkingConfigEnabled = T.ThinkingConfigEnabled;
            export type BetaThinkingConfigParam = T.ThinkingConfigParam;
            export type BetaThinkingDelta = T.ThinkingDelta;
            export type BetaTool = T.Tool;
            export type BetaToolChoice = T.ToolChoice;
            export type BetaToolChoiceAny = T.ToolChoiceAny;
            export type BetaToolChoiceAuto = T.ToolChoiceAuto;
            export type BetaToolChoiceNone = T.ToolChoiceNone;
            export type BetaToolChoiceTool = T.ToolChoiceTool;
            export type BetaToolReferenceBlock = T.ToolReferenceBlock;
            export type BetaToolReferenceBlockParam = T.ToolReferenceBlockParam;
            export type BetaToolResultBlockParam = T.ToolResultBlockParam;
            export type BetaToolSearchToolResultBlock = T.ToolSearchToolResultBlock;
            export type BetaToolUnion = T.ToolUnion;
            export type BetaToolUseBlock = T.ToolUseBlock;
            export type BetaToolUseBlockParam = T.ToolUseBlockParam;
            export type BetaURLImageSource = T.URLImageSource;
            export type BetaURLPDFSource = T.URLPDFSource;
            export type BetaUsage = T.Usage;
            export type BetaUserLocation = T.UserLocation;
            export type BetaWebFetchToolResultBlock = T.WebFetchToolResultBlock;
            export type BetaWebSearchToolResultBlock = T.WebSearchToolResultBlock;
            export type BetaWebSearchToolResultError = T.WebSearchToolResultError;
            export type MessageCreateParams = T.MessageCreateParams;
            export type MessageCreateParamsNonStreaming = T.MessageCreateParamsNonStreaming;
            export type MessageCreateParamsStreaming = T.MessageCreateParamsStreaming;
            export type MessageStreamParams = T.MessageStreamParams;
            export type MessageCountTokensParams = T.MessageCountTokensParams;
        }
    }
}
