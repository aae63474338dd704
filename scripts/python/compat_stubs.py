#!/usr/bin/env python3
"""Writes the stubs of the modules that `parlour_compat` makes while a program runs: type checkers look for
files. And the shapes of requests that the official SDK has by name and this package has as answers alone:
answers are sent back.

    scripts/python/compat_stubs.py [--check]

Each name of the official SDK means one thing in all of its modules, so that one stub has the names and the
others take them from it. A name that is in none is `Any`. With `--check` nothing is written, and a file that
differs is an error.
"""

from __future__ import annotations

import ast
import keyword
import re
import subprocess
import sys
from pathlib import Path

from parlour import params, types
from parlour._async import batches, files, resources, skills
from parlour._types import messages as _message_types
from parlour._types import resources as _resource_types
from parlour_compat import _errors, _type_names

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "bindings/python-compat/python/parlour_compat"
ALIAS = ROOT / "bindings/python/python/parlour/compat"
"""The other name of the package, of which type checkers know by stubs alone."""
NAMES = "_for_checkers"

MODULES = [
    "_base_client",
    "_compat",
    "_constants",
    "_exceptions",
    "_legacy_response",
    "_models",
    "_resource",
    "_response",
    "_streaming",
    "_types",
    "_version",
    "pagination",
    "lib",
    "lib.environments",
    "lib.streaming",
    "lib.tools",
    "lib.tools.mcp",
    "resources",
    "resources.messages",
    "resources.messages.messages",
    "resources.messages.batches",
    "resources.models",
    "resources.beta",
    "resources.beta.messages",
    "resources.beta.messages.messages",
    "resources.beta.files",
    "resources.beta.models",
    "tools",
    "types",
    "types.beta",
    "types.beta.messages",
    "types.messages",
    "types.shared",
    "types.message",
    "types.message_param",
    "types.message_create_params",
    "types.message_tokens_count",
    "types.message_stream_event",
    "types.message_count_tokens_params",
    "types.raw_message_stream_event",
    "types.message_stop_event",
    "types.message_start_event",
    "types.content_block",
    "types.content_block_param",
    "types.content_block_delta_event",
    "types.content_block_start_event",
    "types.content_block_stop_event",
    "types.text_block",
    "types.text_block_param",
    "types.text_delta",
    "types.image_block_param",
    "types.document_block_param",
    "types.thinking_block",
    "types.thinking_config_param",
    "types.tool_param",
    "types.tool_union_param",
    "types.tool_choice_param",
    "types.tool_use_block",
    "types.tool_use_block_param",
    "types.tool_result_block_param",
    "types.usage",
    "types.stop_reason",
    "types.model",
    "types.model_info",
    "types.model_param",
    "types.parsed_message",
    "types.cache_control_ephemeral_param",
    "types.messages.batch_create_params",
    "types.messages.message_batch",
    "types.messages.message_batch_individual_response",
    "types.messages.message_batch_result",
    "types.beta.beta_message",
    "types.beta.beta_message_param",
    "types.beta.beta_text_block",
    "types.beta.beta_text_block_param",
    "types.beta.beta_content_block",
    "types.beta.beta_content_block_param",
    "types.beta.beta_tool_param",
    "types.beta.beta_tool_union_param",
    "types.beta.beta_tool_use_block",
    "types.beta.beta_usage",
    "types.beta.beta_tool_result_block_param",
    "types.beta.beta_raw_message_stream_event",
    "types.beta.message_create_params",
    "types.beta.file_metadata",
    "types.beta.messages.batch_create_params",
    "types.beta.messages.beta_message_batch",
]
"""Those from which programs import."""

HEAD = '"""Written by `scripts/python/compat_stubs.py`. {}"""\n\n'
ONE = """from typing import Any

from parlour_compat._for_checkers import *

def __getattr__(name: str) -> Any: ...
"""
AS_PACKAGE = """from typing import Any

from parlour_compat import *

def __getattr__(name: str) -> Any: ...
"""
OWN = """from typing import Any

import parlour
from parlour import NOT_GIVEN as NOT_GIVEN
from parlour import APIConnectionError as APIConnectionError
from parlour import APIError as APIError
from parlour import APIResponseValidationError as APIResponseValidationError
from parlour import APIStatusError as APIStatusError
from parlour import APITimeoutError as APITimeoutError
from parlour import AuthenticationError as AuthenticationError
from parlour import BadRequestError as BadRequestError
from parlour import ConflictError as ConflictError
from parlour import InternalServerError as InternalServerError
from parlour import NotFoundError as NotFoundError
from parlour import NotGiven as NotGiven
from parlour import OverloadedError as OverloadedError
from parlour import PermissionDeniedError as PermissionDeniedError
from parlour import RateLimitError as RateLimitError
from parlour import ToolError as ToolError
from parlour import UnprocessableEntityError as UnprocessableEntityError
from parlour import omit as omit
from parlour.hooks import ParsedMessage as ParsedMessage
from parlour.mcp import tool as async_mcp_tool
from parlour.params import *
from parlour.types import *
from parlour.types import Model as BaseModel

from . import _params
from ._async_client import AsyncClient as AsyncClient
from ._async_client import AsyncMessages as AsyncMessages
from ._client import Client as Client
from ._client import Messages as Messages
from ._errors import ErrorDetails as ErrorDetails
from ._events import CompactionEvent as BetaCompactionEvent
from ._http import Timeout as Timeout
from ._streams import AsyncMessageStream as AsyncMessageStream
from ._streams import AsyncStream as AsyncStream
from ._streams import MessageStream as MessageStream
from ._streams import Stream as Stream
from ._tools import FunctionTool as BetaFunctionTool
from ._tools import beta_async_tool as beta_async_tool
from ._tools import beta_tool as beta_tool
from ._tools import mcp_content as mcp_content
from ._tools import mcp_message as mcp_message
from ._tools import mcp_resource_to_content as mcp_resource_to_content
from ._tools import transform_schema as transform_schema

"""


LIST = ROOT / "bindings/python-compat/tests/compat_programs/names.txt"


def sdk_names() -> list[str]:
    """The names of types that the SDK has, of the list that the tests compare with."""
    return sorted(
        {
            line.lstrip("- ")
            for line in LIST.read_text().splitlines()
            if line and line[0] not in "#[" and "{" not in line
        }
    )


def names() -> str:
    """The stub that has the names: those of this package, and those by which the SDK knows the same types."""
    shapes = ast.parse(Path(str(params.__file__)).read_text()).body
    defined = [one.name for one in shapes if isinstance(one, ast.ClassDef)]
    defined += [str(getattr(one.target, "id", "_")) for one in shapes if isinstance(one, ast.AnnAssign)]
    known = {name: f"parlour.params.{name}" for name in defined if name[0] != "_"}
    known |= {name: f"parlour.types.{name}" for name in types.__all__}
    aliases = {f"Beta{name}": one for name, one in known.items()}
    for name, own in list(known.items()):
        if name.endswith(("Event", "Delta")) and not name.startswith("Raw"):
            aliases |= {f"Raw{name}": own, f"BetaRaw{name}": own}
    known_here = {name: f"_params.{name}" for name in sent()} | known | {"str": "str"}
    imported = set(re.findall(r" as (\w+)$", OWN, re.MULTILINE))
    own_tables = (*_type_names.RENAMED, *_type_names.KINDS)
    for name in {*sdk_names(), *own_tables, *(f"Beta{one}" for one in own_tables)}:
        made = alias(name, known_here)
        if made is not None and name != "Model" and name not in imported:
            aliases[name] = made
    lines = [f"{name} = {own}" for name, own in sorted(aliases.items()) if name not in known]
    classes = [
        f"class {name}(parlour.{base}): ..."
        for name in sdk_names()
        if (base := _errors.base_of(name.removeprefix("Beta"))) is not None
    ]
    made = HEAD.format("All names of the modules.") + OWN + "\n".join([*lines, "", *classes]) + "\n"
    return formatted(made, f"{NAMES}.pyi")


def alias(name: str, known: dict[str, str]) -> str | None:
    """The type of a name of the SDK for type checkers; ``None`` for a name that they do not know."""
    plain = name.removeprefix("Beta")
    if plain.endswith("ErrorCode"):
        return "str"
    if plain.endswith("ErrorDetails"):
        return "ErrorDetails" if plain != "ErrorDetails" else None
    if _errors.find_shape(name) is not None:
        return "parlour.types.ErrorDetail"
    if plain in _type_names.PLAIN:
        made = _type_names.PLAIN[plain]
        return "dict[str, Any]" if made is dict else made.__name__
    if plain in _type_names.UNIONS:
        members, item = _type_names.UNIONS[plain]
        several = [known[one] for one in members] + ([f"list[{known[item]}]"] if item else [])
        return " | ".join(several)
    found = _type_names.kind(name)
    if found is not None:
        return known[found[0]]
    own = _type_names.own_name(name)
    return known.get(own or "")


CALLS = {
    "BatchCreateParams": ("AsyncBatches", "create"),
    "BatchListParams": ("AsyncBatches", "list"),
    "FileListParams": ("AsyncFiles", "list"),
    "FileUploadParams": ("AsyncFiles", "upload"),
    "ModelListParams": ("AsyncModels", "list"),
    "SkillCreateParams": ("AsyncSkills", "create"),
    "SkillListParams": ("AsyncSkills", "list"),
    "VersionCreateParams": ("AsyncSkillVersions", "create"),
    "VersionListParams": ("AsyncSkillVersions", "list"),
}
"""The parameters of a call, by the names that they have together."""
SENT = {
    "WebSearchToolRequestErrorObjectParam": "WebSearchToolResultError",
    "WebSearchToolRequestErrorParam": "WebSearchToolResultError",
}
"""Answers that go back under a name from which their class is not found."""
OTHERS = {
    "BrowserStateChangeDownloadCompletedParam": "type: str; download_id: str; url: str; path: str; size_bytes: int",
    "BrowserStateChangeDownloadFailedParam": "type: str; download_id: str; url: str; error: str",
    "BrowserStateChangeDownloadStartedParam": "type: str; download_id: str; url: str",
    "BrowserStateChangeTabOpenedParam": "type: str; tab_id: str",
    "WebFetchURLSourceToolReferenceParam": "type: str; name: str",
}
"""Parts of requests that are mappings of any keys in this package."""
HEAD_OF_SHAPES = """from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Required, TypeAlias, TypedDict

from parlour import types
from parlour.params import BatchItem, MCPToolsetConfigParam

if TYPE_CHECKING:
    from parlour.hooks import UploadFile
else:
    # Fields of models of pydantic may be of these shapes, and it has no schema for bytearray.
    UploadFile = Any
"""


def sent() -> dict[str, str]:
    """The shapes of requests, each with its source."""
    classes = {
        one.name: one
        for module in (_message_types, _resource_types)
        for one in ast.parse(Path(str(module.__file__)).read_text()).body
        if isinstance(one, ast.ClassDef)
    }
    made = {}
    for name in sdk_names():
        plain = name.removeprefix("Beta")
        if (
            plain in made
            or not plain.endswith("Param")
            or hasattr(params, plain)
            or plain in _type_names.RENAMED
        ):
            continue
        if _type_names.dated(plain) is not None or plain in _type_names.PLAIN:
            continue
        own = SENT.get(plain) or answer_of(plain.removesuffix("Param"))
        if own in classes and fields_of(classes[own]):
            made[plain] = shape(plain, classes[own])
    for name, (cls, method) in CALLS.items():
        made[name] = call_shape(name, cls, method)
    for name, fields in OTHERS.items():
        keys = "\n    ".join(fields.split("; "))
        made[name] = f'class {name}(TypedDict, total=False):\n    """A part of a request."""\n\n    {keys}\n'
    locations = sorted(name for name in made if re.fullmatch(r"Citation\w+LocationParam", name))
    made["TextCitationParam"] = f"TextCitationParam: TypeAlias = {' | '.join(locations)}\n"
    changes = sorted(name for name in made if name.startswith("BrowserStateChange"))
    made["BrowserStateChangeParam"] = f"BrowserStateChangeParam: TypeAlias = {' | '.join(changes)}\n"
    for name, members in toolsets().items():
        keys = "\n    ".join(f"{one}: MCPToolsetConfigParam" for one in members)
        made[name] = (
            f'class {name}(TypedDict, total=False):\n    """What holds for the members."""\n\n    {keys}\n'
        )
    return made


def toolsets() -> dict[str, list[str]]:
    """The members of the toolsets, by the name of their shape."""
    made: dict[str, list[str]] = {}
    for name in sdk_names():
        found = re.fullmatch(r"(Browser|Computer)(\w+)ConfigParam", name)
        if found:
            member = re.sub(r"(?<!^)([A-Z])", r"_\1", found[2]).lower()
            made.setdefault(f"{found[1]}ToolsetConfigsParam", []).append(member)
    return made


def answer_of(name: str) -> str | None:
    """The class of answers by the SDK's name."""
    own = _type_names.own_name(name)
    return own if own in types.__all__ else None


def fields_of(cls: ast.ClassDef) -> list[tuple[str, str, bool]]:
    """The fields of a class of answers: name, type, and whether it has a default."""
    return [
        (one.target.id, ast.unparse(one.annotation), one.value is not None)
        for one in cls.body
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and one.target.id[0] != "_"
    ]


def as_sent(annotation: str) -> str:
    """The type of a field in a request: an object of an answer may also be a mapping."""
    made = re.sub(r"\blist\[", "Sequence[", annotation)
    if made.startswith("Literal["):
        return made
    return re.sub(
        r"\b([A-Z]\w+)\b",
        lambda found: (
            found[0]
            if found[0] in ("Any", "Sequence", "None", "Literal")
            else f"types.{found[0]} | Mapping[str, Any]"
        ),
        made,
    )


def shape(name: str, cls: ast.ClassDef) -> str:
    """The source of a shape with the fields of a class."""
    keys = {}
    for field, annotation, optional in fields_of(cls):
        needed = not optional or field == "type"
        keys[field] = f"Required[{as_sent(annotation)}]" if needed else as_sent(annotation)
    if cls.name == "FallbackBlock":
        keys["from"] = keys["to"]
    said = ast.get_docstring(cls) or ""
    said = said.partition("\n\n")[0]
    if any(keyword.iskeyword(field) for field in keys):
        pairs = ", ".join(f'"{field}": "{of}"' for field, of in keys.items())
        return f'{name} = TypedDict("{name}", {{{pairs}}}, total=False)\n"""{said}"""\n'
    lines = "\n".join(f"    {field}: {of}" for field, of in keys.items())
    return f'class {name}(TypedDict, total=False):\n    """{said}"""\n\n{lines}\n'


def call_shape(name: str, cls: str, method: str) -> str:
    """The source of a shape with the keywords of a method."""
    parts = [
        one
        for file in (batches, files, resources, skills)
        for one in ast.parse(Path(str(file.__file__)).read_text()).body
    ]
    of = next(one for one in parts if isinstance(one, ast.ClassDef) and one.name == cls)
    call = next(
        one
        for one in of.body
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and one.name == method
    )
    arguments = [
        one for one in (*call.args.args, *call.args.kwonlyargs) if one.arg not in ("self", "skill_id")
    ]
    lines = []
    for one in arguments:
        assert one.annotation is not None
        lines.append(
            f"    {one.arg}: {ast.unparse(one.annotation).replace(' | AsyncIterable[BatchItem]', '')}"
        )
    lines.append("    betas: Sequence[str]")
    said = f"Keywords of ``{cls.removeprefix('Async')}.{method}()``."
    return f'class {name}(TypedDict, total=False):\n    """{said}"""\n\n' + "\n".join(lines) + "\n"


def formatted(text: str, file: str) -> str:
    """The text as the formatter leaves it."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(PACKAGE / file), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def order(entry: tuple[str, str]) -> tuple[bool, str]:
    """Classes before the unions of them."""
    name, source = entry
    return ": TypeAlias" in source, name


def shapes() -> str:
    """The module of the shapes, as the formatter leaves it."""
    text = HEAD.format("Shapes of requests that this package has as answers or as calls.") + HEAD_OF_SHAPES
    made = text + "\n\n" + "\n\n".join(one for _, one in sorted(sent().items(), key=order))
    return formatted(made, "_params.py")


def stubs() -> dict[Path, str]:
    """Each file, with its text."""
    files = {PACKAGE / f"{NAMES}.pyi": names(), PACKAGE / "_params.py": shapes()}
    for module in MODULES:
        path = PACKAGE.joinpath(*module.split("."))
        package = any(other.startswith(f"{module}.") for other in MODULES)
        text = HEAD.format("Each module has all names.") + ONE
        path = path / "__init__.pyi" if package else path.with_suffix(".pyi")
        files[path] = files[ALIAS / path.relative_to(PACKAGE)] = text
    # A file of the SDK's name that is one of Python here.
    files[ALIAS / "_client.pyi"] = HEAD.format("Each module has all names.") + ONE
    files[ALIAS / "__init__.pyi"] = HEAD.format("The names of the package.") + AS_PACKAGE
    return files


def main() -> int:
    """Writes, or with `--check` compares."""
    check = sys.argv[1:] == ["--check"]
    stale = 0
    for path, text in stubs().items():
        if path.exists() and path.read_text() == text:
            continue
        if check:
            stale += 1
            print(
                f"compat_stubs: {path.relative_to(ROOT)} is old: run scripts/python/compat_stubs.py",
                file=sys.stderr,
            )
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    return int(bool(stale))


if __name__ == "__main__":
    sys.exit(main())
