"""Writes the generated parts of the files of each language, between their marks, from `schema/`.

    python -m generate            writes
    python -m generate --check    changes nothing; prints what differs and fails

The text is folded by the formatters of each language, ruff, rustfmt and prettier, which have to be installed.
"""

from __future__ import annotations

import difflib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from . import (
    betas,
    bridge_settings,
    c_blocks,
    c_parameters,
    c_settings,
    c_types,
    case_settings,
    codes,
    core_settings,
    document,
    endpoints,
    errors,
    facts,
    instances,
    methods,
    pages,
    placeholders,
    python_types,
    rate_limits,
    rust_types,
    sdk,
    settings,
    toolset_node,
    toolset_python,
    toolset_rust,
    toolset_table,
    toolsets,
    typescript_types,
)
from .text import between

ROOT = document.HERE.parent
PYTHON = ROOT / "bindings/python/python/parlour"
NODE = ROOT / "bindings/node"
COMPAT = ROOT / "bindings/node-compat"
BRIDGE = ROOT / "bindings/bridge/src"
CONFORMANCE = ROOT / "tests/conformance"


def files() -> dict[Path, dict[str, str]]:
    """Each file with its generated parts."""
    wire = document.load()
    return {
        PYTHON / "_types/messages.py": {
            "classes": python_types.classes(wire),
            "unions": python_types.unions(wire),
            "aliases": python_types.aliases(wire),
            "table": python_types.table(wire),
        },
        PYTHON / "types.py": {
            "classes": python_types.shown(wire),
            "aliases": python_types.late_aliases(wire),
            "resources": python_types.imported(wire),
            "late": python_types.listed(wire),
            "exported": python_types.exported(wire),
        },
        PYTHON / "_types/resources.py": {
            "classes": python_types.classes(wire, resources=True),
            "unions": python_types.unions(wire, resources=True),
            "aliases": python_types.aliases(wire, resources=True),
            "table": python_types.table(wire, resources=True),
        },
        PYTHON / "params.py": {
            "requests": python_types.params(wire),
            "request": python_types.request(wire, tools=False),
            "tools": python_types.request(wire, tools=True),
            "call": settings.python_options("call"),
            "groups": settings.python_groups(),
            "client": settings.python_options("client"),
        },
        PYTHON / "_options/options.py": {
            "shared": settings.python_shared(),
            "call": settings.python_rows("call"),
            "client": settings.python_rows("client"),
        },
        NODE / "ts/settings.ts": {
            "groups": settings.node_converters(),
            "call": settings.node_rows("call"),
            "client": settings.node_rows("client"),
            "nulls": settings.node_nulls(),
        },
        NODE / "ts/options.ts": {
            "call": settings.node_options("call"),
            "groups": settings.node_groups(),
            "client": settings.node_options("client"),
        },
        PYTHON / "_types/errors.py": {
            "attributes": facts.python_attributes(),
            "parameters": facts.python_parameters(),
            "assigned": facts.python_assigned(),
            "objects": facts.python_objects(),
            "classes": errors.python_classes(),
            "list": errors.python_list(),
            "given": facts.python_given(),
        },
        NODE / "ts/errors.ts": {
            "nothing": facts.node_nothing(),
            "own": facts.node_own(),
            "assigned": facts.node_assigned(),
            "getters": facts.node_getters(),
            "classes": errors.typescript_classes(),
            "list": errors.typescript_list(),
        },
        ROOT / "core/src/service/rate_limits.rs": {
            "families": rate_limits.rust_families(),
            "fields": rate_limits.rust_fields(),
            "quantities": rate_limits.rust_quantities(),
            "slots": rate_limits.rust_slots(),
        },
        PYTHON / "_types/limits.py": {
            "fields": rate_limits.python_fields(),
            "names": rate_limits.python_names(),
        },
        NODE / "ts/head.ts": {"quantities": rate_limits.node_fields()},
        BRIDGE / "info/error.rs": {
            "fields": facts.bridge_fields(),
            "values": facts.bridge_values(),
            "shown": facts.bridge_shown(),
        },
        ROOT / "bindings/python/src/errors.rs": {"facts": facts.python_handed()},
        NODE / "src/errors.rs": {"fields": facts.node_record(), "values": facts.node_values()},
        ROOT / "bindings/c/src/error.rs": {"facts": facts.c_functions()},
        ROOT / "include/parlour/error.hpp": {"facts": facts.cpp_methods()},
        ROOT / "core/src/setting.rs": {"names": core_settings.names()},
        BRIDGE / "settings/client.rs": {"client": bridge_settings.rows("client")},
        BRIDGE / "settings/call.rs": {"call": bridge_settings.rows("call")},
        ROOT / "bindings/c/src/options.rs": {"call": c_settings.c_setters("call")},
        ROOT / "include/parlour/config.hpp": {"setters": c_settings.cpp_setters("client")},
        ROOT / "include/parlour/request.hpp": {"options": c_settings.cpp_setters("call")},
        ROOT / "bindings/c/tests/headers/every.cpp": {
            "settings": c_settings.every("client"),
            "options": c_settings.every("call"),
        },
        CONFORMANCE / "src/case.rs": {
            "config": case_settings.keys("client"),
            "options": case_settings.keys("call"),
        },
        CONFORMANCE / "drivers/rust/settings.rs": {
            "config": case_settings.rust("client"),
            "options": case_settings.rust("call"),
        },
        CONFORMANCE / "drivers/python/settings.py": {
            "same": case_settings.python_same("client"),
            "times": case_settings.python_times("client"),
            "call same": case_settings.python_same("call"),
            "call times": case_settings.python_times("call"),
        },
        CONFORMANCE / "drivers/node/settings.mjs": {
            "config": case_settings.node("client"),
            "options": case_settings.node("call"),
        },
        CONFORMANCE / "drivers/c/settings.c": {
            "config": case_settings.c("client"),
            "options": case_settings.c("call"),
        },
        CONFORMANCE / "src/outcome.rs": {"keys": facts.keys()},
        CONFORMANCE / "src/lines.rs": {"facts": facts.rust_lines()},
        CONFORMANCE / "drivers/python/lines.py": {"facts": facts.python_lines()},
        CONFORMANCE / "drivers/node/lines.mjs": {"facts": facts.node_lines()},
        CONFORMANCE / "drivers/c/lines.c": {"facts": facts.c_lines()},
        **method_files(wire),
        ROOT / "core/src/resources/endpoint.rs": {"rows": methods.rust_rows(wire)},
        CONFORMANCE / "drivers/rust/resource.rs": {"calls": methods.rust_calls(wire)},
        CONFORMANCE / "drivers/python/resources.py": {
            "methods": methods.python_calls(wire),
            "lists": methods.python_lists(wire),
        },
        CONFORMANCE / "drivers/node/resources.mjs": {
            "objects": methods.node_calls(wire, lists=False),
            "lists": methods.node_calls(wire, lists=True),
        },
        NODE / "ts/types.ts": {"answers": typescript_types.answers(wire)},
        NODE / "ts/resource_types.ts": {"resources": typescript_types.resources(wire)},
        NODE / "ts/params.ts": {"requests": typescript_types.params(wire)},
        NODE / "ts/betas.ts": {"names": betas.typescript()},
        COMPAT / "ts/refuse.ts": {"codes": codes.refused(), "placeholders": placeholders.refused()},
        COMPAT / "ts/index.ts": {"members": toolsets.members(), "statics": sdk.statics()},
        PYTHON / "betas.py": {"names": betas.python()},
        NODE / "ts/index.ts": {"toolsets": toolset_node.exported()},
        ROOT / "bindings/c/src/block.rs": {"kinds": c_blocks.constants(wire), "kind": c_blocks.match(wire)},
        ROOT / "include/parlour/message.hpp": {"kinds": c_blocks.cpp(wire)},
    } | rust_types.files(wire)


METHODS = {
    "models": ("models", "resources", "resources"),
    "limits": ("limits", "resources", "resources"),
    "batches": ("messages.batches", "batches", "batches"),
    "files": ("files", "files", "resources"),
    "skills": ("skills", "skills", "resources"),
    "versions": ("skills.versions", "skills", "resources"),
}
"""Parts with methods of endpoints: the resource in Python and Node, the file in Python and that in Node."""


def method_files(wire: document.Document) -> dict[Path, dict[str, str]]:
    """The files of Python and Node with the methods of endpoints."""
    made: dict[Path, dict[str, str]] = {}
    for part, (resource, python, node) in METHODS.items():
        made.setdefault(PYTHON / f"_async/{python}.py", {}).update(
            {
                part: methods.python(wire, resource),
                f"whole {part}": methods.python_forms(wire, resource, "whole"),
                f"streamed {part}": methods.python_forms(wire, resource, "streamed"),
            }
        )
        made.setdefault(NODE / f"ts/{node}.ts", {})[part] = methods.node(wire, resource)
    return made


def wholes() -> dict[Path, str]:
    """Each file that is generated whole."""
    wire = document.load()
    tables = {
        "endpoints": endpoints.for_rust(wire),
        "errors": errors.for_rust(),
        "settings": settings.for_rust(),
    }
    return {
        document.HERE / "made/instances.json": instances.written(wire),
        ROOT / "docs/reference/settings.md": pages.settings_page(),
        ROOT / "docs/reference/errors.md": pages.errors_page(),
        ROOT / "docs/reference/types.md": pages.types_page(wire),
        ROOT / "docs/reference/endpoints.md": endpoints.page(wire, pages.MADE),
        ROOT / "core/src/model/betas.rs": betas.rust(),
        ROOT / "core/src/error/details.rs": _rustfmt(facts.rust_details(), ROOT),
        ROOT / "bindings/bridge/src/spelling.rs": settings.spellings(),
        ROOT / "core/src/call/sizes.rs": _rustfmt(core_settings.sizes(), ROOT),
        ROOT / "core/src/client/builder/sizes.rs": _rustfmt(core_settings.size_setters(), ROOT),
        ROOT / "bindings/c/src/setters.rs": _rustfmt(c_settings.c_file(), ROOT),
        PYTHON / "_tools/toolsets.py": _ruff(toolset_python.module(), PYTHON / "_tools/toolsets.py"),
        NODE / "ts/toolsets.ts": _prettier(toolset_node.module(), NODE / "ts/toolsets.ts"),
        **{
            ROOT / f"core/src/tools/client_tools/{toolset.name}.rs": _rustfmt(
                toolset_rust.module(toolset), ROOT
            )
            for toolset in toolset_table.toolsets()
        },
        ROOT / "include/parlour/betas.h": betas.c(),
        ROOT / "include/parlour/parameters.h": c_parameters.c(wire),
        ROOT / "include/parlour/parameters.hpp": c_parameters.cpp(wire),
        ROOT / "include/parlour/resources.h": c_types.c(wire),
        ROOT / "include/parlour/resources.hpp": c_types.cpp(wire),
        document.HERE / "made/tables.json": json.dumps(tables, indent=1, ensure_ascii=False) + "\n",
    } | {path: _prettier(text, path) for path, text in (sdk.wholes() | placeholders.wholes()).items()}


def made(path: Path, parts: dict[str, str]) -> str:
    """The file as it should be."""
    text = path.read_text("utf-8")
    for name, part in parts.items():
        text = between(text, name, "#" if path.suffix == ".py" else "//", part)
    fold = FOLD.get(path.suffix)
    return text if fold is None else fold(text, path)


def _ruff(text: str, path: Path) -> str:
    config = ROOT / "bindings/python/pyproject.toml"
    return _filter(
        [
            os.environ.get("RUFF", "ruff"),
            "format",
            "--quiet",
            "--config",
            config,
            "--stdin-filename",
            path,
            "-",
        ],
        text,
    )


def _prettier(text: str, path: Path) -> str:
    config: list[str | Path] = ["--config", NODE / ".prettierrc.json"] if path.suffix == ".mjs" else []
    return _filter([NODE / "node_modules/.bin/prettier", *config, "--stdin-filepath", path], text)


def _filter(command: list[str | Path], text: str) -> str:
    return subprocess.run(command, input=text, check=True, capture_output=True, text=True).stdout


def _rustfmt(text: str, path: Path) -> str:
    return _filter([os.environ.get("RUSTFMT", "rustfmt"), "--edition", "2024", "--config-path", ROOT], text)


FOLD: dict[str, Callable[[str, Path], str]] = {
    ".py": _ruff,
    ".ts": _prettier,
    ".mjs": _prettier,
    ".rs": _rustfmt,
}


def main() -> int:
    check = sys.argv[1:] == ["--check"]
    stale = 0
    results = {path: made(path, parts) for path, parts in files().items()} | wholes()
    for path, after in results.items():
        before = path.read_text("utf-8") if path.exists() else ""
        name = str(path.relative_to(ROOT))
        if before == after:
            continue
        stale += 1
        if check:
            lines = (before.splitlines(True), after.splitlines(True))
            sys.stdout.writelines(difflib.unified_diff(*lines, name, f"{name} as generated"))
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(after, "utf-8")
            print(f"wrote {name}")
    if check and stale:
        print("schema: generated files are out of date: run `make generate`", file=sys.stderr)
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
