#!/usr/bin/env bash
# Compiles the TypeScript of the Node packages into their folders dist/: `parlour`, and `parlour-compat`, which is
# compiled against the declarations of the first. Wants their development dependencies (scripts/node/env.sh).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# In the pool of `make test` it is compiled already, and other steps run the compiled files.
[ -z "${POOL:-}" ] || exit 0
# By node itself: npm's launcher on Windows is no executable.
for package in node node-compat; do
    node bindings/node/node_modules/typescript/bin/tsc -p "bindings/$package/tsconfig.json"
done
node scripts/node/vendor.mjs
