#!/usr/bin/env python3
"""Writes the C code with which fuzz.c calls every function that the headers declare: one case for each, with arguments
made for their types, so that a function which comes later is fuzzed without anybody thinking of it.

    scripts/c/prototypes.sh include | bindings/c/tests/promises/fuzz_calls.py >fuzz_calls.inc

It fails for a type that it has no value for. It must not know what any function does, but for the few that wait, and
the few that would end the run, below.
"""

from __future__ import annotations

import re
import sys

PROTOTYPE = re.compile(r"^(.*?[ *])(parlour_\w+) \((.*)\);$")

WAITS = re.compile(r"_(next|wait|join|shutdown|wait_\w+|wait_for)$")
"""Functions whose numbers are times to wait: these stay short, or the run would not end."""

ASKS = {
    "parlour_client_call", "parlour_client_create", "parlour_client_request", "parlour_conversation_keep_counted",
    "parlour_pages_next", "parlour_parse", "parlour_run_tools", "parlour_tool_run_new", "parlour_tool_run_resume",
}  # fmt: skip
"""Functions that do not return before the service has answered, or make what such functions ask with: client and
options are such that this is soon."""

BY_HAND = {"parlour_queue_drain": "drain_some"}
"""Functions whose arguments depend on each other, and the function of fuzz.c that calls each."""

WRITES_TEXT = {"parlour_json_quote"}
"""Functions that write as many characters as they are told to."""

TEXT_ROOM = 64

NUMBERS = {
    "uint8_t", "uint16_t", "uint32_t", "uint64_t", "int8_t", "int16_t", "int32_t", "int64_t",
    "size_t", "int", "unsigned int", "double", "_Bool", "parlour_result", "parlour_mode", "parlour_kind",
    "parlour_event_kind", "parlour_delta_kind", "parlour_block_kind", "parlour_input_state",
    "parlour_hook_points", "parlour_http_version", "parlour_log_level", "parlour_completion_kind", "parlour_cause",
    "parlour_json_kind",
}  # fmt: skip


def split(arguments: str) -> list[str]:
    """The types of the arguments; a comma within parentheses does not part them."""
    if arguments == "void":
        return []
    parts: list[str] = []
    depth = 0
    for piece in arguments.split(","):
        if depth == 0:
            parts.append("")
        parts[-1] += ("," if depth else "") + piece
        depth += piece.count("(") - piece.count(")")
    return [part.strip() for part in parts]


class Writer:
    """The code written so far, and the kinds of handles in it."""

    def __init__(self, values: set[str]) -> None:
        self.values = values
        self.kinds: dict[str, int] = {}

    def kind(self, name: str) -> int:
        """The number of a kind of handle."""
        return self.kinds.setdefault(name, len(self.kinds))

    def function(self, number: int, back: str, name: str, arguments: list[str]) -> str:
        """One function of the case table."""
        if name in BY_HAND:
            handle = re.sub(r"^const | \*$", "", arguments[0])
            return f"static void call_{number}(void) {{ {BY_HAND[name]}(get({self.kind(handle)})); }}\n"
        before: list[str] = []
        after: list[str] = []
        given: list[str] = []
        for place, kind in enumerate(arguments):
            given.append(self.argument(name, place, kind, before, after))
        call = f"{name}({', '.join(given)})"
        if back == "void":
            called = f"{call};"
            after.insert(0, "")
        elif back == "parlour_str":
            called = f"look_at({call});"
        elif back == "const char *":
            called = f"look_at_z({call});"
        elif back in self.values:
            called = f"(void){call};"
        elif back.endswith("*"):
            called = f"look_at_pointer({call});"
        else:
            called = f"parlour_result said = (parlour_result){call}; (void)said;"
            if back != "parlour_result":
                called = f"sink += (uint64_t){call};"
        lines = [*before, called, *filter(None, after)]
        body = "\n".join(f"    {line}" for line in lines)
        return f"/* {name} */\nstatic void call_{number}(void) {{\n{body}\n}}\n"

    def argument(self, name: str, place: int, kind: str, before: list[str], after: list[str]) -> str:
        """An expression for one argument; statements needed before and after the call are added to the lists."""
        if kind == "parlour_str":
            return "any_text()"
        if kind == "const char *":
            return "any_z()"
        if kind == "char *":
            before.append(f"static char text{place}[{TEXT_ROOM}];")
            return f"rarely() ? NULL : text{place}"
        if kind in NUMBERS and name in WRITES_TEXT:
            return f"({kind})(any_number() % {TEXT_ROOM + 1})"
        if kind in NUMBERS:
            return f"({kind}){'short_time()' if WAITS.search(name) else 'any_number()'}"
        if kind == "void *":
            return "any_user()"
        if kind == "void (*) (void *)":
            return "rarely() ? NULL : free_user"
        if kind.endswith("_fn"):
            return f"rarely() ? NULL : stub_{kind}"
        pointed = re.fullmatch(r"(const )?(\w+) (\*+)", kind)
        if pointed is None:
            sys.exit(f"{name}: no value for an argument of type '{kind}'")
        constant, base, stars = pointed.groups()
        if len(stars) == 2 and base.startswith("parlour_"):
            before.append(f"{constant or ''}{base} *out{place} = NULL; int with{place} = !rarely();")
            if constant is None:
                number = self.kind(base)
                after.append(f"if (out{place} != NULL) keep({number}, out{place});")
            return f"with{place} ? &out{place} : NULL"
        if len(stars) == 1 and (base in NUMBERS or base in self.values):
            before.append(f"static {base} room{place}[ROOM]; int with{place} = !rarely();")
            return f"with{place} ? room{place} : NULL"
        if len(stars) == 1 and base.startswith("parlour_"):
            if name in ASKS and base in {"parlour_client", "parlour_options"}:
                return f"brief_{base.removeprefix('parlour_')}()"
            number = self.kind(base)
            return f"({constant or ''}{base} *){'take' if name.endswith('_free') else 'get'}({number})"
        sys.exit(f"{name}: no value for an argument of type '{kind}'")


def main() -> None:
    """Reads prototypes, writes C. Arguments: the names of the structs that are values."""
    writer = Writer({"parlour_str", *sys.argv[1:]})
    written: list[str] = []
    names: list[str] = []
    for line in sys.stdin:
        match = PROTOTYPE.match(line.strip().replace("struct ", ""))
        if match is None:
            sys.exit(f"not a prototype: {line}")
        back, name, arguments = match.groups()
        written.append(writer.function(len(names), back.strip(), name, split(arguments)))
        names.append(name)
    frees = {name.removesuffix("_free"): name for name in names if name.endswith("_free")}
    print("/* Written by fuzz_calls.py. */")
    print("\n".join(written))
    print(f"#define CALLS {len(names)}\n#define KINDS {len(writer.kinds)}")
    for base, number in writer.kinds.items():
        print(f"#define KIND_{base} {number}")
    print("static void (*const calls[CALLS])(void) = {")
    print(",\n".join(f"    call_{number}" for number in range(len(names))))
    print("};\nstatic const char *const names[CALLS] = {")
    print(",\n".join(f'    "{name}"' for name in names))
    print("};\nstatic void drop(int kind, void *handle) {\n    switch (kind) {")
    for base, number in writer.kinds.items():
        free = frees.get(base)
        if free is not None:
            print(f"    case {number}: {free}(({base} *)handle); break;")
    print("    default: break;\n    }\n}")


if __name__ == "__main__":
    main()
