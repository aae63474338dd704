"""The namespaces of Node's `parlour-compat`, made from the names of the official SDK."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from . import codes, toolsets
from .document import HERE
from .text import head

COMPAT = HERE.parent / "bindings/node-compat/ts"

FILES = {
    "T": "types",
    "Answers": "types/answers",
    "Requests": "types/beta_requests",
    "Bodies": "types/errors",
    "Resources": "types/resources",
    "Results": "types/results",
    "Tools": "types/tools",
    "Toolsets": "types/toolsets",
    "Hooks": "types/webhooks",
    "Codes": "code_errors",
    "Errors": "errors",
    "Options": "options",
    "Promises": "promises",
    "Lists": "lists",
    "R": "resources",
    "Uploads": "files",
    "Helpers": "helpers",
    "M": "messages",
    "C": "client",
    "Advice": "refusals",
}
"""The modules that are searched for types and classes, in this order."""

TYPES = ("T", "Answers", "Requests", "Bodies", "Resources", "Results", "Tools", "Toolsets", "Hooks", "Codes")
"""The modules that are exported whole, and so under beta names as well."""

RENAMED = {
    "client.Beta.Messages": "M.BetaMessages",
    "client.RequestOptions": "Options.CallOptions",
    "client.Beta.Messages.ToolError": "Own.ToolError",
    "client.Skills.Versions": "R.SkillVersions",
    "client.Beta.Skills.Versions": "R.SkillVersions",
}
"""Names that differ in this package."""

OWNERS = {
    "client": ("client", "Client"),
    "client.Beta": ("client", "Beta"),
    "client.Messages": ("messages", "Messages"),
    "client.Beta.Messages": ("messages", "BetaMessages"),
    "client.Messages.Batches": ("resources", "Batches"),
    "client.Beta.Messages.Batches": ("resources", "Batches"),
    "client.Models": ("resources", "Models"),
    "client.Beta.Models": ("resources", "Models"),
    "client.Files": ("resources", "Files"),
    "client.Beta.Files": ("resources", "Files"),
    "client.Skills": ("resources", "Skills"),
    "client.Beta.Skills": ("resources", "Skills"),
    "client.Skills.Versions": ("resources", "SkillVersions"),
    "client.Beta.Skills.Versions": ("resources", "SkillVersions"),
    "client.Beta.Webhooks": ("resources", "Webhooks"),
}
"""The class behind each namespace, and its file."""

MORE = {"ParlourError": "Errors.ParlourError", "ClientOptions": "Options.ClientOptions"}
"""Further members of `Client`: the base of all errors, which has the vendor's name in the SDK, and the settings."""


@dataclass(frozen=True)
class Name:
    text: str
    is_value: bool
    is_type: bool


def names() -> tuple[dict[str, list[Name]], dict[str, str]]:
    """The names of each namespace, and those that are left out, with the reason."""
    found: dict[str, list[Name]] = {}
    left: dict[str, str] = {}
    section = reason = ""
    for line in (HERE / "sdk_names.txt").read_text("utf-8").splitlines():
        if line.startswith("#") or not line:
            continue
        if head := re.fullmatch(r"\[(left out: )?(.+)\]", line):
            section, reason = ("", head[2]) if head[1] else (head[2], "")
        elif reason:
            left |= dict.fromkeys(line.split(), reason)
        else:
            found.setdefault(section, []).extend(
                Name(word.rstrip("!="), word[-1] in "!=", word[-1] != "=") for word in line.split()
            )
    return found, left


def exported() -> dict[str, str]:
    """Each name of the files above, with the file's name in front."""
    found: dict[str, str] = {}
    text = re.compile(
        r"^export (?:declare )?(?:abstract )?(?:async )?(?:type|interface|class|const|function) (\w+)", re.M
    )
    for alias, file in FILES.items():
        source = {"types/toolsets": toolsets.types, "code_errors": codes.classes}.get(file)
        written = source() if source else (COMPAT / f"{file}.ts").read_text("utf-8")
        for name in text.findall(written):
            found.setdefault(name, f"{alias}.{name}")
    return found


def meant(section: str, name: str, known: dict[str, str]) -> str | None:
    """The type behind a name; a beta name without a type of its own has that of the plain name."""
    return RENAMED.get(f"{section}.{name}") or known.get(name) or known.get(name.removeprefix("Beta"))


def wholes() -> dict[Path, str]:
    """The files that are made from the names."""
    sections, left = names()
    known = exported()
    unknown = sorted(
        f"{section}.{one.text}"
        for section, of in sections.items()
        for one in of
        if "." not in one.text
        and one.text != "DEFAULT_TIMEOUT"
        and one.text not in left
        and meant(section, one.text, known) is None
    )
    if unknown:
        raise ValueError(
            f"no type for {', '.join(unknown)}: add them, or put them under `left out` of sdk_names.txt"
        )
    made = {
        COMPAT / "types/toolsets.ts": toolsets.types(),
        COMPAT / "code_errors.ts": codes.classes(),
        COMPAT / "types/beta_names.ts": _betas(sections, left, known),
    }
    spaces: dict[tuple[str, str], dict[str, str]] = {}
    for section, of in sections.items():
        if section == "module":
            continue
        space = spaces.setdefault(OWNERS[section], {})
        for one in of:
            found = meant(section, one.text, known)
            if "." not in one.text and one.text not in left and found is not None:
                space[one.text] = found
    spaces["client", "Client"] |= MORE
    for (file, owner), space in spaces.items():
        own = {name: to for name, to in space.items() if not to.startswith("Toolsets.")}
        sets = {name: to for name, to in space.items() if to.startswith("Toolsets.")}
        stem = re.sub(r"(?<!^)(?=[A-Z])", "_", owner).lower()
        made[COMPAT / f"names/{stem}.ts"] = _namespace(file, owner, own, "")
        if sets:
            made[COMPAT / f"names/{stem}_toolsets.ts"] = _namespace(file, owner, sets, ": toolsets")
    index = [
        *head(
            "The namespaces of the classes: compilers read the declarations of modules that are imported.",
            "sdk_names.txt",
            runs=False,
        ),
        *(
            f'export type {{}} from "./{path.stem}.js";'
            for path in sorted(made)
            if path.parent.name == "names"
        ),
    ]
    made[COMPAT / "names/index.ts"] = "\n".join(index) + "\n"
    return made


def _namespace(file: str, owner: str, space: dict[str, str], more: str) -> str:
    used = sorted({to.partition(".")[0] for to in space.values()})
    return "\n".join(
        [
            *head(
                f"The namespace of the class `{owner}`, under the official SDK's names{more}.",
                "sdk_names.txt",
                runs=False,
            ),
            *(f'import * as {one} from "{_module(one)}";' for one in used),
            "",
            f'declare module "../{file}.js" {{',
            f"    namespace {owner} {{",
            *(f"        export import {name} = {to};" for name, to in sorted(space.items())),
            "    }",
            "}",
            "",
        ]
    )


def _module(alias: str) -> str:
    """The module that names are imported from; `Own` is the package `parlour`."""
    return "parlour" if alias == "Own" else f"../{FILES[alias]}.js"


def _betas(sections: dict[str, list[Name]], left: dict[str, str], known: dict[str, str]) -> str:
    by_file: dict[str, set[str]] = {}
    for of in sections.values():
        for one in of:
            name, plain = one.text, one.text.removeprefix("Beta")
            if name == plain or name in known or name in left or plain not in known or one.is_value:
                continue
            alias, _, _ = known[plain].partition(".")
            if alias in TYPES:
                by_file.setdefault(alias, set()).add(plain)
    out = [
        *head("Types that have a beta name as well.", "sdk_names.txt", runs=False),
    ]
    for alias in sorted(by_file):
        file = (
            "/".join([".", FILES[alias].removeprefix("types/")])
            if "/" in FILES[alias]
            else f"../{FILES[alias]}"
        )
        listed = ", ".join(f"{plain} as Beta{plain}" for plain in sorted(by_file[alias]))
        out.append(f'\nexport type {{ {listed} }} from "{file}.js";')
    return "\n".join(out) + "\n"


def statics() -> str:
    """The values on the classes other than the client, which has all of them."""
    sections, left = names()
    known = exported()
    values: dict[str, list[str]] = {}
    for section, of in sections.items():
        if section in ("module", "client"):
            continue
        _, owner = OWNERS[section]
        for one in of:
            found = meant(section, one.text, known) if one.is_value and one.text not in left else None
            if found is not None:
                _, _, name = found.partition(".")
                values.setdefault(owner, []).append(one.text if name == one.text else f"{one.text}={name}")
    rows = [f'    {owner}: "{" ".join(sorted(set(of)))}",' for owner, of in values.items()]
    return "\n".join(["const STATICS: Readonly<Record<string, string>> = {", *rows, "};"]) + "\n"
