#!/usr/bin/env bash
# Builds the TypeScript of the Node package and runs its tests on what was built. Wants the binary in place
# (`make node`). Arguments go to `node --test`: names of test files below bindings/node, or options.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

scripts/node/env.sh
scripts/node/compile.sh
cd bindings/node
# Programs of users, which are TypeScript.
node_modules/.bin/tsc -p test/compat_programs/tsconfig.json

named=0
for argument in "$@"; do
    case $argument in -*) ;; *) named=1 ;; esac
done
# Some tests collect garbage. The limit is for a test that hangs.
run() {
    node --expose-gc --test --test-timeout 120000 "$@"
}
if [ "$named" = 1 ]; then
    run "$@"
else
    run "$@" test/*.test.mjs test/promises/*.test.mjs
fi
