// The types by the names of the official SDK, in the namespaces that programs use: `Client.MessageParam`,
// `Client.Messages.MessageParam`, `Client.Beta.BetaMessageParam`. Lists of requests may be changed here, as there. It
// must not hold anything that runs.

import type * as P from "parlour";
import type * as R from "parlour";
import type * as A from "parlour";
import type { BrowserToolset20260801, ComputerToolset20260801 } from "./types/toolsets.js";

/** The name of a model. */
export type Model = string;

/** One turn of the conversation. */
export interface MessageParam {
    /** The content of the turn. */
    content: string | ContentBlockParam[];
    /** The role of the turn's author. */
    role: "user" | "assistant" | "system";
}

/** The result of a tool of the caller. */
export interface ToolResultBlockParam extends Omit<P.ToolResultBlockParam, "content"> {
    /** Text or blocks; omitted for an empty result. */
    content?: string | P.ToolResultContentParam[] | undefined;
}

/** A tool of the caller. */
export interface Tool extends Omit<P.ToolParam, "input_schema" | "allowed_callers" | "input_examples"> {
    /** The JSON Schema of its input. */
    input_schema: Tool.InputSchema;
    /** The callers that may call it. */
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
export type ToolUnion = Tool | P.ServiceToolParam | BrowserToolset20260801 | ComputerToolset20260801;

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
    /** Strings at which generation stops. */
    stop_sequences?: string[] | undefined;
    /** Beta features to ask for. */
    betas?: string[] | undefined;
    /** The workspace, for credentials that can act in several. */
    workspace_id?: string | undefined;
    /** The user profile that is acted for. */
    user_profile_id?: string | undefined;
    /** Whether the answer is a stream. */
    stream?: boolean | undefined;
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- an unknown parameter may have any type
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
export declare namespace MessageCreateParams {
    export type { MessageCreateParamsNonStreaming, MessageCreateParamsStreaming };
}

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

/** The type of the value that the schema of a request asks for. */
export type ExtractParsedContentFromParams<Params> = ParsedOutput<Params>;

/** The format of an answer, with the parser of its text. */
export type AutoParseableOutputFormat<T> = P.OutputFormatParam & {
    /** The value of an answer's text. */
    parse(text: string): T;
};

/** A block of a message with the value that was asked for, which its text block holds. */
export type ParsedContentBlock<T> = ParsedTextBlock<T> | Exclude<A.ContentBlock, A.TextBlock>;

/** Text with the value that was read out of it. */
export interface ParsedTextBlock<T> extends A.TextBlock {
    /** The value; null for a refusal. Does not enumerate. */
    parsed_output: T | null;
}

/** A message with the value that was asked for. */
export interface ParsedMessage<T> extends Omit<A.Message, "content"> {
    /** The answer. May be empty. */
    content: ParsedContentBlock<T>[];
    /** The value; null for a refusal. */
    parsed_output: T | null;
}

/** The function that returns the key of a call. */
export type ApiKeySetter = () => Promise<string>;

/** A block of a request, or of an answer that goes back. */
export type ContentBlockParam = P.ContentBlockParam;
/** Text. */
export type TextBlockParam = P.TextBlockParam;
/** An image. */
export type ImageBlockParam = P.ImageBlockParam;
/** A document. */
export type DocumentBlockParam = P.DocumentBlockParam;
/** A search result supplied by the caller. */
export type SearchResultBlockParam = P.SearchResultBlockParam;
/** Thinking of an earlier answer, unchanged. */
export type ThinkingBlockParam = P.ThinkingBlockParam;
/** Redacted thinking of an earlier answer, unchanged. */
export type RedactedThinkingBlockParam = P.RedactedThinkingBlockParam;
/** A tool call of an earlier answer. */
export type ToolUseBlockParam = P.ToolUseBlockParam;
/** A call of a tool of the service, from an earlier answer. */
export type ServerToolUseBlockParam = P.ServerToolUseBlockParam;
/** A tool found by a search that the caller ran. */
export type ToolReferenceBlockParam = P.ToolReferenceBlockParam;
/** Puts an uploaded file into the sandbox. */
export type ContainerUploadBlockParam = P.ContainerUploadBlockParam;
/** The model's answer. */
export type Message = A.Message;
/** A block of an answer, discriminated by its `type`. */
export type ContentBlock = A.ContentBlock;
/** Text. */
export type TextBlock = A.TextBlock;
/** The thinking of the model; send it back unchanged, signature included. */
export type ThinkingBlock = A.ThinkingBlock;
/** Redacted thinking; must be sent back unchanged. */
export type RedactedThinkingBlock = A.RedactedThinkingBlock;
/** A call of one of the caller's tools. */
export type ToolUseBlock = A.ToolUseBlock;
/** A call of a tool that the service runs. Never answer it with a `tool_result`. */
export type ServerToolUseBlock = A.ServerToolUseBlock;
/** Result of a web search: a list of pages, or one error object. */
export type WebSearchToolResultBlock = A.WebSearchToolResultBlock;
/** A web search that failed. */
export type WebSearchToolResultError = A.WebSearchToolResultError;
/** Result of fetching a page. */
export type WebFetchToolResultBlock = A.WebFetchToolResultBlock;
/** Result of running code. */
export type CodeExecutionToolResultBlock = A.CodeExecutionToolResultBlock;
/** Result of a shell command. */
export type BashCodeExecutionToolResultBlock = A.BashCodeExecutionToolResultBlock;
/** Result of the text editor. */
export type TextEditorCodeExecutionToolResultBlock = A.TextEditorCodeExecutionToolResultBlock;
/** Result of a tool search. */
export type ToolSearchToolResultBlock = A.ToolSearchToolResultBlock;
/** A tool found by a search. */
export type ToolReferenceBlock = A.ToolReferenceBlock;
/** A file that was placed in the sandbox. */
export type ContainerUploadBlock = A.ContainerUploadBlock;
/** A fetched document. */
export type DocumentBlock = A.DocumentBlock;
/** A citation, discriminated by its `type`. */
export type TextCitation = A.TextCitation;
/** Characters of a plain text document; 0-based, end exclusive. */
export type CitationCharLocation = A.CitationCharLocation;
/** Pages of a PDF; 1-based, end exclusive. */
export type CitationPageLocation = A.CitationPageLocation;
/** Blocks of a document made of blocks; 0-based, end exclusive. */
export type CitationContentBlockLocation = A.CitationContentBlockLocation;
/** A search result supplied by the caller; 0-based, end exclusive. */
export type CitationsSearchResultLocation = A.CitationSearchResultLocation;
/** A page found by a web search. */
export type CitationsWebSearchResultLocation = A.CitationWebSearchResultLocation;
/** The token usage of a call. The total input is the sum of the three input counts. */
export type Usage = A.Usage;
/** The token usage so far, as totals. An absent key keeps its previous value. */
export type MessageDeltaUsage = A.MessageDeltaUsage;
/** Tokens written to the cache, by lifetime. */
export type CacheCreation = A.CacheCreation;
/** Why the model stopped; an open set (protocol §3.4). */
export type StopReason = A.StopReason;
/** The sandbox that code ran in; a later request can use its id. */
export type Container = A.Container;
/** More text. */
export type TextDelta = A.TextDelta;
/** More of a tool's input, as a piece of JSON text. */
export type InputJSONDelta = A.InputJSONDelta;
/** More thinking. */
export type ThinkingDelta = A.ThinkingDelta;
/** The signature of a thinking block. */
export type SignatureDelta = A.SignatureDelta;
/** Another citation of a text block. */
export type CitationsDelta = A.CitationsDelta;
/** An event of a stream, discriminated by its `type`. */
export type RawMessageStreamEvent = A.StreamEvent;
/** An event of a stream, discriminated by its `type`. */
export type MessageStreamEvent = A.StreamEvent;
/** The message begins. */
export type RawMessageStartEvent = A.MessageStartEvent;
/** The message itself changes: why it stopped, and its tokens so far. */
export type RawMessageDeltaEvent = A.MessageDeltaEvent;
export declare namespace RawMessageDeltaEvent {
    /** The changes of the message. */
    export type Delta = A.MessageDelta;
}
/** The message is complete. */
export type RawMessageStopEvent = A.MessageStopEvent;
/** A block begins. */
export type RawContentBlockStartEvent = A.ContentBlockStartEvent;
/** A block grows. */
export type RawContentBlockDeltaEvent = A.ContentBlockDeltaEvent;
/** A block is complete. */
export type RawContentBlockStopEvent = A.ContentBlockStopEvent;
/** The growth of a block, discriminated by its `type`. */
export type RawContentBlockDelta = A.ContentBlockDelta;
/** The message begins. */
export type MessageStartEvent = A.MessageStartEvent;
/** The message itself changes: why it stopped, and its tokens so far. */
export type MessageDeltaEvent = A.MessageDeltaEvent;
/** The message is complete. */
export type MessageStopEvent = A.MessageStopEvent;
/** A block begins. */
export type ContentBlockStartEvent = A.ContentBlockStartEvent;
/** A block grows. */
export type ContentBlockDeltaEvent = A.ContentBlockDeltaEvent;
/** A block is complete. */
export type ContentBlockStopEvent = A.ContentBlockStopEvent;
/** Whether the model must call a tool, and which. */
export type ToolChoice = P.ToolChoiceParam;
/** The model decides. */
export type ToolChoiceAuto = P.ToolChoiceAutoParam;
/** Some tool must be called. */
export type ToolChoiceAny = P.ToolChoiceAnyParam;
/** This tool must be called. */
export type ToolChoiceTool = P.ToolChoiceToolParam;
/** No tool may be called. */
export type ToolChoiceNone = P.ToolChoiceNoneParam;
/** The configuration of thinking. */
export type ThinkingConfigParam = P.ThinkingConfigParam;
/** Thinking with a budget. */
export type ThinkingConfigEnabled = P.ThinkingConfigEnabledParam;
/** Thinking whose depth `output_config.effort` sets. */
export type ThinkingConfigAdaptive = P.ThinkingConfigAdaptiveParam;
/** No thinking. */
export type ThinkingConfigDisabled = P.ThinkingConfigDisabledParam;
/** Metadata of the request. */
export type Metadata = P.MetadataParam;
/** A cache breakpoint. */
export type CacheControlEphemeral = P.CacheControlParam;
/** A base64-encoded file. */
export type Base64ImageSource = P.Base64SourceParam;
/** A PDF as base64 text. */
export type Base64PDFSource = P.Base64SourceParam;
/** A file at a URL. */
export type URLImageSource = P.URLSourceParam;
/** A file at a URL. */
export type URLPDFSource = P.URLSourceParam;
/** An uploaded file. */
export type FileImageSource = P.FileSourceParam;
/** A document as plain text. */
export type PlainTextSource = P.PlainTextSourceParam;
/** The effort and the format of the answer. */
export type OutputConfig = P.OutputConfigParam;
/** Whether a document may be cited. */
export type CitationsConfigParam = P.CitationsConfigParam;
/** The approximate location of the user. */
export type UserLocation = P.UserLocationParam;
/** The number of input tokens of a request, as the service estimates it. */
export type MessageTokensCount = R.MessageTokensCount;
