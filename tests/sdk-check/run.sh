#!/usr/bin/env bash
# Checks the emulator with the vendor's own SDKs. Needs Python 3.11+ with pip, Node 20+ with npm, and the emulator built.
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

venv=$tools/sdk-check-python
if ! fresh "$venv" "$here/requirements.txt"; then
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps -r "$here/requirements.txt"
    cp "$here/requirements.txt" "$venv/.list"
fi

node=$tools/sdk-check-node
if ! fresh "$node" "$here/package-lock.json"; then
    rm -rf "$node"
    mkdir -p "$node"
    cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" "$node/"
    (cd "$node" && npm ci --silent --ignore-scripts --no-audit --no-fund)
    cp "$here/package-lock.json" "$node/.list"
fi
# Modules are looked up beside the script.
cp "$here/check.mjs" "$node/check.mjs"

said=$(mktemp)
"$program" --port 0 --api-key "$key" >"$said" &
emulator=$!
trap 'kill "$emulator" 2>/dev/null || true; rm -f "$said"' EXIT
until grep -q '^listening on ' "$said"; do
    kill -0 "$emulator" 2>/dev/null || { echo "sdk-check: the emulator did not start" >&2; exit 1; }
    sleep 0.05
done
url=$(sed -n 's/^listening on //p' "$said")

status=0
python=$("$venv/bin/python" "$here/check.py" "$url" "$key") || status=1
echo "$python"
typescript=$(node "$node/check.mjs" "$url" "$key") || status=1
echo "$typescript"

printf '%s\n%s\n' "$python" "$typescript" | awk '
    / passed, / { passed += $2; failed += $4; suites += 1 }
    END { if (suites != 2) failed += 1; printf "sdk-check: %d passed, %d failed\n", passed, failed }'
exit "$status"
