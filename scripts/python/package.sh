#!/usr/bin/env bash
# Packs the Python package and proves what it promises: the sdist builds, the wheel that comes out of it is small, loads
# on glibc 2.28, brings no unwinder of its own and is complete, the tests of life and death hold with it, and both it
# and `pip install ./bindings/python` give a package that answers. And `parlour-compat`, of Python alone: that it is
# complete, and that `parlour[compat]` installs it.
# Argument `wheel`: only makes the files of both, in dist/. Argument `check`: only proves it of those that lie there.
#
#   CARGO_TARGET_DIR  as for cargo; release builds are kept there
#   PARLOUR_TOOLS     where packer and linker are installed (default: .tools in this repository)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

only=${1:-}
case $only in
'' | wheel | check) ;;
*)
    # A build of the release is no answer to a word that is not known.
    to=2 code=2
    if [ "$only" = --help ] || [ "$only" = -h ]; then
        to=1 code=0
    fi
    sed -n '2,/^set -/{/^set -/d; s/^# \{0,1\}//; p;}' scripts/python/package.sh >&$to
    exit $code
    ;;
esac
tools=$(cd "${PARLOUR_TOOLS:-.tools}" && pwd)
python=$tools/python/bin/python
mkdir -p "${CARGO_TARGET_DIR:-target}" dist
CARGO_TARGET_DIR=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)
export CARGO_TARGET_DIR
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PATH=$tools/python/bin:$PATH

check=(--foreign)
if [ "$(uname -s)" = Linux ]; then
    check=()
fi

# zig links for an older C library than this machine's, with the settings of all that is shipped, so that dependencies
# are compiled once. On other systems the machine's own linker has to do. In a shell of its own: those settings would
# have every other build compile its C parts once more.
wheel() (
    local flags=()
    if [ "$(uname -s)" = Linux ]; then
        scripts/c/env.sh
        # shellcheck source=scripts/zig-env.sh
        . scripts/zig-env.sh
        flags=(--target "$zig_target" --compatibility manylinux_2_28)
    fi
    cd "$1"
    maturin build --quiet --release "${flags[@]}" --out "$scratch"
)

make_wheel() {
    "$python" scripts/python/third-party.py parlour-python bindings/python/THIRD-PARTY-NOTICES --check

    rm -f dist/parlour-*.tar.gz dist/parlour-*.whl dist/parlour_compat-*
    maturin sdist --manifest-path bindings/python/Cargo.toml --out dist

    # The wheel is built from the sdist. Its folder is kept while its content stays the same, since cargo takes what has
    # another place, or another time, for another crate; times in an sdist say nothing.
    tar -xzmf dist/parlour-*.tar.gz -C "$scratch"
    source=$CARGO_TARGET_DIR/python-sdist
    (cd "$scratch"/parlour-* && find . -type f -exec cksum {} + | LC_ALL=C sort) >"$scratch/sums"
    if ! cmp -s "$scratch/sums" "$source.sums" || [ ! -d "$source" ]; then
        rm -rf "$source"
        mv "$scratch"/parlour-* "$source"
        mv "$scratch/sums" "$source.sums"
    fi
    wheel "$source"
    mv "$scratch"/parlour-*.whl dist/

    # The wheel of the other is made from its sdist too.
    (cd bindings/python-compat && "$python" -m hatchling build --target sdist --directory "$OLDPWD/dist")
    tar -xzf dist/parlour_compat-*.tar.gz -C "$scratch"
    (cd "$scratch"/parlour_compat-* && "$python" -m hatchling build --target wheel --directory "$OLDPWD/dist")
}

if [ "$only" != check ]; then
    make_wheel
fi
"$python" scripts/python/check-wheel.py dist/parlour-*.whl "${check[@]}"
"$python" scripts/python/check-wheel.py dist/parlour_compat-*.whl
if [ "$(uname -s)" = Linux ]; then
    "$python" -m zipfile -e dist/parlour-*.whl "$scratch/unpacked"
    scripts/one-unwinder.sh "$scratch/unpacked/parlour/_native.abi3.so"
fi
ls -l dist
if [ "$only" = wheel ]; then
    exit 0
fi

installs() { # name, what pip takes
    local name=$1 venv=$scratch/venv
    shift
    rm -rf "$venv"
    "$python" -m venv "$venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
    (cd "$scratch" && env -u PYTHONPATH "$venv/bin/python" -I "$OLDPWD/scripts/python/smoke.py" \
        "$(cd "$venv" && pwd -P)")
    echo "python: $name: ok"
}

# Behaviour that depends on how a library was linked, and on the exit of the interpreter, is tested with the one that
# ships: in the environment that `installs` left, which borrows the packages that the tests import.
lives() {
    local venv=$scratch/venv site own version found
    site=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    own=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    echo "$site" >"$own/tests.pth"
    # Shipped libraries are optimised: 128 KiB of stack have to suffice.
    (cd bindings/python && env -u PYTHONPATH PARLOUR_TEST_STACK_KIB=128 "$venv/bin/python" -m pytest \
        -p no:cacheprovider tests/test_exit.py tests/test_fork.py tests/test_signals.py \
        tests/test_greenlets.py tests/test_concurrency.py tests/test_depth.py)
    # How a thread ends differs from one version of Python to the next. Those that this machine has.
    [ "$(uname -s)" = Linux ] || return 0
    for version in 3.11 3.12 3.13 3.14; do
        # A name that is there need not run: pyenv has one for every version, and runs those that are switched on.
        for found in "python$version" "$HOME/.pyenv/versions/$version".*/bin/python ''; do
            [ -n "$found" ] || break
            ! "$found" -c pass 2>/dev/null || break
        done
        if [ -z "$found" ]; then
            continue
        fi
        PYTHONPATH=$scratch/unpacked "$found" bindings/python/tests/exits.py 12
    done
}

installs "the wheel in a fresh environment" --no-index dist/parlour-*.whl
lives
# Without it an import says what to install; `--find-links` replaces the index.
says=$(cd "$scratch" && "$scratch/venv/bin/python" -I -c 'import parlour.compat' 2>&1) && exit 1
grep -qF "pip install 'parlour[compat]'" <<<"$says"
"$scratch/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-index --find-links dist \
    'parlour[compat]'
(cd "$scratch" && env -u PYTHONPATH "$scratch/venv/bin/python" -I "$OLDPWD/scripts/python/smoke.py" \
    "$(cd "$scratch/venv" && pwd -P)" --compat)
echo "python: parlour[compat]: ok"
# As anybody would from a checkout, but for the profile: everything it depends on is built already.
MATURIN_PEP517_ARGS="--profile dev" installs "pip install ./bindings/python" ./bindings/python
echo "package of Python: 3 passed, 0 failed"
