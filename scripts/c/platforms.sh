#!/usr/bin/env bash
# The C library for the other platforms, from x86-64 Linux with the GNU C library: musl, and 64-bit ARM with either.
# usage: scripts/c/platforms.sh           links it for each of them, and programs with it, and runs what runs here;
#                                         without the optimiser's long last step
#        scripts/c/platforms.sh release   packs what is shipped into dist/c
# Programs for ARM are linked and not run. A platform for which Rust's own library can neither be found nor had (no
# rustup) is left out, and that is said. One of them is built without the emulator, so that this stays possible.
#
#   CARGO_TARGET_DIR  as for cargo
#   PARLOUR_TOOLS     where compiler and linker are installed (default: .tools in this repository)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

case ${1:-check} in
check) export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 ;;
release) ;;
*)
    echo "platforms.sh: release or nothing, not $1" >&2
    exit 2
    ;;
esac
mode=${1:-check}
mkdir -p "${CARGO_TARGET_DIR:-target}"
CARGO_TARGET_DIR=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)
export CARGO_TARGET_DIR
scripts/c/env.sh
tools=$(cd "${PARLOUR_TOOLS:-.tools}" && pwd)
zig="$tools/c/bin/python -m ziglang"
host=$(rustc --print sysroot)
# Of LLVM, for binutils knows its own machine alone; they come with Rust.
programs=$host/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin
OBJCOPY="env LD_LIBRARY_PATH=$host/lib $programs/rust-objcopy"
LD="$programs/rust-lld -flavor gnu"
AR="$zig ar"

is_there() { # rustc's name of a platform
    [ -d "$(rustc --print target-libdir --target "$1")" ] ||
        { command -v rustup >/dev/null && rustup --quiet target add "$1"; } || {
            echo "platforms: $1 is left out: there is no standard library of Rust for it, and no rustup to get it" >&2
            return 1
        }
}

library() ( # rustc's name of the platform, zig's, what its archive is called after, further words for cargo
    zig_target=$1 zig_name=$2 machine=$3
    is_there "$1" || return 0
    # shellcheck source=scripts/zig-env.sh
    . scripts/zig-env.sh
    # A folder of its own: without the last step the same crates are other ones.
    built=$CARGO_TARGET_DIR
    [ "$mode" = release ] || built=$CARGO_TARGET_DIR/platforms-c
    cargo build --quiet --release -p parlour-c --target "$1" --target-dir "$built" "${@:4}" ${CI:+--locked}
    built=$built/$1/release
    lib=$CARGO_TARGET_DIR/c-platforms/$1
    version=$(sed -nE '/^\[workspace\.package\]/,/^\[[a-z.]*\]$/s/^version = "(.*)"$/\1/p' Cargo.toml)
    major=$(sed -nE 's/^#define PARLOUR_ABI_VERSION ([0-9]+).*$/\1/p' include/parlour/base.h)
    export OBJCOPY LD AR
    mkdir -p "$lib"
    scripts/c/split-debug.sh "$built/libparlour_c.so" "$lib/libparlour.so.$major.$version"
    ln -sf "libparlour.so.$major.$version" "$lib/libparlour.so.$major"
    ln -sf "libparlour.so.$major" "$lib/libparlour.so"
    scripts/c/localise.sh "$built/libparlour_c.a" "$lib/libparlour.a"
    # shellcheck disable=SC2086 # a program with its first words
    $OBJCOPY --strip-unneeded "$lib/libparlour.a"

    # Link as a user would: with the shared library, and with the static one, fully static where the platform allows it.
    source=bindings/c/tests/package/ask.c
    case " ${*:4} " in *' --no-default-features '*) source=bindings/c/tests/package/version.c ;; esac
    cc() { $zig cc -target "$2" -Iinclude "$source" -o "$lib/$1" "${@:3}"; }
    cc shared "$2" -L"$lib" -lparlour
    case $2 in
    *-musl) cc whole "$2" -static "$lib/libparlour.a" -lunwind ;;
    *) cc whole "$2" "$lib/libparlour.a" -lunwind -lutil -lrt -lpthread -lm -ldl ;;
    esac
    ran="not run"
    case $2 in
    "$(uname -m)"-*musl) env -i "$lib/whole" && ran="it runs" ;;
    esac
    echo "platforms: $1: linked, shared and static; $ran"
    if [ "$mode" = release ]; then
        machine=$machine scripts/c/release.sh --pack "$lib"
    fi
)

library x86_64-unknown-linux-musl x86_64-linux-musl x86_64-musl
library aarch64-unknown-linux-gnu aarch64-linux-gnu.2.28 aarch64
if [ "$mode" = release ]; then
    library aarch64-unknown-linux-musl aarch64-linux-musl aarch64-musl
else
    library aarch64-unknown-linux-musl aarch64-linux-musl aarch64-musl --no-default-features
fi
