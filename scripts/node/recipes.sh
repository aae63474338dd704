#!/usr/bin/env bash
# Runs frameworks at pinned versions with the Node packages of this tree, against the emulator: those that install in
# seconds (`quick`), or all (`all`). Wants the package built (`make node`), and npm's registry the first time.
#
#   PARLOUR_TOOLS  where the frameworks are installed, once (default: .tools in this repository)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
own=$root/tests/sdk-check/recipes/node
tools=${PARLOUR_TOOLS:-$root/.tools}

run() { # the set of recipes, the folder, the program
    local place=$2
    if ! { [ -f "$place/.list" ] && cmp -s "$place/.list" "$own/$1/package-lock.json"; }; then
        rm -rf "$place"
        mkdir -p "$place"
        cp "$own/$1/package.json" "$own/$1/package-lock.json" "$own/$1/.npmrc" "$place/"
        (cd "$place" && npm ci --silent --ignore-scripts --no-audit --no-fund)
        cp "$own/$1/package-lock.json" "$place/.list"
    fi
    # Modules are looked up beside the programs. The packages are copies: Next takes none from outside of its folder.
    rm -rf "$place"/*.mjs "$place/next-app" "$place/node_modules/parlour" "$place/node_modules/parlour-compat"
    mkdir "$place/node_modules/parlour" "$place/node_modules/parlour-compat"
    (cd "$root/bindings/node" && cp -r package.json dist ./*.node "$place/node_modules/parlour/")
    (cd "$root/bindings/node-compat" && cp -r package.json dist "$place/node_modules/parlour-compat/")
    cp -r "$own"/*.mjs "$own/next-app" "$place/"
    node "$place/$3" "${@:4}"
}

status=0
run quick "$tools/recipes-node-quick" run.mjs quick || status=1
if [ "${1:-all}" = all ]; then
    run rest "$tools/recipes-node" run.mjs rest || status=1
    # Tracers beside the SDK itself.
    run spans "$tools/recipes-node-spans" spans.mjs || status=1
fi
exit "$status"
