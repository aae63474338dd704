#!/usr/bin/env bash
# Installs the tarballs of the Node packages into empty projects, with nothing from a registry, and tests their
# guarantees: ES modules, CommonJS, TypeScript, other runtimes, and sentences that explain where it cannot work.
# Arguments: the main tarball, that of this platform, and that of `parlour-compat`.
#
#   PARLOUR_TOOLS  where other runtimes and attw are (default: .tools in this repository; scripts/node/package.sh
#                  installs them)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

main=$(realpath "${1:?the main tarball}")
platform=$(realpath "${2:?the tarball of this platform}")
compat=$(realpath "${3:?the tarball of parlour-compat}")
smoke=$PWD/scripts/node/smoke
modules=$PWD/bindings/node/node_modules
packed=$(cd "${PARLOUR_TOOLS:-.tools}" && pwd)/node-pack/node_modules
scratch=$(cd "$(mktemp -d)" && pwd -P)
trap 'rm -rf "$scratch"' EXIT
log=$scratch/log
passed=0
failed=0

look() { # what, command...
    local what=$1
    shift
    if "$@" >"$log" 2>&1; then
        passed=$((passed + 1))
        echo "package: $what: ok"
    else
        failed=$((failed + 1))
        echo "package: $what: FAILED"
        cat "$log"
    fi
}
# Passes if the command fails and prints every one of these texts.
refuses() { # texts..., then -- and the command
    local texts=() text
    while [ "$1" != -- ]; do
        texts+=("$1")
        shift
    done
    shift
    if "$@" >"$scratch/said" 2>&1; then
        echo "it worked"
        return 1
    fi
    for text in "${texts[@]}"; do
        grep -qF -- "$text" "$scratch/said" || {
            echo "it did not say: $text"
            cat "$scratch/said"
            return 1
        }
    done
}
# Nothing of the caller's: no key, no other package.
bare() { env -i PATH="$PATH" HOME="$scratch" "$@"; }

project() { # name, tarballs...
    local folder=$scratch/$1
    shift
    mkdir "$folder"
    cp -r "$smoke/." "$folder/"
    echo '{"name": "somebody-elses", "private": true}' >"$folder/package.json"
    (cd "$folder" && bare npm install --offline --silent --no-audit --no-fund --omit=dev "$@")
}

project whole "$main" "$platform" "$compat"
# A program of the official SDK, and the changes that it needs.
checks() {
    local said
    printf 'import Vendor from "parlour-compat";\nawait new Vendor().beta.sessions.create({});\n' >moving.mjs
    said=$(bare node_modules/.bin/parlour-compat check moving.mjs) && return 1
    [[ $said == moving.mjs:2:* ]]
}

cd "$scratch/whole"
look "ES modules" bare node esm.mjs "$PWD"
look "CommonJS" bare node cjs.cjs "$PWD"
look "parlour-compat, ES modules" bare node compat.mjs
look "parlour-compat, CommonJS" bare node compat.cjs
look "parlour-compat check" checks

# --- Types
mkdir -p node_modules/@types
cp -r "$modules/@types/node" node_modules/@types/
cp -r "$modules/undici-types" node_modules/
tsc() { "$modules/.bin/tsc" --noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target es2022 \
    --types node "$@"; }
cp types.ts esm-types.mts
cp compat-types.ts esm-compat-types.mts
cp compat-types.ts cjs-compat-types.cts
cp types.ts cjs-types.cts
look "TypeScript, node16" tsc --module node16 --moduleResolution node16 esm-types.mts cjs-types.cts
look "TypeScript, nodenext" tsc --module nodenext --moduleResolution nodenext esm-types.mts cjs-types.cts
look "TypeScript, bundler" tsc --module esnext --moduleResolution bundler types.ts
look "parlour-compat: TypeScript, node16" tsc --module node16 --moduleResolution node16 esm-compat-types.mts \
    cjs-compat-types.cts
look "parlour-compat: TypeScript, bundler" tsc --module esnext --moduleResolution bundler compat-types.ts
look "attw" bare "$packed/.bin/attw" --no-color --no-emoji "$main"
look "parlour-compat: attw" bare "$packed/.bin/attw" --no-color --no-emoji "$compat"

# --- Where it must not be loaded
for condition in browser react-native edge-light workerd; do
    look "$condition, import" refuses "parlour runs on servers" -- \
        bare node -C "$condition" --input-type=module -e 'import { Client } from "parlour"; new Client();'
    look "$condition, require" refuses "parlour runs on servers" -- bare node -C "$condition" -e 'require("parlour")'
    look "$condition, parlour-compat" refuses "parlour runs on servers" -- \
        bare node -C "$condition" --input-type=module -e 'import Vendor from "parlour-compat"; new Vendor();'
    look "$condition, parlour/testing" refuses "parlour runs on servers" -- \
        bare node -C "$condition" --input-type=module -e 'import { Emulator } from "parlour/testing"; Emulator.start();'
done

# --- Other runtimes
bun=$(compgen -G "$packed/@oven/bun-*/bin/bun" | head -n 1 || true)
deno=$(compgen -G "$packed/@deno/*/deno" | head -n 1 || true)
look "Bun, ES modules" bare "$bun" esm.mjs "$PWD"
look "Bun, parlour-compat" bare "$bun" compat.mjs
look "Bun, CommonJS" bare "$bun" cjs.cjs "$PWD"
look "Deno, ES modules" bare DENO_NO_UPDATE_CHECK=1 "$deno" run \
    --no-prompt --allow-all --node-modules-dir=manual esm.mjs "$PWD"
look "Deno, CommonJS" bare DENO_NO_UPDATE_CHECK=1 "$deno" run \
    --no-prompt --allow-all --node-modules-dir=manual cjs.cjs "$PWD"

# --- Without the binary, or with a wrong one
ending='{linux: "-gnu", win32: "-msvc"}[process.platform] ?? ""'
suffix=$(node -p "\`\${process.platform}-\${process.arch}\` + ($ending)")
project alone "$main"
cd "$scratch/alone"
look "no binary" refuses "parlour-$suffix: not installed" "optional dependencies" -- bare node -e 'require("parlour")'
look "no binary, import" refuses "parlour-$suffix: not installed" -- bare node --input-type=module -e 'import "parlour"'
look "musl" refuses "linux x64, musl" "parlour-linux-x64-musl: not installed" -- \
    bare PRETEND=linux-x64-musl node -r ./pretend.cjs -e 'require("parlour")'
look "a platform without a binary" refuses "no binary for freebsd on riscv64" -- \
    bare PRETEND=freebsd-riscv64 node -r ./pretend.cjs -e 'require("parlour")'
# The loader names the published platforms, and nothing else.
lists() {
    local said
    said=$(bare PRETEND=freebsd-riscv64 node -r ./pretend.cjs -e 'require("parlour")' 2>&1 || true)
    SAID=$said node -e '
        const { optionalDependencies } = require("./node_modules/parlour/package.json");
        const named = process.env.SAID.match(/[a-z0-9]+-(x64|arm64)(-[a-z]+)?/g).sort().join();
        const published = Object.keys(optionalDependencies).map((name) => name.replace("parlour-", "")).sort().join();
        if (named !== published) throw new Error(`the loader names ${named}, published are ${published}`);
    '
}
look "the loader knows the platforms" lists

cd "$scratch/whole"
binary=node_modules/parlour-$suffix/parlour.$suffix.node
cp "$binary" "$scratch/kept"
sed -i.kept 's/"version": "[^"]*"/"version": "99.0.0"/' node_modules/parlour/package.json
look "a binary of another version" refuses "99.0.0" "$suffix" -- bare node -e 'require("parlour")'
mv node_modules/parlour/package.json.kept node_modules/parlour/package.json
echo "no binary at all" >"$binary"
look "a broken binary" refuses "reinstall" -- bare node -e 'require("parlour")'
cp "$scratch/kept" "$binary"

echo "package of Node: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
