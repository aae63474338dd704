"""Placeholders in Node's `parlour-compat` for values of the official SDK that this project does not have."""

from __future__ import annotations

import re
from pathlib import Path

from .document import HERE
from .sdk import COMPAT
from .text import head

STATUS = {
    400: ("BadRequestError", "BadRequestError"),
    403: ("PermissionDeniedError", "PermissionDeniedError"),
    404: ("NotFoundError", "NotFoundError"),
    409: ("ConflictError", "ConflictError"),
    412: ("APIStatusError", "PreconditionFailedError"),
    503: ("ServiceUnavailableError", "ServiceUnavailableError"),
}
"""The class of this package for a status, and that of the SDK."""

MAKES = {"class": "missingClass", "function": "missingFunction", "constant": "missingConstant"}


APART = {"Skills", "Versions", "Webhooks"}
"""Names of classes of this package that modules of other surfaces use for classes of theirs."""


def sections() -> dict[str, list[str]]:
    """The names of `sdk_values.txt` by their section."""
    found: dict[str, list[str]] = {}
    section = ""
    for line in (HERE / "sdk_values.txt").read_text("utf-8").splitlines():
        if line.startswith("#") or not line:
            continue
        if line.startswith("["):
            section = line.strip("[]")
        else:
            found.setdefault(section, []).extend(line.split())
    return found


def missing() -> dict[str, tuple[str, str]]:
    """Each name that is made here, with its kind and the key of its advice or its status."""
    return {
        name: (kind, rest)
        for section, names in sections().items()
        for kind, _, rest in [section.partition(" ")]
        if rest
        for name in names
    }


def code(name: str) -> str:
    """`BetaAPIKeyScopeMissingError` as `api_key_scope_missing`."""
    bare = name.removeprefix("Beta").removesuffix("Error")
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", bare).lower()


def written() -> str:
    """The source of the generated module."""
    out = [
        *head(
            "Placeholders for values of the official SDK that this package does not have, and the error classes of"
            " codes that only calls of other surfaces return.",
            "sdk_values.txt",
        ),
        'import * as own from "parlour";',
        'import { type OfAnswer, ofCode } from "./error_classes.js";',
        'import type * as E from "./errors.js";',
        'import { type Missing, missingClass, missingConstant, missingFunction } from "./missing.js";',
        "",
    ]
    for name, (kind, rest) in sorted(missing().items()):
        if kind == "error":
            ours, theirs = STATUS[int(rest)]
            out += [
                f"/** {rest} `{code(name)}`. */",
                f"export type {name} = E.{theirs};",
                "/** The class of these errors. */",
                f'export const {name}: OfAnswer<E.{theirs}> = ofCode(own.{ours}, "{name}", "{code(name)}");',
            ]
            continue
        if kind == "class":
            out += ["/** Not supported: there are no instances. */", f"export type {name} = Missing;"]
        out += [
            "/** Not supported: using it throws an error that names the replacement. */",
            f'export const {name} = {MAKES[kind]}("{name}", "{rest}");',
        ]
    return "\n".join(out) + "\n"


def refused() -> str:
    """The names as the entry for browsers exports them."""
    return (
        "export let " + ",\n    ".join(f"{name}: never" for name in sorted(missing().keys() - APART)) + ";\n"
    )


def wholes() -> dict[Path, str]:
    """The files that are made from the list."""
    return {COMPAT / "placeholders.ts": written()}
