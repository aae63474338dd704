"""Written by `scripts/python/compat_stubs.py`. Shapes of requests that this package has as answers or as calls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Required, TypeAlias, TypedDict

from parlour import types
from parlour.params import BatchItem, MCPToolsetConfigParam

if TYPE_CHECKING:
    from parlour.hooks import UploadFile
else:
    # Fields of models of pydantic may be of these shapes, and it has no schema for bytearray.
    UploadFile = Any


class AdvisorRedactedResultBlockParam(TypedDict, total=False):
    """Beta: the advice of another model, encrypted."""

    type: Required[Literal["advisor_redacted_result"]]
    encrypted_content: Required[str]
    stop_reason: str | None


class AdvisorResultBlockParam(TypedDict, total=False):
    """Beta: the advice of another model."""

    type: Required[Literal["advisor_result"]]
    text: Required[str]
    stop_reason: str | None


class AdvisorToolResultErrorParam(TypedDict, total=False):
    """Beta: the other model was not called or returned nothing; the answer continues without advice."""

    type: Required[Literal["advisor_tool_result_error"]]
    error_code: Required[str]


class BashCodeExecutionOutputBlockParam(TypedDict, total=False):
    """A file written by code."""

    type: Required[str]
    file_id: Required[str]


class BashCodeExecutionResultBlockParam(TypedDict, total=False):
    """The output of a shell command: text and files."""

    type: Required[Literal["bash_code_execution_result"]]
    stdout: Required[str]
    stderr: Required[str]
    return_code: Required[int]
    content: Required[Sequence[types.CodeExecutionOutput | Mapping[str, Any]]]


class BashCodeExecutionToolResultErrorParam(TypedDict, total=False):
    """A shell command that could not be run."""

    type: Required[Literal["bash_code_execution_tool_result_error"]]
    error_code: Required[str]


class BatchCreateParams(TypedDict, total=False):
    """Keywords of ``Batches.create()``."""

    requests: Iterable[BatchItem]
    betas: Sequence[str]


class BatchListParams(TypedDict, total=False):
    """Keywords of ``Batches.list()``."""

    limit: int | None
    after_id: str | None
    before_id: str | None
    betas: Sequence[str]


class BrowserStateChangeDownloadCompletedParam(TypedDict, total=False):
    """A part of a request."""

    type: str
    download_id: str
    url: str
    path: str
    size_bytes: int


class BrowserStateChangeDownloadFailedParam(TypedDict, total=False):
    """A part of a request."""

    type: str
    download_id: str
    url: str
    error: str


class BrowserStateChangeDownloadStartedParam(TypedDict, total=False):
    """A part of a request."""

    type: str
    download_id: str
    url: str


class BrowserStateChangeTabOpenedParam(TypedDict, total=False):
    """A part of a request."""

    type: str
    tab_id: str


class BrowserToolsetConfigsParam(TypedDict, total=False):
    """What holds for the members."""

    close_tab: MCPToolsetConfigParam
    double_click: MCPToolsetConfigParam
    file_upload: MCPToolsetConfigParam
    find: MCPToolsetConfigParam
    form_input: MCPToolsetConfigParam
    get_page_text: MCPToolsetConfigParam
    hold_key: MCPToolsetConfigParam
    hover: MCPToolsetConfigParam
    javascript_exec: MCPToolsetConfigParam
    key: MCPToolsetConfigParam
    left_click: MCPToolsetConfigParam
    left_click_drag: MCPToolsetConfigParam
    left_mouse_down: MCPToolsetConfigParam
    left_mouse_up: MCPToolsetConfigParam
    list_tabs: MCPToolsetConfigParam
    middle_click: MCPToolsetConfigParam
    mouse_move: MCPToolsetConfigParam
    navigate: MCPToolsetConfigParam
    new_tab: MCPToolsetConfigParam
    read_console: MCPToolsetConfigParam
    read_network: MCPToolsetConfigParam
    read_page: MCPToolsetConfigParam
    right_click: MCPToolsetConfigParam
    screenshot: MCPToolsetConfigParam
    scroll: MCPToolsetConfigParam
    scroll_to: MCPToolsetConfigParam
    switch_tab: MCPToolsetConfigParam
    triple_click: MCPToolsetConfigParam
    type: MCPToolsetConfigParam
    wait: MCPToolsetConfigParam
    zoom: MCPToolsetConfigParam


class CitationCharLocationParam(TypedDict, total=False):
    """Characters of a plain text document; 0-based, end exclusive."""

    type: Required[Literal["char_location"]]
    cited_text: Required[str]
    document_index: Required[int]
    document_title: str | None
    start_char_index: Required[int]
    end_char_index: Required[int]
    file_id: str | None


class CitationContentBlockLocationParam(TypedDict, total=False):
    """Blocks of a document made of blocks; 0-based, end exclusive."""

    type: Required[Literal["content_block_location"]]
    cited_text: Required[str]
    document_index: Required[int]
    document_title: str | None
    start_block_index: Required[int]
    end_block_index: Required[int]
    file_id: str | None


class CitationPageLocationParam(TypedDict, total=False):
    """Pages of a PDF; 1-based, end exclusive."""

    type: Required[Literal["page_location"]]
    cited_text: Required[str]
    document_index: Required[int]
    document_title: str | None
    start_page_number: Required[int]
    end_page_number: Required[int]
    file_id: str | None


class CitationSearchResultLocationParam(TypedDict, total=False):
    """A search result supplied by the caller; 0-based, end exclusive."""

    type: Required[Literal["search_result_location"]]
    cited_text: Required[str]
    search_result_index: Required[int]
    source: Required[str]
    title: str | None
    start_block_index: Required[int]
    end_block_index: Required[int]


class CitationWebSearchResultLocationParam(TypedDict, total=False):
    """A page found by a web search."""

    type: Required[Literal["web_search_result_location"]]
    cited_text: Required[str]
    encrypted_index: Required[str]
    title: str | None
    url: Required[str]


class CodeExecutionOutputBlockParam(TypedDict, total=False):
    """A file written by code."""

    type: Required[str]
    file_id: Required[str]


class CodeExecutionResultBlockParam(TypedDict, total=False):
    """The output of code: text and files."""

    type: Required[Literal["code_execution_result"]]
    stdout: Required[str]
    stderr: Required[str]
    return_code: Required[int]
    content: Required[Sequence[types.CodeExecutionOutput | Mapping[str, Any]]]


class CodeExecutionToolResultErrorParam(TypedDict, total=False):
    """Code that could not be run."""

    type: Required[Literal["code_execution_tool_result_error"]]
    error_code: Required[str]


class ComputerToolsetConfigsParam(TypedDict, total=False):
    """What holds for the members."""

    cursor_position: MCPToolsetConfigParam
    double_click: MCPToolsetConfigParam
    hold_key: MCPToolsetConfigParam
    key: MCPToolsetConfigParam
    left_click: MCPToolsetConfigParam
    left_click_drag: MCPToolsetConfigParam
    left_mouse_down: MCPToolsetConfigParam
    left_mouse_up: MCPToolsetConfigParam
    middle_click: MCPToolsetConfigParam
    mouse_move: MCPToolsetConfigParam
    right_click: MCPToolsetConfigParam
    screenshot: MCPToolsetConfigParam
    scroll: MCPToolsetConfigParam
    triple_click: MCPToolsetConfigParam
    type: MCPToolsetConfigParam
    wait: MCPToolsetConfigParam
    zoom: MCPToolsetConfigParam


class EncryptedCodeExecutionResultBlockParam(TypedDict, total=False):
    """The output of code, encrypted for the service."""

    type: Required[Literal["encrypted_code_execution_result"]]
    encrypted_stdout: Required[str]
    stderr: Required[str]
    return_code: Required[int]
    content: Required[Sequence[types.CodeExecutionOutput | Mapping[str, Any]]]


FallbackBlockParam = TypedDict(
    "FallbackBlockParam",
    {
        "type": "Required[Literal['fallback']]",
        "to": "Required[types.FallbackModel | Mapping[str, Any]]",
        "trigger": "types.FallbackTrigger | Mapping[str, Any] | None",
        "from": "Required[types.FallbackModel | Mapping[str, Any]]",
    },
    total=False,
)
"""Beta: another model continues from here because the previous one refused. Send it back in the same
position."""


class FallbackInfoParam(TypedDict, total=False):
    """A model, by its name."""

    model: Required[str]


class FileListParams(TypedDict, total=False):
    """Keywords of ``Files.list()``."""

    limit: int | None
    page: str | None
    ids: Iterable[str] | None
    scope_id: str | None
    betas: Sequence[str]


class FileUploadParams(TypedDict, total=False):
    """Keywords of ``Files.upload()``."""

    file: UploadFile
    expires_in_seconds: int | None
    betas: Sequence[str]


class ModelListParams(TypedDict, total=False):
    """Keywords of ``Models.list()``."""

    limit: int | None
    after_id: str | None
    before_id: str | None
    lifecycle: Iterable[Literal["active", "deprecated", "retired"]] | None
    betas: Sequence[str]


class SkillCreateParams(TypedDict, total=False):
    """Keywords of ``Skills.create()``."""

    files: Iterable[UploadFile]
    display_name: str | None
    betas: Sequence[str]


class SkillListParams(TypedDict, total=False):
    """Keywords of ``Skills.list()``."""

    limit: int | None
    page: str | None
    source: str | None
    betas: Sequence[str]


class TextEditorCodeExecutionCreateResultBlockParam(TypedDict, total=False):
    """The result of writing a file."""

    type: Required[Literal["text_editor_code_execution_create_result"]]
    is_file_update: Required[bool]


class TextEditorCodeExecutionStrReplaceResultBlockParam(TypedDict, total=False):
    """The result of changing a file."""

    type: Required[Literal["text_editor_code_execution_str_replace_result"]]
    lines: Sequence[str] | None
    old_start: int | None
    old_lines: int | None
    new_start: int | None
    new_lines: int | None


class TextEditorCodeExecutionToolResultErrorParam(TypedDict, total=False):
    """An edit that failed."""

    type: Required[Literal["text_editor_code_execution_tool_result_error"]]
    error_code: Required[str]
    error_message: str | None


class TextEditorCodeExecutionViewResultBlockParam(TypedDict, total=False):
    """A file, or a part of it."""

    type: Required[Literal["text_editor_code_execution_view_result"]]
    file_type: Required[str]
    content: Required[str]
    num_lines: int | None
    start_line: int | None
    total_lines: int | None


class ToolSearchToolResultErrorParam(TypedDict, total=False):
    """A tool search that failed."""

    type: Required[Literal["tool_search_tool_result_error"]]
    error_code: Required[str]
    error_message: str | None


class ToolSearchToolSearchResultBlockParam(TypedDict, total=False):
    """Tools found by a search."""

    type: Required[Literal["tool_search_tool_search_result"]]
    tool_references: Required[Sequence[types.ToolReferenceBlock | Mapping[str, Any]]]


class VersionCreateParams(TypedDict, total=False):
    """Keywords of ``SkillVersions.create()``."""

    files: Iterable[UploadFile]
    betas: Sequence[str]


class VersionListParams(TypedDict, total=False):
    """Keywords of ``SkillVersions.list()``."""

    limit: int | None
    page: str | None
    betas: Sequence[str]


class WebFetchBlockParam(TypedDict, total=False):
    """A fetched page."""

    type: Required[Literal["web_fetch_result"]]
    url: Required[str]
    retrieved_at: str | None
    content: Required[types.DocumentBlock | Mapping[str, Any]]


class WebFetchToolResultErrorBlockParam(TypedDict, total=False):
    """A fetch that failed."""

    type: Required[Literal["web_fetch_tool_result_error"]]
    error_code: Required[str]


class WebFetchURLSourceToolReferenceParam(TypedDict, total=False):
    """A part of a request."""

    type: str
    name: str


class WebSearchResultBlockParam(TypedDict, total=False):
    """A page found by a web search."""

    type: Required[Literal["web_search_result"]]
    title: Required[str]
    url: Required[str]
    encrypted_content: Required[str]
    page_age: str | None


class WebSearchToolRequestErrorObjectParam(TypedDict, total=False):
    """A web search that failed."""

    type: Required[Literal["web_search_tool_result_error"]]
    error_code: Required[str]


class WebSearchToolRequestErrorParam(TypedDict, total=False):
    """A web search that failed."""

    type: Required[Literal["web_search_tool_result_error"]]
    error_code: Required[str]


BrowserStateChangeParam: TypeAlias = (
    BrowserStateChangeDownloadCompletedParam
    | BrowserStateChangeDownloadFailedParam
    | BrowserStateChangeDownloadStartedParam
    | BrowserStateChangeTabOpenedParam
)


TextCitationParam: TypeAlias = (
    CitationCharLocationParam
    | CitationContentBlockLocationParam
    | CitationPageLocationParam
    | CitationSearchResultLocationParam
    | CitationWebSearchResultLocationParam
)
