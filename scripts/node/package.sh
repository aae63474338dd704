#!/usr/bin/env bash
# Packs the Node packages and tests their guarantees: the binary is small, loads on glibc 2.28 and brings no unwinder of
# its own, the tests of life and death hold with it, the tarballs are complete, and installed into an empty project they
# answer. The tarballs of the main package, of this platform and of `parlour-compat` go to dist/node/, with the folders
# of all platforms in dist/node/npm, to which their binaries can be added. Argument `tarballs`: only makes them.
#
#   CARGO_TARGET_DIR  as for cargo; release builds are kept there
#   PARLOUR_TOOLS     where linker and other tools are installed (default: .tools in this repository)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

only=${1:-}
mkdir -p "${PARLOUR_TOOLS:-.tools}" "${CARGO_TARGET_DIR:-target}"
tools=$(cd "${PARLOUR_TOOLS:-.tools}" && pwd)
CARGO_TARGET_DIR=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)
export CARGO_TARGET_DIR
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

scripts/python/third-party.py parlour-node bindings/node/THIRD-PARTY-NOTICES --check
scripts/node/env.sh
scripts/node/compile.sh

built=$(scripts/build-releases.sh)
check=(--foreign)
if [ "$(uname -s)" = Linux ]; then
    check=()
fi
binary=$scratch/parlour.node
case $(uname -s) in
Linux)
    strip --strip-unneeded -o "$binary" "$built/libparlour_node.so"
    scripts/one-unwinder.sh "$binary"
    ;;
Darwin) strip -x -o "$binary" "$built/libparlour_node.dylib" ;;
*) cp "$built/parlour_node.dll" "$binary" ;;
esac
ending='{linux: "-gnu", win32: "-msvc"}[process.platform] ?? ""'
suffix=$(node -p "\`\${process.platform}-\${process.arch}\` + ($ending)")

mkdir -p dist/node
rm -f dist/node/*.tgz
node scripts/node/stage.mjs dist/node "$binary" "$suffix"
for folder in main compat "npm/$suffix"; do
    (cd "dist/node/$folder" && npm pack --silent --pack-destination "$OLDPWD/dist/node" >/dev/null)
done
main=$(echo dist/node/parlour-[0-9]*.tgz)
platform=$(echo "dist/node/parlour-$suffix"-[0-9]*.tgz)
compat=$(echo dist/node/parlour-compat-[0-9]*.tgz)
mkdir "$scratch/main" "$scratch/platform" "$scratch/compat"
tar -xzf "$main" -C "$scratch/main" --strip-components 1
tar -xzf "$platform" -C "$scratch/platform" --strip-components 1
tar -xzf "$compat" -C "$scratch/compat" --strip-components 1
node scripts/node/check-package.mjs "$scratch/main" "$scratch/platform" "$scratch/compat" "${check[@]}"
ls -l dist/node/*.tgz
if [ "$only" = tarballs ]; then
    exit 0
fi

# How the binary lives and dies beside the host depends on how it was linked.
PARLOUR_NATIVE_PATH=$binary scripts/node/test.sh test/lifetime.test.mjs test/workers.test.mjs \
    test/promises/endings.test.mjs

packed=$tools/node-pack
if ! { [ -f "$packed/.list" ] && cmp -s scripts/node/pack/package-lock.json "$packed/.list"; }; then
    echo "node: installing attw, Bun and Deno into ${packed#"$PWD/"} (about 310 MB), once" >&2
    rm -rf "$packed"
    mkdir -p "$packed"
    cp scripts/node/pack/package.json scripts/node/pack/package-lock.json scripts/node/pack/.npmrc "$packed/"
    (cd "$packed" && npm ci --silent --ignore-scripts --no-audit --no-fund)
    cp scripts/node/pack/package-lock.json "$packed/.list"
fi
scripts/node/smoke.sh "$main" "$platform" "$compat"
scripts/node/bundlers.sh "$main" "$platform" "$compat"
