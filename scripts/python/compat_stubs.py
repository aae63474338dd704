#!/usr/bin/env python3
"""Writes the stubs of the modules that `parlour.compat` makes while a program runs: type checkers look for files.

    scripts/python/compat_stubs.py [--check]

Each name of the field's SDK means one thing in all of its modules, so that one stub has the names and the others take
them from it. A name that is in none is `Any`. With `--check` nothing is written, and a file that differs is an error.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

from parlour import params, types
from parlour.compat import _names

PACKAGE = Path(__file__).resolve().parents[2] / "bindings/python/python/parlour/compat"
NAMES = "_for_checkers"

MODULES = [
    "_base_client",
    "_constants",
    "_exceptions",
    "_legacy_response",
    "_models",
    "_response",
    "_streaming",
    "_types",
    "pagination",
    "lib",
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

from parlour.compat._for_checkers import *

def __getattr__(name: str) -> Any: ...
"""
OWN = """from typing import Any

import parlour
from parlour.params import *
from parlour.types import *

from .. import NOT_GIVEN as NOT_GIVEN
from .. import APIConnectionError as APIConnectionError
from .. import APIError as APIError
from .. import APIResponseValidationError as APIResponseValidationError
from .. import APIStatusError as APIStatusError
from .. import APITimeoutError as APITimeoutError
from .. import AuthenticationError as AuthenticationError
from .. import BadRequestError as BadRequestError
from .. import ConflictError as ConflictError
from .. import InternalServerError as InternalServerError
from .. import NotFoundError as NotFoundError
from .. import NotGiven as NotGiven
from .. import OverloadedError as OverloadedError
from .. import PermissionDeniedError as PermissionDeniedError
from .. import RateLimitError as RateLimitError
from .. import ToolError as ToolError
from .. import UnprocessableEntityError as UnprocessableEntityError
from .. import omit as omit
from .._model import Model as BaseModel
from .._structured_base import ParsedMessage as ParsedMessage
from ..mcp import tool as async_mcp_tool
from ._async_client import AsyncClient as AsyncClient
from ._async_client import AsyncMessages as AsyncMessages
from ._client import Client as Client
from ._client import Messages as Messages
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


def names() -> str:
    """The stub that has the names: those of this package, and those by which the SDK knows the same types."""
    shapes = ast.parse(Path(str(params.__file__)).read_text()).body
    defined = [one.name for one in shapes if isinstance(one, ast.ClassDef)]
    defined += [str(getattr(one.target, "id", "_")) for one in shapes if isinstance(one, ast.AnnAssign)]
    known = {name: f"parlour.params.{name}" for name in defined if name[0] != "_"}
    known |= {name: f"parlour.types.{name}" for name in types.__all__}
    aliases = {f"Beta{name}": one for name, one in known.items()}
    for name, own in _names._TYPES.items():
        if own in known:
            aliases |= {name: known[own], f"Beta{name}": known[own]}
    for name, own in list(known.items()):
        if name.endswith(("Event", "Delta")) and not name.startswith("Raw"):
            aliases |= {f"Raw{name}": own, f"BetaRaw{name}": own}
    lines = [f"{name} = {own}" for name, own in sorted(aliases.items()) if name not in known]
    return HEAD.format("All names of the modules.") + OWN + "\n".join(lines) + "\n"


def stubs() -> dict[Path, str]:
    """Each file, with its text."""
    files = {PACKAGE / f"{NAMES}.pyi": names()}
    for module in MODULES:
        path = PACKAGE.joinpath(*module.split("."))
        package = any(other.startswith(f"{module}.") for other in MODULES)
        text = HEAD.format("Each module has all names.") + ONE
        files[path / "__init__.pyi" if package else path.with_suffix(".pyi")] = text
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
                f"compat_stubs: {path.relative_to(PACKAGE)} is old: run scripts/python/compat_stubs.py",
                file=sys.stderr,
            )
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    return int(bool(stale))


if __name__ == "__main__":
    sys.exit(main())
