#!/usr/bin/env bash
# Checks all TypeScript and JavaScript of the project: eslint for likely mistakes, tsc --strict over packages, tests and
# types, dependency-cruiser for import cycles, layers and the imports of `parlour-compat`, prettier for form. Runs
# everything, exits 1 if something was found. With the argument `fix` it formats, and applies the fixes of eslint.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

scripts/node/env.sh
cd bindings/node
export PATH=$PWD/node_modules/.bin:$PATH

# Files outside the package: the same rules, from the root of the repository.
beside=("tests/conformance/drivers/node/*.mjs" "tests/bench/node/*.mjs" "tests/telemetry/*.mjs"
    "examples/node/*.mjs" "scripts/node/**/*.mjs")
beside() { # eslint or prettier, flags
    local config=.prettierrc.json
    if [ "$1" = eslint ]; then config=eslint.config.mjs; fi
    (cd ../.. && "$1" --config "bindings/node/$config" "${@:2}" "${beside[@]}")
}

# The other package: its tools are those of this one.
compat() { # command...
    (cd ../node-compat && "$@")
}

if [ "${1:-}" = fix ]; then
    eslint --fix . || true
    compat eslint --fix . || true
    compat prettier --log-level warn --write .
    beside eslint --fix || true
    prettier --log-level warn --write .
    beside prettier --log-level warn --write
    exit 0
fi

passed=0
found=0
look() { # what, command...
    local what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
        echo "node: $what: ok"
    else
        found=$((found + 1))
        echo "node: $what: FAILED"
    fi
}

# The tests are compiled against the files that users get.
look "tsc of the package" tsc -p tsconfig.json
look "tsc of the tests" tsc -p test/tsconfig.json
look "import cycles and layers" depcruise ts --config .dependency-cruiser.cjs --output-type err
look "eslint" eslint .
look "prettier" prettier --log-level warn --check .
look "parlour-compat: tsc of the package" compat tsc -p tsconfig.json
look "parlour-compat: tsc of the tests" compat tsc -p test/tsconfig.json
look "parlour-compat: tsc of the programs of users" compat tsc -p test/compat_programs/tsconfig.json --noEmit
look "parlour-compat: import cycles, layers and packages" compat depcruise ts --config .dependency-cruiser.cjs \
    --output-type err
look "parlour-compat: eslint" compat eslint .
look "parlour-compat: prettier" compat prettier --log-level warn --check .
look "eslint beside the package" beside eslint
look "prettier beside the package" beside prettier --log-level warn --check

echo "node: $passed passed, $found failed"
[ "$found" -eq 0 ]
