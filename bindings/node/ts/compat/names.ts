// The types that stand on the class by the names of the field's SDK: `Client.MessageParam`, `Client.Messages.Tool`,
// `Client.Beta.BetaMessage`. Each has the document of the type that it is, which an editor does not show through a name. It must not hold
// anything that runs.

import type * as T from "./types.js";

declare module "./client.js" {
    namespace Client {
        /** A file as base64 text. */
        export type Base64ImageSource = T.Base64ImageSource;
        /** A file as base64 text. */
        export type Base64PDFSource = T.Base64PDFSource;
        /** Result of a shell command. */
        export type BashCodeExecutionToolResultBlock = T.BashCodeExecutionToolResultBlock;
        /** A cache breakpoint. */
        export type CacheControlEphemeral = T.CacheControlEphemeral;
        /** Tokens written to the cache, by their life time. */
        export type CacheCreation = T.CacheCreation;
        /** Characters of a plain text document; 0-based, end exclusive. */
        export type CitationCharLocation = T.CitationCharLocation;
        /** Blocks of a document made of blocks; 0-based, end exclusive. */
        export type CitationContentBlockLocation = T.CitationContentBlockLocation;
        /** Pages of a PDF; 1-based, end exclusive. */
        export type CitationPageLocation = T.CitationPageLocation;
        /** Whether a document may be cited. */
        export type CitationsConfigParam = T.CitationsConfigParam;
        /** One more citation of a text block. */
        export type CitationsDelta = T.CitationsDelta;
        /** A search result that the caller gave; 0-based, end exclusive. */
        export type CitationsSearchResultLocation = T.CitationsSearchResultLocation;
        /** A page that a web search found. */
        export type CitationsWebSearchResultLocation = T.CitationsWebSearchResultLocation;
        /** Result of running code. */
        export type CodeExecutionToolResultBlock = T.CodeExecutionToolResultBlock;
        /** The sandbox that code ran in; its id can be given to a later request. */
        export type Container = T.Container;
        /** A file was put into the sandbox. */
        export type ContainerUploadBlock = T.ContainerUploadBlock;
        /** Puts an uploaded file into the sandbox. */
        export type ContainerUploadBlockParam = T.ContainerUploadBlockParam;
        /** A block of an answer, told apart by its `type`. */
        export type ContentBlock = T.ContentBlock;
        /** A block grows. */
        export type ContentBlockDeltaEvent = T.ContentBlockDeltaEvent;
        /** A block of a request, or of an answer that goes back. */
        export type ContentBlockParam = T.ContentBlockParam;
        /** A block begins. */
        export type ContentBlockStartEvent = T.ContentBlockStartEvent;
        /** A block is complete. */
        export type ContentBlockStopEvent = T.ContentBlockStopEvent;
        /** The answer to a deletion. */
        export type DeletedFile = T.DeletedFile;
        /** The answer to a deletion. */
        export type DeletedMessageBatch = T.DeletedMessageBatch;
        /** A document that was fetched. */
        export type DocumentBlock = T.DocumentBlock;
        /** A document. */
        export type DocumentBlockParam = T.DocumentBlockParam;
        /** The shape in which the service reports an error (protocol §5.1). */
        export type ErrorResponse = T.ErrorResponse;
        /** A file that was uploaded before. */
        export type FileImageSource = T.FileImageSource;
        /** A file that was uploaded, or made by a tool. Times are RFC 3339. */
        export type FileMetadata = T.FileMetadata;
        /** An image. */
        export type ImageBlockParam = T.ImageBlockParam;
        /** More of a tool's input, as a piece of JSON text. */
        export type InputJSONDelta = T.InputJSONDelta;
        /** The model's answer. */
        export type Message = T.Message;
        /** A batch of requests for messages. Times are RFC 3339. */
        export type MessageBatch = T.MessageBatch;
        /** A request that was cancelled before it was begun. */
        export type MessageBatchCanceledResult = T.MessageBatchCanceledResult;
        /** A request that failed; nothing was billed. */
        export type MessageBatchErroredResult = T.MessageBatchErroredResult;
        /** A request that was not begun within 24 hours. */
        export type MessageBatchExpiredResult = T.MessageBatchExpiredResult;
        /** One line of a batch's results. */
        export type MessageBatchIndividualResponse = T.MessageBatchIndividualResponse;
        /** The requests of a batch by what became of them. */
        export type MessageBatchRequestCounts = T.MessageBatchRequestCounts;
        /** What became of a request of a batch. */
        export type MessageBatchResult = T.MessageBatchResult;
        /** A request that has its message. */
        export type MessageBatchSucceededResult = T.MessageBatchSucceededResult;
        /** A request whose tokens are to be counted. */
        export type MessageCountTokensParams = T.MessageCountTokensParams;
        /** A request for either. */
        export type MessageCreateParams = T.MessageCreateParams;
        /** Parameters of a request for a message; those that this version does not know pass through. */
        export type MessageCreateParamsBase = T.MessageCreateParamsBase;
        /** A request for a whole answer. */
        export type MessageCreateParamsNonStreaming = T.MessageCreateParamsNonStreaming;
        /** A request for a stream. */
        export type MessageCreateParamsStreaming = T.MessageCreateParamsStreaming;
        /** The message itself changes: why it stopped, and its tokens so far. */
        export type MessageDeltaEvent = T.MessageDeltaEvent;
        /** Tokens so far: totals, not differences. A key that is missing keeps its value. */
        export type MessageDeltaUsage = T.MessageDeltaUsage;
        /** One turn of the conversation. */
        export type MessageParam = T.MessageParam;
        /** The message begins. */
        export type MessageStartEvent = T.MessageStartEvent;
        /** The message is complete. */
        export type MessageStopEvent = T.MessageStopEvent;
        /** An event of a stream, told apart by its `type`. */
        export type MessageStreamEvent = T.MessageStreamEvent;
        /** A request for `messages.stream()`. */
        export type MessageStreamParams = T.MessageStreamParams;
        /** How many input tokens a request has: an estimate of the service. */
        export type MessageTokensCount = T.MessageTokensCount;
        /** About the request. */
        export type Metadata = T.Metadata;
        /** The name of a model. */
        export type Model = T.Model;
        /** A model of the service's list. */
        export type ModelInfo = T.ModelInfo;
        /** How much effort, and in which form. */
        export type OutputConfig = T.OutputConfig;
        /** A request for `messages.parse()`. */
        export type ParseableMessageCreateParams = T.ParseableMessageCreateParams;
        /** A message with the value that was asked for. */
        export type ParsedMessage<Value> = T.ParsedMessage<Value>;
        /** A document as plain text. */
        export type PlainTextSource = T.PlainTextSource;
        /** What a block grows by, told apart by its `type`. */
        export type RawContentBlockDelta = T.RawContentBlockDelta;
        /** A block grows. */
        export type RawContentBlockDeltaEvent = T.RawContentBlockDeltaEvent;
        /** A block begins. */
        export type RawContentBlockStartEvent = T.RawContentBlockStartEvent;
        /** A block is complete. */
        export type RawContentBlockStopEvent = T.RawContentBlockStopEvent;
        /** The message itself changes: why it stopped, and its tokens so far. */
        export type RawMessageDeltaEvent = T.RawMessageDeltaEvent;
        /** The message begins. */
        export type RawMessageStartEvent = T.RawMessageStartEvent;
        /** The message is complete. */
        export type RawMessageStopEvent = T.RawMessageStopEvent;
        /** An event of a stream, told apart by its `type`. */
        export type RawMessageStreamEvent = T.RawMessageStreamEvent;
        /** Thinking that is not shown; goes back unchanged. */
        export type RedactedThinkingBlock = T.RedactedThinkingBlock;
        /** Thinking of an earlier answer that is not shown, unchanged. */
        export type RedactedThinkingBlockParam = T.RedactedThinkingBlockParam;
        /** A search result of the caller's own. */
        export type SearchResultBlockParam = T.SearchResultBlockParam;
        /** The model calls a tool that the service runs. Never answer it with a `tool_result`. */
        export type ServerToolUseBlock = T.ServerToolUseBlock;
        /** A call of an earlier answer to a tool of the service. */
        export type ServerToolUseBlockParam = T.ServerToolUseBlockParam;
        /** The signature of a thinking block. */
        export type SignatureDelta = T.SignatureDelta;
        /** A skill. Times are RFC 3339. */
        export type Skill = T.Skill;
        /** A version of a skill. */
        export type SkillVersion = T.SkillVersion;
        /** Why the model stopped; an open set (protocol §3.4). */
        export type StopReason = T.StopReason;
        /** Text. */
        export type TextBlock = T.TextBlock;
        /** Text. */
        export type TextBlockParam = T.TextBlockParam;
        /** A citation, told apart by its `type`. */
        export type TextCitation = T.TextCitation;
        /** More text. */
        export type TextDelta = T.TextDelta;
        /** Result of the text editor. */
        export type TextEditorCodeExecutionToolResultBlock = T.TextEditorCodeExecutionToolResultBlock;
        /** What the model thought; goes back unchanged, signature included. */
        export type ThinkingBlock = T.ThinkingBlock;
        /** Thinking of an earlier answer, unchanged. */
        export type ThinkingBlockParam = T.ThinkingBlockParam;
        /** Thinking as deep as `output_config.effort` says. */
        export type ThinkingConfigAdaptive = T.ThinkingConfigAdaptive;
        /** No thinking. */
        export type ThinkingConfigDisabled = T.ThinkingConfigDisabled;
        /** Thinking with a budget. */
        export type ThinkingConfigEnabled = T.ThinkingConfigEnabled;
        /** Whether the model thinks first. */
        export type ThinkingConfigParam = T.ThinkingConfigParam;
        /** More thinking. */
        export type ThinkingDelta = T.ThinkingDelta;
        /** Whether the model has to call a tool. */
        export type ToolChoice = T.ToolChoice;
        /** Some tool must be called. */
        export type ToolChoiceAny = T.ToolChoiceAny;
        /** The model decides. */
        export type ToolChoiceAuto = T.ToolChoiceAuto;
        /** No tool may be called. */
        export type ToolChoiceNone = T.ToolChoiceNone;
        /** This tool must be called. */
        export type ToolChoiceTool = T.ToolChoiceTool;
        /** A tool that a search found. */
        export type ToolReferenceBlock = T.ToolReferenceBlock;
        /** A tool that a search of the caller's own found. */
        export type ToolReferenceBlockParam = T.ToolReferenceBlockParam;
        /** What a tool of the caller gave. */
        export type ToolResultBlockParam = T.ToolResultBlockParam;
        /** Result of a tool search. */
        export type ToolSearchToolResultBlock = T.ToolSearchToolResultBlock;
        /** A tool of the caller, or of the service. */
        export type ToolUnion = T.ToolUnion;
        /** The model calls one of the caller's tools. */
        export type ToolUseBlock = T.ToolUseBlock;
        /** A call of an earlier answer. */
        export type ToolUseBlockParam = T.ToolUseBlockParam;
        /** A file at an address. */
        export type URLImageSource = T.URLImageSource;
        /** A file at an address. */
        export type URLPDFSource = T.URLPDFSource;
        /** Tokens of a call. The whole input is the sum of the three input numbers. */
        export type Usage = T.Usage;
        /** Roughly where the user is. */
        export type UserLocation = T.UserLocation;
        /** Result of fetching a page. */
        export type WebFetchToolResultBlock = T.WebFetchToolResultBlock;
        /** Result of a web search: a list of pages, or one error object. */
        export type WebSearchToolResultBlock = T.WebSearchToolResultBlock;
        /** A web search that failed. */
        export type WebSearchToolResultError = T.WebSearchToolResultError;
        /** A tool of the caller. */
        export type Tool = T.Tool;
        /** The parts of a tool. */
        export namespace Tool {
            /** The JSON Schema of an input. */
            export type InputSchema = T.Tool.InputSchema;
        }
        /** Types of messages. */
        export namespace Messages {
            /** A file as base64 text. */
            export type Base64ImageSource = T.Base64ImageSource;
            /** A file as base64 text. */
            export type Base64PDFSource = T.Base64PDFSource;
            /** Result of a shell command. */
            export type BashCodeExecutionToolResultBlock = T.BashCodeExecutionToolResultBlock;
            /** A cache breakpoint. */
            export type CacheControlEphemeral = T.CacheControlEphemeral;
            /** Tokens written to the cache, by their life time. */
            export type CacheCreation = T.CacheCreation;
            /** Characters of a plain text document; 0-based, end exclusive. */
            export type CitationCharLocation = T.CitationCharLocation;
            /** Blocks of a document made of blocks; 0-based, end exclusive. */
            export type CitationContentBlockLocation = T.CitationContentBlockLocation;
            /** Pages of a PDF; 1-based, end exclusive. */
            export type CitationPageLocation = T.CitationPageLocation;
            /** Whether a document may be cited. */
            export type CitationsConfigParam = T.CitationsConfigParam;
            /** One more citation of a text block. */
            export type CitationsDelta = T.CitationsDelta;
            /** A search result that the caller gave; 0-based, end exclusive. */
            export type CitationsSearchResultLocation = T.CitationsSearchResultLocation;
            /** A page that a web search found. */
            export type CitationsWebSearchResultLocation = T.CitationsWebSearchResultLocation;
            /** Result of running code. */
            export type CodeExecutionToolResultBlock = T.CodeExecutionToolResultBlock;
            /** The sandbox that code ran in; its id can be given to a later request. */
            export type Container = T.Container;
            /** A file was put into the sandbox. */
            export type ContainerUploadBlock = T.ContainerUploadBlock;
            /** Puts an uploaded file into the sandbox. */
            export type ContainerUploadBlockParam = T.ContainerUploadBlockParam;
            /** A block of an answer, told apart by its `type`. */
            export type ContentBlock = T.ContentBlock;
            /** A block grows. */
            export type ContentBlockDeltaEvent = T.ContentBlockDeltaEvent;
            /** A block of a request, or of an answer that goes back. */
            export type ContentBlockParam = T.ContentBlockParam;
            /** A block begins. */
            export type ContentBlockStartEvent = T.ContentBlockStartEvent;
            /** A block is complete. */
            export type ContentBlockStopEvent = T.ContentBlockStopEvent;
            /** The answer to a deletion. */
            export type DeletedFile = T.DeletedFile;
            /** The answer to a deletion. */
            export type DeletedMessageBatch = T.DeletedMessageBatch;
            /** A document that was fetched. */
            export type DocumentBlock = T.DocumentBlock;
            /** A document. */
            export type DocumentBlockParam = T.DocumentBlockParam;
            /** The shape in which the service reports an error (protocol §5.1). */
            export type ErrorResponse = T.ErrorResponse;
            /** A file that was uploaded before. */
            export type FileImageSource = T.FileImageSource;
            /** A file that was uploaded, or made by a tool. Times are RFC 3339. */
            export type FileMetadata = T.FileMetadata;
            /** An image. */
            export type ImageBlockParam = T.ImageBlockParam;
            /** More of a tool's input, as a piece of JSON text. */
            export type InputJSONDelta = T.InputJSONDelta;
            /** The model's answer. */
            export type Message = T.Message;
            /** A batch of requests for messages. Times are RFC 3339. */
            export type MessageBatch = T.MessageBatch;
            /** A request that was cancelled before it was begun. */
            export type MessageBatchCanceledResult = T.MessageBatchCanceledResult;
            /** A request that failed; nothing was billed. */
            export type MessageBatchErroredResult = T.MessageBatchErroredResult;
            /** A request that was not begun within 24 hours. */
            export type MessageBatchExpiredResult = T.MessageBatchExpiredResult;
            /** One line of a batch's results. */
            export type MessageBatchIndividualResponse = T.MessageBatchIndividualResponse;
            /** The requests of a batch by what became of them. */
            export type MessageBatchRequestCounts = T.MessageBatchRequestCounts;
            /** What became of a request of a batch. */
            export type MessageBatchResult = T.MessageBatchResult;
            /** A request that has its message. */
            export type MessageBatchSucceededResult = T.MessageBatchSucceededResult;
            /** A request whose tokens are to be counted. */
            export type MessageCountTokensParams = T.MessageCountTokensParams;
            /** A request for either. */
            export type MessageCreateParams = T.MessageCreateParams;
            /** Parameters of a request for a message; those that this version does not know pass through. */
            export type MessageCreateParamsBase = T.MessageCreateParamsBase;
            /** A request for a whole answer. */
            export type MessageCreateParamsNonStreaming = T.MessageCreateParamsNonStreaming;
            /** A request for a stream. */
            export type MessageCreateParamsStreaming = T.MessageCreateParamsStreaming;
            /** The message itself changes: why it stopped, and its tokens so far. */
            export type MessageDeltaEvent = T.MessageDeltaEvent;
            /** Tokens so far: totals, not differences. A key that is missing keeps its value. */
            export type MessageDeltaUsage = T.MessageDeltaUsage;
            /** One turn of the conversation. */
            export type MessageParam = T.MessageParam;
            /** The message begins. */
            export type MessageStartEvent = T.MessageStartEvent;
            /** The message is complete. */
            export type MessageStopEvent = T.MessageStopEvent;
            /** An event of a stream, told apart by its `type`. */
            export type MessageStreamEvent = T.MessageStreamEvent;
            /** A request for `messages.stream()`. */
            export type MessageStreamParams = T.MessageStreamParams;
            /** How many input tokens a request has: an estimate of the service. */
            export type MessageTokensCount = T.MessageTokensCount;
            /** About the request. */
            export type Metadata = T.Metadata;
            /** The name of a model. */
            export type Model = T.Model;
            /** A model of the service's list. */
            export type ModelInfo = T.ModelInfo;
            /** How much effort, and in which form. */
            export type OutputConfig = T.OutputConfig;
            /** A request for `messages.parse()`. */
            export type ParseableMessageCreateParams = T.ParseableMessageCreateParams;
            /** A message with the value that was asked for. */
            export type ParsedMessage<Value> = T.ParsedMessage<Value>;
            /** A document as plain text. */
            export type PlainTextSource = T.PlainTextSource;
            /** What a block grows by, told apart by its `type`. */
            export type RawContentBlockDelta = T.RawContentBlockDelta;
            /** A block grows. */
            export type RawContentBlockDeltaEvent = T.RawContentBlockDeltaEvent;
            /** A block begins. */
            export type RawContentBlockStartEvent = T.RawContentBlockStartEvent;
            /** A block is complete. */
            export type RawContentBlockStopEvent = T.RawContentBlockStopEvent;
            /** The message itself changes: why it stopped, and its tokens so far. */
            export type RawMessageDeltaEvent = T.RawMessageDeltaEvent;
            /** The message begins. */
            export type RawMessageStartEvent = T.RawMessageStartEvent;
            /** The message is complete. */
            export type RawMessageStopEvent = T.RawMessageStopEvent;
            /** An event of a stream, told apart by its `type`. */
            export type RawMessageStreamEvent = T.RawMessageStreamEvent;
            /** Thinking that is not shown; goes back unchanged. */
            export type RedactedThinkingBlock = T.RedactedThinkingBlock;
            /** Thinking of an earlier answer that is not shown, unchanged. */
            export type RedactedThinkingBlockParam = T.RedactedThinkingBlockParam;
            /** A search result of the caller's own. */
            export type SearchResultBlockParam = T.SearchResultBlockParam;
            /** The model calls a tool that the service runs. Never answer it with a `tool_result`. */
            export type ServerToolUseBlock = T.ServerToolUseBlock;
            /** A call of an earlier answer to a tool of the service. */
            export type ServerToolUseBlockParam = T.ServerToolUseBlockParam;
            /** The signature of a thinking block. */
            export type SignatureDelta = T.SignatureDelta;
            /** A skill. Times are RFC 3339. */
            export type Skill = T.Skill;
            /** A version of a skill. */
            export type SkillVersion = T.SkillVersion;
            /** Why the model stopped; an open set (protocol §3.4). */
            export type StopReason = T.StopReason;
            /** Text. */
            export type TextBlock = T.TextBlock;
            /** Text. */
            export type TextBlockParam = T.TextBlockParam;
            /** A citation, told apart by its `type`. */
            export type TextCitation = T.TextCitation;
            /** More text. */
            export type TextDelta = T.TextDelta;
            /** Result of the text editor. */
            export type TextEditorCodeExecutionToolResultBlock = T.TextEditorCodeExecutionToolResultBlock;
            /** What the model thought; goes back unchanged, signature included. */
            export type ThinkingBlock = T.ThinkingBlock;
            /** Thinking of an earlier answer, unchanged. */
            export type ThinkingBlockParam = T.ThinkingBlockParam;
            /** Thinking as deep as `output_config.effort` says. */
            export type ThinkingConfigAdaptive = T.ThinkingConfigAdaptive;
            /** No thinking. */
            export type ThinkingConfigDisabled = T.ThinkingConfigDisabled;
            /** Thinking with a budget. */
            export type ThinkingConfigEnabled = T.ThinkingConfigEnabled;
            /** Whether the model thinks first. */
            export type ThinkingConfigParam = T.ThinkingConfigParam;
            /** More thinking. */
            export type ThinkingDelta = T.ThinkingDelta;
            /** A tool of the caller. */
            export type Tool = T.Tool;
            /** The parts of a tool. */
            export namespace Tool {
                /** The JSON Schema of an input. */
                export type InputSchema = T.Tool.InputSchema;
            }
            /** Whether the model has to call a tool. */
            export type ToolChoice = T.ToolChoice;
            /** Some tool must be called. */
            export type ToolChoiceAny = T.ToolChoiceAny;
            /** The model decides. */
            export type ToolChoiceAuto = T.ToolChoiceAuto;
            /** No tool may be called. */
            export type ToolChoiceNone = T.ToolChoiceNone;
            /** This tool must be called. */
            export type ToolChoiceTool = T.ToolChoiceTool;
            /** A tool that a search found. */
            export type ToolReferenceBlock = T.ToolReferenceBlock;
            /** A tool that a search of the caller's own found. */
            export type ToolReferenceBlockParam = T.ToolReferenceBlockParam;
            /** What a tool of the caller gave. */
            export type ToolResultBlockParam = T.ToolResultBlockParam;
            /** Result of a tool search. */
            export type ToolSearchToolResultBlock = T.ToolSearchToolResultBlock;
            /** A tool of the caller, or of the service. */
            export type ToolUnion = T.ToolUnion;
            /** The model calls one of the caller's tools. */
            export type ToolUseBlock = T.ToolUseBlock;
            /** A call of an earlier answer. */
            export type ToolUseBlockParam = T.ToolUseBlockParam;
            /** A file at an address. */
            export type URLImageSource = T.URLImageSource;
            /** A file at an address. */
            export type URLPDFSource = T.URLPDFSource;
            /** Tokens of a call. The whole input is the sum of the three input numbers. */
            export type Usage = T.Usage;
            /** Roughly where the user is. */
            export type UserLocation = T.UserLocation;
            /** Result of fetching a page. */
            export type WebFetchToolResultBlock = T.WebFetchToolResultBlock;
            /** Result of a web search: a list of pages, or one error object. */
            export type WebSearchToolResultBlock = T.WebSearchToolResultBlock;
            /** A web search that failed. */
            export type WebSearchToolResultError = T.WebSearchToolResultError;
        }
        /** Types of betas. */
        export namespace Beta {
            /** A file as base64 text. */
            export type BetaBase64ImageSource = T.Base64ImageSource;
            /** A file as base64 text. */
            export type BetaBase64PDFSource = T.Base64PDFSource;
            /** Result of a shell command. */
            export type BetaBashCodeExecutionToolResultBlock = T.BashCodeExecutionToolResultBlock;
            /** A cache breakpoint. */
            export type BetaCacheControlEphemeral = T.CacheControlEphemeral;
            /** Tokens written to the cache, by their life time. */
            export type BetaCacheCreation = T.CacheCreation;
            /** Characters of a plain text document; 0-based, end exclusive. */
            export type BetaCitationCharLocation = T.CitationCharLocation;
            /** Blocks of a document made of blocks; 0-based, end exclusive. */
            export type BetaCitationContentBlockLocation = T.CitationContentBlockLocation;
            /** Pages of a PDF; 1-based, end exclusive. */
            export type BetaCitationPageLocation = T.CitationPageLocation;
            /** Whether a document may be cited. */
            export type BetaCitationsConfigParam = T.CitationsConfigParam;
            /** One more citation of a text block. */
            export type BetaCitationsDelta = T.CitationsDelta;
            /** A search result that the caller gave; 0-based, end exclusive. */
            export type BetaCitationsSearchResultLocation = T.CitationsSearchResultLocation;
            /** A page that a web search found. */
            export type BetaCitationsWebSearchResultLocation = T.CitationsWebSearchResultLocation;
            /** Result of running code. */
            export type BetaCodeExecutionToolResultBlock = T.CodeExecutionToolResultBlock;
            /** The sandbox that code ran in; its id can be given to a later request. */
            export type BetaContainer = T.Container;
            /** A file was put into the sandbox. */
            export type BetaContainerUploadBlock = T.ContainerUploadBlock;
            /** Puts an uploaded file into the sandbox. */
            export type BetaContainerUploadBlockParam = T.ContainerUploadBlockParam;
            /** A block of an answer, told apart by its `type`. */
            export type BetaContentBlock = T.ContentBlock;
            /** A block grows. */
            export type BetaContentBlockDeltaEvent = T.ContentBlockDeltaEvent;
            /** A block of a request, or of an answer that goes back. */
            export type BetaContentBlockParam = T.ContentBlockParam;
            /** A block begins. */
            export type BetaContentBlockStartEvent = T.ContentBlockStartEvent;
            /** A block is complete. */
            export type BetaContentBlockStopEvent = T.ContentBlockStopEvent;
            /** The answer to a deletion. */
            export type BetaDeletedMessageBatch = T.DeletedMessageBatch;
            /** A document that was fetched. */
            export type BetaDocumentBlock = T.DocumentBlock;
            /** A document. */
            export type BetaDocumentBlockParam = T.DocumentBlockParam;
            /** A file that was uploaded before. */
            export type BetaFileImageSource = T.FileImageSource;
            /** An image. */
            export type BetaImageBlockParam = T.ImageBlockParam;
            /** More of a tool's input, as a piece of JSON text. */
            export type BetaInputJSONDelta = T.InputJSONDelta;
            /** The model's answer. */
            export type BetaMessage = T.Message;
            /** A batch of requests for messages. Times are RFC 3339. */
            export type BetaMessageBatch = T.MessageBatch;
            /** A request that was cancelled before it was begun. */
            export type BetaMessageBatchCanceledResult = T.MessageBatchCanceledResult;
            /** A request that failed; nothing was billed. */
            export type BetaMessageBatchErroredResult = T.MessageBatchErroredResult;
            /** A request that was not begun within 24 hours. */
            export type BetaMessageBatchExpiredResult = T.MessageBatchExpiredResult;
            /** One line of a batch's results. */
            export type BetaMessageBatchIndividualResponse = T.MessageBatchIndividualResponse;
            /** The requests of a batch by what became of them. */
            export type BetaMessageBatchRequestCounts = T.MessageBatchRequestCounts;
            /** What became of a request of a batch. */
            export type BetaMessageBatchResult = T.MessageBatchResult;
            /** A request that has its message. */
            export type BetaMessageBatchSucceededResult = T.MessageBatchSucceededResult;
            /** The message itself changes: why it stopped, and its tokens so far. */
            export type BetaMessageDeltaEvent = T.MessageDeltaEvent;
            /** Tokens so far: totals, not differences. A key that is missing keeps its value. */
            export type BetaMessageDeltaUsage = T.MessageDeltaUsage;
            /** One turn of the conversation. */
            export type BetaMessageParam = T.MessageParam;
            /** The message begins. */
            export type BetaMessageStartEvent = T.MessageStartEvent;
            /** The message is complete. */
            export type BetaMessageStopEvent = T.MessageStopEvent;
            /** An event of a stream, told apart by its `type`. */
            export type BetaMessageStreamEvent = T.MessageStreamEvent;
            /** How many input tokens a request has: an estimate of the service. */
            export type BetaMessageTokensCount = T.MessageTokensCount;
            /** About the request. */
            export type BetaMetadata = T.Metadata;
            /** How much effort, and in which form. */
            export type BetaOutputConfig = T.OutputConfig;
            /** A document as plain text. */
            export type BetaPlainTextSource = T.PlainTextSource;
            /** What a block grows by, told apart by its `type`. */
            export type BetaRawContentBlockDelta = T.RawContentBlockDelta;
            /** A block grows. */
            export type BetaRawContentBlockDeltaEvent = T.RawContentBlockDeltaEvent;
            /** A block begins. */
            export type BetaRawContentBlockStartEvent = T.RawContentBlockStartEvent;
            /** A block is complete. */
            export type BetaRawContentBlockStopEvent = T.RawContentBlockStopEvent;
            /** The message itself changes: why it stopped, and its tokens so far. */
            export type BetaRawMessageDeltaEvent = T.RawMessageDeltaEvent;
            /** The message begins. */
            export type BetaRawMessageStartEvent = T.RawMessageStartEvent;
            /** The message is complete. */
            export type BetaRawMessageStopEvent = T.RawMessageStopEvent;
            /** An event of a stream, told apart by its `type`. */
            export type BetaRawMessageStreamEvent = T.RawMessageStreamEvent;
            /** Thinking that is not shown; goes back unchanged. */
            export type BetaRedactedThinkingBlock = T.RedactedThinkingBlock;
            /** Thinking of an earlier answer that is not shown, unchanged. */
            export type BetaRedactedThinkingBlockParam = T.RedactedThinkingBlockParam;
            /** A search result of the caller's own. */
            export type BetaSearchResultBlockParam = T.SearchResultBlockParam;
            /** The model calls a tool that the service runs. Never answer it with a `tool_result`. */
            export type BetaServerToolUseBlock = T.ServerToolUseBlock;
            /** A call of an earlier answer to a tool of the service. */
            export type BetaServerToolUseBlockParam = T.ServerToolUseBlockParam;
            /** The signature of a thinking block. */
            export type BetaSignatureDelta = T.SignatureDelta;
            /** Why the model stopped; an open set (protocol §3.4). */
            export type BetaStopReason = T.StopReason;
            /** Text. */
            export type BetaTextBlock = T.TextBlock;
            /** Text. */
            export type BetaTextBlockParam = T.TextBlockParam;
            /** A citation, told apart by its `type`. */
            export type BetaTextCitation = T.TextCitation;
            /** More text. */
            export type BetaTextDelta = T.TextDelta;
            /** Result of the text editor. */
            export type BetaTextEditorCodeExecutionToolResultBlock = T.TextEditorCodeExecutionToolResultBlock;
            /** What the model thought; goes back unchanged, signature included. */
            export type BetaThinkingBlock = T.ThinkingBlock;
            /** Thinking of an earlier answer, unchanged. */
            export type BetaThinkingBlockParam = T.ThinkingBlockParam;
            /** Thinking as deep as `output_config.effort` says. */
            export type BetaThinkingConfigAdaptive = T.ThinkingConfigAdaptive;
            /** No thinking. */
            export type BetaThinkingConfigDisabled = T.ThinkingConfigDisabled;
            /** Thinking with a budget. */
            export type BetaThinkingConfigEnabled = T.ThinkingConfigEnabled;
            /** Whether the model thinks first. */
            export type BetaThinkingConfigParam = T.ThinkingConfigParam;
            /** More thinking. */
            export type BetaThinkingDelta = T.ThinkingDelta;
            /** A tool of the caller. */
            export type BetaTool = T.Tool;
            /** Whether the model has to call a tool. */
            export type BetaToolChoice = T.ToolChoice;
            /** Some tool must be called. */
            export type BetaToolChoiceAny = T.ToolChoiceAny;
            /** The model decides. */
            export type BetaToolChoiceAuto = T.ToolChoiceAuto;
            /** No tool may be called. */
            export type BetaToolChoiceNone = T.ToolChoiceNone;
            /** This tool must be called. */
            export type BetaToolChoiceTool = T.ToolChoiceTool;
            /** A tool that a search found. */
            export type BetaToolReferenceBlock = T.ToolReferenceBlock;
            /** A tool that a search of the caller's own found. */
            export type BetaToolReferenceBlockParam = T.ToolReferenceBlockParam;
            /** What a tool of the caller gave. */
            export type BetaToolResultBlockParam = T.ToolResultBlockParam;
            /** Result of a tool search. */
            export type BetaToolSearchToolResultBlock = T.ToolSearchToolResultBlock;
            /** A tool of the caller, or of the service. */
            export type BetaToolUnion = T.ToolUnion;
            /** The model calls one of the caller's tools. */
            export type BetaToolUseBlock = T.ToolUseBlock;
            /** A call of an earlier answer. */
            export type BetaToolUseBlockParam = T.ToolUseBlockParam;
            /** A file at an address. */
            export type BetaURLImageSource = T.URLImageSource;
            /** A file at an address. */
            export type BetaURLPDFSource = T.URLPDFSource;
            /** Tokens of a call. The whole input is the sum of the three input numbers. */
            export type BetaUsage = T.Usage;
            /** Roughly where the user is. */
            export type BetaUserLocation = T.UserLocation;
            /** Result of fetching a page. */
            export type BetaWebFetchToolResultBlock = T.WebFetchToolResultBlock;
            /** Result of a web search: a list of pages, or one error object. */
            export type BetaWebSearchToolResultBlock = T.WebSearchToolResultBlock;
            /** A web search that failed. */
            export type BetaWebSearchToolResultError = T.WebSearchToolResultError;
            /** Types of messages. */
            export namespace Messages {
                /** A file as base64 text. */
                export type BetaBase64ImageSource = T.Base64ImageSource;
                /** A file as base64 text. */
                export type BetaBase64PDFSource = T.Base64PDFSource;
                /** Result of a shell command. */
                export type BetaBashCodeExecutionToolResultBlock = T.BashCodeExecutionToolResultBlock;
                /** A cache breakpoint. */
                export type BetaCacheControlEphemeral = T.CacheControlEphemeral;
                /** Tokens written to the cache, by their life time. */
                export type BetaCacheCreation = T.CacheCreation;
                /** Characters of a plain text document; 0-based, end exclusive. */
                export type BetaCitationCharLocation = T.CitationCharLocation;
                /** Blocks of a document made of blocks; 0-based, end exclusive. */
                export type BetaCitationContentBlockLocation = T.CitationContentBlockLocation;
                /** Pages of a PDF; 1-based, end exclusive. */
                export type BetaCitationPageLocation = T.CitationPageLocation;
                /** Whether a document may be cited. */
                export type BetaCitationsConfigParam = T.CitationsConfigParam;
                /** One more citation of a text block. */
                export type BetaCitationsDelta = T.CitationsDelta;
                /** A search result that the caller gave; 0-based, end exclusive. */
                export type BetaCitationsSearchResultLocation = T.CitationsSearchResultLocation;
                /** A page that a web search found. */
                export type BetaCitationsWebSearchResultLocation = T.CitationsWebSearchResultLocation;
                /** Result of running code. */
                export type BetaCodeExecutionToolResultBlock = T.CodeExecutionToolResultBlock;
                /** The sandbox that code ran in; its id can be given to a later request. */
                export type BetaContainer = T.Container;
                /** A file was put into the sandbox. */
                export type BetaContainerUploadBlock = T.ContainerUploadBlock;
                /** Puts an uploaded file into the sandbox. */
                export type BetaContainerUploadBlockParam = T.ContainerUploadBlockParam;
                /** A block of an answer, told apart by its `type`. */
                export type BetaContentBlock = T.ContentBlock;
                /** A block grows. */
                export type BetaContentBlockDeltaEvent = T.ContentBlockDeltaEvent;
                /** A block of a request, or of an answer that goes back. */
                export type BetaContentBlockParam = T.ContentBlockParam;
                /** A block begins. */
                export type BetaContentBlockStartEvent = T.ContentBlockStartEvent;
                /** A block is complete. */
                export type BetaContentBlockStopEvent = T.ContentBlockStopEvent;
                /** The answer to a deletion. */
                export type BetaDeletedMessageBatch = T.DeletedMessageBatch;
                /** A document that was fetched. */
                export type BetaDocumentBlock = T.DocumentBlock;
                /** A document. */
                export type BetaDocumentBlockParam = T.DocumentBlockParam;
                /** A file that was uploaded before. */
                export type BetaFileImageSource = T.FileImageSource;
                /** An image. */
                export type BetaImageBlockParam = T.ImageBlockParam;
                /** More of a tool's input, as a piece of JSON text. */
                export type BetaInputJSONDelta = T.InputJSONDelta;
                /** The model's answer. */
                export type BetaMessage = T.Message;
                /** A batch of requests for messages. Times are RFC 3339. */
                export type BetaMessageBatch = T.MessageBatch;
                /** A request that was cancelled before it was begun. */
                export type BetaMessageBatchCanceledResult = T.MessageBatchCanceledResult;
                /** A request that failed; nothing was billed. */
                export type BetaMessageBatchErroredResult = T.MessageBatchErroredResult;
                /** A request that was not begun within 24 hours. */
                export type BetaMessageBatchExpiredResult = T.MessageBatchExpiredResult;
                /** One line of a batch's results. */
                export type BetaMessageBatchIndividualResponse = T.MessageBatchIndividualResponse;
                /** The requests of a batch by what became of them. */
                export type BetaMessageBatchRequestCounts = T.MessageBatchRequestCounts;
                /** What became of a request of a batch. */
                export type BetaMessageBatchResult = T.MessageBatchResult;
                /** A request that has its message. */
                export type BetaMessageBatchSucceededResult = T.MessageBatchSucceededResult;
                /** The message itself changes: why it stopped, and its tokens so far. */
                export type BetaMessageDeltaEvent = T.MessageDeltaEvent;
                /** Tokens so far: totals, not differences. A key that is missing keeps its value. */
                export type BetaMessageDeltaUsage = T.MessageDeltaUsage;
                /** One turn of the conversation. */
                export type BetaMessageParam = T.MessageParam;
                /** The message begins. */
                export type BetaMessageStartEvent = T.MessageStartEvent;
                /** The message is complete. */
                export type BetaMessageStopEvent = T.MessageStopEvent;
                /** An event of a stream, told apart by its `type`. */
                export type BetaMessageStreamEvent = T.MessageStreamEvent;
                /** How many input tokens a request has: an estimate of the service. */
                export type BetaMessageTokensCount = T.MessageTokensCount;
                /** About the request. */
                export type BetaMetadata = T.Metadata;
                /** How much effort, and in which form. */
                export type BetaOutputConfig = T.OutputConfig;
                /** A document as plain text. */
                export type BetaPlainTextSource = T.PlainTextSource;
                /** What a block grows by, told apart by its `type`. */
                export type BetaRawContentBlockDelta = T.RawContentBlockDelta;
                /** A block grows. */
                export type BetaRawContentBlockDeltaEvent = T.RawContentBlockDeltaEvent;
                /** A block begins. */
                export type BetaRawContentBlockStartEvent = T.RawContentBlockStartEvent;
                /** A block is complete. */
                export type BetaRawContentBlockStopEvent = T.RawContentBlockStopEvent;
                /** The message itself changes: why it stopped, and its tokens so far. */
                export type BetaRawMessageDeltaEvent = T.RawMessageDeltaEvent;
                /** The message begins. */
                export type BetaRawMessageStartEvent = T.RawMessageStartEvent;
                /** The message is complete. */
                export type BetaRawMessageStopEvent = T.RawMessageStopEvent;
                /** An event of a stream, told apart by its `type`. */
                export type BetaRawMessageStreamEvent = T.RawMessageStreamEvent;
                /** Thinking that is not shown; goes back unchanged. */
                export type BetaRedactedThinkingBlock = T.RedactedThinkingBlock;
                /** Thinking of an earlier answer that is not shown, unchanged. */
                export type BetaRedactedThinkingBlockParam = T.RedactedThinkingBlockParam;
                /** A search result of the caller's own. */
                export type BetaSearchResultBlockParam = T.SearchResultBlockParam;
                /** The model calls a tool that the service runs. Never answer it with a `tool_result`. */
                export type BetaServerToolUseBlock = T.ServerToolUseBlock;
                /** A call of an earlier answer to a tool of the service. */
                export type BetaServerToolUseBlockParam = T.ServerToolUseBlockParam;
                /** The signature of a thinking block. */
                export type BetaSignatureDelta = T.SignatureDelta;
                /** Why the model stopped; an open set (protocol §3.4). */
                export type BetaStopReason = T.StopReason;
                /** Text. */
                export type BetaTextBlock = T.TextBlock;
                /** Text. */
                export type BetaTextBlockParam = T.TextBlockParam;
                /** A citation, told apart by its `type`. */
                export type BetaTextCitation = T.TextCitation;
                /** More text. */
                export type BetaTextDelta = T.TextDelta;
                /** Result of the text editor. */
                export type BetaTextEditorCodeExecutionToolResultBlock =
                    T.TextEditorCodeExecutionToolResultBlock;
                /** What the model thought; goes back unchanged, signature included. */
                export type BetaThinkingBlock = T.ThinkingBlock;
                /** Thinking of an earlier answer, unchanged. */
                export type BetaThinkingBlockParam = T.ThinkingBlockParam;
                /** Thinking as deep as `output_config.effort` says. */
                export type BetaThinkingConfigAdaptive = T.ThinkingConfigAdaptive;
                /** No thinking. */
                export type BetaThinkingConfigDisabled = T.ThinkingConfigDisabled;
                /** Thinking with a budget. */
                export type BetaThinkingConfigEnabled = T.ThinkingConfigEnabled;
                /** Whether the model thinks first. */
                export type BetaThinkingConfigParam = T.ThinkingConfigParam;
                /** More thinking. */
                export type BetaThinkingDelta = T.ThinkingDelta;
                /** A tool of the caller. */
                export type BetaTool = T.Tool;
                /** Whether the model has to call a tool. */
                export type BetaToolChoice = T.ToolChoice;
                /** Some tool must be called. */
                export type BetaToolChoiceAny = T.ToolChoiceAny;
                /** The model decides. */
                export type BetaToolChoiceAuto = T.ToolChoiceAuto;
                /** No tool may be called. */
                export type BetaToolChoiceNone = T.ToolChoiceNone;
                /** This tool must be called. */
                export type BetaToolChoiceTool = T.ToolChoiceTool;
                /** A tool that a search found. */
                export type BetaToolReferenceBlock = T.ToolReferenceBlock;
                /** A tool that a search of the caller's own found. */
                export type BetaToolReferenceBlockParam = T.ToolReferenceBlockParam;
                /** What a tool of the caller gave. */
                export type BetaToolResultBlockParam = T.ToolResultBlockParam;
                /** Result of a tool search. */
                export type BetaToolSearchToolResultBlock = T.ToolSearchToolResultBlock;
                /** A tool of the caller, or of the service. */
                export type BetaToolUnion = T.ToolUnion;
                /** The model calls one of the caller's tools. */
                export type BetaToolUseBlock = T.ToolUseBlock;
                /** A call of an earlier answer. */
                export type BetaToolUseBlockParam = T.ToolUseBlockParam;
                /** A file at an address. */
                export type BetaURLImageSource = T.URLImageSource;
                /** A file at an address. */
                export type BetaURLPDFSource = T.URLPDFSource;
                /** Tokens of a call. The whole input is the sum of the three input numbers. */
                export type BetaUsage = T.Usage;
                /** Roughly where the user is. */
                export type BetaUserLocation = T.UserLocation;
                /** Result of fetching a page. */
                export type BetaWebFetchToolResultBlock = T.WebFetchToolResultBlock;
                /** Result of a web search: a list of pages, or one error object. */
                export type BetaWebSearchToolResultBlock = T.WebSearchToolResultBlock;
                /** A web search that failed. */
                export type BetaWebSearchToolResultError = T.WebSearchToolResultError;
                /** A request for either. */
                export type MessageCreateParams = T.MessageCreateParams;
                /** A request for a whole answer. */
                export type MessageCreateParamsNonStreaming = T.MessageCreateParamsNonStreaming;
                /** A request for a stream. */
                export type MessageCreateParamsStreaming = T.MessageCreateParamsStreaming;
                /** A request for `messages.stream()`. */
                export type MessageStreamParams = T.MessageStreamParams;
                /** A request whose tokens are to be counted. */
                export type MessageCountTokensParams = T.MessageCountTokensParams;
            }
        }
    }
}
