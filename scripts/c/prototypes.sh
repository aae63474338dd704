#!/usr/bin/env bash
# Prints the prototype of each function that the C headers declare, one a line and spelled alike whatever the layout of
# the header; inline functions are left out. For the checks that compare what is declared with something else.
# Arguments: the headers' folder (default: include), then the names of the headers (default: all of C). Needs gcc.
set -euo pipefail

folder=$(cd "${1:-"$(dirname "${BASH_SOURCE[0]}")/../../include"}" && pwd)
shift || true
[ $# -gt 0 ] || set -- parlour.h parlour_emulator.h
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

printf '#include "%s"\n' "$@" >"$scratch/all.c"
gcc -std=c99 -fsyntax-only -I"$folder" -aux-info "$scratch/all.txt" "$scratch/all.c"
grep -F "/* $folder/" "$scratch/all.txt" | sed -nE 's|^/\* [^*]* \*/ extern (.*;)$|\1|p'
