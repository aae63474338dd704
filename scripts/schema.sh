#!/usr/bin/env bash
# What is made from `schema/` and checked against it. Installs what it needs into .tools/schema, once.
#
#   scripts/schema.sh install     nothing more
#   scripts/schema.sh generate    writes the files of all languages
#   scripts/schema.sh check       fails where they differ from what they are made of
#
#   PYTHON         the interpreter to make the environment with (default: python3; 3.11 or later)
#   PARLOUR_TOOLS  where things are installed (default: .tools in this repository)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tools=${PARLOUR_TOOLS:-$PWD/.tools}
venv=$tools/schema
list=$(echo "$venv"; cat schema/requirements.txt)
if ! { [ -f "$venv/.list" ] && [ "$(cat "$venv/.list")" = "$list" ]; }; then
    rm -rf "$venv"
    "${PYTHON:-python3}" -m venv "$venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: \
        -r schema/requirements.txt
    printf '%s\n' "$list" >"$venv/.list"
fi

generate() {
    # The formatters are those that look at the files afterwards.
    scripts/python/env.sh
    scripts/node/env.sh
    RUFF=$tools/python/bin/ruff env -C schema "$venv/bin/python" -m generate "$@"
}

case ${1:-} in
install) ;;
generate) generate ;;
check) generate --check ;;
*)
    echo "usage: scripts/schema.sh install|generate|check" >&2
    exit 2
    ;;
esac
