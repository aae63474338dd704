#!/usr/bin/env bash
# Builds the TypeScript of the Node packages and runs their tests on the output. Wants the binary in place
# (`make node`). Arguments go to `node --test`: names of test files below bindings/node or bindings/node-compat, or
# options.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

scripts/node/env.sh
scripts/node/compile.sh
# Programs of users, which are TypeScript.
bindings/node/node_modules/.bin/tsc -p bindings/node-compat/test/compat_programs/tsconfig.json

options=()
files=()
for argument in "$@"; do
    case $argument in -*) options+=("$argument") ;; *) files+=("$argument") ;; esac
done
# Some tests collect garbage. The limit is for a test that hangs.
run() { # the package, test files...
    local package=$1
    shift
    (cd "bindings/$package" && node --expose-gc --test --test-timeout 120000 ${options[@]+"${options[@]}"} "$@")
}
status=0
if [ "${#files[@]}" -gt 0 ]; then
    for package in node node-compat; do
        own=()
        for file in "${files[@]}"; do
            if [ -e "bindings/$package/$file" ]; then own+=("$file"); fi
        done
        if [ "${#own[@]}" -gt 0 ]; then run "$package" "${own[@]}" || status=1; fi
    done
    for file in "${files[@]}"; do
        if ! [ -e "bindings/node/$file" ] && ! [ -e "bindings/node-compat/$file" ]; then
            echo "node: neither bindings/node nor bindings/node-compat has $file" >&2
            status=1
        fi
    done
else
    for package in node node-compat; do
        own=()
        for file in "bindings/$package"/test/*.test.mjs "bindings/$package"/test/promises/*.test.mjs; do
            if [ -e "$file" ]; then own+=("${file#"bindings/$package/"}"); fi
        done
        run "$package" "${own[@]}" || status=1
    done
fi
exit "$status"
