#!/bin/sh
# The Rust client as a driver of the shared harness: finds the built program and becomes it. It passes every
# option on. Build it first: cargo build --release -p parlour-bench --bins
here=$(dirname "$(readlink -f "$0")")
exec "${PARLOUR_BENCH_BIN:-${CARGO_TARGET_DIR:-$here/../../target}/release}/bench-ours" "$@"
