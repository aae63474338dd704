#!/usr/bin/env bash
# Shared by the scripts that run examples of host languages: starting programs with a bare environment, and talking to
# those that serve. Sourced after check-output.sh; wants $out, the file for what they print, and $keep, an array of
# NAME=VALUE that every program gets.
server=

# Nothing of the caller's environment: a key in it would make these talk to a real service.
bare() {
    env -i PATH="$PATH" "${keep[@]}" timeout 60 "$@"
}

# Starts a server and waits for the line that names its port, which goes to $port; empty if none came.
serve() { # pattern with the port as its group, command...
    local pattern=$1
    shift
    # There before the first look at it, which may come before the program has started.
    : >"$out"
    env -i PATH="$PATH" "${keep[@]}" "$@" >"$out" 2>&1 &
    server=$!
    port=
    for ((tenths = 0; tenths < 300; tenths++)); do
        port=$(sed -nE "s|$pattern|\\1|p" "$out" | head -n 1)
        if [ -n "$port" ] || ! kill -0 "$server" 2>/dev/null; then break; fi
        sleep 0.1
    done
}

stop() {
    if [ -n "$server" ]; then
        kill "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
        server=
    fi
}

# The whole answer to one request, headers included, into $out.
fetch() { # target
    [ -n "$port" ] || return 1
    exec 3<>"/dev/tcp/127.0.0.1/$port"
    printf 'GET %s HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n' "$1" >&3
    local status=0
    timeout 30 cat <&3 >"$out" || status=$?
    exec 3>&-
    return "$status"
}
