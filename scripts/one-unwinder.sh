#!/usr/bin/env bash
# Checks that shared libraries which are shipped bring no unwinder of their own, but take the one of the process from
# libgcc_s.so.1; scripts/zig-env.sh says why. Looks at dynamic symbols too, for what is shipped is stripped of all
# others.
#
#   scripts/one-unwinder.sh <library>...
set -euo pipefail

faults=0
fault() { # library, what is wrong
    faults=$((faults + 1))
    echo "one-unwinder: $1 $2" >&2
}
for library in "$@"; do
    symbols=$(readelf -Ws "$library" \
        | awk '$8 ~ /^_Unwind_/ {sub(/@.*/, "", $8); print ($7 == "UND" ? "wants" : "has"), $8}')
    if ! readelf -d "$library" | grep -q 'NEEDED.*\[libgcc_s\.so\.1\]'; then
        fault "$library" "does not ask for libgcc_s.so.1"
    fi
    if ! grep -qx 'wants _Unwind_RaiseException' <<<"$symbols"; then
        fault "$library" "does not ask for _Unwind_RaiseException: it was linked with an unwinder of its own"
    fi
    while read -r _ name; do
        fault "$library" "defines $name itself"
    done < <(grep '^has ' <<<"$symbols" || true)
done
[ "$faults" -eq 0 ] || exit 1
