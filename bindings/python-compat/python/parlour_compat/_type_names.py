"""Meanings of the SDK's type names: one table for programs that run and for the stubs of type checkers."""

from __future__ import annotations

import functools
import re
from importlib import import_module
from types import GenericAlias, ModuleType
from typing import Any, Final, TypedDict, Union, get_type_hints

from ._kinds import kind_of

RENAMED: Final = {
    "CacheControlEphemeralParam": "CacheControlParam",
    "ContentBlockSourceParam": "ContentSourceParam",
    "Request": "BatchRequest",
    "RawMessageStreamEvent": "StreamEvent",
    "ParsedMessageStreamEvent": "MessageStreamEvent",
    "ParsedTextBlock": "TextBlock",
    "InputJsonEvent": "InputJSONEvent",
    "MessageCreateParams": "RequestParams",
    "MessageCreateParamsNonStreaming": "RequestParams",
    "MessageCreateParamsStreaming": "RequestParams",
    "MessageCountTokensParams": "CountTokensParams",
    "Base64ImageSourceParam": "Base64SourceParam",
    "Base64PDFSourceParam": "Base64SourceParam",
    "URLImageSourceParam": "URLSourceParam",
    "URLPDFSourceParam": "URLSourceParam",
    "FileImageSourceParam": "FileSourceParam",
    "FileDocumentSourceParam": "FileSourceParam",
    "Base64PDFBlockParam": "DocumentBlockParam",
    "RequestMCPServerURLDefinitionParam": "MCPServerParam",
    "RequestMCPServerToolConfigurationParam": "MCPToolConfigurationParam",
    "RequestMCPToolResultBlockParam": "MCPToolResultBlockParam",
    "AdvisorResultBlock": "AdvisorResult",
    "CitationsWebSearchResultLocation": "CitationWebSearchResultLocation",
    "CitationsSearchResultLocation": "CitationSearchResultLocation",
    "CompactionContentBlockDelta": "CompactionDelta",
    "IterationsUsage": "UsageIteration",
    "MessageCreateParamsBase": "RequestParams",
    "WebFetchBlock": "WebFetchResult",
    "CacheControlEphemeral": "CacheControlParam",
    "CapabilitySupport": "Capability",
    "Base64PDFSource": "Base64Source",
    "BashCodeExecutionOutputBlock": "CodeExecutionOutput",
    "ContextManagementResponse": "ContextManagement",
    "ToolUseCaller": "Caller",
    "UserLocation": "UserLocationParam",
    "ParsedContentBlock": "ContentBlock",
    "AdvisorRedactedResultBlock": "AdvisorRedactedResult",
    "ToolChangeToolReference": "ToolChangeToolReferenceParam",
    "ToolChangeMCPToolReference": "ToolChangeMCPToolReferenceParam",
    "ToolChangeMCPToolsetReference": "ToolChangeMCPToolsetReferenceParam",
    "AllThinkingTurnsParam": "ContextTriggerParam",
    "AssistantMessageParam": "MessageParam",
    "CitationConfig": "CitationsConfig",
    "CitationsConfigParamParam": "CitationsConfigParam",
    "ClearThinking20251015EditParam": "ClearThinkingParam",
    "ClearToolUses20250919EditParam": "ClearToolUsesParam",
    "Compact20260112EditParam": "CompactParam",
    "CompactionConfigParam": "CompactionParam",
    "ContainerParams": "ContainerParam",
    "ContextManagementConfigParam": "ContextManagementParam",
    "DirectCallerParam": "CallerParam",
    "FallbackCreditTokenParam": "FallbackCreditParam",
    "FallbackCreditUsage": "FallbackCredit",
    "FallbackInfo": "FallbackModel",
    "InputTokensClearAtLeastParam": "ContextTriggerParam",
    "InputTokensTriggerParam": "ContextTriggerParam",
    "JSONOutputFormatParam": "OutputFormatParam",
    "MCPToolConfig": "MCPToolsetConfigParam",
    "MCPToolConfigParam": "MCPToolsetConfigParam",
    "MCPToolDefaultConfig": "MCPToolsetConfigParam",
    "MCPToolDefaultConfigParam": "MCPToolsetConfigParam",
    "MCPToolset": "MCPToolsetParam",
    "MessageCountTokensToolParam": "ToolUnionParam",
    "MessageThreadParam": "ThreadParam",
    "BrowserStateTabEntryParam": "BrowserTabParam",
    "RequestDocumentBlockParam": "DocumentBlockParam",
    "RequestToolAdditionBlockParam": "ToolAdditionBlockParam",
    "RequestToolRemovalBlockParam": "ToolRemovalBlockParam",
    "ResponseTool": "ToolParam",
    "ResponseToolAdditionBlock": "ToolAdditionBlockParam",
    "ResponseToolChangeMCPToolReference": "ToolChangeMCPToolReferenceParam",
    "ResponseToolChangeMCPToolsetReference": "ToolChangeMCPToolsetReferenceParam",
    "ResponseToolChangeToolReference": "ToolChangeToolReferenceParam",
    "ResponseToolRemovalBlock": "ToolRemovalBlockParam",
    "ResponseToolUnion": "ToolUnionParam",
    "ResponseToolUseBlockUnion": "ToolUseBlock",
    "ServerToolCaller20260120Param": "CallerParam",
    "ServerToolCallerParam": "CallerParam",
    "SkillParams": "ContainerSkillParam",
    "SystemMessageOutputConfigParam": "TurnOutputConfigParam",
    "SystemMessageParam": "MessageParam",
    "ThinkingBlockBindingParam": "BlockBindingParam",
    "ThinkingTurnsParam": "ContextTriggerParam",
    "TokenTaskBudgetParam": "TaskBudgetParam",
    "ToolChangeToolDefinition": "ToolChangeToolDefinitionParam",
    "ToolUsesKeepParam": "ContextTriggerParam",
    "ToolUsesTriggerParam": "ContextTriggerParam",
    "UnwrapWebhookEvent": "WebhookEvent",
    "UserMessageParam": "MessageParam",
    "WebFetchURLSources": "URLSourcesParam",
    "WebFetchURLSourcesParam": "URLSourcesParam",
    "WebhookEventData": "WebhookData",
}
"""Types whose names differ; those that begin with ``Beta`` or ``Raw`` are the same without it."""
_DATED: Final = (
    (r"AdvisorTool\d{8}(Param)?", "AdvisorToolParam"),
    (
        r"(CodeExecutionTool|MemoryTool|ToolBash|ToolComputerUse|ToolTextEditor|ToolSearchTool(Bm25|Regex)_?"
        r"|WebFetchTool|WebSearchTool)\d{8}(Param)?|(Browser|Computer)Toolset\d{8}Param",
        "ServiceToolParam",
    ),
    (
        r"(AdvisorTool|BashCodeExecutionTool|CodeExecutionTool|TextEditorCodeExecutionTool|ToolSearchTool|WebFetchTool"
        r"|WebSearchTool)ResultBlockParam",
        "ServerToolResultBlockParam",
    ),
    (r"WebFetchURLSource(All|Except|None|Only)(Param)?", "FetchSourceParam"),
    (r"(Browser|Computer)\w+ConfigParam", "MCPToolsetConfigParam"),
)
"""Types of which the SDK has one for each version or each tool, and this package one."""
KINDS: Final = {
    "AdvisorMessageIterationUsage": ("UsageIteration", "advisor_message"),
    "CompactionIterationUsage": ("UsageIteration", "compaction"),
    "FallbackMessageIterationUsage": ("UsageIteration", "fallback_message"),
    "MessageIterationUsage": ("UsageIteration", "message"),
    "BashCodeExecutionOutputBlock": ("CodeExecutionOutput", "bash_code_execution_output"),
    "CodeExecutionOutputBlock": ("CodeExecutionOutput", "code_execution_output"),
    "CacheMissMessagesChanged": ("CacheMissReason", "messages_changed"),
    "CacheMissModelChanged": ("CacheMissReason", "model_changed"),
    "CacheMissPreviousMessageNotFound": ("CacheMissReason", "previous_message_not_found"),
    "CacheMissSystemChanged": ("CacheMissReason", "system_changed"),
    "CacheMissToolsChanged": ("CacheMissReason", "tools_changed"),
    "CacheMissUnavailable": ("CacheMissReason", "unavailable"),
    "ClearThinking20251015EditResponse": ("AppliedEdit", "clear_thinking_20251015"),
    "ClearToolUses20250919EditResponse": ("AppliedEdit", "clear_tool_uses_20250919"),
    "DeletedFile": ("Deleted", "file_deleted"),
    "DeletedMessageBatch": ("Deleted", "message_batch_deleted"),
    "DeletedSkill": ("Deleted", "skill_deleted"),
    "DeletedSkillVersion": ("Deleted", "skill_version_deleted"),
    "DirectCaller": ("Caller", "direct"),
    "ServerToolCaller": ("Caller", "code_execution_20250825"),
    "ServerToolCaller20260120": ("Caller", "code_execution_20260120"),
    "FallbackCreditNotApplied": ("FallbackCreditStatus", "not_applied"),
    "FallbackCreditRedeemed": ("FallbackCreditStatus", "redeemed"),
    "FallbackRefusalTrigger": ("FallbackTrigger", "refusal"),
    "RefusalStopDetails": ("StopDetails", "refusal"),
    "ThinkingDroppedInputTransformation": ("InputTransformation", "thinking_dropped"),
    "ThinkingMismatchAllowedInputTransformation": ("InputTransformation", "thinking_mismatch_allowed"),
}
"""Types of which the SDK has one for each ``type``, and this package one class. The ``type`` of an answer
decides."""
UNIONS: Final = {
    "CodeExecutionToolResultBlockContent": (
        ("CodeExecutionToolResultError", "CodeExecutionResult", "EncryptedCodeExecutionResult"),
        None,
    ),
    "CodeExecutionToolResultBlockParamContentParam": (
        (
            "CodeExecutionToolResultErrorParam",
            "CodeExecutionResultBlockParam",
            "EncryptedCodeExecutionResultBlockParam",
        ),
        None,
    ),
    "ContentBlockSourceContentParam": (("TextBlockParam", "ImageBlockParam"), None),
    "FallbacksParam": (("str",), "FallbackParam"),
    "MessageContentParam": (("str",), "ContentBlockParam"),
    "MessageCreateParamsContainerParam": (("ContainerParam", "str"), None),
    "WebSearchToolResultBlockContent": (("WebSearchToolResultError",), "WebSearchResult"),
    "WebSearchToolResultBlockParamContentParam": (
        ("WebSearchToolRequestErrorParam",),
        "WebSearchResultBlockParam",
    ),
}
"""Types of a field that have no name here: the classes, and the class of which a list is allowed."""
PLAIN: Final[dict[str, type]] = {
    **dict.fromkeys(
        (
            "BillTo",
            "Currency",
            "ErrorType",
            "Model",
            "ModelLine",
            "ModelParam",
            "ThinkingPrefixMismatchBehavior",
        ),
        str,
    ),
    **dict.fromkeys(
        (
            "CountTokensContextManagementResponse",
            "MCPTool",
            "MCPToolParam",
            "MCPToolParamParam",
            "ResponseToolInputSchema",
        ),
        dict,
    ),
    "NoneType": type(None),
}
"""Types that are plain values here."""
_WEBHOOK: Final = re.compile(r"Webhook(\w+)EventData")
_TOOLSET: Final = re.compile(r"(?:Response)?(Browser|Computer)(\w*)ToolUseBlock|ToolsetToolUseBlock")


def _modules() -> tuple[ModuleType, ModuleType, ModuleType]:
    return (
        # Not as an attribute of the package, which looks for names here.
        import_module("parlour_compat._params"),
        import_module("parlour.params"),
        import_module("parlour.types"),
    )


def dated(name: str) -> str | None:
    """The one type that this package has for several versions or tools."""
    return next((own for pattern, own in _DATED if re.fullmatch(pattern, name)), None)


def own_name(name: str) -> str | None:
    """The name in this package of a type that has one; ``None`` for others."""
    _params, params, types = _modules()
    plain = name.removeprefix("Beta")
    if plain == "WebFetchURLSourceToolReference":
        plain += "Param"
    if plain.endswith(("Param", "Params")) and hasattr(_params, plain):
        return plain
    short = plain.replace("Beta", "").removeprefix("Parsed").removeprefix("Raw")
    for one in (
        plain,
        short,
        RENAMED.get(plain, ""),
        dated(plain) or "",
        short.removesuffix("Block"),
        short.removesuffix("Object"),
        short.replace("ErrorBlock", "Error"),
    ):
        if one and one[0] != "_" and (one in types.__all__ or hasattr(params, one)):
            return one
    return None


def _own(name: str) -> Any:
    if name == "str":
        return str
    return next(getattr(module, name) for module in _modules() if hasattr(module, name))


def kind(name: str) -> tuple[str, Any] | None:
    """The class of a type of which the SDK has one for each kind, and a predicate for objects of the kind."""
    plain = name.removeprefix("Beta")
    if plain in KINDS:
        cls, of_type = KINDS[plain]
        return cls, lambda value: value.type == of_type
    webhook = _WEBHOOK.fullmatch(plain)
    if webhook is not None:
        squeezed = webhook[1].lower()
        return "WebhookData", lambda value: re.sub(r"[._]", "", value.type) == squeezed
    member = _TOOLSET.fullmatch(plain)
    if member is not None:
        toolset = None if member[1] is None else member[1].lower()
        # Each toolset has members that end as others do: `scroll` and `scroll_to`.
        called = None if not member[2] else re.sub(r"(?<!^)([A-Z])", r"_\1", member[2]).lower()
        return (
            "ToolUseBlock",
            lambda value: (
                value.toolset_name is not None
                and toolset in (None, value.toolset_name)
                and called in (None, value.name)
            ),
        )
    return None


@functools.cache
def names_of_types() -> list[str]:
    """The names that ``import *`` gives: of this package's types, and the SDK's names for them."""
    _, params, types = _modules()
    own = [name for name in vars(params) if name[:1].isupper() and name.endswith(("Param", "Params"))]
    return sorted({*own, *types.__all__, *RENAMED, *KINDS, *UNIONS, *PLAIN})


@functools.cache
def type_of(name: str) -> Any:
    """The type for a type name of the SDK; ``None`` if there is none."""
    plain = name.removeprefix("Beta")
    if name == "Content":
        # Each module of a result has a type by this name.
        return Any
    if plain.endswith("ErrorCode"):
        return str
    if plain in PLAIN:
        return PLAIN[plain]
    if plain in UNIONS:
        names, item = UNIONS[plain]
        classes = [_own(one) for one in names]
        lists: list[Any] = [GenericAlias(list, (_own(item),))] if item else []
        return Union[(*classes, *lists)]
    found = kind(name)
    if found is not None:
        return kind_of(name, _own(found[0]), found[1])
    own = own_name(name)
    return None if own is None else _own(own)


@functools.cache
def type_in(module: str, name: str) -> Any:
    """The type for a name whose meaning depends on the module of the SDK's types; ``None`` for others."""
    if (module.removeprefix("beta_"), name) == ("raw_message_delta_event", "Delta"):
        return _own("MessageDelta")
    if name != "Content":
        return None
    own = own_name("".join(one.title() for one in module.split("_")))
    return None if own is None else get_type_hints(_own(own)).get("content")


def open_shape(name: str) -> Any:
    """A shape of a request that this package does not know by name: it is sent unchanged. ``None`` for other
    names."""
    if name[:1].isupper() and name.endswith(("Param", "Params")):
        return TypedDict(name, {}, total=False)  # type: ignore[operator]
    return None
