"""The error classes by code in Node's `parlour-compat`."""

from __future__ import annotations

import tomllib
from typing import Any

from .document import HERE
from .text import head, jsdoc, pascal


def _table() -> dict[str, Any]:
    return tomllib.loads((HERE / "error_codes.toml").read_text("utf-8"))


def _name(code: str, table: dict[str, Any]) -> str:
    return ("Beta" if code in table["beta"] else "") + pascal(code) + "Error"


def refused() -> str:
    """The names as the entry for browsers exports them."""
    table = _table()
    names = [_name(code, table) for status in table["status"] for code in status["codes"]]
    return f"export let {', '.join(f'{name}: never' for name in sorted(names))};\n"


def classes() -> str:
    table = _table()
    own = sorted(status["own"] for status in table["status"])
    out = [
        *head(
            "Error classes by code: an error of this package is an instance of the class of its code.",
            "error_codes.toml",
        ),
        f'import {{ {", ".join(own)} }} from "parlour";',
        'import type * as E from "./errors.js";',
        'import { ofCodes, type OfAnswer } from "./error_classes.js";',
        'import type { ThreadUnsupportedFeatureName } from "./types/errors.js";',
        "",
        "/** An error of a class, with its code. */",
        "type Coded<Base, Details extends { error_code: string }> = Base & {",
        "    /** The service's own code of the error. */",
        '    readonly errorCode: Details["error_code"];',
        "    /** What the service tells beside its words. */",
        "    readonly details: Details;",
        "};",
    ]
    names: list[str] = []
    rows: list[str] = []
    for status in table["status"]:
        rows.append(f'    [{status["own"]}, "{" ".join(status["codes"])}"],')
        for code, says in status["codes"].items():
            name = _name(code, table)
            names.append(name)
            doc = f"{status['status']} `{code}`: {says[0].lower()}{says[1:]}"
            more = [
                line
                for field, (written, meaning) in status.get("details", {}).get(code, {}).items()
                for line in (f"    /** {meaning} */", f"    {field}: {written};")
            ]
            out += [
                "",
                f"/** The details of `{code}`. */",
                f"export type {name}Details = Record<string, unknown> & {{",
                f'    error_code: "{code}";',
                *more,
                "};",
                jsdoc(doc, 0),
                f"export type {name} = Coded<E.{status['class']}, {name}Details>;",
            ]
    out += [
        "",
        "/** The details of an error, discriminated by `error_code`. */",
        "export type ErrorDetails =",
        "\n".join(f"    | {one}Details" for one in names) + ";",
        "",
        "/** The classes by their names. */",
        "interface Classes {",
        *(f"    readonly {name}: OfAnswer<{name}>;" for name in names),
        "}",
        "",
        # Short: Node scans this text for the names of exports.
        f"export const {{ {', '.join(names)} }} = ofCodes<Classes>([",
        *rows,
        f'], "{" ".join(table["beta"])}");',
    ]
    return "\n".join(out) + "\n"
