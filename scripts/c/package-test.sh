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

# --- The installed files
staged() { # a packer's way: built for one place, put into another for now
    (cd "$OLDPWD" && DESTDIR=$scratch/stage PREFIX=/opt/parlour LIBDIR=/opt/parlour/lib/some-machine \
        scripts/c/install.sh "$built") &&
        ! grep -rlI -e "$scratch" -e /opt/parlour "$scratch/stage"
}
look "no file names the place of the installation" staged
documents() (
    cd "$prefix/share/doc/parlour"
    for name in README.md CHANGELOG.md LICENSE THIRD-PARTY-NOTICES c.md cpp.md settings.md errors.md types.md \
        endpoints.md emulator.md \
        sbom.cdx.json examples/c/chat.c examples/c/service.h examples/cpp/relay.cpp; do
        [ -s "$name" ] || { echo "$name is missing"; return 1; }
    done
    python3 - <<'END'
import json

made = json.load(open("sbom.cdx.json", encoding="utf-8"))
listed = {one["bom-ref"] for one in (made["metadata"]["component"], *made["components"])}
assert made["specVersion"] == "1.6" and len(listed) == len(made["components"]) + 1
assert all({one["ref"], *one["dependsOn"]} <= listed for one in made["dependencies"])
notices = open("THIRD-PARTY-NOTICES", encoding="utf-8").read()
for one in made["components"]:
    foreign = one["purl"].startswith("pkg:cargo/") and "hashes" in one if "purl" in one else False
    assert not foreign or f"\n{one['name']} {one['version']} " in notices, one["name"]
END
)
look "documents, examples, licences and the SBOM are there, and agree" documents
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
    look "<$header> is complete" bare sh -c \
        "echo '#include <$header>' | gcc -x $language -fsyntax-only -I'$prefix/include' -"
done

# --- pkg-config
if command -v pkg-config >/dev/null; then
    pc() { bare PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config "$@" parlour; }
    look "the version in parlour.pc" \
        pc --exact-version="$(sed -nE 's/^Version: //p' "$prefix/lib/pkgconfig/parlour.pc")"
    for language in c cpp; do
        compiler=gcc
        [ $language = c ] || compiler=g++
        # shellcheck disable=SC2046 # flags are many words
        look "$language, pkg-config, shared" bare "$compiler" "ask.$language" -o "$language-shared" \
            $(pc --cflags --libs) -Wl,-rpath,"$prefix/lib"
        look "$language, pkg-config, shared, runs" bare timeout 60 "./$language-shared"
        # shellcheck disable=SC2046
        look "$language, pkg-config, static" bare "$compiler" "ask.$language" -o "$language-static" \
            $(bare PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config --cflags --libs parlour-static)
        look "$language, pkg-config, static, runs" bare timeout 60 "./$language-static"
        # The linker warns of what glibc loads at run time.
        # shellcheck disable=SC2046
        look "$language, -static, pkg-config --static" bare "$compiler" -static "ask.$language" -o "$language-whole" \
            $(pc --static --cflags --libs)
        look "$language, -static, pkg-config --static, runs" bare timeout 60 "./$language-whole"
        look "$language, -static, needs no library" \
            sh -c "readelf -lW '$language-whole' | grep LOAD && ! readelf -d '$language-whole' | grep NEEDED"
    done
    look "the shared program names the library" sh -c "readelf -d c-shared | grep -q 'NEEDED.*libparlour'"
    look "the static program does not" sh -c "! readelf -d c-static | grep -q 'NEEDED.*libparlour'"

    # Where only the static library was installed, the usual flags are right.
    alone=$scratch/alone
    cp -r "$prefix" "$alone"
    rm "$alone"/lib/libparlour.so*
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
    look "CMake configures ($name)" bare "$cmake" -G Ninja -DCMAKE_MAKE_PROGRAM="$tools/c/bin/ninja" -S . \
        -B "$name-build" \
        -DCMAKE_PREFIX_PATH="$place" -DCMAKE_BUILD_TYPE=Debug
    look "CMake builds ($name)" bare "$cmake" --build "$name-build"
    look "the programs of CMake run ($name)" bare "${cmake%cmake}ctest" --test-dir "$name-build" --output-on-failure \
        --timeout 60 --no-tests=error
done

configures() { # folder, then words for CMake
    bare "$cmake" -G Ninja -DCMAKE_MAKE_PROGRAM="$tools/c/bin/ninja" -S . -B "$@"
}
too_new() {
    ! configures too-new -DCMAKE_PREFIX_PATH="$scratch/moved" -DWANTED="$1" \
        >too-new.log 2>&1 && grep -q 'compatible with requested version' too-new.log
}
look "CMake refuses a library that is too old" too_new 0.99
look "CMake refuses another major version" too_new 7.0

# With one of the two libraries, parlour::parlour is that one, and the other is refused where it is asked for.
for kind in shared static; do
    half=$scratch/only-$kind
    cp -r "$scratch/moved" "$half"
    if [ $kind = shared ]; then rm "$half/lib/libparlour.a"; else rm "$half"/lib/libparlour.so*; fi
    look "CMake with the $kind library alone" configures "$kind-build" -DCMAKE_PREFIX_PATH="$half" \
        -DKINDS="parlour;$kind"
    look "CMake builds with the $kind library alone" bare "$cmake" --build "$kind-build" --target ask_c_parlour
    look "the program of the $kind library alone runs" bare timeout 60 "./$kind-build/ask_c_parlour"
    refuses() {
        ! configures "not-$kind" -DCMAKE_PREFIX_PATH="$half" -DKINDS="shared;static" >refused.log 2>&1 &&
            grep -q 'is missing: .shared. and .static. exist' refused.log
    }
    look "CMake refuses the other one" refuses
done

# --- The libraries of a static link are those that rustc lists, except the unwinder, which compilers link themselves
cd "$OLDPWD"
said=$(sed 's/-lgcc_s //' "$built/native-static-libs" | xargs)
pinned=$(sed -nE 's/^Libs.private: //p' "$scratch/moved/lib/pkgconfig/parlour.pc")
look "the libraries of a static link: '$pinned' as rustc says" [ "$said" = "$pinned" ]

echo "package of C: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
