#!/usr/bin/env bash
# Runs each fuzz target of core/fuzz for some seconds (the argument, 20 by default), starting from the seeds kept
# beside it. Fuzzing wants cargo-fuzz and a nightly toolchain; where they are missing this says so and ends well,
# since the same properties are tested by `cargo test`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=${1:-20}
if [ ! -d core/fuzz ]; then
    echo "fuzz: there are no targets (core/fuzz)"
    exit 0
fi
if ! cargo fuzz --version >/dev/null 2>&1; then
    echo "fuzz: left out, cargo-fuzz is not installed (cargo install cargo-fuzz)"
    exit 0
fi
if ! rustc +nightly --version >/dev/null 2>&1; then
    echo "fuzz: left out, there is no nightly toolchain"
    exit 0
fi
cd core
for target in $(cargo +nightly fuzz list); do
    echo "fuzz: $target for $seconds s"
    mkdir -p "fuzz/corpus/$target"
    cargo +nightly fuzz run "$target" "fuzz/corpus/$target" "fuzz/seeds/$target" -- -max_total_time="$seconds" -print_final_stats=0 -verbosity=0
done
