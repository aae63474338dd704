#!/usr/bin/env bash
# Makes include/parlour.h, its parts and include/parlour_emulator.h from bindings/c/src, and adds what is new to the
# list of the ABI. With --check it writes nothing and fails if they are not what it would make. The generator is
# installed into .tools/cbindgen, once.
#
#   PARLOUR_TOOLS  where things are installed (default: .tools in this repository)
set -euo pipefail

version=0.29.4
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
tools=${PARLOUR_TOOLS:-$root/.tools}/cbindgen
cbindgen=$tools/bin/cbindgen

if ! { [ -x "$cbindgen" ] && [ "$("$cbindgen" --version)" = "cbindgen $version" ]; }; then
    echo "c: building cbindgen $version into ${tools#"$root/"}, once" >&2
    # Not optimised: it runs for a second, and would be built for a minute.
    cargo install --quiet --debug --locked --version "$version" cbindgen --root "$tools"
fi

made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
# It warns of private constants that it skipped, and of types of the other header.
quiet() { "$@" 2>"$made/log" || { cat "$made/log" >&2; exit 1; }; }
cd "$root/bindings/c"
quiet "$cbindgen" --quiet --config cbindgen.toml --output "$made/parlour.h" .
quiet "$cbindgen" --quiet --config cbindgen-emulator.toml --output "$made/parlour_emulator.h" src/emulator.rs

for header in parlour.h parlour_emulator.h; do
    python3 "$root/scripts/c/annotate.py" "$made/$header"
done
python3 "$root/scripts/c/parts.py" "$made/parlour.h"

cd "$made"
for header in *.h parlour/*.h; do
    if [ "${1:-}" = --check ]; then
        diff -u "$root/include/$header" "$made/$header" || {
            echo "c: include/$header is not what bindings/c/src says: run scripts/c/header.sh" >&2
            exit 1
        }
    elif ! cmp -s "$made/$header" "$root/include/$header"; then
        cp "$made/$header" "$root/include/$header"
        echo "c: include/$header is new"
    fi
done
[ "${1:-}" = --check ] || "$root/scripts/c/abi.sh" --record
