// Tools that the service defines, by the names of the official SDK, each with the fields of its version (protocol §1.6,
// §1.7). It must not hold anything that runs.

import type * as P from "parlour";
import type { MessageParam, TextBlockParam, Tool, ToolUnion, ToolUseBlock } from "../types.js";
import type {
    BrowserToolset20260801,
    BrowserToolUseBlock,
    ComputerToolset20260801,
    ComputerToolUseBlock,
} from "./toolsets.js";

/** The fields that all of them have. */
type Common = "cache_control" | "strict" | "defer_loading" | "allowed_callers";
/** The same fields, with lists that may be changed. */
type Changeable<T> = {
    [Key in keyof T]: T[Key] extends readonly (infer Item)[] | null | undefined
        ? Item[] | Exclude<T[Key], readonly unknown[]>
        : T[Key];
};
/** A version of a tool, with some of the fields that tools of the service have. */
type ServiceTool<
    Type extends string,
    Name extends string,
    Fields extends keyof P.ServiceToolParam = never,
> = Changeable<Pick<P.ServiceToolParam, Common | Fields>> & {
    /** The version. */
    type: Type;
    /** The fixed name of the type. */
    name: Name;
};
type ClientTool<
    Type extends string,
    Name extends string,
    Fields extends keyof P.ServiceToolParam = never,
> = ServiceTool<Type, Name, "input_examples" | Fields>;
type Searching = "max_uses" | "allowed_domains" | "blocked_domains" | "user_location";
type Fetching =
    "max_uses" | "allowed_domains" | "blocked_domains" | "max_content_tokens" | "citations" | "url_sources";

/** The shell. */
export type ToolBash20250124 = ClientTool<"bash_20250124", "bash">;
/** The text editor. */
export type ToolTextEditor20250124 = ClientTool<"text_editor_20250124", "str_replace_editor">;
/** The text editor. */
export type ToolTextEditor20250429 = ClientTool<"text_editor_20250429", "str_replace_based_edit_tool">;
/** The text editor. */
export type ToolTextEditor20250728 = ClientTool<
    "text_editor_20250728",
    "str_replace_based_edit_tool",
    "max_characters"
>;
/** The memory tool. */
export type MemoryTool20250818 = ClientTool<"memory_20250818", "memory">;
/** The shell, in its first version. */
export type BetaToolBash20241022 = ClientTool<"bash_20241022", "bash">;
/** The text editor, in its first version. */
export type BetaToolTextEditor20241022 = ClientTool<"text_editor_20241022", "str_replace_editor">;

/** The screen of the computer that is used. */
interface Screen {
    /** Its height in pixels. */
    display_height_px: number;
    /** Its width in pixels. */
    display_width_px: number;
    /** Its number, where there are several. */
    display_number?: number | null | undefined;
}
/** A computer, before there was a toolset for it. */
export type BetaToolComputerUse20241022 = ClientTool<"computer_20241022", "computer"> & Screen;
/** A computer, before there was a toolset for it. */
export type BetaToolComputerUse20250124 = ClientTool<"computer_20250124", "computer"> & Screen;
/** A computer, before there was a toolset for it. */
export type BetaToolComputerUse20251124 = ClientTool<"computer_20251124", "computer"> &
    Screen & {
        /** Whether the model may look at a part of the screen. */
        enable_zoom?: boolean | undefined;
    };

/** The tool that runs code. */
export type CodeExecutionTool20250522 = ServiceTool<"code_execution_20250522", "code_execution">;
/** The tool that runs code. */
export type CodeExecutionTool20250825 = ServiceTool<"code_execution_20250825", "code_execution">;
/** The tool that runs code. */
export type CodeExecutionTool20260120 = ServiceTool<"code_execution_20260120", "code_execution">;
/** The tool that runs code. */
export type CodeExecutionTool20260521 = ServiceTool<"code_execution_20260521", "code_execution">;
/** The search for tools by words. */
export type ToolSearchToolBm25_20251119 = ServiceTool<
    "tool_search_tool_bm25_20251119" | "tool_search_tool_bm25",
    "tool_search_tool_bm25"
>;
/** The search for tools by a pattern. */
export type ToolSearchToolRegex20251119 = ServiceTool<
    "tool_search_tool_regex_20251119" | "tool_search_tool_regex",
    "tool_search_tool_regex"
>;

/** The web search. */
export type WebSearchTool20250305 = ServiceTool<"web_search_20250305", "web_search", Searching>;
export declare namespace WebSearchTool20250305 {
    /** The approximate location of the user. */
    export type UserLocation = P.UserLocationParam;
}
/** The web search. */
export type WebSearchTool20260209 = ServiceTool<"web_search_20260209", "web_search", Searching>;
export declare namespace WebSearchTool20260209 {
    /** The approximate location of the user. */
    export type UserLocation = P.UserLocationParam;
}
/** The web search. */
export type WebSearchTool20260318 = ServiceTool<
    "web_search_20260318",
    "web_search",
    Searching | "response_inclusion"
>;

/** The tool that fetches pages. */
export type WebFetchTool20250910 = ServiceTool<"web_fetch_20250910", "web_fetch", Fetching>;
/** The tool that fetches pages. */
export type WebFetchTool20260209 = ServiceTool<"web_fetch_20260209", "web_fetch", Fetching>;
/** The tool that fetches pages. */
export type WebFetchTool20260309 = ServiceTool<"web_fetch_20260309", "web_fetch", Fetching | "use_cache">;
/** The tool that fetches pages. */
export type WebFetchTool20260318 = ServiceTool<
    "web_fetch_20260318",
    "web_fetch",
    Fetching | "use_cache" | "response_inclusion"
>;
/** Addresses out of results of some tools. */
interface OfTools {
    /** The tools. */
    tools: WebFetchURLSourceToolReference[];
}
/** Every address may be fetched. */
export type WebFetchURLSourceAll = P.FetchSourceParam & { type: "all" };
/** No address may be fetched. */
export type WebFetchURLSourceNone = P.FetchSourceParam & { type: "none" };
/** Addresses of these tools' results alone may be fetched. */
export type WebFetchURLSourceOnly = OfTools & { type: "only" };
/** Addresses of these tools' results may not be fetched. */
export type WebFetchURLSourceExcept = OfTools & { type: "except" };
/** A tool whose results are meant. */
export interface WebFetchURLSourceToolReference {
    type: "tool_reference";
    /** Its name. */
    name: string;
}
/** Where the addresses that are fetched may come from. */
export type WebFetchURLSources = P.URLSourcesParam;

/** A tool that the caller runs. */
export type ClientToolUnion =
    | Tool
    | ToolBash20250124
    | BrowserToolset20260801
    | MemoryTool20250818
    | ComputerToolset20260801
    | ToolTextEditor20250124
    | ToolTextEditor20250429
    | ToolTextEditor20250728;
/** A tool of the caller, or of the service. */
export type MessageCountTokensTool = ToolUnion;
/** A call of a tool of the caller, of a browser or of a computer. */
export type ToolsetToolUseBlock = BrowserToolUseBlock | ComputerToolUseBlock | ToolUseBlock;
/** A call of a tool of the caller, of a browser or of a computer. */
export type ResponseToolUseBlockUnion = ToolsetToolUseBlock;

// Other parts of a request

/** A turn of the model. */
export type AssistantMessageParam = MessageParam & { role: "assistant" };
/** A turn of the system. */
export type SystemMessageParam = MessageParam & { role: "system" };
/** A turn of the user. */
export type UserMessageParam = MessageParam & { role: "user" };
/** The content of a turn. */
export type MessageContentParam = MessageParam["content"];
/** The sandbox of a request, with its skills. */
export type ContainerParams = P.ContainerParam;
/** The sandbox of a request. */
export type MessageCreateParamsContainer = P.ContainerParam | string;
/** A skill for a sandbox. */
export type SkillParams = P.ContainerSkillParam;
/** A document made of blocks. */
export type ContentBlockSource = P.ContentSourceParam;
/** A block of a document made of blocks. */
export type ContentBlockSourceContent = TextBlockParam | P.ImageBlockParam;
/** The request for diagnostics of the cache. */
export type DiagnosticsParam = P.DiagnosticsParam;
/** An uploaded file. */
export type FileDocumentSource = P.FileSourceParam;
/** How images may be changed. */
export type ImageTransformationsParam = P.ImageTransformationsParam;
/** The schema of an answer. */
export type JSONOutputFormat = P.OutputFormatParam;
/** Thinking between calls of tools. */
export type ThinkingConfigBetweenTools = P.ThinkingConfigBetweenToolsParam;

// Changes in a browser

/** The tabs of a browser after a call. */
export interface BrowserStateBlockParam extends Omit<P.BrowserStateBlockParam, "tabs" | "state_changes"> {
    /** All open tabs; exactly one is active unless there are none. */
    tabs: BrowserStateTabEntry[];
    /** The changes since the last result; leave it out rather than empty. */
    state_changes?: BrowserStateChange[] | null | undefined;
}
/** A tab of a browser. */
export type BrowserStateTabEntry = P.BrowserTabParam;
/** A change in a browser. */
export type BrowserStateChange =
    | BrowserStateChangeTabOpened
    | BrowserStateChangeDownloadStarted
    | BrowserStateChangeDownloadCompleted
    | BrowserStateChangeDownloadFailed;
/** A tab was opened. */
export interface BrowserStateChangeTabOpened {
    type: "tab_opened";
    /** The tab. */
    tab_id: string;
}
/** The fields of every download. */
interface Download {
    /** The id of the download. */
    download_id: string;
    /** The URL of the file. */
    url: string;
}
/** A download began. */
export interface BrowserStateChangeDownloadStarted extends Download {
    type: "download_started";
}
/** A download is complete. */
export interface BrowserStateChangeDownloadCompleted extends Download {
    type: "download_completed";
    /** The path of the file. */
    path?: string | null | undefined;
    /** Its size in bytes. */
    size_bytes?: number | null | undefined;
}
/** A download failed. */
export interface BrowserStateChangeDownloadFailed extends Download {
    type: "download_failed";
    /** The reason. */
    error?: string | null | undefined;
}
