#!/usr/bin/env bash
# Makes the Python environment of this project's own work, in .tools/python: linters, type checker, packer, the tests'
# packages, and `parlour` and `parlour_compat` straight from the source tree. With the argument `pyright` it installs
# that type checker, in
# .tools/pyright, which wants Node 20 with npm. Does nothing if all is up to date.
#
#   PYTHON         the interpreter to make it with (default: python3; 3.11 or later)
#   PARLOUR_TOOLS  where things are installed (default: .tools in this repository)
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
package=$root/bindings/python
compat=$root/bindings/python-compat
tools=${PARLOUR_TOOLS:-$root/.tools}

if [ "${1:-}" = pyright ]; then
    own=$root/scripts/python/pyright
    node=$tools/pyright
    if ! { [ -f "$node/.list" ] && cmp -s "$own/package-lock.json" "$node/.list"; }; then
        rm -rf "$node"
        mkdir -p "$node"
        cp "$own/package.json" "$own/package-lock.json" "$own/.npmrc" "$node/"
        (cd "$node" && npm ci --silent --ignore-scripts --no-audit --no-fund)
        cp "$own/package-lock.json" "$node/.list"
    fi
    exit 0
fi

venv=$tools/python
base=${PYTHON:-python3}

"$base" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "python: $base is older than 3.11; set PYTHON to a newer one" >&2
    exit 1
}
# An environment belongs to one interpreter and knows where it lies.
list=$("$base" -VV; echo "$venv"; echo "$compat"; cat "$package/requirements-dev.txt" "$package/requirements-test.txt")
if [ -f "$venv/.list" ] && [ "$(cat "$venv/.list")" = "$list" ]; then
    exit 0
fi

echo "python: installing linters and test packages into ${venv#"$root/"} (about 220 MB), once" >&2
rm -rf "$venv"
"$base" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary :all: \
    -r "$package/requirements-dev.txt" -r "$package/requirements-test.txt"
site=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
printf '%s\n' "$package/python" "$compat/python" >"$site/parlour.pth"
printf '%s\n' "$list" >"$venv/.list"
