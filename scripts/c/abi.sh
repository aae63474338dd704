#!/usr/bin/env bash
# The promise to programs that were built long ago: whatever the header of this ABI version once said still holds, and a
# program compiled with that header runs on the library of today.
# Argument: the folder with libparlour.so. The old header is in bindings/c/tests/abi/v1; it is never edited, and the
# next ABI version gets a folder of its own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

built=$(cd "${1:?the folder with libparlour.so}" && pwd)
own=bindings/c/tests/abi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

LC_ALL=C scripts/c/facts.py "$own/v1" | LC_ALL=C sort >"$scratch/then"
LC_ALL=C scripts/c/facts.py include | LC_ALL=C sort >"$scratch/now"
LC_ALL=C comm -23 "$scratch/then" "$scratch/now" >"$scratch/gone"
if [ -s "$scratch/gone" ]; then
    echo "abi: these facts of version 1 changed or are gone:"
    cat "$scratch/gone"
    exit 1
fi
for kind in function constant type layout; do
    grep -q "^$kind " "$scratch/then" || {
        echo "abi: version 1 has no fact of the kind '$kind': this check checks nothing"
        exit 1
    }
done
added=$(LC_ALL=C comm -13 "$scratch/then" "$scratch/now" | wc -l)
echo "abi: $(wc -l <"$scratch/then") facts of version 1 hold, $added were added since"

# The facts are compared, so a change in one must be noticed.
mkdir "$scratch/changed"
sed -E 's/uint32_t (index|size);/uint64_t \1;/' "$own/v1/parlour.h" >"$scratch/changed/parlour.h"
cmp -s "$own/v1/parlour.h" "$scratch/changed/parlour.h" && {
    echo "abi: the change that this check must notice could not be made"
    exit 1
}
LC_ALL=C scripts/c/facts.py "$scratch/changed" | LC_ALL=C sort >"$scratch/other"
if [ -z "$(LC_ALL=C comm -23 "$scratch/then" "$scratch/other")" ]; then
    echo "abi: a field that grew was not noticed"
    exit 1
fi

gcc -std=c99 -Wall -Wextra -Werror -pedantic -I"$own/v1" "$own/program.c" -o "$scratch/program" -L"$built" -lparlour
LD_LIBRARY_PATH=$built env -u PARLOUR_API_KEY timeout 60 "$scratch/program"
echo "abi: 3 passed, 0 failed"
