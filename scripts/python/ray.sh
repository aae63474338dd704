#!/usr/bin/env bash
# Runs the example of jobs with Ray, with workers killed in the middle, at the pinned version. Wants the module in place
# (`make python`), and the package index the first time.
#
#   PYTHON         the interpreter for its environment (default: python3; 3.11 or later)
#   PARLOUR_TOOLS  where Ray is installed, once (default: .tools in this repository; 280 MB)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
own=$root/tests/fleet
venv=${PARLOUR_TOOLS:-$root/.tools}/ray

list=$("${PYTHON:-python3}" -VV; echo "$venv"; cat "$own/requirements-ray.txt")
if ! { [ -f "$venv/.list" ] && [ "$(cat "$venv/.list")" = "$list" ]; }; then
    rm -rf "$venv"
    "${PYTHON:-python3}" -m venv "$venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: \
        -r "$own/requirements-ray.txt"
    printf '%s\n' "$root/bindings/python/python" \
        >"$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/parlour.pth"
    printf '%s\n' "$list" >"$venv/.list"
fi
exec "$venv/bin/python" "$own/jobs.py" ray "$("$root/scripts/valkey.sh")"
