#!/usr/bin/env bash
# Generates files from `schema/`, and checks them against it. Installs what it needs into .tools/schema, once.
#
#   scripts/schema.sh install     nothing more
#   scripts/schema.sh generate    writes the files of all languages
#   scripts/schema.sh check       fails if one of them is out of date
#   scripts/schema.sh test        runs the tests of the generator
#   scripts/schema.sh emulator    requests that a program makes up, to the emulator: its answers and its refusals
#   scripts/schema.sh cases       the requests and replies of the conformance cases
#   scripts/schema.sh recordings FOLDER    recorded traffic
#
#   EMULATOR_BIN   the emulator (default: the debug build of this workspace)
#   PYTHON         the interpreter to make the environment with (default: python3; 3.11 or later)
#   PARLOUR_TOOLS  where things are installed (default: .tools in this repository)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tools=${PARLOUR_TOOLS:-$PWD/.tools}
venv=$tools/schema
list=$(echo "$venv"; cat schema/requirements.txt)
if ! { [ -f "$venv/.list" ] && [ "$(cat "$venv/.list")" = "$list" ]; }; then
    rm -rf "$venv"
    "${PYTHON:-python3}" -m venv "$venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: \
        -r schema/requirements.txt
    printf '%s\n' "$list" >"$venv/.list"
fi

generate() {
    # The formatters are those that look at the files afterwards.
    scripts/python/env.sh
    scripts/node/env.sh
    RUFF=$tools/python/bin/ruff env -C schema "$venv/bin/python" -m generate "$@"
    # Docstrings repeat what the generated types say of keywords, and the synchronous half of Python repeats them.
    PATH=$tools/python/bin:$PATH python scripts/python/documents.py "$@"
    PATH=$tools/python/bin:$PATH python scripts/python/sync.py "$@"
}

emulator() {
    local program=${EMULATOR_BIN:-${CARGO_TARGET_DIR:-$PWD/target}/debug/parlour-emulator} key=schema-check-key \
        schema=$PWD/schema/openapi.yaml said url
    said=$(mktemp)
    "$program" --port 0 --api-key "$key" --version 2023-06-01 >"$said" &
    local running=$!
    # shellcheck disable=SC2064 # both are known now and gone later
    trap "kill $running 2>/dev/null || true; rm -f $said" EXIT
    until grep -q '^listening on ' "$said"; do
        kill -0 "$running" 2>/dev/null || { echo "schema: the emulator did not start" >&2; exit 1; }
        sleep 0.05
    done
    url=$(sed -n 's/^listening on //p' "$said")
    env -C schema "$venv/bin/python" check_emulator.py "$url" "$key"
    made_up --exclude-path-regex '^/v1/organizations/' --header "x-api-key: $key"
    # These are for an administrative key alone, and others for any but that.
    made_up --include-path-regex '^/v1/organizations/' --header 'x-api-key: test-admin-key'
}

made_up() { # which operations, with which key
    # Rules beyond the schema, such as the order of turns, are not for it to know: it does not ask that what fits be
    # accepted. It writes folders of its own where it runs.
    env -C "$venv" "$venv/bin/st" run "$schema" --url "$url" "$@" --seed 1 --max-examples 10 --no-color \
        --phases coverage,fuzzing --suppress-health-check all --continue-on-failure --warnings off \
        --generation-database none --checks not_a_server_error,status_code_conformance,content_type_conformance \
        --checks response_headers_conformance,response_schema_conformance,negative_data_rejection
}

case ${1:-} in
install) ;;
generate) generate ;;
check) generate --check ;;
test) env -C schema "$venv/bin/python" -m pytest -q -p no:cacheprovider tests ;;
emulator) emulator ;;
cases) cd schema && "$venv/bin/python" check_cases.py ../tests/conformance/cases ;;
recordings) folder=$(realpath "$2") && cd schema && "$venv/bin/python" check_recordings.py "$folder" ;;
*)
    echo "usage: scripts/schema.sh install|generate|check|test|emulator|cases|recordings FOLDER" >&2
    exit 2
    ;;
esac
