#!/usr/bin/env bash
# Makes the environment that builds the site, in .tools/docs, and fetches what its pages run in a browser, into
# .tools/docs-browser, which wants Node 20 with npm. Does nothing if both are up to date.
#
#   PYTHON         the interpreter to make it with (default: python3; 3.11 or later)
#   PARLOUR_TOOLS  where things are installed (default: .tools in this repository)
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
venv=${PARLOUR_TOOLS:-$root/.tools}/docs
browser=$venv-browser
own=$root/scripts/docs/browser
if ! { [ -f "$browser/.list" ] && cmp -s "$own/package-lock.json" "$browser/.list"; }; then
    rm -rf "$browser"
    mkdir -p "$browser"
    cp "$own/package.json" "$own/package-lock.json" "$own/.npmrc" "$browser/"
    (cd "$browser" && npm ci --silent --ignore-scripts --no-audit --no-fund)
    cp "$own/package-lock.json" "$browser/.list"
fi

base=${PYTHON:-python3}
# An environment belongs to one interpreter and knows where it lies.
list=$("$base" -VV; echo "$venv"; cat "$root/scripts/docs/requirements.txt")
if [ -f "$venv/.list" ] && [ "$(cat "$venv/.list")" = "$list" ]; then
    exit 0
fi

echo "docs: installing what builds the site into ${venv#"$root/"} (about 60 MB), once" >&2
rm -rf "$venv"
"$base" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary :all: --no-deps \
    -r "$root/scripts/docs/requirements.txt"
printf '%s\n' "$list" >"$venv/.list"
