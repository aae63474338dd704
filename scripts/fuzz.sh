#!/usr/bin/env bash
# Runs each fuzz target of core/fuzz for some seconds (the argument, 60 by default), side by side, starting from the
# seeds kept beside it; fails where one breaks a promise and prints the bytes that did it. Needs a C++ compiler; where
# the machine cannot build a fuzzer this says so and ends well, since `cargo test` makes the same checks, but never on
# CI.
#
# Without a sanitizer any toolchain will do, and the library has no unsafe code that one would watch. Nothing is left in
# the tree but the build, in target/fuzz.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=${1:-60}
if ! [[ $seconds =~ ^[1-9][0-9]*$ ]]; then
    echo "fuzz: '$seconds' is not a number of seconds above zero" >&2
    exit 2
fi
left_out() {
    if [ -n "${CI:-}" ]; then
        echo "fuzz: cannot run, $1" >&2
        exit 1
    fi
    echo "fuzz: left out, $1; \`cargo test --workspace --test properties\` makes the same checks"
    exit 0
}

"${CXX:-c++}" --version >/dev/null 2>&1 || left_out "there is no C++ compiler"

scratch=$(mktemp -d)
lock=core/fuzz/Cargo.lock
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$scratch" "$lock"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# Coverage as libFuzzer reads it, in what is compiled for the host: build scripts and macros run without it.
flags=(-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 -Cdebug-assertions --cfg fuzzing)
echo 'fn main() {}' >"$scratch/probe.rs"
rustc "${flags[@]}" --emit=obj -o "$scratch/probe.o" "$scratch/probe.rs" >/dev/null 2>&1 ||
    left_out "this rustc cannot instrument code for a fuzzer"

# The versions the project is tested with; cargo adds the fuzzer's own to the copy.
cp Cargo.lock "$lock"
host=$(rustc -vV | sed -n 's/^host: //p')
mkdir -p "${CARGO_TARGET_DIR:-target}/fuzz"
build=$(cd "${CARGO_TARGET_DIR:-target}/fuzz" && pwd)
CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f' && echo "${flags[*]}") \
    cargo build --quiet --manifest-path core/fuzz/Cargo.toml --bins --target "$host" --target-dir "$build"

# Side by side, since each keeps one core busy. What they find stays out of the tree.
targets=$(sed -nE '/^\[\[bin\]\]$/,/^$/s/^name = "(.*)"$/\1/p' core/fuzz/Cargo.toml)
[ -n "$targets" ] || { echo "fuzz: core/fuzz/Cargo.toml names no target: has its shape changed?" >&2; exit 1; }
declare -A running
for target in $targets; do
    corpus=$scratch/$target/corpus
    found=$scratch/$target/found
    mkdir -p "$corpus" "$found"
    "$build/$host/debug/$target" -max_total_time="$seconds" -timeout=120 -artifact_prefix="$found/" \
        "$corpus" "core/fuzz/seeds/$target" >"$scratch/$target/log" 2>&1 &
    running[$target]=$!
done
failed=0
for target in $targets; do
    log=$scratch/$target/log
    if wait "${running[$target]}"; then
        echo "fuzz: $target: $(grep -a '^Done ' "$log")"
        continue
    fi
    failed=1
    echo "fuzz: $target: FAILED" >&2
    # The fuzzer's own progress is left out; what remains is the broken promise and where.
    grep -avE '^#[0-9]+[[:space:]]+[A-Za-z]+ +cov:|^[[:space:]]*NEW_FUNC' "$log" | tail -n 200 >&2
    for input in "$scratch/$target/found"/*; do
        [ -f "$input" ] || continue
        echo "fuzz: $target: a seed to keep, in base64 (${input##*/}):" >&2
        base64 <"$input" >&2
    done
done
exit "$failed"
