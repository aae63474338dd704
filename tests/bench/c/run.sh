#!/usr/bin/env bash
# Runs the C driver in the shared harness, building it when it is older than its source or the library.
#
#   PARLOUR_BENCH_C   the folder with a release libparlour.so (default: target/c-release; scripts/c/build.sh --release)
set -euo pipefail

own=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$own/../../.." && pwd)
library=$(cd "${PARLOUR_BENCH_C:-$root/target/c-release}" && pwd)
driver=$library/bench-driver
if ! { [ "$driver" -nt "$own/driver.c" ] && [ "$driver" -nt "$library/libparlour.so" ]; }; then
    "${CC:-cc}" -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -pedantic -I"$root/include" "$own/driver.c" \
        -L"$library" \
        -lparlour -Wl,-rpath,"$library" -o "$driver.$$"
    mv -f "$driver.$$" "$driver"
fi
exec "$driver" "$@"
