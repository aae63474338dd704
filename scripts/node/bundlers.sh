#!/usr/bin/env bash
# Bundles a program of the packed Node packages with the bundlers that bundlers/package.json pins, and runs the bundles.
# Arguments: the main tarball, that of this platform, and that of `parlour-compat`.
#
#   PARLOUR_TOOLS  where the bundlers are installed, once (default: .tools in this repository)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

main=$(realpath "${1:?the main tarball}")
platform=$(realpath "${2:?the tarball of this platform}")
compat=$(realpath "${3:?the tarball of parlour-compat}")
own=$PWD/scripts/node/bundlers
mkdir -p "${PARLOUR_TOOLS:-.tools}"
tools=$(cd "${PARLOUR_TOOLS:-.tools}" && pwd)/node-bundlers
scratch=$(cd "$(mktemp -d)" && pwd -P)
trap 'rm -rf "$scratch"' EXIT

if ! { [ -f "$tools/.list" ] && cmp -s "$own/package-lock.json" "$tools/.list"; }; then
    echo "node: installing bundlers into ${tools#"$PWD/"} (about 110 MB), once" >&2
    rm -rf "$tools"
    mkdir -p "$tools"
    cp "$own/package.json" "$own/package-lock.json" "$own/.npmrc" "$tools/"
    (cd "$tools" && npm ci --silent --ignore-scripts --no-audit --no-fund)
    cp "$own/package-lock.json" "$tools/.list"
fi
# Modules are looked up beside the program.
cp "$own/run.mjs" "$tools/"

cp "$own/app.mjs" "$scratch/"
echo '{"name": "somebody-elses", "private": true}' >"$scratch/package.json"
(cd "$scratch" && npm install --offline --silent --no-audit --no-fund --omit=dev "$main" "$platform" "$compat")
env -i PATH="$PATH" HOME="$scratch" node "$tools/run.mjs" "$scratch"
