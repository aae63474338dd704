"""Writes a C table of every function of the headers, for the tests that call all of them: once with nothing,
and with arguments drawn from pools. Functions that may not be drawn are listed below.

    entries.py parlour/*.h parlour_emulator.h >entries.h
"""

import re
import sys

# Handles that the pools keep and these would end.
ENDS = re.compile(r"_free$|^parlour_emulator_stop$")

DECLARATION = re.compile(
    r"^(?!typedef|static|#| |\*)([A-Za-z_][\w \*]*?)\b(parlour_\w+)\(([^;{]*)\);",
    re.MULTILINE,
)


MARKS = re.compile(r"\bPARLOUR_(?:API|NODISCARD|NONNULL|NULLABLE) ")

# The codes that the comment of a function promises.
PROMISED = re.compile(r"@return ((?:(?!\*/)[^.])*)\.\n \*/\n[^;(]*?\b(parlour_\w+)\(")


def read(path):
    """A header without its marks."""
    with open(path, encoding="utf-8") as file:
        return MARKS.sub("", file.read())


def promises(paths):
    """The codes that each function may give, by its name."""
    return {
        name: re.findall(r"PARLOUR_\w+", codes)
        for path in paths
        for codes, name in PROMISED.findall(read(path))
    }


def declarations(paths):
    """Yields result type, name and parameters of each function."""
    for path in paths:
        text = re.sub(r"/\*.*?\*/", "", read(path), flags=re.DOTALL)
        for result, name, between in DECLARATION.findall(text):
            parameters = " ".join(between.split())
            split = [] if parameters == "void" else [part.strip() for part in parameters.split(",")]
            yield (
                result.strip(),
                name,
                [re.match(r"(.*?)(\w+)$", part).groups() for part in split],
            )


def argument(kind, name, number, drawn, ends):
    """The C expression for an argument, and the lines that come before and after the call."""
    kind = kind.replace("struct ", "").strip()
    if kind == "parlour_str":
        return ("draw_str()" if drawn else "no_str()"), [], []
    if kind.endswith("_fn"):
        return (f"DRAW_FN({kind})" if drawn else "NULL"), [], []
    if not kind.endswith("*"):
        if not drawn:
            return "0", [], []
        if kind == "bool":
            return "(draw(2) == 1)", [], []
        small = {"timeout_ms": 2, "count": 4, "worker_threads": 4}.get(name)
        return (f"({kind})draw({small})" if small else f"({kind})draw_number()"), [], []
    target = kind[:-1].strip()
    if target in ("void", "char") or not drawn:
        return "NULL", [], []
    place = f"place_{number}"
    if target == "parlour_completion":
        return "draw_completions()", [], ["free_completions();"]
    if target.endswith("*"):
        handle = target[:-1].replace("const", "").strip()
        after = [] if target.startswith("const") else [f"{handle}_free({place});"]
        return f"(draw(8) ? &{place} : NULL)", [f"{target} {place} = NULL;"], after
    if target in ("parlour_str", "parlour_rate_limit", "size_t", "uint64_t", "bool"):
        return f"(draw(8) ? &{place} : NULL)", [f"{target} {place};"], []
    handle = target.replace("const", "").strip()
    return ("NULL" if ends else f"POOL({handle})"), [], []


def call(result, name, parameters, drawn, codes):
    """The body of one call."""
    ends = bool(ENDS.search(name))
    made = [
        argument(kind, parameter, number, drawn, ends) for number, (kind, parameter) in enumerate(parameters)
    ]
    expression = f"{name}({', '.join(each[0] for each in made)})"
    result = result.replace("struct ", "").strip()
    lines = [line for each in made for line in each[1]]
    if result == "void":
        lines.append(f"{expression};")
    elif result == "parlour_str":
        lines.append(f"look_str({expression});")
    elif result == "parlour_result":
        mask = " | ".join(f"1u << {code}" for code in codes)
        lines.append(f'look_code("{name}", {expression}, {mask});')
    elif result == "const char *":
        lines.append(f"look_z({expression});")
    else:
        lines.append(f"(void){expression};")
    lines += [line for each in made for line in each[2]]
    return lines


def main():
    """Writes the table."""
    functions = list(declarations(sys.argv[1:]))
    promised = promises(sys.argv[1:])
    if len(functions) < 100:
        sys.exit("entries: the headers have changed their shape: too few functions found")
    print("/* Made by entries.py. */")
    for result, name, parameters in functions:
        for drawn, prefix in ((False, "nothing"), (True, "drawn")):
            print(f"static void {prefix}_{name}(void) {{")
            for line in call(result, name, parameters, drawn, promised.get(name, [])):
                print(f"    {line}")
            print("}")
    print(
        "static const struct {\n    const char *name;\n    void (*nothing)(void);\n    void (*drawn)(void);"
    )
    print("} ENTRIES[] = {")
    for _, name, _ in functions:
        print(f'    {{"{name}", nothing_{name}, drawn_{name}}},')
    print("};")


main()
