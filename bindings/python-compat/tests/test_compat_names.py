"""The names of types in the official SDK: each has a counterpart in this package, or an error says what to
write. The list is of one version of the SDK; ``names.txt`` says of which."""

import ast
import pathlib
import typing
from importlib import import_module
from typing import Any

import pytest

import parlour
import parlour.compat
from parlour import params, types
from parlour.compat._errors import ErrorDetails
from parlour.compat._names import vendor
from parlour.compat._refusals import CompatError

LIST = pathlib.Path(__file__).parent / "compat_programs/names.txt"
STUB = pathlib.Path(parlour.compat.__file__).parent / "_for_checkers.pyi"


def listed() -> list[tuple[str, str, bool]]:
    """Module, name, and whether the name is refused."""
    found, module = [], ""
    for line in LIST.read_text().splitlines():
        if line.startswith("["):
            module = line.strip("[]")
        elif line and not line.startswith("#"):
            name = line.removeprefix("- ").replace("{Vendor}", vendor().capitalize())
            found.append((module, name.replace("{Product}", "Some"), line.startswith("- ")))
    return found


NAMES = listed()


def of(module: str, name: str) -> Any:
    return getattr(import_module(f"parlour.compat.{module}"), name)


def test_each_name_stands_for_something_or_says_what_to_write() -> None:
    wrong = []
    for module, name, refused in NAMES:
        found = of(module, name)
        if refused != (type(found).__name__ == "_Refused"):
            wrong.append(f"{module}.{name}: refused={not refused}")
        elif refused:
            with pytest.raises(CompatError, match=r"write|use|keep|answer|leave"):
                found()
        elif typing.is_typeddict(found) and not found.__annotations__:
            wrong.append(f"{module}.{name}: has no fields")
    assert wrong == []
    assert len({name for _, name, _ in NAMES}) == 1675


def test_the_fields_of_each_shape_are_types() -> None:
    seen = {name: of(module, name) for module, name, _ in NAMES}
    shapes = [shape for shape in seen.values() if typing.is_typeddict(shape)]
    assert len(shapes) > 200
    for shape in shapes:
        assert typing.get_type_hints(shape).keys() == shape.__annotations__.keys()


def test_type_checkers_know_each_name() -> None:
    """Of the commands of a memory tool they know nothing: each has ``command`` there."""
    known = {*types.__all__, *vars(params)}
    for one in ast.parse(STUB.read_text()).body:
        match one:
            case ast.ImportFrom(names=names):
                known |= {alias.asname or alias.name for alias in names}
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.ClassDef(name=name):
                known.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)):
                known.add(name)
    unknown = [
        name
        for _, name, refused in NAMES
        if not refused
        and name not in known
        and not name.startswith(("Some", "BetaMemoryTool"))
        and vendor() not in name.lower()
    ]
    assert unknown == []


def answers(module: str = "types.beta") -> dict[str, Any]:
    return {name: of(module, name) for one, name, refused in NAMES if one == module and not refused}


@pytest.mark.parametrize(
    ("data", "cls", "name", "others"),
    [
        (
            {"type": "compaction", "input_tokens": 1, "output_tokens": 2},
            types.UsageIteration,
            "BetaCompactionIterationUsage",
            ["BetaMessageIterationUsage", "BetaAdvisorMessageIterationUsage"],
        ),
        (
            {"type": "model_changed", "cache_missed_input_tokens": 3},
            types.CacheMissReason,
            "BetaCacheMissModelChanged",
            ["BetaCacheMissToolsChanged", "BetaCacheMissUnavailable"],
        ),
        (
            {"type": "clear_thinking_20251015", "cleared_input_tokens": 1},
            types.AppliedEdit,
            "BetaClearThinking20251015EditResponse",
            ["BetaClearToolUses20250919EditResponse"],
        ),
        (
            {"type": "code_execution_20260120", "tool_id": "t"},
            types.Caller,
            "BetaServerToolCaller20260120",
            ["BetaDirectCaller", "BetaServerToolCaller"],
        ),
        (
            {"type": "thinking_dropped", "path": "p", "reason": "r"},
            types.InputTransformation,
            "BetaThinkingDroppedInputTransformation",
            ["BetaThinkingMismatchAllowedInputTransformation"],
        ),
        (
            {"type": "bash_code_execution_output", "file_id": "f"},
            types.CodeExecutionOutput,
            "BetaBashCodeExecutionOutputBlock",
            ["BetaCodeExecutionOutputBlock"],
        ),
        (
            {"type": "file_deleted", "id": "f"},
            types.Deleted,
            "BetaDeletedFile",
            ["BetaDeletedSkill"],
        ),
        (
            {"type": "session.status_run_started", "id": "s"},
            types.WebhookData,
            "BetaWebhookSessionStatusRunStartedEventData",
            ["BetaWebhookSessionCreatedEventData", "BetaWebhookVaultCreatedEventData"],
        ),
        (
            {"type": "tool_use", "id": "t", "name": "scroll_to", "input": {}, "toolset_name": "browser"},
            types.ToolUseBlock,
            "BetaBrowserScrollToToolUseBlock",
            ["BetaBrowserScrollToolUseBlock", "BetaComputerScrollToolUseBlock", "BetaComputerToolUseBlock"],
        ),
        (
            {"type": "tool_use", "id": "t", "name": "scroll", "input": {}, "toolset_name": "computer"},
            types.ToolUseBlock,
            "BetaResponseComputerScrollToolUseBlock",
            ["BetaBrowserScrollToolUseBlock", "BetaBrowserToolUseBlock"],
        ),
    ],
)
def test_an_answer_is_of_the_class_of_its_kind(data: Any, cls: Any, name: str, others: list[str]) -> None:
    known = answers()
    answer = cls.from_dict(data)
    assert isinstance(answer, known[name])
    assert isinstance(answer, cls)
    assert not [other for other in others if isinstance(answer, known[other])]
    assert not isinstance("a text", known[name])


def test_a_call_of_no_toolset_is_no_block_of_one() -> None:
    call = types.ToolUseBlock.from_dict({"type": "tool_use", "id": "t", "name": "scroll", "input": {}})
    kinds = [cls for name, cls in answers().items() if name.endswith("ToolUseBlock") and "Server" not in name]
    assert [cls.__name__ for cls in kinds if isinstance(call, cls)] == ["ToolUseBlock"]


def test_each_answer_that_goes_back_has_the_shape_of_its_class() -> None:
    from parlour.compat import _params

    location = {"type": "char_location", "cited_text": "a", "document_index": 0, "start_char_index": 0}
    location["end_char_index"] = 1
    answer = types.CitationCharLocation.from_dict(location)
    assert answer.to_dict().keys() <= vars(_params)["CitationCharLocationParam"].__annotations__.keys()
    assert "from" in of("types.beta", "BetaFallbackBlockParam").__annotations__


def test_the_details_of_an_error_by_class_and_by_attribute() -> None:
    error = parlour.BadRequestError(
        "too large",
        status_code=400,
        details='{"error_code": "image_dimensions_too_large", "max_side_length_pixels": 8000}',
    )
    details: Any = error.details
    assert isinstance(details, ErrorDetails)
    assert isinstance(details, of("types", "ImageDimensionsTooLargeErrorDetails"))
    assert not isinstance(details, of("types", "StorageQuotaExceededErrorDetails"))
    assert details.max_side_length_pixels == details["max_side_length_pixels"] == 8000
    with pytest.raises(AttributeError, match="these details have error_code, max_side_length_pixels"):
        _ = details.paths


def test_names_of_modules_that_are_not_here_say_what_to_write() -> None:
    from parlour.compat.types.beta.sessions import SessionAnything  # type: ignore[import-not-found]
    from parlour.compat.types.organization import APIKey  # type: ignore[import-not-found]

    for name in (SessionAnything, APIKey):
        with pytest.raises(CompatError, match=r"use `client\.request"):
            name()
