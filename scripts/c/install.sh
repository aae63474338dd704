#!/usr/bin/env bash
# Lays down the library for C and C++ as a system wants it: headers, libparlour.so with its links, libparlour.a, what
# pkg-config and CMake read, and below share/doc/parlour the README, the references, the examples, the changelog, the
# licences and the list of what is inside (SBOM). The installed folders may be moved.
# Argument: the folder with the built libparlour.so and libparlour.a (scripts/c/build.sh and release.sh make one). Its
# folder .debug, if there is one, is laid down beside the library, where debuggers look.
#
#   PREFIX             where the library is installed (default: /usr/local)
#   LIBDIR             its folder of libraries (default: PREFIX/lib)
#   DESTDIR            put before all of these, for packers; nothing that is written contains it
#   SOURCE_DATE_EPOCH  the time that the SBOM names, in seconds (default: that of the commit)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

built=${1:?the folder with libparlour.so and libparlour.a}
prefix=${PREFIX:-/usr/local}
libdir=${LIBDIR:-$prefix/lib}
destdir=${DESTDIR:-}
includedir=$prefix/include
case "$prefix:$libdir" in
/*:/*) ;;
*)
    echo "install: PREFIX and LIBDIR must be whole paths, they are $prefix and $libdir" >&2
    exit 2
    ;;
esac

version=$(sed -nE '/^\[workspace\.package\]/,/^\[[a-z.]*\]$/s/^version = "(.*)"$/\1/p' Cargo.toml)
abi=$(sed -nE 's/^#define PARLOUR_ABI_VERSION ([0-9]+).*$/\1/p' include/parlour/base.h)
homepage=$(sed -nE 's/^repository = "(.*)"$/\1/p' Cargo.toml | head -n 1)
: "${version:?Cargo.toml names no version}" "${abi:?parlour/base.h names no ABI version}"
# Libraries that a static link needs; scripts/c/package-test.sh compares them with rustc's list. The unwinder is not
# named: compilers link theirs anyway, libgcc_eh with -static and libgcc_s without.
native="-lutil -lrt -lpthread -lm -ldl -lc"
# As scripts/c/build.sh names it: the number of the ABI, then the version.
shared=libparlour.so.$abi.$version

real_soname=$(readelf -d "$built/libparlour.so" | sed -nE 's/.*SONAME.*\[(.*)\]$/\1/p')
if [ "$real_soname" != "libparlour.so.$abi" ]; then
    echo "install: the SONAME of libparlour.so is '$real_soname', and base.h says that it is libparlour.so.$abi" >&2
    exit 1
fi

from() { # folder, where it leads
    realpath -m --relative-to="$1" "$2"
}
fill() { # template, place
    sed -e "s|@to_prefix@|$(from "$libdir/pkgconfig" "$prefix")|g; s|@homepage@|$homepage|g" \
        -e "s|@pc_to_include@|$(from "$libdir/pkgconfig" "$includedir")|g" \
        -e "s|@to_include@|$(from "$libdir" "$includedir")|g" \
        -e "s|@version@|$version|g; s|@major@|${version%%.*}|g; s|@abi@|$abi|g; s|@shared@|$shared|g" \
        -e "s|@native@|$native|g; s|@native_list@|$(printf '%s' "$native" | sed 's/-l//g; s/ /;/g')|g" \
        -e "s|@pointer@|$(($(getconf LONG_BIT) / 8))|g" "$1" >"$2"
    chmod 644 "$2"
    if grep -n '@[a-z_]*@' "$2"; then
        echo "install: $2 has names without a value" >&2
        exit 1
    fi
}

lib=$destdir$libdir
include=$destdir$includedir
doc=$destdir$prefix/share/doc/parlour
tools=$destdir$prefix/share/parlour
install -d "$include/parlour" "$lib/pkgconfig" "$lib/cmake/parlour" "$doc/examples/c" "$doc/examples/cpp" "$tools"
install -m 644 include/parlour.h include/parlour.hpp include/parlour_asio.hpp "$include/"
# Only where the library has what they declare.
if readelf --dyn-syms -W "$built/libparlour.so" | grep -w parlour_emulator_start >/dev/null; then
    install -m 644 include/parlour_emulator.h include/parlour_emulator.hpp "$include/"
fi
install -m 644 include/parlour/*.h include/parlour/*.hpp "$include/parlour/"
install -m 755 "$built/libparlour.so" "$lib/$shared"
ln -sf "$shared" "$lib/libparlour.so.$abi"
ln -sf "libparlour.so.$abi" "$lib/libparlour.so"
install -m 644 "$built/libparlour.a" "$lib/"
if [ -f "$built/.debug/$shared.debug" ]; then
    install -d "$lib/.debug"
    install -m 644 "$built/.debug/$shared.debug" "$lib/.debug/"
fi
fill bindings/c/parlour.pc.in "$lib/pkgconfig/parlour.pc"
fill bindings/c/parlour-static.pc.in "$lib/pkgconfig/parlour-static.pc"
fill bindings/c/parlourConfig.cmake.in "$lib/cmake/parlour/parlourConfig.cmake"
fill bindings/c/parlourConfigVersion.cmake.in "$lib/cmake/parlour/parlourConfigVersion.cmake"
install -m 644 bindings/c/suppressions/parlour.supp bindings/c/suppressions/tsan.supp "$tools/"
install -m 644 bindings/c/README.md CHANGELOG.md LICENSE bindings/c/THIRD-PARTY-NOTICES "$doc/"
install -m 644 docs/reference/settings.md docs/reference/errors.md docs/reference/types.md docs/reference/endpoints.md \
    "$doc/"
scripts/docs/headers.py "$doc"
chmod 644 "$doc/c.md" "$doc/cpp.md"
install -m 644 tests/emulator/README.md "$doc/emulator.md"
install -m 644 examples/c/* "$doc/examples/c/"
install -m 644 examples/cpp/* "$doc/examples/cpp/"
scripts/c/sbom.py >"$doc/sbom.cdx.json"
chmod 644 "$doc/sbom.cdx.json"
echo "install: parlour $version (ABI $abi) in $destdir$prefix"
if [ -z "$destdir" ]; then
    echo "install: where the loader keeps a list of $libdir, run ldconfig now, or programs miss libparlour.so.$abi"
fi
