// The types by the names of the field's SDK that programs name less often: results of tools of the service, their definitions, the
// parameters of resources. It must not hold anything that runs.

import type * as P from "../params.js";
import type * as R from "../resource_types.js";
import type * as A from "../types.js";
import type { Batches, Page } from "./resources.js";
import type { MessageParam, ToolUnion } from "./types.js";

/** A turn of the model. */
export type AssistantMessageParam = MessageParam & { role: "assistant" };
/** A file that a shell command made. */
export type BashCodeExecutionOutputBlock = A.CodeExecutionOutput;
/** What a shell command gave. */
export type BashCodeExecutionResultBlock = A.BashCodeExecutionResult;
/** Result of a tool of the service, unchanged. */
export type BashCodeExecutionToolResultBlockParam = P.ServerToolResultBlockParam;
/** A shell command that failed. */
export type BashCodeExecutionToolResultError = A.BashCodeExecutionToolResultError;
/** Why the cache was not met. */
export type CacheMissReason = A.CacheMissReason;
/** Characters of a plain text document; 0-based, end exclusive. */
export type CitationCharLocationParam = A.CitationCharLocation;
/** Blocks of a document made of blocks; 0-based, end exclusive. */
export type CitationContentBlockLocationParam = A.CitationContentBlockLocation;
/** Pages of a PDF; 1-based, end exclusive. */
export type CitationPageLocationParam = A.CitationPageLocation;
/** A search result that the caller gave; 0-based, end exclusive. */
export type CitationSearchResultLocationParam = A.CitationSearchResultLocation;
/** A page that a web search found. */
export type CitationWebSearchResultLocationParam = A.CitationWebSearchResultLocation;
/** Whether a document may be cited. */
export type CitationsConfig = A.CitationsConfig;
/** A file that code made. */
export type CodeExecutionOutputBlock = A.CodeExecutionOutput;
/** What code gave. */
export type CodeExecutionResultBlock = A.CodeExecutionResult;
/** The tool that runs code. */
export type CodeExecutionTool20250522 = P.ServiceToolParam;
/** The tool that runs code. */
export type CodeExecutionTool20250825 = P.ServiceToolParam;
/** The tool that runs code. */
export type CodeExecutionTool20260120 = P.ServiceToolParam;
/** The tool that runs code. */
export type CodeExecutionTool20260521 = P.ServiceToolParam;
/** What code gave, or why it failed. */
export type CodeExecutionToolResultBlockContent = A.CodeExecutionToolResultBlock["content"];
/** Result of a tool of the service, unchanged. */
export type CodeExecutionToolResultBlockParam = P.ServerToolResultBlockParam;
/** Code that failed. */
export type CodeExecutionToolResultError = A.CodeExecutionToolResultError;
/** The sandbox of a request, with its skills. */
export type ContainerParams = P.ContainerParam;
/** A skill of a sandbox. */
export type ContainerSkill = A.ContainerSkill;
/** A document made of blocks. */
export type ContentBlockSource = P.ContentSourceParam;
/** What the service says of the cache. */
export type Diagnostics = A.Diagnostics;
/** What the service is asked to say of the cache. */
export type DiagnosticsParam = P.DiagnosticsParam;
/** Who called a tool. */
export type DirectCaller = A.Caller;
/** What code gave, for the service alone. */
export type EncryptedCodeExecutionResultBlock = A.EncryptedCodeExecutionResult;
/** A file that was uploaded before. */
export type FileDocumentSource = P.FileSourceParam;
/** How images may be changed. */
export type ImageTransformationsParam = P.ImageTransformationsParam;
/** The schema of an answer. */
export type JSONOutputFormat = P.OutputFormatParam;
/** The memory tool. */
export type MemoryTool20250818 = P.ServiceToolParam;
/** A tool of the caller, or of the service. */
export type MessageCountTokensTool = ToolUnion;
/** Tokens of the answer by their kinds. */
export type OutputTokensDetails = A.OutputTokensDetails;
/** More about a refusal. */
export type RefusalStopDetails = A.StopDetails;
/** Who called a tool. */
export type ServerToolCaller = A.Caller;
/** Calls of tools of the service. */
export type ServerToolUsage = A.ServerToolUsage;
/** A skill for a sandbox. */
export type SkillParams = P.ContainerSkillParam;
/** A turn of the system. */
export type SystemMessageParam = MessageParam & { role: "system" };
/** A citation, told apart by its `type`. */
export type TextCitationParam = A.TextCitation;
/** A file that the text editor made. */
export type TextEditorCodeExecutionCreateResultBlock = A.TextEditorCodeExecutionCreateResult;
/** A change that the text editor made. */
export type TextEditorCodeExecutionStrReplaceResultBlock = A.TextEditorCodeExecutionStrReplaceResult;
/** Result of a tool of the service, unchanged. */
export type TextEditorCodeExecutionToolResultBlockParam = P.ServerToolResultBlockParam;
/** A command of the text editor that failed. */
export type TextEditorCodeExecutionToolResultError = A.TextEditorCodeExecutionToolResultError;
/** A file that the text editor shows. */
export type TextEditorCodeExecutionViewResultBlock = A.TextEditorCodeExecutionViewResult;
/** Thinking between calls of tools. */
export type ThinkingConfigBetweenTools = P.ThinkingConfigBetweenToolsParam;
/** The shell. */
export type ToolBash20250124 = P.ServiceToolParam;
/** The search for tools by words. */
export type ToolSearchToolBm25_20251119 = P.ServiceToolParam;
/** The search for tools by a pattern. */
export type ToolSearchToolRegex20251119 = P.ServiceToolParam;
/** Result of a tool of the service, unchanged. */
export type ToolSearchToolResultBlockParam = P.ServerToolResultBlockParam;
/** A search for tools that failed. */
export type ToolSearchToolResultError = A.ToolSearchToolResultError;
/** The tools that a search found. */
export type ToolSearchToolSearchResultBlock = A.ToolSearchToolSearchResult;
/** The text editor. */
export type ToolTextEditor20250124 = P.ServiceToolParam;
/** The text editor. */
export type ToolTextEditor20250429 = P.ServiceToolParam;
/** The text editor. */
export type ToolTextEditor20250728 = P.ServiceToolParam;
/** Who called a tool. */
export type ToolUseCaller = A.Caller;
/** A turn of the user. */
export type UserMessageParam = MessageParam & { role: "user" };
/** A page that was fetched. */
export type WebFetchBlock = A.WebFetchResult;
/** The tool that fetches pages. */
export type WebFetchTool20250910 = P.ServiceToolParam;
/** The tool that fetches pages. */
export type WebFetchTool20260209 = P.ServiceToolParam;
/** The tool that fetches pages. */
export type WebFetchTool20260309 = P.ServiceToolParam;
/** The tool that fetches pages. */
export type WebFetchTool20260318 = P.ServiceToolParam;
/** Result of a tool of the service, unchanged. */
export type WebFetchToolResultBlockParam = P.ServerToolResultBlockParam;
/** A page that could not be fetched. */
export type WebFetchToolResultErrorBlock = A.WebFetchToolResultError;
/** A page that a web search found. */
export type WebSearchResultBlock = A.WebSearchResult;
/** A page that a web search found, unchanged. */
export type WebSearchResultBlockParam = A.WebSearchResult;
/** The web search. */
export type WebSearchTool20250305 = P.ServiceToolParam;
/** The web search. */
export type WebSearchTool20260209 = P.ServiceToolParam;
/** The web search. */
export type WebSearchTool20260318 = P.ServiceToolParam;
/** The pages that a web search found, or why it failed. */
export type WebSearchToolResultBlockContent = A.WebSearchToolResultBlock["content"];
/** Result of a tool of the service, unchanged. */
export type WebSearchToolResultBlockParam = P.ServerToolResultBlockParam;
/** An error in the body of an answer. */
export type ErrorObject = R.ErrorDetail;
/** An error in the body of an answer. */
export type APIErrorObject = R.ErrorDetail;
/** An error in the body of an answer. */
export type InvalidRequestError = R.ErrorDetail;
/** The parameters of a batch. */
export type BatchCreateParams = Parameters<Batches["create"]>[0];
/** A page of models. */
export type ModelInfosPage = Page<R.ModelInfo>;
/** A page of batches. */
export type MessageBatchesPage = Page<R.MessageBatch>;
/** What a model can do. */
export type ModelCapabilities = R.ModelCapabilities;

// The same under the names that they have as a beta.
/** A turn of the model. */
export type BetaAssistantMessageParam = AssistantMessageParam;
/** A file that a shell command made. */
export type BetaBashCodeExecutionOutputBlock = BashCodeExecutionOutputBlock;
/** What a shell command gave. */
export type BetaBashCodeExecutionResultBlock = BashCodeExecutionResultBlock;
/** Result of a tool of the service, unchanged. */
export type BetaBashCodeExecutionToolResultBlockParam = BashCodeExecutionToolResultBlockParam;
/** A shell command that failed. */
export type BetaBashCodeExecutionToolResultError = BashCodeExecutionToolResultError;
/** Why the cache was not met. */
export type BetaCacheMissReason = CacheMissReason;
/** Characters of a plain text document; 0-based, end exclusive. */
export type BetaCitationCharLocationParam = CitationCharLocationParam;
/** Blocks of a document made of blocks; 0-based, end exclusive. */
export type BetaCitationContentBlockLocationParam = CitationContentBlockLocationParam;
/** Pages of a PDF; 1-based, end exclusive. */
export type BetaCitationPageLocationParam = CitationPageLocationParam;
/** A search result that the caller gave; 0-based, end exclusive. */
export type BetaCitationSearchResultLocationParam = CitationSearchResultLocationParam;
/** A page that a web search found. */
export type BetaCitationWebSearchResultLocationParam = CitationWebSearchResultLocationParam;
/** Whether a document may be cited. */
export type BetaCitationsConfig = CitationsConfig;
/** A file that code made. */
export type BetaCodeExecutionOutputBlock = CodeExecutionOutputBlock;
/** What code gave. */
export type BetaCodeExecutionResultBlock = CodeExecutionResultBlock;
/** The tool that runs code. */
export type BetaCodeExecutionTool20250522 = CodeExecutionTool20250522;
/** The tool that runs code. */
export type BetaCodeExecutionTool20250825 = CodeExecutionTool20250825;
/** The tool that runs code. */
export type BetaCodeExecutionTool20260120 = CodeExecutionTool20260120;
/** The tool that runs code. */
export type BetaCodeExecutionTool20260521 = CodeExecutionTool20260521;
/** What code gave, or why it failed. */
export type BetaCodeExecutionToolResultBlockContent = CodeExecutionToolResultBlockContent;
/** Result of a tool of the service, unchanged. */
export type BetaCodeExecutionToolResultBlockParam = CodeExecutionToolResultBlockParam;
/** Code that failed. */
export type BetaCodeExecutionToolResultError = CodeExecutionToolResultError;
/** The sandbox of a request, with its skills. */
export type BetaContainerParams = ContainerParams;
/** A skill of a sandbox. */
export type BetaContainerSkill = ContainerSkill;
/** A document made of blocks. */
export type BetaContentBlockSource = ContentBlockSource;
/** What the service says of the cache. */
export type BetaDiagnostics = Diagnostics;
/** What the service is asked to say of the cache. */
export type BetaDiagnosticsParam = DiagnosticsParam;
/** Who called a tool. */
export type BetaDirectCaller = DirectCaller;
/** What code gave, for the service alone. */
export type BetaEncryptedCodeExecutionResultBlock = EncryptedCodeExecutionResultBlock;
/** A file that was uploaded before. */
export type BetaFileDocumentSource = FileDocumentSource;
/** How images may be changed. */
export type BetaImageTransformationsParam = ImageTransformationsParam;
/** The schema of an answer. */
export type BetaJSONOutputFormat = JSONOutputFormat;
/** The memory tool. */
export type BetaMemoryTool20250818 = MemoryTool20250818;
/** A tool of the caller, or of the service. */
export type BetaMessageCountTokensTool = MessageCountTokensTool;
/** Tokens of the answer by their kinds. */
export type BetaOutputTokensDetails = OutputTokensDetails;
/** More about a refusal. */
export type BetaRefusalStopDetails = RefusalStopDetails;
/** Who called a tool. */
export type BetaServerToolCaller = ServerToolCaller;
/** Calls of tools of the service. */
export type BetaServerToolUsage = ServerToolUsage;
/** A skill for a sandbox. */
export type BetaSkillParams = SkillParams;
/** A turn of the system. */
export type BetaSystemMessageParam = SystemMessageParam;
/** A citation, told apart by its `type`. */
export type BetaTextCitationParam = TextCitationParam;
/** A file that the text editor made. */
export type BetaTextEditorCodeExecutionCreateResultBlock = TextEditorCodeExecutionCreateResultBlock;
/** A change that the text editor made. */
export type BetaTextEditorCodeExecutionStrReplaceResultBlock = TextEditorCodeExecutionStrReplaceResultBlock;
/** Result of a tool of the service, unchanged. */
export type BetaTextEditorCodeExecutionToolResultBlockParam = TextEditorCodeExecutionToolResultBlockParam;
/** A command of the text editor that failed. */
export type BetaTextEditorCodeExecutionToolResultError = TextEditorCodeExecutionToolResultError;
/** A file that the text editor shows. */
export type BetaTextEditorCodeExecutionViewResultBlock = TextEditorCodeExecutionViewResultBlock;
/** Thinking between calls of tools. */
export type BetaThinkingConfigBetweenTools = ThinkingConfigBetweenTools;
/** The shell. */
export type BetaToolBash20250124 = ToolBash20250124;
/** The search for tools by words. */
export type BetaToolSearchToolBm25_20251119 = ToolSearchToolBm25_20251119;
/** The search for tools by a pattern. */
export type BetaToolSearchToolRegex20251119 = ToolSearchToolRegex20251119;
/** Result of a tool of the service, unchanged. */
export type BetaToolSearchToolResultBlockParam = ToolSearchToolResultBlockParam;
/** A search for tools that failed. */
export type BetaToolSearchToolResultError = ToolSearchToolResultError;
/** The tools that a search found. */
export type BetaToolSearchToolSearchResultBlock = ToolSearchToolSearchResultBlock;
/** The text editor. */
export type BetaToolTextEditor20250124 = ToolTextEditor20250124;
/** The text editor. */
export type BetaToolTextEditor20250429 = ToolTextEditor20250429;
/** The text editor. */
export type BetaToolTextEditor20250728 = ToolTextEditor20250728;
/** Who called a tool. */
export type BetaToolUseCaller = ToolUseCaller;
/** A turn of the user. */
export type BetaUserMessageParam = UserMessageParam;
/** A page that was fetched. */
export type BetaWebFetchBlock = WebFetchBlock;
/** The tool that fetches pages. */
export type BetaWebFetchTool20250910 = WebFetchTool20250910;
/** The tool that fetches pages. */
export type BetaWebFetchTool20260209 = WebFetchTool20260209;
/** The tool that fetches pages. */
export type BetaWebFetchTool20260309 = WebFetchTool20260309;
/** The tool that fetches pages. */
export type BetaWebFetchTool20260318 = WebFetchTool20260318;
/** Result of a tool of the service, unchanged. */
export type BetaWebFetchToolResultBlockParam = WebFetchToolResultBlockParam;
/** A page that could not be fetched. */
export type BetaWebFetchToolResultErrorBlock = WebFetchToolResultErrorBlock;
/** A page that a web search found. */
export type BetaWebSearchResultBlock = WebSearchResultBlock;
/** A page that a web search found, unchanged. */
export type BetaWebSearchResultBlockParam = WebSearchResultBlockParam;
/** The web search. */
export type BetaWebSearchTool20250305 = WebSearchTool20250305;
/** The web search. */
export type BetaWebSearchTool20260209 = WebSearchTool20260209;
/** The web search. */
export type BetaWebSearchTool20260318 = WebSearchTool20260318;
/** The pages that a web search found, or why it failed. */
export type BetaWebSearchToolResultBlockContent = WebSearchToolResultBlockContent;
/** Result of a tool of the service, unchanged. */
export type BetaWebSearchToolResultBlockParam = WebSearchToolResultBlockParam;
/** How the history is shortened. */
export type BetaContextManagementConfig = P.ContextManagementParam;
/** How the history was shortened. */
export type BetaContextManagementResponse = A.ContextManagement;
/** Tokens by the steps of an answer. */
export type BetaIterationsUsage = A.UsageIteration[];
/** Result of a tool of an MCP server. */
export type BetaMCPToolResultBlock = A.MCPToolResultBlock;
/** A call of a tool of an MCP server. */
export type BetaMCPToolUseBlock = A.MCPToolUseBlock;
/** The tools of an MCP server. */
export type BetaMCPToolset = P.MCPToolsetParam;
/** An MCP server. */
export type BetaRequestMCPServerURLDefinition = P.MCPServerParam;
/** Result of a tool of an MCP server, unchanged. */
export type BetaRequestMCPToolResultBlockParam = P.MCPToolResultBlockParam;
/** A document. */
export type BetaRequestDocumentBlock = P.DocumentBlockParam;
/** The answer to a deletion. */
export type BetaDeletedFile = R.Deleted;
/** A file that was uploaded, or made by a tool. Times are RFC 3339. */
export type BetaFileMetadata = R.FileMetadata;
