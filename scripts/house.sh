#!/usr/bin/env bash
# The rules of the house that no compiler checks, over every file that is or will be under version control.
# Prints each breach with its place; exits 1 if there is one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

breaches=0
breach() { # rule, the places where it is broken
    if [ -n "$2" ]; then
        breaches=$((breaches + 1))
        printf 'house: %s\n%s\n' "$1" "$2"
    fi
}
files() { # suffixes or paths as git understands them
    git ls-files -z --cached --others --exclude-standard -- "$@" | while IFS= read -r -d '' file; do
        if [ -f "$file" ]; then printf '%s\0' "$file"; fi
    done
}
search() { # pattern, then paths; never fails
    local pattern=$1
    shift
    files "$@" | xargs -0 -r grep -nHE -- "$pattern" || true
}

# `unsafe_code` is denied for the workspace; only the border to the system and to host languages may allow it, in the
# files named here. That each block gives its reason is clippy's to check (undocumented_unsafe_blocks).
places=$(search 'allow\([^)]*unsafe_code|unsafe (fn|impl|extern|\{)' '*.rs' \
    ':!bindings/bridge/src/fork.rs' ':!bindings/bridge/src/blocking.rs' \
    ':!bindings/bridge/src/idle_ports.rs' ':!bindings/bridge/src/per_process.rs' \
    ':!bindings/bridge/src/signal_mask.rs' \
    ':!bindings/bridge/tests/fork.rs' \
    ':!bindings/python/src/exit.rs' ':!bindings/python/src/json_out/instance.rs' \
    ':!bindings/python/src/lib.rs' ':!bindings/python/src/partial_json.rs' ':!bindings/python/src/port.rs' \
    ':!bindings/c/src/batch.rs' ':!bindings/c/src/catch.rs' \
    ':!bindings/c/src/credential.rs' ':!bindings/c/src/hook.rs' \
    ':!bindings/c/src/dispatch.rs' ':!bindings/c/src/lib.rs' \
    ':!bindings/c/src/head.rs' ':!bindings/c/src/interrupt.rs' ':!bindings/c/src/listener.rs' \
    ':!bindings/c/src/logs.rs' ':!bindings/c/src/op.rs' ':!bindings/c/src/park.rs' ':!bindings/c/src/queue.rs' \
    ':!bindings/c/src/stops.rs' ':!bindings/c/src/text.rs' ':!bindings/c/src/tool_set.rs' \
    ':!bindings/c/src/upload.rs' ':!bindings/c/src/user.rs' \
    ':!bindings/node/src/environment.rs' ':!bindings/node/src/errors.rs' ':!bindings/node/src/js.rs' \
    ':!bindings/node/src/env_port.rs' ':!bindings/node/src/wake.rs' ':!bindings/node/src/uv_poll.rs' \
    ':!core/fuzz/fuzz_targets/c_texts.rs' ':!tests/conformance/drivers/c/json/src/lib.rs')
breach 'unsafe code outside the places made for it' "$places"

# A thread that Python ends must not be unwound: those of ours enter through the guard.
places=$(search 'Python::(attach|try_attach|with_gil|assume_attached)' 'bindings/python/src/*.rs' \
    ':!bindings/python/src/exit.rs')
breach 'Python is entered past the guard of bindings/python/src/exit.rs' "$places"

places=$(files '*.rs' | while IFS= read -r -d '' file; do
    case $(grep -m1 -vE '^#!\[' "$file") in '//!'*) ;; *) echo "$file" ;; esac
done)
breach 'a file that does not begin by saying what it is for (//!)' "$places"

places=$(search '(^|[^a-zA-Z_])(TODO|FIXME|XXX|HACK)([^a-zA-Z_]|$)|(todo|unimplemented)!\(|#\[ignore' \
    '*.rs' '*.py' '*.mjs' '*.ts' '*.mts' '*.c' '*.h' '*.hpp' '*.cpp' '*.sh' '*.toml' ':!scripts/house.sh')
breach 'unfinished work' "$places"

# Real services are named only in the presets, and where their own clients check the emulator.
names=$(sed -nE 's/^ *(vendor|model_prefix): "([a-z]+)",$/\2/p' core/src/service/presets.rs | sort -u | paste -sd'|')
: "${names:?the presets name no vendor: has their file changed its shape?}"
places=$(files '*' ':!core/src/service' ':!tests/sdk-check' ':!*.lock' |
    { xargs -0 -r grep -nIiE -- "$names" || true; } | cut -c1-160)
breach 'a vendor named outside its preset' "$places"

# Arrows go one way: the emulator would confirm the core's mistakes.
places=$(grep -nE '^parlour[ .=]' tests/emulator/Cargo.toml || true)
breach 'the emulator depends on the core' "$places"
places=$(sed '/^\[dev-dependencies\]/,$d' core/Cargo.toml | grep -nE '^parlour-' || true)
breach 'the core depends on the emulator' "$places"
# Bindings use the core only through the bridge.
places=$(for manifest in bindings/{c,node,python}/Cargo.toml; do
    sed -n '/^\[dependencies\]/,/^\[/p' "$manifest" | grep -nE '^parlour[ .=]' | sed "s|^|$manifest:|" || true
done)
breach 'a binding depends on the core and not on the bridge alone' "$places"

# A program has one version of what the core shares with it; a binding is a program of its own, and may pin.
places=$(grep -nE '^[a-z_-]+ = .*"=[0-9]' Cargo.toml core/Cargo.toml | grep -vE ':napi' || true)
breach 'an exact version of a crate that users share' "$places"

# All packages are released together.
places=$(scripts/versions.sh 2>&1 >/dev/null) || true
breach 'packages of different versions' "$places"

places=$(files '*.sh' '.ci/run' | while IFS= read -r -d '' file; do
    bash -n "$file" 2>&1 || true
    [ -x "$file" ] || echo "$file is not executable"
done)
breach 'a script that does not run' "$places"

# .editorconfig says 120 columns; scripts/width.py says what is exempt.
places=$(scripts/width.py 2>&1) || true
breach 'a line wider than 120 columns' "$places"

# Comments give their source by page and number; both have to be here.
places=$(scripts/docs/citations.py 2>&1) || true
breach 'a citation or a link that leads nowhere' "$places"

if [ "$breaches" -gt 0 ]; then
    echo "house: rules broken: $breaches"
    exit 1
fi
echo "house: all rules hold"
