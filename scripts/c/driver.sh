#!/usr/bin/env bash
# Builds the C driver of the conformance suite against the library, and puts it beside the harness as driver-c.
#
#   scripts/c/driver.sh [folder]    folder: where scripts/c/build.sh put the library (default: target/c)
#
#   CARGO_TARGET_DIR  as for cargo
#   CC, CFLAGS        the compiler (default: cc) and more of its flags, for sanitizers
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
library=$(cd "${1:-$target/c}" && pwd)
own=$root/tests/conformance/drivers/c

cargo build --quiet --manifest-path "$root/Cargo.toml" --target-dir "$target" --package parlour-driver-json
read -ra flags <<<"${CFLAGS:-}"
"${CC:-cc}" -std=c11 -D_GNU_SOURCE -O1 -g -Wall -Wextra -Werror -pedantic "${flags[@]}" -I"$root/include" "$own"/*.c \
    "$target/debug/libparlour_driver_json.a" -L"$library" -lparlour -Wl,-rpath,"$library" -lpthread -ldl -lm \
    -o "$target/debug/driver-c"
echo "$target/debug/driver-c"
