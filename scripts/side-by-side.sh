#!/usr/bin/env bash
# Runs commands side by side and fails if one of them does: for steps that leave a core idle, as compilers do while they
# link and installers while they load. The output of the first is shown at once, that of the others when all have ended.
# usage: scripts/side-by-side.sh 'command' 'command' …
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# A signal to stop goes to all of them.
trap 'kill $(jobs -p) 2>/dev/null || true; exit 143' INT TERM HUP

first=$1
shift
running=()
for command in "$@"; do
    bash -c "$command" >"$scratch/${#running[@]}" 2>&1 </dev/null &
    running+=($!)
done
status=0
bash -c "$first" || status=$?
for at in "${!running[@]}"; do
    ended=0
    wait "${running[$at]}" || ended=$?
    cat "$scratch/$at"
    if [ "$ended" -ne 0 ]; then
        echo "side-by-side: failed ($ended): ${*:at+1:1}" >&2
        status=$ended
    fi
done
exit "$status"
