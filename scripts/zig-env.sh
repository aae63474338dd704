#!/usr/bin/env bash
# Has cargo build for glibc 2.28 on this machine's processor, whatever C library the machine has, or for another system:
# zig compiles the C parts and links. Sourced on Linux by the scripts that make what is shipped, and by the one that
# compiles for other platforms; afterwards `cargo ... --target "$zig_target"`.
# The programs come from .tools/python (scripts/python/env.sh): maturin brings the translation of rustc's arguments.
#
#   PARLOUR_TOOLS     where the tools are (default: .tools in this repository)
#   CARGO_TARGET_DIR  as for cargo; the wrappers lie there, for their place is a part of what cargo compares
#   zig_target        what rustc calls the system to build for (default: Linux on this machine's processor)
#   zig_name          what zig calls it (default: the same with glibc 2.28)

zig_target=${zig_target:-$(uname -m)-unknown-linux-gnu}
zig_name=${zig_name:-$(uname -m)-linux-gnu.2.28}

# A library of the GNU C library's system takes the unwinder that the process has, libgcc_s.so.1. zig would put its own
# into it: a second one in the process, and glibc's pthread_exit, which unwinds with libgcc_s, then hands the one's state to
# the other and crashes. Python up to 3.13 ends its daemon threads by pthread_exit when it finalises. So what is linked with
# in the place of `-lgcc_s` is made here; nothing of this machine's compiler is needed. musl ends threads without unwinding,
# and its systems need not have libgcc_s: there zig's own stays.
unwinder() { # folder, python with zig
    local names=$root/scripts/libgcc_s.map library=$1/libgcc_s.so
    if [ -f "$library" ] && cmp -s "$names" "$1/libgcc_s.map"; then
        return
    fi
    {
        grep -o '_Unwind_[A-Za-z_]*' "$names" | sed 's/.*/.globl &\n.type &, %function\n&:/'
        echo '.section .note.GNU-stack,"",%progbits'
    } >"$1/libgcc_s.s"
    "$2" -m ziglang cc -target "$zig_name" -shared -nostdlib -Wl,-soname,libgcc_s.so.1 "-Wl,--version-script=$names" "$1/libgcc_s.s" -o "$library.new"
    mv -f "$library.new" "$library"
    cp "$names" "$1/libgcc_s.map"
}

zig_env() {
    local root tools wrappers name tool words swap variable
    root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
    tools=$(cd "${PARLOUR_TOOLS:-$root/.tools}" && pwd)
    wrappers=${CARGO_TARGET_DIR:-$root/target}/zig/$zig_target
    mkdir -p "$wrappers"
    wrappers=$(cd "$wrappers" && pwd)
    for tool in cc c++ ar ranlib dlltool; do
        words=
        swap=
        case $tool in cc | c++) words="-g -fno-sanitize=all -target $zig_name" ;; esac
        case $tool:$zig_target in
        cc:*-linux-gnu)
            swap="for word; do shift; [ \"\$word\" != -lgcc_s ] || word='$wrappers/libgcc_s.so'; set -- \"\$@\" \"\$word\"; done"
            ;;
        esac
        name=$wrappers/$tool
        printf '#!/bin/sh\n%s\nexport CARGO_ZIGBUILD_ZIG_COMMAND="%s" CARGO_ZIGBUILD_ZIG_COMMAND_ARGS="-m ziglang"\nexec "%s" zig %s -- %s "$@"\n' \
            "$swap" "$tools/python/bin/python" "$tools/python/bin/maturin" "$tool" "$words" >"$name.new"
        chmod +x "$name.new"
        mv -f "$name.new" "$name"
    done
    case $zig_target in *-linux-gnu) unwinder "$wrappers" "$tools/python/bin/python" ;; esac
    variable=${zig_target//-/_}
    export "CC_$variable=$wrappers/cc" "CXX_$variable=$wrappers/c++" "AR_$variable=$wrappers/ar" \
        "RANLIB_$variable=$wrappers/ranlib"
    variable=${variable^^}
    export "CARGO_TARGET_${variable}_LINKER=$wrappers/cc"
    # A library that a program loads has to share the program's C library.
    case $zig_target in *-musl) export "CARGO_TARGET_${variable}_RUSTFLAGS=-C target-feature=-crt-static" ;; esac
    # What is shipped is stripped.
    export CARGO_PROFILE_RELEASE_DEBUG=false
}
zig_env
