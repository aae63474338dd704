// The types by the names of the field's SDK, under which programs have them: `Client.MessageParam`,
// `Client.Messages.MessageParam`, `Client.Beta.BetaMessageParam`. Lists of requests may be changed here, as there. It must not hold
// anything that runs.

import type * as P from "../params.js";
import type * as R from "../resource_types.js";
import type * as A from "../types.js";

/** The name of a model. */
export type Model = string;

/** One turn of the conversation. */
export interface MessageParam {
    /** What is said. */
    content: string | ContentBlockParam[];
    /** Who speaks. */
    role: "user" | "assistant" | "system";
}

/** What a tool of the caller gave. */
export interface ToolResultBlockParam extends Omit<P.ToolResultBlockParam, "content"> {
    /** Text or blocks; nothing for an empty result. */
    content?: string | P.ToolResultContentParam[] | undefined;
}

/** A tool of the caller. */
export interface Tool extends Omit<P.ToolParam, "input_schema" | "allowed_callers" | "input_examples"> {
    /** The JSON Schema of its input. */
    input_schema: Tool.InputSchema;
    /** Who may call it. */
    allowed_callers?: string[] | undefined;
    /** Examples of inputs. */
    input_examples?: Record<string, unknown>[] | undefined;
}

export declare namespace Tool {
    /** The JSON Schema of an input. */
    export interface InputSchema {
        /** An object, always. */
        type: "object";
        /** Its members. */
        properties?: unknown;
        /** Those that must be there. */
        required?: string[] | null;
        [keyword: string]: unknown;
    }
}

/** A tool of the caller, or of the service. */
export type ToolUnion = Tool | P.ServiceToolParam;

/** A tool with the function behind it, of either module. */
export interface RunnableToolLike extends P.ToolParam {
    /** Runs a call. */
    readonly run: (input: never, context: never) => unknown;
}

/** Parameters of a request for a message; those that this version does not know pass through. */
export interface MessageCreateParamsBase extends Omit<
    P.MessageParamsBase,
    "messages" | "tools" | "system" | "stop_sequences"
> {
    /** The conversation so far. */
    messages: MessageParam[];
    /** Instructions to the model. */
    system?: string | TextBlockParam[] | undefined;
    /** Tools that the model may call. */
    tools?: (ToolUnion | RunnableToolLike)[] | undefined;
    /** Strings that end the answer. */
    stop_sequences?: string[] | undefined;
    /** Beta features to ask for. */
    betas?: string[] | undefined;
    /** Whether the answer is a stream. */
    stream?: boolean | undefined;
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what is not known may have any type
    [parameter: string]: any;
}

/** A request for a whole answer. */
export interface MessageCreateParamsNonStreaming extends MessageCreateParamsBase {
    stream?: false | undefined;
}

/** A request for a stream. */
export interface MessageCreateParamsStreaming extends MessageCreateParamsBase {
    stream: true;
}

/** A request for either. */
export type MessageCreateParams = MessageCreateParamsNonStreaming | MessageCreateParamsStreaming;

/** A request for `messages.stream()`. */
export type MessageStreamParams = MessageCreateParamsBase;

/** A request for `messages.parse()`. */
export type ParseableMessageCreateParams = MessageCreateParamsBase;

/** A request whose tokens are to be counted. */
export type MessageCountTokensParams = Omit<MessageCreateParamsBase, "max_tokens"> & {
    /** The name of the model. */
    model: Model;
    /** The conversation so far. */
    messages: MessageParam[];
};

/** A request for `toolRunner()`. */
export interface ToolRunnerParams extends Omit<MessageCreateParamsBase, "tools"> {
    /** The name of the model. */
    model: Model;
    /** The most tokens of an answer. */
    max_tokens: number;
    /** The conversation so far. */
    messages: MessageParam[];
    /** Tools, with functions or without. */
    tools: (ToolUnion | RunnableToolLike)[];
    /** Requests in all. */
    max_iterations?: number | undefined;
}

/** The type of the value that the schema of a request asks for. */
export type ParsedOutput<Params> = Params extends {
    output_config: { format: { parse: (text: string) => infer Value } };
}
    ? Value
    : Params extends { output_format: { parse: (text: string) => infer Value } }
      ? Value
      : null;

/** A message with the value that was asked for. */
export type ParsedMessage<T> = A.Message & {
    /** The value; null for a refusal. */
    parsed_output: T | null;
};

export type ContentBlockParam = P.ContentBlockParam;
export type TextBlockParam = P.TextBlockParam;
export type ImageBlockParam = P.ImageBlockParam;
export type DocumentBlockParam = P.DocumentBlockParam;
export type SearchResultBlockParam = P.SearchResultBlockParam;
export type ThinkingBlockParam = P.ThinkingBlockParam;
export type RedactedThinkingBlockParam = P.RedactedThinkingBlockParam;
export type ToolUseBlockParam = P.ToolUseBlockParam;
export type ServerToolUseBlockParam = P.ServerToolUseBlockParam;
export type ToolReferenceBlockParam = P.ToolReferenceBlockParam;
export type ContainerUploadBlockParam = P.ContainerUploadBlockParam;
export type Message = A.Message;
export type ContentBlock = A.ContentBlock;
export type TextBlock = A.TextBlock;
export type ThinkingBlock = A.ThinkingBlock;
export type RedactedThinkingBlock = A.RedactedThinkingBlock;
export type ToolUseBlock = A.ToolUseBlock;
export type ServerToolUseBlock = A.ServerToolUseBlock;
export type WebSearchToolResultBlock = A.WebSearchToolResultBlock;
export type WebSearchToolResultError = A.WebSearchToolResultError;
export type WebFetchToolResultBlock = A.WebFetchToolResultBlock;
export type CodeExecutionToolResultBlock = A.CodeExecutionToolResultBlock;
export type BashCodeExecutionToolResultBlock = A.BashCodeExecutionToolResultBlock;
export type TextEditorCodeExecutionToolResultBlock = A.TextEditorCodeExecutionToolResultBlock;
export type ToolSearchToolResultBlock = A.ToolSearchToolResultBlock;
export type ToolReferenceBlock = A.ToolReferenceBlock;
export type ContainerUploadBlock = A.ContainerUploadBlock;
export type DocumentBlock = A.DocumentBlock;
export type TextCitation = A.TextCitation;
export type CitationCharLocation = A.CitationCharLocation;
export type CitationPageLocation = A.CitationPageLocation;
export type CitationContentBlockLocation = A.CitationContentBlockLocation;
export type CitationsSearchResultLocation = A.CitationSearchResultLocation;
export type CitationsWebSearchResultLocation = A.CitationWebSearchResultLocation;
export type Usage = A.Usage;
export type MessageDeltaUsage = A.MessageDeltaUsage;
export type CacheCreation = A.CacheCreation;
export type StopReason = A.StopReason;
export type Container = A.Container;
export type TextDelta = A.TextDelta;
export type InputJSONDelta = A.InputJSONDelta;
export type ThinkingDelta = A.ThinkingDelta;
export type SignatureDelta = A.SignatureDelta;
export type CitationsDelta = A.CitationsDelta;
export type RawMessageStreamEvent = A.StreamEvent;
export type MessageStreamEvent = A.StreamEvent;
export type RawMessageStartEvent = A.MessageStartEvent;
export type RawMessageDeltaEvent = A.MessageDeltaEvent;
export type RawMessageStopEvent = A.MessageStopEvent;
export type RawContentBlockStartEvent = A.ContentBlockStartEvent;
export type RawContentBlockDeltaEvent = A.ContentBlockDeltaEvent;
export type RawContentBlockStopEvent = A.ContentBlockStopEvent;
export type RawContentBlockDelta = A.ContentBlockDelta;
export type MessageStartEvent = A.MessageStartEvent;
export type MessageDeltaEvent = A.MessageDeltaEvent;
export type MessageStopEvent = A.MessageStopEvent;
export type ContentBlockStartEvent = A.ContentBlockStartEvent;
export type ContentBlockDeltaEvent = A.ContentBlockDeltaEvent;
export type ContentBlockStopEvent = A.ContentBlockStopEvent;
export type ToolChoice = P.ToolChoiceParam;
export type ToolChoiceAuto = P.ToolChoiceAutoParam;
export type ToolChoiceAny = P.ToolChoiceAnyParam;
export type ToolChoiceTool = P.ToolChoiceToolParam;
export type ToolChoiceNone = P.ToolChoiceNoneParam;
export type ThinkingConfigParam = P.ThinkingConfigParam;
export type ThinkingConfigEnabled = P.ThinkingConfigEnabledParam;
export type ThinkingConfigAdaptive = P.ThinkingConfigAdaptiveParam;
export type ThinkingConfigDisabled = P.ThinkingConfigDisabledParam;
export type Metadata = P.MetadataParam;
export type CacheControlEphemeral = P.CacheControlParam;
export type Base64ImageSource = P.Base64SourceParam;
export type Base64PDFSource = P.Base64SourceParam;
export type URLImageSource = P.URLSourceParam;
export type URLPDFSource = P.URLSourceParam;
export type FileImageSource = P.FileSourceParam;
export type PlainTextSource = P.PlainTextSourceParam;
export type OutputConfig = P.OutputConfigParam;
export type CitationsConfigParam = P.CitationsConfigParam;
export type UserLocation = P.UserLocationParam;
export type MessageBatch = R.MessageBatch;
export type MessageBatchRequestCounts = R.MessageBatchRequestCounts;
export type MessageBatchIndividualResponse = R.MessageBatchIndividualResponse;
export type MessageBatchResult = R.MessageBatchResult;
export type MessageBatchSucceededResult = R.MessageBatchSucceededResult;
export type MessageBatchErroredResult = R.MessageBatchErroredResult;
export type MessageBatchCanceledResult = R.MessageBatchCanceledResult;
export type MessageBatchExpiredResult = R.MessageBatchExpiredResult;
export type MessageTokensCount = R.MessageTokensCount;
export type ModelInfo = R.ModelInfo;
export type FileMetadata = R.FileMetadata;
export type Skill = R.Skill;
export type SkillVersion = R.SkillVersion;
export type DeletedFile = R.Deleted;
export type DeletedMessageBatch = R.Deleted;
export type ErrorResponse = R.ErrorResponse;

// The same under the names that they have as a beta.
export type BetaBase64ImageSource = Base64ImageSource;
export type BetaBase64PDFSource = Base64PDFSource;
export type BetaBashCodeExecutionToolResultBlock = BashCodeExecutionToolResultBlock;
export type BetaCacheControlEphemeral = CacheControlEphemeral;
export type BetaCacheCreation = CacheCreation;
export type BetaCitationCharLocation = CitationCharLocation;
export type BetaCitationContentBlockLocation = CitationContentBlockLocation;
export type BetaCitationPageLocation = CitationPageLocation;
export type BetaCitationsConfigParam = CitationsConfigParam;
export type BetaCitationsDelta = CitationsDelta;
export type BetaCitationsSearchResultLocation = CitationsSearchResultLocation;
export type BetaCitationsWebSearchResultLocation = CitationsWebSearchResultLocation;
export type BetaCodeExecutionToolResultBlock = CodeExecutionToolResultBlock;
export type BetaContainer = Container;
export type BetaContainerUploadBlock = ContainerUploadBlock;
export type BetaContainerUploadBlockParam = ContainerUploadBlockParam;
export type BetaContentBlock = ContentBlock;
export type BetaContentBlockDeltaEvent = ContentBlockDeltaEvent;
export type BetaContentBlockParam = ContentBlockParam;
export type BetaContentBlockStartEvent = ContentBlockStartEvent;
export type BetaContentBlockStopEvent = ContentBlockStopEvent;
export type BetaDeletedMessageBatch = DeletedMessageBatch;
export type BetaDocumentBlock = DocumentBlock;
export type BetaDocumentBlockParam = DocumentBlockParam;
export type BetaFileImageSource = FileImageSource;
export type BetaImageBlockParam = ImageBlockParam;
export type BetaInputJSONDelta = InputJSONDelta;
export type BetaMessage = Message;
export type BetaMessageBatch = MessageBatch;
export type BetaMessageBatchCanceledResult = MessageBatchCanceledResult;
export type BetaMessageBatchErroredResult = MessageBatchErroredResult;
export type BetaMessageBatchExpiredResult = MessageBatchExpiredResult;
export type BetaMessageBatchIndividualResponse = MessageBatchIndividualResponse;
export type BetaMessageBatchRequestCounts = MessageBatchRequestCounts;
export type BetaMessageBatchResult = MessageBatchResult;
export type BetaMessageBatchSucceededResult = MessageBatchSucceededResult;
export type BetaMessageDeltaEvent = MessageDeltaEvent;
export type BetaMessageDeltaUsage = MessageDeltaUsage;
export type BetaMessageParam = MessageParam;
export type BetaMessageStartEvent = MessageStartEvent;
export type BetaMessageStopEvent = MessageStopEvent;
export type BetaMessageStreamEvent = MessageStreamEvent;
export type BetaMessageTokensCount = MessageTokensCount;
export type BetaMetadata = Metadata;
export type BetaOutputConfig = OutputConfig;
export type BetaPlainTextSource = PlainTextSource;
export type BetaRawContentBlockDelta = RawContentBlockDelta;
export type BetaRawContentBlockDeltaEvent = RawContentBlockDeltaEvent;
export type BetaRawContentBlockStartEvent = RawContentBlockStartEvent;
export type BetaRawContentBlockStopEvent = RawContentBlockStopEvent;
export type BetaRawMessageDeltaEvent = RawMessageDeltaEvent;
export type BetaRawMessageStartEvent = RawMessageStartEvent;
export type BetaRawMessageStopEvent = RawMessageStopEvent;
export type BetaRawMessageStreamEvent = RawMessageStreamEvent;
export type BetaRedactedThinkingBlock = RedactedThinkingBlock;
export type BetaRedactedThinkingBlockParam = RedactedThinkingBlockParam;
export type BetaSearchResultBlockParam = SearchResultBlockParam;
export type BetaServerToolUseBlock = ServerToolUseBlock;
export type BetaServerToolUseBlockParam = ServerToolUseBlockParam;
export type BetaSignatureDelta = SignatureDelta;
export type BetaStopReason = StopReason;
export type BetaTextBlock = TextBlock;
export type BetaTextBlockParam = TextBlockParam;
export type BetaTextCitation = TextCitation;
export type BetaTextDelta = TextDelta;
export type BetaTextEditorCodeExecutionToolResultBlock = TextEditorCodeExecutionToolResultBlock;
export type BetaThinkingBlock = ThinkingBlock;
export type BetaThinkingBlockParam = ThinkingBlockParam;
export type BetaThinkingConfigAdaptive = ThinkingConfigAdaptive;
export type BetaThinkingConfigDisabled = ThinkingConfigDisabled;
export type BetaThinkingConfigEnabled = ThinkingConfigEnabled;
export type BetaThinkingConfigParam = ThinkingConfigParam;
export type BetaThinkingDelta = ThinkingDelta;
export type BetaTool = Tool;
export declare namespace BetaTool {
    export type InputSchema = Tool.InputSchema;
}
export type BetaToolChoice = ToolChoice;
export type BetaToolChoiceAny = ToolChoiceAny;
export type BetaToolChoiceAuto = ToolChoiceAuto;
export type BetaToolChoiceNone = ToolChoiceNone;
export type BetaToolChoiceTool = ToolChoiceTool;
export type BetaToolReferenceBlock = ToolReferenceBlock;
export type BetaToolReferenceBlockParam = ToolReferenceBlockParam;
export type BetaToolResultBlockParam = ToolResultBlockParam;
export type BetaToolSearchToolResultBlock = ToolSearchToolResultBlock;
export type BetaToolUnion = ToolUnion;
export type BetaToolUseBlock = ToolUseBlock;
export type BetaToolUseBlockParam = ToolUseBlockParam;
export type BetaURLImageSource = URLImageSource;
export type BetaURLPDFSource = URLPDFSource;
export type BetaUsage = Usage;
export type BetaUserLocation = UserLocation;
export type BetaWebFetchToolResultBlock = WebFetchToolResultBlock;
export type BetaWebSearchToolResultBlock = WebSearchToolResultBlock;
export type BetaWebSearchToolResultError = WebSearchToolResultError;
