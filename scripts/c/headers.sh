#!/usr/bin/env bash
# The headers are good neighbours: each one compiles alone, as every C and C++ a user may choose, under gcc and (but for
# the middle standards) clang, without a warning; their documentation fits their declarations.
#
#   PARLOUR_TOOLS  where clang and asio are (default: .tools in this repository; scripts/c/env.sh installs them)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

scripts/c/env.sh
tools=$(cd "${PARLOUR_TOOLS:-.tools}" && pwd)
include=$PWD/include
strict=(-Wall -Wextra -Werror -pedantic)
# Warnings that strict projects add: the header must not break their build.
c_extra=(-Wstrict-prototypes -Wmissing-prototypes -Wundef -Wcast-qual -Wconversion -Wsign-conversion -Wshadow)
cpp_extra=(-Wundef -Wcast-qual -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Wnon-virtual-dtor)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0
skipped=0

log=$scratch/log
object=$scratch/out.o
look() { # what, command...
    local what=$1
    shift
    if "$@" >"$log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "headers: $what: FAILED"
        cat "$log"
    fi
}

for header in parlour.h parlour_emulator.h; do
    printf '#include <%s>\nint main(void) { return 0; }\n' "$header" >"$scratch/${header%.h}.c"
done
for header in parlour.h parlour_emulator.h parlour.hpp; do
    printf '#include <%s>\nint main() { return 0; }\n' "$header" >"$scratch/${header%.*}_${header##*.}.cpp"
done
# Each part alone.
for header in "$include"/parlour/*.h; do
    name=${header##*/}
    printf '#include <parlour/%s>\nint main(void) { return 0; }\n' "$name" >"$scratch/c_part_${name%.h}.c"
done
for header in "$include"/parlour/*.hpp; do
    name=${header##*/}
    case $name in asio_*) continue ;; esac
    printf '#include <parlour/%s>\n' "$name" >"$scratch/part_${name%.hpp}.cpp"
done
# A user compiles many files with the header, and links them.
printf '#include <parlour.hpp>\nint other() { return 0; }\n' >"$scratch/other.cpp"
cp "$scratch/parlour_hpp.cpp" "$scratch/twice.cpp"
cp bindings/c/tests/headers/{every.c,every.cpp,macros.h,macros.cpp} "$scratch/"

# gcc generates code for the oldest standard alone: warnings come before that, and it takes half of the time. zig passes
# `-c` to clang in any case, which warns that it is unused beside `-fsyntax-only`.
stage() { # compiler, standard, the oldest one
    if [[ ${1##*/} != zig-* && $2 != "$3" ]]; then echo -fsyntax-only; else echo -c; fi
}
in_every_standard() { # compiler of C, compiler of C++
    local standard source
    local c=(c99 c11 c17) cpp=(c++17 c++20 c++23)
    # The middle by the one that compiles it in half of the time.
    [[ ${1##*/} != zig-* ]] || c=(c99 c17) cpp=(c++17 c++23)
    for standard in "${c[@]}"; do
        for source in parlour parlour_emulator every; do
            look "$source.c as $standard by ${1##*/}" "$1" "-std=$standard" "${strict[@]}" "${c_extra[@]}" \
                -I"$include" "$(stage "$1" "$standard" c99)" "$scratch/$source.c" -o "$object"
        done
    done
    for standard in "${cpp[@]}"; do
        for source in parlour_h parlour_emulator_h parlour_hpp every macros; do
            look "$source.cpp as $standard by ${2##*/}" "$2" "-std=$standard" "${strict[@]}" "${cpp_extra[@]}" \
                -I"$include" "$(stage "$2" "$standard" c++17)" "$scratch/$source.cpp" -o "$object"
        done
    done
    # Programs without exceptions have the half of the interface that needs none.
    look "parlour.hpp without exceptions by ${2##*/}" "$2" -std=c++17 -fno-exceptions -fno-rtti \
        "${strict[@]}" "${cpp_extra[@]}" -I"$include" -c "$scratch/parlour_hpp.cpp" -o "$object"
}
# The one compiler beside the other, with files and counts of its own.
(
    log=$scratch/log.clang
    object=$scratch/out.clang.o
    in_every_standard "$tools/c/bin/zig-cc" "$tools/c/bin/zig-c++"
    echo "$passed $failed" >"$scratch/clang"
) &
in_every_standard gcc g++
wait "$!"
read -r clang_passed clang_failed <"$scratch/clang"
passed=$((passed + clang_passed))
failed=$((failed + clang_failed))
# Only clang's library has std::format here.
look "std::formatter by zig-c++" "$tools/c/bin/zig-c++" -std=c++23 "${strict[@]}" "${cpp_extra[@]}" -I"$include" \
    -Ibindings/c/tests/cpp -c bindings/c/tests/cpp/values.cpp -o "$object"
# Views of temporaries: refused, and for no other reason.
dangles() { # case
    if [ "$1" -ge 20 ]; then
        ! "$tools/c/bin/zig-c++" -std=c++17 -Werror -I"$include" "-DCASE=$1" -c bindings/c/tests/headers/refused.cpp \
            -o "$scratch/dangles.o" \
            >"$scratch/dangles" 2>&1 && grep -q 'Wdangling' "$scratch/dangles"
        return
    fi
    ! g++ -std=c++17 -I"$include" "-DCASE=$1" -fsyntax-only bindings/c/tests/headers/refused.cpp \
        >"$scratch/dangles" 2>&1 &&
        grep -q 'use of deleted function' "$scratch/dangles"
}
for compiler in g++ "$tools/c/bin/zig-c++"; do
    look "what does not dangle, by ${compiler##*/}" "$compiler" -std=c++17 "${strict[@]}" -I"$include" -DCASE=0 \
        -c bindings/c/tests/headers/refused.cpp -o "$object"
done
for number in $(sed -nE 's/^#elif CASE == ([0-9]+)$/\1/p' bindings/c/tests/headers/refused.cpp); do
    look "a view of a temporary is refused, case $number" dangles "$number"
done
# Each part alone, in whatever order a program includes them.
for source in "$scratch"/part_*.cpp; do
    look "${source##*/part_} alone" g++ -std=c++20 "${strict[@]}" "${cpp_extra[@]}" -I"$include" -fsyntax-only "$source"
done
for source in "$scratch"/c_part_*.c; do
    look "${source##*/c_part_} alone" gcc -std=c99 "${strict[@]}" "${c_extra[@]}" -I"$include" -fsyntax-only "$source"
done
look "parlour.hpp in two files of one program" g++ -std=c++17 -I"$include" "$scratch/twice.cpp" "$scratch/other.cpp" \
    -fsyntax-only

# Every constant of parlour.h has a name in parlour.hpp: else a new kind would be a bare number in C++.
named() {
    local name missing=0
    for name in $(sed -nE 's/^#define (PARLOUR_(KIND|EVENT|DELTA|BLOCK|INPUT|MODE|COMPLETION|HTTP)_[A-Z0-9_]+).*/\1/p' \
        "$include"/parlour/*.h | sort -u); do
        grep -qw "$name" "$include"/parlour/*.hpp || { echo "parlour.hpp does not name $name" && missing=1; }
    done
    return "$missing"
}
look "the constants of parlour.h in parlour.hpp" named

for source in parlour.c parlour_emulator.c; do
    look "documentation of ${source%.c}.h" "$tools/c/bin/zig-cc" -std=c99 \
        -Wdocumentation -Wdocumentation-pedantic -Werror \
        -I"$include" -c "$scratch/$source" -o "$object"
done
look "documentation of parlour.hpp" "$tools/c/bin/zig-c++" -std=c++17 -Wdocumentation -Werror \
    -I"$include" -c "$scratch/parlour_hpp.cpp" -o "$object"

if scripts/c/env.sh asio; then
    for standard in c++17 c++20; do
        look "parlour_asio.hpp as $standard" g++ "-std=$standard" "${strict[@]}" -I"$include" \
            -isystem "$tools/asio/usr/include" -DASIO_STANDALONE -c bindings/c/tests/headers/asio.cpp -o "$object"
    done
    # Boost.Asio is the same code by other names: here under these, from the standalone headers.
    mkdir -p "$scratch/boost"
    (cd "$tools/asio/usr/include/asio" && find . -name '*.hpp') | while read -r header; do
        mkdir -p "$scratch/boost/boost/asio/${header%/*}"
        printf '#include <asio/%s>\n#include <stand_in.hpp>\n' "${header#./}" >"$scratch/boost/boost/asio/$header"
    done
    printf '%s\n' '#pragma once' '#include <system_error>' 'namespace asio {}' \
        'namespace boost { namespace asio = ::asio;' \
        'namespace system { using error_code = std::error_code; } }' >"$scratch/boost/stand_in.hpp"
    look "parlour_asio.hpp by the names of Boost" g++ -std=c++20 "${strict[@]}" -I"$include" \
        -isystem "$tools/asio/usr/include" \
        -isystem "$scratch/boost" -DASIO_STANDALONE -DPARLOUR_ASIO_BOOST -fsyntax-only \
        bindings/c/tests/headers/asio_tokens.cpp
else
    skipped=$((skipped + 1))
    echo "headers: parlour_asio.hpp left out: asio is not to be had on this machine"
fi

if command -v doxygen >/dev/null; then
    # shellcheck disable=SC2016 # the macros are Doxygen's
    {
        printf 'PROJECT_NAME = parlour\nINPUT = %s\nOUTPUT_DIRECTORY = %s\n' "$include" "$scratch/doxygen"
        printf 'FILE_PATTERNS = *.h *.hpp\nGENERATE_LATEX = NO\nQUIET = YES\nWARN_AS_ERROR = FAIL_ON_WARNINGS\n'
        printf 'RECURSIVE = YES\nHAVE_DOT = NO\nEXTRACT_ALL = NO\nWARN_IF_UNDOCUMENTED = YES\n'
        printf 'MACRO_EXPANSION = YES\nTYPEDEF_HIDES_STRUCT = YES\n'
        printf 'JAVADOC_AUTOBRIEF = YES\nOPTIMIZE_OUTPUT_FOR_C = YES\nEXTENSION_MAPPING = h=C++ hpp=C++\n'
    } >"$scratch/Doxyfile"
    look "rendered by Doxygen" doxygen "$scratch/Doxyfile"
else
    skipped=$((skipped + 1))
    echo "headers: Doxygen left out: it is not installed"
fi

echo "headers: $passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
