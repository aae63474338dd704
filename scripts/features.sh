#!/usr/bin/env bash
# Checks the core without features, and with each of them alone: what a feature needs of another is declared, and no
# combination has warnings. Metadata alone is made, which takes a fraction of a build.
#
#   CARGO_TARGET_DIR  as for cargo; this has a folder of its own there, because features change the dependencies
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mkdir -p "${CARGO_TARGET_DIR:-target}"
target=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)/features
list=$(sed -nE '/^\[features\]/,/^\[[a-z]+\]$/s/^([a-z-]+) = .*/\1/p' core/Cargo.toml)
mapfile -t features < <(grep -vx default <<<"$list")
[ "${#features[@]}" -gt 0 ] || { echo "features: core/Cargo.toml declares none: has its shape changed?" >&2; exit 1; }
for feature in '' "${features[@]}"; do
    echo "features: ${feature:-none}"
    cargo clippy --quiet --package parlour --no-default-features ${feature:+--features "$feature"} ${CI:+--locked} \
        --target-dir "$target" -- -D warnings
done
echo "features of the core: $((${#features[@]} + 1)) passed, 0 failed"
