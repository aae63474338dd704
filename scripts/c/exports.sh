#!/usr/bin/env bash
# The library gives away exactly what the headers declare: nothing that is not in a header, nothing missing. The static
# one beside it, if there is one, is held to the same; and the shared one must stay where it is when a host unloads it:
# its threads live as long as the process.
# Arguments: the shared library, then the headers' folder (default: include). Prints the differences; exits 1 if there
# is one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

library=${1:?the shared library}
headers=${2:-include}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

scripts/c/prototypes.sh "$headers" | sed -E 's/^.*[ *](parlour_[a-z0-9_]+) \(.*$/\1/' \
    | LC_ALL=C sort -u >"$scratch/declared"
as_declared() { # library, then the words for nm that list what it gives away
    nm "${@:2}" --defined-only --format=posix "$1" | sed -nE 's/^([^ @]+)[^ ]* [B-Zb-z] .*/\1/p' \
        | LC_ALL=C sort -u >"$scratch/exported"
    if ! diff "$scratch/declared" "$scratch/exported" >"$scratch/diff"; then
        sed -nE 's/^< /declared, but not exported: /p; s/^> /exported, but not declared: /p' "$scratch/diff"
        echo "exports: ${1##*/} and the headers differ"
        exit 1
    fi
}
as_declared "$library" --dynamic
if [ -f "${library%.so}.a" ]; then
    as_declared "${library%.so}.a" --extern-only
fi
count=$(wc -l <"$scratch/exported")
if [ "$count" -eq 0 ]; then
    echo "exports: nothing declared and nothing exported: this check checks nothing"
    exit 1
fi
if ! readelf -d "$library" | grep -q 'FLAGS_1.*NODELETE'; then
    echo "exports: ${library##*/} can be unloaded while its threads run: it must be linked with -z nodelete"
    exit 1
fi
echo "exports: $count functions, each declared and exported"
