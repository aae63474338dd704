#!/usr/bin/env bash
# Makes the library as it would be published, and proves what is promised of it: it loads on glibc 2.28, is below 8 MB
# stripped, wants nothing but the C library's own parts, brings no unwinder of its own, exports what the headers declare,
# keeps its promises when threads, forks and the program end, and answers.
#
#   scripts/c/release.sh             builds, checks, and packs dist/c/parlour-<version>-<machine>.tar.gz
#   scripts/c/release.sh --check D   only checks the libraries in the folder D
#
#   CARGO_TARGET_DIR  as for cargo; the libraries lie in its folder c-portable
#   PARLOUR_TOOLS     where the linker is installed (default: .tools in this repository)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

most_bytes=8000000
oldest_glibc=2.28
libraries='libc.so.6 libm.so.6 libpthread.so.0 libdl.so.2 librt.so.1 libutil.so.1 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 libgcc_s.so.1'

check() { # folder
    local shared=$1/libparlour.so size newest wanted foreign=
    size=$(stat -Lc %s "$shared")
    if [ "$size" -gt "$most_bytes" ]; then
        echo "release: libparlour.so has $size bytes, more than $most_bytes" >&2
        return 1
    fi
    newest=$(objdump -T "$shared" | sed -nE 's/.*[( ]GLIBC_([0-9.]+)\)? .*/\1/p' | sort -V | tail -n 1)
    if [ "$(printf '%s\n' "$newest" "$oldest_glibc" | sort -V | tail -n 1)" != "$oldest_glibc" ]; then
        echo "release: libparlour.so wants glibc $newest, newer than $oldest_glibc:" >&2
        objdump -T "$shared" | grep -F "GLIBC_$newest" >&2
        return 1
    fi
    for wanted in $(readelf -d "$shared" | sed -nE 's/.*NEEDED.*\[(.*)\]$/\1/p'); do
        case " $libraries " in *" $wanted "*) ;; *) foreign="$foreign $wanted" ;; esac
    done
    if [ -n "$foreign" ]; then
        echo "release: libparlour.so wants$foreign" >&2
        return 1
    fi
    if readelf -S "$shared" | grep -q '\.debug_info'; then
        echo "release: libparlour.so is not stripped" >&2
        return 1
    fi
    scripts/one-unwinder.sh "$shared"
    scripts/c/exports.sh "$shared"
    echo "release: libparlour.so: $size bytes, glibc $newest; libparlour.a: $(stat -Lc %s "$1/libparlour.a") bytes"
}

if [ "${1:-}" = --check ]; then
    check "$(cd "${2:?the folder of the libraries}" && pwd)"
    exit 0
fi

machine=$(uname -m)
version=$(sed -nE '/^\[workspace\.package\]/,/^\[[a-z.]*\]$/s/^version = "(.*)"$/\1/p' Cargo.toml)
mkdir -p "${CARGO_TARGET_DIR:-target}" dist/c
CARGO_TARGET_DIR=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)
export CARGO_TARGET_DIR
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
scripts/python/third-party.py parlour-c bindings/c/THIRD-PARTY-NOTICES --check

out=$(scripts/build-releases.sh)
lib=$CARGO_TARGET_DIR/c-portable
mkdir -p "$lib"
major=$(sed -nE 's/^#define PARLOUR_ABI_VERSION ([0-9]+).*$/\1/p' include/parlour.h)
strip --strip-unneeded -o "$lib/libparlour.so.$major.$version" "$out/libparlour_c.so"
ln -sf "libparlour.so.$major.$version" "$lib/libparlour.so.$major"
ln -sf "libparlour.so.$major" "$lib/libparlour.so"
scripts/c/localise.sh "$out/libparlour_c.a" "$lib/libparlour.a"
strip --strip-unneeded "$lib/libparlour.a"
scripts/c/static-libs.sh >"$lib/native-static-libs"
check "$lib"
scripts/c/abi.sh "$lib"
PARLOUR_C_LIB=$lib scripts/c/test-core.sh fork leaving threads cancel
PARLOUR_FUZZ_SECONDS=2 scripts/c/promises.sh "$lib" --shared
scripts/c/package-test.sh "$lib"

name=parlour-$version-$machine
PREFIX=/usr/local DESTDIR=$scratch/$name scripts/c/install.sh "$lib"
tar -C "$scratch" --sort=name --owner=0 --group=0 --numeric-owner -czf "dist/c/$name.tar.gz" "$name"
ls -l "dist/c/$name.tar.gz"
