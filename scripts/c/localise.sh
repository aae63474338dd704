#!/usr/bin/env bash
# Makes of a static library as cargo builds it one that gives away parlour_* alone: the standard library and everything
# else in it become local, so that it links beside any other static library of Rust (two have the same
# rust_eh_personality), of ring, or of whatever else is in it. Left-over bitcode of LLVM goes. Wants the linker, objcopy
# and ar of binutils, or for the library of another machine those of LLVM.
#
#   scripts/c/localise.sh <the archive of cargo> <the archive to write>
#
#   LD, OBJCOPY, AR  the programs, with their first words (default: ld, objcopy, ar)
set -euo pipefail

archive=$(realpath "${1:?the archive of cargo}")
out=${2:?the archive to write}
read -ra ld <<<"${LD:-ld}"
read -ra objcopy <<<"${OBJCOPY:-objcopy}"
read -ra ar <<<"${AR:-ar}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Only what an exported function needs is taken out of the archive, as a program's linker would. Groups are settled
# here: a program's linker would drop one of ours for another library's of the same name, and what refers to it is local
# then.
readelf -sW "$archive" 2>/dev/null \
    | awk '$4 == "FUNC" && $5 == "GLOBAL" && $7 != "UND" && $8 ~ /^parlour_/ {print "--undefined=" $8}' |
    sort -u >"$scratch/wanted"
if [ ! -s "$scratch/wanted" ]; then
    echo "localise: $archive has no function of the headers" >&2
    exit 1
fi
"${ld[@]}" -r --force-group-allocation -o "$scratch/whole.o" @"$scratch/wanted" "$archive"
"${objcopy[@]}" --wildcard --keep-global-symbol='parlour_*' \
    --remove-section=.llvmbc --remove-section=.llvmcmd "$scratch/whole.o" \
    "$scratch/parlour.o"
rm "$scratch/whole.o"
# Without times and owners: the same objects make the same archive.
"${ar[@]}" rcsD "$scratch/libparlour.a" "$scratch/parlour.o"
mv -f "$scratch/libparlour.a" "$out.new"
chmod 644 "$out.new"
mv -f "$out.new" "$out"
