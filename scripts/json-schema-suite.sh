#!/usr/bin/env bash
# Holds the validator of JSON Schema against the official JSON-Schema-Test-Suite. The suite is in the source package of
# the Python package `jsonschema`, whose version and digest are pinned; it is installed into .tools/json-schema, once.
#
#   scripts/json-schema-suite.sh install    nothing more
#   scripts/json-schema-suite.sh run        runs the suite
#
#   SUITE_BIN      the program (default: the debug build of this workspace)
#   PYTHON         the interpreter to make the environment with (default: python3; 3.11 or later)
#   PARLOUR_TOOLS  where things are installed (default: .tools in this repository)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

own=tests/conformance/json-schema
place=${PARLOUR_TOOLS:-$PWD/.tools}/json-schema
list=$(echo "$place"; cat "$own/requirements.txt" "$own/requirements-build.txt")
if ! { [ -f "$place/.list" ] && [ "$(cat "$place/.list")" = "$list" ]; }; then
    rm -rf "$place"
    "${PYTHON:-python3}" -m venv "$place/build"
    pip=("$place/build/bin/python" -m pip --quiet --disable-pip-version-check)
    "${pip[@]}" install --no-deps --only-binary :all: -r "$own/requirements-build.txt"
    # pip asks the package for its version, with the tools that were just installed. Nothing of it is compiled.
    "${pip[@]}" download --no-deps --no-binary :all: --no-build-isolation --require-hashes \
        -d "$place" -r "$own/requirements.txt"
    mkdir "$place/suite"
    tar -xzf "$place"/jsonschema-*.tar.gz -C "$place/suite" --strip-components=2 --wildcards 'jsonschema-*/json/*'
    printf '%s\n' "$list" >"$place/.list"
fi

case ${1:-} in
install) ;;
run)
    program=${SUITE_BIN:-${CARGO_TARGET_DIR:-$PWD/target}/debug/json-schema-suite}
    "$program" "$place/suite/tests/draft2020-12"
    ;;
*)
    echo "usage: scripts/json-schema-suite.sh install|run" >&2
    exit 2
    ;;
esac
