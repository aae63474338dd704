#!/usr/bin/env bash
# Says what a static link of the library needs of the system: what an empty library of Rust does, for none of the
# dependencies links one of the system's. Programs linked with libparlour.a in the tests prove it.
set -euo pipefail
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
: >"$empty/empty.rs"
if ! rustc --edition 2024 --crate-type staticlib --out-dir "$empty" --print "native-static-libs=$empty/list" \
    "$empty/empty.rs" 2>"$empty/log"; then
    cat "$empty/log" >&2
    exit 1
fi
xargs <"$empty/list"
