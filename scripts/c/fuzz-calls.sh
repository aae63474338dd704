#!/usr/bin/env bash
# Writes the part of the fuzz program that calls every function of the headers. Argument: where to.
set -euo pipefail
out=$(realpath -m "${1:?the file to write}")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

values=$(scripts/c/facts.py include | sed -nE 's/^layout (parlour_[a-z_]+): .*/\1/p' | tr '\n' ' ')
# shellcheck disable=SC2086 # names are many words
scripts/c/prototypes.sh include | python3 bindings/c/tests/promises/fuzz_calls.py $values >"$out"
