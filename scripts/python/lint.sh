#!/usr/bin/env bash
# Looks at all Python of the project: ruff for style and likely mistakes, import-linter for layers, mypy --strict for
# types, stubtest for whether the stub agrees with the built module, pyright for what an editor will say about
# the examples.
# Wants the module in place (`make python`); runs everything, exits 1 if something was found. With the argument `fix`
# it only formats, and mends what ruff can mend.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

tools=${PARLOUR_TOOLS:-$PWD/.tools}
config=$PWD/bindings/python/pyproject.toml
driver=tests/conformance/drivers/python
everything=(bindings/python bindings/python-compat "$driver" examples/python scripts/python scripts/c
    scripts/local-model bindings/c/tests tests/bench/python tests/fleet tests/sdk-check tests/telemetry schema
    scripts/docs/citations.py scripts/docs/figures.py scripts/docs/headers.py scripts/docs/site.py
    scripts/docs/snippets.py scripts/width.py)
export PATH=$tools/python/bin:$PATH

if [ "${1:-}" = fix ]; then
    ruff check --fix-only --config "$config" "${everything[@]}"
    exec ruff format --config "$config" "${everything[@]}"
fi
scripts/python/env.sh pyright

found=0
look() { # what, command...
    local what=$1
    shift
    if "$@"; then
        echo "python: $what: ok"
    else
        found=$((found + 1))
        echo "python: $what: FAILED"
    fi
}

# Folders whose programs import their neighbours are looked at from within.
strict() { (cd "$1" && python -m mypy --config-file "$config" --cache-dir "$tools/mypy" "${@:2}"); }

look "ruff check" ruff check --quiet --config "$config" "${everything[@]}"
look "ruff format" ruff format --quiet --check --diff --config "$config" "${everything[@]}"
look "docstrings name every keyword" python scripts/python/documents.py --check
look "stubs of parlour.compat" python scripts/python/compat_stubs.py --check
look "parlour.compat uses public names" python scripts/python/compat_imports.py
look "the synchronous files are those of their sources" python scripts/python/sync.py --check
look "import layers" env -C bindings/python PYTHONPATH="$PWD/bindings/python/python" \
    lint-imports --config pyproject.toml --no-cache --no-logo
look "mypy of the package" strict bindings/python
look "mypy of parlour.compat" strict bindings/python-compat python/parlour_compat
look "mypy of the conformance driver" strict "$driver" .
look "mypy of the examples" strict examples/python .
look "mypy of the scripts" strict scripts/python .
look "mypy of the schema's programs" strict schema .
look "stubtest" env -C bindings/python python -m mypy.stubtest parlour._native --mypy-config-file "$config" \
    --allowlist stubtest-allowlist.txt
look "mypy of programs on parlour.compat" env -C bindings/python-compat/tests python -m mypy \
    --config-file "$config" --cache-dir "$tools/mypy" compat_programs ../../python/tests/typed_program.py
look "pyright of programs on parlour.compat" "$tools/pyright/node_modules/.bin/pyright" \
    --project bindings/python-compat/tests/compat_programs --pythonpath "$tools/python/bin/python"
look "pyright of the examples" "$tools/pyright/node_modules/.bin/pyright" --project examples/python \
    --pythonpath "$tools/python/bin/python"

echo "python: $((17 - found)) passed, $found failed"
[ "$found" -eq 0 ]
