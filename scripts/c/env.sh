#!/usr/bin/env bash
# Installs what the C and C++ side is built and checked with into .tools/c: cmake, ninja, and clang, which comes inside
# zig; and what links releases of every language, zig and maturin. Does nothing if all is up to date.
# With the argument `asio` it fetches the headers of that library into .tools/asio; exits 3 where no package of them can
# be had (other systems than Debian and its kin), since nothing but one compile test wants them.
#
#   PYTHON         the interpreter whose pip installs (default: python3)
#   PARLOUR_TOOLS  where things are installed (default: .tools in this repository)
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
own=$root/scripts/c
tools=${PARLOUR_TOOLS:-$root/.tools}

if [ "${1:-}" = asio ]; then
    asio=$tools/asio
    if [ -f "$asio/usr/include/asio.hpp" ]; then
        exit 0
    fi
    command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || exit 3
    rm -rf "$asio"
    mkdir -p "$asio/lists/partial" "$asio/archives/partial"
    # Package lists of its own: neither root nor the machine's state is needed.
    private=(-o Dir::State::lists="$asio/lists" -o Dir::Cache="$asio" -o Debug::NoLocking=1 -qq)
    (
        cd "$asio"
        apt-get "${private[@]}" update && apt-get "${private[@]}" download libasio-dev && dpkg-deb \
            -x ./libasio-dev_*.deb .
    ) >"$asio/log" 2>&1 || {
        cat "$asio/log" >&2
        exit 3
    }
    rm -rf "$asio/lists" "$asio/archives" "$asio"/*.deb "$asio"/*.bin
    exit 0
fi

venv=$tools/c
base=${PYTHON:-python3}
list=$("$base" -VV; echo "$venv"; cat "$own/requirements.txt")
if [ -f "$venv/.list" ] && [ "$(cat "$venv/.list")" = "$list" ]; then
    exit 0
fi

echo "c: installing cmake, ninja, zig and maturin into ${venv#"$root/"} (about 500 MB), once" >&2
rm -rf "$venv"
"$base" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary :all: -r "$own/requirements.txt"
# Programs by the names that build systems look for.
zig=$("$venv/bin/python" -c 'import ziglang, os; print(os.path.dirname(ziglang.__file__))')/zig
for name in cc c++; do
    printf '#!/bin/sh\nexec "%s" %s "$@"\n' "$zig" "$name" >"$venv/bin/zig-$name"
    chmod +x "$venv/bin/zig-$name"
done
printf '%s\n' "$list" >"$venv/.list"
