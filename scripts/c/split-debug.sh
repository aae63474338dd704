#!/usr/bin/env bash
# Parts a shared library as cargo builds it into what programs load and what debuggers read: <out> without symbols, and
# <out's folder>/.debug/<out's name>.debug with them and the line tables, which debuggers find there by themselves, and
# a server of debug files by the build-id.
#
#   scripts/c/split-debug.sh <the library of cargo> <out>
#
#   OBJCOPY  the program, with its first words (default: objcopy; LLVM's for the library of another machine)
set -euo pipefail

library=${1:?the library of cargo}
out=${2:?the library to write}
folder=$(dirname "$out")/.debug
debug=$folder/$(basename "$out").debug
if ! readelf -n "$library" | grep -q 'Build ID: '; then
    echo "split-debug: $library has no build-id" >&2
    exit 1
fi
read -ra objcopy <<<"${OBJCOPY:-objcopy}"
mkdir -p "$folder"
"${objcopy[@]}" --only-keep-debug --compress-debug-sections "$library" "$debug"
chmod 644 "$debug"
# The library records its name and its checksum.
"${objcopy[@]}" --strip-unneeded "$library" "$out.new"
"${objcopy[@]}" --add-gnu-debuglink="$debug" "$out.new"
chmod 755 "$out.new"
mv -f "$out.new" "$out"
