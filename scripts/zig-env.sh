#!/usr/bin/env bash
# Has cargo build for glibc 2.28 on this machine's processor, whatever C library the machine has, or for another system:
# zig compiles the C parts and links. Sourced on Linux by the scripts that make what is shipped, and by the one that
# compiles for other platforms; afterwards `cargo ... --target "$zig_target"`.
# The programs come from .tools/c (scripts/c/env.sh): maturin brings the translation of rustc's arguments.
#
#   PARLOUR_TOOLS     where the tools are (default: .tools in this repository)
#   CARGO_TARGET_DIR  as for cargo; the wrappers lie there, for their place is a part of what cargo compares
#   zig_target        what rustc calls the system to build for (default: Linux on this machine's processor)
#   zig_name          what zig calls it (default: the same with glibc 2.28)

zig_target=${zig_target:-$(uname -m)-unknown-linux-gnu}
zig_name=${zig_name:-$(uname -m)-linux-gnu.2.28}

# A library of the GNU C library's system takes the unwinder that the process has, libgcc_s.so.1. zig would put its own
# into it: a second one in the process, and glibc's pthread_exit, which unwinds with libgcc_s, then hands the one's
# state to the other and crashes. Python up to 3.13 ends its daemon threads by pthread_exit when it finalises. So what
# is linked with in the place of `-lgcc_s` is made here; nothing of this machine's compiler is needed. musl ends threads
# without unwinding, and its systems need not have libgcc_s: there zig's own stays.
unwinder() { # folder, python with zig
    local names=$root/scripts/libgcc_s.map library=$1/libgcc_s.so
    if [ -f "$library" ] && cmp -s "$names" "$1/libgcc_s.map"; then
        return
    fi
    {
        grep -o '_Unwind_[A-Za-z_]*' "$names" | sed 's/.*/.globl &\n.type &, %function\n&:/'
        echo '.section .note.GNU-stack,"",%progbits'
    } >"$1/libgcc_s.s"
    "$2" -m ziglang cc -target "$zig_name" -shared -nostdlib -Wl,-soname,libgcc_s.so.1 "-Wl,--version-script=$names" \
        "$1/libgcc_s.s" -o "$library.new"
    mv -f "$library.new" "$library"
    cp "$names" "$1/libgcc_s.map"
}

zig_env() {
    local root tools target wrappers name tool words swap variable place maps rustflags versions
    root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
    tools=$(cd "${PARLOUR_TOOLS:-$root/.tools}" && pwd)
    target=${CARGO_TARGET_DIR:-$root/target}
    wrappers=$target/zig/$zig_target
    mkdir -p "$wrappers"
    wrappers=$(cd "$wrappers" && pwd)
    target=$(cd "$target" && pwd)

    # Released files must not name a folder of the build machine: sources become /parlour, dependencies /cargo. If two
    # mappings match, rustc and clang use the later one.
    maps=
    rustflags=()
    [ -z "${RUSTFLAGS:-}" ] || read -ra rustflags <<<"$RUSTFLAGS"
    # A library that a program loads has to share the program's C library.
    case $zig_target in *-musl) rustflags+=(-C target-feature=-crt-static) ;; esac
    for place in "$(rustc --print sysroot)=/rust" "${CARGO_HOME:-$HOME/.cargo}=/cargo" "$root=/parlour" \
        "$target=/parlour/target"; do
        rustflags+=("--remap-path-prefix=$place")
        maps="$maps '-ffile-prefix-map=$place'"
    done
    # Not RUSTFLAGS, which is parted at blanks, and those of folders are such.
    CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f'; printf '%s' "${rustflags[*]}")
    export CARGO_ENCODED_RUSTFLAGS

    # The C library's functions get versions.
    versions="'${PYTHON:-python3}' '$root/scripts/c/symbol-versions.py' \"\${word#*=}\" || exit"
    versions="-Wl,--version-script=*) $versions ;;"
    for tool in cc c++ ar ranlib dlltool; do
        words=
        swap=
        case $tool in cc | c++) words="-g -fno-sanitize=all -target $zig_name$maps" ;; esac
        case $tool:$zig_target in
        cc:*-linux-gnu)
            swap="for word; do shift; case \$word in -lgcc_s) word='$wrappers/libgcc_s.so' ;; $versions esac"
            swap="$swap; set -- \"\$@\" \"\$word\"; done"
            ;;
        cc:*-linux-musl)
            swap="for word; do case \$word in $versions esac; done"
            ;;
        esac
        name=$wrappers/$tool
        {
            printf '#!/bin/sh\n%s\n' "$swap"
            printf 'export CARGO_ZIGBUILD_ZIG_COMMAND="%s" CARGO_ZIGBUILD_ZIG_COMMAND_ARGS="-m ziglang"\n' \
                "$tools/c/bin/python"
            printf 'exec "%s" zig %s -- %s "$@"\n' "$tools/c/bin/maturin" "$tool" "$words"
        } >"$name.new"
        chmod +x "$name.new"
        mv -f "$name.new" "$name"
    done
    case $zig_target in *-linux-gnu) unwinder "$wrappers" "$tools/c/bin/python" ;; esac
    variable=${zig_target//-/_}
    export "CC_$variable=$wrappers/cc" "CXX_$variable=$wrappers/c++" "AR_$variable=$wrappers/ar" \
        "RANLIB_$variable=$wrappers/ranlib"
    variable=${variable^^}
    export "CARGO_TARGET_${variable}_LINKER=$wrappers/cc"
    # Symbols, and line tables unless the caller does without, go into files of their own where a package has one: the
    # packers strip. cargo must not, which does where there are no line tables.
    export CARGO_PROFILE_RELEASE_DEBUG="${CARGO_PROFILE_RELEASE_DEBUG:-line-tables-only}" \
        CARGO_PROFILE_RELEASE_STRIP=none
}
zig_env
