#!/usr/bin/env bash
# Runs frameworks at pinned versions with the Node package of this tree, against the emulator. Wants the binary in place (`make node`), and
# npm's registry the first time.
#
#   PARLOUR_TOOLS  where the frameworks are installed, once (default: .tools in this repository)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
lists=$root/tests/sdk-check/recipes
place=${PARLOUR_TOOLS:-$root/.tools}/recipes-node

if ! { [ -f "$place/.list" ] && cmp -s "$place/.list" "$lists/package-lock.json"; }; then
    rm -rf "$place"
    mkdir -p "$place"
    cp "$lists/package.json" "$lists/package-lock.json" "$lists/.npmrc" "$place/"
    (cd "$place" && npm ci --silent --ignore-scripts --no-audit --no-fund)
    cp "$lists/package-lock.json" "$place/.list"
fi
# Modules are looked up beside the script.
cp "$lists/recipes.mjs" "$place/recipes.mjs"
exec node "$place/recipes.mjs" "$root/bindings/node"
