#!/usr/bin/env bash
# Proves the installation: from the installed tree alone, somebody else's project builds with pkg-config and with CMake,
# against the shared and the static library, in C and in C++, and the programs talk to a service.
# Argument: the folder with libparlour.so and libparlour.a.
#
#   PARLOUR_TOOLS  where cmake and ninja are (default: .tools in this repository; scripts/c/env.sh installs them)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

built=$(cd "${1:?the folder with libparlour.so and libparlour.a}" && pwd)
scripts/c/env.sh
tools=$(cd "${PARLOUR_TOOLS:-.tools}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
log=$scratch/log
passed=0
failed=0

look() { # what, command...
    local what=$1
    shift
    if "$@" >"$log" 2>&1; then
        passed=$((passed + 1))
        echo "package: $what: ok"
    else
        failed=$((failed + 1))
        echo "package: $what: FAILED"
        cat "$log"
    fi
}
# Nothing of the caller's: no key, no other library.
bare() { env -i PATH="$PATH" HOME="$scratch" "$@"; }

prefix=$scratch/prefix
outside=$scratch/outside
PREFIX=$prefix scripts/c/install.sh "$built"
cp -r bindings/c/tests/package "$outside"
cd "$outside"

# --- What was laid down
staged() { # a packer's way: built for one place, put into another for now
    (cd "$OLDPWD" && DESTDIR=$scratch/stage PREFIX=/opt/parlour LIBDIR=/opt/parlour/lib/some-machine scripts/c/install.sh "$built") &&
        grep -q '^prefix=/opt/parlour$' "$scratch/stage/opt/parlour/lib/some-machine/pkgconfig/parlour.pc" &&
        ! grep -rlI -- "$scratch" "$scratch/stage"
}
look "DESTDIR is in no file" staged
links() {
    local soname
    soname=$(readelf -d "$prefix/lib/libparlour.so" | sed -nE 's/.*SONAME.*\[(.*)\]$/\1/p')
    [[ $soname =~ ^libparlour\.so\.[0-9]+$ ]] && [ -L "$prefix/lib/$soname" ] && [ -L "$prefix/lib/libparlour.so" ] &&
        [ "$(readlink "$prefix/lib/libparlour.so")" = "$soname" ] && [ -f "$(readlink -f "$prefix/lib/$soname")" ]
}
look "the links of the shared library" links
for header in parlour.h parlour_emulator.h parlour.hpp parlour_emulator.hpp; do
    language=c
    case $header in *.hpp) language=c++ ;; esac
    look "<$header> is complete" bare sh -c "echo '#include <$header>' | gcc -x $language -fsyntax-only -I'$prefix/include' -"
done

# --- pkg-config
if command -v pkg-config >/dev/null; then
    pc() { bare PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config "$@" parlour; }
    look "the version in parlour.pc" pc --exact-version="$(sed -nE 's/^Version: //p' "$prefix/lib/pkgconfig/parlour.pc")"
    for language in c cpp; do
        compiler=gcc
        [ $language = c ] || compiler=g++
        # shellcheck disable=SC2046 # flags are many words
        look "$language, pkg-config, shared" bare "$compiler" "ask.$language" -o "$language-shared" \
            $(pc --cflags --libs) -Wl,-rpath,"$prefix/lib"
        look "$language, pkg-config, shared, runs" bare timeout 60 "./$language-shared"
        # shellcheck disable=SC2046
        look "$language, pkg-config, static" bare "$compiler" "ask.$language" -o "$language-static" \
            $(pc --variable=static)
        look "$language, pkg-config, static, runs" bare timeout 60 "./$language-static"
    done
    look "the shared program names the library" sh -c "readelf -d c-shared | grep -q 'NEEDED.*libparlour'"
    look "the static program does not" sh -c "! readelf -d c-static | grep -q 'NEEDED.*libparlour'"

    # Where only the static library was installed, the usual flags are right.
    alone=$scratch/alone
    cp -r "$prefix" "$alone"
    rm "$alone"/lib/libparlour.so*
    sed -i "s|$prefix|$alone|g" "$alone/lib/pkgconfig/parlour.pc"
    # shellcheck disable=SC2046
    look "c, pkg-config --static" bare gcc ask.c -o c-alone \
        $(bare PKG_CONFIG_PATH="$alone/lib/pkgconfig" pkg-config --cflags --static --libs parlour)
    look "c, pkg-config --static, runs" bare timeout 60 ./c-alone
else
    echo "package: pkg-config left out: it is not installed"
fi

# --- CMake, from the place and from one that the tree was moved to
cmake=$tools/c/bin/cmake
for place in "$prefix" "$scratch/moved"; do
    [ -d "$place" ] || mv "$prefix" "$place"
    name=${place##*/}
    look "CMake configures ($name)" bare "$cmake" -G Ninja -DCMAKE_MAKE_PROGRAM="$tools/c/bin/ninja" -S . -B "$name-build" \
        -DCMAKE_PREFIX_PATH="$place" -DCMAKE_BUILD_TYPE=Debug
    look "CMake builds ($name)" bare "$cmake" --build "$name-build"
    look "the programs of CMake run ($name)" bare "${cmake%cmake}ctest" --test-dir "$name-build" --output-on-failure \
        --timeout 60 --no-tests=error
done

too_new() {
    ! bare "$cmake" -G Ninja -DCMAKE_MAKE_PROGRAM="$tools/c/bin/ninja" -S . -B too-new -DCMAKE_PREFIX_PATH="$scratch/moved" \
        -DWANTED="$1" >too-new.log 2>&1 && grep -q 'compatible with requested version' too-new.log
}
look "CMake refuses a library that is too old" too_new 0.99
look "CMake refuses another major version" too_new 7.0

# --- What a static link needs is what rustc says that it needs
cd "$OLDPWD"
said=$(xargs <"$built/native-static-libs")
pinned=$(sed -nE 's/^native=//p' "$scratch/moved/lib/pkgconfig/parlour.pc")
look "the libraries of a static link: '$pinned' as rustc says" [ "$said" = "$pinned" ]

echo "package of C: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
