#!/usr/bin/env bash
# Builds and runs aborts.c, which measures how soon giving up takes effect: tests/bench/c/aborts.sh [rounds]
#
#   PARLOUR_BENCH_C   the folder with a release libparlour.so (default: target/c-release; scripts/c/build.sh --release)
set -euo pipefail

own=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$own/../../.." && pwd)
library=$(cd "${PARLOUR_BENCH_C:-$root/target/c-release}" && pwd)
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
"${CC:-cc}" -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -pedantic -pthread -I"$root/include" "$own/aborts.c" \
    -L"$library" \
    -lparlour -Wl,-rpath,"$library" -o "$built/aborts"
"$built/aborts" "$@"
