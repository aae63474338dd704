#!/usr/bin/env bash
# Installs the tools that build and check the Node packages, as the lock file pins them, into
# bindings/node/node_modules: the compiler, the linter, the formatter. bindings/node-compat gets links to them, and to
# the package `parlour` of this tree. Wants Node 20 or later with npm. Does nothing if all is up to date.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../bindings/node"

node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' || {
    echo "node: $(command -v node || echo node) is missing or older than 20" >&2
    exit 1
}
list=$(node --version; cat package-lock.json)
if ! { [ -f node_modules/.list ] && [ "$(cat node_modules/.list)" = "$list" ]; }; then
    echo "node: installing compiler and linter into bindings/node/node_modules (about 100 MB), once" >&2
    npm ci --silent --ignore-scripts --no-audit --no-fund
    printf '%s\n' "$list" >node_modules/.list
fi
node ../../scripts/node/link.mjs
