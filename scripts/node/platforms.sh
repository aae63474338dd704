#!/usr/bin/env bash
# The Node addon for the other platforms, from x64 Linux with the GNU C library.
# usage: scripts/node/platforms.sh           checks that it can be had for them: clippy, and a library that links
#        scripts/node/platforms.sh release   puts the binaries as they are shipped into dist/node/npm, which
#                                            scripts/node/package.sh has laid out
# That they run is not checked. Linking for macOS requires Apple's own libraries: clippy checks its code, its binaries
# are made on macOS (scripts/node/package.sh). Windows is checked with the target that needs nothing of Microsoft's; the
# shipped binary is made on Windows. A platform for which Rust's own library can neither be found nor had (no rustup) is
# left out with a message.
#
#   CARGO_TARGET_DIR  as for cargo
#   PARLOUR_TOOLS     where compiler and linker are installed (default: .tools in this repository)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

mkdir -p "${CARGO_TARGET_DIR:-target}"
CARGO_TARGET_DIR=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)
export CARGO_TARGET_DIR
scripts/c/env.sh

is_there() { # rustc's name of a platform
    [ -d "$(rustc --print target-libdir --target "$1")" ] ||
        { command -v rustup >/dev/null && rustup --quiet target add "$1"; } || {
            echo "platforms: $1 is left out: there is no standard library of Rust for it, and no rustup to get it" >&2
            return 1
        }
}

# The target without Microsoft's libraries has two more requirements: rustc a program of this name that makes an import
# library from the names of each system library, and napi-build a node library. Nothing is linked from the latter: the
# functions are looked up in the running program.
for_windows() { # rustc's name of it
    local programs=$CARGO_TARGET_DIR/zig/programs
    export LIBNODE_PATH=$CARGO_TARGET_DIR/zig/libnode
    mkdir -p "$programs" "$LIBNODE_PATH"
    ln -sf "$CARGO_TARGET_DIR/zig/$1/dlltool" "$programs/x86_64-w64-mingw32-dlltool"
    export PATH=$programs:$PATH
    : >"$LIBNODE_PATH/libnode.dll"
    printf '!<arch>\n' >"$LIBNODE_PATH/libnode.a"
}

node_addon() { # what to do, rustc's name of the platform, zig's, the package's
    local zig_target=$2 zig_name=$3
    is_there "$2" || return 0
    # shellcheck source=scripts/zig-env.sh
    . scripts/zig-env.sh
    case $2 in *-windows-*) for_windows "$2" ;; esac
    local cargo=(--quiet --target "$2" ${CI:+--locked})
    if [ "$1" = ship ]; then
        CARGO_PROFILE_RELEASE_STRIP=symbols cargo build "${cargo[@]}" --release -p parlour-node
        cp "$CARGO_TARGET_DIR/$2/release/libparlour_node.so" "dist/node/npm/$4/parlour.$4.node"
    else
        cargo clippy "${cargo[@]}" -p parlour-bridge -p parlour-node --lib -- -D warnings
        [ "$1" = check ] || cargo build "${cargo[@]}" -p parlour-node
    fi
    echo "platforms: $2: $1 went well"
}

case ${1:-check} in
check) windows=link macos=check linux=link ;;
release) windows= macos= linux=ship ;;
*)
    echo "platforms.sh: release or nothing, not $1" >&2
    exit 2
    ;;
esac
for machine in x86_64:x64 aarch64:arm64; do
    [ -z "$linux" ] || node_addon $linux ${machine%:*}-unknown-linux-musl ${machine%:*}-linux-musl \
        linux-${machine#*:}-musl
done
[ -z "$linux" ] || node_addon $linux aarch64-unknown-linux-gnu aarch64-linux-gnu.2.28 linux-arm64-gnu
[ -z "$macos" ] || node_addon $macos aarch64-apple-darwin aarch64-macos darwin-arm64
[ -z "$windows" ] || node_addon $windows x86_64-pc-windows-gnu x86_64-windows-gnu win32-x64-msvc
