#!/usr/bin/env bash
# Checks on Linux that the Node addon can be had for Windows: clippy, and a library that links. The target is the one that
# needs nothing of Microsoft's; what is shipped is built on Windows itself. That it runs is not checked.
# Does nothing where Rust's own library for the target can neither be found nor had (no rustup).
#
#   CARGO_TARGET_DIR  as for cargo
#   PARLOUR_TOOLS     where compiler and linker are installed (default: .tools in this repository)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

zig_target=x86_64-pc-windows-gnu
zig_name=x86_64-windows-gnu
if ! [ -d "$(rustc --print target-libdir --target "$zig_target")" ]; then
    if ! { command -v rustup >/dev/null && rustup --quiet target add "$zig_target"; }; then
        echo "windows: not checked: there is no standard library of Rust for $zig_target, and no rustup to get it" >&2
        exit 0
    fi
fi

mkdir -p "${CARGO_TARGET_DIR:-target}"
CARGO_TARGET_DIR=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)
export CARGO_TARGET_DIR
scripts/python/env.sh
# shellcheck source=scripts/zig-env.sh
. scripts/zig-env.sh
# What rustc has made of each system library's names, and looks for by this name.
programs=$CARGO_TARGET_DIR/zig/programs
mkdir -p "$programs"
ln -sf "$CARGO_TARGET_DIR/zig/$zig_target/dlltool" "$programs/x86_64-w64-mingw32-dlltool"
export PATH=$programs:$PATH
# napi-build has this target linked with a node that is a library. Nothing is taken from it: the functions are looked up in
# the running program.
export LIBNODE_PATH=$CARGO_TARGET_DIR/zig/libnode
mkdir -p "$LIBNODE_PATH"
: >"$LIBNODE_PATH/libnode.dll"
printf '!<arch>\n' >"$LIBNODE_PATH/libnode.a"

cargo clippy --quiet --target "$zig_target" -p parlour-bridge -p parlour-node --lib ${CI:+--locked} -- -D warnings
cargo build --quiet --target "$zig_target" -p parlour-node ${CI:+--locked}
ls -l "$CARGO_TARGET_DIR/$zig_target/debug/parlour_node.dll"
