#!/usr/bin/env bash
# Builds the site into target/site, with reference pages of the headers as they are now. A page that nothing leads to, a
# link that leads nowhere, and a picture that differs from its numbers are errors.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
scripts/docs/env.sh
"${PYTHON:-python3}" scripts/docs/headers.py
"${PYTHON:-python3}" scripts/docs/figures.py --check
# Not `--quiet`: what is not shown does not count as a warning, and `--strict` would let it pass. The variable silences
# an advertisement of the theme's makers.
if ! said=$(NO_MKDOCS_2_WARNING=1 "${PARLOUR_TOOLS:-.tools}/docs/bin/mkdocs" build \
    --strict --site-dir "${1:-target/site}" 2>&1); then
    echo "$said" >&2
    exit 1
fi
# A fence that the site does not know shows its first line as text.
if shown=$(grep -rlE --include='*.html' 'no_run|<code>(rust|python|ts|cpp|sh)$' "${1:-target/site}"); then
    echo "docs: code blocks are shown as text in $shown" >&2
    exit 1
fi
echo "docs: the site is in ${1:-target/site}"
