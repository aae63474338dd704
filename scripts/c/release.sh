#!/usr/bin/env bash
# Makes the library as it would be published, and checks its guarantees: it loads on glibc 2.28, is below 10.5 MB
# stripped, wants nothing but the C library's own parts, brings no unwinder of its own, names no folder of this machine,
# exports what the headers declare, keeps its promises when threads, forks and the program end, and answers.
#
#   scripts/c/release.sh             builds, checks, and packs dist/c/parlour-<version>-<machine>.tar.gz, and its debug
#                                    files into parlour-debug-<version>-<machine>.tar.gz
#   scripts/c/release.sh --check D   only checks the libraries in the folder D
#   scripts/c/release.sh --pack D    only packs the libraries in the folder D, named after `machine` if that is set
#
# The same libraries and commit make the same archives, byte by byte.
#
#   CARGO_TARGET_DIR   as for cargo; the libraries lie in its folder c-portable
#   PARLOUR_TOOLS      where the linker is installed (default: .tools in this repository)
#   SOURCE_DATE_EPOCH  the time of the files in the archives, in seconds (default: that of the commit)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

most_bytes=10600000
oldest_glibc=2.28
libraries='libc.so.6 libm.so.6 libpthread.so.0 libdl.so.2 librt.so.1 libutil.so.1'
libraries+=' ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 libgcc_s.so.1'

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
    if ! readelf -n "$shared" | grep -q 'Build ID: '; then
        echo "release: libparlour.so has no build-id" >&2
        return 1
    fi
    local place
    for place in "$PWD" "${CARGO_HOME:-$HOME/.cargo}" "${CARGO_TARGET_DIR:-$PWD/target}" "$(rustc --print sysroot)"; do
        # A short path may be a part of a path of the compiler.
        case $place in /*/*) ;; *) continue ;; esac
        if grep -qaF -- "$place" "$shared" "$1/libparlour.a"; then
            echo "release: the libraries name a folder of this machine:" >&2
            grep -aohE -- "$place[[:graph:]]{0,100}" "$shared" "$1/libparlour.a" | sort | uniq -c | head -n 5 >&2
            return 1
        fi
    done
    scripts/one-unwinder.sh "$shared"
    scripts/c/exports.sh "$shared"
    # Symbol versions let the loader report that a program needs a newer library.
    if nm --dynamic --defined-only "$shared" | grep ' T parlour_' | grep -v '@@PARLOUR_[0-9]'; then
        echo "release: functions without a symbol version" >&2
        return 1
    fi
    echo "release: libparlour.so: $size bytes, glibc $newest; libparlour.a: $(stat -Lc %s "$1/libparlour.a") bytes"
}

machine=${machine:-$(uname -m)}
version=$(sed -nE '/^\[workspace\.package\]/,/^\[[a-z.]*\]$/s/^version = "(.*)"$/\1/p' Cargo.toml)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y Cargo.lock)}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

archive() { # folder of trees, the tree in it, where to
    # In the order of their bytes whatever the locale, with one time and one owner; gzip would note the time.
    LC_ALL=C tar -C "$1" --format=ustar --sort=name --owner=0 --group=0 --numeric-owner --mode=u+rw,go+r-w,a+X \
        --mtime="@$SOURCE_DATE_EPOCH" -cf - "$2" | gzip -9 -n >"$3/$2.tar.gz"
}
pack() { # folder of the libraries, where to
    local name=parlour-$version-$machine debug=parlour-debug-$version-$machine trees
    trees=$(mktemp -d -p "$scratch")
    PREFIX=/usr/local DESTDIR=$trees/$name scripts/c/install.sh "$1" >/dev/null
    mkdir -p "$trees/$debug/usr/local/lib"
    mv "$trees/$name/usr/local/lib/.debug" "$trees/$debug/usr/local/lib/"
    mkdir -p "$2"
    archive "$trees" "$name" "$2"
    archive "$trees" "$debug" "$2"
    rm -rf "$trees"
}

case ${1:-} in
--check)
    check "$(cd "${2:?the folder of the libraries}" && pwd)"
    exit 0
    ;;
--pack)
    pack "$(cd "${2:?the folder of the libraries}" && pwd)" dist/c
    ls -l dist/c
    exit 0
    ;;
esac

mkdir -p "${CARGO_TARGET_DIR:-target}"
CARGO_TARGET_DIR=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)
export CARGO_TARGET_DIR
scripts/python/third-party.py parlour-c bindings/c/THIRD-PARTY-NOTICES --check

out=$(scripts/build-releases.sh)
lib=$CARGO_TARGET_DIR/c-portable
mkdir -p "$lib"
major=$(sed -nE 's/^#define PARLOUR_ABI_VERSION ([0-9]+).*$/\1/p' include/parlour/base.h)
scripts/c/split-debug.sh "$out/libparlour_c.so" "$lib/libparlour.so.$major.$version"
ln -sf "libparlour.so.$major.$version" "$lib/libparlour.so.$major"
ln -sf "libparlour.so.$major" "$lib/libparlour.so"
scripts/c/localise.sh "$out/libparlour_c.a" "$lib/libparlour.a"
strip --strip-unneeded "$lib/libparlour.a"
scripts/c/static-libs.sh >"$lib/native-static-libs"
check "$lib"
scripts/c/abi.sh "$lib"
PARLOUR_C_LIB=$lib scripts/c/test-core.sh fork leaving threads cancel killed_runs
# `make c-test` runs them as every standard.
PARLOUR_FUZZ_SECONDS=2 STACK_KIB=128 ONE_STANDARD=1 scripts/c/promises.sh "$lib" --shared
scripts/c/package-test.sh "$lib"

pack "$lib" dist/c
# Once more, a second later and elsewhere: who packs, when and where makes no difference.
sleep 1
(umask 077 && TZ=Asia/Tokyo pack "$lib" "$scratch/again")
for archive in dist/c/parlour-{,debug-}"$version-$machine.tar.gz"; do
    if ! cmp "$archive" "$scratch/again/${archive##*/}"; then
        echo "release: ${archive##*/} is not the same when it is packed again" >&2
        exit 1
    fi
done
echo "release: the archives are the same when they are packed again"
ls -l dist/c
