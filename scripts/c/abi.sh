#!/usr/bin/env bash
# Compares the C interface with the list of its symbols and structs, bindings/c/tests/abi/v1.txt: every function,
# constant, type and layout of the list has to be as it was. A program that uses each part of the interface runs on the
# library.
#
#   scripts/c/abi.sh <folder with libparlour.so>
#   scripts/c/abi.sh --record [--breaking]   adds what is new to the list, as scripts/c/header.sh does. Changes need
#                                            --breaking, and are for the time until 0.1 is published; a later ABI
#                                            version gets a list of its own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

own=bindings/c/tests/abi
list=$own/v1.txt
facts() { # the folder of the header
    LC_ALL=C scripts/c/facts.py "$1" | LC_ALL=C sort
}
folder=${1:?the folder with libparlour.so, or --record}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
facts include >"$scratch/now"
if [ "$folder" = --record ]; then
    LC_ALL=C comm -23 "$list" "$scratch/now" >"$scratch/gone"
    if [ -s "$scratch/gone" ] && [ "${2:-}" != --breaking ]; then
        echo "abi: these facts are gone, which breaks programs that were built before; --breaking records it:" >&2
        cat "$scratch/gone" >&2
        exit 1
    fi
    cp "$scratch/now" "$list"
    exit
fi
built=$(cd "$folder" && pwd)

for kind in function constant type layout; do
    grep -q "^$kind " "$list" || {
        echo "abi: $list has no fact of the kind '$kind': this check checks nothing"
        exit 1
    }
done
if ! diff -U 0 "$list" "$scratch/now" >"$scratch/changes"; then
    echo "abi: the interface differs from $list; a line with - breaks programs that were built before."
    echo "abi: if the change is meant, record it: scripts/c/abi.sh --record"
    sed -n '3,$p' "$scratch/changes"
    exit 1
fi
echo "abi: $(wc -l <"$list") facts of version 1 hold"

# The facts are compared, so a change in one must be noticed.
cp -r include "$scratch/changed"
find "$scratch/changed" -name '*.h' -exec sed -i -E 's/uint32_t (index|size);/uint64_t \1;/' {} +
if facts "$scratch/changed" | cmp -s - "$scratch/now"; then
    echo "abi: a field that grew was not noticed"
    exit 1
fi

gcc -std=c99 -Wall -Wextra -Werror -pedantic -Iinclude "$own/program.c" -o "$scratch/program" -L"$built" -lparlour
LD_LIBRARY_PATH=$built env -u PARLOUR_API_KEY timeout 60 "$scratch/program"
echo "abi: 3 passed, 0 failed"
