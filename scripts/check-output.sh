#!/usr/bin/env bash
# Shared by the scripts that run examples: checks of a program's output. Sourced; counts in $passed and $failed, and
# reads the output from the file $out.
passed=0
failed=0

# Says whether the program ended as it should ($1) and printed every text that follows.
check() { # name, status, texts...
    local name=$1 status=$2 text missing=
    shift 2
    for text in "$@"; do
        grep -qF -- "$text" "$out" || missing=$text
    done
    if [ "$status" -eq 0 ] && [ -z "$missing" ]; then
        passed=$((passed + 1))
        echo "example $name: ok"
    else
        failed=$((failed + 1))
        echo "example $name: FAILED with status $status${missing:+, did not print: $missing}"
        cat "$out"
    fi
}
