#!/usr/bin/env bash
# Looks at all TypeScript of the project: eslint for likely mistakes, tsc --strict over package, tests and types, prettier
# for form. Runs everything, exits 1 if something was found. With the argument `fix` it formats, and mends what eslint can
# mend.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

scripts/node/env.sh
cd bindings/node
export PATH=$PWD/node_modules/.bin:$PATH

if [ "${1:-}" = fix ]; then
    eslint --fix . || true
    exec prettier --log-level warn --write .
fi

found=0
look() { # what, command...
    local what=$1
    shift
    if "$@"; then
        echo "node: $what: ok"
    else
        found=$((found + 1))
        echo "node: $what: FAILED"
    fi
}

# The tests are compiled against what users get.
look "tsc of the package" tsc -p tsconfig.json
look "tsc of the tests" tsc -p test/tsconfig.json
look "eslint" eslint .
look "prettier" prettier --log-level warn --check .

echo "node: $((4 - found)) passed, $found failed"
[ "$found" -eq 0 ]
