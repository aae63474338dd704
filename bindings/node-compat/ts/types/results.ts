// Results of tools of the service by the names of the official SDK: as they arrive, and as they are sent back in an
// earlier answer (protocol §2.4, §3.3). Codes of errors are open sets. It must not hold anything that runs.

import type * as P from "parlour";
import type * as A from "parlour";

/** The fields that are sent back with a result besides its content. */
interface SentBack {
    /** The call that it answers. */
    tool_use_id: string;
    /** A cache breakpoint. */
    cache_control?: P.CacheControlParam | null | undefined;
}

/** The caller of a tool. */
export type ToolUseCaller = A.Caller;
/** The model itself called it. */
export type DirectCaller = A.Caller & { type: "direct" };
/** The fields of code that called a tool. */
interface OfCode {
    /** The `server_tool_use` of the code. */
    tool_id: string;
}
/** Code of the sandbox called it. */
export type ServerToolCaller = A.Caller & OfCode & { type: "code_execution_20250825" };
/** Code of the sandbox called it. */
export type ServerToolCaller20260120 = A.Caller & OfCode & { type: "code_execution_20260120" };

/** Why code could not be run. */
export type CodeExecutionToolResultErrorCode =
    "invalid_tool_input" | "unavailable" | "too_many_requests" | "execution_time_exceeded" | (string & {});
/** Why a shell command could not be run. */
export type BashCodeExecutionToolResultErrorCode = CodeExecutionToolResultErrorCode | "output_file_too_large";
/** Why an edit failed. */
export type TextEditorCodeExecutionToolResultErrorCode = CodeExecutionToolResultErrorCode | "file_not_found";
/** Why a search for tools failed. */
export type ToolSearchToolResultErrorCode = CodeExecutionToolResultErrorCode;
/** Why a web search failed. */
export type WebSearchToolResultErrorCode =
    | "invalid_tool_input"
    | "unavailable"
    | "max_uses_exceeded"
    | "too_many_requests"
    | "query_too_long"
    | "request_too_large"
    | (string & {});
/** Why a page could not be fetched. */
export type WebFetchToolResultErrorCode =
    | "invalid_tool_input"
    | "url_too_long"
    | "url_not_allowed"
    | "url_not_in_prior_context"
    | "url_not_accessible"
    | "unsupported_content_type"
    | "too_many_requests"
    | "max_uses_exceeded"
    | "unavailable"
    | "content_too_large"
    | (string & {});

// Code

/** A file that code made. */
export type CodeExecutionOutputBlock = A.CodeExecutionOutput;
/** A file that code made, unchanged. */
export type CodeExecutionOutputBlockParam = A.CodeExecutionOutput & { type: "code_execution_output" };
/** The result of code. */
export type CodeExecutionResultBlock = A.CodeExecutionResult;
/** The result of code, unchanged. */
export type CodeExecutionResultBlockParam = A.CodeExecutionResult;
/** The result of code, readable only by the service. */
export type EncryptedCodeExecutionResultBlock = A.EncryptedCodeExecutionResult;
/** The result of code, readable only by the service; unchanged. */
export type EncryptedCodeExecutionResultBlockParam = A.EncryptedCodeExecutionResult;
/** Code that failed. */
export type CodeExecutionToolResultError = A.CodeExecutionToolResultError;
/** Code that failed. */
export type CodeExecutionToolResultErrorObject = A.CodeExecutionToolResultError;
/** Code that failed, unchanged. */
export type CodeExecutionToolResultErrorParam = A.CodeExecutionToolResultError;
/** The result of code, or its failure. */
export type CodeExecutionToolResultBlockContent = A.CodeExecutionToolResultBlock["content"];
/** The result of code, or its failure; unchanged. */
export type CodeExecutionToolResultBlockParamContent =
    | CodeExecutionToolResultErrorParam
    | CodeExecutionResultBlockParam
    | EncryptedCodeExecutionResultBlockParam;
/** Result of running code, unchanged. */
export interface CodeExecutionToolResultBlockParam extends SentBack {
    type: "code_execution_tool_result";
    /** Output or an error. */
    content: CodeExecutionToolResultBlockParamContent;
}

// The shell

/** A file that a shell command made. */
export type BashCodeExecutionOutputBlock = A.CodeExecutionOutput;
/** A file that a shell command made, unchanged. */
export type BashCodeExecutionOutputBlockParam = A.CodeExecutionOutput & {
    type: "bash_code_execution_output";
};
/** The result of a shell command. */
export type BashCodeExecutionResultBlock = A.BashCodeExecutionResult;
/** The result of a shell command, unchanged. */
export type BashCodeExecutionResultBlockParam = A.BashCodeExecutionResult;
/** A shell command that failed. */
export type BashCodeExecutionToolResultError = A.BashCodeExecutionToolResultError;
/** A shell command that failed. */
export type BashCodeExecutionToolResultErrorObject = A.BashCodeExecutionToolResultError;
/** A shell command that failed, unchanged. */
export type BashCodeExecutionToolResultErrorParam = A.BashCodeExecutionToolResultError;
/** Result of a shell command, unchanged. */
export interface BashCodeExecutionToolResultBlockParam extends SentBack {
    type: "bash_code_execution_tool_result";
    /** Output or an error. */
    content: BashCodeExecutionToolResultErrorParam | BashCodeExecutionResultBlockParam;
}

// The text editor

/** A file that the text editor made. */
export type TextEditorCodeExecutionCreateResultBlock = A.TextEditorCodeExecutionCreateResult;
/** A file that the text editor made, unchanged. */
export type TextEditorCodeExecutionCreateResultBlockParam = A.TextEditorCodeExecutionCreateResult;
/** A change that the text editor made. */
export type TextEditorCodeExecutionStrReplaceResultBlock = A.TextEditorCodeExecutionStrReplaceResult;
/** A change that the text editor made, unchanged. */
export type TextEditorCodeExecutionStrReplaceResultBlockParam = A.TextEditorCodeExecutionStrReplaceResult;
/** A file that the text editor shows. */
export type TextEditorCodeExecutionViewResultBlock = A.TextEditorCodeExecutionViewResult;
/** A file that the text editor shows, unchanged. */
export type TextEditorCodeExecutionViewResultBlockParam = A.TextEditorCodeExecutionViewResult;
/** A command of the text editor that failed. */
export type TextEditorCodeExecutionToolResultError = A.TextEditorCodeExecutionToolResultError;
/** A command of the text editor that failed. */
export type TextEditorCodeExecutionToolResultErrorObject = A.TextEditorCodeExecutionToolResultError;
/** A command of the text editor that failed, unchanged. */
export type TextEditorCodeExecutionToolResultErrorParam = A.TextEditorCodeExecutionToolResultError;
/** Result of the text editor, unchanged. */
export interface TextEditorCodeExecutionToolResultBlockParam extends SentBack {
    type: "text_editor_code_execution_tool_result";
    /** The result of the command, or an error. */
    content:
        | TextEditorCodeExecutionToolResultErrorParam
        | TextEditorCodeExecutionViewResultBlockParam
        | TextEditorCodeExecutionCreateResultBlockParam
        | TextEditorCodeExecutionStrReplaceResultBlockParam;
}

// The search for tools

/** The tools that a search found. */
export type ToolSearchToolSearchResultBlock = A.ToolSearchToolSearchResult;
/** The tools that a search found, unchanged. */
export type ToolSearchToolSearchResultBlockParam = A.ToolSearchToolSearchResult;
/** A search for tools that failed. */
export type ToolSearchToolResultError = A.ToolSearchToolResultError;
/** A search for tools that failed. */
export type ToolSearchToolResultErrorObject = A.ToolSearchToolResultError;
/** A search for tools that failed, unchanged. */
export type ToolSearchToolResultErrorParam = A.ToolSearchToolResultError;
/** Result of a search for tools, unchanged. */
export interface ToolSearchToolResultBlockParam extends SentBack {
    type: "tool_search_tool_result";
    /** The tools that were found, or an error. */
    content: ToolSearchToolResultErrorParam | ToolSearchToolSearchResultBlockParam;
}

// The web

/** A page found by a web search. */
export type WebSearchResultBlock = A.WebSearchResult;
/** A page that a web search found, unchanged. */
export type WebSearchResultBlockParam = A.WebSearchResult;
/** A web search that failed. */
export type WebSearchToolResultErrorObject = A.WebSearchToolResultError;
/** A web search that failed, unchanged. */
export type WebSearchToolRequestErrorObject = A.WebSearchToolResultError;
/** A web search that failed, unchanged. */
export type WebSearchToolRequestError = A.WebSearchToolResultError;
/** The pages that a web search found, or why it failed. */
export type WebSearchToolResultBlockContent = A.WebSearchToolResultBlock["content"];
/** The pages that a web search found, or why it failed; unchanged. */
export type WebSearchToolResultBlockParamContent = WebSearchResultBlockParam[] | WebSearchToolRequestError;
/** Result of a web search, unchanged. */
export interface WebSearchToolResultBlockParam extends SentBack {
    type: "web_search_tool_result";
    /** The pages, or an error. */
    content: WebSearchToolResultBlockParamContent;
    /** Its caller. */
    caller?: P.CallerParam | undefined;
}
/** A fetched page. */
export type WebFetchBlock = A.WebFetchResult;
/** A page that was fetched, unchanged. */
export interface WebFetchBlockParam {
    type: "web_fetch_result";
    /** Its URL. */
    url: string;
    /** Its content. */
    content: P.DocumentBlockParam | A.DocumentBlock;
    /** When it was fetched (RFC 3339). */
    retrieved_at?: string | null | undefined;
}
/** A page that could not be fetched. */
export type WebFetchToolResultErrorBlock = A.WebFetchToolResultError;
/** A page that could not be fetched, unchanged. */
export type WebFetchToolResultErrorBlockParam = A.WebFetchToolResultError;
/** Result of fetching a page, unchanged. */
export interface WebFetchToolResultBlockParam extends SentBack {
    type: "web_fetch_tool_result";
    /** The page, or an error. */
    content: WebFetchToolResultErrorBlockParam | WebFetchBlockParam;
    /** Its caller. */
    caller?: P.CallerParam | undefined;
}

// Citations

/** Characters of a plain text document; 0-based, end exclusive. */
export type CitationCharLocationParam = A.CitationCharLocation;
/** Blocks of a document made of blocks; 0-based, end exclusive. */
export type CitationContentBlockLocationParam = A.CitationContentBlockLocation;
/** Pages of a PDF; 1-based, end exclusive. */
export type CitationPageLocationParam = A.CitationPageLocation;
/** A search result supplied by the caller; 0-based, end exclusive. */
export type CitationSearchResultLocationParam = A.CitationSearchResultLocation;
/** A page found by a web search. */
export type CitationWebSearchResultLocationParam = A.CitationWebSearchResultLocation;
/** Whether a document may be cited. */
export type CitationsConfig = A.CitationsConfig;
/** A citation, discriminated by its `type`. */
export type TextCitationParam = A.TextCitation;
