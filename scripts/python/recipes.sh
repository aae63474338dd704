#!/usr/bin/env bash
# Runs frameworks at pinned versions with the Python package of this tree, against the emulator: those that install in
# seconds (`quick`), or all (`all`). Wants the module in place (`make python`), and the package index the first time.
#
#   PYTHON         the interpreter for their environments (default: python3; 3.11 or later)
#   PARLOUR_TOOLS  where the frameworks are installed, once (default: .tools in this repository)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
own=$root/tests/sdk-check/recipes/python
tools=${PARLOUR_TOOLS:-$root/.tools}

# An environment with exactly this list. The SDK is on none of those of frameworks, although some want it: `stand_in()`
# takes its place. So pip may not look for what is missing. Modules that nothing imports need not be compiled.
environment() { # folder, list
    local venv=$1 list
    list=$("${PYTHON:-python3}" -VV; echo "$venv"; cat "$2")
    if [ -f "$venv/.list" ] && [ "$(cat "$venv/.list")" = "$list" ]; then
        return
    fi
    rm -rf "$venv"
    "${PYTHON:-python3}" -m venv "$venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-compile --only-binary :all: \
        -r "$2"
    printf '%s\n' "$root/bindings/python/python" "$root/bindings/python-compat/python" \
        >"$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/parlour.pth"
    printf '%s\n' "$list" >"$venv/.list"
}

status=0
environment "$tools/recipes-python-quick" "$own/requirements-quick.txt"
"$tools/recipes-python-quick/bin/python" "$own/run.py" quick || status=1
if [ "${1:-all}" = all ]; then
    environment "$tools/recipes-python" "$own/requirements.txt"
    "$tools/recipes-python/bin/python" "$own/run.py" rest || status=1
    # Tracers beside the SDK itself, the one list that has it.
    environment "$tools/recipes-python-spans" "$own/requirements-spans.txt"
    "$tools/recipes-python-spans/bin/python" "$own/spans.py" || status=1
fi
exit "$status"
