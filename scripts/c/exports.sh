#!/usr/bin/env bash
# The shared library gives away exactly what the headers declare: nothing that is not in a header, nothing missing.
# Arguments: the shared library, then the headers' folder (default: include). Prints the differences; exits 1 if there
# is one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

library=${1:?the shared library}
headers=${2:-include}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

scripts/c/prototypes.sh "$headers" | sed -E 's/^.*[ *](parlour_[a-z0-9_]+) \(.*$/\1/' | LC_ALL=C sort -u >"$scratch/declared"
nm --dynamic --defined-only --format=posix "$library" | cut -d' ' -f1 | LC_ALL=C sort -u >"$scratch/exported"
if ! diff "$scratch/declared" "$scratch/exported" >"$scratch/diff"; then
    sed -nE 's/^< /declared, but not exported: /p; s/^> /exported, but not declared: /p' "$scratch/diff"
    echo "exports: ${library##*/} and the headers differ"
    exit 1
fi
count=$(wc -l <"$scratch/exported")
if [ "$count" -eq 0 ]; then
    echo "exports: nothing declared and nothing exported: this check checks nothing"
    exit 1
fi
echo "exports: $count functions, each declared and exported"
