#!/usr/bin/env bash
# Checks the emulator with the vendor's own SDKs. Needs Python 3.11+ with pip, Node 20+ with npm, and the emulator
# built.
#
#   EMULATOR_BIN   the program (default: the debug build of this workspace)
#   PARLOUR_TOOLS  where the SDKs are installed, once (default: .tools in this repository)
#
# Prints the counts last; exits 1 if a check failed.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
tools=${PARLOUR_TOOLS:-$root/.tools}
program=${EMULATOR_BIN:-${CARGO_TARGET_DIR:-$root/target}/debug/parlour-emulator}
key=sdk-check-key

if [ ! -x "$program" ]; then
    echo "sdk-check: there is no emulator at $program; build it or set EMULATOR_BIN" >&2
    exit 1
fi

# Credentials and addresses of a real account have no business here.
unset "${!ANTHROPIC_@}"

# Installs into a folder unless it holds exactly this list already.
fresh() { # folder, list
    [ -f "$1/.list" ] && cmp -s "$1/.list" "$2"
}

# One generation of clients against an emulator of its own: the folder of its lists, and what its tools are called.
generation() { # folder, suffix
    local lists=$1 venv=$tools/sdk-check-python$2 node=$tools/sdk-check-node$2
    if ! fresh "$venv" "$lists/requirements.txt"; then
        rm -rf "$venv"
        python3 -m venv "$venv"
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps -r "$lists/requirements.txt"
        cp "$lists/requirements.txt" "$venv/.list"
    fi
    if ! fresh "$node" "$lists/package-lock.json"; then
        rm -rf "$node"
        mkdir -p "$node"
        cp "$lists/package.json" "$lists/package-lock.json" "$lists/.npmrc" "$node/"
        (cd "$node" && npm ci --silent --ignore-scripts --no-audit --no-fund)
        cp "$lists/package-lock.json" "$node/.list"
    fi
    # Modules are looked up beside the script.
    cp "$here/check.mjs" "$node/check.mjs"

    "$program" --port 0 --api-key "$key" >"$said" &
    emulator=$!
    until grep -q '^listening on ' "$said"; do
        kill -0 "$emulator" 2>/dev/null || { echo "sdk-check: the emulator did not start" >&2; exit 1; }
        sleep 0.05
    done
    local url
    url=$(sed -n 's/^listening on //p' "$said")
    "$venv/bin/python" "$here/check.py" "$url" "$key" >>"$counts" || status=1
    node "$node/check.mjs" "$url" "$key" >>"$counts" || status=1
    kill "$emulator"
    wait "$emulator" || status=1
    emulator=
    : >"$said"
}

said=$(mktemp)
counts=$(mktemp)
emulator=
status=0
trap '[ -z "$emulator" ] || kill "$emulator" 2>/dev/null || true; rm -f "$said" "$counts"' EXIT
generation "$here" ""
generation "$here/newer" -newer

# The names that `parlour-compat` has are those of that release, its values those of both.
"$root/scripts/node/env.sh"
node "$here/names.mjs" "$tools/sdk-check-node-newer" "$tools/sdk-check-node" >>"$counts" || status=1

cat "$counts"
awk '
    / passed, / { passed += $2; failed += $4; suites += 1 }
    END { if (suites != 5) failed += 1; printf "sdk-check: %d passed, %d failed\n", passed, failed }' "$counts"
exit "$status"
