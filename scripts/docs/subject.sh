#!/usr/bin/env bash
# Checks the subject of a commit, whose message is in the file $1: a scope, and at most 72 characters.
set -euo pipefail
subject=$(head -n 1 "$1")
case $subject in
"Merge "* | "Revert "* | "fixup! "* | "squash! "*) exit 0 ;;
esac
if ! [[ $subject =~ ^[a-z]+(\([a-z0-9]+\))?:\ .+ ]]; then
    echo "commit: the subject begins with a scope, such as 'core: ', in lower case: $subject" >&2
    exit 1
fi
if [ "${#subject}" -gt 72 ]; then
    echo "commit: the subject has ${#subject} characters, 72 at most: move the reason into the body" >&2
    exit 1
fi
