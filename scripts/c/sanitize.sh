#!/usr/bin/env bash
# Runs the test programs of C and C++ under the address, leak and undefined-behaviour sanitizers of gcc, and under
# valgrind where it is installed. Before that it proves that each of these would notice: a program that reads too far,
# one that overflows and one that forgets a handle of the library must fail.
# Prints the counts last; exits 1 if something failed.
#
#   scripts/c/sanitize.sh <folder of the library> [--sanitizers | --valgrind]      both unless one is given
#
#   PARLOUR_FUZZ_SECONDS  how long the fuzz program runs in each round (default: 5)
set -euo pipefail
built=$(cd "${1:?the folder of the library}" && pwd)
part=${2:-}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

wrong=bindings/c/tests/sanitize
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0
skipped=0

verdict() { # what, whether it is good (0)
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
        echo "sanitize: $1: ok"
    else
        failed=$((failed + 1))
        echo "sanitize: $1: FAILED"
    fi
}
compile() { # program, flags
    gcc -std=c11 -g -O1 -Wall -Wextra -Iinclude "${@:2}" "$wrong/$1.c" -o "$scratch/$1" -L"$built" -lparlour \
        -Wl,-rpath,"$built"
}
# Both suites under one tool, side by side: neither keeps more than one core busy.
both() { # the tool's flag, what is said of it
    local library status=0
    PARLOUR_C_LIB=$built scripts/c/test-core.sh "$1" >"$scratch/library" 2>&1 &
    library=$!
    scripts/c/promises.sh "$built" "$1" || status=$?
    verdict "the promises$2" "$status"
    wait "$library" && status=0 || status=$?
    cat "$scratch/library"
    verdict "the tests of the library$2" "$status"
}
must_fail() { # what, program, the words of the finding, command before it
    local status=0 good=1
    "${@:4}" "$scratch/$2" >"$scratch/out" 2>&1 || status=$?
    if [ "$status" -ne 0 ] && grep -q "$3" "$scratch/out"; then good=0; else cat "$scratch/out"; fi
    verdict "$1" "$good"
}

sanitizers() {
    local program status=0
    for program in overflow undefined leak; do
        compile "$program" -fsanitize=address,undefined -fno-sanitize-recover=all
    done
    export ASAN_OPTIONS=detect_leaks=1
    must_fail "a byte too far is noticed" overflow 'heap-buffer-overflow'
    must_fail "an integer too large is noticed" undefined 'signed integer overflow'
    must_fail "a forgotten handle is noticed" leak 'LeakSanitizer: detected memory leaks'
    both --sanitize ""
    PARLOUR_C_LIB=$built scripts/c/test-core.sh --threads || status=$?
    verdict "the tests with threads under ThreadSanitizer" "$status"
}
under_valgrind() {
    if ! command -v valgrind >/dev/null; then
        skipped=$((skipped + 1))
        echo "sanitize: valgrind left out: it is not installed"
        return
    fi
    compile leak
    must_fail "a forgotten handle is noticed by valgrind" leak 'definitely lost' \
        valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite
    both --valgrind " under valgrind"
}

case $part in
--sanitizers) sanitizers ;;
--valgrind) under_valgrind ;;
"") sanitizers && under_valgrind ;;
*)
    echo "sanitize: what is $part?" >&2
    exit 2
    ;;
esac

echo "sanitize: $passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
