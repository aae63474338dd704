"""Runs the programs with the vendor's SDK and keeps what they print and ask, or holds it against what was kept.

    record.py PYTHON [write]

``PYTHON`` is an interpreter with the SDK; this one has ``parlour``."""

import json
import subprocess
import sys
from pathlib import Path

from moved import SEEN, Program, programs, seen


def main() -> int:
    """Exits 1 if the SDK does something else than what is kept."""
    python = sys.argv[1]
    with subprocess.Popen(
        [python, "-W", "ignore::DeprecationWarning", str(Path(__file__).parent / "start.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout

        def start(program: Program, folder: str, environment: dict[str, str]) -> tuple[str, str | None]:
            asked = {
                "name": program.name,
                "source": program.source,
                "folder": folder,
                "environment": environment,
            }
            print(json.dumps(asked), file=process.stdin, flush=True)
            told = json.loads(process.stdout.readline())
            return told["printed"], told["error"]

        found = {program.name: seen(program, start) for program in programs()}
        process.stdin.close()
    failed = [f"{name}: {one['error']}" for name, one in found.items() if one["error"]]
    if "write" in sys.argv:
        SEEN.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    kept = json.loads(SEEN.read_text())
    failed += [f"{name}: not what is kept: {one}" for name, one in found.items() if kept.get(name) != one]
    print("\n".join([*failed, f"programs of the SDK: {len(found) - len(failed)} as kept, {len(failed)} not"]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
