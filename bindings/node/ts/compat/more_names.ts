// The types of `more_types.ts` that stand on the class: `Client.WebSearchResultBlock`, `Client.Messages.WebSearchResultBlock`,
// `Client.Beta.BetaWebSearchResultBlock`. It must not hold anything that runs.

import type * as T from "./more_types.js";

declare module "./client.js" {
    namespace Client {
        /** A turn of the model. */
        export type AssistantMessageParam = T.AssistantMessageParam;
        /** A file that a shell command made. */
        export type BashCodeExecutionOutputBlock = T.BashCodeExecutionOutputBlock;
        /** What a shell command gave. */
        export type BashCodeExecutionResultBlock = T.BashCodeExecutionResultBlock;
        /** Result of a tool of the service, unchanged. */
        export type BashCodeExecutionToolResultBlockParam = T.BashCodeExecutionToolResultBlockParam;
        /** A shell command that failed. */
        export type BashCodeExecutionToolResultError = T.BashCodeExecutionToolResultError;
        /** Why the cache was not met. */
        export type CacheMissReason = T.CacheMissReason;
        /** Characters of a plain text document; 0-based, end exclusive. */
        export type CitationCharLocationParam = T.CitationCharLocationParam;
        /** Blocks of a document made of blocks; 0-based, end exclusive. */
        export type CitationContentBlockLocationParam = T.CitationContentBlockLocationParam;
        /** Pages of a PDF; 1-based, end exclusive. */
        export type CitationPageLocationParam = T.CitationPageLocationParam;
        /** A search result that the caller gave; 0-based, end exclusive. */
        export type CitationSearchResultLocationParam = T.CitationSearchResultLocationParam;
        /** A page that a web search found. */
        export type CitationWebSearchResultLocationParam = T.CitationWebSearchResultLocationParam;
        /** Whether a document may be cited. */
        export type CitationsConfig = T.CitationsConfig;
        /** A file that code made. */
        export type CodeExecutionOutputBlock = T.CodeExecutionOutputBlock;
        /** What code gave. */
        export type CodeExecutionResultBlock = T.CodeExecutionResultBlock;
        /** The tool that runs code. */
        export type CodeExecutionTool20250522 = T.CodeExecutionTool20250522;
        /** The tool that runs code. */
        export type CodeExecutionTool20250825 = T.CodeExecutionTool20250825;
        /** The tool that runs code. */
        export type CodeExecutionTool20260120 = T.CodeExecutionTool20260120;
        /** The tool that runs code. */
        export type CodeExecutionTool20260521 = T.CodeExecutionTool20260521;
        /** What code gave, or why it failed. */
        export type CodeExecutionToolResultBlockContent = T.CodeExecutionToolResultBlockContent;
        /** Result of a tool of the service, unchanged. */
        export type CodeExecutionToolResultBlockParam = T.CodeExecutionToolResultBlockParam;
        /** Code that failed. */
        export type CodeExecutionToolResultError = T.CodeExecutionToolResultError;
        /** The sandbox of a request, with its skills. */
        export type ContainerParams = T.ContainerParams;
        /** A skill of a sandbox. */
        export type ContainerSkill = T.ContainerSkill;
        /** A document made of blocks. */
        export type ContentBlockSource = T.ContentBlockSource;
        /** What the service says of the cache. */
        export type Diagnostics = T.Diagnostics;
        /** What the service is asked to say of the cache. */
        export type DiagnosticsParam = T.DiagnosticsParam;
        /** Who called a tool. */
        export type DirectCaller = T.DirectCaller;
        /** What code gave, for the service alone. */
        export type EncryptedCodeExecutionResultBlock = T.EncryptedCodeExecutionResultBlock;
        /** A file that was uploaded before. */
        export type FileDocumentSource = T.FileDocumentSource;
        /** How images may be changed. */
        export type ImageTransformationsParam = T.ImageTransformationsParam;
        /** The schema of an answer. */
        export type JSONOutputFormat = T.JSONOutputFormat;
        /** The memory tool. */
        export type MemoryTool20250818 = T.MemoryTool20250818;
        /** A tool of the caller, or of the service. */
        export type MessageCountTokensTool = T.MessageCountTokensTool;
        /** Tokens of the answer by their kinds. */
        export type OutputTokensDetails = T.OutputTokensDetails;
        /** More about a refusal. */
        export type RefusalStopDetails = T.RefusalStopDetails;
        /** Who called a tool. */
        export type ServerToolCaller = T.ServerToolCaller;
        /** Calls of tools of the service. */
        export type ServerToolUsage = T.ServerToolUsage;
        /** A skill for a sandbox. */
        export type SkillParams = T.SkillParams;
        /** A turn of the system. */
        export type SystemMessageParam = T.SystemMessageParam;
        /** A citation, told apart by its `type`. */
        export type TextCitationParam = T.TextCitationParam;
        /** A file that the text editor made. */
        export type TextEditorCodeExecutionCreateResultBlock = T.TextEditorCodeExecutionCreateResultBlock;
        /** A change that the text editor made. */
        export type TextEditorCodeExecutionStrReplaceResultBlock =
            T.TextEditorCodeExecutionStrReplaceResultBlock;
        /** Result of a tool of the service, unchanged. */
        export type TextEditorCodeExecutionToolResultBlockParam =
            T.TextEditorCodeExecutionToolResultBlockParam;
        /** A command of the text editor that failed. */
        export type TextEditorCodeExecutionToolResultError = T.TextEditorCodeExecutionToolResultError;
        /** A file that the text editor shows. */
        export type TextEditorCodeExecutionViewResultBlock = T.TextEditorCodeExecutionViewResultBlock;
        /** Thinking between calls of tools. */
        export type ThinkingConfigBetweenTools = T.ThinkingConfigBetweenTools;
        /** The shell. */
        export type ToolBash20250124 = T.ToolBash20250124;
        /** The search for tools by words. */
        export type ToolSearchToolBm25_20251119 = T.ToolSearchToolBm25_20251119;
        /** The search for tools by a pattern. */
        export type ToolSearchToolRegex20251119 = T.ToolSearchToolRegex20251119;
        /** Result of a tool of the service, unchanged. */
        export type ToolSearchToolResultBlockParam = T.ToolSearchToolResultBlockParam;
        /** A search for tools that failed. */
        export type ToolSearchToolResultError = T.ToolSearchToolResultError;
        /** The tools that a search found. */
        export type ToolSearchToolSearchResultBlock = T.ToolSearchToolSearchResultBlock;
        /** The text editor. */
        export type ToolTextEditor20250124 = T.ToolTextEditor20250124;
        /** The text editor. */
        export type ToolTextEditor20250429 = T.ToolTextEditor20250429;
        /** The text editor. */
        export type ToolTextEditor20250728 = T.ToolTextEditor20250728;
        /** Who called a tool. */
        export type ToolUseCaller = T.ToolUseCaller;
        /** A turn of the user. */
        export type UserMessageParam = T.UserMessageParam;
        /** A page that was fetched. */
        export type WebFetchBlock = T.WebFetchBlock;
        /** The tool that fetches pages. */
        export type WebFetchTool20250910 = T.WebFetchTool20250910;
        /** The tool that fetches pages. */
        export type WebFetchTool20260209 = T.WebFetchTool20260209;
        /** The tool that fetches pages. */
        export type WebFetchTool20260309 = T.WebFetchTool20260309;
        /** The tool that fetches pages. */
        export type WebFetchTool20260318 = T.WebFetchTool20260318;
        /** Result of a tool of the service, unchanged. */
        export type WebFetchToolResultBlockParam = T.WebFetchToolResultBlockParam;
        /** A page that could not be fetched. */
        export type WebFetchToolResultErrorBlock = T.WebFetchToolResultErrorBlock;
        /** A page that a web search found. */
        export type WebSearchResultBlock = T.WebSearchResultBlock;
        /** A page that a web search found, unchanged. */
        export type WebSearchResultBlockParam = T.WebSearchResultBlockParam;
        /** The web search. */
        export type WebSearchTool20250305 = T.WebSearchTool20250305;
        /** The web search. */
        export type WebSearchTool20260209 = T.WebSearchTool20260209;
        /** The web search. */
        export type WebSearchTool20260318 = T.WebSearchTool20260318;
        /** The pages that a web search found, or why it failed. */
        export type WebSearchToolResultBlockContent = T.WebSearchToolResultBlockContent;
        /** Result of a tool of the service, unchanged. */
        export type WebSearchToolResultBlockParam = T.WebSearchToolResultBlockParam;
        /** Types of messages. */
        export namespace Messages {
            /** A turn of the model. */
            export type AssistantMessageParam = T.AssistantMessageParam;
            /** A file that a shell command made. */
            export type BashCodeExecutionOutputBlock = T.BashCodeExecutionOutputBlock;
            /** What a shell command gave. */
            export type BashCodeExecutionResultBlock = T.BashCodeExecutionResultBlock;
            /** Result of a tool of the service, unchanged. */
            export type BashCodeExecutionToolResultBlockParam = T.BashCodeExecutionToolResultBlockParam;
            /** A shell command that failed. */
            export type BashCodeExecutionToolResultError = T.BashCodeExecutionToolResultError;
            /** Why the cache was not met. */
            export type CacheMissReason = T.CacheMissReason;
            /** Characters of a plain text document; 0-based, end exclusive. */
            export type CitationCharLocationParam = T.CitationCharLocationParam;
            /** Blocks of a document made of blocks; 0-based, end exclusive. */
            export type CitationContentBlockLocationParam = T.CitationContentBlockLocationParam;
            /** Pages of a PDF; 1-based, end exclusive. */
            export type CitationPageLocationParam = T.CitationPageLocationParam;
            /** A search result that the caller gave; 0-based, end exclusive. */
            export type CitationSearchResultLocationParam = T.CitationSearchResultLocationParam;
            /** A page that a web search found. */
            export type CitationWebSearchResultLocationParam = T.CitationWebSearchResultLocationParam;
            /** Whether a document may be cited. */
            export type CitationsConfig = T.CitationsConfig;
            /** A file that code made. */
            export type CodeExecutionOutputBlock = T.CodeExecutionOutputBlock;
            /** What code gave. */
            export type CodeExecutionResultBlock = T.CodeExecutionResultBlock;
            /** The tool that runs code. */
            export type CodeExecutionTool20250522 = T.CodeExecutionTool20250522;
            /** The tool that runs code. */
            export type CodeExecutionTool20250825 = T.CodeExecutionTool20250825;
            /** The tool that runs code. */
            export type CodeExecutionTool20260120 = T.CodeExecutionTool20260120;
            /** The tool that runs code. */
            export type CodeExecutionTool20260521 = T.CodeExecutionTool20260521;
            /** What code gave, or why it failed. */
            export type CodeExecutionToolResultBlockContent = T.CodeExecutionToolResultBlockContent;
            /** Result of a tool of the service, unchanged. */
            export type CodeExecutionToolResultBlockParam = T.CodeExecutionToolResultBlockParam;
            /** Code that failed. */
            export type CodeExecutionToolResultError = T.CodeExecutionToolResultError;
            /** The sandbox of a request, with its skills. */
            export type ContainerParams = T.ContainerParams;
            /** A skill of a sandbox. */
            export type ContainerSkill = T.ContainerSkill;
            /** A document made of blocks. */
            export type ContentBlockSource = T.ContentBlockSource;
            /** What the service says of the cache. */
            export type Diagnostics = T.Diagnostics;
            /** What the service is asked to say of the cache. */
            export type DiagnosticsParam = T.DiagnosticsParam;
            /** Who called a tool. */
            export type DirectCaller = T.DirectCaller;
            /** What code gave, for the service alone. */
            export type EncryptedCodeExecutionResultBlock = T.EncryptedCodeExecutionResultBlock;
            /** A file that was uploaded before. */
            export type FileDocumentSource = T.FileDocumentSource;
            /** How images may be changed. */
            export type ImageTransformationsParam = T.ImageTransformationsParam;
            /** The schema of an answer. */
            export type JSONOutputFormat = T.JSONOutputFormat;
            /** The memory tool. */
            export type MemoryTool20250818 = T.MemoryTool20250818;
            /** A tool of the caller, or of the service. */
            export type MessageCountTokensTool = T.MessageCountTokensTool;
            /** Tokens of the answer by their kinds. */
            export type OutputTokensDetails = T.OutputTokensDetails;
            /** More about a refusal. */
            export type RefusalStopDetails = T.RefusalStopDetails;
            /** Who called a tool. */
            export type ServerToolCaller = T.ServerToolCaller;
            /** Calls of tools of the service. */
            export type ServerToolUsage = T.ServerToolUsage;
            /** A skill for a sandbox. */
            export type SkillParams = T.SkillParams;
            /** A turn of the system. */
            export type SystemMessageParam = T.SystemMessageParam;
            /** A citation, told apart by its `type`. */
            export type TextCitationParam = T.TextCitationParam;
            /** A file that the text editor made. */
            export type TextEditorCodeExecutionCreateResultBlock = T.TextEditorCodeExecutionCreateResultBlock;
            /** A change that the text editor made. */
            export type TextEditorCodeExecutionStrReplaceResultBlock =
                T.TextEditorCodeExecutionStrReplaceResultBlock;
            /** Result of a tool of the service, unchanged. */
            export type TextEditorCodeExecutionToolResultBlockParam =
                T.TextEditorCodeExecutionToolResultBlockParam;
            /** A command of the text editor that failed. */
            export type TextEditorCodeExecutionToolResultError = T.TextEditorCodeExecutionToolResultError;
            /** A file that the text editor shows. */
            export type TextEditorCodeExecutionViewResultBlock = T.TextEditorCodeExecutionViewResultBlock;
            /** Thinking between calls of tools. */
            export type ThinkingConfigBetweenTools = T.ThinkingConfigBetweenTools;
            /** The shell. */
            export type ToolBash20250124 = T.ToolBash20250124;
            /** The search for tools by words. */
            export type ToolSearchToolBm25_20251119 = T.ToolSearchToolBm25_20251119;
            /** The search for tools by a pattern. */
            export type ToolSearchToolRegex20251119 = T.ToolSearchToolRegex20251119;
            /** Result of a tool of the service, unchanged. */
            export type ToolSearchToolResultBlockParam = T.ToolSearchToolResultBlockParam;
            /** A search for tools that failed. */
            export type ToolSearchToolResultError = T.ToolSearchToolResultError;
            /** The tools that a search found. */
            export type ToolSearchToolSearchResultBlock = T.ToolSearchToolSearchResultBlock;
            /** The text editor. */
            export type ToolTextEditor20250124 = T.ToolTextEditor20250124;
            /** The text editor. */
            export type ToolTextEditor20250429 = T.ToolTextEditor20250429;
            /** The text editor. */
            export type ToolTextEditor20250728 = T.ToolTextEditor20250728;
            /** Who called a tool. */
            export type ToolUseCaller = T.ToolUseCaller;
            /** A turn of the user. */
            export type UserMessageParam = T.UserMessageParam;
            /** A page that was fetched. */
            export type WebFetchBlock = T.WebFetchBlock;
            /** The tool that fetches pages. */
            export type WebFetchTool20250910 = T.WebFetchTool20250910;
            /** The tool that fetches pages. */
            export type WebFetchTool20260209 = T.WebFetchTool20260209;
            /** The tool that fetches pages. */
            export type WebFetchTool20260309 = T.WebFetchTool20260309;
            /** The tool that fetches pages. */
            export type WebFetchTool20260318 = T.WebFetchTool20260318;
            /** Result of a tool of the service, unchanged. */
            export type WebFetchToolResultBlockParam = T.WebFetchToolResultBlockParam;
            /** A page that could not be fetched. */
            export type WebFetchToolResultErrorBlock = T.WebFetchToolResultErrorBlock;
            /** A page that a web search found. */
            export type WebSearchResultBlock = T.WebSearchResultBlock;
            /** A page that a web search found, unchanged. */
            export type WebSearchResultBlockParam = T.WebSearchResultBlockParam;
            /** The web search. */
            export type WebSearchTool20250305 = T.WebSearchTool20250305;
            /** The web search. */
            export type WebSearchTool20260209 = T.WebSearchTool20260209;
            /** The web search. */
            export type WebSearchTool20260318 = T.WebSearchTool20260318;
            /** The pages that a web search found, or why it failed. */
            export type WebSearchToolResultBlockContent = T.WebSearchToolResultBlockContent;
            /** Result of a tool of the service, unchanged. */
            export type WebSearchToolResultBlockParam = T.WebSearchToolResultBlockParam;
        }
        /** Types of betas. */
        export namespace Beta {
            /** A turn of the model. */
            export type BetaAssistantMessageParam = T.BetaAssistantMessageParam;
            /** A file that a shell command made. */
            export type BetaBashCodeExecutionOutputBlock = T.BetaBashCodeExecutionOutputBlock;
            /** What a shell command gave. */
            export type BetaBashCodeExecutionResultBlock = T.BetaBashCodeExecutionResultBlock;
            /** Result of a tool of the service, unchanged. */
            export type BetaBashCodeExecutionToolResultBlockParam =
                T.BetaBashCodeExecutionToolResultBlockParam;
            /** A shell command that failed. */
            export type BetaBashCodeExecutionToolResultError = T.BetaBashCodeExecutionToolResultError;
            /** Why the cache was not met. */
            export type BetaCacheMissReason = T.BetaCacheMissReason;
            /** Characters of a plain text document; 0-based, end exclusive. */
            export type BetaCitationCharLocationParam = T.BetaCitationCharLocationParam;
            /** Blocks of a document made of blocks; 0-based, end exclusive. */
            export type BetaCitationContentBlockLocationParam = T.BetaCitationContentBlockLocationParam;
            /** Pages of a PDF; 1-based, end exclusive. */
            export type BetaCitationPageLocationParam = T.BetaCitationPageLocationParam;
            /** A search result that the caller gave; 0-based, end exclusive. */
            export type BetaCitationSearchResultLocationParam = T.BetaCitationSearchResultLocationParam;
            /** A page that a web search found. */
            export type BetaCitationWebSearchResultLocationParam = T.BetaCitationWebSearchResultLocationParam;
            /** Whether a document may be cited. */
            export type BetaCitationsConfig = T.BetaCitationsConfig;
            /** A file that code made. */
            export type BetaCodeExecutionOutputBlock = T.BetaCodeExecutionOutputBlock;
            /** What code gave. */
            export type BetaCodeExecutionResultBlock = T.BetaCodeExecutionResultBlock;
            /** The tool that runs code. */
            export type BetaCodeExecutionTool20250522 = T.BetaCodeExecutionTool20250522;
            /** The tool that runs code. */
            export type BetaCodeExecutionTool20250825 = T.BetaCodeExecutionTool20250825;
            /** The tool that runs code. */
            export type BetaCodeExecutionTool20260120 = T.BetaCodeExecutionTool20260120;
            /** The tool that runs code. */
            export type BetaCodeExecutionTool20260521 = T.BetaCodeExecutionTool20260521;
            /** What code gave, or why it failed. */
            export type BetaCodeExecutionToolResultBlockContent = T.BetaCodeExecutionToolResultBlockContent;
            /** Result of a tool of the service, unchanged. */
            export type BetaCodeExecutionToolResultBlockParam = T.BetaCodeExecutionToolResultBlockParam;
            /** Code that failed. */
            export type BetaCodeExecutionToolResultError = T.BetaCodeExecutionToolResultError;
            /** The sandbox of a request, with its skills. */
            export type BetaContainerParams = T.BetaContainerParams;
            /** A skill of a sandbox. */
            export type BetaContainerSkill = T.BetaContainerSkill;
            /** A document made of blocks. */
            export type BetaContentBlockSource = T.BetaContentBlockSource;
            /** How the history is shortened. */
            export type BetaContextManagementConfig = T.BetaContextManagementConfig;
            /** How the history was shortened. */
            export type BetaContextManagementResponse = T.BetaContextManagementResponse;
            /** The answer to a deletion. */
            export type BetaDeletedFile = T.BetaDeletedFile;
            /** What the service says of the cache. */
            export type BetaDiagnostics = T.BetaDiagnostics;
            /** What the service is asked to say of the cache. */
            export type BetaDiagnosticsParam = T.BetaDiagnosticsParam;
            /** Who called a tool. */
            export type BetaDirectCaller = T.BetaDirectCaller;
            /** What code gave, for the service alone. */
            export type BetaEncryptedCodeExecutionResultBlock = T.BetaEncryptedCodeExecutionResultBlock;
            /** A file that was uploaded before. */
            export type BetaFileDocumentSource = T.BetaFileDocumentSource;
            /** A file that was uploaded, or made by a tool. Times are RFC 3339. */
            export type BetaFileMetadata = T.BetaFileMetadata;
            /** How images may be changed. */
            export type BetaImageTransformationsParam = T.BetaImageTransformationsParam;
            /** Tokens by the steps of an answer. */
            export type BetaIterationsUsage = T.BetaIterationsUsage;
            /** The schema of an answer. */
            export type BetaJSONOutputFormat = T.BetaJSONOutputFormat;
            /** Result of a tool of an MCP server. */
            export type BetaMCPToolResultBlock = T.BetaMCPToolResultBlock;
            /** A call of a tool of an MCP server. */
            export type BetaMCPToolUseBlock = T.BetaMCPToolUseBlock;
            /** The tools of an MCP server. */
            export type BetaMCPToolset = T.BetaMCPToolset;
            /** The memory tool. */
            export type BetaMemoryTool20250818 = T.BetaMemoryTool20250818;
            /** A tool of the caller, or of the service. */
            export type BetaMessageCountTokensTool = T.BetaMessageCountTokensTool;
            /** Tokens of the answer by their kinds. */
            export type BetaOutputTokensDetails = T.BetaOutputTokensDetails;
            /** More about a refusal. */
            export type BetaRefusalStopDetails = T.BetaRefusalStopDetails;
            /** A document. */
            export type BetaRequestDocumentBlock = T.BetaRequestDocumentBlock;
            /** An MCP server. */
            export type BetaRequestMCPServerURLDefinition = T.BetaRequestMCPServerURLDefinition;
            /** Result of a tool of an MCP server, unchanged. */
            export type BetaRequestMCPToolResultBlockParam = T.BetaRequestMCPToolResultBlockParam;
            /** Who called a tool. */
            export type BetaServerToolCaller = T.BetaServerToolCaller;
            /** Calls of tools of the service. */
            export type BetaServerToolUsage = T.BetaServerToolUsage;
            /** A skill for a sandbox. */
            export type BetaSkillParams = T.BetaSkillParams;
            /** A turn of the system. */
            export type BetaSystemMessageParam = T.BetaSystemMessageParam;
            /** A citation, told apart by its `type`. */
            export type BetaTextCitationParam = T.BetaTextCitationParam;
            /** A file that the text editor made. */
            export type BetaTextEditorCodeExecutionCreateResultBlock =
                T.BetaTextEditorCodeExecutionCreateResultBlock;
            /** A change that the text editor made. */
            export type BetaTextEditorCodeExecutionStrReplaceResultBlock =
                T.BetaTextEditorCodeExecutionStrReplaceResultBlock;
            /** Result of a tool of the service, unchanged. */
            export type BetaTextEditorCodeExecutionToolResultBlockParam =
                T.BetaTextEditorCodeExecutionToolResultBlockParam;
            /** A command of the text editor that failed. */
            export type BetaTextEditorCodeExecutionToolResultError =
                T.BetaTextEditorCodeExecutionToolResultError;
            /** A file that the text editor shows. */
            export type BetaTextEditorCodeExecutionViewResultBlock =
                T.BetaTextEditorCodeExecutionViewResultBlock;
            /** Thinking between calls of tools. */
            export type BetaThinkingConfigBetweenTools = T.BetaThinkingConfigBetweenTools;
            /** The shell. */
            export type BetaToolBash20250124 = T.BetaToolBash20250124;
            /** The search for tools by words. */
            export type BetaToolSearchToolBm25_20251119 = T.BetaToolSearchToolBm25_20251119;
            /** The search for tools by a pattern. */
            export type BetaToolSearchToolRegex20251119 = T.BetaToolSearchToolRegex20251119;
            /** Result of a tool of the service, unchanged. */
            export type BetaToolSearchToolResultBlockParam = T.BetaToolSearchToolResultBlockParam;
            /** A search for tools that failed. */
            export type BetaToolSearchToolResultError = T.BetaToolSearchToolResultError;
            /** The tools that a search found. */
            export type BetaToolSearchToolSearchResultBlock = T.BetaToolSearchToolSearchResultBlock;
            /** The text editor. */
            export type BetaToolTextEditor20250124 = T.BetaToolTextEditor20250124;
            /** The text editor. */
            export type BetaToolTextEditor20250429 = T.BetaToolTextEditor20250429;
            /** The text editor. */
            export type BetaToolTextEditor20250728 = T.BetaToolTextEditor20250728;
            /** Who called a tool. */
            export type BetaToolUseCaller = T.BetaToolUseCaller;
            /** A turn of the user. */
            export type BetaUserMessageParam = T.BetaUserMessageParam;
            /** A page that was fetched. */
            export type BetaWebFetchBlock = T.BetaWebFetchBlock;
            /** The tool that fetches pages. */
            export type BetaWebFetchTool20250910 = T.BetaWebFetchTool20250910;
            /** The tool that fetches pages. */
            export type BetaWebFetchTool20260209 = T.BetaWebFetchTool20260209;
            /** The tool that fetches pages. */
            export type BetaWebFetchTool20260309 = T.BetaWebFetchTool20260309;
            /** The tool that fetches pages. */
            export type BetaWebFetchTool20260318 = T.BetaWebFetchTool20260318;
            /** Result of a tool of the service, unchanged. */
            export type BetaWebFetchToolResultBlockParam = T.BetaWebFetchToolResultBlockParam;
            /** A page that could not be fetched. */
            export type BetaWebFetchToolResultErrorBlock = T.BetaWebFetchToolResultErrorBlock;
            /** A page that a web search found. */
            export type BetaWebSearchResultBlock = T.BetaWebSearchResultBlock;
            /** A page that a web search found, unchanged. */
            export type BetaWebSearchResultBlockParam = T.BetaWebSearchResultBlockParam;
            /** The web search. */
            export type BetaWebSearchTool20250305 = T.BetaWebSearchTool20250305;
            /** The web search. */
            export type BetaWebSearchTool20260209 = T.BetaWebSearchTool20260209;
            /** The web search. */
            export type BetaWebSearchTool20260318 = T.BetaWebSearchTool20260318;
            /** The pages that a web search found, or why it failed. */
            export type BetaWebSearchToolResultBlockContent = T.BetaWebSearchToolResultBlockContent;
            /** Result of a tool of the service, unchanged. */
            export type BetaWebSearchToolResultBlockParam = T.BetaWebSearchToolResultBlockParam;
        }
    }
}
