#!/usr/bin/env bash
# Packs the core as it would be published, and compiles what is in the package, away from the workspace: a file that was
# left out, or a setting that only the workspace has, fails here. Checked, not built: machine code proves nothing more.
#
#   CARGO_TARGET_DIR  as for cargo
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mkdir -p "${CARGO_TARGET_DIR:-target}"
target=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cargo package --package parlour --allow-dirty --no-verify ${CI:+--locked} --target-dir "$target"
version=$(sed -nE '/^\[workspace\.package\]/,/^\[[a-z.]*\]$/s/^version = "(.*)"$/\1/p' Cargo.toml)
tar -xzf "$target/package/parlour-$version.crate" -C "$scratch"
# In the folder of scripts/features.sh, which has the metadata of the same dependencies.
cargo check --manifest-path "$scratch/parlour-$version/Cargo.toml" --locked --target-dir "$target/features"
echo "package of the core: 1 passed, 0 failed"
