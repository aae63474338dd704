#!/usr/bin/env bash
# Compiles the TypeScript of the Node package into bindings/node/dist. Wants its development dependencies (scripts/node/env.sh).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# In the pool of `make test` it is compiled already, and other steps run what lies there.
[ -z "${POOL:-}" ] || exit 0
# By node itself: what npm makes of it on Windows is no program.
node bindings/node/node_modules/typescript/bin/tsc -p bindings/node/tsconfig.json
node scripts/node/vendor.mjs
