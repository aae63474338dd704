#!/usr/bin/env bash
# Runs the tests of the C library itself: each program of bindings/c/tests/core, built against include/ and the library.
#
#   scripts/c/test-core.sh [--sanitize | --valgrind | --threads] [name ...]      names without .c (default: all)
#
#   --sanitize  the programs are built with ASan, UBSan and LeakSanitizer (which also watches the library's
#               allocations)
#   --valgrind  the programs run under valgrind, leaks are failures
#   --threads   those with threads of their own are built with ThreadSanitizer, which must find nothing with the
#               suppressions that are shipped
#   CC          the compiler (default: cc)
#   PARLOUR_C_LIB  a folder with libparlour.so to test instead of a debug build
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
tests=$root/bindings/c/tests/core
mode=plain
case ${1:-} in --sanitize | --valgrind | --threads) mode=${1#--} && shift ;; esac

lib=${PARLOUR_C_LIB:-$("$root/scripts/c/build.sh")}
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
flags=(-std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -pedantic -O1 -g -pthread)
run=(timeout 300)
case $mode in
    sanitize)
        flags+=(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
        ;;
    threads)
        flags+=(-fsanitize=thread)
        export TSAN_OPTIONS=suppressions=$root/bindings/c/suppressions/tsan.supp
        ;;
    valgrind)
        if ! command -v valgrind >/dev/null; then
            echo "c: valgrind is not installed: its run is skipped"
            exit 0
        fi
        export PARLOUR_ROUNDS=${PARLOUR_ROUNDS:-4}
        # With the suppressions that are shipped, nothing is "possibly lost" either.
        run=(timeout 1200 valgrind --quiet --error-exitcode=99 --leak-check=full --child-silent-after-fork=yes
            --fair-sched=yes --show-leak-kinds=definite,indirect,possible
            --errors-for-leak-kinds=definite,indirect,possible
            --suppressions="$root/bindings/c/suppressions/parlour.supp"
            --suppressions="$root/bindings/c/tests/programs.supp")
        ;;
esac

python3 "$tests/entries.py" "$root/include"/parlour/*.h "$root/include/parlour_emulator.h" >"$built/entries.h"

names=("$@")
if [ ${#names[@]} -eq 0 ] && [ $mode = threads ]; then
    names=(join interrupt threads cancel tools)
elif [ ${#names[@]} -eq 0 ]; then
    for file in "$tests"/*.c; do names+=("$(basename "$file" .c)"); done
fi
good=0 bad=0
for name in "${names[@]}"; do
    # They replace malloc, as the sanitizers do.
    case $name in allocations | torture) [ $mode = plain ] || continue ;; esac
    "${CC:-cc}" "${flags[@]}" -I "$root/include" -I "$built" "$tests/$name.c" -o "$built/$name" \
        -L "$lib" -lparlour -Wl,-rpath,"$lib"
    # They exit with calls in flight, or fork: the child leaves handles of the parent alone on purpose.
    leaks=1 look=()
    case $name in leaving | fork) leaks=0 look=(--leak-check=no) ;; esac
    [ $mode = valgrind ] || look=()
    if ASAN_OPTIONS=detect_leaks=$leaks:exitcode=99 "${run[@]}" "${look[@]}" "$built/$name" >"$built/log" 2>&1; then
        grep '^ok ' "$built/log" | sed "s/^ok /$name: /" || true
        good=$((good + 1))
    else
        echo "$name: FAILED ($?)"
        tail -60 "$built/log"
        bad=$((bad + 1))
    fi
done
echo "$good passed, $bad failed"
[ "$bad" -eq 0 ]
