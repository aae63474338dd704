// Types of what server tools give: one interface for each JSON object, in unions told apart by `type`. It must not hold
// anything that runs.

/** Who made a call: the model (`direct`), or code it runs in the sandbox. */
export interface Caller {
    type: string;
    tool_id?: string | null;
}

/** Content of a server tool's result, or a source, of a kind this version does not know. */
export interface UnknownResult {
    /** Any other string at run time. */
    type: "unknown";
    [key: string]: unknown;
}

/** Whether a document may be cited. */
export interface CitationsConfig {
    enabled?: boolean | null;
}

/** A file as base64 text. */
export interface Base64Source {
    type: "base64";
    media_type: string;
    data: string;
}

/** A document as plain text. */
export interface PlainTextSource {
    type: "text";
    media_type: string;
    data: string;
}

/** A file at an address. */
export interface URLSource {
    type: "url";
    url: string;
}

/** A file that was uploaded before. */
export interface FileSource {
    type: "file";
    file_id: string;
}

/** A document that was fetched. */
export interface DocumentBlock {
    type: "document";
    source: Base64Source | PlainTextSource | URLSource | FileSource | UnknownResult;
    title?: string | null;
    context?: string | null;
    citations?: CitationsConfig | null;
}

/** One page that a web search found. */
export interface WebSearchResult {
    type: "web_search_result";
    title: string;
    url: string;
    encrypted_content: string;
    page_age?: string | null;
}

/** A web search that failed. */
export interface WebSearchToolResultError {
    type: "web_search_tool_result_error";
    error_code: string;
}

/** Result of a web search: a list of pages, or one error object. */
export interface WebSearchToolResultBlock {
    type: "web_search_tool_result";
    tool_use_id: string;
    content: (WebSearchResult | UnknownResult)[] | WebSearchToolResultError | UnknownResult;
    caller?: Caller | null;
}

/** A page that was fetched. */
export interface WebFetchResult {
    type: "web_fetch_result";
    url: string;
    retrieved_at?: string | null;
    content: DocumentBlock;
}

/** A fetch that failed. */
export interface WebFetchToolResultError {
    type: "web_fetch_tool_result_error";
    error_code: string;
}

/** Result of fetching a page. */
export interface WebFetchToolResultBlock {
    type: "web_fetch_tool_result";
    tool_use_id: string;
    content: WebFetchResult | WebFetchToolResultError | UnknownResult;
    caller?: Caller | null;
}

/** A file that code wrote. */
export interface CodeExecutionOutput {
    type: string;
    file_id: string;
}

/** What code printed and wrote. */
export interface CodeExecutionResult {
    type: "code_execution_result";
    stdout: string;
    stderr: string;
    return_code: number;
    content: CodeExecutionOutput[];
}

/** What code printed, in a form that only the service reads. */
export interface EncryptedCodeExecutionResult {
    type: "encrypted_code_execution_result";
    encrypted_stdout: string;
    stderr: string;
    return_code: number;
    content: CodeExecutionOutput[];
}

/** Code that could not be run. */
export interface CodeExecutionToolResultError {
    type: "code_execution_tool_result_error";
    error_code: string;
}

/** Result of running code. */
export interface CodeExecutionToolResultBlock {
    type: "code_execution_tool_result";
    tool_use_id: string;
    content:
        CodeExecutionResult | EncryptedCodeExecutionResult | CodeExecutionToolResultError | UnknownResult;
}

/** What a shell command printed and wrote. */
export interface BashCodeExecutionResult {
    type: "bash_code_execution_result";
    stdout: string;
    stderr: string;
    return_code: number;
    content: CodeExecutionOutput[];
}

/** A shell command that could not be run. */
export interface BashCodeExecutionToolResultError {
    type: "bash_code_execution_tool_result_error";
    error_code: string;
}

/** Result of a shell command. */
export interface BashCodeExecutionToolResultBlock {
    type: "bash_code_execution_tool_result";
    tool_use_id: string;
    content: BashCodeExecutionResult | BashCodeExecutionToolResultError | UnknownResult;
}

/** A file, or a part of it. */
export interface TextEditorCodeExecutionViewResult {
    type: "text_editor_code_execution_view_result";
    file_type: string;
    content: string;
    num_lines?: number | null;
    start_line?: number | null;
    total_lines?: number | null;
}

/** A file was written. */
export interface TextEditorCodeExecutionCreateResult {
    type: "text_editor_code_execution_create_result";
    is_file_update: boolean;
}

/** A file was changed. */
export interface TextEditorCodeExecutionStrReplaceResult {
    type: "text_editor_code_execution_str_replace_result";
    lines?: string[] | null;
    old_start?: number | null;
    old_lines?: number | null;
    new_start?: number | null;
    new_lines?: number | null;
}

/** An edit that failed. */
export interface TextEditorCodeExecutionToolResultError {
    type: "text_editor_code_execution_tool_result_error";
    error_code: string;
    error_message?: string | null;
}

/** Result of the text editor. */
export interface TextEditorCodeExecutionToolResultBlock {
    type: "text_editor_code_execution_tool_result";
    tool_use_id: string;
    content:
        | TextEditorCodeExecutionViewResult
        | TextEditorCodeExecutionCreateResult
        | TextEditorCodeExecutionStrReplaceResult
        | TextEditorCodeExecutionToolResultError
        | UnknownResult;
}

/** A tool that a search found. */
export interface ToolReferenceBlock {
    type: "tool_reference";
    tool_name: string;
}

/** Tools that a search found. */
export interface ToolSearchToolSearchResult {
    type: "tool_search_tool_search_result";
    tool_references: ToolReferenceBlock[];
}

/** A tool search that failed. */
export interface ToolSearchToolResultError {
    type: "tool_search_tool_result_error";
    error_code: string;
    error_message?: string | null;
}

/** Result of a tool search. */
export interface ToolSearchToolResultBlock {
    type: "tool_search_tool_result";
    tool_use_id: string;
    content: ToolSearchToolSearchResult | ToolSearchToolResultError | UnknownResult;
}

/** A file was put into the sandbox. */
export interface ContainerUploadBlock {
    type: "container_upload";
    file_id: string;
}
