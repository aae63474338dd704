#!/usr/bin/env bash
# Builds one side of a comparison (python/compare.py): the release packages of a checkout, as the drivers want them.
#
#   tests/bench/side.sh CHECKOUT FOLDER
#
# The checkout may be an older one: the packages are its own, the drivers are those of this tree. FOLDER gets python/
# and node/ (packages), c/ (a library and the driver built against its headers) and rust/bench-ours. An old program in
# Rust keeps the options that it had: rows with TLS need one that knows --ca.
#
#   CARGO_TARGET_DIR  as for cargo; releases of each side need a folder of their own
set -euo pipefail
own=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ $# = 2 ] || { sed -n '2,/^set/p' "$0" | sed '$d; s/^# \{0,1\}//' >&2; exit 2; }
checkout=$(cd "$1" && pwd)
mkdir -p "$2"
side=$(cd "$2" && pwd)
target=${CARGO_TARGET_DIR:-$checkout/target}

cd "$checkout"
# All at once: alone each would have dependencies with other features.
CARGO_TARGET_DIR=$target cargo build --quiet --release --locked -p parlour-python -p parlour-node -p parlour-c
CARGO_TARGET_DIR=$target cargo build --quiet --release --locked -p parlour-bench --bin bench-ours

rm -rf "$side/python" "$side/node" "$side/c" "$side/rust"
mkdir -p "$side/python" "$side/node" "$side/c" "$side/rust"
cp -r bindings/python/python/parlour "$side/python/"
cp "$target/release/lib_native.so" "$side/python/parlour/_native.abi3.so"

modules=$own/../../bindings/node/node_modules
tar -C bindings/node --exclude=./node_modules --exclude=./dist -cf - . | tar -C "$side/node" -xf -
ln -s "$(cd "$modules" && pwd)" "$side/node/node_modules"
(cd "$side/node" && node_modules/.bin/tsc -p tsconfig.json)
cp "$target/release/libparlour_node.so" "$side/node/parlour.linux-x64-gnu.node"

cp "$target/release/libparlour_c.so" "$side/c/libparlour.so.1"
ln -s libparlour.so.1 "$side/c/libparlour.so"
"${CC:-cc}" -std=c11 -D_GNU_SOURCE -O2 -I"$checkout/include" "$own/c/driver.c" -L"$side/c" -lparlour \
    -Wl,-rpath,"$side/c" -o "$side/c/bench-driver"
cp "$target/release/bench-ours" "$side/rust/"
