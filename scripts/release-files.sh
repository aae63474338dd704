#!/usr/bin/env bash
# Checks that a folder has every file of a release, and nothing else, and writes SHA256SUMS into it.
# usage: scripts/release-files.sh FOLDER
set -euo pipefail
folder=${1:?the folder of the files}
version=$("$(dirname "${BASH_SOURCE[0]}")/versions.sh")
cd "$folder"

expected=(
    "parlour-$version.crate"
    "parlour-$version.tar.gz"
    "parlour-$version-cp311-abi3-manylinux_2_28_"{x86_64,aarch64}.whl
    # The builder chooses the version of macOS in the names.
    "parlour-$version-cp311-abi3-macosx_*_"{x86_64,arm64}.whl
    "parlour_compat-$version"{.tar.gz,-py3-none-any.whl}
    "parlour-"{,compat-}"$version.tgz"
    "parlour-linux-"{x64,arm64}-{gnu,musl}"-$version.tgz"
    "parlour-darwin-"{x64,arm64}"-$version.tgz"
    "parlour-win32-x64-msvc-$version.tgz"
    "parlour-"{,debug-}"$version-"{x86_64,aarch64}{,-musl}.tar.gz
)
wrong=0
files=()
for pattern in "${expected[@]}"; do
    mapfile -t found < <(compgen -G "$pattern" || true)
    if [ "${#found[@]}" -ne 1 ]; then
        wrong=1
        echo "release: ${#found[@]} files are called $pattern, not one" >&2
    fi
    files+=("${found[@]}")
done
others=$(comm -13 <(printf '%s\n' "${files[@]}" | sort) <(ls -A | sort))
if [ -n "$others" ]; then
    wrong=1
    echo "release: not a part of a release: ${others//$'\n'/, }" >&2
fi
[ "$wrong" -eq 0 ]
sha256sum -- "${files[@]}" | tee SHA256SUMS
