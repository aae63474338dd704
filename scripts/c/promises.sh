#!/usr/bin/env bash
# Runs the programs of bindings/c/tests/promises and bindings/c/tests/cpp: one program for each promise to programs in C
# and C++ that is not the library's own affair (those are in tests/core).
#
#   scripts/c/promises.sh <folder of the library> [--shared | --static | --sanitize | --valgrind]
#
#   --shared    as a program links usually, with -O2 (the default)
#   --static    against libparlour.a
#   --sanitize  under ASan, UBSan and LeakSanitizer, which also watches what the library allocates
#   --valgrind  under valgrind; leaks are failures
#   PARLOUR_FUZZ_SECONDS  how long the fuzz program runs (default: 5)
#   ONE_STANDARD          if set, C++ programs run as the newest of their standards alone
set -euo pipefail
built=$(cd "${1:?the folder of the library}" && pwd)
mode=${2:---shared}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

tests=bindings/c/tests
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
common=(-D_GNU_SOURCE -Wall -Wextra -Werror -pedantic -g -pthread -Iinclude "-I$scratch")
link=(-L"$built" -lparlour -Wl,-rpath,"$built")
run=(timeout 300)
slow=1
case $mode in
--shared) common+=(-O2) ;;
--static)
    common+=(-O2)
    # shellcheck disable=SC2207 # flags are many words
    link=("$built/libparlour.a" $(sed -nE 's/^native="(.*)"$/\1/p' scripts/c/install.sh))
    ;;
--sanitize)
    common+=(-O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    slow=2
    ;;
--valgrind)
    common+=(-O1)
    slow=25
    # A program that brings its own `new` shall have it.
    run=(timeout 1200 valgrind --quiet --soname-synonyms=somalloc=nouserintercepts --error-exitcode=99
        --leak-check=full --show-leak-kinds=definite,indirect
        --errors-for-leak-kinds=definite,indirect --child-silent-after-fork=yes --fair-sched=yes)
    ;;
*)
    echo "promises: what is $mode?" >&2
    exit 2
    ;;
esac

# No key of the caller's, and nothing that a real service would hear.
for name in $(compgen -e | grep -E '^PARLOUR_' | grep -vE '^PARLOUR_(FUZZ_SECONDS|TOOLS)$' || true); do
    unset "$name"
done
export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1
export SLOW=$slow FUZZ_SECONDS=${PARLOUR_FUZZ_SECONDS:-5}

# For the program that loads it by itself.
export PARLOUR_LIBRARY=$built/libparlour.so
export TEXT_SEEDS=$PWD/core/fuzz/seeds/c_texts
# Kibibytes of stack for JSON of many levels. A library without optimisation wants more than one that ships.
export STACK_KIB=${STACK_KIB:-1024}

scripts/c/fuzz-calls.sh "$scratch/fuzz_calls.inc"
passed=0
failed=0
sources=("$tests"/promises/*.c "$tests"/cpp/*.cpp)
if [ "$mode" = --shared ]; then
    if scripts/c/env.sh asio; then
        sources+=("$tests/headers/asio.cpp" "$tests/headers/asio_tokens.cpp")
        common+=(-isystem "$(cd "${PARLOUR_TOOLS:-.tools}" && pwd)/asio/usr/include" -DASIO_STANDALONE)
    else
        echo "promises: asio.cpp and asio_tokens.cpp left out: asio is not to be had on this machine"
    fi
fi
for source in "${sources[@]}"; do
    name=${source##*/}
    # Each static link takes seconds; what differs between the two ways to link shows in any program.
    if [ "$mode" = --static ]; then
        case $name in sigpipe.c | streams.cpp | ending.cpp) ;; *) continue ;; esac
    fi
    # A program may name compiler flags, and the standards to compile it as, in a line each.
    # shellcheck disable=SC2207 # flags are many words
    own=($(sed -nE 's|^// flags: ||p' "$source"))
    # shellcheck disable=SC2207 # standards are many words
    standards=($(sed -nE 's|^// standards: ||p' "$source"))
    case $name in
    *.c) compiler=gcc && standards=(c11) ;;
    *) compiler=g++ && [ "${#standards[@]}" -gt 0 ] || standards=(c++17) ;;
    esac
    # One is enough for sanitizers.
    if [ "$mode" != --shared ] || [ -n "${ONE_STANDARD:-}" ]; then standards=("${standards[-1]}"); fi
    for standard in "${standards[@]}"; do
        if "$compiler" "-std=$standard" "${common[@]}" "${own[@]}" "$source" -o "$scratch/program" "${link[@]}" \
            >"$scratch/log" 2>&1 &&
            "${run[@]}" "$scratch/program" >"$scratch/log" 2>&1; then
            passed=$((passed + 1))
            sed "s/^/$name: /" "$scratch/log"
        else
            failed=$((failed + 1))
            echo "$name as $standard: FAILED"
            tail -n 80 "$scratch/log"
        fi
    done
done
if [ "$mode" = --static ]; then
    rustc --edition 2024 --crate-type staticlib -O --out-dir "$scratch" "$tests/static/other.rs"
    for order in "${link[*]} $scratch/libother.a" "$scratch/libother.a ${link[*]}"; do
        # shellcheck disable=SC2086 # flags are many words
        if gcc -std=c11 "${common[@]}" "$tests/static/beside.c" -o "$scratch/program" $order ${link[*]} \
            >"$scratch/log" 2>&1 &&
            "${run[@]}" "$scratch/program" >"$scratch/log" 2>&1; then
            passed=$((passed + 1))
            sed "s/^/beside.c: /" "$scratch/log"
        else
            failed=$((failed + 1))
            echo "beside.c: FAILED"
            tail -n 40 "$scratch/log"
        fi
    done
fi
echo "promises of C, ${mode#--}: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
