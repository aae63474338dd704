#!/usr/bin/env bash
# Prints the version of the workspace. Fails where a package, or what one package asks of another, has a different one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

version=$(sed -nE '/^\[workspace\.package\]/,/^\[[a-z.]*\]$/s/^version = "(.*)"$/\1/p' Cargo.toml)
different=0
same() { # file, sed's expression that prints the version, how often it is there
    local found expected
    found=$(sed -nE "$2" "$1")
    expected=$(for ((i = 0; i < $3; i++)); do echo "$version"; done)
    if [ "$found" != "$expected" ]; then
        different=1
        echo "versions: $1 has ${found//$'\n'/, }, Cargo.toml $version" >&2
    fi
}
same Cargo.toml 's/^parlour = \{ path = "core", version = "(.*)" \}$/\1/p' 1
same bindings/node/package.json 's/^  "version": "(.*)",$/\1/p' 1
# Its own is at the beginning, twice; then come those of other packages.
same bindings/node/package-lock.json '1,12s/^ *"version": "(.*)",$/\1/p' 2
same bindings/node-compat/package.json 's/^  "version": "(.*)",$/\1/p; s/^    "parlour": "(.*)"$/\1/p' 2
same bindings/python-compat/pyproject.toml 's/^version = "(.*)"$/\1/p; s/^dependencies = \["parlour==(.*)"\]$/\1/p' 2
same bindings/python/pyproject.toml 's/^compat = \["parlour-compat==(.*)"\]$/\1/p' 1
if ! grep -qE "^## .*\b${version//./\\.}$" CHANGELOG.md; then
    different=1
    echo "versions: CHANGELOG.md has no heading of $version" >&2
fi
[ "$different" -eq 0 ]
echo "$version"
