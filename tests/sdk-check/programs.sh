#!/usr/bin/env bash
# Runs the programs of `programs/` with the vendor's own SDKs, and holds what they print and ask of the emulator against
# what is kept there. The tests of the bindings hold `parlour.compat` and `parlour-compat` against that. Wants `make
# python node`.
#
#   programs.sh [write]   `write` keeps what the SDKs do now
#
#   PARLOUR_TOOLS  where the SDKs are installed, once (default: .tools in this repository)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
tools=${PARLOUR_TOOLS:-$root/.tools}
lists=$here/programs

# Credentials and addresses of a real account have no business here.
unset "${!ANTHROPIC_@}"

# Installs into a folder unless it holds exactly this list already.
fresh() { # folder, list
    [ -f "$1/.list" ] && cmp -s "$1/.list" "$2"
}

venv=$tools/sdk-programs-python
if ! fresh "$venv" "$lists/requirements.txt"; then
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: \
        -r "$lists/requirements.txt"
    cp "$lists/requirements.txt" "$venv/.list"
fi
node=$tools/sdk-programs-node
if ! fresh "$node" "$lists/package-lock.json"; then
    rm -rf "$node"
    mkdir -p "$node"
    cp "$lists/package.json" "$lists/package-lock.json" "$here/.npmrc" "$node/"
    (cd "$node" && npm ci --silent --ignore-scripts --no-audit --no-fund)
    cp "$lists/package-lock.json" "$node/.list"
fi

status=0
"$tools/python/bin/python" "$lists/record.py" "$venv/bin/python" "$@" || status=1
node "$lists/record.mjs" "$node" "$@" || status=1
exit "$status"
