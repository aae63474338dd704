"""``python -m parlour.compat check FILE...``: lists the differences that matter to programs of the official
SDK."""

from __future__ import annotations

import sys

from ._check_files import check_file

_USAGE = "usage: python -m parlour.compat check FILE..."


def main(arguments: list[str]) -> int:
    """Writes one line for each place. 0: nothing differs; 1: something does; 2: a file could not be read."""
    if len(arguments) < 2 or arguments[0] != "check":
        sys.stderr.write(f"{_USAGE}\n")
        return 2
    worst = 0
    for name in arguments[1:]:
        try:
            found = list(check_file(name))
        except (OSError, SyntaxError, ValueError) as error:
            sys.stderr.write(f"{name}: cannot be read as a program: {error}\n")
            worst = 2
            continue
        for place, one in found:
            sys.stdout.write(f"{name}:{place}: {one.name}: {one.advice}\n")
            worst = max(worst, 1)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
