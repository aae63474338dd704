#!/usr/bin/env bash
# Builds and runs every example in C and C++ as a newcomer would, without a key, against its own emulator, and looks at
# what it prints. Argument: the folder of the library. Prints the counts last; exits 1 if an example failed.
set -euo pipefail

built=$(cd "${1:?the folder of the library}" && pwd)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=scripts/check-output.sh
. "$root/scripts/check-output.sh"
scratch=$(mktemp -d)
out=$scratch/out
server=
stop() {
    if [ -n "$server" ]; then
        kill "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
        server=
    fi
}
trap 'stop; rm -rf "$scratch"' EXIT

for source in "$root"/examples/c/*.c "$root"/examples/cpp/*.cpp; do
    name=${source##*/}
    case $name in
    *.c) compiler=(gcc -std=c99 -D_GNU_SOURCE) ;;
    coroutine.cpp) compiler=(g++ -std=c++20) ;;
    *) compiler=(g++ -std=c++17) ;;
    esac
    "${compiler[@]}" -O1 -Wall -Wextra -Werror -pedantic -I"$root/include" "$source" -o "$scratch/$name.run" \
        -L"$built" -lparlour \
        -lpthread -Wl,-rpath,"$built"
done

# Nothing of the caller's environment: a key in it would make these talk to a real service.
bare() {
    env -i PATH="$PATH" timeout 60 "$@"
}

# The first calls of the README, as they are there.
first_call() { # fence, compiler...
    sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/{/^\`\`\`/!p}" "$root/README.md" >"$scratch/first_call.$1"
    "${@:2}" -Wall -Wextra -Werror -pedantic -I"$root/include" "$scratch/first_call.$1" \
        -o "$scratch/first_call.$1.run" -L"$built" -lparlour -lpthread -Wl,-rpath,"$built"
}
first_call c gcc -std=c11
first_call cpp g++ -std=c++17
: >"$scratch/emulator"
env -i PATH="$PATH" "$built/../debug/parlour-emulator" >"$scratch/emulator" 2>&1 &
server=$!
url=
for ((tenths = 0; tenths < 300; tenths++)); do
    url=$(sed -nE 's|^listening on (http://127.0.0.1:[0-9]+)$|\1|p' "$scratch/emulator")
    if [ -n "$url" ] || ! kill -0 "$server" 2>/dev/null; then break; fi
    sleep 0.1
done
for fence in c cpp; do
    status=0; bare env PARLOUR_BASE_URL="$url" PARLOUR_API_KEY=test-key PARLOUR_VENDOR=svc \
        "$scratch/first_call.$fence.run" >"$out" 2>&1 || status=$?
    check "first call of the README, $fence" "$status" 'three'
done
stop

for name in chat.c chat.cpp; do
    status=0; printf 'My name is Ada.\n\nWhat is my name?\n' | bare "$scratch/$name.run" >"$out" 2>&1 || status=$?
    check "$name" "$status" 'Talking to the emulator in this process' 'model> Your name is Ada.'

    # The address named, the key forgotten: a sentence that says what to set, and exit code 1.
    status=0; bare env PARLOUR_BASE_URL=http://127.0.0.1:9 "$scratch/$name.run" </dev/null >"$out" 2>&1 || status=$?
    check "$name without a key" "$((status == 1 ? 0 : 1))" 'no credential: set PARLOUR_API_KEY'
done

status=0; bare "$scratch/epoll.c.run" >"$out" 2>&1 || status=$?
check epoll.c "$status" 'answer 0, in several batches: 1 2 3' 'answer 1, in several batches: 1 2 3 4 5' \
    'answer 2, in several batches: 1 2 3 4 5 6 7'

status=0; bare "$scratch/callbacks.c.run" >"$out" 2>&1 || status=$?
check callbacks.c "$status" '1 2 3 4 5 6 7 8 9 10 11 12 [complete, ' ' [stopped]'

status=0; bare "$scratch/tools.c.run" >"$out" 2>&1 || status=$?
check tools.c "$status" 'convert({"degrees":21.5,"from":"celsius"}) = 70.7 fahrenheit' 'model: '

status=0; bare "$scratch/tool_loop.c.run" >"$out" 2>&1 || status=$?
check tool_loop.c "$status" 'calls convert({"degrees":21.5,"from":"celsius"})' 'model: The tool says: 70.7 fahrenheit' \
    '[stopped after 2 answers: '

for name in structured.c structured.cpp; do
    status=0; bare "$scratch/$name.run" >"$out" 2>&1 || status=$?
    check "$name" "$status" 'name: Ada, age: 36' '[1 answers: ' 'so far: {"name":"Ada","age":36}'
done

# The second goes on with what the first saved, and its own second run with that.
for name in conversation.c conversation.cpp conversation.cpp; do
    status=0; bare "$scratch/$name.run" "$scratch/talk.json" >"$out" 2>&1 || status=$?
    check "$name" "$status" 'My name is Ada. -> ' 'What is my name? -> Your name is Ada.' ' turns, about '
done

for name in batches.c batches.cpp; do
    status=0; bare "$scratch/$name.run" "$scratch/$name.journal" >"$out" 2>&1 || status=$?
    check "$name" "$status" 'sum-0 succeeded: 0 + 0 is 0.' 'sum-4 succeeded: 4 + 4 is 8.' '[####################] sum-'
done

for name in batch.c batch.cpp; do
    status=0; bare "$scratch/$name.run" >"$out" 2>&1 || status=$?
    check "$name" "$status" '[                    ] in_progress, 4 are left' \
        '[####################] ended, 0 are left' 'Elbe succeeded: ' 'Tagus succeeded: '
done

for name in files.c files.cpp; do
    status=0; bare "$scratch/$name.run" >"$out" 2>&1 || status=$?
    check "$name" "$status" 'file rivers.txt, 16 bytes' 'deleted, answered with status 200' \
        'version rivers of the skill'
done

for name in raw.c raw.cpp; do
    status=0; bare "$scratch/$name.run" >"$out" 2>&1 || status=$?
    check "$name" "$status" 'form: rivers.txt, 16 bytes, until ' 'pieces: the request has 7 tokens' \
        'text/event-stream' '  event: message_stop' \
        'status 200, request req_' 'in pieces: '
done

for name in models.c models.cpp; do
    status=0; bare "$scratch/$name.run" >"$out" 2>&1 || status=$?
    check "$name" "$status" 'model svc-sonnet-4-5' 'the request has 5 tokens' 'raw: status 200' \
        'limits of batch: requests_per_minute 1000'
done

for name in webhooks.c webhooks.cpp; do
    status=0; bare "$scratch/$name.run" >"$out" 2>&1 || status=$?
    check "$name" "$status" 'session.idled of obj_' 'now: 200' 'refused (age)' 'an hour old: 400'
done

for name in sigv4.c sigv4.cpp; do
    status=0; bare "$scratch/$name.run" >"$out" 2>&1 || status=$?
    check "$name" "$status" 'model: it was signed' 'attempt 1: genuine' 'attempt 2: genuine'
done

for name in token_file.c token_file.cpp; do
    status=0; bare "$scratch/$name.run" >"$out" 2>&1 || status=$?
    check "$name" "$status" 'reading the file: no token is kept' 'reading the file: the token was refused' \
        'model: three'
done

for name in memory.c memory.cpp; do
    status=0; bare "$scratch/$name.run" >"$out" 2>&1 || status=$?
    check "$name" "$status" 'b: "The path is refused' 'c: "A part of the path is no directory' \
        'model: I shall remember that you like tea.' \
        'memory: user.md: Likes tea.'
done

status=0; bare "$scratch/streaming.cpp.run" >"$out" 2>&1 || status=$?
check streaming.cpp "$status" 'Text: 1 2 3 4 5 6 7 8 9 10 11 12' 'stop reason end_turn' 'With a limit: 1 2 3' '[end]' \
    "End: '1 2 3" '  1 2 3 4 5 6 7' "Broken: Connection; received until then: '1"

status=0; bare "$scratch/coroutine.cpp.run" >"$out" 2>&1 || status=$?
check coroutine.cpp "$status" 'Together: hello, goodbye' 'Stream: 1 2 3 4 5 6 7 8 9 10 11 12 [end_turn, input_tokens=' \
    'Refused: Config'

status=0; bare "$scratch/tools.cpp.run" >"$out" 2>&1 || status=$?
check tools.cpp "$status" 'call:  convert({"degrees":21.5,"from":"celsius"})' '70.7 fahrenheit' \
    'the loop stopped after 2 answers'

# --- The relay, as a browser sees it
# There before the first look at it, which may come before the program has started.
: >"$scratch/relay"
env -i PATH="$PATH" "$scratch/relay.cpp.run" >"$scratch/relay" 2>&1 &
server=$!
port=
for ((tenths = 0; tenths < 300; tenths++)); do
    port=$(sed -nE 's|^listening on http://127.0.0.1:([0-9]+)$|\1|p' "$scratch/relay")
    if [ -n "$port" ] || ! kill -0 "$server" 2>/dev/null; then break; fi
    sleep 0.1
done
open() { # target
    exec 3<>"/dev/tcp/127.0.0.1/$port"
    printf 'GET %s HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n' "$1" >&3
}
status=0
if [ -n "$port" ]; then
    open '/ask?q=Say+%22goodbye%22'
    timeout 30 cat <&3 >"$out" || status=$?
    exec 3>&-
else
    status=1
    cp "$scratch/relay" "$out"
fi
check relay.cpp "$status" 'content-type: text/event-stream' 'event: content_block_delta' 'goodbye' 'event: message_stop'

# Two at once, one of which leaves after the first event: the other has its whole answer.
status=1
if [ -n "$port" ]; then
    open '/ask?q=Count+to+100'
    exec 4<>"/dev/tcp/127.0.0.1/$port"
    printf 'GET /ask?q=Count+to+30 HTTP/1.1\r\nhost: localhost\r\n\r\n' >&4
    while read -r -t 30 line <&3; do
        case $line in 'event: content_block_delta'*) break ;; esac
    done
    exec 3>&-
    timeout 30 cat <&4 >"$out" && status=0
    exec 4>&-
    for ((tenths = 0; tenths < 100; tenths++)); do
        if grep -q 'left early' "$scratch/relay"; then break; fi
        sleep 0.1
    done
    cat "$scratch/relay" >>"$out"
fi
check "relay.cpp, left early" "$status" 'event: message_stop' 'a browser left early: its answer is given up'

status=1
if [ -n "$port" ]; then
    open '/nothing'
    timeout 30 cat <&3 >"$out" && status=0
    exec 3>&-
fi
check "relay.cpp, an unknown address" "$status" '404 Not Found'
stop

echo "examples of C: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
