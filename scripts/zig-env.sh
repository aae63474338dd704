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

zig_env() {
    local root tools wrappers name tool words variable
    root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
    tools=$(cd "${PARLOUR_TOOLS:-$root/.tools}" && pwd)
    wrappers=${CARGO_TARGET_DIR:-$root/target}/zig/$zig_target
    mkdir -p "$wrappers"
    wrappers=$(cd "$wrappers" && pwd)
    for tool in cc c++ ar ranlib dlltool; do
        words=
        case $tool in cc | c++) words="-g -fno-sanitize=all -target $zig_name" ;; esac
        name=$wrappers/$tool
        printf '#!/bin/sh\nexport CARGO_ZIGBUILD_ZIG_COMMAND="%s" CARGO_ZIGBUILD_ZIG_COMMAND_ARGS="-m ziglang"\nexec "%s" zig %s -- %s "$@"\n' \
            "$tools/python/bin/python" "$tools/python/bin/maturin" "$tool" "$words" >"$name.new"
        chmod +x "$name.new"
        mv -f "$name.new" "$name"
    done
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
