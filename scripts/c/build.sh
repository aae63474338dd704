#!/usr/bin/env bash
# Builds the C library and lays it into a folder under the names that programs link: libparlour.so.<major> with its
# links, libparlour.a, and native-static-libs: what a static link needs besides. The headers are in include/. Of a
# release, symbols and line tables go into a file of their own (scripts/c/split-debug.sh).
#
#   scripts/c/build.sh [--release] [folder]     folder: target/c unless given (target/c-release with --release)
#
#   CARGO_TARGET_DIR  as for cargo
#   EMULATOR          no: a release without the service for tests, and without the functions of parlour_emulator.h
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
profile=debug
flags=()
if [ "${1:-}" = --release ]; then
    profile=release
    flags=(--release)
    shift
fi
folder=${1:-$target/c$([ "$profile" = release ] && echo -release || true)}

# Debug builds are those of `make build`, release builds those of every library that is shipped: with another selection
# of packages their dependencies have other features, and are compiled once more.
if [ "$profile" = debug ]; then
    selection=(--workspace --all-targets)
elif [ "${EMULATOR:-}" = no ]; then
    selection=(--package parlour-c --no-default-features)
else
    selection=(--package parlour-c --package parlour-node)
fi
cargo build --quiet --manifest-path "$root/Cargo.toml" "${selection[@]}" "${flags[@]}" ${CI:+--locked} \
    --target-dir "$target"

major=$(sed -nE 's/^const ABI_MAJOR: u32 = ([0-9]+);$/\1/p' "$root/bindings/c/build.rs")
version=$(sed -nE 's/^version = "([^"]+)"$/\1/p' "$root/Cargo.toml" | head -1)
: "${major:?bindings/c/build.rs names no ABI_MAJOR}" "${version:?Cargo.toml names no version}"
mkdir -p "$folder"
shared=$folder/libparlour.so.$major.$version
if [ "$profile" = release ]; then
    "$root/scripts/c/split-debug.sh" "$target/$profile/libparlour_c.so" "$shared"
else
    cp -f "$target/$profile/libparlour_c.so" "$shared.new"
    mv -f "$shared.new" "$shared"
fi
ln -sf "libparlour.so.$major.$version" "$folder/libparlour.so.$major"
ln -sf "libparlour.so.$major" "$folder/libparlour.so"
if [ ! "$folder/libparlour.a" -nt "$target/$profile/libparlour_c.a" ]; then
    "$root/scripts/c/localise.sh" "$target/$profile/libparlour_c.a" "$folder/libparlour.a"
    [ "$profile" = debug ] || strip --strip-unneeded "$folder/libparlour.a"
fi
"$root/scripts/c/static-libs.sh" >"$folder/native-static-libs"
echo "$folder"
