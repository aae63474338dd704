#!/usr/bin/env bash
# Builds the libraries of C and Node as they are shipped, both in one go: alone each would have dependencies with other
# features, and compile them once more. Prints the folder they lie in.
#
#   CARGO_TARGET_DIR  as for cargo
#   POOL              set by the pool of `make test`: they are built already
#   PARLOUR_TOOLS     where the linker is installed (default: .tools in this repository)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mkdir -p "${CARGO_TARGET_DIR:-target}"
CARGO_TARGET_DIR=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)
export CARGO_TARGET_DIR

# zig links for an older C library than this machine's. On other systems the machine's own linker has to do.
flags=()
out=$CARGO_TARGET_DIR/release
if [ "$(uname -s)" = Linux ]; then
    scripts/c/env.sh >&2
    # shellcheck source=scripts/zig-env.sh
    . scripts/zig-env.sh
    flags=(--target "$zig_target")
    out=$CARGO_TARGET_DIR/$zig_target/release
fi
if [ -z "${POOL:-}" ]; then
    cargo build --quiet --release --package parlour-c --package parlour-node "${flags[@]}" ${CI:+--locked} >&2
fi
echo "$out"
